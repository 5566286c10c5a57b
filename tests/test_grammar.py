"""One grammar of options: over all verbs, the same word is written, takes and means the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import click
import pytest
from conftest import Answer

from citekit.cli._grammar import HEADINGS, GroupedOptionsCommand, long_name
from citekit.cli.main import commands

_NO_VALUE = {"shape"}
"""Options whose value may be left out by some verbs."""


def options() -> dict[str, list[tuple[str, click.Option]]]:
    found: dict[str, list[tuple[str, click.Option]]] = defaultdict(list)
    for path, command in commands():
        for param in command.params:
            if isinstance(param, click.Option):
                found[long_name(param)].append((path, param))
    return found


@pytest.mark.parametrize("name", sorted(name for name, having in options().items() if len(having) > 1))
def test_one_word_means_one_thing(name: str) -> None:
    having = options()[name]
    assert len({tuple(sorted(option.opts)) for _, option in having}) == 1, "the same long and short names"
    assert len({option.is_flag for _, option in having}) == 1
    if name not in _NO_VALUE:
        assert (
            len({(option.metavar or "").replace("INDEX", "OUT").replace("FOLDER", "OUT") for _, option in having}) == 1
        )


def test_a_short_name_belongs_to_one_option() -> None:
    meanings = defaultdict(set)
    for name, having in options().items():
        for _, option in having:
            for short in (flag for flag in option.opts if len(flag) == 2):
                meanings[short].add(name)
    assert {short: names for short, names in meanings.items() if len(names) > 1} == {}


def test_no_old_spelling_is_left() -> None:
    assert not options().keys() & {"force", "output-format", "output-file", "output"}


def test_every_verb_has_its_options_in_groups() -> None:
    assert [path for path, command in commands() if not isinstance(command, GroupedOptionsCommand)] == []


def test_every_word_below_a_heading_is_an_option() -> None:
    named = {name for listed in HEADINGS.values() for name in listed.split()} - {"help"}
    assert named <= options().keys()


@pytest.mark.parametrize("path", [path for path, _ in commands()])
def test_help_fits_eighty_columns_and_shows_every_option(citekit: Callable[..., Answer], path: str) -> None:
    answer = citekit(*path.split(), "--help")
    assert max(map(len, answer.out.splitlines())) <= 80
    shown = {long_name(option) for name, having in options().items() for where, option in having if where == path}
    assert [name for name in sorted(shown) if f"--{name}" not in answer.out] == []
