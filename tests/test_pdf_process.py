"""PDFs are read in a process that can be killed: what keeps PDFium busy costs its neighbours nothing."""

from __future__ import annotations

import io
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer
from pdf_maker import PageMaker, crowded_pdf, endless_pdf, exploding_pdf, pdf

from citekit.documents.load import read_bytes
from citekit.documents.pdf import process
from citekit.documents.pdf.process import MOST_MEMORY, read_pdf, seconds_for_pages
from citekit.runtime import budget
from citekit.runtime.budget import OverBudgetError
from citekit.runtime.errors import UnreadableInputError
from citekit.web.session import WebSession

pytest.importorskip("pypdfium2")

Citekit = Callable[..., Answer]
LINE = "A. Smith, B. Jones. A Title of Things. Journal of Things, 2020."
ITEM = f"- {LINE}\n"


def good_pdf() -> bytes:
    return pdf(PageMaker().text(50, 60, "Publications", "b", 14).text(50, 90, LINE))


def child() -> int:
    assert process._OWN.process
    return process._OWN.process._popen.pid


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that has ended and is not waited for does not count."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.fixture
def two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "DOCUMENT_SECONDS", 2.0)


@pytest.mark.usefixtures("two_seconds")
@pytest.mark.parametrize("data", [endless_pdf(), exploding_pdf()], ids=["recursion", "no recursion"])
def test_what_keeps_pdfium_busy_is_killed_and_the_next_pdf_is_read(data: bytes) -> None:
    with pytest.raises(OverBudgetError, match=r"list\.pdf is skipped: (it took longer than 2 s|PDFium ended)"):
        read_pdf(data, "list.pdf")
    assert LINE in read_pdf(good_pdf(), "good.pdf").source.text


@pytest.mark.usefixtures("two_seconds")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this platform does not stop processes")
def test_the_clock_counts_and_not_the_processor() -> None:
    read_pdf(good_pdf(), "good.pdf")
    os.kill(child(), signal.SIGSTOP)
    with pytest.raises(OverBudgetError, match=r"^list\.pdf is skipped: it took longer than 2 s"):
        read_pdf(good_pdf(), "list.pdf")
    assert LINE in read_pdf(good_pdf(), "good.pdf").source.text


def test_a_page_of_three_million_text_objects_is_bounded() -> None:
    data = crowded_pdf(3_000_000)
    assert len(data) < 100_000
    with pytest.raises(OverBudgetError, match="needs more than 600 MB of memory"):
        read_pdf(data, "crowded.pdf")


@pytest.mark.skipif(sys.platform != "linux", reason="the system says how much memory a process had")
def test_the_process_has_its_limit_and_is_small() -> None:
    read_pdf(good_pdf(), "good.pdf")
    limits = Path(f"/proc/{child()}/limits").read_text()
    assert f"{MOST_MEMORY + process.COPIES * len(good_pdf())}" in limits.split("Max address space")[1].split("\n")[0]
    assert limits.split("Max core file size")[1].split()[0] == "0"
    peak = Path(f"/proc/{child()}/status").read_text().split("VmPeak:")[1].split()[0]
    assert int(peak) * 1024 < MOST_MEMORY / 2


def test_one_process_reads_all_pdfs_of_a_command() -> None:
    read_pdf(good_pdf(), "a.pdf")
    first = child()
    with pytest.raises(UnreadableInputError, match=r"b\.pdf is a broken PDF file"):
        read_pdf(b"%PDF-1.4 nothing", "b.pdf")
    read_pdf(good_pdf(), "c.pdf")
    assert child() == first


def test_threads_take_turns() -> None:
    texts: list[str] = []
    names = [f"{number}.pdf" for number in range(6)]
    threads = [
        threading.Thread(target=lambda n=name: texts.append(read_pdf(good_pdf(), n).source.name)) for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(texts) == names


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform does not fork")
def test_a_forked_process_has_one_of_its_own() -> None:
    read_pdf(good_pdf(), "a.pdf")
    ours = child()
    forked = os.fork()
    if not forked:
        try:
            read_pdf(good_pdf(), "b.pdf")
            theirs = child()
            process.stop()
            os._exit(0 if theirs != ours else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]) == 0
    read_pdf(good_pdf(), "c.pdf")
    assert child() == ours


