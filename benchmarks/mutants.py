"""Change one place of the code at a time, and see whether a test notices (mutation testing).

usage: mutants.py [--module NAME ...] [--count 40] [--first 0] [--seed 0] [--minutes 60] [--list]

For each module of ``GUARDED`` takes ``count`` places at random (the same ones for the same seed): a comparison, ``and`` or
``or``, ``not``, a number, a condition, a returned truth value, or a ``raise``. First runs the module's tests once and
records which lines each of them runs. Then changes one place at a time in a copy of the project, runs the tests that run
its line until the first failure, and counts the change as found if a test fails or does not end in time. Prints each
change that no test noticed as ``file:line: function: before -> after``, and per module how many were found. Exit code 1
if fewer than nine of ten are found in a module.

A change that cannot be noticed belongs into ``EQUIVALENT`` with the reason, as printed (without file and line); it is
not counted.

Own code, because mutmut and cosmic-ray run the whole suite for each change (minutes, here for 30,000 places); the modules
below are the ones whose faults hurt people, and the tests that guard each are known. Needs ``os.fork``: tests are collected
once for each module, and the code of the changed function is exchanged in a copy of the process.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import random
import shutil
import signal
import subprocess
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
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
_OUTPUT = os.fdopen(os.dup(1), "w", encoding="utf-8")
"""The standard output, which pytest does not have."""
NEEDED = 0.9
"""The share of changes that a module's tests must notice."""

_IDENTITY = "tests/test_identity_degrees.py"
GUARDED = {
    "citekit/runtime/safe_files.py": "tests/test_disk.py",
    "citekit/commands/lock_file.py": "tests/test_lock_file.py",
    "citekit/runtime/budget.py": "tests/test_budget.py",
    "citekit/runtime/http/addresses.py": "tests/test_http_parts.py",
    "citekit/runtime/http/client.py": "tests/test_http_parts.py tests/test_fetch.py",
    "citekit/runtime/http/connections.py": "tests/test_http_parts.py tests/test_fetch.py",
    "citekit/runtime/http/response_cache.py": "tests/test_http_parts.py",
    "citekit/runtime/http/rate_limit.py": "tests/test_http_parts.py tests/test_fetch.py tests/test_arxiv_manners.py",
    "citekit/web/server.py": "tests/test_web.py",
    "citekit/web/session.py": "tests/test_web.py",
    "citekit/model/identity/people.py": _IDENTITY,
    "citekit/model/identity/same_work.py": f"{_IDENTITY} tests/test_identity_thresholds.py",
    "citekit/model/identity/titles.py": _IDENTITY,
    "citekit/text/tex_allowed.py": "tests/test_tex_allowed.py",
    "citekit/documents/latex/includes.py": "tests/test_latex_includes.py",
}
"""Each module with the tests that must notice a change in it."""

