"""How much of large data the tests go through: a share, or all of it where ``CITEKIT_THOROUGH=1`` asks for it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

THOROUGH = os.environ.get("CITEKIT_THOROUGH", "") not in ("", "0")
Item = TypeVar("Item")


def share(items: Iterable[Item], part: int, begin: int = 0) -> list[Item]:
    """Return every so many-th of some items, the same ones each time; all where the run is thorough."""
    return list(items if THOROUGH else islice(items, begin % part, None, part))
