"""Labelled documents that are kept outside the project, for measuring speed and trying damage on.

The folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project, brings them. Without it there is nothing
to measure. How well they are read is measured by ``training``, on what its models have not learned from.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[2] / "shared" / "bench")


def profile_documents() -> list[Path]:
    """The labelled profiles, in the order of their names."""
    return sorted((FOLDER / "profiles" / "documents").glob("*.*"))
