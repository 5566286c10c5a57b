"""The layout of new text in a ``.bib`` file: that of the entries around it, checked so that it cannot break the file."""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats.bibtex.blocks import NAME, EntryBlock, Field, short, value_parts
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.text.tex_encode import balanced

_NAME = re.compile(NAME)
_KEY = re.compile(r"[^\s{}(),\"=#%~\\@'\x00-\x1f\x7f]+")
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ENTRY_IN_VALUE = re.compile(r"^[^\S\n]*+@\w*[ \t]*[{(]", re.MULTILINE)
_COMMANDS = frozenset({"comment", "preamble", "string"})


def checked_name(name: str) -> str:
    """Return a name of a field or macro; raise :class:`~citekit.runtime.errors.UsageError` if BibTeX could not read it."""
    if not _NAME.fullmatch(name) or set(name) & set("@\\"):
        raise UsageError(f"{name!r} is not a name of a field or macro", "begin with a letter and use no spaces")
    return name


def checked_key(key: str) -> str:
    """Return a citation key; raise :class:`~citekit.runtime.errors.UsageError` if BibTeX or LaTeX could not read it."""
    if not _KEY.fullmatch(key):
        raise UsageError(f"{key!r} is not a citation key", "use no spaces and none of { } ( ) , \" = # % ~ \\ @ '")
    return key


def checked_type(kind: str) -> str:
    """Return an entry type; raise :class:`~citekit.runtime.errors.UsageError` if it is not one word."""
    if not _TYPE.fullmatch(kind) or kind.lower() in _COMMANDS:
        raise UsageError(f"{kind!r} is not an entry type", "use one word, such as article or inproceedings")
    return kind


def checked_text(text: str) -> str:
    """Return a value without delimiters; raise :class:`~citekit.runtime.errors.UsageError` if it would break the file."""
    if not balanced(text):
        hint = r"BibTeX counts braces after a backslash too; write \lbrace and \rbrace, or \textbackslash at the end"
        raise UsageError(f"the braces of the value do not match: {short(text, 60)}", hint)
    if _ENTRY_IN_VALUE.search(text):
        raise UsageError(f"a line of the value begins like an entry: {short(text, 60)}", "join it with the line before")
    return text


def checked_expression(value: str) -> str:
    """Return a value as written; raise :class:`~citekit.runtime.errors.UsageError` if BibTeX could not read it."""
    parts = value_parts(value)
    if parts is None or value != value.strip():
        hint = 'write {text}, "text", a number or a macro; # joins them'
        raise UsageError(f"this is not a value for BibTeX: {short(value, 60)}", hint)
    for part in parts:
        if part.text[0] in '{"':
            checked_text(part.text[1:-1])
            if part.text[0] == '"' and '"' in part.text[1:-1]:
                raise UsageError(f"quotation marks in quotation marks: {short(value, 60)}", "put the value in braces")
        elif not part.text.isdigit():
            checked_name(part.text)
    return str(value)


def delimited(text: str, like: str) -> str:
    """Check a text, and add the delimiters of another value (``{``, ``"``, or none for a number)."""
    text = str(checked_text(text))  # a file is plain letters: TeX that is joined to them would escape them
    if like.isdigit() and re.fullmatch(r"[0-9]+", text):
        return text
    return f'"{text}"' if like.startswith('"') and '"' not in text else f"{{{text}}}"


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The layout of an entry.

    ``opening`` and ``closer`` are the entry's delimiters. ``first`` is the text between the key and the first field,
    ``between`` that between two fields, ``last`` that after the last value. ``separator`` is the text between a name and
    its value; ``equals`` and ``value`` are the columns (from the name) at which the ``=`` and the value are aligned in
    all fields, or 0. ``quote`` begins a value, ``number`` a number.
    """

    opening: str = "{"
    closer: str = "}"
    first: str = ",\n  "
    between: str = ",\n  "
    last: str = ",\n}"
    separator: str = " = "
    equals: int = 0
    value: int = 0
    quote: str = "{"
    number: str = "{"

    def field(self, name: str, value: str) -> str:
        """Write a field; ``value`` is as written."""
        before, _, after = self.separator.partition("=")
        if self.equals:
            before = " " * max(self.equals - len(name), 1 if before else 0)
        elif self.value:
            after = " " * max(self.value - len(name) - len(before) - 1, 1 if after else 0)
        return f"{name}{before}={after}{value}"

    def text(self, text: str) -> str:
        """Add the delimiters to a text."""
        return delimited(text, "1" if self.number == "1" and text.isdigit() else self.quote)

    def entry(self, kind: str, key: str, fields: Iterable[tuple[str, str]]) -> str:
        """Write an entry; the values of ``fields`` are as written."""
        body = "".join((self.between if n else self.first) + self.field(*field) for n, field in enumerate(fields))
        return f"@{kind}{self.opening}{key}{body or ','}{self.last if body else self.last.removeprefix(',')}"


def layout_of(entry: EntryBlock, text: str) -> EntryForm:
    """Detect the layout of an entry that has fields; ``text`` is the text that its offsets refer to."""
    fields = entry.fields
    befores = [entry.key_start + len(entry.key), *(field.end for field in fields)]
    separators = [text[before : field.name_start] for before, field in zip(befores, fields, strict=False)]
    first = _plain(separators[0], ",\n  ")
    last = text[fields[-1].end : entry.end]
    return EntryForm(
        opening="{" if entry.closer == "}" else "(",
        closer=entry.closer,
        first=first,
        between=_plain(separators[-1], first),
        last=last if re.fullmatch(r"\s*(?:,\s*)?[})]", last) else f"\n{entry.closer}",
        separator=_separator(fields[-1], text),
        equals=_column([len(field.name) + _separator(field, text).index("=") for field in fields], fields),
        value=_column([field.start - field.name_start for field in fields], fields),
        quote='"' if sum(f.value[0] == '"' for f in fields) > sum(f.value[0] == "{" for f in fields) else "{",
        number="1" if any(field.value.isdigit() for field in fields) else "{",
    )


def _plain(separator: str, otherwise: str) -> str:
    """Return the text between two fields if it is one comma and whitespace; else ``otherwise``."""
    return separator if re.fullmatch(r"\s*,\s*", separator) else otherwise


def _separator(field: Field, text: str) -> str:
    separator = text[field.name_start + len(field.name) : field.start]
    return separator if re.fullmatch(r"[ \t]*=[ \t]*", separator) else " = "


def _column(columns: list[int], fields: tuple[Field, ...]) -> int:
    """Return the column that all fields share although their names differ in length, or 0."""
    return columns[0] if len(set(columns)) == 1 and len({len(field.name) for field in fields}) > 1 else 0
