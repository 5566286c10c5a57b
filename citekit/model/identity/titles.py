"""Titles as they are compared: folded words, the parts around a subtitle, the numbers that tell companions apart."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import lru_cache

from citekit.runtime import patterns as re
from citekit.runtime.records import cached_property, dataclass
from citekit.runtime.registry import pairs
from citekit.text.case import SMALL_WORDS
from citekit.text.numerals import roman_value
from citekit.text.similar import ratio
from citekit.text.tex_decode import decode
from citekit.text.unicode import folded

# --- The form in which texts are compared (lowercase letters and digits, without LaTeX, markup, accents and punctuation), and
# the confidence that two names, venues or works are one.

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_STYLE = re.compile(
    r"\\(?:math|text|bm|bf|rm|it|cal|tt|sf|sc|em|left|right|mbox|ensuremath|boldsymbol)[a-z]{0,6}(?![A-Za-z])"
)
_MACRO = re.compile(r"\\([A-Za-z]{1,30})")
_DRAWN = re.compile(
    r"\\(?:sqrt|bar|hat|tilde|vec|dot|ddot|check|breve|acute|grave|widehat|widetilde|overline|underline|overrightarrow|"
    r"rightarrow|leftarrow|leftrightarrow|longrightarrow|to|mapsto)(?![A-Za-z])"
)
"""What formulas draw around letters or between them: catalogues lose it, so it is not a letter of a title."""
_SCRIPT_L = re.compile(r"\\ell(?![A-Za-z])")
_GROUPING = str.maketrans(dict.fromkeys("{}$"))
_JOINING = str.maketrans(dict.fromkeys("$^_{}\\'’‘`´\u00ad\u200b", None) | {"~": " "})
_WORD = re.compile(r"[^\W_]+")
_APART = str.maketrans({code: " " for code in range(128) if not chr(code).isalnum()})
"""The ASCII characters between words; spaces in their place divide a text faster than a pattern does."""
_MARKED = re.compile(r"[\\<&{}$^_'’‘`´~\u00ad\u200b]|-\s")
_BROKEN = re.compile(r"(?<=[^\W\d_])-\s++(?=[^\W\d_])")
_DOUBLED = re.compile(r"(?<=[aou])e|(?<=a)a")


def plain(text: str) -> str:
    r"""Return a value as people read it, without LaTeX and tags: ``K\"ahler {M}anifolds`` gives ``Kähler Manifolds``."""
    if "\\" in text:
        text = _MACRO.sub(r"\1", _STYLE.sub("", _DRAWN.sub(" ", _SCRIPT_L.sub("l", decode(text)))))
    if "<" in text:
        text = _TAG.sub("", text)
    return text.translate(_GROUPING)


def bare(text: str) -> str:
    r"""Return a value on one line without markup, LaTeX, apostrophes: ``Weak $\omega$-cat\'egories`` is ``Weak omega-catégories``."""
    if "&" in text:
        text = html.unescape(" ".join(text.split()))
    if "\\" in text or "<" in text:
        text = plain(" ".join(text.split()))
    return " ".join(text.translate(_JOINING).split())


def words(text: str) -> list[str]:
    """Return the words of a value, folded: small, without accents and apostrophes, Greek letters by their names."""
    if _MARKED.search(text):
        text = _BROKEN.sub("", bare(text))
    if text.isascii():
        return text.lower().translate(_APART).split()
    return _WORD.findall(folded(text))


def fold(text: str) -> str:
    r"""Return the letters and digits of a value in a row: equal for texts that differ in markup, accents, case, punctuation.

    >>> fold(r"{S}\o rensen's $\omega$-queues") == fold("Sorensens ω Queues")
    True
    """
    return "".join(words(text))


def loose(key: str) -> str:
    """Return a folded text in which ``Mueller`` and ``Müller``, ``Aarhus`` and ``Århus`` are one: the doubled vowels are single."""
    if "ae" in key or "oe" in key or "ue" in key or "aa" in key:
        return _DOUBLED.sub("", key)
    return key


SURE, LIKELY = 0.9, 0.6
"""Degrees from which on two things count as one, and as worth a question."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A ``degree`` from 0 (not one) to 1 (one for certain), and the ``reason`` in a few words."""

    degree: float
    reason: str = ""

    def __bool__(self) -> bool:
        return self.degree >= LIKELY


LONGEST = 600
"""Letters of a title that are looked at."""

