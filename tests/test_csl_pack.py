"""The file of styles and locales: what goes in comes out, one by one; what is missing or damaged is said."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citekit.csl import pack
from citekit.runtime.errors import MissingExtraError

NAMES = st.text("abcdefgh-", min_size=1, max_size=8)
CONTENT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
FIELDS = st.lists(st.text("abc ü:()", max_size=9), min_size=2, max_size=2).map(tuple)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.dictionaries(NAMES, st.tuples(CONTENT, FIELDS), min_size=1, max_size=12))
def test_what_is_packed_is_read(entries: dict[str, tuple[str, tuple[str, ...]]], tmp_path: Path) -> None:
    pack.opened.cache_clear()
    path = tmp_path / "some.pack"
    files = {f"styles/{name}": (text.encode(), fields) for name, (text, fields) in entries.items()}
    pack.write(path, ["styles 1.0"], files)
    opened = pack.opened(path)
    assert [row[0] for row in opened.rows("styles")] == sorted(entries)
    for name, (text, fields) in entries.items():
        assert opened.text(f"styles/{name}") == (text.removeprefix("\ufeff") if text else None)
        assert (opened.row(f"styles/{name}") or [])[2:] == list(fields)
    assert opened.text("styles/none") is None
    assert opened.row("styles/a\tb") is None
    assert (opened.row(pack.SOURCES) or [])[2:] == ["styles 1.0"]


@pytest.mark.parametrize("content", [None, b"", b"citekit", b"citekit\x02" + b"\xff" * 8, b"citekit\x01" + b"\0" * 90])
def test_a_missing_or_damaged_file_says_what_to_do(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "styles.pack"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(MissingExtraError, match=r"run 'pip install -e \.' in its source tree") as error:
        pack.opened(path)
    assert "\n" not in str(error.value)


def test_every_style_and_locale_keeps_its_licence_and_authors() -> None:
    opened = pack.opened()
    rows = opened.rows("styles")
    names = [name for name, _, length, *_ in rows if length != "0"]
    assert len(rows) > 10_000
    parents = {parent for _, _, _, _, parent, *_ in rows if parent}
    assert parents <= set(names)
    keys = [*(f"styles/{name}" for name in names[::40]), *(f"locales/{row[0]}" for row in opened.rows("locales"))]
    for key in keys:
        assert "creativecommons.org/licenses/by-sa/3.0" in (opened.text(key) or ""), key
    assert re.search(r"<author>\s*<name>", opened.text("styles/apa") or "")


def test_styles_are_packed_when_citekit_is_built(tmp_path: Path) -> None:
    """The build hook, on two styles: the dependent one becomes an entry that names its parent."""
    root = tmp_path / "styles"
    (root / "dependent").mkdir(parents=True)
    parent = (
        '<style><info><title>A &amp; B</title><category citation-format="numeric"/>'
        '<category field="law"/><category field="history"/></info></style>'
    )
    child = (
        '<style default-locale="de-DE"><info><title>C</title>'
        '<link href="http://www.zotero.org/styles/ab" rel="independent-parent"/></info></style>'
    )
    (root / "ab.csl").write_text(parent, encoding="utf-8")
    (root / "dependent" / "c.csl").write_text(child, encoding="utf-8")
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nimport pathlib, hatch_build\n"
    script += f"print(dict(hatch_build._styles(pathlib.Path({str(root)!r}))))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == str(
        {
            "styles/ab": (parent.encode(), ("A & B", "", "numeric", "", "law history")),
            "styles/c": (b"", ("C", "ab", "", "de-DE", "")),
        }
    )
