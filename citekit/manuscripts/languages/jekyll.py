"""Jekyll with jekyll-scholar (al-folio): ``{% cite key1 key2 --locator 3 %}`` and the like; ``{% raw %}`` is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.manuscripts.citation import Cited, CitedKey, Found, Mode, ReadingContext
from citekit.manuscripts.markdown import read_markdown
from citekit.manuscripts.pandoc_citations import notes_of
from citekit.manuscripts.writing import MARKDOWN
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span, blanked

NAME = "jekyll"
SUFFIXES = (".liquid",)
WRITING = MARKDOWN

_BLOCK = re.compile(r"\{%-?\s{0,9}(?P<end>end)?(?P<tag>raw|comment|highlight)\b[^%]{0,200}%\}")
_TAG = re.compile(
    r"\{%-?\s{0,9}(?P<tag>cite|cite_details|details_link|fullcite|nocite|quote|reference|bibliography)(?=[\s-])(?P<inside>[^%]{0,2000}?)-?%\}"
)
_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|\S+")
_QUERY = re.compile(r"(?:^|\s)(?:-q|--query|--group_by|-g|--max|-m|--offset)\s+\S+")
_VARIABLE = re.compile(r"\{\{[^{}]{0,200}\}\}")
_WITH_VALUE = frozenset(
    "-l -L -t -f -q -p -s -T -g -o -m -a --label --locator --text --file --prefix --suffix --style --query --template --group_by "
    "--order --max --offset --remove_duplicates --bibliography_list_tag".split()
)
_MODES: dict[str, Mode] = {"fullcite": "full", "reference": "full", "nocite": "nocite"}
_FIXED = {
    "quote": "it is part of a quotation",
    "cite_details": "it leads to another page",
    "details_link": "it leads to another page",
}


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a page for Jekyll cites."""
    text = read_markdown(source.text).text
    text = blanked(text, _hidden(text))
    found = Found()
    for tag in _TAG.finditer(text):
        # The keys and options of a tag, ``{% cite key1 key2 --locator 3 %}``.
        inside = blanked(tag["inside"], (match.span() for match in _VARIABLE.finditer(tag["inside"])))
        cites: list[CitedKey] = []
        locators: list[tuple[str, str]] = []
        option, label, suppressed = "", "page", False
        for word in _WORD.finditer(inside):
            at = tag.start("inside") + word.start()
            bare = word[0].rstrip(",").strip("\"'")
            if option in ("-f", "--file"):
                found.file(word[0], at, ".bib")
            elif option in ("-L", "--label"):
                label = bare
            elif option in ("-l", "--locator"):
                locators.append((bare, label))
            if option:
                option = ""
            elif word[0].startswith("-"):
                option = word[0] if word[0] in _WITH_VALUE else ""
                suppressed = suppressed or word[0] in ("-A", "--suppress_author")
            elif tag["tag"] != "bibliography" and bare:
                begin = at + word[0].find(bare)
                cites.append(CitedKey(bare, Span(begin, begin + len(bare)), tag.start()))
        for number, (locator, counted) in enumerate(locators[: len(cites)]):
            cites[number] = replace(cites[number], locator=locator, label=counted)
        if tag["tag"] == "bibliography":
            query = _QUERY.search(tag["inside"])
            found.list_here(*tag.span(), fixed=f"its works are chosen by {query[0].strip()}" if query else "")
        mode = "no-author" if suppressed else _MODES.get(tag["tag"], "parenthetical")
        found.add(Span(*tag.span()), cites, mode, fixed=_FIXED.get(tag["tag"], ""))
    found.notes += notes_of(text)
    return found.cited(certainly_cites=bool(found.citations or found.bibliographies))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Yield the content of ``{% raw %}``, ``{% comment %}`` and ``{% highlight %}``; none of them nests."""
    opened: re.Match[str] | None = None
    for tag in _BLOCK.finditer(text):
        if opened is None and not tag["end"]:
            opened = tag
        elif opened is not None and tag["end"] and tag["tag"] == opened["tag"]:
            yield opened.start(), tag.end()
            opened = None
