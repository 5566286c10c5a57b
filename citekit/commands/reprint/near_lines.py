"""A line with one small departure undone, for references that are read wrongly because of it."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.commands.reprint.lines import Line
from citekit.extraction.phrases import is_publisher
from citekit.extraction.signs import is_body
from citekit.model.venues import kind_of
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.text.rich import without_tags

_SINGLE = re.compile(r"[‘'](?P<quoted>[^‘'“”\"]{3,300}?)[’'](?!\w)")
_DOUBLE = re.compile(r"[“\"](?P<quoted>[^“”\"]{3,300})[”\"]")
_GAP = re.compile(r"(?<=[^\W_]) (?=[^\W_])")
_AFTER_FIRST_NAME = re.compile(
    r"^(?:[^\W\d_]\.[ -]?){1,4}(?!(?i:le|la|van|von|de|del|der|den|di|da|du|dos|st|al|el|ben|bin|ter|ten)\b)[^\W\d_][\w’'-]{1,30}(?= )"
)
"""A person at the beginning whose initials come first: a comma may be missing after."""
MOST_GAPS = 40
"""Gaps that are tried, at most: a title has seldom more words."""


def near_lines(line: Line) -> Iterator[tuple[str, int]]:
    """Yield a line with quotation marks of the other kind, and with a stop or a comma where one may be missing.

    The number is the place of a missing mark, or -1.
    """
    text = line.text
    for pattern, opened, closed in ((_SINGLE, "“", "”"), (_DOUBLE, "‘", "’")):
        if found := pattern.search(text):
            yield f"{text[: found.start()]}{opened}{found['quoted']}{closed}{text[found.end() :]}", -1
    if name := _AFTER_FIRST_NAME.match(text):
        yield f"{text[: name.end()]},{text[name.end() :]}", name.end()
    breaks = [
        found.start()
        for found in _GAP.finditer(text)
        if text[found.end()].isupper() or text[found.end()].isdigit() or text.startswith("http", found.end())
    ]
    for at in breaks[:MOST_GAPS]:
        yield f"{text[:at]}.{text[at:]}", at


def is_told(work: Work, line: Line, near: str, at: int) -> bool:
    """Whether a near line is right, as far as its reading shows: a mark that was put in parts the title from what is known
    as a publisher or a journal or is set otherwise, or the people from the title; quotation marks are around the title."""
    title = "".join(filter(str.isalnum, without_tags(work.text("title"))))
    if not title:
        return False
    if at < 0:
        quoted = [found["quoted"] for pattern in (_SINGLE, _DOUBLE) for found in pattern.finditer(line.text)]
        return any("".join(filter(str.isalnum, one)) == title for one in quoted)
    before, after = ("".join(filter(str.isalnum, part)) for part in (near[:at], near[at:]))
    if after.startswith(title):  # after the first person
        return near[at] == ","
    if not before.endswith(title):
        return False
    if line.italic and line.italic[at - 1] != line.italic[at + 1]:
        return True
    if (work.year and after.startswith(str(work.year))) or after.startswith("http"):
        return True
    for name in ("publisher", "publisher-place", "container-title"):
        value = work.text(name)
        if value and after.startswith("".join(filter(str.isalnum, value))):
            return (
                is_publisher(value)
                or (name == "publisher" and is_body(value))  # "Fenn Library", "Office of Works"
                or bool(kind_of(value))
                or (name == "container-title" and "volume" in work.variables)
            )
    return False
