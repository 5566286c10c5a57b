"""Format works in a citation style: as a list, as citations, or in a manuscript whose citations and lists are filled in.

A manuscript is a text that cites; the bibliographies and the style are those that it names, or those of the settings.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.commands.convert import Conversion
from citekit.csl.fill import Filled, Filling, PlacedText
from citekit.csl.formatted import cited
from citekit.csl.listing import ListingOptions
from citekit.csl.model import Style
from citekit.csl.output import document, is_packed, names, of_suffix, writer
from citekit.csl.printed import left_out
from citekit.csl.processor import listed
from citekit.csl.styles import index, load, of_latex, style_of
from citekit.formats import cslyaml
from citekit.manuscripts import word
from citekit.manuscripts.citation import Named, ReadingContext
from citekit.manuscripts.document import (
    MARKDOWN,
    Language,
    ManuscriptFile,
    language_named,
    language_of,
    places_of,
)
from citekit.manuscripts.document import suffixes as suffixes_that_cite
from citekit.manuscripts.project import ProjectFiles, is_subfile
from citekit.manuscripts.sites import is_inside
from citekit.model.as_printed import titled
from citekit.model.owner import mismarked, owner_of, unknown_owner, with_owner
from citekit.model.work import Work
from citekit.runtime.budget import LETTERS_OF_A_WORK, budget, seconds_for
from citekit.runtime.config import FormatSettings
from citekit.runtime.errors import CitekitError, Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import is_file, read_file
from citekit.runtime.span import Source, Span

if TYPE_CHECKING:
    from citekit.documents.docx.package import Package

DEFAULT_STYLE = "apa"
"""The style where neither the settings nor the text name one."""
PAGE = "page"
"""The format of :mod:`citekit.commands.publication_page`, which is not an output format of citations."""
_READABLE = (".bib", ".bibtex", ".json", ".yml", ".yaml")

# --- lists and citations ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrintedWorks:
    """Works as they are printed in one style or several: the content of a file, and the problems that were found."""

    content: str | bytes
    problems: tuple[Problem, ...]
    works: Sequence[Work]
    styles: tuple[tuple[str, Style], ...] = ()
    extras: tuple[str, ...] = ()

    def omitted(self) -> Iterator[tuple[str, list[str]]]:
        """Yield for each style of a list what it does not print."""
        for name, style in self.styles:
            yield name, left_out(style, self.works, self.extras)


def output_format(to_format: str, suffix: str, cites: bool, is_file: bool) -> str:
    """Return the format to write: ``to_format``, else that of the file extension, else plain text.

    Raises :class:`~citekit.runtime.errors.UsageError` for an unknown one, and for one that citations or standard output cannot
    have.
    """
    if to_format == PAGE and not cites:
        return PAGE
    named = of_suffix(suffix) if suffix else "text"
    if not to_format and not named:
        raise UsageError(f"no output format has files that end in '{suffix}'", did_you_mean(suffix[1:], names()))
    found = writer(to_format or named).NAME
    if is_packed(found) and (cites or not is_file):
        raise UsageError(
            f"{found} is {'not a format for citations' if cites else 'a file'}",
            "specify a file with -o, or another format with --to",
        )
    return found


def print_works(
    conversion: Conversion,
    works: Sequence[Work],
    settings: FormatSettings,
    to_format: str,
    cite: str = "",
    is_file: bool = False,
    is_document: bool = False,
) -> PrintedWorks:
    """Print the ``works`` of a conversion as a list, or the citations ``cite``.

    A list for a file may be a whole document, with what such a file begins and ends with; packed formats always are. Raises
    :class:`~citekit.runtime.errors.UsageError` for a style that does not exist, and for citations in several styles.
    """
    if to_format == PAGE:
        settings = as_page(works, settings)
    works, doubts = owned(works, settings)
    styles = tuple((name, style_called(name, settings)) for name in settings.style or (DEFAULT_STYLE,))
    listing = listing_of(settings)
    # titles that BibTeX marks with braces keep their capitals; those of documents do not state which
    from_bibtex = all(part.format in ("bibtex", "biblatex") for part in conversion.parts if not part.failure)
    with budget("the list", seconds_for(LETTERS_OF_A_WORK * len(works))):
        works = titled(works, settings.titles, from_bibtex)
        content: str | bytes
        if cite:
            if len(styles) > 1:
                named = ", ".join(name for name, _ in styles)
                raise UsageError("citations can be printed in one style only", f"choose one of {named}")
            lines, rendered = cited(works, cite, styles[0][1], to_format, settings.language)
            return PrintedWorks("".join(f"{line}\n" for line in lines if line), (*doubts, *rendered.warnings), works)
        if to_format == PAGE:
            from citekit.commands.publication_page import page

            content, rendered = page(works, [style for _, style in styles], listing, settings.language, is_file)
        else:
            rendered = listed(works, [style for _, style in styles], settings.language, listing)
            whole = document(to_format, rendered) if is_document or is_packed(to_format) else b""
            content = whole or writer(to_format).bibliography(rendered)
    return PrintedWorks(content, (*doubts, *rendered.warnings), works, styles, listing.extras)


# --- manuscripts -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FilledManuscript:
    """A text that cites: its language, its files, the main one first, and the bibliographies that it names.

    ``missing`` are those that no one finds or that lie outside of its project, each with the part that names it;
    ``wanted`` are the numbers of the parts that are to be filled in, ``files`` all that is around it.
    """

    path: Path
    language: Language
    parts: tuple[ManuscriptFile, ...]
    bibliographies: tuple[Path, ...]
    missing: tuple[tuple[ManuscriptFile, Named], ...]
    wanted: tuple[int, ...] = (0,)
    files: ProjectFiles = field(default_factory=ProjectFiles.open, compare=False, repr=False)

    @property
    def cites(self) -> bool:
        """Whether it cites works, and states from where."""
        held = any(part.cited.references for part in self.parts)
        named = bool(self.bibliographies or self.missing or held)
        return named and any(part.cited.cites for part in self.parts)

    @property
    def cites_from_nowhere(self) -> bool:
        """Whether it certainly cites works and neither names a bibliography nor holds what it cites."""
        defined = {cite.key for part in self.parts for cite in part.cited.defined}
        return not self.cites and any(
            cite.key not in defined
            for part in self.parts
            if part.cited.certainly_cites
            for one in part.cited.citations
            if one.mode != "nocite"
            for cite in one.cites
        )


def manuscript(path: Path, source: Source, files: ProjectFiles | None = None) -> FilledManuscript:
    """Return a text with the files that it includes and its bibliographies; ``files`` are those around it.

    Raises :class:`~citekit.runtime.errors.UsageError` for a language that is unknown.
    """
    files = files or ProjectFiles.open()
    parts = files.document(path, source).parts
    found: list[Path] = []
    missing: list[tuple[ManuscriptFile, Named]] = []
    for one in files.resources(path, parts):
        places = [place for place in one.paths if place.suffix.lower() in _READABLE]
        found += places
        is_required = (
            one.part.source.text and "\\" not in one.named.name
        )  # settings and programs may name what is not needed
        if is_required and not places and one.state not in ("of-tex", "made"):
            missing.append((one.part, one.named))
    return FilledManuscript(
        path, language_of(source, path), parts, tuple(dict.fromkeys(found)), tuple(missing), files=files
    )


def manuscript_among(
    documents: Sequence[str], has_bibliography: bool, read: Callable[[str], bytes]
) -> FilledManuscript | None:
    """Return the manuscript to fill in: the one document if a bibliography is given for it, or the one that all belong to.

    ``documents`` are the names of files (``-`` is a text in Markdown), whose content ``read`` returns. None if they are no
    manuscript that names its bibliography. Raises :class:`~citekit.runtime.errors.UsageError` for one that cites without a
    bibliography, and :class:`~citekit.runtime.errors.UnreadableInputError` for one that is not UTF-8.
    """
    suffixes = [Path(file).suffix.lower() for file in documents]
    if not has_bibliography and any(
        suffix in _READABLE or suffix not in suffixes_that_cite() or not Path(file).is_file()
        for suffix, file in zip(suffixes, documents, strict=True)
    ):
        return None
    if has_bibliography and documents[0].lower().endswith(".docx"):
        return word_manuscript(Path(documents[0]), word_package(Path(documents[0])))
    files = ProjectFiles.open()
    for file in documents:
        data = read(file)
        path, name = (Path("<stdin>.md"), "<stdin>") if file == "-" else (Path(file), file)
        try:
            text = manuscript(path, Source(name, data.decode("utf-8")), files)
        except UnicodeDecodeError as error:
            # a list in another encoding is read as convert reads it; of a manuscript every byte has to stay
            if not has_bibliography and not manuscript(path, Source(name, data.decode("latin-1")), files).cites:
                continue
            raise UnreadableInputError(f"{file} is not UTF-8 text (byte {error.start})", "save it as UTF-8") from None
        if file == "-":
            return text
        if has_bibliography:
            return text
        whole = larger(text, files) or text
        if len(documents) > 1 and whole.cites:
            joined = with_files(whole, [Path(other) for other in documents])
            if joined is not None:
                return joined
        elif len(documents) == 1 and whole.cites:
            return whole
        if whole.cites_from_nowhere:
            raise UsageError(
                f"{file} has citations, but no bibliography that can be read", "specify the bibliography with --bib"
            )
    return None


def check_language(text: FilledManuscript, suffix: str, to_format: str) -> None:
    """Raise ``UsageError`` if a manuscript would be written in another format than its own, or to a file that states this.

    ``suffix`` is the extension of that file, empty for standard output and for a directory.
    """
    family = MARKDOWN if text.language.NAME in MARKDOWN else (text.language.NAME,)
    suffixes = dict.fromkeys(
        (
            text.path.suffix.lower(),
            *text.language.SUFFIXES,
            *(one for name in family if name in MARKDOWN for one in language_named(name).SUFFIXES),
        )
    )
    if text.language.NAME in ("aux", "bcf"):
        suffixes = {".bbl": None, ".tex": None}  # the list of an .aux or .bcf file is LaTeX
    own = {text.language.WRITING.output, text.language.NAME, *(("markdown",) if text.language.NAME in MARKDOWN else ())}
    wrong = f"'{suffix}'" if suffix and suffix not in suffixes else ""
    if not wrong and to_format in own | {""}:
        return
    if not wrong and to_format not in (*names(), PAGE):
        raise UsageError(f"there is no output format '{to_format}'", did_you_mean(to_format, names()))
    what = f"a file that ends in {wrong}" if wrong else to_format
    raise UsageError(
        f"{text.path} is a manuscript: it is filled in in its own format, and cannot be written as {what}",
        f"write it to a file that ends in {', '.join(suffixes)} and convert that with another program"
        + ("" if wrong else "; use --key to print its list of works in another format"),
    )


def with_files(main: FilledManuscript, paths: Sequence[Path]) -> FilledManuscript | None:
    """Return the same document with these of its files to be filled in; None if one of them is none of its files."""
    numbers = {os.path.abspath(part.source.name): number for number, part in enumerate(main.parts)}
    wanted = [numbers.get(os.path.abspath(path)) for path in paths]
    found = [number for number in wanted if number is not None]
    return replace(main, wanted=tuple(dict.fromkeys(found))) if len(found) == len(wanted) else None


def larger(text: FilledManuscript, files: ProjectFiles) -> FilledManuscript | None:
    """Return the document among ``files`` of which a text that names no bibliography is one, with that one to be filled in.

    The text states this itself (``% !TeX root``, ``subfiles``), or a document of the project includes it.
    """
    if text.cites and not is_subfile(text.parts[0].source.text):
        return None
    for other in files.documents_with(text.path):
        whole = with_files(manuscript(other.path, other.parts[0].source, files), [text.path])
        if whole is not None and whole.cites:
            return whole
    return None


def word_package(path: Path) -> Package:
    """Return a Word document; raises :class:`~citekit.runtime.errors.UnreadableInputError` if it cannot be read."""
    from citekit.documents.docx.package import Package  # imported here because few texts are packed

    return Package(read_file(path), str(path))


def word_manuscript(path: Path, package: Package) -> FilledManuscript:
    """Return the text of a Word document that cites in Pandoc's notation, with its footnotes and endnotes."""
    main, *others = package.texts()
    source = Source(str(path), main)
    parts = [ManuscriptFile(source, word.read(source, ReadingContext()))]
    for name, xml in zip(package.text_parts()[1:], others, strict=True):
        notes = Source(f"{path} ({Path(name).stem})", xml)
        parts.append(ManuscriptFile(notes, word.read_notes(notes, main)))
    return FilledManuscript(path, word, tuple(parts), (), (), tuple(range(len(parts))))


