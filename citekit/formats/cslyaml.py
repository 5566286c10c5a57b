"""CSL YAML: CSL-JSON's items in YAML, as Pandoc's metadata (``references:``) and Better BibTeX for Zotero have them.

Read only. Source: the Pandoc manual, "Specifying bibliographic data".
"""

from __future__ import annotations

from typing import Any

from citekit.formats.csljson import read_item
from citekit.markup.yaml_tree import YamlNode, read_yaml
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.span import Source

NAME = "cslyaml"
SUFFIXES: tuple[str, ...] = ()
# Comments, perhaps "references:", then a list whose first item begins with id, type or citation-key.
BEGINS = re.compile(
    r"(?>(?:---)?(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,40})(?:references:[ \t]*\r?\n)?[ \t]{0,8}-[ \t]+(?:id|type|citation-key):[ \t]*\S"
)
_POINT = ("year", "month", "day")


def loads(source: Source) -> Works:
    """Read the items of a list, or of the list under ``references``.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not YAML or does not contain such a list.
    """
    root = read_yaml(source)
    listed = root.get("references") if root.is_mapping else root
    if not listed or listed.is_mapping:
        hint = "write the works as a list, or as a list under 'references:'"
        raise UnreadableInputError(f"{source.name} is not CSL YAML", hint, source, root.span)
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    for number, node in enumerate(listed.items, 1):
        if not node.is_mapping:
            problems.append(Problem(f"item {number} is not a mapping", "", source, node.span, kind="not-an-item"))
            continue
        work, noticed = read_item({key.text: _plain(key.text, value) for key, value in node.pairs}, source, node.span)
        works.append(work)
        traces.append(Trace(source, node.span))
        problems += noticed
    return Works(tuple(works), tuple(traces), tuple(problems))


def _plain(name: str, node: YamlNode) -> Any:
    """Convert a value to JSON's types; ``{year: 2019, month: 3}`` and a list of two such points become dates."""
    if node.is_mapping:
        inner = {key.text: _plain(key.text, value) for key, value in node.pairs}
        if "year" in inner and not inner.keys() & {"date-parts", "family"}:
            parts = [inner[point] for point in _POINT if inner.get(point)]
            return {"date-parts": [parts], **{k: v for k, v in inner.items() if k not in _POINT}}
        return inner
    if isinstance(node.value, list):
        made = [_plain(name, item) for item in node.items]
        points = [point["date-parts"][0] for point in made if isinstance(point, dict) and "date-parts" in point]
        return {"date-parts": points} if points and len(points) == len(made) else made
    return node.value or ""
