"""What was left to be done later."""

from __future__ import annotations

from citekit.lint.finding import Finding, Findings, at_field, short
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.loading.project import Manuscript
from citekit.lint.loading.prose import prose
from citekit.lint.rule import Context, rule
from citekit.manuscripts.document import ManuscriptFile
from citekit.runtime import patterns as re
from citekit.runtime.records import known_while_alive
from citekit.runtime.span import Span

_WORDS = r"(?:TODO|TBD|TBC|TBA|FIXME|XXX+|tbd|todo|fixme|to be (?:added|completed|filled(?: in)?|determined))"
_WHOLE = re.compile(
    rf"\W{{0,3}}(?:{_WORDS}[\s:!.?]{{0,3}}|\?{{2,9}}(?:--?\?{{1,9}})?|(?i:to be added|missing|fill ?in|insert (?:title|author|doi|pages) here"
    r"|lorem ipsum.{0,40}|x{3,9}(?:--?x{1,9})?|10\.(?:x{3,5}|0000)/.{0,20}))\W{0,3}"
)
_MACRO = re.compile(r"\\(?:todo|fixme|TODO|FIXME)(?![A-Za-z])")
_UNKNOWN_YEARS = frozenset({"year", "date"})
# Here "to be added" and the like may be stated of the work itself.
_PRINTED = frozenset({"note", "title", "address", "location"})


@rule(
    "field",
    "warning",
    languages="bibtex csl",
    fields="title author editor journal journaltitle booktitle publisher school institution pages volume number doi url note address location series edition year date",
    ordinary=False,
)
def placeholder(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A value is a placeholder."""
    text = part.text.strip()
    if not text:
        return None
    match = _WHOLE.fullmatch(text[:200])
    if match and not _is_meant(part.name, text):
        return at_field(part, f"'{short(text)}' is a placeholder", "look it up, or take the field out")
    found = _MACRO.search(text) if part.name not in _UNKNOWN_YEARS else None
    if found is None:
        return None
    span = part.find(found[0])
    return at_field(part, f"'{found[0]}' is a note to oneself", "do it, and take it out", span)


def _is_meant(name: str, text: str) -> bool:
    bare = text.strip("{}[]() ")
    if name in _UNKNOWN_YEARS:
        return not any(map(str.isalpha, bare)) or bare.lower() in ("tba", "tbd", "tbc") or set(bare.lower()) == {"x"}
    return name in _PRINTED and bare.lower() in ("missing", "xxx", "xxxx")


_HOLE = re.compile(
    r"(?=[\[(\\])(?:(?<=[\s~.,}])(?:\[\?{1,3}\]|\(\?\?{1,2}\)|[\[(](?:CITE|REF|CITATION|TODO:? ?(?i:cite|ref|citation))[^\])\n]{0,40}[\])]"
    r"|[\[(](?i:citation needed|add (?:a )?(?:citation|reference)s?|cite ?\?|ref\? ?|quelle\??|quelle fehlt|citation manquante|réf(?:érence)? à ajouter"
    r"|falta cita|cita requerida)[\])])(?![(:\w])"
    r"|\\(?:todo|TODO|fixme)(?:\[[^\]\n]{0,40}\])?\{[^{}\n]{0,60}?\b(?i:cite|citation|ref(?:erence)?s?|cita|zitat)\b[^{}\n]{0,60}\})"
)


@rule("manuscript", "warning")
def placeholder_citation(manuscript: Manuscript, context: Context) -> Findings:
    """A citation is still to be put in."""
    for part in manuscript.parts:
        for hole, span in _holes(part):
            yield Finding(f"'{hole}' stands for a citation", part.source, span, "cite the work", hole)


@known_while_alive
def _holes(part: ManuscriptFile) -> tuple[tuple[str, Span], ...]:
    text = prose(part)
    found = (match for match in _HOLE.finditer(text) if text[match.end() : match.end() + 1] not in ("(", ":", "{"))
    return tuple((match[0], Span(*match.span())) for match in found)
