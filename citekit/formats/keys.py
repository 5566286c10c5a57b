"""Citation keys from templates with markers in brackets, as in JabRef and Better BibTeX.

A template such as ``[auth][year][word]`` is text with markers; a marker may carry modifiers (``[auth:upper]``).
The key of a work does not depend on other works, except that equal keys get ``a``, ``b``, ``c`` … in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import overload

from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import KEY_TEMPLATE
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.text.case import SMALL_WORDS
from citekit.text.numerals import letters
from citekit.text.rich import without_tags
from citekit.text.unicode import to_ascii

_TOKEN = re.compile(r"\[([^\[\]]*)\]|([^\[\]]+|[\[\]])")
_MARKER = re.compile(r"([A-Za-z]+?)(\d*)")


def _people(work: Work) -> tuple[Name, ...]:
    people = work.author or work.names("editor")
    return tuple(name for name in people if not name.is_others)


def _family(name: Name) -> str:
    return "".join(to_ascii(name.literal or name.full_family or name.given).split())


def _families(work: Work) -> list[str]:
    return [family for family in map(_family, _people(work)) if family]


def _title_words(work: Work) -> list[str]:
    """Return the words of the title in ASCII without punctuation: ``RMSTC`` for ``RM-STC:``."""
    title = without_tags(work.text("title"))
    return [word for word in ("".join(to_ascii(token).split()) for token in title.split()) if word]


def _significant(work: Work) -> list[str]:
    words = _title_words(work)
    return [word for word in words if word.lower() not in SMALL_WORDS] or words


def _auth(work: Work, count: int) -> str:
    people = _people(work)
    if people:
        return _family(people[0])[: count or None] or "anon"
    return "" if _significant(work) else "anon"


def _authors(work: Work, count: int) -> str:
    families = _families(work)
    wanted = count or len(families)
    more = "EtAl" if len(families) > wanted else ""
    return "".join(families[:wanted]) + more if families else _auth(work, 0)


def _authors_alpha(work: Work, count: int) -> str:
    """Return the label of BibTeX's alpha style: three letters of one name, else the initials of up to four."""
    families = _families(work)
    if len(families) < 2:
        return (families or [_auth(work, 0)])[0][: count or 3]
    # alpha.bst prints up to four initials, or three and a plus sign
    initials = "".join(family[0] for family in families[: 4 if len(families) <= 4 else 3])
    # alpha.bst: from five authors on, three initials and a plus sign
    return initials + ("+" if len(families) > 4 else "")


def _year(work: Work, count: int) -> str:
    year = "" if work.year is None else str(abs(work.year))
    return year[-count:] if count else year


def _venue(work: Work, _: int) -> str:
    name = work.text("container-title-short") or work.text("container-title") or work.text("publisher")
    words = [word for word in to_ascii(without_tags(name)).split() if word.lower() not in SMALL_WORDS]
    capitals = [word for word in words if len(word) > 1 and word.isupper()]
    if capitals:
        return capitals[0]
    return words[0] if len(words) == 1 else "".join(word[0].upper() for word in words if word[0].isalpha())


def _first_page(work: Work, _: int) -> str:
    match = re.search(r"\d+", work.text("page"))
    return match.group() if match else ""


MARKERS: dict[str, tuple[Callable[[Work, int], str], str]] = {
    "auth": (_auth, "family name of the first author (or else the first editor); [auth4] takes four letters"),
    "authors": (_authors, "family names of all authors; [authors3] of the first three, then EtAl"),
    "authorsAlpha": (_authors_alpha, "the label of BibTeX's alpha style"),
    "year": (_year, "year of publication"),
    "yy": (lambda work, _: _year(work, 2), "its last two digits"),
    "word": (
        lambda work, n: "".join(_significant(work)[(n or 1) - 1 : n or 1]),
        "first significant word; [word2] the second",
    ),
    "veryshorttitle": (lambda work, n: "".join(_significant(work)[: n or 1]), "first significant word"),
    "shorttitle": (
        lambda work, n: "".join(w.capitalize() for w in _significant(work)[: n or 3]),
        "first three of them",
    ),
    "title": (lambda work, _: "".join(w.capitalize() for w in _title_words(work)), "all words of the title"),
    "firstpage": (_first_page, "first page"),
    "venue": (_venue, "acronym or initials of the journal, conference or publisher"),
    "journal": (_venue, "the same as [venue]"),
    "volume": (lambda work, _: to_ascii(work.text("volume")), "volume"),
    "doi": (lambda work, _: work.text("DOI").lower(), "the DOI"),
    "type": (lambda work, _: to_ascii(work.type), "CSL type"),
}
"""Marker -> the function that fills it, and its description."""

