"""Lists of what citekit knows: formats, rules and citation styles. What a list needs is imported when it is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citekit.runtime.config import setting
from citekit.runtime.errors import UsageError, check_choice, did_you_mean
from citekit.runtime.records import dataclass

NAMES = ("formats", "rules", "styles")
_SAMPLES = 10
"""Styles with a sample: two screens of them. Compiling a style takes longer than finding all."""


@dataclass(frozen=True, slots=True)
class StyleFilter:
    """Which styles are listed, and what of them is shown."""

    all: bool = setting(False, "Styles: also list journals whose style is a copy of another style.")
    field: str = setting("", "Styles: list only those for this field: medicine, law, physics, …", "FIELD")
    kind: str = setting("", "Styles: list only this kind: author-date, numeric, note, label, author.", "KIND")
    sample: bool = setting(False, "Styles: print an article and a book in each of the first ten.")


def listing(what: str, words: Sequence[str] = (), chosen: StyleFilter | None = None) -> str:
    """Return the rows of a list that contain all words, one per line; without ``what``, the lists that there are.

    Raises :class:`~citekit.runtime.errors.UsageError` for a list, a field or a kind of styles that does not exist.

    >>> listing("formats", ["bibtex"]).partition("\\t")[0]
    'alfolio'
    """
    if what and what not in NAMES:
        raise UsageError(f"there is no list '{what}'", did_you_mean(what, NAMES))
    if what == "formats":
        rows = _formats(words)
    elif what == "rules":
        rows = _rules(words)
    elif what == "styles":
        rows = _styles(words, chosen or StyleFilter())
    else:
        rows = _overview()
    return "\n".join(rows)


def _overview() -> Iterator[str]:
    """Yield for each list its name, its length, and what it is for."""
    from citekit.csl.styles import index
    from citekit.lint.rule import all_rules

    yield f"formats\t{len(_format_rows())}\tformats that are read and written (--from, --to)"
    yield f"rules\t{len(all_rules())}\trules of citekit check (--select, --ignore)"
    yield f"styles\t{len(index())}\tcitation styles (--style)"


def _formats(words: Sequence[str]) -> Iterator[str]:
    """Yield the formats: name, what citekit does with it, file extensions and description, separated by tabs."""
    for name, (verbs, suffixes, summary) in sorted(_format_rows().items()):
        row = "\t".join((name, ", ".join(verbs), " ".join(suffixes) or "-", summary))
        if _has_all(row, words):
            yield row


def _format_rows() -> dict[str, tuple[list[str], list[str], str]]:
    """Return for each format what citekit does with it, its file extensions, and the first line of its module's docstring."""
    from citekit.formats.files import all_formats, written_formats
    from citekit.runtime.registry import units

    written = written_formats()
    found = [(m, ["read"] * hasattr(m, "loads") + ["written"] * (m.NAME in written)) for m in all_formats()]
    found += [(module, ["read as a document"]) for module in units("citekit.documents.readers")]
    found += [(module, ["printed in"]) for module in units("citekit.csl.output")]
    rows: dict[str, tuple[list[str], list[str], str]] = {}
    for module, verbs in found:
        summary = (module.__doc__ or "").partition("\n")[0].rstrip(".").replace("``", "")
        known = rows.setdefault(module.NAME, ([], [], summary))
        known[0].extend(verbs)
        known[1].extend(suffix for suffix in module.SUFFIXES if suffix not in known[1])
    return rows


def _rules(words: Sequence[str]) -> Iterator[str]:
    """Yield the rules below the headings of their families: name, severity or profile, and what they find."""
    from citekit.lint.rule import all_rules, families

    before = ""  # an empty line between families
    for family, about in families().items():
        rows = []
        for rule in all_rules():
            given = f" (with {' or '.join(f'--{name}' for name in rule.needs)})" if rule.needs else ""
            used = rule.severity if rule.profile == "default" else rule.profile or "off"
            row = f"  {rule.name:26} {used:10} {rule.summary}{given}"
            if rule.family == family and _has_all(f"{family} {row}", words):
                rows.append(row)
        if rows:
            yield f"{before}{family}: {about}\n"
            yield from rows
            before = "\n"


def _styles(words: Sequence[str], chosen: StyleFilter) -> Iterator[str]:
    """Yield the styles: name, title, and for a copy of another style that one, separated by tabs; perhaps a sample below."""
    from citekit.csl.styles import index, search

    check_choice("kind", chosen.kind, sorted({style.format for style in index().values()}))
    check_choice("field", chosen.field, sorted({name for style in index().values() for name in style.fields.split()}))
    matches = search(" ".join(words), chosen.field, chosen.kind)
    shown = [style for style in matches if chosen.all or not style.parent]
    # the name of a journal without a style of its own finds nothing else
    for number, style in enumerate(shown or matches):
        sample = f"\n{_sample(style.name)}" if chosen.sample and number < _SAMPLES else ""
        follows = f"\tas {style.parent}" if style.parent else ""
        yield f"{style.name}\t{style.title}{follows}{sample}"


def _sample(style: str) -> str:
    """Return an article and a book in a style, indented."""
    from citekit.csl.cite import Citation, Cite
    from citekit.csl.output.text import inline
    from citekit.csl.processor import process
    from citekit.csl.styles import load
    from citekit.model.date import Date
    from citekit.model.name import Name
    from citekit.model.work import Work

    people = (Name("Okafor", "Mina"), Name("Lindqvist", "Tora"))
    journal = {"container-title": "Journal of Synthetic Systems", "volume": "14", "issue": "2", "page": "101-119"}
    article = Work("article-journal", "a", {"title": "Sorting sparse ledgers", "author": people, **journal})
    book = Work("book", "b", {"title": "Bounded archives", "author": people[1:], "publisher": "Queue Press"})
    works = [article.with_variables(issued=Date.of(2021, 4)), book.with_variables(issued=Date.of(2019))]
    made = process(
        load(style), works, [Citation((Cite(work.id),), place, work.id) for place, work in enumerate(works, 1)]
    )
    lines = [entry.content for entry in made.bibliography] or made.citations
    return "\n".join(f"    {inline(line)}" for line in lines)


def _has_all(row: str, words: Sequence[str]) -> bool:
    return all(word.lower() in row.lower() for word in words)
