r"""The environments of a LaTeX document that are open: lists, tables, those of the document's own, and all others."""

from __future__ import annotations

from dataclasses import field, replace

from citekit.documents.latex.blocks import LatexBlockWriter
from citekit.documents.latex.commands import DOWNWARD, INLINE_ENVIRONMENTS, LISTS, PICTURES, TABLES
from citekit.documents.runs import TextStyle
from citekit.markup.tex.expansion import Given
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.numerals import letter, roman

MOST_NESTED = 60  # open environments; LaTeX itself allows six lists within each other. Bounds the paths of blocks
_START = re.compile(r"start\s*=\s*(\d{1,6})")
_LABEL = re.compile(
    r"label\s*+=\s*+(?:\{\s*+)?([^{},]{0,20}?)\\(arabic|roman|Roman|alph|Alph)\s*+\*([^{},]{0,20}?)\s*(?:[,}]|$)"
)


@dataclass(slots=True)
class OpenEnvironment:
    """An open environment: how deep the flow was before it, what held before it, and the list or table that it is."""

    name: str
    depth: int
    groups: int
    style: TextStyle
    href: str
    kind: str = ""
    closing: Given = field(default_factory=list)
    item_style: TextStyle = TextStyle.PLAIN
    count: int = 0
    numbered: bool = False
    label: tuple[str, str, str] = ("", "arabic", ".")
    first: int | None = None
    numbers: list[tuple[int, int]] = field(default_factory=list)
    implicit: ImplicitList | None = None


@dataclass(slots=True)
class ImplicitList:
    """A list of macro calls that is in no environment: the depth of the flow before it, and its open item's groups."""

    depth: int
    groups: int
    open: bool = True


