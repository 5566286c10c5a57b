"""Brackets that balance, and titles without the signs and words between them and their neighbours."""

from __future__ import annotations

import pytest

from citekit.extraction.phrases import balanced, bare_title


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("35th Leaf Conference (LEAF", "35th Leaf Conference (LEAF)"),
        ("Leaf) Conference", "Leaf Conference"),
        ("Leaves (", "Leaves"),
        ("Leaves [with (roots", "Leaves [with (roots)]"),
        ("On f(x) and [0, 1]", "On f(x) and [0, 1]"),
        ("", ""),
    ],
)
def test_brackets_balance(given: str, found: str) -> None:
    assert balanced(given) == found


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (": Queues in moss", "Queues in moss"),
        ("- Queues in moss", "Queues in moss"),
        (". Queues in moss", "Queues in moss"),
        (".NET for moss", ".NET for moss"),
        ("-omics of moss", "-omics of moss"),
        ("Queues in moss. In", "Queues in moss"),
        ("Queues in moss in:", "Queues in moss"),
        ("Checking in", "Checking in"),
        ("What moss lives in", "What moss lives in"),
    ],
)
def test_a_title_begins_and_ends_with_its_own_words(given: str, found: str) -> None:
    assert bare_title(given) == found
