"""The language server as an editor drives it: over standard input and output, in six languages."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytest_lsp = pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

from lsprotocol import types as lsp  # noqa: E402
from lsprotocol.converters import get_converter  # noqa: E402
from pytest_lsp import ClientServerConfig, LanguageClient  # noqa: E402

import citekit  # noqa: E402
from citekit.lsp.entries import BibChunk, ChunkedEntries, pieces_of  # noqa: E402
from citekit.lsp.navigation import document_symbols  # noqa: E402
from citekit.lsp.text import OffsetText  # noqa: E402
from citekit.runtime.span import Source, Span  # noqa: E402

BIB = """@string{jls = "Journal of Lazy Studies"}
@article{doe2020,
  author = {Doe, Jane and Roe, Richard},
  title = {Lazy {Qüeues} for Busy People},
  journal = jls,
  volume = 3,
  pages = {1--9},
  year = {2020},
}
@inproceedings{roe2019,
  author = {Roe, Richard},
  title = {Sparse Graphs},
  booktitle = {Proceedings of the Workshop on Graphs},
  pages = {5-9},
  year = {2019},
}
@misc{note, author = {Roe, Richard}, title = {A Note}, year = {2021}, crossref = {roe2019}}
"""
LANGUAGES = {
    "latex": (
        "paper.tex",
        "\\documentclass{article}\\begin{document}\n🙂 é \\citep[p.~3]{doe2020}, \\cite{doe2200}\n\\cite{busy laz}\n\\bibliographystyle{plain}\\bibliography{refs}\n\\end{document}\n",
    ),
    "markdown": (
        "note.md",
        "---\nbibliography: refs.bib\n---\n🙂 é [@doe2020, p. 3] and [@doe2200].\n\nMore @busy-laz\n",
    ),
    "quarto": ("chapter.qmd", "---\nbibliography: refs.bib\n---\n🙂 é @doe2020 and @doe2200.\n\nMore @busy-laz\n"),
    "typst": ("draft.typ", '🙂 é @doe2020 and @doe2200.\n\nMore @busy-laz\n#bibliography("refs.bib")\n'),
    "org": ("notes.org", "#+bibliography: refs.bib\n🙂 é [cite:@doe2020 p. 3] [cite:@doe2200]\n\n[cite:@busy-laz\n"),
    "myst": (
        "page/index.md",
        "🙂 é {cite:p}`doe2020` and {cite:t}`doe2200`.\n\n{cite}`busy laz`\n\n```{bibliography} ../refs.bib\n```\n",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "citekit.toml").write_text('[format]\nstyle = "ieee"\n', encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    for name, text in LANGUAGES.values():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest_lsp.fixture(scope="module", config=ClientServerConfig(server_command=[sys.executable, "-m", "citekit", "lsp"]))
async def client(lsp_client: LanguageClient, folder: Path):  # type: ignore[no-untyped-def]
    params = lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=folder.as_uri())
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def opened(client: LanguageClient, path: Path, text: str = "") -> lsp.TextDocumentIdentifier:
    text = text or path.read_text(encoding="utf-8")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(path.as_uri(), "", 1, text)))
    return lsp.TextDocumentIdentifier(path.as_uri())


async def shown(client: LanguageClient, uri: str, rule: str, there: bool = True) -> list[lsp.Diagnostic]:
    """The findings of a file as soon as one of a rule is among them, or none is."""
    for _ in range(300):
        found = client.diagnostics.get(uri)
        if found is not None and any(one.code == rule for one in found) == there:
            return list(found)
        await asyncio.sleep(0.1)
    raise AssertionError(f"{rule} is not told: {client.diagnostics.get(uri)}")


def place(text: str, piece: str, behind: bool = False) -> lsp.Position:
    """Where a piece of a text begins or ends, in UTF-16 as editors count."""
    at = text.index(piece) + (len(piece) if behind else 0)
    line = text[:at].rpartition("\n")[2]
    return lsp.Position(text.count("\n", 0, at), len(line.encode("utf-16-le")) // 2)


def cut(text: str, range_: lsp.Range) -> str:
    """What stands in a range, counted in UTF-16."""
    line = text.split("\n")[range_.start.line].encode("utf-16-le")
    return line[2 * range_.start.character : 2 * range_.end.character].decode("utf-16-le")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_session(client: LanguageClient, folder: Path, language: str) -> None:
    name, text = LANGUAGES[language]
    document = await opened(client, folder / name)

    wrong = next(
        one for one in await shown(client, document.uri, "undefined-citation") if one.code == "undefined-citation"
    )
    assert (cut(text, wrong.range), wrong.source, wrong.severity) == (
        "doe2200",
        "citekit",
        lsp.DiagnosticSeverity.Error,
    )

    at = place(text, "e2020")
    hover = await client.text_document_hover_async(lsp.HoverParams(document, at))
    assert hover
    assert hover.range
    assert cut(text, hover.range) == "doe2020"
    assert "J. Doe and R. Roe, “Lazy Qüeues for busy people,” *Journal of Lazy Studies*" in hover.contents.value

    target = await client.text_document_definition_async(lsp.DefinitionParams(document, at))
    assert isinstance(target, lsp.Location)
    assert (target.uri, cut(BIB, target.range)) == ((folder / "refs.bib").as_uri(), "doe2020")

    typed = "busy laz" if "busy laz" in text else "busy-laz"
    asked = lsp.CompletionParams(document, place(text, typed, behind=True))
    answer = await client.text_document_completion_async(asked)
    assert isinstance(answer, lsp.CompletionList)
    (item,) = answer.items
    assert (item.label, item.detail, item.documentation) == (
        "doe2020",
        "Doe, Roe (2020)",
        "Lazy Qüeues for Busy People",
    )
    assert cut(text, item.text_edit.range) == typed

    places = await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), document, at))
    assert {Path(one.uri).name for one in places} == {"refs.bib", *(Path(n).name for n, _ in LANGUAGES.values())}
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


async def test_what_is_typed_of_a_key_may_begin_in_the_line_above(client: LanguageClient, folder: Path) -> None:
    """A lone carriage return ends a line of the protocol, and is a blank to TeX."""
    document = await opened(client, folder / "old.tex", "\\cite{busy\rlaz}\n")
    answer = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(1, 3)))
    assert isinstance(answer, lsp.CompletionList)
    (item,) = answer.items
    assert item.text_edit.range == lsp.Range(lsp.Position(0, 6), lsp.Position(1, 3))
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


async def test_a_key_is_renamed_in_every_file(client: LanguageClient, folder: Path) -> None:
    name, text = LANGUAGES["latex"]
    document = await opened(client, folder / name)
    at = place(text, "doe2020")
    ready = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, at))
    assert isinstance(ready, lsp.PrepareRenamePlaceholder)
    assert ready.placeholder == "doe2020"
    edit = await client.text_document_rename_async(lsp.RenameParams(document, at, "doe2020lazy"))
    assert edit
    assert edit.changes
    assert len(edit.changes) == 1 + len(LANGUAGES)
    for uri, edits in edit.changes.items():
        old = Path(lsp_path(uri)).read_text(encoding="utf-8")
        assert {cut(old, one.range) for one in edits} == {"doe2020"}
    with pytest.raises(Exception, match="there is an entry 'roe2019' already"):
        await client.text_document_rename_async(lsp.RenameParams(document, at, "roe2019"))
    with pytest.raises(Exception, match="can be no key"):
        await client.text_document_rename_async(lsp.RenameParams(document, at, "a b"))
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


def lsp_path(uri: str) -> str:
    from pygls.uris import to_fs_path

    return to_fs_path(uri) or ""


async def test_a_field_that_names_a_key_is_a_place_of_it(client: LanguageClient, folder: Path) -> None:
    document = await opened(client, folder / "refs.bib")
    at = place(BIB, "roe2019}}")
    edit = await client.text_document_rename_async(lsp.RenameParams(document, at, "roe2019sparse"))
    assert edit
    assert edit.changes
    assert [one.range.start.line for one in edit.changes[document.uri]] == [9, 16]
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


async def test_a_finding_is_mended_and_the_file_tidied(client: LanguageClient, folder: Path) -> None:
    text = BIB.replace("Workshop on Graphs", "Workshop on Graphs {\\&}").replace("year = {2019}", "year = {2o19}")
    document = await opened(client, folder / "refs.bib", text)
    wrong = next(one for one in await shown(client, document.uri, "bad-year") if one.code == "bad-year")
    assert "2o19" in cut(text, wrong.range)

    change = lsp.TextDocumentContentChangePartial(
        lsp.Range(place(text, "2o19"), place(text, "2o19", behind=True)), "2019"
    )
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, document.uri), [change])
    )
    await shown(client, document.uri, "bad-year", there=False)

    fixed = text.replace("2o19", "2019")
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert [one.name for one in symbols] == ["doe2020", "roe2019", "note"]
    assert [cut(fixed, one.selection_range) for one in symbols] == ["doe2020", "roe2019", "note"]
    assert [(one.range.start, one.range.end.line) for one in symbols][1:] == [
        (place(fixed, "@inproceedings"), place(fixed, "@misc").line - 1),
        (place(fixed, "@misc"), place(fixed, "@misc").line),
    ]
    everywhere = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("sparse"))
    assert [one.name for one in everywhere] == ["roe2019: Sparse Graphs"]

    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
    )
    assert edits
    (edit,) = edits
    positions = OffsetText(fixed)
    span = positions.span(edit.range)
    assert fixed[: span.start] + edit.new_text + fixed[span.end :] == citekit.tidy(fixed).text
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


async def test_a_quick_fix_is_offered_where_its_finding_stands(client: LanguageClient, folder: Path) -> None:
    text = "@article{a,\n  author = {Doe, Jane},\n  title = {🙂 Bias in \\% of cases},\n  journal = {J & K},\n  year = {2020},\n}\n"
    document = await opened(client, folder / "other.bib", text)
    found = await shown(client, document.uri, "unescaped-character")
    one = next(one for one in found if one.code == "unescaped-character")
    offered = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, one.range, lsp.CodeActionContext([one]))
    )
    mend = next(a for a in offered if a.title == "Put a backslash before it (unescaped-character)")
    (edit,) = mend.edit.changes[document.uri]
    assert list(mend.diagnostics) == [one]
    assert (cut(text, edit.range), edit.new_text) == ("&", "\\&")
    assert any(a.title == "Apply all safe fixes" for a in offered)
    assert any("(enrich)" in a.title for a in offered)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


# --- the parts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
async def test_positions_count_the_units_agreed_on(encoding: str, column: int) -> None:
    text = OffsetText("a\n🙂é=x\r\nlast", encoding)
    assert text.position(text.text.index("é")) == lsp.Position(1, column - 1)
    assert text.offset(lsp.Position(1, column - 1)) == text.text.index("é")
    assert text.offset(lsp.Position(1, 99)) == text.text.index("\r")
    assert text.position(len(text.text)) == lsp.Position(2, 4)
    assert text.offset(lsp.Position(9, 0)) == len(text.text)


async def test_symbols_move_with_their_lines_and_entries_may_be_alike() -> None:
    twice = "@misc{é🙂a, title = {Öne}}\r\n@misc{b}\n@misc{b}\n\n@misc{b}\n"
    for before in ("", "\n", "@string{x = 1}\r\n\r\n"):
        text = OffsetText(before + twice)
        entries = ChunkedEntries(Source("refs.bib", text.text))
        keys = [text.range(placed.at_key) for n in range(len(entries.row)) for placed in entries.of_piece(n)]
        project = SimpleNamespace(entries=lambda _path, entries=entries: entries)
        symbols = document_symbols(project, Path("refs.bib"))  # type: ignore[arg-type]
        assert [get_converter().structure(one, lsp.DocumentSymbol).selection_range for one in symbols] == keys
        assert len(keys) == 4


async def test_form_feeds_and_line_separators_end_no_line() -> None:
    text = OffsetText("a\x0cb\u2028c\nd")
    assert text.position(text.text.index("d")) == lsp.Position(1, 0)


async def test_an_edit_is_as_small_as_it_can_be() -> None:
    (edit,) = OffsetText("one two three").edit_to("one 2 three")
    assert (edit.range.start.character, edit.range.end.character, edit.new_text) == (4, 7, "2")
    assert OffsetText("same").edit_to("same") == []


async def test_only_what_was_edited_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ChunkedEntries(Source("refs.bib", BIB))
    read: list[str] = []
    made = BibChunk.__init__

    def count(self: BibChunk, name: str, text: str) -> None:
        read.append(text)
        made(self, name, text)

    monkeypatch.setattr(BibChunk, "__init__", count)
    after = ChunkedEntries(Source("refs.bib", BIB.replace("Sparse", "Dense")), before)
    assert [text.partition(",")[0] for text in read] == ["@inproceedings{roe2019"]
    placed = after.get("roe2019")
    assert placed
    assert after.source.text[slice(placed.at_key.start, placed.at_key.end)] == "roe2019"
    assert placed.moved(Span(0, 1)).start == BIB.index("@inproceedings")


@pytest.mark.parametrize("new", ["", "x", "\n", "é\r\nb\n", "@"])
async def test_an_edited_text_has_the_lines_of_one_read_anew(new: str) -> None:
    old = OffsetText("ab\n\ncd\r\nef\n")
    old.position(0)
    for start in range(len(old.text) + 1):
        for end in range(start, len(old.text) + 1):
            made = old.edited(Span(start, end), new)
            again = OffsetText(made.text)
            assert [made.position(at) for at in range(len(made.text) + 1)] == [
                again.position(at) for at in range(len(again.text) + 1)
            ]


@pytest.mark.parametrize("text", ["", "@", "\n@", "a\n@b\n@", "@a{b}\n\n@c{d}\n", BIB])
async def test_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(pieces_of(text)) == text
