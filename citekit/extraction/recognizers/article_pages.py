"""Pages that are counted within an article: "22:1-22:40", as ACM's journals, LIPIcs and dblp print them; "Article 17"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_RANGE = re.compile(
    r"(?<![\w:.])(?P<first>(?P<article>\d{1,5}):\d{1,3})\s?[-–—]{1,2}\s?(?P<last>(?P=article):\d{1,3})(?![\w:])"
)
_RANGE_BEHIND = re.compile(
    r"(?<=[\d)]:)(?P<first>(?P<article>\d{1,5}):\d{1,3})\s?[-–—]{1,2}\s?(?P<last>(?P=article):\d{1,3})(?![\w:])"
)
"""The same right behind the issue: "65(4):22:1-22:40"."""

_ARTICLE = re.compile(
    r"(?<=, )Article (?P<number>\d{1,6})(?= \([A-Z]|, \d{1,4} pages)|(?<=[\d)], )Article (?P<behind>[a-z]?\d{1,12})(?=\.|$)"
)
"""ACM's reference format, "3, POPL, Article 17 (January 2019), 29 pages", and APA's, "14(2), Article 12345.": the number stands in
the place of pages."""


def find(item: StyledText) -> Iterator[Atom]:
    """Yield the two ends of each range, each one word, so that neither is taken for a volume; and numbers of
    articles.
    """
    for match in _ARTICLE.finditer(item.text) if "Article " in item.text else ():
        values = {"page": match["number"] or match["behind"]}
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "article number", values, 3.3)
    if item.text.count(":") < 2:
        return
    for pattern in (_RANGE, _RANGE_BEHIND):
        for match in pattern.finditer(item.text):
            for name in ("first", "last"):
                article, _, page = match[name].partition(":")
                stands = f"{article[-2:]}{page:0>2}"
                pages = {"page": match[0]}  # for both, as they are looked at one by one
                yield Atom(match.start(name), match.end(name), FieldKind.LOCATOR, "article page", pages, 3.3, stands)
