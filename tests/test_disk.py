"""Files on the disk: what is no regular file, or leads out of the project, is refused; what is written is whole."""

from __future__ import annotations

import errno
import io
import os
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.runtime import safe_files as disk
from citekit.runtime.errors import FileChangedError, UnreadableInputError, UsageError
from citekit.runtime.safe_files import open_file, project_roots, read_file, write_file

if sys.platform != "win32":
    import fcntl

Citekit = Callable[..., Answer]
ENTRY = "@misc{doe2020, author = {Doe, Jane}, title = {Lazy Queues}, year = 2020}\n"
SECRET = "@misc{secret, author = {Roe, R}, title = {Of nobody's business}, year = 2020, pages = {1-2}, doi = {https://doi.org/10.5555/1}}\n"
KILLS = int(os.environ.get("CITEKIT_KILLS", "24"))
"""How often a writer is killed; the whole measurement takes 200."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs links, pipes and devices")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project below a home, and files beside it that are none of the project's."""
    folder = tmp_path / "home" / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "refs.bib").write_text(ENTRY, encoding="utf-8")
    (folder.parent / "secret.bib").write_text(SECRET, encoding="utf-8")
    monkeypatch.setenv("HOME", str(folder.parent))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder.parent / ".config"))
    monkeypatch.chdir(folder)
    return folder


def put_in(folder: Path, kind: str, name: str = "x.bib") -> Path:
    """Something of a kind in a folder, under the name of a file to be read."""
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(os.path.relpath(path))  # such names are short
        listening.close()
    else:
        path.symlink_to({"device": "/dev/zero", "system": "/proc/self/status", "link": "../secret.bib"}[kind])
    return path


class TestReading:
    @pytest.mark.parametrize(
        ("kind", "words"),
        [
            ("pipe", "it is a pipe"),
            ("socket", "it is a socket"),
            ("device", "it is a device"),
            pytest.param(
                "system",
                "it is a system file",
                marks=pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux"),
            ),
        ],
    )
    @pytest.mark.parametrize(
        "command",
        [
            ("check", "x.bib"),
            ("convert", "x.bib"),
            ("tidy", "x.bib"),
            ("format", "x.bib"),
            ("enrich", "x.bib", "--offline"),
            ("check", "refs.bib", "--baseline", "x.bib"),
            ("check", "refs.bib", "--retractions", "x.bib"),
            ("format", "refs.bib", "--style", "./x.bib"),
            ("check", "refs.bib", "--style", "./x.bib"),
            ("enrich", "refs.bib", "--index", "x.bib"),
        ],
        ids=" ".join,
    )
    def test_what_is_no_regular_file(
        self, citekit: Citekit, project: Path, kind: str, words: str, command: tuple[str, ...]
    ) -> None:
        put_in(project, kind)
        answer = citekit(*command)
        assert answer.code == 2
        assert f"x.bib cannot be read: {words}" in answer.err

    @pytest.mark.parametrize("verb", ["check", "convert"])
    @pytest.mark.parametrize("kind", ["pipe", "socket", "device", "link"])
    def test_in_a_folder_it_is_told_and_costs_the_others_nothing(
        self, citekit: Citekit, project: Path, verb: str, kind: str
    ) -> None:
        (project / "page.md").write_text("- J. Doe. Lazy queues. *Annals of Parsing*, 2020.\n", encoding="utf-8")
        name = "x.bib" if verb == "check" else "x.md"
        put_in(project, kind, name)
        answer = citekit(verb, ".")
        assert answer.code == 2
        assert f"{name} cannot be read: it " in answer.err
        assert "nobody's business" not in answer.out + answer.err
        assert ("1 of 1 entry in 1 bibliography" in answer.err) if verb == "check" else "Lazy queues" in answer.out

    def test_a_link_that_the_user_names_is_followed(self, citekit: Citekit, project: Path) -> None:
        put_in(project, "link")
        assert "nobody's business" in citekit("convert", "x.bib").out

    def test_a_link_within_the_project_is_followed(self, citekit: Citekit, project: Path) -> None:
        (project / "parts").mkdir()
        (project / "parts" / "link.bib").symlink_to(project / "refs.bib")
        assert citekit("check", "parts").code == 0

    def test_too_many_bytes(self, project: Path) -> None:
        with pytest.raises(UnreadableInputError, match=r"refs\.bib cannot be read: it has more than 1 MB"):
            read_file("refs.bib", 10)
        assert read_file("refs.bib", len(ENTRY)) == ENTRY.encode()

    @pytest.mark.parametrize("name", ["no/such.bib", "a\0b", "x" * 5000, "."])
    def test_what_is_not_there(self, project: Path, name: str) -> None:
        with pytest.raises(UnreadableInputError):
            open_file(name)


