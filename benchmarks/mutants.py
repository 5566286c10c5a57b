"""Change one place of the code at a time, and see whether a test notices (mutation testing).

usage: mutants.py [--module NAME ...] [--count 40] [--first 0] [--seed 0] [--patience 3] [--list]

For each module of ``GUARDED`` takes ``count`` places at random (the same ones for the same seed): a comparison, ``and`` or
``or``, ``not``, a number, a condition, a returned truth value, or a ``raise``. First runs the module's tests once and
records which lines each of them runs. Then changes one place at a time in a copy of the project, runs the tests that run
its line until the first failure, and counts the change as found if a test fails or does not end in time. Prints each
change that no test noticed as ``file:line: function: before -> after``, and per module how many were found. Exit code 1
if fewer than nine of ten are found in a module.

A change that cannot be noticed belongs into ``EQUIVALENT`` with the reason, as printed (without file and line); it is
not counted.

Own code, because mutmut and cosmic-ray run the whole suite for each change (minutes, here for 30,000 places); the modules
below are the ones whose faults hurt people, and the tests that guard each are known. Needs ``os.fork``: the packages that
all tests import are imported once.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import importlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NEEDED = 0.9
"""The share of changes that a module's tests must notice."""

_IDENTITY = "tests/test_identity.py tests/properties/test_identity_properties.py tests/test_merge.py"
GUARDED = {
    "citekit/runtime/safe_files.py": "tests/test_disk.py tests/test_lost_updates.py tests/test_hostile_settings.py",
    "citekit/commands/lock_file.py": "tests/test_corrections.py tests/test_updating.py",
    "citekit/runtime/budget.py": "tests/test_budget.py",
    "citekit/runtime/http/addresses.py": "tests/test_fetch.py",
    "citekit/runtime/http/client.py": "tests/test_fetch.py",
    "citekit/runtime/http/connections.py": "tests/test_fetch.py",
    "citekit/runtime/http/response_cache.py": "tests/test_fetch.py",
    "citekit/runtime/http/rate_limit.py": "tests/test_fetch.py",
    "citekit/web/server.py": "tests/test_web.py",
    "citekit/web/session.py": "tests/test_web.py",
    "citekit/model/identity/people.py": _IDENTITY,
    "citekit/model/identity/same_work.py": _IDENTITY,
    "citekit/model/identity/titles.py": _IDENTITY,
    "citekit/text/tex_allowed.py": "tests/test_tex_allowed.py",
    "citekit/documents/latex/includes.py": "tests/test_reader_latex.py",
}
"""Each module with the tests that must notice a change in it."""

EQUIVALENT: dict[str, dict[str, str]] = {}
"""Changes of a module that change nothing that a user or another program could see, and why."""

_SHARED = ("hypothesis", "requests", "requests_cache", "click", "yaml", "bibtexparser", "xml.etree.ElementTree")
"""Packages that most tests import: they are imported before the process is copied for a change."""

_OPPOSITE = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """A change: its line in the file, the function, the code before and after, and the whole module with the change."""

    line: int
    name: str
    text: str
    is_cached: bool
    """Whether the function keeps its results: a test may see the change without running the line."""


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may be changed to."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        changed = copy.deepcopy(node)
        changed.ops = [_OPPOSITE[type(node.ops[0])]()]
        yield changed
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield copy.deepcopy(node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        # One more of a budget of millions is the same budget; four times as much must be noticed.
        yield ast.Constant(node.value + 1 if abs(node.value) < 100 else 4 * node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.If):
        for value in (True, False):
            changed = copy.deepcopy(node)
            changed.test = ast.Constant(value)
            yield changed
    elif isinstance(node, ast.Raise):
        yield ast.Pass()


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield each place in code that runs here: its parent, the parent's field, the index in it, and what to put there."""
    todo: list[ast.AST] = [tree]
    while todo:
        parent = todo.pop()
        if isinstance(parent, ast.If) and {"TYPE_CHECKING", "sys.platform"} & {
            *map(ast.unparse, ast.walk(parent.test))
        }:
            continue
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST):
                    todo.append(child)
                    yield from ((parent, field, index, other) for other in changes(child))


