r"""LaTeX source with what is never typeset made blank, offsets kept: comments, verbatim text, ``\iffalse``, the rest after
``\end{document}`` or ``\endinput``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from citekit.checks.citation import blanked

_VERBATIM = (
    "verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted comment alltt filecontents "
    "filecontents* tcblisting pycode luacode luacode* vquote sourcecode macrocode macrocode*".split()
)
_TOKENS = (
    r"\\(?:[vV]erb|lstinline|mintinline(?:\[[^\]\n]{0,80}\])?\{[^}\n]{0,40}\})\*?(?:\[[^\]\n]{0,200}\])?(?P<quote>[^A-Za-z\s*\[])"
    r"|\\(?:Make|Define)ShortVerb\*?(?:\[[^\]\n]{0,200}\])?\s{0,9}\{?\\(?P<made>.)"
    r"|\\(?:Delete|Undefine)ShortVerb\s{0,9}\{?\\(?P<deleted>.)"
    r"|(?P<spelt>\\(?:cmd|string|DescribeMacro)\s{0,9}\\[A-Za-z@]+)"
    r"|\\begin\s{0,9}\{(?P<environment>%s)\}"
    r"|(?P<end>\\end\s{0,9}\{document\}|(?<![^\n])\\endinput[ \t]*(?=\n)(?!\s{0,99}\\fi))"
    r"|\\(?P<false>iffalse)(?![A-Za-z@])"
    r"|\\."
    r"|(?P<comment>%%)"
    r"|(?P<short>[%s])"
)
_NEW_ENVIRONMENT = re.compile(
    r"\\(?:DefineVerbatimEnvironment|(?:lst)?newenvironment|(?:new|renew|Declare)TCBListing|(?:new|renew)tcblisting)\s{0,9}"
    r"(?:\[[^\]\n]{0,200}\])?\{(?P<name>[A-Za-z*@-]{1,60})\}(?P<body>[^\n]{0,300})"
    r"|\\newminted(?:\[(?P<called>[A-Za-z@]{1,60})\])?\{(?P<language>[A-Za-z+#-]{1,40})\}"
)
_NO_SIGN = "\0"
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
    environments = (*_VERBATIM, *_own_verbatim(text))
    token = _token(environments, _NO_SIGN)
    shorts: list[str] = []
    at = 0
    while match := token.search(text, at):
        at = match.end()
        if match["comment"]:
            end = _line_end(text, at)
            comments.append((match.start(), end))
            hidden.append((match.start(), end))
            at = end
        elif match["quote"] or match["short"]:
            end = _end_of_verb(text, at, match["quote"] or match["short"])
            if end >= 0:
                hidden.append((match.start(), end + 1))
                at = end + 1
        elif match["made"] or match["deleted"]:
            shorts = [sign for sign in shorts if sign != (match["made"] or match["deleted"])] + [match["made"] or ""]
            token = _token(environments, "".join(shorts) or _NO_SIGN)
        elif match["spelt"]:
            hidden.append(match.span())
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


@lru_cache(maxsize=64)
def _token(environments: tuple[str, ...], shorts: str) -> re.Pattern[str]:
    """What hides text: the commands and environments of LaTeX, and the signs that a document made short for ``\\verb``."""
    names = "|".join(map(re.escape, environments))
    return re.compile(_TOKENS % (names, re.escape(shorts)), re.DOTALL)


def _own_verbatim(text: str) -> tuple[str, ...]:
    """The environments for verbatim text that a document defines."""
    found: dict[str, None] = {}
    for match in _NEW_ENVIRONMENT.finditer(text):
        if match["name"] and (
            match[0][:14] != "\\newenvironment"[:14] or re.search(r"\\[vV]erbatim|\\lstset", match["body"])
        ):
            found[match["name"]] = None
        elif match["language"]:
            found[match["called"] or f"{match['language']}code"] = None
    return tuple(found)


def _end_of_verb(text: str, at: int, quote: str) -> int:
    """Where verbatim text within a line ends, -1 where it does not; braces balance."""
    end = _line_end(text, at)
    if quote != "{":
        return text.find(quote, at, end)
    depth = 1
    for sign in re.finditer(r"[{}]", text[at:end]):
        depth += 1 if sign[0] == "{" else -1
        if depth == 0:
            return at + sign.start()
    return -1


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
