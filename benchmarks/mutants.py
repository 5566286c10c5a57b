"""Change one place of the code at a time, and see whether a test notices (mutation testing).

usage: mutants.py [--module NAME ...] [--count 20] [--seed 0] [--seconds 120] [--list]

For each module of ``GUARDED`` takes ``count`` places at random (the same ones for the same seed): a comparison, ``and`` or
``or``, ``not``, a number, a condition, a returned truth value, or a ``raise``. Writes the package with that place changed
into a temporary directory, runs the module's tests against it until the first failure, and counts the change as found if
a test fails or does not end in time. Prints each change that no test noticed as ``file:line: before -> after``, and per
module how many were found. Exit code 1 if fewer than nine of ten are found in a module.

Own code, because mutmut and cosmic-ray run the whole suite for each change (minutes, here for 30,000 places); the modules
below are the ones whose faults hurt people, and the tests that guard each are known.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = 0.9
"""The share of changes that a module's tests must notice."""

GUARDED = {
    "citekit/runtime/safe_files.py": "tests/test_disk.py tests/test_hostile_settings.py",
    "citekit/commands/lock_file.py": "tests/test_corrections.py tests/test_updating.py",
    "citekit/runtime/budget.py": "tests/test_budget.py tests/test_splice_fuzz.py",
    "citekit/runtime/http/addresses.py": "tests/test_fetch.py",
    "citekit/runtime/http/client.py": "tests/test_fetch.py",
    "citekit/runtime/http/connections.py": "tests/test_fetch.py",
    "citekit/runtime/http/response_cache.py": "tests/test_fetch.py",
    "citekit/runtime/http/rate_limit.py": "tests/test_fetch.py tests/test_arxiv_manners.py",
    "citekit/web/server.py": "tests/test_web.py",
    "citekit/web/session.py": "tests/test_web.py",
    "citekit/model/identity/people.py": "tests/test_identity.py tests/properties/test_identity_properties.py tests/test_merge.py",
    "citekit/model/identity/same_work.py": "tests/test_identity.py tests/properties/test_identity_properties.py tests/test_merge.py",
    "citekit/model/identity/titles.py": "tests/test_identity.py tests/properties/test_identity_properties.py tests/test_merge.py",
    "citekit/text/tex_allowed.py": "tests/test_tex.py tests/test_tex_math.py tests/test_cases_tex.py tests/test_hostile_tex.py",
}
"""Each module with the tests that must notice a change in it."""

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
    """Yield each place in code that runs: its parent, the parent's field, the index in it, and what to put there."""
    for parent in ast.walk(tree):
        if isinstance(parent, ast.If) and "TYPE_CHECKING" in ast.unparse(parent.test):
            continue
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST):
                    yield from ((parent, field, index, other) for other in changes(child))


def mutants(source: str, count: int, seed: int) -> Iterator[tuple[int, str, str, str]]:
    """Yield ``count`` changes of a module: the line, the code before and after, and the whole module with the change."""
    tree = ast.parse(source)
    chosen = list(places(tree))
    random.Random(seed).shuffle(chosen)
    for parent, field, index, other in chosen[:count]:
        value = getattr(parent, field)
        before = value if index is None else value[index]
        if index is None:
            setattr(parent, field, other)
        else:
            value[index] = other
        ast.copy_location(other, before)
        text = ast.unparse(ast.fix_missing_locations(tree))
        first = [ast.unparse(node).splitlines()[0] for node in (before, other)]
        yield before.lineno, first[0], first[1], text
        if index is None:
            setattr(parent, field, before)
        else:
            value[index] = before


def is_noticed(module: str, text: str, tests: list[str], seconds: float, copy_of: Path) -> bool:
    """Whether a test fails, or does not end in time, with the module changed to ``text`` in a copy of the project."""
    target = copy_of / module
    original = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--durations=0", *tests],
            cwd=copy_of,
            env={**os.environ, "PYTHONPATH": str(copy_of), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, encoding="utf-8")
    return done.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", choices=GUARDED, help="only this module; may be repeated")
    parser.add_argument("--count", type=int, default=20, help="changes per module")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120.0, help="time limit of the tests of one change")
    parser.add_argument("--list", action="store_true", help="print the changes and run nothing")
    options = parser.parse_args()
    too_few = False
    with tempfile.TemporaryDirectory() as folder:
        copy_of = Path(folder) / "project"
        if not options.list:
            kept_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "_build")
            shutil.copytree(ROOT, copy_of, ignore=kept_out)
        for module in options.module or GUARDED:
            source = (ROOT / module).read_text(encoding="utf-8")
            found = total = 0
            for line, before, after, text in mutants(source, options.count, options.seed):
                total += 1
                noticed = options.list or is_noticed(module, text, GUARDED[module].split(), options.seconds, copy_of)
                found += noticed
                if options.list or not noticed:
                    print(f"{module}:{line}: {before} -> {after}", flush=True)
            if not options.list:
                print(f"{module}: {found} of {total} changes found", flush=True)
                too_few |= found < NEEDED * total
    return int(too_few)


if __name__ == "__main__":
    raise SystemExit(main())
