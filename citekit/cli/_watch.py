"""Run a function again whenever a file changes, until interrupted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from citekit.cli._io import print_message, print_problem
from citekit.cli.main import FAILED, FINE
from citekit.runtime.errors import CitekitError

_PAUSE = 0.5
"""Seconds between two checks of the watched files."""
_MOST_NAMES = 3  # changed files in one line

State = dict[str, tuple[int, int]]
"""File name -> modification time and size, which show whether the file has changed."""


def watch(paths: list[Path], own: Iterable[str], once: Callable[[set[str]], int], changes: bool, quiet: bool) -> int:
    """Call ``once`` now and whenever a file in ``paths`` or a file that it read changes. Return its last exit code.

    ``once`` adds the names of the files that it read, or looked for, to the set that it is passed. Files that it writes
    itself do not count as changes: those in ``own``, and with ``changes`` the files that it fixed.
    """
    written = frozenset(os.path.abspath(name) for name in own if name)
    read: set[str] = set()
    code, before = FINE, None
    try:
        while True:
            now = _state(paths, read, written)
            if now != before:
                if before is not None and not quiet:
                    changed = sorted(n for n in before.keys() | now.keys() if before.get(n) != now.get(n))
                    print_message(f"{', '.join(changed[:_MOST_NAMES])} changed")
                try:
                    code = once(read)
                except CitekitError as error:
                    print_problem(error.problem)
                    code = FAILED
                after = _state(paths, read, written)
                before = after if changes else after | now  # keeps the old state of files changed during the run
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        return code


def _state(paths: list[Path], read: set[str], written: frozenset[str]) -> State:
    names = [*read, *(str(path) for path in paths if not path.is_dir())]
    for path in paths:
        for place, folders, files in os.walk(path):
            folders[:] = [n for n in folders if n[:1] != "." and os.path.abspath(os.path.join(place, n)) not in written]
            names += [os.path.join(place, name) for name in files]
    state: State = {}
    for name in names:
        normal = os.path.normpath(name)
        try:
            stat = os.stat(normal)
        except (OSError, ValueError):
            continue
        if os.path.abspath(normal) not in written:
            state[normal] = (stat.st_mtime_ns, stat.st_size)
    return state
