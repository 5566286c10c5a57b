"""The rules: how a function becomes one, where their pages are, and which rules a run uses.

A rule is a function of a module of ``rules/`` that :func:`rule` decorates; its name with hyphens is the rule's name. The
first folder or module below ``rules/`` is its family. Its page is a section of the Markdown file next to its module.
Several functions make up one rule where they find one thing by different means: each is a part, with a page of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby
from types import ModuleType
from typing import Any, Literal

from citekit.lint.finding import SEVERITIES, Finding, Findings, Severity
from citekit.lint.loading.bibliography import CheckedEntry
from citekit.lint.loading.project import Project
from citekit.lint.records.external_data import NOTHING, ExternalData
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.registry import beside, unit, unit_names, units

RULES = "citekit.lint.rules"
PROFILES = {
    "default": "What is wrong: rules whose findings are rarely wrong.",
    "submission": "Also what an editor requests before a paper is printed.",
    "strict": "Also layout, tidiness and evenness.",
}
"""How much is checked; each profile has the rules of those before it."""
ALL = "all"
Kind = Literal["field", "entry", "bibliography", "manuscript", "pair", "publications", "project"]
"""What a rule is about: a ``pair`` is two copies of one publication, ``publications`` are the works
of two and more documents in groups (:class:`~citekit.lint.cross_document.Matching`), a ``project`` is all that is checked together."""
Check = Callable[..., Findings | Finding | None]


@dataclass(frozen=True, slots=True)
class Context:
    """The data about the run that a rule may use.

    ``options`` are those of the rule. ``dialect`` is ``"bibtex"`` or ``"biblatex"`` where it was given, else empty.

    ``year`` is this year, by which dates are judged, and ``owner`` whose publications the lists are. ``knowledge`` is what
    was given beyond the files; a rule's ``NEEDS`` are there.
    """

    project: Project
    options: Mapping[str, Any]
    year: int
    dialect: str = ""
    owner: str = ""
    knowledge: ExternalData = NOTHING

    def dialect_of(self, entry: CheckedEntry) -> str:
        """``"bibtex"`` or ``"biblatex"``: what was given, else what the entry's bibliography looks like."""
        return self.dialect or self.project.dialect_of(entry)


@dataclass(frozen=True, slots=True)
class RulePart:
    """One thing that a rule looks for: what a function finds, with the severity that its findings have in this run.

    ``rule`` is the rule that it is part of. Most rules have one part, of their own name; a part with another name can be
    selected, ignored and configured by it. ``module`` is where it is defined.
    """

    name: str
    rule: str
    module: str
    checks: dict[Kind, Check]
    severity: Severity
    profile: str
    languages: tuple[str, ...]
    fields: tuple[str, ...]
    options: Mapping[str, Any]
    option_help: Mapping[str, tuple[Any, str]]
    needs: tuple[str, ...] = ()
    ordinary: bool = True

    def also(self, about: Kind) -> Callable[[Check], Check]:
        """Make a function another check of the part."""

        def added(check: Check) -> Check:
            self.checks[about] = check
            return check

        return added

    @property
    def family(self) -> str:
        """The family by which it can be selected."""
        return _family(self.module)

    @property
    def state(self) -> str:
        """The severity of its findings, and with which profile or settings it is used."""
        if not self.profile:
            return f"{self.severity}, off unless selected"
        if self.profile != next(iter(PROFILES)):
            return f"{self.severity}, with --profile {self.profile}"
        return (
            f"{self.severity}, with {' or '.join(f'--{name}' for name in self.needs)}" if self.needs else self.severity
        )

    def is_supplied(self, settings: CheckSettings) -> bool:
        """Whether the settings give the part what it needs."""
        return not self.needs or any(getattr(settings, name) for name in self.needs)

    @property
    def page(self) -> str:
        """The part's page in Markdown, without its heading."""
        return _pages(self.module)[self.name]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: a name for what its parts find; the part of its own name, if there is one, is the first."""

    name: str
    parts: tuple[RulePart, ...]

    @property
    def family(self) -> str:
        """The family by which it can be selected, that of the module with its page; its parts may also be in others."""
        return _family(_home(self.name))

    @property
    def severity(self) -> Severity:
        """The severity of the findings of its first part."""
        return self.parts[0].severity

    @property
    def profile(self) -> str:
        """The first profile with any of its parts; empty if it must be selected."""
        return next((profile for profile in PROFILES if any(part.profile == profile for part in self.parts)), "")

    @property
    def state(self) -> str:
        """The severities of its findings, and with which profiles or settings they are found."""
        return "; ".join(dict.fromkeys(part.state for part in self.parts))

    @property
    def needs(self) -> tuple[str, ...]:
        """The settings of which it must have one; none if one of its parts needs none."""
        alone = any(not part.needs for part in self.parts)
        return () if alone else tuple(dict.fromkeys(name for part in self.parts for name in part.needs))

    @property
    def option_help(self) -> dict[str, tuple[Any, str]]:
        """The options of its parts, with their defaults and what they mean."""
        return {option: given for part in self.parts for option, given in part.option_help.items()}

    @property
    def page(self) -> str:
        """The rule's page in Markdown, without its heading; a section for each part that has another name."""
        parts = (part for part in all_parts() if part.rule == self.name and part.name != self.name)
        return _pages(_home(self.name))[self.name] + "".join(f"\n\n### {one.name}\n\n{one.page}" for one in parts)

    @property
    def summary(self) -> str:
        """What the rule finds, in one sentence."""
        return self.page.partition("\n")[0].strip()


