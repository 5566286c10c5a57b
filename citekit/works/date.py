"""Dates as bibliographies have them: a year, perhaps a month and a day, a range, a season, or words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Date:
    """A date of CSL-JSON: ``parts`` is one tuple (a date) or two (a range) of ``(year[, month[, day]])``.

    ``month`` is 1 to 12, ``day`` 1 to 31, ``season`` 1 to 4 (spring first) or 0 for none. ``literal`` holds a date that
    is only words ("in press"). Negative years are BC: -1 is 1 BC.
    """

    parts: tuple[tuple[int, ...], ...] = ()
    season: int = 0
    circa: bool = False
    literal: str = ""

    @classmethod
    def of(cls, year: int, month: int = 0, day: int = 0) -> Date:
        """A single date; zeros are left out."""
        return cls(((year, *((month, *((day,) if day else ())) if month else ())),))

    @property
    def year(self) -> int | None:
        """The (first) year, or None where the date is only words."""
        return self.parts[0][0] if self.parts and self.parts[0] else None

    @property
    def month(self) -> int | None:
        """The month of the (first) date, 1 to 12, or None."""
        return self.parts[0][1] if self.parts and len(self.parts[0]) > 1 else None

    @property
    def day(self) -> int | None:
        """The day of the (first) date, 1 to 31, or None."""
        return self.parts[0][2] if self.parts and len(self.parts[0]) > 2 else None
