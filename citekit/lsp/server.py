"""The language server: handles the requests and notifications of an editor over standard input and output.

Source: Language Server Protocol 3.17.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from cattrs import Converter
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from citekit.lsp import actions, navigation
from citekit.lsp.completion import completion
from citekit.lsp.findings import Found, LspDiagnostic, Quick, project_findings, settings_for_editor
from citekit.lsp.project import EditorProject, address, path_of
from citekit.lsp.text import OpenText
from citekit.manuscripts.project import can_cite, is_bibliography
from citekit.runtime.config import CheckSettings, EnrichSettings, FormatSettings, TidySettings
from citekit.runtime.errors import CitekitError
from citekit.runtime.version import VERSION
from citekit.runtime.workers import end_with_parent

SOON, LATER = 0.02, 0.6
"""Seconds from the last edit to the quick checks of the edited text, and to the check of the whole project. The first is
below what a user notices; the second is long enough that continuous typing does not start it."""
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}

SettingsOf = Callable[[type, Path | None], Any]
"""The settings of a class in a folder; raises :class:`~citekit.runtime.errors.CitekitError` if they are wrong."""
_KINDS = (CheckSettings, FormatSettings, TidySettings, EnrichSettings)
"""The settings of the commands whose work the server does."""
_Handler = Callable[["CitekitLanguageServer", Path, Any], Any]


class CitekitLanguageServer(LanguageServer):
    """The server, the project of the editor, and its findings."""

    def __init__(self, settings_of: SettingsOf) -> None:
        super().__init__("citekit", VERSION, converter_factory=_converter)
        self.settings_of = settings_of
        self.settings: dict[type, Any] = {kind: kind() for kind in _KINDS}
        self.rules = Quick(CheckSettings())
        self.open: dict[str, OpenText] = {}
        self.project = EditorProject(lambda: self.open, lambda: OpenText.encoding)
        # All by the name of the file. A piece is the text of an entry, or a whole document that cites.
        self.seen: dict[str, frozenset[str]] = {}
        """The pieces that the last check of the project saw."""
        self.found: Found = {}
        """What that check found in each piece."""
        self.quick: dict[str, dict[str, tuple[LspDiagnostic, ...]]] = {}
        """What the quick rules found in each piece that was edited since."""
        self.shown: dict[str, list[lsp.Diagnostic]] = {}
        """What the editor shows, so that the same is not sent twice."""
        self.findings: dict[str, list[tuple[lsp.Diagnostic, LspDiagnostic, int]]] = {}
        """The same with the finding of each, which has its fix, and how far its piece is from the start of the file."""
        self._soon: asyncio.TimerHandle | None = None
        self._later: asyncio.TimerHandle | None = None
        self._at_work = self._again = False
        self._pool: ProcessPoolExecutor | None = None

    # --- what is open --------------------------------------------------------------------------------------------------

    def begin(self, params: lsp.InitializeParams) -> None:
        """Store the folders of the editor, and read their settings."""
        OpenText.encoding = lsp.PositionEncodingKind(self.workspace.position_encoding or "utf-16").value
        self.workspace._create_text_document = OpenText
        uris = [folder.uri for folder in params.workspace_folders or ()] or [params.root_uri or ""]
        self.project.folders = [path for uri in uris if (path := path_of(uri))]
        self.read_settings()

    def read_settings(self) -> None:
        """Read the settings of the first folder. If they are invalid, show the error and keep the previous settings."""
        try:
            folder = next(iter(self.project.folders), None)
            self.settings = {kind: self.settings_of(kind, folder) for kind in _KINDS}
            self.rules = Quick(settings_for_editor(self.settings[CheckSettings]))
        except CitekitError as error:
            self.show_error(error)

    def show_error(self, error: CitekitError) -> None:
        """Show an error to the user."""
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, f"citekit: {error}"))

    def take(self, uri: str) -> None:
        """Add a text that was opened."""
        path = path_of(uri)
        document = self.workspace.get_text_document(uri)
        if path is not None and isinstance(document, OpenText):
            self.open[os.path.abspath(path)] = document
            if not self.project.folders:
                self.project.folders = [path.parent]
                self.read_settings()
            self.changed()

    def drop(self, uri: str) -> None:
        """Remove a text that was closed, and its findings."""
        path = path_of(uri)
        if path is not None and os.path.abspath(path) in self.open:
            del self.open[os.path.abspath(path)]
            self.shown.pop(os.path.abspath(path), None)
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
            self.changed()

    # --- what is wrong -------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Schedule the checks after an edit; another edit starts the waiting time again."""
        loop = asyncio.get_running_loop()
        for timer in (self._soon, self._later):
            if timer is not None:
                timer.cancel()
        self._soon = loop.call_later(SOON, self.publish)
        self._later = loop.call_later(LATER, lambda: loop.create_task(self.look_at_all()))

    def publish(self) -> None:
        """Show the known findings of every open file."""
        quick = self.rules
        for name in list(self.open):
            path = Path(name)
            try:
                if is_bibliography(path):
                    found = self._in_bibliography(path, quick)
                elif can_cite(path):
                    found = self._in_text(path, quick)
                else:
                    continue
            except CitekitError as error:
                self.show_error(error)
                continue
            self._show(path, found)

    def _in_bibliography(self, path: Path, quick: Quick) -> list[tuple[LspDiagnostic, int]]:
        """Return the findings of each entry, with its offset: those of the last check, for edited ones the quick ones."""
        entries = self.project.entries(path)
        if entries is None:
            return []
        name = str(path)
        seen, own = self.seen.get(name), self.found.get(name, {})
        if seen is None:
            return []  # not checked yet: the findings of the whole project will follow soon
        edited = frozenset(entries.pieces) - seen
        self.quick[name] = {
            text: many if (many := self.quick.get(name, {}).get(text)) is not None else quick.in_piece(text, entries)
            for text in edited
        }
        pieces = zip(entries.texts, entries.starts, strict=True)
        return [
            (one, start)
            for text, start in pieces
            for one in (self.quick[name][text] if text in edited else own.get(text, ()))
        ]

    def _in_text(self, path: Path, quick: Quick) -> list[tuple[LspDiagnostic, int]]:
        source, document = self.project.source(path), self.project.document(path)
        if source is None or document is None or not document.cites:
            return []
        if source.text in self.seen.get(str(path), ()):
            return [(one, 0) for one in self.found.get(str(path), {}).get(source.text, ())]
        files = self.project.bibliographies(path)
        return [(one, 0) for where, one in quick.in_document(document, files) if where is source]

    def _show(self, path: Path, found: list[tuple[LspDiagnostic, int]]) -> None:
        source = self.project.source(path)
        if source is None:
            return
        text = self.project.text(source)
        shown = [
            lsp.Diagnostic(
                text.range(one.span, shift),
                one.message,
                _SEVERITIES.get(one.severity),
                one.rule,
                source="citekit",
                related_information=self._related(one) or None,
            )
            for one, shift in found
        ]
        self.findings[str(path)] = [
            (diagnostic, finding, shift) for diagnostic, (finding, shift) in zip(shown, found, strict=True)
        ]
        if self.shown.get(str(path)) != shown:
            self.shown[str(path)] = shown
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(address(str(path)), shown))

    def _related(self, finding: LspDiagnostic) -> list[lsp.DiagnosticRelatedInformation]:
        found = []
        for message, place in finding.related:
            source = self.project.source(Path(place.path))
            if source is not None:
                where = lsp.Location(address(place.path), self.project.text(source).range(place.span))
                found.append(lsp.DiagnosticRelatedInformation(where, message))
        return found

    async def look_at_all(self) -> None:
        """Check all open files in another process, one check at a time, and show the findings."""
        if self._at_work:
            self._again = True
            return
        self._at_work = True
        try:
            await self._look()
        finally:
            self._at_work = False
        if self._again:
            self._again = False
            self.changed()

    async def _look(self) -> None:
        # check the open bibliographies and texts that cite, and the texts that include these
        bibliographies = [Path(name) for name in self.open if is_bibliography(Path(name))]
        texts = [Path(name) for name in self.open if (one := self.project.document(Path(name))) and one.cites]
        mains = [
            one.read.path
            for one in (self.project.documents() if texts else ())
            if any(Path(os.path.abspath(part.source.name)) in texts for part in one.read.parts[1:])
        ]
        paths = list(dict.fromkeys([*bibliographies, *mains, *texts]))
        unsaved = {name: shown.now[1].text for name, shown in self.open.items()}
        seen = {name: self._pieces(Path(name)) for name in unsaved}
        if not paths:
            return
        settings = settings_for_editor(self.settings[CheckSettings])
        loop = asyncio.get_running_loop()
        try:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, initializer=end_with_parent)
            self.found = await loop.run_in_executor(self._pool, project_findings, paths, unsaved, settings)
        except CitekitError as error:
            self.show_error(error)
            return
        except BrokenProcessPool:  # the editor exits, or memory is exhausted; the next edit starts a new process
            self._pool = None
            return
        self.seen = seen
        gc.freeze()  # the project stays in memory, and collecting it would take longer than a response
        self.publish()

    def _pieces(self, path: Path) -> frozenset[str]:
        entries = self.project.entries(path) if is_bibliography(path) else None
        source = self.project.source(path)
        return frozenset(entries.pieces) if entries else frozenset([source.text] if source else [])

    def close(self) -> None:
        """End the process that runs the checks."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()


def serve(settings_of: SettingsOf) -> None:
    """Run the server until the editor ends it. Anything else that is printed is redirected to standard error."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        server(settings_of).start_io(stdout=out)


