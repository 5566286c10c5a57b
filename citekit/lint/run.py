"""One run: every chosen rule over everything that was read, each entry and field looked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any, get_args

from citekit.lint.cross_document import matching
from citekit.lint.finding import SURE_ENOUGH, Finding, fingerprint, short
from citekit.lint.loading.bibliography import CheckedEntry
from citekit.lint.loading.project import Project, path_matches
from citekit.lint.loading.written_names import BODY
from citekit.lint.records.external_data import NOTHING, ExternalData
from citekit.lint.reporting.report import (
    UNUSED,
    Baseline,
    Coverage,
    Report,
    SuppressedFinding,
    sift,
    suppressions,
    unused,
)
from citekit.lint.rule import Check, Context, Kind, Rule, RulePart, chosen_rules, names_meant_by
from citekit.runtime import patterns as re
from citekit.runtime.budget import ENTRY_SECONDS, OverBudgetError, budget
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import shown_path

# Values as nearly all are: names, titles, venues, pages and numbers in which most rules can find nothing.
#
# One look at a value spares the looks of ten rules. What is ordinary here is what every rule with `ordinary=False` finds
# nothing in; `tests/test_ordinary.py` generates such values and runs all those rules.

_ACCENT = r"\{\\(?:[`'^\"~=.]\\?[A-Za-z]|[Hcvukr]\{[A-Za-z]\})\}"
_WORD = (
    r"(?!(?:And|Et|Etal|Etalii|Prof|Professor|Dr|Mr|Mrs|Ms|Sc|Ph|Phil|Dipl|Others?|Al|Otros|Outros|Autres|Colleagues|Collaborators|"
    rf"Co-?[Ww]orkers|Co-?[Aa]uthors)\b)(?:[OD]')?(?:[A-ZÀ-ÖØ-ÞĀ-ž]|{_ACCENT})(?>(?:[a-zß-öø-ÿĀ-ž]++|{_ACCENT})+)"
)
_INITIALS = r"(?!M\.B\.A|F\.R\.S)(?>(?:[A-Z](?:\.-?|\b))+)(?<!-)"
_FAMILY = rf"(?:(?:van|von|de|der|den|la|le|da|di|dos|del|du|ten|ter)\ ){{0,3}}{_WORD}(?:[ -]{_WORD}){{0,2}}"
_GIVEN = rf"(?:{_WORD}|{_INITIALS})(?:[ -](?:{_WORD}|{_INITIALS})){{0,3}}"
_NAME = re.compile(rf"{_FAMILY}, {_GIVEN}")
_IN_ORDER = re.compile(rf"{_GIVEN}\ {_FAMILY}")
# How placeholders, notices of retraction and lists of names begin.
_TOLD_OF = (
    r"(?i:retracted|withdrawn|expression of|to be|missing|fill ?in|insert|lorem|xxx|todo|tb[dca]|fixme)"
    r"|[A-Z][\w'-]{1,30}+, [A-Z]"
)
_TEXT = r"(?>(?:[A-Za-z{0}\s,:;?!{{}}-]++|\.(?=\s|$)|'(?!'))+)"
_TITLE = re.compile(
    rf"\{{{{0,2}}(?!{_TOLD_OF}|(?:Journal of|Annals of|Transactions on|IEEE Transactions|Proceedings of the)\s)"
    rf"(?=[^a-z]{{0,40}}[a-z])[A-Z0-9](?:{_TEXT.format('0-9')})?",
    re.ASCII,
)
_VENUE = re.compile(
    rf"\{{{{0,2}}(?!{_TOLD_OF})(?=.{{1,60}}\b(?:of|on|for|in)\b)(?=[^a-z]{{0,40}}[a-z])[A-Z](?>(?:{_TEXT.format('')}"
    rf"|(?<=[\s])\d{{1,2}}(?:st|nd|rd|th)\b)*)",
    re.ASCII,
)
_YEAR = re.compile(r"(?:1[4-9]|20)\d\d", re.ASCII)
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_DOI = re.compile(r"10\.(?!48550/)[1-9]\d{3,7}/(?!.{0,99}(?i:arxiv)|x)[A-Za-z0-9._-]{0,99}[A-Za-z0-9]", re.ASCII)
_LONGEST_PAGE, _LONGEST_NAME = 6, 80


def is_common(name: str, text: str) -> bool:
    """Whether the value of a field is one in which rules with ``ordinary=False`` find nothing.

    >>> is_common("author", "Roe, Jane and Poe, P. and others"), is_common("author", "Jane Roe, PhD")
    (True, False)
    >>> is_common("pages", "12--19"), is_common("pages", "19--12")
    (True, False)
    """
    look = _LOOKS.get(name)
    return look is not None and look(text)


def _names(text: str) -> bool:
    """Whether all names, or none of them, are split by a comma; the family name of a single one must be one word."""
    if "\n" in text:
        text = " ".join(text.split())
    names = text.removesuffix(" and others").split(" and ")
    if not all(map(_is_name, names)):
        return False
    commas = text.count(",")
    return commas in (0, len(names)) and (len(names) > 1 or not commas or " " not in text.partition(",")[0])


@lru_cache(maxsize=65536)
def _is_name(text: str) -> bool:
    if len(text) > _LONGEST_NAME:
        return False
    if "," in text:
        return _NAME.fullmatch(text) is not None
    return _IN_ORDER.fullmatch(text) is not None and BODY.search(text) is None


def _written_as(form: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: form.fullmatch(text) is not None


def _pages(text: str) -> bool:
    """A page, or two in their order with two hyphens between them."""
    first, dash, last = text.partition("--")
    if not first.isdecimal() or not first.isascii() or len(first) > _LONGEST_PAGE:
        return False
    if not dash:
        return True
    return last.isdecimal() and last.isascii() and len(first) <= len(last) <= _LONGEST_PAGE and int(first) <= int(last)


_LOOKS: dict[str, Callable[[str], bool]] = {
    **dict.fromkeys(("author", "editor", "translator"), _names),
    **dict.fromkeys(("booktitle", "journal", "journaltitle"), lru_cache(maxsize=16384)(_written_as(_VENUE))),
    **dict.fromkeys(("volume", "number"), _written_as(_NUMBER)),
    "title": _written_as(_TITLE),
    "year": _written_as(_YEAR),
    "pages": _pages,
    "doi": _written_as(_DOI),
}


_PACKED = ".docx"
"""Files whose text is packed: what is read of them is not what is written in them, so no fix can be put in."""


def run(
    project: Project,
    settings: CheckSettings,
    baseline: Baseline | None = None,
    year: int = 0,
    knowledge: ExternalData = NOTHING,
    rules: tuple[Rule, ...] | None = None,
) -> Report:
    """Check a project. Raises :class:`~citekit.runtime.errors.UsageError` for settings that name what does not exist.

    ``year`` is the year by which dates are judged, this one where it is 0. ``knowledge`` is what the settings ``records``,
    ``retractions``, ``online`` and ``style`` name. ``rules`` are used instead of those that the settings choose.
    """
    rules = chosen_rules(settings) if rules is None else rules
    left_out = _left_out(settings)
    base = Context(project, {}, year or date.today().year, settings.dialect, settings.owner, knowledge)
    late: list[Problem] = []
    found = [
        replace(d, fix=None) if d.fix and any(edit.source.name.lower().endswith(_PACKED) for edit in d.fix.edits) else d
        for d in _findings(project, rules, base, late)
        if d.source.name not in project.unreported and not _is_left_out(d, left_out)
    ]
    silencing = {one.name: suppressions(one, project.by_name.get(one.name)) for one in project.sources()}
    remaining, silenced = sift(found, silencing)
    used = {rule.name: rule for rule in rules}
    if UNUSED in used:
        checked = frozenset(part.name for rule in rules for part in rule.parts)
        unused_comments = [replace(d, severity=used[UNUSED].severity) for d in unused(silencing, checked)]
        remaining += [d for d in unused_comments if not _is_left_out(d, left_out)]
    diagnostics = _named(remaining)
    known = gone = 0
    if baseline:
        before = len(diagnostics)
        gone = baseline.gone(diagnostics)
        diagnostics = baseline.new(diagnostics)
        known = before - len(diagnostics)
    named = {(d.position, d.rule): d for d in _named([one.diagnostic for one in silenced])}
    return Report(
        tuple(diagnostics),
        rules,
        coverage_of(project),
        (*project.unreadable, *late),
        tuple([SuppressedFinding(named[one.diagnostic.position, one.diagnostic.rule], one.reason) for one in silenced]),
        known,
        gone,
        tuple(shown_path(source.name) for source in project.sources()),
    )


def coverage_of(project: Project) -> Coverage:
    """Return how much of a project could be read."""
    checked = project.checked_bibliographies
    citing = [
        # a part that names a bibliography which is missing or was not read has a finding about that already
        (
            sum(len(part.cited.keys) for part in parts),
            bool(project.knows(manuscript) or not manuscript.is_part or manuscript.missing or manuscript.unread),
        )
        for manuscript in project.manuscripts
        if (parts := [part for part in manuscript.parts if part.source.name not in project.unreported])
    ]
    return Coverage(
        len(checked),
        sum(bibliography.checked for bibliography in checked),
        sum(bibliography.seen for bibliography in checked),
        len(citing),
        sum(count for count, known in citing if known),
        len(project.listings),
        sum(len(listing.entries) for listing in project.listings),
        sum(listing.seen for listing in project.listings),
        sum(count for count, known in citing if not known),
        sum(listing.compared for listing in project.listings),
        sum(listing.references for listing in project.listings),
    )


# --- rules over entries ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Bound:
    """A function of a part of a rule, with its context."""

    part: RulePart
    check: Check
    context: Context


# Number of entries that share a budget, for its timer costs as much as a few rules; if they exceed it, each gets its own.
_TOGETHER = 64


def _findings(project: Project, rules: tuple[Rule, ...], base: Context, late: list[Problem]) -> Iterator[Finding]:
    """Yield what all rules find; ``late`` gets the entries that took too long."""
    bound = {
        kind: [
            _Bound(part, part.checks[kind], replace(base, options=part.options))
            for rule in rules
            for part in rule.parts
            if kind in part.checks
        ]
        for kind in get_args(Kind)
    }
    for bibliography in project.checked_bibliographies:
        language = "bibtex" if bibliography.is_bibtex else "csl"
        yield from _over_entries(bibliography.entries, bound, language, late)
        for one in bound["bibliography"]:
            if language in one.part.languages:
                yield from _filled(one, one.check(bibliography, one.context))
    for listing in project.listings:
        yield from _over_entries(listing.entries, bound, "list", late)
    things: dict[Kind, Sequence[Any]] = {"manuscript": project.manuscripts, "project": (project,)}
    if len(project.listings) + len(project.checked_bibliographies) > 1 and (bound["pair"] or bound["publications"]):
        matched = matching(project)
        things |= {"pair": matched.pairs(), "publications": (matched,)}
    for kind, found in things.items():
        for one in bound[kind]:
            for thing in found:
                yield from _filled(one, one.check(thing, one.context))


def _over_entries(
    entries: tuple[CheckedEntry, ...], bound: dict[str, list[_Bound]], language: str, late: list[Problem]
) -> Iterator[Finding]:
    selected = _RulesByField(
        *([one for one in bound[kind] if language in one.part.languages] for kind in ("entry", "field"))
    )
    for first in range(0, len(entries), _TOGETHER):
        group = entries[first : first + _TOGETHER]
        try:
            with budget("a few entries", ENTRY_SECONDS):
                found = [one for entry in group for one in _over_entry(entry, selected)]
        except OverBudgetError:
            for alone in group:  # one of them takes too long, which costs the others nothing
                try:
                    with budget(f"the entry {short(alone.key or alone.title)}", ENTRY_SECONDS):
                        found = _over_entry(alone, selected)
                    yield from found
                except OverBudgetError as error:
                    late.append(replace(error.problem, source=alone.source, span=alone.span))
        else:
            yield from found


class _RulesByField:
    """Select the rules that are run on an entry, by the names of its fields, and on a field, by its name."""

    def __init__(self, of_entry: list[_Bound], of_field: list[_Bound]) -> None:
        self.of_entry = of_entry
        self.of_field: dict[str, tuple[list[_Bound], list[_Bound]]] = {}
        for one in of_field:
            for name in one.part.fields:
                common, uncommon = self.of_field.setdefault(name, ([], []))
                uncommon.append(one)
                if one.part.ordinary:
                    common.append(one)
        self._known: dict[tuple[str, ...], list[_Bound]] = {}

    def about(self, entry: CheckedEntry) -> list[_Bound]:
        """Return the rules about entries that have such fields."""
        names = tuple(entry.by_name)
        known = self._known.get(names)
        if known is None:
            known = [one for one in self.of_entry if not one.part.fields or not set(one.part.fields).isdisjoint(names)]
            self._known[names] = known
        return known


def _over_entry(entry: CheckedEntry, selected: _RulesByField) -> list[Finding]:
    found: list[Finding] = []
    for one in selected.about(entry):
        if result := one.check(entry, one.context):
            found += _filled(one, result, entry)
    for part in entry.fields:
        rules = selected.of_field.get(part.name)
        if rules is None:
            continue
        common, uncommon = rules
        for one in common if len(uncommon) > len(common) and is_common(part.name, part.text) else uncommon:
            if result := one.check(entry, part, one.context):
                found += _filled(one, result, entry)
    return found


def _filled(
    one: _Bound, found: Iterable[Finding] | Finding | None, entry: CheckedEntry | None = None
) -> Iterator[Finding]:
    """Yield the findings of a rule with its name and severity, and with the entry if the rule did not set it."""
    for diagnostic in (found,) if isinstance(found, Finding) else found or ():
        about: dict[str, Any] = {}
        if entry is not None:
            about = {"key": diagnostic.key or entry.key or entry.title, "whole": diagnostic.whole or entry.span}
        severity = one.part.severity
        if diagnostic.sureness < SURE_ENOUGH and severity != "note":
            severity, about["hint"] = "note", f"is this read rightly? Then {diagnostic.hint}"
        yield replace(diagnostic, rule=one.part.rule, part=one.part.name, severity=severity, **about)


# --- what is left out ------------------------------------------------------------------------------------------------


def _left_out(settings: CheckSettings) -> list[tuple[str, frozenset[str]]]:
    found: list[tuple[str, frozenset[str]]] = []
    for pattern, given in settings.per_file.items():
        words = [given] if isinstance(given, str) else given
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise UsageError(f"per-file: {pattern!r} must have a list of rules", 'write "old.bib" = ["bad-year"]')
        found.append((pattern, names_meant_by(words, f"per-file {pattern!r}")))
    return found


def _is_left_out(diagnostic: Finding, left_out: list[tuple[str, frozenset[str]]]) -> bool:
    if not left_out:
        return False
    path = shown_path(diagnostic.source.name)
    return any(diagnostic.part in rules and path_matches(path, pattern) for pattern, rules in left_out)


def _named(found: list[Finding]) -> list[Finding]:
    """Return the findings in order, each once, with fingerprints that tell equal ones apart."""
    seen: Counter[str] = Counter()
    named: list[Finding] = []
    last: Finding | None = None
    for diagnostic in sorted(found, key=lambda d: d.position):
        if last is not None and diagnostic.position == last.position:
            continue
        last = diagnostic
        path = shown_path(diagnostic.source.name)
        first = fingerprint(diagnostic, path)
        named.append(
            replace(diagnostic, fingerprint=fingerprint(diagnostic, path, seen[first]) if seen[first] else first)
        )
        seen[first] += 1
    return named
