"""What the values of entries say: macros resolved."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

from citekit.formats.bibtex.edit_entry import macro_names
from citekit.formats.bibtex.macros import Macros
from citekit.formats.bibtex.tidying.draft import Draft, Row
from citekit.formats.bibtex.values import resolve


class Meanings:
    """The texts of values. Macros stand for what the last ``@string`` before an entry says."""

    def __init__(self, row: Row, size: int) -> None:
        self._months = Macros(())
        self._texts: list[str] = []
        self._places: dict[str, list[int]] = defaultdict(list)
        self._budget = max(1_000_000, 20 * size)
        macros = Macros(row.macros, size)
        for place, (name, _) in enumerate(row.macros):
            macros.define(place + 1)
            self._texts.append(macros[name])
            self._places[name].append(place)

    def text(self, draft: Draft, name: str) -> str | None:
        """The text of a field (its name in lower case), or None where there is none."""
        value = draft.written(name)
        return None if value is None else self.resolved(value, draft.defined)

    def resolved(self, value: str, defined: int) -> str:
        """The text of a value that stands behind so many definitions."""
        if value[0] in '{"' and "#" not in value:
            return value[1:-1]
        macros = {name: self._macro(name, defined) for name in macro_names(value)}
        return resolve(value, {name: text for name, text in macros.items() if text is not None})[0]

    def _macro(self, name: str, defined: int) -> str | None:
        """What a macro stands for; None where nobody defined it, or macros stood for endless text before."""
        place = self._last(name, defined)
        text = self._months.get(name) if place < 0 else self._texts[place]
        self._budget -= len(text or "")
        return text if self._budget > 0 else None

    def same(self, draft: Draft, defined: int) -> bool:
        """Whether an entry would say the same behind so many definitions."""
        return all(self.same_value(value, draft.defined, defined) for _, value in draft.fields)

    def same_value(self, value: str, here: int, there: int) -> bool:
        """Whether a value says the same behind ``here`` definitions as behind ``there``."""
        if here == there or (value[0] in '{"' and "#" not in value):
            return True
        return all(self._last(name, here) == self._last(name, there) for name in macro_names(value))

    def _last(self, name: str, defined: int) -> int:
        """Which definition of a macro counts behind so many definitions; -1 for none."""
        places = self._places.get(name, [])
        number = bisect_left(places, defined)
        return places[number - 1] if number else -1
