"""The documentation is true: its commands run, its output is what they print, nothing that exists is missing in it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import fields
from itertools import takewhile
from pathlib import Path

import click
import pytest
from conftest import PROFILES, ROOT, Answer

from citekit.cli._grammar import WithExamples
from citekit.cli._options import settings_classes
from citekit.cli.main import cli, command_named, command_names, command_summary
from citekit.cli.main import commands as every_command
from citekit.runtime.config import option_name
from citekit.runtime.registry import units

DOCS = ROOT / "docs"
PAGES = sorted(
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md"))
    if "generated" not in page.parts
)
CONSOLE = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
ELISION = "…"
CUT = "[…]"

REFERENCES = """\
Okafor, M., & Lindqvist, T. (2021). Sorting sparse ledgers. Journal of Synthetic Systems, 14(2), 101–119.
Lindqvist, T. (2023). Lazy queues without global clocks. In Y. Amari & R. Roe (Eds.), Adaptive compilers in practice (pp. 55–80). Meridian Press.
Amari, Y. (2019). Bounded archives for very large collections (2nd ed.). Meridian Press.
Roe, R. (2022). Queues under pressure [Doctoral dissertation, University of Uppsala].
"""

TYPED = """\
# References

Abara, C. (2015). Counting herons. In L. Stern & M. Okoye (Eds.), *Handbook of wet places* (41–66). Heron Press.

Lund, K., and Ito, R. B. (2018). Reeds and their quiet neighbours. *Pond Notes*, *12*(3), 55-80. https://doi.org/10.5555/reeds.18

Novák, P. (2011). *A short history of ponds* (2nd ed.). Heron Press.
"""
ENTRIES = """\
@article{okafor2021,
  title  = {Sorting Sparse Ledgers},
  author = {Okafor, M. and Lindqvist, T.},
  year   = {2021},
}

@inproceedings{lindqvist2023,
  title  = {Lazy Queues without Global Clocks},
  author = {Lindqvist, Tove and Amari, Yuki},
  year   = {2023},
  eprint = {1906.00003},
}

@phdthesis{amari2019,
  title  = {Bounded Archives},
  author = {Amari, Yuki},
  year   = {2019},
}
"""
RECORDS = """\
{"id": "2101.00001", "title": "Sorting Sparse Ledgers in Linear Time", "authors": ["Mira Okafor", "Tove Lindqvist"], "date": "2021-01-04", "cat": "cs.DS"}
{"id": "2302.00002", "title": "QueueFrost: Lazy Queues without Global Clocks", "authors": ["Tove Lindqvist", "Yuki Amari"], "date": "2023-02-07", "cat": "cs.DC"}
{"id": "1906.00003", "title": "Bounded Archives for Surveys II", "authors": ["Yuki Amari", "Sára Dvořák"], "date": "2019-06-01", "cat": "cs.DL"}
"""
GROWN = """\
% Papers of our group
@string{jss = "Journal of Synthetic Systems"}

@Article{Okafor21, Author="Okafor, M. and Lindqvist, T.",
   Title={{Sorting sparse ledgers}}, journal=jss, volume = "14", YEAR=2021, month = "March"}
@phdthesis{amari, author={Amari, Y.}, year={2019},
 title={Bounded archives for very large collections} }
@article{okafor-sorting,
\ttitle = {Sorting Sparse Ledgers},
\tauthor = {Okafor, Mary and Lindqvist, Tove},
\tyear = {2021},
\tpages = {101--119},
}
"""
PAPER = """\
Ledgers can be sorted [@okafor2021, p. 103]. @lindqvist2023 need no clock for it.

# References
"""
BIBLIOGRAPHY = """\
@article{okafor2021, author={Okafor, Maria and Lindqvist, Tor}, title={Sorting sparse ledgers},
  journal={Journal of Synthetic Systems}, volume=14, number=2, pages={101--119}, year=2021}
