"""Letter case, quotes, formatting and affixes around the content of an element.

Source: the CSL 1.0.2 specification, "Formatting" to "Text-case": affixes are outside of formatting and quotes. Text in
``nocase`` spans keeps its case, and so do superscripts, small capitals and formulas. Title case is for English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from citekit.csl.cite import RenderState
from citekit.csl.locales import StyleLocale
from citekit.csl.model import FORMATTING, LOOKS, Term
from citekit.csl.richtext import Marked, Node, superscripts
from citekit.runtime import patterns as re
from citekit.runtime.registry import handles
from citekit.text.numerals import roman

STOP_WORDS = frozenset(
    "a about above across afore after against al along alongside amid amidst among amongst an and apropos apud around as "
    "aside astride at athwart atop barring before behind below beneath beside besides between beyond but by c ca circa d "
    "d’ d' de despite down during et except for from given in inside into l lest like modulo near next nor "
    "notwithstanding of off on onto or out over per plus pro qua sans since so than the through throughout thru till to "
    "toward towards under underneath until unto up upon v v. van versus via vis-à-vis von vs vs. with within without "
    "yet".split()
)
"""Words that title case leaves small inside a title."""
# Single letters that are not words of English.
_LETTERS_ONLY = frozenset("CDLV")
# Small words that are letters and parts of names as well.
_NAMES_AS_WELL = frozenset("a al c d de l v van von".split())
_WORD = re.compile(r"[^\s\u00a0/\u2013\u2014-]+|[-/\u2013\u2014]")
_AROUND = ".,;:!?()[]{}\"'“”‘’"
_LETTER = re.compile(r"[^\W\d_]")
_FIXED = frozenset({"nocase", "nodecor", "sup", "sub", "sc"})


def change_case(node: Node, case: str, english: bool, turkic: bool = False) -> Node:
    """Return the node with its letters in another case.

    ``turkic`` keeps dots on ``i``. ``case`` is one of CSL's values; an unknown one, and ``title`` where the text is not
    English, change nothing.
    """
    change = _CASES.get(case)
    if change is None:
        return node
    if case == "title" and not english:
        return node
    letters: list[str] = []
    fixed: list[bool] = []
    _collect(node, letters, fixed, False)
    if turkic:
        # the letters i of Turkish: dotted and dotless ones keep their dots in either case
        table = {"i": "İ", "ı": "I"} if case == "uppercase" else {"I": "ı", "İ": "i"} if case == "lowercase" else {}
        for place, letter in enumerate(letters):
            letters[place] = table.get(letter, letter)
    change(letters, fixed)
    return _rebuilt(node, letters, [0])


def _collect(node: Node, letters: list[str], fixed: list[bool], keep: bool) -> None:
    if isinstance(node, str):
        letters.extend(node)
        fixed.extend([keep] * len(node))
    elif isinstance(node, list):
        for part in node:
            _collect(part, letters, fixed, keep)
    else:
        keeps = node.kind == "formula" or (node.kind == "tag" and node.value in _FIXED)
        _collect(node.content, letters, fixed, keep or keeps)


def _rebuilt(node: Node, letters: list[str], at: list[int]) -> Node:
    if isinstance(node, str):
        start = at[0]
        at[0] = start + len(node)
        return "".join(letters[start : at[0]])
    if isinstance(node, list):
        return [_rebuilt(part, letters, at) for part in node]
    return node._replace(content=_rebuilt(node.content, letters, at))


_CASES: dict[str, Callable[[list[str], list[bool]], None]] = {}
"""Value of ``text-case`` -> what changes the letters of a text, except those that are fixed."""


@handles(_CASES, "lowercase")
def _lower(letters: list[str], fixed: list[bool]) -> None:
    letters[:] = [letter if keep else letter.lower() for letter, keep in zip(letters, fixed, strict=True)]


@handles(_CASES, "uppercase")
def _upper(letters: list[str], fixed: list[bool]) -> None:
    letters[:] = [letter if keep else letter.upper() for letter, keep in zip(letters, fixed, strict=True)]


@handles(_CASES, "capitalize-first")
def _first(letters: list[str], fixed: list[bool]) -> None:
    """The first letter, unless a fixed one or a digit precedes it, or its word has capitals inside (``arXiv``)."""
    for i, letter in enumerate(letters):
        if letter.isalnum():
            if not fixed[i] and not _has_capital(letters, i + 1):
                letters[i] = _capital(letter)
            return


def _has_capital(letters: list[str], at: int) -> bool:
    """Whether there is a capital in what is left of a word."""
    while at < len(letters) and letters[at].isalnum():
        if letters[at].isupper():
            return True
        at += 1
    return False


@handles(_CASES, "capitalize-all")
def _all(letters: list[str], fixed: list[bool]) -> None:
    inside = False
    for i, letter in enumerate(letters):
        if not inside and letter.isalnum() and not fixed[i]:
            letters[i] = _capital(letter)
        inside = not letter.isspace() and letter not in "-\u2013\u2014/"


@handles(_CASES, "sentence")
def _sentence(letters: list[str], fixed: list[bool]) -> None:
    _lower(letters, fixed)
    _first(letters, fixed)


def _capital(letter: str) -> str:
    upper = letter.upper()
    return upper if len(upper) == 1 else upper[0] + upper[1:].lower()


@handles(_CASES, "title")
def _title(letters: list[str], fixed: list[bool]) -> None:
    text = "".join(letters) if all(len(c) == 1 for c in letters) else "".join(c[:1] for c in letters)
    words = list(_WORD.finditer(text))
    real = [place for place, match in enumerate(words) if _LETTER.search(match.group())]
    shouted = any(
        word[0].isupper() and word.lower() in STOP_WORDS - _NAMES_AS_WELL
        for word in (words[place].group().strip(_AROUND) for place in real[1:-1])
        if word
    )
    shown = [place for place, match in enumerate(words) if any(map(str.isalnum, match.group()))]
    begin, end = (shown[0], shown[-1]) if shown else (0, 0)
    for place in real:
        match = words[place]
        word = match.group()
        # a number is the first word ("50 of the Best"), unless it numbers what follows ("1. The Beginning")
        follows_number = place == real[0] and words[place - 1].group()[-1] in ".)]"
        first = place == begin or follows_number or _after_break(text, words, place)
        last = place == end
        found = _LETTER.search(word)
        start = match.start() + (found.start() if found else 0)
        if fixed[start] or any(c.isupper() for c in word[1:]) or _stays(text, match):
            continue
        bare = word.strip(_AROUND).lower()
        # A small word that begins a compound is not small: "Pro-Environmental".
        if (
            not first
            and not last
            and (bare in STOP_WORDS or word.lower() in STOP_WORDS)
            and not (text[match.end() : match.end() + 1] == "-" and text[match.start() - 1 : match.start()] != "-")
        ):
            if _is_name(word.strip(_AROUND), shouted):
                continue
            if not any(c.isupper() for c in word[1:]):
                letters[start] = letters[start].lower()
        elif text[match.start() : start].strip("([{\"'“‘„«¿¡<") == "":
            letters[start] = _capital(letters[start])


def _is_name(word: str, shouted: bool) -> bool:
    """Whether a small word that is typed with a capital is a name: ``Programming in C``, ``Group A``, ``Van Dam``.

    ``shouted`` means that the title has capitals on other small words as well, so that one on "A" or "Van" means
    nothing.
    """
    return word[:1].isupper() and (word in _LETTERS_ONLY or (not shouted and word.lower() in _NAMES_AS_WELL))


def _after_break(text: str, words: list[re.Match[str]], place: int) -> bool:
    """Whether a word follows a colon, a question or exclamation mark, or a dash between spaces."""
    if not place:
        return True
    before = words[place - 1]
    ending = before.group()[-1]
    if ending in "-/\u2013\u2014":
        return ending in "\u2013\u2014" and before.end() < words[place].start()
    word = before.group().rstrip("\"'”’)")
    return word[-1:] in ("?", "!", ":") or (word[-1:] == "." and _ends_sentence(words, place - 1))


def _ends_sentence(words: list[re.Match[str]], place: int) -> bool:
    """Whether a full stop ends a sentence and no abbreviation (``Proc. of``): some words without stops come first."""
    before = [match.group() for match in words[max(0, place - 2) : place]]
    return len(before) == 2 and not any(word.endswith(".") for word in before)


def _stays(text: str, match: re.Match[str]) -> bool:
    """Whether a word is a single letter that means something: ``07-x``, ``β``."""
    word = match.group().strip(_AROUND)
    if len(word) > 1:
        return False
    return "α" <= word <= "ω" or (text[match.start() - 1 : match.start()] == "-" and match.start() > 0)


Formatter = Callable[[Node, RenderState], Node]


def formatting_of(given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the formatting attributes that an element has, innermost first."""
    return tuple((name, value) for name in LOOKS if (value := given.get(name)))


