"""What the macros of a file stand for: months, and ``@string`` definitions in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from citekit.formats.bibtex import dates
from citekit.formats.bibtex.values import resolve

_MONTHS = dict(zip(dates.MONTHS, dates.MONTH_NAMES, strict=True))
_LEAST_BUDGET = 1_000_000
_TIMES = 20


class Macros(Mapping[str, str]):
    """Lower-case name -> text, for the months and the first definitions of a file.

    ``definitions`` are (name, value as written) in order; :meth:`define` takes them in, the later one winning, as
    BibTeX does. Macros can name macros, so a short file could stand for endless text: all texts that are asked for
    together may be 20 times as long as the file (``size`` characters), and a million characters at least. After that,
    ``get`` knows no macro and ``spent`` is true.
    """

    def __init__(self, definitions: Sequence[tuple[str, str]], size: int = 0) -> None:
        self._definitions = definitions
        self._texts = dict(_MONTHS)
        self._taken = 0
        self._size = size
        self.renew()

    def renew(self) -> Macros:
        """The same macros with all of the budget."""
        self._budget = max(_LEAST_BUDGET, _TIMES * self._size)
        return self

    @property
    def spent(self) -> bool:
        """Whether the macros stood for too much text."""
        return self._budget < 0

    def define(self, count: int) -> list[tuple[int, str]]:
        """Takes in the first ``count`` definitions; (number of the definition, macro in it that nobody defined)."""
        unknown: list[tuple[int, str]] = []
        for number in range(self._taken, count):
            name, value = self._definitions[number]
            text, names = resolve(value, self)
            self._texts[name.lower()] = text
            unknown += [(number, macro) for macro in names]
        self._taken = max(self._taken, count)
        return unknown

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        """The text of a macro, as long as the budget lasts."""
        text = self._texts.get(name)
        if text is None or self._budget < 0:
            return default
        self._budget -= len(text)
        return text

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __contains__(self, name: object) -> bool:
        return name in self._texts
