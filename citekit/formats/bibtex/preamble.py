r"""Commands defined in a file's ``@preamble``, for files created from its entries.

Values retain commands such as ``\noopsort``; LaTeX fails on a file that uses them without a definition. Only definitions
that print are copied: not those whose body has a command with side effects, or that redefine a command of LaTeX.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats.bibtex.blocks import Preamble, scan
from citekit.formats.bibtex.values import resolve
from citekit.runtime import patterns as re
from citekit.runtime.span import Source
from citekit.text.tex_allowed import is_known, passes
from citekit.text.tex_encode import balanced

_BODY = r"\{(?P<body>(?>(?:[^{}]|\{(?>(?:[^{}]|\{[^{}]{0,200}\}){0,200})\}){0,500}))\}"
# \newcommand{\x}[2][y]{body}, \renewcommand, \providecommand, \DeclareRobustCommand, and \def\x#1{body}
_DEFINITION = re.compile(
    r"\\(?:(?:new|renew|provide)command|DeclareRobustCommand)\*?\s*+(?:\{\s*+)?\\(?P<name>[A-Za-z]{1,40})\s*+(?:\}\s*+)?"
    rf"(?:\[(?P<count>[1-9])\])?(?P<default>\[[^][{{}}]{{0,80}}\])?\s*+{_BODY}"
    rf"|\\def\s*\\(?P<plain>[A-Za-z]{{1,40}})(?P<marks>(?:#[1-9]){{0,9}})\s*{_BODY.replace('body', 'meaning')}"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
# Commands that values may contain (`tex_allowed`) although LaTeX does not define them.
_SORTING = frozenset({"noopsort", "SortNoop", "sortnoop", "nosort", "noop", "singleletter", "switchargs", "swap"})
# Characters of a preamble that are searched; longer ones are programs, not lists of a few commands.
_LARGEST = 20_000


def definitions(source: Source) -> dict[str, tuple[str, str, str]]:
    """Return number of arguments, default of the first, and body of each command that a file's preambles define and that only prints."""
    found: dict[str, tuple[str, str, str]] = {}
    if "@preamble" not in source.text.lower():
        return found
    for block in scan(source, "bibtex").blocks:
        if isinstance(block, Preamble):
            written = source.text[block.start : block.end]
            text = resolve(written[written.find("{") + 1 : -1].strip(), {})[0] if "{" in written else ""
            for match in _DEFINITION.finditer(text[:_LARGEST]):
                name = match["name"] or match["plain"]
                body = match["body"] if match["name"] else match["meaning"]
                count = match["count"] or str((match["marks"] or "").count("#") or "")
                if (is_known(name) and name not in _SORTING) or not passes(body) or not balanced(body):
                    continue
                found.setdefault(name, (count, match["default"] or "", body))
    return found


def printing_commands(sources: Iterable[Source]) -> dict[str, tuple[int, str]]:
    """Return number of arguments and body of the commands that preambles define, for outputs that are not LaTeX."""
    found: dict[str, tuple[int, str]] = {}
    for source in sources:
        for name, (count, default, body) in definitions(source).items():
            if not default:
                found.setdefault(name, (int(count or 0), body))
    return found


def preamble_for(text: str, sources: Iterable[Source]) -> str:
    """Return a ``@preamble`` with the definitions in ``sources`` that a text of entries uses; empty if it uses none."""
    known: dict[str, str] = {}
    for source in sources:
        for name, (count, default, body) in definitions(source).items():
            arguments = f"[{count}]{default}" if count else ""
            known.setdefault(name, f"\\providecommand{{\\{name}}}{arguments}{{{body}}}")
    needed: dict[str, None] = {}
    waiting = list(dict.fromkeys(_COMMAND.findall(text))) if known else []
    for name in waiting:  # the list grows during the loop: a body may use further commands
        if name in known and name not in needed:
            needed[name] = None
            waiting += _COMMAND.findall(known[name])
    made = " ".join(known[name] for name in needed)
    return f'@preamble{{"{made}"}}\n' if made and '"' not in made else f"@preamble{{{{{made}}}}}\n" if made else ""
