"""Tokens of one format within documents of another: no reader and no verb stumbles, and none takes long."""

from __future__ import annotations

import os
import random

import pytest
from splice_fuzz import BIBLIOGRAPHIES, DOCUMENTS, TASKS, TOKENS, fuzz, main, spliced

SEED = 20_261_122
SECONDS = float(os.environ.get("CITEKIT_FUZZ_SECONDS", "6"))
"""Seconds of the processor for all runs; CI gives 60."""


@pytest.mark.parametrize("group", range(2))
def test_spliced_documents_are_read_checked_and_written(group: int) -> None:
    found = fuzz(SEED + group, 0, 1_000_000, SECONDS / 2)
    assert found.runs.total() >= len(TASKS)
    assert found.failures == []
    assert found.slow == []
    assert found.refused < found.runs.total() / 4, (
        "most formats recover; broken JSON, YAML and XML without a whole record are refused"
    )


def test_every_reader_and_verb_is_fuzzed() -> None:
    from citekit.documents.load import format_names

    assert {host for verb, host, _ in TASKS if verb == "convert"} == {*format_names()}
    assert {verb for verb, _, _ in TASKS} == {
        *(
            "convert",
            "load",
            "check",
            "tidy",
            "format",
            "update",
            "correct",
            "lab",
            "select",
            "init",
            "explain",
            "verify",
        ),
        *("lsp", "serve"),
    }
    assert set(DOCUMENTS) <= set(TOKENS)
    assert {host for verb, host, _ in TASKS if verb == "load"} == set(BIBLIOGRAPHIES)


def test_a_run_is_made_again_from_its_number() -> None:
    assert spliced(random.Random("1 5"), "html") == spliced(random.Random("1 5"), "html")
    assert spliced(random.Random("1 5"), "html") != spliced(random.Random("1 6"), "html")


def test_the_long_run_prints_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", str(len(TASKS)), "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert f"{len(TASKS)} runs, " in said
    assert "0 tracebacks, 0 over" in said
