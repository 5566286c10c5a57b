"""Letter case, quotes, formatting and affixes around the content of an element.

Source: the CSL 1.0.2 specification, "Formatting" to "Text-case": affixes are outside of formatting and quotes. Text in
``nocase`` spans keeps its case, and so do superscripts, small capitals and formulas. Title case is for English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from citekit.csl.cite import RenderState
from citekit.csl.model import FORMATTING, LOOKS
from citekit.csl.richtext import Marked, Node, superscripts
from citekit.runtime import patterns as re

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


def _lower(letters: list[str], fixed: list[bool]) -> None:
    letters[:] = [letter if keep else letter.lower() for letter, keep in zip(letters, fixed, strict=True)]


def _upper(letters: list[str], fixed: list[bool]) -> None:
    letters[:] = [letter if keep else letter.upper() for letter, keep in zip(letters, fixed, strict=True)]


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


def _all(letters: list[str], fixed: list[bool]) -> None:
    inside = False
    for i, letter in enumerate(letters):
        if not inside and letter.isalnum() and not fixed[i]:
            letters[i] = _capital(letter)
        inside = not letter.isspace() and letter not in "-\u2013\u2014/"


def _sentence(letters: list[str], fixed: list[bool]) -> None:
    _lower(letters, fixed)
    _first(letters, fixed)


def _capital(letter: str) -> str:
    upper = letter.upper()
    return upper if len(upper) == 1 else upper[0] + upper[1:].lower()


def _title(letters: list[str], fixed: list[bool]) -> None:
    text = "".join(letters) if all(len(c) == 1 for c in letters) else "".join(c[:1] for c in letters)
    words = list(_WORD.finditer(text))
    real = [place for place, match in enumerate(words) if _LETTER.search(match.group())]
    shouted = any(
        word[0].isupper() and word.lower() in STOP_WORDS - _NAMES_AS_WELL
        for word in (words[place].group().strip(_AROUND) for place in real[1:-1])
        if word
    )
    end = max((place for place, match in enumerate(words) if any(map(str.isalnum, match.group()))), default=0)
    for place in real:
        match = words[place]
        word = match.group()
        first = place == real[0] or _after_break(text, words, place)
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
    """Whether a full stop ends a sentence and no abbreviation (``Proc. of``): some words without stops go before."""
    before = [match.group() for match in words[max(0, place - 2) : place]]
    return len(before) == 2 and not any(word.endswith(".") for word in before)


def _stays(text: str, match: re.Match[str]) -> bool:
    """Whether a word is a single letter that means something: ``07-x``, ``β``."""
    word = match.group().strip(_AROUND)
    if len(word) > 1:
        return False
    return "α" <= word <= "ω" or (text[match.start() - 1 : match.start()] == "-" and match.start() > 0)


_CASES = {
    "lowercase": _lower,
    "uppercase": _upper,
    "capitalize-first": _first,
    "capitalize-all": _all,
    "sentence": _sentence,
    "title": _title,
}


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
