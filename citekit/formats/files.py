"""Reading and writing of libraries in any format; each format is a module or package of this package.

A format module defines ``NAME`` and ``SUFFIXES`` (file extensions), and some of:

* ``dumps(library, settings) -> str``, or ``pages(library, settings)`` if the format is a directory (file name -> text);
* ``loads(source) -> Works``;
* ``BEGINS``, a pattern that matches the beginning of such files;
* ``READS``, further file extensions to read;
* ``losses(library)``, problems that state what the format cannot represent;
* ``SETTINGS``, the class of its settings, if it is not BibTeX's;
* ``HOLDS_LATEX``, if its values may be LaTeX; other formats get the text that LaTeX would print;
* ``PAGES``, patterns for the files of a directory that are works, each read on its own;
* ``NEAR``, if ``loads`` takes a function that returns the text of a file next to the one that is read.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any

from citekit.formats._record import keywords, page_range
from citekit.model.as_printed import as_printed
from citekit.model.kinds import field_named
from citekit.model.work import Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.budget import budget, seconds_for
from citekit.runtime.config import BibtexSettings
from citekit.runtime.encodings import Decoded, Encoding, decode
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.registry import tables, unit, unit_names
from citekit.runtime.safe_files import is_file, is_within, open_file, project_roots, read_file, sync_folder, write_file
from citekit.runtime.span import Source
from citekit.text.rich import without_marks

_PACKAGE = "citekit.formats"
_NOT_FORMATS = frozenset({"encoding", "files", "keys", "library", "listing", "rewriting"})
# Other names of a format -> its name, for names that spelling correction would not find or would get wrong.
_CALLED = dict(tables("citekit.formats", "files.tsv")["called"])
_BIBTEX_BEGINS = re.compile(r"(?:---\s*+---)?\s*+(?>(?:%[^\n]*+\s*+)*)@[A-Za-z]{2,30}\s{0,9}[{(]")


@cache
def _formats() -> dict[str, ModuleType]:
    modules = (unit(_PACKAGE, name) for name in unit_names(_PACKAGE) if name not in _NOT_FORMATS)
    return {module.NAME: module for module in modules if hasattr(module, "NAME")}


def format_named(name: str) -> str:
    """Return the name of a format that is spelled with hyphens or capitals (``CSL-JSON``); any other name unchanged."""
    if not name or name in unit_names(_PACKAGE):
        return name
    plain = name.lower().replace("-", "").replace("_", "")
    return plain if plain in _formats() else name


def readable_format(suffix: str, text: str) -> str:
    """Return the format to read a file in, by the beginning of its text, else by its extension; empty if unknown.

    BibTeX is recognized by its extension alone, except for files with the front matter of a site.
    """
    if suffix in unit(_PACKAGE, "bibtex").SUFFIXES and not text.lstrip("\ufeff \r\n\t").startswith("---"):
        return "bibtex"
    return format_of_content(text) or readable_suffixes().get(suffix, "")


def format_names() -> tuple[str, ...]:
    """Return the names of all formats in alphabetical order."""
    return tuple(sorted(_formats()))


def readable_suffixes() -> dict[str, str]:
    """Return the format for each file extension that can be read."""
    return {
        suffix: name
        for name, module in _formats().items()
        if hasattr(module, "loads")
        for suffix in (*module.SUFFIXES, *getattr(module, "READS", ()))
    }


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format for the extension of a file name, or an empty string."""
    suffix = Path(path).suffix.lower()
    return next((name for name, module in _formats().items() if suffix in module.SUFFIXES), "")


def format_to_write(path: str | os.PathLike[str]) -> str:
    """Return the format to write a file of this name in; BibTeX if the name has no extension.

    Raises :class:`~citekit.runtime.errors.UsageError` for an extension that belongs to no written format: a file named
    ``x.docx`` that contains BibTeX is of no use.
    """
    suffix = Path(path).suffix
    named = format_of(path)
    if suffix and not named:
        known = (known for module in _formats().values() if _writes(module) for known in module.SUFFIXES)
        own = suffix.lower()
        similar = [extension for extension in known if abs(len(extension) - len(suffix)) < 2 and own != ".pdf"]
        close = did_you_mean(own, similar)  # .bibtex is not a typo of .tex, and .pdf is not one of .rdf
        hint = (
            close
            if close.startswith("did you mean")
            else "citekit list formats shows what can be written; use --to to choose one"
        )
        raise UsageError(f"{path}: no bibliography format has files that end in {suffix!r}", hint)
    return named or "bibtex"


