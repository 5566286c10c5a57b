"""The Python interface: a function for each command, and those that load and write bibliographies.

What a function takes as a bibliography is any of the things in :data:`citekit.formats.library.Given`: a library, entries,
works, dictionaries, paths, open files, text, and lists of these.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import fields, is_dataclass, replace
from functools import wraps
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from citekit.commands.convert import Conversion, Done, NamedBytes, Readable
from citekit.documents.runs import Document
from citekit.runtime import patterns as re
from citekit.runtime.config import (
    KEY_TEMPLATE,
    CheckSettings,
    ConvertSettings,
    EnrichSettings,
    TidySettings,
    VerifySettings,
)
from citekit.runtime.errors import MissingError, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.span import Source

if TYPE_CHECKING:
    from citekit.commands.lab import Lab
    from citekit.commands.update import Update
    from citekit.commands.verify import CatalogueCheck
    from citekit.formats.bibtex.exchange import BlockLibrary, Middleware
    from citekit.formats.library import Given, Library
    from citekit.lint.reporting.report import Report

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")
_Settings = TypeVar("_Settings")


def _settings_of(kind: type[_Settings], function: str, options: Mapping[str, Any]) -> _Settings:
    """Return settings with these values; lists are taken where tuples are stored, and one name if several may be given.

    Raises :class:`~citekit.runtime.errors.UsageError` for a parameter that ``function`` does not have.
    """
    assert is_dataclass(kind)
    known = {field.name: field for field in fields(kind)}
    values = {}
    for name, value in options.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(f"citekit.{function} has no parameter '{name}'", hint)
        if isinstance(known[name].default, tuple):
            values[name] = (value,) if isinstance(value, str) else tuple(value)
        else:
            values[name] = os.fspath(value) if isinstance(value, os.PathLike) else value
    return cast(_Settings, kind(**values))


_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]{1,30})")
_PARAMETERS = {"from": "format", "set": "fields"}
"""Options whose parameter has another name: ``from`` is a word of Python's."""


