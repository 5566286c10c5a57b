"""The options of names, with what they inherit.

Source: the CSL 1.0.2 specification, "Inheritable Name Options": those on ``cs:style`` hold for all names, those on
``cs:citation`` and ``cs:bibliography`` within, those on ``cs:names`` and ``cs:name`` for one element.
"""

from __future__ import annotations

from collections.abc import Mapping

from citekit.csl.model import count
from citekit.records import dataclass

_INHERITABLE = (
    "and",
    "delimiter-precedes-et-al",
    "delimiter-precedes-last",
    "et-al-min",
    "et-al-use-first",
    "et-al-use-last",
    "et-al-subsequent-min",
    "et-al-subsequent-use-first",
    "initialize",
    "initialize-with",
    "name-as-sort-order",
    "sort-separator",
    "name-form",
    "name-delimiter",
    "names-delimiter",
)

Inherited = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class NameOptions:
    """How a list of names is written.

    Texts are empty where nothing is said, ``…_min`` 0 and ``…_first`` -1.
    """

    and_: str = ""
    delimiter: str = ", "
    precedes_et_al: str = "contextual"
    precedes_last: str = "contextual"
    et_al_min: int = 0
    et_al_first: int = -1
    et_al_last: bool = False
    subsequent_min: int = 0
    subsequent_first: int = -1
    form: str = "long"
    initialize: bool = True
    initialize_with: str | None = None
    sort_order: str = ""
    sort_separator: str = ", "
    hyphens: bool = True
    demote: str = "display-and-sort"


def inherited(style: Mapping[str, str], area: Mapping[str, str]) -> Inherited:
    """What the names of an area inherit."""
    found = {name: style[name] for name in _INHERITABLE if name in style}
    found.update({name: area[name] for name in _INHERITABLE if name in area})
    for name in ("initialize-with-hyphen", "demote-non-dropping-particle"):
        if name in style:
            found[name] = style[name]
    return found


def name_options(inherited: Inherited, own: Mapping[str, str]) -> NameOptions:
    """The options of one ``cs:name``, ``own`` being its attributes."""
    got = {**inherited, **own}
    form = own.get("form") or inherited.get("name-form") or "long"
    delimiter = own["delimiter"] if "delimiter" in own else inherited.get("name-delimiter", ", ")
    et_al_min, et_al_first = count(got, "et-al-min"), count(got, "et-al-use-first", -1)
    return NameOptions(
        got.get("and", ""),
        delimiter,
        got.get("delimiter-precedes-et-al", "contextual"),
        got.get("delimiter-precedes-last", "contextual"),
        et_al_min,
        et_al_first,
        got.get("et-al-use-last") == "true",
        count(got, "et-al-subsequent-min", et_al_min),
        count(got, "et-al-subsequent-use-first", et_al_first),
        form,
        got.get("initialize") != "false",
        got.get("initialize-with"),
        got.get("name-as-sort-order", ""),
        got.get("sort-separator", ", "),
        got.get("initialize-with-hyphen") != "false",
        got.get("demote-non-dropping-particle", "display-and-sort"),
    )