MODIFIERS: dict[str, tuple[Callable[[str], str], str]] = {
    "lower": (str.lower, "lowercase"),
    "upper": (str.upper, "capitals"),
    "capitalize": (lambda text: text[:1].upper() + text[1:], "a capital first letter"),
    "abbr": (lambda text: "".join(re.findall(r"[A-Z0-9]|(?<![A-Za-z])[a-z]", text)), "initials only"),
}
"""Modifier -> the function that changes a marker's text, and its description."""

Filler = Callable[[Work], str]


def _compile(template: str) -> list[Filler]:
    """Compile a template to functions; raise :class:`UsageError` for unknown markers and modifiers."""
    fillers: list[Filler] = []
    for match in _TOKEN.finditer(template):
        marker, text = match.groups()
        if marker is None:
            fillers.append(lambda _, text=text: text)  # type: ignore[misc]
        else:
            fillers.append(_filler(marker, template))
    if not any(match.group(1) is not None for match in _TOKEN.finditer(template)):
        raise UsageError(f"the key template {template!r} has no marker", "for example [auth][year][word]")
    return fillers


def _filler(marker: str, template: str) -> Filler:
    name, *modifiers = marker.split(":")
    match = _MARKER.fullmatch(name)
    if not match or match[1] not in MARKERS:
        raise UsageError(f"the key template {template!r} has the unknown marker [{name}]", did_you_mean(name, MARKERS))
    for modifier in modifiers:
        if modifier not in MODIFIERS:
            what = f"the key template {template!r} has the unknown modifier :{modifier}"
            raise UsageError(what, did_you_mean(modifier, MODIFIERS))
    fill, count = MARKERS[match[1]][0], int(match[2][:4] or 0)
    keeps_case = any(modifier in ("upper", "capitalize", "abbr") for modifier in modifiers)
    keeps_case = keeps_case or match[1] in ("authors", "authorsAlpha", "shorttitle", "title", "venue", "journal")

    def text(work: Work) -> str:
        made = fill(work, count)
        made = made if keeps_case else made.lower()
        for modifier in modifiers:
            made = MODIFIERS[modifier][0](made)
        return made

    return text


def make_key(work: Work, template: str = KEY_TEMPLATE) -> str:
    """Return the key of one work, regardless of all others; ``anon`` if the template results in an empty key."""
    return _key(work, _compile(template))


def _key(work: Work, fillers: list[Filler]) -> str:
    return re.sub(r"[^A-Za-z0-9:.+/_-]+", "", "".join(fill(work) for fill in fillers)) or "anon"


@overload
def assign_keys(  # type: ignore[overload-overlap]
    works: Works, template: str = KEY_TEMPLATE, replace_all: bool = False
) -> Works: ...
@overload
def assign_keys(works: Iterable[Work], template: str = KEY_TEMPLATE, replace_all: bool = False) -> tuple[Work, ...]: ...
def assign_keys(
    works: Works | Iterable[Work], template: str = KEY_TEMPLATE, replace_all: bool = False
) -> Works | tuple[Work, ...]:
    """Return the works with citation keys; works that have one retain it unless ``replace_all``.

    Works whose keys would be equal all get a letter, in order: two works with ``he2025fast`` get ``he2025fasta`` and
    ``he2025fastb``. Adding a work thus never changes the key of a different one. A library is returned as a library.
    Raises :class:`~citekit.runtime.errors.UsageError` for a template with unknown markers.
    """
    listed = tuple(works)
    keys = told_apart(*wished_keys(listed, template, replace_all))
    keyed = tuple(work if work.id == key else work.with_id(key) for work, key in zip(listed, keys, strict=True))
    return replace(works, works=keyed) if isinstance(works, Works) else keyed


def wished_keys(
    works: Iterable[Work], template: str = KEY_TEMPLATE, replace_all: bool = False
) -> tuple[list[str], list[bool]]:
    """Return the key of each work regardless of all others, and whether it is the work's existing key.

    Raises :class:`~citekit.runtime.errors.UsageError` for a template with unknown markers.
    """
    fillers = _compile(template)
    stay = [(work, bool(work.id) and not replace_all) for work in works]
    return [work.id if stays else _key(work, fillers) for work, stays in stay], [stays for _, stays in stay]


def told_apart(wished: Sequence[str], stays: Sequence[bool]) -> list[str]:
    """Append letters to equal keys, in order; existing keys (``stays``) do not change."""
    wanted = Counter(key.lower() for key, old in zip(wished, stays, strict=True) if not old)
    taken = {key.lower() for key, old in zip(wished, stays, strict=True) if old}
    used: Counter[str] = Counter()
    found: list[str] = []
    for base, old in zip(wished, stays, strict=True):
        key = base
        if not old and (wanted[base.lower()] > 1 or base.lower() in taken):
            while key == base or key.lower() in taken:
                key = base + letters(used[base.lower()] + 1)
                used[base.lower()] += 1
        taken.add(key.lower())
        found.append(key)
    return found
