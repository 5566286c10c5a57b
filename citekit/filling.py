"""A whole text with its citations filled in: from its path, over the bibliographies and the style that it names, to a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from citekit import patterns as re
from citekit.api import Conversion, NamedBytes, open_manuscript
from citekit.budget import LETTERS_OF_A_WORK, budget, seconds_for
from citekit.config import FormatSettings
from citekit.csl.fill import Filled, fill
from citekit.csl.listing import Listing
from citekit.csl.model import Style
from citekit.csl.styles import index, load, style_of
from citekit.disk import is_file, read_file
from citekit.errors import CitekitError, Problem, UsageError
from citekit.manuscripts import word
from citekit.manuscripts.citation import Named, Reading
from citekit.manuscripts.document import Part
from citekit.manuscripts.files import bibliography_places, configured, is_inside
from citekit.manuscripts.reading import Language, language_of, suffixes
from citekit.records import dataclass
from citekit.span import Source, Span
from citekit.works.owner import mismarked, owner_of, unknown_owner, with_owner
from citekit.works.titles import titled
from citekit.works.work import Work

if TYPE_CHECKING:
    from citekit.documents.docx.package import Package

DEFAULT_STYLE = "apa"
"""The style where neither the settings nor the text name one."""
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n((?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_REFERENCES = re.compile(r"^references:[ \t]*$", re.MULTILINE)
_READABLE = (".bib", ".bibtex", ".json", ".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A text that cites: its language, its files, the main one first, and the bibliographies that it names.

    ``missing`` are those that nobody finds or that lie outside of its project, each with the part that names it.
    """

    path: Path
    language: Language
    parts: tuple[Part, ...]
    bibliographies: tuple[Path, ...]
    missing: tuple[tuple[Part, Named], ...]

    @property
    def references(self) -> str:
        """The works that stand in the text's own front matter, as Pandoc reads them: CSL YAML, or the empty string."""
        found = _FRONT_MATTER.match(self.parts[0].source.text) if self.parts else None
        return found[1] if found and _REFERENCES.search(found[1]) else ""

    @property
    def cites(self) -> bool:
        """Whether it cites works, and says from where."""
        named = bool(self.bibliographies or self.missing or self.references)
        return named and any(part.cited.cites for part in self.parts)


def manuscript(path: Path, source: Source, read: Callable[[Path], Source | None] | None = None) -> Manuscript:
    """A text with the files that it takes in, which ``read`` gives where they are not those of the disk.

    Raises :class:`~citekit.errors.UsageError` for a language that is unknown.
    """
    language = language_of(source, path)
    parts = open_manuscript(path, source, read)
    found: list[Path] = []
    missing: list[tuple[Part, Named]] = []
    for part in parts:
        for named in part.cited.bibliographies:
            places = bibliography_places(named.name, path, Path(part.source.name))
            place = next((place for place in places if is_file(place) and is_inside(place, path)), None)
            if place is not None and place.suffix.lower() in _READABLE:
                found.append(place)
            elif "\\" not in named.name:
                missing.append((part, named))
    if not found and not missing:
        found += _configured(path)
    return Manuscript(path, language, parts, tuple(dict.fromkeys(found)), tuple(missing))


def word_package(path: Path) -> Package:
    """A Word document; raises :class:`~citekit.errors.UnreadableInputError` where it cannot be read."""
    from citekit.documents.docx.package import Package  # here, for few texts are packed

    return Package(read_file(path), str(path))


def word_manuscript(path: Path, package: Package) -> Manuscript:
    """The text of a Word document that cites in Pandoc's notation."""
    main = package.main()
    package.part(main)  # which raises where it is broken or hostile
    source = Source(str(path), package.data(main).decode("utf-8", "replace"))
    return Manuscript(path, word, (Part(source, word.read(source, Reading())),), (), ())


def filled_word(
    text: Manuscript, package: Package, settings: FormatSettings, bibliography: str
) -> tuple[bytes, Filled]:
    """The Word document with citations and list, and all that there is to say of it; places are those of its paragraphs."""
    made = filled(text, settings, bibliography)
    source = text.parts[0].source
    view, _ = word.visible(source.text)
    shown = Source(source.name, view.text)
    problems = [
        replace(problem, source=shown, span=Span(view.back(problem.span.start), view.back(problem.span.end)))
        if problem.source is source and problem.span
        else problem
        for problem in made.problems
    ]
    if not text.parts[0].cited.citations:
        hint = "write citations as [@doe2020, p. 3] or @doe2020, with keys of the bibliography"
        problems.append(Problem("nothing is cited in it", hint, shown, Span(0, 0), "warning", "nothing-cited"))
    xml = word.finished(made.text)
    return package.with_part(package.main(), xml.encode("utf-8")), Filled(xml, tuple(problems))


def could_cite(name: str) -> bool:
    """Whether a file's name says that its language can cite."""
    return Path(name).suffix.lower() in suffixes()


def _configured(path: Path) -> Iterator[Path]:
    """The bibliographies that the settings of a site or book name for a text that names none."""
    for file, name in configured(path, lambda place: read_file(place) if is_file(place) else None):
        place = file.parent / name
        if is_file(place) and is_inside(place, path):
            yield place


