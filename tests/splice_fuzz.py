"""Splice fuzzing: tokens of one format are put into a document of another, whose structure stays; every reader and verb.

Run on its own for long runs::

    python tests/splice_fuzz.py --runs 100000 --seed 1

Ctrl-C ends it as well. It prints the runs of each reader and verb, every failure with the seed that makes it again, and the slowest run.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch

from catalogue_services import Played
from pdf_maker import PageMaker, pdf

from citekit.cli.main import INTERRUPTED, run
from citekit.commands.api import check
from citekit.commands.convert import Conversion, NamedBytes
from citekit.formats.files import loads
from citekit.runtime.budget import OverBudgetError
from citekit.runtime.config import ConvertSettings, TidySettings
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.http import Client, FetchError, FetchResult
from citekit.web.server import PageServer
from citekit.web.session import WebSession

MOST_SECONDS = 2.0
"""CPU seconds that a run may take at most."""
_TOKEN = re.compile(r"\w+|\s|[^\w\s]")
_LINE = "A. Smith, B. Jones. A title of things. ICML, 2020 (an earlier version of it appeared in NeurIPS 2019). doi:10.1000/182"


class TooSlowError(Exception):
    """A run took longer than it may, in another process than this one."""


SEEDS: dict[str, str] = {
    "markdown": f"---\ntitle: Papers\n---\n# Publications\n\n## 2020\n\n- {_LINE} [PDF](a.pdf)\n- **Ada Brandt**, C. Doe*."
    " *On $x^2$ and `code`.* Journal of Lanterns **3**(4), 5–9, 2019. <https://example.org/a>\n\n| a | b |\n|---|---|\n"
    f"| {_LINE} | 2021 |\n\n[^1]: note @doe2020 [see @roe2019, p. 3; -@doe]\n",
    "html": f"<html><body><h2>Publications</h2><ol><li><b>A. Smith</b>, B. Jones. <i>A title</i> &amp; more. ICML, 2020."
    f' <a href="https://arxiv.org/abs/2001.00001">arXiv</a></li><li>{_LINE}</li></ol><table><tr><td>1</td><td>{_LINE}'
    "</td></tr></table><!-- old --><script>x()</script></body></html>",
    "latex": r"\documentclass{article}\newcommand{\me}[1]{\textbf{#1}}\begin{document}\section*{Publications}"
    rf"\begin{{enumerate}}\item \me{{A. Smith}}, B. J\"ones. \emph{{A title of $x_i$}}. ICML, 2020.\item {_LINE}"
    r"\end{enumerate}\cite[see][3]{doe2020} \ifx\a\b x\else y\fi \bibliography{refs}"
    r"\begin{thebibliography}{9}\bibitem[S20]{s} A. Smith. A title. 2020.\end{thebibliography}\end{document}",
    "text": f"PUBLICATIONS\n\n[1] {_LINE}\n[2] Brandt, Ada; Doe, C. (2019): On lanterns. In: Journal of Lanterns 3,\n"
    "    pp. 5-9.\n\n2018\n----\n* Smith, A. & Jones, B. 2018. \"A title.\" Proc. of X, vol. 12, no. 3, 1--9.\n",
    "org": f"#+title: Papers\n* Publications :cv:\n- *A. Smith*, B. Jones. /A title/. ICML, 2020. [[https://example.org][link]]\n"
    f"- {_LINE}\n#+begin_src c\nx\n#+end_src\n[cite/t:see @doe2020 p. 3] \\emph{{a}}\n| a | b |\n#+bibliography: refs.bib\n",
    "rst": f"Publications\n============\n\n1. **A. Smith**, B. Jones. *A title*. ICML, 2020. `link <https://example.org>`_\n"
    f"2. {_LINE}\n\n.. [1] note :cite:p:`doe2020`\n\n.. bibliography:: refs.bib\n\n====  ====\na     b\n====  ====\n",
    "asciidoc": f"= A. Smith\n:page-layout: docs\n\n== Publications\n\n. *A. Smith*, B. Jones. _A title_. ICML, 2020. https://example.org[link]\n"
    f"* {_LINE} +\nmore\n\n[bibliography]\n- [[[doe]]] J. Doe. Another. 2019.\n\n----\nx\n----\n\n|===\n|a |b\n|===\n",
    "notebook": '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Publications\\n", "- A. Smith. A title. ICML,'
    ' 2020.\\n", "- B. Jones. Another. 2019.\\n"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    "typst": f"= Publications\n+ {_LINE}\n+ *B. Jones*. _Another_. 2019. @doe2020 #cite(<roe>)\n#bibliography(\"refs.bib\")\n",
    "bibtex": '@string{jl = "Journal of Lanterns"}\n@article{doe2020, author = {Doe, Jane and van der Roe, R. and {The {ICML}'
    ' Team}}, title = "On {$x^2$} and \\\'e", journal = jl # " B", year = 2020, pages = {1--9}, month = jan, doi = {10.1000/182}}\n'
    "@comment{old}\n% note\n@inproceedings(roe2019, title={Another}, crossref={doe2020}, booktitle={Proc. of X}, date={2019-05~})\n",
    "ris": "TY  - JOUR\nAU  - Doe, Jane\nTI  - On lanterns\nJO  - Journal of Lanterns\nPY  - 2020/05/01/\nSP  - 1\nEP  - 9\nER  - \n",
    "csljson": '[{"id": "doe2020", "type": "article-journal", "title": "On <i>lanterns</i>", "author": [{"family": "Doe", "given":'
    ' "Jane"}], "issued": {"date-parts": [[2020, 5]]}, "page": "1-9", "DOI": "10.1000/182"}]',
    "hayagriva": "doe2020:\n  type: article\n  title: On lanterns\n  author: [\"Doe, Jane\", \"Roe, R.\"]\n  date: 2020-05\n"
    "  page-range: 1-9\n  parent:\n    type: periodical\n    title: Journal of Lanterns\n    volume: 3\n",
    "endnotexml": '<?xml version="1.0"?><xml><records><record><ref-type name="Journal Article">17</ref-type><contributors><authors>'
    "<author>Doe, Jane</author></authors></contributors><titles><title><style>On lanterns</style></title></titles><dates><year>2020"
    "</year></dates></record></records></xml>",
    "mods": '<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods ID="doe2020"><titleInfo><title>On lanterns</title></titleInfo>'
    '<name type="personal"><namePart type="family">Doe</namePart><role><roleTerm>author</roleTerm></role></name>'
    '<relatedItem type="host"><part><extent unit="pages"><start>1</start></extent></part></relatedItem></mods></modsCollection>',
    "wordxml": '<b:Sources xmlns:b="x"><b:Source><b:SourceType>Book</b:SourceType><b:Author><b:Author><b:NameList><b:Person>'
    "<b:Last>Doe</b:Last></b:Person></b:NameList></b:Author></b:Author><b:Year>2020</b:Year></b:Source></b:Sources>",
    "jsonld": '{"@context": "https://schema.org", "@graph": [{"@type": "ScholarlyArticle", "name": "On lanterns", "author": [{"@type":'
    ' "Person", "familyName": "Doe"}], "isPartOf": {"@type": "Periodical", "name": "J"}, "datePublished": "2020"}]}',
    "zoterordf": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="#doe2020"><z:itemType>book</z:itemType>'
    "<dc:title>On lanterns</dc:title></rdf:Description></rdf:RDF>",
}  # fmt: skip
DOCUMENTS = ("markdown", "html", "latex", "text", "org", "rst", "asciidoc", "notebook")
BIBLIOGRAPHIES = (
    "bibtex",
    "biblatex",
    "ris",
    "csljson",
    "hayagriva",
    "endnotexml",
    "mods",
    "wordxml",
    "jsonld",
    "zoterordf",
)
SUFFIX = {"markdown": ".md", "latex": ".tex", "typst": ".typ", "text": ".txt", "notebook": ".ipynb", "bibtex": ".bib",
          "csljson": ".json", "org": ".org", "rst": ".rst", "html": ".html", "asciidoc": ".adoc"}  # fmt: skip
_STOPPED: list[bool] = []
"""Not empty once the run is to end: commands would take the exception of a signal for Ctrl-C."""
_SPLICES: Counter[str] = Counter()
"""How many documents of each format were spliced in this process."""
TOKENS = {name: _TOKEN.findall(text) for name, text in SEEDS.items()}


def spliced(rng: random.Random, host: str) -> str:
    """A document of a format with tokens of others in it, some of them many times."""
    _SPLICES[host] += 1
    tokens = list(TOKENS[host])
    for _ in range(rng.randint(1, 6)):
        donor = TOKENS[rng.choice(list(TOKENS))]
        at, start = rng.randrange(len(tokens) + 1), rng.randrange(len(donor))
        piece = donor[start : start + rng.randint(1, 6)]
        match rng.randrange(6):
            case 0 | 1:
                tokens[at:at] = piece
            case 2:
                tokens[at : at + len(piece)] = piece
            case 3:
                tokens[at:at] = piece * rng.choice((2, 20, 200))
            case 4:
                del tokens[at : at + rng.randint(1, 4)]
            case _:
                begin = rng.randrange(len(tokens) or 1)
                tokens[at:at] = tokens[begin : begin + rng.randint(1, 30)] * rng.choice((1, 2, 9))
    return "".join(tokens)


def word_document(rng: random.Random) -> bytes:
    """A Word document: text of other formats in its paragraphs, or tokens of them in its XML."""
    lines = spliced(rng, rng.choice(DOCUMENTS)).split("\n")[:300]
    body = "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in lines)
    if rng.random() < 0.4:
        tokens = _TOKEN.findall(body)
        donor = TOKENS[rng.choice(list(TOKENS))]
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(tokens) + 1)
            tokens[at:at] = rng.choices(donor, k=rng.randint(1, 4))
        body = "".join(tokens)
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>')
    return made.getvalue()


def pdf_document(rng: random.Random) -> bytes:
    """A PDF file: text of other formats on its page, and now and then tokens of them in its bytes."""
    text = spliced(rng, rng.choice(DOCUMENTS)).encode("cp1252", "ignore").decode("cp1252")[:6000]
    lines = "\n".join(line[:110] for line in text.split("\n")[:60])
    data = pdf(PageMaker().lines(50, 60, lines))
    if rng.random() < 0.3:
        at = rng.randrange(len(data))
        piece = "".join(rng.choices(TOKENS[rng.choice(list(TOKENS))], k=5)).encode("utf-8", "ignore")
        data = data[:at] + piece + data[at + rng.randrange(9) :]
    return data


def _convert(rng: random.Random, host: str, folder: Path) -> None:
    make: Callable[[], bytes] = {
        "docx": lambda: word_document(rng),
        "pdf": lambda: pdf_document(rng),
    }.get(host) or (lambda: spliced(rng, host).encode("utf-8", "surrogatepass"))
    settings = ConvertSettings(host, each_line=rng.random() < 0.15 and host == "text")
    if settings.each_line:
        settings = ConvertSettings(each_line=True)
    _refuse_internal_errors(Conversion.of([NamedBytes(f"a.{host}", make())], settings, None))


def _load(rng: random.Random, host: str, folder: Path) -> None:
    loads(spliced(rng, "bibtex" if host == "biblatex" else host), host)


def _tidy(rng: random.Random, host: str, folder: Path) -> None:
    from citekit.formats.bibtex.tidying import tidy

    settings = TidySettings(letters=rng.choice(("keep", "ascii", "unicode")), sort=rng.choice(("", "key")), months=True)
    tidy(spliced(rng, "bibtex"), settings, "a.bib")


def _format(rng: random.Random, host: str, folder: Path) -> None:
    from citekit import bibliography

    works = loads(spliced(rng, "bibtex"), "bibtex")
    bibliography(works, rng.choice(("apa", "ieee", "chicago-author-date")), rng.choice(("text", "html", "latex")))


def _check(rng: random.Random, host: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as own:
        manuscript, bibliography = Path(own, f"a{SUFFIX[host]}"), Path(own, "refs.bib")
        manuscript.write_text(spliced(rng, host), encoding="utf-8", errors="surrogatepass")
        bibliography.write_text(spliced(rng, "bibtex"), encoding="utf-8", errors="surrogatepass")
        check(manuscript, bibliography, select=["all"])


# --- commands, as they are called on the command line -----------------------------------------------------------------


def _spliced_into(folder: Path, name: str, rng: random.Random, host: str) -> str:
    (folder / name).write_text(spliced(rng, host), encoding="utf-8", errors="surrogatepass")
    return name


@contextmanager
def _command_line(folder: Path) -> Iterator[Callable[..., int]]:
    """Run commands in an empty folder of their own, with a home and a cache there; what they print is thrown away."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        kept_environment, before = dict(os.environ), os.getcwd()
        os.environ |= {"HOME": name, "XDG_CONFIG_HOME": f"{name}/.config", "CITEKIT_CACHE_DIR": f"{name}/.cache"}
        os.environ["CITEKIT_DEBUG"] = "1"  # mistakes of citekit are raised, not told
        os.chdir(name)

        def call(*arguments: str) -> int:
            out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
            with redirect_stdout(out), redirect_stderr(err):
                code = run(list(arguments))
            if code == INTERRUPTED:  # Ctrl-C was meant for the whole run
                raise KeyboardInterrupt
            assert code in (0, 1, 2), f"{arguments} exits with {code}"
            return code

        try:
            yield call
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(kept_environment)


