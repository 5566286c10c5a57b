r"""LaTeX source with what is never typeset made blank, offsets kept: comments, verbatim text, ``\iffalse``, the rest after
``\end{document}``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from citekit.checks.citation import blanked

_VERBATIM = (
    "verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted comment alltt filecontents "
    "filecontents* tcblisting pycode luacode luacode*".split()
)
_TOKEN = re.compile(
    r"\\(?:verb|lstinline|mintinline\{[^}\n]{0,40}\})\*?(?P<quote>[^A-Za-z\s*{\[])"
    r"|\\begin\s{0,9}\{(?P<environment>" + "|".join(map(re.escape, _VERBATIM)) + r")\}"
    r"|(?P<end>\\end\s{0,9}\{document\})"
    r"|\\(?P<false>iffalse)(?![A-Za-z@])"
    r"|\\."
    r"|(?P<comment>%)",
    re.DOTALL,
)
_CONDITION = re.compile(
    r"%[^\n]*|\\(?:(?P<open>if[A-Za-z@]*)|(?P<close>fi)|(?P<other>else))(?![A-Za-z@])|\\.", re.DOTALL
)
_NO_CONDITIONS = frozenset("iff ifthenelse ifx@ ifdefined@".split())


@dataclass(frozen=True, slots=True)
class TexText:
    """A LaTeX text: ``text`` with the hidden parts blank, ``comments`` and ``files`` (``filecontents``) with places."""

    text: str
    comments: tuple[tuple[int, int], ...]
    files: tuple[tuple[str, int, int], ...]


def read_tex(text: str) -> TexText:
    """The visible part of a LaTeX text, in one pass."""
    hidden: list[tuple[int, int]] = []
    comments: list[tuple[int, int]] = []
    files: list[tuple[str, int, int]] = []
    missing: set[str] = set()
    at = 0
    while match := _TOKEN.search(text, at):
        at = match.end()
        if match["comment"]:
            end = _line_end(text, at)
            comments.append((match.start(), end))
            hidden.append((match.start(), end))
            at = end
        elif match["quote"]:
            end = text.find(match["quote"], at, _line_end(text, at))
            if end >= 0:
                hidden.append((match.start(), end + 1))
                at = end + 1
        elif match["environment"]:
            at = _environment(text, match, hidden, files, missing)
        elif match["false"]:
            end = _end_of_false(text, at)
            hidden.append((match.start(), end))
            at = end
        elif match["end"]:
            hidden.append((match.end(), len(text)))
            break
    return TexText(blanked(text, hidden), tuple(comments), tuple(files))


def _environment(
    text: str,
    match: re.Match[str],
    hidden: list[tuple[int, int]],
    files: list[tuple[str, int, int]],
    missing: set[str],
) -> int:
    name = match["environment"]
    closing = f"\\end{{{name}}}"
    end = text.find(closing, match.end()) if name not in missing else -1
    if end < 0:
        missing.add(name)
        return match.end()
    hidden.append((match.end(), end))
    if name.startswith("filecontents"):
        named = re.compile(r"(?:\[[^\]\n]{0,80}\])?\{([^{}\n]{1,200})\}").match(text, match.end(), end)
        if named:
            files.append((named[1].strip(), named.end(), end))
    return end + len(closing)


def _end_of_false(text: str, at: int) -> int:
    r"""The offset after the ``\fi`` or before the ``\else`` that ends an ``\iffalse``; the text's end where there is none."""
    depth = 1
    for match in _CONDITION.finditer(text, at):
        if match["open"] and match["open"] not in _NO_CONDITIONS:
            depth += 1
        elif match["close"]:
            depth -= 1
            if depth == 0:
                return match.end()
        elif match["other"] and depth == 1:
            return match.end()
    return len(text)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