_HYPHENED = re.compile(r"(?<![^\W_])[^\W_]++(?>(?:-[^\W_]++)+)")
_CUT = re.compile(r"[:?!;–]\s|—|\.\s(?=[A-Z])|[-–](?<=\s.)[-–—]{0,2}\s")
_BRACKETS = re.compile(r"\s?[(\[][^()\[\]]{0,120}[)\]]\s?$")
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,2}(?:ix|iv|v?i{0,3}))$")
_COUNTED = frozenset("part paper volume vol chapter version episode".split())
_DIGITS = re.compile(r"\d+")
_FEW_LETTERS = 4
"""Letters of a piece of a title that is not looked up alone: "On", "Part", "I" begin or end many."""


@dataclass(frozen=True)
class Title:
    """A title made comparable; build one by :func:`title_of`.

    ``words`` are small, without accents, markup and LaTeX. ``parts`` are the words of the pieces between colons, dashes
    and ends of sentences. ``shown`` is the text without markup.
    """

    shown: str
    words: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]

    @cached_property
    def key(self) -> str:
        """All letters and digits in a row: equal for titles that differ in spaces, hyphens, case, accents, markup."""
        return "".join(self.words)

    @cached_property
    def main(self) -> str:
        """The key of the title without its subtitle; empty if it has none."""
        return "".join(self.parts[0]) if len(self.parts) > 1 else ""

    @cached_property
    def tail(self) -> str:
        """The key of what follows the first colon or dash (the title without a prefix); empty if missing."""
        return "".join(word for part in self.parts[1:] for word in part) if len(self.parts) > 1 else ""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys under which the title can be found: the whole, without subtitle, without prefix."""
        return keys_of(self.key, ["".join(part) for part in self.parts])

    @cached_property
    def content(self) -> tuple[str, ...]:
        """The words that carry weight, each once, in order."""
        heavy = tuple(dict.fromkeys(word for word in self.words if word not in SMALL_WORDS))
        return heavy or tuple(dict.fromkeys(self.words))

    @cached_property
    def glued(self) -> tuple[str, ...]:
        """Neighbours that are one word elsewhere, written together: ``meta-learning`` is found as ``metalearning``."""
        shown = folded(self.shown)
        # longer ones are formulas and URLs, which the indexes do not have in one word
        return tuple(dict.fromkeys(word.replace("-", "") for word in _HYPHENED.findall(shown) if len(word) < 30))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the title, Roman ones in digits: ``II``, ``Part 2`` and ``GPT-2`` all have ``2``."""
        return frozenset({digits for word in self.words for digits in _DIGITS.findall(word)} | self.ordinals)

    @cached_property
    def ordinals(self) -> frozenset[str]:
        """The numbers that count papers: Roman ones, those that end a part, and those after ``part`` and the like."""
        return frozenset(number for part in self.parts for at in range(len(part)) if (number := _ordinal(part, at)))

    @cached_property
    def counted(self) -> str:
        """The key with the numbers that count papers in digits: ``II`` as ``2``."""
        return "".join(_ordinal(part, at) or word for part in self.parts for at, word in enumerate(part))


@lru_cache(maxsize=16384)
def title_of(text: str) -> Title:
    """Return a printed title, with whatever markup and LaTeX there is in it, made comparable."""
    shown = plain_title(text)
    whole = tuple(words(shown))
    pieces = pieces_of(shown)
    if pieces == [shown]:
        return Title(shown, whole, (whole,) if whole else ())
    return Title(shown, whole, tuple(tuple(piece) for piece in map(words, pieces) if piece))


def pieces_of(shown: str) -> list[str]:
    """Return the pieces of a plain title between colons, dashes and ends of sentences, without brackets at its end."""
    uncut = (_BRACKETS.sub("", shown) or shown) if shown.endswith((")", "]")) else shown
    return _CUT.split(uncut)


