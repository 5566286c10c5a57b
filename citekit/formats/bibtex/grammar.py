r"""BibTeX's words as regular expressions, after the scanning procedures of ``bibtex.web`` (part 13 and 14).

White space is a blank, tab or line end. A name is any run of characters but white space, control characters and
``"#%'(),={}``, that does not begin with a digit. Braces count always, also after a backslash. ``%`` is an ordinary
character for BibTeX; biber takes it for the beginning of a comment that ends with the line, outside values.

No pattern gives back what it has taken (all repetitions are possessive), so each takes linear time.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from citekit import patterns as re
from citekit.records import dataclass

Reader = Literal["bibtex", "biber"]
"""Whose rules a file is read by: they differ in ``%`` and ``@comment``."""

NAME = r"(?![0-9])[^\x00-\x20\"#%'(),={}]++"
_GROUP = r"\{[^{}]*+(?>(?:\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}[^{}]*+)*)\}"
_QUOTED = r'"[^"{}]*+(?>(?:\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}[^"{}]*+)*)"'
_BLANKS = {"bibtex": r"[ \t\r\n]*+", "biber": r"(?>(?:[ \t\r\n]++|%[^\n]*+)*)"}

BRACE = re.compile(r"[{}]")
BRACE_OR_PARENTHESIS = re.compile(r"[{})]")
BRACE_OR_QUOTE = re.compile(r'[{}"]')
BARE = re.compile(rf"[0-9]++|{NAME}")
"""A number or the name of a macro."""
LINE_START_AT = re.compile(r"^[ \t]*+@", re.MULTILINE)
"""Where reading goes on after something broken."""
WORDS_AND_EQUALS = re.compile(r"[^\r\n,={}\"@%#]++=")
"""What people write in the place of a field name."""
NEXT_FIELD = re.compile(rf"[^{{}}@]*?,[ \t\r\n]*+(?={NAME}[ \t\r\n]*+=)")
"""Stray text up to the comma before the next field."""
_FIELD_BEGINS = rf"[ \t]*+{NAME}[ \t]*+=[ \t]*+[{{\"0-9]"
NEXT_AT_LINE_START = re.compile(rf"^[ \t]*+(?:@|,?{_FIELD_BEGINS})", re.MULTILINE)
"""What shows in a value that the brace which should have closed it is missing: the next field, or an entry."""
END_OF_UNCLOSED = re.compile(rf"^[ \t]*+(?:(,?(?={_FIELD_BEGINS}))|((?=[}})]))|@|\r?$)", re.MULTILINE)
"""Where a value that nothing closes ends, by its lines: at a field, a delimiter, an entry, or a blank line."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The patterns for one reader; those that depend on the closing delimiter are under ``}`` and ``)``.

    ``entry`` is a whole entry in braces with nothing odd in it: its type, its key, and where its fields begin.
    """

    blanks: re.Pattern[str]
    at: re.Pattern[str]
    head: re.Pattern[str]
    word: re.Pattern[str]
    name: re.Pattern[str]
    assignment: re.Pattern[str]
    key: dict[str, re.Pattern[str]]
    bare_key: dict[str, re.Pattern[str]]
    entry: re.Pattern[str]
    field: dict[str, re.Pattern[str]]
    end: dict[str, re.Pattern[str]]


@cache
def grammar(reader: Reader) -> Grammar:
    """The patterns of one reader's rules."""
    blanks = _BLANKS[reader]
    closers = {closer: re.escape(closer) for closer in "})"}
    part = rf"(?>{_GROUP}|{_QUOTED}|[0-9]++|{NAME})"
    value = rf"{part}(?>(?:{blanks}#{blanks}{part})*)"
    key = {"}": r"[^ \t\r\n,}]*+", ")": r"[^ \t\r\n,]*+"}
    return Grammar(
        blanks=re.compile(blanks),
        at=re.compile("@" if reader == "bibtex" else r"@|%[^\n]*+"),
        head=re.compile(rf"@{blanks}({NAME}){blanks}([{{(]){blanks}"),
        word=re.compile(rf"@{blanks}({NAME})"),
        name=re.compile(NAME),
        assignment=re.compile(rf"[^ \t\r\n,={{}}\"@%#]++{blanks}="),
        key={c: re.compile(rf"({key[c]}){blanks}(?:,|(?={end}))") for c, end in closers.items()},
        bare_key={c: re.compile(key[c]) for c in closers},
        entry=re.compile(
            rf"@{blanks}({NAME}){blanks}\{{{blanks}({key['}']}){blanks}(?:,|(?=\}}))()"
            rf"(?>(?:{blanks}{NAME}{blanks}={blanks}{value}{blanks}(?:,|(?=\}})))*){blanks}\}}"
        ),
        field={
            c: re.compile(rf"{blanks}({NAME}){blanks}={blanks}({value}){blanks}(?:,|(?={end}))")
            for c, end in closers.items()
        },
        end={c: re.compile(blanks + end) for c, end in closers.items()},
    )