def all_formats() -> tuple[ModuleType, ...]:
    """Return the modules of all formats, in the order of their names."""
    return tuple(_formats()[name] for name in format_names())


def written_formats() -> tuple[str, ...]:
    """Return the names of the formats that can be written, in alphabetical order."""
    return tuple(name for name in format_names() if _writes(_formats()[name]))


def _writes(module: ModuleType) -> bool:
    return hasattr(module, "dumps") or hasattr(module, "pages")


def format_of_content(text: str) -> str:
    """Return the format that a text (its beginning suffices) is certainly in, or an empty string."""
    bare = text.removeprefix("\ufeff")
    for name, module in _formats().items():
        begins = getattr(module, "BEGINS", _BIBTEX_BEGINS if name == "bibtex" else None)
        if begins is not None and begins.match(bare):
            return name
    return ""


def is_folder(name: str) -> bool:
    """Whether a format is written as a directory of files; false for unknown formats."""
    return hasattr(_formats().get(name), "pages")


def settings_class(name: str) -> type:
    """Return the class of the settings that a format is written with."""
    return getattr(_formats().get(name), "SETTINGS", BibtexSettings)


def module_of(name: str) -> ModuleType:
    """Return the module of a format; raise :class:`~citekit.runtime.errors.UsageError` if there is no such format."""
    found = _formats().get(name)
    if found is None:
        raise UsageError(f"there is no format {name!r}", _did_you_mean(name, format_names()))
    return found