def styled(node: Node, formats: tuple[tuple[str, str], ...]) -> Node:
    """Return the node under formatting."""
    for attribute, value in formats:
        node = Marked(attribute, value, node)
    return node


def formatter(given: Mapping[str, str], english: bool | None = None) -> Formatter | None:
    """Return a function that gives content the look of an element with these attributes, or None if there is nothing to do.

    ``english`` specifies whether the content is English, for terms, which are in the style's language and not in the work's.
    """
    if FORMATTING.isdisjoint(given):
        return None
    formats, case, display = formatting_of(given), given.get("text-case", ""), given.get("display", "")
    strip, quotes = given.get("strip-periods") == "true", given.get("quotes") == "true"
    prefix, suffix = affix(given.get("prefix", "")), affix(given.get("suffix", ""))
    inner = bool(case or strip or quotes or formats or display)
    if not (inner or prefix or suffix):
        return None

    def formatted(node: Node, state: RenderState) -> Node:
        if inner:
            if case:
                item = state.item
                node = change_case(node, case, item.is_english if english is None else english, item.is_turkic)
            if strip:
                node = without_periods(node)
            if quotes:
                node = Marked("quote", "", node)
            if formats:
                node = styled(node, formats)
        if prefix or suffix:
            node = [prefix, node, suffix] if prefix and suffix else [prefix, node] if prefix else [node, suffix]
        return Marked("display", display, node) if display else node

    return formatted


