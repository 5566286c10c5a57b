"""Jekyll with jekyll-scholar (al-folio): ``{% cite key1 key2 --locator 3 %}`` and its kin; ``{% raw %}`` is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import Citation, Cited, Found, Named, Reading, blanked
from citekit.checks.markdown_text import read_markdown
from citekit.span import Source, Span

NAME = "jekyll"
SUFFIXES = (".liquid",)

_BLOCK = re.compile(r"\{%-?\s{0,9}(?P<end>end)?(?P<tag>raw|comment|highlight)\b[^%]{0,200}%\}")
_TAG = re.compile(
    r"\{%-?\s{0,9}(?P<tag>cite|cite_details|details_link|fullcite|nocite|quote|reference|bibliography)\s+(?P<inside>[^%]{0,2000}?)-?%\}"
)
_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|\S+")
_VARIABLE = re.compile(r"\{\{[^{}]{0,200}\}\}")
_WITH_VALUE = frozenset(
    "-l -L -t -f -q -p -s -T -g -o -m -a --label --locator --text --file --prefix --suffix --style --query --template --group_by "
    "--order --max --offset --remove_duplicates --bibliography_list_tag".split()
)


def read(source: Source, reading: Reading) -> Cited:
    """What a page for Jekyll cites."""
    text = read_markdown(source.text).text
    text = blanked(text, _hidden(text))
    found = Found()
    for tag in _TAG.finditer(text):
        inside = blanked(tag["inside"], (match.span() for match in _VARIABLE.finditer(tag["inside"])))
        words = list(_WORD.finditer(inside))
        skip = ""
        for word in words:
            at = tag.start("inside") + word.start()
            if skip:
                if skip in ("-f", "--file"):
                    name = word[0].strip("\"'")
                    complete = name if name.endswith(".bib") else f"{name}.bib"
                    found.bibliographies.append(Named(complete, Span(at, at + len(word[0]))))
                skip = ""
            elif word[0].startswith("-"):
                skip = word[0] if word[0] in _WITH_VALUE else ""
            elif tag["tag"] != "bibliography":
                key = word[0].rstrip(",").strip("\"'")
                begin = at + word[0].find(key)
                if key:
                    found.citations.append(Citation(key, Span(begin, begin + len(key)), tag.start()))
    return found.cited(written_for_citing=bool(found.citations or found.bibliographies))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """What stands in ``{% raw %}``, ``{% comment %}`` and ``{% highlight %}``; none of them nests."""
    opened: re.Match[str] | None = None
    for tag in _BLOCK.finditer(text):
        if opened is None and not tag["end"]:
            opened = tag
        elif opened is not None and tag["end"] and tag["tag"] == opened["tag"]:
            yield opened.start(), tag.end()
            opened = None