def filled(text: Manuscript, settings: FormatSettings, bibliography: str = "") -> Filled:
    """The text with citations and list, and all that there is to say of it.

    ``bibliography`` stands in for those that the text names, ``settings.style`` and ``settings.language`` for its style and
    its language. Raises :class:`~citekit.errors.CitekitError` where a bibliography or the style of the settings cannot be read.
    """
    main = text.parts[0]
    inline = [NamedBytes(f"{main.source.name}.yaml", text.references.encode())] if text.references else []
    conversion = Conversion.of([bibliography] if bibliography else [*text.bibliographies, *inline])
    for failure in conversion.failures:
        raise CitekitError(failure.message, failure.hint)
    from_bibtex = all(part.format in ("bibtex", "biblatex") for part in conversion.parts)
    works, doubts = owned(conversion.library, settings)
    style, problems = _style(text, settings)
    if text.language.NAME == word.NAME and style.kind == "note":
        message = f"the style {style.info.id.rpartition('/')[2]} cites in footnotes, which are not written into Word documents"
        raise UsageError(message, "choose a style that cites in the text, or save the document as Markdown")
    further = [cite for part in text.parts[1:] for cite in part.cited.cites]
    with budget(main.source.name, seconds_for(len(main.source.text) + LETTERS_OF_A_WORK * len(works))):
        made = fill(
            main.source,
            main.cited,
            text.language.WRITING,
            style,
            titled(works, settings.titles, from_bibtex),
            settings.language or main.cited.language,
            listing_of(settings),
            further,
        )
    said = [*doubts, *problems, *(() if bibliography else _missing(text.missing)), *_unfilled(text.parts[1:])]
    return Filled(made.text, (*said, *made.problems))


def listing_of(settings: FormatSettings) -> Listing:
    """What a list shows beyond its style, as the settings have it."""
    cv = settings.cv
    return Listing(
        settings.own_name or ("bold" if settings.bold_self or cv else ""),
        settings.equal_note if settings.mark_equal or cv else "",
        settings.corresponding_note if settings.mark_corresponding or cv else "",
        settings.sort or ("year" if cv else ""),
        settings.group_by,
        settings.numbering,
        settings.extras or (("note", "links") if cv else ()),
    )


def as_page(works: Sequence[Work], settings: FormatSettings) -> FormatSettings:
    """The settings with what a page of publications shows unless they say otherwise: years as headings, the owner's name
    in bold where somebody is known to be it, and signs."""
    own = settings.own_name or ("bold" if settings.owner or owner_of(works) else "")
    order, groups = settings.sort or "year", settings.group_by or "year"
    return replace(settings, own_name=own, mark_equal=True, sort=order, group_by=groups)


def owned(works: Sequence[Work], settings: FormatSettings) -> tuple[Sequence[Work], list[Problem]]:
    """The works with their owner marked, where that is shown, and what is odd about the marks.

    The owner is a person and no place in a list of authors: the one of the settings, or whom most works mark.
    """
    if not (settings.owner or settings.cv or settings.bold_self or settings.own_name):
        return works, []
    owner = settings.owner or owner_of(works)
    if not owner:
        message = "nobody is marked as the owner of the list"
        return works, [Problem(message, "name the person with --owner", severity="warning", kind="no-owner")]
    odd = [] if settings.owner else mismarked(works, owner)
    problems = unknown_owner(works, settings.owner) + [
        Problem(
            f"'{name}' marks another person than {owner}, the owner of the list",
            "correct author+an, which counts the authors, or name the person with --owner",
            severity="warning",
            kind="other-owner",
        )
        for name in odd
    ]
    return [with_owner(work, owner) for work in works], problems


def style_called(name: str, settings: FormatSettings) -> Style:
    """A style by its name, its file, or its address on the web, which is read and kept unless citekit comes with it.

    Raises what :func:`citekit.csl.styles.load` and :meth:`citekit.fetch.Client.get` raise.
    """
    if (
        "://" not in name
        or name.partition("?")[0].rstrip("/").rpartition("/")[2].removesuffix(".csl").lower() in index()
    ):
        return load(name)
    from citekit.fetch import Client  # here, so that what needs no network loads none of it

    with Client(settings.offline, settings.refresh) as client:
        data = client.get(name).as_utf8()
    return style_of(Source(name, data.decode("utf-8", "replace")))


def _only_style(settings: FormatSettings) -> str:
    """The one style of the settings; a text can have no more."""
    if len(settings.style) > 1:
        raise UsageError("a text is filled in with one style", f"choose one of {', '.join(settings.style)}")
    return "".join(settings.style)


def _style(text: Manuscript, settings: FormatSettings) -> tuple[Style, list[Problem]]:
    """The style that was asked for, else the one that the text names, else the default."""
    named = next((part.cited.csl for part in text.parts if part.cited.csl), None)
    name = _only_style(settings)
    if name or named is None:
        return style_called(name or DEFAULT_STYLE, settings), []
    beside = text.path.parent / named.name
    try:
        if named.name.lower().endswith(".csl") and is_file(beside) and is_inside(beside, text.path):
            return load(str(beside)), []
        return load(named.name.replace("\\", "/").rpartition("/")[2].removesuffix(".csl")), []
    except CitekitError as error:
        message = f"the text asks for the style '{named.name}': {error}"
        return load(DEFAULT_STYLE), [
            Problem(
                message, f"{DEFAULT_STYLE} stands in for it; --style takes another", text.parts[0].source, named.span
            )
        ]


def _missing(missing: Sequence[tuple[Part, Named]]) -> Iterator[Problem]:
    for part, named in missing:
        message = f"the bibliography '{named.name}' is not in the folders of the text"
        yield Problem(message, "check the name, or name one with --bib", part.source, named.span)


def _unfilled(parts: Sequence[Part]) -> Iterator[Problem]:
    for part in parts:
        if part.cited.citations:
            message = "the text takes this file in; its works are listed, its citations are not filled in"
            yield Problem(message, "", part.source, part.cited.citations[0].span, "info")
