"""The text of a citing role of Sphinx: ``key``, ``key1,key2``, ``{see}key{p. 3}``."""

from __future__ import annotations

import re

from citekit.checks.citation import Found

_NOTE = re.compile(r"\{[^{}]{0,400}\}")


def cite_role(text: str, start: int, group: int, found: Found) -> None:
    """Adds the keys of a role whose text begins at ``start``; notes in braces are left out."""
    found.add_keys(_NOTE.sub(lambda note: " " * len(note[0]), text), start, group)
