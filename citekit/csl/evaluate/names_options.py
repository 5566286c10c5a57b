"""The options of names, with what they inherit.

Source: the CSL 1.0.2 specification, "Inheritable Name Options": those on ``cs:style`` hold for all names, those on
``cs:citation`` and ``cs:bibliography`` within, those on ``cs:names`` and ``cs:name`` for one element.
"""

from __future__ import annotations

from collections.abc import Mapping

from citekit.csl.model import count

_INHERITABLE = frozenset(
    "and delimiter-precedes-et-al delimiter-precedes-last et-al-min et-al-use-first et-al-use-last et-al-subsequent-min "
    "et-al-subsequent-use-first initialize initialize-with name-as-sort-order sort-separator name-form name-delimiter "
    "names-delimiter".split()
)
_OF_STYLES = frozenset({"initialize-with-hyphen", "demote-non-dropping-particle"})
"""What only ``cs:style`` says."""

Inherited = Mapping[str, str]


def inherited(style: Mapping[str, str], area: Mapping[str, str]) -> Inherited:
    """What the names of an area inherit."""
    found = {name: value for name, value in style.items() if name in _INHERITABLE or name in _OF_STYLES}
    return found | {name: value for name, value in area.items() if name in _INHERITABLE}


class NameOptions:
    """How a list of names is written: what one ``cs:name`` inherits, and its ``own`` attributes.

    Texts are empty where nothing is said, ``…_min`` 0 and ``…_first`` -1.
    """

    def __init__(self, inherited: Inherited, own: Mapping[str, str]) -> None:
        got = {**inherited, **own}
        self.and_ = got.get("and", "")
        self.delimiter = own["delimiter"] if "delimiter" in own else inherited.get("name-delimiter", ", ")
        self.precedes_et_al = got.get("delimiter-precedes-et-al", "contextual")
        self.precedes_last = got.get("delimiter-precedes-last", "contextual")
        self.et_al_min = count(got, "et-al-min")
        self.et_al_first = count(got, "et-al-use-first", -1)
        self.et_al_last = got.get("et-al-use-last") == "true"
        self.subsequent_min = count(got, "et-al-subsequent-min", self.et_al_min)
        self.subsequent_first = count(got, "et-al-subsequent-use-first", self.et_al_first)
        self.form = own.get("form") or inherited.get("name-form") or "long"
        self.initialize = got.get("initialize") != "false"
        self.initialize_with = got.get("initialize-with")
        self.sort_order = got.get("name-as-sort-order", "")
        self.sort_separator = got.get("sort-separator", ", ")
        self.hyphens = got.get("initialize-with-hyphen") != "false"
        self.demote = got.get("demote-non-dropping-particle", "display-and-sort")
