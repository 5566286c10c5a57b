"""The words that publication venues are named with, in several languages, and what they say about a phrase."""

from __future__ import annotations

from citekit import patterns as re

_WORD = re.compile(r"[^\W\d_]+|\d+[^\W\d_]*")

SMALL_WORDS = frozenset("the of on in for and to annual".split())
"""Words that names are compared without."""

_ORDINAL_WORDS = frozenset(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth twenty thirty forty"
    " fifty".split()
)

_PASSED_OVER = SMALL_WORDS | _ORDINAL_WORDS

SPONSORS = frozenset(
    "acm ieee usenix ifip siam cvf rsj asme aaai isca sigplan sigarch sigops sigmod sigkdd sigir sigcomm sigchi sigact"
    " sigsoft sigsac sigbed sigda sigmobile sigmicro sigweb sigspatial siggraph eurographics iacr cs computer society"
    " tcca eta mtt sscs eds gi springer international joint".split()
)
"""Words before a conference's name that differ from printing to printing."""

_OWN_KIND = {
    "patent": "patent patente patents brevet brevetto",
    "thesis": "thesis theses dissertation dissertations diplomarbeit masterarbeit bachelorarbeit habilitation"
    " doktorarbeit habilitationsschrift these tesis tesi tese rozprawa doktorska magisterska memoire phdthesis"
    " mastersthesis dissertationsschrift thèse mémoire",
    "workshop": "workshop workshops atelier taller warsztaty arbeitstreffen",
    "preprint-server": "arxiv preprint preprints biorxiv medrxiv chemrxiv eprint vordruck",
    "report": "techreport deliverable whitepaper technischer rapport bericht forschungsbericht informe raport"
    " memorandum",
}
_SERIAL_OR_MEETING = {
    "journal": "journal journals transactions trans magazine bulletin bull zeitschrift zeitung revue revista rivista"
    " czasopismo jahrbuch jahresbericht annales annals anales annali annalen acta archiv archives cahiers cuadernos"
    " quaderni zeszyty kwartalnik tijdschrift tidskrift periodica gazette gaceta giornale quarterly jurnal časopis"
    " zhurnal newsletter bollettino boletín boletim bulletins mitteilungen przegląd",
    "conference": "conference conferences conf symposium symposia symp congress congrès congreso congresso kongress"
    " kongres colloquium colloque coloquio kolloquium conférence conférences conferencia conferência conferenza"
    " konferenz konferencja tagung fachtagung jahrestagung convegno jornadas journées simposio simpósio sympozjum"
    " encuentro encontro summit convention konferens conferentie konference colóquio zjazd",
}
_WEAK_KINDS = {
    "conference": "proceedings proc meeting actas actes atti anais tagungsband materiały reunión",
    "journal": "letters lett review reviews rev notices advances frontiers communications chronicle reports",
    "book": "handbook encyclopedia encyclopaedia handbuch lehrbuch verlag springer chapter book buch livre"
    " libro livro książka",
}


def _table(words: dict[str, str]) -> dict[str, str]:
    return {word: kind for kind, line in words.items() for word in line.split()}


_OWN, _STRONG, _WEAK = _table(_OWN_KIND), _table(_SERIAL_OR_MEETING), _table(_WEAK_KINDS)
_TELLING = frozenset((*_OWN, *_STRONG, *_WEAK))

_PHRASES = (
    ("lecture notes", "book"),
    ("university press", "book"),
    ("mit press", "book"),
    ("crc press", "book"),
    ("technical report", "report"),
    ("tech. rep", "report"),
    ("tech report", "report"),
    ("working paper", "report"),
    ("white paper", "report"),
    ("research report", "report"),
    ("praca doktorska", "thesis"),
    ("praca magisterska", "thesis"),
    ("trabajo de fin", "thesis"),
)

_CUES = {
    0.7: "arxiv biorxiv medrxiv chemrxiv",
    0.6: "proceedings proc transactions journal zeitschrift revista rivista zeszyty czasopismo",
    0.55: "symposium symp conference conf",
    0.5: "workshop workshops trans lett acta revue preprint tagung konferenz konferencja congreso congresso conférence"
    " verlag annales anales annali annalen lncs cahiers cuadernos przegląd jahrestagung fachtagung",
    0.45: "annals bulletin bull congress colloquium kongress usenix eprint",
    0.4: "magazine springer elsevier wiley thesis dissertation quarterly",
    0.35: "letters ieee acm press rev siam ifip comput commun",
    0.3: "university meeting ann intl report notices",
    0.2: "review reviews international int archive findings track society",
    0.1: "national annual advances european",
}
_PHRASE_CUES = tuple(
    f"{noun} {joiner} "
    for noun in ("conference", "symposium", "workshop", "congress", "transactions", "journal", "proceedings", "annals")
    for joiner in ("on", "of", "for")
)
_CUE = {word: weight for weight, line in _CUES.items() for word in line.split()}

_STEMS = frozenset(
    "phys rev lett comput commun sci math chem biol med nat appl eng technol res mater mech stat anal am amer soc acad"
    " natl proc int trans bull ann syst softw inf artif intell mach learn theor theory opt environ mol genet neurosci"
    " psychol econ polit manag oper numer geom topol algebr combin discrete electron lang linguist speech vis graph"
    " netw distrib parallel program sec priv astron astrophys geophys rep symp conf exp struct fluid fluids nucl"
    " quantum rel relat adv curr opin eur j z".split()
)
_JOINERS = frozenset(
    "a an and as at by de del der des di die du e en et for für from i im in la le les of on the to und with y w we"
    " zu zur".split()
)
_SENTENCE = frozenset(
    "we is are was were has have had can our their its how why what when this that these it using via toward towards"
    " without within through does do be been".split()
)


