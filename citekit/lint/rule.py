"""The rules: how a function becomes one, where their pages are, and which rules a run uses.

A rule is a function of a module of ``rules/`` that :func:`rule` decorates; its name with hyphens is the rule's name. The
first folder or module below ``rules/`` is its family. Its page is a section of the Markdown file next to its module.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pkgutil import get_data
from types import ModuleType
from typing import Any, Literal

from citekit.lint.finding import SEVERITIES, Finding, Findings, Severity
from citekit.lint.loading.entry import CheckedEntry
from citekit.lint.loading.project import Project
from citekit.lint.records.external_data import NOTHING, Knowledge
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.registry import unit, unit_names, units

RULES = "citekit.lint.rules"
PROFILES = {
    "default": "What is wrong: rules whose findings are rarely wrong.",
    "submission": "Also what an editor requests before a paper is printed.",
    "strict": "Also layout, tidiness and evenness.",
}
"""How much is checked; each profile has the rules of those before it."""
ALL = "all"
Kind = Literal["field", "entry", "bibliography", "manuscript", "pair", "project"]
"""What a rule is about: a ``pair`` is two copies of one publication, a ``project`` all that is checked together."""
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
    knowledge: Knowledge = NOTHING

    def dialect_of(self, entry: CheckedEntry) -> str:
        """``"bibtex"`` or ``"biblatex"``: what was given, else what the entry's bibliography looks like."""
        return self.dialect or self.project.dialect_of(entry)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and the severity that its findings have in this run; ``module`` is where it is defined."""

    name: str
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
        """Makes a function another check of the rule."""

        def added(check: Check) -> Check:
            self.checks[about] = check
            return check

        return added

    @property
    def family(self) -> str:
        """The family by which it can be selected."""
        return self.module.removeprefix(f"{RULES}.").partition(".")[0]

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
        """The rule's page in Markdown, without its heading."""
        return _pages(self.module)[self.name]

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
) -> Callable[[Check], Rule]:
    """Makes a function a rule. It takes what the rule is about and a context, and gives findings, or one or none.

    ``check(entry, field, context)`` looks at the ``fields`` of entries, others at an entry, a bibliography, a manuscript, a
    pair or the project. An entry's ``fields`` are those of which it must have one for the rule to be run. ``ordinary=False``
    declares that the rule finds nothing in values that :func:`~citekit.lint.loading.common_values.is_ordinary` knows as such. ``profile`` is the first of :data:`PROFILES` with the rule, empty if it must be selected;
    ``languages`` are the kinds of entries that it is for; ``options`` are names with their default and what they mean;
    ``needs`` are settings without which it has nothing to go by (one of them is enough).
    """
    given = options or {}
    defaults = {option: default for option, (default, _) in given.items()}

    def made(check: Check) -> Rule:
        name = check.__name__.replace("_", "-")
        module = check.__module__
        of, names, asked = (tuple(words.split()) for words in (languages, fields, needs))
        return Rule(name, module, {about: check}, severity, profile, of, names, defaults, given, asked, ordinary)

    return made


@cache
def _pages(module: str) -> dict[str, str]:
    """Return the pages of a module's rules, by the headings of the Markdown file next to it."""
    package, _, name = module.rpartition(".")
    sections = (get_data(package, f"{name}.md") or b"").decode("utf-8").split("\n## ")
    return {title.removeprefix("## "): page.strip() for title, _, page in (one.partition("\n") for one in sections)}


@cache
def families() -> Mapping[str, str]:
    """The families of rules, by which they can be selected, and what each is about."""
    return {name: inspect.cleandoc(unit(RULES, name).__doc__ or "") for name in unit_names(RULES)}


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule with its own severity and default options, in alphabetical order."""
    rules = (value for module in _modules() for value in vars(module).values() if isinstance(value, Rule))
    return tuple(sorted(rules, key=lambda rule: rule.name))


def _modules() -> Iterator[ModuleType]:
    for family in families():
        module = unit(RULES, family)
        yield from units(f"{RULES}.{family}") if hasattr(module, "__path__") else (module,)


def selectable() -> list[str]:
    """What ``--select`` and similar options take: the names of families and of rules."""
    return [*families(), *(rule.name for rule in all_rules())]


def rule_named(name: str) -> Rule:
    """The rule of a name; raises :class:`~citekit.runtime.errors.UsageError` with the one that was probably meant."""
    found = next((rule for rule in all_rules() if rule.name == name), None)
    if found is None:
        raise UsageError(f"there is no rule {name!r}", did_you_mean(name, [rule.name for rule in all_rules()]))
    return found


def names_meant_by(words: Iterable[str], where: str) -> frozenset[str]:
    """The rules that names of rules and families stand for; raises ``UsageError`` for an unknown name."""
    found: set[str] = set()
    for word in words:
        rules = {rule.name for rule in all_rules() if word.lower() in (rule.name, rule.family, ALL)}
        if not rules:
            raise UsageError(f"{where}: there is no rule or family {word!r}", did_you_mean(word, selectable()))
        found |= rules
    return frozenset(found)


def chosen_rules(settings: CheckSettings) -> tuple[Rule, ...]:
    """The rules of a run with their severities and options; raises ``UsageError`` for what does not exist."""
    if settings.select:
        names = names_meant_by(settings.select, "select")
    else:
        known = tuple(PROFILES)
        if settings.profile not in known:
            raise UsageError(f"there is no profile {settings.profile!r}", did_you_mean(settings.profile, known))
        within = known[: known.index(settings.profile) + 1]  # a profile has the rules of those before it
        names = frozenset(rule.name for rule in all_rules() if rule.profile in within)
    names |= names_meant_by(settings.extend_select, "extend-select")
    names -= names_meant_by(settings.ignore, "ignore")
    # rules that lack what they need are skipped, unless they were selected by name
    lacking = [rule for rule in all_rules() if not rule.is_supplied(settings)]
    for rule in lacking:
        if rule.name in (*settings.select, *settings.extend_select):
            hint = " or ".join(f"--{name}" for name in rule.needs)
            raise UsageError(f"the rule {rule.name} has nothing to go by", f"give {hint}")
    names -= {rule.name for rule in lacking}
    severities: dict[str, Severity] = {}
    single = {rule.name for rule in all_rules()}
    for word in sorted(settings.severity, key=lambda word: word in single):  # families first, so that rules win
        level = settings.severity[word]
        if level not in SEVERITIES:
            raise UsageError(
                f"severity of {word}: there is no severity {level!r}", f"there are {', '.join(SEVERITIES)}"
            )
        severities |= dict.fromkeys(names_meant_by((word,), "severity"), level)
    options = _options(settings)
    return tuple(
        replace(rule, severity=severities.get(rule.name, rule.severity), options=options.get(rule.name, rule.options))
        for rule in all_rules()
        if rule.name in names
    )


def _options(settings: CheckSettings) -> dict[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for name, given in settings.rules.items():
        rule = rule_named(name)
        if not isinstance(given, Mapping):
            raise UsageError(f"rules.{name} must be a table", f"write [tool.citekit.check.rules.{name}]")
        for option, value in given.items():
            if option not in rule.options:
                known = list(rule.options)
                hint = did_you_mean(option, known) if known else "it has none"
                raise UsageError(f"the rule {name} has no option {option!r}", hint)
            wanted = type(rule.options[option])
            if type(value) is not wanted:
                raise UsageError(
                    f"rules.{name}: {option!r} must be of type {wanted.__name__}", rule.option_help[option][1]
                )
        found[name] = {**rule.options, **given}
    return found
