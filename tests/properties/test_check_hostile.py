"""No value of any field makes a rule stumble: every finding has a place in the file, whatever stands there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.lint.loading.bibliography import read_bibliography
from citekit.lint.loading.project import Project
from citekit.lint.reporting.report import Report
from citekit.lint.run import run
from citekit.runtime.config import CheckSettings

FIELDS = (
    "author", "editor", "author+an", "title", "booktitle", "journal", "publisher", "school", "address", "year", "date", "month",
    "urldate", "volume", "number", "pages", "edition", "doi", "url", "eprint", "archiveprefix", "isbn", "issn", "note",
    "howpublished", "pubstate", "file", "crossref", "xdata", "related", "keywords", "langid", "abstract",
)  # fmt: skip
PIECES = (
    "iv-", "1--2,", "978-", "10.", "10.1000/", "doi:", "https://", "www.", "arXiv:", "abs/", "2020", "²", "٢٠٢٠", "½", "13", "-1",
    "0000-00-00", "/", "..", "-", "--", "–", ",", ";", ":", "&", "&#x110000;", "&amp;", "%", "#", "$", "$^{", "^", "_", "\\", "\\'",
    '\\"{}', "\\frac{", "\\left", "\\begin{", "\\url{", "{}", "(", "[", "](", "<i>", "<", "*", "**", "`", "''", "~~", "and", " and ",
    "others", "et al", "family=", "1=", "Doe, J.", "Ph.D.", "\x00", "\ud800", "\udcff", "\ufffd", "\u202e", "e\u0301", "ﬁ", "\u200b",
    "Ã©", "√©", "├", "вЂ", "眉", "𝐃", "Ａ", "¬", "- ", "-\n", "\r", "\t", " ", "a", "A", "to appear", "III", "1st", "Thirty-",
)  # fmt: skip
EVERYTHING = (
    CheckSettings(select=("all",), rules={"key-pattern": {"pattern": "[a-z]+"}}),
    CheckSettings(select=("all",), owner="Jane Doe", dialect="bibtex"),
)


def checked(values: dict[str, str], settings: CheckSettings) -> Report:
    """What all rules find in an entry with these fields, beside a clean one and one that is nearly the same."""
    clean = {"author": "Jane Doe and Roe, R.", "title": "Lazy Queues for Everyone", "journal": "J. Q.", "year": "2020"}
    entries = [
        ("article", clean),
        ("article", clean | values),
        ("inproceedings", clean | {"title": "Lazy queues"} | values),
    ]
    rows = ("".join(f",\n  {name} = {{{value}}}" for name, value in fields.items()) for _, fields in entries)
    text = "\n".join(f"@{kind}{{k{n}{row}\n}}" for n, ((kind, _), row) in enumerate(zip(entries, rows, strict=True)))
    project = Project((read_bibliography(text.encode("utf-8", "surrogatepass"), "a.bib"),))
    report = run(project, settings)
    for found in report.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(found.source.text), found.rule
    return report


hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)


@given(
    values=st.dictionaries(st.sampled_from(FIELDS), hostile, min_size=1, max_size=5),
    settings=st.sampled_from(EVERYTHING),
)
@settings(max_examples=60, deadline=None)
def test_rules_take_any_value(values: dict[str, str], settings: CheckSettings) -> None:
    checked(values, settings)


@pytest.mark.parametrize("piece", PIECES)
def test_rules_take_one_piece_in_every_field(piece: str) -> None:
    checked(dict.fromkeys(FIELDS, piece), EVERYTHING[0])


@pytest.mark.parametrize("piece", ["{", "[", "(", "<", "&", "\\'", "*a", "A b, ", "ab- ", "12:1--", "√©", "- "])
def test_rules_take_long_values(piece: str) -> None:
    """Work that grew with the square of the length would hold up the whole suite."""
    value = (piece * 30_000)[:30_000]
    for name in ("author", "title", "pages"):
        checked({name: value}, EVERYTHING[0])
