"""Preprints that have been published: their entries with the facts of the printed version, and where each came from.

An entry is completed as a whole or not at all: a preprint with the volume of a journal is neither. Where that means to
replace what is written, it has to be requested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from citekit.formats.bibtex.edit import BibText, Entry
from citekit.formats.bibtex.from_work import verbatim
from citekit.model.identity.comparison_record import describe
from citekit.model.identity.titles import fold
from citekit.model.identity.venue import is_preprint_server
from citekit.model.kinds import entry_type
from citekit.model.work import Works
from citekit.runtime.records import dataclass
from citekit.services.record import ServiceRecord
from citekit.services.verify import Verification
from citekit.text.tex_encode import encode
from citekit.text.tex_syntax import TeX

_VARIABLES = {"volume": "volume", "number": "issue", "pages": "page", "doi": "DOI"}
_PROCEEDINGS = ("inproceedings", "incollection", "inbook")
_VERBATIM = frozenset({"doi", "pages", "eprint", "archiveprefix", "eprinttype"})
_HOUSES = ("journal", "journaltitle", "howpublished", "publisher", "booktitle")


@dataclass(frozen=True, slots=True)
class Fact:
    """A field (``type`` for the type of the entry) with its old and new value and the catalogue that the new one is from.

    Empty values: it was not there, or is to be taken out.
    """

    field: str
    old: str
    new: str
    source: str = ""

    def __str__(self) -> str:
        if not self.old:
            return f"+ {self.field} = {self.new} ({self.source})"
        return (
            f"~ {self.field} = {self.old} -> {self.new} ({self.source})" if self.new else f"- {self.field} = {self.old}"
        )


@dataclass(frozen=True, slots=True)
class Account:
    """What completes an entry.

    ``done`` specifies whether that was written, which only adds unless replacing is wanted.
    """

    key: str
    facts: tuple[Fact, ...]
    done: bool

    def __str__(self) -> str:
        head = self.key if self.done else f"{self.key} (as it was; --replace completes it)"
        return "\n".join((head, *(f"  {fact}" for fact in self.facts)))


def published(
    data: bytes, name: str, library: Works, outcomes: Sequence[Verification], overwrite: bool = False
) -> tuple[bytes, tuple[Account, ...]]:
    """Return the bytes of a ``.bib`` file with its published preprints completed, and the account of each of them."""
    document = BibText.of(data, name)
    entries = {entry.block.start: entry for entry in document.entries}
    accounts: list[Account] = []
    for outcome, trace in zip(outcomes, library.traces, strict=True):
        entry = entries.get(trace.span.start)
        facts = tuple(_facts(entry, outcome)) if entry and outcome.printed else ()
        if entry and facts:
            done = overwrite or not any(fact.old for fact in facts)
            accounts.append(Account(entry.key, facts, done))
            for fact in facts if done else ():
                if fact.field == "type":
                    entry.retype(fact.new)
                elif not fact.new:
                    entry.remove(fact.field)
                else:
                    written = {name.lower(): name for name in entry.names}.get(fact.field, fact.field)
                    value = verbatim(fact.new) if fact.field in _VERBATIM else encode(TeX(fact.new), ascii_only=False)
                    entry.set(written, value)
    return document.data, tuple(accounts)


def _facts(entry: Entry, outcome: Verification) -> Iterator[Fact]:
    """Yield what the printed version is, field by field, each from the first catalogue that has it."""
    names = {name.lower() for name in entry.names}
    biblatex = bool(names & {"journaltitle", "date", "eprinttype"})
    dialect = "biblatex" if biblatex else "bibtex"
    first = outcome.printed[0]
    kind = entry_type(first.work.type, "biblatex" if biblatex else "bibtex")
    kind = kind if kind != "misc" else entry.type.lower()
    if kind != entry.type.lower():
        yield Fact("type", entry.type, kind, first.catalogue)
    venue = "booktitle" if kind in _PROCEEDINGS else "journaltitle" if biblatex else "journal"
    wanted: list[tuple[str, Callable[[ServiceRecord], str]]] = [
        (venue, lambda record: record.description.venue),
        ("date" if dialect == "biblatex" and "date" in names else "year", lambda record: str(record.work.year or "")),
        *((field, _text(variable)) for field, variable in _VARIABLES.items()),
    ]
    for field, value in wanted:
        new, source = next(((text, r.catalogue) for r in outcome.printed if (text := value(r))), ("", ""))
        old = entry.get(field) or ""
        if new and fold(old) != fold(new):
            yield Fact(field, old, new, source)
    for name in _HOUSES:
        old = entry.get(name) or ""
        if name != venue and old and is_preprint_server(old):
            yield Fact(name, old, "")
    # the field that had the identifier of the preprint may have another value now, so the identifier is stored
    arxiv = describe(outcome.work).arxiv
    if arxiv and not entry.get("eprint"):
        yield Fact("eprint", "", arxiv, "the entry")
        yield Fact("eprinttype" if biblatex else "archiveprefix", "", "arXiv", "the entry")


def _text(variable: str) -> Callable[[ServiceRecord], str]:
    return lambda record: record.work.text(variable).replace("-", "--" if variable == "page" else "-")