_NO_SUCH_SYSTEM = "the flag is there on every system that the tests run on"
_READ_MORE = "one byte more is read, and the answer is the same"
EQUIVALENT: dict[str, dict[str, str]] = {
    "citekit/runtime/safe_files.py": {
        ": _FLAGS = os.O_RDONLY | getattr(os, 'O_NONBLOCK', 0) | getattr(os, 'O_CLOEXEC', 0) | getattr(os, 'O_BINARY', 0) -> _FLAGS = os.O_RDONLY | getattr(os, 'O_NONBLOCK', 0) | getattr(os, 'O_CLOEXEC', 0) | getattr(os, 'O_BINARY', 1)": _NO_SUCH_SYSTEM,
        ": _FLAGS = os.O_RDONLY | getattr(os, 'O_NONBLOCK', 0) | getattr(os, 'O_CLOEXEC', 0) | getattr(os, 'O_BINARY', 0) -> _FLAGS = os.O_RDONLY | getattr(os, 'O_NONBLOCK', 0) | getattr(os, 'O_CLOEXEC', 1) | getattr(os, 'O_BINARY', 0)": _NO_SUCH_SYSTEM,
        ": _FLAGS = os.O_RDONLY | getattr(os, 'O_NONBLOCK', 0) | getattr(os, 'O_CLOEXEC', 0) | getattr(os, 'O_BINARY', 0) -> _FLAGS = os.O_RDONLY | getattr(os, 'O_NONBLOCK', 1) | getattr(os, 'O_CLOEXEC', 0) | getattr(os, 'O_BINARY', 0)": _NO_SUCH_SYSTEM,
        "_only_writer: number = os.open(folder, os.O_RDONLY | getattr(os, 'O_CLOEXEC', 0)) -> number = os.open(folder, os.O_RDONLY | getattr(os, 'O_CLOEXEC', 1))": _NO_SUCH_SYSTEM,
        "_only_writer: number = -1 -> number = -2": "both mean that no directory is open",
        "is_in_project: return len(folder.parts) > 1 and folder != home and (folder not in home.parents) -> return len(folder.parts) >= 1 and folder != home and (folder not in home.parents)": "the root is above every home",
        "read_stream: data = stream.read(min(size, largest) + 1) -> data = stream.read(min(size, largest) + 2)": _READ_MORE,
        "read_stream: data += stream.read(largest + 1 - len(data)) -> data += stream.read(largest + 2 - len(data))": _READ_MORE,
        "_size_of: return state.st_size if stat.S_ISREG(state.st_mode) else 0 -> return state.st_size if stat.S_ISREG(state.st_mode) else 1": _READ_MORE,
        "_size_of: return 0 -> return 1": _READ_MORE,
        "read_stream: if size < len(data) <= largest: -> if True:": "nothing is left to be read then",
        "write_file: if handle >= 0: -> if handle > 0:": "0 is the standard input",
        "_lock_folder: if time.monotonic() > until: -> if time.monotonic() >= until:": "a nanosecond of a minute",
        "_umask: mask = os.umask(0) -> mask = os.umask(1)": "it is put back in the next line",
        "write_file: if handle >= 0: -> if handle >= 1:": "0 is the standard input",
        ": _LEFT_OVER_AFTER = 3600.0 -> _LEFT_OVER_AFTER = 14400.0": "it is for Windows only",
        "write_file: if handle >= 0: -> if True:": "it is closed before on Windows only",
    },
    "citekit/commands/lock_file.py": {
        "_entries: return [Locked(str(entry['key']), work, tuple(map(str, entry['from']))) for entry, work in zip(entries, works, strict=True)] -> return [Locked(str(entry['key']), work, tuple(map(str, entry['from']))) for entry, work in zip(entries, works, strict=False)]": "the lengths were compared before",
    },
    "citekit/runtime/budget.py": {
        "check_time: if not self.closed and time.process_time() > self.deadline: -> if not self.closed and time.process_time() >= self.deadline:": "a nanosecond of a minute",
        "spend: self.checks += 1 -> self.checks += 2": "the clock is looked at every 32 objects instead of 64",
        "spend: if self.checks % _LOOKS == 0: -> if True:": "the clock is looked at more often",
        "spend: if self.checks % _LOOKS == 0: -> if self.checks % _LOOKS != 0:": "the clock is looked at more often",
        "spend: if self.checks % _LOOKS == 0: -> if self.checks % _LOOKS == 1:": "the clock is looked at one object later",
        ": checks: int = 0 -> checks: int = 1": "the clock is looked at one object earlier",
        "_timer: mine.closed = True -> mine.closed = False": "the budget is not the current one any more",
    },
    "citekit/runtime/http/response_cache.py": {
        "_open: file = sqlite3.connect(name, timeout=10, isolation_level=None) -> file = sqlite3.connect(name, timeout=11, isolation_level=None)": "a second more of waiting",
        "__init__: self._from = 0.0 if offline else time.time() -> self._from = 1.0 if offline else time.time()": "nothing was kept in 1970",
    },
    "citekit/runtime/http/client.py": {
        "_followed: if key: -> if True:": "what has no key is not in the cache",
        "_session: return CachedSession(folder / 'pages.sqlite', backend='sqlite', serializer='json', timeout=10, **settings) -> return CachedSession(folder / 'pages.sqlite', backend='sqlite', serializer='json', timeout=11, **settings)": "a second more of waiting",
    },
    "citekit/runtime/http/rate_limit.py": {
        "_left: left = float(file.read(40) or b'0') - time.time() -> left = float(file.read(41) or b'0') - time.time()": "a time has fewer digits",
        "send: def send(self, request: requests.PreparedRequest, stream: bool=False, timeout: Any=None, verify: bool | str=True, cert: Any=None, proxies: Mapping[str, str] | None=None) -> requests.Response: -> def send(self, request: requests.PreparedRequest, stream: bool=True, timeout: Any=None, verify: bool | str=True, cert: Any=None, proxies: Mapping[str, str] | None=None) -> requests.Response:": "requests always says it",
        "send: def send(self, request: requests.PreparedRequest, stream: bool=False, timeout: Any=None, verify: bool | str=True, cert: Any=None, proxies: Mapping[str, str] | None=None) -> requests.Response: -> def send(self, request: requests.PreparedRequest, stream: bool=False, timeout: Any=None, verify: bool | str=False, cert: Any=None, proxies: Mapping[str, str] | None=None) -> requests.Response:": "requests always says it",
        "_body: size = int(declared) if declared.isascii() and declared.isdigit() and (len(declared) < 20) else 0 -> size = int(declared) if declared.isascii() and declared.isdigit() and (len(declared) < 20) else 1": "no limit is as small as a byte",
        "send: raise AssertionError -> pass": "the line is never reached",
        ": _PIECE = 65536 -> _PIECE = 262144": "as much is read in fewer calls",
    },
    "citekit/web/session.py": {
        "_write: suffix = files.module_of(name).SUFFIXES[:1] or ('.txt',) -> suffix = files.module_of(name).SUFFIXES[:2] or ('.txt',)": "the first is taken",
    },
    "citekit/model/identity/people.py": {
        "_are_one_given: if not mine or not theirs: -> if not mine and (not theirs):": "all words of an empty name are in the other one",
        "compare_people: if degree == 1.0: -> if degree == 2.0:": "no other degree is larger, so it only takes longer",
        "compare_people: if degree == 1.0: -> if False:": "no other degree is larger, so it only takes longer",
    },
    "citekit/text/tex_allowed.py": {
        "_take: if sign[0] == '\\\\' and sign[1:2].isalpha(): -> if sign[0] == '\\\\' and sign[1:3].isalpha():": "a sign has letters only, or none",
    },
    "citekit/model/identity/titles.py": {
        "compare_titles: similarity = ratio(one.key, other.key) if len(short.key) * 2 >= len(long.key) * _ALIKE else 0.0 -> similarity = ratio(one.key, other.key) if len(short.key) * 3 >= len(long.key) * _ALIKE else 0.0": "titles of such lengths are never alike",
        "compare_titles: similarity = ratio(one.key, other.key) if len(short.key) * 2 >= len(long.key) * _ALIKE else 0.0 -> similarity = ratio(one.key, other.key) if len(short.key) * 2 > len(long.key) * _ALIKE else 0.0": "titles of such lengths are never alike",
    },
}  # fmt: skip
"""Changes of a module that change nothing that a user or another program could see, and why."""

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
    elif isinstance(node, ast.If) and not _is_of_another_system(node):
        for value in (True, False):
            changed = copy.deepcopy(node)
            changed.test = ast.Constant(value)
            yield changed
    elif isinstance(node, ast.Raise):
        yield ast.Pass()


