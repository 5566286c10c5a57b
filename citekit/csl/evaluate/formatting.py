"""Letter case, quotes, formatting and affixes around the content of an element.

Source: the CSL 1.0.2 specification, "Formatting" to "Text-case": affixes are outside of formatting and quotes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from citekit.csl.evaluate.state import RenderState
from citekit.csl.model import FORMATTING, LOOKS
from citekit.csl.nodes import Marked, Node
from citekit.csl.richtext import superscripts
from citekit.csl.textcase import change_case

Formatter = Callable[[Node, RenderState], Node]


def formatting_of(given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the formatting attributes that an element has, innermost first."""
    return tuple((name, value) for name in LOOKS if (value := given.get(name)))


def styled(node: Node, formats: tuple[tuple[str, str], ...]) -> Node:
    """Return the node under formatting."""
    for attribute, value in formats:
        node = Marked(attribute, value, node)
    return node


def formatter(given: Mapping[str, str], english: bool | None = None) -> Formatter | None:
    """Return a function that gives content the look of an element with these attributes, or None if there is nothing to do.

    ``english`` specifies whether the content is English, for terms, which are in the style's language and not in the work's.
    """
    if FORMATTING.isdisjoint(given):
        return None
    formats, case, display = formatting_of(given), given.get("text-case", ""), given.get("display", "")
    strip, quotes = given.get("strip-periods") == "true", given.get("quotes") == "true"
    prefix, suffix = affix(given.get("prefix", "")), affix(given.get("suffix", ""))
    inner = bool(case or strip or quotes or formats or display)
    if not (inner or prefix or suffix):
        return None

    def formatted(node: Node, state: RenderState) -> Node:
        if inner:
            if case:
                item = state.item
                node = change_case(node, case, item.is_english if english is None else english, item.is_turkic)
            if strip:
                node = without_periods(node)
            if quotes:
                node = Marked("quote", "", node)
            if formats:
                node = styled(node, formats)
        if prefix or suffix:
            node = [prefix, node, suffix] if prefix and suffix else [prefix, node] if prefix else [node, suffix]
        return Marked("display", display, node) if display else node

    return formatted


def affix(text: str) -> Node:
    """Return an affix or delimiter of a style: its quotation marks stay as they are."""
    return superscripts(text)


def without_periods(node: Node) -> Node:
    """Return the node without full stops."""
    if isinstance(node, str):
        return node.replace(".", "")
    if isinstance(node, list):
        return [without_periods(part) for part in node]
    return node._replace(content=without_periods(node.content))


def is_empty(node: Node) -> bool:
    """Whether there is no text in a node."""
    if type(node) is str:
        return not node
    if isinstance(node, list):
        return all(is_empty(part) for part in node)
    return is_empty(node.content)  # type: ignore[union-attr]
