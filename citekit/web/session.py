"""Requests of the page: convert sources, correct the result, and write, format, check and tidy the bibliography.

A :class:`WebSession` stores the last conversion. A request has a name and a JSON object; the response is a JSON object. The
same session runs in a browser (Pyodide) and in ``citekit serve``.
"""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

from citekit.commands.check import check_files
from citekit.commands.convert import Conversion, NamedBytes, Readable, is_doubtful
from citekit.commands.format import as_page, listing_of, owned
from citekit.commands.lock_file import Lock, source_name
from citekit.commands.publication_page import page
from citekit.csl.model import Style
from citekit.csl.output import writer
from citekit.csl.processor import listed
from citekit.csl.styles import find, load, search
from citekit.extraction.corrections import LABELS, Correction, added, anchor, of_field
from citekit.extraction.phrases import flat
from citekit.extraction.pipeline import Reading
from citekit.formats import files
from citekit.formats.bibtex.tidying.run import tidy
from citekit.formats.csv import text_of
from citekit.lint.finding import Finding
from citekit.lint.reporting.repairs import repair
from citekit.model.as_printed import titled
from citekit.model.work import Trace, Work, Works
from citekit.runtime.config import LOCK, CheckSettings, ConvertSettings, FormatSettings, TidySettings
from citekit.runtime.errors import CitekitError, Problem, UsageError
from citekit.runtime.span import Span

MOST_STYLES = 60
"""Most styles that a search returns."""
_CHECKED = "publications.bib"
_EVIDENCE = {"eprint": "arxiv", "URL": "url"}

_REQUESTS = frozenset("begin read printed correct forget write styles references page check fix tidy".split())
"""The names of the requests; the method ``_NAME`` of :class:`WebSession` handles each."""

Request = Mapping[str, Any]
Response = dict[str, Any]
Settings = TypeVar("Settings")


