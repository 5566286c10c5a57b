"""Citation keys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from citekit.lint.finding import Finding, Findings, at_key, place_of, related
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry
from citekit.lint.loading.project import Manuscript
from citekit.lint.rule import Context, rule
from citekit.lint.words import is_settings
from citekit.model.identity import same_work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.safe_files import shown_path

if TYPE_CHECKING:
    from citekit.text.linear_pattern import LinearPattern


@rule("bibliography", "error", languages="bibtex csl")
def duplicate_key(bibliography: CheckedBibliography, context: Context) -> Findings:
    """Two entries of a file have the same key."""
    seen: dict[str, CheckedEntry] = {}
    for entry in bibliography.entries:
        first = seen.setdefault(entry.key, entry)
        if entry.key and first is not entry:
            same = "the same work" if first.title_key == entry.title_key and entry.title_key else "another work"
            message = f"the key '{entry.key}' is taken by {same} in {place_of(first)}"
            hint = "remove one of them" if same == "the same work" else "rename one of them"
            yield at_key(entry, message, hint, related=(related(first, "the first entry with this key"),))


@rule("bibliography", "warning", languages="bibtex csl")
def key_case_collision(bibliography: CheckedBibliography, context: Context) -> Findings:
    """Keys differ only in upper and lower case."""
    for entry in bibliography.entries:
        first = bibliography.by_key.get(entry.key.lower())
        if first is not None and first.key != entry.key and not is_settings(entry.type):
            message = f"the key '{entry.key}' differs only in case from '{first.key}' in {place_of(first)}"
            yield at_key(entry, message, "rename one of them", related=(related(first, "the other key"),))


@rule("manuscript", "error", of="duplicate-key")
def key_in_two_files(manuscript: Manuscript, context: Context) -> Findings:
    """Two bibliographies that one document reads have one key for different works."""
    for bibliography, first, entry in _in_two(manuscript, context):
        if bibliography.context_only or not (first.title_key and entry.title_key):
            continue
        found = same_work(first.described, entry.described)
        if not found.one_work and not found.shared and first.title_key != entry.title_key:
            message = f"the key '{entry.key}' is another work in {place_of(first)}"
            yield at_key(entry, message, "rename one of them", related=(related(first, "the other work"),))


def _in_two(
    manuscript: Manuscript, context: Context
) -> Iterator[tuple[CheckedBibliography, CheckedEntry, CheckedEntry]]:
    """Yield the entries whose key a bibliography has that is read before theirs, each with its file and the first
    entry.
    """
    for together in context.project.read_together(manuscript) if len(manuscript.bibliographies) > 1 else ():
        seen: dict[str, CheckedEntry] = {}
        for bibliography in together:
            for entry in bibliography.by_key.values():
                first = seen.setdefault(entry.key, entry)
                if first is not entry:
                    yield bibliography, first, entry


# Documents whose programs complain of one key in two files: BibTeX, biber, pybtex, Typst.
_STOPS = (".tex", ".ltx", ".rnw", ".aux", ".bcf", ".rst", ".typ")


@rule("manuscript", "warning", of="duplicate-entry")
def repeated_entry(manuscript: Manuscript, context: Context) -> Findings:
    """Two bibliographies that one document reads have the same entry."""
    if not manuscript.name.lower().endswith(_STOPS):
        return
    for _, first, entry in _in_two(manuscript, context):
        if first.source is not entry.source and not is_settings(entry.type):
            found = same_work(first.described, entry.described)
            if found.one_work or found.shared or first.title_key == entry.title_key:
                message = f"the entry '{entry.key}' is in {place_of(first)} as well, and {shown_path(manuscript.name)} loads both"
                yield at_key(entry, message, "remove one of them", related=(related(first, "the first one"),))


@rule(
    "entry",
    "warning",
    profile="",
    languages="bibtex csl",
    options={"pattern": (r"[a-z][a-z-]*\d{4}[a-z]*", "The regular expression that keys must match.")},
)
def key_pattern(entry: CheckedEntry, context: Context) -> Finding | None:
    """A key does not follow the pattern that the project wants."""
    pattern = context.options["pattern"]
    if not entry.key or _compiled(pattern).fullmatch(entry.key[:300]):
        return None
    return at_key(entry, f"the key '{entry.key}' is not as keys are here", f"keys match {pattern}")


@cache
def _compiled(pattern: str) -> LinearPattern:
    """Return the pattern, which comes from the settings of a project and so must not be one that takes for ever."""
    from citekit.text.linear_pattern import LinearPattern  # here, for few runs have this rule

    try:
        return LinearPattern(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise UsageError(f"rules.key-pattern: {pattern!r} is not a regular expression: {error}", "correct it") from None


_SUFFIXED = re.compile(r"(.*\d{4})([a-z])")


@rule("bibliography", "note", profile="strict", languages="bibtex csl", of="key-pattern")
def key_suffix_gap(bibliography: CheckedBibliography, context: Context) -> Findings:
    """Of keys that differ in their last letter, one is missing."""
    groups: dict[str, dict[str, CheckedEntry]] = {}
    for entry in bibliography.entries:
        match = _SUFFIXED.fullmatch(entry.key)
        if match:
            groups.setdefault(match[1], {})[match[2]] = entry
    for stem, members in groups.items():
        for letter, entry in sorted(members.items())[1:]:
            before = chr(ord(letter) - 1)
            if before not in members:
                yield at_key(
                    entry,
                    f"there is no '{stem}{before}' before '{entry.key}'",
                    "rename the keys, or add what is missing",
                )


_BAD = re.compile(r"[\s\\{}#%~,\"$^;()\[\]|`@’“”]")


@rule("entry", "warning", languages="bibtex csl")
def unsafe_key(entry: CheckedEntry, context: Context) -> Finding | None:
    """A key has characters that LaTeX, Pandoc or Typst cannot read in a citation."""
    bad = _BAD.search(entry.key)
    if bad is None:
        return None
    sign = "a blank" if bad[0].isspace() else f"'{bad[0]}'"
    return at_key(
        entry,
        f"the key '{entry.key}' has {sign} in it, which citations cannot have",
        "use letters, digits and - _ : . + /",
    )
