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
_BEHIND = re.compile(r"[ \n]?\[([^\[\]^\0][^\[\]]{0,300})\](?![(\[{:])")
_STRONG = re.compile(r"(?<![\w\\])(\*\*|__)(?=\S)([^*_]{1,200})(?<=\S)\1(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w\\])([*_])(?=\S)([^*_]{1,200})(?<=\S)\1(?!\w)")
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
    brackets = {match.start(): match for match in _BRACKETS.finditer(text) if "@" in match[1]}
    covered = [match.span() for match in brackets.values()]
    for match in KEY.finditer(text):
        if not any(start <= match.start() < end for start, end in covered):
            citation, end = narrative(text, match)
            found.append((match.start(), citation))
            for start in [start for start in brackets if match.end() <= start < end]:
                del brackets[start]
    found += [(start, Citation(tuple(cites_of(match[1])))) for start, match in brackets.items()]
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
        yield Cite(match["braced"] or match["key"], locator, label, _rich(prefix), _rich(suffix), mode)


def narrative(text: str, match: re.Match[str]) -> tuple[Citation, int]:
    """The citation of a key without brackets, and where it ends.

    Brackets that follow at once hold its locator, or more cites: ``@doe [p. 3; see @roe]``.
    """
    key = match["braced"] or match["key"]
    mode = "suppress-author" if match["minus"] else "composite"
    behind = _BEHIND.match(text, match.end())
    first, *others = behind[1].split(";") if behind else [""]
    if KEY.search(first):
        first, others = "", [first, *others]
    if behind is None or not all(KEY.search(part) for part in others):
        return Citation((Cite(key),), mode=mode), match.end()
    locator, label, suffix = locator_of(on_one_line(first))
    if suffix and not locator and not suffix.startswith(","):
        suffix = f", {suffix.strip()}"
    cites = (Cite(key, locator, label, suffix=_rich(suffix)), *cites_of(on_one_line(";".join(others))))
    return Citation(cites, mode=mode), behind.end()


def on_one_line(text: str) -> str:
    """Text on one line, without what is hidden in it."""
    return " ".join(text.replace("\0", "").split()) if "\n" in text else text.replace("\0", "")


def _rich(text: str) -> str:
    """The emphasis of Markdown as the tags of CSL."""
    if "*" not in text and "_" not in text:
        return text
    return _EMPHASIS.sub(r"<i>\2</i>", _STRONG.sub(r"<b>\2</b>", text))


def locator_of(text: str) -> tuple[str, str, str]:
    """The locator, its label and the rest of what stands behind a key."""
    match = _LOCATOR.match(text)
    if match is None:
        return "", "", text.rstrip()
    if match["braced"] is not None and not match["braced"].strip():
        rest = text[match.end() :].strip()  # {} says that what follows is no locator
        return "", "", f", {rest}" if rest else ""
    if match["braced"] is not None:
        word, _, rest = match["braced"].strip().partition(" ")
        label = _LABELS.get(word.lower(), "")
        return (rest if label else match["braced"].strip()), label or "page", text[match.end() :].rstrip()
    given = (match["label"] or "").lower()
    label = _LABELS.get(given, "page" if not given else "")
    if not label:
        return "", "", text.rstrip()
    return match["number"], label, text[match.end() :].rstrip()