def filled_word(
    text: FilledManuscript, package: Package, settings: FormatSettings, bibliography: str
) -> tuple[bytes, Filled]:
    """Return the Word document with citations and list, and all that there is to report of it; places are those of its paragraphs."""
    from citekit.documents.docx.package import Package

    all_made = filled_files(text, settings, bibliography)
    views = {part.source.name: word.visible(part.source.text)[0] for part in text.parts}
    shown = {name: Source(name, view.text) for name, view in views.items()}
    problems = [
        replace(
            problem,
            source=shown[problem.source.name],
            span=Span(*(views[problem.source.name].back(place) for place in (problem.span.start, problem.span.end))),
        )
        if problem.source and problem.span and problem.source.name in views
        else problem
        for made in all_made
        for problem in made.problems
    ]
    if not any(part.cited.citations for part in text.parts):
        hint = "write citations as [@doe2020, p. 3] or @doe2020, with keys of the bibliography"
        first = shown[text.parts[0].source.name]
        problems.append(Problem("nothing is cited in it", hint, first, Span(0, 0), "warning", "nothing-cited"))
    data = b""
    for name, made in zip(package.text_parts(), all_made, strict=True):
        data = package.with_part(name, word.finished(made.text).encode("utf-8"))
        package = Package(data, str(text.path))
    return data, Filled(all_made[0].text, tuple(problems))


