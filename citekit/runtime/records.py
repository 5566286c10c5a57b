"""Data classes that are defined in a tenth of the time that the standard library takes.

``dataclasses.dataclass`` writes and compiles up to six methods when a class is defined: with Python 3.11, 0.3 to 0.8 ms
for a frozen class. A command defines some hundred classes and uses a few of them, which was a quarter of the time of a
short run. Here the methods that can be shared are shared, and ``__init__`` is written for the first instance.

For everything else these are data classes of the standard library: ``field``, ``fields``, ``replace``, ``asdict`` and type
checkers know them. What citekit does not use (``order``, ``kw_only``, ``InitVar``) is not there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

_Thing = TypeVar("_Thing")
_Known = TypeVar("_Known")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - this is how it is given on
    from functools import cached_property as cached_property  # noqa: PLC0414
else:

    class cached_property:  # noqa: N801
        """What is computed once, as ``functools.cached_property``, without the lock that Python 3.11 takes each time."""

        def __init__(self, work):
            self.work, self.__doc__ = work, work.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.work(instance)
            return value

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True):
        """A class with the fields that it annotates, as ``dataclasses.dataclass`` makes it."""

        def made(given):
            return _made(given, frozen, slots, eq)

        return made if cls is None else made(cls)


def known_while_alive(work: Callable[[_Thing], _Known]) -> Callable[[_Thing], _Known]:
    """Return a function of one thing, computed once for each and forgotten with it.

    Example:
        >>> class Text: ...
        >>> calls = []
        >>> @known_while_alive
        ... def length(text): calls.append(text); return 7
        >>> text = Text()
        >>> length(text), length(text), len(calls)
        (7, 7, 1)
    """
    known: WeakKeyDictionary[_Thing, _Known] = WeakKeyDictionary()

    @wraps(work)
    def remembered(thing: _Thing) -> _Known:
        try:
            return known[thing]
        except KeyError:
            return known.setdefault(thing, work(thing))

    return remembered


def _made(given: type, frozen: bool, slots: bool, eq: bool) -> type:
    own = "__init__" in given.__dict__
    given.__doc__ = given.__doc__ or given.__name__  # else the standard library writes the signature there, at a cost
    cls: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(given)
    fields = dataclasses.fields(cls)
    if not own:
        cls.__init__ = _first_init(cls, fields, frozen)
    cls.__signature__ = _SIGNATURE
    if "__repr__" not in given.__dict__:
        cls.__repr__ = _repr
    if eq and "__eq__" not in given.__dict__:
        names = [field.name for field in fields if field.compare]
        values = attrgetter(*names) if names else lambda self: ()
        cls.__eq__ = _equal(values)
        if "__hash__" not in given.__dict__:
            cls.__hash__ = (lambda self: hash(values(self))) if frozen else None
    if frozen:
        cls.__setattr__, cls.__delattr__ = _refuse, _refuse
        if slots:
            cls.__getstate__, cls.__setstate__ = _state, _set_state
    result: type = cls
    return result


class _Signature:
    """The parameters of a class, computed where someone requests them (documentation, a debugger)."""

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        import inspect

        if owner is None or "__dataclass_fields__" not in owner.__dict__:
            return None
        kind, found = inspect.Parameter.POSITIONAL_OR_KEYWORD, []
        for field in dataclasses.fields(owner):
            default = field.default_factory if field.default is dataclasses.MISSING else field.default
            given = {} if default is dataclasses.MISSING else {"default": default}
            found.append(inspect.Parameter(field.name, kind, annotation=field.type, **given))
        return inspect.Signature(found)


_SIGNATURE = _Signature()


def _first_init(cls: Any, fields: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Callable[..., None]:
    """Return an ``__init__`` that writes the real one when it is called, puts it in its place and calls it."""

    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
        cls.__init__ = _init(cls, fields, frozen)
        cls.__init__(self, *args, **named)

    return __init__


def _init(cls: Any, fields: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Callable[..., None]:
    names: dict[str, Any] = {"_missing": object()}
    parameters, lines = ["self"], []
    for field in fields:
        name, value = field.name, field.name
        if field.default_factory is not dataclasses.MISSING:
            names[f"_make_{name}"] = field.default_factory
            parameters.append(f"{name}=_missing")
            value = f"_make_{name}() if {name} is _missing else {name}"
        elif field.default is not dataclasses.MISSING:
            names[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        if frozen:
            slot = getattr(cls.__dict__.get(name), "__set__", None)
            names[f"_set_{name}"] = slot or _setter(name)
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    code = f"def __init__({', '.join(parameters)}):\n    " + "\n    ".join(lines or ["pass"])
    exec(code, names)  # noqa: S102 - made of the names of fields, as the standard library does it
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda self, value: object.__setattr__(self, name, value)


def _equal(values: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _repr(self: Any) -> str:
    shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: Any, name: str, *_: Any) -> None:
    hint = getattr(self, "HOW_TO_CHANGE", "dataclasses.replace gives a changed copy")
    raise dataclasses.FrozenInstanceError(f"cannot change {name!r}: {hint}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
