"""Plain text is never markup: titles that look like tags, links or commands are written, parsed by others, and read back."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from docutils import nodes
from docutils.core import publish_doctree

from citekit.commands.api import convert
from citekit.csl import styles
from citekit.csl.output import document, names
from citekit.csl.processor import Rendered, process
from citekit.formats import files
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.text.rich import TAG, as_rich, encode_rich, paired, unescaped, without_tags
from citekit.text.tex_decode import decode_rich

TITLES = (
    "The <b>bold</b> claim of <sub>it</sub>",
    "Use <i>x<b>y</i>z</b> in text",
    "The unbalanced <b>tag",
    "An end </i> without a start",
    "Escaping &amp; and ]]> in texts",
    "Says \"quoted\" and 'single' words",
    "Turned \u202eletters\u202c of \u2067others\u2069",
    "Calling javascript:location=name for all",
    "See https://evil.example/x or mail me@evil.example now",
    '<span class="nocase">Nothing</span> of a span',
    "<script>alert(1)</script> in pages",
    "A last title that is plain",
)
WRITTEN = [name for name, module in files._formats().items() if hasattr(module, "dumps") or hasattr(module, "pages")]
READ_BACK = [name for name in WRITTEN if name not in ("html", "markdown")]
"""Lists for pages are read as documents, where a title is found and not told."""


def work(title: str, number: int) -> Work:
    """A work of which a document says this title."""
    return Work(
        "article-journal",
        f"doe{number}",
        {"title": as_rich(title), "author": (Name("Doe", "Jane"),), "container-title": as_rich(f"Journal of {title}"),
         "issued": Date.of(2020), "volume": str(number), "note": as_rich(title)},
        {},
    )  # fmt: skip


LIBRARY = Works(tuple(work(title, number) for number, title in enumerate(TITLES, 1)))


def written(name: str, folder: Path) -> list[Path]:
    """The files that a format writes."""
    module = files._formats()[name]
    target = folder / f"out{'' if hasattr(module, 'pages') else next(iter(module.SUFFIXES), '.txt')}"
    files.dump(LIBRARY, target, name)
    return [target] if target.is_file() else sorted(path for path in target.rglob("*") if path.is_file())


class Tags(HTMLParser):
    """The tags of a page and what they link to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


