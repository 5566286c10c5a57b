"""Every regular expression of the package and what it is used for, printed as JSON; run on its own, before any import.

Patterns that are compiled while a module is imported are recorded as they are compiled, whatever table or function they
come from. Calls of ``re`` inside functions are read from the source: their arguments are evaluated with the names of the
module and, where they need names of the function, with the ``SAMPLES``. A call that is reached in neither way is printed
as missing, so that no pattern escapes.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from citekit.runtime import patterns

patterns.compile = patterns.Lazy = re.compile  # type: ignore[assignment,misc]  # at once, where a module asks for it
ROOT = Path(__file__).parents[1]
CALLS = ("compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
METHODS = frozenset(CALLS[1:])
UNKNOWN = ("finditer", "match")
"""What a pattern is tried with that is handed around."""

HANDED_AROUND = {"BEGINS": {"match"}, "_BIBTEX_BEGINS": {"match"}, "_LENGTH": {"match"}}
"""What patterns are used for that other modules are handed, or get by their name as a part of every file of a folder."""
SAMPLES: dict[str, dict[str, Any] | str] = {
    "edit._renamed": {"old": "Doe2020"},
    "titles._count": {"sign": "\\left"},
    "changed_lines._has": {"text": "Doe2020"},
    "changes._rewriting": {"match": {"pattern": "[a-z]"}},  # the user's, within the budget of a file
    "compare._printed": {"query": SimpleNamespace(acronym="ICML")},
    "fill._year": {"year": "2020"},
    "blocks.grammar": "[grammar(reader) for reader in ('bibtex', 'biber')]",
    "inline._flow": {"escapes": True},
    "keys._compiled": {"pattern": "[a-z]+[0-9]{4}"},  # the settings', with a budget of its own
    "document.front_matter": {"fence": "---"},
    "org._rich": {"mark": r"\*"},
    "cross_document.has_mark": {"family": "Doe", "name": "J. Doe"},
    "cross_document.says_venue": {"acronym": "icml"},
    "cross_document.says_year": {"year": 2020},
    "separators._quote_marks": {"opening": "“", "closing": "”"},
    "tex_encode._tokens": "[_tokens(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)]",
    "tex_encode.balanced": {"pattern": r"(?<!\\)[{}]"},
    "stream.until": {"delimiter": "]"},
    "visible.abbreviate": {"self": SimpleNamespace(short="|")},
    "patterns._compiled": {"pattern": "needle", "flags": 0},
    "tokens._pattern": "[_pattern('A-Za-z'), _pattern('A-Za-z@')]",
}
"""How to come by the patterns that a function builds: names of it, or calls; by the module's last name and the function's."""

Key = tuple[str, int]
"""A pattern's text and flags."""


Uses = dict[tuple[str, str], set[str]]
"""What is asked of a pattern, by the file and name it has."""
Recorded = defaultdict[tuple[str, int], list[Key]]
"""The patterns that a line asks for, by its file and number."""


