"""Patterns that are searched for only where a text has what every match of them has.

A pattern of many branches costs much at every letter, and few texts have a match. What every match must contain is
derived from the pattern itself: of ``(?:https?|ftp)://\\S+`` it is ``://``. A text without it needs no search.

Source: Cox, "Regular Expression Matching with a Trigram Index" (2012), the sets of strings that an expression requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from citekit import patterns as re

PAYS_FROM = 300
"""Searches that cost about what the derivation does."""
DIGIT = "\0"
"""Stands for any digit in what is required."""
_MOST_FORMS, _MOST = 24, 64
"""Forms of a part that are listed, and strings and letters of a set: a longer list costs more than the search that it spares."""
_FEW_SIGNS = 8
"""Letters that are looked for one by one; more of them make a class."""
_EVERYWHERE = frozenset(" ,.")
_REPEATS = frozenset({op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT})
_ZERO_WIDTH = frozenset({op.AT, op.ASSERT_NOT})
_FOLDED_TWICE = re.compile("[\u0130\u0131\u017f]")
"""Letters that match ``i`` and ``s`` where case does not count, and are not these in lower case."""

_Node = tuple[Any, Any]


class Guarded:
    """A pattern with what a text must contain to have a match of it.

    What that is is derived when so many texts were searched that it pays.

    >>> addresses = Guarded(r"(?:https?|ftp)://[^\\s{}]{4,}")
    >>> sorted(required(addresses.pattern))
    ['ftp://', 'http://', 'https://']
    >>> addresses.search("no address here") is None
    True
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern: re.Pattern[str] = re.Lazy(pattern, flags)  # type: ignore[assignment]
        self._folds = bool(flags & re.IGNORECASE)
        self._searches = 0
        self._words: tuple[str, ...] = ()
        self._by_sign: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._sign: re.Pattern[str] | None = None

    def may_match(self, text: str) -> bool:
        """Whether a text has one of the strings that every match has; if not, there is no match in it."""
        if self._searches < PAYS_FROM:
            self._searches += 1
            if self._searches == PAYS_FROM:
                self._derive()
            return True
        if self._folds:
            if not text.isascii() and _FOLDED_TWICE.search(text):
                return True
            text = text.lower()
        for word in self._words:
            if word in text:
                return True
        for sign, words in self._by_sign:
            if sign in text:
                for word in words:
                    if word in text:
                        return True
        return self._sign is not None and self._sign.search(text) is not None

    def _derive(self) -> None:
        strings = required(self.pattern)
        signs = [text for text in strings if len(text) == 1 and text != DIGIT]
        few = len(signs) <= _FEW_SIGNS and DIGIT not in strings
        by_sign: dict[str, list[str]] = {}
        for text in sorted(strings):
            if len(text) > 1 or few:
                rare = (letter for letter in text if not letter.isalnum() and letter not in _EVERYWHERE | {DIGIT})
                by_sign.setdefault(next(rare, ""), []).append(text)
        self._words = tuple(by_sign.pop("", ())) if strings else ("",)
        self._by_sign = tuple((sign, tuple(words)) for sign, words in by_sign.items())
        digit = r"\d" if DIGIT in strings else ""
        self._sign = None if few else re.compile(f"[{''.join(map(re.escape, signs))}{digit}]")

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The first match, as :meth:`re.Pattern.search` finds it."""
        return self.pattern.search(text, start) if self.may_match(text) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match that is the whole text, as :meth:`re.Pattern.fullmatch` finds it."""
        return self.pattern.fullmatch(text) if self.may_match(text) else None

    def finditer(self, text: str) -> Iterable[re.Match[str]]:
        """All matches, as :meth:`re.Pattern.finditer` finds them."""
        return self.pattern.finditer(text) if self.may_match(text) else ()


def required(pattern: re.Pattern[str]) -> frozenset[str]:
    """Strings of which every match of a pattern has one; none where no such are found.

    Where case does not count, they are in lower case; :data:`DIGIT` is any digit.
    """
    folds = bool(pattern.flags & re.IGNORECASE)
    return _required(list(parser.parse(pattern.pattern, pattern.flags)), folds)


def _required(nodes: Sequence[_Node], folds: bool) -> frozenset[str]:
    """The best set that the parts of a sequence give: neighbours of few forms are written together."""
    best: frozenset[str] = frozenset()
    row: frozenset[str] = frozenset({""})
    for node in nodes:
        forms = _forms(node, folds)
        if forms is not None and len(row) * len(forms) <= _MOST_FORMS:
            row = frozenset(before + after for before in row for after in forms)
            continue
        best = max(best, _shortest(row), _within(node, folds) if forms is None else _shortest(forms), key=_worth)
        row = frozenset({""})
    return max(best, _shortest(row), key=_worth)


