r"""A month is not one of the twelve, or is in another language than those of the other entries.

Why: BibTeX has macros for the months, ``jan`` to ``dec``, which styles print in their own form; a month in braces is
printed as it stands, in English.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, month = {Febuary}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, month = feb, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field, short
from citekit.checks.reading.bibliography import Bibliography
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


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """Months in words of another language where most of the file has macros or English ones."""
    foreign, english = [], 0
    for entry in bibliography.entries:
        part = entry.get("month")
        if part is None or part.text.strip().isdecimal():
            continue
        name = "".join(words(part.text)[:1])
        if len(name) > 3 and part.inside >= 0 and name in _FOREIGN.split() and name not in _ENGLISH:
            foreign.append((entry, part))
        else:
            english += name[:3] in _ENGLISH_STARTS
    for entry, part in foreign if english > len(foreign) else ():
        if not entry.get("langid", "language", "hyphenation"):
            hint = "write jan to dec without braces; the style puts it into its language"
            message = f"'{short(part.text)}' is not in the language of the other months"
            yield Diagnostic(message, part.source, part.span, hint, entry.key, whole=entry.span)


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
_ENGLISH = frozenset(name.lower() for name in MONTH_NAMES)
_ENGLISH_STARTS = frozenset(name[:3] for name in _ENGLISH)
