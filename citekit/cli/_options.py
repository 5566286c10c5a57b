"""Options out of settings classes: every field that was made with :func:`citekit.config.setting` becomes one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, fields
from functools import wraps
from typing import Any

import click

Callback = Callable[..., Any]


def options_of(**groups: type) -> Callable[[Callback], Callback]:
    """A decorator that gives a command the options of these settings classes.

    The command is called with an instance of each class under the group's name::

        @click.command()
        @options_of(settings=ConvertSettings)
        def command(settings: ConvertSettings) -> int: ...
    """

    def decorate(callback: Callback) -> Callback:
        @wraps(callback)
        def packed(**values: Any) -> Any:
            settings = {
                group: kind(**{field.name: values.pop(field.name) for field in fields(kind)})
                for group, kind in groups.items()
            }
            return callback(**values, **settings)

        result: Callback = packed
        for kind in reversed(groups.values()):
            for field in reversed(fields(kind)):
                result = _option(field)(result)
        return result

    return decorate


def _option(field: Field[Any]) -> Callable[[Callback], Callback]:
    flags = field.metadata["flags"] or (f"--{field.name.replace('_', '-')}",)
    if isinstance(field.default, bool):
        return click.option(*flags, field.name, is_flag=True, default=field.default, help=field.metadata["help"])
    return click.option(
        *flags,
        field.name,
        type=type(field.default),
        default=field.default,
        show_default=bool(field.default),
        metavar=field.metadata["metavar"] or None,
        help=field.metadata["help"],
    )