def _update(rng: random.Random, host: str, folder: Path) -> None:
    with _command_line(folder) as call:
        source = _spliced_into(Path(), f"a{SUFFIX[host]}", rng, host)
        out = rng.choice(("u.bib", "u.json", "u.md", "u.html", "u.yaml"))
        if rng.random() < 0.3:
            _spliced_into(Path(), "u.bib", rng, "bibtex")
            out = "u.bib"
        if (
            call(
                "update",
                out,
                source,
                "--to",
                {"u.md": "markdown", "u.html": "html", "u.yaml": "hayagriva"}.get(out, "")
                or {"u.bib": "bibtex", "u.json": "csljson"}[out],
            )
            == 2
        ):
            return
        if not Path(out).exists():  # no publications
            return
        before = Path(out).read_bytes()
        call("update", out)
        assert Path(out).read_bytes() == before, "an update from sources that are the same changes nothing"
        _spliced_into(Path(), source, rng, host)
        call("update", out)


def _correct(rng: random.Random, host: str, folder: Path) -> None:
    with _command_line(folder) as call:
        source = _spliced_into(Path(), f"a{SUFFIX[host]}", rng, host)
        words = " ".join(rng.choices(TOKENS[host], k=3))
        line = f"{source}:{rng.randint(1, 12)}"
        call(
            "correct",
            line,
            *rng.choice(
                (
                    ["--set", f"note={words}"],
                    ["--set", f"title={words}"],
                    ["--nothing", words],
                    ["--join"],
                    ["--split", words],
                    ["--leave-out"],
                    ["--publication"],
                )
            ),
        )
        call("correct", source, "--heading", "Publications", "--announces", "other")
        call("correct", source, "--list")
        call("convert", source, "-o", "a.bib")


