"""What a heading says about the items below it: publications, something else, a year, a venue, a kind of work."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citekit.works.venues import find as find_venue

PUBLICATIONS, OTHER, NEUTRAL = "publications", "other", "neutral"

_STRONG = re.compile(
    r"publication|publikation|publicacion|publicaç|publikacj|pubblicazion|publicaties|\bpubs?\b|\bpapers?\b|\barticles?\b|\bartikel\b|artículo|artigo|artykuł|articoli|"
    r"pre-?prints?|manuscript|\bproceedings\b|chapter|kapitel|capítulo|\bbooks?\b|\bbücher\b|\blibros?\b|\blivros?\b|\blivres\b|książk|monograph|monograf|"
    r"\bthes[ie]s\b|\bthèses?\b|\btesis\b|dissertation|\bpatents?\b|\bpatente\b|technical reports?|tech reports?|working papers?|veröffentlich|schriften|aufsätze|bibliograph|"
    r"peer[- ]reviewed|refereed|\barxiv\b|论文|論文|发表|發表|著作|出版|業績|compositions|research output|scholarly work|selected works?",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\bjournals?\b|\bpublished\b|\bconferences?\b|\bworkshops?\b|zeitschrift|konferenz|\brevues?\b|\brevistas?\b|conférences|congresos|in press|under review|submitted|in preparation|forthcoming|to appear|accepted|\bposters?\b|abstracts|\breports?\b|\breviews\b|\bresearch\b|working|期刊|会议|会議",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\btalks?\b|presentation|presented|präsentation|vorträge|vortrag|exposés|charlas|palestras|\blectures?\b|seminar|colloqui|keynote|teach|lehre|enseignement|docencia|ensino|\bcourses?\b|kurse|\bcours\b|"
    r"\bawards?\b|honou?rs?\b|\bprizes?\b|preise|auszeichnung|\bprix\b|premios|prêmios|nagrody|\bgrants?\b|funding|fellowship|scholarship|stipend|förder|\bservices?\b|review(?:er|ing)|referee(?:ing)?\b|committee|"
    r"organi[sz]|membership|education|ausbildung|formation\b|educación|formação|wykształcenie|experience|berufserfahrung|expérience|experiencia|employment|positions?\b|appointments?|career|internship|industry|"
    r"\bprojects?\b|projekte|projets|proyectos|projetos|software|open[- ]?source|\bcode\b|\bnews\b|updates?\b|latest\b(?! pub| pap)|announcement|contact|kontakt|about|\bbio\b|biograph|\bcv\b|curriculum|resume|skills?|"
    r"languages?\b|interests?|hobb|\bstudents?\b|supervis|mentor|advis|alumni|\bteam\b|people|members|personnel|\blinks?\b|\bmedia\b|\bpress\b(?<!in press)|\bblogs?\b|activities|activity|outreach|training|certific|"
    r"visiting|travel|events?\b|editorial (?:board|work|service)|recommend|community|leadership|\bjobs?\b|openings|datasets?|tutorials?|\bvideos?\b|podcast|acknowledg|qualification|professional|academic service|"
    r"competition|hackathon|volunteer|personal|profile|summary|objective|教学|教育|获奖|奖|项目|经历|受賞|講演|職歴|学歴",
    re.IGNORECASE,
)
_PLAINLY = re.compile(
    r"publication|publikation|publicacion|papers|articles|preprints|\bbooks?\b|chapters|proceedings|veröffentlich|论文|論文|publicaç|publikacj",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ONLY_YEAR = re.compile(
    r"^\W*(?:in\s|year\s)?((?:19|20)\d\d)(?:\s?[-–/&]\s?((?:19|20)?\d\d|present|now|today))?\W*+(?:(?:publications|papers)\W*+)?$",
    re.IGNORECASE,
)
_ACRONYM_YEAR = re.compile(r"^\W*([A-Z][\w&+/ -]{1,24}?)\s?(?:['’‘]\s?(\d\d)|[ -]?((?:19|20)\d\d))[a-d]?\W*$")
_KINDS = (
    ("patent", re.compile(r"patent", re.IGNORECASE)),
    ("thesis", re.compile(r"\bthes[ie]s\b|dissertation|thèse|\btesis\b", re.IGNORECASE)),
    ("chapter", re.compile(r"chapter|kapitel|capítulo|chapitre", re.IGNORECASE)),
    (
        "preprint",
        re.compile(
            r"pre-?prints?|arxiv|working papers?|under review|submitted|in preparation|manuscripts? ", re.IGNORECASE
        ),
    ),
    ("report", re.compile(r"tech(?:nical|\.)? reports?|\breports\b", re.IGNORECASE)),
    ("poster", re.compile(r"\bposters?\b", re.IGNORECASE)),
    ("workshop", re.compile(r"workshop", re.IGNORECASE)),
    ("conference", re.compile(r"conferenc|konferenz|conférenc|congres|proceedings|会议|会議|国際会議", re.IGNORECASE)),
    ("journal", re.compile(r"journal|zeitschrift|revues?\b|revistas?\b|期刊|学術論文|雑誌", re.IGNORECASE)),
    ("book", re.compile(r"\bbooks?\b|monograph|bücher|\blibros?\b|\blivros?\b|\blivres\b", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as read: its text and level, its ``role``, and the year, venue and kind of work it states.

    ``weak`` marks words that announce publications only where nothing else is announced above ("Research", "Workshops").
    """

    text: str
    level: int
    role: str
    year: int | None = None
    venue: str = ""
    kind: str = ""
    status: str = ""
    weak: bool = False


