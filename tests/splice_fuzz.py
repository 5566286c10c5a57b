"""Splice fuzzing: tokens of one format are put into a document of another, whose structure stays; every reader and verb.

Run on its own for long runs::

    python tests/splice_fuzz.py --runs 100000 --seed 1

It prints the runs of each reader and verb, every failure with the seed that makes it again, and the slowest run.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from pdf_maker import PageMaker, pdf

from citekit.commands.api import Conversion, NamedBytes
from citekit.commands.check import check
from citekit.formats.files import loads
from citekit.runtime.budget import OverBudgetError
from citekit.runtime.config import ConvertSettings, TidySettings
from citekit.runtime.errors import UnreadableInputError

MOST_SECONDS = 2.0
"""CPU seconds that a run may take at most."""
_TOKEN = re.compile(r"\w+|\s|[^\w\s]")
_LINE = "A. Smith, B. Jones. A title of things. ICML, 2020 (an earlier version of it appeared in NeurIPS 2019). doi:10.1000/182"

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
DOCUMENTS = ("markdown", "html", "latex", "text", "org", "rst", "notebook")
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
          "csljson": ".json", "org": ".org", "rst": ".rst", "html": ".html"}  # fmt: skip
TOKENS = {name: _TOKEN.findall(text) for name, text in SEEDS.items()}


def spliced(rng: random.Random, host: str) -> str:
    """A document of a format with tokens of others in it, some of them many times."""
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
    manuscript, bibliography = folder / f"a{SUFFIX[host]}", folder / "refs.bib"
    manuscript.write_text(spliced(rng, host), encoding="utf-8", errors="surrogatepass")
    bibliography.write_text(spliced(rng, "bibtex"), encoding="utf-8", errors="surrogatepass")
    check(manuscript, bibliography, select=["all"])


def _refuse_internal_errors(conversion: Conversion) -> None:
    for failure in conversion.failures:
        assert "internal error" not in failure.message, failure.message


TASKS: list[tuple[str, str, Callable[[random.Random, str, Path], None]]] = [
    *(("convert", host, _convert) for host in (*DOCUMENTS, "docx", "pdf")),
    *(("load", host, _load) for host in BIBLIOGRAPHIES),
    *(
        ("check", host, _check)
        for host in ("markdown", "latex", "org", "rst", "notebook", "typst", "bibtex", "csljson")
    ),
    ("tidy", "bibtex", _tidy),
    ("format", "bibtex", _format),
]


@dataclass
class Outcome:
    """What came of some runs: how many of each kind, what went wrong, and the slowest."""

    runs: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    slowest: float = 0.0
    refused: int = 0
    """Runs whose input could not be read at all, and was refused with a sentence."""


def fuzz(seed: int, first: int, runs: int, seconds: float = float("inf")) -> Outcome:
    """Some runs from a number on; each depends on the seed and its own number only. Ends when the CPU seconds are over."""
    found = Outcome()
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as name:
        for number in range(first, first + runs):
            if time.process_time() - begun > seconds:
                break
            verb, host, task = TASKS[number % len(TASKS)]
            at = time.process_time()
            label = f"{verb} {host}, --seed {seed} --first {number} --runs 1"
            try:
                task(random.Random(f"{seed} {number}"), host, Path(name))
            except UnreadableInputError as error:
                found.refused += 1
                if isinstance(error, OverBudgetError):
                    found.slow.append(f"{label}: {error}")
            except Exception:
                found.failures.append(f"{label}\n{traceback.format_exc()}")
            spent = time.process_time() - at
            found.runs[f"{verb} {host}"] += 1
            if number >= first + len(TASKS):  # the first ones load tables
                found.slowest = max(found.slowest, spent)
                if spent > MOST_SECONDS:
                    found.slow.append(f"{label}: {spent:.1f} s")
    return found


def main(arguments: list[str] | None = None) -> int:
    """The long run; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="CPU seconds at most")
    given = parser.parse_args(arguments)
    found: Any = fuzz(given.seed, given.first, given.runs, given.seconds)
    for name, count in sorted(found.runs.items()):
        print(f"{count:8,} {name}")
    print(f"{found.runs.total():8,} runs, {found.refused:,} refused, {len(found.failures)} tracebacks, {len(found.slow)} over {MOST_SECONDS} CPU seconds,"
          f" slowest {found.slowest:.2f} s")  # fmt: skip
    for one in (*found.failures, *found.slow):
        print(one)
    return 1 if found.failures or found.slow else 0


if __name__ == "__main__":
    sys.exit(main())
