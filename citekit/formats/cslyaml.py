"""CSL YAML: what CSL-JSON says in YAML, as Pandoc's metadata (``references:``) and Better BibTeX for Zotero write it.

It is read and not written. Source: the Pandoc manual, "Specifying bibliographic data".
"""

from __future__ import annotations

from typing import Any

from citekit.formats._yaml import YamlNode, read_yaml
from citekit.formats.csljson import read_item
from citekit.model.library import Works
from citekit.model.trace import Trace
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.span import Source

NAME = "cslyaml"
SUFFIXES: tuple[str, ...] = ()
BEGINS = re.compile(
    r"(?>(?:---)?(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,40})(?:references:[ \t]*\r?\n)?[ \t]{0,8}-[ \t]+(?:id|type|citation-key):[ \t]*\S"
)
_POINT = ("year", "month", "day")


def loads(source: Source) -> Works:
    """The items of a list, or of the list under ``references``.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the text is no YAML, or no such list.
    """
    root = read_yaml(source)
    listed = root.get("references") if root.is_mapping else root
    if not listed or listed.is_mapping:
        hint = "its works are a list, or a list under 'references:'"
        raise UnreadableInputError(f"{source.name} is no CSL YAML", hint, source, root.span)
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    for number, node in enumerate(listed.items, 1):
        if not node.is_mapping:
            problems.append(Problem(f"item {number} is not a mapping", "", source, node.span, kind="not-an-item"))
            continue
        work, said = read_item({key.text: _plain(key.text, value) for key, value in node.pairs}, source, node.span)
        works.append(work)
        traces.append(Trace(source, node.span))
        problems += said
    return Works(tuple(works), tuple(traces), tuple(problems))


def _plain(name: str, node: YamlNode) -> Any:
    """A value as JSON has it; ``{year: 2019, month: 3}`` and a list of two such points are dates."""
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
