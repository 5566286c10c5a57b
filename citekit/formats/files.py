"""Libraries <-> text and files, in any format: each format is a file or folder of this package that says its name.

A format module has ``NAME``, ``SUFFIXES``, and some of: ``dumps(library, settings) -> str``; ``pages(library, settings)``
in its place where it writes a folder (names of files in it -> their texts); ``loads(source) -> Library``; ``BEGINS``, a
pattern that the text of such files begins with; ``READS``, further suffixes of files to read; ``losses(library)``,
problems that tell what the format cannot hold; ``SETTINGS``, the class of its settings where these are not BibTeX's.
``HOLDS_LATEX`` says that values that are LaTeX are LaTeX there too; other formats get what LaTeX prints of them.
``PAGES`` are patterns for the files of a folder that are works, each read on its own; where ``loads`` takes ``near``, it
is given the texts of files by their places beside the one that is read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from citekit.formats import _folder
from citekit.formats.encoding import Decoded, Encoding, decode
from citekit.model.as_printed import as_printed
from citekit.model.library import Works
from citekit.runtime import patterns as re
from citekit.runtime.budget import budget, seconds_for
from citekit.runtime.config import BibtexSettings
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.registry import unit, unit_names
from citekit.runtime.safe_files import is_file, is_within, open_file, project_roots, read_file, write_file
from citekit.runtime.span import Source
from citekit.runtime.tables import tables

_PACKAGE = "citekit.formats"
_NOT_FORMATS = frozenset({"encoding", "files", "keys", "library", "listing", "rewriting"})
_CALLED = dict(tables("citekit.formats", "files.tsv")["called"])
"""What people call a format -> its name, where no name is alike, or that of another one is."""
_BIBTEX_BEGINS = re.compile(r"(?:---\s*+---)?\s*+(?>(?:%[^\n]*+\s*+)*)@[A-Za-z]{2,30}\s{0,9}[{(]")


@cache
def _formats() -> dict[str, ModuleType]:
    modules = (unit(_PACKAGE, name) for name in unit_names(_PACKAGE) if name not in _NOT_FORMATS)
    return {module.NAME: module for module in modules if hasattr(module, "NAME")}


def _format(name: str) -> ModuleType | None:
    """A format by name; the others are imported only where no file of the package is called so."""
    if name in unit_names(_PACKAGE) and name not in _NOT_FORMATS:
        module = unit(_PACKAGE, name)
        if getattr(module, "NAME", "") == name:
            return module
    return _formats().get(name)


def readable_format(suffix: str, text: str) -> str:
    """The format that a file is read in: what its text (the beginning of one) surely is, else what its suffix stands for.

    BibTeX is told by its suffix alone, but for the front matter that a site puts before it. Empty where nothing tells.
    """
    if suffix in unit(_PACKAGE, "bibtex").SUFFIXES and not text.lstrip("\ufeff \r\n\t").startswith("---"):
        return "bibtex"
    return format_of_content(text) or readable_suffixes().get(suffix, "")


def format_names() -> tuple[str, ...]:
    """The names of all formats, in alphabetical order."""
    return tuple(sorted(_formats()))


def readable_suffixes() -> dict[str, str]:
    """File name suffix -> format, for every format that can be read."""
    return {
        suffix: name
        for name, module in _formats().items()
        if hasattr(module, "loads")
        for suffix in (*module.SUFFIXES, *getattr(module, "READS", ()))
    }


def format_of(path: str | os.PathLike[str]) -> str:
    """The format that a file name's suffix stands for, or the empty string."""
    suffix = Path(path).suffix.lower()
    return next((name for name, module in _formats().items() if suffix in module.SUFFIXES), "")


def format_to_write(path: str | os.PathLike[str]) -> str:
    """The format that a file of this name is written in; BibTeX where the name has no suffix.

    Raises :class:`~citekit.runtime.errors.UsageError` for a suffix that no written format has: a file that is called ``x.docx``
    and holds BibTeX helps nobody.
    """
    suffix = Path(path).suffix
    named = format_of(path)
    if suffix and not named:
        known = (known for module in _formats().values() if _writes(module) for known in module.SUFFIXES)
        own = suffix.lower()
        alike = [one for one in known if abs(len(one) - len(suffix)) < 2 and own != ".pdf"]
        close = did_you_mean(own, alike)  # .bibtex is no typo of .tex, and .pdf none of .rdf
        hint = (
            close if close.startswith("did you mean") else "citekit formats lists what can be written; --to names one"
        )
        raise UsageError(f"{path}: no bibliography has files that end in {suffix!r}", hint)
    return named or "bibtex"


def all_formats() -> tuple[ModuleType, ...]:
    """The modules of all formats, in the order of their names."""
    return tuple(_formats()[name] for name in format_names())


def written_formats() -> tuple[str, ...]:
    """The names of the formats that can be written, in alphabetical order."""
    return tuple(name for name in format_names() if _writes(_formats()[name]))


def _writes(module: ModuleType) -> bool:
    return hasattr(module, "dumps") or hasattr(module, "pages")


def format_of_content(text: str) -> str:
    """The format that a text (the beginning of one is enough) is surely in, or the empty string."""
    bare = text.removeprefix("\ufeff")
    for name, module in _formats().items():
        begins = getattr(module, "BEGINS", _BIBTEX_BEGINS if name == "bibtex" else None)
        if begins is not None and begins.match(bare):
            return name
    return ""


def is_folder(name: str) -> bool:
    """Whether a format is written as a folder of files; false for formats that do not exist."""
    return hasattr(_formats().get(name), "pages")


def settings_class(name: str) -> type:
    """The class of the settings that a format is written with."""
    return getattr(_formats().get(name), "SETTINGS", BibtexSettings)


