"""Words, initials, separators and marks of an item: what the name grammar reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from citekit.documents.model import Style
from citekit.publications.styled import StyledText

TOKEN = re.compile(
    r"[^\W\d_]+(?:(?:[\u0300-\u036f]|['’`ʻ´‘‐‑\-](?=[^\W\d_])|\.(?=[-‐‑][^\W\d_])|\.\s?-(?=[^\W\d_]\.))[^\W\d_]*+)*\.?"  # a word, an initial
    r"|\d+|\.{3,}|…|[\n\x0b]|[^\s]"
)
PARTICLES = frozenset(
    "von van der den de del della dello degli dei da dal dos das do du di la le las los lo ten ter te op het zu zum zur "
    "af av al el bin ibn ben bint abu mac st vom am im aus 't d’ d' vander vande".split()
)
CAPITAL_PARTICLES = frozenset(
    "Von Van Der Den De Del Della Di Da Dal Dos Du La Le Ten Ter El Al Bin Ibn Ben Mac St St.".split()
)
SUFFIXES = frozenset("Jr Jr. JR. Sr Sr. II III IV".split())
AND = frozenset("AND UND ET and und et y & + e og och en i ja és ve dan και и с con with mit avec".split())
ALWAYS_AND = frozenset({"and", "&", "und", "et", "y", "e", "AND", "UND", "ET"})
NEVER_NAMES = frozenset(
    "Eds Hrsg With In At See Also By The For From Of On Towards Toward And To Using Via Under Into Is Are How What Why When Where Which".split()
)
"""Capitalised function words; none is part of a name."""
ABBREVIATIONS = frozenset(
    """proc trans int intl conf symp j jour journ lett rev adv appl ann annu bull comm commun comput sci eng math
    phys chem biol med res soc assoc acad univ dept inst tech technol vol no nr pp p ed eds st dr prof mr mrs ms
    vs cf etc e.g i.e eq fig sec ch art lect notes natl nat am amer eur br can austral ser suppl mag mech struct
    mater electron electr netw syst softw inf artif intell mach learn distrib oper theor stat probab anal
    geom algebr topol discret combin surv exp environ ecol evol genet neurosci psychol
    psychiatr clin pharm pharmacol toxicol immunol oncol cardiol pediatr surg radiol hum mol biochem biophys
    microbiol virol anim vet agric nutr geophys geol oceanogr atmos meteorol astron astrophys acta arch
    monogr rep bd class grav gen relativ relat grav chim nucl org astropart perkin fr afr philos naturforsch helv ber dtsch ges soviet sov nuovo cim prog suppl instrum mod
    rad planet quart roy meteor climatol hydrol oceanol limnol dynam engrg numer meth differ eqns optim
    integr transf spec funct approx constr indag izv dokl akad nauk mat fiz teor zh eksp usp sb proceed wkshp rech
    sci ital espan port ned scand jpn chin ind austral canad     lect philol hist ling lang educ manag bus econ financ polit soc antropol archaeol geogr hydrogeol
    petrol mineral cryst spectrosc spectrom chromatogr polym colloid interf surf catal electrochem photochem
    photobiol biotechnol bioeng biomed neurol neuroimage radiat therap anesth anaesth obstet gynecol urol nephrol
    endocrinol metab diabet gastroenterol hepatol dermatol ophthalmol otol rhinol laryngol dent orthop
    traumatol rehabil nurs infect dis epidemiol prev med lond engl amer hrsg jr sr al approx ca feat dipl habil
    phil inc ltd corp co dep div sect""".split()
)
"""Words that a full stop shortens; it ends no sentence there, and they are no names."""
_SHORT_GIVEN = frozenset("Md Mst Yu Ya Ch Th Ph Chr St Sh Zh Kh Ju Ja Jo Wm Gy Cs".split())
"""Given names that are shortened to more than their first letter."""
MARK_CHARACTERS = frozenset("*∗⁎＊†‡§¶#♯^✉⋆★☆‖∥⁺♠♣♦♥✝✢✻✽⚑◇⋄⊕⊗∧¹²³⁴⁵⁶⁷⁸⁹⁰$~")
SUPERSCRIPT_DIGITS = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890")


@dataclass(slots=True)
class Token:
    """``kind``: I initial, C two or three capitals, W capitalised word, J word in a script without case, p particle,
    s suffix, l other word, n number, b break, m mark, or the character or word itself for separators.

    ``base`` is the word without its full stop, which ``dotted`` tells of.
    """

    start: int
    end: int
    text: str
    kind: str
    dotted: bool
    base: str


_ARTICLED = re.compile(r"(?:a[ldnrstz]|el|ul|ibn|bin)[-‐‑][ʿʾʼʻ]?[^\W\d_a-z]|(?:d|l|dell|dall)['’][A-ZÀ-Þ]")
"""A name that begins with its article: "al-Ashʿarī", "d'Angelo"."""


def tokenize(item: StyledText) -> list[Token]:
    """The tokens of an item's text in order; blanks are between them, nothing else is dropped."""
    superscript = _superscript_ranges(item)
    if superscript:
        return _raised(item, superscript)
    tokens = []
    for match in TOKEN.finditer(item.text):
        word = match[0]
        kind, dotted, base = _kind(word)
        start, end = match.span()
        tokens.append(Token(start, end, word, kind, dotted, base))
    return tokens


