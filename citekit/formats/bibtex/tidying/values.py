"""Rewriting of values: delimiters, numbers, months, braces and letters, without changing the decoded text."""

from __future__ import annotations

from citekit.formats.bibtex.tidying.letters import brace_free, enclosed, escaped, in_ascii, in_unicode, unwrapped
from citekit.formats.bibtex.tokens import value_parts
from citekit.formats.bibtex.values import is_address, two_hyphens
from citekit.model import date as dates
from citekit.model.kinds import NAME_FIELDS, NAME_VARIABLES, VERBATIM
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings

_DIGITS = re.compile(r"[0-9]+")
_LINKS = frozenset("file pdf html website code data slides poster video preprint".split())
NAMES = NAME_FIELDS | NAME_VARIABLES | {"bookauthor"}


def names_in(listed: str) -> tuple[str, ...]:
    """Split a list of names at commas and whitespace, in lower case."""
    return tuple(listed.lower().replace(",", " ").split())


def is_untouched(name: str, text: str) -> bool:
    """Whether a field contains a URL or identifier, not LaTeX text; ``name`` is in lower case."""
    if name in VERBATIM or name in _LINKS or name.startswith("bdsk-") or name.endswith("+an"):
        return True
    return "http" in text and is_address(text)


def _macro(text: str) -> str:
    """Return the macro for a text that is a single month; else an empty string."""
    months = dates.read_month(text.strip())
    return dates.MONTHS[months[0][0] - 1] if len(months) == 1 and not months[0][1] else ""


class Values:
    """The rewriting of values that settings select. ``macros`` are those that the file defines, in lower case."""

    def __init__(self, settings: TidySettings, macros: frozenset[str]) -> None:
        self.settings = settings
        self.months = settings.months and not macros & set(dates.MONTHS)
        self.protected = frozenset(names_in(settings.protect))
        self.without_braces = frozenset(names_in(settings.remove_braces)) - self.protected
        self.changes_text = bool(
            settings.letters != "keep"
            or settings.escape
            or settings.strip_double_braces
            or self.protected
            or self.without_braces
        )

    def tidied(self, name: str, value: str) -> str:
        """Return the value of a field (``name`` in lower case) as it should be written."""
        if "#" in value:
            parts = value_parts(value)
            if parts is None:
                return value
            if len(parts) > 1:
                return " # ".join(self._part(name, part.text) for part in parts)
        if value[0] not in '{"':
            return self._bare(name, value)
        text = value[1:-1]
        if self.changes_text and not is_untouched(name, text):
            text = self._text(name, text)
        if self.months and name == "month" and (month := _macro(text)):
            return month
        if self.settings.pages and name == "pages":
            text = two_hyphens(text)
        if self.settings.numbers == "bare" and name not in VERBATIM and _DIGITS.fullmatch(text.strip(" \t\r\n")):
            return text.strip(" \t\r\n")
        return self._delimited(text, value)

    def _bare(self, name: str, value: str) -> str:
        if self.months and name == "month" and (month := _macro(value)):
            return month
        if self.settings.numbers == "enclosed" and value.isdigit():
            return self._delimited(value, "{")
        return value

    def _part(self, name: str, part: str) -> str:
        if part[0] not in '{"':
            return part
        text = part[1:-1]
        if self.changes_text and not is_untouched(name, text):
            text = self._letters(text)
        return self._delimited(text, part)

    def _delimited(self, text: str, like: str) -> str:
        quotes = like[0] == '"' if self.settings.delimiters == "keep" else self.settings.delimiters == "quotes"
        if quotes and '"' in text and (self.settings.delimiters != "keep" or text != like[1:-1]):
            quotes = False
        return f'"{text}"' if quotes else f"{{{text}}}"

    def _text(self, name: str, text: str) -> str:
        if name not in NAMES:
            if self.settings.strip_double_braces and name not in self.protected:
                text = unwrapped(text)
            if name in self.without_braces:
                text = brace_free(text)
        text = self._letters(text)
        return enclosed(text) if name in self.protected else text

    def _letters(self, text: str) -> str:
        if self.settings.letters == "ascii":
            text = in_ascii(text)
        elif self.settings.letters == "unicode":
            text = in_unicode(text)
        return escaped(text) if self.settings.escape else text
