"""Sort keys of works.

Source: the CSL 1.0.2 specification, "Sorting": keys are variables or macros; empty values come last in either
direction; numbers sort as numbers, dates by time, names family name first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.dates import sort_text
from citekit.csl.evaluate.state import RenderState
from citekit.csl.evaluate.text import label_of
from citekit.csl.item import CslItem
from citekit.csl.model import count
from citekit.csl.nodes import Node, plain
from citekit.csl.richtext import parse_rich
from citekit.runtime import patterns as re
from citekit.text import collate
from citekit.text.xml import Element

_NUMERIC = frozenset(
    "chapter-number citation-number collection-number edition first-reference-note-number issue locator number "
    "number-of-pages number-of-volumes page page-first part-number printing-number section supplement-number version "
    "volume".split()
)
_DATES = frozenset({"accessed", "available-date", "event-date", "issued", "original-date", "submitted"})
_DIGITS = re.compile(r"\d+")
_IGNORED = re.compile("[\\[\\]\"“”]|(?<![^\\s\u0001\u0002])['‘’]+")
_PARTS = ["year", "month", "day"]
Key = tuple[object, ...] | None
Keyer = Callable[[CslItem], Key]


class Sorting(NamedTuple):
    """One sort key: the function that returns its value for a work, and its direction."""

    keyer: Keyer
    descending: bool


def keyers(compiler: Compiler, keys: Iterable[Element]) -> list[Sorting]:
    """Compile ``cs:key`` elements; a key function returns None if the value of a work is empty."""
    return [Sorting(_keyer(compiler, key), key.get("sort") == "descending") for key in keys]


def _keyer(compiler: Compiler, key: Element) -> Keyer:
    variable, language = key.get("variable"), compiler.language.code
    if key.get("macro"):
        macro = compiler.macro(key.get("macro"))
        return lambda item: _rendered(macro, item, key, language)
    if variable == "citation-number":
        return lambda item: (item.number,)
    if variable in _DATES:
        return lambda item: _text(sort_text(item.dates[variable], _PARTS), "") if variable in item.dates else None
    names = compiler.compile(Element("names", {"variable": variable}, children=[Element("name", {"et-al-min": "0"})]))

    def by_variable(item: CslItem) -> Key:
        if variable in item.names:
            return _rendered(names, item, key, language)
        value = label_of(item) if variable == "citation-label" else item.text(variable)
        if not value:
            return None
        if variable in _NUMERIC:
            # Padded, so that 9 comes before 10; letters stay, so that "12a" sorts after "12".
            return collate.key(_DIGITS.sub(lambda match: match.group().zfill(12), value))
        return _text(plain(parse_rich(value)), language)

    return by_variable


def _rendered(emit: Callable[[RenderState, list[Node]], None], item: CslItem, key: Element, language: str) -> Key:
    state = RenderState(item, "sort")
    state.sorting = True
    state.with_suffix = False
    least, first = count(key.attributes, "names-min"), count(key.attributes, "names-use-first")
    if least or first:
        state.names_override = (least, first, key.get("names-use-last") == "true")
    parts: list[Node] = []
    emit(state, parts)
    return _text(plain(parts), language)


def _text(text: str, language: str) -> Key:
    text = _IGNORED.sub("", text).strip()
    return collate.key(text, language) if text else None


def ordered(items: Sequence[CslItem], keyed: list[Sorting]) -> list[CslItem]:
    """Sort the items by the keys; equal items keep their order. Sorts are stable, so the last key is applied first."""
    result = list(items)
    for keyer, descending in reversed(keyed):
        values = {id(item): keyer(item) for item in result}
        full = [item for item in result if values[id(item)] is not None]
        empty = [item for item in result if values[id(item)] is None]
        full.sort(key=lambda item: values[id(item)], reverse=descending)  # type: ignore[arg-type,return-value]
        result = full + empty
    return result
