"""The rare kinds of works by plain words: what calls a work a patent, a case in court, data, software, a film or a talk.

The model of types weighs many signs and has met few works of these kinds. Where a reference says in words what it is of, or names
a newspaper, an archive of data or a studio that is known, that decides.
"""

from __future__ import annotations

from citekit.extraction.phrases import word_rows
from citekit.extraction.record import ParsedItem
from citekit.extraction.signs import LAWS, law
from citekit.runtime import patterns as re

PATENT_NUMBER = re.compile(
    r"(?<![\w/.-])(?:(?:US|EP|WO|EU|DE|JP|CN|RU)[\s/-]?(?:[A-Z]\s?)?(?:(?:19|20)\d\d/\d{5,7}|\d{1,3}(?:[ ,]\d{3}){2}|\d{7,12})(?:\s?[A-Z]\d?)?"
    r"|(?:GB|FR|KR|SU|CA|AU|ES|IT|CH|AT|SE|NL|DK|FI|NO|PL|IN|BR|TW)[\s/-]?(?:\d{1,3}(?:[ ,]\d{3}){2}|\d{6,12})\s?[A-CTUY]\d?)(?!\w)"
)
"""The number of a patent: the office's two letters, more digits than a postal code has, and a letter for its stage, that only large
offices may lack."""
_STANDARD_NUMBER = re.compile(
    r"(?:ISO|IEC|IEEE\sStd\.?|ANSI|ASTM|DIN|BS|EN|NF|UNE|UNI|JIS|ÖNORM|CEN|ITU-[TR]|ECMA|GB|ГОСТ|GOST|SN|SS|NEN|AS|AS/NZS)"
    r"(?:[/\s-](?:IEC|IEEE|EN|ISO|TR|TS|R|PAS|T|Р|NZS)){0,3}[\s-]?[A-Z]{0,3}\.?\s?\d{1,6}(?:[-.]\d{1,5}+){0,3}(?:[:-](?:19|20)?\d\d)?(?:/Amd.*|/Cor.*)?"
)
"""What a body of standards numbers, with the year of the edition behind a colon: "ISO 9001:2015", "DIN EN 1993-1-1"."""
_OF_PATENTS = re.compile(
    r"//(?:[\w-]++\.)*(?:patents\.google|espacenet|patentscope|freepatentsonline|patft|lens\.org/\d)"
)
_TALK = re.compile(
    r"\b(?:paper|poster|talk|lecture|keynote|address|presentation)\s(?:presented|given|delivered|read)\b|\b(?:invited|keynote|plenary)\s(?:talk|lecture|address|speech)\b"
    r"|(?<=[.,”’\"'\[(] )(?:talk|lecture|speech|presentation)\s(?:at|to)\s|[\[(](?:talk|speech|lecture|vortrag|ponencia|föredrag|foredrag|referat)[\])]"
    r"|(?<=[.,] )(?:lecture|speech|keynote|address|talk|vortrag)\.?$|(?<=[.”’\"] )talk\.\s|\bvortrag\s(?:auf|bei|beim|am|an|im|gehalten)\b|\bcommunication\sprésentée\b|\bconférence\s(?:donnée|prononcée)\b"
    r"|\b(?:ponencia|comunicación)\spresentada\b|\b(?:comunicação|trabalho)\sapresentad[ao]\b|\brelazione\spresentata\b|\breferat\swygłoszony\b|\b(?:föredrag|foredrag)\s(?:på|ved|vid|hållet|holdt)\b|\bдоклад\sна\b",
    re.IGNORECASE,
)
_DATA_HOUSE = re.compile(
    r"\bdataverse\b|^pangaea$|^dryad\b|\bdata\s(?:archive|cent(?:er|re)|service|repository|store|bank)\b|\bfigshare\b|^openneuro$|^envidat$|^mendeley data$|\bdataport\b"
    r"|^icpsr$|^inter-university consortium for political|^datenarchiv\b|\bforschungsdatenzentrum\b|^kaggle$|machine learning repository",
    re.IGNORECASE,
)
"""Archives that publish nothing but data."""
_OF_DATA_OR_CODE = re.compile(r"^(?:zenodo|osf|github|gitlab|bitbucket|sourceforge|cran|pypi)$", re.IGNORECASE)
_DATA = re.compile(r"(?<=[.,”\"’] )data\s?set[.,]|\bdatensatz\b|\bjeu de données\b", re.IGNORECASE)
_CODE = re.compile(r"\bR package version \d|(?<=[.,”\"’] )(?:computer )?(?:software|program)[.,]\s", re.IGNORECASE)
_CODE_HOST = re.compile(
    r"(?:https?://)?(?:www\.)?(?:(?:github|gitlab|bitbucket)\.(?:com|org)/[\w.-]+/[\w.-]+/?(?:tree/.*|releases.*)?$|cran\.r-project\.org/|pypi\.org/|bioconductor\.org/|r-forge\.r-project\.org/|sourceforge\.net/p)",
    re.IGNORECASE,
)
"""The address of a program itself, and not of a page about it among the files and questions beside."""
_STUDIO = re.compile(
    r"\b(?:pictures|films|studios|home video|home entertainment|cinematogr[aá]fic\w*|filmproduktion|filmverleih)\b\.?(?:,|$)|^(?:the )?criterion collection$|^(?:warner bros|paramount|miramax|metro-goldwyn-mayer|mgm|20th century fox|twentieth century fox|gaumont|pathé|kino lorber|lionsgate|netflix|hbo)\b",
    re.IGNORECASE,
)
_VIDEO_HOST = re.compile(r"//(?:[\w-]++\.)*(?:youtu\.be|youtube\.com/watch|vimeo\.com/\d|kanopy\.com)")
_SCREEN = re.compile(
    r"\(Directors?\)|, director\. |\bDirected by [A-Z]|(?<=[.,\]] )(?:DVD|Blu-ray|VHS)\b|\b(?:Regie|Réal|Regia|Dir)\.?: "
)
_ENCYCLOPEDIA = re.compile(
    r"\bencyclop[aæ]?e?di|\benzyklop|\bencicloped|\bencyklop|\bэнциклопед|^(?:the )?(?:free )?wikipedia\b|\bbritannica\b|\blexikon\b|\blexicon of\b|\b(?:dictionary|dictionnaire) of national biography\b|\bdeutsche biographie\b"
    r"|\bdizionario biografico\b|\bdiccionario biográfico\b|\bnational biography\b|\brealencyclop",
    re.IGNORECASE,
)
_OFFICE = re.compile(
    r"\b(?:Council|Department|Dept|Agency|Office|Bureau|Commission|Administration|Laborator(?:y|ies)|Embassy|Center|Bank|Service|Survey|Program|Ministry|NASA|OECD|Bundesamt|Umweltbundesamt)\b"
)
"""Institutions whose works are reports in nine of ten cases, as several thousand works of bibliographies have them; of institutes,
societies and ministries in other languages as many are books."""
_SCHOOL = re.compile(
    r"\b(?:Universit\w{1,4}|Uniwersytet|Univerzita|College|Seminary|Polytechni\w{1,8}|Politecnico|Hochschule|Institute of Technology|Virginia Tech)\b"
)
"""A school by itself: what one person wrote and it alone issues is a thesis in three of four cases, and a book in one of twenty."""
_PART_OF_SCHOOL = re.compile(r"\b(?:Section|Division|Unit|Group|Centre|Library|Museum|Observatory)\b")
"""What a school prints reports under."""
_PRESS = re.compile(r"(?i)\b(?:press|verlag|publ\w*|books|éditions|editorial|editora)\b")
_TITLE_OF_REPORT = re.compile(
    r"\breports?\b|\bassessment\b|\bevaluation\b|\bwhite paper\b|bericht\b|\brapport\b|\binforme\b|\brelatório\b|\brapporto\b|\braport\b|\bzpráva\b",
    re.IGNORECASE,
)
_NUMBERED_REPORT = re.compile(
    r"(?<=[.,(”’\"] )(?:[A-Z]{2,8}\s)?(?:Tech(?:\.|nical) Rep(?:\.|ort)|Working Paper|Discussion Paper|Research Report|Policy Brief|Policy Paper|Issue Brief|White Paper|Memorandum|Report|Rapport|Bericht|Informe|Relatório)\s(?:(?:No|Nr|no|nr|n°|nº)[.:]?\s?)?(?=[\w./-]{0,12}\d)"
)
"""What numbers a report, behind the title: "Tech. Rep. 2009-17", "Issue Brief 1"."""
_REVIEW = re.compile(
    r"(?:^|[.?!”\"’,)\]]\s|[\[“„«\"‘])(?:book )?(?:review of|rev\. of|reviewed work|rezension (?:zu|von|über)|recensione (?:di|a)|reseña de|compte rendu de|recensão|recenzja|recension av)|\bbook review\b",
    re.IGNORECASE,
)
_PAGES_OF_WEB = frozenset({"webpage", "post-weblog", "post", "document"})
_PERIODICAL = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_LOOSE = _PAGES_OF_WEB | _PERIODICAL | {"book", "report", "thesis", "article", "manuscript", "pamphlet", "graphic"}
"""Types that the model falls back on where it does not know what a work is."""


