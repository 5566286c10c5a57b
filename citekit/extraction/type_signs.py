"""What speaks for the type of a reference: the signs of its labels, role words, fields and container, and how likely each type is.

The weights are a maximum-entropy model in CRFsuite's format (``models/type.crf.gz``; a sequence of one), that
``python -m training.fields fit type`` learns from printed works whose types are known, labelled by the model of lines. What it
states of a type is a chance: of what it is 80 % sure of, 8 of 10 are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from citekit.extraction.attributes import gap_form
from citekit.extraction.labeller import (
    CONTAINER,
    EDITOR,
    EVENT,
    GENRE,
    LINK,
    OTHER,
    PUBLISHER,
    SERIES,
    TITLE,
    Labelled,
    field_of,
    labeller,
)
from citekit.extraction.phrases import MONTHS, is_publisher
from citekit.model.venues import acronym_of, kind_of

_SPOKEN = frozenset({CONTAINER, PUBLISHER, GENRE, SERIES, EVENT})
"""Fields whose words are marks."""
_BEGINNINGS = frozenset({"B-T", "B-C", "B-P", "B-S", "B-GE", "B-N", "B-V", "B-PG"})
"""Labels of the words before which the marks report."""
_FEW = 6
"""Words of a field that are reported one by one from its beginning, and as many from its end."""
_MOST_WORDS = 60
"""Words of a reference in no field that are marks, at most."""
_OF_TITLES = frozenset(
    "v vs versus review rezension reseña recensione recension compte guide manual handbook encyclopedia proceedings dataset data version software package "
    "standard specification requirements part iso iec astm ieee rfc patent method apparatus system device report thesis act law regulation directive code "
    "interview podcast episode season film movie lecture talk map poster blog press release introduction foreword preface essays studies festschrift".split()
)
"""Words of titles that state something of the type."""


_SCHOOLS = ("univ", "institut", "college", "school")
_HOUSES = ("press", "publ", "verlag")
"""Beginnings of words that make a university a publisher of books; by itself it is where a thesis or a report comes from."""
_MOST_PEOPLE = 6
"""People that are counted: more state no more."""


def type_odds(labelled: Labelled, medium: str = "") -> dict[str, float]:
    """Return how likely each CSL type is for a labelled reference, the chances adding up to 1; ``medium`` is what a
    code stated.
    """
    return labeller("type").odds([sorted(set(signs(labelled, medium)))])[0]


def signs(labelled: Labelled, medium: str = "") -> Iterator[str]:
    """Yield what a labelled reference shows of its type, as short strings."""
    words, labels = labelled.words, labelled.labels
    fields = [field_of(label) for label in labels]
    order = [field for i, field in enumerate(fields) if field != OTHER and (not i or fields[i - 1] != field)]
    yield "always"
    present = set(order)
    yield from (f"has={field}" for field in present)
    yield from (f"no={field}" for field in "A E T C P W V N PG Y GE LINK".split() if field not in present)
    yield "kinds=" + "".join(field for field in ("C", "P", "E", "V", "N", "PG", "GE", "S") if field in present)
    yield from (f"{a}>{b}" for a, b in pairwise(order))
    if order:
        yield f"first={order[0]}"
        yield f"last={order[-1]}"
    if medium:
        yield f"medium={medium}"
    people = sum(map(labels.count, ("BAF", "BAG", "BAL")))
    yield f"people {min(people, _MOST_PEOPLE)}"
    if "BAL" in labels:
        yield "A organisation"
    yield from _words_beside(labelled, fields)
    yield from _of_fields(labelled)
    for i, field in enumerate(fields):
        if field == LINK and i in words.links:
            yield f"link={words.links[i].kind}"
        elif field == TITLE and words.texts[i].casefold() in _OF_TITLES:
            yield f"t={words.texts[i].casefold()}"
        if labels[i] in _BEGINNINGS:
            yield f"gap {field}={gap_form(words.separators[i])}"
    for kind in {atom.kind for atom in words.atoms}:
        yield f"atom={kind}"


def _words_beside(labelled: Labelled, fields: list[str]) -> Iterator[str]:
    """Yield the words that are in no field, and which fields they are between."""
    words = labelled.words
    count = 0
    for i, field in enumerate(fields):
        if field != OTHER or words.texts[i].isdecimal() or i in words.links:
            continue
        count += 1
        if count > _MOST_WORDS:
            return
        low = words.texts[i].casefold()
        word = "#month" if low in MONTHS else low
        yield f"o={word}"
        after = next((f for f in fields[i + 1 : i + 4] if f != OTHER), "$")
        yield f"o={word}>{after}"
        if i and fields[i - 1] != OTHER:
            yield f"o={fields[i - 1]}<{word}"


def _of_fields(labelled: Labelled) -> Iterator[str]:
    """Yield the words of the container, the publisher, the genre and the series, and what is known of the whole
    phrase.
    """
    words = labelled.words
    for stretch in labelled.stretches:
        if stretch.field == EDITOR:
            before = words.texts[stretch.first - 1].casefold() if stretch.first else "^"
            yield f"E after {before}"
        if stretch.field not in _SPOKEN:
            continue
        texts = [text.casefold() for text in words.texts[stretch.first : stretch.stop]]
        field = stretch.field
        for text in texts if field == GENRE else [*texts[:_FEW], *texts[_FEW:][-_FEW:]]:
            yield f"{field}={text if not text.isdecimal() else '#'}"
        yield f"{field} begins {texts[0]}"
        yield f"{field} length {min(len(texts), 12) // 3}"
        phrase = words.item.text[words.starts[stretch.first] : words.ends[stretch.stop - 1]]
        if kind := kind_of(phrase):
            yield f"{field} known {kind}"
        if acronym_of(phrase):
            yield f"{field} acronym"
        if is_publisher(phrase):
            yield f"{field} house"
        if phrase.isupper() and len(texts) == 1:
            yield f"{field} capitals"
        if field != GENRE:
            yield f"{field} ends {texts[-1]}"
            yield from (f"{field} pair {a} {b}" for a, b in pairwise(texts))
        if field == PUBLISHER and any(text.startswith(_SCHOOLS) for text in texts):
            yield f"P school {'press' if any(text.startswith(_HOUSES) for text in texts) else 'alone'}"
