"""Trees of YAML and JSON for interchange files: YAML is written by PyYAML.

The output is valid YAML 1.1 and 1.2: every text is in double quotes, so that none can be read as a number or a date.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache

from citekit.formats._record import WITHOUT_MARKUP, RecordBuilder, names_in, variable
from citekit.markup.yaml_tree import YamlNode, node_of
from citekit.model.library import Trace, Works
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source, Span

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


def works_of(source: Source, nodes: Iterable[YamlNode], read: Callable[[YamlNode], Work]) -> Works:
    """Return the works of some nodes of a source, each traced to the span of its node."""
    listed = tuple(nodes)
    return Works(tuple(map(read, listed)), tuple(Trace(source, node.span) for node in listed))


def record_of(
    node: YamlNode,
    keys: Mapping[str, Sequence[str]],
    rich: Callable[[str], str] = str,
    others: Collection[str] = (),
) -> RecordBuilder:
    """Read a mapping by a table: variable -> the keys (in lower case) under which it may be, the first that is there counts.

    ``container-title`` may have volume and pages after the title, ``author`` may be a list, a line, or mappings of the parts
    of names. ``rich`` makes rich text of the format's markup. Keys that are neither in the table nor in ``others``, which the
    caller reads, are retained under their names.
    """
    record = RecordBuilder(kind=node.first(*keys.get("type", ())).words)
    for name, known in keys.items():
        found = node.first(*known)
        if name == "author":
            listed = [_called(person) for person in found.items]
            record.people(names_in(listed[0]) if len(listed) == 1 else listed)
        elif name == "container-title":
            record.publication(rich(found.words))
        elif name != "type":
            record.take(name, found.words if name in WITHOUT_MARKUP else rich(found.words))
    understood = {*others, *(key for known in keys.values() for key in known)}
    for key, value in node.pairs:
        if (name := key.text.lower()) not in understood:
            record.put(variable(name) or name, value.words)
    return record


def _called(person: YamlNode) -> str:
    """Return a person's name; of a mapping the whole name, or family and given name."""
    if not person.is_mapping:
        return person.text
    whole = person.first("name", "literal").words
    parts = person.first("family", "last", "last_name").words, person.first("given", "first", "first_name").words
    return whole or ", ".join(filter(None, parts))


def read_toml(source: Source, start: int = 0, end: int | None = None) -> YamlNode:
    """Parse TOML in a range of a source to nodes that all have the span of the whole range.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the text is not TOML or is nested too deeply.
    """
    text = source.text[start:end]
    try:
        return node_of(tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n")), Span(start, start + len(text)))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(f"this is not TOML: {error}", "", source, Span(start, start)) from None


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
