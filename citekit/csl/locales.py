"""The official locale files, and which of them a language falls back on.

They come with citekit, packed into one file with the styles (:mod:`citekit.csl.pack`); their licence is CC BY-SA 3.0.
Source: the CSL 1.0.2 specification, "Locale Fallback".
"""

from __future__ import annotations

from functools import cache

from citekit.csl.locale import Language, merge
from citekit.csl.model import Locale, Style
from citekit.csl.pack import opened
from citekit.csl.read import read_locale
from citekit.errors import UsageError, meant
from citekit.span import Source
from citekit.tables import pairs

PRIMARY = pairs("citekit.csl", "locales.tsv")["primary"]
"""The primary dialect of a language where it is not the language's code doubled (``fr`` is ``fr-FR``)."""
FALLBACK = "en-US"


@cache
def available() -> tuple[str, ...]:
    """The codes of all locale files."""
    return tuple(sorted(row[0] for row in opened().rows("locales")))


@cache
def locale_file(code: str) -> Locale:
    """A locale file by its code; an empty locale where there is none.

    Raises :class:`~citekit.errors.MissingExtraError` where the locale files were never packed.
    """
    text = opened().text(f"locales/{code}")
    return Locale(code) if text is None else read_locale(Source(f"locales-{code}.xml", text))


def primary(code: str) -> str:
    """The primary dialect of a code's language."""
    language = code.split("-", maxsplit=1)[0].lower()
    return PRIMARY.get(language) or f"{language}-{language.upper()}"


def check_language(code: str) -> None:
    """Raises :class:`~citekit.errors.UsageError` for a code whose language no locale file is for; empty is fine."""
    language = code.replace("_", "-").partition("-")[0].lower()
    known_languages = {name.partition("-")[0] for name in available()} | PRIMARY.keys()
    if code and language not in known_languages:
        raise UsageError(f"there are no terms for the language '{code}'", meant(code, available()))


def known(code: str) -> str:
    """The code of the locale file that a code names most closely: ``de-at`` gives ``de-AT``, ``fr`` gives ``fr-FR``."""
    by_lower = {name.lower(): name for name in available()}
    parts = code.replace("_", "-").lower().split("-")
    for length in range(len(parts), 1, -1):
        found = by_lower.get("-".join(parts[:length]))
        if found:
            return found
    found = by_lower.get(primary(parts[0]).lower())
    return found or FALLBACK


def language_for(style: Style, code: str = "") -> Language:
    """The terms, dates and options of a style in a language (empty: the style's own, or American English)."""
    wanted = known(code or style.default_locale or FALLBACK)
    base = wanted.split("-")[0].lower()
    asked = {wanted.lower(), (code or style.default_locale or FALLBACK).lower()}
    own = [locale for locale in style.locales if locale.language.lower() in asked]
    own += [locale for locale in style.locales if locale.language.lower() == base and base not in asked]
    own += [locale for locale in style.locales if not locale.language]
    files = dict.fromkeys((wanted, primary(wanted), FALLBACK))
    return merge(wanted, [*own, *(locale_file(name) for name in files)])
