"""Checks of files as callers want them: bibliographies, documents that cite, and lists that the converter reads first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from citekit.lint.finding import Finding
from citekit.lint.loading.project import Project, PublicationListing, Role, listing_of
from citekit.lint.records.external_data import ExternalData, Retractions
from citekit.lint.reporters import render
from citekit.lint.reporting.report import Baseline, Report
from citekit.lint.rule import chosen_rules
from citekit.lint.run import run
from citekit.runtime import patterns as re
from citekit.runtime.budget import without_collection
from citekit.runtime.config import CheckSettings, ConvertSettings, VerifySettings
from citekit.runtime.errors import Problem, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file
from citekit.runtime.span import Source
from citekit.runtime.version import VERSION

_FAIL_ON = ("error", "warning", "note", "never")
_DIALECTS = ("", "bibtex", "biblatex")
STATISTICS = "statistics"
"""The format of findings that is their numbers, which no reporter makes."""
MIN_ITEMS = 2
"""A document with fewer publications counts as a list only if the settings declare it as one."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of a run, the project it was about, and the files in which there was nothing to check."""

    report: Report
    project: Project
    empty: tuple[str, ...] = ()

    def text(self, to_format: str, verbose: bool = False, with_unreadable: bool = True) -> str:
        """Return the findings in the format of a reporter; ``statistics`` are their numbers by rule, the most frequent first.

        Raises :class:`~citekit.runtime.errors.UsageError` for a format that does not exist.
        """
        if to_format == STATISTICS:
            counts = Counter((found.rule, found.severity) for found in self.report.diagnostics)
            return "".join(f"{count:7} {severity:8} {rule}\n" for (rule, severity), count in counts.most_common())
        unreadable = self.report.unreadable if with_unreadable else ()
        return render(replace(self.report, verbose=verbose, unreadable=unreadable), to_format)


def check_files(
    paths: Iterable[Path],
    settings: CheckSettings,
    knowledge: ExternalData | None = None,
    lists: Sequence[PublicationListing] = (),
    unread: Sequence[Problem] = (),
    unsaved: Mapping[str, str] | None = None,
) -> Checked:
    """Check files and the files in folders; ``knowledge`` takes the place of the services and data that the settings name.

    ``lists`` were read by the caller, who could not read what ``unread`` states. ``unsaved`` are texts that stand for those of
    files, by absolute paths.
    """
    baseline = Baseline.read(Path(settings.baseline)) if settings.baseline else None
    with without_collection(), nullcontext(knowledge) if knowledge else _knowledge(settings) as known:
        project = Project.open(paths, settings, unsaved)
        listings, problems, empty = _listings(project.undecided, settings)
        departures: list[Finding] = []
        if settings.style and any(rule.name == "reference-style" for rule in chosen_rules(settings)):
            # imported here because few checks compare references with a style
            from citekit.commands.style_check import compare
            from citekit.documents.load import read_path

            for listing in listings:
                compared = compare(read_path(listing.name), settings.style)
                listing.compared, listing.references = compared.compared, compared.seen
                departures += compared.findings
        project = replace(project, listings=(*lists, *listings), unreadable=(*project.unreadable, *unread, *problems))
        report = run(project, settings, baseline, knowledge=replace(known, departures=tuple(departures)))
        return Checked(replace(report, version=VERSION), project, tuple(empty))


def refuse_unknown(settings: CheckSettings) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for a severity or a dialect that does not exist."""
    for what, name, known in (("severity", settings.fail_on, _FAIL_ON), ("dialect", settings.dialect, _DIALECTS)):
        if name not in known:
            raise UsageError(f"there is no {what} {name!r}", did_you_mean(name, filter(None, known)))


@contextmanager
def _knowledge(settings: CheckSettings) -> Iterator[ExternalData]:
    """Yield the external data that the settings name. Packages of services that are not used are not imported."""
    with ExitStack() as stack:
        knowledge = ExternalData(style=settings.style)
        if settings.records:
            from citekit.services.arxiv.index_lookup import known

            knowledge = replace(knowledge, records=stack.enter_context(known(Path(settings.records))))
        if settings.retractions:
            knowledge = replace(knowledge, retractions=Retractions.read(Path(settings.retractions)))
        if settings.online:
            from citekit.commands.service_remarks import catalogued
            from citekit.runtime.links import dead_links

            found, _ = stack.enter_context(catalogued(VerifySettings(index=""), lambda _: None))
            knowledge = replace(knowledge, dead_links=dead_links, catalogued=found.found)
        if settings.style:
            from citekit.csl.printed import PrintedVariables

            knowledge = replace(knowledge, printed=PrintedVariables(settings.style))
        yield knowledge


_FILLED_BY_SCRIPT = re.compile(
    r"bibbase\.org/show|bibtex_js|bib-publication-list|loadBib\(|[\w/-]{0,80}\.(?:bib|json)['\"]\s{0,3}[,)]|<div id=['\"](?:root|app|__next)['\"]>\s{0,9}</div>"
)
"""A page whose list is put in by a script: BibBase, bibtex-js, a file that is loaded, an application without content."""


def _refers_to_itself(path: Path) -> bool:
    """Whether a Typst document refers to a place in it, as papers do. Read as a list, the name of the place is text: ``@eq1984``
    has a year."""
    text = read_file(path).decode("utf-8", "replace")
    places = set(re.findall(r"<([A-Za-z0-9_][\w.:-]{0,200})>", text))
    return any(found[1].rstrip(".:") in places for found in re.finditer(r"(?<![\w\\])@(\w[\w:.-]{0,200})", text))


def _listings(
    undecided: Sequence[tuple[Path, Role | None]], settings: CheckSettings
) -> tuple[list[PublicationListing], list[Problem], list[str]]:
    """Return the documents that list publications; why others could not be read; those in which nothing was found."""
    listings: list[PublicationListing] = []
    problems: list[Problem] = []
    empty: list[str] = []
    manuscripts = {
        path for path, role in undecided if role is None and path.suffix == ".typ" and _refers_to_itself(path)
    }
    empty += map(str, sorted(manuscripts))
    undecided = [one for one in undecided if one[0] not in manuscripts]
    if not undecided:
        return listings, problems, empty
    from citekit.commands.convert import (  # imported here so that checks of bibliographies do not wait for the converter
        Conversion,
    )

    paths = [path for path, _ in undecided]
    conversion = Conversion.of(paths, ConvertSettings(owner=settings.owner, jobs=1))
    for (path, role), part in zip(undecided, conversion.parts, strict=True):
        if part.failure:
            source = part.failure.source or Source(str(path), "")
            problems.append(Problem(part.failure.message, part.failure.hint, source, part.failure.span))
        elif part.reading is None or (role is None and len(part.library) < (1 if settings.style else MIN_ITEMS)):
            if (
                role is None
                and path.suffix.lower() in (".html", ".htm")
                and _FILLED_BY_SCRIPT.search(read_file(path).decode("utf-8", "replace"))
            ):
                hint = "open the page in a browser, save it completely, and check that file"
                problems.append(
                    Problem("a script creates the list when the page is opened", hint, Source(str(path), ""))
                )
            else:
                empty.append(str(path))
        else:
            listings.append(listing_of(part.reading.library, part.reading.source, role, len(part.library)))
    return listings, problems, empty
