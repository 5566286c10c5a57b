"""What the page asks: sources read, readings corrected, bibliographies written, formatted, checked and tidied.

A :class:`WebSession` holds what was read last. Each question has a name and a JSON object, and so has its answer; the same
questions are answered in a browser, where nothing else is there, and by ``citekit serve``.
"""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

from citekit.commands.api import Conversion, NamedBytes, Readable, is_doubtful
from citekit.commands.check import check_files
from citekit.commands.lock_file import Lock, source_name
from citekit.commands.manuscript_output import as_page, listing_of, owned
from citekit.commands.publication_page import page
from citekit.csl.formatted import listed
from citekit.csl.model import Style
from citekit.csl.output import writer
from citekit.csl.styles import find, load, search
from citekit.extraction.corrections import LABELS, Correction, added, anchor, of_field
from citekit.extraction.phrases import flat
from citekit.extraction.pipeline import Reading
from citekit.formats import files
from citekit.formats.bibtex.tidying.run import tidy
from citekit.formats.csv import text_of
from citekit.lint.finding import Finding
from citekit.lint.reporting.repairs import repair
from citekit.model.library import Works
from citekit.model.titles import titled
from citekit.model.trace import Trace
from citekit.model.work import Work
from citekit.runtime.config import LOCK, CheckSettings, ConvertSettings, FormatSettings, TidySettings
from citekit.runtime.errors import CitekitError, Problem, UsageError
from citekit.runtime.span import Span

MOST_STYLES = 60
"""Styles that one search shows."""
_CHECKED = "publications.bib"
_EVIDENCE = {"eprint": "arxiv", "URL": "url"}

_QUESTIONS = frozenset("begin read correct forget write styles references page check fix tidy".split())
"""What the page may ask; a method of :class:`WebSession` answers each."""

Asked = Mapping[str, Any]
Answer = dict[str, Any]
Settings = TypeVar("Settings")


