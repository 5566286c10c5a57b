r"""One venue is written in several ways in a file: ``MLSys`` and ``MLsys``, with and without a full stop.

Why: the reference list looks careless, and whoever groups by venue gets two. Only forms with the same letters count; the
option ``same-venue`` also takes names and acronyms of one venue.

Example:

    @inproceedings{a, author = {J. Doe}, title = {A}, booktitle = {MLSys}, year = 2021}
    @inproceedings{b, author = {R. Roe}, title = {B}, booktitle = {MLSys}, year = 2022}
    @inproceedings{c, author = {P. Poe}, title = {C}, booktitle = {MLsys}, year = 2023}

Use instead:

    @inproceedings{a, author = {J. Doe}, title = {A}, booktitle = {MLSys}, year = 2021}
    @inproceedings{b, author = {R. Roe}, title = {B}, booktitle = {MLSys}, year = 2022}
    @inproceedings{c, author = {P. Poe}, title = {C}, booktitle = {MLSys}, year = 2023}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, Related, short
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry, Field
from citekit.works.identity.fold import fold, plain
from citekit.works.venues import find

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")
OPTIONS = {"same-venue": (False, "Also names and acronyms that the table knows to be one venue.")}

_SHOWN = 60
_SMALL = 3


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    groups: dict[str, dict[str, list[tuple[Entry, Field]]]] = {}
    for entry in bibliography.entries:
        part = entry.venue_field
        if part is not None and part.inside >= 0 and len(part.text) < 300:
            form = " ".join(plain(part.text).replace("~", " ").split())
            groups.setdefault(_key(form, context), {}).setdefault(form, []).append((entry, part))
    for key, forms in groups.items():
        if len(forms) < 2 or not key:
            continue
        usual = max(forms, key=lambda form: (len(forms[form]), *_looks(form)))
        first = forms[usual][0][1]
        for form, uses in forms.items():
            if form == usual:
                continue
            for entry, part in uses:
                text = part.text if plain(part.text) == part.text and first.text == usual else ""
                fix = (
                    Fix(f"write {short(usual)}", (Edit(part.source, part.part(0, len(part.text)), usual),), safe=False)
                    if text
                    else None
                )
                related = (Related("the usual form", first.source, first.span),)
                mine, theirs = _where_they_differ(form, usual)
                message = f"'{mine}' is written '{theirs}' elsewhere ({_times(len(forms[usual]))})"
                yield Diagnostic(message, part.source, part.span, "write it alike", entry.key, related, fix, entry.span)


def _key(form: str, context: Context) -> str:
    venue = find(form) if context.options["same-venue"] else None
    return venue.name if venue else fold(form)


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
