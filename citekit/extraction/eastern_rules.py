"""What brackets, counters and a few words settle about references of Japanese, Chinese and Korean lists, whatever the labeller made
of them.

The title is in single corners, angles or quotation marks, and what it appeared in is in double corners or angles behind it; the house
follows, or a number with its counter: 「潮の本」『港湾研究』第3巻, 《潮》，《港》2009年第4期, "조수," 『항구』 12권 3호. Words of these
scripts have no spaces between them, so that people with the word for what they did behind them are found in the text.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITOR,
    ISSUE,
    PAGES,
    PLACE,
    PUBLISHER,
    TITLE,
    VOLUME,
    field_of,
    is_name,
    set_field,
)
from citekit.extraction.lexer import Words
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_EAST = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_CLOSING = {"「": "」", "『": "』", "《": "》", "“": "”", '"': '"'}
_OPENING = re.compile(r"[「『《“\"]")
_HAN, _HANGUL = r"[\u4e00-\u9fff々]", r"[\uac00-\ud7a3]"
_NAME = rf"(?:{_HAN}{_HAN}(?:{_HAN}{_HAN}??)??|{_HANGUL}{_HANGUL}(?:{_HANGUL}{_HANGUL}??)??)"
"""A person in one piece of two to four characters."""
_NAMES = rf"{_NAME}(?:\s?[・·、，,／/]\s?{_NAME}){{0,7}}"
_OTHERS = r"(?:\s?(?:외|等|ほか|他)(?:\s?\d{1,2}\s?[인名人])?)"
_EDITED = r"(?:主编|主編|编著|編著|编|編|監修|編集|편저|편집|편|엮음)"
_LEADS = r"(?:载于|載於|载|載|收录于|收錄於|收於|收于|收入|見|见)"
_BETWEEN = re.compile(
    rf"[\s，,、（(]*(?:{_LEADS}[\s：:]*)?(?:(?P<people>{_NAMES}){_OTHERS}?\s?{_EDITED}[\s，,、：:]*)?|\s*[（(][^（）()]{{1,40}}[)）][\s，,、]*"
)
"""What may be between a title and what it appeared in: "，载", its editors, or a bracket with co-authors."""
_HOST = re.compile(r"(?P<between>[^「」『』《》“”\"]{0,50}?)(?P<open>[『《])(?P<host>[^『』《》]{1,100})[』》]")
_BEHIND_HOST = re.compile(rf"[\s，,、（(]*(?P<people>{_NAMES}){_OTHERS}?\s?{_EDITED}(?=[\s，,、)）])[)）]?")
_HEAD = re.compile(
    rf"(?:\d{{1,3}}\s?[\].)、]?\s+)?(?P<names>{_NAMES})(?P<others>{_OTHERS})?\s?(?:[（(](?:19|20)\d\d[a-z]?年?[)）]|[，,]\s?(?:19|20)\d\d[a-z]?年?)?\s?[，,:：、.。]?\s*"
)
"""The people whom a reference begins with, before the opening bracket of its title."""
_PLAIN_TITLE = re.compile(
    rf"(?:\d{{1,3}}\s?[\].)、]\s*)?(?P<title>[^\d，,、。（）()][^，,。（）()]{{4,80}})(?:[（(][^（）()]{{1,40}}[)）])?[，,、。]\s?(?:{_LEADS}[\s：:]*)?"
)
"""A title without brackets before what it appeared in: 潮汐與港口，《港口研究》; 潮汐與港口，收錄於《港口》."""
_HOUSE = re.compile(
    r"[\s，,、（(：:]*(?:(?P<place>[^\W\d]{2,8})\s?[：:]\s?)?(?P<house>[^\W\d](?:[^\d，,、。．()（）「」『』《》：:]){1,25}?)(?=\s?[，,、（()）]|[\s，,]*(?:19|20)\d\d|\s?\.?$)"
)
"""The house after what is in brackets, or its place and the house."""
_NO_HOUSE = re.compile(r"\s?(?:[第제]|통권|巻|vol|no|pp|頁|p\.)|.{0,20}(?:学会|學會|학회|协会|協會)$", re.IGNORECASE)
"""What begins a number, and societies, whose journal it is."""
_SOCIETY = re.compile(r"(?:学会|學會|학회|协会|協會)$")
"""What the names of societies end with, which follow the number of their journal."""
_HOUSE_ENDS = re.compile(
    r"(?:社|店|房|館|院|会|堂|出版|文庫|新書|書林|閣|舎|局|书局|书馆|书店|파|사|각|원|문화|관|당|출판|북스|미디어|아카데미)$"
)
"""What houses' names end with, which tells one right behind a bracket from the rest of a title: 『こころ』論."""
_TOWNS = frozenset(
    "台北 臺北 新北 台中 臺中 台南 臺南 高雄 北京 上海 南京 广州 廣州 成都 武汉 西安 杭州 天津 重庆 济南 长沙 合肥 香港 東京 京都 大阪 서울 파주 부산 대구 광주 대전 경기".split()
)
_TOWN_AND_HOUSE = re.compile(
    r"[，,。.]\s?(?P<place>[^\W\d]{2,3})\s?[：:]\s?(?P<house>[^\d\W]{2,20})\s?[，,]\s?(?=(?:19|20)\d\d)"
)
_COUNTED = (
    (VOLUME, re.compile(r"[第제]?\s?(?P<value>\d{1,4})\s?(?:卷|巻|권|輯|辑|집|冊|册|集)")),
    (
        ISSUE,
        re.compile(
            r"(?:(?<![\d年])|(?<=[卷巻권집])|(?<=年)(?=第))[第제]?\s?(?P<value>\d{1,4}(?:[・·/-]\d{1,3})?)\s?(?:期|号|號|호)"
        ),
    ),
    (PAGES, re.compile(r"(?:頁|页|쪽)\s?(?P<value>\d{1,5}(?:\s?[-–—~～〜]+\s?\d{1,5})?)")),
    (PAGES, re.compile(r"(?P<value>\d{1,5}(?:\s?[-–—~～〜]+\s?\d{1,5})?)\s?(?:頁|页|쪽)")),
)
"""Numbers with their counters: 第44卷第3期, 頁811-870, 26권 2호, 45~78쪽."""
_TOGETHER = re.compile(
    rf"[（(]\s?(?:(?:與|与|和|跟)?(?P<people>{_NAMES})\s?(?:との|と|와|과)?\s?(?:共編著|共著|共編|合著|合編|合编|공저|공편)|(?:공저|공편|共著|共編|合著)\s?[，,:：、]\s?(?P<named>{_NAMES}))\s?[)）]"
)
"""With whom the owner of the list wrote or edited something: （與林美合著）, （林美と共著）, (공저, 김미나)."""


