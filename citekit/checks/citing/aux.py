r"""``.aux``: what LaTeX itself found cited, for BibTeX and for biblatex (``\abx@aux@cite``)."""

from __future__ import annotations

import re

from citekit.checks.citation import Cited, Found, Named, Reading
from citekit.span import Source, Span

NAME = "aux"
SUFFIXES = (".aux",)

_LINE = re.compile(
    r"^\\(?:citation|abx@aux@cite(?:\{[^{}\n]{0,20}\})?|abx@aux@nociteall|abx@aux@segm\{[^{}\n]{0,20}\}\{[^{}\n]{0,20}\})"
    r"\{(?P<keys>[^{}\n]{0,9999})\}"
    r"|^\\bibdata\{(?P<data>[^{}\n]{0,9999})\}"
    r"|^\\@input\{(?P<input>[^{}\n]{0,999})\}",
    re.MULTILINE,
)


def read(source: Source, reading: Reading) -> Cited:
    """The keys of an ``.aux`` file."""
    found = Found()
    for line in _LINE.finditer(source.text):
        if line["keys"] is not None:
            found.add_keys(line["keys"], line.start("keys"), line.start())
        elif line["input"]:
            found.inputs.append(Named(line["input"], Span(*line.span("input"))))
        elif line["data"]:
            at = line.start("data")
            for name in line["data"].split(","):
                if name.strip() and not name.endswith("-blx"):
                    complete = name.strip() if name.strip().endswith(".bib") else f"{name.strip()}.bib"
                    found.bibliographies.append(Named(complete, Span(at, at + len(name))))
                at += len(name) + 1
    found.faults.clear()  # the document itself is the place to say so
    return found.cited()
