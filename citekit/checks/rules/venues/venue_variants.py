r"""One venue is written in several ways in a file: whole and shortened, with and without a full stop.

Why: the reference list looks careless, and whoever groups by venue gets two. Forms with the same letters count, and names and acronyms of one
venue (``Phys. Rev. B``, ``Physical Review B``) unless they have a number or a year in them. NIPS is NeurIPS since 2018. Each form
is told of once; one that an entry gives beside the usual one (``shortjournal``) is not.

Example:

    @article{a, author = {J. Doe}, title = {A}, journal = {Physical Review B}, year = 2021}
    @article{b, author = {R. Roe}, title = {B}, journal = {Physical Review B}, year = 2022}
    @article{c, author = {P. Poe}, title = {C}, journal = {Phys. Rev. B}, year = 2023}

Use instead:

    @article{a, author = {J. Doe}, title = {A}, journal = {Physical Review B}, year = 2021}
    @article{b, author = {R. Roe}, title = {B}, journal = {Physical Review B}, year = 2022}
    @article{c, author = {P. Poe}, title = {C}, journal = {Physical Review B}, year = 2023}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, Related, short
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry, Field
from citekit.works.identity.fold import fold, plain, words
from citekit.works.venues import Venue, find

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")
OPTIONS = {
    "same-venue": (True, "Also names and acronyms that the table knows to be one venue."),
    "letter-case": (False, "Also forms that differ in letter case only."),
}

_SHOWN = 60
_OLD_NAMES = {"nips": 2018}
"""Until when a conference was called so."""
_SMALL = 3
_SMALL_WORDS = frozenset("the of and in on for de der und et".split())


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    groups: dict[str, dict[str, list[tuple[Entry, Field]]]] = {}
    for entry in bibliography.entries:
        part = entry.venue_field
        if part is not None and part.inside >= 0 and len(part.text) < 300 and not part.text.startswith("\\"):
            form = " ".join(plain(part.text).replace("~", " ").split())
            groups.setdefault(_key(form, entry, context), {}).setdefault(form, []).append((entry, part))
    for key, forms in groups.items():
        if len(forms) < 2 or not key:
            continue
        usual = max(forms, key=lambda form: (len(forms[form]), *_looks(form)))
        first = forms[usual][0][1]
        for form, all_uses in forms.items():
            uses = [(entry, part) for entry, part in all_uses if not _gives_both(entry, usual)]
            same_letters = form.casefold() == usual.casefold() and not context.options["letter-case"]
            if form == usual or same_letters or not uses:
                continue
            entry, part = uses[0]
            mine, theirs = _where_they_differ(form, usual)
            often = f" and {len(uses) - 1} more like it" if len(uses) > 1 else ""
            message = f"'{mine}'{often} is written '{theirs}' elsewhere ({_times(len(forms[usual]))})"
            fix = _fix([part for _, part in uses], usual) if first.text == usual else None
            related = (Related("the usual form", first.source, first.span),)
            yield Diagnostic(message, part.source, part.span, "write it alike", entry.key, related, fix, entry.span)


def _gives_both(entry: Entry, usual: str) -> bool:
    return fold(usual) in (fold(entry.text("shortjournal")), fold(entry.text("fjournal")))


def _fix(parts: list[Field], usual: str) -> Fix | None:
    edits = [Edit(p.source, p.part(0, len(p.text)), usual) for p in parts if plain(p.text) == p.text]
    return Fix(f"write {short(usual)}", tuple(edits)) if len(edits) == len(parts) else None


def _key(form: str, entry: Entry, context: Context) -> str:
    if not context.options["same-venue"] or any(map(str.isdigit, form)) or "@" in form:
        return fold(form)
    venue = find(form)
    if venue is None or venue.kind not in ("journal", "conference") or not _is_form_of(form, venue):
        return fold(form)
    old = fold(form) in _OLD_NAMES and (entry.year or 0) < _OLD_NAMES[fold(form)]
    return f"{venue.name} {fold(form)}" if old else venue.name


def _is_form_of(form: str, venue: Venue) -> bool:
    """Whether a form is a venue's acronym or a name in the table, or has each word of its name, whole or shortened."""
    if fold(form) in map(fold, (venue.acronym, venue.name, *venue.aliases)):
        return True
    mine, theirs = ([w for w in words(text) if w not in _SMALL_WORDS] for text in (form, venue.name))
    return len(mine) == len(theirs) and all(map(str.startswith, theirs, mine))


def _where_they_differ(form: str, usual: str) -> tuple[str, str]:
    """Both forms, long ones cut to where they begin to differ."""
    if max(len(form), len(usual)) <= _SHOWN:
        return form, usual
    start = max(0, _shared(form, usual) - _SHOWN // 2)
    start = form.rfind(" ", 0, start) + 1
    before = "…" if start else ""
    return f"{before}{short(form[start:])}", f"{before}{short(usual[start:])}"


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _looks(form: str) -> tuple[bool, int, str]:
    """How much a form looks like the name of a venue, by which equally frequent ones are told apart."""
    return not form.isupper(), sum(word[0].isupper() for word in form.split() if len(word) > _SMALL), form


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