@dataclass(frozen=True, slots=True)
class BracketedParts:
    """Where the title is that brackets mark, and what it appeared in, each without the brackets; ``behind`` is what follows both, and
    ``editors`` are between."""

    title: tuple[int, int]
    host: tuple[int, int] | None
    behind: int
    editors: tuple[int, int] | None = None


def bracketed_parts(text: str) -> BracketedParts | None:
    """Return the title and the container of a reference as brackets mark them, None where they mark none.

    >>> text = "森葵：《潮》，载林美主编：《港》，北京：港出版社，2013年"
    >>> parts = bracketed_parts(text)
    >>> text[slice(*parts.title)], text[slice(*parts.host)], text[slice(*parts.editors)]
    ('潮', '港', '林美')
    """
    opening = _OPENING.search(text) if _EAST.search(text) else None
    if opening is None:
        return None
    sign = opening.group()
    end = _closed(text, opening.end(), sign)
    if end < 0:
        return None
    title = (opening.end(), end)
    before = text[: opening.start()].strip()
    found = _HOST.match(text, end + 1) if sign != "『" else None
    between = _BETWEEN.fullmatch(text, end + 1, found.start("open")) if found else None
    # 《論語》《孟子》 are two works in a title.
    given = between is not None and (sign != "《" or between.end() > between.start())
    # What is before corners must be people: a longer text is often the title, or the name of a series.
    given = given and (sign != "「" or not before or _HEAD.fullmatch(text, 0, opening.start()) is not None)
    if found and between and given:
        people = between.span("people") if between["people"] else None
        behind = found.end()
        if people is None and (after := _BEHIND_HOST.match(text, behind)):
            people, behind = after.span("people"), after.end()
        return BracketedParts(title, found.span("host"), behind, people)
    # Behind anything else it may be the journal: 潮の道，森葵，『港湾研究』.
    alone = not any(map(str.isalpha, before)) or _HEAD.fullmatch(text, 0, opening.start())
    others = sum(text.count(one) for one in '「『《“"')
    if sign not in "『《" or others > 1:
        return None
    plain = _PLAIN_TITLE.fullmatch(text, 0, opening.start())
    if plain and not _HEAD.fullmatch(text, 0, opening.start()):
        behind, people = end + 1, None
        if after := _BEHIND_HOST.match(text, behind):
            people, behind = after.span("people"), after.end()
        return BracketedParts(plain.span("title"), title, behind, people)
    return BracketedParts(title, None, end + 1) if alone else None


