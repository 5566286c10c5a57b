"""Options from settings classes: each field defined with :func:`citekit.runtime.config.setting` becomes an option.

The command line takes precedence over settings files, and these over the defaults of the class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, fields
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from citekit.cli._grammar import completer
from citekit.runtime.config import flags_of, is_table, option_name

Callback = Callable[..., Any]


def options_of(**groups: type) -> Callable[[Callback], Callback]:
    """Return a decorator that adds the options of settings classes to a command.

    The command is called with an instance of each class under the group's name::

        @click.command()
        @options_of(settings=ConvertSettings)
        def command(settings: ConvertSettings) -> int: ...

    A switch that a settings file turned on can be turned off by ``--no-…``.
    """

    def decorate(callback: Callback) -> Callback:
        @wraps(callback)
        def packed(**values: Any) -> Any:
            values |= _from_settings_files(click.get_current_context(), tuple(groups.values()))
            settings = {
                group: kind(**{field.name: values.pop(field.name) for field in fields(kind) if field.name in values})
                for group, kind in groups.items()
            }
            return callback(**values, **settings)

        packed.settings_classes = tuple(groups.values())  # type: ignore[attr-defined]
        result: Callback = packed
        for kind in reversed(groups.values()):
            for field in reversed(fields(kind)):
                result = result if is_table(field) else _option(field)(result)
        return result

    return decorate


def settings_classes(command: click.Command) -> tuple[type, ...]:
    """Return the settings classes whose fields are the options of a command."""
    classes: tuple[type, ...] = getattr(command.callback, "settings_classes", ())
    return classes


class _Switch(click.Option):
    """An option that is on or off. ``--no-…`` is accepted but not listed on the help page."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the row of the help page, without ``--no-…``."""
        off, self.secondary_opts = self.secondary_opts, []
        try:
            return super().get_help_record(ctx)
        finally:
            self.secondary_opts = off


def _option(field: Field[Any]) -> Callable[[Callback], Callback]:
    flags, text = flags_of(field), field.metadata["help"]
    if isinstance(field.default, bool):
        switch = [f"{flag}/--no-{option_name(field)}" if flag.startswith("--") else flag for flag in flags]
        return click.option(*switch, field.name, cls=_Switch, default=field.default, help=text)
    if isinstance(field.default, tuple):
        metavar = field.metadata["metavar"]
        whole = "=" in metavar  # the value of NAME=VALUE may contain commas
        return click.option(
            *flags,
            field.name,
            multiple=True,
            callback=None if whole else _divided,
            metavar=metavar,
            help=text,
            shell_complete=completer,
        )
    return click.option(
        *flags,
        field.name,
        type=type(field.default),
        default=field.default,
        show_default=bool(field.default),
        metavar=field.metadata["metavar"] or None,
        help=text,
        shell_complete=completer,
    )


def _divided(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a list given as one value (``a,b``), several values, or both."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())


def _from_settings_files(context: click.Context, kinds: tuple[type, ...]) -> dict[str, Any]:
    """Return the values of settings files for the options that the command line does not set."""
    from citekit.cli.main import command_names, is_isolated
    from citekit.runtime.settings_files import settings_from_files

    if is_isolated(context):
        return {}
    values = settings_from_files(context.command.name or "", kinds, command_names())
    unset = (ParameterSource.DEFAULT, None)  # None: tables of settings files have no option
    return {name: value for name, value in values.items() if context.get_parameter_source(name) in unset}
