"""The CSL type of a work, from all that a record states.

:func:`type_of` gives the type. Of a reference it is the likeliest by a model (:func:`judge`), corrected where the container can only
be another's and, for rare kinds such as patents, cases and films, where plain words state what it is. Of an item of a list
of someone's works it is found by rules.
"""

from __future__ import annotations

from citekit.extraction.labeller import Labelled
from citekit.extraction.phrases import MONTHS, is_publisher, word_rows
from citekit.extraction.record import ParsedItem
from citekit.extraction.signs import CHANNELS, LAWS, law
from citekit.extraction.type_signs import type_odds
from citekit.model.venues import acronym_of, find, kind_of
from citekit.runtime import patterns as re

THESIS = re.compile(
    r"(\bph\.?\s?d\b|\bd\.?\s?phil\b|doctora|doctoral|doutorado|\bdiss(?:ertation|\.)|doktor)|(\bmaster(?:[’']?s|arbeit)?\b|\bm\.?\s?sc\b|\bdiplom(?:arbeit|a)?\b|\bmagist[eè]r|mestrado|maestría)"
    r"|(\bbachelor|\bb\.?\s?sc\b|\bundergrad|\bhonou?rs\b|\ba\.b\.)|(\bhabilit)|\b(?:eng|psy|th)d\b|^(?:eng|ed|psy|th)\.d\.?$|\bst[ldb]\s(?:thes|lic|diss)|\bthes[ie]s\b|\btesis\b|\btese\b|dissertação|thèse|\bдис(?:с?\.|серт)",
    re.IGNORECASE,
)
GENRES = re.compile(
    rf"{THESIS.pattern}|\breports?\b|\bpapers?\b|\brapport|\bbericht|\binforme\b|\brelatório|\bdiss\b|\bhabil",
    re.IGNORECASE,
)
"""Words of the phrases that state which kind of thesis or report a work is."""
LONGEST_DEGREE = 6
"""Words of a phrase that only names a degree, at most: "Unpublished doctoral dissertation"."""
_REPORT = re.compile(
    r"technical report|tech\.? report|\breport\b|white paper|working paper|discussion paper|occasional paper",
    re.IGNORECASE,
)
ARXIV = re.compile(r"\barxiv\b|\bcorr\b|preprint", re.IGNORECASE)


_OF_SERIES = frozenset("series studies lecture monograph monographs text texts tracts library collection".split())


def type_of(record: ParsedItem, fields: dict[str, str]) -> str:
    """Return the CSL type: of a reference the likeliest by all its marks, of an item of a list of someone's works by
    rules.

    Those go by what is printed around the container, by the container, by the heading, by what else is there. Of what is nothing but
    a remark, no one can report the type.
    """
    said = (record.title, record.venue, record.authors, record.editors, record.publisher, record.medium)
    if not any(said) and not record.links and not record.locator:
        return "document"
    return record.kind or _by_rules(record, fields)


_RARER_IN_TRAINING = {"report": 2.0, "paper-conference": 1.5}
"""How much likelier types are than the model takes them for: what it learned from has fewer of them next to articles and books
than people cite. The factors were chosen by hand on three samples of works that the model has not learned from (types right
91.4, 90.6 and 88.4 % without, 92.7, 90.8 and 89.3 % with them), so results on these works are no longer independent of
them; 3 for reports gains on one sample and loses on another."""


def judge(record: ParsedItem, given: Labelled) -> None:
    """Give a reference the likeliest type, with how likely it is; a code, a degree or an identifier that states it settles it.

    ``given`` are the labels before pieces with a form of their own were taken out.
    """
    if any(name == "patent" for name, _ in record.links):
        record.kind = "patent"
        return
    odds = type_odds(given, record.medium)
    degree = record.school is not None or ("genre" in record.locator and THESIS.search(record.locator["genre"].value))
    shown = [kind for kind in odds if not _lacks_signs(record, kind)] or list(odds)
    likeliest = max(shown, key=lambda kind: odds[kind] * _RARER_IN_TRAINING.get(kind, 1))
    if likeliest == "thesis" and not degree and record.status is not None and record.venue is None:
        likeliest = "manuscript"
    elif likeliest == "report" and not record.locator and record.publisher is not None:
        likeliest = "book" if _PRESS_OF_MLA.search(record.publisher.value) else likeliest
    likeliest = record.medium or ("thesis" if degree else _by_container(record, likeliest))
    record.kind = said_by_words(record, likeliest, odds)
    record.kind_odds = odds.get(record.kind, 1.0)


