"""The Python interface: read documents, convert them into libraries, load and write bibliographies."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from citekit.commands.convert import MANY, Conversion, Done, InputResult, NamedBytes, Readable, is_doubtful
from citekit.documents.model import Document
from citekit.formats import files
from citekit.model.library import Works
from citekit.model.work import Work
from citekit.runtime.config import KEY_TEMPLATE, ConvertSettings, EnrichSettings
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.span import Source

if TYPE_CHECKING:
    from citekit.formats.library import Library
    from citekit.manuscripts.document import ManuscriptFile as ManuscriptPart
    from citekit.services.arxiv.enrich import Enriched

    Given = Library | Works | Iterable[Work]

__all__ = [
    "MANY",
    "Conversion",
    "InputResult",
    "NamedBytes",
    "Readable",
    "cited_keys",
    "convert",
    "dump",
    "dumps",
    "enrich",
    "format",
    "is_doubtful",
    "load",
    "loads",
    "read",
]


def read(path: str | PathLike[str], format: str = "") -> Document:  # noqa: A002 - the public word for it
    """Read a document: a web page, Markdown, LaTeX, text, … as blocks of styled runs with their places.

    ``format`` is a reader's name, detected from the name and the content where empty. Raises
    :class:`~citekit.runtime.errors.UnreadableInputError` where the file is missing, empty, binary or in no known format.

    >>> read("homepage.md").format
    'markdown'
    """
    from citekit.documents.load import read_path

    return read_path(Path(path), format)


def convert(
    *inputs: Readable | Iterable[Readable],
    text: str | bytes = "",
    owner: str = "",
    shape: str = "",
    each_line: bool = False,
    format: str = "",  # noqa: A002 - the public word for it
    keep: str = "",
    key_template: str = KEY_TEMPLATE,
    jobs: int = 1,
    offline: bool = False,
    refresh: bool = False,
    progress: bool | Done = False,
    keep_headings: bool = False,
    mark_owner: bool = False,
    known: Given | str | PathLike[str] | None = None,
) -> Library:
    """Convert documents (paths, folders, URLs, documents read before) into one library with citation keys.

    ``inputs`` may be lists of such as well; ``text`` is a document in memory. ``progress`` says on stderr which document
    was read, or calls what is given. ``known`` are works that are right, or the file of a bibliography: where a document has
    some of them, its lists are read like these. The other options are those of :class:`~citekit.runtime.config.ConvertSettings`. Raises
    :class:`~citekit.runtime.errors.UnreadableInputError` where an input cannot be read; use :class:`Conversion` to continue with
    the others. Whether the library is empty, or has uncertain works, is left to the caller: see its ``traces``.

    >>> [work.id for work in convert("homepage.md")][:2]
    ['he2025efficient', 'jiang2025demystifying']
    """
    settings = ConvertSettings(
        format,
        each_line,
        owner,
        shape,
        keep=keep,
        key_template=key_template,
        jobs=jobs,
        offline=offline,
        refresh=refresh,
        keep_headings=keep_headings,
        mark_owner=mark_owner,
    )
    named = [NamedBytes("<text>", text.encode() if isinstance(text, str) else text)] if text else []
    done = _print_progress if progress is True else progress or None
    told = load(known) if isinstance(known, str | PathLike) else known or ()
    works = [each if isinstance(each, Work) else each.work for each in told]
    conversion = Conversion.of([*_flat(inputs), *named], settings, done=done, known=works)
    for problem in conversion.failures:
        raise UnreadableInputError(problem.message, problem.hint, problem.source, problem.span)
    return _libraries().of_works(conversion.library)


def _flat(inputs: Iterable[Readable | Iterable[Readable]]) -> Iterator[Readable]:
    """Yield the inputs, those of lists among them."""
    for item in inputs:
        if isinstance(item, str | PathLike | NamedBytes | Document):
            yield item
        elif isinstance(item, list | tuple | set | frozenset | Iterator):
            yield from _flat(item)
        else:
            what = f"{type(item).__name__} cannot be converted"
            raise UsageError(what, "pass paths, URLs or documents, or text as convert(text=…)")


def _print_progress(done: int, count: int, name: str) -> None:
    sys.stderr.write(f"{done}/{count} {name}\n")


def load(path: str | PathLike[str], format: str = "") -> Library:  # noqa: A002
    """Return the library in a file, or in the folder of a format that has a file for each work.

    Nothing is decoded before it is requested; ``save()`` writes unchanged parts byte for byte. Raises
    :class:`~citekit.runtime.errors.UsageError` for an unknown format and :class:`~citekit.runtime.errors.UnreadableInputError` where
    there is no file or nothing can be read.

    >>> [entry.key for entry in load("entries.bib")]
    ['okafor2021', 'lindqvist2023', 'amari2019']
    """
    return _libraries().load(path, format)


def loads(text: str | bytes, format: str = "", name: str = "<string>") -> Library:  # noqa: A002
    """Return the library in a text, whose format is detected from ``name`` or the text itself where none is given.

    Bytes are decoded as :func:`citekit.formats.encoding.decode` says. Raises what :func:`load` raises.

    >>> loads("@book{doe2020, title={Green Meadows}, year=2020}")["doe2020"]["title"]
    'Green Meadows'
    """
    return _libraries().loads(text, format, name)


def _libraries() -> type[Library]:
    """Return the class of libraries, which a command that only reads does without."""
    from citekit.formats.library import Library

    return Library


def _record(works: Given) -> Works:
    if isinstance(works, _libraries()):
        return works.record
    return works if isinstance(works, Works) else Works(tuple(cast("Iterable[Work]", works)))


def dumps(works: Given, format: str = "bibtex", settings: Any = None) -> str:  # noqa: A002
    """Return a library as text of a format; one that was read in this format, as it stands with its changes.

    ``settings`` are of the class that the format names, such as :class:`~citekit.runtime.config.BibtexSettings`; with any, all
    is written again. Raises :class:`~citekit.runtime.errors.UsageError` for a format that does not exist or cannot be written.

    >>> print(dumps([Work("book", "doe2020", {"title": "Green Meadows"})]), end="")
    @book{doe2020,
      title         = {Green Meadows},
    }
    """
    if isinstance(works, _libraries()) and works.as_format(format, settings) is not None:
        return works.text if works.format in ("", "bibtex", "biblatex") or format == "bibtex" else works.rewritten
    return files.dumps(_record(works), format, settings)


def dump(
    works: Given,
    path: str | PathLike[str],
    format: str = "",  # noqa: A002
    overwrite: bool = False,
    settings: Any = None,
) -> None:
    """Write a library to a file, whole or not at all; formats of many files write them into a folder.

    The format is that of the file name's suffix where none is given. With ``overwrite``, a ``.bib`` file that exists
    keeps its macros, comments and the layout of what says the same, and holds the works of the library afterwards.
    Raises :class:`~citekit.runtime.errors.UsageError` if a file exists and ``overwrite`` is false, where no format fits, or
    where the place cannot be written to.

    >>> dump(load("entries.bib"), "entries.ris")
    """
    target = Path(path)
    chosen = format or files.format_to_write(target)
    own = isinstance(works, _libraries()) and works.path is not None and works.path.absolute() == target.absolute()
    if (
        isinstance(works, _libraries())
        and (own or not target.exists())
        and works.as_format(chosen, settings) is not None
    ):
        works.save(target, overwrite)
    elif overwrite and settings is None and chosen == "bibtex" and target.is_file():
        held = _libraries().load(target, chosen)
        held.hold(_record(works))
        held.save()
    else:
        files.dump(_record(works), target, chosen, overwrite, settings)


def format(  # noqa: A001 - the command's name
    works: Given | str | PathLike[str],
    style: str | PathLike[str] = "apa",
    to: str = "text",
    language: str = "",
    **options: Any,
) -> str:
    """Return the bibliography of a library, or of the file of one, in a citation style; see :func:`citekit.bibliography`.

    >>> format("refs.bib", style="ieee", to="html")  # doctest: +SKIP
    """
    from citekit.csl.formatted import bibliography  # imported here so that what needs no styles loads none of it

    known = load(works) if isinstance(works, str | PathLike) else works
    return bibliography(_record(known).works, style, to, language, **options)


def enrich(
    works: Given | str | PathLike[str],
    index: str | PathLike[str] = "",
    add: str = "ids",
    replace: bool = False,
    jobs: int = 1,
    offline: bool = False,
    refresh: bool = False,
) -> Library:
    """Return a library (or the file of one) with the identifiers of its works at arXiv, from an index or from arXiv itself.

    The options are those of :class:`~citekit.runtime.config.EnrichSettings`. What was noticed, such as an identifier of another
    paper, is among the library's ``problems``. Raises :class:`~citekit.runtime.errors.UsageError` for settings that do not fit
    together and :class:`~citekit.runtime.errors.UnreadableInputError` where there is no such index.

    >>> library = enrich("entries.bib", index="arxiv.index")
    >>> library[0].fields.get("eprint")
    '2101.00001'
    """
    known = load(works) if isinstance(works, str | PathLike) else works
    settings = EnrichSettings(str(index), add, replace, False, jobs, "", offline, refresh)
    result = enriched(_record(known), settings)
    own = known if isinstance(known, _libraries()) else _libraries().of_works(_record(known))
    return own.with_works(result.library.works, result.problems)


def enriched(
    library: Works,
    settings: EnrichSettings,
    done: Done = lambda *_: None,
    notify: Callable[[str], None] = lambda _: None,
) -> Enriched:
    """Return a library with its additions and the status of each entry; see :func:`enrich`. ``notify`` is called with an estimate of the requests."""
    from citekit.services.arxiv import run  # imported here so that what needs no records loads none of it

    return run.enriched(library, settings, done, notify)


def cited_keys(path: str | PathLike[str]) -> tuple[str, ...]:
    """Return the keys of the works that a document and the files that it includes cite, in the order of their first citation.

    The document may be in every language of :mod:`citekit.manuscripts` (LaTeX, Markdown, Typst, an :file:`.aux` file …).
    ``*`` stands for all works of its bibliographies (``\\nocite{*}``). Raises :class:`~citekit.runtime.errors.UsageError` where
    the name says no such language, :class:`~citekit.runtime.errors.UnreadableInputError` where the file cannot be read.

    >>> cited_keys("paper.tex")  # doctest: +SKIP
    ('doe2020', 'roe2019')
    """
    parts = open_manuscript(Path(path))
    return tuple(dict.fromkeys(cite.key for part in parts for cite in part.cited.cites))


def open_manuscript(
    path: Path, source: Source | None = None, read: Callable[[Path], Source | None] | None = None
) -> tuple[ManuscriptPart, ...]:
    """Return a document that cites with the files that it includes, the main one first; ``source`` is its text if it is known.

    ``read`` gives the texts of files where they are not to be read from the disk (None: it cannot be read). Raises what
    :func:`cited_keys` raises.
    """
    from citekit.formats.encoding import decode
    from citekit.manuscripts.document import Manuscripts
    from citekit.runtime.safe_files import read_file

    def from_disk(place: Path) -> Source | None:
        try:
            data = read_file(place)
        except UnreadableInputError:
            if place != path:
                return None
            raise
        return Source(str(place), decode(data, str(place)).text)

    manuscripts = Manuscripts(read or from_disk)
    main = source or manuscripts.source(path)
    return manuscripts.parts(path, main)[0] if main else ()