def affix(text: str) -> Node:
    """Return an affix or delimiter of a style: its quotation marks stay as they are."""
    return superscripts(text)


def without_periods(node: Node) -> Node:
    """Return the node without full stops."""
    if isinstance(node, str):
        return node.replace(".", "")
    if isinstance(node, list):
        return [without_periods(part) for part in node]
    return node._replace(content=without_periods(node.content))


def is_empty(node: Node) -> bool:
    """Whether there is no text in a node."""
    if type(node) is str:
        return not node
    if isinstance(node, list):
        return all(is_empty(part) for part in node)
    return is_empty(node.content)  # type: ignore[union-attr]


# Numbers in text: what counts as numeric, ordinals, roman numerals, page ranges.
#
# Source: the CSL 1.0.2 specification, "Number", "Ordinal Suffixes", "Long Ordinals", "Page Ranges", and the condition
# `is-numeric`.

_NUMBER = r"[^\W\d_]{0,8}+\d++(?>(?:(?!and)[^\W\d_]){0,8})"
_NUMERIC = re.compile(rf"\s*{_NUMBER}(?:\s*+(?:[-–—,&/]|and)\s*+{_NUMBER})*\s*", re.IGNORECASE)
_SPLIT = re.compile(r"(?:(?<!\s)\s++)?(\\?[-–—]|[,&/]|\band\b)\s*+", re.IGNORECASE)


