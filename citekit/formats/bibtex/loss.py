"""Losses of a conversion to BibTeX or BibLaTeX, detected by reading back each work as it would be written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from citekit.formats._losses import loss_problems
from citekit.formats.bibtex.from_work import entry_of
from citekit.formats.bibtex.inherit import ResolvedEntry
from citekit.formats.bibtex.values import resolve
from citekit.formats.bibtex.work import work_of
from citekit.model.date import MONTH_NAMES, MONTHS
from citekit.model.kinds import Dialect
from citekit.model.work import Value, Work
from citekit.runtime.config import BibtexSettings
from citekit.runtime.errors import Problem

_MACROS = dict(zip(MONTHS, MONTH_NAMES, strict=True))
_OF_THE_TYPE = frozenset({"entrytype", "entrysubtype"})


def losses_in(library: Iterable[Work], dialect: Dialect) -> tuple[Problem, ...]:
    """Report what is lost when works are written in a dialect: an ``info`` per variable and field, most frequent first.

    Inherited fields are counted as the work's own.
    """
    return loss_problems(Counter(pair for work in library for pair in _losses(work, dialect)))


def _losses(work: Work, dialect: Dialect) -> Iterator[tuple[str, str]]:
    written = entry_of(work, BibtexSettings(dialect=dialect))
    values = {name: resolve(value, _MACROS)[0] for name, value in written.fields.items()}
    values = {name: value for name, value in values.items() if value.strip("{}~ ")}
    back = work_of(ResolvedEntry(written.type, work.id, values), dialect)[0]
    if back.type != work.type:
        yield f"the type {work.type}", f"written as {written.type}"
    for name, value in work.variables.items():
        if value and _even(back.variables.get(name)) != _even(value):
            yield name, "written in part" if name in back.variables else "left out"
    for name, text in work.fields.items():
        if text.strip() and name not in _OF_THE_TYPE and not _is_kept(name, text, back):
            yield name, "written in part" if name in back.fields else "left out"


def _even(value: Value | None) -> Value | None:
    """Collapse the whitespace of a text, as reading a field does; other values are unchanged."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _is_kept(name: str, text: str, back: Work) -> bool:
    """Whether a field was read back, or is the last part of a title, which BibTeX has in one field."""
    texts = (value for value in back.variables.values() if isinstance(value, str))
    return _even(back.fields.get(name)) == _even(text) or any(value.endswith(text) for value in texts)
