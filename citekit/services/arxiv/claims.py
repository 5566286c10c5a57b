"""The arXiv identifiers that an entry claims to have, in whatever field they are."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.model.identity.comparison_record import is_of_another
from citekit.model.ids import ARCHIVES, find_identifiers, normal_arxiv
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_ID_FIELDS = ("eprint", "arxiv", "arxivid", "arxiv_id", "arxiv-id")
# Variables and fields that speak of other papers, or of none.
_SILENT = frozenset(
    "abstract annote annotation title title-short original-title keyword keywords file author editor language".split()
)
# What is left of an identifier of the old form where the archive has a field of its own.
_NUMBER = re.compile(r"\d{7}(?:v\d{1,3})?")
_ARXIV = re.compile(r"(?<![a-z])(?:arxiv|corr\b|abs/)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Claim:
    """An identifier that an entry names: the field, the canonical identifier, the version (``"2"``) or nothing."""

    field: str
    id: str
    version: str = ""


def claims_of(work: Work) -> tuple[Claim, ...]:
    """Return all arXiv identifiers of an entry, each once, those of fields made for them first.

    ``eprint`` counts unless ``archiveprefix`` names another archive; ``eprint={0110034}, archiveprefix={gr-qc}`` is
    ``gr-qc/0110034``. Abstracts are not looked into: they speak of other
    papers as well.
    """
    found: dict[str, Claim] = {}
    for claim in (*_named(work), *_mentioned(work)):
        found.setdefault(claim.id, claim)
    return tuple(found.values())


def _named(work: Work) -> Iterator[Claim]:
    archive = archive_of(work)
    part = archive.partition(".")[0]
    for field in _ID_FIELDS:
        text = work.fields.get(field, "").strip().strip("{}/ ")
        if field == "eprint" and _NUMBER.fullmatch(text):
            named = work.fields.get("primaryclass", work.fields.get("eprintclass", "")).strip().lower()
            text = f"{part if part in ARCHIVES else named.partition('.')[0]}/{text}"
        foreign = field == "eprint" and (not is_arxiv(archive) or ("://" in text and "arxiv" not in text))
        if text and not foreign:
            yield from _claim(field, text)


def archive_of(work: Work) -> str:
    """Return the archive that an entry names next to its ``eprint``, in lowercase letters; empty if it names none."""
    return work.fields.get("archiveprefix", work.fields.get("eprinttype", "")).strip().strip("{}").lower()


def is_arxiv(archive: str) -> bool:
    """Whether an archive is arXiv, one of its parts (``gr-qc``, ``math.AG``), or not named."""
    return not archive or "arxiv" in archive or archive.partition(".")[0] in ARCHIVES


def _mentioned(work: Work) -> Iterator[Claim]:
    texts = [(name, value) for name, value in work.variables.items() if isinstance(value, str)]
    for name, text in (*texts, *work.fields.items()):
        # a longer text is an abstract, which may cite other papers by their identifiers
        if name.lower() in _SILENT or name in _ID_FIELDS or len(text) > 2000 or not text:
            continue
        if named := _ARXIV.search(text):
            if not is_of_another(text[: named.start()]):
                yield from _claim(name, text)
        else:
            ids = (found for found in find_identifiers(text, bare_arxiv=False) if found.kind == "arxiv")
            for identifier in ids:
                if not is_of_another(text[: identifier.start]):
                    yield from _claim(name, identifier.value)


def malformed_eprint(work: Work) -> str:
    """Return what is in ``eprint`` for arXiv and is not an identifier of it: ``TBD``, ``2103.XXXXX``.

    Return an empty string if it has none.
    """
    text = work.fields.get("eprint", "").strip().strip("{}/ ")
    archive = archive_of(work)
    names_arxiv = "arxiv" in archive or (not archive and "arxiv" in text.lower())
    return text if text and names_arxiv and not any(claim.field == "eprint" for claim in _named(work)) else ""


def _claim(field: str, text: str) -> Iterator[Claim]:
    found = normal_arxiv(text, keep_version=True)
    if found:
        number, _, version = found.rpartition("v") if re.search(r"v\d{1,3}$", found) else (found, "", "")
        if not re.fullmatch(r"0+", number[-5:].rpartition(".")[2]):
            yield Claim(field, number, version)
