"""What settings of sites and books say of citations: YAML as YAML means it, in every file that sites and books have."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citekit.cli.main import cli
from citekit.lint.loading.project import Project
from citekit.manuscripts.sites import chosen, read_settings
from citekit.runtime.config import CheckSettings
from citekit.runtime.errors import CitekitError

SPELLINGS = {
    "plain": "bibliography: a.bib",
    "quoted, with a comment": 'bibliography: "a.bib"  # the usual one',
    "a list": "bibliography:\n- a.bib   # first\n- 'b c.bib'",
    "a list on the line": "bibliography: [a.bib, 'b c.bib']",
    "folded": "bibliography: >-\n  a.bib",
    "a mapping per format": "format:\n  html:\n    bibliography: a.bib\n  pdf: {bibliography: [b c.bib]}",
    "an anchor": "shared: &files\n- a.bib\n- b c.bib\nbibliography: *files",
    "a merged mapping": "base: &base\n  bibliography: a.bib\nformat:\n  pdf:\n    <<: *base\n    toc: true",
    "an escape": r'"bibliography": "a\u002ebib"',
    "beside what is no YAML": "title: {{ name }} a: b\nbibliography: a.bib",
}
SETTINGS = {
    "_quarto.yml": "{}",
    "_quarto.yaml": "{}",
    "_metadata.yml": "{}",
    "_bookdown.yml": "{}",
    "_output.yml": "{}",
    "metadata.yaml": "---\n{}\n---\n",
    "defaults.yaml": "{}",
    "_config.yml": "title: T\n{}",
    "myst.yml": "version: 1\nproject:\n{}",
    "mkdocs.yml": "site_name: !ENV NAME\nplugins:\n- search\n- bibtex:\n{}",
}


def folder_with(tmp_path: Path, files: dict[str, str]) -> Path:
    for name, text in {"a.bib": "", "b c.bib": "", **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def bibliographies(document: Path) -> list[str]:
    (manuscript,) = Project.open([document], CheckSettings()).manuscripts
    return [Path(name).name for name in manuscript.bibliographies]


@pytest.mark.parametrize("file", SETTINGS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_bibliographies_of_every_file_in_every_spelling(tmp_path: Path, file: str, spelling: str) -> None:
    yaml, within = SPELLINGS[spelling], SETTINGS[file]
    if within.endswith(":\n{}"):  # below a field of its own
        yaml = "".join(f"    {line}\n" for line in yaml.split("\n"))
        if spelling == "beside what is no YAML":
            pytest.skip("a field within what is no YAML is not read")
    if file == "mkdocs.yml":
        yaml = yaml.replace("bibliography:", "bib_file:").replace('"bibliography":', '"bib_file":')
    text = within.format(yaml)
    files = ["a.bib", "b c.bib"] if "b c.bib" in yaml else ["a.bib"]
    folder_with(tmp_path, {file: text, "text/page.qmd": "See [@key].\n"})
    assert bibliographies(tmp_path / "text/page.qmd") == files
    for named in read_settings(file, text.encode()).bibliographies:
        assert text[named.span.start : named.span.end] in (named.name, r"a\u002ebib")


@pytest.mark.parametrize(
    ("file", "text", "files"),
    [
        ("_config.yml", "sphinx:\n  config:\n    bibtex_bibfiles: [a.bib]\n", ["a.bib"]),
        ("_config.yml", "scholar:\n  source: ./papers/\n  bibliography: 'own.bib' # mine\n", ["own.bib"]),
        ("_config.yml", "scholar: {source: papers, bibliography: own}\n", ["own.bib"]),
        ("_config.yml", "scholar:\n  source: /papers\n", ["references.bib"]),
        ("_config.yml", "scholar:\n  bibliography: papers/*.bib\n", ["own.bib", "references.bib"]),
        ("mkdocs.yml", "plugins:\n- citekit: {bibliographies: [a.bib]}\n", ["a.bib"]),
        ("mkdocs.yml", "plugins:\n- bibtex:\n    bib_dir: papers\n", ["own.bib", "references.bib"]),
        ("defaults.yml", "bibliography: ${.}/a.bib\nmetadata:\n  bibliography: papers/own.bib\n", ["a.bib", "own.bib"]),
        ("_quarto.yml", "bibliography: /papers/own.bib\n", ["own.bib"]),
        ("_quarto.yml", "# bibliography: a.bib\nwebsite:\n  title: 'bibliography: a.bib'\n", []),
        ("_quarto.yml", "metadata-files: [_shared.yml]\n", ["a.bib"]),
        ("_quarto.yml", "metadata-files:\n- _shared.yml\n- _loop.yml\nbibliography: papers/own.bib\n", ["own.bib", "a.bib"]),
        ("_metadata.yml", "metadata-file: _shared.yml\n", ["a.bib"]),
        ("_quarto.yml", "metadata-files: [../outside.yml, nothing.yml, .]\n", []),
    ],
)  # fmt: skip
def test_bibliographies_of_a_program(tmp_path: Path, file: str, text: str, files: list[str]) -> None:
    (tmp_path / "outside.yml").write_text("bibliography: a.bib\n", encoding="utf-8")
    shared = {"_shared.yml": "bibliography: &it a.bib\n", "_loop.yml": "metadata-files: [_loop.yml, _quarto.yml]\n"}
    papers = {"papers/own.bib": "", "papers/references.bib": "", ".git/HEAD": ""}
    folder = folder_with(
        tmp_path / "site", {file: text, "page.md": "See [@key] and {cite}`key`.\n", **shared, **papers}
    )
    assert bibliographies(folder / "page.md") == files


@pytest.mark.parametrize(
    ("file", "text", "style", "language"),
    [
        ("_quarto.yml", 'csl: "own style.csl" # of the house\nlang: >-\n  de-AT\n', "own style.csl", "de-AT"),
        ("_quarto.yml", "format:\n  html: {csl: ieee, lang: fr}\n  pdf: {csl: apa}\nlang: de\n", "ieee", "de"),
        ("_quarto.yml", "format:\n  html:\n    csl: ieee\ncsl: apa\n", "apa", ""),
        ("_quarto.yml", "metadata-files: [_shared.yml]\n", "mla", "es"),
        ("_quarto.yml", "metadata-files: [_shared.yml]\ncsl: apa\n", "apa", "es"),
        ("_config.yml", "style: night\nlang: it\nscholar:\n  style: 'apa' # x\n  locale: de\n", "apa", "de"),
        ("_config.yml", "style: night\nscholar: {style: apa}\n", "apa", ""),
        ("_config.yml", "style: night\n", "", ""),
        ("mkdocs.yml", "plugins:\n- bibtex: {csl_file: own.csl}\ntheme: {name: material, language: pt-BR}\n", "own.csl", "pt-BR"),
        ("mkdocs.yml", "plugins:\n- citekit:\n    style: ieee\n    language: de\n", "ieee", "de"),
        ("myst.yml", "project:\n  csl: apa\n", "apa", ""),
        ("conf.py", "language = 'de'\n", "", "de"),
    ],
)  # fmt: skip
def test_style_and_language(tmp_path: Path, file: str, text: str, style: str, language: str) -> None:
    folder_with(tmp_path, {file: text, "_shared.yml": "csl: mla\nlang: es\n", "page.md": "See [@key].\n"})
    made = chosen(tmp_path / "page.md", lambda path: path.read_bytes() if path.is_file() else None)
    assert [choice.name if choice else "" for choice in made] == [style, language]
    for choice in filter(None, made):
        assert choice.source.text[choice.span.start : choice.span.end] == choice.name


def test_metadata_files_of_a_document(tmp_path: Path) -> None:
    page = "---\nmetadata-files: [shared/own.yml]\n---\n\nSee [@key].\n"
    own = "csl: ieee\nbibliography: refs.bib\n"
    entry = "@book{key, author={Ann Elm}, title={Ash}, publisher={Fen}, year=2001}"
    folder_with(tmp_path, {"page.qmd": page, "shared/own.yml": own, "shared/refs.bib": entry})
    result = CliRunner().invoke(cli, ["format", str(tmp_path / "page.qmd")])
    assert result.exit_code == 0, result.output
    assert "See [1]." in result.output.replace("\\", "")


def test_a_bibliography_alone_belongs_to_who_takes_in_its_settings(tmp_path: Path) -> None:
    entries = "@book{key, author={Ann Elm}, title={Ash}, publisher=fen, year=2001}"
    files = {
        "_quarto.yml": "project: {type: book}\nmetadata-files: [_shared.yml]\n",
        "_shared.yml": "bibliography: [names.bib, entries.bib]\n",
        "index.qmd": "See @key.\n",
        "names.bib": "@string{fen = {Fen}}\n",
        "entries.bib": entries,
    }
    folder_with(tmp_path, files)
    result: Result = CliRunner().invoke(cli, ["check", str(tmp_path / "entries.bib"), "--select", "undefined-string"])
    assert result.exit_code == 0, result.output


def test_kinds_of_references_are_read_as_yaml(tmp_path: Path) -> None:
    settings = "bibliography: refs.bib\ncrossref: {custom: [{kind: float, key: map}]}\n"
    own = "---\ncrossref:\n  custom:\n  - 'key': \"dia\"  # diagrams\n    kind: float\n---\n\n"
    entry = "@book{key, author={Ann Elm}, title={Ash}, publisher={Fen}, year=2001}"
    folder_with(
        tmp_path, {"_quarto.yml": settings, "page.qmd": f"{own}See @map-one, @dia-two and @key.\n", "refs.bib": entry}
    )
    result = CliRunner().invoke(cli, ["check", str(tmp_path / "page.qmd")])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("named", [r'"r\0.bib"', f"{'x' * 5000}.bib"])
def test_names_that_no_file_can_have_are_missing(tmp_path: Path, named: str) -> None:
    settings = f"metadata-files: [{named.replace('.bib', '.yml')}]\nbibliography: {named}\n"
    folder_with(
        tmp_path, {"_quarto.yml": settings, "a.qmd": "See [@k].\n", "b.qmd": f"---\n{settings}---\n\nSee [@k].\n"}
    )
    for page in ("a.qmd", "b.qmd"):
        for command in (["check", "--no-cache"], ["format"]):
            result = CliRunner().invoke(cli, [*command, str(tmp_path / page)])
            assert result.exception is None or isinstance(result.exception, SystemExit | CitekitError)
            assert "internal error" not in result.output


def test_hostile_settings_cost_nothing(tmp_path: Path) -> None:
    for text in (
        "[" * 50_000,
        "a: &a [x]\n" + "b: [*a, *a]\n" * 10,
        "&a [*a]",
        "bibliography: {" * 3000,
        "\0",
        "\ufeff",
    ):
        assert read_settings("_quarto.yml", text.encode()).bibliographies == ()
