"""Citations in Pandoc's notation: ``[see @doe2020, pp. 33-35; @roe, ch. 1]``, ``@doe2020``, ``[-@doe2020]``.

Source: the Pandoc manual, "Citation syntax".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citekit.csl.cite import Citation, Cite
from citekit.errors import UsageError

KEY = re.compile(
    r"(?<![\w\\])(?P<minus>-?)@(?:\{(?P<braced>[^{}\s]+)\}|(?P<key>[A-Za-z0-9_](?:[\w:.#$%&+?<>~/-]*[\w/])?))"
)
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LABELS: Mapping[str, str] = {
    spelling: label
    for label, spellings in {
        "book": "book books bk. bks.",
        "chapter": "chapter chapters ch. chap. chaps.",
        "column": "column columns col. cols.",
        "figure": "figure figures fig. figs.",
        "folio": "folio folios fol. fols.",
        "issue": "issue issues no. nos. number numbers",
        "line": "line lines l. ll.",
        "note": "note notes n. nn.",
        "opus": "opus op. opp.",
        "page": "page pages p. pp. p pp",
        "paragraph": "paragraph paragraphs para. paras. ¶ ¶¶",
        "part": "part parts pt. pts.",
        "section": "section sections sec. secs. § §§",
        "sub-verbo": "s.v. s.vv.",
        "verse": "verse verses v. vv.",
        "volume": "volume volumes vol. vols.",
    }.items()
    for spelling in spellings.split()
}
_LOCATOR = re.compile(
    r"[\s,]*(?:\{(?P<braced>[^{}]*)\}|(?P<label>[A-Za-z.]{1,12}|¶¶?|§§?)?\s*"
    r"(?P<number>[A-Za-z]{0,3}\d[\w.:]*(?:\s*[-–,&]\s*[A-Za-z]{0,3}\d[\w.:]*)*|[ivxlcdm]+(?:\s*[-–,]\s*[ivxlcdm]+)*)(?![\w]))"
)


def parse_citations(text: str) -> list[Citation]:
    """The citations of a text, numbered as notes from 1; what stands between them is left out.

    Raises :class:`~citekit.errors.UsageError` where there is none.
    """
    found: list[tuple[int, Citation]] = []
    covered: list[tuple[int, int]] = []
    for match in filter(lambda match: "@" in match[1], _BRACKETS.finditer(text)):
        covered.append(match.span())
        found.append((match.start(), Citation(tuple(cites_of(match[1])))))
    for match in KEY.finditer(text):
        if not any(start <= match.start() < end for start, end in covered):
            cite = Cite(match["braced"] or match["key"])
            found.append((match.start(), Citation((cite,), mode="suppress-author" if match["minus"] else "composite")))
    if not found:
        raise UsageError(f"there is no citation in '{text}'", "write [@key, p. 3] or @key")
    found.sort(key=lambda pair: pair[0])
    return [
        Citation(citation.cites, note, f"citation-{note}", citation.mode) for note, (_, citation) in enumerate(found, 1)
    ]


def cites_of(text: str) -> Iterator[Cite]:
    """The cites of what stands in brackets."""
    for part in text.split(";"):
        match = KEY.search(part)
        if match is None:
            continue
        locator, label, suffix = locator_of(part[match.end() :])
        prefix = part[: match.start()].lstrip()
        mode = "suppress-author" if match["minus"] else ""
        yield Cite(match["braced"] or match["key"], locator, label, prefix, suffix, mode)


def locator_of(text: str) -> tuple[str, str, str]:
    """The locator, its label and the rest of what stands behind a key."""
    match = _LOCATOR.match(text)
    if match is None:
        return "", "", text.rstrip()
    if match["braced"] is not None:
        word, _, rest = match["braced"].strip().partition(" ")
        label = _LABELS.get(word.lower(), "")
        return (rest if label else match["braced"].strip()), label or "page", text[match.end() :].rstrip()
    given = (match["label"] or "").lower()
    label = _LABELS.get(given, "page" if not given else "")
    if not label:
        return "", "", text.rstrip()
    return match["number"], label, text[match.end() :].rstrip()
