"""Writes the reference pages: verbs, settings, readers, parts, formats, outputs, mapping, keys, problems."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable
from dataclasses import Field, fields
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from citekit.cli._grammar import WithExamples, long_name
from citekit.cli._options import settings_classes
from citekit.cli.main import cli, command_named, command_names, commands
from citekit.documents.pdf import process
from citekit.formats.bibtex.blocks import FAULTS, ProblemKind
from citekit.formats.keys import MARKERS, MODIFIERS
from citekit.lint.reporters import REPORTERS
from citekit.lint.rule import Rule, all_rules, families
from citekit.model.kinds import CSL_TYPES, EDITOR_ROLES, ENTRY_TYPES, FIELDS, GENRES, STATES, TITLE_PARTS, VOLUME_TITLES
from citekit.runtime import budget
from citekit.runtime.config import KEY_TEMPLATE, is_table, option_name, power_of
from citekit.runtime.registry import units

READERS = "citekit.documents.readers"
PARTS = "citekit.extraction.recognizers"
FORMATS = "citekit.formats"
OUTPUTS = "citekit.csl.output"


def write_reference_pages(folder: Path) -> None:
    """Writes one page per kind of thing into ``folder``; unchanged pages are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {
        "cli": cli_page(),
        "options": options_page(),
        "settings": settings_page(),
        **{f"settings/{name}": settings_of_command_page(name) for name in settings_of_commands()},
        "readers": readers_page(),
        "parts": parts_page(),
        "formats": formats_page(),
        "mapping": mapping_page(),
        "outputs": outputs_page(),
        "keys": keys_page(),
        "bib-problems": bib_problems_page(),
        "limits": limits_page(),
        "rules": rules_page(),
        "reporters": reporters_page(),
        **{f"rules/{rule.name}": rule_page(rule) for rule in all_rules()},
        **{f"cli/{name}": command_page(name) for name in command_names()},
    }
    for below in ("rules", "cli", "settings"):
        (folder / below).mkdir(exist_ok=True)
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def limits_page() -> str:
    """What one input and one entry may cost, from the constants that say so."""
    lead = "Limits for one document, bibliography or entry; see [the concept](../../concepts/limits.md)."
    rows = [
        ("bytes of a file or of standard input", f"{budget.LARGEST_INPUT:,}"),
        ("bytes of an answer of a server", f"{budget.LARGEST_ANSWER:,}"),
        (
            "seconds of the processor",
            f"{budget.DOCUMENT_SECONDS:g}, and {budget.SECONDS_PER_MB:g} for each million bytes",
        ),
        ("seconds of the processor for the checks of an entry", f"{budget.ENTRY_SECONDS:g}"),
        (
            "seconds of the clock for a PDF",
            f"{budget.DOCUMENT_SECONDS:g}, or {process.SECONDS_PER_PAGE:g} for each page if that is more",
        ),
        (
            "bytes of address space for the process that reads PDFs",
            f"{process.MOST_MEMORY:,}, and {process.COPIES} for each byte of the file",
        ),
        *((kind, f"{most:,}") for kind, most in budget.MOST.items()),
    ]
    return _page("Limits", lead, _table("limit", rows))


def rules_page() -> str:
    """All rules of ``citekit check`` by family, with their severities and what they find."""
    parts = []
    for family, about in families().items():
        rules = [rule for rule in all_rules() if rule.family == family]
        if not rules:  # what it has is part of rules of other families
            continue
        rows = ["| rule | severity | finds |", "|---|---|---|"]
        rows += [f"| [{r.name}](rules/{r.name}.md) | {r.state} | {_inline(r.summary)} |" for r in rules]
        parts.append("\n".join([f"## {family}", "", about, "", *rows]))
    tree = "\n".join(["```{toctree}", ":hidden:", "", *(f"rules/{rule.name}" for rule in all_rules()), "```"])
    lead = f"The {len(all_rules())} rules of `citekit check`; see [the guide](../../guides/check.md)."
    return _page("Rules", lead, *parts, tree)


