"""Print the entries that a query fits, or that a manuscript cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citekit.cli._grammar import Verb, files
from citekit.cli._input import STDIN, read_input, shown_name
from citekit.cli._options import options_of
from citekit.cli._output import STDOUT, content_before, refuse_to_overwrite, write
from citekit.cli._terminal import progress, say, say_hint, say_problem, say_warning
from citekit.cli.main import FAILED, FINDINGS, FINE
from citekit.runtime.config import CheckSettings, ConvertSettings, setting
from citekit.runtime.errors import UsageError, counted
from citekit.runtime.records import dataclass

if TYPE_CHECKING:
    from citekit.commands.api import Conversion, InputResult
    from citekit.model.work import Work

_MISSING_SHOWN = 20


@dataclass(frozen=True, slots=True)
class _SelectArguments:
    """What is chosen beside the query, and where it goes."""

    cited_in: tuple[str, ...] = setting((), "Only the entries that these manuscripts cite.", "FILES", path=True)
    only_keys: bool = setting(False, "Print only the citation keys, one a line.")
    to_format: str = setting(
        "", "Write this format; without it, entries of .bib files stay as they are.", "FORMAT", ("--to",)
    )
    out: str = setting(
        "", "Write to this file; its suffix tells the format.", "OUT", ("-o", "--out"), path=True, power="writes"
    )
    overwrite: bool = setting(False, "Replace OUT where it exists.", "", ("-f", "--overwrite"), power="writes")
    quiet: bool = setting(False, "Say nothing but errors.", "", ("-q", "--quiet"))


@click.command("select", cls=Verb)
@click.argument("query_and_files", metavar="QUERY FILE...", nargs=-1, required=True, shell_complete=files)
@options_of(answer=_SelectArguments)
def command(query_and_files: tuple[str, ...], answer: _SelectArguments) -> int:
    """Print the entries that QUERY fits.

    QUERY is like 'type:article and year>=2020 and author:Doe'; with --cited-in it may be left out. FILE is a
    bibliography, any document that 'citekit convert' reads, or - for standard input. Entries of .bib files are printed
    as they are written, with the @string definitions, crossref parents, members of sets and related entries that they need. The exit code is 1 where
    nothing is found, or a manuscript cites what is not there.
    """
    text, files = _divided(query_and_files, answer)
    if answer.out:
        refuse_to_overwrite(answer.out, answer.overwrite)
    from citekit.commands.api import Conversion, NamedBytes
    from citekit.formats.files import check_writable, format_to_write
    from citekit.model.query import query

    asked = query(text) if text.strip() else None
    to_format = answer.to_format or ("" if answer.out in ("", STDOUT) else format_to_write(answer.out))
    check_writable(to_format or "bibtex")
    before = content_before(answer.out, (*files, *answer.cited_in))
    cited = _cited(answer.cited_in)
    inputs = [NamedBytes(shown_name(name), read_input(name)) if name == STDIN else name for name in files]
    with progress(not answer.quiet) as done:
        conversion = Conversion.of(inputs, ConvertSettings(), done=done)
    for failure in conversion.failures:
        say_problem(failure)
    if asked:
        asked.check([*conversion.library, *(work for part in conversion.parts for work in part.library)])

    def wanted(work: Work) -> bool:
        return (cited is None or not cited.isdisjoint(work.keys)) and (asked is None or asked.holds(work))

    as_written = not answer.to_format and to_format in ("", "bibtex", "biblatex") and not answer.only_keys
    if as_written and conversion.parts and all(part.format in ("bibtex", "biblatex") for part in conversion.parts):
        text, found, seen = _as_written(conversion.parts, wanted)
    else:
        text, found, seen = _anew(conversion, wanted, "" if answer.only_keys else to_format or "bibtex")
    if found:
        write(text, answer.out, answer.overwrite, read=before)
    missing = _missing(cited, conversion)
    if not answer.quiet and seen:
        say(f"{found} of {counted(seen, 'entry')}")
    if conversion.failures:
        return FAILED
    return FINE if found and not missing else FINDINGS


def _divided(arguments: tuple[str, ...], answer: _SelectArguments) -> tuple[str, tuple[str, ...]]:
    """The query and the files; with ``--cited-in``, an argument that is a file is no query."""
    first, *rest = arguments
    if answer.cited_in and (first == STDIN or _exists(first) or not rest):
        return "", arguments
    if not rest:
        hint = "name the files after it, or - for standard input"
        raise UsageError("a query needs files to look in" if not _exists(first) else f"{first} is no query", hint)
    return first, tuple(rest)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _cited(manuscripts: Sequence[str]) -> frozenset[str] | None:
    """The keys that manuscripts cite; None for all. Raises ``UsageError`` where a file is none or cannot be read."""
    if not manuscripts:
        return None
    from citekit.lint.loading.files import load

    loaded = load([Path(name) for name in manuscripts], CheckSettings())
    for problem in loaded.unreadable:
        raise UsageError(problem.message, problem.hint)
    if not loaded.manuscripts:
        raise UsageError(f"nothing is cited in {', '.join(manuscripts)}", "name the main file of a manuscript")
    if any(manuscript.everything for manuscript in loaded.manuscripts):
        return None
    return frozenset(citation.key for manuscript in loaded.manuscripts for _, citation in manuscript.citations())


def _missing(cited: frozenset[str] | None, conversion: Conversion) -> bool:
    """Says which keys are cited and not there."""
    works = (*(work for part in conversion.parts for work in part.library), *conversion.library)
    there = {key for work in works for key in work.keys}
    missing = sorted((cited or frozenset()) - there)
    for key in missing[:_MISSING_SHOWN]:
        say_warning(f"'{key}' is cited, and no entry has this key")
    if len(missing) > _MISSING_SHOWN:
        say_hint(f"{len(missing) - _MISSING_SHOWN} more keys like these; 'citekit check' names them all")
    return bool(missing)


def _as_written(parts: Sequence[InputResult], wanted: Callable[[Work], bool]) -> tuple[str, int, int]:
    """The chosen entries of ``.bib`` files as they are written, how many they are, and of how many."""
    from citekit.formats.bibtex.excerpt import excerpt

    texts, found, seen = [], 0, 0
    for part in parts:
        seen += len(part.library)
        if part.library.traces:
            both = zip(part.library.works, part.library.traces, strict=True)
            places = {trace.span.start for work, trace in both if wanted(work)}
            found += len(places)
            texts.append(excerpt(part.library.traces[0].source, places))
    return "\n".join(filter(None, texts)), found, seen


def _anew(conversion: Conversion, wanted: Callable[[Work], bool], to_format: str) -> tuple[str, int, int]:
    """The chosen works in a format, or their keys."""
    from citekit.formats.files import dumps
    from citekit.model.library import Works

    works = tuple(work for work in conversion.library if wanted(work))
    text = dumps(Works(works), to_format) if to_format else "".join(f"{work.id}\n" for work in works)
    return text, len(works), len(conversion.library)
