"""A file as a linked list of blocks, each of which can be changed, moved or removed without the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from citekit.formats.bibtex.blocks import Block, EntryBlock, TextBlock

BLANKS = " \t\r\n"


class OffsetBlock:
    """A block and the text that its offsets refer to: the whole file at first, its own text after a change."""

    __slots__ = ("after", "before", "block", "whole")

    def __init__(self, whole: str, block: Block) -> None:
        self.whole = whole
        self.block = block
        self.before: OffsetBlock | None = None
        self.after: OffsetBlock | None = None

    @property
    def text(self) -> str:
        """The current text of the block."""
        return self.whole[self.block.start : self.block.end]

    @property
    def is_text(self) -> bool:
        """Whether this is free text."""
        return isinstance(self.block, TextBlock)

    @property
    def is_entry(self) -> bool:
        """Whether this is an entry."""
        return isinstance(self.block, EntryBlock)

    def put(self, whole: str, block: Block) -> None:
        """Replace the block."""
        self.whole, self.block = whole, block


def free(text: str) -> OffsetBlock:
    """Create a block of free text."""
    return OffsetBlock(text, TextBlock(0, len(text)))


class BlockList:
    """The blocks of a file in order; inserting and removing take constant time."""

    def __init__(self, pieces: Iterable[OffsetBlock]) -> None:
        self._head = free("")
        self.hold(pieces)

    def hold(self, pieces: Iterable[OffsetBlock]) -> None:
        """Replace all blocks."""
        self.last, self._head.after = self._head, None
        for piece in pieces:
            self.put(piece, self.last)

    def __iter__(self) -> Iterator[OffsetBlock]:
        piece = self._head.after
        while piece is not None:
            after = piece.after
            yield piece
            piece = after

    def backwards(self) -> Iterator[OffsetBlock]:
        """Yield the blocks from the last to the first."""
        piece: OffsetBlock | None = self.last
        while piece is not None and piece is not self._head:
            yield piece
            piece = piece.before

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(piece.text for piece in self)

    def put(self, piece: OffsetBlock, place: OffsetBlock | None) -> OffsetBlock:
        """Insert a new block after another one, or before all."""
        place = place or self._head
        piece.before, piece.after = place, place.after
        if place.after is None:
            self.last = piece
        else:
            place.after.before = piece
        place.after = piece
        return piece

    def cut(self, piece: OffsetBlock) -> None:
        """Remove a block, and the blank lines on one side of it."""
        before, after = piece.before, piece.after
        assert before is not None
        before.after = after
        if after is None:
            self.last = before
        else:
            after.before = before
        self._join_whitespace(before, after)

    def _join_whitespace(self, before: OffsetBlock, after: OffsetBlock | None) -> None:
        """Retain the longer of the whitespace on both sides of a removed block; at the ends of the file, that of the end."""
        left = _tail(before.text) if before.is_text else ""
        right = _head(after.text) if after and after.is_text else ""
        if before.before is None or (before.before is self._head and before.is_text and left == before.text):
            between = left
        elif after is None or (after.after is None and right == after.text):
            between = right
        else:
            between = max(left, right, key=lambda whitespace: whitespace.count("\n"))
        if after is not None and after.is_text:
            _rewrite(after, between + after.text[len(right) :])
            if left:
                _rewrite(before, before.text[: len(before.text) - len(left)])
        elif left:
            _rewrite(before, before.text[: len(before.text) - len(left)] + between)

    def after_line(self, piece: OffsetBlock) -> OffsetBlock:
        """Return the block after which a new line can begin: this one, or the rest of its line, which is split off."""
        after = piece.after
        if after is None or not after.is_text:
            return piece
        line, newline, rest = after.text.partition("\n")
        if not line.strip(BLANKS):
            return piece
        line, newline = (line[:-1], "\r\n") if line.endswith("\r") else (line, newline)
        _rewrite(after, line)
        if newline:
            self.put(free(newline + rest), after)
        return after


def _rewrite(piece: OffsetBlock, text: str) -> None:
    piece.put(text, TextBlock(0, len(text), getattr(piece.block, "sound", True)))


def _head(text: str) -> str:
    return text[: len(text) - len(text.lstrip(BLANKS))]


def _tail(text: str) -> str:
    return text[len(text.rstrip(BLANKS)) :]


def take_note(piece: OffsetBlock) -> str:
    """Remove the comment lines directly above an entry from the text before it, and return them."""
    above = piece.before
    if above is None or not above.is_text or above.before is None or above.before.before is None:
        return ""  # comments at the beginning of a file are about the file
    text = above.text
    start = len(text)
    while start > 0:
        line_start = text.rfind("\n", 0, start - 1) + 1
        if line_start == 0 or not text.endswith("\n") or not text[line_start:start].strip():
            break
        start = line_start
    if start < len(text):
        _rewrite(above, text[:start])
    return text[start:]


def give_note(row: BlockList, piece: OffsetBlock, note: str) -> None:
    """Insert comment lines directly above an entry."""
    above = piece.before
    if not note:
        return
    if above is not None and above.is_text and above.before is not None:
        _rewrite(above, above.text + note)
    else:
        row.put(free(note), above)


def rearrange(row: BlockList, order: Sequence[OffsetBlock]) -> None:
    """Reorder the entries, with the comment lines directly above each; all other blocks stay where they are."""
    notes = {piece: take_note(piece) for piece in row if piece.is_entry}
    ordered = iter(order)
    row.hold([next(ordered) if piece.is_entry else piece for piece in row])
    for piece in order:
        give_note(row, piece, notes[piece])