@lru_cache(maxsize=1 << 13)
def is_numeric(text: str) -> bool:
    """Whether a value is a number or several: ``12``, ``2nd``, ``D2``, ``1-5``, ``2, 3 & 4``."""
    return len(text) < 500 and _NUMERIC.fullmatch(text) is not None  # bounds the time: no number is longer


def ordinal(number: int, language: StyleLocale, gender: str = "") -> str:
    """Return a number with its ordinal suffix."""
    return f"{number}{ordinal_suffix(number, language, gender)}"


def ordinal_suffix(number: int, language: StyleLocale, gender: str = "") -> str:
    """Return the suffix term that fits a number: exact, then its last two digits, then its last digit, then the general one.

    ``ordinal-00`` to ``ordinal-09`` match the last digit, ``ordinal-10`` to ``ordinal-99`` the last two, unless the
    term has another ``match``.
    """
    for name in (f"ordinal-{number % 100:02}", f"ordinal-{number % 10:02}", "ordinal"):
        for key in ((name, gender), (name, "")):
            term = language.ordinals.get(key)
            if term is not None and (name == "ordinal" or _fits(term, number)):
                return term.single
    return ""


def _fits(term: Term, number: int) -> bool:
    value = int(term.name[8:])
    # specification, "Ordinal Suffixes": 00 to 09 match the last digit
    match = term.match or ("last-digit" if value < 10 else "last-two-digits")
    if match == "whole-number":
        return number == value
    return number % (10 if match == "last-digit" else 100) == value


def long_ordinal(number: int, language: StyleLocale, gender: str = "") -> str:
    """Return the word for an ordinal up to ten (``first``), or the number with its suffix."""
    if 1 <= number <= 10:  # CSL has terms for the words up to ten only
        name = f"long-ordinal-{number:02}"
        # "Gender-specific Ordinals": a language has such forms for some words only
        term = (language.terms.get((name, gender)) if gender else None) or language.terms.get((name, "long"))
        if term is not None:
            return term.single
    return ordinal(number, language, gender)


def format_number(text: str, form: str, language: StyleLocale, gender: str = "", dash: str = "–") -> str:
    """Return a numeric value in a form of ``cs:number``; every number in it by itself."""
    pieces = _SPLIT.split(text.strip())
    made: list[str] = []
    for place, piece in enumerate(pieces):
        if place % 2:
            made.append(_between(piece, dash))
        elif piece.isdecimal() and len(piece) < 10:  # longer ones are identifiers, which have no ordinals
            made.append(_one(int(piece), form, language, gender) if form not in ("", "numeric") else piece)
        else:
            made.append(piece)
    return "".join(made)


def _between(mark: str, dash: str) -> str:
    if mark.startswith("\\"):
        return mark[1:]
    if mark in "-–—":
        return dash
    return f"{mark} " if mark == "," else mark if mark == "/" else f" {mark} "


def _one(number: int, form: str, language: StyleLocale, gender: str) -> str:
    if form == "ordinal":
        return ordinal(number, language, gender)
    if form == "long-ordinal":
        return long_ordinal(number, language, gender)
    return roman(number)


_PAGE = re.compile(r"(\w*[^\W\d])?(\d+)")
_LETTERED = re.compile(r"\d+[a-zA-Z]?|[ivxlcdm]+|[IVXLCDM]+")
_RANGE = re.compile(r"(?<!\\)[-–—]+")
# A range from a page to itself, as Crossref has pages of papers with one.
_SAME = re.compile(r"(?<![\w:.])(\w[\w:.]{0,40}+)\s?[-–—]{1,3}\s?\1(?![\w:.-])")
# A page of an article with a number of its own: `12:30`.
_OF_ARTICLE = re.compile(r"\w{1,20}[:.]\d{1,6}")


_SEVERAL = re.compile(
    r"(?:\d|\b[ivxlcdm]{1,9})[^\W\d_]?\s*(?:[,&–—]|(?<!\\)-)\s*[^\W\d_]{0,3}\d|\b[ivxlcdm]{1,9}\s*[-–—,&]\s*[ivxlcdm]{1,9}\b"
)