def mutants(source: str, count: int, seed: int, equivalent: Sequence[str] = ()) -> Iterator[Mutant]:
    """Yield ``count`` changes of a module that are not among the equivalent ones, all if there are not so many."""
    tree = ast.parse(source)
    original = ast.unparse(tree).splitlines()
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    chosen = list(places(tree))
    random.Random(seed).shuffle(chosen)
    for parent, field, index, other in chosen:
        if not count:
            return
        value = getattr(parent, field)
        before = value if index is None else value[index]
        if index is None:
            setattr(parent, field, other)
        else:
            value[index] = other
        ast.copy_location(other, before)
        text = ast.unparse(ast.fix_missing_locations(tree))
        if index is None:
            setattr(parent, field, before)
        else:
            value[index] = before
        within = [function for function in functions if function.lineno <= before.lineno <= (function.end_lineno or 0)]
        inmost = max(within, key=lambda function: function.lineno, default=None)
        changed = [line for line in difflib.ndiff(original, text.splitlines()) if line[0] in "-+"]
        removed, added = ([line[2:].strip() for line in changed if line[0] == mark] for mark in "-+")
        name = f"{inmost.name if inmost else ''}: {' '.join(removed[:1])} -> {' '.join(added[:1])}"
        if name not in equivalent:
            count -= 1
            is_cached = any("cache" in ast.unparse(one) for function in within for one in function.decorator_list)
            yield Mutant(before.lineno, name, text, is_cached)


# --- running tests -----------------------------------------------------------------------------------------------------


class _Recorder:
    """A plugin of pytest that records which tests run each line of a file, and how long each test takes."""

    def __init__(self, file: Path) -> None:
        self.file = str(file)
        self.lines: dict[int, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.test = ""

    def enter(self, frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
        return self.run if frame.f_code.co_filename == self.file else None

    def run(self, frame: FrameType, _event: str, _argument: object) -> Callable[..., Any]:
        self.lines[frame.f_lineno].add(self.test)
        return self.run

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.test, start = item.nodeid, time.monotonic()
        threading.settrace(self.enter)
        sys.settrace(self.enter)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            self.seconds[item.nodeid] = time.monotonic() - start


def run_tests(project: Path, tests: Sequence[str], seconds: float, plugin: _Recorder | None = None) -> bool:
    """Run tests in a copy of this process, in the copy of the project; return whether all pass and end in time.

    What a plugin recorded is written to ``recorded.json`` of the project.
    """
    child = os.fork()
    if not child:
        os.setsid()
        os.chdir(project)
        os.environ |= {"PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.dont_write_bytecode = True
        sys.path[:0] = [str(project), str(project / "tests")]
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silent, stream)
        code = 3
        with suppress(BaseException):
            code = int(
                pytest.main(
                    ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests], [plugin] if plugin else None
                )
            )
            if plugin:
                lines = {line: sorted(names) for line, names in plugin.lines.items()}
                (project / "recorded.json").write_text(json.dumps([lines, plugin.seconds]), encoding="utf-8")
        os._exit(code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def tests_of_lines(project: Path, module: str, tests: Sequence[str]) -> Callable[[Mutant], tuple[Sequence[str], float]]:
    """Run the tests of a module unchanged, and return which tests to run for a change, quick ones first, and their seconds.

    Raises ``SystemExit`` if they fail as it is.
    """
    if not run_tests(project, tests, 900, _Recorder(project / module)):
        raise SystemExit(f"{module}: its tests fail without a change: {' '.join(tests)}")
    lines, seconds = json.loads((project / "recorded.json").read_text(encoding="utf-8"))

    def chosen(mutant: Mutant) -> tuple[Sequence[str], float]:
        names = lines.get(str(mutant.line), ())
        # What runs at import, and what only a process of its own runs, is recorded for no test.
        if mutant.is_cached or not names:
            return tests, sum(seconds.values())
        return sorted(names, key=lambda name: seconds[name]), sum(seconds[name] for name in names)

    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", choices=GUARDED, help="only this module; may be repeated")
    parser.add_argument("--count", type=int, default=40, help="changes per module")
    parser.add_argument("--first", type=int, default=0, help="the number of the first change, to run the rest of a run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=3.0, help="how many times longer than before tests may take")
    parser.add_argument("--list", action="store_true", help="print the changes and run nothing")
    options = parser.parse_args()
    for name in _SHARED:
        importlib.import_module(name)
    too_few = False
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder).resolve() / "project"
        if not options.list:
            kept_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "_build")
            shutil.copytree(ROOT, project, ignore=kept_out)
        for module in options.module or GUARDED:
            source = (ROOT / module).read_text(encoding="utf-8")
            found = total = 0
            chosen = None if options.list else tests_of_lines(project, module, GUARDED[module].split())
            known = tuple(EQUIVALENT.get(module, ()))
            for mutant in islice(
                mutants(source, options.first + options.count, options.seed, known), options.first, None
            ):
                total += 1
                if chosen:
                    (project / module).write_text(mutant.text, encoding="utf-8")
                    tests, seconds = chosen(mutant)
                    noticed = not run_tests(project, tests, 5 + options.patience * seconds)
                    (project / module).write_text(source, encoding="utf-8")
                    found += noticed
                if not chosen or not noticed:
                    print(f"{module}:{mutant.line}: {mutant.name}", flush=True)
            if chosen:
                print(f"{module}: {found} of {total} changes found", flush=True)
                too_few |= found < NEEDED * total
    return int(too_few)


if __name__ == "__main__":
    raise SystemExit(main())