def module_of(name: str) -> ModuleType:
    """The module of a format; raises :class:`~citekit.runtime.errors.UsageError` where there is none of that name."""
    found = _formats().get(name)
    if found is None:
        raise UsageError(f"there is no format {name!r}", _meant(name, format_names()))
    return found


def check_writable(name: str) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` where there is no such format or it cannot be written."""
    if not is_folder(name):
        _module(name, "dumps")


def losses(library: Works, format: str) -> tuple[Problem, ...]:  # noqa: A002
    """What the format cannot hold of this library, a problem of severity ``info`` for each variable and field."""
    module = _formats().get(format)
    return tuple(module.losses(library)) if module is not None and hasattr(module, "losses") else ()


def _module(name: str, needed: str) -> ModuleType:
    module = _format(name)
    if module is not None and hasattr(module, needed):
        return module
    if needed == "dumps" and is_folder(name):
        raise UsageError(f"{name} is written as a folder of files", "name the folder")
    attributes = ("dumps", "pages") if needed == "dumps" else (needed,)
    able = [known for known in format_names() if any(hasattr(_formats()[known], a) for a in attributes)]
    verb = "written" if needed == "dumps" else "read"
    what = f"no format {name!r}" if module is None else f"no way for {name!r} to be {verb}"
    raise UsageError(f"there is {what}", _meant(name, able))


def _meant(name: str, able: Iterable[str]) -> str:
    """The format that people call so, else those whose names are alike."""
    able, called = list(able), _CALLED.get(name.lower(), "")
    return did_you_mean(called or name, able) if called not in able else f"did you mean '{called}'?"


def dumps(library: Works, format: str = "bibtex", settings: Any = None) -> str:  # noqa: A002
    """The library as text of a format; raises :class:`~citekit.runtime.errors.UsageError` where it cannot be.

    ``settings`` are of the class that the format names: :class:`~citekit.runtime.config.BibtexSettings` for BibTeX and what is
    made of it, :class:`~citekit.runtime.config.ListSettings` for lists for pages.

    >>> print(dumps([Work("book", "doe2020", {"title": "Green Meadows"})]), end="")
    @book{doe2020,
      title         = {Green Meadows},
    }
    """
    module = _module(format, "dumps")
    if not getattr(module, "HOLDS_LATEX", False):
        library = Works(tuple(map(as_printed, library)))
    return str(module.dumps(library, settings))


def loads(text: str | bytes, format: str = "", name: str = "<string>") -> Works:  # noqa: A002
    """The library in a text, whose format is found out from ``name`` or the text itself where none is given.

    Bytes are decoded as :func:`citekit.formats.encoding.decode` says. Raises :class:`~citekit.runtime.errors.UsageError` for an
    unknown format and :class:`~citekit.runtime.errors.UnreadableInputError` where nothing can be read.

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
    """What :func:`loads` reads, with the text that it read and the name of the format. Raises what :func:`loads` does."""
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
    """The text of a bibliography and its format, which its name and content tell where it is not given.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` where nothing tells.
    """
    decoded = decode(data, name) if isinstance(data, bytes) else Decoded(data, Encoding())
    return decoded, format or _sniff(Source(name, decoded.text.removeprefix("\ufeff")))


def _sniff(source: Source) -> str:
    head = source.text[:4096].lstrip()
    if told := readable_format(Path(source.name).suffix.lower(), source.text[:65536]):
        return told
    if head[:1] in ("[", "{"):
        return "csljson"
    if "@" in source.text or not head:
        return "bibtex"
    hint = f"name one: {', '.join(format_names())}"
    raise UnreadableInputError(f"{source.name}: this is no bibliography in a format that citekit knows", hint)


def load(path: str | os.PathLike[str], format: str = "") -> Works:  # noqa: A002
    """The library in a file, or in the folder of a format that has a file for each work.

    Raises what :func:`loads` does, and ``UnreadableInputError`` where there is no file.

    >>> [work.id for work in load("entries.bib")]
    ['okafor2021', 'lindqvist2023', 'amari2019']
    """
    if Path(path).is_dir():
        pages = pages_of(path, format)
        if not pages:
            hint = "name the format, or a file of it"
            raise UnreadableInputError(f"{os.fspath(path)} is a folder of no format that citekit knows", hint)
        found = [load(page, name) for page, name in pages]
        parts = zip(*((part.works, part.traces, part.problems) for part in found), strict=True)
        return Works(*(tuple(chain.from_iterable(each)) for each in parts))
    return read_text(read_file(path), os.fspath(path), format, near_files(path))[2]


def pages_of(folder: str | os.PathLike[str], format: str = "") -> list[tuple[Path, str]]:  # noqa: A002
    """The files of a folder that are works, each with its format, in the order of names; empty where it has none."""
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
    """What gives the text of a file by its place beside another one; the empty string where it is none of the project."""
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
    """Write the library to a file, whole or not at all; formats of many files write them into a folder.

    The format is that of the file name's suffix where none is given. Raises :class:`~citekit.runtime.errors.UsageError` where
    a file exists and ``overwrite`` is false, where no format fits, or where the place cannot be written to.

    >>> dump(load("entries.bib"), "entries.ris")
    """
    target = Path(path)
    chosen = format or format_to_write(target)
    if is_folder(chosen):
        _folder.write(target, _formats()[chosen].pages(library, settings), overwrite)
        return
    if not overwrite and os.path.lexists(target):
        raise UsageError(
            f"{target} already exists; it was not changed", "pass overwrite=True, or choose another file name"
        )
    write_file(target, dumps(library, chosen, settings).encode("utf-8"), overwrite)
