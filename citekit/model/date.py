"""Dates as bibliographies have them: a year, perhaps a month and a day, a range, a season, or words."""

from __future__ import annotations

from calendar import monthrange

from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Date:
    """A date of CSL-JSON: ``parts`` is one tuple (a date) or two (a range) of ``(year[, month[, day]])``.

    ``month`` is 1 to 12, ``day`` 1 to 31, ``season`` 1 to 4 (spring first) or 0 for none. A range that is open at an
    end has the empty tuple there. ``literal`` holds a date that is only words ("in press"). Negative years are BC: -1
    is 1 BC.

    What EDTF (ISO 8601-2, level 1) can say beyond that: ``circa`` (about then) and ``uncertain`` (perhaps then) hold
    for the whole date; ``unspecified`` makes a range one date somewhere in it, of which only the first digits are known
    (``19XX``); ``time`` is the time of day as ISO 8601 writes it, after the ``T``.

    ``written`` is the LaTeX of a ``year`` field that says more than the numbers in it: ``[1796]`` (a year that is not
    printed in the book), ``{\\noopsort{1973b}}1973`` (a key to sort by). Files of BibTeX get it back as it was.

    >>> Date(((2020, 3),)).parts[0][0]
    2020
    """

    parts: tuple[tuple[int, ...], ...] = ()
    season: int = 0
    circa: bool = False
    literal: str = ""
    uncertain: bool = False
    unspecified: bool = False
    time: str = ""
    written: str = ""

    @classmethod
    def of(cls, year: int, month: int = 0, day: int = 0) -> Date:
        """Return a single date; zeros are left out."""
        return cls(((year, *((month, *((day,) if day else ())) if month else ())),))

    @property
    def _first(self) -> tuple[int, ...]:
        """The first date of a range that has one."""
        return next((point for point in self.parts if point), ())

    @property
    def year(self) -> int | None:
        """The (first) year, or None if the date is only words."""
        return self._first[0] if self._first else None

    @property
    def month(self) -> int | None:
        """The month of the (first) date, 1 to 12, or None."""
        return self._first[1] if len(self._first) > 1 else None

    @property
    def day(self) -> int | None:
        """The day of the (first) date, 1 to 31, or None."""
        return self._first[2] if len(self._first) > 2 else None


def is_on_calendar(year: int, month: int, day: int) -> bool:
    """Whether a month has such a day in the (proleptic) Gregorian calendar; ``year`` as :class:`Date` counts it."""
    if not (1 <= month <= 12 and day >= 1):
        return False
    astronomical = year if year > 0 else year + 1
    return day <= monthrange(astronomical % 400 + 2000, month)[1]