def rule_page(rule: Rule) -> str:
    """The page of one rule: what it finds, its family, severities and options, and its text with a section for each part."""
    facts = f"Family {rule.family}; severity {rule.state}."
    options = [f"`{name}` (`{json.dumps(default)}`)\n: {about}" for name, (default, about) in rule.option_help.items()]
    summary, _, rest = rule.page.partition("\n\n")
    rest = re.sub(r"^###(?= )", "##", rest, flags=re.MULTILINE)  # a page of its own has no family above its parts
    return _page(rule.name, summary, facts, *(["Options:", *options] if options else []), rest)


def reporters_page() -> str:
    """Every form of output of ``citekit check``."""
    lead = "The values of `citekit check --to`."
    return _page("Forms of reports", lead, *(_unit(module) for module in units(REPORTERS)))


def _inline(text: str) -> str:
    """Inline literals of a docstring as Markdown has them; blocks of code stay."""
    lines = text.split("\n")
    return "\n".join(line if line.startswith("    ") else line.replace("``", "`").replace("|", "\\|") for line in lines)


def cli_page() -> str:
    """Return an overview of all commands, each of which has a page of its own."""
    rows = ["| command | purpose |", "|---|---|"]
    rows += [
        f"| [citekit {name}](cli/{name}.md) | {command_named(name).get_short_help_str(200)} |"
        for name in command_names()
    ]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *(f"cli/{name}" for name in command_names()), "```"])
    return _page("Command line", inspect.cleandoc(cli.help or ""), "\n".join(rows), tree)


def command_page(name: str) -> str:
    """Return the page of one command: its usage, what it does, and its options."""
    return re.sub(r"^#(#+ citekit )", r"\1", _verb(name), flags=re.MULTILINE) + "\n"


def options_page() -> str:
    """Every option of the command line with the verbs that have it: the same word means the same in all of them."""
    having: dict[str, tuple[str, list[str]]] = {}
    for path, command in commands():
        for param in command.params:
            if isinstance(param, click.Option):
                names = ", ".join(f"`{name}`" for name in sorted(param.opts, key=len))
                having.setdefault(long_name(param), (names, []))[1].append(path)
    lead = "Every option with the commands that have it. An option has the same meaning in all of them."
    rows = ["| option | commands |", "|---|---|"]
    rows += [f"| {names} | {', '.join(paths)} |" for _, (names, paths) in sorted(having.items())]
    return _page("Options", lead, "\n".join(rows))


def settings_of_commands() -> dict[str, list[Field[Any]]]:
    """The settings of each command that has some."""
    found = {
        name: [of for kind in settings_classes(command_named(name)) for of in fields(kind)] for name in command_names()
    }
    return {name: settings for name, settings in found.items() if settings}


def settings_page() -> str:
    """The sections of a settings file, each with a page of its own."""
    lead = (
        "The sections of `citekit.toml`, or of `tool.citekit` in `pyproject.toml`: one for each command. "
        "See [the guide](../../guides/settings.md)."
    )
    rows = ["| section | settings |", "|---|---|"]
    rows += [
        f"| [{name}](settings/{name}.md) | {', '.join(f'`{option_name(of)}`' for of in settings)} |"
        for name, settings in settings_of_commands().items()
    ]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *(f"settings/{name}" for name in settings_of_commands()), "```"])
    return _page("Settings", lead, "\n".join(rows), tree)


def settings_of_command_page(name: str) -> str:
    """The settings of a command: name, type, default, meaning."""
    lead = (
        f"The section `[{name}]` of `citekit.toml`, or `[tool.citekit.{name}]` of `pyproject.toml`. "
        "A setting with no in the last column is accepted in your own settings only."
    )
    return _page(f"Settings of {name}", lead, _settings_table(settings_of_commands()[name]))


def readers_page() -> str:
    """Every reader: the name that ``--from`` takes, the suffixes, and its module's words."""
    lead = "The values of `citekit convert --from`. By default, the format is detected from the content, not from the file name."
    return _page("Readers", lead, *(_unit(module) for module in units(READERS)))


def parts_page() -> str:
    """Every part finder and its module's words."""
    lead = "Parts that are recognised in every item of a list, whatever its layout."
    return _page("Part finders", lead, *(_unit(module) for module in units(PARTS)))