def filled(text: FilledManuscript, settings: FormatSettings, bibliography: str = "") -> Filled:
    """Return the (first) wanted file of a text with citations and list, and all that there is to report of it.

    ``bibliography`` replaces those that the text names, ``settings.style`` and ``settings.language`` for its style and
    its language. Raises :class:`~citekit.runtime.errors.CitekitError` if a bibliography or the style of the settings cannot be read.
    """
    return filled_files(text, settings, bibliography)[0]


def filled_files(text: FilledManuscript, settings: FormatSettings, bibliography: str = "") -> list[Filled]:
    """Return the wanted files of a text with citations and lists; what there is to report of the whole is with the first.

    The citations of all files count, in the order in which they are read: numbers, letters after years and notes are
    those of the whole document.
    """
    main = text.parts[0]
    conversion = Conversion.of([bibliography] if bibliography else list(text.bibliographies))
    for failure in conversion.failures:
        raise CitekitError(failure.message, failure.hint)
    from_bibtex = all(part.format in ("bibtex", "biblatex") for part in conversion.parts)
    held = titled(list(_held(text)), settings.titles, False)
    library = [*held, *titled(conversion.library, settings.titles, from_bibtex)]
    works, doubts = owned(library, settings)
    style, problems = _style(text, settings)
    if text.language.NAME == word.NAME and style.kind == "note":
        message = f"the style {style.info.id.rpartition('/')[2]} cites in footnotes, which are not written into Word documents"
        raise UsageError(message, "choose a style that cites in the text, or save the document as Markdown")
    in_notes = (
        text.language.NAME == word.NAME
    )  # of Word, whose citations are placed where the text refers to their notes
    places = [()] * len(text.parts) if in_notes else places_of(text.parts, text.path)
    texts = [PlacedText(part.source, part.cited, place) for part, place in zip(text.parts, places, strict=True)]
    letters = sum(len(part.source.text) for part in text.parts)
    with budget(main.source.name, seconds_for(letters + LETTERS_OF_A_WORK * len(works))):
        # for English, the style's own kind of it
        project = text.files.chosen(text.path, text.parts)[1]
        language = text.parts[0].cited.language or (project.name.replace("_", "-") if project else "")
        filling = Filling(
            main.source,
            main.cited,
            text.language.WRITING,
            style,
            works,
            settings.language or ("" if language == "en" and style.default_locale.startswith("en") else language),
            texts[1:],
        )
        made = filling.filled(listing_of(settings), text.wanted)
    others = [part for number, part in enumerate(text.parts) if number not in text.wanted]
    problems_found = [*doubts, *problems]
    for part, named in () if bibliography else text.missing:
        message = f"the bibliography '{named.name}' is not in the folders of the text"
        hint = "check the name, or specify a bibliography with --bib"
        problems_found.append(Problem(message, hint, part.source, named.span))
    if 0 not in text.wanted:
        message = f"this is a file of {main.source.name}; numbers and notes are those of the whole document"
        source = text.parts[text.wanted[0]].source
        problems_found.append(Problem(message, "", source, Span(0, 0), "info", "larger-document"))
    for part in others if 0 in text.wanted else ():
        if part.cited.citations:
            message = "the text takes this file in; its works are listed, its citations are not filled in"
            span = part.cited.citations[0].span
            problems_found.append(Problem(message, "specify it as well", part.source, span, "info"))
    return [Filled(made[0].text, (*problems_found, *made[0].problems)), *made[1:]]


