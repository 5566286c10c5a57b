"""What tests share: the switch that rewrites golden files, the sample documents, and the command line in process."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# Properties try the same examples in every run, so that a run says the same twice; HYPOTHESIS_PROFILE=default draws new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

ROOT = Path(__file__).parents[1]
PROFILES = ROOT / "tests" / "data" / "profiles"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of Sphinx first: they read its warnings, which go through logging that all tests of a process share."""
    items.sort(key=lambda item: item.path.name != "test_sphinx.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files and the output shown in docs/")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def profiles() -> Path:
    """The folder of the sample documents."""
    return PROFILES


@dataclass(frozen=True)
class Answer:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def citekit(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Answer]:
    """Runs the command line in this process: ``citekit("convert", path, stdin=b"…")``."""
    from citekit.cli.main import run

    def call(*arguments: object, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capfdbinary.readouterr()
        code = run([str(argument) for argument in arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        captured = capfdbinary.readouterr()
        return Answer(code, captured.out.decode("utf-8"), captured.err.decode("utf-8"))

    return call
