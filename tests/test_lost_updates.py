"""Files that are written in place by several at once: nothing that others wrote is lost, and nothing is said before it is done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Answer

from citekit import load
from citekit.cli import _io as output
from citekit.cli import format as format_verb
from citekit.commands import tidy as tidy_command
from citekit.commands import update as update_package
from citekit.commands.lock_file import Lock
from citekit.commands.update import update
from citekit.extraction.corrections import Correction, added
from citekit.model.work import Work
from citekit.runtime import safe_files as disk
from citekit.runtime.config import LOCK
from citekit.runtime.errors import FileChangedError, UsageError
from citekit.runtime.safe_files import Replacement, fingerprint, replace_files

Citekit = Callable[..., Answer]
ENTRY = "@misc{doe2020, author = {Doe, Jane}, title = {Lazy Queues}, year = 2020}\n"
THINGS = "Ledgers Meadows Bridges Lanterns Harbours Orchards".split()
NAMES = ("Ada Lind", "Bo Ek", "Cy Ro")
ROUNDS = int(os.environ.get("CITEKIT_UPDATES", "1"))
"""How many times three commands run at once; the whole measurement takes 20."""


def start(*arguments: str, cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "citekit", *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        items = "".join(
            f"- **{name}**. *{thing} of the {number + 1}th Kind*. Journal of {thing}, {number + 1}(2), 1-9, 20{at:02}.\n"
            for at, thing in enumerate(THINGS, 10)
        )
        (tmp_path / f"p{number}.md").write_text(f"# {name}\n\n## Publications\n\n{items}", "utf-8")
    return tmp_path


@pytest.mark.parametrize("there", ["before", "not yet"])
def test_three_updates_at_once_keep_all_their_entries(desk: Path, there: str) -> None:
    for _ in range(ROUNDS):
        for name in ("u.bib", LOCK):
            (desk / name).unlink(missing_ok=True)
        if there == "before":
            (desk / "first.md").write_text("## Publications\n\n- Di Vo. *A First Thing*. Journal of Firsts, 1, 2001.\n")
            assert start("update", "u.bib", "first.md", cwd=desk).wait() == 0
        running = [start("update", "u.bib", f"p{number}.md", cwd=desk) for number in range(3)]
        said = [process.communicate()[1].decode() for process in running]
        assert [process.returncode for process in running] == [0, 0, 0], said
        kept = [str(one.work.title) for one in load("u.bib").entries]
        assert len(kept) == 18 + (there == "before")
        assert len(Lock.of(desk / LOCK).files["u.bib"]) == len(kept)


def test_corrections_at_once_are_all_noted(desk: Path) -> None:
    running = [
        start("correct", "p0.md", "--item", thing, "--set", f"note=of {thing}", cwd=desk) for thing in THINGS[:3]
    ]
    said = [process.communicate()[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], said
    assert len(json.loads((desk / LOCK).read_text())["corrections"]["p0.md"]) == 3


def test_a_note_is_made_to_what_others_said_meanwhile(desk: Path) -> None:
    first, second = Lock.of(desk / LOCK), Lock.of(desk / LOCK)
    first.note("a.md", lambda said: added(said, Correction("owner", value="Ada Lind")))
    second.note("b.md", lambda said: added(said, Correction("owner", value="Bo Ek")))
    assert set(Lock.of(desk / LOCK).corrections) == {"a.md", "b.md"}


class TestReplacing:
    def test_what_changed_meanwhile_stays(self, tmp_path: Path) -> None:
        path = tmp_path / "x.bib"
        path.write_bytes(b"old")
        path.write_bytes(b"theirs")
        with pytest.raises(FileChangedError, match="has changed since it was read"):
            replace_files([Replacement(path, b"mine", fingerprint(b"old"))])
        with pytest.raises(FileChangedError, match="created meanwhile"):
            replace_files([Replacement(path, b"mine", None)])
        assert path.read_bytes() == b"theirs"
        replace_files([Replacement(path, b"mine", fingerprint(b"theirs"))])
        assert path.read_bytes() == b"mine"
        path.unlink()
        replace_files([Replacement(path, b"again", fingerprint(b"mine"))])
        assert path.read_bytes() == b"again"

    def test_all_or_none(self, tmp_path: Path) -> None:
        one, other = tmp_path / "one", tmp_path / "other"
        one.write_bytes(b"1")
        other.write_bytes(b"2")
        with pytest.raises(FileChangedError):
            replace_files([Replacement(one, b"new", fingerprint(b"1")), Replacement(other, b"new", fingerprint(b"x"))])
        assert (one.read_bytes(), other.read_bytes()) == (b"1", b"2")

    def test_what_was_written_before_a_failure_is_taken_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, new, last = (tmp_path / name for name in ("one", "new", "last"))
        one.write_bytes(b"1")
        write = disk.write_file
        for error in (UsageError("last cannot be written: No space left on device"), KeyboardInterrupt()):

            def refusing(path: Path, *given: Any, error: BaseException = error, **named: Any) -> None:
                if path == last:
                    raise error
                write(path, *given, **named)

            monkeypatch.setattr(disk, "write_file", refusing)
            with pytest.raises(type(error)):
                replace_files(
                    [
                        Replacement(one, b"11", fingerprint(b"1")),
                        Replacement(new, b"2", None),
                        Replacement(one, b"111", fingerprint(b"1")),
                        Replacement(last, b"3", None),
                    ]
                )
            assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one": b"1"}

    def test_others_wait(self, tmp_path: Path) -> None:
        """Of many threads that each add a letter to what they read, all are done in the end."""
        path = tmp_path / "x"
        path.write_bytes(b"")

        def add() -> None:
            while True:
                held = path.read_bytes()
                try:
                    replace_files([Replacement(path, held + b"x", fingerprint(held))])
                except FileChangedError:
                    continue
                return

        threads = [threading.Thread(target=add) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert path.read_bytes() == b"x" * 20

    @pytest.mark.skipif(sys.platform == "win32", reason="folders are locked otherwise there")
    def test_one_who_never_ends_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(disk, "_LONGEST_WAIT", 0.05)
        with disk._only_writer(str(tmp_path)), pytest.raises(UsageError, match="has been writing"):
            replace_files([Replacement(tmp_path / "x", b"mine", None)])
        replace_files([Replacement(tmp_path / "x", b"mine", None)])


def test_tidy_leaves_a_file_that_changed(citekit: Citekit, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk / "x.bib"
    path.write_text(ENTRY)
    read = tidy_command.tidy_file

    def slow(data: bytes, name: str, settings: object) -> object:
        made = read(data, name, settings)  # type: ignore[arg-type]
        path.write_text(ENTRY + "% mine\n")
        return made

    monkeypatch.setattr(tidy_command, "tidy_file", slow)
    for arguments in (("x.bib", "-i"), ("x.bib", "-o", "x.bib", "-f")):
        path.write_text(ENTRY)
        answer = citekit("tidy", *arguments)
        assert answer.code == 2
        assert "has changed since it was read" in answer.err
        assert "tidied" not in answer.err.replace("0 tidied", "")
        assert path.read_text() == ENTRY + "% mine\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("select", "type:misc", "x.bib", "-o", "x.bib", "-f"),
        ("convert", "x.bib", "--to", "bibtex", "-o", "x.bib", "-f"),
        ("format", "x.bib", "--to", "text", "-o", "x.bib", "-f"),
        ("format", "paper.md", "-o", "paper.md", "-f"),
    ],
    ids=" ".join,
)
def test_an_input_that_is_also_written_to_is_compared(
    citekit: Citekit, desk: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    path, text = desk / arguments[-2], ENTRY
    (desk / "x.bib").write_text(ENTRY)
    (desk / "paper.md").write_text("---\nbibliography: x.bib\n---\nAs @doe2020 says.\n")
    text = path.read_text()
    replace = output.write_data

    def slow(*given: object, **more: object) -> None:
        path.write_text(text + "% mine\n")
        replace(*given, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        for module in (output, format_verb):
            patch.setattr(module, "write_data", slow)
        answer = citekit(*arguments)
    assert answer.code == 2
    assert "has changed since it was read" in answer.err
    assert path.read_text() == text + "% mine\n"
    path.write_text(text)
    assert citekit(*arguments).code == 0
    assert path.read_text() != text + "% mine\n"


def test_a_library_is_not_saved_over_what_others_wrote(desk: Path) -> None:
    path = desk / "x.bib"
    path.write_text(ENTRY)
    library = load(path)
    library["doe2020"]["year"] = 2021
    library.save()
    library["doe2020"]["year"] = 2022
    library.save()
    path.write_text(ENTRY)
    library["doe2020"]["year"] = 2023
    with pytest.raises(FileChangedError):
        library.save()
    with pytest.raises(FileChangedError):
        library.copy().save()
    assert path.read_text() == ENTRY


def test_an_update_is_refused_where_the_file_changed(desk: Path) -> None:
    update("u.bib", ["p0.md"]).write()
    found = update("u.bib", ["p1.md"])
    (desk / "u.bib").write_text(ENTRY)
    with pytest.raises(FileChangedError):
        found.write()
    assert (desk / "u.bib").read_text() == ENTRY


class Killed(BaseException):
    """What ends a program in the middle of writing."""


class TestKilledUpdates:
    """An update writes into the lock what it is about to do, then the bibliography, then the lock: killed before one of them."""

    PAGE = (
        "# Ada Lind\n\n## Publications\n\n"
        "- Ada Lind. *Lazy Queues for Everyone*. Journal of Queues, 14(2), 101-119, 2020.\n"
        "- Ada Lind. *Eager Stacks Considered Harmful*. Journal of Stacks, 3(1), 1-9, 2021.\n"
    )
    MORE = (
        PAGE.replace("101-119", "101-121").replace("1-9, 2021", "1-9, 2022")
        + "- Ada Lind. *Hashing in the Small*. Journal of Hashes, 7(1), 20-29, 2023.\n"
        + "- Ada Lind. *Ledgers of the Second Kind*. Journal of Ledgers, 2(2), 30-39, 2024.\n"
    )

    @pytest.fixture
    def kill(self, desk: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
        """Update once, change the page, update again, and kill that before it replaces its n-th file."""

        def run(number: int, target: str = "u.bib", format: str = "") -> None:  # noqa: A002
            (desk / "ada.md").write_text(self.PAGE, "utf-8")
            update(target, ["ada.md"], format=format).write()
            (desk / "ada.md").write_text(self.MORE, "utf-8")
            found, write, done = update(target, ["ada.md"], format=format), disk.write_file, []

            def write_file(*given: Any, **named: Any) -> None:
                done.append(given)
                if len(done) == number:
                    raise Killed
                write(*given, **named)

            with monkeypatch.context() as patch:
                patch.setattr(disk, "write_file", write_file)
                with pytest.raises(Killed):
                    found.write()

        return run

    def undisturbed(self, desk: Path, target: str = "u.bib", format: str = "") -> dict[str, bytes]:  # noqa: A002
        """The files of a folder after the same two updates."""
        other = desk / "other"
        other.mkdir()
        for text in (self.PAGE, self.MORE):
            (other / "ada.md").write_text(text, "utf-8")
            update(other / target, [other / "ada.md"], format=format).write()
        return self.files_of(other)

    @staticmethod
    def files_of(folder: Path) -> dict[str, bytes]:
        paths = [path for path in folder.rglob("*") if path.is_file() and "other" not in path.relative_to(folder).parts]
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in paths
            if path.name[:2] not in ("p0", "p1", "p2")
        }

    @pytest.mark.parametrize("number", [1, 2, 3])
    @pytest.mark.parametrize("target", ["u.bib", "u.html"])
    def test_the_next_one_ends_as_if_nothing_had_been(
        self, citekit: Citekit, desk: Path, kill: Callable[..., None], target: str, number: int
    ) -> None:
        kill(number, target)
        assert ("pending" in json.loads((desk / LOCK).read_text())) == (number > 1)
        assert citekit("update", target, "--check").code == 1
        assert citekit("update", target).code == 0
        assert self.files_of(desk) == self.undisturbed(desk, target)
        assert "known" not in (desk / LOCK).read_text(), "nobody wrote any of the entries"
        assert citekit("update", target, "--check").code == 0

    @pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
    def test_of_the_files_of_a_folder(self, desk: Path, kill: Callable[..., None], number: int) -> None:
        kill(number, "pages", "academicpages")
        update("pages").write()
        assert self.files_of(desk) == self.undisturbed(desk, "pages", "academicpages")

    def test_what_a_person_edits_before_the_next_one_is_theirs_and_nothing_else(
        self, citekit: Citekit, desk: Path, kill: Callable[..., None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kill(3)
        path = desk / "u.bib"
        path.write_text(path.read_text("utf-8").replace("20--29", "20--92") + ENTRY, "utf-8")
        (desk / "ada.md").write_text(self.MORE.replace("30-39", "30-40"), "utf-8")
        known: list[Work] = []
        learn = update_package._known_works

        def noted(*given: Any) -> list[Work]:
            known.extend(learn(*given))
            return known

        monkeypatch.setattr(update_package, "_known_works", noted)
        done = citekit("update", "u.bib")
        assert (done.code, done.err.splitlines()[:-1]) == (0, ["lind2024ledgers: pages: 30-39 → 30-40"])
        theirs = {work.id: set(work.variables) for work in known}
        assert theirs == {"lind2023hashing": {"title", "page"}, "doe2020": {"title", "author", "issued"}}
        assert len(Lock.of(desk / LOCK).files["u.bib"]) == 4

    def test_a_file_that_a_person_edits_and_that_was_not_written_gets_all(
        self, citekit: Citekit, desk: Path, kill: Callable[..., None]
    ) -> None:
        kill(2)
        path = desk / "u.bib"
        path.write_text(path.read_text("utf-8").replace("{101--119}", "{101--911}") + ENTRY, "utf-8")
        assert citekit("update", "u.bib").code == 0
        found = {work.id: (work.text("page"), work.year) for work in load("u.bib").works}
        assert found == {
            "lind2020lazy": ("101-911", 2020),
            "lind2021eager": ("1-9", 2022),
            "doe2020": ("", 2020),
            "lind2023hashing": ("20-29", 2023),
            "lind2024ledgers": ("30-39", 2024),
        }

    def test_a_list_that_a_person_edits_before_the_next_one_has_no_item_twice(
        self, citekit: Citekit, desk: Path, kill: Callable[..., None]
    ) -> None:
        for number, items in ((3, 4), (2, 4)):
            for name in ("u.html", LOCK):
                (desk / name).unlink(missing_ok=True)
            kill(number, "u.html")
            path = desk / "u.html"
            path.write_text(path.read_text("utf-8") + "<!-- mine -->\n", "utf-8")
            assert citekit("update", "u.html").code == 0
            assert path.read_text("utf-8").count("<li") == items
            assert path.read_text("utf-8").endswith("<!-- mine -->\n")

    def test_others_keep_what_an_update_was_about_to_write(
        self, citekit: Citekit, desk: Path, kill: Callable[..., None]
    ) -> None:
        kill(3)
        before = Lock.of(desk / LOCK).pending
        assert citekit("update", "v.bib", "p0.md").code == 0
        assert citekit("correct", "p1.md", "--item", "Ledgers", "--set", "note=mine").code == 0
        other = Lock.of(desk / LOCK)
        other.note("p2.md", lambda said: added(said, Correction("owner", value="Cy Ro")))
        assert Lock.of(desk / LOCK).pending == before
        assert citekit("update", "u.bib").code == 0
        lock = Lock.of(desk / LOCK)
        assert (lock.pending, {*lock.files}, {*lock.corrections}) == ({}, {"u.bib", "v.bib"}, {"p1.md", "p2.md"})

    @pytest.mark.parametrize(
        "change",
        [
            lambda record: record.pop("entries"),
            lambda record: record.update(entries=[{"key": "a"}]),
            lambda record: record.update(known=[]),
            lambda record: record.update(before={}),
            lambda record: record.update(after=3),
            lambda record: record.update(steps=[]),
        ],
    )
    def test_what_is_damaged_or_newer_is_told(
        self, citekit: Citekit, desk: Path, kill: Callable[..., None], change: Callable[[dict[str, Any]], None]
    ) -> None:
        kill(3)
        lock = json.loads((desk / LOCK).read_text())
        change(lock["pending"]["u.bib"])
        (desk / LOCK).write_text(json.dumps(lock))
        answer = citekit("update", "u.bib")
        assert answer.code == 2
        assert '"pending" of u.bib, an update that was interrupted, is damaged or of a newer version' in answer.err
        del lock["pending"]
        (desk / LOCK).write_text(json.dumps(lock))
        assert citekit("update", "u.bib").code == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folders(citekit: Citekit, desk: Path) -> None:
    desk.chmod(0o555)
    answer = citekit("update", "u.bib", "p0.md")
    desk.chmod(0o755)
    assert (answer.code, "new" in answer.err) == (2, False)


@pytest.mark.parametrize("failing", [1, 2, 3])
@pytest.mark.parametrize("again", [False, True])
def test_a_write_that_fails_leaves_the_files_and_the_lock_as_they_were(
    citekit: Citekit, desk: Path, monkeypatch: pytest.MonkeyPatch, failing: int, again: bool
) -> None:
    """The lock says what is about to be written; where that cannot be, it says so no more."""
    if again:
        assert citekit("update", "u.bib", "p0.md").code == 0
    before = {path.name: path.read_bytes() for path in desk.iterdir()}
    write, done = disk.write_file, []

    def full(path: Path, *given: Any, **named: Any) -> None:
        done.append(path)
        if len(done) == failing:
            raise UsageError(f"{path.name} cannot be written: No space left on device")
        write(path, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(disk, "write_file", full)
        answer = citekit("update", "u.bib", "p1.md")
    assert (answer.code, "No space left" in answer.err) == (2, True)
    assert {path.name: path.read_bytes() for path in desk.iterdir()} == before
    assert citekit("update", "u.bib", "p1.md").code == 0
    assert "pending" not in (desk / LOCK).read_text("utf-8")


def test_nothing_is_reported_before_it_is_written(
    citekit: Citekit, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk refuses, or a source is missing, no number of new entries is told, nor that something is noted."""
    assert citekit("update", "u.bib", "p0.md").code == 0

    def full(*_: object, **__: object) -> None:
        raise UsageError("u.bib cannot be written: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(disk, "write_file", full)
        for sources in (["p0.md", "p1.md"], ["p2.md"]):
            answer = citekit("update", "u.bib", *sources)
            assert answer.code == 2
            assert "No space left" in answer.err
            assert not [word for word in ("new", "noted", "changed", "up to date") if word in answer.err]
    answer = citekit("update", "u.bib", "p1.md", "missing.md")
    assert answer.code == 2
    assert "nothing was written" in answer.err
    assert not [word for word in (" new", "noted") if word in answer.err]
    (desk / "x.bib").write_text(ENTRY)
    with monkeypatch.context() as patch:
        patch.setattr(disk, "write_file", full)
        answer = citekit("tidy", "-i", "x.bib", "-v")
        assert answer.code == 2
        assert answer.err.count("\n") == 1, answer.err