def places_in(folder: str, paths: Sequence[Path], main: Path) -> list[str]:
    """Return where the files of a manuscript are written in a directory.

    They keep their places below the main file, which includes them by these. Raises
    :class:`~citekit.runtime.errors.UsageError` if two would be at one place.
    """
    base = main.resolve().parent
    outs = []
    for path in paths:
        whole = path.resolve()
        below = whole.relative_to(base) if len(paths) > 1 and whole.is_relative_to(base) else Path(path.name)
        outs.append(str(Path(folder) / below))
    twice = next((out for number, out in enumerate(outs) if out in outs[:number]), "")
    if twice:
        raise UsageError(f"two of the files would be written to {twice}", "specify them in separate runs")
    return outs


def _held(text: FilledManuscript) -> Iterator[Work]:
    """Yield the works that are in the text itself (``references`` of Pandoc's metadata)."""
    for part in text.parts:
        for span in part.cited.references:
            source = Source(part.source.name, textwrap.dedent(part.source.text[span.start : span.end]))
            yield from cslyaml.loads(source).works


def listing_of(settings: FormatSettings) -> ListingOptions:
    """Return what a list shows beyond its style, as the settings have it."""
    cv = settings.cv
    return ListingOptions(
        settings.own_name or ("bold" if settings.bold_self or cv else ""),
        settings.equal_note if settings.mark_equal or cv else "",
        settings.corresponding_note if settings.mark_corresponding or cv else "",
        settings.sort or ("year" if cv else ""),
        settings.group_by,
        settings.numbering,
        settings.extras or (("note", "links") if cv else ()),
    )