def _closed(text: str, start: int, sign: str) -> int:
    """Return where the bracket is that closes one, which may hold others of its kind; -1 for none."""
    closing, depth = _CLOSING[sign], 1
    for place in range(start, len(text)):
        if text[place] == closing:
            depth -= 1
            if not depth:
                return place
        depth += text[place] == sign
    return -1


def titles_in_corners(words: Words, labels: list[str]) -> None:
    """The title is in single corners, and right after it the container in double ones or angles: 「「潮」の道」『港湾研究』.

    What is before the title keeps its labels, as it may be a series or a kind of work; where it is people, or nothing,
    :func:`works_in_brackets` states more.
    """
    text = words.item.text
    joint = _CORNERS.search(text)
    if joint is None:
        return
    open_at, depth = joint.start(), 1
    while open_at and depth:
        open_at -= 1
        depth += (text[open_at] == "」") - (text[open_at] == "「")
    end = text.find(_CLOSING[text[joint.end() - 1]], joint.end())
    first, stop, over = (words.first_from(at) for at in (open_at, joint.start(), end))
    if depth or end < 0 or not first < stop < over:
        return
    set_field(labels, first, stop, TITLE)
    set_field(labels, stop, over, CONTAINER)
    for i in range(over, len(labels)):
        if labels[i] not in (f"I-{TITLE}", f"I-{CONTAINER}"):
            break
        labels[i] = "O"


_CORNERS = re.compile(r"」\s?[『《]")


def works_in_brackets(words: Words, labels: list[str]) -> None:
    """Label the title and the container that brackets mark, and the people before them."""
    text = words.item.text
    parts = bracketed_parts(text)
    if parts is None:
        return
    for span, field in ((parts.title, TITLE), (parts.host, CONTAINER)):
        if span is not None:
            first, stop = _inside(words, *span)
            if first == stop:
                return
            for i, label in enumerate(labels):
                if label in (f"B-{field}", f"I-{field}"):
                    labels[i] = "O"
            set_field(labels, first, stop, field)
            if labels[stop : stop + 1] and labels[stop][:2] == "I-":
                labels[stop] = f"B{labels[stop][1:]}"
    over = words.first_from(parts.host[1] if parts.host else parts.title[1])
    first = words.first_from(parts.title[0])
    for i in (
        *range(words.first_from(parts.title[1]), words.first_from(parts.host[0]) if parts.host else 0),
        *range(over, len(labels)),
    ):
        if is_name(labels[i]) or field_of(labels[i]) in (TITLE, CONTAINER):
            labels[i] = "O"
    head = _HEAD.fullmatch(text, 0, parts.title[0] - 1)
    if head is None or any(map(is_name, labels[:first])):
        return
    for name in re.finditer(_NAME_ALONE, text[head.start("names") : head.end("names")]):
        begin = words.first_from(head.start("names") + name.start())
        if words.starts[begin : begin + 1] != [head.start("names") + name.start()]:
            return
        labels[begin] = f"B{AUTHOR}F"
    if head["others"]:
        i = words.first_from(head.start("others"))
        labels[i] = f"{AUTHOR}-ETAL"


_NAME_ALONE = r"[^\s・·、，,／/]+"


