"""How a system ends lines and composes letters means nothing: the same entries, and places as the file has them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PROFILES, ROOT, Answer

from citekit.commands.convert import Conversion, NamedBytes
from citekit.documents.load import source_of
from citekit.formats import files
from citekit.model.work import Works
from citekit.runtime.config import ConvertSettings

Citekit = Callable[..., Answer]
TEXTS = {".md", ".html", ".htm", ".tex", ".txt", ".rst", ".org", ".qmd"}
SHARED = ROOT.parent / "shared" / "bench" / "profiles" / "documents"
LIST = """# José Ñandú

## Publications

- **José Ñandú**, Bo Ek. *Las colas perezosas y
  otros cuentos*. Journal of Queues, 14(2), 101-119, 2020.
- Bo Ek, J.
  Ñandú. *Eager Stacks Considered Harmful*. Proceedings of the Conference on Stacks, 2021.
"""
LATEX = r"""\documentclass{article}
\begin{document}
\section*{Publications}
\begin{enumerate}
\item J.~Ñandú, B.
  C. Ek, and A. Lind. Lazy queues
  for everyone. {\em Journal of Queues}, 14(2):101--119, 2020.
\item B. C. Ek. Eager stacks. In {\em Proceedings of the
  Conference on Stacks}, pages 1--9, 2021.
\end{enumerate}
\end{document}
"""
PLAIN = """Publications

[1] J. Ñandú and B. C. Ek. Lazy queues for everyone. Journal of Queues 14 (2), 101-119, 2020.

[2] B. C. Ek. Eager stacks considered harmful. Proceedings of the Conference on Stacks, 2021.
"""


def entries(name: str, data: bytes) -> str:
    """What is read, as BibTeX."""
    found = Conversion.of([NamedBytes(name, data)], ConvertSettings(jobs=1))
    return files.dumps(Works(found.library.works))


def blanks_behind(text: str, blank: str) -> str:
    return "\n".join(
        line + blank if line.strip() and not line.endswith((" ", "\\")) else line for line in text.split("\n")
    )


CHANGES: dict[str, Callable[[str], bytes]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "a mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "a mark and CRLF": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "NFD": lambda text: unicodedata.normalize("NFD", text).encode(),
    "a blank behind each line": lambda text: blanks_behind(text, " ").encode(),
    "tabs for blanks": lambda text: re.sub(r"(?<=[^ \n]) (?=[^ \n])", "\t", text).encode(),
    "a tab behind each line": lambda text: blanks_behind(text, "\t").encode(),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("name", "text"), [("list.md", LIST), ("list.tex", LATEX), ("list.txt", PLAIN)], ids=["md", "tex", "txt"]
)
def test_the_same_entries(name: str, text: str, change: str) -> None:
    before = entries(name, text.encode())
    assert before.count("@") == 2
    assert entries(name, CHANGES[change](text)) == before


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("path", sorted(PROFILES.iterdir()), ids=lambda path: path.name)
def test_the_same_entries_of_sample_documents(path: Path, change: str) -> None:
    text = path.read_text("utf-8").replace("\r\n", "\n")
    assert entries(path.name, CHANGES[change](text)) == entries(path.name, text.encode())


@pytest.mark.bench_data
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared documents")
@pytest.mark.parametrize("change", ["CRLF", "NFD"])
def test_the_same_entries_of_shared_documents(change: str) -> None:
    """A part of them; all and all changes are for a longer measurement."""
    different = []
    for path in sorted(path for path in SHARED.iterdir() if path.suffix in TEXTS)[::12]:
        try:
            text = (
                unicodedata.normalize("NFC", path.read_bytes().decode("utf-8"))
                .replace("\r\n", "\n")
                .replace("\r", "\n")
            )
        except UnicodeDecodeError:
            continue
        if entries(path.name, CHANGES[change](text)) != entries(path.name, text.encode()):
            different.append(path.name)
    assert different == []


def test_tabs_between_all_words_are_blanks() -> None:
    tabbed = "\n".join(line.replace(" ", "\t") if line.startswith("[") else line for line in PLAIN.split("\n"))
    assert entries("list.txt", tabbed.encode()) == entries("list.txt", PLAIN.encode())
    assert source_of("2020\tLazy Queues for Everyone\tJournal of Queues\n", "x").text.count("\t") == 2
    assert source_of("a\tb\tc\td\te\n", "x").text.count("\t") == 4, "a row of five columns stays one"
    assert source_of("a b\na\tb\tc\td\te\tf\na\tb", "x").text == "a b\na b c d e f\na\tb", "some words have spaces"
    assert source_of("\t\ta\tb\tc\td\te\tf\t\n", "x").text == "\t\ta b c d e f\t\n"


class TestPlaces:
    def test_lines_and_columns_are_those_of_the_file(self) -> None:
        typed = unicodedata.normalize("NFD", "one\r\nJosé Ñandú 한국 is here\rlast")
        source = source_of(typed, "x.md")
        second = typed.split("\r\n")[1]
        assert source.line_column(source.text.index("is here")) == (2, second.index("is here") + 1)
        assert source.line_column(source.text.index("Ñ")) == (2, second.index("N") + 1)
        assert source.line_column(source.text.index("last")) == (3, 1)
        assert source.line_column(source.text.index("\nlast")) == (2, len(second.split("\r")[0]) + 1)

    def test_sources_are_keys(self) -> None:
        typed = unicodedata.normalize("NFD", "José")
        assert {source_of(typed, "x"): 1}[source_of("José", "x")] == 1

    def test_what_is_composed_already_has_no_table(self) -> None:
        assert not source_of("José\r\nÑandú", "x.md").columns

    def test_explain_finds_the_line(self, citekit: Citekit, tmp_path: Path) -> None:
        path = tmp_path / "list.md"
        path.write_bytes(LIST.encode())
        before = citekit("explain", f"{path}:7")
        path.write_bytes(LIST.replace("\n", "\r").encode())
        after = citekit("explain", f"{path}:7")
        assert (after.code, after.out) == (before.code, before.out)
        assert "Eager" in after.out


def test_a_list_with_such_line_ends_is_brought_up_to_date(
    citekit: Citekit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.md").write_text(LIST, "utf-8")
    assert citekit("update", "page.md", "list.md", "--to", "markdown").code == 0
    page = Path("page.md").read_bytes()
    Path("page.md").write_bytes(page.replace(b"\n", b"\r\n"))
    Path("list.md").write_text(LIST.replace("14(2)", "15(2)"), "utf-8")
    assert citekit("update", "page.md", "list.md").code == 0
    after = Path("page.md").read_bytes()
    assert after == page.replace(b"14", b"15", 1).replace(b"\n", b"\r\n")
