"""What an installation without an extra says: one sentence that names it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("missing", "used", "extra"),
    [
        ("pygls", "from citekit.cli.main import run; sys.exit(run(['lsp']))", "lsp"),
        ("lsprotocol", "from citekit.cli.main import run; sys.exit(run(['lsp']))", "lsp"),
        ("sphinx", "import citekit.integrations.sphinx", "sphinx"),
        ("mkdocs", "import citekit.integrations.mkdocs", "mkdocs"),
    ],
)
def test_a_missing_extra_is_named(missing: str, used: str, extra: str) -> None:
    if extra == "lsp" and missing == "lsprotocol":
        pytest.importorskip("pygls", reason="the extra lsp is not installed")
    code = f"import sys; sys.modules[{missing!r}] = None; {used}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert f"install the extra: citekit-bib[{extra}]" in done.stderr
