r"""A month is not one of the twelve.

Why: BibTeX has macros for the months, ``jan`` to ``dec``, which styles print in their own form; a month in braces is
printed as it stands, in English. ``--fix`` writes the macro where the month is a plain name.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, month = {Febuary}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, month = feb, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.formats.bibtex.dates import MONTH_NAMES
from citekit.works.identity.fold import words

SEVERITY = "warning"
FIELDS = ("month",)

_SEASONS = frozenset(
    "spring summer fall autumn winter early mid late end michaelmas hilary easter trinity christmas q1 q2 q3 q4 quarter "
    "fruhling fruhjahr sommer herbst printemps ete automne hiver primavera verano otono invierno estate autunno inverno "
    "verao outono".split()
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if part.inside < 0 or not any(map(str.isalnum, part.text)):
        return ()
    if part.text.strip().isdecimal():
        if 1 <= int(part.text.strip()[:9]) <= 12:
            return ()
    elif any(_is_month(word) for word in words(part.text)):
        return ()
    return (at_field(part, f"'{short(part.text)}' is not a month", "write jan to dec without braces, or 1 to 12"),)


def _is_month(word: str) -> bool:
    if word in _SEASONS or (word.isdecimal() and 1 <= int(word[:9]) <= 31 and len(word) < 3):
        return True
    if not word.isascii():
        return True  # another script: what it means is not known here
    return word in _SHORTENED or (len(word) > 2 and any(name.startswith(word) for name in _NAMES))


_FOREIGN = (
    "januar janvier enero janeiro gennaio januari jan styczen fevrier februar febrero fevereiro febbraio februari luty marz mars marzo "
    "marco maart marzec avril abril aprile kwiecien mai mayo maio maggio mei maj juin junio junho giugno juni czerwiec juillet "
    "julio julho luglio juli lipiec aout agosto august augustus sierpien septembre septiembre setembro settembre wrzesien octobre "
    "oktober octubre outubro ottobre pazdziernik novembre noviembre novembro listopad decembre dezember diciembre dezembro dicembre grudzien"
)
_NAMES = (*(name.lower() for name in MONTH_NAMES), *_FOREIGN.split())
_SHORTENED = frozenset("sept mrz mrt juil".split())