def parsed(path: Path) -> None:
    """Parse a file with a parser that is none of citekit's."""
    text = path.read_text("utf-8")
    if path.suffix in (".xml", ".mods", ".rdf"):
        root = ElementTree.fromstring(text)
        assert not {"b", "i", "sub", "sup"} & {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not [element for element in root.iter() if element.tag == "style"]
    elif path.suffix in (".json", ".jsonld"):
        json.loads(text)
    elif path.suffix in (".yaml", ".yml", ".cff"):
        yaml.safe_load(text)
    elif path.suffix == ".csv":
        assert len(list(csv.reader(io.StringIO(text)))) == len(TITLES) + 1
    elif path.suffix == ".html":
        assert not {"b", "sub", "sup", "script"} & set(Tags(text).seen)
    elif path.suffix in (".bib", ".biblatex"):
        assert not re.search(r"\\text(?:bf|it|sub|super|sc)", text)
        assert text.count("{") == text.count("}")


@pytest.mark.parametrize("name", WRITTEN)
def test_other_parsers_read_what_is_written(name: str, tmp_path: Path) -> None:
    found = written(name, tmp_path)
    assert found
    for path in found:
        parsed(path)


@pytest.mark.parametrize("name", READ_BACK)
def test_as_many_works_come_back_and_no_title_becomes_markup(name: str, tmp_path: Path) -> None:
    first = written(name, tmp_path)[0]
    again = files.load(tmp_path / first.relative_to(tmp_path).parts[0])
    assert len(again) == len(TITLES)
    assert not [one.title for one in again if TAG.search(paired(one.title))]


@pytest.mark.parametrize("name", ["bibtex", "biblatex", "csljson", "endnotexml", "csv"])
def test_the_titles_come_back_as_they_were(name: str) -> None:
    again = files.loads(files.dumps(LIBRARY, name), name)
    told = [without_tags(one.title) for one in again]
    bare = {"bibtex": "'single'", "biblatex": "'single'"}.get(name)
    assert [one for one in told if not (bare and bare in one)] == [one for one in TITLES if not (bare and bare in one)]


def rendered() -> Rendered:
    return process(styles.load("apa"), LIBRARY.works)


@pytest.mark.parametrize("name", names())
def test_printed_references_hold_no_markup_of_titles(name: str) -> None:
    made = document(name, rendered())
    if name == "rst":
        tree = publish_doctree(made.decode(), settings_overrides={"report_level": 5, "_disable_config": True})
        assert [node["refuri"] for node in tree.findall(nodes.reference)] == []
        assert "javascript:location=name" in tree.astext()
        assert "me@evil.example" in tree.astext()
    elif name == "html":
        page = Tags(made.decode())
        assert not {"b", "sub", "sup", "script"} & set(page.seen)
        assert page.links == []
    elif name == "jats":
        tags = {element.tag for element in ElementTree.fromstring(made).iter()}
        assert not {"bold", "sub", "sup"} & tags
    elif name == "json":
        json.loads(made)
    elif name == "latex":
        assert not re.search(rb"\\text(?:bf|sub|super|sc)", made)
    if name in ("text", "html", "markdown"):
        assert b"\xe2\x81\xa0" not in made, "what keeps a tag from being one is for rich text only"


def test_text_of_a_file_is_escaped_once(tmp_path: Path) -> None:
    """The case that was wrong: plain text came out bold, and the end of a work swallowed all that followed."""
    lines = [
        f"[{n}] J. Doe and A. Roe. {title}. Journal of Tests {n} (2020), 1-10."
        for n, title in enumerate(
            ("The <b>bold</b> claim of <sub>it</sub>", "The unbalanced <b>tag", "A plain title"), 1
        )
    ]
    (tmp_path / "list.txt").write_text("Publications\n\n" + "\n".join(lines) + "\n")
    (tmp_path / "list.html").write_text(
        "<h2>Publications</h2><ul>"
        + "".join(f"<li>{line[4:].replace('<', '&lt;').replace('>', '&gt;')}</li>" for line in lines)
        + "</ul>"
    )
    for name in ("list.txt", "list.html"):
        works = convert(tmp_path / name)
        assert works[0].title == "The <b>bold</b> claim of <sub>it</sub>"
        assert not any(TAG.search(one.work.text("title")) for one in works)
        assert "\\textbf" not in files.dumps(Works(works.works))
        assert len(files.loads(files.dumps(Works(works.works), "endnotexml"), "endnotexml")) == len(works.works) == 3


def test_markup_stays_markup() -> None:
    title = "Growth of <i>E. coli</i> in CO<sub>2</sub>"
    one = Works((Work("article-journal", "doe", {"title": title}, {}),))
    for name in ("bibtex", "csljson", "endnotexml", "zoterordf"):
        again = files.loads(files.dumps(one, name), name)
        assert TAG.findall(again[0].text("title")) == TAG.findall(title), name


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<i>x</i> and <b>", ["<i>", "</i>"]),
        ("<i>x<b>y</i>z</b>", ["<i>", "</i>"]),
        ("</b>x<b>", []),
        ('<span class="nocase">A <i>b</span>', ['<span class="nocase">', "</span>"]),
        ("a < b and b > c", []),
    ],
)
def test_tags_that_do_not_pair_are_text(text: str, kept: list[str]) -> None:
    assert [match[0] for match in TAG.finditer(paired(text))] == kept
    assert unescaped(paired(text)) == text
    assert paired(paired(text)) == paired(text)


def test_printed_brackets_are_text_in_latex() -> None:
    coded = encode_rich(as_rich("the <b> tag"))
    assert coded == "the {\\textless}b{\\textgreater} tag"
    assert decode_rich(coded) == as_rich("the <b> tag")
    assert decode_rich("a \\textless{} b") == "a < b"


@pytest.mark.parametrize("name", ["ris", "csljson", "csv", "refer", "nbib", "mods"])
def test_a_bracket_that_pairs_with_no_other_stays_as_it_is(name: str) -> None:
    """No invisible sign comes into the data of others where none is needed."""
    title = "The <b> tag where a <i and c"
    made = files.dumps(Works((Work("book", "a", {"title": as_rich(title)}),)), name)
    assert "\u2060" not in made
    assert unescaped(str(files.loads(made, name)[0].title)) == title
