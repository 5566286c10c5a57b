"""The text after a key: ``pp. 33-35 and passim`` is the locator ``33-35`` of pages, and ``and passim``.

Source: the Pandoc manual, "Citation syntax"; the locators are those of the CSL 1.0.2 specification.
"""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.runtime.tables import spelt

_LABELS = spelt("citekit.manuscripts", "words.tsv", "locators")
_LOCATOR = re.compile(
    r"[\s,]*+(?:\{(?P<braced>[^{}]*)\}|(?P<label>[A-Za-z.]{1,12}|¶¶?|§§?)?\s*+"
    r"(?P<number>[A-Za-z]{0,3}\d[\w.:]*(?:\s*+(?:-{1,3}+|[–—,&])\s*+[A-Za-z]{0,3}+\d[\w.:]*+)*|[ivxlcdm]+(?:\s*+(?:-{1,3}+|[–—,])\s*+[ivxlcdm]++)*)(?![\w]))"
)
_DASHES = re.compile(r"(?<=\w)-{2,3}(?=\w)")
"""Two or three hyphens are a dash in TeX, Markdown, Org and Typst."""


def locator_of(text: str) -> tuple[str, str, str]:
    """Split the text after a key into the locator, its label and the rest."""
    match = _LOCATOR.match(text)
    if match is None:
        return "", "", text.rstrip()
    if match["braced"] is not None and not match["braced"].strip():
        rest = text[match.end() :].strip()  # {} says that what follows is no locator
        return "", "", f", {rest}" if rest else ""
    if match["braced"] is not None:
        word, _, rest = match["braced"].strip().partition(" ")
        label = _LABELS.get(word.lower(), "")
        number = _DASHES.sub("–", rest if label else match["braced"].strip())
        return number, label or "page", text[match.end() :].rstrip()
    given = (match["label"] or "").lower()
    label = _LABELS.get(given, "page" if not given else "")
    if not label:
        return "", "", text.rstrip()
    return _DASHES.sub("–", match["number"]), label, text[match.end() :].rstrip()
