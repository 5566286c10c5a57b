r"""An entry has a type that nobody knows and that is nearly the name of one that exists, or one that people make up.

Why: BibTeX prints it as ``misc`` or not at all. Types that resemble no other are left alone, for many styles have some of
their own; the option ``others`` has them told as well, each once. Settings of styles, such as ``@IEEEtranBSTCTL``, are no
entries.

Example:

    @artcle{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from citekit.checks.context import Context
from citekit.checks.data_model import KNOWN_TYPES, STANDARD_TYPES, is_settings
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_type
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry

SEVERITY = "warning"
OPTIONS = {"others": (False, "Whether types are told as well that are no slips: those that only a style may know.")}

_LIKENESS = 0.8
_MADE_UP = {
    "paper": "article",
    "journal": "article",
    "journalarticle": "article",
    "chapter": "incollection",
    "bookchapter": "incollection",
    "bookpart": "incollection",
    "web": "online",
    "weblink": "online",
    "internet": "online",
    "internetsource": "online",
    "internetquelle": "online",
    "url": "online",
    "link": "online",
    "blog": "online",
}
_THESIS = "thesis"
_DEGREE = "make it thesis (BibLaTeX) or mastersthesis (BibTeX), with a type that says which"


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    own: dict[str, list[Entry]] = {}
    for entry in bibliography.entries:
        if entry.type in KNOWN_TYPES or is_settings(entry.type):
            continue
        meant = _meant(entry.type)
        if meant:
            fix = Fix(f"make it {meant}", (Edit(entry.source, entry.type_span, meant),))
            yield _told(entry, "", f"did you mean {meant}?", fix)
        elif entry.type.endswith(_THESIS):
            yield _told(entry, "", _DEGREE)
        else:
            own.setdefault(entry.type, []).append(entry)
    if context.options["others"]:
        yield from map(_told_once, own.values())


def _told_once(entries: list[Entry]) -> Diagnostic:
    first, *others = entries
    more = f"; {len(others)} more {'is' if len(others) == 1 else 'are'} of it" if others else ""
    return _told(first, more, "choose a type of BibTeX or BibLaTeX, misc where none fits")


def _told(entry: Entry, more: str, hint: str, fix: Fix | None = None) -> Diagnostic:
    found = at_type(entry, f"there is no entry type '{entry.type}'{more}", hint, fix)
    return replace(found, key=entry.key, whole=entry.span)


@cache
def _meant(entry_type: str) -> str:
    """The type that a slip or an invention stands for, or the empty string."""
    from difflib import get_close_matches  # here, for few texts ever need it

    if entry_type.endswith(_THESIS) and entry_type not in ("masterthesis", "phdthesis"):
        return ""
    near = get_close_matches(entry_type, sorted((*STANDARD_TYPES, *_MADE_UP)), 1, _LIKENESS)
    if not near or near[0][0] != entry_type[0] or abs(len(near[0]) - len(entry_type)) > 2:
        return ""
    return _MADE_UP.get(near[0], near[0])
