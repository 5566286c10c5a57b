"""JSON: citations and entries as trees, with their plain text, for programs that lay out themselves."""

from __future__ import annotations

from json import dumps
from typing import Any

from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, text_of

NAME = "json"
SUFFIXES = (".json",)


def inline(content: tuple[Inline, ...]) -> str:
    """Output as a JSON array of strings and ``{"kind", "value", "content"}`` objects."""
    return dumps(_tree(content), ensure_ascii=False)


def bibliography(rendered: Rendered) -> str:
    """``{"citations": […], "bibliography": [{"id", "text", "content"}], "options": {…}}``.

    Entries of groups have a ``heading``; ``footnotes`` are added if there are any.
    """
    options = {
        "hanging-indent": rendered.hanging_indent,
        "second-field-align": rendered.second_field_align,
        "entry-spacing": rendered.entry_spacing,
        "line-spacing": rendered.line_spacing,
    }
    entries = [
        {
            "id": entry.id,
            "text": text_of(entry.content),
            "content": _tree(entry.content),
            **({"heading": entry.heading} if entry.heading else {}),
        }
        for entry in rendered.bibliography
    ]
    citations = [{"text": text_of(content), "content": _tree(content)} for content in rendered.citations]
    made: dict[str, Any] = {"citations": citations, "bibliography": entries, "options": options}
    if rendered.footnotes:
        made["footnotes"] = rendered.footnotes
    text = dumps(made, ensure_ascii=False, indent=2)
    # half a surrogate pair cannot be written as UTF-8
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text) + "\n"


def _tree(content: tuple[Inline, ...]) -> list[Any]:
    return [
        part if isinstance(part, str) else {"kind": part.kind, "value": part.value, "content": _tree(part.content)}
        for part in content
    ]
