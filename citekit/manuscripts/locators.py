"""What stands behind a key: ``pp. 33-35 and passim`` is the locator ``33-35`` of pages, and ``and passim``.

Source: the Pandoc manual, "Citation syntax"; the locators are those of the CSL 1.0.2 specification.
"""

from __future__ import annotations

from collections.abc import Mapping

from citekit import patterns as re

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
    r"[\s,]*+(?:\{(?P<braced>[^{}]*)\}|(?P<label>[A-Za-z.]{1,12}|¶¶?|§§?)?\s*+"
    r"(?P<number>[A-Za-z]{0,3}\d[\w.:]*(?:\s*+[-–,&]\s*+[A-Za-z]{0,3}+\d[\w.:]*+)*|[ivxlcdm]+(?:\s*+[-–,]\s*+[ivxlcdm]++)*)(?![\w]))"
)


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
