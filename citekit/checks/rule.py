"""The rules: what the folder ``rules`` holds, what each file says of its rule, and which rules a run uses.

A rule is a module of a folder of ``rules/``; the folder is its family, its name with hyphens is the rule's name and its
docstring is its page. It has ``SEVERITY``; ``PROFILE`` is the first of :data:`PROFILES` with it, empty where it must be
selected, ``LANGUAGES`` are the kinds of entries that it is for, ``OPTIONS`` maps names of options to their default and what they mean, ``NEEDS`` are settings without
which it has nothing to go by (one of them is enough). It has one of these functions, each of which gives
:data:`~citekit.checks.finding.Findings`:

``check_field(entry, field, context)`` with ``FIELDS``, the names of the fields it is for, ``check_entry(entry, context)``,
``check_bibliography(bibliography, context)``, ``check_manuscript(manuscript, context)``,
``check_pair(pair, context)`` for two copies of one publication, ``check_project(project, context)``.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

from citekit.checks.finding import SEVERITIES, Severity
from citekit.config import CheckSettings
from citekit.errors import UsageError, meant
from citekit.records import dataclass
from citekit.registry import unit, unit_names, units

RULES = "citekit.checks.rules"
PROFILES = {
    "default": "What is wrong: rules that are hardly ever so.",
    "submission": "Also what an editor asks for before a paper is printed.",
    "strict": "Also layout, tidiness and evenness.",
}
"""How much is checked; each profile has the rules of those before it."""
ALL = "all"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and the severity that its findings have in this run."""

    name: str
    module: ModuleType
    family: str
    severity: Severity
    profile: str
    languages: tuple[str, ...]
    options: Mapping[str, Any]
    needs: tuple[str, ...] = ()

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
        """Whether the settings give the rule what it needs."""
        return not self.needs or any(getattr(settings, name) for name in self.needs)

    @property
    def page(self) -> str:
        """The rule's page, as its docstring has it."""
        return inspect.cleandoc(self.module.__doc__ or "")

    @property
    def summary(self) -> str:
        """What the rule finds, in one sentence."""
        return self.page.partition("\n")[0].strip()

    @property
    def option_help(self) -> Mapping[str, tuple[Any, str]]:
        """The options: name -> default and meaning."""
        found: Mapping[str, tuple[Any, str]] = getattr(self.module, "OPTIONS", {})
        return found


@cache
def families() -> Mapping[str, str]:
    """The families of rules, by which they can be selected, and what each is about."""
    return {name: inspect.cleandoc(unit(RULES, name).__doc__ or "") for name in unit_names(RULES)}


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule with its own severity and default options, in alphabetical order."""
    rules = (_rule(module, family) for family in families() for module in units(f"{RULES}.{family}"))
    return tuple(sorted(rules, key=lambda rule: rule.name))


def _rule(module: ModuleType, family: str) -> Rule:
    name = module.__name__.rpartition(".")[2].replace("_", "-")
    options = {option: default for option, (default, _) in getattr(module, "OPTIONS", {}).items()}
    languages = getattr(module, "LANGUAGES", ("bibtex",))
    profile, needs = getattr(module, "PROFILE", "default"), getattr(module, "NEEDS", ())
    return Rule(name, module, family, module.SEVERITY, profile, languages, options, needs)


def rule_named(name: str) -> Rule:
    """The rule of a name; raises :class:`~citekit.errors.UsageError` with the one that was probably meant."""
    found = next((rule for rule in all_rules() if rule.name == name), None)
    if found is None:
        raise UsageError(f"there is no rule {name!r}", meant(name, [rule.name for rule in all_rules()]))
    return found


def names_meant_by(words: Iterable[str], where: str) -> frozenset[str]:
    """The rules that names of rules and families stand for; raises ``UsageError`` for an unknown name."""
    found: set[str] = set()
    for word in words:
        rules = {rule.name for rule in all_rules() if word.lower() in (rule.name, rule.family, ALL)}
        if not rules:
            known = [*families(), *(rule.name for rule in all_rules())]
            raise UsageError(f"{where}: there is no rule or family {word!r}", meant(word, known))
        found |= rules
    return frozenset(found)


def chosen_rules(settings: CheckSettings) -> tuple[Rule, ...]:
    """The rules of a run with their severities and options; raises ``UsageError`` for what does not exist."""
    if settings.select:
        names = names_meant_by(settings.select, "select")
    else:
        within = _within(settings.profile)
        names = frozenset(rule.name for rule in all_rules() if rule.profile in within)
    names |= names_meant_by(settings.extend_select, "extend-select")
    names -= names_meant_by(settings.ignore, "ignore")
    names -= _unsupplied(settings)
    severities = _severities(settings)
    options = _options(settings)
    return tuple(
        replace(rule, severity=severities.get(rule.name, rule.severity), options=options.get(rule.name, rule.options))
        for rule in all_rules()
        if rule.name in names
    )


def _within(profile: str) -> tuple[str, ...]:
    """A profile and those before it."""
    known = tuple(PROFILES)
    if profile not in known:
        raise UsageError(f"there is no profile {profile!r}", meant(profile, known))
    return known[: known.index(profile) + 1]


def _unsupplied(settings: CheckSettings) -> set[str]:
    """The rules without what they need; raises ``UsageError`` where one of them was asked for by its own name."""
    lacking = [rule for rule in all_rules() if not rule.is_supplied(settings)]
    for rule in lacking:
        if rule.name in (*settings.select, *settings.extend_select):
            hint = " or ".join(f"--{name}" for name in rule.needs)
            raise UsageError(f"the rule {rule.name} has nothing to go by", f"give {hint}")
    return {rule.name for rule in lacking}


def _severities(settings: CheckSettings) -> dict[str, Severity]:
    found: dict[str, Severity] = {}
    single = {rule.name for rule in all_rules()}
    for word in sorted(settings.severity, key=lambda word: word in single):  # families first, so that rules win
        level = settings.severity[word]
        if level not in SEVERITIES:
            raise UsageError(
                f"severity of {word}: there is no severity {level!r}", f"there are {', '.join(SEVERITIES)}"
            )
        found |= dict.fromkeys(names_meant_by((word,), "severity"), level)
    return found


def _options(settings: CheckSettings) -> dict[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for name, given in settings.rules.items():
        rule = rule_named(name)
        if not isinstance(given, Mapping):
            raise UsageError(f"rules.{name} must be a table", f"write [tool.citekit.check.rules.{name}]")
        for option, value in given.items():
            if option not in rule.options:
                known = list(rule.options)
                hint = meant(option, known) if known else "it has none"
                raise UsageError(f"the rule {name} has no option {option!r}", hint)
            wanted = type(rule.options[option])
            if type(value) is not wanted:
                raise UsageError(
                    f"rules.{name}: {option!r} must be of type {wanted.__name__}", rule.option_help[option][1]
                )
        found[name] = {**rule.options, **given}
    return found
