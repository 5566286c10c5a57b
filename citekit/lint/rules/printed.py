"""What styles print otherwise than it was meant."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.lint.finding import Finding, Findings, Related, about, at_field, replaced, rewritten, short
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry, CheckedField
from citekit.lint.loading.project import Manuscript, Project
from citekit.lint.loading.written_names import BODIES, pieces
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

_SWITCH = re.compile(
    r"\{\s*\\(?P<name>it|bf|em|sc|tt|rm|sf|sl)(?![A-Za-z])\s*(?P<text>[^{}\\$]{0,200})\}|\\(?P<bare>it|bf|sc|tt|rm|sf|sl)(?![A-Za-z])"
)
_TODAY = {"em": "emph"}


@rule("field", "note", profile="submission", fields="title booktitle journal series note author")
def font_switch(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if "\\" not in part.text or "$" in part.text:
        return ()
    found = []
    for match in _SWITCH.finditer(part.text):
        name = match["name"] or match["bare"]
        today = "\\" + _TODAY.get(name, f"text{name}")
        fix = replaced(part, match, f"{today}{{{match['text']}}}", f"write {today}") if match["name"] else None
        found.append(at_field(part, f"'\\{name}' is a switch of old LaTeX", f"write {today}{{…}}", match, fix))
    return found


_NUMBER = r"\s*+(?P<bare>(?:\d|[ivxlcIVXLC])[\w.,/ –-]{0,40})"
_LABELS = {
    "volume": re.compile(rf"(?:vol(?:ume|umen)?|band|bd|tome|tomo|t)(?:\.|\s){_NUMBER}", re.IGNORECASE),
    "number": re.compile(rf"(?:no|nr|num(?:ber)?|issue|iss|heft|n[°º])(?:\.|\s|(?<=[°º])){_NUMBER}", re.IGNORECASE),
    "pages": re.compile(rf"(?:pp?|pages?|pgs?|s|seiten?|págs?)(?:\.|\s){_NUMBER}", re.IGNORECASE),
    "edition": re.compile(
        r"(?P<bare>[\w. ]{1,30}?)[\s.]++(?:ed|edn|edition|aufl|auflage|édition|edición)\.?", re.IGNORECASE
    ),
}
_PERIODICALS = frozenset({"article", "inproceedings", "conference", "incollection", "proceedings", "book"})


@rule("field", "warning", fields="volume number pages edition", ordinary=False)
def label_in_value(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A number has the word that the style prints before or after it."""
    text = part.text.strip()
    if not text or text.isdecimal() or len(text) > 60:  # a longer value is a sentence, not a number with its word
        return None
    if part.name == "number" and entry.type not in _PERIODICALS:
        return None  # reports are numbered in words
    if part.name == "edition" and context.dialect_of(entry) == "biblatex":
        return None  # printed as it is
    match = _LABELS[part.name].fullmatch(text)
    if match is None:
        return None
    bare = match["bare"].strip()
    fix = rewritten(part, bare, f"write {short(bare)}")
    return at_field(part, f"the style adds the word in '{short(text)}' itself", f"write {short(bare)}", fix=fix)


_WORD = r"(?:[A-ZÀ-Ý][\w&.'’-]{0,30}+|of|for|the|on|and|in|de|des|du|der|für|y|del|d'\w{1,20}+)"
_LAST = re.compile(rf"(?:The\s)?(?:{_WORD}\s){{1,8}}(?:{BODIES})")
_FIRST = re.compile(rf"(?:{BODIES})\s(?:of|for|de|des|du|der|für|del)\s(?:{_WORD}\s?){{1,8}}")
_ALONE_FAMILIES = frozenset(listed("bodies that are families"))
_LONGEST = 120  # by hand: the name of a body with its department fits; more is a sentence


@rule("field", "warning", fields="author editor", ordinary=False)
def unbraced_corporate_author(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """An institution is among the authors without braces of its own."""
    found = []
    for name, start in pieces(part.text):
        bare = name.strip()
        if "," in bare or "{" in bare or "\\" in bare or " " not in bare or len(bare) > _LONGEST:
            continue
        if not (_LAST.fullmatch(bare) or _FIRST.fullmatch(bare)) or _may_be_person(bare):
            continue
        begin = start + len(name) - len(name.lstrip())
        span = part.part(begin, begin + len(bare))
        fix = replaced(part, span, f"{{{bare}}}", "put braces around it")
        message = f"'{short(bare)}' is read as a person with the family name {bare.split()[-1]}"
        found.append(at_field(part, message, f"write {{{short(bare)}}}", span, fix))
    return found


def _may_be_person(text: str) -> bool:
    """Whether a given name or an initial may precede a family name: ``Robert Bureau``, ``J. Council``."""
    words = text.split()
    return len(words) == len(("given", "family")) and words[-1] in _ALONE_FAMILIES and words[0] not in _FIRMS


_FIRMS = frozenset(listed("firms"))


_MACRO = re.compile(r"\s*\{?\\(?P<name>[A-Za-z]{2,12})(?:\{\})?\}?\s*")
_NAMES = frozenset(listed("macros of journals"))
_DEFINED = re.compile(
    r"\\documentclass\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{(?:aastex\w{0,9}|mnras\w{0,9}|mn2e|aa|emulateapj\w{0,9}|openjournal|pasa\w{0,5}|rnaas)\}"
    r"|\\usepackage\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{[^{}]{0,300}(?:aas_?macros|journals|astro|aasjournal|mnras|jcap|ads)[^{}]{0,300}\}|aas_?macros"
)


@rule("manuscript", "warning", of="undefined-string")
def undefined_journal_macro(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    found = [one for bibliography in context.project.of(manuscript) for one in _macros(bibliography)]
    texts = [p.source.text for p in manuscript.parts if p.source.name.endswith((".tex", ".ltx", ".sty", ".cls"))]
    if not found or not texts or manuscript.missing_inputs or any(map(_DEFINED.search, texts)):
        return
    defined: set[str] = set().union(*(part.cited.macros for part in manuscript.parts))
    for name, entry, part in found:
        if f"command {name}" not in defined and not any(f"\\{name}}}" in t or f"\\{name}{{" in t for t in texts):
            related = (Related("the document", manuscript.parts[0].source, Span(0, 0)),)
            hint = "load aas_macros, or write the journal's name"
            message = f"nothing defines \\{name}"
            yield about(entry, at_field(part, message, hint, related=related))
            return


def _macros(bibliography: CheckedBibliography) -> Iterator[tuple[str, CheckedEntry, CheckedField]]:
    """Return the commands for journals that the bibliography itself does not define, with their positions."""
    before = bibliography.source.text
    preambles = " ".join(before[span.start : span.end] for span in bibliography.preambles)
    for entry in bibliography.entries:
        part = entry.get("journal", "journaltitle")
        match = _MACRO.fullmatch(part.text) if part and "\\" in part.text else None
        if part and match and match["name"].lower() in _NAMES and f"\\{match['name']}" not in preambles:
            yield match["name"], entry, part


@rule("project", "warning", needs="style")
def reference_style(project: Project, context: Context) -> Findings:
    """A reference of a list is printed otherwise than the style prints it."""
    return context.knowledge.departures
