"""How long the language server takes to answer, as an editor sees it: ``python benchmarks/lsp.py [ENTRIES...]``.

Each question is asked after an edit of the bibliography that it is about, so nothing can have been kept for it but what
the server keeps from one version to the next. It prints, for each size and question, the median of the server's
processor time (Linux only), and the median and the slowest of the clock, over the wire and with the client's own work;
the clock says something on a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, make_test_lsp_client

ROUNDS = 15
_WORDS = (
    "lazy queues sparse graphs neural bounds random walks optimal control learning deep streams fair robust".split()
)
_FAMILIES = "Lindqvist Okafor Tanaka Moreau Silva Novak Haddad Kowalski Duarte Iyer".split()


def made(count: int) -> str:
    """A bibliography of so many entries."""
    chance = random.Random(1)
    return "".join(_entry(number, chance) for number in range(count))


def _entry(number: int, chance: random.Random) -> str:
    title = " ".join(chance.choice(_WORDS) for _ in range(6)).capitalize()
    people = " and ".join(f"{chance.choice(_FAMILIES)}, Ann" for _ in range(3))
    return (
        f"@article{{key{number},\n  author = {{{people}}},\n  title = {{{title} {number}}},\n"
        f"  journal = {{Journal of {chance.choice(_WORDS).title()}}},\n  year = {{{chance.randint(1990, 2024)}}},\n"
        f"  volume = {{{chance.randint(1, 40)}}},\n  pages = {{{number + 1}--{number + 9}}},\n"
        f"  doi = {{10.1234/abc.{number}}},\n}}\n\n"
    )


async def measured(count: int, folder: Path) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds of every question, by its name."""
    bib, tex = folder / "refs.bib", folder / "paper.tex"
    bib.write_text(made(count), encoding="utf-8")
    cited = "\n".join(f"Text \\cite{{key{number * 7 % count}}} and more." for number in range(200))
    tex.write_text(f"\\begin{{document}}\n{cited}\n\\cite{{lazy que}}\n\\bibliography{{refs}}\n", encoding="utf-8")
    client = make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "citekit", "lsp")
    await client.initialize_session(lsp.InitializeParams(lsp.ClientCapabilities(), root_uri=folder.as_uri()))
    for path in (bib, tex):
        text = path.read_text(encoding="utf-8")
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(path.as_uri(), "", 1, text)))
    lines = [number for number, line in enumerate(bib.read_text().split("\n")) if "pages =" in line]
    paper, refs = lsp.TextDocumentIdentifier(tex.as_uri()), lsp.TextDocumentIdentifier(bib.as_uri())
    cite, typed = lsp.Position(1, 13), lsp.Position(201, 14)
    await client.text_document_completion_async(lsp.CompletionParams(paper, typed))  # reads everything once
    while bib.as_uri() not in client.diagnostics:
        await asyncio.sleep(0.1)
    await asyncio.sleep(2 + count / 1000)  # the look at the whole project ends
    server = client._server
    assert server

    async def _timed(ask: Callable[[], Awaitable[object]]) -> tuple[float, float]:
        start, used = time.perf_counter(), _used(server.pid)
        await ask()
        return 1000 * (time.perf_counter() - start), 1000 * (_used(server.pid) - used)

    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "completion": lambda: client.text_document_completion_async(lsp.CompletionParams(paper, typed)),
        "hover": lambda: client.text_document_hover_async(lsp.HoverParams(paper, cite)),
        "definition": lambda: client.text_document_definition_async(lsp.DefinitionParams(paper, cite)),
        "references": lambda: client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), paper, cite)
        ),
        "rename": lambda: client.text_document_rename_async(lsp.RenameParams(paper, cite, "another")),
        "code actions": lambda: client.text_document_code_action_async(
            lsp.CodeActionParams(refs, lsp.Range(lsp.Position(3, 4), lsp.Position(3, 4)), lsp.CodeActionContext([]))
        ),
    }
    found: dict[str, list[tuple[float, float]]] = {}
    version = 2
    for number in range(ROUNDS):
        for name, ask in asked.items():
            _edit(client, refs.uri, version, lines[(number * 31 + version) % len(lines)], "1")
            version += 1
            found.setdefault(name, []).append(await _timed(ask))
    for number in range(ROUNDS):  # an entry spoilt and mended: until the editor is told of it
        for text in ("year = {x1x},  ", None):
            line = lines[(number * 17) % len(lines)]

            async def told(line: int = line, text: str | None = text, version: int = version) -> None:
                before = client.diagnostics.get(refs.uri)
                _edit(client, refs.uri, version, line, text)
                while client.diagnostics.get(refs.uri) is before:
                    await asyncio.sleep(0.001)

            found.setdefault("diagnostics", []).append(await _timed(told))
            version += 1
    for number in range(ROUNDS):  # each asked after an edit that moves the lines behind it
        _edit(client, refs.uri, version, lines[(number * len(lines)) // ROUNDS], "\n")
        version += 1
        ask = lambda: client.text_document_document_symbol_async(lsp.DocumentSymbolParams(refs))  # noqa: E731
        found.setdefault("document symbols", []).append(await _timed(ask))
    await client.shutdown_session()
    await client.stop()
    return found


def _used(process: int) -> float:
    """Seconds of the processor that a process has used."""
    return time.clock_gettime((~process << 3) | 2)


def _edit(client: LanguageClient, uri: str, version: int, line: int, text: str | None) -> None:
    """Puts a text at the beginning of a line, or takes one of fifteen letters away."""
    end = lsp.Position(line, 15 if text is None else 0)
    change = lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(line, 0), end), text or "")
    document = lsp.VersionedTextDocumentIdentifier(version, uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))


def main(sizes: list[int]) -> None:
    """Prints a table."""
    print(f"{'entries':>8} {'question':18} {'processor':>10} {'clock':>9} {'slowest':>9}  (milliseconds)")
    for count in sizes:
        with tempfile.TemporaryDirectory() as folder:
            for name, taken in asyncio.run(measured(count, Path(folder))).items():
                clock, used = zip(*taken, strict=True)
                middle = statistics.median
                print(f"{count:8} {name:18} {middle(used):10.1f} {middle(clock):9.1f} {max(clock):9.1f}")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [1000, 20_000])
