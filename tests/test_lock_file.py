"""The lock file: its text, which one belongs to a source, and what a foreign one may not do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from citekit.commands import lock_file
from citekit.commands.lock_file import Lock, Locked, Pending, settled, source_name, sources_of, told_of
from citekit.extraction.corrections import Correction
from citekit.formats.files import loads
from citekit.model.work import Work
from citekit.runtime.errors import FileChangedError, UnreadableInputError, UsageError
from citekit.runtime.safe_files import Replacement
from citekit.runtime.settings_files import lock_near

OWNER, OTHER = Correction("owner", value="José Ñandú"), Correction("owner", value="Bo Ek")
TEXT = """{
 "version": 1,
 "corrections": {
  "list.md": [
   {"kind": "owner", "value": "José Ñandú"}
  ]
 },
 "files": {
  "u.bib": [
   {
    "key": "doe2020",
    "from": ["list.md"],
    "reading": {
     "id": "a",
     "title": "Lazy Queues",
     "type": "book"
    }
   }
  ]
 }
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project below a home, with a folder in it, which is the working folder."""
    folder = tmp_path / "home" / "project" / "papers"
    folder.mkdir(parents=True)
    (folder.parent / ".git").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder.parent


def work() -> Work:
    return settled(loads("@book{a, title={Lazy Queues}}"))[0]


def write(path: Path, *corrections: Correction, source: str = "list.md") -> None:
    Lock(path, corrections={source: corrections}).write()


def test_the_text_is_the_same_each_time(project: Path) -> None:
    path = project / "citekit.lock"
    Lock(path, {"u.bib": [Locked("doe2020", work(), ("list.md",))]}, {"list.md": (OWNER,), "none.md": ()}).write()
    assert path.read_text("utf-8") == TEXT
    read = Lock.of(path)
    assert (read.text, read.before, read.alone) == (TEXT, TEXT, False)
    assert read.files["u.bib"] == [Locked("doe2020", work(), ("list.md",))]
    assert read.corrections == {"list.md": (OWNER,)}
    assert Lock.of(path, corrections_alone=True).files == {}
    assert Lock(path).text == '{\n "version": 1,\n "files": {}\n}\n'


def test_there_need_not_be_one(project: Path) -> None:
    lock = Lock.of(project / "citekit.lock")
    assert (lock.files, lock.corrections, lock.before, lock.read) == ({}, {}, None, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no JSON", "is not a lock file of citekit"),
        ("[]", "is not a lock file of citekit"),
        ('{"files": {}}', "is not a lock file of citekit"),
        ('{"version": 1}', "is not a lock file of citekit"),
        ('{"version": 2, "files": {}}', "was written by another version of citekit"),
        ('{"version": 0, "files": {}}', "was written by another version of citekit"),
        ('{"version": 1, "files": {"u.bib": [{"key": "a", "from": []}]}}', "is not a lock file of citekit"),
        ('{"version": 1, "files": {"u.bib": [{"key": "a", "from": [], "reading": 1}]}}', "is not a lock file"),
        ('{"version": 1, "files": {"u.bib": [{"key": "a", "from": [], "reading": []}]}}', "is not a lock file"),
        ('{"version": 1, "files": {}, "corrections": {"a": [{"kind": "odd"}]}}', ": there is no correction 'odd'"),
    ],
)
def test_what_is_no_lock_file(project: Path, text: str, told: str) -> None:
    path = project / "citekit.lock"
    path.write_text(text)
    with pytest.raises(UnreadableInputError) as caught:
        Lock.of(path)
    assert str(caught.value).startswith(f"{path}{'' if told[0] == ':' else ' '}{told}")


class TestNoting:
    def test_what_others_noted_meanwhile_is_kept(self, project: Path) -> None:
        mine, theirs = Lock.of(project / "citekit.lock"), Lock.of(project / "citekit.lock")
        theirs.note("a.md", lambda known: (*known, OTHER))
        mine.note("a.md", lambda known: (*known, OWNER))
        assert Lock.of(project / "citekit.lock").corrections == {"a.md": (OTHER, OWNER)}
        mine.note("a.md", lambda known: known[:1])
        assert Lock.of(project / "citekit.lock").corrections == {"a.md": (OTHER,)}

    def test_it_ends_where_others_write_without_end(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tries: list[int] = []

        def refuse(_files: Iterable[Replacement]) -> None:
            tries.append(1)
            raise FileChangedError("changed", "again")

        monkeypatch.setattr(lock_file, "replace_files", refuse)
        with pytest.raises(FileChangedError):
            Lock(project / "citekit.lock").note("a.md", lambda _known: (OWNER,))
        assert len(tries) == 20


class TestWhichOne:
    def test_the_nearest_one_in_the_project(self, project: Path) -> None:
        source = str(project / "papers" / "list.md")
        assert lock_near(source) == project / "papers" / "citekit.lock"
        (project / "citekit.lock").touch()
        assert lock_near(source) == project / "citekit.lock"
        (project / "papers" / "citekit.lock").touch()
        assert lock_near(source) == project / "papers" / "citekit.lock"

    def test_none_outside_of_it(self, project: Path) -> None:
        (project.parent / "citekit.lock").touch()
        assert lock_near(str(project / "papers" / "list.md")) == project / "papers" / "citekit.lock"

    def test_none_that_a_link_leads_out_to(self, project: Path) -> None:
        write(project.parent / "citekit.lock", OWNER)
        (project / "citekit.lock").symlink_to("../citekit.lock")
        assert lock_near(str(project / "papers" / "list.md")) == project / "papers" / "citekit.lock"

    def test_that_of_the_working_folder_for_what_has_an_address(self, project: Path) -> None:
        assert lock_near("https://a.b/c/list.md") == Path("citekit.lock")
        assert source_name("https://a.b/list.md", project) == "https://a.b/list.md"
        assert source_name(str(project / "papers" / "list.md"), project) == "papers/list.md"


class TestCorrections:
    def test_those_of_a_lock_come_before_those_near_the_source(self, project: Path) -> None:
        near, other = Path("citekit.lock"), Path("other.lock")
        write(near, OTHER)
        write(other, OWNER)
        assert told_of("list.md")[0] == (OTHER,)
        assert told_of("list.md", Lock.of(other))[0] == (OWNER,)
        assert told_of("list.md", Lock(other))[0] == (OTHER,)
        assert told_of("list.md", Lock(other, alone=True))[0] == ()
        near.unlink()
        assert told_of("list.md")[0] == ()

    def test_entries_that_nobody_can_read_do_not_matter_for_them(self, project: Path) -> None:
        text = Lock(Path("x"), corrections={"list.md": (OWNER,)}).text.replace('"files": {}', '"files": {"u.bib": [1]}')
        Path("citekit.lock").write_text(text, "utf-8")
        assert told_of("list.md")[0] == (OWNER,)

    def test_that_of_a_lock_that_says_all_is_not_asked(self, project: Path) -> None:
        """It may be damaged; what a lock does not say is asked for there, unless it is that one itself."""
        lock = Lock(Path("other.lock"), corrections={"list.md": (OWNER,)}, known={"list.md": (work(),)})
        Path("citekit.lock").write_text("no lock")
        assert told_of("list.md", lock) == ((OWNER,), (work(),))
        for name in ("corrections", "known"):
            with pytest.raises(UnreadableInputError):
                told_of("list.md", Lock(lock.path, **{name: getattr(lock, name)}))
        assert told_of("list.md", Lock(Path("citekit.lock").absolute())) == ((), ())


PENDING = """ "pending": {
  "u.bib": {
 "before": {
  "u.bib": null
 },
 "after": {
  "u.bib": "12ab"
 },
 "known": {
  "list.md": [
   {
    "id": "a",
    "type": "book",
    "title": "Lazy Queues"
   }
  ]
 },
 "entries": [
  {
   "key": "doé2020",
   "from": [
    "list.md"
   ],
   "reading": {
    "id": "a",
    "type": "book",
    "title": "Lazy Queues"
   }
  }
 ]
}
 },
"""


class TestPending:
    """What an update is about to write."""

    def test_its_text(self, project: Path) -> None:
        path = project / "citekit.lock"
        entry = Locked("doé2020", work(), ("list.md",))
        pending = Pending({"u.bib": None}, {"u.bib": "12ab"}, [entry], {"list.md": (work(),), "none.md": ()})
        Lock(path, pending={"u.bib": pending}).write()
        assert path.read_text("utf-8") == f'{{\n "version": 1,\n{PENDING} "files": {{}}\n}}\n'
        read = Lock.of(path)
        assert read.pending == {"u.bib": replace(pending, known={"list.md": (work(),)})}
        assert read.text == path.read_text("utf-8")
        assert Lock.of(path, corrections_alone=True).pending == {}

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ('"after": {', '"since": {'),
            ('"known": {', '"steps": [],\n"known": {'),
            ('"u.bib": "12ab"', '"v.bib": "12ab"'),
            ('"u.bib": "12ab"', '"u.bib": "12ab", "v.bib": "12ab"'),
            ('"key": "doé2020",', ""),
        ],
    )
    def test_what_is_damaged_or_of_a_newer_version(self, project: Path, old: str, new: str) -> None:
        path = project / "citekit.lock"
        path.write_text(f'{{"version": 1, {PENDING.replace(old, new)} "files": {{}}}}')
        with pytest.raises(UnreadableInputError) as caught:
            Lock.of(path)
        told = '"pending" of u.bib, an update that was interrupted, is damaged or of a newer version'
        assert caught.value.problem.message == f"{path}: {told}"
        assert caught.value.problem.hint == 'compare u.bib with its sources, and remove "pending"'


def test_sources_are_files_of_the_project(project: Path) -> None:
    def sources(*names: str) -> list[str]:
        return sources_of([Locked("a", work(), names)], project)

    assert sources("a.md", "papers/b.md", "a.md") == [str(project / "a.md"), str(project / "papers/b.md")]
    for name in ("../secret.md", "/etc/passwd", "https://a.b/c.md"):
        with pytest.raises(UsageError, match=r"citekit.lock names .*, which is not a file of this project"):
            sources("a.md", name)


def test_known_works_are_kept_with_their_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.md").write_text("A list", encoding="utf-8")
    lock = Lock(tmp_path / "citekit.lock")
    lock.known["list.md"] = settled(loads("@misc{a, title = {Lazy Queues}}\n@misc{b, title = {Eager Stacks}}").works)
    (tmp_path / "citekit.lock").write_text(lock.text, encoding="utf-8")
    lines = lock.text.splitlines()
    assert [line[: len(line) - len(line.lstrip())] for line in lines[2:8]] == [" ", "  ", "   ", "   ", "  ", " "]
    assert [work.id for work in Lock.of(tmp_path / "citekit.lock").known_of("list.md")] == ["a", "b"]
    elsewhere = Lock(tmp_path / "other" / "citekit.lock")
    assert [work.id for work in told_of("list.md", elsewhere)[1]] == ["a", "b"], "the one near the source says so"
    elsewhere.known["list.md"] = elsewhere.known["../list.md"] = lock.known["list.md"][:1]
    assert [work.id for work in told_of("list.md", elsewhere)[1]] == ["a"]
    (tmp_path / "citekit.lock").write_text(lock.text.replace('{"id": "a"', '3, {"id": "a"'), encoding="utf-8")
    with pytest.raises(UnreadableInputError):
        Lock.of(tmp_path / "citekit.lock")
