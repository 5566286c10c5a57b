"""Measure how hard a package is to read: shared names, reasons given, functions that only cut up others, code, journeys.

Each measure is a number that should fall, except ``comments_per_thousand_lines``, which should rise.
"""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

_NO_REASON = re.compile(r"#\s*(?:noqa|type: ignore|fmt:|pragma)(?!.* - )")
"""Instructions to a tool; with a reason behind " - " they count as comments."""

_BESIDE_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}

_TINY = (0, 1, 2, -1, 0.0, 1.0)
"""Numbers that say what they mean where they stand: nothing, one, a pair, the last."""


def docstring_lines(tree: ast.AST) -> set[int]:
    """Return the numbers of the lines on which docstrings stand."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                lines.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def unexplained_thresholds(tree: ast.Module, text: str) -> int:
    """Count the numbers in comparisons, and the constants of modules, that no comment or docstring gives a reason for.

    A reason is a comment on the line or the line above, or a text below a constant, or a name in capitals.
    """
    lines = text.splitlines()
    count = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Constant) and type(side.value) in (int, float) and side.value not in _TINY:
                near = lines[max(0, side.lineno - 2) : side.lineno]
                count += not any("#" in line for line in near)
    for number, node in enumerate(tree.body):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(node.value, ast.Constant):
            continue
        if type(node.value.value) not in (int, float):
            continue
        below = tree.body[number + 1] if number + 1 < len(tree.body) else None
        told = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        count += not (told or any("#" in line for line in lines[max(0, node.lineno - 2) : node.lineno]))
    return count


def measure(package: Path) -> dict[str, float]:
    """Return the measures of all Python files below a folder, by name."""
    classes: Counter[str] = Counter()
    once = code = lines = comments = thresholds = 0
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        lines += text.count("\n")
        thresholds += unexplained_thresholds(tree, text)
        uses: Counter[str] = Counter()
        private: list[str] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name] += 1
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                private += [node.name] if node.name.startswith("_") and not node.name.startswith("__") else []
            elif isinstance(node, ast.Name):
                uses[node.id] += 1
            elif isinstance(node, ast.Attribute):
                uses[node.attr] += 1
        once += sum(uses[name] == 1 for name in set(private))
        on_code: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                comments += bool(token.string.strip("# -")) and not _NO_REASON.match(token.string)
            elif token.type not in _BESIDE_CODE:
                on_code.update(range(token.start[0], token.end[0] + 1))
        code += len(on_code - docstring_lines(tree))
    return {
        "classes that share their name": sum(number for number in classes.values() if number > 1),
        "comments per 1,000 lines": round(1000 * comments / lines, 1),
        "thresholds without a reason": thresholds,
        "private functions used once": once,
        "lines of code and imports": code,
    }


_PROBE = r"""
import atexit, os, sys, threading
ran, leave = set(), os._exit
def note(frame, event, argument):
    code = frame.f_code
    if code.co_filename in ran or not code.co_filename.startswith(os.environ["PACKAGE"]) or not code.co_flags & 1:
        return
    outer = frame.f_back
    while outer is not None:  # what a module calls while it is imported is not a step of the command
        if outer.f_code.co_name == "<module>" and outer.f_code.co_filename.startswith(os.environ["PACKAGE"]):
            return
        outer = outer.f_back
    ran.add(code.co_filename)
def report():
    sys.setprofile(None)
    with open(os.environ["ENTERED"], "w") as file:
        file.write("\n".join(sorted(ran)))
atexit.register(report)
os._exit = lambda code: (report(), leave(code))
import citekit
from citekit.cli.main import main
threading.setprofile(note)
sys.setprofile(note)
if sys.argv[1] == "python":
    exec(sys.argv[2])
else:
    sys.argv[0] = "citekit"
    main()
"""

JOURNEYS = {
    "convert": ["convert", "page.md"],
    "format": ["format", "refs.bib", "--style", "apa"],
    "check": ["check", "paper.tex", "refs.bib", "--no-cache"],
    "tidy": ["tidy", "refs.bib"],
    "select": ["select", "year>=2012", "refs.bib"],
    "load, change, dump": [
        "python",
        "b = citekit.load('refs.bib'); b['doe0']['year'] = '1999'; assert '1999' in citekit.dumps(b)",
    ],
}


def files_entered(package: Path, folder: Path, name: str) -> int:
    """Return in how many files of the package a function runs while a command reads a small input in ``folder``."""
    numbers = range(6)
    (folder / "page.md").write_text(
        "# Publications\n\n"
        + "".join(
            f"- **Lazy queues, part {n}**<br> T. Amari, B. Roe. *Queue Letters*, {n + 1}({n}):{n}1-{n}9, 201{n}.\n"
            for n in numbers
        )
    )
    (folder / "refs.bib").write_text(
        "".join(
            f"@article{{doe{n}, author = {{Doe, Ann and Roe, Bob}}, title = {{Lazy queues, part {n}}}, "
            f"journal = {{Queue Letters}}, year = {{201{n}}}, volume = {{{n}}}, pages = {{1--9}}}}\n\n"
            for n in numbers
        )
    )
    (folder / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}See \\cite{doe0,nobody}.\\bibliographystyle{plain}\\bibliography{refs}\\end{document}\n"
    )
    entered = folder / "entered"
    subprocess.run(
        [sys.executable, "-c", _PROBE, *JOURNEYS[name]],
        cwd=folder,
        env={**os.environ, "PACKAGE": f"{package}{os.sep}", "ENTERED": str(entered)},
        capture_output=True,
        timeout=300,
        check=False,
    )
    return len(entered.read_text().splitlines())
