"""Settings files: where they and the lock file are, what may be in them, and what those of a project cannot state.

A project may be anyone's. Its settings choose rules, severities, styles and files inside the project; whatever writes,
repairs, connects or leaves the project (:data:`citekit.runtime.config.POWERS`) is taken from the user's own settings only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from citekit.runtime import patterns as re
from citekit.runtime.config import COMMANDED, LOCK, is_table, option_name, power_of
from citekit.runtime.errors import UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_file, is_within, project_roots, read_file
from citekit.runtime.span import Source, Span

OWN_FILE, PROJECT_FILE = "citekit.toml", "pyproject.toml"
LARGEST = 1_000_000
"""Settings files with more bytes are not read."""
_TYPES = {bool: "true or false", int: "a whole number", str: "a string"}
_HEADER = re.compile(r"[ \t]*+\[([^\[\]\n]++)\]")
_KEY = re.compile(r"[ \t]*+([\w.\"'-]++)[ \t]*+=")
_QUOTES = str.maketrans("", "", "\"' \t")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}://|<")


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A settings file: its text, citekit's table in it, and whether it is the user's own."""

    source: Source
    table: Mapping[str, Any]
    users: bool = False

    @property
    def folder(self) -> Path:
        """The folder that paths in it are relative to."""
        return Path(self.source.name).parent

    def section(self, verb: str) -> str:
        """Return the name of a command's section in this file."""
        return f"tool.citekit.{verb}" if Path(self.source.name).name == PROJECT_FILE else verb

    def wrong(self, message: str, hint: str, *keys: str) -> UsageError:
        """Return the error about what is at ``keys`` (a section, a setting in it), with its place."""
        return UsageError(message, hint, self.source, self._span(".".join(keys)))

    def _span(self, wanted: str) -> Span | None:
        """Return the place of a key, as far as it is written in one of the usual ways."""
        table, at = "", 0
        for line in self.source.text.splitlines(keepends=True):
            if header := _HEADER.match(line):
                table = header[1].translate(_QUOTES)
                name, start, end = table, *header.span(1)
            elif key := _KEY.match(line):
                name, start, end = f"{table}.{key[1].translate(_QUOTES)}".lstrip("."), *key.span(1)
            else:
                name, start, end = "", 0, 0
            if name and name.removeprefix("tool.citekit.") == wanted:
                return Span(at + start, at + end)
            at += len(line)
        return None


def settings_file(start: Path) -> SettingsFile | None:
    """Return the nearest settings file of a project; None if absent.

    It is searched in ``start`` and upward, no further than a folder with ``.git`` or the user's home; in one folder,
    ``citekit.toml`` goes first. Raises :class:`~citekit.runtime.errors.UsageError` if the file is not a TOML.
    """
    own = user_settings_path()
    for folder in (start, *start.parents):
        for name in (OWN_FILE, PROJECT_FILE):
            found = _read(folder / name) if folder / name != own else None
            if found is not None:
                return found
        if (folder / ".git").exists() or folder == _home():
            return None
    return None


def lock_near(source: str) -> Path:
    """Return where the lock file of a source is: in its folder or the nearest one above it in the project, else in its
    folder; of a URL in the working folder.
    """
    if not has_folder(source):
        return Path(LOCK)
    folder = Path(os.path.abspath(source)).parent
    roots = project_roots(folder)
    places = [above / LOCK for above in folder.parents if is_within(above / LOCK, roots)]
    return next((place for place in (folder / LOCK, *places) if place.is_file()), folder / LOCK)


def has_folder(source: str) -> bool:
    """Whether a source is in a folder: URLs and texts without a file, such as ``<text>``, are not."""
    return not _ADDRESS.match(source)


