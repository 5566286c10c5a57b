"""``citekit check`` and ``citekit explain RULE``: exit codes, settings, repairs, suppressions, baselines, outputs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Answer

from citekit.lint.reporters import reporter_names
from citekit.lint.rule import all_rules

Run = Callable[..., Answer]

CLEAN = "@misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}\n"
ODD_YEAR = "@misc{roe2019, author = {Richard Roe}, title = {Eager Stacks}, year = {20019}}\n"
LABELLED_DOI = "@misc{poe2018,\n  author = {Paul Poe},\n  title  = {Patient Heaps},\n  doi    = {doi:10.1000/182},\n  year   = 2018,\n}\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def concise(citekit: Run, *arguments: object) -> list[str]:
    return citekit("check", "--to", "concise", "-q", *arguments).out.splitlines()


def rules_found(citekit: Run, *arguments: object) -> list[str]:
    return [line.partition("[")[2].partition("]")[0] for line in concise(citekit, *arguments)]


# Exit codes and coverage


def test_clean_files_are_fine_and_say_what_was_checked(citekit: Run) -> None:
    write("a.bib", CLEAN)
    answer = citekit("check", "a.bib")
    assert (answer.code, answer.out) == (0, "")
    assert "checked 1 of 1 entry in 1 bibliography: no findings" in answer.err


def test_findings_give_1_and_only_from_the_severity_that_is_asked_for(citekit: Run) -> None:
    write("a.bib", ODD_YEAR)
    assert citekit("check", "a.bib").code == 1
    assert citekit("check", "a.bib", "--fail-on", "error").code == 0
    assert citekit("check", "a.bib", "--fail-on", "never").code == 0


def test_what_cannot_be_read_gives_2_and_costs_nothing_else(citekit: Run) -> None:
    write("a.bib", "@misc{broken, title = {A\n\n" + ODD_YEAR)
    answer = citekit("check", "a.bib", "nowhere.bib")
    assert answer.code == 2
    assert "nowhere.bib cannot be read" in answer.err
    assert "checked 1 of 2 entries" in answer.err
    assert "bad-year" in answer.out
    assert "syntax-error" in answer.out


@pytest.mark.parametrize("content", ["", "   \n", "% only a comment\n"])
def test_nothing_is_never_fine(citekit: Run, content: str) -> None:
    write("a.bib", content)
    assert citekit("check", "a.bib").code == 2
    assert citekit("check", "a.bib", "--allow-nothing").code == 0


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\x01\x02@misc{",
        b"\xff\xfe@\x00",
        b"[1, 2",
        b'{"a": {}}',
        b"[[[[[[" * 5000,
        b'[{"type": 3, "title": []}]',
        b"@" * 50000,
    ],
)
@pytest.mark.parametrize("name", ["a.bib", "a.json", "a.tex", "a.md", "a.ipynb", "a.typ", "a.txt", "a.pdf", "a.docx"])
def test_bad_input_is_said_and_never_changed(citekit: Run, name: str, content: bytes) -> None:
    Path(name).write_bytes(content)
    answer = citekit("check", "--fix", "--unsafe-fixes", name)
    assert answer.code in (0, 1, 2)
    assert "internal error" not in answer.err
    assert "Traceback" not in answer.err
    assert Path(name).read_bytes() == content


def test_without_files_the_working_folder_is_checked(citekit: Run) -> None:
    write("papers/a.bib", ODD_YEAR)
    write("node_modules/b.bib", ODD_YEAR)
    assert rules_found(citekit) == ["bad-year"]


# Settings


def test_rules_are_chosen_by_name_and_family(citekit: Run) -> None:
    write("a.bib", ODD_YEAR.replace("Stacks", "<i>Stacks</i>"))
    assert rules_found(citekit, "a.bib") == ["markup-left", "bad-year"]
    assert rules_found(citekit, "a.bib", "--select", "values") == ["bad-year"]
    assert rules_found(citekit, "a.bib", "--ignore", "values,unused-string") == ["markup-left"]
    assert "recommended-field" in rules_found(citekit, "a.bib", "--extend-select", "recommended-field")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("--select", "bad-yaer"), "did you mean 'bad-year'?"),
        (("--to", "sarfi"), "did you mean 'sarif'?"),
        (("--fail-on", "eror"), "did you mean 'error'?"),
        (("--markdown", "pandok"), "did you mean 'pandoc'?"),
        (("--baseline", "nowhere.json"), "--write-baseline"),
    ],
)
def test_unknown_names_are_refused_with_the_one_that_was_meant(
    citekit: Run, arguments: tuple[str, ...], hint: str
) -> None:
    write("a.bib", CLEAN)
    answer = citekit("check", "a.bib", *arguments)
    assert answer.code == 2
    assert hint in answer.err


def test_a_settings_file_sets_severities_options_and_what_to_leave_out(citekit: Run) -> None:
    write("a.bib", ODD_YEAR)
    write("old.bib", ODD_YEAR)
    write(
        "citekit.toml",
        '[check]\nfail-on = "error"\nextend-select = ["key-pattern"]\nseverity = { values = "error" }\n'
        'per-file = { "old.bib" = ["values"] }\nrules.key-pattern.pattern = "x+"\n',
    )
    answer = citekit("check", "--to", "concise", "a.bib", "old.bib")
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert [line.split(" ")[1] for line in lines] == ["warning[key-pattern]", "error[bad-year]", "warning[key-pattern]"]
    assert lines[2].startswith("old.bib")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("[check]\nselct = ['x']", "did you mean 'select'?"),
        ("[check]\nselect = 3", "must be a list of strings"),
        ("[check]\nseverity = 'error'", "must be a table"),
        ("[check]\nseverity = { bad-year = 'fatal' }", "there is no severity 'fatal'"),
        ("[check]\nseverity = { bad-yaer = 'error' }", "did you mean 'bad-year'?"),
        ("[check.rules.key-pattern]\npatern = 'x'", "did you mean 'pattern'?"),
        ("[check.rules.key-pattern]\npattern = 3", "must be of type str"),
        ("[check.rules.key-patern]\npattern = 'x'", "did you mean 'key-pattern'?"),
        ("[check]\nextend-select = ['key-pattern']\nrules.key-pattern.pattern = '('", "not a regular expression"),
        ("[check]\nper-file = { 'a.bib' = 3 }", "must have a list of rules"),
        ("[check]\ndocuments = { 'a.bib' = 'whole' }", "there is no role 'whole'"),
    ],
)
def test_wrong_settings_are_refused(citekit: Run, settings: str, words: str) -> None:
    write("a.bib", CLEAN)
    write("citekit.toml", settings)
    answer = citekit("check", "a.bib")
    assert answer.code == 2
    assert words in answer.err


# Repairs


def test_fix_changes_what_it_says_and_no_other_byte(citekit: Run) -> None:
    text = "% by hand\r\n" + LABELLED_DOI.replace("\n", "\r\n") + "\r\n@comment{ keep   me }\r\n"
    path = write("a.bib", text)
    shown = citekit("check", "--unsafe-fixes", "--diff", "a.bib")
    assert shown.code == 1
    assert "-  doi    = {doi:10.1000/182}," in shown.out
    assert path.read_bytes() == text.encode()
    assert citekit("check", "--unsafe-fixes", "a.bib").code == 0
    assert path.read_bytes() == text.replace("doi:10", "10").encode()
    assert citekit("check", "--unsafe-fixes", "--diff", "a.bib").code == 0


def test_unsafe_fixes_must_be_asked_for(citekit: Run) -> None:
    path = write("a.bib", CLEAN.replace("year =", "yaer ="))
    citekit("check", "--fix", "a.bib")
    assert "yaer" in path.read_text()
    citekit("check", "--fix", "--unsafe-fixes", "a.bib")
    assert "year" in path.read_text()


def test_a_file_in_another_encoding_stays_in_it(citekit: Run) -> None:
    path = Path("a.bib")
    path.write_bytes(("% Encoding: windows-1252\n" + LABELLED_DOI.replace("Paul", "José")).encode("cp1252"))
    citekit("check", "--unsafe-fixes", "a.bib")
    assert path.read_bytes() == (
        "% Encoding: windows-1252\n" + LABELLED_DOI.replace("Paul", "José").replace("doi:", "")
    ).encode("cp1252")


# Suppressions


def test_a_comment_silences_a_rule_for_the_entry_after_it(citekit: Run) -> None:
    write("a.bib", f"% citekit: ignore[bad-year] as printed\n{ODD_YEAR}{ODD_YEAR.replace('roe', 'poe')}")
    assert [line.split(":")[1] for line in concise(citekit, "a.bib", "--select", "bad-year,unused-suppression")] == [
        "3"
    ]
    assert "1 silenced" in citekit("check", "a.bib").err


def test_a_suppression_without_brackets_is_reported(citekit: Run) -> None:
    write("a.bib", f"% citekit: ignore bad-year\n{ODD_YEAR}% citekit ignores it\n% citekit: ignored\n")
    err = citekit("check", "a.bib", "--to", "concise").out
    assert "unused-suppression] the suppression names no rule" in err
    assert err.count("unused-suppression") == 1
    assert "bad-year]" in err


def test_comments_of_all_kinds_silence(citekit: Run) -> None:
    write("a.bib", f"@comment{{citekit: ignore[values] because}}\n{ODD_YEAR}")
    assert rules_found(citekit, "a.bib") == []
    write("a.bib", f"% citekit: ignore-file[bad-year]\n{CLEAN}{ODD_YEAR}")
    assert rules_found(citekit, "a.bib") == []
    write("a.bib", CLEAN)
    write(
        "paper.tex",
        "\\cite{a,} % citekit: ignore[malformed-citation, undefined-citation]\n\\cite{b}\n\\bibliography{a}\n",
    )
    assert rules_found(citekit, "a.bib", "paper.tex") == ["undefined-citation"]
    write("paper.tex", "% citekit: ignore[undefined-citation]\n\\cite{a}\n\n\\cite{b}\n\\bibliography{a}\n")
    assert rules_found(citekit, "a.bib", "paper.tex") == ["undefined-citation"]
    Path("paper.tex").unlink()
    write(
        "paper.md",
        "---\nbibliography: a.bib\n---\n<!-- citekit: ignore[undefined-citation] not yet -->\n[@a]\n\n[@b]\n",
    )
    assert [line.split(":")[1] for line in concise(citekit, "a.bib", "paper.md")] == ["7"]


def test_suppressions_that_silence_nothing_are_found(citekit: Run) -> None:
    write("a.bib", f"% citekit: ignore[bad-year, bad-doi]\n{ODD_YEAR}% citekit: ignore[bad-yaer]\n{CLEAN}")
    lines = concise(citekit, "a.bib")
    assert [line.split("] ")[1] for line in lines] == [
        "nothing here is silenced for bad-doi",
        "there is no rule or family 'bad-yaer'",
    ]
    citekit("check", "--fix", "a.bib")
    assert "ignore[bad-year]\n" in Path("a.bib").read_text()


# Baselines


def test_a_baseline_survives_sorting(citekit: Run) -> None:
    other = ODD_YEAR.replace("roe2019", "poe2019").replace("Eager", "Patient")
    write("a.bib", ODD_YEAR + other)
    assert citekit("check", "a.bib", "--write-baseline", "known.json").code == 0
    write("a.bib", other + "\n\n" + ODD_YEAR)
    answer = citekit("check", "a.bib", "--baseline", "known.json")
    assert answer.code == 0
    assert "2 known from the baseline" in answer.err
    write("a.bib", other + ODD_YEAR.replace("roe2019", "new2019"))
    assert rules_found(citekit, "a.bib", "--baseline", "known.json") == ["bad-year"]
    assert "1 of the baseline are gone" in citekit("check", "a.bib", "--baseline", "known.json").err


# Documents that cite


def test_citations_are_checked_across_files(citekit: Run) -> None:
    write("refs/lib.bib", CLEAN)
    write("main.tex", "\\newcommand{\\mc}[1]{\\citep{#1}}\n\\input{ch/one}\n\\addbibresource{refs/lib.bib}\n")
    write("ch/one.tex", "\\mc{doe2020}\\mc{nokey}")
    assert concise(citekit, "main.tex") == [
        "ch/one.tex:1:17: error[undefined-citation] 'nokey' is cited and not defined"
    ]
    assert len(concise(citekit)) == 1  # as a folder, the part is no document of its own


def test_people_are_no_citations(citekit: Run) -> None:
    write("a.bib", CLEAN)
    write("README.md", "Thanks to @octocat and @hubot for all.\n")
    assert rules_found(citekit, "a.bib", "README.md") == []


def test_a_document_reads_nothing_outside_its_project(citekit: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("other") / "secret.tex"
    secret.write_text("\\cite{secret}")
    write("a.bib", CLEAN)
    write("main.tex", f"\\cite{{doe2020}}\\input{{{secret}}}\\input{{../other0/secret}}\\bibliography{{a}}")
    assert not any("secret.tex:1" in line for line in concise(citekit, "main.tex", "a.bib"))


# Changed lines, cache


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_only_changed_lines(citekit: Run) -> None:
    write("a.bib", ODD_YEAR + CLEAN)
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "x"),
    ):
        subprocess.run(("git", *command), check=True, env=environment)
    write("a.bib", ODD_YEAR + CLEAN.replace("2020}", "{202x}}"))
    assert len(concise(citekit, "a.bib")) == 2
    assert [line.split(":")[1] for line in concise(citekit, "a.bib", "--changed-from", "HEAD")] == ["2"]
    write("b.bib", ODD_YEAR)
    assert len(concise(citekit, "a.bib", "b.bib", "--changed-from", "HEAD", "--select", "bad-year")) == 2
    answer = citekit("check", "a.bib", "--changed-from", "nosuchref")
    assert answer.code == 2
    assert "git knows no commit 'nosuchref' here" in answer.err


def test_results_are_kept_until_something_changes(citekit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.bib", ODD_YEAR)
    arguments = ("check", "a.bib", "--cache", "kept", "--to", "concise")
    first = citekit(*arguments)

    def fail(*_: object) -> None:
        raise AssertionError("the files were checked again")

    with monkeypatch.context() as patched:
        patched.setattr("citekit.commands.check.check_files", fail)
        assert citekit(*arguments) == first
    write("a.bib", CLEAN)
    assert citekit(*arguments).code == 0
    kept = next(path for path in Path("kept").iterdir() if path.suffix == ".json")
    kept.write_text("[broken")
    assert citekit(*arguments).code == 0


# Outputs


@pytest.mark.parametrize("name", reporter_names())
def test_every_output_holds_what_was_found(
    citekit: Run, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write("a.bib", ODD_YEAR.replace("Eager", "Eager, <i>100\\% “fast”</i>: \x0b") + LABELLED_DOI)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    answer = citekit("check", "a.bib", "--to", name, "--out", "out")
    text = Path("out").read_text(encoding="utf-8")
    assert (answer.code, answer.out) == (1, "")
    assert "bad-year" in text
    assert str(tmp_path) not in text
    if name == "github":
        assert text.splitlines()[-1].startswith("::warning title=citekit%3A ")
        assert "| a.bib:1 | warning | bad-year |" in (tmp_path / "summary.md").read_text()


def test_sarif_has_what_code_scanning_reads(citekit: Run) -> None:
    write(
        "a.bib",
        LABELLED_DOI + f"% citekit: ignore[bad-year] as printed\n{ODD_YEAR}" + LABELLED_DOI.replace("poe", "poet"),
    )
    log = json.loads(citekit("check", "a.bib", "--to", "sarif").out)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [rule.name for rule in all_rules()]
    assert run["columnKind"] == "unicodeCodePoints"
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "a.bib"
        assert place["region"]["startLine"] >= 1
        assert len(result["partialFingerprints"]["citekit/v1"]) == 32
        assert result["level"] in ("error", "warning", "note")
    by_rule = {result["ruleId"]: result for result in run["results"]}
    assert by_rule["bad-year"]["suppressions"] == [{"kind": "inSource", "justification": "as printed"}]
    change = by_rule["bad-doi"]["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"] == {"text": "10.1000/182"}
    assert by_rule["duplicate-entry"]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 4


def test_gitlab_junit_and_rdjson_have_their_forms(citekit: Run) -> None:
    write("a.bib", ODD_YEAR + LABELLED_DOI)
    write("b.bib", CLEAN)
    issues = json.loads(citekit("check", "a.bib", "b.bib", "--to", "gitlab").out)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 2
    assert all(issue["location"]["lines"]["begin"] >= 1 and issue["severity"] == "minor" for issue in issues)
    suites = ElementTree.fromstring(citekit("check", "a.bib", "b.bib", "--to", "junit").out.encode())
    assert [(s.get("name"), s.get("failures"), len(s)) for s in suites] == [("a.bib", "2", 2), ("b.bib", "0", 1)]
    diagnostics = json.loads(citekit("check", "a.bib", "--to", "rdjson").out)["diagnostics"]
    assert diagnostics[1]["suggestions"][0]["text"] == "10.1000/182"


# Pages


def test_the_page_of_a_rule_is_printed(citekit: Run) -> None:
    answer = citekit("explain", "author-order-differs")
    assert answer.code == 0
    assert "Why: the order has a meaning." in answer.out
    assert citekit("explain", "author-ordr-differs").code == 2
    assert all(rule.name in citekit("list", "rules").out for rule in all_rules()[:5])


def test_a_typst_paper_that_refers_to_its_places_is_no_list_of_publications(citekit: Run) -> None:
    """The names of places may look like years, and are none."""
    sections = "".join(f"= On Lanterns, Part {n} <l{n}>\nAs in @l{n}, they are small.\n\n" for n in range(1980, 1990))
    write("paper.typ", sections)
    answer = citekit("check", "paper.typ")
    assert "no citations and no publications" in answer.err + answer.out
    works = "".join(
        f"- Ada Lind, Bo Ek. On lanterns of the {n}th kind. Journal of Lanterns, {n}(4), 5-9, 20{n}.\n"
        for n in (14, 15, 16)
    )
    write("cv.typ", f"= Ada Lind <top>\n\n== Publications\n\n{works}")
    assert "3 of 3 publications" in citekit("check", "cv.typ").err


@pytest.mark.parametrize("named", ["https://library.example/more.bib", "`r file.path('more.bib')`"])
def test_a_bibliography_on_the_command_line_stands_in_for_one_that_was_not_read(citekit: Run, named: str) -> None:
    write("paper.Rmd", f'---\nbibliography: [refs.bib, "{named}"]\n---\nSee [@able2001; @bell2002].\n')
    write("refs.bib", "@book{able2001, author = {A. Able}, title = {T}, publisher = {P}, year = 2001}\n")
    write("mine.bib", "@book{bell2002, author = {B. Bell}, title = {U}, publisher = {P}, year = 2002}\n")
    alone = citekit("check", "paper.Rmd")
    assert (alone.code, "1 key could not be looked up: 'bell2002'" in alone.out) == (1, True)
    assert citekit("check", "paper.Rmd", "mine.bib").code == 0


def test_the_preview_of_fixes_is_never_silent(citekit: Run) -> None:
    write("a.bib", "@book{a, title={T}, author={A. Able}, publisher={P}, year=2001, isbn={123}}\n@book{b, title={T\n")
    answer = citekit("check", "a.bib", "--diff")
    assert (answer.code, answer.out) == (2, "")
    assert "checked 1 of 2 entries" in answer.err
    assert "no finding can be fixed\n" in answer.err
    answer = citekit("check", "none.bib", "--diff")
    assert (answer.code, "none.bib cannot be read" in answer.err) == (2, True)
    write("a.bib", "@book{a, title={T}, author={A. Able}, publisher={P}, year=2001, url={www.fern.example}}\n")
    assert "no finding can be fixed without --unsafe-fixes\n" in citekit("check", "a.bib", "--diff").err
