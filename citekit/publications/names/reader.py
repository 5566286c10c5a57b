"""Reads names: what can be a name at a place of an item.

A name may be written "Given Family", "G. Family", "Family G.", "Family, G." or "Family, Given"; the same words may be
several names, which the run of names decides between.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.publications.names.bodies import group, single
from citekit.publications.names.family_first import family_first
from citekit.publications.names.given_first import given_first
from citekit.publications.names.printed import ReadName
from citekit.publications.names.words import NameWords
from citekit.publications.styled import StyledText
from citekit.publications.tokens import Token
from citekit.publications.vocabulary import Vocabulary


class NameReader(NameWords):
    """Reads the names of one item; what it has read at a token it keeps."""

    def __init__(self, item: StyledText, tokens: list[Token], vocabulary: Vocabulary) -> None:
        super().__init__(item, tokens, vocabulary)
        self._known_names: dict[int, list[ReadName]] = {}

    def names_at(self, at: int) -> list[ReadName]:
        """The names that can begin at a token."""
        known = self._known_names.get(at)
        if known is None:
            known = self._known_names[at] = list(self._names_at(at))
        return known

    def _names_at(self, at: int) -> Iterator[ReadName]:
        """Names that can begin at token ``at`` as ``(name, next token, score)``."""
        tokens = self.tokens
        leading = ""
        while at < len(tokens) and tokens[at].kind == "m":
            leading += tokens[at].text
            at += 1
        if at < len(tokens) and tokens[at].text in ("The", "the"):
            yield from group(self, at, leading)
            return
        last = self._sequence_end(at)
        if last == at:
            return
        yield from given_first(self, at, last, leading)
        yield from family_first(self, at, last, leading)
        yield from single(self, at, last, leading)

    def _sequence_end(self, at: int, limit: int = 9) -> int:
        """The end of the words, initials and particles that stand side by side from ``at``."""
        kinds = self.kinds
        i, stop = at, min(len(kinds), at + limit)
        while i < stop:
            kind = kinds[i]
            if kind == "W":
                i += 1
                if self.tokens[i - 1].dotted and not self.is_glued(i):
                    break
            elif kind in "ICp":
                i += 1
            elif kind == "J":
                i += i == at
                break
            elif i > at and self._is_nickname(i):
                i += 3
            else:
                break
        while i > at and kinds[i - 1] == "p":
            i -= 1
        return i

    def _is_nickname(self, i: int) -> bool:
        """Whether a nickname in brackets or quotes stands inside a name: "Yekaterina (Kate) Kharitonova"."""
        kinds = self.kinds
        return (
            kinds[i] in '(“"‘'
            and i + 3 < len(kinds)
            and kinds[i + 1] == "W"
            and kinds[i + 2] in ')”"’'
            and kinds[i + 3] in "WI"
        )