_PRESS_OF_MLA = re.compile(r"^U of .{1,60} P$|\bUP$")
_REVIEW = re.compile(r"\[?(?:Review of|Rev\. of)\b")
_PERIODICAL = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_OF_PAGES = _PERIODICAL | {"webpage", "document", "post-weblog"}
"""Types of what is not a preprint by itself: a thesis or a data set may be kept where preprints are."""
_MEETINGS = re.compile(
    r"\b(?:proceedings|conferences?|symposi(?:um|a)|workshops?)\b|研讨会|研討會|年会论|年會論|学术会议|學術會議|论文(?:摘要)?集|論文(?:摘要)?集|^Findings of |\b(?:19|20)\d\d (?:papers|talks|posters|courses|companion)\b",
    re.IGNORECASE,
)
_NAMED_MEETING = re.compile(r"\b(?:conference|symposium|workshop)\b", re.IGNORECASE)
_SERIALS = re.compile(
    r"\b(?:journal|review|communications|magazine|transactions|series|letters|bulletin)\b", re.IGNORECASE
)
_OF_MEETING = re.compile(r",\s[A-Z]{2,8}$")
"""The short name of a meeting after its long one: "Advances in Tide Models, ATM"."""

_DAY_BEHIND = re.compile(
    r"(?:,\s[^\W\d]\w{2,20})?[,.]?\s(?:vom\s)?\d{1,2}(?:\.\d{1,2}\.|\.?\s(?:de\s)?[^\W\d]{3,9}\.?\s(?:de\s)?)(?:19|20)\d\d(?!\d)"
)
"""The day of an issue after the name of what appears daily; meetings last for more than one."""
_DAY_OF_MONTH = re.compile(
    r"(?:\s\([^()]{2,30}\))?[’”]?[,.]\s(?:\d{1,2}\s(?P<month>[^\W\d]{3,9})(?!\w)|(?P<first>[^\W\d]{3,9})\s\d{1,2}(?=,))"
)
"""The same without its year, which Harvard prints before the title: "Daily Post, 8 March, p. 12"; and "Daily Post, March 8, 2016"."""
_VOLUME_IN_WORDS = re.compile(r"\bvolume\s\w+,\spages\s")
_OF_DBLP = re.compile(r"\s(?:19|20)\d\d:\s\d[\d:-]*\.?$")
"""Year and pages after the short name of a meeting, as dblp prints them: "LEAF 2016: 233-248"."""


def _lacks_signs(record: ParsedItem, kind: str) -> bool:
    """Whether nothing in a reference is what works of a type have: a patent a number, an entry what it is in."""
    if kind == "patent":
        return "number" not in record.locator and "patent" not in record.text.casefold()
    if kind not in _INSIDE or record.venue is not None or "volume" in record.locator:
        return False
    return record.title is not None and all(name != "doi" for name, _ in record.links)


_INSIDE = _PERIODICAL | {"entry-encyclopedia"}
"""Types of works that a reference names with what they are in."""


def _by_container(record: ParsedItem, kind: str) -> str:
    """Return the type, corrected where the container, or what is next to it, can only be of another."""
    if record.venue is None:
        preprint = record.publisher is None and any(name == "arxiv" for name, _ in record.links)
        return "article" if preprint and kind in _OF_PAGES else kind
    name, located = record.venue.value, record.locator.keys()
    if kind in ("chapter", "entry-encyclopedia", "thesis") and _MEETINGS.search(name):
        return "paper-conference"
    if kind == "article-journal" and record.title is not None and _REVIEW.match(record.title.value):
        return "review"
    undated = record.year is None and record.accessed and located.isdisjoint(("volume", "issue", "page"))
    if undated and kind in _PERIODICAL and any(name == "url" for name, _ in record.links):
        return "webpage"
    of_meeting = kind_of(name) == "conference" or (name.startswith("Lecture Notes in ") and "page" in located)
    if kind == "article-journal" and of_meeting and "issue" not in located and not _SERIALS.search(name):
        return "paper-conference"  # known meetings with volumes: "Advances in Neural Information Processing Systems 35"
    whole = record.editors is None and record.publisher is not None and "page" not in located
    if kind == "chapter" and whole and "issue" in located:
        return "book"  # in a numbered series: "in Leaf Studies, no. 7. Oslo: Fenn"
    met = _MEETINGS.search(name) or _OF_MEETING.search(name)
    if (
        kind in ("article-journal", "article-newspaper")
        and met
        and located.isdisjoint(("issue", "volume"))
        and not _SERIALS.search(name)
    ):
        return "paper-conference"
    dated = "volume" not in located and record.editors is None and _DAY_BEHIND.match(record.text, record.venue.end)
    if dated and kind in ("paper-conference", "chapter", "book") and not met and kind_of(name) != "conference":
        return "article-newspaper"
    if kind == "article-journal" and located.isdisjoint(("volume", "issue")) and not met and kind_of(name) != "journal":
        day = _DAY_OF_MONTH.match(record.text, record.venue.end)
        if dated or (day and (day["month"] or day["first"]).casefold() in MONTHS):
            return "article-newspaper"
    named = kind_of(name) == "journal" and not name.startswith("Advances in ")  # many proceedings are called so
    periodical = named or "issue" in located or _SERIALS.search(name)
    led = record.text[: record.venue.start].endswith((". In ", "? In ", "! In ")) and not periodical
    if kind == "article-journal" and led and _VOLUME_IN_WORDS.search(record.text, record.venue.end):
        return "paper-conference"  # "In Advances in Tide Models, volume 3, pages 4–9": so BibTeX prints proceedings
    alone = located.isdisjoint(("issue", "volume")) and record.year is not None and record.year.start > record.venue.end
    alone = alone and kind == "article-journal" and kind_of(name) != "journal"
    if alone and _OF_DBLP.match(record.text, record.venue.end):
        return "paper-conference"
    bare = located.isdisjoint(("issue", "page")) and not record.month and not record.links
    if kind in _PERIODICAL and bare and record.title is not None:
        leads = record.year is not None and record.year.end < record.title.start
        quoted = record.text[: record.title.start].rstrip()[-1:] in tuple("\"“„«‘'")
        unlike = kind != "article-journal" and "volume" not in located and leads and not quoted
        if record.series is not None or record.publisher is not None or is_publisher(name) or unlike:
            return "book"
    return kind