class WebSession:
    """The sources that lie on the page, what was said about their reading, and what was read of them.

    ``fetches`` allows addresses as sources; ``lock`` is the lock file that corrections are written to, none in a browser.
    """

    def __init__(self, fetches: bool = False, lock: Lock | None = None) -> None:
        self.fetches = fetches
        self.lock = lock or Lock(Path(LOCK), alone=True)
        self.keeps = lock is not None
        self.sources: list[Readable] = []
        self.settings = ConvertSettings(jobs=1)
        self.conversion = Conversion((), Works())

    def answer(self, name: str, asked: Asked) -> Answer:
        """The answer to a question of the page; ``{"error": …, "hint": …}`` where there is none."""
        try:
            if name not in _QUESTIONS:
                raise UsageError(f"the page asks for {name!r}, which is nothing")
            answer: Answer = getattr(self, f"_{name}")(asked)
            return answer
        except CitekitError as error:
            return {"error": error.problem.message, "hint": error.problem.hint}
        except (LookupError, TypeError, ValueError) as error:
            return {"error": f"the page asked wrongly for {name}: {error}", "hint": "reload it"}
        except Exception as error:  # a mistake in citekit costs this question its answer, and no other
            told = f"{name} failed, internal error: {type(error).__name__}: {error}"
            return {"error": told, "hint": "this is a mistake in citekit; please report it"}

    # --- reading ---------------------------------------------------------------------------------------------------

    def _begin(self, asked: Asked) -> Answer:
        """What the page offers, and what was read before it opened."""
        writes = [(name, files.module_of(name)) for name in files.format_names()]
        formats = [name for name, module in writes if hasattr(module, "dumps") or files.is_folder(name)]
        settings = {"formats": formats, "fields": [name for name in LABELS if name], "fetches": self.fetches}
        return {**settings, "keeps": self.keeps, **(self._read_again() if self.sources else {})}

    def _read(self, asked: Asked) -> Answer:
        """Reads sources: ``[{"name", "data" (base64) | "text" | "address"}]``. What was said about a source of this name
        is heeded, unless something else has its name now."""
        before = {one.name: one.data for one in self.sources if isinstance(one, NamedBytes)}
        self.sources = [self._source(one) for one in asked["sources"]]
        for source in self.sources:
            if isinstance(source, NamedBytes) and not _goes_on(before.get(source.name, source.data), source.data):
                self.lock.corrections.pop(source_name(source.name, self.lock.path.parent), None)
        self.settings = ConvertSettings(
            format=str(asked.get("format", "")), each_line=bool(asked.get("each_line")), jobs=1
        )
        if "lock" in asked:
            with tempfile.TemporaryDirectory() as folder:
                given = Path(folder, LOCK)
                given.write_text(str(asked["lock"]), encoding="utf-8")
                self.lock.corrections |= Lock.of(given, corrections_alone=True).corrections
        return self._read_again()

    def _source(self, one: Asked) -> Readable:
        if "address" in one:
            address = str(one["address"])
            if not self.fetches:
                raise UsageError(
                    "a page in a browser cannot read addresses", "save the page and drop the file, or use citekit serve"
                )
            if not address.startswith(("https://", "http://")):
                raise UsageError(f"{address} is no web address", "it begins with https://")
            return address
        data = base64.b64decode(one["data"], validate=True) if "data" in one else str(one["text"]).encode()
        name = str(one["name"]).replace("\\", "/").rpartition("/")[2][:200]  # no path: files near it would be read
        return NamedBytes(name or "pasted text", data)

    def _read_again(self) -> Answer:
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

    # --- correcting ------------------------------------------------------------------------------------------------

    def _correct(self, asked: Asked) -> Answer:
        """Notes a correction: ``{"source", "kind", "item", "name", "value"}``; ``field`` is also what no word says."""
        kind, item, value = str(asked["kind"]), str(asked.get("item", "")), str(asked.get("value", ""))
        if kind == "field":
            name = str(asked.get("name", ""))
            new = of_field(item, name, value) if name else Correction("field", anchor(item), "", value)
        else:
            value = anchor(value) if kind in ("join", "split") else flat(value)
            new = Correction(kind, anchor(item), str(asked.get("name", "")), value)
        source = source_name(str(asked["source"]), self.lock.path.parent)
        before = self.lock.corrections.get(source, ())
        self.lock.corrections[source] = added(before, new)
        found = self._read_again()
        if any(p["kind"] == "unmet-correction" and str(new) in p["message"] for p in found["problems"]):
            self.lock.corrections[source] = before
            self._read_again()
            raise UsageError("the source has no place for that; nothing was noted", "choose other words")
        self.lock.corrections[source] = before
        self._keep(source, lambda said: added(said, new))
        return found

    def _forget(self, asked: Asked) -> Answer:
        source = source_name(str(asked["source"]), self.lock.path.parent)
        said, at = self.lock.corrections.get(source, ()), int(asked["number"])
        gone = said[at]
        self._keep(source, lambda now: tuple(one for one in now if one != gone))
        return self._read_again()

    def _keep(self, source: str, change: Callable[[tuple[Correction, ...]], tuple[Correction, ...]]) -> None:
        """Changes what was said about a source: in the lock file where there is one, else as long as the page is open."""
        if self.keeps:
            self.lock.note(source, change)
        else:
            self.lock.corrections[source] = change(self.lock.corrections.get(source, ()))

    # --- writing ---------------------------------------------------------------------------------------------------

    def _write(self, asked: Asked) -> Answer:
        """The bibliography in a format: its text, or of a folder its files by their names."""
        name, library = str(asked["format"]), self.conversion.library
        lost = [problem.message for problem in files.losses(library, name)]
        if not files.is_folder(name):
            suffix = files.module_of(name).SUFFIXES[:1] or (".txt",)
            return {"text": files.dumps(library, name), "suffix": suffix[0], "lost": lost}
        made: Mapping[str, str] = files.module_of(name).pages(list(library))
        return {"files": dict(made), "text": "\n".join(f"── {at}\n{text}" for at, text in made.items()), "lost": lost}

    def _styles(self, asked: Asked) -> Answer:
        found = search(str(asked.get("words", "")))
        return {"count": len(found), "styles": [asdict(style) for style in found[:MOST_STYLES]]}

    def _references(self, asked: Asked) -> Answer:
        """The references in a style, as HTML and in another format."""
        settings = FormatSettings(sort=str(asked.get("sort", "")))
        rendered = listed(self._works(settings), [_style(str(asked["style"]))], "", listing_of(settings))
        chosen = str(asked.get("format", "text"))
        html, text = writer("html").bibliography(rendered), writer(chosen).bibliography(rendered)
        return {"html": html, "text": text, "problems": [_problem(problem) for problem in rendered.warnings]}

    def _page(self, asked: Asked) -> Answer:
        """A page of publications for a site, see :mod:`citekit.commands.publication_page`."""
        works = self._works(FormatSettings())
        settings = as_page(works, FormatSettings(group_by=str(asked.get("group_by", ""))))
        works, _ = owned(works, settings)
        style = _style(str(asked.get("style") or "apa"))
        return {"text": page(works, [style], listing_of(settings))[0]}

    def _works(self, settings: FormatSettings) -> Sequence[Work]:
        bibtex = all(part.format in ("bibtex", "biblatex") for part in self.conversion.parts if not part.failure)
        return titled(list(self.conversion.library), settings.titles, bibtex)

    # --- checking --------------------------------------------------------------------------------------------------

    def _check(self, asked: Asked) -> Answer:
        """What is wrong in a .bib file, each finding with what repairs it."""
        with _checked(str(asked["bib"])) as found:
            return {"findings": [_finding(one, number) for number, one in enumerate(found)]}

    def _fix(self, asked: Asked) -> Answer:
        """The .bib file with findings repaired: that with a ``number``, or all whose repair is safe."""
        text = str(asked["bib"])
        with _checked(text) as found:
            one = asked.get("number")
            chosen = [found[int(one)]] if one is not None else found
            made = repair([d for d in chosen if d.fix], one is not None)
            return {"bib": next(iter(made.texts.values()), text), "fixed": len(made.fixed)}

    def _tidy(self, asked: Asked) -> Answer:
        made = tidy(str(asked["bib"]), _chosen(TidySettings, asked.get("settings", {})), _CHECKED)
        return {"bib": made.text, "changed": made.changed, "problems": [_problem(one) for one in made.problems]}


