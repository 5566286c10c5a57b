"""The forms in which lists print volume, issue, pages and article numbers, as patterns with what each is worth."""

from __future__ import annotations

import re

_NUM = r"(?:[Ee]\d{8,10}|[A-Za-z]{0,3}\d{1,7}(?:[A-Za-z]\d{0,3})?)"
_DASH = r"(?:\s?\u00ad?[-–—‐−‑]{1,3}\s?|(?<=\d)[?_Ð](?=\d))"
"""A dash, or what broken conversions made of one."""
_SUPPLEMENT = r"(?:\.e\d{1,3}(?!\w))?"
_PAGES = rf"{_NUM}(?:{_DASH}{_NUM}{_SUPPLEMENT})?(?:\s?,\s?{_NUM}{_DASH}{_NUM})?"
_RANGE = rf"{_NUM}{_DASH}{_NUM}{_SUPPLEMENT}"
_PAGE_WORD = r"(?:pp?|pgs?|pages?|pag|págs?|paginas|páginas|Seiten?|str|стр|S)(?:\.\s?|\s)"
_ISSUE = r"(?:[A-Za-z]{1,8}\.?\s)?\d{1,5}(?:\s?[-–/&]\s?\d{1,4})?[A-Za-z]?|[A-Za-z]{1,8}\.?\s?\d{0,3}"
_BRACKET = re.compile(r"\d[A-Za-z]?,?\s?\(")
_COMMA = re.compile(r"\d[A-Za-z]?\s?[,;]\s?[A-Za-z]{0,3}\d")
_COLON = re.compile(r"[\d)][A-Za-z]?\s?:\s?[A-Za-z]{0,3}\d")
_STRETCH = re.compile(r"\d[A-Za-z]?(?:\s?\u00ad?[-–—‐−‑]|[?_Ð]\d)")
_PAGE_AFTER = re.compile(r"\d[A-Za-z]?\)?\s?[,.:;]?\s?(?:[Pp]p?|[Pp]ages?|S)[.:]?\s?\d")
_STOP = re.compile(r"\d\.\s")
_NUMBER_WORD = re.compile(r"\d[A-Za-z]?\s?,?\s?[NnIi]")
SIGNS = {
    "(": _BRACKET,
    ",": _COMMA,
    ":": _COLON,
    "-": _STRETCH,
    "n": _NUMBER_WORD,
    "p": _PAGE_AFTER,
    ".": _STOP,
    "/": re.compile("/"),
    "S": re.compile(r"S\."),
    "((": re.compile(r"\(\d"),
    "X": re.compile(r"[IVXLC]{2}"),
    "$": re.compile(r"\d\.?\s{0,3}(?:$|https?:|doi)"),
    "": re.compile(""),
}
"""What must stand somewhere in a text that a pattern can match in; quicker to find than the pattern."""
FORMS: tuple[tuple[str, float, str, re.Pattern[str]], ...] = (
    # 26(5), 1-46 / 17 (1): 100 / 123(24), e2537884123
    (
        "volume-issue-pages",
        2.0,
        "(",
        re.compile(
            rf"(?<![\w.(])(?:[Vv]ol(?:\.:?|:)\s?)?(?P<volume>[A-Z]?\d{{1,4}}[A-Z]?)(?:\s?|,\s)\((?:\(?(?P<issue>(?!(?:1[89]|20)\d\d\)){_ISSUE})\)?)?\)"
            rf"(?:\s?[,:;.]?\s?(?:{_PAGE_WORD})?(?P<pages>{_PAGES})(?![\w(]))?"
        ),
    ),
    # 46 (2011), 247-274 / 70 (2024), no. 3/4, pp. 313-381
    (
        "volume-year-pages",
        2.8,
        "(",
        re.compile(
            rf"(?<![\w.(–—‐−‑-])(?P<volume>[A-Z]?\d{{1,4}})\s?\(\s?(?P<year>(?:1[89]|20)\d\d)\)\s?[,:;.]?\s?"
            rf"(?:(?:no|issue|nr|n°)\.?\s?(?P<issue>\d{{1,4}}(?:\s?[-–/]\s?\d{{1,4}})?)\s?[,:;]?\s?)?"
            rf"(?:{_PAGE_WORD})?(?P<pages>{_PAGES})?(?![\w])",
            re.IGNORECASE,
        ),
    ),
    # 50: 3 (2015), 394-419
    (
        "volume-issue-year-pages",
        3.0,
        "(",
        re.compile(
            rf"(?<![\w./:-])(?P<volume>\d{{1,4}})\s?[:.,]\s?(?P<issue>\d{{1,3}})\s?\((?P<year>(?:1[89]|20)\d\d)\)\s?[,:;.]?\s?(?:{_PAGE_WORD})?(?P<pages>{_PAGES})(?!\w)"
        ),
    ),
    # 86:2 (June 1995) 222-244 / 11/12 (July 1995), 33-48 / 47 4-6 (2018) 326-349
    (
        "volume-issue-year-pages",
        3.1,
        "(",
        re.compile(
            rf"(?<![\w./:-])(?P<volume>\d{{1,4}})(?:\s?[:/.]\s?|\s)(?P<issue>\d{{1,3}}(?:[-–/]\d{{1,3}})?)\s\((?:[A-Z][a-z]{{2,8}}\.?\s)?(?P<year>(?:1[89]|20)\d\d)\)"
            rf",?:?\s(?:{_PAGE_WORD})?(?P<pages>{_RANGE}|\d{{1,6}}(?!\s?[-–]))(?!\w)"
        ),
    ),
    # 18 (2023) 10:e0292968 / 114 (2015) 5:052001 / 14 (2019) no.03 (C03047)
    (
        "volume-issue-year-pages",
        3.2,
        "(",
        re.compile(
            r"(?<![\w./:-])(?P<volume>\d{1,4})\s\((?P<year>(?:1[89]|20)\d\d)\),?\s(?:no\.?\s?)?(?P<issue>\d{1,3})"
            r"(?::\s?(?P<pages>[A-Za-z]?\d{3,9})|\s\((?P<number>[A-Z]\d{4,6})\))(?!\w)"
        ),
    ),
    # 287(1919), 20192478
    (
        "volume-issue-pages",
        2.9,
        "(",
        re.compile(r"(?<![\w.(])(?P<volume>\d{1,4})\s?\((?P<issue>\d{4})\),\s(?P<pages>(?:19|20)\d{6})(?!\w)"),
    ),
    # 113. Pages. 584-607
    (
        "volume-pages",
        2.1,
        "p",
        re.compile(
            rf"(?<=[a-z]{{4}}\.\s)(?P<volume>(?!(?:1[89]|20)\d\d\b)\d{{1,4}})\.\s(?:pp|[Pp]ages?)[.:]?\s?(?P<pages>{_RANGE})(?!\w)"
        ),
    ),
    # 45, 12,049-12,057
    (
        "volume-pages",
        2.2,
        ",",
        re.compile(
            rf"(?<![\w./:-])(?P<volume>\d{{1,4}}),\s(?:{_PAGE_WORD})?(?P<pages>\d{{1,3}},\d{{3}}{_DASH}\d{{1,3}},\d{{3}})(?!\w|,\d)"
        ),
    ),
    # Research, 101411.
    (
        "article-number",
        1.5,
        ".",
        re.compile(r"(?<=[a-z],\s)(?P<number>1\d{5})(?=\.\s)"),
    ),
    # 39, 4 (July 2020), 85-97 / 2, 1 (Mar. 2011), 1-8
    (
        "volume-issue-year-pages",
        3.0,
        "(",
        re.compile(
            rf"(?<![\w./:-])(?P<volume>\d{{1,4}}),\s?(?P<issue>[A-Z]?\d{{1,3}}(?:[-–/]\d{{1,3}})?),?\s(?:Article\s(?P<number>\w{{1,9}})\s)?\([A-Z][a-z]{{2,8}}\.?\s(?P<year>(?:19|20)\d\d)\)"
            rf"(?:,\s(?:{_PAGE_WORD})?(?P<pages>{_RANGE}|\d{{1,6}}(?!\s?pages))(?!\w))?"
        ),
    ),
    # 48, 4, pp. 1109-1134
    (
        "volume-issue-pages",
        2.2,
        "p",
        re.compile(
            rf"(?<=[.,;a-z)]\s)(?P<volume>(?!(?:1[89]|20)\d\d\b)\d{{1,4}}),\s(?P<issue>(?!(?:1[89]|20)\d\d\b)[A-Z]?\d{{1,4}}(?:[-–/]\d{{1,4}})?),\s(?:pp?|pages?)\.?\s?(?P<pages>{_PAGES})(?!\w)"
        ),
    ),
    # 101:473, 270-277
    (
        "volume-issue-pages",
        2.0,
        ":",
        re.compile(rf"(?<![\w./:-])(?P<volume>\d{{1,4}}):(?P<issue>\d{{1,4}}),\s(?P<pages>{_RANGE})(?!\w)"),
    ),
    # 94: 212 215, 1993
    (
        "volume-pages",
        2.0,
        ":",
        re.compile(r"(?<=[a-z]\s)(?P<volume>\d{1,4}):\s?(?P<pages>\d{2,5}\s\d{2,5})(?=,?\s\(?(?:1[89]|20)\d\d)"),
    ),
    # Science XXXVIII:483-569 / Science XXXIV (1959) 551-568
    (
        "volume-year-pages",
        2.6,
        "X",
        re.compile(
            rf"(?<=[a-z.]\s)(?P<volume>[IVXLC]{{2,8}})(?:\s\((?P<year>(?:1[89]|20)\d\d)\),?\s?|:\s?)(?:{_PAGE_WORD})?(?P<pages>{_RANGE})(?!\w)"
        ),
    ),
    # 69, 1963, 75-86
    (
        "volume-year-pages",
        2.9,
        ",",
        re.compile(
            rf"(?<![\w./:-])(?P<volume>[A-Z]?\d{{1,4}}),\s?(?P<year>(?:1[89]|20)\d\d),\s?(?:{_PAGE_WORD})?(?P<pages>{_RANGE})(?!\w)"
        ),
    ),
    # 62 Suppl 3:123-6
    (
        "volume-issue-pages",
        2.3,
        ":",
        re.compile(
            rf"(?<![\w./:-])(?P<volume>\d{{1,4}})\s(?P<issue>(?:Suppl(?:ement)?|Spec|Pt)\.?(?:\s?\w{{1,4}})?)\s?:\s?(?P<pages>{_PAGES})(?!\w)"
        ),
    ),
    # 93(September/October), 12 (Suppl. 1): 104-106
    (
        "volume-issue-pages",
        2.05,
        "(",
        re.compile(
            r"(?<![\w.(/])(?P<volume>[A-Z]?\d{1,4})\s?\((?P<issue>(?:Suppl|supp|Spec|Pt|Part|Spring|Summer|Fall|Autumn|Winter|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[\w ./–-]{0,24})\)"
            rf"(?:\s?[,:;]?\s?(?:{_PAGE_WORD})?(?P<pages>{_PAGES})(?![\w(]))?"
        ),
    ),
    # vol. 26/9
    (
        "volume",
        2.0,
        "/",
        re.compile(
            r"(?<!\w)(?:[Vv]ol(?:ume)?|VOL|[Bb]d)(?:\.\s?|\s)(?P<volume>\d{1,4})\s?/\s?(?P<issue>\d{1,3})(?![\w/])"
        ),
    ),
    # vol. 4, no. 2, pp. 3-4, in whole or in part
    (
        "volume",
        1.9,
        "",
        re.compile(
            r"(?-i:(?=[VvBbTtJj]))(?<!\w)(?:vol(?:ume|umen)?|bd|band|jg|jahrg(?:ang)?|tom[eo]?|v)(?:\.\s?|\s|:\s?(?=\d)|(?<=[Vv]ol)(?=\d))(?P<volume>(?:[A-Z]|[A-Z]{2}-)?\d{1,5}[A-Z]?(?:\s?[-–]\s?\d{1,4})?|[IVXLC]{1,7}\b)"
            r"(?:\s?\((?P<issue>(?!(?:1[89]|20)\d\d\))[\w\s./–-]{1,12})\))?"
            rf"(?:\s?[,:]\s?(?P<pages>{_RANGE})(?!\w))?",
            re.IGNORECASE,
        ),
    ),
    (
        "issue",
        1.9,
        "",
        re.compile(
            r"(?-i:(?=[NnIiHhFfBb№]))(?<!\w)(?:(?:no|nr|num|number|nos|issue|iss|núm|numéro|número|heft|fasc|broj)(?:\.\s?|\s|:\s)|n[°º]\s?|№\s?|(?-i:H)\.\s?(?=\d{1,2}(?!\d))|(?-i:n)\.\s?(?=\d))(?P<issue>[A-Z]{0,4}\d{1,5}(?:\s?[-–/&]\s?\d{1,4})?)(?!\w)",
            re.IGNORECASE,
        ),
    ),
    (
        "pages",
        1.9,
        "",
        re.compile(
            rf"(?-i:(?=[(\[PpSs]))[(\[]?(?<!\w)(?:(?-i:pp?)|(?-i:P(?=\.\s?\d{{1,5}}\s?[-–]))|pp|pgs?|pages?|pag|págs?|páginas|paginas|seiten)(?:\.\s?|\s|:\s?)(?P<pages>{_NUM}:?\d*(?:{_DASH}{_NUM}:?\d*)?)(?!\w)[)\]]?",
            re.IGNORECASE,
        ),
    ),
    (
        "pages",
        1.6,
        "S",
        re.compile(rf"(?<![\w.])S\.\s?(?P<pages>(?!(?:19|20)\d\d[.,)])\d{{1,5}}(?:{_DASH}\d{{1,5}})?)(?!\w)"),
    ),
    # 47, no. 4 / 12 no. 3
    (
        "volume",
        1.85,
        "n",
        re.compile(
            r"(?<![\w./:–-])(?P<volume>[A-Z]?(?!(?:19|20)\d\d\b)\d{1,4}[A-Z]?)\s?,?\s?(?=(?:no|nr|issue|iss|number)\.?\s?\d)",
            re.IGNORECASE,
        ),
    ),
    # Rev., 70, pp. 24-43 / 2021. 218: p. 112278
    (
        "volume",
        1.6,
        "p",
        re.compile(
            r"(?<=[.,;a-z)]\s)(?P<volume>(?!(?:1[89]|20)\d\d\b)\d{1,4}[A-Z]?)\s?[,.:;]?\s?(?=(?:pp?|pages?|S)\.?\s?[A-Za-z]?\d)"
        ),
    ),
    # Advances in Neural Information Processing Systems, 30.
    (
        "volume",
        1.2,
        "$",
        re.compile(r"(?<=[a-z],\s)(?P<volume>\d{1,3})(?=\.?\s{0,3}(?:$|https?:|doi))"),
    ),
    # Rev., 79, (2021)
    (
        "volume",
        1.6,
        "(",
        re.compile(r"(?<=[.a-z],\s)(?P<volume>\d{1,4}),\s?(?=\((?:1[89]|20)\d\d[a-z]?\))"),
    ),
    # Chemistry. 27. 165-176 / Climatology. 37. https://…
    (
        "volume-pages",
        1.75,
        ".",
        re.compile(
            rf"(?<=[a-z]\.\s)(?P<volume>(?!(?:1[89]|20)\d\d\b)\d{{1,3}})\.\s(?:(?P<pages>{_RANGE})(?!\w)|(?=https?:|10\.\d{{4}}|doi|DOI))"
        ),
    ),
    # Aisthesis (58): 59-80
    (
        "issue-pages",
        1.7,
        "((",
        re.compile(rf"(?<=[\w,]\s)\((?P<issue>(?!(?:1[89]|20)\d\d\b)\d{{1,4}})\)\s?[:,]\s?(?P<pages>{_RANGE})(?!\w)"),
    ),
    # 2, no. 1 (2012): e000850
    (
        "pages",
        1.7,
        ":",
        re.compile(r"(?<=\d\)):\s?(?P<pages>[A-Za-z]{1,3}\d{3,8})(?!\w)"),
    ),
    # 1951:23-41
    (
        "year-pages",
        1.9,
        ":",
        re.compile(rf"(?<=[;,]\s)(?P<year>(?:1[89]|20)\d\d):(?P<pages>{_RANGE})(?!\w)"),
    ),
    # Volume 167, 2022, 112741
    (
        "article-number",
        1.65,
        ",",
        re.compile(r"(?<=\b20\d\d),\s(?P<number>(?!(?:19|20)\d\d\b)\d{4,9})(?=[,.]\s|[,.]?$)"),
    ),
    (
        "article-number",
        1.9,
        "",
        re.compile(
            r"(?-i:(?=[AaPp]))(?<!\w)(?<!orking )(?<!ussion )(?<!search )(?:art(?:icle|ikel)?\.?|paper)\s?(?:no|nr|number|id|#)?\.?\s?(?P<number>[A-Z]{0,3}\d{1,9})(?!\w)",
            re.IGNORECASE,
        ),
    ),
    # 310: 1691-1696 / 423:109806
    (
        "volume-pages",
        1.7,
        ":",
        re.compile(
            rf"(?<![\w./:–-])(?P<volume>\d{{1,4}}(?:[A-Z]|{_DASH}\d{{1,4}})?)\s?:\s?(?P<pages>{_RANGE}|\d{{1,5}}e\d{{1,4}}|[A-Za-z]?\d{{1,9}})(?![\w:/])"
        ),
    ),
    # 17, 100-119 / 13, 3071 / 157, 106275
    (
        "volume-pages",
        1.6,
        ",",
        re.compile(
            rf"(?<![\w./:–-])(?P<volume>[A-Z]?(?!(?:19|20)\d\d\b)\d{{1,4}}[A-Z]?)\s?[,;]\s?(?P<pages>{_RANGE}|\d{{14,18}}|[A-Za-z]{{0,3}}\d{{1,9}})(?!\w|\s?[-–]?(?:st|nd|rd|th)\b)(?!\s?[,;]\s?(?:{_RANGE}))"
        ),
    ),
    (
        "volume-issue-pages",
        1.65,
        ",",
        re.compile(rf"(?<![\w./:–-])(?P<volume>\d{{1,4}})\s?,\s?(?P<issue>\d{{1,3}})\s?,\s?(?P<pages>{_RANGE})(?!\w)"),
    ),
    # Review, LXV, 1958
    ("volume", 1.8, "X", re.compile(r"(?<=,\s)(?P<volume>[IVXLC]{2,8})(?=,\s(?:\(?(?:1[89]|20)\d\d|no?\.))")),
    # 55 367-375
    (
        "volume-pages",
        1.55,
        "-",
        re.compile(rf"(?<=[,.a-z]\s)(?P<volume>(?!(?:1[89]|20)\d\d\b)\d{{1,4}})\s(?P<pages>{_RANGE})(?!\w)"),
    ),
    # 247-274 alone
    (
        "pages",
        1.2,
        "-",
        re.compile(rf"(?<![\w./:–-])(?P<pages>[A-Za-z]?\d{{1,6}}{_DASH}[A-Za-z]?\d{{1,6}})(?![\w/:–-])"),
    ),
)
"""The kind of locator, its weight, the sign (see :data:`SIGNS`) without which it is not looked for, and the pattern, whose
groups are ``volume``, ``issue``, ``pages``, ``number`` and ``year``. Of two that overlap the heavier is taken."""
