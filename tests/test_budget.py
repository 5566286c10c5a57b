"""What one input and one entry may cost, and that the neighbours of one that costs too much are read."""

from __future__ import annotations

import io
import re
import signal
import threading
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import citekit
import citekit.extraction.pipeline
from citekit.cli.main import run
from citekit.commands.api import check
from citekit.commands.convert import Conversion, NamedBytes
from citekit.formats.files import loads
from citekit.runtime import budget as module
from citekit.runtime.budget import MOST, OverBudgetError, budget, seconds_for, spend
from citekit.runtime.errors import UnreadableInputError

needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this platform has no such timer")


def busy() -> None:
    while True:
        pass


@needs_timer
def test_a_regular_expression_is_interrupted() -> None:
    with (
        pytest.raises(OverBudgetError, match=r"list\.md is skipped: it took longer than 0 s"),
        budget("list.md", 0.05),
    ):
        re.match(r"(?:a+)+b", "a" * 60)


@needs_timer
def test_what_swallows_exceptions_is_interrupted_too() -> None:
    def stubborn() -> None:
        for _ in range(10_000_000):
            try:
                busy()
            except Exception:
                continue

    with pytest.raises(OverBudgetError), budget("list.md", 0.05):
        stubborn()


@needs_timer
def test_an_entry_over_its_budget_ends_alone() -> None:
    done = []
    with budget("refs.bib", 60.0):
        for number in range(3):
            try:
                with budget(f"entry {number}", 0.05):
                    if number == 1:
                        busy()
                    done.append(number)
            except OverBudgetError:
                pass
    assert done == [0, 2]


@needs_timer
def test_the_budget_around_an_entry_ends_it_as_a_whole() -> None:
    with pytest.raises(OverBudgetError, match=r"refs\.bib"), budget("refs.bib", 0.05), budget("entry", 60.0):
        busy()


@needs_timer
def test_the_timer_is_given_back() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with budget("list.md", 60.0):
        pass
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) == before


def test_objects_are_counted() -> None:
    with budget("list.md", 60.0):
        spend("blocks", MOST["blocks"])
        with pytest.raises(OverBudgetError), budget("entry", 60.0):
            spend("blocks")
    spend("blocks", 10 * MOST["blocks"])  # nothing is counted where there is no budget


def test_time_is_looked_at_while_objects_are_counted_in_any_thread() -> None:
    said: list[str] = []

    def work() -> None:
        try:
            with budget("list.md", 0.02):
                while True:
                    spend("runs", 0)
        except OverBudgetError as error:
            said.append(error.problem.message)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    assert said == ["list.md is skipped: it took longer than 0 s"]


def test_longer_inputs_may_take_longer() -> None:
    assert seconds_for(0) == module.DOCUMENT_SECONDS
    assert seconds_for(2_000_000) == module.DOCUMENT_SECONDS + 2 * module.SECONDS_PER_MB


def test_limits() -> None:
    assert (module.DOCUMENT_SECONDS, module.SECONDS_PER_MB, module.ENTRY_SECONDS) == (60, 120, 10)
    assert (module.LETTERS_OF_A_WORK, module.LARGEST_INPUT, module.LARGEST_ANSWER) == (2000, 200_000_000, 20_000_000)
    assert {kind: most // 1_000_000 for kind, most in MOST.items()} == {
        "XML elements": 1, "blocks": 1, "runs": 5, "entries": 1, "fields": 5,
    }  # fmt: skip
    assert (module._LOOKS, module._AGAIN) == (64, 0.2)


def test_an_object_counts_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "blocks", 3)
    with budget("list.md", 60.0):
        for _ in range(3):
            spend("blocks")
        with pytest.raises(OverBudgetError, match="b is skipped: it has more than 3 blocks"), budget("b", 60.0):
            spend("blocks")


@needs_timer
def test_a_budget_that_is_used_up_rings_at_once() -> None:
    def left() -> float:
        with budget("list.md", 0.0):
            return signal.getitimer(signal.ITIMER_VIRTUAL)[0]

    with suppress(OverBudgetError):
        assert left() <= 0.01
    with pytest.raises(OverBudgetError), budget("list.md", 0.0):
        busy()
    module._ring(0, None)  # no budget, nothing to say


