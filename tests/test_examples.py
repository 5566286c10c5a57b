"""The examples of the documentation run: those of every public name, and the Python of the guides."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest
from test_docs import DOCS, PAGES, PYTHON, desk, page_name  # noqa: F401

import citekit
from citekit.cli.main import run

WITH_PYTHON = [p for p in PAGES if p.name != "CONTRIBUTING.md" and "extending" not in p.parts]


@pytest.fixture
def desk_with_index(desk: Path) -> Path:  # noqa: F811
    """The folder of the documentation, with an index of its records of arXiv."""
    assert run(["index", "build", "records.json", "-o", "arxiv.index"]) == 0
    return desk


@pytest.mark.usefixtures("desk_with_index")
@pytest.mark.parametrize("name", citekit.__all__)
def test_a_public_name_has_an_example_that_is_true(name: str) -> None:
    names = {"citekit": citekit} | {each: getattr(citekit, each) for each in citekit.__all__}
    found = doctest.DocTestFinder(recurse=False).find(getattr(citekit, name), name, globs=names)
    examples = [test for test in found if test.examples]
    assert examples, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    for test in examples:
        runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


ROOT = Path(citekit.__file__).parent
# The examples of commands/api.py are run above; those of the others need no extra to be imported.
WITH_EXAMPLES = sorted(
    ".".join(("citekit", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for path in ROOT.rglob("*.py")
    if path.name != "api.py" and path.parent.name not in ("lsp", "integrations") and b">>> " in path.read_bytes()
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_module_are_true(module: str, request: pytest.FixtureRequest) -> None:
    if module.startswith(("citekit.formats", "citekit.commands", "citekit.documents")):  # which open files
        request.getfixturevalue("desk_with_index")
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in doctest.DocTestFinder().find(import_module(module)):
        runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


@pytest.mark.usefixtures("desk_with_index")
@pytest.mark.parametrize(
    "page", [p for p in WITH_PYTHON if PYTHON.search(p.read_text(encoding="utf-8"))], ids=page_name
)
def test_the_python_of_a_page_runs(page: Path) -> None:
    """One block after the other, in the folder that the pages talk about."""
    names: dict[str, object] = {}
    for block in PYTHON.finditer(page.read_text(encoding="utf-8")):
        exec(compile(block["body"], page_name(page), "exec"), names)


def test_no_page_promises_what_nothing_runs() -> None:
    """Python stands in blocks of that name, not in others."""
    for page in PAGES:
        for language, body in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
            assert language == "python" or not body.startswith(("import citekit", "from citekit")), page_name(page)
