"""What a document states in its text about its sources: names with years, names with "et al.", and the words around a citation."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.lint.loading.bibliography import Bibliography, CheckedEntry
from citekit.lint.loading.project import Manuscript, Project
from citekit.manuscripts.citation import ManuscriptCitation
from citekit.manuscripts.document import ManuscriptFile
from citekit.markup.tex.visible import tex_of
from citekit.model.identity.titles import fold
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass, known_while_alive
from citekit.runtime.span import NOTHING, Span, blanked

_TEX = (".tex", ".ltx", ".rnw")
_MARKDOWN = (".md", ".markdown", ".qmd", ".rmd", ".myst")
_HIDDEN = {
    ".typ": re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL),
    ".org": re.compile(r"^[ \t]*#[^\n]*|[=~][^\s=~][^=~\n]{0,200}[=~]", re.MULTILINE),
    ".rst": re.compile(r"^\.\. [^\n]*|``[^`\n]{1,200}``", re.MULTILINE),
    ".adoc": re.compile(r"^//[^\n]*|`[^`\n]{1,200}`", re.MULTILINE),
}
_LIST = re.compile(
    r"\\begin\{thebibliography\}|^(?:#{1,3}|=|\*)\s*(?:References|Bibliography|Literatur(?:verzeichnis)?|Références|Bibliographie|Referencias"
    r"|Bibliografía|Riferimenti|Bibliografia)\s*$",
    re.MULTILINE,
)
_FAMILY = r"(?:(?:[Vv]an|[Vv]on|[Dd]e|der|den|di|da|la|le)[ ~]){0,2}[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]{1,30}"
_ET_AL = r"(?:\\(?:emph|textit)\{|[*_]{0,2})(?:et[ ~\n]al\.?|u\.[ ~]?a\.|et[ ~]coll\.|y[ ~]otros|und[ ~]Kollegen|and[ ~]colleagues)(?:\\@)?[}*_]{0,2}"
_OTHERS = rf",?[ ~\n]{{1,2}}{_ET_AL}"
_MORE = rf"(?:{_OTHERS}|,?[ ~\n]{{1,2}}(?:and|und|et|y|e|\\?&)[ ~\n]{_FAMILY})"
_YEAR = r"(?:19|20)\d\d"
_SAID = re.compile(
    rf"(?=[A-ZÀ-ÖØ-ÞĀ-Žvdl])(?:(?<![\w.@{{:-])(?P<family1>{_FAMILY})(?P<more1>{_MORE})?[ ~\n]{{1,2}}\((?P<year1>{_YEAR})[a-h]?\)"
    rf"|(?<=[(;\s])(?P<family2>{_FAMILY})(?P<more2>{_MORE})?,?[ ~\n]{{1,2}}(?P<year2>{_YEAR})[a-h]?(?=[;)])"
    rf"|(?<![\w.@{{:-])(?P<family3>{_FAMILY})(?P<more3>{_OTHERS}))"
)
# Who is named where a text explains how to cite.
_PLACEHOLDER = re.compile(r"(?:First|Last|Second)?(?:Name|Author|Surname|Lastname|Family)\d{0,2}", re.IGNORECASE)
# Code that cites: a line that shows some states in words what is printed for it.
_CITES = re.compile(r"@\w|cite")
_BLANKS = " ~\t\n\\@,}"


@dataclass(frozen=True, slots=True)
class Mention:
    """A person named in the text: the first family name, whether more follow, the year (0: none), and the citation right after."""

    family: str
    more: bool
    year: int
    span: Span
    beside: ManuscriptCitation | None


@known_while_alive
def prose(part: ManuscriptFile) -> str:
    """Return the text of a part, up to its list of references, with invisible text blanked out; empty for other languages."""
    text = _visible(part)
    end = _LIST.search(text)
    return text[: end.start()] if end else text


def _visible(part: ManuscriptFile) -> str:
    text, suffix = part.source.text, "." + part.source.name.lower().rpartition(".")[2]
    if suffix in _TEX:
        return tex_of(part.source).text.replace(NOTHING, " ")
    if suffix in _MARKDOWN:
        from citekit.manuscripts.markdown import read_markdown  # here, for few texts are Markdown

        return read_markdown(text, roles=True).text
    return blanked(text, (m.span() for m in _HIDDEN[suffix].finditer(text))) if suffix in _HIDDEN else ""


@known_while_alive
def mentions(part: ManuscriptFile) -> tuple[Mention, ...]:
    """Who is named in a part with a year or with co-authors, outside citations."""
    return tuple(_mentions(part))


def _mentions(part: ManuscriptFile) -> Iterator[Mention]:
    text = prose(part)
    citations = {citation.span.start: citation for citation in part.cited.citations}
    inside = sorted((c.span.start, c.span.end) for c in part.cited.citations)
    at = 0
    for match in _SAID.finditer(text):
        while at < len(inside) and inside[at][1] <= match.start():
            at += 1
        if at < len(inside) and inside[at][0] < match.end() and inside[at][0] <= match.start():
            continue
        if _PLACEHOLDER.fullmatch(match["family1"] or match["family2"] or match["family3"] or ""):
            continue
        if _CITES.search(_hidden_beside(part.source.text, text, match.start())):
            continue
        number = "1" if match["family1"] else "2" if match["family2"] else "3"
        year = int(match["year" + number]) if number != "3" else 0
        more = match["more" + number] or ""
        yield Mention(
            match["family" + number], bool(more), year, Span(*match.span()), _behind(text, match.end(), citations)
        )


def _hidden_beside(written: str, visible: str, at: int) -> str:
    """Return what is blanked out, such as code, on the line of a position."""
    first, last = written.rfind("\n", 0, at) + 1, written.find("\n", at)
    line = slice(first, last if last >= 0 else None)
    return "".join(w for w, v in zip(written[line], visible[line], strict=False) if w != v)


def _behind(text: str, at: int, citations: dict[int, ManuscriptCitation]) -> ManuscriptCitation | None:
    """Return the citation after a position, if at most spaces are between them."""
    for end in range(at, min(at + 6, len(text) + 1)):
        if end in citations:
            return citations[end]
        if end < len(text) and text[end] not in _BLANKS:
            return None
    return None


def says_author(entry: CheckedEntry, family: str) -> bool:
    """Whether one of an entry's authors or editors has this family name, or it is a part of his."""
    wanted = fold(family)
    people = (*entry.authors, *entry.names("editor"))
    return any(wanted in fold(str(name)) for name in people) or any(
        wanted in fold(p.text) for p in [entry.get("key", "shorthand", "label")] if p
    )


def by_first_author(manuscript: Manuscript, project: Project) -> dict[str, list[CheckedEntry]]:
    """Return the entries that a document may cite, by the family name of their first author."""
    known = [_by_first_author(bibliography) for bibliography in project.of(manuscript)]
    if len(known) == 1:
        return known[0]
    families = dict.fromkeys(family for one in known for family in one)
    return {family: [entry for one in known for entry in one.get(family, ())] for family in families}


@known_while_alive
def _by_first_author(bibliography: Bibliography) -> dict[str, list[CheckedEntry]]:
    found: dict[str, list[CheckedEntry]] = {}
    for entry in bibliography.entries:
        for name in entry.authors[:1]:
            found.setdefault(fold(name.full_family or name.literal), []).append(entry)
    return found


def entries_by_key(manuscript: Manuscript, project: Project) -> dict[str, CheckedEntry]:
    """Return the entries that a document may cite, by their keys as written."""
    return {entry.key: entry for bibliography in project.of(manuscript) for entry in bibliography.entries}