def check_writable(name: str) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` if there is no such format or it cannot be written."""
    if not is_folder(name):
        _module(name, "dumps")


def losses(library: Works, format: str) -> tuple[Problem, ...]:  # noqa: A002
    """Report what the format cannot represent: a problem of severity ``info`` for each variable and field."""
    module = _formats().get(format)
    return tuple(module.losses(library)) if module is not None and hasattr(module, "losses") else ()


def _module(name: str, needed: str) -> ModuleType:
    name = format_named(name)
    module: ModuleType | None = None
    if name in unit_names(_PACKAGE) and name not in _NOT_FORMATS:
        module = unit(_PACKAGE, name)
    # all the others are imported only if no module has this name
    if getattr(module, "NAME", "") != name:
        module = _formats().get(name)
    if module is not None and hasattr(module, needed):
        return module
    if needed == "dumps" and is_folder(name):
        raise UsageError(f"{name} is written as a directory of files", "specify a directory")
    attributes = ("dumps", "pages") if needed == "dumps" else (needed,)
    able = [known for known in format_names() if any(hasattr(_formats()[known], a) for a in attributes)]
    use = "written" if needed == "dumps" else "read"
    message = f"there is no format {name!r}" if module is None else f"{name!r} cannot be {use}"
    raise UsageError(message, _did_you_mean(name, able))


def _did_you_mean(name: str, able: Iterable[str]) -> str:
    """Return a hint with the format that has this other name, else with formats that have similar names."""
    able, called = list(able), _CALLED.get(name.lower(), "")
    return did_you_mean(called or name, able) if called not in able else f"did you mean '{called}'?"


def dumps(library: Works, format: str = "bibtex", settings: Any = None) -> str:  # noqa: A002
    """Write the library as text; raise :class:`~citekit.runtime.errors.UsageError` if the format cannot be written.

    ``settings`` are of the format's class: :class:`~citekit.runtime.config.BibtexSettings` for BibTeX and formats based on
    it, :class:`~citekit.runtime.config.ListSettings` for publication lists.

    >>> print(dumps([Work("book", "doe2020", {"title": "Green Meadows"})]), end="")
    @book{doe2020,
      title         = {Green Meadows},
    }
    """
    module = _module(format, "dumps")
    if not getattr(module, "HOLDS_LATEX", False):
        sources = {id(trace.source): trace.source for trace in getattr(library, "traces", ())}.values()
        commands: Mapping[str, tuple[int, str]] = {}
        if any("@preamble" in source.text.lower() for source in sources):
            commands = unit(_PACKAGE, "bibtex").printing_commands(sources)
        library = Works(tuple(as_printed(work, commands) for work in library))
    return str(module.dumps(library, settings))


def loads(text: str | bytes, format: str = "", name: str = "<string>") -> Works:  # noqa: A002
    """Read the library in a text; without ``format``, it is detected from ``name`` or the text itself.

    Bytes are decoded by :func:`citekit.runtime.encodings.decode`. Raises :class:`~citekit.runtime.errors.UsageError` for an
    unknown format and :class:`~citekit.runtime.errors.UnreadableInputError` if nothing can be read.

    >>> loads("@book{doe2020, title={Green Meadows}, year=2020}")[0].title
    'Green Meadows'
    """
    return read_text(text, name, format)[2]


def read_text(
    data: str | bytes,
    name: str,
    format: str = "",  # noqa: A002
    near: Callable[[str], str] | None = None,
) -> tuple[str, str, Works]:
    """Return the decoded text, the name of the format, and the library; raise as :func:`loads` does.

    ``near`` returns the text of a file next to this one (see :func:`near_files`).
    """
    decoded, chosen = text_of(data, name, format)
    text, problems = decoded.text, decoded.problems
    source = Source(name, text.removeprefix("\ufeff"))
    module = _module(chosen, "loads")
    with budget(name, seconds_for(len(text))):
        library: Works = module.loads(source, near) if near and hasattr(module, "NEAR") else module.loads(source)
    if problems:
        library = Works(library.works, library.traces, problems + library.problems)
    return text, chosen, library


def text_of(data: str | bytes, name: str, format: str = "") -> tuple[Decoded, str]:  # noqa: A002
    """Decode a bibliography and return it with its format, which is detected from name and content if not given.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the format cannot be detected.
    """
    decoded = decode(data, name) if isinstance(data, bytes) else Decoded(data, Encoding())
    return decoded, format_named(format) or _sniff(Source(name, decoded.text.removeprefix("\ufeff")))


def _sniff(source: Source) -> str:
    head = source.text[:4096].lstrip()
    if detected := readable_format(Path(source.name).suffix.lower(), source.text[:65536]):
        return detected
    # no other format of JSON is without a mark of its own (see BEGINS)
    if head[:1] in ("[", "{"):
        return "csljson"
    if "@" in source.text or not head:
        return "bibtex"
    hint = f"specify its format: {', '.join(format_names())}"
    raise UnreadableInputError(f"{source.name}: this is not a bibliography in a format that citekit knows", hint)


def load(path: str | os.PathLike[str], format: str = "") -> Works:  # noqa: A002
    """Read the library in a file, or in the directory of a format that has a file per work.

    Raises as :func:`loads` does, and ``UnreadableInputError`` if there is no such file.

    >>> [work.id for work in load("entries.bib")]
    ['okafor2021', 'lindqvist2023', 'amari2019']
    """
    if Path(path).is_dir():
        pages = pages_of(path, format)
        if not pages:
            hint = "specify the format, or a file in the directory"
            raise UnreadableInputError(f"{os.fspath(path)} is not a directory in a format that citekit knows", hint)
        found = [load(page, name) for page, name in pages]
        parts = zip(*((part.works, part.traces, part.problems) for part in found), strict=True)
        return Works(*(tuple(chain.from_iterable(each)) for each in parts))
    return read_text(read_file(path), os.fspath(path), format, near_files(path))[2]


def pages_of(folder: str | os.PathLike[str], format: str = "") -> list[tuple[Path, str]]:  # noqa: A002
    """Return the files of a directory that are works, each with its format, in the order of names."""
    base = Path(folder)
    for name, module in _formats().items():
        if format in ("", name) and hasattr(module, "PAGES"):
            for pattern in module.PAGES:
                files = [
                    path
                    for path in sorted(base.glob(pattern))
                    if is_file(path) and is_within(path, project_roots(base))
                ]
                found = [(path, name) for path in files if module.BEGINS.match(_beginning(path))]
                if found:
                    return found
    return []


def _beginning(path: Path) -> str:
    with open_file(path) as stream:
        return stream.read(65536).decode("utf-8", "replace")


def near_files(path: str | os.PathLike[str]) -> Callable[[str], str]:
    """Return a function from a relative path next to ``path`` to the text of that file.

    The text is empty if the file does not exist or is outside the project.
    """
    place = Path(path).parent

    def near(name: str) -> str:
        try:
            return decode(read_file(place / name, within=project_roots(place)), name).text
        except (UnreadableInputError, OSError):
            return ""

    return near


def dump(
    library: Works,
    path: str | os.PathLike[str],
    format: str = "",  # noqa: A002
    overwrite: bool = False,
    settings: Any = None,
) -> None:
    """Write the library to a file atomically; formats with many files write them into a directory.

    Without ``format``, the file name's extension determines it. Raises :class:`~citekit.runtime.errors.UsageError` if a
    file exists and ``overwrite`` is false, if no format fits, or if the file cannot be written.

    >>> dump(load("entries.bib"), "entries.ris")
    """
    target = Path(path)
    chosen = format or format_to_write(target)
    if is_folder(chosen):
        write_folder(target, _formats()[chosen].pages(library, settings), overwrite)
        return
    if not overwrite and os.path.lexists(target):
        raise UsageError(
            f"{target} already exists; it was not changed", "pass overwrite=True, or choose another file name"
        )
    write_file(target, dumps(library, chosen, settings).encode("utf-8"), overwrite)


# Directories of files, written so that no reader reads half of one and nothing is replaced without permission.


def refuse(folder: Path, names: Mapping[str, str], overwrite: bool) -> None:
    """Check that these files may be written into a directory.

    Raises :class:`~citekit.runtime.errors.UsageError` if the directory is a file, has no parent, lacks permission to
    replace a file that exists (``overwrite``), or if a name leads out of it.
    """
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"{folder} is a file", "specify a directory to write to")
    if not folder.parent.is_dir():
        raise UsageError(f"cannot write {folder}: there is no directory {folder.parent}", "create the directory first")
    inside = folder.resolve()
    for name in names:
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or not (folder / name).parent.resolve().is_relative_to(inside):
            raise UsageError(f"{name} would not be in {folder}", "links that lead out of a directory are not followed")
    taken = [name for name in names if os.path.lexists(folder / name)]
    if taken and not overwrite:
        count = f"{len(taken)} of the files to write" if len(taken) > 1 else "a file to write"
        raise UsageError(f"{folder} has {count} already, {taken[0]}; nothing was written", "allow overwriting them")


def write_folder(folder: Path, pages: Mapping[str, str], overwrite: bool = False) -> None:
    """Write files (names with ``/`` -> texts) into a directory, which is created if it does not exist.

    All files are first written to a temporary directory next to it. A new directory then takes its place at once; in a
    directory that exists each file is replaced whole, and files with other names stay. Raises
    :class:`~citekit.runtime.errors.UsageError` if one of the files exists and ``overwrite`` is false (then none is
    written), or if the directory cannot be written to.
    """
    refuse(folder, pages, overwrite)
    final = folder.resolve()
    temporary = ""
    try:
        temporary = tempfile.mkdtemp(prefix=f".{final.name}.", suffix=".tmp", dir=final.parent)
        made = Path(temporary)
        for name, text in pages.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            with (made / name).open("xb") as file:
                file.write(text.encode("utf-8", "replace"))
                file.flush()
                os.fsync(file.fileno())
        if not final.exists():
            made.chmod(_mode_of_folders(final.parent))
            made.rename(final)
            sync_folder(final.parent)
            return
        for name in pages:
            (final / name).parent.mkdir(parents=True, exist_ok=True)
            if overwrite:
                os.replace(made / name, final / name)
            else:
                os.link(made / name, final / name)
            sync_folder((final / name).parent)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror or error}") from None
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


def _mode_of_folders(parent: Path) -> int:
    """Return the mode of a new directory in ``parent``: a temporary directory is private, so its mode cannot be kept."""
    probe = Path(tempfile.mktemp(prefix=".", suffix=".tmp", dir=parent))  # noqa: S306 - mkdir refuses what exists
    probe.mkdir()
    try:
        return probe.stat().st_mode & 0o777
    finally:
        probe.rmdir()


# --- Losses of a conversion: problems that state, per variable and field, what a format cannot represent.

_NOCASE = re.compile(r'</?span(?: class="nocase")?>')
KIND = "not-in-format"
"""The kind of every problem that reports a loss."""


def unwritten(works: Iterable[Work], variables: Collection[str], fields: Collection[str] = ()) -> tuple[Problem, ...]:
    """Report what is omitted by a format that writes these variables and fields only."""
    lost: Counter[tuple[str, str]] = Counter()
    for work in works:
        missing = [name for name, value in work.variables.items() if value and name not in variables]
        lost.update((field_named(name, work.type), "left out") for name in missing)
        lost.update((name, "left out") for name, value in work.fields.items() if value and name not in fields)
    return loss_problems(lost)


def changed(
    before: Iterable[Work], after: Iterable[Work], same: Callable[[Work], Work] = lambda w: w
) -> tuple[Problem, ...]:
    """Report what is missing or different in works that were written and read again; ``same`` normalizes both first."""
    lost: Counter[tuple[str, str]] = Counter()
    for work, again in zip(map(same, before), map(same, after), strict=False):
        if work.type != again.type:
            lost[(f"the type {work.type}", f"written as {again.type}")] += 1
        for name, value in work.variables.items():
            if value and (how := _lost(value, again.variables.get(name))):
                lost[(field_named(name, work.type), how)] += 1
        for name, text in work.fields.items():
            if text and (how := _lost(text, again.fields.get(name))):
                lost[(name, how)] += 1
    return loss_problems(lost)


def read_back(
    loads: Callable[[Source], Works], dumps: Callable[[Works], str]
) -> Callable[[Iterable[Work]], tuple[Problem, ...]]:
    """Make the ``losses`` function of a format: it writes works, reads them again, and reports the differences."""

    def losses(library: Iterable[Work]) -> tuple[Problem, ...]:
        works = Works(tuple(library))
        return changed(works, loads(Source("", dumps(works))) if works.works else works, _plainly)

    return losses


def _plainly(work: Work) -> Work:
    """Normalize pages to one hyphen and keywords to comma and space, so that spelling does not count as a loss."""
    variables: dict[str, Value] = dict(work.variables)
    if pages := work.text("page"):
        variables["page"] = page_range(pages)
    if keyword := work.text("keyword"):
        variables["keyword"] = ", ".join(dict.fromkeys(keywords(keyword)))
    return replace(work, variables=variables)


def _lost(value: Value, new: Value | None) -> str:
    """Describe how a value changed by being written and read again; empty if it is the same."""
    if new is None:
        return "left out"
    if isinstance(value, str) and isinstance(new, str):
        if _NOCASE.sub("", value) == new or value == new:
            return ""
        return "written without its marks of style" if without_marks(value) == without_marks(new) else "written in part"
    if isinstance(value, tuple) and value and value[-1].is_others and value[:-1] == new:
        return 'written without "and others"'
    return "" if value == new else "written in part"


def loss_problems(lost: Counter[tuple[str, str]]) -> tuple[Problem, ...]:
    """Return a problem for each pair of a variable or field and how it is lost, most frequent first."""
    return tuple(
        Problem(f"{name} is {how} ({count} {'entry' if count == 1 else 'entries'})", severity="info", kind=KIND)
        for (name, how), count in sorted(lost.items(), key=lambda item: (-item[1], item[0]))
    )
