"""The short way: citations and bibliographies of works in a named style and format, as text."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath

from citekit.csl import styles
from citekit.csl.fill import parse_citations
from citekit.csl.listing import ListingOptions
from citekit.csl.locales import check_language
from citekit.csl.model import Style
from citekit.csl.output import writer
from citekit.csl.processor import Rendered, listed, process
from citekit.model.as_printed import titled
from citekit.model.work import Work


def bibliography(
    works: Iterable[Work],
    style: str | PathLike[str] = "apa",
    to: str = "text",
    language: str = "",
    titles: str = "given",
    own_name: str = "",
    equal_note: str = "",
    corresponding_note: str = "",
    sort: str = "",
    group_by: str = "",
    numbering: str = "",
    extras: Iterable[str] = (),
) -> str:
    """Return the bibliography of works, or of what has them in ``works``.

    ``style`` is the name of a CSL style (``apa``, ``ieee``, ``mla`` …) or the path of a ``.csl`` file, ``to`` an output
    format (``text``, ``html``, ``markdown``, ``latex``, ``rtf``, ``typst``, ``org``, ``rst``, ``asciidoc``, ``json``,
    ``terminal``), ``language`` a locale code. With ``titles`` as ``sentence``, English titles are set in sentence case;
    braces in BibTeX keep capitals. ``own_name`` (``bold``, ``underline``) is the look of the owner of the list (names
    marked so); with an ``equal_note``, names marked as equal contributors get a star that this footnote explains, with
    a ``corresponding_note`` those of corresponding authors a dagger. ``sort`` (``year``, ``oldest``, ``title``,
    ``type``, ``keyword``, ``given``), ``group_by`` (``year``, ``type``, ``keyword``) and ``numbering`` (``reverse``,
    ``group``, ``group-reverse``) replace the style's order; ``extras`` (``note``, ``links``, ``annotation``,
    ``abstract``) are after each entry. Raises :class:`~citekit.runtime.errors.CitekitError` for a style, format,
    language or order that does not exist.

    >>> import citekit
    >>> works = citekit.loads("@book{doe2020, title={Green Meadows}, author={Doe, Jane}, publisher={Reed}, year=2020}")
    >>> print(bibliography(works, style="apa"), end="")
    Doe, J. (2020). Green Meadows. Reed.
    """
    works = titled(list(getattr(works, "works", works)), titles, from_bibtex=False)
    listing = ListingOptions(own_name, equal_note, corresponding_note, sort, group_by, numbering, tuple(extras))
    return writer(to).bibliography(listed(works, [styles.load(fspath(style))], language, listing))


def cite(
    works: Iterable[Work], citations: str, style: str | PathLike[str] = "apa", to: str = "text", language: str = ""
) -> str:
    """Citations of works, one per line; ``citations`` is in Pandoc's notation (``[see @doe, p. 3; @roe]``, ``@doe``).

    The other arguments are those of :func:`bibliography`. Cites of unknown works are left out; use
    :func:`citekit.csl.processor.process` to get them reported. Raises :class:`~citekit.runtime.errors.CitekitError` for a
    style or format that does not exist, and if there is no citation.

    >>> import citekit
    >>> works = citekit.loads("@book{doe2020, title={Green Meadows}, author={Doe, Jane}, publisher={Reed}, year=2020}")
    >>> print(cite(works, "[see @doe2020, p. 3]", style="apa"), end="")
    (see Doe, 2020, p. 3)
    """
    lines, _ = cited(getattr(works, "works", works), citations, styles.load(fspath(style)), to, language)
    return "".join(f"{line}\n" for line in lines if line)


def cited(works: Iterable[Work], citations: str, style: Style, to: str, language: str) -> tuple[list[str], Rendered]:
    """Return the citations in a format, and all that the processor reports."""
    check_language(language)
    rendered = process(style, works, parse_citations(citations), language)
    return [writer(to).inline(content) for content in rendered.citations], rendered
