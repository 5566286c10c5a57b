"""Options out of settings classes: every field that was made with :func:`citekit.runtime.config.setting` becomes one.

What the command line does not say is taken from settings files, and what these do not say from the class.
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
    """A decorator that gives a command the options of these settings classes.

    The command is called with an instance of each class under the group's name::

        @click.command()
        @options_of(settings=ConvertSettings)
        def command(settings: ConvertSettings) -> int: ...

    Options that are on or off can be switched off by ``--no-…`` where the settings file switched them on.
    """

    def decorate(callback: Callback) -> Callback:
        @wraps(callback)
        def packed(**values: Any) -> Any:
            values |= _unsaid(click.get_current_context(), tuple(groups.values()))
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
    """The settings classes whose fields are the options of a command."""
    classes: tuple[type, ...] = getattr(command.callback, "settings_classes", ())
    return classes


class _Switch(click.Option):
    """An option that is on or off; ``--no-…`` is understood and not shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option as help pages show it."""
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
        whole = "=" in metavar  # NAME=VALUE: the value may have commas in it
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
    """The words of a list that is given at once (``a,b``) or word by word."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())


def _unsaid(context: click.Context, kinds: tuple[type, ...]) -> dict[str, Any]:
    """What settings files say about options that the command line says nothing about."""
    from citekit.cli.main import is_isolated, verb_names
    from citekit.runtime.settings_files import settings_from_files

    if is_isolated(context):
        return {}
    said = settings_from_files(context.command.name or "", kinds, verb_names())
    unsaid = (ParameterSource.DEFAULT, None)  # tables are no options
    return {name: value for name, value in said.items() if context.get_parameter_source(name) in unsaid}
