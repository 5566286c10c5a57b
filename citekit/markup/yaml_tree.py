"""YAML as a tree of nodes with positions, read by PyYAML's parser without its types.

The input is untrusted: tags are ignored, no objects are created, and the depth and the expansion of aliases are limited.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

DEEPEST = 40
"""Levels of lists and mappings that are read; more is hostile input, and functions recurse over the nodes."""


@dataclass(slots=True)
class YamlNode:
    """A node of a document: ``value`` is a text, None, a list of nodes, or a list of pairs (a mapping, in order).

    ``quote`` is what a text begins with in the file: a quotation mark, ``|`` or ``>``; nothing if it is plain.
    """

    value: str | list[YamlNode] | list[tuple[YamlNode, YamlNode]] | None
    span: Span
    is_mapping: bool = False
    size: int = 1
    quote: str = ""

    @property
    def text(self) -> str:
        """The text of a scalar, or the empty string."""
        return self.value if isinstance(self.value, str) else ""

    @property
    def words(self) -> str:
        """The text of a scalar on one line, or the empty string."""
        return " ".join(self.text.split())

    @property
    def pairs(self) -> list[tuple[YamlNode, YamlNode]]:
        """The pairs of a mapping in order, repeated keys included; empty if this is not a mapping."""
        return self.value if self.is_mapping else []  # type: ignore[return-value]

    @property
    def items(self) -> list[YamlNode]:
        """The items of a list; any other value is a list of one."""
        if self.value is None:
            return []
        return self.value if isinstance(self.value, list) and not self.is_mapping else [self]  # type: ignore[return-value]

    def __bool__(self) -> bool:
        return self.value is not None

    def get(self, *path: str) -> YamlNode:
        """Return the value at the end of a path of keys, the first of repeated ones; a null node, which is false, if missing.

        ``path`` is in lowercase; keys of the document match in any letter case.
        """
        node = self
        for name in path:
            node = next((v for k, v in node.pairs if k.text.lower() == name and v), NOTHING)
        return node

    def first(self, *names: str) -> YamlNode:
        """Return the first of some values of a mapping that is present, else a null node."""
        return next(filter(None, map(self.get, names)), NOTHING)


NOTHING = YamlNode(None, Span(0, 0))


def node_of(value: object, span: Span = Span(0, 0)) -> YamlNode:  # noqa: B008 - frozen
    """Convert the mappings, lists and scalars of any parser to nodes with one span; numbers and dates become texts."""
    if isinstance(value, Mapping):
        return YamlNode([(YamlNode(str(k), span), node_of(v, span)) for k, v in value.items()], span, True)
    if isinstance(value, list | tuple):
        return YamlNode([node_of(inner, span) for inner in value], span)
    return YamlNode(None if value is None else str(value).lower() if isinstance(value, bool) else str(value), span)


def read_yaml(source: Source, start: int = 0, end: int | None = None) -> YamlNode:
    """Parse the (first) YAML document in a range of a source to nodes; every scalar is a text.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not YAML, is nested too deeply, or has
    aliases that expand it to many times its size.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = source.text[start:end].removeprefix("\ufeff")
    shift = start + source.text.startswith("\ufeff", start)
    building = _Building(source, shift)
    try:
        for event in yaml.parse(text, Loader=loader):
            if building.take(type(event).__name__, event):
                break
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = (mark.index if mark else getattr(error, "position", 0) or 0) + shift
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read"
        if "nesting" in reason:  # libyaml 0.2.6 scans ahead of the events and has a limit (1,000) of its own
            raise UnreadableInputError("this is nested too deeply", "", source, Span(at, at)) from None
        raise UnreadableInputError(f"this is not YAML: {reason}", "", source, Span(at, at)) from None
    return building.root or NOTHING


class _Building:
    """A builder of nodes from the parser's events; it has its own stack, so deep nesting cannot exhaust Python's."""

    def __init__(self, source: Source, shift: int) -> None:
        self.source = source
        self.shift = shift
        self.root: YamlNode | None = None
        self.stack: list[tuple[YamlNode, list[YamlNode]]] = []
        self.anchors: dict[str, YamlNode] = {}
        # Without aliases, a document has fewer nodes than characters; the constant lets a small file repeat an anchor.
        self.budget = 10_000 + 4 * len(source.text)

    def take(self, kind: str, event: Any) -> bool:
        """Process one event; return true when the first document is complete."""
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            node = YamlNode([], self._span(event), kind == "MappingStartEvent")
            self._anchor(event, node)
            self.stack.append((node, []))
            if len(self.stack) > DEEPEST:
                raise self._refused("this is nested too deeply", node.span)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            closed, children = self.stack.pop()
            closed.size = 1 + sum(child.size for child in children)
            # nine lines of aliases of aliases make a billion nodes
            if closed.size > self.budget:
                raise self._refused("its aliases expand this to many times its size", closed.span)
            keys = iter(children)
            closed.value = list(zip(keys, keys, strict=False)) if closed.is_mapping else children
            closed.span = Span(closed.span.start, max(closed.span.start, event.end_mark.index + self.shift))
            self._add(closed)
        elif kind == "ScalarEvent":
            null = event.implicit[0] and event.value in ("", "~", "null", "Null", "NULL") and not event.style
            node = YamlNode(None if null else event.value, self._span(event), quote=event.style or "")
            self._anchor(event, node)
            self._add(node)
        elif kind == "AliasEvent":
            known = self.anchors.get(event.anchor)
            if known is None or any(known is node for node, _ in self.stack):
                raise self._refused(f"the alias *{event.anchor} has no anchor", self._span(event))
            self._add(known)
        return kind == "DocumentEndEvent"

    def _add(self, node: YamlNode) -> None:
        if self.stack:
            self.stack[-1][1].append(node)
        else:
            self.root = node

    def _anchor(self, event: Any, node: YamlNode) -> None:
        if event.anchor:
            self.anchors[event.anchor] = node

    def _span(self, event: Any) -> Span:
        return Span(event.start_mark.index + self.shift, event.end_mark.index + self.shift)

    def _refused(self, message: str, span: Span) -> UnreadableInputError:
        return UnreadableInputError(message, "", self.source, span)
