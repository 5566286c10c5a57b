"""YAML for interchange files: written by PyYAML, and read by its parser without its types.

The output is valid YAML 1.1 and 1.2: every text is in double quotes, so that none can be read as a number or a date.
The input is untrusted: tags are ignored, no objects are created, and the depth and the expansion of aliases are limited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from citekit.model.library import Works
from citekit.model.trace import Trace
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

DEEPEST = 40
"""Levels of lists and mappings that are read; more is hostile input, and functions recurse over the nodes."""

Scalar = str | bool | int | None
Emittable = Scalar | Sequence["Emittable"] | Mapping[str, "Emittable"]

_SURROGATE = re.compile("[\ud800-\udfff]")


class Plain(str):
    """A text that is known to be safe without quotes, such as a date."""

    __slots__ = ()


class LiteralText(str):
    """A text of several lines that is written line by line, after a ``|``."""

    __slots__ = ()


class _Key(str):
    __slots__ = ()


def dumped(value: Emittable) -> str:
    """Serialize a mapping or a list in block style; keys keep their order, lone surrogates become U+FFFD."""
    import yaml  # here, because most of what reads or writes a library needs no YAML

    dumper, endless = _dumper(), 2**31 - 1  # libyaml keeps the width in a C int; a text is never folded
    text: str = yaml.dump(
        _ready(value), Dumper=dumper, allow_unicode=True, sort_keys=False, width=endless, default_flow_style=False
    )
    return text


def _ready(value: Emittable) -> Emittable:
    """Mark the keys of a value, and copy equal parts, so that PyYAML does not write one as an alias of another."""
    if isinstance(value, Mapping):
        return {_Key(_SURROGATE.sub("\ufffd", key)): _ready(inner) for key, inner in value.items()}
    if isinstance(value, str):
        text = _SURROGATE.sub("\ufffd", value)
        return value if isinstance(value, Plain) else LiteralText(text) if isinstance(value, LiteralText) else text
    return [_ready(inner) for inner in value] if isinstance(value, Sequence) else value


@cache
def _dumper() -> type:
    import yaml

    class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        pass

    text = "tag:yaml.org,2002:str"
    Dumper.add_representer(str, lambda to, value: to.represent_scalar(text, value, style='"'))
    Dumper.add_representer(LiteralText, lambda to, value: to.represent_scalar(text, str(value), style="|"))
    Dumper.add_representer(_Key, lambda to, value: to.represent_scalar(text, str(value)))
    Dumper.add_representer(
        Plain, lambda to, value: to.represent_scalar(to.resolve(yaml.ScalarNode, str(value), (True, False)), str(value))
    )
    return Dumper


@dataclass(slots=True)
class YamlNode:
    """A node of a document: ``value`` is a text, None, a list of nodes, or a list of pairs (a mapping, in order)."""

    value: str | list[YamlNode] | list[tuple[YamlNode, YamlNode]] | None
    span: Span
    is_mapping: bool = False
    size: int = 1

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


def works_of(source: Source, nodes: Iterable[YamlNode], read: Callable[[YamlNode], Work]) -> Works:
    """Return the works of some nodes of a source, each traced to the span of its node."""
    listed = tuple(nodes)
    return Works(tuple(map(read, listed)), tuple(Trace(source, node.span) for node in listed))


def read_json(source: Source) -> YamlNode:
    """Parse JSON to nodes that all have the span of the whole text.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not JSON or is nested too deeply.
    """
    import json

    text = source.text.removeprefix("\ufeff")
    try:
        return node_of(json.loads(text), Span(0, len(source.text)))
    except json.JSONDecodeError as error:
        at = error.pos + len(source.text) - len(text)
        raise UnreadableInputError(f"this is not JSON: {error.msg}", "", source, Span(at, at)) from None
    except (ValueError, RecursionError):
        raise UnreadableInputError("this JSON is nested too deeply", "", source) from None


def read_yaml(source: Source) -> YamlNode:
    """Parse the (first) YAML document of a source to nodes; every scalar is a text.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not YAML, is nested too deeply, or has
    aliases that expand it to many times its size.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = source.text.removeprefix("\ufeff")
    shift = len(source.text) - len(text)
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
            self._end(event)
        elif kind == "ScalarEvent":
            null = event.implicit[0] and event.value in ("", "~", "null", "Null", "NULL") and not event.style
            node = YamlNode(None if null else event.value, self._span(event))
            self._anchor(event, node)
            self._add(node)
        elif kind == "AliasEvent":
            known = self.anchors.get(event.anchor)
            if known is None or any(known is node for node, _ in self.stack):
                raise self._refused(f"the alias *{event.anchor} has no anchor", self._span(event))
            self._add(known)
        return kind == "DocumentEndEvent"

    def _end(self, event: Any) -> None:
        node, children = self.stack.pop()
        node.size = 1 + sum(child.size for child in children)
        if node.size > self.budget:
            raise self._refused("its aliases expand this to many times its size", node.span)
        keys = iter(children)
        node.value = list(zip(keys, keys, strict=False)) if node.is_mapping else children
        node.span = Span(node.span.start, max(node.span.start, event.end_mark.index + self.shift))
        self._add(node)

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