def rule(
    about: Kind,
    severity: Severity,
    *,
    profile: str = "default",
    languages: str = "bibtex",
    fields: str = "",
    options: Mapping[str, tuple[Any, str]] | None = None,
    needs: str = "",
    ordinary: bool = True,
    of: str = "",
) -> Callable[[Check], RulePart]:
    """Make a function a rule, or part of the rule ``of``; it takes what it is about and a context, and gives findings,
    or one or none.

    ``check(entry, field, context)`` looks at the ``fields`` of entries, others at an entry, a bibliography, a manuscript, a
    pair or the project. An entry's ``fields`` are those of which it must have one for the rule to be run. ``ordinary=False``
    declares that the rule finds nothing in values that :func:`~citekit.lint.run.is_common` knows as such. ``profile`` is the first of :data:`PROFILES` with the rule, empty if it must be selected;
    ``languages`` are the kinds of entries that it is for; ``options`` are names with their default and what they mean;
    ``needs`` are settings without which it has nothing to go by (one of them is enough).
    """
    given = options or {}
    defaults = {option: default for option, (default, _) in given.items()}

    def made(check: Check) -> RulePart:
        name = check.__name__.replace("_", "-")
        module = check.__module__
        read, names, needed = (tuple(words.split()) for words in (languages, fields, needs))
        checks = {about: check}
        return RulePart(
            name, of or name, module, checks, severity, profile, read, names, defaults, given, needed, ordinary
        )

    return made


@cache
def _pages(module: str) -> dict[str, str]:
    """Return the pages of a module's rules, by the headings of the Markdown file next to it."""
    sections = beside(module, ".md").split("\n## ")
    return {title.removeprefix("## "): page.strip() for title, _, page in (one.partition("\n") for one in sections)}


@cache
def _home(rule: str) -> str:
    """Return the module next to which the page of a rule is: one of those with its parts."""
    return next(part.module for part in all_parts() if part.rule == rule and rule in _pages(part.module))


def _family(module: str) -> str:
    return module.partition(".lint.rules.")[2].partition(".")[0]


@cache
def families() -> Mapping[str, str]:
    """Return the families of rules, by which they can be selected, and what each is about."""
    return {name: inspect.cleandoc(unit(RULES, name).__doc__ or "") for name in unit_names(RULES)}