class TestDocuments:
    """A document names files; those outside of its project are not read, and that is said."""

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("p.tex", "\\cite{doe2020}\n\\bibliography{../secret}\n"),
            ("p.tex", "\\cite{doe2020}\n\\bibliography{../../../../etc/passwd}\n"),
            ("p.tex", "\\cite{doe2020}\n\\bibliography{/etc/passwd}\n"),
            ("p.md", "---\nbibliography: ../secret.bib\n---\n[@doe2020]\n"),
            ("p.md", "---\nbibliography: ../../../../etc/passwd\n---\n[@doe2020]\n"),
            ("p.md", "---\nbibliography: link.bib\n---\n[@doe2020]\n"),
        ],
    )
    def test_a_bibliography(self, citekit: Citekit, project: Path, name: str, text: str) -> None:
        (project / "link.bib").symlink_to(project.parent / "secret.bib")
        (project / name).write_text(text, encoding="utf-8")
        answer = citekit("check", name)
        assert answer.code == 1
        assert "leads out of the project, and was not read" in answer.out
        assert "1 document" in answer.err
        assert "nobody's business" not in answer.out

    def test_a_bibliography_that_the_user_names_too(self, citekit: Citekit, project: Path) -> None:
        (project / "p.tex").write_text("\\cite{secret}\n\\bibliography{../secret}\n", encoding="utf-8")
        answer = citekit("check", "p.tex", "../secret.bib", "--select", "citations")
        assert (answer.code, answer.out) == (0, "")

    @pytest.mark.parametrize("named", ["secret", "../secret"])
    def test_a_bibliography_in_a_folder_of_the_users_own(
        self, citekit: Citekit, project: Path, monkeypatch: pytest.MonkeyPatch, named: str
    ) -> None:
        (project / "p.tex").write_text(f"\\cite{{secret,gone}}\n\\bibliography{{{named}}}\n", encoding="utf-8")
        for own in (str(project.parent), "../"):
            monkeypatch.setenv("BIBINPUTS", own)
            answer = citekit("check", "p.tex", "--select", "citations")
            assert "'gone' is cited and not defined" in answer.out
            assert "'secret'" not in answer.out
        monkeypatch.setenv("BIBINPUTS", "up")  # a folder of the project, which leads to anywhere
        (project / "up").symlink_to(project.parent)
        answer = citekit("check", "p.tex", "--select", "citations")
        assert "is cited and not defined" not in answer.out

    def test_a_part(self, citekit: Citekit, project: Path) -> None:
        (project.parent / "part.tex").write_text("\\cite{nobody}", encoding="utf-8")
        (project / "p.tex").write_text("\\cite{doe2020}\\input{../part}\n\\bibliography{refs}\n", encoding="utf-8")
        answer = citekit("check", "p.tex")
        assert "../part leads out of the project, and was not read" in answer.out
        assert "nobody" not in answer.out

    def test_the_home_is_no_project(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (project / ".git").rmdir()
        (project.parent / ".git").mkdir()
        monkeypatch.chdir(project.parent)
        assert set(project_roots(project)) == {project}

    def test_the_working_folder_and_the_repository_are(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        inner = project / "a" / "b"
        inner.mkdir(parents=True)
        monkeypatch.chdir(project / "a")
        assert set(project_roots(inner)) == {inner, project, project / "a"}


class TestRepairs:
    @pytest.mark.parametrize("command", [("check", "--unsafe-fixes"), ("tidy", "--in-place")], ids=" ".join)
    @pytest.mark.parametrize("named", ["x.bib", "."])
    def test_links_out_of_the_project_are_not_written_through(
        self, citekit: Citekit, project: Path, command: tuple[str, ...], named: str
    ) -> None:
        if command[0] == "tidy" and named == ".":
            pytest.skip("tidy takes files only")
        put_in(project, "link")
        answer = citekit(*command, named)
        assert answer.code == 2
        assert "x.bib" in answer.err
        assert "it is outside the project" in answer.err
        assert (project.parent / "secret.bib").read_text(encoding="utf-8") == SECRET

    def test_kept_results_are_not_written_through_links(self, citekit: Citekit, project: Path) -> None:
        (project / "kept").symlink_to(project.parent)
        assert citekit("check", "refs.bib", "--cache", "kept").code == 0
        assert sorted(path.name for path in project.parent.iterdir()) == ["project", "secret.bib"]


class TestWriting:
    def test_a_file_is_on_the_disk_before_it_takes_its_place(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        done: list[str] = []
        fsync, replace = os.fsync, os.replace
        monkeypatch.setattr(os, "fsync", lambda number: (done.append("fsync"), fsync(number)))
        monkeypatch.setattr(os, "replace", lambda one, other: (done.append("replace"), replace(one, other)))
        write_file(project / "refs.bib", b"new", overwrite=True)
        assert done == ["fsync", "replace", "fsync"]

    @pytest.mark.parametrize(
        "command",
        [
            ("tidy", "--in-place", "odd.bib"),
            ("check", "--unsafe-fixes", "odd.bib"),
            ("convert", "odd.bib", "-o", "refs.bib", "--overwrite"),
            ("enrich", "odd.bib", "--offline", "-o", "refs.bib", "--overwrite"),
            ("format", "odd.bib", "-o", "refs.bib", "--overwrite", "--to", "text"),
            ("check", "odd.bib", "--out", "refs.bib", "--overwrite"),
        ],
        ids=" ".join,
    )
    def test_a_full_disk(
        self, citekit: Citekit, project: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
    ) -> None:
        (project / "odd.bib").write_text(SECRET, encoding="utf-8")

        def full(_number: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(disk.os, "fsync", full)
        answer = citekit(*command)
        assert answer.code == 2
        assert "No space left on device" in answer.err
        assert "tidied" not in answer.err.replace("0 tidied", "")
        assert "fixed 1" not in answer.err
        assert (project / "refs.bib").read_text(encoding="utf-8") == ENTRY
        assert (project / "odd.bib").read_text(encoding="utf-8") == SECRET
        assert sorted(path.name for path in project.iterdir()) == [".git", "odd.bib", "refs.bib"]

    def test_a_limit_of_the_system(self, project: Path) -> None:
        """The real thing: the system refuses to write on, in the middle of the data."""
        script = """
            import resource, signal, sys
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
            from pathlib import Path
            from citekit.runtime.safe_files import write_file
            from citekit.runtime.errors import UsageError
            try:
                write_file(Path("refs.bib"), b"x" * 5000, overwrite=True)
            except UsageError as error:
                sys.exit(str(error))
        """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (1, "refs.bib cannot be written: File too large\n")
        assert Path("refs.bib").read_text(encoding="utf-8") == ENTRY
        assert sorted(path.name for path in project.iterdir()) == [".git", "refs.bib"]

    def test_a_file_that_exists_stays_unless_it_may_go(self, project: Path) -> None:
        with pytest.raises(UsageError, match="already exists"):
            write_file(project / "refs.bib", b"new")
        assert (project / "refs.bib").read_text(encoding="utf-8") == ENTRY

    def test_what_a_killed_writer_left_is_removed(self, project: Path) -> None:
        others = [".refs.bib.abcd123.tmp", ".refs.bib.ABCD1234.tmp", "refs.bib.abcd1234.tmp", ".notes.bib.abcd1234.tmp"]
        for name in (".refs.bib.abcd_234.tmp", ".refs.bib.tmp", *others):
            (project / name).write_text("half of", encoding="utf-8")
        (project / ".refs.bib.folder99.tmp").mkdir()
        (project / ".refs.bib.link9999.tmp").symlink_to("refs.bib")
        os.mkfifo(project / ".refs.bib.pipe9999.tmp")
        with (project / ".refs.bib.writing9.tmp").open("wb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)  # as one who writes now
            write_file(project / "refs.bib", b"new", overwrite=True)
        left = {path.name for path in project.iterdir()} - {".git", "refs.bib"}
        kinds = {f".refs.bib.{name}.tmp" for name in ("folder99", "link9999", "pipe9999", "writing9")}
        assert left == {".refs.bib.tmp", *others, *kinds}
        write_file(project / "refs.bib", b"newer", overwrite=True)
        assert not (project / ".refs.bib.writing9.tmp").exists(), "it is no longer written"

    def test_a_temporary_file_that_is_removed_before_it_is_locked_is_made_again(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        flock, seen = fcntl.flock, []

        def late(number: int, how: int) -> None:
            seen.extend(path.unlink() for path in project.glob(".refs.bib.*.tmp") if not seen)
            flock(number, how)

        monkeypatch.setattr(fcntl, "flock", late)
        write_file(project / "refs.bib", b"new", overwrite=True)
        assert len(seen) == 1
        assert (project / "refs.bib").read_bytes() == b"new"

    def test_whatever_moment_a_writer_is_killed_at_the_file_is_whole(self, project: Path) -> None:
        """One half of the writers kill themselves at a line of the writing, each at another one; the others are killed
        from outside, after times that are spread over what a writing takes."""
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(_KILLER), str(KILLS)],
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        old, new, lines, left_over = map(int, done.stdout.split())
        assert old + new == KILLS
        assert left_over == 0
        assert min(old, new) >= 1  # before the renaming, and after it; how many depends on the machine
        assert lines >= min(KILLS // 2, 10)


class TestOneByOne:
    """Each branch of :mod:`citekit.runtime.safe_files`, without a command around it."""

    def test_limits(self) -> None:
        assert (disk.LARGEST, disk._LONGEST_WAIT) == (256 * 2**20, 60)

    def test_projects(self, project: Path) -> None:
        assert disk.is_in_project(Path("/somewhere"))
        assert disk.is_in_project(project)
        assert not any(map(disk.is_in_project, (Path("/"), project.parent, project.parent.parent)))
        assert not disk.is_within("a\0b", [Path("/")])
        assert not disk.is_file("a\0b")

    @pytest.mark.parametrize(("kind", "words"), [("pipe", "it is a pipe"), ("none", "No such file or directory")])
    def test_a_file_that_is_exchanged_after_it_was_checked(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, kind: str, words: str
    ) -> None:
        monkeypatch.setattr(disk, "check_file", lambda path, _within: os.fspath(path))
        if kind == "pipe":
            os.mkfifo("x.bib")
        with pytest.raises(UnreadableInputError, match=f"x.bib cannot be read: {words}"):
            open_file("x.bib")

    def test_streams_of_unknown_size(self) -> None:
        assert disk.read_stream(io.BytesIO(b"x" * 10), "s", 10) == b"x" * 10
        with pytest.raises(UnreadableInputError, match="s cannot be read: it has more than 5 MB"):
            disk.read_stream(io.BytesIO(b"x" * 5_000_001), "s", 5_000_000)

    def test_a_stream_that_breaks(self) -> None:
        class Broken(io.BytesIO):
            def read(self, _size: int | None = -1) -> bytes:
                raise OSError(errno.EIO, "Input/output error")

        with pytest.raises(UnreadableInputError, match="s cannot be read: Input/output error"):
            disk.read_stream(Broken(), "s")

    def test_reasons(self) -> None:
        reasons = [OSError(2, "No such file"), OSError("odd"), ValueError("embedded null byte")]
        assert list(map(disk.reason_of, reasons)) == ["No such file", "odd", "embedded null byte"]

    def test_a_lock_is_waited_for_unless_nobody_may_wait(self, project: Path) -> None:
        held = disk.locked(project / "lock")
        held.__enter__()
        with pytest.raises(BlockingIOError), disk.locked(project / "lock", wait=False):
            pass
        timer = threading.Timer(0.05, held.__exit__, (None, None, None))
        timer.start()
        with disk.locked(project / "lock"):
            timer.join()

    def test_directories_are_locked_while_files_are_replaced(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(disk, "_LONGEST_WAIT", 0.05)
        slept: list[float] = []
        monkeypatch.setattr(disk.time, "sleep", slept.append)
        number = os.open(project, os.O_RDONLY)
        fcntl.flock(number, fcntl.LOCK_EX)
        with pytest.raises(UsageError, match=f"another citekit process has been writing to {project} for 0 seconds"):
            disk.replace_files([disk.Replacement(project / "new", b"1", None)])
        assert set(slept) == {0.01}
        os.close(number)
        for data in (b"1", b"2"):
            read = disk.fingerprint(b"1") if data == b"2" else None
            disk.replace_files([disk.Replacement(project / "new", data, read)])
        assert (project / "new").read_bytes() == b"2"

    def test_a_lock_on_a_directory_is_waited_for(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        number = os.open(project, os.O_RDONLY)
        fcntl.flock(number, fcntl.LOCK_EX)
        monkeypatch.setattr(disk.time, "sleep", lambda _seconds: fcntl.flock(number, fcntl.LOCK_UN))
        disk.replace_files([disk.Replacement(project / "new", b"1", None)])
        os.close(number)

    def test_what_cannot_be_locked_is_written_all_the_same(self) -> None:
        with disk._only_writer("/no/such/folder"):
            pass

    def test_links(self, project: Path) -> None:
        (project / "in").symlink_to("refs.bib")
        (project / "out").symlink_to("../secret.bib")
        for name in ("in", "refs.bib", "none"):
            disk.refuse_link_out(project / name)
        with pytest.raises(UsageError, match="out cannot be written: it is outside the project"):
            disk.refuse_link_out(project / "out")
        disk.refuse_link(project / "refs.bib")
        with pytest.raises(UsageError, match="in cannot be written: it is a link"):
            disk.refuse_link(project / "in")

    @pytest.mark.parametrize(
        ("name", "read", "refused"),
        [
            ("refs.bib", ENTRY, ""),
            ("new.bib", None, ""),
            ("deleted.bib", "it was there", ""),
            ("refs.bib", "something else", "it has changed since it was read"),
            ("refs.bib", None, "it was created meanwhile"),
        ],
    )
    def test_replacing(self, project: Path, name: str, read: str | None, refused: str) -> None:
        known = disk.fingerprint(read.encode()) if read is not None else None
        both = [disk.Replacement(project / "other.bib", b"1", None), disk.Replacement(project / name, b"2", known)]
        if refused:
            with pytest.raises(FileChangedError, match=f"{name} was not changed: {refused}"):
                disk.replace_files(both)
            assert not (project / "other.bib").exists(), "all or none"
        else:
            disk.replace_files(both)
            assert (project / name).read_bytes() == b"2"

    def test_a_directory_that_is_not_there(self, project: Path) -> None:
        with pytest.raises(UsageError) as caught:
            write_file(Path("no/x.bib"), b"")
        assert caught.value.problem.message == "no/x.bib cannot be written: No such file or directory"

    def test_a_full_disk_is_told_in_the_words_of_the_system(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_number: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(disk.os, "fsync", full)
        with pytest.raises(UsageError) as caught:
            write_file(Path("x.bib"), b"")
        assert caught.value.problem.message == "x.bib cannot be written: No space left on device"

    def test_a_copy_need_not_be_on_the_disk(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        done: list[int] = []
        monkeypatch.setattr(os, "fsync", done.append)
        write_file(project / "copy", b"1", durable=False)
        assert not done
        write_file(project / "file", b"1")
        assert len(done) == 2

    def test_a_folder_is_listed_once_for_all_files_that_are_written_there(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A page for each of a thousand persons does not list a folder of a thousand pages a thousand times."""
        list_folder, listed = os.scandir, []

        def count(folder: str) -> object:
            listed.append(folder)
            return list_folder(folder)

        monkeypatch.setattr(os, "scandir", count)
        for number in range(30):
            (project / f".page{number}.md.abcd1234.tmp").touch()
        write_file(project / "copy.md", b"1", durable=False)
        assert listed == []
        for number in range(30):
            write_file(project / f"page{number}.md", b"1")
        assert listed == [str(project)]
        write_file(project / "page0.md", b"2", overwrite=True)
        write_file(project / "page1.md", b"2", overwrite=True)
        assert listed == [str(project)] * 2, "since then another writer may have been killed"
        assert not list(project.glob(".page*"))

    def test_a_temporary_file_that_another_process_looks_at_is_waited_for(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The other one holds its lock while it removes the file, which it takes for one that a killed writer left."""
        flock, make, held, waited = fcntl.flock, tempfile.mkstemp, [], []

        def made(*_: object, **options: str) -> tuple[int, str]:
            number, name = make(**options)
            if not held:
                other = os.open(name, os.O_RDONLY)
                flock(other, fcntl.LOCK_EX)
                held.append((other, name))
            return number, name

        def lock(number: int, how: int) -> None:
            if held and how == fcntl.LOCK_EX:
                other, name = held[0]
                if not waited:
                    waited.append(name)
                    os.unlink(name)
                    os.close(other)
            flock(number, how)

        monkeypatch.setattr(tempfile, "mkstemp", made)
        monkeypatch.setattr(fcntl, "flock", lock)
        write_file(project / "refs.bib", b"new", overwrite=True)
        assert (project / "refs.bib").read_bytes() == b"new"
        assert len(waited) == 1

    @pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs Linux")
    def test_no_file_stays_open(self, project: Path) -> None:
        before = os.listdir("/proc/self/fd")
        for data in (b"1", b"2"):
            write_file(project / "refs.bib", data, overwrite=True)
        assert len(os.listdir("/proc/self/fd")) == len(before)

    def test_modes_of_files(self, project: Path) -> None:
        before = os.umask(0o027)
        try:
            write_file(project / "new", b"1")
            (project / "refs.bib").chmod(0o647)
            write_file(project / "refs.bib", b"1", overwrite=True)
        finally:
            os.umask(before)
        assert [stat.S_IMODE((project / name).stat().st_mode) for name in ("new", "refs.bib")] == [0o640, 0o647]


_KILLER = """
    import os, random, signal, sys, time
    from pathlib import Path
    from citekit.runtime import safe_files as disk

    kills, target = int(sys.argv[1]), Path("refs.bib")
    one, other = b"one\\n" * 300_000, b"other\\n" * 300_000
    chance = random.Random(7)

    def write(stop_at):
        count = 0
        def at_line(frame, event, _argument):
            nonlocal count
            if frame.f_code.co_filename != disk.__file__:
                return None
            if event == "line":
                count += 1
                if count == stop_at:
                    os.kill(os.getpid(), signal.SIGKILL)
            return at_line
        if stop_at:
            sys.settrace(at_line)
        disk.write_file(target, other, overwrite=True)
        sys.settrace(None)
        return count

    disk.write_file(target, one, overwrite=True)
    lines = write(10**9)
    began = time.perf_counter()
    write(0)
    took = time.perf_counter() - began
    found = {one: 0, other: 0}
    for number in range(kills):
        disk.write_file(target, one, overwrite=True)
        stop_at = 1 + number * lines // kills if number % 2 else 0
        child = os.fork()
        if not child:
            while True:
                write(stop_at)
        if not stop_at:
            time.sleep(chance.random() * 3 * took)
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found[target.read_bytes()] += 1  # a KeyError is a file that is neither the one nor the other
    disk.write_file(target, one, overwrite=True)
    print(*found.values(), lines, len(list(Path().glob(".refs.bib*"))))
"""