def _raised(item: StyledText, superscript: list[tuple[int, int]]) -> list[Token]:
    """The tokens of an item in which some words are superscripts, which are marks."""
    tokens = []
    raised = bytearray(len(item.text))
    for a, b in superscript:
        raised[a:b] = b"\x01" * (b - a)
    for match in TOKEN.finditer(item.text):
        word = match[0]
        kind, dotted, base = ("m", False, word) if raised[match.start()] else _kind(word)
        tokens.append(Token(match.start(), match.end(), word, kind, dotted, base))
    return tokens


def _superscript_ranges(item: StyledText) -> list[tuple[int, int]]:
    return [
        (start, start + len(run.text))
        for start, run in zip(item.starts, item.runs, strict=True)
        if run.style and run.style & Style.SUPERSCRIPT and len(run.text) <= 12
    ]


@lru_cache(maxsize=32768)
def _kind(word: str) -> tuple[str, bool, str]:
    """A token's kind, whether a full stop ends it, and the word without it."""
    first = word[0]
    if first.isalpha():
        dotted = word.endswith(".") and len(word) > 1
        base = word[:-1] if dotted else word
        return _word_kind(base, dotted), dotted, base
    if word.isdigit() and first not in MARK_CHARACTERS:
        return "n", False, word
    if word in "\n\x0b":
        return "b", False, word
    if first in "….":
        return ("…" if len(word) > 1 or word == "…" else "."), False, word
    if word in ("&", "＆", "+"):
        return "and", False, word
    if word in MARK_CHARACTERS:
        return "m", False, word
    return word, False, word


def _word_kind(base: str, dotted: bool) -> str:
    base = base.lstrip("ʿʾʼʻ") or base
    if base + ("." if dotted else "") in SUFFIXES or base in SUFFIXES:
        return "s"
    if base in PARTICLES and not dotted:
        return "and" if base in ALWAYS_AND else "p"
    if base in AND:
        return "and"
    if base in NEVER_NAMES:
        return "l"
    first = base[0]
    if _ARTICLED.match(base):
        return "W"
    if not first.isupper():
        return "J" if not first.islower() and not first.isascii() else "l"
    letters = base.replace(".", "").replace(" ", "").replace("-", "").replace("‐", "").replace("‑", "")
    if len(letters) == 1 or (dotted and len(letters) == 2 and ("-" in base or "‐" in base)):
        return "I"
    if dotted and letters in _SHORT_GIVEN:
        return "I"
    if "-" in base and all(len(p.strip(".")) == 1 and p[0].isupper() for p in base.split("-") if p):
        return "I"
    if len(letters) <= 3 and letters.isupper():
        return "C"
    return "W"
