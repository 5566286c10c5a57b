r"""What strangers write never becomes a command of TeX: 45 hostile sources, looked at as text and run through LaTeX.

The first tests always run and take the output apart with a lexer of their own. The others set it with pdflatex and
lualatex, with the shell open and every file allowed, so that anything that passed would show.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from conftest import Answer
from hostile_tex import NAMES, written

from citekit import Library, check, convert, dumps, load
from citekit.csl.formatted import bibliography
from citekit.formats.hayagriva import formattable
from citekit.runtime.config import BibtexSettings
from citekit.text.tex_allowed import act_of, is_allowed, is_sound
from citekit.text.tex_encode import encode, escape_all

SECRET = "xyzzyplugh"
SAFE = frozenset(
    "emph textit textbf textsc textsuperscript textsubscript textbackslash textbraceleft textbraceright textasciitilde "
    "textasciicircum textless textgreater textbar textquotedbl textquotesingle textasciigrave url href relax noopsort "
    "noindent hangindent hangafter par dots string uppercase".split()
)
"""Every command that the texts below may have: those that the sources themselves ask for, and those of escapes."""
COMMAND = re.compile(r"\\([A-Za-z]+|.)|(\^\^)", re.DOTALL)
PATH = re.compile(r"^  file +=.*$", re.MULTILINE)
"""A field that no style prints, with paths of other systems; a backslash is written twice there."""
SIGNS = frozenset("&%$#_{}`',- ^")
DIALECTS = ("bibtex", "biblatex")
ENGINES = ("pdflatex", "lualatex")
DOCUMENT = r"""\documentclass{article}
\usepackage{textcomp,amsmath,amssymb,url,hyperref}
%s
\begin{document}
Cited: \nocite{*}
%s
\end{document}
"""


def read(name: str, folder: Path) -> Library:
    """A hostile source, aimed at two files of a folder, as a library."""
    path = written(name, folder, folder / "secret.tex", folder / "out.txt")
    bibliographic = path.suffix in (".bib", ".ris", ".json", ".xml")
    library = load(path) if bibliographic else convert(path)
    assert len(library), name
    return Library(library.works, problems=library.problems)  # written anew, not as it stands


def active(tex: str) -> list[str]:
    """The commands of a LaTeX text that should not be there."""
    found = [match[1] or match[2] for match in COMMAND.finditer(PATH.sub("", tex))]
    return [name for name in found if name not in SAFE and name not in SIGNS]


@pytest.mark.parametrize("name", NAMES)
def test_no_command_passes(name: str, tmp_path: Path) -> None:
    library = read(name, tmp_path)
    for dialect in DIALECTS:
        for ascii_only in (False, True):
            text = dumps(library, dialect, BibtexSettings(ascii=ascii_only))
            assert not active(text), text
            assert not active(dumps(load_text(text, tmp_path), dialect)), text
    assert not active(bibliography(library, to="latex")), name


def load_text(text: str, folder: Path) -> Library:
    """A text that was written, read again."""
    (folder / "again.bib").write_text(text, encoding="utf-8")
    return Library(load(folder / "again.bib").works)


def test_there_are_forty_sources() -> None:
    assert len(NAMES) >= 40
    assert {Path(name).suffix for name in NAMES} >= {
        ".html",
        ".md",
        ".txt",
        ".ris",
        ".json",
        ".bib",
        ".tex",
        ".xml",
        ".docx",
    }


def test_what_passes_is_told_with_its_place(tmp_path: Path) -> None:
    found = [problem for problem in read("title.bib", tmp_path).problems if problem.kind == "refused-command"]
    assert [str(problem).split(": ", 1)[1].split(" of ")[0] for problem in found] == [
        r"the LaTeX command \input and 2 more in title",
        r"the LaTeX command \directlua in journal",
        r"the LaTeX command \csname and 2 more in note",
    ]
    assert all(problem.span for problem in found)


def test_what_is_found_is_repaired(tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    path = written("links.bib", tmp_path, tmp_path / "secret.tex", tmp_path / "out.txt")
    assert {found.rule for found in check(path, select=("dangerous-command",)).diagnostics} == {"dangerous-command"}
    citekit("check", path, "--select=dangerous-command", "--unsafe-fixes")
    assert not check(path, select=("dangerous-command",)).diagnostics
    assert r"{\textbackslash}input{" in path.read_text("utf-8")
    assert "%5Cinput{" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('@preamble{"\\def\\cprime{$\'$} \\providecommand{\\noopsort}[1]{} \\ifx\\a\\b\\fi"}', 0),
        ('@preamble{"\\input{a}"}', 1),
        ('@string{a = "\\inp"}\n@misc{k, title = a # "ut{x}", year = 2020, author = {A}}', 1),
        ("@misc{k, title = {\\def\\x{}}}", 1),
        ("@misc{k, file = {C:\\input\\a.pdf}, title = {\\ours and \\emph{theirs}}}", 0),
    ],
)
def test_dangerous_commands_are_found_where_latex_obeys_them(source: str, found: int, tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(source, encoding="utf-8")
    assert len(check(tmp_path / "a.bib", select=("dangerous-command",)).diagnostics) == found


def test_formulas_of_documents_are_told_too(tmp_path: Path) -> None:
    found = [problem for problem in read("formula.tex", tmp_path).problems if problem.kind == "refused-command"]
    assert [problem.message for problem in found] == [
        r"the LaTeX command \input in a formula of the title is read as text: it reads a file",
        r"the LaTeX command \immediate in a formula of the title is read as text: it writes a file",
    ]
    assert all(problem.span and problem.source for problem in found)


@pytest.mark.parametrize(
    "tex", ["$x_1$", r"$\mathbb{Z}_p^{*}$", r"$O(n \log n)$", r"\(\alpha\)", r"$\frac12$", r"$x'^2$"]
)
def test_formulas_of_plain_text_stay_formulas(tex: str) -> None:
    assert encode(f"On {tex} of 50% & more") == rf"On {tex} of 50\% \& more"


@pytest.mark.parametrize(
    "tex", [r"$\frac1$", "$x^2^3$", r"$\left($", r"$a & b$", r"$\foo$", r"$\text{x_1}$", "$x^$", "$a^^5c$"]
)
def test_what_latex_could_not_set_is_no_formula(tex: str) -> None:
    assert not is_sound(tex)
    assert encode(tex) == escape_all(tex)


def test_formulas_for_typst_hold_no_code() -> None:
    assert formattable('On $x^2$ and $#read("a")$') == r'On \$x^2\$ and \$#read("a")\$'
    assert formattable("On $x^2$ and $y$") == "On $x^2$ and $y$"


def test_no_allowed_command_acts_however_a_style_changes_its_case() -> None:
    names = set(re.findall("[A-Za-z]+", (files("citekit.text") / "tex_commands.toml").read_text("utf-8")))
    allowed = {name for name in names if is_allowed(name)}
    assert {"emph", "mathbb", "noopsort", "href"} <= allowed
    assert not [name for name in allowed for form in (name, name.lower()) if act_of(form)]


# With the real engines -----------------------------------------------------------------------------------------------


def run(command: list[str], folder: Path) -> int:
    """Runs a program of TeX in a folder; every file is allowed to it, so that a refusal is never its own."""
    allowed = {**os.environ, "openin_any": "a", "openout_any": "a", "shell_escape": "t"}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run(command, cwd=folder, env=allowed, timeout=300, check=False, **quiet).returncode


def assert_nothing_happened(folder: Path, engine: str) -> None:
    """Whether the document was set without an error, and nothing was read, written or run for it."""
    log = (folder / "paper.log").read_text("latin-1")
    assert re.findall(r"^! .*|^Runaway.*", log, re.MULTILINE) == []
    recorded = (folder / "paper.fls").read_text("utf-8")
    assert "secret" not in recorded
    assert "out.txt" not in recorded
    assert not (folder / "out.txt").exists()
    assert (folder / "paper.pdf").exists(), engine
    made = {path.name for path in folder.iterdir() if not path.name.startswith(("paper.", "source"))}
    assert made <= {"secret.tex", *NAMES}


def typeset(engine: str, folder: Path, body: str, maker: str = "", head: str = "") -> None:
    """Sets a document; ``maker`` is the program that makes its list, if one does."""
    if not shutil.which(engine) or not shutil.which(maker or engine):
        needed = "texlive-latex-base, texlive-luatex, texlive-bibtex-extra, biber"
        pytest.skip(f"{engine} and {maker or 'TeX'} are not installed (Debian: {needed})")
    (folder / "paper.tex").write_text(DOCUMENT % (head, body), encoding="utf-8")
    command = [engine, "-shell-escape", "-recorder", "-interaction=nonstopmode", "paper"]
    run(command, folder)
    if maker:
        run([maker, "paper"], folder)
        run(command, folder)
        run(command, folder)
    assert_nothing_happened(folder, engine)


def converted(folder: Path, dialect: str) -> list[str]:
    """The names of the files that the hostile sources become in a folder."""
    (folder / "secret.tex").write_text(SECRET, encoding="utf-8")
    names = []
    for number, name in enumerate(NAMES):
        text = dumps(read(name, folder), dialect, BibtexSettings(ascii=number % 2 == 0))
        text = re.sub(r"^(@\w+\{)", rf"\g<1>s{number}x", text, flags=re.MULTILINE)
        names.append(f"source{number}")
        (folder / f"{names[-1]}.bib").write_text(text, encoding="utf-8")
    return names


@pytest.mark.parametrize("engine", ENGINES)
def test_latex_sets_what_was_converted_and_does_nothing_else(engine: str, tmp_path: Path) -> None:
    names = converted(tmp_path, "bibtex")
    typeset(engine, tmp_path, rf"\bibliographystyle{{plainurl}}\bibliography{{{','.join(names)}}}", "bibtex")


@pytest.mark.parametrize("engine", ENGINES)
def test_biblatex_sets_what_was_converted_and_does_nothing_else(engine: str, tmp_path: Path) -> None:
    names = converted(tmp_path, "biblatex")
    head = r"\usepackage[backend=biber]{biblatex}" + "".join(rf"\addbibresource{{{name}.bib}}" for name in names)
    typeset(engine, tmp_path, r"\printbibliography", "biber", head)


@pytest.mark.parametrize("engine", ENGINES)
def test_latex_sets_what_was_formatted_and_does_nothing_else(engine: str, tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text(SECRET, encoding="utf-8")
    body = "".join(bibliography(read(name, tmp_path), to="latex") for name in NAMES)
    typeset(engine, tmp_path, body)


def test_the_test_would_see_it(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text(SECRET, encoding="utf-8")
    body = r"\input{%s}\immediate\write18{touch out.txt}" % (tmp_path / "secret.tex")
    with pytest.raises(AssertionError):
        typeset("pdflatex", tmp_path, body)
    assert (tmp_path / "out.txt").exists()
