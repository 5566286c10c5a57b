"""Whatever a work holds, it is written as BibTeX that reads back, and writing what was read changes nothing."""

from __future__ import annotations

import bibtexparser
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citekit.config import BibtexSettings
from citekit.formats.files import dumps, loads
from citekit.works import kinds
from citekit.works.date import Date
from citekit.works.library import Library
from citekit.works.name import Name
from citekit.works.work import Work

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


def works(text: st.SearchStrategy[str]) -> st.SearchStrategy[Work]:
    """Works of any type with any variables and fields, all their text drawn from ``text``."""
    part = st.just("") | text
    mark = st.just(()) | st.just(("equal",)) | text.map(lambda t: (t,))
    name = st.builds(Name, text, text, part, part, part, st.just("") | text, mark)
    number = st.integers(-3, 13) | st.integers(1900, 2100)
    point = st.lists(number, max_size=4).map(tuple)
    date = st.builds(Date, st.lists(point, max_size=3).map(tuple), st.integers(0, 5), st.booleans(), part)
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


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(works(WILD_TEXT), max_size=2), st.sampled_from(["bibtex", "biblatex"]), st.booleans())
def test_any_work_is_written_and_read(given_works: list[Work], dialect: str, ascii_only: bool) -> None:
    text = dumps(Library(tuple(given_works)), dialect, BibtexSettings(ascii=ascii_only))
    text.encode("utf-8")
    other = bibtexparser.parse_string(text)
    assert not other.failed_blocks
    assert len(other.entries) == len(given_works) == len(loads(text, "bibtex"))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(works(TAME_TEXT), max_size=2), st.sampled_from(["bibtex", "biblatex", "csljson"]), st.booleans())
def test_writing_what_was_read_changes_nothing(given_works: list[Work], name: str, ascii_only: bool) -> None:
    options = BibtexSettings(ascii=ascii_only)
    once = dumps(Library(tuple(given_works)), name, options)
    assert dumps(loads(once, name), name, options) == once


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from([*'@{}(),="#%\\\n ', "@misc{k,", "@string{", "title", "author", "jan"]) | st.text(max_size=3)
    )
)
def test_any_text_is_read(pieces: list[str]) -> None:
    dumps(loads("".join(pieces), "bibtex"))