@inproceedings{lindqvist2023, author={Lindqvist, Tor and Amari, Yui}, title={Lazy queues without global clocks},
  booktitle={Conference on Adaptive Compilers}, year=2023}
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documentation talks about."""
    for path in PROFILES.iterdir():
        shutil.copy(path, tmp_path)
    people = tmp_path / "people"
    people.mkdir()
    for name in ("homepage.md", "cv.md", "selected.md"):
        shutil.copy(PROFILES / name, people)
    for name, text in (("references.txt", REFERENCES), ("entries.bib", ENTRIES), ("records.json", RECORDS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "thesis.md").write_text(TYPED, encoding="utf-8")
    (tmp_path / "grown.bib").write_text(GROWN, encoding="utf-8")
    (tmp_path / "paper.md").write_text(PAPER, encoding="utf-8")
    (tmp_path / "references.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("page", [p for p in PAGES if CONSOLE.search(p.read_text(encoding="utf-8"))], ids=page_name)
def test_commands_print_what_the_page_shows(page: Path, citekit: Callable[..., Answer], update_golden: bool) -> None:
    text = page.read_text(encoding="utf-8")
    for block in list(CONSOLE.finditer(text)):
        shown = block["body"]
        printed = "".join(rerun(line, output, citekit) for line, output in commands(shown))
        if update_golden:
            text = text.replace(f"```console\n{shown}```", f"```console\n{printed}```")
        else:
            assert shown == printed
    if update_golden:
        page.write_text(text, encoding="utf-8")


def commands(block: str) -> list[tuple[str, str]]:
    """The command lines of a block (without ``$``), each with the output shown below it."""
    pieces = re.split(r"^\$ ", block, flags=re.MULTILINE)
    return [(command, output) for command, _, output in (piece.partition("\n") for piece in pieces[1:])]


def rerun(line: str, shown: str, citekit: Callable[..., Answer]) -> str:
    """The command and what it prints now; what is shown where that fits it, ``…`` standing for any lines."""
    name, *arguments = shlex.split(line, comments=True)
    if name == "cat":
        printed = "".join(Path(file).read_text(encoding="utf-8") for file in arguments)
    elif name == "citekit":
        answer = citekit(*arguments)
        assert answer.code in (0, 1), f"{line}: {answer.err}"
        printed = answer.out + answer.err
    else:
        printed = shown
    return f"$ {line}\n{shown if not shown or fits(shown, printed) else elided(printed, shown)}"


def fits(shown: str, printed: str) -> bool:
    """Whether two outputs are the same; a line ``…`` stands for any lines, ``[…]`` for the rest of a phrase."""
    pattern = "".join("(?:.*\n)*?" if line == ELISION else re.escape(line + "\n") for line in shown.splitlines())
    return re.fullmatch(pattern.replace(re.escape(CUT), ".*"), printed) is not None


def elided(printed: str, shown: str) -> str:
    """The output cut as it was shown before: as many lines before and after the ``…`` line."""
    old, new = shown.splitlines(), printed.splitlines()
    if ELISION not in old:
        return printed
    before, after = old.index(ELISION), len(old) - old.index(ELISION) - 1
    return "\n".join([*new[:before], ELISION, *new[len(new) - after :], ""])


@pytest.mark.parametrize(
    "page", [p for p in PAGES if "extending" in p.parts or p.name == "CONTRIBUTING.md"], ids=page_name
)
def test_a_unit_of_the_extending_pages_is_one_file(page: Path, tmp_path: Path) -> None:
    """The examples run in a copy of the package to which nothing but their files was added."""
    text = page.read_text(encoding="utf-8")
    examples = [m["body"] for m in PYTHON.finditer(text)]
    units_shown = re.findall(r"^```\w+\n((?:# |<!-- )citekit/.*?)^```$", text, re.M | re.S)
    checks = [body for body in examples if not body.startswith("# citekit/")]
    if not units_shown:
        return
    shutil.copytree(ROOT / "citekit", tmp_path / "citekit", ignore=shutil.ignore_patterns("__pycache__"))
    for body in units_shown:
        place = tmp_path / re.sub(r"^(?:# |<!-- )|(?: -->)?\n.*", "", body, flags=re.S)
        assert not place.exists(), f"{page.name} shows a file that exists already"
        place.write_text(re.sub(r"\A<!--.*-->\n", "", body), encoding="utf-8")
    assert checks, f"{page.name} has no example that uses its file"
    for body in checks:
        done = subprocess.run(
            [sys.executable, "-c", body], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr


COMMANDS = {"index": command_named("index"), **dict(every_command())}
"""All commands with their names as they are typed, and the group ``index``."""
ONLY_PARSED = ("verify references.bib", "index update", "serve", "lsp")
"""Beginnings of examples that send requests, or run until they are interrupted; with ``--offline`` they run."""


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("path", COMMANDS)
def test_help_ends_with_examples_that_run(path: str, citekit: Callable[..., Answer]) -> None:
    command = COMMANDS[path]
    assert isinstance(command, WithExamples)
    assert 2 <= len(command.examples) <= 3
    assert citekit(*path.split(), "--help").out.endswith(
        "\nExamples:\n" + "".join(f"  {line}\n" for line in command.examples)
    )
    if any("arxiv.index" in line for line in command.examples) and path != "index build":
        citekit("index", "build", "records.json", "-o", "arxiv.index", "--jobs", 1, "--overwrite")
    for line in command.examples:
        name, *words = takewhile(lambda word: word not in ("|", ">"), shlex.split(line))
        assert name == "citekit"
        if "--offline" not in words and " ".join(words).startswith(ONLY_PARSED):
            within = COMMANDS[" ".join(words[:2])] if words[0] == "index" else command_named(words[0])
            assert within.make_context(path, words[1 + (words[0] == "index") :])
        else:
            answer = citekit(*words)
            assert answer.code in (0, 1), f"{line}: {answer.err}"


def hand_written() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("name", command_names())
def test_every_verb_is_documented(name: str) -> None:
    assert command_summary(name)
    assert command_named(name).help
    assert f"citekit {name}" in hand_written()


@pytest.mark.parametrize("name", command_names())
def test_every_option_has_a_help_text_and_stands_in_a_guide(name: str) -> None:
    text = hand_written()
    command = command_named(name)
    own = command.commands.values() if isinstance(command, click.Group) else ()
    for option in (*command.params, *(option for below in own for option in below.params)):
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.opts} has no help"
            assert any(re.search(rf"(?<![\w-]){re.escape(flag)}(?![\w-])", text) for flag in option.opts), option.opts


@pytest.mark.parametrize(
    "package", ["citekit.documents.readers", "citekit.extraction.recognizers", "citekit.csl.output"]
)
def test_every_unit_says_what_it_does(package: str) -> None:
    for module in units(package):
        assert module.__doc__, module.__name__


def test_the_reference_names_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    from reference_pages import FORMATS, OUTPUTS, PARTS, READERS, write_reference_pages

    write_reference_pages(tmp_path)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.md")}
    index = (DOCS / "reference" / "index.md").read_text(encoding="utf-8")
    assert all(f"generated/{name}" in index for name in pages)
    for name in cli.list_commands(click.Context(cli)):
        assert f"(cli/{name}.md)" in pages["cli"]
        page = (tmp_path / "cli" / f"{name}.md").read_text(encoding="utf-8")
        assert page.startswith(f"# citekit {name}\n")
        for option in command_named(name).params:
            if isinstance(option, click.Option):
                assert all(flag in page for flag in option.opts)
    from citekit.formats.keys import MARKERS

    assert all(f"`[{marker}]`" in pages["keys"] for marker in MARKERS)
    from citekit.runtime.budget import MOST

    assert all(f"{kind}" in pages["limits"] and f"{most:,}" in pages["limits"] for kind, most in MOST.items())
    from citekit.model.kinds import CSL_TYPES, ENTRY_TYPES, FIELDS

    assert all(f"| `{row.variable}` |" in pages["mapping"] for row in FIELDS)
    assert all(f"| `{name}` |" in pages["mapping"] for name in (*CSL_TYPES, *ENTRY_TYPES))
    for name in command_names():
        for settings in settings_classes(command_named(name)):
            page = (tmp_path / "settings" / f"{name}.md").read_text(encoding="utf-8")
            assert all(f"| `{option_name(of)}` |" in page for of in fields(settings))
    from citekit.lint.reporters import reporter_names
    from citekit.lint.rule import all_rules

    for rule in all_rules():
        assert f"| [{rule.name}](rules/{rule.name}.md) |" in pages["rules"]
        assert rule.page.partition("\n\n")[2][:40] in (tmp_path / "rules" / f"{rule.name}.md").read_text()
    assert all(f"## {name}" in pages["reporters"] for name in reporter_names())
    for kind, package in (("readers", READERS), ("parts", PARTS), ("formats", FORMATS), ("outputs", OUTPUTS)):
        for module in units(package):
            if kind != "formats" or hasattr(module, "NAME"):
                assert f"## {getattr(module, 'NAME', module.__name__.rpartition('.')[2])}" in pages[kind]


def test_readme_installs_from_the_source_tree_only() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    assert all(block.startswith("python3 -m venv .venv && .venv/bin/pip install ") for block in blocks)
    assert not re.search(r"pip install (?:-\S+ )*['\"]?citekit(?!-bib)\b", hand_written())


def test_installation_quotes_the_messages_of_missing_extras() -> None:
    text = (DOCS / "installation.md").read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "citekit").rglob("*.py"))
    quoted = dict(re.findall(r"^\| `(\w+)` \| `([^|]* (?:needs|requires) [^|]*)` \|$", text, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert quoted.keys() == project["optional-dependencies"].keys() - {"test", "lint", "docs", "browser"}
    assert [message for message in quoted.values() if message not in source] == []
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    installs = [line for block in blocks for line in block.splitlines() if " install " in line]
    assert len(installs) == 3
    assert all(line.startswith(".venv/bin/pip install -c .ci/constraints.txt ") for line in installs)


GUIDES = [
    page for page in (*DOCS.glob("guides/*.md"), DOCS / "tutorial.md", DOCS / "installation.md") if page.stem != "index"
]
SENTENCES = 4
LONGEST = 2500
"""Words of prose on a page that is at most 12,000 pixels high when rendered, which is what one reads without getting lost."""


@pytest.mark.parametrize("page", GUIDES, ids=page_name)
def test_guides_open_with_an_example_and_stay_short(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "```" in "\n".join(text.splitlines()[:8]), "explanations come after the first example"
    prose = re.sub(r"^```.*?^```+$|^\|[^\n]*$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert len(prose.split()) <= LONGEST
    for paragraph in re.split(r"\n\s*\n", prose):
        if not paragraph.lstrip().startswith(("- ", ": ", "#")) and "\n: " not in paragraph and "\n- " not in paragraph:
            assert len(re.findall(r"[.!?](?=\s|$)", paragraph)) <= SENTENCES, paragraph


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page_name(page)} links to {target}"


def test_versions_agree() -> None:
    import citekit as package

    version = re.escape(package.__version__)
    assert re.search(rf"^version: {version}$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("page", ["architecture.md", "how-to-read.md"])
def test_what_the_pages_on_the_code_name_is_there(page: str) -> None:
    text = (DOCS / "concepts" / page).read_text(encoding="utf-8")
    homes = (ROOT, ROOT / "citekit", ROOT / "citekit" / "extraction")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:\.(?:py|md|toml)|/))`", text))
    assert len(named) > 20
    assert sorted(name for name in named if not any((home / name).exists() for home in homes)) == []