def _is_of_another_system(node: ast.If) -> bool:
    """Whether what follows an ``if`` runs on another system, or in no program."""
    return not {"TYPE_CHECKING", "sys.platform"}.isdisjoint(map(ast.unparse, ast.walk(node.test)))


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


class _Session:
    """A plugin of pytest that collects the tests of a module once, and runs some of them in a copy of the process."""

    def __init__(self, project: Path, module: str, found: Callable[[Callable[[Mutant], bool]], None]) -> None:
        self.project, self.module, self.found = project, module, found
        self.file = str(project / module)
        self.items: dict[str, pytest.Item] = {}
        self.lines: dict[int, list[str]] = defaultdict(list)
        self.seconds: dict[str, float] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        if not self.passes(list(self.items), 900, self.record):
            raise SystemExit(f"{self.module}: its tests fail without a change")
        lines, self.seconds = json.loads((self.project / "recorded.json").read_text(encoding="utf-8"))
        self.lines |= {int(line): names for line, names in lines.items()}
        self.found(self.is_noticed)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(1)

    def passes(self, names: Sequence[str], seconds: float, run: Callable[[Sequence[str]], None]) -> bool:
        """Whether tests pass in time in a copy of this process."""
        child = os.fork()
        if not child:
            os.setsid()
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(silent, stream)
            with suppress(BaseException):
                run(names)
                os._exit(0)
            os._exit(1)
        return _ended_well(child, seconds)

    def run(self, names: Sequence[str]) -> None:
        """Run tests; the process ends at the first that fails."""
        for name, following in zip(names, (*names[1:], None), strict=True):
            item = self.items[name]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=self.items.get(following or ""))

    def record(self, names: Sequence[str]) -> None:
        """Run all tests; write which of them run each line of the module, and how long each takes."""
        lines: dict[int, set[str]] = defaultdict(set)
        seconds: dict[str, float] = {}
        test = ""

        def run_line(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any]:
            lines[frame.f_lineno].add(test)
            return run_line

        def enter(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
            return run_line if frame.f_code.co_filename == self.file else None

        for test, following in zip(names, (*names[1:], None), strict=True):
            start, item = time.monotonic(), self.items[test]
            threading.settrace(enter)
            sys.settrace(enter)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=self.items.get(following or ""))
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            seconds[test] = time.monotonic() - start
        recorded = {line: sorted(those, key=lambda name: seconds[name]) for line, those in lines.items()}
        (self.project / "recorded.json").write_text(json.dumps([recorded, seconds]), encoding="utf-8")

    def is_noticed(self, mutant: Mutant) -> bool:
        """Whether a test fails, or does not end in time, with a change."""
        names = self.lines.get(mutant.line, [])
        if mutant.is_cached or not names:
            names = sorted(self.items, key=lambda name: self.seconds[name])
        limit = min(60, 5 + 3 * sum(self.seconds[name] for name in names))
        file = Path(self.file)
        original = file.read_text(encoding="utf-8")
        file.write_text(mutant.text, encoding="utf-8")  # for the processes that a test starts
        try:
            changed = _changed_functions(original, mutant.text)
            functions = list(_functions(sys.modules[self.module.removesuffix(".py").replace("/", ".")]))
            if not changed or not changed.keys() <= {function.__qualname__ for function in functions}:
                return not _passes_anew(self.project, names, 10 + limit)  # what is worked out at import

            def run(names: Sequence[str]) -> None:
                for function in functions:
                    if function.__qualname__ in changed:
                        function.__code__ = changed[function.__qualname__]
                self.run(names)

            return not self.passes(names, limit, run)
        finally:
            file.write_text(original, encoding="utf-8")


