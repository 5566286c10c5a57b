"""The official locale files, and which of them a language falls back on.

The files are read as data from the distribution ``citeproc-py``, which carries the whole set of the CSL project (CC
BY-SA 3.0); none of its code is imported. Source: the CSL 1.0.2 specification, "Locale Fallback".
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from citekit.csl.locale import Language, Locale, merge
from citekit.csl.model import Style
from citekit.csl.read import read_locale
from citekit.errors import MissingExtraError
from citekit.span import Source

PRIMARY = {
    "ar": "ar",
    "ca": "ca-AD",
    "cs": "cs-CZ",
    "cy": "cy-GB",
    "da": "da-DK",
    "de": "de-DE",
    "el": "el-GR",
    "en": "en-US",
    "es": "es-ES",
    "et": "et-EE",
    "eu": "eu",
    "fa": "fa-IR",
    "he": "he-IL",
    "hi": "hi-IN",
    "hy": "hy-AM",
    "ja": "ja-JP",
    "km": "km-KH",
    "ko": "ko-KR",
    "la": "la",
    "ms": "ms-MY",
    "nb": "nb-NO",
    "nn": "nn-NO",
    "no": "nb-NO",
    "pa": "pa-PK",
    "pt": "pt-PT",
    "sl": "sl-SI",
    "sr": "sr-Cyrl-RS",
    "sv": "sv-SE",
    "tl": "tl-PH",
    "uk": "uk-UA",
    "vi": "vi-VN",
    "zh": "zh-CN",
}
"""The primary dialect of a language where it is not the language's code doubled (``fr`` is ``fr-FR``)."""
FALLBACK = "en-US"


@cache
def _folder() -> Path:
    found = find_spec("citeproc")  # finds the package without running it
    if found is None or not found.submodule_search_locations:
        raise MissingExtraError("the locale files are not installed", "they come with citeproc-py")
    return Path(found.submodule_search_locations[0], "data", "locales")


@cache
def available() -> tuple[str, ...]:
    """The codes of all locale files."""
    return tuple(sorted(path.stem.removeprefix("locales-") for path in _folder().glob("locales-*.xml")))


@cache
def locale_file(code: str) -> Locale:
    """A locale file by its code; an empty locale where there is none.

    Raises :class:`~citekit.errors.MissingExtraError` where the locale files are not installed.
    """
    if code not in available():
        return Locale(code)
    path = _folder() / f"locales-{code}.xml"
    return read_locale(Source(path.name, path.read_text("utf-8")))


def primary(code: str) -> str:
    """The primary dialect of a code's language."""
    language = code.split("-", maxsplit=1)[0].lower()
    return PRIMARY.get(language) or f"{language}-{language.upper()}"


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
