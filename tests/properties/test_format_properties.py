"""What a format can express comes back equal; whatever a work holds, what is written is whole, valid and harmless."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_bibtex import ODD_DATES, WILD_TEXT, works

from citekit.formats import files
from citekit.formats.ris import CSL_TYPES, NAMES, RIS_TYPES, TEXTS, tag_of
from citekit.model import kinds
from citekit.model.date import Date
from citekit.model.kinds import field_named
from citekit.model.name import OTHERS, Name
from citekit.model.work import Value, Work, Works
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.text.rich import without_marks

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WILD_LIBRARIES = st.lists(works(WILD_TEXT, ODD_DATES), max_size=3).map(lambda found: Works(tuple(found)))

WORD = st.text("abcdefgXYZéőЖα中12", min_size=1, max_size=6)
WORDS = st.lists(
    WORD | st.sampled_from(["<i>x</i>", "a-b", "#", "yes", "&", "'", '"', ":", "- ", "%"]), min_size=1, max_size=4
).map(lambda found: " ".join(" ".join(found).split()))
CAPITAL = st.sampled_from(["Doe", "Roe", "Örn", "Жук", "McX"])
PERSON = st.builds(
    Name,
    CAPITAL,
    st.sampled_from(["Jane", "J. R.", "Ana María"]),
    st.sampled_from(["", "von"]),
    st.sampled_from(["", "van der", "de"]),
    st.sampled_from(["", "Jr.", "III"]),
)
BODY = st.sampled_from(["The Team", "WHO", "Institute of X"]).map(lambda text: Name(literal=text))
PEOPLE = st.lists(PERSON | BODY, min_size=1, max_size=3).flatmap(
    lambda found: st.sampled_from([tuple(found), (*found, OTHERS)])
)
DAY = st.builds(Date.of, st.integers(1, 2100), st.integers(1, 12), st.integers(1, 28))
SIMPLE_DATE = (
    DAY | st.builds(Date.of, st.integers(1, 2100)) | st.builds(Date.of, st.integers(1, 2100), st.integers(1, 12))
)
RANGE = st.builds(lambda a, b, circa: Date(a.parts + b.parts, 0, circa), SIMPLE_DATE, SIMPLE_DATE, st.booleans())
SEASON = st.builds(
    lambda year, season: Date(((year,),), season), st.integers(-500, 2100).filter(bool), st.integers(1, 4)
)
DATE = SIMPLE_DATE | RANGE | SEASON | st.just(Date(literal="in press"))


def variables(
    texts: list[str], names: list[str], dates: list[str], date: st.SearchStrategy[Date]
) -> st.SearchStrategy[dict]:
    return st.builds(
        lambda a, b, c: {**a, **b, **c},
        st.dictionaries(st.sampled_from(texts), WORDS, max_size=5),
        st.dictionaries(st.sampled_from(names), PEOPLE, max_size=3),
        st.dictionaries(st.sampled_from(dates), date, max_size=2),
    )


ANY_VARIABLES = variables(
    sorted(kinds.TEXT_VARIABLES - {"license"}), sorted(kinds.NAME_VARIABLES), sorted(kinds.DATE_VARIABLES), DATE
)
FIELDS = st.dictionaries(st.sampled_from(["eprint", "code", "custom field"]), WORDS, max_size=2)


@FEW
@given(st.builds(Work, st.sampled_from(sorted(kinds.ENTRY_TYPES)), WORDS, ANY_VARIABLES, FIELDS))
def test_every_variable_of_csl_comes_back_from_csl_json(work: Work) -> None:
    library = Works((work,))
    (again,) = files.loads(files.dumps(library, "csljson"), "csljson")
    assert (again.id, again) == (work.id, work)


_SPECIAL_TEXT = {"keyword", "page", "DOI", "volume", "references"}


@st.composite
def ris_works(draw: st.DrawFn) -> Work:
    kind = draw(
        st.sampled_from(sorted(set(CSL_TYPES.values()) & {k for k, ty in RIS_TYPES.items() if CSL_TYPES[ty] == k}))
    )
    texts = sorted({row.variable for row in TEXTS if tag_of(TEXTS, row.variable, kind)} - _SPECIAL_TEXT)
    names = sorted({row.variable for row in NAMES if tag_of(NAMES, row.variable, kind)})
    found = draw(variables(texts, names, ["issued", "accessed"], DATE))
    if found.get("container-title-short", "") == found.get("container-title", "") or "container-title" not in found:
        found |= {"container-title": "Whole Name"} if "container-title-short" in found else {}
    found |= draw(
        st.sampled_from([{}, {"page": "1-20"}, {"page": "e12"}, {"keyword": "a, b c"}, {"keyword": "a, b; c"}])
    )
    found |= draw(st.sampled_from([{}, {"DOI": "10.1000/x.1"}, {"ISSN": "1234-567X"}, {"PMID": "12"}]))
    if kind in ("book", "report", "classic", "software", "map"):
        found.pop("container-title", None)
        found.pop("container-title-short", None)
    fields = draw(
        st.sampled_from([{}, {"eprint": "2001.00001", "archiveprefix": "arXiv"}, {"ris-u3": "x"}, {"pdf": "a.pdf"}])
    )
    return Work(kind, draw(WORDS), {name: in_ris(value) for name, value in found.items()}, fields)


def in_ris(value: Value) -> Value:
    """What RIS can say of a value: no style, and no "and others"."""
    if isinstance(value, tuple):
        return tuple(name for name in value if not name.is_others)
    return without_marks(value) if isinstance(value, str) else value


@FEW
@given(ris_works())
def test_what_ris_can_express_comes_back(work: Work) -> None:
    library = Works((work,))
    again = files.loads(files.dumps(library, "ris"), "ris")
    assert again.works == library.works
    assert again[0].id == work.id
    assert not files.losses(library, "ris")
    assert all(problem.severity == "info" for problem in again.problems)


HAYAGRIVA_TEXTS = ["title", "volume", "issue", "edition", "publisher", "publisher-place", "abstract", "note", "genre", "page",
                   "call-number", "archive", "number", "DOI", "container-title", "event-title"]  # fmt: skip
HAYAGRIVA_NAMES = ["author", "editor", "translator", "director", "composer"]


@FEW
@given(
    st.sampled_from(["article-journal", "paper-conference", "chapter", "article-newspaper", "post-weblog"]),
    variables(HAYAGRIVA_TEXTS, HAYAGRIVA_NAMES, ["issued"], SIMPLE_DATE),
)
def test_what_hayagriva_can_express_comes_back(kind: str, found: dict) -> None:
    tame = {name: value.replace("<i>x</i>", "x") if isinstance(value, str) else value for name, value in found.items()}
    library = Works((Work(kind, "key", {**tame, "URL": "https://example.org/a"}),))
    assert files.loads(files.dumps(library, "hayagriva"), "hayagriva").works == library.works
    assert not files.losses(library, "hayagriva")


@FEW
@given(WILD_LIBRARIES)
def test_losses_tell_of_everything_that_does_not_come_back(library: Works) -> None:
    for name in ("ris", "hayagriva"):
        told = " ".join(problem.message for problem in files.losses(library, name))
        try:
            again = files.loads(files.dumps(library, name), name)
        except UnreadableInputError:
            continue
        assert len(again) == len(library)
        for before, after in zip(library, again, strict=True):
            for variable, value in {**before.variables, **before.fields}.items():
                back = {**after.variables, **after.fields}.get(variable)
                spelt_otherwise = name == "ris" and variable in ("page", "keyword")  # dashes, and blanks after commas
                if isinstance(value, str) and value.replace('<span class="nocase">', "") == back:
                    continue  # letters that keep their case are no loss
                assert not value or value == back or field_named(variable, before.type) in told or spelt_otherwise


SOURCE = st.lists(
    st.sampled_from([
        "TY  - JOUR\n", "ER  - \n", "AU  - Doe, J\n", "DA  - 2020/13//\n", "PY  - \n", "SN  - 1;2\n", "SP  - 1-", "KW  - ;\n",
        "a:\n", "  type: article\n", "  parent: [", "]", "{", "}", "*a", "&a ", "- ", "\n", "\r", '"', "[{", '"id": 1', ",",
        '"issued": {"date-parts": [[', '"author": [', "<xml>", "<records>", "<record>", "</record>", "UR  - http://[x\n", "<style face='italic'>",
        "</style>", "<title>", "<!DOCTYPE x>", "&amp;", "\ufeff", "@misc{a, title = {T}}",
    ])
    | st.text(max_size=4),
    max_size=14,
).map("".join)  # fmt: skip


@FEW
@given(SOURCE, st.sampled_from(["csljson", "ris", "hayagriva", "endnotexml", ""]))
def test_reading_raises_nothing_but_what_is_documented(text: str, name: str) -> None:
    try:
        library = files.loads(text, name)
    except (UnreadableInputError, UsageError):
        return
    for problem in library.problems:
        assert str(problem)
    for target in files.format_names():
        if files.is_folder(target):
            assert len(files._formats()[target].pages(library)) >= len(library)
        elif hasattr(files._formats()[target], "dumps"):
            files.dumps(library, target)


class _Tags(HTMLParser):
    seen: set[str]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert {name for name, _ in attrs} <= {"class", "id", "href", "style"}
        for name, value in attrs:
            assert name != "href" or (value or "").startswith(("http", "ftp")) or ":" not in (value or "")


@FEW
@given(WILD_LIBRARIES)
def test_pages_hold_no_markup_but_ours(library: Works) -> None:
    parser = _Tags()
    parser.seen = set()
    parser.feed(files.dumps(library, "html"))
    assert parser.seen <= {"ul", "li", "h2", "span", "br", "a", "i", "b", "sup", "sub", "strong", "p"}
    parser.seen = set()
    parser.feed(files.dumps(library, "markdown"))
    assert parser.seen <= {"sup", "sub"}


@FEW
@given(WILD_LIBRARIES)
def test_yaml_is_valid_and_says_what_it_should(library: Works) -> None:
    section = yaml.safe_load(files.dumps(library, "rendercv"))["cv"]["sections"]["publications"]
    assert len(section) == len(library)
    entries = yaml.safe_load(files.dumps(library, "hayagriva"))
    assert len(entries) == len(library)
    for name in ("hugo", "academicpages"):
        for path, text in files._formats()[name].pages(library).items():
            if path.endswith(".md"):
                assert isinstance(yaml.safe_load(text.split("---\n")[1]), dict)


@FEW
@given(WILD_LIBRARIES)
def test_tables_have_a_row_for_each_work_and_no_formulas(library: Works) -> None:
    rows = list(csv.reader(io.StringIO(files.dumps(library, "csv"))))
    assert len(rows) == len(library) + 1
    assert all(len(row) == len(rows[0]) for row in rows)
    assert not any(cell[:1] in ("=", "+", "-", "@", "\t", "\r") for row in rows for cell in row if cell)


@FEW
@given(WILD_LIBRARIES)
def test_csl_json_is_valid_by_its_schema(library: Works) -> None:
    for entry in json.loads(files.dumps(library, "csljson")):
        assert {"id", "type"} <= entry.keys() <= SCHEMA
        for name, value in entry.items():
            if name in kinds.NAME_VARIABLES:
                assert all(
                    set(person) <= NAME_KEYS and all(isinstance(v, str) for v in person.values()) for person in value
                )
            elif name in kinds.DATE_VARIABLES:
                assert value.keys() <= {"date-parts", "season", "circa", "literal"}
                parts = value.get("date-parts", [[1]])
                assert 1 <= len(parts) <= 2
                assert all(1 <= len(part) <= 3 for part in parts)
            else:
                assert isinstance(
                    value, str | dict if name == "custom" else str | list if name == "categories" else str
                )


RENAMED = {"part-number": "part", "printing-number": "printing", "supplement-number": "supplement"}
SCHEMA = {RENAMED.get(name, name) for name in kinds.NAME_VARIABLES | kinds.DATE_VARIABLES | kinds.TEXT_VARIABLES}
SCHEMA = (SCHEMA | {"id", "type", "custom", "categories"}) - {"license"}
NAME_KEYS = {"family", "given", "dropping-particle", "non-dropping-particle", "suffix", "literal"}