def _lab(rng: random.Random, host: str, folder: Path) -> None:
    with _command_line(folder) as call:
        sources = [_spliced_into(Path(), f"{name}{SUFFIX[host]}", rng, host) for name in ("ada", "bo")]
        if rng.random() < 0.5:
            text = '[ada]\nname = "Ada Brandt"\nvariants = ["A. Brandt", "Brandt, Ada"]\n[smith]\nname = "A. Smith"\n'
            tokens = _TOKEN.findall(text)
            if rng.random() < 0.5:
                tokens[rng.randrange(len(tokens))] = rng.choice(TOKENS["bibtex"])
            Path("members.toml").write_text("".join(tokens), encoding="utf-8", errors="surrogatepass")
            call("lab", *sources, "--members", "members.toml", "-o", "out")
        call("lab", *sources)


def _select(rng: random.Random, host: str, folder: Path) -> None:
    with _command_line(folder) as call:
        tokens = _TOKEN.findall("type:article and year>=2020 and author:Doe or not (title:lanterns)")
        for _ in range(rng.randint(0, 3)):
            tokens.insert(rng.randrange(len(tokens) + 1), rng.choice(TOKENS[rng.choice(list(TOKENS))]))
        source = _spliced_into(Path(), f"a{SUFFIX[host]}", rng, host)
        query = "".join(tokens).replace("\0", "")
        call("select", "--", query, source)
        _spliced_into(Path(), "paper.tex", rng, "latex")
        call("select", "--cited-in", "paper.tex", source, "-o", source, "-f")


