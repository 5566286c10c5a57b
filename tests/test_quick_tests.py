"""Patterns that take long are tried only where a text holds something that each of their matches has: nothing is missed by that."""

from __future__ import annotations

import subprocess
import sys
from xml.sax import saxutils

import pytest

from citekit.documents.runs import Run
from citekit.extraction import furniture, reading, signs
from citekit.extraction.lexer import cut, find_atoms
from citekit.extraction.namelist import name_runs
from citekit.extraction.recognizers import numbers, status
from citekit.extraction.styled import StyledText
from citekit.model.ids import find_identifiers
from citekit.runtime.span import Span
from citekit.text.repair import respaced
from citekit.text.unicode import expand_ligatures, plain_blanks
from citekit.text.xml import escape, quoted


def item(text: str) -> StyledText:
    return StyledText.of([Run(text, Span(0, len(text)))])


@pytest.mark.parametrize("state", sorted(status._STATES))
def test_every_state_is_seen(state: str) -> None:
    found = [atom.values["status"] for atom in status.find(item(f"Lind, A. Slow rivers ({state.upper()})."))]
    assert found == [status._STATES[state]]


@pytest.mark.parametrize("word", [*numbers._NUMBERED_WORDS, "Patent Application", "Patentschrift", "Patente"])
def test_every_report_with_a_number_is_seen(word: str) -> None:
    atoms = [
        atom
        for atom in numbers.reports_and_extents(item(f"Lind, A. Slow rivers. Fenn {word} No. 17, 2001"))
        if atom.kind == "numbered"
    ]
    assert [atom.values["number"] for atom in atoms] == ["17"]


@pytest.mark.parametrize("body", "ISO|IEC|ISO/IEC|IEEE Std.|ANSI|ASTM|DIN|DIN EN ISO|BS|GB|GB/T|ГОСТ|RFC".split("|"))
def test_every_standard_is_seen(body: str) -> None:
    (atom,) = numbers.reports_and_extents(item(f"Slow rivers: {body} 90210, 2001"))
    assert atom.values == {"number": f"{body} 90210", "type": "standard"}


def test_other_pieces_are_seen() -> None:
    kinds = {
        "Lind, A. Bridge manual (DOT-HS-99).": "numbered",
        "Lind AB 3rd, Moss C. Slow rivers. Leaf 2001": "generation",
        "Lind, A. Slow rivers. Leaf 3, Article 17 (January 2019)": "article number",
        "Lind, A. Slow rivers, 65:22:1-22:40": "article page",
    }
    assert {text: find_atoms(item(text))[0].kind for text in kinds} == kinds


@pytest.mark.parametrize(
    "name",
    [
        "Elm Collaboration",
        "Elm Consortium",
        "Elm Consortia",
        "Elm Study Group",
        "Elm Investigators",
        "Elm Trialists",
        "Elm Task Force",
        "Elm Study Team",
    ],
)  # fmt: skip
def test_every_group_is_seen(name: str) -> None:
    text = f"Lind A, {name}. Slow rivers"
    assert [text[a:b] for a, b in signs.groups(text, 0, len(text))] == [name]
    assert not list(signs.groups(text, 0, 10))


@pytest.mark.parametrize(
    "said", "edited by|ed. by|eds by|hrsg. von|herausgegeben von|sous la direction de|a cura di|editado por".split("|")
)
@pytest.mark.parametrize("change", [str, str.title])
def test_every_word_for_editors_is_seen(said: str, change: type[str]) -> None:
    words = cut(item(f"Leaf and Ink, {change(said)} Bela Moss, Fenn"))
    labels = ["O"] * len(words)
    reading._edited_by(words, labels)
    assert [run.names[0].family for run in name_runs(words, labels, "E")] == ["Moss"]
    assert name_runs(words, labels, "R") == []


@pytest.mark.parametrize(
    "said", ["K. Lind and B. Moss (Eds.),", "K. Lind and B. Moss, editors,", "K. Lind and B. Moss (Hrsg),"]
)
def test_editors_behind_in_are_seen(said: str) -> None:
    words = cut(item(f"Slow rivers. In {said} Leaf and Ink. Fenn"))
    labels = ["O"] * len(words)
    reading._edited_by(words, labels)
    assert [name.family for run in name_runs(words, labels, "E") for name in run.names] == ["Lind", "Moss"]


def test_a_series_behind_a_volume_is_seen() -> None:
    words = cut(item("Slow rivers, Volume 12 of Leaf Notes. Fenn"))
    labels = ["O"] * len(words)
    reading._volume_of_series(words, labels)
    assert labels.count("B-S") == labels.count("I-S") == 1


@pytest.mark.parametrize(
    "tail",
    [
        "Google Scholar",
        "Search in Google Scholar",
        "Abstract/FREE Full Text",
        "FREE Full Text",
        "CAS PubMed",
        "Scopus (12)",
    ],
)
def test_words_of_links_are_seen(tail: str) -> None:
    text = f"Lind, A. Slow rivers. Leaf 3, 2001. {tail}"
    assert text[furniture.links_behind(text) :].strip() == tail
    assert furniture.links_behind("Lind, A. Slow rivers. Leaf 3, 2001. Article") == 43


@pytest.mark.parametrize("bare", ["(0803.1142)", "Leaf 7, 0803.1142.", "Preprint at 0803.1142", "as 2403.11421 says"])
def test_bare_numbers_of_arxiv_are_seen(bare: str) -> None:
    assert [one.kind for one in find_identifiers(f"Slow rivers {bare}", bare_arxiv=True)] == ["arxiv"]


def test_patents_are_known_by_capitals() -> None:
    assert [one.value for one in find_identifiers("Lamp, US 9,999,123")] == ["US9999123"]
    assert find_identifiers("Lamp, us 9,999,123") == []


def test_blanks_and_ligatures_of_any_kind_are_replaced() -> None:
    assert plain_blanks("é\u00a0a\u202fb\u00adc\ufeffd") == "é a bcd"
    assert expand_ligatures("é ﬁﬀﬆ") == "é fiffst"


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("Phys .Rev ,Lett", "Phys. Rev, Lett"),
        ("Leaf ( 2012) and ( 2013)", "Leaf (2012) and (2013)"),
        ("a (2012 ) b (2013 )", "a (2012) b (2013)"),
    ],
)
def test_broken_spacing_is_seen(broken: str, right: str) -> None:
    assert "".join(piece for piece, _, _ in respaced(broken)) == right


def test_converting_loads_nothing_that_fetches() -> None:
    code = "import sys, citekit.formats.files as f; f.all_formats(); print('urllib.request' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


@pytest.mark.parametrize("text", ["a&b", '"<>"', "it's", "'\"'", "a\nb\tc\rd", ""])
def test_xml_is_escaped_as_the_standard_library_does(text: str) -> None:
    assert (escape(text), quoted(text)) == (saxutils.escape(text), saxutils.quoteattr(text))
