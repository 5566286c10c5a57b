"""Data classes and patterns that are made when they are first used behave as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from typing import Any

import pytest

from citekit.runtime import patterns
from citekit.runtime.records import dataclass


class Plain:
    """What both kinds of data classes are made of."""

    name: str
    count: int = 1
    found: list[str] = dataclasses.field(default_factory=list)
    hidden: str = dataclasses.field(default="", compare=False, repr=False)


def pair(**options: bool) -> list[Any]:
    """The same class twice: of the standard library, and ours."""
    body = {"__annotations__": Plain.__annotations__, "__doc__": "A record.", "__module__": __name__}
    made = []
    for decorate in (dataclasses.dataclass, dataclass):
        fields = {"count": 1, "found": dataclasses.field(default_factory=list)}
        hidden = {"hidden": dataclasses.field(default="", compare=False, repr=False)}
        made.append(decorate(**options)(type("Record", (), {**body, **fields, **hidden, "__qualname__": "Record"})))
    return made


OPTIONS = [{}, {"slots": True}, {"frozen": True}, {"frozen": True, "slots": True}, {"eq": False}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_they_are_as_those_of_the_standard_library(options: dict[str, bool]) -> None:
    theirs, ours = pair(**options)
    for made in (theirs, ours):
        assert repr(made("a", 2)) == "Record(name='a', count=2, found=[])"
        assert made("a").found is not made("a").found
        assert (made("a", hidden="x") == made("a")) is options.get("eq", True)
        assert made("a") != made("b")
        assert made("a") != ("a", 1, [])
        assert dataclasses.asdict(dataclasses.replace(made("a"), count=3))["count"] == 3
        assert [field.name for field in dataclasses.fields(made)] == ["name", "count", "found", "hidden"]
        assert list(inspect.signature(made).parameters) == ["name", "count", "found", "hidden"]
        assert inspect.signature(made).parameters["count"].default == 1
        assert copy.deepcopy(made("a", 5)).count == 5
        assert (made.__hash__ is None) == (options.get("eq", True) and "frozen" not in options)
        assert hasattr(made("a"), "__dict__") != options.get("slots", False)
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
            made()
        with pytest.raises(TypeError, match="unexpected keyword argument 'none'"):
            made("a", none=1)
        match made("a", 4):
            case made(name, count):
                assert (name, count) == ("a", 4)


@pytest.mark.parametrize("slots", [False, True])
def test_a_frozen_one_stays_as_it_is(slots: bool) -> None:
    record = pair(frozen=True, slots=slots)[1]("a", found=())
    for change in (lambda: setattr(record, "name", "b"), lambda: delattr(record, "name")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert record.name == "a"
    assert hash(record) == hash(pair(frozen=True, slots=slots)[1]("a", found=(), hidden="x"))


@dataclass(frozen=True, slots=True)
class Kept:
    """A record of a module, as pickles need it."""

    name: str
    values: tuple[int, ...] = ()


def test_a_record_and_a_pattern_go_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(Kept("a", (1, 2)))) == Kept("a", (1, 2))
    again = pickle.loads(pickle.dumps(patterns.Lazy(r"a(b)", re.IGNORECASE)))
    assert again.fullmatch("AB")


def test_methods_of_the_class_itself_are_kept() -> None:
    @dataclass(slots=True)
    class Own:
        name: str

        def __post_init__(self) -> None:
            self.name = self.name.upper()

        def __repr__(self) -> str:
            return "mine"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    assert (Own("a").name, repr(Own("a")), Own("a") == Own("b"), hash(Own("a"))) == ("A", "mine", True, 7)


def test_a_pattern_is_compiled_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_now = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given[0]) or compile_now(*given))
    names = {"patterns": patterns}
    exec(
        compile(r"pattern = patterns.compile(r'(?P<a>x)y'); broken = patterns.compile('(')", "a module", "exec"), names
    )
    pattern, broken = names["pattern"], names["broken"]
    assert compiled == []
    assert pattern.search("xxy")["a"] == "x"
    assert pattern.sub("-", "xy") == "-"
    assert pattern.groupindex == {"a": 1}
    assert compiled[0] == r"(?P<a>x)y"
    with pytest.raises(re.error):
        broken.match("")
    with pytest.raises(re.error):
        patterns.compile("(")


def test_a_class_without_a_text_is_not_given_its_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a signature was worked out")

    monkeypatch.setattr(inspect, "signature", fail)

    @dataclass(frozen=True)
    class Bare:
        name: str

    assert Bare("a").name == "a"
