r"""reStructuredText: ``*emphasis*``, ``**strong**``, ```text <address>`__``, ``:sup:`2```; a paragraph per entry.

Markup cannot be within markup there: the outermost counts.
"""

from __future__ import annotations

from citekit.csl.output import BREAKS, UNSEEN, displayed, lay_out, marks
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write
from citekit.runtime import patterns as re

NAME = "rst"
SUFFIXES = (".rst",)

# Characters of markup; a colon after what may be a scheme (RFC 3986, 3.1) and an at sign, for an address in a text that is
# none of citekit's links would be a live one (reStructuredText, "Standalone Hyperlinks"). Schemes that end in digits
# end in few.
_SPECIAL = re.compile(r"[\\*`|_]|(?<=[A-Za-z])[0-9.+-]{0,8}:(?=\S)|(?<=[^\s@])@(?=[^\s@])")
_UNSEEN = dict.fromkeys((*UNSEEN, 0xE000, 0xE001))
_MARKS = marks(NAME)
_START, _END = "\ue000", "\ue001"
"""Where markup begins and ends, until it is known what is at its sides."""
_BEGINS = re.compile(rf"(?P<before>^|[\s'\"(\[{{<\-/:])?{_START}")
_ENDS = re.compile(rf"{_END}(?P<after>$|(?=[\s'\")\]}}>\-/:.,;!?\\]))?")
_INNER = re.compile(r":su[bp]:`|\*+|`(?: <[^<>]{0,9999}>`__)?")
_LINE_START = re.compile(r"^(\d{1,9}|[A-Za-z#])([.)])(?=\s|$)|^([-+•])(?=\s|$)|^(\.\.|::)(?=\s|$)")


def inline(content: tuple[Inline, ...]) -> str:
    """Output as reStructuredText; a backslash and a space divide markup from letters at its side."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return displayed(value, inner)
        before, after = _MARKS.get((kind, value), ("", ""))
        if kind == "link":
            address = value.translate(_UNSEEN).replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
            before, after = "`", f" <{address.replace('_', chr(92) + '_')}>`__"
        # text without the markup in it
        pieces = re.split(rf"{_START}([^{_START}{_END}\n]*+){_END}", inner)
        bare = "".join(_INNER.sub("", piece) if number % 2 else piece for number, piece in enumerate(pieces)).strip()
        if not before or not bare:
            return inner
        start, end = len(inner) - len(inner.lstrip()), len(inner.rstrip())
        return f"{inner[:start]}{_START}{before}{bare}{after}{_END}{inner[end:]}"

    text = write(content, _escape, wrap).strip(" ")
    text = _BEGINS.sub(lambda match: match["before"] if match["before"] is not None else "\\ ", text)
    text = _ENDS.sub(lambda match: "" if match["after"] is not None else "\\ ", text)
    return _LINE_START.sub(lambda match: f"\\{match[0]}", text)


def bibliography(rendered: Rendered) -> str:
    """Return a paragraph per entry."""

    def heading(title: str) -> str:
        # the line under a title has to be as long as the title (reStructuredText, "Sections")
        return f"{_escape(title)}\n{'-' * (len(_escape(title)) + 1)}\n"

    return lay_out(rendered, inline, _escape, heading=heading, between="\n")


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda sign: f"{sign[0][:-1]}\\{sign[0][-1]}", text.translate(_UNSEEN).translate(BREAKS))
