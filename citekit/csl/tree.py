"""The output tree: what a citation or an entry says, ready to be written in any format.

Strings are text, never markup; writers (``citekit/csl/output``) escape them for their target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class Markup:
    """Content under one formatting property.

    ``kind`` and ``value`` are a CSL attribute and value (``font-style`` ``italic``, ``vertical-align`` ``sup``, also
    ``normal`` and ``baseline`` to undo), ``display`` and one of its four values, ``link`` and an address, or
    ``formula`` and its LaTeX (``content`` is what it prints).
    """

    kind: str
    value: str
    content: tuple[Inline, ...]


Inline = str | Markup


def text_of(content: Iterable[Inline]) -> str:
    """Return the bare text of output."""
    pieces: list[str] = []
    stack: list[Inline] = list(content)[::-1]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            pieces.append(part)
        else:
            stack.extend(reversed(part.content))
    return "".join(pieces)


_RAISED = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))


_LOWERED = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))


def raised(text: str) -> str:
    """Return a superscript for formats that have none: Unicode's own characters where all of it has them."""
    return _moved(text, _RAISED)


def lowered(text: str) -> str:
    """Return a subscript for formats that have none: Unicode's own characters where all of it has them."""
    return _moved(text, _LOWERED)


def _moved(text: str, table: dict[str, str]) -> str:
    plain = text.replace("−", "-")
    return "".join(table[c] for c in plain) if all(c in table for c in plain) else text


Wrap = Callable[[str, str, str], str]
"""Puts markup of a kind and a value around text that is written already."""


def write(content: Iterable[Inline], escape: Callable[[str], str], wrap: Wrap) -> str:
    """Output in some format: ``escape`` writes text, ``wrap`` writes markup around what is inside of it."""
    return "".join(
        escape(part) if isinstance(part, str) else wrap(part.kind, part.value, write(part.content, escape, wrap))
        for part in content
    )


def unlinked(content: Iterable[Inline]) -> tuple[Inline, ...]:
    """Output without its links; what they are on stays."""
    made: list[Inline] = []
    for part in content:
        if isinstance(part, str):
            made.append(part)
        elif part.kind == "link":
            made.extend(unlinked(part.content))
        else:
            made.append(Markup(part.kind, part.value, unlinked(part.content)))
    return tuple(made)
