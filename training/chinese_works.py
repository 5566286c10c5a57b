"""Invented works in Chinese: bibliographies of real ones that may be used are few, and none has reports, newspapers and web pages.

What the field's words look like is what a reader needs: an institute ends in 研究所, a press in 出版社, a journal in 学报 or 研究, a
collection of papers in 论文集, a newspaper in 日报, the name of a site in 网.
"""

from __future__ import annotations

from random import Random

from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Value, Work

KINDS = {
    "article-journal": 6,
    "thesis": 3,
    "book": 3,
    "paper-conference": 3,
    "report": 2,
    "webpage": 2,
    "article-newspaper": 2,
    "chapter": 2,
    "patent": 1,
    "standard": 1,
}
_FAMILIES = (
    "王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 于 蒋 蔡 余 杜 叶 程 苏 魏 吕 丁 任 沈 "
    "姚 卢 姜 崔 钟 谭 陆 汪 范 金 石 廖 贾 夏 韦 付 方 白 邹 孟 熊 秦 邱 江 尹 薛 闫 段 雷 侯 龙 史 陶 黎 贺 顾 毛 郝 龚 邵 万 钱 严 覃 武 戴 莫 孔 向 汤 欧阳 司马 诸葛"
).split()
_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华建国文志海波晓红梅玲宇浩然子轩雨欣佳怡思远俊峰立新春光永康学东振宁瑞林雪松云飞"
_CITIES = "北京 上海 广州 南京 武汉 成都 西安 杭州 天津 重庆 长沙 沈阳 济南 合肥 哈尔滨 昆明 兰州 厦门 长春 青岛 大连 郑州 南昌 太原 贵阳 福州 苏州 呼和浩特".split()
_PROVINCES = "广东 江苏 浙江 山东 四川 湖北 湖南 河南 河北 福建 安徽 江西 云南 陕西 辽宁 黑龙江 内蒙古 广西 中国 全国 华东 西南".split()
_SUBJECTS = (
    "教育 经济 农业 医学 中医药 计算机 语言 文学 历史 考古 地理 物理 化学 生物 水利 建筑 法律 图书馆 情报 管理 环境科学 材料 机械 电力 电子 测绘 心理 体育 财经 交通 "
    "食品科学 档案 新闻 民族 哲学 人口 气象 石油 海洋 铁道 理工 师范 科技 工业"
).split()
_THINGS = (
    "数字经济 乡村振兴 碳排放 深度学习 知识图谱 城市更新 老年人 大学生 青少年 产业结构 土地利用 水资源 空气质量 高速公路 桥梁结构 锂离子电池 钢筋混凝土 小麦产量 水稻 茶叶 "
    "古典诗歌 明清小说 唐代 宋代 敦煌文献 青铜器 方言 汉语词汇 外语教学 在线学习 医疗保险 基层医院 糖尿病 高血压 肺癌 针灸 中药 图书馆服务 信息素养 电子商务 人工智能 "
    "区块链 金融风险 股票市场 企业创新 地方政府 公共服务 司法改革 著作权 环境税 太阳能 风力发电 煤矿 石油管道 遥感影像 机器翻译 多核处理器 无人机 高铁 旅游 非物质文化遗产"
).split()
_BEGINNINGS = "基于 关于 我国 论 试论 浅析 新时代 面向 近代 当代 改革开放以来 不同".split()
_ENDINGS = (
    "研究 分析 的影响 的应用 的发展趋势 的现状与对策 的实证研究 及其启示 的关系 的设计与实现 综述 评价 的机制 的优化方法 的比较研究 的若干问题 的变迁 的特征 初探 史 概论 导论"
).split()
_JOURNALS = (
    "{s}学报 {s}研究 中国{s} {p}{s} {c}大学学报 {c}大学学报（社会科学版） {c}大学学报（自然科学版） {s}评论 {s}与{t}学刊 {s}科学 现代{s} {s}进展 中国{s}杂志 {s}通报 当代{s} {p}社会科学"
).split()
_PRESSES = (
    "{c}大学出版社 {s}出版社 人民{s}出版社 {p}人民出版社 中华{s}书局 中国{s}出版社 {s}科学出版社 {c}出版社 三联{s}书店 {p}教育出版社 社会科学文献出版社 科学出版社 高等教育出版社 商务印书馆"
).split()
_BODIES = "{c}大学 {c}{s}大学 {p}{s}学院 {c}大学{s}学院 中国科学院{s}研究所 {p}{s}研究院 国家{s}局 {p}{s}厅 {c}{s}技术有限公司 {c}{s}集团股份有限公司 中国{s}科学研究院{c}研究所 {s}部".split()
_MEETINGS = (
    "第{n}届全国{s}学术会议论文集 {y}年{p}{s}学会年会论文集 首届{s}论坛论文摘要集 {p}{s}研讨会论文集 中国{s}学会{y}年学术年会论文集 {s}国际会议论文集 第{n}届{s}大会"
).split()
_PAPERS = "{c}日报 {c}晚报 {p}日报 中国{s}报 {s}时报 经济参考报 {s}周刊".split()
_SITES = "{s}网 {p}新闻网 中国{s}网 {c}市人民政府 {p}省人民政府门户网站 {s}在线 国家统计局".split()
_DEGREES = "博士学位论文 硕士学位论文 博士论文 硕士论文 学位论文 博士 硕士 博士后出站报告 学士学位论文".split()
_REPORTS = "研究报告 科技报告 技术报告 年度报告 调查报告 成果报告 工作论文 科技报告（年度报告） 白皮书".split()
_NUMBERS = "一 二 三 四 五 六 七 八 九 十 十一 十二 二十".split()


