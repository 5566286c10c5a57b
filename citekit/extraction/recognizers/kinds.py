"""The kind of a work as styles print it: the degree of a thesis with its school ("[Doctoral dissertation, Uppsala University]"), codes of
GB/T 7714 ("[J]", "[C]//"), what APA style prints in brackets, and the medium of ISO 690."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_CODE = re.compile(r"\s?[\[［](?P<code>[JMCDPRSNGAKZ]|DB|CP|EB)(?:/(?:OL|CD|DK|MT))?[\]］](?P<inside>\s?//)?")
_APA = re.compile(
    r"\[(?P<medium>data ?set|(?:computer )?software|mobile app|tweet|online|internet|video|(?:audio )?podcast(?: episode)?|blog(?: post)?|photograph|poster presentation|paper presentation"
    r"|conference (?:session|presentation)|film|motion picture|tv series(?: episode)?|album|song|letter(?: to the editor)?|editorial|comment(?:ary)?|abstract|e-?book|kindle(?: edition)?|audiobook"
    r"|youtube video|webinar|lecture|press release|unpublished manuscript"
    r"|datensatz|jeu de données|conjunto de datos|conjunto de dados|computer program|source code|logiciel|(?:online )?video(?: ?recording)?|dvd|blu-ray|documentary|spielfilm|dokumentarfilm|película|filme|pellicola"
    r"|talk|speech|vortrag|keynote(?: address| lecture| speech)?|conference talk|invited talk|ponencia|comunicação|communication orale|föredrag|foredrag|referat)\]\.?",
    re.IGNORECASE,
)
_FILM = re.compile(
    r"(?<=[.?!”\"] )(?P<said>(?:Directed by|Dir\.) [A-Z][\w’-]{0,20}+\.?(?: [A-Z][\w’-]{0,20}+\.?){1,3}(?: and [A-Z][\w’-]{0,20}+\.?(?: [A-Z][\w’-]{0,20}+\.?){1,3})?)(?=[,.])"
)
"""The director as MLA prints him after the title of a film: "The Fog. Directed by Ada Lind, Fenn Pictures"."""
_SENTENCE = re.compile(r"(?<=[.?!”\"’]\s)(?P<medium>Data ?set|Computer software|Mobile app)\.(?=\s)")
"""The same as a sentence of its own, as Chicago style prints it."""
_ISO = re.compile(r"(?<=[.?!”\"’]\s)Online\.(?=\s)")
"""The medium as ISO 690 states it after a title or a container: "Tides of winter. Online. Harbour Press"."""
_TYPES = {
    word: kind
    for kind, words in {
        "dataset": "dataset datensatz jeudedonnées conjuntodedatos conjuntodedados",
        "software": "computersoftware software mobileapp computerprogram sourcecode logiciel",
        "motion_picture": "film motionpicture videorecording dvd bluray documentary spielfilm dokumentarfilm película filme pellicola onlinevideo",
        "broadcast": "tvseries tvseriesepisode podcast podcastepisode audiopodcast audiopodcastepisode",
        "post": "tweet",
        "speech": "posterpresentation paperpresentation conferencesession conferencepresentation lecture talk speech vortrag"
        " keynote keynoteaddress keynotelecture keynotespeech conferencetalk invitedtalk ponencia comunicação communicationorale föredrag foredrag referat",
        "book": "kindle kindleedition ebook audiobook",
        "manuscript": "unpublishedmanuscript",
    }.items()
    for word in words.split()
}
"""CSL types of what the seventh edition of APA style prints in square brackets."""
_SAID = frozenset({"dataset", "software", "motion_picture"})
"""Types that state as much as the words in brackets."""
_NOTHING = frozenset({"online", "internet"})
"""What states no more than the address next to it; of other media the word is stored."""
_WHOLE = {"M": "book", "D": "thesis", "R": "report", "P": "patent", "S": "standard"}
_PART = {"M": "chapter", "C": "paper-conference"}
"""CSL types of the codes of GB/T 7714, of whole works and of those in the work after "//"."""
_DEGREE = (
    r"(?:(?:unpublished|unveröff\.)\s)?(?:(?:Ph\.?\s?D\.?|D\.?\s?Phil\.?|doctoral|doctorate|(?:under)?graduate|honou?rs|(?:MA|MS|M\.?\s?Sc\.?|M\.?\s?A\.?|B\.?\s?Sc\.?|B\.?\s?A\.?)|master[’']?s?|bachelor[’']?s?|licentiate|habilitation)\s(?:thesis|dissertation|diss\.?)"
    r"|dissertation|inaugural-?diss(?:ertation|\.)?|diss\.|phil\.\sdiss\.|doktorarbeit|masterarbeit|diplomarbeit|bachelorarbeit|habilitationsschrift|mémoire\sde\s(?:master|maîtrise)"
    r"|thèse(?:\sde\sdoctorat)?(?:\s(?:de|en)\s[^\W\d_]{3,20}+(?:\s[^\W\d_]{2,20}+){0,3}?|\sd[’'][^\W\d_]{3,20}+(?:\s[^\W\d_]{2,20}+){0,3}?)?"
    r"|tesis\s(?:doctoral|de\s(?:maestría|licenciatura|grado))|tese\s(?:de\sdoutorado|\(doutorado[^()]{0,60}\))?|dissertação\s(?:de\smestrado|\(mestrado[^()]{0,60}\))?"
    r"|tesi\s(?:di\s(?:dottorato|laurea)|doctoral)|rozprawa\sdoktorska|praca\s(?:doktorska|magisterska)|(?:disertační|diplomová|rigorózní)\spráce"
    r"|doktorska\sdisertacija|(?:doktorski|magistarski)\srad|(?:dr\.?\s?(?:art|philos|phil|polit)\.?-?|doktor|doktors|ph\.?\s?d\.?-?|licentiat)avhandling"
    r"|(?:yayı[mn]lanmamış\s)?(?:doktora|yüksek\slisans)\stezi|διδακτορική\sδιατριβή)"
)
_SCHOOL_WORD = r"Univ(?:\.|ersity|ersität|ersité|ersidad[e]?|ersità|ersiteit|ersitet|ersitetet|erzita|erzitet)?|Uniwersytet|Sveučilište|Πανεπιστήμιο|Üniversitesi|Scuola|Institut[eo]?|College|School|Polytechni\w{1,8}|Politecnico|École|ETH|MIT|TU|Uni(?=\s)|Hochschule|Academy|Akademie|Caltech|UC"
_BRACKET = re.compile(rf"\[(?P<genre>{_DEGREE})(?:(?:,|\sat|\sam|\sà)\s(?P<school>[^\[\]]{{2,120}}))?\]", re.IGNORECASE)
_PLAIN = re.compile(
    rf"(?i:(?<!\w)(?P<genre>{_DEGREE}))[,.:]?\s(?P<school>(?:(?:Dept|Department|Faculty|Fak|Inst|Institute|School|Fachbereich)\b[^,;()\n]{{0,60}},\s)?(?:[^\W\d_][\w.’'&-]{{0,24}}+\s){{0,5}}?(?:{_SCHOOL_WORD})(?:(?:\s(?:of|de|do|di|du|der|für|at|in|zu|and|und|&|la|i|w|v|u))?\s(?:[^\W\d_a-z][\w’'-]{{0,24}}+|\d{{1,2}}+(?!\d))){{0,6}})(?=[,.;)]|$)"
)
_RUSSIAN = re.compile(
    r"(?:\s?:\s?|\.\s)(?P<genre>(?:автореф(?:ерат|\.)\s)?дис(?:сертация|с\.|\.)\s?(?:…|\.\.\.|на\sсоиск\w{0,4}\.?(?:\sуч\w{0,6}\.?\sст\w{0,6}\.?)?)?\s?(?:канд|д-ра|докт)\w{0,6}\.?\s[\w.-]{2,30}\sнаук)",
    re.IGNORECASE,
)
"""A Russian thesis: ": дис. … канд. физ.-мат. наук"."""
_ALONE = r"(?:Ph\.?\s?D\.?|D\.?\s?Phil\.?|Doctorate|Master(?:[’']?s)?|Bachelor(?:[’']?s)?|Licentiate|Habilitation|M\.?\s?Sc\.?|B\.?\s?Sc\.?)"
"""A degree that is without "thesis", as reference managers print what their users typed into the field for the type."""
_SHORT_BRACKET = re.compile(
    rf"\[(?P<genre>{_ALONE}),\s(?P<school>(?=[^\[\]]{{0,120}}(?<!\w)(?:{_SCHOOL_WORD}))[^\[\]]{{2,120}})\]",
    re.IGNORECASE,
)
"""A degree with its school in brackets, as APA prints them: "[Phd, Uppsala University]"."""
_DEGREE_LAST = re.compile(
    rf"(?<=[.),]\s)(?P<school>(?=[^.,;()\[\]\n]{{0,80}}(?<!\w)(?:{_SCHOOL_WORD}|Tech))[^\W\d_a-z][^.,;()\[\]\n]{{2,80}}(?:,\s[^\W\d_a-z][^\W\d_]{{1,24}}+(?>(?:\s[^\W\d_a-z][^\W\d_]{{1,24}}+)?)){{0,2}}),\s(?i:(?P<genre>{_ALONE}))\.?(?=$|\s\(|,\s\d)"
)
"""A school with the degree after it at the end, as MLA prints them: "2021. Virginia Tech, phd."."""
_WORD_ALONE = re.compile(
    rf"(?<=[,.]\s)(?i:(?P<genre>thesis|dissertation)),\s(?P<school>(?=[^,;()\n]{{0,80}}(?<!\w)(?:{_SCHOOL_WORD}|Tech))[^\W\d_a-z][^,;()\n]{{2,80}})(?=\s\(|,\s|\.)"
)
"""A thesis that is called no more than that, as journals of physics and Science print: "A. Rask, thesis, University of Lund (2011)"."""
_SCHOOL_OF_EAST = (
    r"[^\s\d，,、：:「」『』《》()（）]{1,20}?(?:大学|大學|대학교)(?:[^\s\d，,、：:「」『』《》()（）]{1,15}?)??"
)
_GENRE_OF_EAST = r"(?:博士|碩士|硕士|修士|박사|석사)\s?(?:学位|學位|학위)?\s?(?:論文|论文|논문)"
_EASTERN = (
    re.compile(rf"(?P<school>{_SCHOOL_OF_EAST})[\s，,、]*(?P<genre>{_GENRE_OF_EAST})"),
    re.compile(rf"(?P<genre>{_GENRE_OF_EAST})[\s，,、：:（(]+(?P<school>{_SCHOOL_OF_EAST})(?=[\s，,、）)（(。]|$)"),
)
"""A thesis and its school as Japanese, Chinese and Korean lists print them: 博士論文、港大学; 항구대학교 박사학위논문."""
_OF_EAST = ("論文", "论文", "논문")
_STEMS = (
    "наук",
    "thesis",
    "diss",
    "arbeit",
    "tesi",
    "tese",
    "thèse",
    "mémoire",
    "habilit",
    "rozprawa",
    "praca",
    "práce",
    "doktorsk",
    "magistarsk",
    "avhandling",
    "tezi",
    "διατριβ",
)
# Beginnings of degrees that are alone; without one in a reference the two patterns for them are not tried.
_DEGREES = tuple(
    "phd|ph.d|ph. d|phil|doctorate|master|bachelor|licentiate|habilit|msc|m.sc|m. sc|bsc|b.sc|b. sc".split("|")
)


def find(item: StyledText) -> Iterator[Atom]:
    """Yield codes and media, then degrees."""
    yield from media(item)
    yield from degrees(item)


def media(item: StyledText) -> Iterator[Atom]:
    """Yield the codes and kinds (value ``type``, the CSL type, where it states one)."""
    for match in _ISO.finditer(item.text) if "Online." in item.text else ():
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", {"type": ""}, 2.6)
    for match in _FILM.finditer(item.text) if "Dir" in item.text else ():
        values = {"type": "motion_picture", "note": match["said"]}
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", values, 2.6)
    for match in _SENTENCE.finditer(item.text) if ". " in item.text or "” " in item.text else ():
        values = {"type": _TYPES[match["medium"].lower().replace(" ", "")]}
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", values, 2.6)
    if "[" not in item.text and "［" not in item.text:
        return
    for match in _APA.finditer(item.text):
        kind = _TYPES.get(match["medium"].lower().replace(" ", "").replace("-", ""), "")
        values = {"type": kind}
        if kind not in _SAID and match["medium"].lower() not in _NOTHING:
            values["note"] = match["medium"]
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", values, 2.6)
    for match in _CODE.finditer(item.text):
        kind = (_PART if match["inside"] else _WHOLE).get(match["code"], "")
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", {"type": kind}, 2.0)


def degrees(item: StyledText) -> Iterator[Atom]:
    """Degrees in brackets, and degrees in front of a school (values ``genre`` and ``school``)."""
    if any(map(item.folded.__contains__, _DEGREES)):
        for match in (*_SHORT_BRACKET.finditer(item.text), *_DEGREE_LAST.finditer(item.text)):
            values = {"genre": match["genre"].rstrip("."), "school": " ".join(match["school"].split())}
            yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "thesis", values, 3.2)
    if any(map(item.text.__contains__, _OF_EAST)):
        for match in [found for pattern in _EASTERN if (found := pattern.search(item.text))][:1]:
            values = {"genre": match["genre"], "school": match["school"]}
            yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "thesis", values, 2.6)
    if not any(map(item.folded.__contains__, _STEMS)):
        return
    for pattern, weight in ((_BRACKET, 3.2), (_PLAIN, 2.6), (_WORD_ALONE, 2.6)):
        for match in pattern.finditer(item.text):
            values = {"genre": " ".join(match["genre"].split())}
            if match["school"]:
                values["school"] = " ".join(match["school"].split())
            yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "thesis", values, weight)
    for match in _RUSSIAN.finditer(item.text) if "наук" in item.folded else ():
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "thesis", {"genre": match["genre"]}, 2.6)
