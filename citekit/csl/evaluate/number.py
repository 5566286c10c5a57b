"""``cs:number``."""

from __future__ import annotations

from collections.abc import Mapping

from citekit import patterns as re
from citekit.csl.evaluate.compiler import Compiler
from citekit.csl.evaluate.formatting import formatter
from citekit.csl.evaluate.label import LOCATORS
from citekit.csl.evaluate.state import Emit, State
from citekit.csl.locale import Language
from citekit.csl.nodes import Node
from citekit.csl.numbers import format_number, is_numeric, is_plural, page_range
from citekit.csl.richtext import superscripts
from citekit.text.xml import Element

_PAGES = frozenset({"page", "page-first", "locator"})
_LABELLED = re.compile(r"([^\W\d_]{1,12}\.)\s*(\d[^,]{0,40})")


def compile_number(compiler: Compiler, element: Element) -> Emit:
    """The function of a ``cs:number``; what is not numeric is printed as it is."""
    variable, form = element.get("variable"), element.get("form", "numeric")
    formatted = formatter(element.attributes)
    language = compiler.language
    gender = language.gender("page" if variable in _PAGES else variable)
    range_format = compiler.options.get("page-range-format", "")
    delimiter = language.term("page-range-delimiter") or "–"
    labels = _labels(language)

    def emit(state: State, out: list[Node]) -> None:
        value = state.text(variable)
        if not value:
            return
        if variable in _PAGES and form == "numeric":
            value = page_range(value, range_format, delimiter)
        elif is_numeric(value):
            value = format_number(value, form, language, gender)
        else:
            value = _with_labels(value, form, language, gender, labels)
        node = superscripts(value)
        out.append(formatted(node, state) if formatted else node)

    return emit


def _labels(language: Language) -> Mapping[str, str]:
    """The abbreviated labels of a language and what they stand for: ``p.`` and ``pp.`` for ``page``."""
    forms = ((language.term(name, "short", several), name) for name in LOCATORS for several in (False, True))
    return {text: name for text, name in forms if text and text.endswith(".")}


def _with_labels(value: str, form: str, language: Language, gender: str, labels: Mapping[str, str]) -> str:
    """A number with further ones that have labels (``7, p. 3-8``): each label in the number that its value asks for.

    A value in which anything else stands is given back unchanged.
    """
    first, *others = (part.strip() for part in value.split(","))
    if not others or len(value) > 100 or not is_numeric(first):
        return value
    made = [format_number(first, form, language, gender)]
    for part in others:
        match = _LABELLED.fullmatch(part)
        if match is None or match[1] not in labels or not is_numeric(match[2]):
            return value
        label = language.term(labels[match[1]], "short", is_plural(match[2]))
        made.append(f"{label} {page_range(match[2], '', '–')}")
    return ", ".join(made)