class WebSession:
    """The sources of the page, the corrections of the user, and the conversion of the sources.

    ``fetches`` allows URLs as sources. ``lock`` is the lock file for corrections; None in a browser.
    """

    def __init__(self, fetches: bool = False, lock: Lock | None = None) -> None:
        self.fetches = fetches
        self.lock = lock or Lock(Path(LOCK), alone=True)
        self.keeps = lock is not None
        self.sources: list[Readable] = []
        self.settings = ConvertSettings(jobs=1)
        self.conversion = Conversion((), Works())

    def answer(self, name: str, request: Request) -> Response:
        """Handle a request of the page. Return ``{"error": …, "hint": …}`` if it fails."""
        try:
            if name not in _REQUESTS:
                raise UsageError(f"there is no request named {name!r}", "reload the page")
            response: Response = getattr(self, f"_{name}")(request)
            return response
        except CitekitError as error:
            return {"error": error.problem.message, "hint": error.problem.hint}
        except (LookupError, TypeError, ValueError) as error:
            return {"error": f"the request {name} is not valid: {error}", "hint": "reload the page"}
        except Exception as error:  # an internal error must not end the session
            message = f"{name} failed, internal error: {type(error).__name__}: {error}"
            return {"error": message, "hint": "this is a bug in citekit; please report it"}

    # --- converting ------------------------------------------------------------------------------------------------

    def _begin(self, request: Request) -> Response:
        """Return the formats and fields that the page offers, and the sources converted before it opened, if any."""
        writes = [(name, files.module_of(name)) for name in files.format_names()]
        formats = [name for name, module in writes if hasattr(module, "dumps") or files.is_folder(name)]
        settings = {"formats": formats, "fields": [name for name in LABELS if name], "fetches": self.fetches}
        return {**settings, "keeps": self.keeps, **(self._read_again() if self.sources else {})}

    def _read(self, request: Request) -> Response:
        """Convert sources: ``[{"name", "data" (base64) | "text" | "address"}]``.

        Corrections of a source with the same name are applied, unless its content is a different one now.
        """
        before = {source.name: source.data for source in self.sources if isinstance(source, NamedBytes)}
        self.sources = [self._source(source) for source in request["sources"]]
        for source in self.sources:
            if isinstance(source, NamedBytes) and not _is_same_source(
                before.get(source.name, source.data), source.data
            ):
                name = source_name(source.name, self.lock.path.parent)
                self.lock.corrections.pop(name, None)
                self.lock.known.pop(name, None)
        self.settings = ConvertSettings(
            format=str(request.get("format", "")), each_line=bool(request.get("each_line")), jobs=1
        )
        if "lock" in request:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, LOCK)
                path.write_text(str(request["lock"]), encoding="utf-8")
                corrected = Lock.of(path, corrections_alone=True)
                self.lock.corrections |= corrected.corrections
                self.lock.known |= corrected.known
        return self._read_again()

    def _source(self, source: Request) -> Readable:
        if "address" in source:
            url = str(source["address"])
            if not self.fetches:
                raise UsageError(
                    "URLs cannot be read in a browser", "save the page and drop the file, or use citekit serve"
                )
            if not url.startswith(("https://", "http://")):
                raise UsageError(f"{url} is not a URL", "enter a URL that begins with https://")
            return url
        data = base64.b64decode(source["data"], validate=True) if "data" in source else str(source["text"]).encode()
        # without directories, because citekit reads files in the directory of a source
        name = str(source["name"]).replace("\\", "/").rpartition("/")[2][:200]
        return NamedBytes(name or "pasted text", data)

    def _read_again(self) -> Response:
        self.conversion = Conversion.of(self.sources, self.settings, corrections=self.lock)
        library, readings = self.conversion.library, self.conversion.readings
        pairs = zip(library, library.traces, strict=bool(library.traces))
        entries = [_entry(work, trace) for work, trace in pairs]
        left = [
            {"source": reading.source.name, "span": _span(item.span), "text": item.text, "reason": item.reason}
            for reading in readings
            for item in reading.left_out
        ]
        problems = [*self.conversion.problems, *self.conversion.failures]
        return {
            "documents": [_document(reading, self.lock.of_source(reading.source.name)) for reading in readings],
            "entries": entries,
            "left_out": left,
            "problems": [_problem(problem) for problem in problems],
            "bib": files.dumps(library, "bibtex"),
            "lock": self.lock.text,
        }

    def _printed(self, request: Request) -> Response:
        """Return the style that each source is printed in, and how its entries compare with it, by names and keys."""
        from citekit.commands.reprint.lists import printed_like, reprinted_text  # imported here because few need it

        library = self.conversion.library
        lists = printed_like(library.works, library.traces)
        entries = {
            library.works[number].id: reprinted_text(judged, found.label)
            for found in lists.values()
            for number, judged in found.judged.items()
        }
        return {"documents": {name: str(found) for name, found in lists.items()}, "entries": entries}

    # --- correcting ------------------------------------------------------------------------------------------------

    def _correct(self, request: Request) -> Response:
        """Apply a correction ``{"source", "kind", "item", "name", "value"}``; kind ``field`` without a name removes words."""
        kind, item, value = str(request["kind"]), str(request.get("item", "")), str(request.get("value", ""))
        if kind == "field":
            name = str(request.get("name", ""))
            new = of_field(item, name, value) if name else Correction("field", anchor(item), "", value)
        else:
            value = anchor(value) if kind in ("join", "split") else flat(value)
            new = Correction(kind, anchor(item), str(request.get("name", "")), value)
        source = source_name(str(request["source"]), self.lock.path.parent)
        before = self.lock.corrections.get(source, ())
        self.lock.corrections[source] = added(before, new)
        response = self._read_again()
        if any(p["kind"] == "unmet-correction" and new.with_item in p["message"] for p in response["problems"]):
            self.lock.corrections[source] = before
            self._read_again()
            raise UsageError("no item matches the correction; nothing was saved", "select other words")
        self.lock.corrections[source] = before
        self._store(source, lambda corrections: added(corrections, new))
        return response

    def _forget(self, request: Request) -> Response:
        source = source_name(str(request["source"]), self.lock.path.parent)
        removed = self.lock.corrections.get(source, ())[int(request["number"])]
        self._store(source, lambda corrections: tuple(each for each in corrections if each != removed))
        return self._read_again()

    def _store(self, source: str, change: Callable[[tuple[Correction, ...]], tuple[Correction, ...]]) -> None:
        """Change the corrections of a source: in the lock file if there is one, else until the page is closed."""
        if self.keeps:
            self.lock.note(source, change)
        else:
            self.lock.corrections[source] = change(self.lock.corrections.get(source, ()))

    # --- writing ---------------------------------------------------------------------------------------------------

    def _write(self, request: Request) -> Response:
        """Return the bibliography in a format: its text, or the files of a format that is a directory, by name."""
        name, library = str(request["format"]), self.conversion.library
        lost = [problem.message for problem in files.losses(library, name)]
        if not files.is_folder(name):
            suffix = files.module_of(name).SUFFIXES[:1] or (".txt",)
            return {"text": files.dumps(library, name), "suffix": suffix[0], "lost": lost}
        pages: Mapping[str, str] = files.module_of(name).pages(list(library))
        text = "\n".join(f"── {path}\n{text}" for path, text in pages.items())
        return {"files": dict(pages), "text": text, "lost": lost}

    def _styles(self, request: Request) -> Response:
        styles = search(str(request.get("words", "")))
        return {"count": len(styles), "styles": [asdict(style) for style in styles[:MOST_STYLES]]}

    def _references(self, request: Request) -> Response:
        """Return the references in a style, as HTML and in another format."""
        settings = FormatSettings(sort=str(request.get("sort", "")))
        rendered = listed(self._works(settings), [_style(str(request["style"]))], "", listing_of(settings))
        output = writer(str(request.get("format", "text")))
        html, text = writer("html").bibliography(rendered), output.bibliography(rendered)
        return {"html": html, "text": text, "problems": [_problem(problem) for problem in rendered.warnings]}

    def _page(self, request: Request) -> Response:
        """Return a web page of publications, see :mod:`citekit.commands.publication_page`."""
        works = self._works(FormatSettings())
        settings = as_page(works, FormatSettings(group_by=str(request.get("group_by", ""))))
        works, _ = owned(works, settings)
        style = _style(str(request.get("style") or "apa"))
        return {"text": page(works, [style], listing_of(settings))[0]}

    def _works(self, settings: FormatSettings) -> Sequence[Work]:
        bibtex = all(part.format in ("bibtex", "biblatex") for part in self.conversion.parts if not part.failure)
        return titled(list(self.conversion.library), settings.titles, bibtex)

    # --- checking --------------------------------------------------------------------------------------------------

    def _check(self, request: Request) -> Response:
        """Return the findings of a .bib file, each with its fix."""
        with _checked(str(request["bib"])) as findings:
            return {"findings": [_finding(finding, number) for number, finding in enumerate(findings)]}

    def _fix(self, request: Request) -> Response:
        """Return the .bib file after the fix with a ``number``, or after all safe fixes."""
        text = str(request["bib"])
        with _checked(text) as findings:
            number = request.get("number")
            chosen = [findings[int(number)]] if number is not None else findings
            repaired = repair([finding for finding in chosen if finding.fix], number is not None)
            return {"bib": next(iter(repaired.texts.values()), text), "fixed": len(repaired.fixed)}

    def _tidy(self, request: Request) -> Response:
        tidied = tidy(str(request["bib"]), _settings(TidySettings, request.get("settings", {})), _CHECKED)
        problems = [_problem(problem) for problem in tidied.problems]
        return {"bib": tidied.text, "changed": tidied.changed, "problems": problems}


