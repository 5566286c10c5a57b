"""YAML as interchange files need it: written without any library, read by PyYAML's parser without any of its types.

What is written is valid YAML 1.1 and 1.2 (every string that could be read as anything else stands in double quotes).
What is read is hostile: no tags are obeyed, no objects are made, aliases may not expand a document to much more than it
is, and depth is limited.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citekit.errors import MissingExtraError, UnreadableInputError
from citekit.span import Source, Span

DEEPEST = 40
"""So many levels of lists and mappings are read."""

Scalar = str | bool | int | None
Emittable = Scalar | Sequence["Emittable"] | Mapping[str, "Emittable"]


class Plain(str):
    """A text that is known to be safe without quotes, such as a date."""

    __slots__ = ()


_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.:/+-]{0,120}[A-Za-z0-9_+/]|[A-Za-z]")
_RESERVED = frozenset("y n yes no on off true false null".split())
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff\ufdd0-\ufdef]")


def emitted(value: Emittable, indent: int = 0) -> Iterator[str]:
    """The lines of a mapping or a list in block style, without line ends; empty lists and mappings stand as such."""
    blank = " " * indent
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entry(f"{blank}{_key(key)}:", inner, indent + 2)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            if isinstance(inner, Mapping) and inner:
                first, *rest = emitted(inner, indent + 2)
                yield f"{blank}- {first.lstrip()}"
                yield from rest
            else:
                yield from _entry(f"{blank}-", inner, indent + 2)


def _entry(head: str, value: Emittable, indent: int) -> Iterator[str]:
    if isinstance(value, (Mapping, list, tuple)) and value:
        yield head
        yield from emitted(value, indent)
    else:
        yield f"{head} {_scalar(value)}"


def _scalar(value: Emittable) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, Plain)):
        return str(value)
    return quoted(value) if isinstance(value, str) else "{}" if isinstance(value, Mapping) else "[]"


def quoted(text: str) -> str:
    """A text in double quotes, on one line."""
    return _UNPRINTABLE.sub(lambda m: _escaped(m[0]), json.dumps(text, ensure_ascii=False))


def _escaped(character: str) -> str:
    return "\\uFFFD" if "\ud800" <= character <= "\udfff" else f"\\u{ord(character):04X}"


def _key(key: str) -> str:
    return key if _KEY.fullmatch(key) and key.lower() not in _RESERVED and ": " not in key else quoted(key)


@dataclass(slots=True)
class YamlNode:
    """A part of a document: ``value`` is a text, None, a list of nodes, or a list of pairs (a mapping, in order)."""

    value: str | list[YamlNode] | list[tuple[YamlNode, YamlNode]] | None
    span: Span
    is_mapping: bool = False
    size: int = 1

    @property
    def text(self) -> str:
        """The text of a scalar, or the empty string."""
        return self.value if isinstance(self.value, str) else ""

    @property
    def pairs(self) -> list[tuple[YamlNode, YamlNode]]:
        """The pairs of a mapping in order, doubles included; empty where this is none."""
        return self.value if self.is_mapping else []  # type: ignore[return-value]

    @property
    def items(self) -> list[YamlNode]:
        """The items of a list; a single thing is a list of one."""
        if self.value is None:
            return []
        return self.value if isinstance(self.value, list) and not self.is_mapping else [self]  # type: ignore[return-value]

    def get(self, name: str) -> YamlNode | None:
        """The first value of a mapping under a name, in any letter case; None where it is null or missing."""
        return next((v for k, v in self.pairs if k.text.lower() == name and v.value is not None), None)


def read_yaml(source: Source) -> YamlNode:
    """The (first) document of a source as nodes; every scalar is its text.

    Raises :class:`~citekit.errors.MissingExtraError` where PyYAML is not installed and
    :class:`~citekit.errors.UnreadableInputError` where the text is no YAML, is nested too deeply, or has aliases that
    make it many times as large as it is.
    """
    try:
        import yaml  # here, because it is an extra
    except ImportError:
        raise MissingExtraError(
            'reading YAML needs the extra "yaml"', "in citekit's source tree: pip install '.[yaml]'"
        ) from None
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
        raise UnreadableInputError(f"this is not YAML: {reason}", "", source, Span(at, at)) from None
    return building.root or YamlNode(None, Span(0, 0))


class _Building:
    """Nodes from the parser's events, on a stack, so that no depth can upset it."""

    def __init__(self, source: Source, shift: int) -> None:
        self.source = source
        self.shift = shift
        self.root: YamlNode | None = None
        self.stack: list[tuple[YamlNode, list[YamlNode]]] = []
        self.anchors: dict[str, YamlNode] = {}
        self.budget = 10_000 + 4 * len(source.text)

    def take(self, kind: str, event: Any) -> bool:
        """Take one event; true where the first document is complete."""
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
                raise self._refused(f"the alias *{event.anchor} stands for nothing", self._span(event))
            self._add(known)
        return kind == "DocumentEndEvent"

    def _end(self, event: Any) -> None:
        node, children = self.stack.pop()
        node.size = 1 + sum(child.size for child in children)
        if node.size > self.budget:
            raise self._refused("its aliases make this far larger than it is", node.span)
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
