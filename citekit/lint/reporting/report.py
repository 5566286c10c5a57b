"""The outcome of a run, as reporters write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import overload

from citekit.lint.finding import SEVERITIES, Edit, Finding, Fix, Severity
from citekit.lint.loading.bibliography import CheckedBibliography
from citekit.lint.rule import ALL, Rule, all_parts, all_rules, families
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file, shown_path
from citekit.runtime.span import Source, Span
from citekit.text.unicode import counted

# Findings that are not reported: those of a baseline, and those that a comment silences: `citekit: ignore[rule, rule] reason` and `citekit: ignore-file[rule] reason`.
#
# In `.bib` files such a comment is for the entry after it, or for the entry that ends on its line; `@comment{...}`
# does as well as `%`. Elsewhere a comment after text is for its line, one on a line of its own for what follows, up to
# the next empty line.

UNUSED = "unused-suppression"
_DIRECTIVE = re.compile(
    r"(?P<lead>@comment[ \t]*+\{[ \t]*+|<!--[ \t]*+|\{/\*[ \t]*+|(?<![%#/;])[%#/;]++[ \t]*+|\.\.[ \t]++)"
    r"citekit:[ \t]*(?P<kind>ignore-file|ignore)(?:[ \t]*\[(?P<rules>[^\]\n]{0,400})\]|(?![\w-]))(?P<reason>[^\n]*)"
)


@dataclass(eq=False)
class Suppression:
    """One such comment: the rules it names, the part of the file it is for, and which of its rules silenced anything."""

    source: Source
    span: Span
    rules: tuple[str, ...]
    reason: str
    scope: Span
    used: set[str] = field(default_factory=set)


def suppressions(source: Source, bibliography: CheckedBibliography | None = None) -> list[Suppression]:
    """Return the suppressions of a file, in order."""
    if "citekit:" not in source.text:
        return []
    found: list[Suppression] = []
    for match in _DIRECTIVE.finditer(source.text):
        if bibliography is not None and bibliography.is_bibtex and bibliography.entry_at(match.start()):
            continue  # inside an entry there are no comments
        rules = tuple(name.strip() for name in (match["rules"] or "").split(",") if name.strip())
        reason = re.sub(r"(?:-->|\*/\}|\})\s*$", "", match["reason"]).strip(" :-—")
        scope = Span(0, len(source.text)) if match["kind"] == "ignore-file" else _scope(source, match, bibliography)
        found.append(Suppression(source, Span(*match.span()), rules, reason, scope))
    return found


def _scope(source: Source, match: re.Match[str], bibliography: CheckedBibliography | None) -> Span:
    text = source.text
    start = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    end = len(text) if end < 0 else end
    alone = not text[start : match.start()].strip()
    if bibliography is not None and bibliography.is_bibtex:
        entries = bibliography.entries
        if not alone:
            return next((entry.span for entry in entries if start < entry.span.end <= match.start()), Span(start, end))
        return next((entry.span for entry in entries if entry.span.start >= match.end()), Span(end, end))
    if not alone:
        return Span(start, end)
    following = re.compile(r"\s*+(?>(?:[^\S\n]*+\S[^\n]*+(?:\n|\Z))+)").match(text, end)
    return Span(end, following.end() if following else end)


@dataclass(frozen=True, slots=True)
class SuppressedFinding:
    """A finding that a comment silences, and the reason that the comment gives."""

    diagnostic: Finding
    reason: str


def sift(
    found: Iterable[Finding], by_file: dict[str, list[Suppression]]
) -> tuple[list[Finding], list[SuppressedFinding]]:
    """Return the findings that stay, and those that a comment silences."""
    of_parts = {part.name: part.family for part in all_parts()}
    of_rules = {rule.name: rule.family for rule in all_rules()}
    remaining: list[Finding] = []
    silenced: list[SuppressedFinding] = []
    for diagnostic in found:
        names = dict.fromkeys(
            (diagnostic.rule, diagnostic.part)
        )  # what a part was called usually of its own still names it
        names |= dict.fromkeys((of_rules.get(diagnostic.rule, ""), of_parts.get(diagnostic.part, ""), ALL))
        places = {diagnostic.span.start, (diagnostic.whole or diagnostic.span).start}
        hit = None
        for suppression in by_file.get(diagnostic.source.name, ()):
            name = next((name for name in names if name in suppression.rules), None)
            start, end = suppression.scope.start, max(suppression.scope.end, suppression.scope.start + 1)
            if name and any(start <= place < end for place in places):
                suppression.used.add(name)
                hit = hit or suppression
        if hit:
            silenced.append(SuppressedFinding(diagnostic, hit.reason))
        else:
            remaining.append(diagnostic)
    return remaining, silenced


def unused(by_file: dict[str, list[Suppression]], checked: frozenset[str]) -> list[Finding]:
    """Return findings for suppressions without effect, except for what is not among the ``checked`` parts of rules."""
    known = {part.name: part.name in checked for part in all_parts()} | dict.fromkeys((*families(), ALL), True)
    known |= {rule.name: any(part.name in checked for part in rule.parts) for rule in all_rules()}
    found: list[Finding] = []
    for suppression in (s for many in by_file.values() for s in many):
        if not suppression.rules:
            found.append(
                _found(
                    suppression, "the suppression names no rule", "name the rules in brackets: ignore[bad-year]", None
                )
            )
        for name in suppression.rules:
            if name not in known:
                found.append(
                    _found(suppression, f"there is no rule or family '{name}'", did_you_mean(name, known), None)
                )
            elif known[name] and name not in suppression.used:
                rest = tuple(rule for rule in suppression.rules if rule != name)
                found.append(_found(suppression, f"nothing here is silenced for {name}", "remove it", rest))
    return found


def _found(suppression: Suppression, message: str, hint: str, rest: tuple[str, ...] | None) -> Finding:
    fix = None
    if rest:
        old = suppression.source.text[suppression.span.start : suppression.span.end]
        new = re.sub(r"\[[^\]\n]{0,400}\]", f"[{', '.join(rest)}]", old, count=1)
        fix = Fix("leave out the rule", (Edit(suppression.source, suppression.span, new),), safe=True)
    return replace(Finding(message, suppression.source, suppression.span, hint, fix=fix), rule=UNUSED, part=UNUSED)


# The baseline: a file of findings that are known and left for later. It holds no line numbers, so it survives sorting.

_VERSION = 1  # format of the file: another number when its layout changes


@dataclass(frozen=True, slots=True)
class Baseline:
    """The fingerprints of the findings that are known."""

    fingerprints: frozenset[str]

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Return the baseline in a file; raise :class:`~citekit.runtime.errors.UsageError` if it does not exist."""
        import json  # here, for few runs have a baseline

        hint = "citekit check --write-baseline writes one"
        try:
            content = json.loads(read_file(path))
            return cls(frozenset(str(row["fingerprint"]) for row in content["findings"]))
        except UnreadableInputError as error:
            raise UsageError(error.problem.message, hint) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError(f"{path} is not a baseline of citekit", hint) from None

    def new(self, found: Iterable[Finding]) -> list[Finding]:
        """Return the findings that the baseline does not know."""
        return [diagnostic for diagnostic in found if diagnostic.fingerprint not in self.fingerprints]

    def gone(self, found: Iterable[Finding]) -> int:
        """Return how many findings of the baseline are no more."""
        return len(self.fingerprints - {diagnostic.fingerprint for diagnostic in found})