def user_settings_path() -> Path:
    """Return where the user's own settings are, such as ``~/.config/citekit/citekit.toml``."""
    if sys.platform == "linux":  # as platformdirs has it, whose import takes as long as checking a short list
        folder = Path(os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config"), "citekit")
    else:
        from platformdirs import user_config_path

        folder = user_config_path("citekit")
    return folder / OWN_FILE


def settings_from_files(
    verb: str, kinds: Iterable[type], verbs: Iterable[str], start: Path | None = None
) -> dict[str, Any]:
    """Return what settings files state for a command: names of fields of the settings classes ``kinds`` and their values.

    What the project states takes precedence over what the user's own file states. ``verbs`` are the sections that may be in a file.
    Raises :class:`~citekit.runtime.errors.UsageError` for a section or a setting that does not exist, with the one that was
    probably meant, for a value of the wrong type, and for what a project cannot state.
    """
    kinds, verbs = tuple(kinds), tuple(verbs)
    values: dict[str, Any] = {}
    for file in (_read(user_settings_path(), users=True), settings_file(start or Path.cwd())):
        if file is not None:
            values |= _values(file, verb, kinds, verbs)
    return values


def _values(file: SettingsFile, verb: str, kinds: tuple[type, ...], verbs: tuple[str, ...]) -> dict[str, Any]:
    known = {option_name(of): of for kind in kinds for of in fields(kind)}
    values: dict[str, Any] = {}
    for title, section in file.table.items():
        if title not in verbs:
            hint = f"put it under [{file.section(verb)}]" if _hyphens(title) in known else did_you_mean(title, verbs)
            raise file.wrong(f"there is no section {title!r}", hint, title)
        if not isinstance(section, dict):
            raise file.wrong(f"{title!r} must be a section", f"write [{file.section(title)}]", title)
        if verb == title:
            for name, value in section.items():
                of = known.get(_hyphens(name))
                if of is None:
                    hint = did_you_mean(_hyphens(name), known)
                    raise file.wrong(f"citekit {verb} has no setting {name!r}", hint, verb, name)
                values[of.name] = _checked(value, of, file, verb, name)
    return values


def _checked(value: Any, of: Field[Any], file: SettingsFile, verb: str, name: str) -> Any:
    """Return the value of a setting as the command takes it; raises :class:`~citekit.runtime.errors.UsageError` if it cannot be."""
    option, about = option_name(of), of.metadata["help"]
    if of.metadata["power"] == COMMANDED:
        raise file.wrong(
            f"{option!r} is not allowed in settings: {power_of(of)}", f"use --{option} on the command line", verb, name
        )
    if power_of(of) and not file.users:
        hint = f"use --{option} on the command line, or set it in your own settings, {user_settings_path()}"
        raise file.wrong(f"{option!r} is not allowed in the settings of a project: {power_of(of)}", hint, verb, name)
    if is_table(of):
        if not isinstance(value, dict):
            raise file.wrong(f"{option!r} must be a table", about, verb, name)
        return value
    wanted = type(of.default)
    if wanted is tuple:
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise file.wrong(f"{option!r} must be a list of strings", about, verb, name)
        return tuple(_placed(word, of, file, verb, name) for word in words)
    if type(value) is not wanted:
        raise file.wrong(f"{option!r} must be {_TYPES[wanted]}", about, verb, name)
    return _placed(value, of, file, verb, name)


def _placed(value: Any, of: Field[Any], file: SettingsFile, verb: str, name: str) -> Any:
    """Return a value, and where it is a path, one from the folder of the settings file."""
    option = option_name(of)
    if of.metadata["path"] == "style" and "://" in value and not file.users:
        hint = f"specify a style by name, or use --{option} on the command line"
        raise file.wrong(f"{option!r} is a URL, which the settings of a project cannot request", hint, verb, name)
    if not _is_path(value, of.metadata["path"]):
        return value
    place = file.folder / str(value)
    if not file.users and not is_within(place, project_roots(file.folder)):
        hint = f"specify a file of the project, or use --{option} on the command line"
        raise file.wrong(f"{option!r} is outside the project: {value}", hint, verb, name)
    return str(place)


def _is_path(value: Any, kind: bool | str) -> bool:
    if kind == "style":
        return value.lower().endswith((".csl", ".xml")) or ("/" in value and "://" not in value) or "\\" in value
    return bool(kind) and value not in ("", "-")


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


def _hyphens(name: str) -> str:
    return name.replace("_", "-")


def _read(path: Path, users: bool = False) -> SettingsFile | None:
    """Return a settings file; None if absent, or it is a project's that does not name us."""
    if not is_file(path):
        return None
    try:
        data = read_file(path, LARGEST, () if users else project_roots(path.parent))
    except UnreadableInputError as error:
        raise UsageError(error.problem.message, "make it readable, or delete it") from None
    import tomllib  # imported here because most folders have no settings

    text = data.decode("utf-8", "replace")
    try:
        content = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        if path.name == PROJECT_FILE and "citekit" not in text:
            return None
        raise UsageError(f"{path} is not valid TOML: {error}", "fix the syntax at this position") from None
    tool = content.get("tool")
    table = tool.get("citekit") if isinstance(tool, dict) else None
    if table is None:
        return SettingsFile(Source(str(path), text), content, users) if path.name == OWN_FILE else None
    if not isinstance(table, dict):
        raise UsageError(f"{path}: 'tool.citekit' must be a table", "write [tool.citekit.convert]")
    return SettingsFile(Source(str(path), text), table, users)
