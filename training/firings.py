"""What of the reader is ever used: the documents and references that each pattern and each line of code has work in.

``python -m training.firings`` reads all labelled documents and every fourth reference of the sets, and prints the patterns
that find something, and the lines that run, in fewer than three documents and fewer than five references. It needs
coverage.py (``pip install coverage``).
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import coverage

from citekit.runtime import patterns

ROOT = Path(__file__).parents[1] / "citekit" / "extraction"
DOCUMENTS, REFERENCES = 3, 5
"""What finds something in fewer documents and in fewer references says too little to be kept."""
EVERY = 4
"""Every so many-th reference of a set is read."""
METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
Found = defaultdict[tuple[str, str], set[str]]
"""File and text of a pattern -> the documents and references that it found something in."""


class Counted:
    """A pattern that notes where it finds something."""

    reading = ""
    """The document or reference that is read now."""
    found: ClassVar[Found] = defaultdict(set)

    def __init__(self, pattern: str, flags: int = 0) -> None:
        frame = sys._getframe(1)
        while frame.f_back and Path(frame.f_code.co_filename).name in ("patterns.py", Path(__file__).name):
            frame = frame.f_back
        self._key = (frame.f_code.co_filename, str(pattern))
        self._of = re.compile(pattern, flags)
        self.found[self._key]

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._of, name)
        if name not in METHODS:
            return method

        def noted(*args: Any, **more: Any) -> Any:
            result = method(*args, **more)
            if name == "finditer":
                result = list(result)
            hit = bool(result) and (name not in ("split", "sub") or (len(result) > 1 if name == "split" else True))
            if name in ("sub", "subn"):
                hit = self._of.search(args[1]) is not None
            if hit:
                self.found[self._key].add(self.reading)
            return iter(result) if name == "finditer" else result

        return noted


def _count_patterns() -> None:
    """Let every pattern that is made from here on note what it finds."""
    patterns.compile = patterns.Lazy = Counted  # type: ignore[assignment,misc]
    for name in METHODS:
        setattr(
            patterns, name, lambda pattern, *args, _name=name, **more: getattr(Counted(pattern), _name)(*args, **more)
        )


def _read_all(switch: Any) -> None:
    """Read the documents and the references, each under its own name."""
    from citekit.documents.load import read_path
    from citekit.extraction.pipeline import convert_document
    from citekit.runtime.config import ConvertSettings
    from training import fields, measure

    bench = fields.BENCH
    places = [*(bench / "profiles" / "documents").iterdir(), *(bench / "seeds" / "documents").iterdir()]
    for path in sorted(places):
        switch(f"document {path.name}")
        convert_document(read_path(path), ConvertSettings())
    for name in (*fields.LEARNED, *fields.MEASURED):
        for number, row in enumerate(fields.rows(name)):
            if number % EVERY == 0:
                switch(f"reference {name} {number}")
                measure.read_back([" ".join(str(row["text"]).split())])


def _seldom(names: set[str]) -> bool:
    kinds = Counter(name.partition(" ")[0] for name in names)
    return kinds["document"] < DOCUMENTS and kinds["reference"] < REFERENCES


def _seldom_lines(data: coverage.CoverageData, source: Path, statements: set[int]) -> Iterator[tuple[int, int]]:
    contexts = data.contexts_by_lineno(str(source))
    functions = [n for n in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(n, ast.FunctionDef)]
    inside = {line for one in functions for line in range(one.body[0].lineno, (one.end_lineno or 0) + 1)}
    for line in sorted(statements & inside):
        names = set(contexts.get(line, ()))
        if _seldom(names):
            yield line, len(names)


def main() -> int:
    """The command line."""
    _count_patterns()
    measured = coverage.Coverage(source=["citekit.extraction"], data_file=None, config_file=False)
    measured.start()

    def switch(name: str) -> None:
        Counted.reading = name
        measured.switch_context(name)

    _read_all(switch)
    measured.stop()
    for (file, text), names in sorted(Counted.found.items()):
        if ROOT in Path(file).parents and _seldom(names):
            print(f"{Path(file).relative_to(ROOT)}: {len(names)} find {text[:100]}")
    for source in sorted(ROOT.rglob("*.py")):
        _, statements, _, _, _ = measured.analysis2(str(source))
        code = source.read_text(encoding="utf-8").splitlines()
        for line, count in _seldom_lines(measured.get_data(), source, set(statements)):
            print(f"{source.relative_to(ROOT)}:{line}: {count} run {code[line - 1].strip()[:100]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