def _init(rng: random.Random, host: str, folder: Path) -> None:
    with _command_line(folder) as call:
        Path(".git").mkdir()
        _spliced_into(Path(), f"a{SUFFIX[host]}", rng, host)
        _spliced_into(Path(), "refs.bib", rng, "bibtex")
        if rng.random() < 0.5:
            tokens = _TOKEN.findall(
                '[check]\nselect = ["all"]\n[check.rules.key-pattern]\npattern = "[a-z]+"\n[format]\nstyle = "apa"\n'
            )
            tokens[rng.randrange(len(tokens))] = rng.choice(TOKENS["csljson"])
            Path("citekit.toml").write_text("".join(tokens), encoding="utf-8")
        call(
            "init",
            "--host",
            rng.choice(("github", "gitlab", "none")),
            "--source",
            "https://example.org/x@v1",
            *rng.choice(([], ["-f"], ["--diff"])),
        )
        call("check")


def _explain(rng: random.Random, host: str, folder: Path) -> None:
    with _command_line(folder) as call:
        source = _spliced_into(Path(), f"a{SUFFIX[host]}", rng, host)
        call("explain", *(f"{source}:{rng.randint(0, 20)}" for _ in range(3)))


def _verify(rng: random.Random, host: str, folder: Path) -> None:
    """Services answer with what they know, with tokens of other formats in it, or not at all."""
    works = [
        {
            "DOI": "10.1000/182",
            "title": ["On lanterns"],
            "author": [{"family": "Doe", "given": "Jane"}],
            "type": "journal-article",
            "container-title": ["Journal of Lanterns"],
            "issued": {"date-parts": [[2020, 5]]},
            "page": "1-9",
        }
    ]
    services = Played({"crossref": works, "openalex": [{"title": "On lanterns", "doi": "https://doi.org/10.1000/182",
                       "publication_year": 2020, "authorships": [{"author": {"display_name": "Jane Doe"}}]}]})  # fmt: skip

    def get(client: Client, address: str, question: bytes = b"") -> FetchResult:
        chance = rng.random()
        if chance < 0.1:
            raise FetchError("the service is busy")
        if "arxiv" in address:
            return FetchResult(address, spliced(rng, "mods").encode("utf-8", "replace"), "application/atom+xml")
        answer = services.get(address, question)
        if chance < 0.6:
            return answer
        tokens = _TOKEN.findall(answer.data.decode())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(tokens))
            tokens[at : at + rng.randrange(3)] = rng.choices(TOKENS[rng.choice(("jsonld", "csljson", "html"))], k=2)
        return FetchResult(address, "".join(tokens).encode("utf-8", "replace"), "application/json")

    with _command_line(folder) as call, patch.object(Client, "get", get):
        source = _spliced_into(Path(), f"a{SUFFIX[host]}", rng, host)
        call("verify", source, "--to", rng.choice(("full", "json")), *(["--fix"] if host == "bibtex" else []))


