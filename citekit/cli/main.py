"""The ``citekit`` program: discovers its commands, runs one, and turns every failure into one line and an exit code.

Exit codes: 0 success; 1 findings (also: nothing was found, or an uncertain result with ``--strict``); 2 wrong use, or an
input that cannot be read.
"""

from __future__ import annotations

import ast
import atexit
import errno
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

import click

from citekit.cli._io import print_error, print_problem
from citekit.runtime.registry import beside, module_of, unit, unit_names
from citekit.runtime.version import VERSION

FINE, FINDINGS, FAILED = 0, 1, 2
INTERRUPTED = 130
"""The exit code of shells for a command interrupted with Ctrl-C: 128 + SIGINT."""

_PACKAGE = "citekit.cli"
_ISOLATED = "isolated"


def command_names() -> list[str]:
    """Return the names of all commands in alphabetical order, without importing any of them."""
    return [name.replace("_", "-") for name in unit_names(_PACKAGE) if name != "main"]


def command_named(name: str) -> click.Command:
    """Import and return a command. Raises ``KeyError`` if there is no command of this name."""
    if name not in command_names():
        raise KeyError(name)
    command = unit(_PACKAGE, name.replace("-", "_")).command
    assert isinstance(command, click.Command)
    parts = command.commands.values() if isinstance(command, click.Group) else ()
    for part in (command, *parts):
        if not any(option.name == _ISOLATED for option in part.params):
            part.params.append(_isolation())
    return command


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield all commands with their names as typed: ``convert``, ``index build``."""
    for name in command_names():
        command = command_named(name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {part}", inner) for part, inner in command.commands.items())
        else:
            yield name, command


def _isolation() -> click.Option:
    """Return the option ``--isolated``, which all commands have."""

    def note(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if wanted:
            context.meta[_ISOLATED] = True

    text = "Ignore all settings files (project and user)."
    return click.Option(["--isolated"], is_flag=True, expose_value=False, callback=note, help=text)


def is_isolated(context: click.Context) -> bool:
    """Whether the command must ignore all configuration files."""
    return bool(context.meta.get(_ISOLATED))


def command_summary(name: str) -> str:
    """Return the first line of a command's module docstring, without importing the module."""
    text = beside(module_of(_PACKAGE, name.replace("-", "_")), ".py")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


class LazyCommandGroup(click.Group):
    """A group whose commands are the modules of this package, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, for the help page and for completion."""
        return command_names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command ``cmd_name``, or None if there is no such command."""
        return command_named(cmd_name) if cmd_name in command_names() else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names. For an unknown one, the error suggests the most similar."""
        if args[:1] == ["help"]:
            if len(args) == 1:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [args[1], "--help"]
        if args and not args[0].startswith("-") and args[0] not in command_names():
            from citekit.runtime.errors import UsageError, did_you_mean  # imported here to keep completion fast

            raise UsageError(f"there is no command '{args[0]}'", did_you_mean(args[0], command_names()))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command_summary(name)) for name in command_names()])


@click.group(
    cls=LazyCommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Results are written to standard output, diagnostics to standard error. Exit codes: 0 success, 1 findings, 2 error.",
)
@click.version_option(VERSION, prog_name="citekit", message="%(prog)s %(version)s")
def cli() -> None:
    """Convert publication lists to bibliographies; format, check and tidy bibliographies."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (default: those of the process) and return its exit code."""
    _open_what_is_closed()
    try:
        code = cli.main(args=arguments, prog_name="citekit", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else FINE
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return FAILED
    except click.ClickException as error:
        hint = _usage_hint(error)
        print_error(error.format_message(), hint)
        return FAILED
    except BrokenPipeError:
        _leave_output()
        return FINE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except OSError as error:
        if hasattr(error, "problem"):  # a MissingFileError, whose module is not imported here
            print_problem(error.problem)
            return FAILED
        if error.errno == errno.EBADF and not error.filename:
            print_error("cannot write the result: standard output is closed", "redirect it, or specify a file with -o")
        else:
            print_error(f"{error.filename or 'input or output'}: {error.strerror or error}")
        if not error.filename:
            _leave_output()
        return FAILED
    except Exception as error:
        from citekit.runtime.errors import CitekitError  # imported here to keep help and completion fast

        if isinstance(error, CitekitError):
            print_problem(error.problem)
            return FAILED
        if os.environ.get("CITEKIT_DEBUG"):
            raise error
        message = f"internal error: {type(error).__name__}: {error}"
        print_error(message, "this is a bug in citekit; set CITEKIT_DEBUG=1 to see the traceback")
        return FAILED


def main() -> NoReturn:
    """Run the ``citekit`` script and exit."""
    code = run()
    if threading.active_count() > 1:
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)  # without freeing each object first, which takes longer than many runs of the program


_NAMES_HERE = {"--format": "--to", "--output-format": "--to", "--output": "--out", "--input": "--from"}
"""Option of other programs -> its name in citekit."""


_LIKE = 0.8
"""Minimum similarity of a misspelt option: one letter of six may be wrong."""


def _usage_hint(error: click.ClickException) -> str:
    """Return a hint to the help page, with citekit's name for an option of other programs, also a misspelt one."""
    context = getattr(error, "ctx", None)
    if not isinstance(context, click.Context):
        return ""
    renamed = ""
    if isinstance(error, click.NoSuchOption) and isinstance(context.command, click.Group):
        if error.possibilities:
            return f"see {context.command_path} --help"
        renamed = f"options follow the command: {context.command_path} COMMAND {error.option_name}; "
    elif isinstance(error, click.NoSuchOption):
        from difflib import get_close_matches

        known = {flag for param in context.command.get_params(context) for flag in param.opts}
        for near in get_close_matches(error.option_name, _NAMES_HERE, 1, _LIKE):
            if _NAMES_HERE[near] in known:
                renamed = f"use {_NAMES_HERE[near]} instead of {near}; "
                error.possibilities = ()  # type: ignore[misc, assignment]  # which only look similar
    return f"{renamed}see {context.command_path} --help"


def _open_what_is_closed() -> None:
    """Open the null device for standard streams that the shell closed (``>&-``).

    Otherwise the next file that is opened would get the number of the closed stream, and messages would be written into
    it. Standard output is opened for reading only, so that writing fails: data would be lost silently.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False))


def _leave_output() -> None:
    """Send the interpreter's last flush to the null device, if the output cannot be written (``| head``, a full disk)."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    main()