def baseline_text(found: Iterable[Finding]) -> str:
    """Return a baseline of these findings as JSON, in an order that does not depend on the order of entries."""
    import json

    rows = [
        {"rule": d.rule, "file": shown_path(d.source.name), "entry": d.key, "fingerprint": d.fingerprint} for d in found
    ]
    rows.sort(key=lambda row: tuple(row.values()))
    counts = Counter(row["rule"] for row in rows)
    whole = {"version": _VERSION, "counts": dict(sorted(counts.items())), "findings": rows}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what is there was checked. ``entries`` counts those of bibliographies, ``items`` those of lists.

    ``citations`` are those that were looked up, ``not_looked_up`` those of parts whose document was not found. ``compared``
    counts the ``references`` of lists that were compared with a citation style; the others could not be judged.
    """

    bibliographies: int = 0
    entries: int = 0
    entries_seen: int = 0
    manuscripts: int = 0
    citations: int = 0
    lists: int = 0
    items: int = 0
    items_seen: int = 0
    not_looked_up: int = 0
    compared: int = 0
    references: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether everything that was seen could be read."""
        return self.entries == self.entries_seen

    @property
    def is_nothing(self) -> bool:
        """Whether nothing at all was there to be checked."""
        documents = self.manuscripts and not self.not_looked_up
        return not (self.entries_seen or self.citations or self.items_seen or documents)

    def __str__(self) -> str:
        counts = []
        if self.bibliographies:
            counts.append(
                f"{self.entries} of {counted(self.entries_seen, 'entry')} in {counted(self.bibliographies, 'bibliography')}"
            )
        if self.manuscripts:
            number = counted(self.citations + self.not_looked_up, "citation")
            number = f"{self.citations} of {number}" if self.not_looked_up else number
            counts.append(f"{number} in {counted(self.manuscripts, 'document')}")
        if self.lists:
            counts.append(f"{self.items} of {counted(self.items_seen, 'publication')} in {counted(self.lists, 'list')}")
        if self.references:
            counts.append(f"{self.compared} of {counted(self.references, 'reference')} compared with the style")
        return f"checked {', '.join(counts)}" if counts else "checked nothing"