# --- the editor's and the page's protocols ----------------------------------------------------------------------------


class EditorSession:
    """``citekit lsp`` as an editor drives it, one process for all runs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.number, self.version = folder, 0, 0
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the session
        self.process = subprocess.Popen(
            [sys.executable, "-m", "citekit", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            cwd=folder,
            start_new_session=True,  # what ends the fuzzer does not end it before
        )
        answer = self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        assert "result" in answer, answer
        self.tell("initialized", {})

    def tell(self, method: str, params: object, **more: object) -> None:
        data = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def ask(self, method: str, params: object) -> dict[str, Any]:
        """The answer to a request; what the server says meanwhile is passed over."""
        self.number += 1
        self.tell(method, params, id=self.number)
        assert self.process.stdout
        while True:
            size = 0
            while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                size = int(value) if name.lower() == b"content-length" else size
            assert line, f"the server ended: {self.printed()}"
            answer: dict[str, Any] = json.loads(self.process.stdout.read(size))
            if answer.get("id") == self.number and "method" not in answer:
                return answer

    def printed(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def seconds(self) -> float:
        """CPU seconds of the server so far (0 where the system does not tell)."""
        try:
            numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(numbers[11]) + int(numbers[12])) / float(os.sysconf("SC_CLK_TCK"))

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            assert stream
            with suppress(OSError):
                stream.close()


_EDITORS: dict[Path, EditorSession] = {}


def _lsp(rng: random.Random, host: str, folder: Path) -> None:
    if folder not in _EDITORS:
        (folder / "lsp").mkdir()
        _EDITORS[folder] = EditorSession(folder / "lsp")
    editor = _EDITORS[folder]
    begun = editor.seconds()
    text = spliced(rng, host).encode("utf-8", "replace").decode()
    uri = (editor.folder / f"a{SUFFIX[host]}").as_uri()
    bib = (editor.folder / "refs.bib").as_uri()
    document = {"textDocument": {"uri": uri}}
    for at, content in ((bib, spliced(rng, "bibtex").encode("utf-8", "replace").decode()), (uri, text)):
        editor.tell(
            "textDocument/didOpen", {"textDocument": {"uri": at, "languageId": "", "version": 1, "text": content}}
        )
    lines = text.split("\n")

    def place() -> dict[str, int]:
        line = rng.randrange(len(lines) + 1)
        return {"line": line, "character": rng.randint(0, len(lines[line]) + 2) if line < len(lines) else 0}

    for number in range(3):
        start = place()
        change = {"range": {"start": start, "end": start}, "text": "".join(rng.choices(TOKENS[host], k=3))}
        editor.tell(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": number + 2}, "contentChanges": [change]}
        )
    spot = {**document, "position": place()}
    wide = {"start": {"line": 0, "character": 0}, "end": place()}
    for method, params in (
        ("completion", spot), ("hover", spot), ("definition", spot), ("prepareRename", spot), ("documentSymbol", document),
        ("references", {**spot, "context": {"includeDeclaration": True}}), ("rename", {**spot, "newName": "roe1999"}),
        ("formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}}),
        ("codeAction", {**document, "range": wide, "context": {"diagnostics": []}}),
    ):  # fmt: skip
        answer = editor.ask(f"textDocument/{method}", params)
        error = answer.get("error", {})
        assert not error or error["code"] not in (-32603, -32600), (method, error)  # internal error, invalid request
    answer = editor.ask("workspace/symbol", {"query": "doe"})
    assert "error" not in answer, answer
    for at in (uri, bib):
        editor.tell("textDocument/didClose", {"textDocument": {"uri": at}})
    assert "Traceback" not in editor.printed(), editor.printed()
    spent = editor.seconds() - begun
    if spent > MOST_SECONDS:
        raise TooSlowError(f"the server took {spent:.1f} CPU seconds for some ten requests")


def _serve(rng: random.Random, host: str, folder: Path) -> None:
    """The page's questions over HTTP; now and then its JSON is spliced as well."""
    server = PageServer(WebSession())
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    text = spliced(rng, host).encode("utf-8", "replace").decode()
    bib = spliced(rng, "bibtex").encode("utf-8", "replace").decode()
    words = "".join(rng.choices(TOKENS[host], k=3))
    asked: list[tuple[str, object]] = [
        ("begin", {}), ("read", {"sources": [{"name": f"a{SUFFIX[host]}", "text": text}]}),
        ("correct", {"source": f"a{SUFFIX[host]}", "kind": rng.choice(("field", "join", "split", "leave-out", "heading")),
                     "item": rng.choice(text.split("\n") or [""]), "name": "title", "value": words}),
        ("forget", {"source": f"a{SUFFIX[host]}", "number": 0}),
        ("write", {"format": rng.choice(("bibtex", "ris", "csljson", "hugo", "mods", "endnotexml"))}),
        ("styles", {"words": words}), ("references", {"style": "apa", "format": "text"}), ("page", {"group_by": "year"}),
        ("check", {"bib": bib}), ("fix", {"bib": bib}), ("tidy", {"bib": bib, "settings": {"sort": "key"}}),
    ]  # fmt: skip
    try:
        for name, question in asked:
            data = json.dumps(question)
            if rng.random() < 0.15:
                tokens = _TOKEN.findall(data)
                tokens[rng.randrange(len(tokens))] = rng.choice(TOKENS["csljson"])
                data = "".join(tokens)
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
            headers = {"X-Citekit-Token": server.token, "Host": f"127.0.0.1:{server.server_port}"}
            connection.request("POST", f"/ask/{name}", data.encode(), headers)
            response = connection.getresponse()
            body = response.read().decode()
            connection.close()
            assert response.status in (200, 400), (name, response.status)
            assert "internal error" not in body or "internal error" in data, (name, body[:500])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _refuse_internal_errors(conversion: Conversion) -> None:
    for failure in conversion.failures:
        assert "internal error" not in failure.message, failure.message
        if "took longer" in failure.message:  # also of a PDF, whose process is not this one
            raise TooSlowError(failure.message)


