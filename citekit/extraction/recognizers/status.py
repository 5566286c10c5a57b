"""States and distinctions: "to appear", "under review", "Best Paper Award", "Spotlight"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.phrases import word_rows
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_STATES = {" ".join(phrase): state for state, phrases in word_rows("states").items() for phrase in phrases}
"""What is printed -> the state that it says a work is in."""
_STEMS = [state for state in _STATES if not any(other in state for other in _STATES if other != state)]
"""One of them is in every state ("submitted" in "submitted for publication"), so that most texts need not be searched."""
STAGES = ("preprint", "in preparation", "submitted", "under review", "to appear")
"""The states in the order in which a work is in them: a later one says the earlier ones as well."""
_STATUS = re.compile(
    r"(?=[(\[]|(?<!\w)\w)(?P<open>[(\[]\s*)?(?<!\w)(?:(?:manuscripts?|papers?) )?(?P<state>"
    + "|".join(re.escape(phrase) for phrase in sorted(_STATES, key=len, reverse=True))
    + r")(?!\w)(?P<tail>\s+(?:in|at|to|as|by|with)(?:\s+the)?(?=[\s)\]]))?(?P<close>\s*[)\]])?",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"(?<!\w)(?:best|ranked|outstanding|distinguished|honou?rable|runner|award|awards|awarded|prize|nominee|nominated|nomination|finalist|candidate|spotlight|"
    r"oral|top \d|acceptance rate|accept rate|invited|editor'?s'? (?:choice|pick)|highlight(?:ed)?|cover (?:article|story)|featured|peer[- ]?reviewed|most (?:cited|read)|highly cited|selected as|winner|core (?:rank )?[abc]\*?|ccf[- ][abc]|if\s?[:=])(?!\w)",
    re.IGNORECASE,
)
_HONOUR_LINE = re.compile(
    r"(?<=\n)(?P<line>(?:best|outstanding|ranked|winner|finalist|nominated|honou?rable)\b[^\n]{3,80}|(?:core(?: rank)?|ccf)[ -][abc]\b\*?|[^\n]{3,80}\b(?:award|prize|finalist|nominee|nomination))(?=[ .!]{0,3}(?:\n|$))",
    re.IGNORECASE,
)
"""A line of its own that says what the work has won."""
MOST_WORDS_OF_HONOUR = 10
"""Words of a line that says what a work has won, at most: a longer one with "award" in it is a title or a reference."""
_GROUP = re.compile(r"[(\[][^()\[\]]{2,160}[)\]]")


def find(item: StyledText) -> Iterator[Atom]:
    """Publication states (value ``status``) and distinctions, in brackets or on a line of their own."""
    text, folded = item.text, item.folded
    for match in _STATUS.finditer(text) if any(map(folded.__contains__, _STEMS)) else ():
        start, end = match.span()
        if match["open"] and not match["close"]:
            start += len(match["open"])
        if match["close"] and not match["open"]:
            end = match.start("close")
        weight = 1.4 + bool(match["open"] and match["close"])
        yield Atom(start, end, FieldKind.NOTE, "status", {"status": _STATES[match["state"].casefold()]}, weight)
    for match in _HONOUR_LINE.finditer(text) if "\n" in text else ():
        if len(match["line"].split()) <= MOST_WORDS_OF_HONOUR and _AWARD.search(match["line"]):
            yield Atom(match.start(), match.end("line"), FieldKind.NOTE, "award", {}, 2.4)
    if "(" not in text and "[" not in text:
        return
    for match in _GROUP.finditer(text):
        if not match[0][1:-1].isdecimal() and _AWARD.search(match[0]):
            yield Atom(match.start(), match.end(), FieldKind.NOTE, "award", {}, 1.8)
