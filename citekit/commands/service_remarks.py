"""What catalogues report about an entry, in sentences: one for each thing that a person may want to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from citekit.lint.records.service_results import Catalogued, Remark
from citekit.model.work import Work
from citekit.runtime.config import VerifySettings
from citekit.services.comparing import Difference
from citekit.services.record import ServiceRecord
from citekit.services.verify import Verification

if TYPE_CHECKING:
    from citekit.services.lookup import Catalogues

_FIELDS = {
    "author": ("author",), "editor": ("editor",), "journal": ("journal", "journaltitle", "booktitle"), "year": ("year", "date"),
    "number": ("number", "issue"), "type": ("title",),
    "doi": ("doi", "url"), "arxiv": ("eprint", "arxiv", "arxivid", "url", "journal", "note"), "pmid": ("pmid", "note"),
}  # fmt: skip
_LONGEST = 90


def remarks(outcome: Verification) -> tuple[Remark, ...]:
    """Return all remarks on an entry; none on one that is verified and has not changed since."""
    return tuple(_remarks(outcome))


def _remarks(outcome: Verification) -> Iterator[Remark]:
    for identifier, record in outcome.foreign:
        kind = identifier.partition(":")[0]
        message = f"{_shown(identifier)} is another work: “{_short(record.work.title)}” ({record.catalogue})"
        yield Remark("identifier", message, _right(outcome.record, kind), _FIELDS[kind])
    for difference in outcome.differences:
        yield _difference(difference)
    if outcome.fate:
        verdict = "there is an expression of concern about this work" if outcome.fate == "concern" else ""
        yield Remark(
            "fate",
            f"{verdict or f'this work was {outcome.fate}'} ({outcome.teller})",
            "see its notice before you cite it",
        )
    if outcome.published:
        work, venue = outcome.published.work, outcome.published.description.venue
        doi = work.text("DOI")
        where = ", ".join(filter(None, (venue, str(work.year or ""), doi and f"doi:{doi}")))
        message = f"this preprint has been published: {_short(where)}"
        yield Remark("published", message, "citekit enrich --publish completes it")
    if outcome.state == "not-found":
        hint = "; ".join(f"{_shown(identifier)} does not exist" for identifier in outcome.absent)
        yield Remark("absence", f"not found in {', '.join(outcome.queried)}", hint or "check its title and its authors")
    if outcome.state == "unsure":
        yield Remark("silence", f"this work could not be verified: {outcome.why}")


def _difference(difference: Difference) -> Remark:
    who, theirs = " and ".join(difference.who), _short(difference.theirs)
    fields = _FIELDS.get(difference.field, (difference.field,))
    if difference.field in _KINDS:
        kind = _KINDS[difference.field]
        what = {"its form": f"is not a valid {kind}", "a list of copies": "is that of a copy"}.get(
            who, f"does not exist ({who})"
        )
        right = f"the work has the {kind} {theirs}" if theirs else "remove it"
        return Remark("difference", f"the {kind} {_short(difference.ours)} {what}", right, fields)
    message = f"{difference.field} differs: here “{_short(difference.ours)}”, “{theirs}” in {who}"
    return Remark("difference", message, "compare it with the work itself", fields, difference.better)


_KINDS = {"doi": "DOI", "arxiv": "arXiv identifier", "pmid": "PubMed number"}


def _right(record: ServiceRecord | None, kind: str) -> str:
    """Return the identifier that the entry should have."""
    if record is None:
        return "correct it, or remove it"
    own = sorted(record.identifiers, key=lambda name: not name.startswith(kind))
    return (
        f"the entry fits {_shown(own[0])}" if own else f"{record.catalogue} has the entry’s work without an identifier"
    )


def _shown(identifier: str) -> str:
    kind, _, value = identifier.partition(":")
    return f"{ {'doi': 'DOI', 'arxiv': 'arXiv', 'pmid': 'PMID', 'pmcid': 'PMCID'}[kind] }:{value}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"


@contextmanager
def catalogued(
    settings: VerifySettings, notify: Callable[[str], None], outcomes: list[Verification] | None = None
) -> Iterator[tuple[Catalogued, Catalogues]]:
    """Yield what rules query entries, and the services that answer; what these stated is put into ``outcomes``."""
    from citekit.services.lookup import catalogues_of

    with catalogues_of(settings, notify) as catalogues:

        def ask(works: Sequence[Work]) -> list[tuple[Remark, ...]]:
            verified = catalogues.verify(works)
            if outcomes is not None:
                outcomes[:] = verified
            return [remarks(outcome) for outcome in verified]

        yield Catalogued(ask, with_lists=outcomes is not None), catalogues
