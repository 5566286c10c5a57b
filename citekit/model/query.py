"""The query language: which works of a library are meant.

::

    type:article and year>=2020 and author:Doe
    (title:"lazy queues" or keyword:scheduling) not has:doi

A test is a field, an operator and a value; a field has the name of a CSL variable or of a BibTeX field. A word or a
quoted phrase alone is looked for in everything. ``and`` may be left out; ``or`` binds less than ``and``, ``not`` more.

* ``:`` looks for a value: in a text, anywhere (``title:queue``); among names, all words of one name (``author:"Jane Doe"``,
  where an initial agrees with the name that it begins); for dates and numbers, the same one or a range
  (``year:2019..2021``); for types, keys and keywords, the whole of it (``key:doe*``).
* ``=`` and ``!=`` compare the whole of it; ``<``, ``<=``, ``>`` and ``>=`` compare dates and numbers.
* ``has:doi`` holds if there is a value at all.

Letter case and accents do not matter, and ``*`` stands for anything. A work that has no value passes no test but ``!=``.

>>> from citekit.model.work import Work
>>> query("type:book not has:doi").holds(Work("book", "doe2020", {"title": "Queues"}))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from citekit.model import kinds
from citekit.model.date import Date, read_date, read_iso
from citekit.model.name import Name
from citekit.model.work import Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.text.rich import without_tags
from citekit.text.unicode import folded

if TYPE_CHECKING:
    import pyparsing as pp

Condition = Callable[[Work], bool]
OPERATORS = (":", "!=", "<=", ">=", "<", ">", "=")
HAS = "has"

_SAME_AS = {"year": "issued", "date": "issued", "id": "key", "citekey": "key", "keywords": "keyword"}
_VENUE = ("container-title", "container-title-short", "event-title", "collection-title", "journalabbreviation")
_CONTAINERS = frozenset({"journal", "journaltitle", "booktitle", "shortjournal"})
_NUMBERS = frozenset(
    "chapter chapter-number collection-number edition issue month number number-of-pages number-of-volumes page page-first "
    "pages pagetotal part-number supplement-number version volume volumes".split()
)
_DATES = frozenset(kinds.DATE_VARIABLES | {"urldate", "eventdate", "origdate"})
_NUMBER = re.compile(r"\d{1,12}")
_WORDS = re.compile(r"[\w*]+")
_BETWEEN_KEYWORDS = re.compile(r"[,;]")

Compared = tuple[int, ...]
_ORDERS: dict[str, Callable[[Compared, Compared], bool]] = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}

LONGEST = 4000
"""The most characters of a query."""
DEEPEST = 12
"""The deepest nesting of its brackets."""


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
    the query, and for each work linear time in its texts: there are no regular expressions, only ``*``.
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
    denied = (pp.ZeroOrMore(negation) + (group | test | words)).add_parse_action(
        lambda found: ("not", found[-1]) if len(found) % 2 == 0 else found[-1]  # "not not" is nothing
    )
    all_of = (denied + pp.ZeroOrMore(pp.Suppress(conjunction) - denied | denied)).add_parse_action(
        lambda found: found[0] if len(found) == 1 else ("and", list(found))
    )
    whole <<= (all_of + pp.ZeroOrMore(pp.Suppress(disjunction) - all_of)).add_parse_action(
        lambda found: found[0] if len(found) == 1 else ("or", list(found))
    )
    return whole


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
    if kind == "words" and '"' not in source.text[at : source.text.find(operands[0], at)]:
        _refuse_other_languages(operands[0], source, at)
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


_NEGATED = re.compile(r"[-!](?=[A-Za-z])")
_SIGNS = {"|": "or", "||": "or", "&": "and", "&&": "and", "!": "not"}


def _refuse_other_languages(word: str, source: Source, at: int) -> None:
    """Refuse what negates or joins in the queries of other programs: read as a word, it would find other works."""
    place = source.text.find(word, at)
    span = Span(place, place + len(word))
    if word in _SIGNS:
        raise UsageError(f"'{word}' is no part of a query", f"write {_SIGNS[word]}", source, span)
    if _NEGATED.match(word):
        raise UsageError(
            f"'{word[0]}' does not negate a test", f'write not {word[1:]}, or "{word}" for the word', source, span
        )


def kept(library: Works, text: str) -> Works:
    """Return the works of a library for which a query holds, with their traces; all of them for no query at all."""
    if not text.strip():
        return library
    parsed = query(text)
    parsed.check(library)
    places = [place for place, work in enumerate(library.works) if parsed.holds(work)]
    traces = tuple(library.traces[place] for place in places) if library.traces else ()
    return replace(library, works=tuple(library.works[place] for place in places), traces=traces)


# --- what one test requires of a work --------------------------------------------------------------------------------


@cache
def names_known() -> frozenset[str]:
    """Return the names of fields that a query may use for any library, in lower case."""
    rows = {name for row in kinds.FIELDS for name in (row.bibtex, row.biblatex)}
    variables = kinds.NAME_VARIABLES | kinds.DATE_VARIABLES | kinds.TEXT_VARIABLES
    own = {"type", "key", "venue", "month", "any", "eprint", "archiveprefix", "primaryclass", "crossref"}
    return frozenset({*map(str.lower, variables), *rows, *own, *_SAME_AS, *kinds.NAME_FIELDS, *_CONTAINERS})


_TYPO = 0.85
"""So like a known type a word must be to be a typo of it: people have types of their own, such as poster."""


def condition(name: str, operator: str, value: str) -> Condition:
    """Return the condition that a test stands for.

    ``name`` is in lower case, empty for a word that is looked for everywhere.

    Raises :class:`~citekit.runtime.errors.UsageError` where the operator or the value makes no sense for the field.
    """
    typed_name, name = name, _SAME_AS.get(name, name)
    if operator == "!=":
        same = condition(name, "=", value)
        return lambda work: not same(work)
    if name == HAS:
        wanted = _SAME_AS.get(value.lower(), value.lower())
        # a text of spaces alone is not a value
        return lambda work: any(found.strip() if isinstance(found, str) else found for found in _values(work, wanted))
    if name in _DATES:
        return _ordered(name, typed_name, operator, value, _date_of, _read_date)
    if name in _NUMBERS and (operator in _ORDERS or ".." in value) and _NUMBER.match(value.strip(".")):
        return _ordered(name, typed_name, operator, value, _number_of, _read_number)
    if operator not in (":", "="):
        hint = f"write {typed_name}:{value}" if name not in _NUMBERS else "write a number, as in volume>=3"
        if name not in names_known() and (close := did_you_mean(name, names_known())).startswith("did you mean"):
            raise UsageError(f"there is no field '{typed_name}'", close)
        raise UsageError(f"'{operator}' compares dates and numbers, not '{typed_name}' with '{value}'", hint)
    if name == "type":
        known = kinds.CSL_TYPES.keys() | kinds.ENTRY_TYPES.keys()
        if (
            value.lower() not in known
            and "*" not in value
            and (close := did_you_mean(value, known, _TYPO)).startswith("did you mean")
        ):
            raise UsageError(f"there is no type '{value}'", close)
        return _type_is(value)
    whole = operator == "=" or name in ("key", "keyword")
    agrees = _text_test(value, whole)
    wanted_words = [word for word in _WORDS.findall(folded(value)) if word]
    return lambda work: any(_fits(found, agrees, wanted_words, whole) for found in _values(work, name))


def _values(work: Work, name: str) -> Iterator[Value]:
    """Yield the values that a work has under a name: of a CSL variable, of a BibTeX field of its type, of a field of its own."""
    if name in ("", "any"):
        yield work.id
        yield from work.variables.values()
        yield from (text for field, text in work.fields.items() if field != "entrytype")
        return
    if name == "key":
        yield from work.keys
    elif name == "keyword":
        yield from _BETWEEN_KEYWORDS.split(work.text("keyword"))
    elif name == "month":
        month = work.issued.month if work.issued else None
        yield str(month or "")
    elif name == "type":
        yield work.type
    for variable in _VENUE if name == "venue" else _variables(work, name):
        if variable in work.variables and variable != "keyword":
            yield work.variables[variable]
    if name in work.fields:
        yield work.fields[name]


def _variables(work: Work, name: str) -> Iterable[str]:
    entry = work.fields.get("entrytype") or kinds.entry_type(work.type)
    found, _, is_own, _ = kinds.field_place(name, entry)
    if name in _CONTAINERS and not is_own:
        found = ""
    return dict.fromkeys(filter(None, (found, _variable_named(name))))


@cache
def _variable_named(name: str) -> str:
    every = kinds.NAME_VARIABLES | kinds.DATE_VARIABLES | kinds.TEXT_VARIABLES
    return next((variable for variable in sorted(every) if variable.lower() == name), "")


def _type_is(value: str) -> Condition:
    """``article`` and other entry types of BibTeX as BibTeX means them, any other word as a CSL type."""
    agrees = _text_test(value, True)
    of_csl = value.lower() not in kinds.CSL_TYPES

    def holds(work: Work) -> bool:
        written = {kinds.entry_type(work.type, dialect) for dialect in ("bibtex", "biblatex")}
        given = work.fields.get("entrytype")
        return (of_csl and agrees(work.type)) or any(map(agrees, [given] if given else written))

    return holds


# Texts and names


def _text_test(value: str, whole: bool) -> Callable[[str], bool]:
    """Whether a text has a value in it (or is it), where ``*`` stands for anything: piece by piece, from the left."""
    pieces = [_plain(piece) for piece in value.split("*")] if "*" in value else [_plain(value)]

    def holds(text: str) -> bool:
        text = _plain(text)
        if len(pieces) == 1:
            return text == pieces[0] if whole else pieces[0] in text
        if whole and not (text.startswith(pieces[0]) and text.endswith(pieces[-1])):
            return False
        at, end = 0, len(text) - (len(pieces[-1]) if whole else 0)
        for piece in pieces[:-1] if whole else pieces:
            at = text.find(piece, at, end) + len(piece)
            if at < len(piece):
                return False
        return at <= end

    return holds


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    """Return what a text is compared by; kept, since several tests of a query request the same."""
    return " ".join(folded(without_tags(text)).split())


def _fits(value: Value, agrees: Callable[[str], bool], words: list[str], whole: bool) -> bool:
    if isinstance(value, str):
        return agrees(value)
    if isinstance(value, Date):
        return agrees(value.literal) if value.literal else agrees(str(value.year or ""))
    return any(_is_person(name, words, whole) for name in value)


def _is_person(name: Name, words: list[str], whole: bool) -> bool:
    """Whether all words are words of one name; an initial agrees with a name that it begins, next to a whole word."""
    given = _WORDS.findall(folded(name.given))
    others = _WORDS.findall(folded(f"{name.dropping_particle} {name.full_family} {name.suffix} {name.literal}"))
    own = {*given, *others}
    exact = [word for word in words if word in own or ("*" in word and any(map(_text_test(word, True), own)))]
    if not exact:
        return "".join(words) == "".join([*others, *given]) != ""
    if whole and len(words) != len(given) + len(others):
        return False
    left = [word for word in words if word not in exact]
    return all(
        any(word.startswith(g) or g.startswith(word) for g in given if 1 in (len(g), len(word))) for word in left
    )


# Dates and numbers


def _ordered(
    name: str,
    typed_name: str,
    operator: str,
    value: str,
    of: Callable[[Value], Compared],
    read: Callable[[str], Compared],
) -> Condition:
    """Return a comparison at the precision that both sides have.

    ``2019..2021`` is a range, open where an end is missing.
    """
    if operator in (":", "=") and ".." in value:
        first, _, last = value.partition("..")
        bounds = [(">=", read(first))] if first else []
        bounds += [("<=", read(last))] if last else []
    else:
        bounds = [(operator.replace(":", "="), read(value))]
    if not all(wanted for _, wanted in bounds):
        like = f"{typed_name}>=2020 or {typed_name}:2019..2021" if name in _DATES else f"{typed_name}>=3"
        raise UsageError(f"'{value}' is nothing that '{typed_name}' can be compared with", f"write {like}")

    def holds(work: Work) -> bool:
        return any(_in_bounds(of(found), bounds) for found in _values(work, name))

    return holds


def _in_bounds(found: Compared, bounds: list[tuple[str, Compared]]) -> bool:
    return bool(found) and all(
        _ORDERS[order](found[: len(wanted)], wanted if order == "=" else wanted[: len(found)])
        for order, wanted in bounds
    )


def _date_of(value: Value) -> Compared:
    if isinstance(value, Date):
        # BibLaTeX has no words in urldate, people have: "May 12, 2021" stays words and is compared as the date
        return next((point for point in value.parts if point), ()) or _read_date(value.literal)
    return _read_date(value) if isinstance(value, str) else ()


def _read_date(text: str) -> Compared:
    date = read_iso(text) or read_date(text)
    return next((point for point in date.parts if point), ())


def _number_of(value: Value) -> Compared:
    return _read_number(value) if isinstance(value, str) else ()


def _read_number(text: str) -> Compared:
    match = _NUMBER.search(text)
    return (int(match[0]),) if match else ()