def as_page(works: Sequence[Work], settings: FormatSettings) -> FormatSettings:
    """Return the settings with what a page of publications shows unless they state otherwise: years as headings, the owner's name
    in bold where someone is known to be it, and marks."""
    own = settings.own_name or ("bold" if settings.owner or owner_of(works) else "")
    order, groups = settings.sort or "year", settings.group_by or "year"
    return replace(settings, own_name=own, mark_equal=True, sort=order, group_by=groups)


def owned(works: Sequence[Work], settings: FormatSettings) -> tuple[Sequence[Work], list[Problem]]:
    """Return the works with their owner marked, where that is shown, and what is odd about the marks.

    The owner is a person and no place in a list of authors: the one of the settings, or whom most works mark.
    """
    if not (settings.owner or settings.cv or settings.bold_self or settings.own_name):
        return works, []
    owner = settings.owner or owner_of(works)
    if not owner:
        message = "no author is marked as the owner of the list"
        return works, [Problem(message, "specify the person with --owner", severity="warning", kind="no-owner")]
    mismatches = [] if settings.owner else mismarked(works, owner)
    problems = unknown_owner(works, settings.owner) + [
        Problem(
            f"'{name}' marks another person than {owner}, the owner of the list",
            "correct author+an, which counts the authors, or specify the person with --owner",
            severity="warning",
            kind="other-owner",
        )
        for name in mismatches
    ]
    return [with_owner(work, owner) for work in works], problems


