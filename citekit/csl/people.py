"""Names as a citation needs them: particles and suffixes told apart, scripts, initials.

Source: the CSL 1.0.2 specification, "Names", "Name", "Non-Latin Names", and ``initialize-with``; particles that stand in
the family or given name of CSL-JSON are found as its documentation says (lower-case words at the edge).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from citekit.works.name import Name

_PARTICLE_FAMILY = re.compile(
    r"(?P<particles>(?:[a-zß-öø-ÿ][a-zß-öø-ÿ]*[ ]+)*(?:[a-zß-öø-ÿ]{1,4}[ ]+|[dltDLT][’'`]\s?|(?:al|el|ad|an|as|at|az|ul|ibn)-)?)"
    r"(?P<family>[^a-zß-öø-ÿ\s].*)",
    re.DOTALL,
)
_PARTICLE_GIVEN = re.compile(
    r"(?P<given>.*\S)(?P<comma>,)?[ ]+(?P<particles>[a-zß-öø-ÿ][\wß-öø-ÿ]*(?:[ ]+[a-zß-öø-ÿ]\w*)*[’'`]?)", re.DOTALL
)
_SUFFIX = re.compile(r"\s*,(!?)\s*")
_TAGS = re.compile(r"</?[a-z][^<>]*>")


@dataclass(frozen=True, slots=True)
class Person:
    """A name ready to be written; ``particles_joined`` says that the non-dropping particle touches the family name."""

    family: str = ""
    given: str = ""
    dropping: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    comma_suffix: bool = False
    eastern: bool = False
    spaced: bool = True


@lru_cache(maxsize=1 << 15)
def person(name: Name) -> Person:
    """The parts of a name, those told apart that CSL-JSON leaves together."""
    if name.literal:
        return Person(literal=name.literal)
    family, given, suffix, comma = name.family.strip(), name.given.strip(), name.suffix.strip(), name.comma_suffix
    dropping, particle = name.dropping_particle.strip(), name.non_dropping_particle.strip()
    if not suffix and "," in given:
        given, suffix, comma = _split_suffix(given)
    if not particle and not dropping:
        family, particle = _split_family(family)
        given, dropping = _split_given(given)
    if not family:
        family, given = given, ""
    both = _TAGS.sub("", family + given)
    western = _is_romanesque(both)
    return Person(
        family, given, dropping, particle, suffix, "", comma, not western, western or not _is_east_asian(both)
    )


def _split_suffix(given: str) -> tuple[str, str, bool]:
    """``John, Jr.`` and, with a comma that stays, ``John,! Jr.``; a lower-case remainder is no suffix."""
    parts = _SUFFIX.split(given, maxsplit=1)
    if len(parts) < 3 or not parts[2] or parts[2][:1].islower():
        return given, "", False
    return parts[0], parts[2], bool(parts[1])


def _split_family(family: str) -> tuple[str, str]:
    if len(family) > 1 and family[0] == family[-1] == '"':
        return family[1:-1], ""
    if not family[:1].islower() and family[:2] not in ("d'", "d’"):
        return family, ""
    match = _PARTICLE_FAMILY.fullmatch(family)
    if match and match["particles"]:
        particle = match["particles"]
        return match["family"], particle if particle[-1] in "-’'`" else particle.rstrip(" ")
    return family, ""


def _split_given(given: str) -> tuple[str, str]:
    match = _PARTICLE_GIVEN.fullmatch(given)
    if match is None:
        return given, ""
    words = match["particles"]
    name = match["given"]
    return name + (match["comma"] or ""), words


_ROMANESQUE = re.compile(
    "[A-Za-z0-9\u00aa\u00ba\u00c0-\u02ff\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0700-\u074f"
    "\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\\s\\W_]*"
)


@lru_cache(maxsize=1 << 14)
def _is_romanesque(text: str) -> bool:
    """Whether a name is written given name first, with blanks: Latin, Greek, Cyrillic, Hebrew, Arabic."""
    return text.isascii() or _ROMANESQUE.fullmatch(text) is not None


def _is_east_asian(text: str) -> bool:
    return any(unicodedata.east_asian_width(c) in "WF" or "\u0e00" <= c <= "\u0eff" for c in text)


_WORDS = re.compile(r"(\s+|-)")


@lru_cache(maxsize=1 << 14)
def initials(given: str, mark: str, hyphens: bool = True, only_existing: bool = False) -> str:
    """A given name as initials, each followed by ``mark``: ``J. B. de C. M.`` for ``". "``.

    With ``hyphens`` false no hyphen stays between initials; ``only_existing`` keeps full names and only regularizes
    initials that are there (``initialize="false"``).
    """
    pieces = _pieces(given)
    made = ""
    stop = mark.strip()
    for text, joint in pieces:
        short = _initial(text, stop, only_existing)
        if short is None:
            made = _joined(made, text, joint, mark, True)
        else:
            made = _joined(made, short, joint if hyphens else " " if joint == "-" else joint, mark, False)
    return made.rstrip()


def _pieces(given: str) -> list[tuple[str, str]]:
    """The words of a given name and what stands before each: a blank, a hyphen, nothing (``J.J.``)."""
    words = _WORDS.split(re.sub(r"\.(?=[^\s.-])", ". ", given.replace("\u00a0", " ").replace("‐", "-")))
    found: list[tuple[str, str]] = []
    for place in range(0, len(words), 2):
        if words[place]:
            joint = words[place - 1] if place else ""
            found.append((words[place], "-" if joint == "-" else " " if joint else ""))
    return found


def _initial(word: str, stop: str, only_existing: bool) -> str | None:
    """The initial of a word with its mark, or None for a word that stays whole (``de``)."""
    bare = word.rstrip(".")
    plain = _TAGS.sub("", bare)
    if not plain or not plain[0].isupper():
        return None if plain[:1].islower() or only_existing or not plain[:1].isalpha() else plain[0] + stop
    if only_existing:
        return None if len(plain) > 1 and not (word.endswith(".") and len(plain) == 1) else plain[0] + stop
    capitals = plain[0]
    if len(plain) > 2 and plain[1].isupper() and plain[2].islower():
        capitals = plain[0] + plain[1].lower()
    elif len(plain) > 1 and plain.isupper() and len(plain) < 4 and not word.endswith(".") and plain.isascii():
        return stop.join(plain) + stop if stop else plain
    return capitals + stop


def _joined(made: str, text: str, joint: str, mark: str, whole: bool) -> str:
    if not made:
        return text
    if joint == "-":
        return made.rstrip() + "-" + text
    gap = " " if whole or mark.endswith((" ", "\u00a0")) or made[-1:].islower() else ""
    return made + (" " if gap and not made.endswith(" ") else "") + text
