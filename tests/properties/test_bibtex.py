"""Whatever a work holds, it is written as BibTeX that reads back, and writing what was read changes nothing."""

from __future__ import annotations

import bibtexparser
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from citekit.formats.files import dumps, loads
from citekit.model import kinds
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.runtime.config import BibtexSettings

pytestmark = pytest.mark.filterwarnings("ignore")
MARKUP = [
    "<i>",
    "</i>",
    "<sup>",
    "</sup>",
    '<span class="nocase">',
    "</span>",
    "$x_1$",
    "https://a.b/c_d",
    "GPU",
    "RM-STC",
]
SIGNS = [
    *'%&_#$~^"@=,()<>.:-',
    "--",
    " and ",
    "others",
    "é",
    "ő",
    "Ж",
    "α",
    "中",
    "\u00a0",
    "–",
    "von",
    "jan",
    "word",
    "A",
]
WILD = [*"{}\\", "\\{", "\\}", "\\'", "\\foo{", "\\textit{", "\n", "@misc{", "\x00", "\ud800", "``", "''", "family="]

TAME_TEXT = st.lists(st.sampled_from([*SIGNS, "{", "}"]) | st.text("abc XYZ 12", max_size=6), max_size=6).map("".join)
WILD_TEXT = st.lists(st.sampled_from(MARKUP + SIGNS + WILD) | st.text(max_size=4), max_size=6).map("".join)


YEAR = st.integers(-60, -1) | st.integers(1, 2100)
MONTH = st.integers(1, 12)
POINT = st.tuples(YEAR) | st.tuples(YEAR, MONTH) | st.tuples(YEAR, MONTH, st.integers(1, 28))
DATES = st.builds(Date, st.lists(POINT, max_size=2).map(tuple), st.integers(0, 4), st.booleans(), st.just(""))
ODD_POINT = st.lists(st.integers(-3, 13) | st.integers(), max_size=4).map(tuple)
ODD_DATES = st.builds(Date, st.lists(ODD_POINT, max_size=3).map(tuple), st.integers(0, 9), st.booleans(), WILD_TEXT)


def works(text: st.SearchStrategy[str], date: st.SearchStrategy[Date]) -> st.SearchStrategy[Work]:
    """Works of any type with any variables and fields, their text and dates drawn from what is given."""
    part = st.just("") | text
    mark = st.sampled_from([(), ("equal",), ("equal", "self")])
    name = st.builds(Name, text, text, part, part, part, st.just("") | text, mark)
    variables = st.builds(
        lambda a, b, c: {**a, **b, **c},
        st.dictionaries(st.sampled_from(sorted(kinds.TEXT_VARIABLES)), text, max_size=6),
        st.dictionaries(
            st.sampled_from(["author", "editor", "composer"]), st.lists(name, max_size=3).map(tuple), max_size=2
        ),
        st.dictionaries(st.sampled_from(["issued", "accessed", "submitted"]), date, max_size=2),
    )
    fields = st.dictionaries(
        st.sampled_from(["eprint", "archiveprefix", "code", "foo", "file", "keywords"]), text, max_size=3
    )
    return st.builds(Work, st.sampled_from(sorted(kinds.ENTRY_TYPES)), part, variables, fields)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(works(WILD_TEXT, ODD_DATES), max_size=2), st.sampled_from(["bibtex", "biblatex"]), st.booleans())
def test_any_work_is_written_and_read(given_works: list[Work], dialect: str, ascii_only: bool) -> None:
    text = dumps(Works(tuple(given_works)), dialect, BibtexSettings(ascii=ascii_only))
    text.encode("utf-8")
    other = bibtexparser.parse_string(text)
    assert not other.failed_blocks
    assert len(other.entries) == len(given_works) == len(loads(text, "bibtex"))


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(works(TAME_TEXT, DATES), max_size=2), st.sampled_from(["bibtex", "biblatex", "csljson"]), st.booleans())
@example([Work("article", "", {}, {"eprint": "~"})], "bibtex", False)
@example([Work("article", "", {"page": "1 --"}, {})], "bibtex", False)
@example([Work("article", "", {"page": "1 –"}, {})], "bibtex", True)
def test_writing_what_was_read_changes_nothing(given_works: list[Work], name: str, ascii_only: bool) -> None:
    options = BibtexSettings(ascii=ascii_only)
    once = dumps(Works(tuple(given_works)), name, options)
    assert dumps(loads(once, name), name, options) == once


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from([*'@{}(),="#%\\\n ', "@misc{k,", "@string{", "title", "author", "jan"]) | st.text(max_size=3)
    )
)
def test_any_text_is_read(pieces: list[str]) -> None:
    dumps(loads("".join(pieces), "bibtex"))
