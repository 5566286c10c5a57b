"""The ``citekit`` command: finds its verbs, runs one of them, and turns every failure into one line and an exit code.

Exit codes: 0 all fine; 1 there are findings (nothing was found, or ``--strict`` and something is doubtful); 2 wrong
use, or an input that could not be read.
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
from pkgutil import get_data
from typing import NoReturn

import click

from citekit.cli._terminal import say_error, say_problem
from citekit.runtime.registry import unit, unit_names
from citekit.runtime.version import VERSION

FINE, FINDINGS, FAILED = 0, 1, 2
INTERRUPTED = 130
"""What shells give for a command that was ended with Ctrl-C: 128 + SIGINT."""

_PACKAGE = "citekit.cli"
_ISOLATED = "isolated"


def verb_names() -> list[str]:
    """The names of all verbs in alphabetical order, without importing any of them."""
    return [name.replace("_", "-") for name in unit_names(_PACKAGE) if name != "main"]


def verb(name: str) -> click.Command:
    """The command of a verb, imported now; ``KeyError`` where there is no such verb."""
    if name not in verb_names():
        raise KeyError(name)
    command = unit(_PACKAGE, name.replace("-", "_")).command
    assert isinstance(command, click.Command)
    parts = command.commands.values() if isinstance(command, click.Group) else ()
    for part in (command, *parts):
        if not any(option.name == _ISOLATED for option in part.params):
            part.params.append(_isolation())
    return command


def commands() -> Iterator[tuple[str, click.Command]]:
    """All commands with their names as they are typed: ``convert``, ``arxiv index``."""
    for name in verb_names():
        command = verb(name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {part}", inner) for part, inner in command.commands.items())
        else:
            yield name, command


def _isolation() -> click.Option:
    """``--isolated``, which every verb has."""

    def note(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if wanted:
            context.meta[_ISOLATED] = True

    text = "Ignore all settings files (project and user)."
    return click.Option(["--isolated"], is_flag=True, expose_value=False, callback=note, help=text)


def is_isolated(context: click.Context) -> bool:
    """Whether a verb is to read no settings."""
    return bool(context.meta.get(_ISOLATED))


def verb_summary(name: str) -> str:
    """The first line of a verb's module docstring, read without running the module."""
    text = get_data(_PACKAGE, f"{name.replace('-', '_')}.py") or b""
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


class VerbGroup(click.Group):
    """A group whose commands are the files of this folder, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, for the help page and for completion."""
        return verb_names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb ``cmd_name``, or None."""
        return verb(cmd_name) if cmd_name in verb_names() else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that the first argument names; where there is none, the error says which one was meant."""
        if args[:1] == ["help"]:
            if len(args) == 1:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [args[1], "--help"]
        if args and not args[0].startswith("-") and args[0] not in verb_names():
            from citekit.runtime.errors import UsageError, meant  # here, so that completion need not wait for it

            raise UsageError(f"there is no command '{args[0]}'", meant(args[0], verb_names()))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the verbs with their summaries; no verb is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb_summary(name)) for name in verb_names()])


@click.group(
    cls=VerbGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Results are written to standard output, diagnostics to standard error. Exit codes: 0 success, 1 findings, 2 error.",
)
@click.version_option(VERSION, prog_name="citekit", message="%(prog)s %(version)s")
def cli() -> None:
    """Convert publication lists to bibliographies; format, check and tidy bibliographies."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line with these arguments (those of the process where None) and returns its exit code."""
    _open_what_is_closed()
    try:
        code = cli.main(args=arguments, prog_name="citekit", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else FINE
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return FAILED
    except click.ClickException as error:
        say_error(error.format_message(), _usage_hint(error))
        return FAILED
    except BrokenPipeError:
        _leave_output()
        return FINE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EBADF and not error.filename:
            say_error(
                "standard output is closed, and there is something to write", "give it a place, or a file with -o"
            )
        else:
            say_error(f"{error.filename or 'input or output'}: {error.strerror or error}")
        if not error.filename:
            _leave_output()
        return FAILED
    except Exception as error:
        return _failed(error)


def main() -> NoReturn:
    """The entry point of the ``citekit`` script."""
    code = run()
    if threading.active_count() > 1:
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)  # the system takes the memory back; freeing each object first takes longer than many a run


_MEANT = {"--format": "--to", "--output-format": "--to", "--output": "--out", "--input": "--from"}
"""Options of other programs, and what they are called here."""


def _meant_option(error: click.NoSuchOption) -> str:
    """Return what an option of other programs is called here, also one with a letter wrong; empty for any other."""
    from difflib import get_close_matches

    near = get_close_matches(error.option_name, _MEANT, 1, _LIKE)
    known = {flag for param in error.ctx.command.get_params(error.ctx) for flag in param.opts} if error.ctx else ()
    return f"{near[0]} is {_MEANT[near[0]]} here; " if near and _MEANT[near[0]] in known else ""


_LIKE = 0.8
"""How near a word has to be to an option: one letter of six may be wrong."""


def _usage_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if not isinstance(context, click.Context):
        return ""
    meant = _meant_option(error) if isinstance(error, click.NoSuchOption) else ""
    return f"{meant}see {context.command_path} --help"


def _failed(error: Exception) -> int:
    """Says what an error means in one line and a hint: one of ours, or a mistake in citekit itself."""
    from citekit.runtime.errors import CitekitError  # here, so that help and completion need not wait for it

    if isinstance(error, CitekitError):
        say_problem(error.problem)
        return FAILED
    if os.environ.get("CITEKIT_DEBUG"):
        raise error
    message = f"internal error: {type(error).__name__}: {error}"
    say_error(message, "this is a mistake in citekit; CITEKIT_DEBUG=1 shows where it happened")
    return FAILED


def _open_what_is_closed() -> None:
    """A stream that the shell closed (``>&-``) leads nowhere: else the next file that is opened would stand in its place.

    Standard output is then one that refuses whatever is written, for it is data that would be lost.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False))


def _leave_output() -> None:
    """Nobody takes our output any more (``| head``, a full disk): the interpreter's last flush goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    main()