def press(name: str) -> str:
    """Return what a newspaper or a magazine prints, ``article-newspaper`` or ``article-magazine``; empty for other names.

    >>> press("The Irish Times"), press("New Scientist"), press("Journal of Tides")
    ('article-newspaper', 'article-magazine', '')
    """
    bare = name.casefold().replace("’", "'").split(" (")[0].split(" [")[0].strip(" .,")
    rows = word_rows("periodicals")
    named = (kind for kind in ("magazine", "newspaper") if bare.removeprefix("the ").split() in rows[kind])
    return next((f"article-{kind}" for kind in named), "")


def _is_standard(record: ParsedItem) -> bool:
    """Whether the number of a work, or what its title begins with, is that of a standard."""
    number = record.locator.get("number") or record.locator.get("issue")
    title = record.title.value if record.title else ""
    if number is not None and _STANDARD_NUMBER.fullmatch(number.value):
        return True
    found = _STANDARD_NUMBER.match(title)
    # Three digits at least: "AS 12 shows" and "SS 7" are words of titles.
    return found is not None and sum(map(str.isdigit, found[0])) > 2 and title[found.end() :][:1] in ("", " ", ":", ",")


def said_by_words(record: ParsedItem, kind: str, odds: dict[str, float]) -> str:
    """Return the type that the words of a reference say for certain, or the one that the model gave it.

    What a code or a word in brackets said (``record.medium``) and the degree of a thesis have decided before.
    """
    if record.medium or record.school is not None:
        return kind
    text, located = record.text, record.locator.keys()
    house = record.publisher.value if record.publisher else ""
    venue = record.venue.value if record.venue else ""
    # The number of a patent or a standard may have been read as that of an issue.
    within = not located.isdisjoint(("page", "volume")) or ("issue" in located and venue != "")
    urls = [link.value for name, link in record.links if name == "url"]
    if kind == "review" and not _REVIEW.search(text):
        kind = max((one for one in odds if one != "review"), key=lambda one: odds[one])
    patented = PATENT_NUMBER.search(text) or any(map(_OF_PATENTS.search, urls))
    if patented and not within and (kind in _LOOSE or kind in ("paper-conference", "standard")):
        return "patent"
    if kind in _LOOSE and not within and _is_standard(record):
        return "standard"
    if kind in _LOOSE | {"chapter"} and record.authors is None and (found := law(text)):
        return "legislation" if found.re is LAWS else "legal_case"
    if _TALK.search(text) and kind in _LOOSE | {"paper-conference", "chapter", "dataset"} and not within:
        return "speech"
    if kind in _LOOSE | {"chapter"} and not within and (made := _data_code_or_film(record, kind, odds)):
        return made
    if kind == "book" and _STUDIO.search(house) and _SCREEN.search(text):
        return "motion_picture"  # the minutes that it takes were read as pages: "DVD, 104 min."
    if printed := press(venue):
        return printed if kind in _LOOSE else kind
    if kind == "article-newspaper" and any(name == "doi" for name, _ in record.links):
        return "article-journal"  # ahead of its issue, with the day: no newspaper has such numbers
    if _ENCYCLOPEDIA.search(venue) and kind in _PAGES_OF_WEB | _PERIODICAL | {"chapter", "book", "entry-dictionary"}:
        return "entry-encyclopedia"
    if _is_report(record, kind, within, urls):
        return "report"
    return "thesis" if _is_of_school(record, kind, house) else kind