@dataclass(frozen=True)
class Report(Sequence[Finding]):
    """What a run found, in the order of files and places: a sequence of findings.

    ``rules`` are all that the run used. ``silenced`` findings are not among the ``diagnostics``, neither are those that
    the baseline knows (``known`` counts them, ``gone`` those that it knows and that are no more). ``version`` is that of citekit. ``verbose`` requests a
    report for people for each of many equal findings.
    """

    diagnostics: tuple[Finding, ...] = ()
    rules: tuple[Rule, ...] = ()
    coverage: Coverage = Coverage()
    unreadable: tuple[Problem, ...] = ()
    silenced: tuple[SuppressedFinding, ...] = ()
    known: int = 0
    gone: int = 0
    files: tuple[str, ...] = field(default=())
    version: str = ""
    verbose: bool = False

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    @overload
    def __getitem__(self, place: int) -> Finding: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, place: int | slice) -> Finding | tuple[Finding, ...]:
        return self.diagnostics[place]

    @property
    def counts(self) -> Counter[Severity]:
        """How many findings have each severity."""
        return Counter(diagnostic.severity for diagnostic in self.diagnostics)

    @property
    def failed(self) -> bool:
        """Whether something could not be read, or nothing was."""
        return bool(self.unreadable) or not self.coverage.is_whole or self.coverage.is_nothing

    def exit_code(self, fail_on: str) -> int:
        """2 where something could not be read; else 1 where a finding is as severe as ``fail_on``; else 0."""
        if self.failed:
            return 2
        if fail_on == "never":
            return 0
        least = SEVERITIES.index(fail_on)
        return int(any(SEVERITIES.index(diagnostic.severity) >= least for diagnostic in self.diagnostics))

    def summary(self) -> str:
        """Return one line: what was checked and how many findings there are."""
        found = [counted(self.counts[level], level) for level in reversed(SEVERITIES) if self.counts[level]]
        none = "" if self.coverage.is_nothing and self.unreadable else "no findings"
        summary = ": ".join(filter(None, (str(self.coverage), ", ".join(found) or none)))
        if self.silenced:
            summary += f", {len(self.silenced)} silenced"
        if self.known:
            summary += f", {self.known} known from the baseline"
        if self.gone:
            summary += f", {self.gone} of the baseline are gone"
        return summary
