"""The test suite of the Citation Style Language, against a list of the fixtures that must pass.

The fixtures are kept outside the project: in the folder ``csl/fixtures`` of the one that ``CITEKIT_BENCH`` names, else of
``../shared/bench`` beside the project; without them every test here is skipped. Their folder's ``compare.py`` says what
counts as equal. The list (``csl_must_pass.txt``) only grows; what is not on it is in ``KNOWN``, with its reason.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from citekit.csl.cite import Citation, Cite
from citekit.csl.model import Style, read_style
from citekit.csl.output import html
from citekit.csl.processor import Rendered, process, program_for, registry_order, run
from citekit.formats import csljson
from citekit.model.work import Work
from citekit.runtime.span import Source

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "csl"
MUST_PASS = Path(__file__).with_name("csl_must_pass.txt")
_SECTION = re.compile(r">>=+ ([A-Z-]+) =+>>\n(.*?)<<=+ \1 =+<<", re.DOTALL)

_OLDER_TERMS = "it was written for older locale files: the term has changed since"
KNOWN = {
    "bugreports_SortedIeeeItalicsFail": f"{_OLDER_TERMS} (short June)",
    "date_NegativeDateSort": f"{_OLDER_TERMS} (a blank before BC)",
    "date_NegativeDateSortViaMacroOnYearMonthOnly": f"{_OLDER_TERMS} (a blank before BC)",
    "magic_SubsequentAuthorSubstituteNotFooled": f"{_OLDER_TERMS} (short translator)",
}
"""Why the fixtures that are not on the list do not pass."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not (BENCH / "compare.py").is_file(),
        reason=f"no fixtures in {BENCH}; CITEKIT_BENCH names the folder that holds csl/fixtures",
    ),
]


@cache
def normalized() -> Callable[[str], str]:
    """The function of the fixtures' folder that makes equal what counts as equal."""
    spec = importlib.util.spec_from_file_location("csl_compare", BENCH / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    norm: Callable[[str], str] = module.norm
    return norm


def sections(name: str) -> dict[str, str]:
    text = (BENCH / "fixtures" / f"{name}.txt").read_text(encoding="utf-8-sig")
    return {match[1]: match[2] for match in _SECTION.finditer(text)}


def works_of(text: str) -> list[Work]:
    """The items of a fixture; some have no id, and of two with the same id the last one counts."""
    items = [{"id": f"ITEM-{place}", **item} for place, item in enumerate(json.loads(text), 1)]
    works = csljson.loads(Source("items", json.dumps(items))).works
    return list({work.id: work for work in works}.values())


def cite_of(item: dict[str, Any], in_document: bool) -> Cite:
    """A cite; outside of a document its position is what it says, or the first."""
    mode = "suppress-author" if item.get("suppress-author") else "author-only" if item.get("author-only") else ""
    position = None if in_document else int(item.get("position") or 0)
    near = None if in_document else bool(item.get("near-note"))
    texts = [str(item.get(key) or "") for key in ("id", "locator", "label", "prefix", "suffix")]
    return Cite(*texts, mode=mode, position=position, near_note=near)


def replayed(style: Style, works: list[Work], calls: list[Any]) -> tuple[str, Rendered]:
    """The document after all calls, in which ``>>`` marks the citations that the last one changed, and its last run."""
    citations: dict[str, Citation] = {}
    changed: set[str] = set()
    rendered, shown = Rendered(), {}
    for number, (call, before, after) in enumerate(calls):
        name = call.get("citationID") or f"citation {number}"
        cites = tuple(cite_of(item, True) for item in call["citationItems"])
        citations[name] = Citation(cites, call.get("properties", {}).get("noteIndex", 0), name)
        ids = [other for other, _ in before] + [name] + [other for other, _ in after]
        notes = dict(before + after)
        citations = {
            other: replace(citations[other], note=notes.get(other, citations[other].note))
            for other in ids
            if other in citations
        }
        cited = {cite.id for citation in citations.values() for cite in citation.cites}
        rendered = process(style, [work for work in works if work.id in cited], list(citations.values()))
        now = dict(zip(citations, rendered.citations, strict=True))
        changed = {other for other in now if shown.get(other) != now[other]} | {name}
        shown = now
    text = "\n".join(
        f"{'>>' if other in changed else '..'}[{place}] {html.inline(content)}"
        for place, (other, content) in enumerate(shown.items())
    )
    return text, rendered


def outcome(name: str) -> tuple[str, str]:
    """What a fixture wants and what we print."""
    fixture = sections(name)
    style = read_style(Source(name, fixture["CSL"]))
    works = works_of(fixture["INPUT"])
    program = program_for(style)
    if "CITATIONS" in fixture:
        text, rendered = replayed(style, works, json.loads(fixture["CITATIONS"]))
        in_text = fixture["MODE"].strip() == "citation"
        return fixture["RESULT"], text if in_text else html.bibliography(rendered, links=False)
    if fixture["MODE"].strip() == "bibliography":
        return fixture["RESULT"], html.bibliography(run(program, works), links=False)
    if "CITATION-ITEMS" in fixture:
        lists = [tuple(cite_of(item, False) for item in items) for items in json.loads(fixture["CITATION-ITEMS"])]
    else:
        lists = [tuple(cite_of({"id": name}, False) for name in registry_order(program, works))]
    rendered = run(program, works, [Citation(cites) for cites in lists], cited_first=False)
    return fixture["RESULT"], "\n".join(html.inline(content) for content in rendered.citations)


def passes(name: str) -> bool:
    norm = normalized()
    wanted, printed = outcome(name)
    return norm(wanted) == norm(printed)


def test_fixtures_of_the_list_pass() -> None:
    names = MUST_PASS.read_text(encoding="utf-8").split()
    assert len(names) >= 841
    assert [name for name in names if not passes(name)] == []


def test_every_fixture_is_on_the_list_or_has_a_reason() -> None:
    names = {path.stem for path in (BENCH / "fixtures").glob("*.txt")}
    assert names == {*MUST_PASS.read_text(encoding="utf-8").split(), *KNOWN}


def test_what_passes_now_is_on_the_list() -> None:
    assert [name for name in KNOWN if passes(name)] == []