TASKS: list[tuple[str, str, Callable[[random.Random, str, Path], None]]] = [
    *(("convert", host, _convert) for host in (*DOCUMENTS, "docx", "pdf")),
    *(("load", host, _load) for host in BIBLIOGRAPHIES),
    *(
        ("check", host, _check)
        for host in ("markdown", "latex", "org", "rst", "notebook", "typst", "bibtex", "csljson")
    ),
    ("tidy", "bibtex", _tidy),
    ("format", "bibtex", _format),
    *(("update", host, _update) for host in ("markdown", "html", "latex", "text")),
    *(("correct", host, _correct) for host in ("markdown", "html", "text")),
    *(("lab", host, _lab) for host in ("markdown", "latex")),
    *(("select", host, _select) for host in ("bibtex", "csljson", "markdown")),
    *(("init", host, _init) for host in ("latex", "markdown")),
    *(("explain", host, _explain) for host in ("markdown", "latex", "bibtex", "html")),
    *(("verify", host, _verify) for host in ("bibtex", "csljson", "markdown")),
    *(("lsp", host, _lsp) for host in ("latex", "markdown", "typst", "org", "bibtex")),
    *(("serve", host, _serve) for host in ("markdown", "html", "bibtex")),
]


@dataclass
class Outcome:
    """What came of some runs: how many of each kind, what went wrong, and the slowest."""

    runs: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    slowest: float = 0.0
    splices: int = 0
    refused: int = 0
    """Runs whose input could not be read at all, and was refused with a sentence."""


