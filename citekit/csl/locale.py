"""The terms, date formats and options of a language, out of several locales.

Source: the CSL 1.0.2 specification, "Locale", "Locale Fallback", "Terms", "Localized Date Formats", "Localized
Options". A style's own ``cs:locale`` elements stand before the locale file of the same dialect, then of the language,
then of its primary dialect, then American English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citekit.csl.model import Locale, Term
from citekit.records import dataclass
from citekit.text.xml import Element

FORM_FALLBACK: Mapping[str, tuple[str, ...]] = {
    "long": ("long",),
    "short": ("short", "long"),
    "verb": ("verb", "long"),
    "verb-short": ("verb-short", "verb", "long"),
    "symbol": ("symbol", "short", "long"),
}
"""The forms of a term that stand in for one that is missing, in order."""


@dataclass(frozen=True)
class Language:
    """The terms, dates and options that hold for a style in one language, all fallbacks done."""

    code: str
    terms: Mapping[tuple[str, str], Term]
    ordinals: Mapping[tuple[str, str], Term]
    dates: Mapping[str, Element]
    options: Mapping[str, str]

    def term(self, name: str, form: str = "long", plural: bool = False) -> str | None:
        """A term's text in a form (or the form that stands in for it), or None where nobody knows it."""
        for choice in FORM_FALLBACK.get(form, ("long",)):
            found = self.terms.get((name, choice))
            if found is not None:
                return found.multiple if plural else found.single
        return None

    def gender(self, name: str) -> str:
        """The grammatical gender of a term: ``masculine``, ``feminine`` or empty."""
        found = self.terms.get((name, "long"))
        return found.gender if found else ""

    @property
    def punctuation_in_quote(self) -> bool:
        """Whether commas and full stops move inside closing quotation marks."""
        return self.options.get("punctuation-in-quote") == "true"

    @property
    def is_english(self) -> bool:
        """Whether title case means something in this language."""
        return self.code.lower().startswith("en")


def merge(code: str, locales: Iterable[Locale]) -> Language:
    """One language out of locales in order of precedence, the strongest first.

    A locale that has ordinal terms at all (``ordinal``, ``ordinal-00`` …) has its own system of them, so the ordinals of
    the weaker ones do not shine through (specification, "Ordinal Suffixes").
    """
    terms: dict[tuple[str, str], Term] = {}
    ordinals: dict[tuple[str, str], Term] = {}
    dates: dict[str, Element] = {}
    options: dict[str, str] = {}
    settled = False
    for locale in locales:
        own = [term for term in locale.terms if is_ordinal(term.name)]
        if own and not settled:
            ordinals = {(term.name, term.gender_form): term for term in own}
            settled = True
        for term in locale.terms:
            key = (term.name, term.gender_form) if term.gender_form else (term.name, term.form)
            terms.setdefault(key, term)
        for form, date in locale.dates.items():
            dates.setdefault(form, date)
        for name, value in locale.options.items():
            options.setdefault(name, value)
    return Language(code, terms, ordinals, dates, options)


def is_ordinal(name: str) -> bool:
    """Whether a term is an ordinal suffix."""
    return name == "ordinal" or (name.startswith("ordinal-") and name[8:].isdecimal())