def _data_code_or_film(record: ParsedItem, kind: str, odds: dict[str, float]) -> str:
    """Return whether a work is data, software or a film, by its words, its house and its address; empty where it is none."""
    text = record.text
    house = record.publisher.value if record.publisher else ""
    venue = record.venue.value if record.venue else ""
    urls = [link.value for name, link in record.links if name == "url"]
    if _DATA_HOUSE.search(house) or _DATA_HOUSE.search(venue) or _DATA.search(text):
        return "dataset"
    kept = _OF_DATA_OR_CODE.match(venue)
    if kind not in ("report", "thesis") and (
        _CODE.search(text) or ((kept or not venue) and any(map(_CODE_HOST.match, urls)))
    ):
        return "software"
    if kept and kind in _PERIODICAL | _PAGES_OF_WEB | {"book"}:
        data = venue.casefold() in ("zenodo", "osf") and odds.get("dataset", 0) > odds.get("software", 0)
        return "dataset" if data else "software"
    if _STUDIO.search(house) or _STUDIO.search(venue) or _SCREEN.search(text):
        return "motion_picture"
    return "motion_picture" if kind in _PAGES_OF_WEB and any(map(_VIDEO_HOST.search, urls)) else ""


def _is_of_school(record: ParsedItem, kind: str, house: str) -> bool:
    """Whether a report or book is a thesis: of one person, from a school by itself, without number, series or edition."""
    people = record.authors
    one = people is not None and len(people.names) == 1 and not people.others
    whole = record.series is None and record.edition is None and record.editors is None and not record.locator
    school = _SCHOOL.search(house) and not _PRESS.search(house) and not _OFFICE.search(house)
    school = school and not _PART_OF_SCHOOL.search(house)
    urls = [link.value for name, link in record.links if name == "url"]
    kept = not urls or any(map(_OF_THESES.search, urls))  # a report has the address of its file
    return kind in ("report", "book") and one and whole and kept and bool(school)


