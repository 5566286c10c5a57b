"""The short way: citations and bibliographies of works in a named style and format, as text."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath

from citekit.csl import styles
from citekit.csl.fill import parse_citations
from citekit.csl.output import writer
from citekit.csl.processor import Rendered, process
from citekit.works.titles import titled
from citekit.works.work import Work


def bibliography(
    works: Iterable[Work],
    style: str | PathLike[str] = "apa",
    to: str = "text",
    language: str = "",
    bold_self: bool = False,
    equal_note: str = "",
    sort: str = "",
    group_by: str = "",
    titles: str = "given",
) -> str:
    """The bibliography of works.

    ``style`` is the name of a CSL style (``apa``, ``ieee``, ``mla`` …) or the path of a ``.csl`` file, ``to`` an output
    format (``text``, ``html``, ``markdown``, ``latex``, ``rtf``, ``typst``, ``org``, ``rst``, ``asciidoc``, ``json``, ``terminal``), ``language`` a
    locale code. ``bold_self`` prints the owner of the list (names marked so) in bold; with an ``equal_note``, names marked
    as equal contributors get a star that this footnote explains. ``sort`` (``year``, ``oldest``, ``title``, ``type``,
    ``keyword``, ``given``) and ``group_by`` (``year``, ``type``, ``keyword``) replace the style's order. With ``titles`` as
    ``sentence``, English titles are set in sentence case; braces in BibTeX keep capitals. Raises
    :class:`~citekit.errors.CitekitError` for a style, format or order that does not exist.
    """
    works = titled(list(works), titles, from_bibtex=False)
    return listed(works, style, to, language, bold_self, equal_note, sort, group_by)[0]


def cite(
    works: Iterable[Work], citations: str, style: str | PathLike[str] = "apa", to: str = "text", language: str = ""
) -> str:
    """Citations of works, one a line; ``citations`` is in Pandoc's notation (``[see @doe, p. 3; @roe]``, ``@doe``).

    The other arguments are those of :func:`bibliography`. Cites of unknown works are left out; use
    :func:`citekit.csl.processor.process` to be told of them. Raises :class:`~citekit.errors.CitekitError` for a style or
    format that does not exist, and where there is no citation.
    """
    return "".join(f"{line}\n" for line in cited(works, citations, style, to, language)[0] if line)


def listed(
    works: Iterable[Work],
    style: str | PathLike[str],
    to: str,
    language: str,
    bold_self: bool = False,
    equal_note: str = "",
    sort: str = "",
    group_by: str = "",
) -> tuple[str, Rendered]:
    """The bibliography in a format, and all that the processor says of it."""
    rendered = process(styles.load(fspath(style)), works, (), language, bold_self, equal_note, sort, group_by)
    return writer(to).bibliography(rendered), rendered


def cited(
    works: Iterable[Work], citations: str, style: str | PathLike[str], to: str, language: str
) -> tuple[list[str], Rendered]:
    """The citations in a format, and all that the processor says of them."""
    rendered = process(styles.load(fspath(style)), works, parse_citations(citations), language)
    return [writer(to).inline(content) for content in rendered.citations], rendered