def drawn(draw: Random) -> Work:
    """A work of some kind."""
    kind = draw.choices(list(KINDS), list(KINDS.values()))[0]
    year = draw.randint(1975, 2026)
    given: dict[str, Value] = {"title": _title(draw), "issued": Date.of(year), "author": _people(draw)}
    if kind == "article-journal":
        given |= {"container-title": _named(_JOURNALS, draw), "page": _pages(draw)}
        if draw.random() < 0.75:
            given["volume"] = str(draw.randint(1, 60))
        if draw.random() < 0.85:
            given["issue"] = str(draw.randint(1, 24)).zfill(draw.choice((1, 2)))
    elif kind in ("thesis", "report"):
        given |= {"publisher": _named(_BODIES, draw), "genre": draw.choice(_DEGREES if kind == "thesis" else _REPORTS)}
        if kind == "report" and draw.random() < 0.6:
            given["number"] = f"{draw.choice(('', 'TR-', 'NSTL', 'A7'))}{draw.randint(100, 99999999)}"
    elif kind == "paper-conference":
        given["container-title"] = _named(_MEETINGS, draw, year)
        if draw.random() < 0.8:
            given["page"] = _pages(draw)
        if draw.random() < 0.4:
            given["publisher"] = _named(_PRESSES, draw)
        if draw.random() < 0.4:
            given["event-place"] = draw.choice(("", "中国")) + draw.choice(_CITIES)
    elif kind in ("book", "chapter"):
        given["publisher"] = _named(_PRESSES, draw)
        if kind == "chapter":
            given |= {"container-title": _title(draw), "editor": _people(draw)[:2], "page": _pages(draw)}
        elif draw.random() < 0.2:
            given["edition"] = str(draw.randint(2, 6))
        if draw.random() < 0.1:
            given["translator"] = _people(draw)[:2]
    elif kind in ("webpage", "article-newspaper"):
        given |= {"container-title": _named(_SITES if kind == "webpage" else _PAPERS, draw)}
        given["issued"] = Date.of(year, draw.randint(1, 12), draw.randint(1, 28))
        if kind == "article-newspaper" and draw.random() < 0.6:
            given["page"] = str(draw.randint(1, 16))
    else:
        given["number"] = f"CN{draw.randint(10**8, 10**9)}{draw.choice('ABU')}" if kind == "patent" else _standard(draw)
        if kind == "standard":
            given["publisher"] = _named(_PRESSES, draw)
    _also(given, kind, draw)
    return Work(type=kind, variables=given)


def _also(given: dict[str, Value], kind: str, draw: Random) -> None:
    """A place where there is a house, an address, and a body or nobody instead of people."""
    if "publisher" in given and draw.random() < 0.6:
        given["publisher-place"] = draw.choice(_CITIES)
    if draw.random() < (1.0 if kind == "webpage" else 0.2):
        host = draw.choice("www.example.cn d.example.com.cn www.example.gov.cn kns.example.net".split())
        given["URL"] = f"https://{host}/{draw.choice(('detail', 'c', 'n2', 'article'))}/{draw.randint(10**4, 10**9)}"
        if draw.random() < 0.6:
            given["accessed"] = Date.of(draw.randint(2010, 2026), draw.randint(1, 12), draw.randint(1, 28))
    if draw.random() < 0.08:
        given["author"] = (Name(literal=_named(_PAPERS if kind == "webpage" else _BODIES, draw)),)


def _named(forms: list[str], draw: Random, year: int = 2000) -> str:
    """A name of a body, a journal or a press in one of the forms that there are."""
    return draw.choice(forms).format(
        c=draw.choice(_CITIES), p=draw.choice(_PROVINCES), s=draw.choice(_SUBJECTS), t=draw.choice(_SUBJECTS),
        n=draw.choice(_NUMBERS), y=year,
    )  # fmt: skip


def _title(draw: Random) -> str:
    beginning, ending = draw.choice(("", "", *_BEGINNINGS)), draw.choice(_ENDINGS)
    one, other = draw.sample(_THINGS, 2)
    shape = draw.choice(
        ("{b}{x}{e}", "{b}{x}与{y}{e}", "{b}{x}的{y}{e}", "{b}{x}{e}——以{c}市{y}为例", "“{x}”与“{y}”{e}", "{x}：{b}{y}{e}", "{b}{x}、{y}{e}")
    )  # fmt: skip
    return shape.format(b=beginning, x=one, y=other, e=ending, c=draw.choice(_CITIES))


def _people(draw: Random) -> tuple[Name, ...]:
    count = draw.choice((1, 1, 1, 2, 2, 3, 3, 4, 5, 6))
    return tuple(
        Name(draw.choice(_FAMILIES), "".join(draw.sample(_GIVEN, 1 if draw.random() < 0.25 else 2)))
        for _ in range(count)
    )


def _pages(draw: Random) -> str:
    first = draw.randint(1, 400)
    return f"{first}-{first + draw.randint(1, 20)}"


def _standard(draw: Random) -> str:
    return f"{draw.choice(('GB/T', 'GB', 'DL/T', 'JGJ', 'HJ'))} {draw.randint(100, 40000)}—{draw.randint(1985, 2025)}"