def test_only_documents_are_unpickled() -> None:
    class Evil:
        def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
            return os.system, ("true",)

    with pytest.raises(pickle.UnpicklingError, match="no part of a document"):
        process._Unpickler(io.BytesIO(pickle.dumps(("document", Evil())))).load()


def test_many_pages_may_take_longer() -> None:
    assert seconds_for_pages(1) == budget.DOCUMENT_SECONDS == 60.0
    assert seconds_for_pages(2000) == 1000.0


@pytest.mark.usefixtures("two_seconds")
@pytest.mark.parametrize("more", [[], ["--jobs", "2"]], ids=["one after the other", "in processes"])
def test_a_folder_of_pdfs_is_converted_without_the_one_that_never_ends(
    tmp_path: Path, citekit: Citekit, more: list[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(good_pdf())
    (folder / "b.pdf").write_bytes(endless_pdf())
    (folder / "c.md").write_text("# Publications\n\n" + ITEM.replace("Things", "Meadows"))
    answer = citekit("convert", folder, *more)
    assert answer.code == 2
    assert "b.pdf is skipped: " in answer.err
    assert "A Title of Things" in answer.out
    assert "A Title of Meadows" in answer.out


@pytest.mark.usefixtures("two_seconds")
def test_other_commands_go_on_behind_it(tmp_path: Path, citekit: Citekit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("# Publications\n\n" + ITEM)
    Path("b.pdf").write_bytes(endless_pdf())
    updated = citekit("update", "me.bib", "a.md", "b.pdf")
    assert "b.pdf is skipped: " in updated.err
    people = tmp_path / "people"
    people.mkdir()
    shutil.move("a.md", people / "ada-smith.md")
    shutil.move("b.pdf", people / "bo-ek.pdf")
    made = citekit("lab", people, "-o", tmp_path / "lab")
    assert "bo-ek.pdf is skipped: " in made.err
    assert "A Title of Things" in "".join(path.read_text() for path in (tmp_path / "lab").rglob("*.bib"))


@pytest.mark.usefixtures("two_seconds")
def test_the_page_goes_on_behind_it() -> None:
    import base64

    def source(name: str, data: bytes) -> dict[str, str]:
        return {"name": name, "data": base64.b64encode(data).decode()}

    desk = WebSession()
    answer = desk.answer("read", {"sources": [source("b.pdf", endless_pdf()), source("a.pdf", good_pdf())]})
    assert "b.pdf is skipped" in answer["problems"][0]["message"]
    assert len(answer["entries"]) == 1


needs_signals = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")


def begun(path: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A command that reads a PDF, and the process that reads it."""
    command = subprocess.Popen(
        [sys.executable, "-m", "citekit", "convert", str(path)], stderr=subprocess.PIPE, start_new_session=True
    )
    children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
    for _ in range(3000):
        if pids := children.read_text().split():
            time.sleep(1.0)  # until PDFium is at work
            return command, int(pids[0])
        time.sleep(0.01)
    raise AssertionError("no process reads the PDF")


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_an_interrupt_ends_both_at_once(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "a.pdf").write_bytes(endless_pdf())
    command, reader = begun(tmp_path / "a.pdf")
    assert is_running(reader)
    command.send_signal(number)  # to the command alone, which is more than a terminal does
    _, said = command.communicate(timeout=20)
    assert command.returncode != 0
    assert b"Traceback" not in said
    for _ in range(1000):
        if not is_running(reader):
            return
        time.sleep(0.01)
    raise AssertionError("the process that reads PDFs was left behind")


def test_bytes_of_a_pdf_are_read_like_this_wherever_they_come_from() -> None:
    process.stop()
    assert read_bytes(good_pdf(), "x").format == "pdf"
    assert child()
