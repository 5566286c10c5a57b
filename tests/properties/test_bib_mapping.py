"""Whatever a work holds that BibTeX and BibLaTeX can say comes back equal, and what they cannot say is told."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from citekit.formats import biblatex, bibtex
from citekit.formats.files import dumps, loads
from citekit.model import kinds
from citekit.model.date import Date, is_on_calendar, iso, read_iso
from citekit.model.kinds import GENRES, STATES
from citekit.model.name import Name
from citekit.model.work import Value, Work, Works

FORMATS = {"bibtex": bibtex, "biblatex": biblatex}
MODEST = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))

WORDS = st.lists(
    st.sampled_from("Sample of the Naïve Ω GPU über 50% A&B x_1 #7 Ångström “quoted” Strange–Loop and".split()),
    min_size=1,
    max_size=4,
).map(" ".join)
PLAIN = WORDS.filter(lambda text: not text.startswith(("and", "Strange–")) and not text.endswith(" and"))
PARTS = st.sampled_from(["Doe", "Straße", "Roe Poe", "Ó Sé"])
NAMES = st.one_of(
    st.builds(Name, PARTS, st.sampled_from(["Jane", "J. K.", "Zoë"])),
    st.builds(Name, PARTS, st.just("Ludwig"), st.just(""), st.sampled_from(["van", "von der"])),
    st.builds(Name, PARTS, st.just("Vincent"), st.sampled_from(["van", "de la"])),
    st.builds(Name, PARTS, st.just("Otto"), suffix=st.just("Jr.")),
    st.builds(Name, literal=st.just("The Sample Team")),
)


def points(year: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[int, ...]]:
    month, day = st.integers(1, 12), st.integers(1, 31)
    days = st.tuples(year, month, day).filter(lambda point: is_on_calendar(*point))
    return st.one_of(year.map(lambda y: (y,)), st.tuples(year, month), days)


YEARS = st.integers(1000, 2100)
DATES = st.one_of(
    st.builds(lambda p, c, u: Date((p,), circa=c, uncertain=u), points(YEARS), st.booleans(), st.booleans()),
    st.builds(lambda y, s: Date(((y,),), s), YEARS, st.integers(1, 4)),
    st.builds(lambda a, b: Date((a, b)) if a < b else Date((a,)), points(YEARS), points(YEARS)),
    st.builds(lambda p, first: Date(((), p) if first else (p, ())), points(YEARS), st.booleans()),
    st.builds(lambda decade: Date(((10 * decade,), (10 * decade + 9,)), unspecified=True), st.integers(100, 209)),
    st.integers(-9000, -1).map(Date.of),
    st.integers(10000, 99999).map(Date.of),
    st.just(Date(((2020, 5, 4),), time="12:30:00Z")),
)
FIXED: dict[str, st.SearchStrategy[str]] = {
    "page": st.sampled_from(["1-20", "7", "e12", "iv-xii", "1-10, 12"]),
    "DOI": st.just("10.1000/a_b%c"),
    "URL": st.just("https://example.org/~x?a=%20&b_c"),
    "genre": st.sampled_from([*GENRES.values(), "Lab notes"]),
    "status": st.sampled_from([*STATES.values(), "submitted"]),
    "language": st.sampled_from(["en", "en-GB", "de", "de-AT", "xx", "pt-BR"]),
    "publisher": st.sampled_from(["ACM", "Simon and Schuster", "North Press; South Press"]),
}
NOT_HERE = {
    "volume-title",
    "issue",
    "number",
    "collection-number",
    "container-title",
    "publisher",
    "genre",
    "event-title",
}
TEXTS = sorted(
    {row.variable for row in kinds.FIELDS}
    & kinds.TEXT_VARIABLES - NOT_HERE - kinds.NAME_VARIABLES - kinds.DATE_VARIABLES - FIXED.keys()
)


def _has_fixed_particle(value: Value) -> bool:
    """BibLaTeX says of a whole entry whether its particles are dropped."""
    return isinstance(value, tuple) and any(name.non_dropping_particle for name in value)


@st.composite
def works(draw: st.DrawFn) -> Work:
    """Works of any type, with facts that every bibliography has a place for."""
    variables: dict[str, Value] = {"title": draw(PLAIN)}
    for name in draw(st.sets(st.sampled_from(TEXTS), max_size=5)):
        variables[name] = draw(PLAIN)
    for name in draw(st.sets(st.sampled_from(sorted(FIXED)), max_size=4)):
        variables[name] = draw(FIXED[name])
    for name in draw(st.sets(st.sampled_from(["author", "editor", "translator", "director", "compiler"]), max_size=2)):
        variables[name] = tuple(draw(st.lists(NAMES, min_size=1, max_size=3)))
    if any(name.dropping_particle for value in variables.values() if isinstance(value, tuple) for name in value):
        variables = {name: value for name, value in variables.items() if not _has_fixed_particle(value)}
    for name in draw(st.sets(st.sampled_from(["issued", "accessed", "event-date", "original-date"]), max_size=2)):
        variables[name] = draw(DATES)
    return Work(draw(st.sampled_from(sorted(kinds.ENTRY_TYPES))), "k", variables)


@MODEST
@given(works(), st.sampled_from(sorted(FORMATS)))
def test_a_work_comes_back_but_for_what_is_told(work: Work, name: str) -> None:
    (back,) = loads(dumps(Works((work,)), name), name)
    told = {problem.message.partition(" is ")[0] for problem in FORMATS[name].losses([work])}
    lost = {variable for variable, value in work.variables.items() if back.variables.get(variable) != value}
    assert lost | ({f"the type {work.type}"} if back.type != work.type else set()) == told


@MODEST
@given(works())
def test_biblatex_holds_every_work(work: Work) -> None:
    facts = {name: value for name, value in work.variables.items() if name not in ("genre", "publisher", "status")}
    whole = Work(work.type, work.id, facts)
    assert loads(dumps(Works((whole,)), "biblatex"), "biblatex").works[0].variables == facts
    assert not biblatex.losses([whole])


@settings(max_examples=300, deadline=None)
@given(DATES)
def test_dates_come_back(date: Date) -> None:
    assert read_iso(iso(date)) == date


KEYS = ["a", "b", "c", "d"]
TYPES = ["inproceedings", "proceedings", "mvproceedings", "book", "inbook", "article", "periodical", "xdata", "misc"]
VALUES = {
    "title": ["On Samples", "The {GPU} Book"],
    "subtitle": ["A Study"],
    "titleaddon": ["Reprint"],
    "booktitle": ["On Samples", "Other"],
    "author": ["Doe, Jane", "Roe, R."],
    "editor": ["Poe, Edna"],
    "publisher": ["ACM"],
    "year": ["2020", "2021"],
    "date": ["2020-05", "2021"],
    "month": ["may"],
    "volume": ["3"],
    "doi": ["10.1/x"],
    "crossref": KEYS,
    "xdata": [*KEYS, "a,b"],
    "note": [""],
}
ENTRY = st.tuples(
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(sorted(VALUES)), st.integers(0, 3), max_size=7),
)


@MODEST
@given(st.lists(ENTRY, min_size=2, max_size=4), st.sampled_from(sorted(FORMATS)))
@example([("inproceedings", {"crossref": 1}), ("proceedings", {"title": 1, "year": 0})], "bibtex")
@example([("misc", {"date": 1, "xdata": 1}), ("misc", {"date": 0})], "bibtex")
@example([("book", {"crossref": 1}), ("book", {"crossref": 0, "year": 0})], "biblatex")
def test_what_is_inherited_stays_inherited(entries: list[tuple[str, dict[str, int]]], name: str) -> None:
    """Any web of references, circles too: writing and reading changes no work, and a third time no letter."""
    text = ""
    for key, (kind, fields) in zip(KEYS, entries, strict=False):
        lines = [f"{field} = {{{VALUES[field][at % len(VALUES[field])]}}}" for field, at in fields.items()]
        text += f"@{kind}{{{key}, {', '.join(lines)}}}\n"
    library = loads(text, name)
    once = dumps(library, name)
    again = loads(once, name)
    assert dumps(again, name) == once
    assert [work.variables for work in again] == [work.variables for work in library]