def style_called(name: str, settings: FormatSettings) -> Style:
    """Return a style by its name, its file, or its address on the web, which is read and kept unless citekit comes with it.

    Raises what :func:`citekit.csl.styles.load` and :meth:`citekit.runtime.http.Client.get` raise.
    """
    if (
        "://" not in name
        or name.partition("?")[0].rstrip("/").rpartition("/")[2].removesuffix(".csl").lower() in index()
    ):
        return load(name)
    from citekit.runtime.http import Client  # imported here so that what needs no network loads none of it

    with Client(settings.offline, settings.refresh) as client:
        data = client.get(name).as_utf8()
    return style_of(Source(name, data.decode("utf-8", "replace")))


def _style(text: FilledManuscript, settings: FormatSettings) -> tuple[Style, list[Problem]]:
    """Return the style that was requested, else the one that the text names, else that of its project, else the default."""
    if len(settings.style) > 1:
        raise UsageError(
            "a manuscript can be filled in with one style only", f"choose one of {', '.join(settings.style)}"
        )
    requested = "".join(settings.style)
    if requested:
        return style_called(requested, settings), []
    of_part = next((part for part in text.parts if part.cited.csl), None)
    project = None if of_part else text.files.chosen(text.path, text.parts)[0]
    if of_part is not None and of_part.cited.csl is not None:
        named, source, folder = of_part.cited.csl.name, of_part.source, Path(of_part.source.name).parent
        span = of_part.cited.csl.span
    elif project:
        named, source, folder, span = project.name, project.source, Path(project.source.name).parent, project.span
    else:
        return load(DEFAULT_STYLE), []
    of_tex = named if text.language.NAME == "latex" else ""
    near, is_same = of_latex(of_tex) if of_tex else ("", True)
    if near:
        message = f"the text names the style '{named.replace('+', ' with ')}' of LaTeX; {near} is nearest to it"
        hint = "use --style to choose another"
        return load(near), [] if is_same else [Problem(message, hint, source, span, "info", "nearest-style")]
    try:
        for beside in (text.path.parent / named, folder / named):
            if named.lower().endswith(".csl") and is_file(beside) and is_inside(beside, text.path):
                return load(str(beside)), []
        return load(named.replace("\\", "/").rpartition("/")[2].removesuffix(".csl").partition("+")[0]), []
    except CitekitError as error:
        message = f"the text names the style '{named}': {error}"
        hint = f"using {DEFAULT_STYLE} instead; use --style to choose another"
        return load(DEFAULT_STYLE), [Problem(message, hint, source, span)]