def server(settings_of: SettingsOf) -> CitekitLanguageServer:
    """Return a server with all handlers. ``settings_of`` returns the settings of a command in a folder."""
    made = CitekitLanguageServer(settings_of)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_ours)
    made.feature(lsp.INITIALIZE)(lambda ls, params: ls.begin(params))
    made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)(lambda ls, params: ls.take(params.text_document.uri))
    made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(lambda ls, params: ls.drop(params.text_document.uri))
    for method in (lsp.TEXT_DOCUMENT_DID_CHANGE, lsp.TEXT_DOCUMENT_DID_SAVE):
        made.feature(method)(lambda ls, params: ls.changed())
    made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)(lambda ls, params: (ls.read_settings(), ls.changed()))
    made.feature(lsp.SHUTDOWN)(lambda ls, params: ls.close())
    made.feature(lsp.WORKSPACE_SYMBOL)(lambda ls, params: navigation.workspace_symbols(ls.project, params.query))
    for method, (handler, options) in _HANDLERS.items():
        made.feature(method, options)(_with_path(handler))
    made.command(actions.ENRICH)(_enrich)
    return made


def _converter() -> Converter:
    """Return the converter of the protocol, which leaves symbols unchanged because they are JSON already."""
    made = default_converter()
    made.register_unstructure_hook(navigation.Symbols, lambda found: found)
    return made


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a failure must be logged: not if the editor shows it to the user."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcInvalidParams))


