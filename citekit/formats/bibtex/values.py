"""The values of fields: braces, quotes, numbers and macros joined by ``#`` are resolved, and LaTeX is decoded to text.

Macros are the months and the ``@string`` definitions, in the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from citekit.model import date as dates
from citekit.model.ids import doi_of_value
from citekit.model.kinds import (
    FIELD_ORDER,
    GENRES,
    NAME_FIELDS,
    RAW_FIELDS,
    RICH_FIELDS,
    SHIELDED_FIELDS,
    STATES,
    TITLE_PARTS,
    VERBATIM,
    Dialect,
)
from citekit.runtime import patterns as re
from citekit.text.rich import without_implied, without_tags
from citekit.text.tex_decode import decode, decode_rich
from citekit.text.tex_syntax import in_kind

_DELIMITER = re.compile(r"[{}]")
_QUOTE = re.compile(r'[{}"]')
URL_MACRO = re.compile(r"\\(?:url|path|nolinkurl)\s*\{([^{}]*)\}")
"""A macro around a URL, and nothing else."""
_ESCAPED = re.compile(r"(?<!\\)\\++([_%&#$~{}])(?:\{\})?")
_TILDE = re.compile(r"\\string~|\\~\{ ?\}|\\textasciitilde(?:\{\}| ?)|\{\\textasciitilde ?\}|\$\\sim\$|\{\\~\}")
_GROUPED = re.compile(r"\{([_%&#$~-])\}")
_WEB = re.compile(r"(?:https?|ftp)://\S+")
PAGE_RANGE = re.compile(
    r"(?:(?<=\d)|(?<=\d[A-Za-z])|(?<=\b[ivxlc])|(?<=[ivxlc][ivxlc]))"
    r"\s*[-\u2010-\u2015]+\s*(?=[A-Za-z]?\d|[ivxlc]+\b)"
)
"""The dash between two pages (Arabic, Roman, or with a letter), with the whitespace around it."""
# Two pages and their dash: `12-34`, `a1–a9`, `xii---xv`.
_PAGES = re.compile(
    r"(?P<first>(?:[A-Za-z]?\d{1,30}|[ivxlc]{1,30}))[ ]*+(?P<dash>---?|[-\u2010-\u2015\u2212])[ ]*+(?P<last>(?:[A-Za-z]?\d+|[ivxlc]+))"
)
# Characters; a longer value is not a list of pages.
_LONGEST_PAGES = 200
LONG_DASH = re.compile(r"(?:(?<!\s)\s++)?(?:-{2,3}|–)\s*+")
"""A dash that BibTeX writes as two hyphens, with the whitespace around it."""
LISTS = frozenset("publisher institution organization school location address origpublisher origlocation".split())
"""Fields that are lists in BibLaTeX, joined by ``and``."""
_LIST_PIECE = re.compile(r"[{}]|(?<!\s)\s++and\s++", re.IGNORECASE)
_BARE = re.compile(r"[^\s#\"{},]+")


_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_UNEVEN = re.compile(r"[\t\r\n\f\v]|  ")
_ADDRESS_START = re.compile(r"\s*(?:\\(?:url|path|nolinkurl)\b|https?:|ftp:)")


def two_hyphens(pages: str) -> str:
    """Write ranges of pages with two hyphens, LaTeX's dash; a value that is not a list of pages and ranges is unchanged."""
    text = pages.strip()
    if not text or len(pages) > _LONGEST_PAGES or text.isalnum():
        return pages
    pieces = [piece.strip() for piece in text.split(",")]
    if not all(_PAGES.fullmatch(piece) or piece.isalnum() for piece in pieces):
        return pages
    return _PAGES.sub(r"\g<first>--\g<last>", pages)