def formats_page() -> str:
    """Every format: the name that ``--to`` takes, the suffixes, whether it is read and written, what it leaves out."""
    lead = "The values of `citekit convert --to` and `--from`; by default, the extension of `--out` selects one."
    modules = sorted((module for module in units(FORMATS) if hasattr(module, "NAME")), key=lambda module: module.NAME)
    return _page("Formats", lead, _formats_table(modules), *map(_unit, modules))


def _formats_table(modules: Iterable[ModuleType]) -> str:
    rows = ["| format | suffixes | read | written | settings |", "|---|---|---|---|---|"]
    for module in modules:
        suffixes = ", ".join(f"`{suffix}`" for suffix in module.SUFFIXES)
        how = "yes" if hasattr(module, "dumps") else "a folder" if hasattr(module, "pages") else ""
        settings = getattr(module, "SETTINGS", None)
        cells = [f"`{module.NAME}`", suffixes, "yes" if hasattr(module, "loads") else "", how]
        rows.append(f"| {' | '.join([*cells, f'`{settings.__name__}`' if settings else ''])} |")
    return "\n".join(rows)


def mapping_page() -> str:
    """Entry types and fields of BibTeX and BibLaTeX, and the CSL types and variables that they stand for."""
    lead = (
        "How entry types and fields of BibTeX and BibLaTeX are converted to CSL's types and variables, and back. "
        "See [how it works](../../concepts/bibtex.md)."
    )
    written = _rows("CSL type|BibTeX|BibLaTeX", ((kind, *names) for kind, names in ENTRY_TYPES.items()))
    read = _rows("entry type|CSL type", CSL_TYPES.items())
    fields = _rows(
        "variable|BibTeX|BibLaTeX|in entries of the type",
        ((row.variable, row.bibtex, row.biblatex, *(sorted(row.types) or ["any other type"])) for row in FIELDS),
        width=4,
    )
    parts = _rows("title|its parts", ((name, *found) for name, found in TITLE_PARTS.items()), width=2)
    volumes = _rows(
        "entry type|goes to `maintitle`|`volume-title` goes to",
        ((kind, *of) for kind, of in sorted(VOLUME_TITLES.items())),
    )
    roles = (
        f"Editors of a type (`editortype`) that are CSL variables: {', '.join(f'`{r}`' for r in sorted(EDITOR_ROLES))}."
    )
    keys = _rows("key|stands for", [*GENRES.items(), *STATES.items()])
    return _page(
        "Entry types and fields",
        lead,
        f"## How CSL types are written\n\n{written}",
        f"## How entry types are read\n\nAny other type is a `document`.\n\n{read}",
        f"## Fields\n\nThe first row that fits counts. `issued` is `year`, `month` and `day`, or `date`.\n\n{fields}",
        f"## Titles in parts\n\n{parts}",
        f"## Volumes\n\nIn a work with a `volume-title`:\n\n{volumes}",
        f"## People\n\n{roles}",
        f"## Keys of `type` and `pubstate`\n\n{keys}",
    )


