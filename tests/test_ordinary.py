"""Ordinary values: no rule that passes over them finds anything in one, and nearly all values are ordinary."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from citekit.lint import run as ordinary
from citekit.lint.finding import Finding
from citekit.lint.loading.bibliography import bibliography_of
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, all_parts
from citekit.lint.run import is_common
from citekit.runtime.span import Source

PASSING = [rule for rule in all_parts() if not rule.ordinary]
ORDINARY = {
    "author": (
        "Roe, Jane",
        "Roe, J. and Poe, P.-P.",
        "van der Roe, Jo and Poe, P. and others",
        "Jane Roe and {\\'E}mile Poe",
        "Roe, J A",
    ),
    "title": (
        "Lazy queues: a survey, and more",
        "{NASA}'s {3D} archives",
        "What is next?",
        "Queues in the 21st century.",
    ),
    "booktitle": ("Proceedings of the 12th Conference on Queues", "Advances in Queues"),
    "journal": ("Journal of Queues", "Letters on {Queues}"),
    "year": ("2020", "1899"),
    "volume": ("12",),
    "pages": ("12--19", "7", "99--101"),
    "doi": ("10.1000/182", "10.1145/3292500.3330701"),
}
ODD = {
    "author": (
        "Roe, Jane, PhD",
        "Roe, Jane1",
        "Jane Roe et al.",
        "{Queue Society}",
        "Queue Society",
        "ROE, Jane",
        "Roe, Dr",
    ),
    "title": (
        "Lazy <i>queues</i>",
        "LAZY QUEUES",
        "TODO",
        "missing",
        "Queues & more",
        "RETRACTED: Queues",
        "10.1000/182",
    ),
    "booktitle": ("Proceedings of the 2019 Conference on Queues", "Springer", "SIGQ '12"),
    "journal": ("Springer", "arXiv:2001.00001", "JOURNAL OF QUEUES", "12--19"),
    "year": ("2O20", "20", "2020a"),
    "volume": ("vol. 3", "12--19", "10.1000/182"),
    "pages": ("19--12", "12-19", "770--", "??", "pp. 1--2"),
    "doi": ("https://doi.org/10.1000/182", "10.xxxx/1", "10.1000/182."),
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in ORDINARY.items() for text in texts])
def test_what_is_ordinary(name: str, text: str) -> None:
    assert is_common(name, text)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in ODD.items() for text in texts])
def test_what_is_not(name: str, text: str) -> None:
    assert not is_common(name, text)


NAMES = (
    "Roe", "Jane", "J.", "J.-P.", "M. D.", "Ph", "PhD", "D.", "MD", "Dr", "Prof.", "Sc", "van der", "O'Brien", "{\\'E}mile", "Erd{\\H{o}}s",
    "Müller", "Ñ", "Institute", "of", "University", "Group", "Team", "Research", "Et", "Al.", "et al.", "others", "Colleagues",
    "Other", "Jr", "III", "ROE", "Roe1", "and", "And", "{Roe}", "A", "B", "u. a.", "U. A.", "y otros", "Journal of", "2020", "12",
    "M.B.A.", "Dipl-Ing", "Eds", "Anonymous", "Doe-Roe", "TODO", "Missing", "?", "*", "$^1$", "~", "de", "i in.", "Coll.",
)  # fmt: skip
WORDS = (
    "Lazy", "queues", "Journal of", "Annals of", "Proceedings of the", "IEEE Transactions", "Transactions on", "Springer", "Elsevier", "ACM",
    "12th", "1st", "2019", "'12", "-05", "on", "of", "in", "for", "the", "and", "Doe,", "J.", "and Roe, R", "RETRACTED:", "Retracted article:",
    "(retracted)", "WITHDRAWN -", "expression of concern:", "TODO", "TBD", "missing", "to be added", "xxx", "Lorem ipsum", "??", "\\alpha",
    "&", "%", "_", "$x$", "''", "'", "`", "*a*", "<i>", "[b]", "www.a.org", "doi:", "10.1000/1", "arXiv", "{A}", "{", "}", "A", "LAZY", "3D",
    "ISBN", "9781234567897", "vol. 3", "pages", ":", "?", "!", ".", "-", "--", "etc.", "Addison", "Press", "University", "insert title here",
)  # fmt: skip
NUMBERS = (
    "1",
    "12",
    "19",
    "2020",
    "99",
    "0",
    "10.",
    "1000",
    "/",
    "--",
    "-",
    "a",
    "vol.",
    " ",
    "x",
    "xxxx",
    "0000",
    "arxiv",
    ".",
    "48550",
    "?",
)


def _text(name: str, chance: Random) -> str:
    """A value of what rules look for, in any order: most are odd, and those that pass for ordinary are tried."""
    if name in ("author", "editor", "translator"):
        names = [_name(chance) for _ in range(chance.randint(1, 3))]
        return chance.choice([" and ", " and\n  "]).join(names) + chance.choice(["", " and others"])
    words = WORDS if name in ("title", "booktitle", "journal", "journaltitle") else NUMBERS
    begin = "10.1000/" if name == "doi" else ""
    chosen = chance.choices(words, k=chance.randint(1, 6))
    return begin + (" " if words is WORDS else "").join(chosen)


def _name(chance: Random) -> str:
    while True:
        comma = chance.choice([", ", " "])
        parts = (" ".join(chance.choices(NAMES, k=chance.randint(1, 2))) for _ in "ab")
        name = comma.join(parts)
        if ordinary._is_name(name):
            return name


@pytest.mark.parametrize("name", sorted(ordinary._LOOKS))
def test_rules_that_pass_over_ordinary_values_find_nothing_there(name: str) -> None:
    chance, tried = Random(name), 0
    for _ in range(4000):
        text = _text(name, chance)
        if not is_common(name, text):
            continue
        tried += 1
        kind = chance.choice(["article", "inproceedings", "book"])
        bibliography = bibliography_of(Source("a.bib", f"@{kind}{{key,\n  {name} = {{{text}}}}}\n"))
        entry = bibliography.entries[0]
        part = entry.by_name.get(name)
        if part is None or part.text != text:
            continue  # its braces do not match
        for rule in PASSING:
            if name in rule.fields:
                context = Context(Project((bibliography,)), rule.options, date.today().year)
                found = rule.checks["field"](entry, part, context)
                messages = [found.message] if isinstance(found, Finding) else [one.message for one in found or ()]
                assert not messages, (rule.name, text, messages)
    assert tried > 20


def test_rules_that_pass_over_them_are_many() -> None:
    assert len(PASSING) > 15