def is_year(word: str) -> bool:
    """Whether a word is a year from 1800 to 2099."""
    return len(word) == 4 and word.isdecimal() and word[:2] in ("18", "19", "20")


def is_ordinal(word: str) -> bool:
    """Whether a lower-case word is a number's ordinal: ``56th``, ``second``."""
    return word in _ORDINAL_WORDS or (word[-2:] in ("st", "nd", "rd", "th") and word[:-2].isdecimal())


def without_numbers(words: list[str]) -> list[str]:
    """The lower-case words that are no small words, years or ordinals."""
    kept = [word for word in words if word not in _PASSED_OVER]
    return [word for word in kept if not (word[0].isdecimal() and (is_year(word) or is_ordinal(word)))]


def without_year(text: str) -> str:
    """A text without the year or number at its end: ``PPoPP'24``, ``ICML 2025``, ``MICRO-56``, ``SC24`` lose theirs."""
    head = text.rstrip("0123456789")
    digits = len(text) - len(head)
    if not digits or digits > 4:
        return text
    bare = head.rstrip(" '’‘`´-‐‑–—")
    letters = bare.rpartition(" ")[2]
    if bare == head and (digits not in (2, 4) or sum(c.isupper() for c in letters) < 2):
        return text
    return bare if len(bare) > 1 else text


def capitalised_share(text: str) -> float:
    """The share of words, joining words aside, that begin with a capital letter or a digit."""
    words = [w for w in _WORD.findall(text) if w.casefold() not in _JOINERS]
    return sum([not w[0].islower() for w in words]) / len(words) if words else 0.0


def kind_by_words(text: str) -> str:
    """What kind of publication a text's words name (see :func:`citekit.works.venues.kind_of`), or the empty string.

    Words that settle it alone (thesis, workshop, preprint) go first, then the first word for a serial or a meeting,
    then words such as "Proceedings" and "Letters" that often stand beside another.
    """
    low = text.casefold()
    if low.strip(" .()[]").startswith(("under review", "in review")):
        return ""
    words = [word for word in _WORD.findall(low) if word in _TELLING]
    for word in words:
        if word in _OWN:
            return _OWN[word]
    if " " in low:
        for phrase, kind in _PHRASES:
            if phrase in low:
                return kind
    for table in (_STRONG, _WEAK):
        for word in words:
            if word in table:
                return table[word]
    return "journal" if _is_abbreviated(text, text.split()) else ""


def venue_wording(text: str) -> float:
    """How much the wording of a phrase, apart from any table, is that of a venue: 0 to 1."""
    printed = text.split()[:60]
    if not printed:
        return 0.0
    acronym = _numbered_acronym(text.strip())
    if acronym:
        return acronym
    doubt = 1.0
    seen: set[str] = set()
    low = text.casefold()
    for word in _WORD.findall(low):
        weight = _CUE.get(word) or (0.2 if is_ordinal(word) else 0.0)
        if weight and word not in seen:
            seen.add(word)
            doubt *= 1 - weight
    score = 1 - doubt
    if "lecture notes in" in low:
        score = max(score, 0.9)
    if any(map(low.__contains__, _PHRASE_CUES)):
        score = max(score, 0.8)
    if _is_abbreviated(text, printed):
        score = max(score, 0.9)
    server = 0.85 if low.startswith(("arxiv", "corr abs", "biorxiv", "medrxiv")) else 0.0
    return round(max(server, score * _plainness(text, low.split()[:60])), 3)


def _numbered_acronym(text: str) -> float:
    """0.85 for an acronym with a year (``XYZT'24``), 0.4 for one with another number (``GPT-4``), 0 elsewhere."""
    bare = without_year(text)
    if bare == text or bare.count(" ") > 2:
        return 0.0
    letters = [c for c in bare if c.isalpha()]
    if not 2 <= len(letters) <= 14:
        return 0.0
    if sum(c.isupper() for c in letters) * 2 <= len(letters):
        return 0.0
    return 0.85 if is_year(text[-4:]) or text[-3:-2] in ("'", "’", "‘") else 0.4


def _is_abbreviated(text: str, words: list[str]) -> bool:
    """Whether most of a text's words are the shortened words of journal names: ``J. Comput. Phys.``"""
    if text.count(".") < 2:
        return False
    dotted = [w for w in (word.rstrip(",;") for word in words) if w.endswith(".")]
    stems = sum([w[:-1].casefold() in _STEMS for w in dotted])
    return stems > 1 and stems * 2 >= len(words)


def _plainness(text: str, words: list[str]) -> float:
    """A factor below 1 for what reads like a title or a sentence rather than a name; the words are in small letters."""
    factor = 0.3 + 0.7 * capitalised_share(text)
    low = [w.strip(".,;:()") for w in words]
    if not _SENTENCE.isdisjoint(low):
        factor *= 0.4
    if "?" in text or "!" in text:
        factor *= 0.4
    if low[0] in ("a", "an", "on"):
        factor *= 0.5
    return factor
