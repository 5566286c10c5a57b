r"""LaTeX with the commands of natbib and biblatex: ``\cite``, ``\citep``, ``\citet``, ``\parencite``, ``\textcite`` …

Source: the manuals of natbib ("Basic commands") and biblatex ("Citation Commands"). ``\bibliography`` and
``\printbibliography`` become a ``thebibliography``; ``\nocite`` goes. Comments and verbatim texts are left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

from citekit.csl.cite import Citation, Cite
from citekit.csl.manuscript import Scan, Spot
from citekit.csl.output import writer
from citekit.csl.pandoc import locator_of
from citekit.csl.processor import Entry, Rendered
from citekit.csl.tree import Inline, Markup, text_of, unlinked
from citekit.span import Span
from citekit.text.tex import decode
from citekit.works.work import Work

NAME = "latex"
SUFFIXES = (".tex", ".ltx")

_MODES: Mapping[str, str] = {
    **dict.fromkeys("cite citep parencite autocite smartcite supercite footcite footcitetext".split(), ""),
    **dict.fromkeys("citet textcite".split(), "composite"),
    "citeauthor": "author-only",
    "citeyearpar": "suppress-author",
}
_IN_NOTES = frozenset({"footcite", "footcitetext"})
_HIDDEN = re.compile(
    r"\\[\\%]|%[^\n]*|\\(?:verb|lstinline)\*?(?P<mark>[^\w\s*{])[^\n]{0,1000}?(?P=mark)"
    r"|\\begin\{(?P<name>verbatim\*?|Verbatim|lstlisting|minted|comment)\}.*?(?:\\end\{(?P=name)\}|\Z)",
    re.DOTALL,
)
_COMMAND = re.compile(
    r"\\(?P<name>[A-Za-z]{0,20}?[cC]ite[A-Za-z]{0,20})(?![A-Za-z])\*?\s{0,9}(?:\[(?P<first>[^\[\]]*)\]\s{0,9})?(?:\[(?P<second>[^\[\]]*)\]\s{0,9})?"
    r"\{(?P<keys>[^{}]*)\}"
)
_LIST = re.compile(r"\\bibliography\s{0,9}\{[^{}]*\}|\\printbibliography\b(?:\s{0,9}\[[^\[\]]{0,1000}\])?")
_OTHERS = frozenset("citestyle citereset citesetup bibcite".split())
_NOTE = re.compile(r"\\footnote\s{0,9}\{")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_KEY = re.compile(r"[^,]+")


def scan(text: str) -> Scan:
    """The citations of a LaTeX text; the list stands where the first command for one is."""
    seen = _HIDDEN.sub(lambda match: re.sub(r"[^\n]", "\0", match.group()), text)
    spots: list[Spot] = []
    also: list[tuple[str, Span]] = []
    removed: list[Span] = []
    problems: list[tuple[str, Span]] = []
    notes = _notes(seen)
    for match in _COMMAND.finditer(seen):
        name = match["name"]
        name, keys, span = name[:1].lower() + name[1:], tuple(_keys(match)), Span(*match.span())
        if any("#" in key for key, _ in keys) or name in _OTHERS:
            continue
        if name == "nocite":
            also += keys
            removed.append(span)
        elif name in _MODES and keys:
            note = _note_of(notes, span)
            spots.append(Spot(span, _citation(match, name, keys), keys, note, name in _IN_NOTES))
        else:
            problems.append((f"\\{match['name']} is no command that can be filled in", span))
    place = _LIST.search(seen)
    links = bool(re.search(r"\\usepackage(?:\[[^\]\n]{0,500}\])?\{[^}\n]{0,200}?\bhyperref\b", seen))
    where = Span(*place.span()) if place else None
    return Scan(tuple(spots), tuple(also), tuple(removed), where, links, problems=tuple(problems))


def cited(content: tuple[Inline, ...], as_note: bool, scan: Scan) -> str:
    """A citation, as a footnote where that is wanted."""
    text = writer("latex").inline(content if scan.links else unlinked(content))
    return rf"\footnote{{{text}}}" if as_note else text


def listed(rendered: Rendered, works: Mapping[str, Work], scan: Scan) -> str:
    r"""A ``thebibliography`` whose labels stand as the style has them; without labels it prints none."""
    pairs = [_divided(entry) for entry in rendered.bibliography]
    shown = any(label for label, _ in pairs)
    widest = max((label for label, _ in pairs), key=len)
    lines = [
        r"\begingroup\makeatletter\renewcommand{\@biblabel}[1]{" + ("#1" if shown else "") + r"}\makeatother",
        rf"\begin{{thebibliography}}{{{_written((widest,))}}}",
    ]
    for entry, (label, content) in zip(rendered.bibliography, pairs, strict=True):
        made = _written((label,)) if shown else _short(works[entry.id])
        lines.append(rf"\bibitem[{{{made}}}]{{{entry.id}}} {_written(content if scan.links else unlinked(content))}")
    if rendered.footnote:
        lines.append(rf"\item[] {_written((rendered.footnote,))}")
    return "\n".join([*lines, r"\end{thebibliography}", r"\endgroup"])


def _written(content: tuple[Inline, ...]) -> str:
    return writer("latex").inline(content)


def _divided(entry: Entry) -> tuple[str, tuple[Inline, ...]]:
    """The label in the margin and the rest of an entry."""
    first = entry.content[0]
    if isinstance(first, Markup) and (first.kind, first.value) == ("display", "left-margin"):
        return text_of((first,)).strip(), entry.content[1:]
    return "", entry.content


def _short(work: Work) -> str:
    """Who and when, as natbib wants to know it of a work."""
    people = work.author or work.names("editor")
    names = [name.literal or name.full_family for name in people]
    who = " and ".join(names) if len(names) < 3 and "others" not in names else f"{names[0]} et al."
    return _written((f"{who or work.id}({work.year or 'n.d.'})",))


def _citation(match: re.Match[str], name: str, keys: tuple[tuple[str, Span], ...]) -> Citation:
    """The cites; of two arguments in brackets the first stands before them, and the last is what is cited of them."""
    before, after = (match["first"], match["second"]) if match["second"] is not None else ("", match["first"] or "")
    prefix, behind = _text(before), _text(after)
    locator, label, suffix = locator_of(behind) if behind else ("", "", "")
    if suffix and not locator:
        suffix = f", {suffix.strip()}"
    cites = [Cite(key) for key, _ in keys]
    cites[-1] = Cite(cites[-1].id, locator, label, suffix=suffix)
    if prefix:
        first = cites[0]
        cites[0] = Cite(first.id, first.locator, first.label, f"{prefix} ", first.suffix)
    return Citation(tuple(cites), mode=_MODES[name])


def _text(tex: str) -> str:
    return decode(tex.replace("\0", "")).replace("\u00a0", " ").strip() if tex else ""


def _keys(match: re.Match[str]) -> Iterator[tuple[str, Span]]:
    for part in _KEY.finditer(match["keys"]):
        key = part.group().strip(" \t\r\n\0")
        if key:
            start = match.start("keys") + part.start() + part.group().index(key)
            yield key, Span(start, start + len(key))


def _notes(seen: str) -> list[tuple[int, int]]:
    r"""Where the arguments of ``\footnote`` are."""
    opened = {match.end() for match in _NOTE.finditer(seen)}
    stack: list[int] = []
    found: list[tuple[int, int]] = []
    if not opened:
        return found
    for match in _BRACES.finditer(seen):
        if match.group() == "{":
            stack.append(match.end())
        elif match.group() == "}" and stack:
            start = stack.pop()
            if start in opened:
                found.append((start, match.start()))
    return sorted(found)


def _note_of(notes: list[tuple[int, int]], span: Span) -> int:
    place = bisect_right(notes, (span.start, span.start)) - 1
    return notes[place][0] if place >= 0 and span.start < notes[place][1] else -1