def _worth(strings: frozenset[str]) -> tuple[int, bool, int]:
    """Long strings are rare, and few are soon looked for; blanks, commas and full stops are everywhere."""
    return min(map(len, strings), default=0), strings.isdisjoint(_EVERYWHERE), -len(strings)


def _shortest(strings: frozenset[str]) -> frozenset[str]:
    """The strings that contain no other one; nothing where one is empty, which every text contains."""
    if "" in strings:
        return frozenset()
    return frozenset(text for text in strings if not any(other in text for other in strings - {text}))


def _within(node: _Node, folds: bool) -> frozenset[str]:
    """What a part requires that has too many forms to be listed."""
    kind, inside = node
    if kind is op.BRANCH:
        each = [_required(list(branch), folds) for branch in inside[1]]
        together = frozenset().union(*each)
        words = sum(len(text) > 1 for text in together)
        return _shortest(together) if all(each) and words <= _MOST else frozenset()
    if kind in _REPEATS:
        return _repeated(inside, folds) if inside[0] else frozenset()
    if kind is op.SUBPATTERN:
        return _required(list(inside[3]), folds) if _keeps_case(inside) else frozenset()
    if kind is op.IN and (op.CATEGORY, op.CATEGORY_DIGIT) in inside:
        others = _one_of([item for item in inside if item != (op.CATEGORY, op.CATEGORY_DIGIT)], folds)
        return frozenset() if others is None else others | {DIGIT}
    return _required(list(inside), folds) if kind is op.ATOMIC_GROUP else frozenset()


def _repeated(repeat: Sequence[Any], folds: bool) -> frozenset[str]:
    """What a repeat requires that stands there at least once: of ``'{2,3}`` two apostrophes."""
    least, inside = int(repeat[0]), list(repeat[2])
    forms = _sequence(inside, folds)
    if forms is not None and len(forms) == 1 and least <= _FEW_SIGNS:
        return _shortest(frozenset(text * least for text in forms))
    return _required(inside, folds)


def _keeps_case(group: Sequence[Any]) -> bool:
    """Whether case counts in a group where it counts outside of it."""
    return not group[1] & re.IGNORECASE


def _forms(node: _Node, folds: bool) -> frozenset[str] | None:
    """All texts that a part matches, where they are few; None where they are not."""
    kind, inside = node
    if kind is op.LITERAL:
        return _letter(inside, folds)
    if kind is op.IN:
        return _one_of(inside, folds)
    if kind in _ZERO_WIDTH or kind is op.ASSERT:
        return frozenset({""})
    if kind is op.BRANCH:
        return _union(_sequence(branch, folds) for branch in inside[1])
    if kind is op.SUBPATTERN and _keeps_case(inside):
        return _sequence(inside[3], folds)
    if kind is op.ATOMIC_GROUP:
        return _sequence(inside, folds)
    if kind in _REPEATS and inside[1] is not parser.MAXREPEAT and int(inside[1]) == 1:
        forms = _sequence(inside[2], folds)
        return forms if forms is None or inside[0] else forms | {""}
    return None


def _sequence(nodes: Iterable[_Node], folds: bool) -> frozenset[str] | None:
    found = frozenset({""})
    for node in nodes:
        forms = _forms(node, folds)
        if forms is None or len(found) * len(forms) > _MOST_FORMS:
            return None
        found = frozenset(before + after for before in found for after in forms)
    return found


def _union(sets: Iterator[frozenset[str] | None]) -> frozenset[str] | None:
    found: frozenset[str] = frozenset()
    for forms in sets:
        if forms is None or len(found) + len(forms) > _MOST:
            return None
        found |= forms
    return found


def _letter(code: int, folds: bool) -> frozenset[str] | None:
    sign = chr(code)
    if folds and not sign.isascii() and sign.lower() != sign.upper():
        return None  # several letters may be one where case does not count
    return frozenset({sign.lower() if folds else sign})


def _one_of(items: Sequence[_Node], folds: bool) -> frozenset[str] | None:
    codes: list[int] = []
    for kind, value in items:
        if kind is op.LITERAL:
            codes.append(value)
        elif kind is op.RANGE and value[1] - value[0] < _MOST:
            codes += range(value[0], value[1] + 1)
        else:
            return None
    return _union(_letter(code, folds) for code in codes)