def _by_rules(record: ParsedItem, fields: dict[str, str]) -> str:
    genre = record.locator["genre"].value if "genre" in record.locator else ""
    if genre:
        return "thesis" if THESIS.search(genre) else "report"
    if record.medium:
        return record.medium
    venue = record.venue.value if record.venue else str(record.item.section.latest("venue") or "")
    heading = str(record.item.section.latest("kind") or "")
    tag = record.venue_tag.value if record.venue_tag else ""
    beside = (*record.venue_more, *record.notes, *record.left_over)
    around = " ".join([venue, *(found.value for found in beside), tag])
    kind = kind_of(venue) or kind_of(tag)
    if heading == "patent" or "patent" in around.casefold() or any(name == "patent" for name, _ in record.links):
        return "patent"
    edited = record.editors is not None and record.venue is not None  # a chapter of "Best Theses 2020"
    if heading == "thesis" or (
        THESIS.search(around) and not edited and kind not in ("journal", "conference", "workshop")
    ):
        return "thesis"
    if ARXIV.search(venue):
        return "article"
    if not venue:
        return _type_without_container(record, heading, around, fields)
    return _type_by_container(record, venue, kind, heading, around)


_LEADS_IN = tuple(f". {word}{sign} " for word in ("In", "En", "Em", "Dans") for sign in ("", ":"))
"""The word that leads to a book after the sentence of the title or of the people."""


def _type_by_container(record: ParsedItem, venue: str, kind: str, heading: str, around: str) -> str:
    """Return the type of a work with a container; the first rule that holds states it."""
    poster = kind != "journal" and any("poster" in note.value.casefold() for note in record.notes)
    meeting = kind in ("conference", "workshop") or (kind != "journal" and _MEETINGS.search(venue))
    named = kind != "journal" and _NAMED_MEETING.search(venue)  # "Proceedings of the AAAI Conference, Vol. 36, No. 2"
    noted = venue.startswith("Lecture Notes in ") and "page" in record.locator and record.editors is None
    housed = record.publisher is not None and record.place is not None and record.locator.keys() == {"page"}
    led = housed and record.venue is not None and record.text[: record.venue.start].endswith(_LEADS_IN)
    rules = (
        (_is_series(record, venue, kind), "book"),
        (led and not meeting and find(venue) is None, "chapter"),
        (heading == "" and record.locator.keys() >= {"volume", "issue"} and not named, "article-journal"),
        (poster or meeting or noted, "paper-conference"),
        (record.editors is not None and record.publisher is not None and "issue" not in record.locator, "chapter"),
        (kind == "journal", "article-journal"),
        (heading == "chapter", "chapter"),
        (heading == "book" and not record.locator, "book"),
        (_REPORT.search(around), "report"),
        (kind == "preprint-server", "article"),
        (heading in ("conference", "workshop", "poster"), "paper-conference"),
        (record.editors is not None and "issue" not in record.locator and heading != "journal", "chapter"),
        ("volume" in record.locator or heading == "journal", "article-journal"),
        (is_publisher(venue), "book"),
        (kind == "book", "chapter"),
        ("page" in record.locator, "article-journal"),
        (record.venue is None, "paper-conference"),
        (heading == "" and not acronym_of(venue), "article-journal"),
    )
    return next((name for holds, name in rules if holds), "paper-conference")