def numbers_and_houses(words: Words, labels: list[str]) -> None:
    """Label the house after what is in brackets, a known town with the house before the year, and numbers with their counters."""
    text = words.item.text
    if not _EAST.search(text):
        return
    parts = bracketed_parts(text)
    house = _HOUSE.match(text, parts.behind) if parts else None
    if house and parts:
        apart = text[parts.behind : house.start("place") if house["place"] else house.start("house")]
        given = apart != "" or _HOUSE_ENDS.search(house["house"]) is not None
        # The towns of these scripts have four characters at most.
        if not given or _NO_HOUSE.match(house["house"]) or (house["place"] and len(house["place"]) > 4):
            house = None
    if house is None:
        house = next((one for one in _TOWN_AND_HOUSE.finditer(text) if one["place"] in _TOWNS), None)
    if house:
        for name, field in (("place", PLACE), ("house", PUBLISHER)):
            first, stop = _inside(words, *house.span(name)) if house[name] else (0, 0)
            if first < stop and first and f"B-{TITLE}" in labels[:first]:
                for i, label in enumerate(labels):
                    if label in (f"B-{field}", f"I-{field}"):
                        labels[i] = "O"
                set_field(labels, first, stop, field)
    for i, label in enumerate(labels):
        if label == f"B-{PAGES}" and _EAST.match(words.texts[i]):
            labels[i] = f"B-{PUBLISHER}" if _SOCIETY.search(words.texts[i]) and f"B-{PUBLISHER}" not in labels else "O"
    _counted(words, labels, parts)


def _counted(words: Words, labels: list[str], parts: BracketedParts | None) -> None:
    """Label numbers with their counters, and the bare one right after what something appeared in: 『항구』 158, 2012."""
    text = words.item.text
    begin = parts.behind if parts else 0
    at = words.first_from(begin)
    if parts and parts.host and not {"B-V", "B-N"} & {*labels} and labels[at : at + 1] == ["O"]:
        bare = (
            words.texts[at].isdecimal()
            and not words.separators[at].strip("』》 ")
            and words.separators[at + 1].strip(" 、")[:1] in ("", ",", "，", "(", "（")
        )
        if bare and len(words.texts[at]) < 4:  # 『항구』 158, 2012: four digits are a year
            labels[at] = "B-V"
    for field, pattern in _COUNTED:
        if f"B-{field}" in labels and field != PAGES:
            continue
        for found in pattern.finditer(text, begin):
            first, stop = _inside(words, *found.span("value"))
            fields = {field_of(label) for label in labels[first:stop]}
            if (
                first < stop
                and first
                and field_of(labels[first - 1]) != TITLE
                and fields <= {"O", CONTAINER, PAGES, VOLUME}
            ):
                if f"B-{field}" not in labels and (field == PAGES or PAGES not in fields):
                    set_field(labels, first, stop, field)
                    for i in range(words.first_from(found.start()), words.first_from(found.end())):
                        labels[i] = "O" if not first <= i < stop else labels[i]
                break


def _inside(words: Words, start: int, end: int) -> tuple[int, int]:
    return words.first_from(start), words.first_from(end)


def people_beside(text: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield lists of people that no word is apart from: the role of each and where its names are; ``""`` is the role of those with whom
    the owner of the list wrote.

    >>> text = "「潮」森葵・呉介編『港』"
    >>> [(role, [text[a:b] for a, b in spans]) for role, spans in people_beside(text)]
    [('E', ['森葵', '呉介'])]
    """
    parts = bracketed_parts(text)
    if parts and parts.editors:
        yield EDITOR, list(_spans(text, *parts.editors))
    head = _EDITED_HEAD.match(text) if parts else None
    if head and parts and head.end() <= parts.title[0]:
        yield EDITOR, list(_spans(text, *head.span("names")))
    if (found := _TOGETHER.search(text)) is not None:
        name = "people" if found["people"] else "named"
        edited = "編" in found.group() and "編著" not in found.group()
        edited = edited or "合编" in found.group() or "공편" in found.group()
        yield ("with editors" if edited else "with"), list(_spans(text, *found.span(name)))


_EDITED_HEAD = re.compile(
    rf"(?:\d{{1,3}}\s?[\].)、]?\s+)?(?P<names>{_NAMES}){_OTHERS}?\s?{_EDITED}\s?(?:[（(](?:19|20)\d\d[a-z]?年?[)）])?\s?[，,:：、.。]?\s*(?=[『《])"
)


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for name in re.finditer(_NAME_ALONE, text[start:end]):
        yield start + name.start(), start + name.end()