def is_plural(text: str, conjunctions: tuple[str, ...] = ()) -> bool:
    """Whether a page or locator names several things: a range, a list, numbers with a conjunction between."""
    text = one_page(text)
    if _SEVERAL.search(text):
        return True
    words = text.split()
    return any(
        word in conjunctions and words[at].rstrip(",")[-1:].isalnum() and words[at + 2][:1].isalnum()
        for at, word in enumerate(words[1:-1])
    )


@lru_cache(maxsize=1 << 14)
def page_range(text: str, form: str, delimiter: str, ampersand: str = "&") -> str:
    """Page numbers with their ranges abbreviated.

    ``form`` is ``expanded``, ``minimal``, ``minimal-two``, ``chicago``, ``chicago-15``, ``chicago-16`` or empty (as
    given). A range from a page to itself is that page; between semicolons are ranges as between commas.
    """
    text = one_page(text)
    if ";" in text and len(text) < 500:  # bounds the depth of the recursion; no list of pages is longer
        return "; ".join(page_range(part.strip(), form, delimiter, ampersand) for part in text.split(";"))
    between = f" {ampersand} "
    return ", ".join(
        between.join(_range(part.strip(), form, delimiter) for part in listed.split("&")) for listed in text.split(",")
    )


def one_page(text: str) -> str:
    """Pages with each range from a page to itself as that page: ``297-297`` is ``297``."""
    return _SAME.sub(r"\1", text) if len(text) < 500 else text  # bounds the time: no list of pages is longer


def _range(text: str, form: str, delimiter: str) -> str:
    """Return one range; what is not two numbers of the same kind, the smaller first, stays as it is."""
    parts = [part.strip() for part in _RANGE.split(text)]
    if len(parts) == 2 and len(text) < 60:  # a longer text is not a range of pages
        first, last = _PAGE.fullmatch(parts[0]), _PAGE.fullmatch(parts[1])
        if first and last and first[1] == last[1]:
            short = _shortened(first[1] or "", first[2], last[2], form)
            return f"{parts[0]}{delimiter}{short}" if short else f"{parts[0]}-{parts[1]}"
        if _OF_ARTICLE.fullmatch(parts[0]) and _OF_ARTICLE.fullmatch(parts[1]):
            return parts[0] + delimiter + parts[1]
        if _LETTERED.fullmatch(parts[0]) and _LETTERED.fullmatch(parts[1]):
            return parts[0] + delimiter + parts[1]
        if (first and last) or not all(parts):
            return "-".join(parts)
    return text.replace("\\-", "-")


def _shortened(prefix: str, start: str, end: str, form: str) -> str:
    """Return the end of a range, abbreviated against its start; nothing if the end is smaller."""
    if not form:
        return prefix + end
    if len(end) < len(start):
        end = start[: len(start) - len(end)] + end
    if int(end) < int(start):
        return ""
    if len(end) > len(start) or form == "expanded":
        return prefix + end
    if form in ("minimal", "minimal-two"):
        return _minimal(start, end, 2 if form == "minimal-two" else 1)
    number = int(start)
    # Chicago Manual of Style, 9.61: below 100, and for multiples of 100, all digits
    if number < 100 or number % 100 == 0:
        return end
    if number % 100 < 10:  # 101 to 109, 201 to 209: only the part that changes
        return _minimal(start, end, 1)
    short = _minimal(start, end, 2)
    # Chicago, 15th edition, 9.64: four digits of which three change are printed in full (1496-1504)
    if form != "chicago-16" and len(start) == 4 and len(short) >= 3:
        return end
    return short


def _minimal(start: str, end: str, least: int) -> str:
    same = 0
    while same < len(end) - 1 and start[same] == end[same]:
        same += 1
    return end[min(same, max(0, len(end) - least)) :]
