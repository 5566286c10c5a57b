"""How each rendering element is compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from citekit.csl.evaluate import choose, dates, group, label, names, number, text
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.state import Emit
from citekit.csl.locale import Language
from citekit.csl.model import Choose, DateElement, Group, Label, Names, Number, Style, Text

_ELEMENTS: Mapping[type, Callable[[Any, Any], Emit]] = {
    Text: text.compile_text,
    Number: number.compile_number,
    Label: label.compile_label,
    DateElement: dates.compile_date,
    Names: names.compile_names,
    Group: group.compile_group,
    Choose: choose.compile_choose,
}


def compiler_for(style: Style, language: Language, area: str) -> Compiler:
    """The compiler of one area (``citation``, ``bibliography``) of a style in a language."""
    return Compiler(style, language, area, _ELEMENTS)