def _rows(head: str, rows: Iterable[Iterable[str]], width: int = 0) -> str:
    """A table whose cells are names; what goes beyond ``width`` columns shares the last one."""
    lines = [f"| {head.replace('|', ' | ')} |", "|---" * len(head.split("|")) + "|"]
    for row in rows:
        cells = [f"`{cell}`" if " " not in cell else cell for cell in row]
        if width:
            cells = [*cells[: width - 1], ", ".join(cells[width - 1 :])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def outputs_page() -> str:
    """Every output format of citations: the name that ``citekit format --to`` takes, and the suffixes."""
    lead = "The values of `citekit format --to`; by default, the extension of `--out` selects one."
    return _page("Output formats", lead, *(_unit(module) for module in units(OUTPUTS)))


def keys_page() -> str:
    """What may stand in the template of ``--keys``."""
    lead = f"`--keys` takes a template of text and markers in brackets; without it, it is `{KEY_TEMPLATE}`."
    markers = _table("marker", ((f"[{name}]", meaning) for name, (_, meaning) in MARKERS.items()))
    modifiers = _table("modifier", ((f":{name}", meaning) for name, (_, meaning) in MODIFIERS.items()))
    return _page("Citation keys", lead, markers, "A marker may carry modifiers: `[auth:upper]`.", modifiers)


def bib_problems_page() -> str:
    """Every kind of problem that the reading of a ``.bib`` file can report, with an example."""
    lead = "Problems reported for `.bib` files. See [how they are parsed](../../concepts/bib-files.md)."
    return _page("Problems of .bib files", lead, *(_fault(fault) for fault in FAULTS.values()))


def _fault(fault: ProblemKind) -> str:
    example = [f"```text\n{fault.example}\n```"] if fault.example else []
    todo = f"{fault.hint[0].upper()}{fault.hint[1:]}."
    return "\n\n".join([f"## {fault.kind}", f"{fault.meaning} ({fault.severity})", *example, todo])


def _page(title: str, *parts: str) -> str:
    return "\n\n".join((f"# {title}", *parts)) + "\n"


def _verb(name: str) -> str:
    command = command_named(name)
    context = click.Context(command, info_name=f"citekit {name}")
    usage = " ".join(["citekit", name, *command.collect_usage_pieces(context)])
    options = (_option(param, context) for param in command.get_params(context) if isinstance(param, click.Option))
    parts = [f"## citekit {name}", f"```text\n{usage}\n```", inspect.cleandoc(command.help or ""), *options]
    parts += _examples(command)
    if isinstance(command, click.Group):
        parts += [_command(f"{name} {sub}", command.commands[sub]) for sub in sorted(command.commands)]
    return "\n\n".join(parts)


def _command(name: str, command: click.Command) -> str:
    """A verb's own verb, such as ``index build``."""
    context = click.Context(command, info_name=f"citekit {name}")
    usage = " ".join(["citekit", name, *command.collect_usage_pieces(context)])
    options = (_option(param, context) for param in command.get_params(context) if isinstance(param, click.Option))
    return "\n\n".join(
        [
            f"### citekit {name}",
            f"```text\n{usage}\n```",
            inspect.cleandoc(command.help or ""),
            *options,
            *_examples(command),
        ]
    )


def _examples(command: click.Command) -> list[str]:
    """The example command lines of a command as a code block."""
    lines = "\n".join(command.examples) if isinstance(command, WithExamples) else ""
    return [f"Examples:\n\n```sh\n{lines}\n```"] if lines else []


def _settings_table(settings: Iterable[Field[Any]]) -> str:
    rows = ["| setting | type | default | meaning | in a project |", "|---|---|---|---|---|"]
    for of in settings:
        default = "{}" if is_table(of) else json.dumps(of.default)
        kind = "table" if is_table(of) else _TYPES[type(of.default)]
        rows.append(f"| `{option_name(of)}` | {kind} | `{default}` | {of.metadata['help']} | {_in_project(of)} |")
    return "\n".join(rows)


def _in_project(of: Field[Any]) -> str:
    return f"no: {power_of(of)}" if power_of(of) else "yes, inside it" if of.metadata.get("path") else "yes"


_TYPES = {bool: "true or false", int: "number", str: "string", tuple: "list of strings"}


def _option(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    if record is None:
        raise ValueError(f"{option.name} has no help text")
    names, text = record
    return f"`{names}`\n: {text}"


def _unit(module: ModuleType) -> str:
    name = getattr(module, "NAME", module.__name__.rpartition(".")[2])
    facts = []
    if getattr(module, "SUFFIXES", ()):
        facts.append("Suffixes: " + ", ".join(f"`{suffix}`" for suffix in module.SUFFIXES))
    ways = (("written", "dumps"), ("written as a folder", "pages"), ("read", "loads"))
    able = [word for word, function in ways if hasattr(module, function)]
    if able:
        facts.append(f"It can be {' and '.join(able)}")
    words = inspect.cleandoc(module.__doc__ or "").replace("``", "`")
    return "\n\n".join([f"## {name}", words, *(f"{fact}." for fact in facts)])


def _table(kind: str, rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join([f"| {kind} | stands for |", "|---|---|", *(f"| `{name}` | {text} |" for name, text in rows)])
