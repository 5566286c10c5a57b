"""What the marks in the text of a reStructuredText document refer to: hyperlink targets and substitutions."""

from __future__ import annotations

from citekit.documents.model import HARD_BREAK
from citekit.documents.rst import lines as marks
from citekit.documents.rst.inline import Targets, normal
from citekit.documents.rst.lines import RstLine
from citekit.runtime import patterns as re

_LINE_BREAK = re.compile(r"\s*<br\s?/?>\s*", re.IGNORECASE)


def find_targets(lines: list[RstLine]) -> Targets:
    """Return the hyperlink targets and substitutions of a document, which may be anywhere in it."""
    targets = Targets()
    waiting: list[str] = []
    for number, line in enumerate(lines):
        match = marks.EXPLICIT.match(line.text)
        rest = line.text[match.end() :] if match else ""
        if line.text.startswith("__ "):
            targets.anonymous.append(line.text[3:].strip())
        elif anonymous := marks.ANONYMOUS.match(rest):
            targets.anonymous.append(_joined(rest[anonymous.end() :], lines, number))
        elif named := marks.TARGET.match(rest):
            waiting.append(normal(named[1].strip("`").replace("\\", "")))
            address = _joined(rest[named.end() :], lines, number)
            for name in waiting:
                targets.named[name] = targets.named.get(name) or address
            waiting = [] if address else waiting
        elif substitution := marks.SUBSTITUTION.match(rest):
            targets.substitutions[normal(substitution[1])] = _substitute(substitution, lines, number)
        elif line.text:
            waiting = []
    return targets


def _substitute(definition: re.Match[str], lines: list[RstLine], number: int) -> str:
    """Return the text that a substitution stands for; of raw HTML only a line break is one."""
    if definition[2] == "replace":
        return definition[3]
    if definition[2] == "raw":
        body = "".join(line.text for line in lines[number + 1 : number + 4] if line.indent > lines[number].indent)
        return HARD_BREAK if _LINE_BREAK.fullmatch(body) else ""
    return ""


def _joined(first: str, lines: list[RstLine], number: int) -> str:
    """Return an address that may continue over indented lines."""
    parts = [first.strip()]
    for line in lines[number + 1 : number + 20]:
        if line.blank or line.indent <= lines[number].indent:
            break
        parts.append(line.text)
    return "".join(parts).replace("\\", "")
