r"""LaTeX source with what is never typeset made blank, offsets kept: comments, verbatim text, ``\iffalse``, addresses, the
rest after ``\end{document}``.
"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass, known_while_alive
from citekit.runtime.span import NOTHING, Source

_VERBATIM = frozenset(
    "verbatim verbatim* Verbatim Verbatim* BVerbatim BVerbatim* LVerbatim LVerbatim* SaveVerbatim VerbatimOut "
    "lstlisting minted comment filecontents filecontents* tcblisting tcboutputlisting pycode pyblock luacode luacode* "
    "asy tikzcode sagesilent sageblock vquote sourcecode macrocode macrocode*".split()
)
_DEFINED = re.compile(
    r"\\(?:(?:Define|Recustom|Custom)VerbatimEnvironment|lstnewenvironment|newverbatim|excludecomment|(?:re)?newtcblisting"
    r"|(?:New|Renew|Provide|Declare)TCBListing)\s{0,9}(?:\[[^\]\n]{0,400}\])?\s{0,9}\{(?P<name>[^{}\n\\]{1,60})\}"
    r"|\\newminted\s{0,9}(?:\[(?P<minted>[^\]\n]{1,60})\])?\s{0,9}\{(?P<language>[^{}\n\\]{1,60})\}"
    r"|\\(?:re)?newenvironment\s{0,9}\{(?P<own>[^{}\n\\]{1,60})\}(?:\[\d\](?:\[[^\]\n]{0,80}\])?)?\s{0,9}"
    r"(?:\{\s{0,9}\\(?:lstlisting|comment|minted)|\{[^\n]{0,300}?\\(?:[vV]erbatim|lstset))(?![A-Za-z@])"
    r"|\\includecomment\s{0,9}\{(?P<shown>[^{}\n\\]{1,60})\}"
)
_SIGNS = (
    r"\\(?:(?:[vV]erb|PVerb|BVerb|LVerb|spverb|lstinline)\*?\s{0,3}(?:\[[^\]\n]{0,400}\]\s{0,3})?"
    r"|mintinline\s{0,3}(?:\[[^\]\n]{0,400}\])?\s{0,3}\{[^}\n]{0,40}\})(?P<quote>[^A-Za-z0-9\s*\[\\])"
    r"|\\(?P<address>url|nolinkurl|path|href|hyperref@url|burl)\s{0,9}(?:\[[^\]\n]{0,400}\])?\s{0,9}\{"
    r"|\\begin\s{0,9}\{\s{0,9}(?P<environment>[^{}\s\\]{1,60})\s{0,9}\}"
    r"|(?P<end>\\end\s{0,9}\{\s{0,9}document\s{0,9}\})"
    r"|(?P<false>\\iffalse)(?![A-Za-z@])"
    r"|\\(?:lstMakeShortInline|(?:Define|Make)ShortVerb)\*?\s{0,9}(?:\[[^\]\n]{0,400}\])?\s{0,9}(?:\{\s{0,9})?\\?(?P<short>[^\w\s\\{}\[\]])(?:\s{0,9}\})?"
    r"|\\(?:lstDeleteShortInline|UndefineShortVerb|DeleteShortVerb)\s{0,9}(?:\{\s{0,9})?\\?(?P<long>[^\w\s\\{}])"
    r"|(?<!\\let)(?P<spelt>\\(?:cmd|DescribeMacro)\s{0,9}\\[A-Za-z@]+)"
    r"|\\."
    r"|(?P<comment>%)"
)
_PLAIN = re.compile(_SIGNS, re.DOTALL)
_FIRST = re.compile(r"[\\%]")
_NOT_REAL = re.compile(r"\\(?:unless|let\s{0,9}\\[A-Za-z@]{1,60}\s{0,9}=?)\s{0,9}\Z")
CONDITION = re.compile(
    r"%[^\n]*|\\(?:(?P<open>if[A-Za-z@]*)|(?P<close>fi)|(?P<other>else|or))(?![A-Za-z@])|\\.", re.DOTALL
)
"""What counts where TeX skips the text of a condition that does not hold."""
_PRIMITIVE = frozenset(
    "if ifcat ifx ifcase ifnum ifdim ifodd ifmmode ifvmode ifhmode ifinner ifvoid ifhbox ifvbox ifeof iftrue iffalse "
    "ifdefined ifcsname iffontchar ifincsname ifpdf ifxetex ifluatex ifPDFTeX ifXeTeX ifLuaTeX".split()
)


class HiddenText(NamedTuple):
    """What is never typeset as it is: a comment (``%``), ``code``, or what ``iffalse`` or an environment hides.

    ``text[at:end]`` is blank; what it states is ``text[start:stop]``.
    """

    kind: str
    at: int
    end: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class TexText:
    """A LaTeX text: ``text`` with the hidden parts blank, ``files`` (``filecontents``) with places, and ``notes``.

    Each character of a comment, of its line end and of the spaces after it is ``NOTHING``.
    """

    text: str
    files: tuple[tuple[str, int, int], ...]
    notes: tuple[HiddenText, ...] = ()


@dataclass(slots=True)
class _Hidden:
    """What has been found so far. ``pieces`` are the parts of the new text, ``at`` where the last one ends."""

    text: str
    verbatim: frozenset[str]
    pieces: list[str] = field(default_factory=list)
    at: int = 0
    notes: list[HiddenText] | None = None
    files: list[tuple[str, int, int]] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    pattern: re.Pattern[str] = _PLAIN
    signs: re.Pattern[str] = _FIRST
    short: str = ""

    def put_aside(self, kind: str, outer: tuple[int, int], inner: tuple[int, int], hidden: tuple[int, int]) -> None:
        """Hides a range: the ``outer`` one and what it states where asides are requested, else what is ``hidden``."""
        if self.notes is None:
            self.hide(*hidden, NOTHING if kind == "%" else " ")
        elif outer[0] >= self.at:
            self.notes.append(HiddenText(kind, *outer, *inner))
            self.hide(*outer, NOTHING)

    def hide(self, start: int, end: int, sign: str = " ") -> None:
        """Make a range blank; line ends stay, unless TeX reads nothing at all there."""
        start = max(start, self.at)
        if end <= start:
            return
        hidden = self.text[start:end]
        blank = sign * len(hidden) if sign == NOTHING else "\n".join(" " * len(line) for line in hidden.split("\n"))
        self.pieces += [self.text[self.at : start], blank]
        self.at = end

    def abbreviate(self, sign: str, on: bool) -> None:
        """From here on, or no longer, text between two of these characters is verbatim."""
        self.short = (
            self.short + sign if on and sign not in self.short else self.short.replace(sign, "", 0 if on else 1)
        )
        self.signs = re.compile(rf"[\\%{re.escape(self.short)}]")
        self.pattern = (
            re.compile(rf"{_SIGNS}|(?P<abbreviated>[{re.escape(self.short)}])", re.DOTALL) if self.short else _PLAIN
        )


def read_tex(text: str, notes: bool = False) -> TexText:
    """Return the visible part of a LaTeX text, in one pass.

    With ``notes`` it is remembered what is hidden, each piece is ``NOTHING`` as a whole, and addresses stay as they are.
    """
    found = _Hidden(text, _verbatim_environments(text), notes=[] if notes else None)
    at = 0
    while sign := found.signs.search(text, at):
        match = found.pattern.match(text, sign.start())
        at = _take(found, match) if match else sign.end()
    return TexText("".join([*found.pieces, text[found.at :]]), tuple(found.files), tuple(found.notes or ()))


@known_while_alive
def tex_of(source: Source) -> TexText:
    """Return the visible part of a LaTeX file, read once however many documents it is a part of."""
    return read_tex(source.text)


def _verbatim_environments(text: str) -> frozenset[str]:
    # documents define verbatim environments of their own, and switch that of comment off
    names = set(_VERBATIM)
    for match in _DEFINED.finditer(text):
        if match["shown"]:
            names.discard(match["shown"])
        elif match["language"]:
            names.add(match["minted"] or f"{match['language']}code")
        else:
            names.add(match["name"] or match["own"])
    return frozenset(names)


def _take(found: _Hidden, match: re.Match[str]) -> int:
    """Hides what begins with a token; where the search continues."""
    text, end = found.text, match.end()
    kind = match.lastgroup
    if kind == "comment":
        close = _line_end(text, end)
        behind = close + 1
        while behind < len(text) and text[behind] in " \t":
            behind += 1
        hidden = (match.start(), min(behind, len(text)))
        found.put_aside("%", hidden, (end, close), hidden)
        return behind
    if kind in ("quote", "abbreviated"):
        sign = match[kind]
        stop = _line_end(text, end, end + _LONGEST)
        close = _brace_end(text, end, stop) if sign == "{" else text.find(sign, end, stop)
        if close >= 0:
            hidden = (match.start(), close + 1)
            found.put_aside("code", hidden, (end, close), hidden)
            return close + 1
    elif kind == "address":
        close = _brace_end(text, end, min(len(text), end + _LONGEST))
        if close >= 0:
            if found.notes is None:
                found.hide(end, close)
            return close + 1
    elif kind == "environment":
        return _environment(found, match)
    elif kind == "false":
        # hides what is between `\iffalse` and its `\else` or `\fi`, unless a macro only names the command
        if text.startswith("}", end) or _NOT_REAL.search(text[max(0, match.start() - 90) : match.start()]):
            return end
        closing = end_of_branch(text, end, len(text), frozenset())
        inside = (end, closing.start() if closing else len(text))
        found.put_aside("iffalse", inside, inside, inside)
        return inside[1]
    elif kind == "end":
        found.hide(end, len(text))
        return len(text)
    elif kind == "spelt":
        found.hide(match.start(), end)
    elif kind in ("short", "long"):
        found.abbreviate(match[kind], kind == "short")
    return end


def _brace_end(text: str, at: int, limit: int) -> int:
    depth = 1
    for sign in _BRACE.finditer(text, at, limit):
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
        if depth == 0:
            return sign.start()
        if depth > _DEEPEST:
            break
    return -1


_BRACE = re.compile(r"\\.|[{}]")
# This many characters have verbatim text within a line and addresses at most.
_LONGEST = 4000
# Braces nest no deeper in an address.
_DEEPEST = 5


def _environment(found: _Hidden, match: re.Match[str]) -> int:
    name, text = match["environment"], found.text
    if name not in found.verbatim:
        return _with_percent(found, match) if name == "alltt" else match.end()
    closing = f"\\end{{{name}}}"
    end = text.find(closing, match.end()) if name not in found.missing else -1
    if end < 0:
        found.missing.add(name)
        return match.end()
    inside = (match.end(), end)
    unseen = name.startswith(("comment", "filecontents"))
    found.put_aside(name if unseen else "code", (match.start(), end + len(closing)), inside, inside)
    if name.startswith("filecontents"):
        named = re.compile(r"(?:\[[^\]\n]{0,80}\])?\{([^{}\n]{1,200})\}").match(text, match.end(), end)
        if named:
            found.files.append((named[1].strip(), named.end(), end))
    return end + len(closing)


def _with_percent(found: _Hidden, match: re.Match[str]) -> int:
    """In ``alltt`` commands are commands, and a percent sign is nothing special."""
    end = found.text.find(r"\end{alltt}", match.end())
    return match.end() if end < 0 else end


def end_of_branch(
    text: str, at: int, limit: int, conditions: frozenset[str] | set[str] | dict[str, bool]
) -> re.Match[str] | None:
    r"""Return the ``\else``, ``\or`` or ``\fi`` that ends the branch of a condition which begins at ``at``.

    ``conditions`` are the names of the conditions that the document defines. An unknown ``\ifname`` counts where it is
    no command with arguments in braces.
    """
    depth = 1
    for match in CONDITION.finditer(text, at, limit):
        name = match["open"]
        if name:
            depth += opens_condition(text, name, match.end(), conditions)
        elif match["close"]:
            depth -= 1
            if depth == 0:
                return match
        elif match["other"] and depth == 1:
            return match
    return None


def opens_condition(text: str, name: str, after: int, conditions: frozenset[str] | set[str] | dict[str, bool]) -> bool:
    r"""Whether ``\ifname`` is one of those that ``\fi`` ends."""
    return name in _PRIMITIVE or name[2:] in conditions or (name != "iff" and text[after : after + 1] not in ("{", "["))


def _line_end(text: str, at: int, limit: int | None = None) -> int:
    """Return where a line ends, or ``limit`` if it is longer."""
    end = text.find("\n", at, limit)
    return end if end >= 0 else len(text) if limit is None else min(limit, len(text))
