"""The query language: which works of a library are meant.

::

    type:article and year>=2020 and author:Doe
    (title:"lazy queues" or keyword:scheduling) not has:doi

A test is a field, an operator and a value; a field has the name of a CSL variable or of a BibTeX field. A word or a
quoted phrase alone is looked for in everything. ``and`` may be left out; ``or`` binds less than ``and``, ``not`` more.
What the operators mean for names, dates, numbers and texts is said in :mod:`citekit.model.conditions`.

>>> from citekit.model.library import Library
from citekit.runtime.records import dataclass
from citekit.model.library import Library
from citekit.model.work import Work
>>> query("type:book not has:doi").holds(Work("book", "doe2020", {"title": "Queues"}))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from citekit.model.conditions import HAS, OPERATORS, Condition, condition, names_known
from citekit.model.library import Works
from citekit.model.work import Work
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

if TYPE_CHECKING:
    import pyparsing as pp

LONGEST = 4000
"""So many characters a query may have."""
DEEPEST = 12
"""So deep its brackets may be nested."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was understood. ``fields`` are the names in it with the places where they are."""

    source: Source
    holds: Condition
    fields: tuple[tuple[str, int], ...] = ()

    def check(self, works: Iterable[Work]) -> None:
        """Raise :class:`~citekit.runtime.errors.UsageError` for a field that is neither known nor a field of one of the works."""
        unknown = [(name, at) for name, at in self.fields if name not in names_known()]
        if not unknown:
            return
        own = {field for work in works for field in work.fields}
        for name, at in unknown:
            if name not in own:
                hint = did_you_mean(name, names_known() | own) if len(name) > 1 else ""
                hint = hint if hint.startswith("did you mean") else "a field is a CSL variable or a field of BibTeX"
                raise UsageError(f"there is no field '{name}'", hint, self.source, Span(at, at + len(name)))


@lru_cache(maxsize=64)
def query(text: str) -> Query:
    """Return a query in words, understood.

    Raises :class:`~citekit.runtime.errors.UsageError` with the column for one that is not a query. Takes linear time in
    the query, and for each work linear time in what it says: there are no regular expressions, only ``*``.
    """
    import pyparsing as pp

    source = Source("query", text)
    # The parser recurses for each bracket, so their depth is limited before it runs.
    if len(source.text) > LONGEST:
        raise UsageError(f"the query is longer than {LONGEST:,} characters", "name fewer things at once")
    depth, quoted = 0, False
    for at, character in enumerate(source.text):
        quoted ^= character == '"'
        depth += 0 if quoted else (character == "(") - (character == ")")
        if depth > DEEPEST:
            raise UsageError("the brackets are nested too deeply", "write it flatter", source, Span(at, at + 1))
    try:
        tree = _grammar().parse_string(text, parse_all=True)[0]
    except pp.ParseBaseException as error:
        raise _refused(source, error.loc) from None
    fields: list[tuple[str, int]] = []
    return Query(source, _compiled(tree, source, fields), tuple(fields))


@cache
def _grammar() -> pp.ParserElement:
    """Read a query into ``("test", at, field, operator, value)``, ``("words", at, text)``, ``("not", part)`` and
    ``("and" or "or", parts)``. After an opening bracket, a field and an operator there is no way back, so no part is
    read twice.
    """
    import pyparsing as pp

    conjunction, disjunction, negation = map(pp.CaselessKeyword, ("and", "or", "not"))
    quoted = pp.Regex(r'"(?:[^"\\]|\\.)*+"').add_parse_action(
        lambda found: found[0][1:-1].replace('\\"', '"').replace("\\\\", "\\")
    )
    value = quoted | pp.Regex(r'[^\s()"]++')
    name = pp.Regex(r"[A-Za-z][\w+-]*+(?=\s*+(?::|!=|[<>=]))")
    test = (name + pp.one_of(OPERATORS) - value).add_parse_action(lambda _, at, found: ("test", at, *found))
    word = ~(conjunction | disjunction | negation) + (quoted | pp.Regex(r'[^\s()"]++'))
    words = word.add_parse_action(lambda _, at, found: ("words", at, found[0]))
    whole = pp.Forward()
    group = pp.Suppress("(") - whole - pp.Suppress(")")
    denied = (pp.ZeroOrMore(negation) + (group | test | words)).add_parse_action(_denied)
    all_of = (denied + pp.ZeroOrMore(pp.Suppress(conjunction) - denied | denied)).add_parse_action(
        lambda found: found[0] if len(found) == 1 else ("and", list(found))
    )
    whole <<= (all_of + pp.ZeroOrMore(pp.Suppress(disjunction) - all_of)).add_parse_action(
        lambda found: found[0] if len(found) == 1 else ("or", list(found))
    )
    return whole


def _denied(found: pp.ParseResults) -> Any:
    return ("not", found[-1]) if len(found) % 2 == 0 else found[-1]


def _refused(source: Source, at: int) -> UsageError:
    """Return the problem at the position where parsing stopped."""
    while at < len(source.text) and source.text[at].isspace():
        at += 1
    rest = source.text[at:]
    if not rest:
        message, hint = "the query ends too early", "a test such as year>=2020 or a ) is missing"
    elif rest[0] == '"':
        message, hint = "a quotation mark is not closed", 'write title:"lazy queues"'
    elif rest[0] in "()":
        message, hint = f"'{rest[0]}' is in the wrong place", "each ( needs a test after it and its own )"
    else:
        message, hint = f"'{rest.split()[0]}' is in the wrong place", "a query is like: type:article and year>=2020"
    return UsageError(message, hint, source, Span(at, min(at + 1, len(source.text))))


def _compiled(tree: Any, source: Source, fields: list[tuple[str, int]]) -> Condition:
    kind, *rest = tree
    if kind in ("and", "or"):
        parts = [_compiled(part, source, fields) for part in rest[0]]
        every: Callable[[Iterable[bool]], bool] = all if kind == "and" else any
        return lambda work: every(part(work) for part in parts)
    if kind == "not":
        denied = _compiled(rest[0], source, fields)
        return lambda work: not denied(work)
    at, *operands = rest
    name, operator, value = operands if kind == "test" else ("", ":", operands[0])
    name = name.lower()
    if name == HAS:
        fields.append((value.lower(), source.text.find(value, at)))
    elif name:
        fields.append((name, at))
    try:
        return condition(name, operator, value)
    except UsageError as error:
        span = Span(at, at + max(len(name), 1))
        raise UsageError(error.problem.message, error.problem.hint, source, span) from None


def kept(library: Works, text: str) -> Works:
    """Return the works of a library for which a query holds, with their traces; all of them for no query at all."""
    if not text.strip():
        return library
    parsed = query(text)
    parsed.check(library)
    places = [place for place, work in enumerate(library.works) if parsed.holds(work)]
    traces = tuple(library.traces[place] for place in places) if library.traces else ()
    return replace(library, works=tuple(library.works[place] for place in places), traces=traces)
