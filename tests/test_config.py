"""Settings files: where they are found, what may stand in them, and that the command line has the last word."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from conftest import Answer
from platformdirs import user_config_path

from citekit.cli._options import settings_classes
from citekit.cli.main import command_named, command_names
from citekit.runtime.config import COMMANDED, ConvertSettings, is_table, option_name, power_of
from citekit.runtime.errors import UsageError
from citekit.runtime.settings_files import settings_file, settings_from_files, user_settings_path

Citekit = Callable[..., Answer]

LIST = """\
## Publications

- T. Lindqvist and Y. Amari. **Sorting sparse ledgers**. *Journal of Synthetic Systems*, 2021.
- Y. Amari and S. Dvořák. **Lazy queues without clocks**. *Annals of Applied Parsing*, 2019.
- T. Lindqvist. **Bounded archives of surveys**. *Annals of Applied Parsing*, 2018.
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own with a project in it, in which the tests stand."""
    project = tmp_path / "home" / "project"
    project.mkdir(parents=True)
    (project / "page.md").write_text(LIST, encoding="utf-8")
    monkeypatch.setenv("HOME", str(project.parent))
    monkeypatch.setenv("USERPROFILE", str(project.parent))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(project.parent / ".config"))
    monkeypatch.chdir(project)
    return project.parent


def put(text: str, name: str = "citekit.toml", folder: Path | None = None) -> Path:
    path = (folder or Path.cwd()) / name
    path.write_text(text, encoding="utf-8")
    return path


def said() -> dict[str, object]:
    return settings_from_files("convert", (ConvertSettings,), ("convert", "completion"))


def complaint(text: str, name: str = "citekit.toml") -> str:
    path = put(text, name)
    with pytest.raises(UsageError) as error:
        said()
    problem = error.value.problem
    assert problem.hint
    assert str(problem).startswith(str(path))
    return str(problem)


class TestWhere:
    def test_nowhere(self) -> None:
        assert settings_file(Path.cwd()) is None
        assert said() == {}

    def test_own_file(self) -> None:
        put("[convert]\nstrict = true\n")
        assert said() == {"strict": True}

    @pytest.mark.parametrize("name", ["pyproject.toml", "citekit.toml"])
    def test_table_of_a_tool(self, name: str) -> None:
        put("[project]\nname = 'mine'\n\n[tool.citekit.convert]\nstrict = true\n", name)
        assert said() == {"strict": True}

    def test_own_file_goes_first(self) -> None:
        put("[tool.citekit.convert]\nowner = 'them'\n", "pyproject.toml")
        put("[convert]\nowner = 'me'\n")
        assert said() == {"owner": "me"}

    def test_a_project_that_does_not_name_citekit_is_passed(self, home: Path) -> None:
        put("[project]\nname = 'mine'\n", "pyproject.toml")
        put("[convert]\nstrict = true\n", folder=home)
        assert said() == {"strict": True}

    def test_upward(self, monkeypatch: pytest.MonkeyPatch) -> None:
        put("[convert]\nstrict = true\n")
        (Path.cwd() / "a" / "b").mkdir(parents=True)
        monkeypatch.chdir("a/b")
        assert said() == {"strict": True}

    def test_not_above_a_repository(self, home: Path) -> None:
        put("[convert]\nstrict = true\n", folder=home)
        (Path.cwd() / ".git").mkdir()
        assert said() == {}

    def test_in_a_repository(self) -> None:
        (Path.cwd() / ".git").mkdir()
        put("[convert]\nstrict = true\n")
        assert said() == {"strict": True}

    def test_not_above_home(self, home: Path) -> None:
        put("[convert]\nstrict = true\n", folder=home.parent)
        assert said() == {}
        put("[convert]\nfrom = 'html'\n", folder=home)
        assert said() == {"format": "html"}

    def test_a_folder_of_that_name_is_no_file(self) -> None:
        (Path.cwd() / "citekit.toml").mkdir()
        assert said() == {}


class TestWhat:
    @pytest.mark.parametrize("name", ["each-line", "each_line"])
    def test_hyphens_and_underscores(self, name: str) -> None:
        put(f"[convert]\n{name} = true\n")
        assert said() == {"each_line": True}

    def test_names_are_those_of_the_options(self) -> None:
        put("[convert]\nfrom = 'html'\nkeys = '[auth]'\noffline = true\n")
        assert said() == {"format": "html", "key_template": "[auth]", "offline": True}

    def test_sections_of_other_verbs_are_left_to_them(self) -> None:
        put("[completion]\nanything = 1\n")
        assert said() == {}

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("[convert]\nstrickt = true\n", "no setting 'strickt' (did you mean 'strict'?)"),
            ("[convert]\neach_lines = true\n", "did you mean 'each-line'?"),
            ("[convert]\nzzzzzz = true\n", "there are each-line, from,"),
            ("[konvert]\nstrict = true\n", "no section 'konvert' (did you mean 'convert'?)"),
            ("strict = true\n", "put it under [convert]"),
            ("convert = 1\n", "'convert' must be a section"),
            ("[convert]\nstrict = 'yes'\n", "'strict' must be true or false"),
            ("[convert]\nstrict = 1\n", "'strict' must be true or false"),
            (
                "[convert]\njobs = 2\n",
                "'jobs' is not allowed in the settings of a project: it chooses what runs on this machine",
            ),
            ("[convert]\nowner = 7\n", "'owner' must be a string"),
            ("[convert]\nowner = [\n", "is not valid TOML"),
            ("tool.citekit = 1\n", "must be a table"),
            ("a = " + "[" * 5000, "is not valid TOML"),
        ],
    )
    def test_mistakes_are_told(self, text: str, words: str) -> None:
        assert words in complaint(text)

    def test_the_section_is_named_as_the_file_needs_it(self) -> None:
        assert "[tool.citekit.convert]" in complaint("[tool.citekit]\nstrict = true\n", "pyproject.toml")

    def test_no_text_at_all(self) -> None:
        (Path.cwd() / "citekit.toml").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(UsageError, match="not valid TOML"):
            said()

    def test_a_broken_file_of_a_project_without_citekit_is_none_of_our_business(self) -> None:
        put("[project\n", "pyproject.toml")
        assert said() == {}
        assert "not valid TOML" in complaint("[project\n[tool.citekit]\n", "pyproject.toml")


class TestCommandLine:
    def test_settings_are_used(self, citekit: Citekit) -> None:
        put("[convert]\nkeys = '[auth][year]'\nto = 'csljson'\nquiet = true\n")
        answer = citekit("convert", "page.md")
        assert [work["id"] for work in json.loads(answer.out)] == ["lindqvist2021", "amari2019", "lindqvist2018"]
        assert answer.err == ""

    def test_the_command_line_wins(self, citekit: Citekit) -> None:
        put("[convert]\nto = 'csljson'\nquiet = true\n")
        answer = citekit("convert", "page.md", "--to", "bibtex", "--no-quiet")
        assert answer.out.startswith("@")
        assert "items seen" in answer.err

    def test_also_with_what_is_the_default(self, citekit: Citekit) -> None:
        put("[convert]\nkeys = 'mine[year]'\n")
        assert "{mine2021," in citekit("convert", "page.md").out
        assert "{lindqvist2021sorting," in citekit("convert", "page.md", "--keys", "[auth][year][word]").out

    def test_paths_are_beside_the_settings(self, citekit: Citekit, monkeypatch: pytest.MonkeyPatch) -> None:
        project = Path.cwd()
        (project / "refs.bib").write_text("@misc{a, title = {A}}\n", encoding="utf-8")
        (project / "note.md").write_text("[@a]\n", encoding="utf-8")
        put("[format]\nbib = 'refs.bib'\n")
        (project / "below").mkdir()
        monkeypatch.chdir(project / "below")
        assert citekit("format", "../note.md").code == 0

    def test_mistakes_are_two_lines(self, citekit: Citekit) -> None:
        put("[convert]\nstrickt = true\n")
        answer = citekit("convert", "page.md")
        assert (answer.code, answer.out) == (2, "")
        assert [line.split(": ")[1] for line in answer.err.splitlines()] == ["error", "hint"]

    @pytest.mark.parametrize("text", ["[convert]\nstrict = true\nkeys = 'x[year]'\n", "[convert\n"])
    def test_help_does_not_change(self, citekit: Citekit, text: str) -> None:
        plain = citekit("convert", "--help").out
        put(text)
        assert citekit("convert", "--help").out == plain
        assert "--no-" not in plain

    def test_python_does_not_read_settings(self) -> None:
        import citekit

        put("[convert]\nkeys = 'mine[year]'\n")
        assert citekit.convert("page.md")[0].id == "lindqvist2021sorting"


class TestUsersOwn:
    """The user's own file may say everything; what the project says goes before it."""

    def own(self, text: str) -> Path:
        path = user_settings_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def test_it_is_in_the_folder_of_settings(self, home: Path) -> None:
        assert user_settings_path().is_relative_to(home)

    @pytest.mark.parametrize("given", ["", " ", "/elsewhere"])
    def test_it_is_where_platformdirs_has_it(self, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
        for place in (None, given):
            monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
            if place is not None:
                monkeypatch.setenv("XDG_CONFIG_HOME", place)
            assert user_settings_path() == user_config_path("citekit") / "citekit.toml"

    def test_it_may_write_and_run(self, home: Path) -> None:
        self.own("[convert]\njobs = 3\nrefresh = true\n")
        assert said() == {"jobs": 3, "refresh": True}

    def test_the_project_goes_before_it(self) -> None:
        self.own("[convert]\nowner = 'me'\njobs = 3\n")
        put("[convert]\nowner = 'us'\n")
        assert said() == {"owner": "us", "jobs": 3}

    def test_its_paths_lead_anywhere(self, citekit: Citekit, home: Path) -> None:
        self.own(f"[convert]\nout = '{home / 'mine.bib'}'\n")
        assert citekit("convert", "page.md").code == 0
        assert (home / "mine.bib").exists()

    def test_mistakes_are_told_with_their_place(self) -> None:
        path = self.own("[convert]\n\nstrickt = true\n")
        with pytest.raises(UsageError, match=re.escape(f"{path}:3:1: ")):
            said()


class TestIsolated:
    def test_nothing_is_read(self, citekit: Citekit, home: Path) -> None:
        put("[convert\n")
        path = user_settings_path()
        path.parent.mkdir(parents=True)
        path.write_text("[[[", encoding="utf-8")
        assert citekit("convert", "page.md").code == 2
        assert citekit("convert", "--isolated", "page.md").code == 0

    @pytest.mark.parametrize("name", command_names())
    def test_every_verb_has_it(self, citekit: Citekit, name: str) -> None:
        assert "--isolated" in citekit(name, "--help").out


@pytest.mark.parametrize("name", command_names())
def test_every_option_can_be_set_by_its_name(name: str) -> None:
    """In a project's settings where it only chooses, in the user's own wherever it can be given at all."""
    own = user_settings_path()
    own.parent.mkdir(parents=True)
    for kind in settings_classes(command_named(name)):
        for of in fields(kind):
            assert re.fullmatch(r"[a-z-]+", option_name(of))
            if of.metadata["power"] == COMMANDED:
                continue
            value = "{}" if is_table(of) else json.dumps(of.default)
            path = own if power_of(of) else Path("citekit.toml")
            path.write_text(f"[{name}]\n{option_name(of)} = {value}\n", encoding="utf-8")
            assert list(settings_from_files(name, (kind,), command_names())) == [of.name]
            path.unlink()


def powers() -> list[tuple[str, str]]:
    kinds = ((name, kind) for name in command_names() for kind in settings_classes(command_named(name)))
    return [(name, option_name(of)) for name, kind in kinds for of in fields(kind) if power_of(of)]


@pytest.mark.parametrize(("name", "option"), powers())
def test_what_has_a_power_is_not_for_projects(name: str, option: str) -> None:
    put(f"[{name}]\n{option} = true\n")
    kinds = settings_classes(command_named(name))
    with pytest.raises(
        UsageError, match=f"citekit.toml:2:1: '{option}' is not allowed in (?:the settings of a project|settings)"
    ):
        settings_from_files(name, kinds, command_names())


@pytest.mark.parametrize("name", ["convert", "enrich"])
def test_other_machines_work_at_a_command_only(name: str) -> None:
    own = user_settings_path()
    own.parent.mkdir(parents=True)
    own.write_text(f'[{name}]\ndask = "tcp://127.0.0.1:9"\n', encoding="utf-8")
    with pytest.raises(UsageError, match="'dask' is not allowed in settings: it sends work to other machines"):
        settings_from_files(name, settings_classes(command_named(name)), command_names())


def test_the_options_that_have_a_power() -> None:
    """A new option that writes, repairs, connects or runs has to be marked, and stands here then."""
    assert powers() == [
        *(("check", name) for name in ("online", "out", "overwrite", "fix", "unsafe-fixes", "write-baseline")),
        *(("check", name) for name in ("changed-from", "cache", "watch")),
        *(("convert", name) for name in ("jobs", "refresh", "out", "overwrite", "enrich", "dask")),
        *(("correct", name) for name in ("item", "join", "split", "leave-out", "publication", "owner", "heading")),
        *(("correct", name) for name in ("announces", "forget")),
        *(("enrich", name) for name in ("replace", "publish", "jobs", "dask", "refresh", "out", "overwrite")),
        *(("format", name) for name in ("jobs", "refresh", "out", "overwrite")),
        *(("init", name) for name in ("source", "host", "overwrite")),
        *(("lab", name) for name in ("jobs", "refresh", "out", "overwrite")),
        *(("select", name) for name in ("out", "overwrite")),
        ("serve", "port"),
        *(("tidy", name) for name in ("rewrite", "out", "overwrite", "in-place")),
        *(("update", name) for name in ("jobs", "refresh")),
        *(("verify", name) for name in ("refresh", "out", "overwrite", "fix")),
    ]