def main() -> None:
    """Prints ``{"patterns": [[text, flags, place, methods], …], "missing": [place, …]}``."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "citekit").rglob("*.py"))}
    compiled: Recorded = defaultdict(list)
    with _recording(compiled):
        for module in pkgutil.walk_packages([str(ROOT / "citekit")], "citekit."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    uses = _uses(trees) | {("", name): methods for name, methods in HANDED_AROUND.items()}
    found: dict[Key, tuple[str, set[str]]] = {}
    missing: list[str] = []
    for path, tree in trees.items():
        file = path.relative_to(ROOT).as_posix()
        for call, function, target in _calls(tree):
            place = f"{file}:{call.lineno}"
            try:
                keys = _taken(compiled, file, call) or _evaluated(compiled, file, call, function)
            except (NameError, AttributeError, TypeError) as error:
                missing.append(f"{place}: {function or 'the module'} needs SAMPLES in {Path(__file__).name} ({error})")
                continue
            asked = call.func.attr if isinstance(call.func, ast.Attribute) else "compile"
            names = [(file, f"{call.lineno}:{call.col_offset}"), (file, target), ("", target), (file, function)]
            methods = {asked} if asked != "compile" else next((uses[name] for name in names if uses.get(name)), set())
            for key in keys:
                found.setdefault(key, (place, set()))[1].update(methods or UNKNOWN)
    for (file, line), keys in compiled.items():
        for key in keys:
            found.setdefault(key, (f"{file}:{line}", set()))[1].update(UNKNOWN)
    patterns = [[*key, place, sorted(methods)] for key, (place, methods) in found.items()]
    json.dump({"patterns": patterns, "missing": missing}, sys.stdout)


@contextmanager
def _recording(found: Recorded) -> Iterator[None]:
    """Records what is compiled inside by the lines of the package that ask for it."""
    genuine = re._compile  # type: ignore[attr-defined]

    def recording(pattern: Any, flags: int) -> re.Pattern[Any]:
        made: re.Pattern[Any] = genuine(pattern, flags)
        frame = sys._getframe(1)
        while frame.f_back and Path(frame.f_code.co_filename).parent.name == "re":
            frame = frame.f_back
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT / "citekit"):
            found[path.relative_to(ROOT).as_posix(), frame.f_lineno].append(_key(made))
        return made

    re._compile = recording  # type: ignore[attr-defined]
    try:
        yield
    finally:
        re._compile = genuine  # type: ignore[attr-defined]


def _key(made: re.Pattern[Any]) -> Key:
    """Patterns of bytes as patterns of ASCII text, which do the same work."""
    if isinstance(made.pattern, bytes):
        return made.pattern.decode("latin-1"), made.flags | re.ASCII
    return made.pattern, made.flags


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, str]]:
    """Calls of ``re`` with the function they stand in and the name that is given to their result, "" where none is."""
    waiting: list[tuple[ast.AST, str, str]] = [(tree, "", "")]
    while waiting:
        node, function, target = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function, target = node.name, ""
        elif isinstance(node, ast.Lambda):
            function = function or "lambda"
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            target = node.targets[0].id
        elif isinstance(node, ast.keyword):
            target = node.arg or ""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=attr)) if attr in CALLS:
                yield node, function, target
        waiting += [(child, function, target) for child in ast.iter_child_nodes(node)]


def _uses(trees: dict[Path, ast.Module]) -> Uses:
    """The methods that are asked of each name, by the file that the name comes from; none where it is passed around.

    What a function returns goes by the function's name, what a call of ``re`` returns by its place, and what an object
    holds by the name of the attribute, whatever the object is.
    """
    found: Uses = defaultdict(set)
    passed: set[tuple[str, str]] = set()
    for path, tree in trees.items():
        file = path.relative_to(ROOT).as_posix()
        origin = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                stem = node.module.replace(".", "/")
                source = next((f for f in (f"{stem}.py", f"{stem}/__init__.py") if (ROOT / f).exists()), stem)
                origin |= {(alias.asname or alias.name): (source, alias.name) for alias in node.names}
        asked = set()
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=name) as inner, attr=attr) if attr in METHODS | {
                    "pattern",
                    "flags",
                    "may_match",
                }:
                    asked.add(id(inner))
                    found[origin.get(name, (file, name))].update({attr} & METHODS)
                case ast.Attribute(
                    value=ast.Attribute(attr=name) | ast.Subscript(value=ast.Attribute(attr=name)), attr=attr
                ) if attr in METHODS:
                    found["", name].add(attr)
                case ast.Attribute(value=ast.Subscript(value=ast.Name(id=name) as inner), attr=attr) if attr in METHODS:
                    asked.add(id(inner))
                    found[origin.get(name, (file, name))].add(attr)
                case ast.Attribute(value=ast.Call(func=ast.Name(id=name) as inner), attr=attr) if attr in METHODS:
                    asked.add(id(inner))
                    found[origin.get(name, (file, name))].add(attr)
                case ast.Attribute(value=ast.Call(func=ast.Attribute(value=ast.Name(id="re"))) as inner, attr=attr):
                    found[file, f"{inner.lineno}:{inner.col_offset}"].update({attr} & METHODS)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in asked:
                passed.add(origin.get(node.id, (file, node.id)))
    return {name: methods for name, methods in found.items() if name not in passed}


def _taken(compiled: Recorded, file: str, call: ast.Call) -> list[Key]:
    lines = range(call.lineno, (call.end_lineno or call.lineno) + 1)
    return [key for line in lines for key in compiled.pop((file, line), ())]


def _evaluated(compiled: Recorded, file: str, call: ast.Call, function: str) -> list[Key]:
    """The patterns of a call that stands in a function."""
    module = importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    sample = SAMPLES.get(f"{Path(file).stem}.{function}", {})
    if isinstance(sample, str):
        with _recording(compiled):
            eval(sample, {**vars(module)})
        return _taken(compiled, file, call)
    names = {**vars(module), **sample}
    given = {word.arg: word.value for word in call.keywords}
    place_of_flags = {"compile": 1, "split": 3, "sub": 4, "subn": 4}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    flags = given.get("flags", call.args[place_of_flags] if len(call.args) > place_of_flags else ast.Constant(0))
    text, number = (eval(ast.unparse(part), names) for part in (call.args[0], flags))
    return [_key(re.compile(text, number))]


if __name__ == "__main__":
    main()
