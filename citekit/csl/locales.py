"""The terms, date formats and options of a language, out of a style's own locales and the official locale files.

The files come with citekit, packed into one file with the styles (:mod:`citekit.csl.pack`); their licence is CC BY-SA
3.0. Source: the CSL 1.0.2 specification, "Locale", "Locale Fallback", "Terms", "Localized Date Formats", "Localized
Options". A style's own ``cs:locale`` elements precede the locale file of the same dialect, then of the language, then
of its primary dialect, then American English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from citekit.csl.model import Locale, Style, Term, read_locale
from citekit.csl.pack import opened
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source
from citekit.text.xml import Element

FORM_FALLBACK = {"verb-short": "verb", "symbol": "short"} | dict.fromkeys(("short", "verb"), "long")
"""The form of a term that replaces one that is missing; a form that is not known is the long one."""


@dataclass(frozen=True)
class StyleLocale:
    """The terms, dates and options that apply to a style in one language, all fallbacks done."""

    code: str
    terms: Mapping[tuple[str, str], Term]
    ordinals: Mapping[tuple[str, str], Term]
    dates: Mapping[str, Element]
    options: Mapping[str, str]

    def term(self, name: str, form: str = "long", plural: bool = False) -> str | None:
        """Return a term's text in a form (or the form that replaces it), or None if it is unknown."""
        # "Terms": a form that a locale lacks falls back to a longer one, down to the long form
        form = form if form in FORM_FALLBACK else "long"
        while (found := self.terms.get((name, form))) is None and form in FORM_FALLBACK:
            form = FORM_FALLBACK[form]
        return None if found is None else found.multiple if plural else found.single

    def gender(self, name: str) -> str:
        """Return the grammatical gender of a term: ``masculine``, ``feminine`` or empty."""
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


def merge(code: str, locales: Iterable[Locale]) -> StyleLocale:
    """Return one language out of locales in order of precedence, the strongest first.

    A locale that has ordinal terms at all (``ordinal``, ``ordinal-00`` …) has its own system of them, so the ordinals
    of the weaker ones do not shine through (specification, "Ordinal Suffixes").
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
    return StyleLocale(code, terms, ordinals, dates, options)


def is_ordinal(name: str) -> bool:
    """Whether a term is an ordinal suffix."""
    return name == "ordinal" or (name.startswith("ordinal-") and name[8:].isdecimal())


PRIMARY = pairs("citekit.csl", "locales.tsv")["primary"]
"""The primary dialect of a language where it is not the language's code doubled (``fr`` is ``fr-FR``)."""
FALLBACK = "en-US"


@cache
def available() -> tuple[str, ...]:
    """Return the codes of all locale files."""
    return tuple(sorted(row[0] for row in opened().rows("locales")))


@cache
def locale_file(code: str) -> Locale:
    """Return a locale file by its code; an empty locale if it is missing.

    Raises :class:`~citekit.runtime.errors.MissingExtraError` where the locale files were never packed.
    """
    text = opened().text(f"locales/{code}")
    return Locale(code) if text is None else read_locale(Source(f"locales-{code}.xml", text))


def primary(code: str) -> str:
    """Return the primary dialect of a code's language."""
    language = code.split("-", maxsplit=1)[0].lower()
    return PRIMARY.get(language) or f"{language}-{language.upper()}"


def check_language(code: str) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for a code whose language no locale file is for.

    An empty code is valid.
    """
    language = code.replace("_", "-").partition("-")[0].lower()
    known_languages = {name.partition("-")[0] for name in available()} | PRIMARY.keys()
    if code and language not in known_languages:
        raise UsageError(f"there are no terms for the language '{code}'", did_you_mean(code, available()))


def known(code: str) -> str:
    """Return the code of the locale file that a code names most closely: ``de-at`` gives ``de-AT``, ``fr`` gives ``fr-FR``."""
    by_lower = {name.lower(): name for name in available()}
    parts = code.replace("_", "-").lower().split("-")
    for length in range(len(parts), 1, -1):
        found = by_lower.get("-".join(parts[:length]))
        if found:
            return found
    found = by_lower.get(primary(parts[0]).lower())
    return found or FALLBACK


def language_for(style: Style, code: str = "") -> StyleLocale:
    """Return the terms, dates and options of a style in a language (empty: the style's own, or American English)."""
    wanted = known(code or style.default_locale or FALLBACK)
    base = wanted.split("-")[0].lower()
    requested = {wanted.lower(), (code or style.default_locale or FALLBACK).lower()}
    own = [locale for locale in style.locales if locale.language.lower() in requested]
    own += [locale for locale in style.locales if locale.language.lower() == base and base not in requested]
    own += [locale for locale in style.locales if not locale.language]
    files = dict.fromkeys((wanted, primary(wanted), FALLBACK))
    return merge(wanted, [*own, *(locale_file(name) for name in files)])