def _with_parameters_named(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Decorate a function so that its errors name parameters (``overwrite``) and not options of the command line."""

    @wraps(function)
    def named(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        try:
            return function(*args, **kwargs)
        except UsageError as error:
            problem = error.problem
            message, hint = (
                _OPTION.sub(lambda option: _PARAMETERS.get(option[1], option[1].replace("-", "_")), text)
                for text in (problem.message, problem.hint)
            )
            error.problem = replace(problem, message=message, hint=hint)
            error.args = (str(error.problem),)
            raise

    return named


@_with_parameters_named
def read(path: str | PathLike[str], format: str = "") -> Document:  # noqa: A002 - the public word for it
    """Read a document: a web page, Markdown, LaTeX, text, … as blocks of styled runs with their places.

    ``format`` is a reader's name, detected from the name and the content where empty. Raises
    :class:`~citekit.runtime.errors.UnreadableInputError` where the file is missing, empty, binary or in no known format.

    >>> read("homepage.md").format
    'markdown'
    """
    from citekit.documents.load import read_path

    return read_path(Path(path), format)


@_with_parameters_named
def convert(
    *inputs: Readable | Given,
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
    """Convert documents (paths, folders, URLs, open files, text of several lines) into one library with citation keys.

    ``inputs`` may be documents read before, libraries, and lists of all these as well; ``text`` is a document in memory, also
    of one line. ``progress`` states on stderr which document was read, or calls what is given. ``known`` are works that are
    right, or a bibliography of them: where a document has some of them, its lists are read like these. The other options
    are those of :class:`~citekit.runtime.config.ConvertSettings`. Raises
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

    def print_progress(done: int, count: int, name: str) -> None:
        sys.stderr.write(f"{done}/{count} {name}\n")

    from citekit.formats.library import library_of

    done = print_progress if progress is True else progress or None
    works = [] if known is None else [entry.work for entry in library_of(known)]
    conversion = Conversion.of([*_flat(inputs), *named], settings, done=done, known=works)
    for problem in conversion.failures:
        # the name of a file has no spaces after a full stop and a comma; a reference given as a string has
        is_reference = any(isinstance(one, str) and ". " in one and ", " in one for one in inputs)
        hint = "citekit.parse(text) parses a reference, text=… a document" if is_reference else problem.hint
        raise UnreadableInputError(problem.message, hint, problem.source, problem.span)
    from citekit.formats.library import Library

    return Library.of_works(conversion.library)


def parse(text: str) -> Library:
    """Read references as people write them, one per line: :func:`convert` of a text; :func:`loads` reads a bibliography.

    >>> parse("Wolff, P. (2004). A history of harbour towns. Aarhus: Aarhus Academic.")[0].title
    'A history of harbour towns'
    """
    return convert(text=text, each_line=True)


def _flat(inputs: Iterable[Any]) -> Iterator[Readable]:
    """Yield the inputs, those of lists among them, as what a conversion reads."""
    from citekit.formats.library import library_of, name_of

    for item in inputs:
        if isinstance(item, str) and "\n" in item:
            yield NamedBytes("<text>", item.encode("utf-8", "surrogatepass"))
        elif isinstance(item, str | PathLike | NamedBytes | Document):
            yield item
        elif isinstance(item, bytes):
            yield NamedBytes("<text>", item)
        elif callable(getattr(item, "read", None)):
            data = item.read()
            yield NamedBytes(name_of(item), data.encode() if isinstance(data, str) else data)
        elif isinstance(item, list | tuple | set | frozenset | Iterator):
            yield from _flat(item)
        else:
            library = library_of(item)
            yield NamedBytes(library.name or "<library>", library.to_string("bibtex").encode())


@_with_parameters_named
def load(given: Given, format: str = "") -> Library:  # noqa: A002
    """Return the library in a file, in several files, in an open file, or in the folder of a format with a file for each work.

    Nothing is decoded before it is requested; ``save()`` writes unchanged parts byte for byte. ``format`` is detected from the
    name and the content if it is empty. Raises :class:`~citekit.runtime.errors.UsageError` for an unknown format,
    :class:`~citekit.runtime.errors.UnreadableInputError` if nothing can be read, and
    :class:`~citekit.runtime.errors.MissingFileError` (a ``FileNotFoundError``) if there is no such file.

    >>> [entry.key for entry in load("entries.bib")]
    ['okafor2021', 'lindqvist2023', 'amari2019']
    """
    from citekit.formats.library import library_of

    return library_of(given, format)


@_with_parameters_named
def loads(text: str | bytes, format: str = "", name: str = "<string>") -> Library:  # noqa: A002
    """Return the library in a text, whose format is detected from ``name`` or the text itself if none is given.

    Bytes are decoded as :func:`citekit.runtime.encodings.decode` states. Raises what :func:`load` raises.

    >>> loads("@book{doe2020, title={Green Meadows}, year=2020}")["doe2020"]["title"]
    'Green Meadows'
    """
    from citekit.formats.library import Library

    return Library.loads(text, format, name)


@_with_parameters_named
def dumps(given: Given, format: str = "bibtex", settings: Any = None) -> str:  # noqa: A002
    """Return a bibliography as text of a format; a library that was read in this format, as it is with its changes.

    ``settings`` are of the class that the format names, such as :class:`~citekit.runtime.config.BibtexSettings`; with any, all
    is written again. Raises :class:`~citekit.runtime.errors.UsageError` for a format that does not exist or cannot be written.

    >>> print(dumps([Work("book", "doe2020", {"title": "Green Meadows"})]), end="")
    @book{doe2020,
      title         = {Green Meadows},
    }
    """
    from citekit.formats.library import library_of

    return library_of(given).to_string(format, settings)


@_with_parameters_named
def dump(
    given: Given,
    file: str | PathLike[str] | IO[str] | IO[bytes],
    format: str = "",  # noqa: A002
    overwrite: bool = False,
    settings: Any = None,
) -> None:
    """Write a bibliography to a file, whole or not at all, or to an open file; formats of many files write them into a folder.

    The file may come first, as in bibtexparser 2. The format is that of the file name's suffix if none is given. With ``overwrite``, a ``.bib`` file that exists
    keeps its macros, comments and the layout of what has not changed, and holds the works of the library afterwards.
    Raises :class:`~citekit.runtime.errors.UsageError` if a file exists and ``overwrite`` is false, if no format fits, or
    where the place cannot be written to.

    >>> dump(load("entries.bib"), "entries.ris")
    """
    from citekit.formats.library import library_of

    if not isinstance(file, str | PathLike) and not hasattr(file, "write"):
        if not isinstance(given, str | PathLike) and not hasattr(given, "write"):
            raise UsageError(f"file: {type(file).__name__} is no file", "pass a name, a path or an open file")
        given, file = file, cast("IO[str]", given)
    library_of(given).to_file(file, format, overwrite, settings)


@_with_parameters_named
def merge(*given: Given) -> Library:
    """Return several bibliographies as one library, in which each work is once; :func:`convert` does the same with documents.

    A work that is in more than one of them keeps the key of the first, and gets what only the others know. A key that two
    works have is changed, which one of the library's ``problems`` reports. Raises what :func:`load` raises.

    >>> len(merge("entries.bib", "entries.bib", {"id": "doe2020", "title": "Green Meadows"}))
    4
    """
    from citekit.formats.library import Library, works_of
    from citekit.model.merge import merged

    return Library.of_works(merged(map(works_of, given)))


def cited_keys(path: str | PathLike[str]) -> tuple[str, ...]:
    """Return the keys of the works that a document and the files that it includes cite, in the order of their first citation.

    The document may be in every language of :mod:`citekit.manuscripts` (LaTeX, Markdown, Typst, an :file:`.aux` file …).
    ``*`` stands for all works of its bibliographies (``\\nocite{*}``). Raises :class:`~citekit.runtime.errors.UsageError` where
    the name states no such language, :class:`~citekit.runtime.errors.UnreadableInputError` where the file cannot be read.

    >>> cited_keys("paper.tex")  # doctest: +SKIP
    ('doe2020', 'roe2019')
    """
    from citekit.manuscripts.project import ProjectFiles

    return ProjectFiles.open().cited_keys(Path(path))


@_with_parameters_named
def select(
    given: Given, query: str = "", cited_in: str | PathLike[str] | Iterable[str | PathLike[str]] = ()
) -> Library:
    """Return the entries that match a query (``type:article and year>=2020``), as they are written, with their parents.

    With ``cited_in``, only those that a manuscript cites, or one of several. The query may come first, as on the command line,
    if the second argument is a file and the first is none. Raises :class:`~citekit.runtime.errors.UsageError` for an invalid
    query, and what :func:`load` and :func:`cited_keys` raise.

    >>> [entry.key for entry in select("entries.bib", "author:lindqvist year>2021")]
    ['lindqvist2023']
    """
    from citekit.formats.library import library_of

    if isinstance(given, str) and not os.path.exists(given) and (not isinstance(query, str) or os.path.exists(query)):
        given, query = query, given
    manuscripts = [cited_in] if isinstance(cited_in, str | PathLike) else list(cited_in)
    keys = {key for manuscript in manuscripts for key in cited_keys(manuscript)}
    return library_of(given).select(query, keys if manuscripts and "*" not in keys else None)


@_with_parameters_named
def tidy(given: Given, settings: TidySettings | None = None, **options: Any) -> Library:
    """Return a bibliography with its entries in one layout and the changes that the options select; nothing is written.

    ``save()`` of the result writes it to the file that was given. The options are those of
    :class:`~citekit.runtime.config.TidySettings`. Comments, macros, text between entries and damaged entries stay as they are;
    what was noticed is among the ``problems``. Raises :class:`~citekit.runtime.errors.UsageError` for options that do not exist.

    >>> print(tidy("@Book{doe, TITLE={Green Meadows}, year=2020}", align=0), end="")
    @book{doe,
      title = {Green Meadows},
      year = 2020,
    }
    """
    from citekit.formats.bibtex.tidying import tidy as tidied
    from citekit.formats.library import library_of

    library = library_of(given)
    read = library.to_string("bibtex")
    result = tidied(read, settings or _settings_of(TidySettings, "tidy", options), library.name or "<string>")
    known = {(problem.kind, problem.message) for problem in library.problems}
    return library.with_text(result.text, (one for one in result.problems if (one.kind, one.message) not in known))


@_with_parameters_named
def format(  # noqa: A001 - the command's name
    given: Given, style: str | PathLike[str] = "apa", to: str = "text", language: str = "", **options: Any
) -> str:
    """Return a bibliography in a citation style, as text or in the markup ``to``.

    The styles, languages and options are those of :func:`citekit.csl.formatted.bibliography`, which raises the errors.
    As the command ``citekit format`` does, it prints English titles of BibTeX in sentence case, and those of documents,
    and of works alone, whose origin is not known, as they are; ``titles`` can be ``given`` or ``sentence`` for all.

    >>> print(format("entries.bib", style="apa"), end="")  # doctest: +SKIP
    """
    from citekit.csl.formatted import bibliography as formatted  # imported here so that what needs no styles loads none
    from citekit.formats.library import works_and_origin
    from citekit.model.as_printed import titled

    works, from_bibtex = works_and_origin(given)
    return formatted(titled(works, options.pop("titles", "auto"), from_bibtex), style, to, language, **options)


bibliography = format


@_with_parameters_named
def cite(
    given: Given,
    citations: Any,
    style: str | PathLike[str] = "apa",
    to: str = "text",
    language: str = "",
) -> str:
    """Return citations of works in a citation style, one per line.

    ``citations`` is in Pandoc's notation (``[see @doe, p. 3; @roe]``, ``@doe``), or it is a key, an entry or a work, or a list
    of these for one citation. Raises :class:`~citekit.runtime.errors.MissingError` for a key that no work has, and
    :class:`~citekit.runtime.errors.UsageError` for a style or markup that does not exist or if there is no citation.

    >>> cite("entries.bib", "[see @amari2019, p. 3]"), cite("entries.bib", ["okafor2021", "amari2019"])
    ('(see Amari, 2019, p. 3)', '(Amari, 2019; Okafor & Lindqvist, 2021)')
    """
    from citekit.csl.formatted import cite as cited
    from citekit.formats.library import works_and_origin
    from citekit.model.as_printed import titled

    held, from_bibtex = works_and_origin(given)
    works = titled(held, "auto", from_bibtex)
    if not isinstance(citations, str) or "@" not in citations:
        known = {key.lower() for work in works for key in work.keys}
        wanted = citations if isinstance(citations, list | tuple | set | frozenset) else [citations]
        keys = [one if isinstance(one, str) else str(getattr(one, "key", "") or one.id) for one in wanted]
        for key in keys:
            if key.lower() not in known:
                raise MissingError(f"citations: there is no work '{key}'", did_you_mean(key, known))
        citations = f"[{'; '.join(f'@{{{key}}}' for key in keys)}]"
    return cited(works, citations, style, to, language).rstrip("\n")


@_with_parameters_named
def check(*given: Given, settings: CheckSettings | None = None, **options: Any) -> Report:
    """Check bibliographies, the manuscripts that cite them, lists of publications, and the files in folders.

    The options are those of :class:`~citekit.runtime.config.CheckSettings`. The report is a sequence of what is wrong; what
    could not be read is in its ``unreadable``. Raises :class:`~citekit.runtime.errors.UsageError` for options that do not exist.

    >>> sorted({finding.rule for finding in check("grown.bib")})
    ['duplicate-entry', 'missing-field']
    """
    from citekit.commands.check import check_files

    chosen = settings or _settings_of(CheckSettings, "check", options)
    unsaved: dict[str, str] = {}
    paths = list(_files_of(given, unsaved))
    return check_files(paths, chosen, unsaved=unsaved).report


@_with_parameters_named
def verify(*given: Given, settings: VerifySettings | None = None, **options: Any) -> CatalogueCheck:
    """Look up every entry at bibliographic metadata services, and report those that differ, do not exist or were retracted.

    The options are those of :class:`~citekit.runtime.config.VerifySettings`; with ``offline``, only stored responses and the
    ``index`` are used. Raises :class:`~citekit.runtime.errors.UsageError` for options or services that do not exist.

    >>> verify("refs.bib").checked.report.summary()  # doctest: +SKIP
    """
    from citekit.commands.verify import verify_files

    chosen = settings or _settings_of(VerifySettings, "verify", options)
    with TemporaryDirectory(prefix="citekit-") as folder:
        unsaved: dict[str, str] = {}
        paths = list(_files_of(given, unsaved))
        for number, path in enumerate(paths):
            if (text := unsaved.get(os.path.abspath(path))) is not None:
                paths[number] = Path(folder, path.name)
                paths[number].write_text(text, encoding="utf-8", newline="")
        return verify_files(paths, chosen)


def _files_of(given: Iterable[Any], unsaved: dict[str, str]) -> Iterator[Path]:
    """Yield the paths of files; what is not a file is among the ``unsaved`` texts, under a name of its own."""
    from citekit.formats.library import is_text, library_of

    for item in given:
        if isinstance(item, str | PathLike) and not is_text(item):
            yield Path(item)
            continue
        several = list(item) if isinstance(item, list | tuple | set | frozenset | Iterator) else []
        if several and all(isinstance(one, str | PathLike) for one in several):
            yield from _files_of(several, unsaved)
            continue
        library = library_of(several or item)
        name = library.path or Path(library.name or "<library>")
        path = name if name.suffix in (".bib", ".bibtex") else Path(f"{name}.bib")
        while os.path.abspath(path) in unsaved:
            path = path.with_name(f"{path.stem}-{len(unsaved) + 1}.bib")
        unsaved[os.path.abspath(path)] = library.to_string("bibtex")
        yield path


@_with_parameters_named
def enrich(
    given: Given,
    index: str | PathLike[str] = "",
    snapshot: str | PathLike[str] = "",
    settings: EnrichSettings | None = None,
    **options: Any,
) -> Library:
    """Return a bibliography with the identifiers of its works at arXiv, from an index or from arXiv itself.

    ``snapshot`` is arXiv's metadata dump, of which an index is made for this call; ``citekit index build`` makes one that stays.
    The options are those of :class:`~citekit.runtime.config.EnrichSettings`. What was noticed, such as an identifier of another
    paper, is among the library's ``problems``. Raises :class:`~citekit.runtime.errors.UsageError` for settings that do not fit
    together and :class:`~citekit.runtime.errors.UnreadableInputError` if there is no such index.

    >>> library = enrich("entries.bib", index="arxiv.index")
    >>> library[0].fields.get("eprint")
    '2101.00001'
    """
    from citekit.formats.library import library_of
    from citekit.services.arxiv.run import enriched

    library = library_of(given)
    chosen = settings or _settings_of(EnrichSettings, "enrich", {"jobs": 1, "index": index, **options})
    if snapshot and chosen.index:
        raise UsageError("index and snapshot cannot be combined", "pass one of them")
    with ExitStack() as opened:
        if snapshot:
            from citekit.services.arxiv.build import build

            built = Path(opened.enter_context(TemporaryDirectory(prefix="citekit-")), "arxiv.index")
            build(Path(snapshot), built)
            chosen = replace(chosen, index=str(built))
        result = enriched(library.record, chosen)
    return library.with_works(result.library.works, result.problems)


@_with_parameters_named
def explain(path: str | PathLike[str], line: int = 0) -> str:
    """Return how the item of a list on a line was parsed, or the findings of an entry or a citation there and their reasons.

    The line counts from 1. The text is empty if there is nothing to explain. Without a line, ``path`` is the name of a rule,
    whose documentation is returned. Raises :class:`~citekit.runtime.errors.UnreadableInputError` for a file that cannot be
    read, and :class:`~citekit.runtime.errors.UsageError` for a rule that does not exist.

    >>> explain("references.bib", 1)
    ''
    >>> explain("duplicate-key").partition("\\n")[0]
    'duplicate-key (keys; error)'
    """
    from citekit.commands.explain import explain as explained

    found = explained(os.fspath(path), line)
    for problem in found.problems:
        raise UnreadableInputError(problem.message, problem.hint, problem.source, problem.span)
    return "\n\n".join(found.texts)


@_with_parameters_named
def correct(source: str | PathLike[str], line: int = 0, **options: Any) -> Library:
    """Correct how a source is parsed, permanently, and return its works as they are parsed now.

    The correction is stored in ``citekit.lock`` near the source, where :func:`convert` and :func:`update` find it. The options are
    those of :class:`~citekit.commands.correct.CorrectionRequest`. Raises :class:`~citekit.runtime.errors.UsageError` for a
    correction that fits no item; then nothing is stored.

    >>> correct("references.txt", 1, each_line=True, fields={"year": "2022"})[0].year
    2022
    """
    from citekit.commands.correct import CorrectionRequest, correct_source, no_item
    from citekit.formats.library import Library

    corrected = correct_source(os.fspath(source), _settings_of(CorrectionRequest, "correct", {"line": line, **options}))
    if corrected.unmet:
        raise no_item()
    return Library.of_works(corrected.conversion.library)


@_with_parameters_named
def to_bibtexparser(given: Given, parse_stack: Iterable[Middleware] | None = None) -> BlockLibrary:
    """Return a bibliography as a Library of bibtexparser, parsed by BibTeX's grammar, after the middleware of ``parse_stack``.

    By default that is bibtexparser's own: macros are expanded and delimiters removed. With an empty one, values are as they are
    written. Raises what :func:`load` raises.

    >>> to_bibtexparser("@book{doe2020, title={Green Meadows}}").entries_dict["doe2020"]["title"]
    'Green Meadows'
    """
    from citekit.formats.bibtex.exchange import default_parse_stack
    from citekit.formats.bibtex.exchange import to_bibtexparser as blocks_of
    from citekit.formats.library import library_of

    library = library_of(given)
    blocks = blocks_of(Source(library.name, library.to_string("bibtex")), library.reader)
    for middleware in default_parse_stack() if parse_stack is None else parse_stack:
        blocks = middleware.transform(blocks)
    return blocks


@_with_parameters_named
def from_bibtexparser(
    library: BlockLibrary, into: Given = "", enclosed: bool | None = None, decoded: bool | None = None
) -> Library:
    """Return a Library of bibtexparser as a library; with ``into``, as its changes to the file that it was parsed from.

    Then ``save()`` writes that file: entries that were not changed stay byte for byte, and so do comments and layout. What
    cannot be applied is among the ``problems``. ``enclosed`` is whether values include their delimiters, ``decoded`` whether
    middleware decoded their LaTeX; both are detected by default, as :func:`citekit.formats.bibtex.exchange.write_back` and
    :func:`citekit.formats.bibtex.exchange.from_bibtexparser` state.

    >>> import bibtexparser
    >>> theirs = bibtexparser.parse_file("entries.bib")
    >>> theirs.entries_dict["amari2019"]["year"] = "2020"
    >>> changed = from_bibtexparser(theirs, into="entries.bib")
    >>> changed["amari2019"]["year"], changed.changed
    ('2020', True)
    """
    from citekit.formats.bibtex.exchange import from_bibtexparser as works_of
    from citekit.formats.bibtex.exchange import write_back
    from citekit.formats.library import Library, library_of

    if isinstance(into, str) and not into:
        return Library.of_works(works_of(library, enclosed))
    made = library_of(into).copy()
    if made.format not in ("bibtex", "biblatex"):
        raise UsageError(f"into: {made.name} is not BibTeX", "pass the .bib file that the Library was parsed from")
    problems = write_back(library, made, decoded)
    made.encoding_problems = (*made.encoding_problems, *problems)
    return made


@_with_parameters_named
def update(
    path: str | PathLike[str],
    *sources: Readable,
    format: str = "",  # noqa: A002
    settings: ConvertSettings | None = None,
    **options: Any,
) -> Update:
    """Return what brings a bibliography up to date with its sources; ``write()`` of the result writes it.

    See :func:`citekit.commands.update.update`, which also raises the errors. The options are those of
    :class:`~citekit.runtime.config.ConvertSettings`.

    >>> update("me.bib", "homepage.md").write()  # doctest: +SKIP
    """
    from citekit.commands.update import update as updated

    return updated(path, sources, settings or _settings_of(ConvertSettings, "update", options), format)


@_with_parameters_named
def lab(*documents: Readable, members: str | PathLike[str] = "", **options: Any) -> Lab:
    """Merge the pages of a group into one library that states who of the members wrote what.

    ``members`` is a TOML file with the members and the variants of their names. The options are those of
    :class:`~citekit.runtime.config.ConvertSettings`. Raises what :func:`convert` raises.

    >>> [member.word for member in lab("people/").members]  # doctest: +SKIP
    """
    from citekit.commands.lab import Lab, read_members

    conversion = Conversion.of(_flat(documents), _settings_of(ConvertSettings, "lab", options))
    for problem in conversion.failures:
        raise UnreadableInputError(problem.message, problem.hint, problem.source, problem.span)
    return Lab.of(conversion, read_members(Path(members)) if members else ())


# what bibtexparser 2 and pybtex call them
parse_file, parse_string, write_file, write_string = load, loads, dump, dumps