def _is_series(record: ParsedItem, venue: str, kind: str) -> bool:
    """Whether what is before a publisher is the series of the book: "…, Cambridge Tracts in Mathematics 92"."""
    alone = (
        record.publisher is not None and record.editors is None and record.locator.keys().isdisjoint(("page", "issue"))
    )
    words = venue.casefold().split()
    numbered = "volume" in record.locator and not _SERIALS.search(venue) and not _MEETINGS.search(venue)
    named = words[:1] == ["of"] or not _OF_SERIES.isdisjoint(words) or numbered
    return alone and named and kind not in ("journal", "conference", "workshop")


def _type_without_container(record: ParsedItem, heading: str, around: str, fields: dict[str, str]) -> str:
    """Return the type of a work without a container; the first rule that holds states it."""
    house = record.publisher is not None or any(is_publisher(f.value) or ":" in f.value for f in record.venue_more)
    rules = (
        (heading == "chapter", "chapter"),
        (heading == "book" and not record.locator, "book"),
        (_REPORT.search(around), "report"),
        (any("poster" in note.value.casefold() for note in record.notes), "paper-conference"),
        (fields.get("eprint"), "article"),
        (house, "chapter" if "page" in record.locator else "book"),
        ("volume" in record.locator, "article-journal"),
        (record.status or heading == "preprint", "manuscript"),
    )
    return next((name for holds, name in rules if holds), "document")


# --- rare kinds ----------------------------------------------------------------------------------------------------
#
# The rare kinds of works by plain words: what calls a work a patent, a case in court, data, software, a film or a talk.
#
# The model of types weighs many marks and has met few works of these kinds. Where a reference states in words what it is of, or names
# a newspaper, an archive of data or a studio that is known, that decides.

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
"""What a body of standards numbers, with the year of the edition after a colon: "ISO 9001:2015", "DIN EN 1993-1-1"."""
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
_INTERVIEW = re.compile(
    r"(?<=[.,”’\"')] )(?:(?:Personal|Telephone|Phone|Oral history)\s)?[Ii]nterview(?:ed)?\s(?:by|with)\s[A-Z]|[\[(](?:[Pp]ersonal )?[Ii]nterview[\])]|, interviewee\."
)
"""What calls a work an interview, behind the person or the title: "Lind, A. Interview by Bo Moss.", "[Interview]"."""
_CHANNEL = re.compile(CHANNELS + r"$")
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
"""The address of a program itself, and not of a page about it among the files and questions next to."""
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
"""What numbers a report, after the title: "Tech. Rep. 2009-17", "Issue Brief 1"."""
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
    """Return the type that the words of a reference state for certain, or the one that the model gave it.

    What a code or a word in brackets stated (``record.medium``) and the degree of a thesis have decided before.
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
    # The kind and the locator are asked first: they spare most references the search.
    may_be_patent = not within and (kind in _LOOSE or kind in ("paper-conference", "standard"))
    if may_be_patent and (PATENT_NUMBER.search(text) or any(map(_OF_PATENTS.search, urls))):
        return "patent"
    if kind in _LOOSE | {"legal_case", "legislation"} and not within and _is_standard(record):
        return "standard"
    if kind in _LOOSE | {"chapter"} and record.authors is None and (found := law(text)):
        return "legislation" if found.re is LAWS else "legal_case"
    if kind in _LOOSE | {"chapter", "motion_picture"} and not within and "nterview" in text and _INTERVIEW.search(text):
        return "interview"
    shown = record.title is not None and not record.title.start and not urls and _CHANNEL.match(house)
    if kind in _LOOSE | {"chapter", "motion_picture"} and not within and shown:
        return "broadcast"
    if kind in _LOOSE | {"paper-conference", "chapter", "dataset"} and not within and _TALK.search(text):
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
    """Return whether a work is data, software or a film, by its words, its house and its address; empty if it is not one."""
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
    # Nature prints no publisher, and the year after the address: there files of people are reports rather than pages.
    written = record.authors is not None and not record.authors.names[0].literal and _YEAR_LAST.search(record.text)
    return files and kind in _PAGES_OF_WEB and record.venue is None and bool(titled or written)


_YEAR_LAST = re.compile(r"\((?:19|20)\d\d\)\.?$")
