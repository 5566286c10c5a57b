"""Commands that are killed at random moments: files are the old or the new ones, and the next run ends as an undisturbed one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import ROOT

RUNS = os.environ.get("CITEKIT_KILLS", "4")
"""How often each command is killed; the whole measurement takes 300."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the commands are forked")
def test_killed_commands_tear_and_double_nothing() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "kills.py"), "--runs", RUNS, "--seed", "5"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("; 0 wrong") == 6, done.stdout
