"""Options that commands share: their headings on help pages, and the completion of their values.

An option has one meaning in all commands. Options that are not listed here belong to one command and are listed under
*Options*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from citekit.runtime.errors import UsageError, did_you_mean

HEADINGS = {
    "Input": "from each-line owner shape markdown dialect keep cited-in bib key cite strict jobs",
    "Output": "out to overwrite in-place ascii by-year keys replace diff check",
    "Network": "offline refresh online index enrich dask at-most",
    "Verbosity": "quiet verbose explain json statistics watch",
    "General": "isolated help",
}
"""Heading of a help page -> the options below it, in this order, by their long names."""
ALIKE = frozenset(name for names in HEADINGS.values() for name in names.split())

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


class WithExamples(click.Command):
    """A command whose help page ends with example command lines, which the tests run."""

    def __init__(self, *args: Any, examples: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, one per line."""
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"  {line}\n")


class SubcommandGroup(WithExamples, click.Group):
    """A command with commands of its own, such as ``citekit index``."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names. For an unknown one, the error names those that there are."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            hint = did_you_mean(args[0], self.commands)
            raise UsageError(f"{ctx.command_path} has no command '{args[0]}'", hint)
        return super().resolve_command(ctx, args)


class GroupedOptionsCommand(WithExamples):
    """A command whose help page shows its options in groups, those of this command alone first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings."""
        shown = [(long_name(param), row) for param in self.get_params(ctx) if (row := _record(param, ctx))]
        own = [row for name, row in shown if name not in ALIKE]
        if own:
            with formatter.section("Options"):
                formatter.write_dl(own)
        for heading, listed in HEADINGS.items():
            order = listed.split()
            rows = sorted((order.index(name), row) for name, row in shown if name in order)
            if rows:
                with formatter.section(heading):
                    formatter.write_dl([row for _, row in rows])


def _record(param: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
    return param.get_help_record(ctx) if isinstance(param, click.Option) else None


def long_name(param: click.Parameter) -> str:
    """Return the longest name of an option, without its hyphens: ``out`` for ``-o, --out``."""
    return max(param.opts, key=len).lstrip("-")


def files(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete file names, as the shell does."""
    return [CompletionItem(incomplete, type="file")]


def _named(names: Callable[[], Iterable[str]]) -> Completer:
    """Return a completer for the last name of a comma-separated list."""

    def complete(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        matches = sorted(name for name in names() if name.lower().startswith(last.lower()))
        return [CompletionItem(f"{before}{comma}{name}") for name in matches]

    return complete


def _known(module: str, function: str) -> Completer:
    """Return a completer for the names that a function of citekit returns; its module is imported on completion."""

    def names() -> Iterable[str]:
        result: Iterable[str] = getattr(import_module(f"citekit.{module}"), function)()
        return result

    return _named(names)


def _words(names: str) -> Completer:
    return _named(names.split)


listed = _words("formats rules styles")
"""The completer of ``citekit list``."""


_RULES = _known("lint.rule", "selectable")


def files_and_rules(context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a file name; the name of a rule if no file begins like this. Shells do not offer both at once."""
    from glob import escape, iglob

    from citekit.lint.rule import all_rules

    found = (
        [] if any(iglob(f"{escape(incomplete)}*")) else [r.name for r in all_rules() if r.name.startswith(incomplete)]
    )
    return [CompletionItem(name) for name in found] or files(context, param, incomplete)


_VALUES: dict[tuple[str, str], Completer] = {
    ("format", "to"): _known("csl.output", "names"),
    ("check", "to"): _known("lint.reporters", "reporter_names"),
    ("", "to"): _known("formats.files", "written_formats"),
    ("", "from"): _known("documents.load", "format_names"),
    ("", "style"): _known("csl.styles", "index"),
    ("", "lang"): _known("csl.locales", "available"),
    ("", "select"): _RULES,
    ("", "extend-select"): _RULES,
    ("", "ignore"): _RULES,
    ("", "profile"): _words("default submission strict"),
    ("", "host"): _words("github gitlab none"),
    ("", "fail-on"): _words("error warning note never"),
    ("", "dialect"): _words("bibtex biblatex"),
    ("", "markdown"): _words("pandoc quarto myst jekyll"),
    ("", "numbering"): _words("reverse group group-reverse"),
    ("", "group-by"): _words("year type keyword"),
    ("format", "sort"): _words("year oldest title type keyword given"),
    ("", "with"): _words("note links annotation abstract"),
    ("", "titles"): _words("auto sentence given"),
    ("", "merge"): _words("first last fuller"),
    ("", "duplicates"): _words("key doi eprint citation"),
    ("", "add"): _words("ids abstract primaryclass published"),
}
"""(Command or empty, option) -> completer of its value."""
_FILES = frozenset({"FILE", "FILES", "OUT", "INDEX", "FOLDER", "BIB"})


def completer(context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the value of an option: one of its known names, or a file name."""
    name = long_name(param)
    for name_of_command in (context.command.name or "", ""):
        if (name_of_command, name) in _VALUES:
            return _VALUES[name_of_command, name](context, param, incomplete)
    metavar = getattr(param, "metavar", None) or ""
    return files(context, param, incomplete) if metavar in _FILES else []