def resolve(raw: str, macros: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the text of a raw value, and the undefined macros in it, whose names are used as text."""
    if raw[:1] == "{" and raw.find("}") == len(raw) - 1 and raw.find("{", 1) < 0:
        return raw[1:-1], []
    pieces: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(raw):
        character = raw[at]
        if character in '{"':
            end = _end(raw, at + (character == '"'), character == '"')
            pieces.append(raw[at + 1 : end])
            at = end + 1
        elif bare := _BARE.match(raw, at):
            word, at = bare.group(), bare.end()
            known = word if word.isdigit() else macros.get(word.lower())
            pieces.append(word if known is None else known)
            if known is None:
                unknown.append(word)
        else:
            at += 1
    return "".join(pieces), unknown


def _end(raw: str, start: int, quoted: bool) -> int:
    """Return where the brace at an offset is closed, or the quotation mark before it."""
    depth = 0
    for match in (_QUOTE if quoted else _DELIMITER).finditer(raw, start):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0 and match.group() == ('"' if quoted else "}"):
            return match.start()
    return len(raw)


def is_one_group(text: str) -> bool:
    """Whether one pair of braces encloses a whole text.

    >>> is_one_group("{A {B} C}"), is_one_group("{A} and {B}")
    (True, False)
    """
    return text[:1] == "{" and _end(text, 0, quoted=False) == len(text) - 1


def address(text: str) -> str:
    """Return a URL or identifier without the macro around it and the backslashes in it."""
    if "\\" not in text and "{" not in text:
        return text.strip()
    link = URL_MACRO.fullmatch(text)
    bare = _TILDE.sub("~", link[1] if link else text)
    bare = _GROUPED.sub(r"\1", _ESCAPED.sub(r"\1", bare)).strip()
    return decode(bare) if "{\\" in bare else bare


def is_address(text: str) -> bool:
    """Whether the whole value is a URL."""
    return _WEB.fullmatch(address(text)) is not None


def listed(value: str) -> list[str]:
    """Split a list of BibLaTeX; an ``and`` in braces belongs to its item."""
    if " and " not in value:
        return [value]
    items, depth, start = [], 0, 0
    for match in _LIST_PIECE.finditer(value):
        piece = match.group()
        if piece in "{}":
            depth += 1 if piece == "{" else -1
        elif depth == 0:
            items.append(value[start : match.start()])
            start = match.end()
    return [item for item in (*items, value[start:]) if item.strip("{} ")]


_MONTHS = dict(zip(dates.MONTHS, dates.MONTH_NAMES, strict=True))
_LEAST_BUDGET = 1_000_000  # characters that the macros of any file may expand to
_TIMES = 20  # characters per character of the file, if that is more


class StringMacros(Mapping[str, str]):
    """Lower-case name -> text, for the months and the first definitions of a file.

    ``definitions`` are (name, value as written) in order; :meth:`define` adds them, and a later one replaces an earlier
    one, as in BibTeX. Macros can use macros, so a short file could expand to endless text: all texts returned together
    may be 20 times as long as the file (``size`` characters), and a million characters at least. After that, ``get``
    returns the default and ``spent`` is true.
    """

    def __init__(self, definitions: Sequence[tuple[str, str]], size: int = 0) -> None:
        self._definitions = definitions
        self._texts = dict(_MONTHS)
        self._taken = 0
        self._size = size
        self.renew()

    def renew(self) -> StringMacros:
        """Reset the budget, and return the same object."""
        self._budget = max(_LEAST_BUDGET, _TIMES * self._size)
        return self

    @property
    def spent(self) -> bool:
        """Whether the macros expanded to too much text."""
        return self._budget < 0

    def define(self, count: int) -> list[tuple[int, str]]:
        """Add definitions up to number ``count``; return (number of the definition, undefined macro in it)."""
        unknown: list[tuple[int, str]] = []
        for number in range(self._taken, count):
            name, value = self._definitions[number]
            text, names = resolve(value, self)
            self._texts[name.lower()] = text
            unknown += [(number, macro) for macro in names]
        self._taken = max(self._taken, count)
        return unknown

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        """Return the text of a macro, until the budget is exhausted."""
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


# Values as text: LaTeX decoded by what the field holds.


def text_of_value(value: str) -> str:
    """Collapse the whitespace of a value, as BibTeX does."""
    return (_BLANKS.sub(" ", value) if _UNEVEN.search(value) else value).strip()


def title_of(value: str) -> str:
    """Decode the value of a ``title`` to rich text."""
    return _title(value, "title" in SHIELDED_FIELDS) if value.strip("~{} ") else ""


@lru_cache(maxsize=50_000)
def _title(value: str, shielded: bool) -> str:
    """Decode a title to rich text; if ``shielded``, protection that the writer adds by itself is removed."""
    if "{" not in value and "\\" not in value:
        return decode_rich(value)
    text = decode_rich(value, protect=True)
    return without_implied(text) if shielded else text


_KEYS = {"genre": GENRES, "status": STATES}


def text_of_field(name: str, value: str, treatment: str, dialect: Dialect = "bibtex", shielded: bool = False) -> str:
    """Return the text of a value, LaTeX, by the ``treatment`` of its field (:class:`citekit.model.kinds.FieldPlace`).

    ``shielded`` fields are titles in which protection that the writer adds by itself is removed; the fields of titles
    always are.

    >>> text_of_field("pages", "1--5", "page")
    '1-5'
    """
    is_other = treatment == "other"
    if is_other and name in RAW_FIELDS:
        return value
    if (
        treatment == "identifier"
        or (is_other and (name in VERBATIM or is_address(value)))
        or (name == "howpublished" and _ADDRESS_START.match(value) and is_address(value))
    ):
        bare = address(value)
        # the resolver or label before a DOI is not a part of it
        return (doi_of_value(bare, True) or bare) if name == "doi" and not is_other else bare
    if is_other and name in NAME_FIELDS:
        return value
    if treatment == "title" or (is_other and (name in RICH_FIELDS or name in TITLE_PARTS)):
        return _title(value, name in SHIELDED_FIELDS or (shielded and not is_other))
    if treatment in _KEYS and value in _KEYS[treatment]:
        return _KEYS[treatment][value]
    if name in LISTS and dialect == "biblatex" and treatment == "text":
        items = tuple(map(decode_rich, listed(value)))
        return in_kind("; ".join(items), *items)
    text = decode(value) if is_other else decode_rich(LONG_DASH.sub("–", value) if treatment == "page" else value)
    if treatment == "page":
        return text if "-" in text else in_kind(PAGE_RANGE.sub("-", text), text)
    if treatment == "keyword" and ";" in text and "," not in text:
        return in_kind(", ".join(filter(None, map(str.strip, text.split(";")))), text)
    return text


_COLON, _STOP = ": ", ". "


def joined_title(title: str, subtitle: str, addon: str) -> str:
    """Join the parts of a title to CSL's single title: ``Title: Subtitle. Addition``.

    Punctuation at the end of a part replaces the colon or full stop. A work has the joined title in its variable and the
    parts in its fields, so that it can be split again for BibLaTeX.
    """
    whole = f"{title}{_joint(title, _COLON)}{subtitle}" if subtitle else title
    return in_kind(f"{whole}{_joint(whole, _STOP)}{addon}" if addon else whole, title, subtitle, addon)


def _joint(text: str, wanted: str) -> str:
    return " " if without_tags(text).rstrip()[-1:] in ("?", "!", ":", ".") else wanted


def divided_title(whole: str, subtitle: str, addon: str) -> tuple[str, str, str] | None:
    """Split a joined title into its parts; None if it does not end with them, because it was changed since."""
    title = whole
    for part, joint in ((addon, _STOP), (subtitle, _COLON)):
        if not part:
            continue
        if not title.endswith(part):
            return None
        head = title[: -len(part)]
        title = head.removesuffix(joint) if head.endswith(joint) else head.removesuffix(" ")
    title = in_kind(title, whole)
    return (title, subtitle, addon) if title and joined_title(title, subtitle, addon) == whole else None


# Fields of links in addition to those that biber takes verbatim.
_LINKS = frozenset("file pdf html website code data slides poster video preprint".split())


def is_untouched(name: str, text: str) -> bool:
    """Whether a field contains a URL or identifier, not LaTeX text; ``name`` is in lower case."""
    if name in VERBATIM or name in _LINKS or name.startswith("bdsk-") or name.endswith("+an"):
        return True
    return "http" in text and is_address(text)


_ORDER = {name: place for place, name in enumerate(FIELD_ORDER)}


def written_place(name: str) -> tuple[int, str]:
    """Return what fields are sorted by to be in the order of writing; unknown ones come before the keywords, which end it."""
    return (_ORDER[name], name) if name in _ORDER else (len(_ORDER) + (name == "keywords"), name)