def _style(name: str) -> Style:
    """The style of this name. The page names styles that come with citekit; a path would have it read any file."""
    return load(find(name).name)


def _chosen(kind: type[Settings], asked: Asked) -> Settings:
    """Settings from what the page chose; raises ``UsageError`` for what is no setting, is a path, or has a wrong type."""
    known = {of.name: of for of in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(asked, Mapping):
        raise UsageError("the page asked for settings that are no object", "reload it")
    values: dict[str, Any] = {}
    for name, value in asked.items():
        of = known.get(name)
        if of is None or of.metadata["path"]:
            raise UsageError(f"the page cannot choose {name!r}", "reload it")
        wanted = type(of.default)
        one = tuple(map(str, value)) if wanted is tuple and isinstance(value, list) else value
        if type(one) is not wanted:
            raise UsageError(f"the page asked for {name} = {value!r}, which has the wrong type", "reload it")
        values[name] = one
    return kind(**values)


@contextmanager
def _checked(text: str) -> Iterator[Sequence[Finding]]:
    """The findings about a .bib text, which lies in a folder of its own while they are looked at."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, _CHECKED)
        path.write_text(text, encoding="utf-8", errors="replace")
        yield check_files([path], CheckSettings()).report.diagnostics


def _goes_on(before: bytes, now: bytes) -> bool:
    """Whether a source is still the one that it was: half of its lines are."""
    old, new = set(before.splitlines()), set(now.splitlines())
    return len(old & new) * 2 >= min(len(old), len(new))


def _finding(found: Finding, number: int) -> Answer:
    line, column = found.source.line_column(found.span.start)
    fix = {"message": found.fix.message, "safe": found.fix.safe} if found.fix else None
    told = {"rule": found.rule, "severity": found.severity, "message": found.message, "hint": found.hint}
    return {**told, "number": number, "key": found.key, "line": line, "column": column, "fix": fix}


def _document(reading: Reading, said: Sequence[Correction]) -> Answer:
    told = [{"text": str(one), "item": one.item, "number": number} for number, one in enumerate(said)]
    owner = str(reading.owner) if reading.owner else ""
    source = reading.source
    return {"name": source.name, "text": source.text, "format": reading.format, "owner": owner, "corrections": told}


def _entry(work: Work, trace: Trace) -> Answer:
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


def _field(name: str, value: str, trace: Trace) -> Answer:
    evidence = trace.evidence.get(name) or trace.evidence.get(_EVIDENCE.get(name, name.lower()))
    span = _span(evidence.span) if evidence and evidence.span else None
    told = {"score": evidence.score, "reason": evidence.reason} if evidence else {}
    return {"name": name, "value": value, "span": span, **told}


def _span(span: Span) -> list[int]:
    return [span.start, span.end]


def _problem(problem: Problem) -> Answer:
    place = problem.source.place(problem.span) if problem.source else ""
    return {
        "severity": problem.severity,
        "kind": problem.kind,
        "message": problem.message,
        "hint": problem.hint,
        "place": place,
    }