@cache
def all_parts() -> tuple[RulePart, ...]:
    """Return the parts of every rule with their own severities and default options; those of a rule's own name
    first.
    """
    modules: list[ModuleType] = []
    for family in families():
        module = unit(RULES, family)
        modules += units(module.__name__) if hasattr(module, "__path__") else (module,)
    found = (value for module in modules for value in vars(module).values() if isinstance(value, RulePart))
    return tuple(sorted(found, key=lambda part: (part.rule, part.name != part.rule, part.name)))


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule with its own severities and default options, in alphabetical order."""
    return _rules_of(all_parts())


def _rules_of(parts: Iterable[RulePart]) -> tuple[Rule, ...]:
    """Return the rules that some parts make up, in their order."""
    return tuple(Rule(name, tuple(own)) for name, own in groupby(parts, key=lambda part: part.rule))


def selectable() -> list[str]:
    """Return what ``--select`` and similar options take: the names of families and of rules."""
    return [*families(), *(rule.name for rule in all_rules())]


def rule_named(name: str) -> Rule:
    """Return the rule of a name, which may also be that of one of its parts.

    Raises :class:`~citekit.runtime.errors.UsageError` with the name that was probably meant.
    """
    for rule in all_rules():
        if name == rule.name or any(name == part.name for part in rule.parts):
            return rule
    raise UsageError(f"there is no rule {name!r}", did_you_mean(name, _names()))


def _names() -> list[str]:
    return [rule.name for rule in all_rules()]


def names_meant_by(words: Iterable[str], where: str) -> frozenset[str]:
    """Return the parts of rules that names of rules and families stand for; raises ``UsageError`` for an unknown name."""
    found: set[str] = set()
    for word in map(str.lower, words):
        if word in _names():
            parts = [part for part in all_parts() if part.rule == word]
        else:
            rules = {rule.name for rule in all_rules() if word == rule.family}
            parts = [part for part in all_parts() if word in (part.name, part.family, ALL) or part.rule in rules]
        if not parts:
            raise UsageError(f"{where}: there is no rule or family {word!r}", did_you_mean(word, selectable()))
        found |= {part.name for part in parts}
    return frozenset(found)


def chosen_rules(settings: CheckSettings) -> tuple[Rule, ...]:
    """Return the rules of a run with those of their parts that it uses, their severities and options.

    The name of a rule selects its part of that name and those that the profile has, all of them if it has none. Raises
    ``UsageError`` for what does not exist.
    """
    known = tuple(PROFILES)
    if settings.profile not in known:
        raise UsageError(f"there is no profile {settings.profile!r}", did_you_mean(settings.profile, known))
    within = known[: known.index(settings.profile) + 1]  # a profile has the rules of those before it
    supplied = {part.name for part in all_parts() if part.is_supplied(settings)}
    usual = {part.name for part in all_parts() if part.profile in within}
    names = set() if settings.select else set(usual)
    for words, where in ((settings.select, "select"), (settings.extend_select, "extend-select")):
        for word in words:
            matching = names_meant_by((word,), where)
            wanted = usual | {word.lower()} if word.lower() in _names() else matching
            names |= matching & wanted & supplied or matching
            # parts that lack what they need are skipped, unless they were selected by name
            if matching.isdisjoint(supplied) and word not in (*families(), ALL):
                needs = dict.fromkeys(need for part in all_parts() if part.name in matching for need in part.needs)
                hint = " or ".join(f"--{need}" for need in needs)
                raise UsageError(f"the rule {word} has nothing to go by", f"give {hint}")
    names = names & supplied - names_meant_by(settings.ignore, "ignore")
    severities: dict[str, Severity] = {}
    wide = (*families(), ALL)
    # families first, so that rules win, and their parts after them
    for word in sorted(settings.severity, key=lambda word: 0 if word in wide else 1 if word in _names() else 2):
        level = settings.severity[word]
        if level not in SEVERITIES:
            raise UsageError(
                f"severity of {word}: there is no severity {level!r}", f"there are {', '.join(SEVERITIES)}"
            )
        severities |= dict.fromkeys(names_meant_by((word,), "severity"), level)
    options = _options(settings)
    return _rules_of(
        replace(
            part,
            severity=severities.get(part.name, part.severity),
            options={**part.options, **options.get(part.name, {})},
        )
        for part in all_parts()
        if part.name in names
    )


def rules_about(rules: Iterable[Rule], *kinds: str) -> tuple[Rule, ...]:
    """Return the rules with those of their parts that are about things of some kinds."""
    parts = (part for rule in rules for part in rule.parts)
    return _rules_of(part for part in parts if not part.checks.keys().isdisjoint(kinds))


def _options(settings: CheckSettings) -> dict[str, dict[str, Any]]:
    """Return the options that the settings give to each part, by its name."""
    found: dict[str, dict[str, Any]] = {}
    for name, given in settings.rules.items():
        rule = rule_named(name)
        parts = [part for part in rule.parts if name in (part.name, rule.name)]
        known = {option: value for part in parts for option, value in part.options.items()}
        if not isinstance(given, Mapping):
            raise UsageError(f"rules.{name} must be a table", f"write [tool.citekit.check.rules.{name}]")
        for option, value in given.items():
            if option not in known:
                hint = did_you_mean(option, list(known)) if known else "it has none"
                raise UsageError(f"the rule {name} has no option {option!r}", hint)
            wanted = type(known[option])
            if type(value) is not wanted:
                raise UsageError(
                    f"rules.{name}: {option!r} must be of type {wanted.__name__}", rule.option_help[option][1]
                )
        for part in parts:
            own = {option: value for option, value in given.items() if option in part.options}
            found[part.name] = found.get(part.name, {}) | own
    return found
