"""The words that publication venues are named with, in several languages, and what kind of venue they name."""

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

_STEMS = frozenset(
    "phys rev lett comput commun sci math chem biol med nat appl eng technol res mater mech stat anal am amer soc acad"
    " natl proc int trans bull ann syst softw inf artif intell mach learn theor theory opt environ mol genet neurosci"
    " psychol econ polit manag oper numer geom topol algebr combin discrete electron lang linguist speech vis graph"
    " netw distrib parallel program sec priv astron astrophys geophys rep symp conf exp struct fluid fluids nucl"
    " quantum rel relat adv curr opin eur j z".split()
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


def _is_abbreviated(text: str, words: list[str]) -> bool:
    """Whether most of a text's words are the shortened words of journal names: ``J. Comput. Phys.``"""
    if text.count(".") < 2:
        return False
    dotted = [w for w in (word.rstrip(",;") for word in words) if w.endswith(".")]
    stems = sum([w[:-1].casefold() in _STEMS for w in dotted])
    return stems > 1 and stems * 2 >= len(words)
