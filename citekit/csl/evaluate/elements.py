"""How each rendering element is compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from citekit.csl.evaluate import choose, dates, group, label, names, number, text
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.state import Emit
from citekit.csl.locale import Language
from citekit.csl.model import Style
from citekit.text.xml import Element

_ELEMENTS: Mapping[str, Callable[[Any, Element], Emit]] = {
    "text": text.compile_text,
    "number": number.compile_number,
    "label": label.compile_label,
    "date": dates.compile_date,
    "names": names.compile_names,
    "group": group.compile_group,
    "choose": choose.compile_choose,
}


def compiler_for(style: Style, language: Language, area: str) -> Compiler:
    """The compiler of one area (``citation``, ``bibliography``) of a style in a language."""
    return Compiler(style, language, area, _ELEMENTS)