class Environments:
    """The stack of open environments over a block writer."""

    def __init__(self, writer: LatexBlockWriter) -> None:
        self._writer = writer
        self._open: list[OpenEnvironment] = []
        self._too_deep = 0
        self.implicit: ImplicitList | None = None

    @property
    def top(self) -> OpenEnvironment | None:
        """The innermost open environment."""
        return self._open[-1] if self._open else None

    @property
    def groups(self) -> int:
        """How many groups were open when the innermost environment began."""
        return self._open[-1].groups if self._open else 0

    def in_picture(self, groups: int) -> bool:
        """Whether the text here is an instruction for drawing."""
        return any(entry.name in PICTURES and entry.groups == groups for entry in self._open[-1:])

    def in_table(self, groups: int) -> bool:
        """Whether the text here is directly in a cell."""
        top = self.top
        return top is not None and top.kind == "table" and top.groups == groups

    @property
    def in_container(self) -> bool:
        """Whether the text here is in a list's item or a cell."""
        return any(entry.kind in ("list", "table") for entry in self._open)

    @property
    def in_references(self) -> bool:
        """Whether the text here is in the references of a document."""
        return any(entry.name == "thebibliography" for entry in self._open)

    def break_before(self, name: str, at: int) -> None:
        """End what precedes the beginning or end of an environment: the line, or the paragraph."""
        if name in INLINE_ENVIRONMENTS:
            self._writer.hard_break(at, at)
        else:
            self._writer.end_block()

    def begin(self, name: str, groups: int, option: str = "", list_name: str = "") -> OpenEnvironment | None:
        """Open an environment; None if so many are open that it is only counted."""
        if len(self._open) >= MOST_NESTED:
            self._too_deep += 1
            return None
        writer = self._writer
        entry = OpenEnvironment(name, writer.flow.depth, groups, writer.style, writer.href, implicit=self.implicit)
        self.implicit = None
        self._open.append(entry)
        list_name = list_name or name
        if list_name in LISTS:
            self._make_list(entry, list_name, option)
        elif name in TABLES:
            entry.kind = "table"
            writer.flow.open_container("table")
            self.row()
        return entry

    def _make_list(self, entry: OpenEnvironment, name: str, option: str) -> None:
        entry.kind = "list"
        kind = LISTS.get(name, "ul")
        self._writer.flow.open_container(kind)
        entry.item_style = self._writer.style
        entry.numbered = kind == "ol"
        if start := _START.search(option):
            entry.first = int(start[1])
        if label := _LABEL.search(option):
            entry.label = (_shown(label[1]), label[2], _shown(label[3]))
        if name == "thebibliography":
            entry.label = ("[", "arabic", "]")

    def find(self, name: str) -> OpenEnvironment | None:
        """Return the innermost open environment of a name; None for the end of one that was only counted."""
        if self._too_deep:
            self._too_deep -= 1
            return None
        return next((entry for entry in reversed(self._open) if entry.name == name), None)

    def leave(self, entry: OpenEnvironment) -> int:
        """Close an environment and all inside it; gives how many groups stay open."""
        place = next((at for at, other in enumerate(self._open) if other is entry), None)
        if place is None:
            return -1
        self.break_before(entry.name, 0)
        for other in self._open[place:]:
            # in a list that counts down, the number of the first item is known only at its end
            blocks = self._writer.flow.blocks
            first = other.first or other.count
            for index, count in other.numbers:
                if index < len(blocks) and blocks[index].marker == _numbered(other.label, (other.first or 1) + count):
                    blocks[index] = replace(blocks[index], marker=_numbered(other.label, max(0, first - count)))
        if entry.name not in INLINE_ENVIRONMENTS:
            self._writer.flow.close_to(entry.depth)
        self._writer.style, self._writer.href = entry.style, entry.href
        self.implicit = entry.implicit
        del self._open[place:]
        return entry.groups

    def count_from(self, number: int) -> None:
        """Let the next item of the innermost list have the number after this one."""
        top = self.top
        if top and top.kind == "list" and top.numbered and top.name not in DOWNWARD:
            top.first, top.count = 1, number

    # Lists -----------------------------------------------------------------------------------------------------------

    def item(self, marker: str | None, at: int, bare_depth: int) -> OpenEnvironment:
        """Begin an item of the innermost list; without a marker it is the list's own."""
        self._writer.end_block()
        entry = next((entry for entry in reversed(self._open) if entry.kind in ("", "list")), None)
        if entry is None:
            entry = OpenEnvironment("", bare_depth, 0, self._writer.style, "")
            self._open.append(entry)
        if not entry.kind:
            self._writer.flow.close_to(entry.depth)
            self._make_list(entry, "", "")
        self._writer.flow.close_to(entry.depth + 1)
        self._writer.flow.open_container("li")
        self._writer.style, self._writer.href = entry.item_style, entry.href
        if marker is None:
            number = (entry.first or 1) + entry.count
            marker = _numbered(entry.label, number) if entry.numbered else "•"
            if entry.name in DOWNWARD:
                entry.numbers.append((len(self._writer.flow.blocks), entry.count))
            entry.count += 1
        self._writer.flow.marker = (marker, at)
        return entry

    def close_bare_list(self) -> None:
        r"""End a list of items that no environment holds."""
        top = self.top
        if top and not top.name:
            self.leave(top)

    def begin_implicit_item(self, groups: int) -> None:
        """Begin an item of a list that the document does not declare."""
        writer = self._writer
        writer.end_block()
        if self.implicit and self.implicit.depth < writer.flow.depth:
            writer.flow.close_to(self.implicit.depth + 1)
        else:
            self.implicit = ImplicitList(writer.flow.depth, groups)
            writer.flow.open_container("ul")
        self.implicit.groups, self.implicit.open = groups, True
        writer.flow.open_container("li")

    def end_implicit_item(self, groups: int) -> None:
        """End the open item of an undeclared list, if its groups are all closed."""
        if self.implicit and self.implicit.open and groups <= self.implicit.groups:
            self._writer.end_block()
            self._writer.flow.close_to(self.implicit.depth + 1)
            self.implicit.open = False

    def end_implicit_list(self, groups: int) -> None:
        """End an undeclared list, if nothing of its items is open."""
        if self.implicit and groups <= self.implicit.groups:
            self._writer.end_block()
            self._writer.flow.close_to(self.implicit.depth)
            self.implicit = None

    # Tables ----------------------------------------------------------------------------------------------------------

    def cell(self) -> None:
        """Begin the next cell of the row."""
        if self._open:
            self._writer.end_block()
            self._writer.flow.close_to(self._open[-1].depth + 2)
            self._writer.flow.open_container("td")

    def row(self) -> None:
        """Begin the next row."""
        if self._open:
            self._writer.end_block()
            self._writer.flow.close_to(self._open[-1].depth + 1)
            self._writer.flow.open_container("tr")
            self._writer.flow.open_container("td")


def _shown(label: str) -> str:
    return re.sub(r"\\[A-Za-z]+ ?|[{}]", "", label).strip()


def _numbered(label: tuple[str, str, str], number: int) -> str:
    before, form, after = label
    text = str(number)
    if form.lower() == "alph" and 1 <= number <= 26:  # letters of the alphabet
        text = letter(number)
    elif form.lower() == "roman":
        text = roman(number)
    return f"{before}{text.upper() if form[0].isupper() else text}{after}"