@contextmanager
def _editors_closed(folder: Path) -> Iterator[Path]:
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        if editor := _EDITORS.pop(folder, None):
            editor.close()


def fuzz(
    seed: int, first: int, runs: int, seconds: float = float("inf"), alarm: Callable[[str], object] = str
) -> Outcome:
    """Some runs from a number on; each depends on the seed and its own number only. Ends when the CPU seconds are over.

    ``alarm`` is told each failure and each slow run at once.
    """
    found = Outcome()
    begun, splices = time.process_time(), _SPLICES.total()
    # `check` looks into the two folders above: below two empty ones, what others left in /tmp changes no run
    with tempfile.TemporaryDirectory() as top, _editors_closed(Path(top, "inner", "folder")) as folder:
        for number in range(first, first + runs):
            if _STOPPED or time.process_time() - begun > seconds:
                break
            verb, host, task = TASKS[number % len(TASKS)]
            at = time.process_time()
            label = f"{verb} {host}, --seed {seed} --first {number} --runs 1"
            try:
                task(random.Random(f"{seed} {number}"), host, folder)
            except OverBudgetError as error:
                found.refused += 1
                found.slow.append(f"{label}: {error}")
                alarm(found.slow[-1])
            except UnreadableInputError:
                found.refused += 1
            except TooSlowError as error:
                found.slow.append(f"{label}: {error}")
                alarm(found.slow[-1])
            except KeyboardInterrupt:
                break
            except Exception:
                found.failures.append(f"{label}\n{traceback.format_exc()}")
                alarm(found.failures[-1])
            spent = time.process_time() - at
            found.runs[f"{verb} {host}"] += 1
            if number >= first + len(TASKS):  # the first ones load tables
                found.slowest = max(found.slowest, spent)
                if spent > MOST_SECONDS:
                    found.slow.append(f"{label}: {spent:.1f} s")
                    alarm(found.slow[-1])
    found.splices = _SPLICES.total() - splices
    return found


def main(arguments: list[str] | None = None) -> int:
    """The long run; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="CPU seconds at most")
    parser.add_argument("--alarms", type=Path, help="a file to which failures and slow runs are appended at once")
    given = parser.parse_args(arguments)

    def alarm(text: str) -> None:
        if given.alarms:
            with given.alarms.open("a", encoding="utf-8", errors="backslashreplace") as file:
                print(text, file=file)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: _STOPPED.append(True))  # what was found until then is printed
    found: Any = fuzz(given.seed, given.first, given.runs, given.seconds, alarm)
    for name, count in sorted(found.runs.items()):
        print(f"{count:8,} {name}")
    print(f"{found.runs.total():8,} runs, {found.splices:,} splices, {found.refused:,} refused, {len(found.failures)} tracebacks, {len(found.slow)} over {MOST_SECONDS} CPU seconds,"
          f" slowest {found.slowest:.2f} s")  # fmt: skip
    for one in (*found.failures, *found.slow):
        print(one)
    return 1 if found.failures or found.slow else 0


if __name__ == "__main__":
    sys.exit(main())