def keys_of(key: str, pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a title whose pieces have these keys: the whole, without subtitle, without prefix."""
    parts = (pieces[0], "".join(pieces[1:])) if len(pieces) > 1 else ()
    return (key, *(part for part in dict.fromkeys(parts) if len(part) > _FEW_LETTERS and part != key))


def plain_title(text: str) -> str:
    r"""Return a title without markup, LaTeX and line breaks: ``Weak $\omega$-cat\'egories`` gives ``Weak omega-catégories``."""
    return bare(text[:LONGEST])


def _ordinal(part: tuple[str, ...], at: int) -> str:
    """Return the number that a word stands for where it counts papers, else the empty string."""
    word = part[at]
    # Letters such as i and x are numbers if there are two of them, alone, last in their part, or after 'part'.
    if _ROMAN.match(word) and (
        len(part) == 1 or (at > 0 and (len(part[at]) > 1 or at == len(part) - 1 or part[at - 1] in _COUNTED))
    ):
        return str(roman_value(word))
    # parts and versions have one or two digits; "2020" and "100" are years and amounts
    ends = word.isdecimal() and len(word) < 3 and (at in (0, len(part) - 1) or part[at - 1] in _COUNTED)
    return word if ends else ""


# --- two titles: compare_titles gives a degree, same_wording is stricter -------------------------------------------

SAME, TRANSLITERATED = "the same title", "the same title, written with other letters"
PART, CUT, SLIP, ALIKE = "one title is a part of the other", "one title is cut", "titles a typo apart", "similar titles"
OTHER = "another title"
_SHORTEST_PART, _SHORTEST_CUT = 8, 16
"""Letters of a title that may be a part of another one, and of one that may be cut: shorter ones begin many titles. With 12 for a
part, 10 of 7,741 labelled pairs would be taken for two works; with 5, none for one, but few of them have short titles."""
_SLIP, _ALIKE = 0.95, 0.82
"""The similarity of titles a typing error apart, and of similar ones. With 0.98, 115 of 7,741 labelled pairs would be taken
for two works, with 0.88 for similar ones, 72."""
_WORDS = pairs("citekit.model.identity", "titles.tsv")["words"]
_ANSWERS, _JOINING_WORDS, _GENERIC = (frozenset(_WORDS[name].split()) for name in ("answers", "joining", "generic"))
_ABOUT = _ANSWERS.union(_WORDS["about"].split())


def is_generic(title: Title) -> bool:
    """Whether a title is one that many works have: ``Introduction``, ``Preface``, ``Editorial``."""
    return title.key in _GENERIC


def is_answer(title: Title) -> bool:
    """Whether a title begins as that of an erratum, a comment or a reply."""
    return bool(title.words) and title.words[0] in _ANSWERS


def are_about(one: Title, other: Title) -> bool:
    """Whether one title is that of an erratum, a comment, a supplement, or the data, to a work with the other title."""
    short, long = sorted((one, other), key=lambda title: len(title.key))
    return len(_about(long)) > len(_about(short)) and len(short.key) >= _SHORTEST_PART and short.key in long.key


def _about(title: Title) -> tuple[str, ...]:
    """Return the words before a title that state what the work has to do with another one: ``reply``, ``comment``."""
    found = []
    for word in title.words[:-1]:
        if word in _ABOUT:
            found.append(word)
        elif word not in _JOINING_WORDS:
            break
    return tuple(found)


def compare_titles(one: Title, other: Title) -> Similarity:
    """Return how similar two titles are: 1.0 the same, 0.9 a typo, 0.8 one without the other's subtitle, 0.7 similar, else 0.

    An empty title is like any other, with a degree of 0.6.
    """
    if not one.key or not other.key:
        return Similarity(0.6, "no title")
    if one.key == other.key:
        return Similarity(1.0, SAME)
    if loose(one.key) == loose(other.key):
        return Similarity(0.97, TRANSLITERATED)
    if one.ordinals and one.ordinals == other.ordinals and one.counted == other.counted:
        return Similarity(0.97, SAME)
    short, long = sorted((one, other), key=lambda title: len(title.key))
    if len(short.key) >= _SHORTEST_PART and short.key in (long.main, long.tail, "".join(map("".join, long.parts))):
        return Similarity(0.8, PART)
    if len(short.key) >= _SHORTEST_CUT and long.key.startswith(short.key):
        return Similarity(0.75, CUT)
    similarity = ratio(one.key, other.key) if len(short.key) * 2 >= len(long.key) * _ALIKE else 0.0
    if similarity >= _ALIKE:
        return Similarity(0.9, SLIP) if similarity >= _SLIP else Similarity(0.7, ALIKE)
    return Similarity(0.0, OTHER)


_ARTICLES = frozenset("a an the and sqrt".split())
"""Words that one source prints and another leaves out.

``and`` is an ampersand, ``sqrt`` a symbol, and neither symbol is compared.
"""
_WRITTEN = {
    **{
        word: str(number)
        for number, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), 2)
    },
    "vs": "versus",
    "gray": "grey",
    "program": "programme",
    "programs": "programmes",
    "catalog": "catalogue",
    "catalogs": "catalogues",
    "sulfur": "sulphur",
}
_SHORTEST_SLIP, _TOGETHER = 5, 3
"""Letters of a word that may have a typing error, and the words that one source writes as one (``data base``)."""
_FORMULA = 12
"""Letters of a formula whose sub- and superscripts may be in another order."""
_FOOTNOTE = 6
"""Letters of a word after which a digit is a footnote's; shorter ones are names, such as ``GPT2``."""


