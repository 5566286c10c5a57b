"""The grammar that all verbs share: under which heading an option stands on help pages, and what completes its value.

One option means one thing wherever it stands. An option that is not named here is one of its verb alone, and stands under
the verb's own heading, *Options*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

import click
from click.shell_completion import CompletionItem

HEADINGS = {
    "Reading": "from each-line owner shape markdown dialect keep cited-in bib key cite strict jobs",
    "Writing": "out to overwrite in-place ascii by-year keys replace diff check",
    "Asking servers": "offline refresh online index enrich dask at-most",
    "Talk": "quiet verbose explain json statistics watch",
    "Always": "isolated help",
}
"""Heading of a help page -> the options below it, in this order, by their long names."""
ALIKE = frozenset(name for names in HEADINGS.values() for name in names.split())

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


class Verb(click.Command):
    """A command whose help page has its options in groups, those of the verb alone first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options below their headings."""
        shown = [(long_name(param), row) for param in self.get_params(ctx) if (row := _record(param, ctx))]
        own = [row for name, row in shown if name not in ALIKE]
        if own:
            with formatter.section("Options"):
                formatter.write_dl(own)
        for heading, listed in HEADINGS.items():
            order = listed.split()
            found = sorted((order.index(name), row) for name, row in shown if name in order)
            if found:
                with formatter.section(heading):
                    formatter.write_dl([row for _, row in found])


def _record(param: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
    return param.get_help_record(ctx) if isinstance(param, click.Option) else None


def long_name(param: click.Parameter) -> str:
    """The longest name of an option, without its hyphens: ``out`` of ``-o, --out``."""
    return max(param.opts, key=len).lstrip("-")


def files(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completes names of files, as the shell does it."""
    return [CompletionItem(incomplete, type="file")]


def _named(names: Callable[[], Iterable[str]]) -> Completer:
    """Completes the last of some names, which commas divide."""

    def complete(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        known = sorted(name for name in names() if name.lower().startswith(last.lower()))
        return [CompletionItem(f"{before}{comma}{name}") for name in known]

    return complete


def _known(module: str, function: str) -> Completer:
    """Completes the names that a function of citekit gives, which is imported where somebody asks."""

    def names() -> Iterable[str]:
        known: Iterable[str] = getattr(import_module(f"citekit.{module}"), function)()
        return known

    return _named(names)


def _words(listed: str) -> Completer:
    return _named(listed.split)


_RULES = _known("lint.rule", "selectable")
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
"""(Verb or empty, option) -> what completes its value."""
_FILES = frozenset({"FILE", "FILES", "OUT", "INDEX", "FOLDER", "BIB"})


def completer(context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completes the value of an option: names that there are, or names of files."""
    name = long_name(param)
    for verb in (context.command.name or "", ""):
        if (verb, name) in _VALUES:
            return _VALUES[verb, name](context, param, incomplete)
    metavar = getattr(param, "metavar", None) or ""
    return files(context, param, incomplete) if metavar in _FILES else []
