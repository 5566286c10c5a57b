r"""What is aside: comments, footnotes, what a document hides, files that are not read."""

from __future__ import annotations

from citekit.documents.html.flow import Flow
from citekit.documents.latex.inline import InlineReader, plain
from citekit.documents.latex.stream import TokenStream
from citekit.documents.latex.tokens import LatexToken
from citekit.markup.tex.stream import Argument
from citekit.markup.view import View
from citekit.runtime import patterns as re

_WORD = re.compile(r"[^\W_]")
DEEPEST_NOTE = 2
"""Notes in notes are read apart; those in them stay where they are."""


class HiddenTextReader(InlineReader):
    """Reads what is aside when the block around it has ended, with a reader of its own."""

    def _comment(self, token: LatexToken) -> None:
        pieces = [(self._slice(token), token.start)]
        if self._hidden:
            return
        last = token
        while last.text == "%%" and (following := self._stream.peek()) and following.text == "%%":
            if following.kind != "comment" or following.start <= last.end:
                break
            self._stream.skip()
            pieces += [("\n", last.end), (self._slice(following), following.start)]
            last = following
        pieces = [piece for piece in pieces if piece[0] == "\n" or _WORD.search(piece[0])]
        if any(text != "\n" for text, _ in pieces):
            path = self._flow.top.path
            if token.text == "%%" and next(text for text, _ in pieces if text != "\n").lstrip(" \t%").startswith("\\"):
                # a command that is commented out within an item was another item of the same list
                depth = next((at for at in range(len(path) - 1, -1, -1) if path[at].startswith("li:")), len(path))
                path = path[:depth]
            self._writer.later(lambda: self._read_hidden(TokenStream.of(View(pieces), self._macros), path))

    def _slice(self, token: LatexToken) -> str:
        return self._reading.source[token.start : token.end]

    def _hide(self, argument: Argument | None) -> None:
        if argument and not self._hidden:
            path, hidden = self._flow.top.path, self._stream.within(argument)
            self._writer.later(lambda: self._read_hidden(hidden, path))

    def _read_hidden(self, stream: TokenStream, path: tuple[str, ...]) -> None:
        reading = self._reading
        flow = Flow(reading.blocks, reading.numbering, (*path, reading.numbering.name("comment")), hidden=True)
        type(self)(reading, stream, flow, hidden=True, note=DEEPEST_NOTE).read()

    def _footnote(self) -> None:
        self._stream.option()
        if self._note >= DEEPEST_NOTE:
            return
        note = self._stream.group()
        if note:
            path, reading = self._flow.top.path, self._reading
            flow = Flow(reading.blocks, reading.numbering, path, hidden=self._hidden)
            reader = type(self)(reading, self._stream.within(note), flow, self._hidden, self._note + 1)
            self._writer.later(reader.read)

    def _other_file(self, token: LatexToken) -> None:
        name = plain(self._stream.argument())
        if not self._hidden:
            self._problem(f"the file {name!r} is not read", token, "file-elsewhere")