def _with_path(handler: _Handler) -> Callable[[CitekitLanguageServer, Any], Any]:
    """Return a handler of requests about a file. Errors of citekit become errors that the editor shows."""

    def handle(ls: CitekitLanguageServer, params: Any) -> Any:
        path = path_of(params.text_document.uri)
        try:
            return handler(ls, path, params) if path else None
        except CitekitError as error:
            raise JsonRpcInvalidParams(str(error)) from None

    return handle


async def _enrich(ls: CitekitLanguageServer, uri: str, key: str) -> None:
    path = path_of(uri)
    placed = ls.project.entry(key, path) if path else None
    if placed is None:
        return
    try:
        edit, message = await asyncio.to_thread(actions.enriched, ls.project, placed, ls.settings[EnrichSettings])
    except CitekitError as error:
        ls.show_error(error)
        return
    if edit is not None:
        ls.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(edit, "enrich"))
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, message))


_HANDLERS: dict[str, tuple[_Handler, Any]] = {
    lsp.TEXT_DOCUMENT_COMPLETION: (
        lambda ls, path, params: completion(ls.project, path, params.position),
        lsp.CompletionOptions(trigger_characters=list("@{,`<")),
    ),
    lsp.TEXT_DOCUMENT_HOVER: (
        lambda ls, path, params: navigation.hover(ls.project, path, params.position, ls.settings[FormatSettings]),
        None,
    ),
    lsp.TEXT_DOCUMENT_DEFINITION: (
        lambda ls, path, params: navigation.definition(ls.project, path, params.position),
        None,
    ),
    lsp.TEXT_DOCUMENT_REFERENCES: (
        lambda ls, path, params: navigation.references(
            ls.project, path, params.position, params.context.include_declaration
        ),
        None,
    ),
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: (
        lambda ls, path, params: navigation.rename_place(ls.project, path, params.position),
        None,
    ),
    lsp.TEXT_DOCUMENT_RENAME: (
        lambda ls, path, params: navigation.renamed(ls.project, path, params.position, params.new_name),
        lsp.RenameOptions(prepare_provider=True),
    ),
    lsp.TEXT_DOCUMENT_FORMATTING: (
        lambda ls, path, _: actions.tidied(ls.project, path, ls.settings[TidySettings]),
        None,
    ),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (lambda ls, path, _: navigation.document_symbols(ls.project, path), None),
    lsp.TEXT_DOCUMENT_CODE_ACTION: (
        lambda ls, path, params: actions.actions(ls.project, path, params.range, ls.findings.get(str(path), [])),
        lsp.CodeActionOptions(code_action_kinds=list(actions.KINDS)),
    ),
}
"""Question about a file -> what answers it, and what the editor receives of it."""
