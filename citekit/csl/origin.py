"""Where a work came out, as styles request it: what bibliographies say in other words than CSL.

People write the acronym of a conference as the series next to its name, an arXiv identifier as ``eprint``, and the
workshop or the track of a conference as a note. In CSL the first is the short form of the container's title, the second
the number and the publisher of a preprint (specification, "Standard Variables" and "Types"), and a paper of a workshop
is none of the conference next to it. Only the processor sees works so; in files they stay as they are. What comes from
CSL's own data is left alone: there a series is a series.
"""

from __future__ import annotations

from dataclasses import replace

from citekit.model.date import Date
from citekit.model.work import InCSL, Value, Work
from citekit.runtime import patterns as re

_WORD = re.compile(r"[^\W_]+")
_ACRONYM = re.compile(r"[A-Za-z][\w+&/-]{1,14}")
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")
_SERVERS = {
    "arxiv": ("arXiv", ""),
    "biorxiv": ("bioRxiv", "https://www.biorxiv.org/content/"),
    "chemrxiv": ("ChemRxiv", ""),
    "hal": ("HAL", "https://hal.science/"),
    "medrxiv": ("medRxiv", "https://www.medrxiv.org/content/"),
    "psyarxiv": ("PsyArXiv", "https://osf.io/preprints/psyarxiv/"),
    "socarxiv": ("SocArXiv", "https://osf.io/preprints/socarxiv/"),
    "ssrn": ("SSRN", "https://ssrn.com/abstract="),
}
"""Servers of preprints by the name that ``eprinttype`` or ``archivePrefix`` gives them, and what comes before an identifier."""
_MONTHS_IN_DIGITS = re.compile(r"(\d{1,2})\s{0,3}[-/–]{1,2}\s{0,3}(\d{1,2})")
_MEETING = re.compile(r"\b(?:workshops?|wksp|track)\b", re.IGNORECASE)
_PIECE = re.compile(r"(?<=[.;])\s+")
_LONGEST_MEETING = 120  # by hand: the name of a workshop with its conference and year fits; more is a sentence
_SMALL = frozenset("a an and for in of on the to".split())


def with_origin(work: Work) -> Work:
    """Return the work with its container's acronym and its preprint number in the variables that are theirs."""
    changes: dict[str, Value] = {}
    series = work.variables.get("collection-title")
    if isinstance(series, str) and not isinstance(series, InCSL) and is_acronym(series, work.text("container-title")):
        changes = {"collection-title": "", "container-title-short": work.text("container-title-short") or series}
    kind = work.type
    archive = work.fields.get("archiveprefix", "").lower()
    alone = not (work.text("container-title") or work.text("DOI") or work.text("URL") or work.text("PMID"))
    if kind == "article-journal" and archive in _SERVERS and alone:
        kind = "article"  # INSPIRE exports preprints as articles without a journal
    if kind in ("article", "manuscript") and archive == "arxiv":
        changes |= _preprint(work)
        kind = "article"  # an unpublished work that arXiv has is a preprint
    elif alone and archive in _SERVERS:
        changes |= _on_server(work, archive)
    if month := _MONTHS_IN_DIGITS.fullmatch(work.fields.get("month", "")):
        changes |= _months(work, int(month[1]), int(month[2]))
    if work.type == "paper-conference":
        changes |= _meeting(work)
    return replace(work, type=kind, variables={**work.variables, **changes}) if changes or kind != work.type else work


def _months(work: Work, first: int, last: int) -> dict[str, Value]:
    """Return the date of a double issue whose months are numbers, ``1-2``."""
    issued = work.variables.get("issued")
    # months of a year
    known = isinstance(issued, Date) and issued.year and issued == Date.of(issued.year) and 1 <= first < last <= 12
    if not isinstance(issued, Date) or not issued.year or not known:
        return {}
    return {"issued": Date(((issued.year, first), (issued.year, last)))}


def _on_server(work: Work, archive: str) -> dict[str, Value]:
    """Return where a work lies that only its identifier on a server leads to."""
    identifier = work.fields.get("eprint", "").strip()
    if not identifier:
        return {}
    if archive == "arxiv":
        known = _ARXIV.fullmatch(identifier)
        return {"DOI": f"10.48550/arXiv.{known[1]}"} if known else {"URL": f"https://arxiv.org/abs/{identifier}"}
    name, address = _SERVERS[archive]
    found: dict[str, Value] = {}
    if identifier.startswith("10."):
        found["DOI"] = identifier
    elif address:
        found["URL"] = address + identifier
    else:
        found["number"] = f"{name}:{identifier}"
    if work.type in ("article", "article-journal", "manuscript") and not work.text("publisher"):
        found["publisher"] = f'<span class="nocase">{name}</span>'
    return found


def _meeting(work: Work) -> dict[str, Value]:
    """Return the workshop or track that the note or the event names, after the proceedings that do not name it."""
    container = work.text("container-title")
    changes: dict[str, Value] = {}
    for variable in ("event-title", "note"):
        if isinstance(work.variables.get(variable), InCSL):
            continue
        pieces = _PIECE.split(work.text(variable))
        named = [piece for piece in pieces if len(piece) <= _LONGEST_MEETING and _MEETING.search(piece)]
        new = [piece for piece in named if piece.strip(" .").casefold() not in container.casefold()]
        if container and new and not (variable == "event-title" and _MEETING.search(container)):
            container = ", ".join((container, *(piece.strip(" .") for piece in new)))
            changes |= {"container-title": container, variable: " ".join(p for p in pieces if p not in named)}
    return changes


def is_acronym(short: str, name: str) -> bool:
    """Whether ``short`` is one word that abbreviates ``name``: it is in it, or is made of the beginnings of its words.

    ``EuroSys`` abbreviates ``European Conference on Computer Systems``; ``LNCS`` does not abbreviate ``Computer
    Vision``.
    """
    if not _ACRONYM.fullmatch(short) or sum(map(str.isupper, short)) < 2:
        return False
    words = _WORD.findall(name[:500])
    return short in words or _made_of("".join(_WORD.findall(short)).lower(), [word.lower() for word in words])


def _made_of(short: str, words: list[str]) -> bool:
    """Whether beginnings of words, in order, make ``short``; at least two words give a letter."""
    reached = {(0, 0)}
    for word in words:
        most = 1 if word in _SMALL else len(word)
        for at, used in tuple(reached):
            length = 0
            while length < most and at + length < len(short) and short[at + length] == word[length]:
                length += 1
                reached.add((at + length, min(used + 1, 2)))
    return (len(short), 2) in reached


def _preprint(work: Work) -> dict[str, Value]:
    """Return the number, the publisher and the DOI of a preprint.

    arXiv registers a DOI for every paper. Its name keeps its lowercase letter everywhere.
    """
    identifier = work.fields.get("eprint", "").strip()
    if not identifier:
        return {}
    known = _ARXIV.fullmatch(identifier)
    found: dict[str, Value] = {}
    if not work.text("number"):
        found["number"] = f'<span class="nocase">arXiv:{identifier}</span>' if known else f"arXiv:{identifier}"
    if not work.text("publisher"):
        found["publisher"] = '<span class="nocase">arXiv</span>'
    if known and not work.text("DOI") and not work.text("URL"):
        found["DOI"] = f"10.48550/arXiv.{known[1]}"
    return found