def read_heading(text: str, level: int) -> Heading:
    """Classify a heading's text. The role is ``"neutral"`` where its words say nothing either way."""
    text = " ".join(text.split()).strip(" #*_:-–—.")
    match = _ONLY_YEAR.match(text)
    if match:
        return Heading(text, level, NEUTRAL, None if match[2] else int(match[1]))
    match = _ACRONYM_YEAR.match(text)
    if match and not _STRONG.search(text) and not _OTHER.search(match[1]):
        year = int(match[3]) if match[3] else 2000 + int(match[2]) if int(match[2]) < 60 else 1900 + int(match[2])
        return Heading(text, level, NEUTRAL, year, match[1].strip())
    strong, other, weak = _STRONG.search(text), _OTHER.search(text), _WEAK.search(text)
    role = NEUTRAL
    if len(text.split()) > 9:
        return Heading(text, level, NEUTRAL)
    if strong and other:
        role = (
            PUBLICATIONS
            if strong.start() < other.start() or re.search(r"publication|papers|articles", text, re.IGNORECASE)
            else OTHER
        )
        if re.search(r"review(?:er|ing)|award|referee\b|service|code\b", text, re.IGNORECASE) and not re.search(
            r"publications?\b", text, re.IGNORECASE
        ):
            role = OTHER
    elif strong:
        role = PUBLICATIONS
    elif other:
        role = OTHER
    elif weak and len(text.split()) <= 5:
        role = PUBLICATIONS
    weakly = role == PUBLICATIONS and not _PLAINLY.search(text)
    kind = next((name for name, pattern in _KINDS if pattern.search(text)), "")
    venue = "" if role != NEUTRAL or find_venue(text) is None else text
    printed = _YEAR.search(text)
    status = next(
        (
            s
            for s in ("under review", "submitted", "in preparation", "in press", "to appear", "forthcoming")
            if s in text.lower()
        ),
        "",
    )
    return Heading(
        text,
        level,
        role,
        int(printed.group()) if printed and role == NEUTRAL and len(text.split()) <= 3 else None,
        venue,
        kind,
        status,
        weakly,
    )


def is_exact_heading(text: str) -> bool:
    """Whether a bare line reads like a heading and nothing else: a few words of which at least one is a heading word."""
    plain = " ".join(text.split()).strip(" :.-–—*#_")
    words = plain.split()
    if not 1 <= len(words) <= 6 or len(plain) > 60 or plain[-1:] in ",;":
        return False
    if not plain[:1].isupper() and plain.lower() not in {
        "arxiv",
        "publications",
        "talks",
        "teaching",
        "papers",
        "preprints",
        "awards",
        "projects",
        "education",
        "experience",
    }:
        return False
    matched = [w for w in words if _STRONG.search(w) or _OTHER.search(w) or _WEAK.search(w)]
    small = {
        "and",
        "&",
        "of",
        "in",
        "the",
        "selected",
        "recent",
        "latest",
        "other",
        "my",
        "academic",
        "refereed",
        "invited",
        "international",
        "und",
        "et",
        "y",
        "e",
        "honors",
        "special",
        "list",
        "full",
        "all",
        "key",
        "representative",
        "main",
        "further",
        "additional",
        "past",
        "current",
        "scientific",
        "working",
        "accepted",
        "conference",
        "journal",
        "book",
        "technical",
        "unpublished",
        "national",
        "domestic",
        "public",
        "open-source",
        "course",
        "activities",
        "areas",
        "student",
        "department",
        "courses",
        "mentorship",
    }
    return bool(matched) and all(w in matched or w.lower().strip(",/") in small for w in words)