_OF_THESES = re.compile(
    r"(?i)handle\.net|diva|proquest|ethos|etd|repositor|scholar|thes[ei]s|dissert|urn[:.]|dspace|digital|library"
)


def _is_report(record: ParsedItem, kind: str, within: bool, urls: list[str]) -> bool:
    """Whether a book, a page or an article is a report: by its number, by the office that it is from, or as a file that is called so."""
    if within or kind not in _PAGES_OF_WEB | {"book", "article-journal", "article-newspaper", "manuscript"}:
        return False
    titled = record.title is not None and _TITLE_OF_REPORT.search(record.title.value)
    if _NUMBERED_REPORT.search(record.text, record.title.end if record.title else 0) and record.series is None:
        return True
    if kind == "article-newspaper" and record.venue is not None and not record.month and not record.locator:
        return bool(_OFFICE.search(record.venue.value))
    if kind == "book":
        house = record.publisher.value if record.publisher else ""
        own = house != "" and record.text.startswith(house)  # "Fenn Board. (2004). Annual report. Fenn Board"
        whole = record.edition is None and record.editors is None and "isbn" not in dict(record.links)
        return whole and not _PRESS.search(house) and bool(_OFFICE.search(house) or (titled and own))
    files = any(url.casefold().endswith(".pdf") for url in urls)
    # Nature prints no publisher, and the year behind the address: there files of people are reports rather than pages.
    written = record.authors is not None and not record.authors.names[0].literal and _YEAR_LAST.search(record.text)
    return files and kind in _PAGES_OF_WEB and record.venue is None and bool(titled or written)


_YEAR_LAST = re.compile(r"\((?:19|20)\d\d\)\.?$")