def same_wording(ours: Title, theirs: Title, has_formula: bool = False) -> bool:
    """Whether two titles of one work have the same words in the same order.

    Hyphens, accents, articles, one typing error in a long word, words in brackets at the end, a footnote's number after
    their last word, and a subtitle or prefix that one of them has after or before a colon are no differences; any other
    word is. ``has_formula`` means that one of them has a formula, whose scripts may come in another order.

    >>> same_wording(title_of("Lazy queues: a survey"), title_of("The Lazy Queues"))
    True
    >>> same_wording(title_of("Queues without locks"), title_of("Queues with locks"))
    False
    """
    if ours.key == theirs.key or loose(ours.key) == loose(theirs.key):
        return True
    if ours.ordinals and ours.ordinals == theirs.ordinals and ours.counted == theirs.counted:
        return True
    mine, their = _wordings(ours), _wordings(theirs)
    pairs = [(mine[0], other) for other in their] + [(one, their[0]) for one in mine[1:]]
    if any(_are_in_step(one, other, has_formula) for one, other in pairs):
        return True
    if theirs.shown.endswith(("...", "…")):
        return _are_in_step(ours.words[: len(theirs.words)], theirs.words, has_formula)
    last = theirs.words[-1]
    marked = len(last) > _FOOTNOTE and last[-1].isdecimal() and last[:-1].isalpha()
    return marked and _are_in_step(ours.words, (*theirs.words[:-1], last[:-1]), has_formula)


def _wordings(title: Title) -> list[tuple[str, ...]]:
    """Return the words of a title: all of them first, then those without what is in brackets, subtitle, or prefix."""
    parts = title.parts
    found = [title.words, tuple(word for part in parts for word in part)]
    if len(parts) > 1:
        found += [parts[0], tuple(word for part in parts[1:] for word in part)]
    return [found[0], *(words for words in found[1:] if words != found[0] and len("".join(words)) >= _SHORTEST_PART)]


def _are_in_step(mine: tuple[str, ...], theirs: tuple[str, ...], has_formula: bool) -> bool:
    """Whether two rows of words are the same, word by word from the first to the last."""
    at, there = 0, 0
    while at < len(mine) and there < len(theirs):
        one, other = (_WRITTEN.get(word, word) for word in (mine[at], theirs[there]))
        if one == other or loose(one) == loose(other):
            at, there = at + 1, there + 1
        elif steps := _written_together(mine[at:], theirs[there:], has_formula):
            at, there = at + steps[0], there + steps[1]
        elif one in _ARTICLES:
            at += 1
        elif other in _ARTICLES:
            there += 1
        elif _is_slip(one, other):
            at, there = at + 1, there + 1
        else:
            return False
    return all(word in _ARTICLES for word in (*mine[at:], *theirs[there:]))


def _written_together(mine: tuple[str, ...], theirs: tuple[str, ...], has_formula: bool) -> tuple[int, int] | None:
    """Return how many words on either side are the same letters, divided otherwise; those of a formula in any order."""
    most = 2 * _TOGETHER if has_formula else _TOGETHER
    for long in range(1, min(most, len(mine)) + 1):
        for wide in range(1, min(most, len(theirs)) + 1):
            one, other = "".join(mine[:long]), "".join(theirs[:wide])
            if one == other:
                return long, wide
            is_formula = has_formula or any(map(str.isdecimal, one))
            is_short = len(one) == len(other) <= _FORMULA and max(map(len, mine[:long])) < _SHORTEST_SLIP
            same_numbers = _DIGITS.findall(one) == _DIGITS.findall(other)
            if is_formula and is_short and same_numbers and sorted(one) == sorted(other):
                return long, wide
    return None


def _is_slip(one: str, other: str) -> bool:
    """Whether two long words are one with a typing error: a letter more, less, another, or two in the other order."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST_SLIP or len(long) - len(short) > 1 or short[0] != long[0]:
        return False
    if not (short.isalpha() and long.isalpha()):
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    turned = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or turned


def numbers_differ(one: Title, other: Title) -> bool:
    """Whether two titles are told apart by a number: parts I and II, versions 2 and 3, ``GPT`` and ``GPT-2``."""
    mine, its = one.numbers - other.numbers, other.numbers - one.numbers
    return bool((mine and its) or one.ordinals != other.ordinals or ((mine or its) and _are_numbered(one, other)))


def _are_numbered(one: Title, other: Title) -> bool:
    """Whether a word of one title is a word of the other with a number at its end: ``GPT-2``, ``CaloClouds3``."""
    mine, its = set(one.words) - set(other.words), set(other.words) - set(one.words)
    return any(word.rstrip("0123456789") in its for word in mine) or any(w.rstrip("0123456789") in mine for w in its)
