"""A parser of JSON (RFC 8259) that retains the position of every string."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_TOKEN = re.compile(
    r"[ \t\r\n]*+(?:(?P<string>\"(?>(?:[^\"\\]|\\.)*)\")|(?P<sign>[\[\]{}:,])|(?P<word>[-+.\w]+))", re.DOTALL
)
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL)
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_DEEPEST = 500  # Python's own parser fails at its recursion limit of 1,000; nothing that people store nests beyond 10


@dataclass(frozen=True, slots=True)
class PlacedString:
    """A string between its quotation marks, ``text[start:end]`` of the source, not yet decoded."""

    source: str
    start: int
    end: int

    def pieces(self) -> Iterator[tuple[str, int]]:
        """Yield the decoded string as ``(text, origin)`` pairs; after the character of an escape an empty text at
        its end.
        """
        at = self.start
        for escape in _ESCAPE.finditer(self.source, self.start, self.end):
            if at < escape.start():
                yield self.source[at : escape.start()], at
            yield _decoded(escape[0]), escape.start()
            yield "", escape.end()
            at = escape.end()
        if at < self.end:
            yield self.source[at : self.end], at

    @property
    def text(self) -> str:
        """The decoded string."""
        return "".join(text for text, _ in self.pieces())


Value = dict[str, "Value"] | list["Value"] | PlacedString | None
"""What JSON holds; numbers and words are None, because no text is in them."""


class JsonError(Exception):
    """A text that is not JSON, or is nested too deeply."""


def read_json(text: str) -> Value:
    """Return the value of a JSON text. Raises :class:`JsonError` if it is not JSON; nesting costs no recursion."""
    stack: list[dict[str, Value] | list[Value]] = []
    keys: list[PlacedString | None] = []
    result: Value = None
    at = len(text) - len(text.lstrip("\ufeff"))
    done = False
    while match := _TOKEN.match(text, at):
        at = match.end()
        if done:
            raise JsonError("text after the end")
        sign = match["sign"]
        if sign in ("]", "}"):
            if not stack or isinstance(stack[-1], dict) != (sign == "}"):
                raise JsonError("brackets do not match")
            result = stack.pop()
            keys.pop()
            done = not stack
            continue
        if sign in (":", ","):
            if not stack:
                raise JsonError("a character outside of brackets")
            if sign == ",":
                keys[-1] = None
            continue
        value: Value = None
        if sign:
            value = [] if sign == "[" else {}
        elif match["string"]:
            value = PlacedString(text, match.start("string") + 1, match.end("string") - 1)
        done = not _put(value, stack, keys) and not sign
        result = result if stack else value
        if isinstance(value, dict | list):
            stack.append(value)
            keys.append(None)
            if len(stack) > _DEEPEST:
                raise JsonError("brackets are nested too deep")
    if stack or not done or text[at:].strip():
        raise JsonError("it ends too early")
    return result


def _put(value: Value, stack: list[dict[str, Value] | list[Value]], keys: list[PlacedString | None]) -> bool:
    """Put a value into the innermost open bracket, as a key or under it; False if no bracket is open."""
    if not stack:
        return False
    container = stack[-1]
    if isinstance(container, list):
        container.append(value)
    elif keys[-1] is None:
        if not isinstance(value, PlacedString):
            raise JsonError("a key that is not a string")
        keys[-1] = value
    else:
        container[keys[-1].text] = value
    return True


def _decoded(escape: str) -> str:
    """Return the character of an escape; a lone half of a pair is the replacement character."""
    sign = escape[1]
    if sign != "u" or len(escape) < 6:  # \uXXXX has six characters; what is shorter was cut
        return _SHORT.get(sign, sign)
    units = [int(part, 16) for part in escape.split("\\u")[1:]]
    if len(units) == 2:
        return chr(0x10000 + ((units[0] - 0xD800) << 10) + (units[1] - 0xDC00))
    # the surrogates of UTF-16, which are not characters alone
    return "\ufffd" if 0xD800 <= units[0] <= 0xDFFF else chr(units[0])


# Jupyter notebooks: the cells and what is written in them, with places in the notebook's JSON.


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of ``kind`` (``markdown``, ``code``, …): its lines, each a string of the notebook."""

    kind: str
    lines: tuple[PlacedString, ...]

    @property
    def pieces(self) -> list[tuple[str, int]]:
        """The text as pieces of the notebook, for a :class:`~citekit.runtime.span.View`."""
        return [piece for line in self.lines for piece in line.pieces()]


def read_notebook(text: str) -> tuple[dict[str, Value], list[Cell]]:
    """Return the whole notebook and its cells, also of format 3, where worksheets hold them.

    Raises :class:`~citekit.markup.json.JsonError` for a text that is not a notebook.
    """
    root = read_json(text)
    if not isinstance(root, dict) or not root.keys() & {"cells", "worksheets"}:
        raise JsonError("it has no cells")
    return root, list(_cells(root))


def _cells(root: dict[str, Value]) -> Iterator[Cell]:
    for sheet in (root, *_values(root.get("worksheets"))):
        for cell in _values(sheet.get("cells")) if isinstance(sheet, dict) else ():
            if isinstance(cell, dict):
                kind = cell.get("cell_type")
                lines = _values(cell.get("source", cell.get("input")))
                strings = tuple(line for line in lines if isinstance(line, PlacedString))
                yield Cell(kind.text if isinstance(kind, PlacedString) else "", strings)


def _values(value: Value) -> list[Value]:
    return value if isinstance(value, list) else [value]