def _say(line: str) -> None:
    print(line, file=_OUTPUT, flush=True)


def _ended_well(child: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _passes_anew(project: Path, names: Sequence[str], seconds: float) -> bool:
    """Whether tests pass in time in a new process."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *names]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return _ended_well(subprocess.Popen(command, cwd=project, start_new_session=True, **quiet).pid, seconds)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def _changed_functions(before: str, after: str) -> dict[str, CodeType]:
    """Return the code of functions and classes of a module that differ, by their qualified names; not those within functions."""

    def by_name(text: str) -> dict[str, CodeType]:
        return {code.co_qualname: code for code in _codes(compile(ast.unparse(ast.parse(text)), "", "exec"))}

    def content(code: CodeType) -> tuple[object, ...]:
        inner = tuple(content(one) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts)
        return code.co_code, inner, code.co_names, code.co_varnames

    old, new = by_name(before), by_name(after)
    return {
        name: code
        for name, code in new.items()
        if "<locals>" not in name and name in old and content(code) != content(old[name])
    }


def _functions(owner: object) -> Iterator[FunctionType]:
    """Yield the functions and methods that a module defines, also those behind decorators; forget kept results."""
    for value in list(vars(owner).values()):
        # properties, cached properties (citekit.runtime.records), methods of classes
        names = ("fget", "work", "__func__")
        within = [next((getattr(value, name) for name in names if hasattr(value, name)), value)]
        while hasattr(within[-1], "__wrapped__"):
            within.append(within[-1].__wrapped__)
        for one in within:
            if hasattr(one, "cache_clear"):
                one.cache_clear()
            if isinstance(one, FunctionType):
                yield one
        if isinstance(value, type) and not isinstance(owner, type):
            yield from _functions(value)


def test_module(
    project: Path, module: str, tests: Sequence[str], found: Callable[[Callable[[Mutant], bool]], None]
) -> int:
    """Collect tests in a copy of this process and call ``found`` there, with a function that tells whether they notice a change."""
    host = os.fork()
    if not host:
        os.chdir(project)
        os.environ |= {"PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.dont_write_bytecode = True
        sys.path[:0] = [str(project), str(project / "tests")]
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # pytest's own report
        code: Any = 3
        signal.signal(signal.SIGTERM, lambda *_: os._exit(3))
        try:
            options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no"]
            code = pytest.main([*options, *tests], [_Session(project, module, found)])
        except SystemExit as error:
            _say(str(error))
        finally:
            os._exit(int(code))
    return os.waitstatus_to_exitcode(os.waitpid(host, 0)[1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", choices=GUARDED, help="only this module; may be repeated")
    parser.add_argument("--count", type=int, default=40, help="changes per module")
    parser.add_argument("--first", type=int, default=0, help="the number of the first change, to run the rest of a run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no further change of a module after so long")
    parser.add_argument("--list", action="store_true", help="print the changes and run nothing")
    options = parser.parse_args()
    too_few = False
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder).resolve() / "project"
        if not options.list:
            kept_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "_build")
            shutil.copytree(ROOT, project, ignore=kept_out)
        for module in options.module or GUARDED:
            source = (ROOT / module).read_text(encoding="utf-8")
            known = tuple(EQUIVALENT.get(module, ()))
            chosen = mutants(source, options.first + options.count, options.seed, known)
            changes_here = list(islice(chosen, options.first, None))

            def count(
                is_noticed: Callable[[Mutant], bool], module: str = module, those: list[Mutant] = changes_here
            ) -> None:
                found = tried = 0
                end = time.monotonic() + 60 * options.minutes
                for mutant in those:
                    if time.monotonic() > end:
                        break
                    tried += 1
                    noticed = is_noticed(mutant)
                    found += noticed
                    if not noticed:
                        _say(f"{module}:{mutant.line}: {mutant.name}")
                _say(f"{module}: {found} of {tried} changes found")
                if found < NEEDED * tried:
                    os._exit(1)

            if options.list:
                for mutant in changes_here:
                    print(f"{module}:{mutant.line}: {mutant.name}")
            else:
                too_few |= bool(test_module(project, module, GUARDED[module].split(), count))
    return int(too_few)


if __name__ == "__main__":
    raise SystemExit(main())
