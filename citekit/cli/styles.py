"""Find citation styles by name."""

from __future__ import annotations

import click

from citekit.cli._grammar import GroupedOptionsCommand
from citekit.cli._options import options_of
from citekit.cli._terminal import give, print_error
from citekit.cli.main import FINDINGS, FINE
from citekit.runtime.config import setting
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class _StylesArguments:
    """Which styles are listed, and what of them is shown."""

    all: bool = setting(False, "Also list journals whose style is a copy of another style.")
    field: str = setting("", "List only styles for this field: medicine, law, physics, …", "FIELD")
    kind: str = setting("", "List only styles of this kind: author-date, numeric, note, label, author.", "KIND")
    sample: bool = setting(False, "Print an article and a book in each of the first ten styles.")


@click.command(
    "styles",
    cls=GroupedOptionsCommand,
    examples=(
        "citekit styles chicago",
        "citekit styles --kind numeric --field medicine",
        "citekit styles ieee --sample",
    ),
)
@click.argument("words", nargs=-1)
@options_of(answer=_StylesArguments)
def command(words: tuple[str, ...], answer: _StylesArguments) -> int:
    """List citation styles whose name, title or common name contains all WORDS.

    Each line has the name and the title of a style. If a style is a copy of another style, the line names that style.
    """
    from citekit.csl.styles import index, search
    from citekit.runtime.errors import check_choice

    check_choice("kind", answer.kind, sorted({style.format for style in index().values()}))
    check_choice("field", answer.field, sorted({name for style in index().values() for name in style.fields.split()}))
    matches = search(" ".join(words), answer.field, answer.kind)
    shown = [style for style in matches if answer.all or not style.parent]
    if not shown and matches:
        shown = matches
    for number, style in enumerate(shown):
        sample = _sample(style.name) if answer.sample and number < _SAMPLES else ""
        follows = f"\tas {style.parent}" if style.parent else ""
        give(f"{style.name}\t{style.title}{follows}\n{sample}")
    if not shown:
        print_error("no style matches all these words", "try fewer words")
        return FINDINGS
    return FINE


_SAMPLES = 10


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
    return "".join(f"    {inline(line)}\n" for line in lines)
