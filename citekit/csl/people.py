"""Names as a citation needs them: particles and suffixes told apart, scripts, initials.

Source: the CSL 1.0.2 specification, "Names", "Name", "Non-Latin Names", and ``initialize-with``; particles that are in
the family or given name of CSL-JSON are found as in its documentation (lower-case words at the edge).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from citekit.model.name import CORRESPONDING, EQUAL, SELF, Name
from citekit.runtime import patterns as re

_JOINED_PARTICLE = re.compile(r"((?:[a-zà-ÿ]{1,2}[’'`‘]|(?:al|el|ad|an|ar|as|at|az|ul|ibn)-))(?=[^\W\d_a-zà-ÿ])")
_TAGS = re.compile(r"</?[a-z][^<>]*>")


class FormattedName(NamedTuple):
    """A name ready to be written; ``particles_joined`` means that the non-dropping particle touches the family name."""

    family: str = ""
    given: str = ""
    dropping: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    comma_suffix: bool = False
    eastern: bool = False
    spaced: bool = True
    is_self: bool = False
    is_equal: bool = False
    is_corresponding: bool = False


@lru_cache(maxsize=1 << 15)
def person(name: Name) -> FormattedName:
    """Return the parts of a name, those told apart that CSL-JSON leaves together."""
    if name.literal:
        return _marked(FormattedName(literal=name.literal), name)
    family, given, suffix, comma = (
        name.family.strip(),
        name.given.strip(),
        name.suffix.strip(),
        "comma-suffix" in name.marks,
    )
    dropping, particle = name.dropping_particle.strip(), name.non_dropping_particle.strip()
    if not suffix and "," in given:
        given, suffix, comma = _split_suffix(given)
    # particles that the source names are certain; only undivided names are searched for them
    if not particle and not dropping:
        family, particle = _split_family(family)
        # the particles after a given name ("Ludwig van") are dropping ones
        words = given.split(" ")
        count = len(words)
        while count > 1 and _is_particle(words[count - 1]):
            count -= 1
        given, dropping = " ".join(words[:count]), " ".join(words[count:])
    if not family:
        family, given = given, ""
    both = _TAGS.sub("", family + given)
    # "Non-Latin Names": decided by the script of the name, not by the language of the style; for Hungarian names sources set the
    # mark
    western = _is_romanesque(both) and "static-ordering" not in name.marks
    # Chinese, Japanese, Korean, Thai and Lao put no space between family and given name
    spaced = _is_romanesque(both) or not any(is_wide(c) or "\u0e00" <= c <= "\u0eff" for c in both)
    return _marked(FormattedName(family, given, dropping, particle, suffix, "", comma, not western, spaced), name)


def _marked(person: FormattedName, name: Name) -> FormattedName:
    marks = name.marks
    if not marks:
        return person
    return person._replace(is_self=SELF in marks, is_equal=EQUAL in marks, is_corresponding=CORRESPONDING in marks)


def _split_suffix(given: str) -> tuple[str, str, bool]:
    """``John, Jr.`` and, with a comma that stays, ``John,! Jr.``; a lower-case remainder is not a suffix."""
    name, _, rest = given.partition(",")
    keeps_comma = rest.startswith("!")
    suffix = rest.removeprefix("!").strip()
    if not suffix or suffix[:1].islower():
        return given, "", False
    return name.rstrip(), suffix, keeps_comma


def _split_family(family: str) -> tuple[str, str]:
    """Return a family name and its leading particles: words in lower case, ``d'``, ``al-``."""
    if len(family) > 1 and family[0] == family[-1] == '"':
        return family[1:-1], ""
    words = family.split(" ")
    count = 0
    while count < len(words) - 1 and _is_particle(words[count]):
        count += 1
    particles, rest = " ".join(words[:count]), " ".join(words[count:])
    if particles.endswith(("’", "'")):
        particles += " "
    match = _JOINED_PARTICLE.match(rest)
    if match:
        particles, rest = f"{particles} {match[1]}".lstrip(), rest[match.end(1) :]
    return rest, particles


def _is_particle(word: str) -> bool:
    letters = word.lstrip("’'‘`ʻ")
    # the longest particles have fewer letters ("von und zu"); longer words are families in lower case
    return bool(letters) and letters[0].islower() and letters.upper() != letters and len(word) < 12


_ROMANESQUE = re.compile(
    "[A-Za-z0-9\u00aa\u00ba\u00c0-\u02ff\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0700-\u074f"
    "\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\\s\\W_]*"
)


@lru_cache(maxsize=1 << 14)
def _is_romanesque(text: str) -> bool:
    """Whether a name is written given name first, with spaces: Latin, Greek, Cyrillic, Hebrew, Arabic."""
    return text.isascii() or _ROMANESQUE.fullmatch(text) is not None


def is_wide(letter: str) -> bool:
    """Whether a letter belongs to a script without spaces (Chinese, Japanese, Korean)."""
    return bool(letter) and unicodedata.east_asian_width(letter) in "WF"


_WORDS = re.compile(r"(\s+|-)")


@lru_cache(maxsize=1 << 14)
def initials(given: str, mark: str, hyphens: bool = True, only_existing: bool = False) -> str:
    """Return a given name as initials, each followed by ``mark``: ``J. B. de C. M.`` for ``". "``.

    With ``hyphens`` false no hyphen stays between initials; ``only_existing`` keeps full names and only regularizes
    initials that are there (``initialize="false"``). Tags around a name stay around its initial.
    """
    made = ""
    stop = mark.strip()
    before_whole = True
    for text, joint in _pieces(given):
        short = _initial(text, stop, only_existing, joint)
        if short == "":
            continue
        if not made:
            made = short if short is not None else text
        elif joint == "-" and (hyphens or short is None):
            made += f"-{short if short is not None else text}"
        elif short is None or before_whole or mark != stop:
            made += f" {short if short is not None else text}"
        else:
            made += short
        before_whole = short is None
    return made


def _pieces(given: str) -> list[tuple[str, str]]:
    """Return the words of a given name and what precedes each: a space, a hyphen, nothing (``J.J.``)."""
    words = _WORDS.split(_AFTER_STOP.sub(". ", given.replace("\u00a0", " ").replace("‐", "-")))
    found: list[tuple[str, str]] = []
    for place in range(0, len(words), 2):
        if words[place]:
            joint = words[place - 1] if place else ""
            found.append((words[place], "-" if joint == "-" else " " if joint else ""))
    return found


_AFTER_STOP = re.compile(r"\.(?=[^\s.<-])")


def _initial(word: str, stop: str, only_existing: bool, joint: str) -> str | None:
    """Return the initial of a word with its mark, None for a word that stays whole (``de``), empty for one that goes."""
    match = _TAGGED.fullmatch(word)
    if match:
        inner = _initial(match[2], stop, only_existing, joint)
        return f"{match[1]}{inner}{match[3]}" if inner else inner
    bare = word.rstrip(".")
    if not bare or not bare[0].isupper():
        if bare[:1].islower() and joint == "-" and not only_existing:
            return ""
        return None  # scripts without case have no initials
    if word != bare or len(bare) == 1:
        return bare + stop
    if only_existing:
        return None
    if len(bare) > 2 and bare[1].isupper() and bare[2].islower():
        return bare[0] + bare[1].lower() + stop
    return bare[0] + stop


_TAGGED = re.compile(r"(<[a-z][^<>]{0,60}>)([^<>]*)(</[a-z]+>)")