def _style(name: str) -> Style:
    """Return the bundled style of this name. Paths are not accepted, because the page could then read any file."""
    return load(find(name).name)


def _settings(kind: type[Settings], request: Request) -> Settings:
    """Return settings from a request. Raise ``UsageError`` for an unknown setting, a path, or a value of a wrong type."""
    by_name = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(request, Mapping):
        raise UsageError("the settings of the request are not an object", "reload the page")
    values: dict[str, Any] = {}
    for name, value in request.items():
        field = by_name.get(name)
        if field is None or field.metadata["path"]:
            raise UsageError(f"the page cannot set {name!r}", "reload the page")
        expected = type(field.default)
        converted = tuple(map(str, value)) if expected is tuple and isinstance(value, list) else value
        if type(converted) is not expected:
            raise UsageError(f"{name} = {value!r} has the wrong type", "reload the page")
        values[name] = converted
    return kind(**values)


@contextmanager
def _checked(text: str) -> Iterator[Sequence[Finding]]:
    """Return the findings of a .bib text, which is in a temporary file while they are used."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, _CHECKED)
        Path(folder, ".git").mkdir()  # a project of its own, so that no documents are looked for in the folders above
        path.write_text(text, encoding="utf-8", errors="replace")
        yield check_files([path], CheckSettings()).report.diagnostics


def _is_same_source(before: bytes, now: bytes) -> bool:
    """Whether two contents are versions of the same source: they share half of the lines of the shorter one."""
    old, new = set(before.splitlines()), set(now.splitlines())
    return len(old & new) * 2 >= min(len(old), len(new))


def _finding(finding: Finding, number: int) -> Response:
    line, column = finding.source.line_column(finding.span.start)
    fix = {"message": finding.fix.message, "safe": finding.fix.safe} if finding.fix else None
    texts = {"rule": finding.rule, "severity": finding.severity, "message": finding.message, "hint": finding.hint}
    return {**texts, "number": number, "key": finding.key, "line": line, "column": column, "fix": fix}


def _document(reading: Reading, corrections: Sequence[Correction]) -> Response:
    source = reading.source
    return {
        "name": source.name,
        "text": source.text,
        "format": reading.format,
        "owner": str(reading.owner) if reading.owner else "",
        "corrections": [
            {"text": str(correction), "item": correction.item, "number": number}
            for number, correction in enumerate(corrections)
        ],
    }


def _entry(work: Work, trace: Trace) -> Response:
    fields = [_field(name, text_of(value), trace) for name, value in [*work.variables.items(), *work.fields.items()]]
    return {
        "key": work.id,
        "type": work.type,
        "source": trace.source.name,
        "span": _span(trace.span),
        "text": trace.text,
        "score": trace.score,
        "doubtful": is_doubtful(trace),
        "doubts": list(trace.doubts),
        "left_over": list(trace.left_over),
        "corrected": list(trace.corrected),
        "fields": fields,
    }


def _field(name: str, value: str, trace: Trace) -> Response:
    evidence = trace.evidence.get(name) or trace.evidence.get(_EVIDENCE.get(name, name.lower()))
    span = _span(evidence.span) if evidence and evidence.span else None
    details = {"score": evidence.score, "reason": evidence.reason} if evidence else {}
    return {"name": name, "value": value, "span": span, **details}


def _span(span: Span) -> list[int]:
    return [span.start, span.end]


def _problem(problem: Problem) -> Response:
    place = problem.source.place(problem.span) if problem.source else ""
    return {
        "severity": problem.severity,
        "kind": problem.kind,
        "message": problem.message,
        "hint": problem.hint,
        "place": place,
    }
