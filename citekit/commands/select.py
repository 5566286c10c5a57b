"""Select the entries that match a query, or that manuscripts cite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from citekit.commands.convert import Conversion, Done, Readable, read_inputs
from citekit.formats.bibtex.edit import BibText
from citekit.formats.files import dumps
from citekit.model.query import query as parsed_query
from citekit.model.work import Work, Works
from citekit.runtime.config import CheckSettings, ConvertSettings
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass

KEYS = "keys"
"""The format of a selection that is only the citation keys, one a line."""
_BIBTEX = ("bibtex", "biblatex")


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected entries as text, how many they are of how many, and what was not read.

    ``missing`` are the cited keys that no entry has, ``repeated`` those of selected entries of more than one file.
    """

    text: str
    selected: int
    seen: int
    missing: tuple[str, ...]
    failures: tuple[Problem, ...]
    repeated: tuple[str, ...] = ()


def select(
    inputs: Iterable[Readable],
    query: str = "",
    cited_in: Sequence[str] = (),
    to_format: str = "",
    done: Done = lambda *_: None,
) -> Selection:
    """Select entries of documents and bibliographies.

    Without ``to_format``, entries of ``.bib`` files are copied as they are written, with all that they depend on, if all inputs
    are such files; otherwise they are written as BibTeX. ``to_format`` may also be :data:`KEYS`. Raises
    :class:`~citekit.runtime.errors.UsageError` for an invalid query, and for manuscripts that cannot be read or cite nothing.
    """
    condition = parsed_query(query) if query.strip() else None
    cited: frozenset[str] | None = None
    if cited_in:
        from citekit.lint.loading.project import Project  # imported here because a query needs nothing of manuscripts

        project = Project.open([Path(name) for name in cited_in], CheckSettings())
        for problem in project.unreadable:
            raise UsageError(problem.message, problem.hint)
        if not project.manuscripts:
            is_word = any(name.lower().endswith(".docx") for name in cited_in)
            hint = "save the Word file as Markdown" if is_word else "specify the main file of a manuscript"
            raise UsageError(f"no citations in {', '.join(cited_in)}", hint)
        if not any(manuscript.everything for manuscript in project.manuscripts):  # as \nocite{*} has it
            cited = frozenset(cite.key for manuscript in project.manuscripts for _, cite in manuscript.citations())
    parts, _ = read_inputs(inputs, ConvertSettings(), done=done)
    failures = tuple(part.failure for part in parts if part.failure)
    # entries that are copied need no keys of their own, and none of them is merged with another
    is_copied = not to_format and bool(parts) and all(part.format in _BIBTEX for part in parts)
    library = Works() if is_copied else Conversion.finished(parts, ConvertSettings()).library
    works = [*(work for part in parts for work in part.library), *library]
    if condition and not failures:  # what could not be read may have the field that no entry has
        condition.check(works)

    def is_selected(work: Work) -> bool:
        return (cited is None or not cited.isdisjoint(work.keys)) and (condition is None or condition.holds(work))

    missing = tuple(sorted((cited or frozenset()) - {key for work in works for key in work.keys}))
    if is_copied:
        texts, selected, seen = [], 0, 0
        files_of: Counter[str] = Counter()
        for part in parts:
            seen += len(part.library)
            if part.library.traces:
                both = zip(part.library.works, part.library.traces, strict=True)
                chosen_here = [(work.id, trace.span.start) for work, trace in both if is_selected(work)]
                offsets = {start for _, start in chosen_here}
                files_of.update({key for key, _ in chosen_here})
                selected += len(offsets)
                texts.append(BibText(part.library.traces[0].source).excerpt(offsets))
        repeated = tuple(key for key, count in files_of.items() if count > 1)
        return Selection("\n".join(filter(None, texts)), selected, seen, missing, failures, repeated)
    chosen = tuple(work for work in library if is_selected(work))
    if to_format == KEYS:
        text = "".join(f"{work.id}\n" for work in chosen)
    else:
        text = dumps(Works(chosen), to_format or "bibtex")
    return Selection(text, len(chosen), len(library), missing, failures)