@pytest.fixture
def slow_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents with the word "slow" in them are read for ever; a document may take a third of a second."""
    genuine = citekit.extraction.pipeline.convert_document

    def convert(document: Any, *more: Any) -> Any:
        if "slow" in document.source.text:
            busy()
        return genuine(document, *more)

    monkeypatch.setattr(citekit.extraction.pipeline, "convert_document", convert)
    monkeypatch.setattr(module, "DOCUMENT_SECONDS", 3.0)


LIST = b"- A. Smith, B. Jones. A title of things. ICML, 2020.\n"


@needs_timer
@pytest.mark.usefixtures("slow_documents")
def test_a_document_over_its_budget_costs_the_others_nothing(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    inputs = [NamedBytes("a.md", LIST), NamedBytes("b.md", b"slow\n\n" + LIST), NamedBytes("c.md", LIST)]
    conversion = Conversion.of(inputs)
    assert [len(part.library) for part in conversion.parts] == [1, 0, 1]
    assert [str(failure) for failure in conversion.failures] == [
        "b.md is skipped: it took longer than 3 s (split it, or remove what is not text)"
    ]
    (tmp_path / "b.md").write_bytes(b"slow\n\n" + LIST)
    assert run(["convert", str(tmp_path / "b.md")]) == 2
    assert b"skipped: it took longer" in capsysbinary.readouterr().err


@needs_timer
def test_an_entry_that_is_checked_for_ever_is_said_and_the_others_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citekit.lint import run as running
    from citekit.lint.rule import rule_named

    bad_year = rule_named("bad-year").parts[0]
    genuine = bad_year.checks["field"]

    def check_field(entry: Any, part: Any, context: Any) -> Any:
        if entry.key == "b":
            busy()
        return genuine(entry, part, context)

    monkeypatch.setitem(bad_year.checks, "field", check_field)
    monkeypatch.setattr(running, "ENTRY_SECONDS", 0.3)
    file = tmp_path / "refs.bib"
    file.write_text("".join(f"@misc{{{key}, title={{T}}, year={{20x0}}}}\n" for key in "abc"))
    report = check(file, select=["bad-year"])
    assert [diagnostic.key for diagnostic in report.diagnostics] == ["a", "c"]
    assert [problem.message for problem in report.unreadable] == ["the entry b is skipped: it took longer than 0 s"]
    assert str(report.unreadable[0].source.place(report.unreadable[0].span)).endswith("refs.bib:2:1")


def word_document(body: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        space = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        whole = b'<w:document xmlns:w="' + space + b'"><w:body>' + body + b"</w:body></w:document>"
        archive.writestr("word/document.xml", whole)
    return made.getvalue()


def test_a_word_document_of_many_empty_paragraphs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "XML elements", 1000)
    conversion = Conversion.of([NamedBytes("a.docx", word_document(b"<w:p/>" * 1001))])
    assert "more than 1,000 XML elements" in str(conversion.failures[0])


def test_a_bibliography_of_too_many_fields_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "fields", 100)
    with pytest.raises(UnreadableInputError, match="more than 100 fields"):
        loads("@misc{a," + "note={x}," * 101 + "}")
    with pytest.raises(UnreadableInputError, match="more than 100 fields"):
        _ = citekit.loads("@misc{a," + "note={x}," * 101 + "}").works


@pytest.mark.parametrize("text", ["@misc{a, note={x}}", "@misc(a, note={x})", "@misc{a"])
def test_a_bibliography_of_too_many_entries_is_left_out(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setitem(MOST, "entries", 20)
    assert loads(f"{text}\n" * 3) is not None
    with pytest.raises(UnreadableInputError, match="more than 20 entries"):
        loads(f"{text}\n" * 100)


def test_time_of_others_is_not_counted() -> None:
    with budget("list.md", 0.5):
        time.sleep(0.7)
        spend("blocks", 1)
