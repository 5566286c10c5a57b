r"""``.aux``: what LaTeX itself found cited, for BibTeX and for biblatex (``\abx@aux@cite``).

In place of all of it appears the list, as BibTeX would write it: what :file:`.aux` becomes is a :file:`.bbl`.
"""

from __future__ import annotations

from citekit.manuscripts.citation import Cited, Found, Named, ReadingContext
from citekit.manuscripts.writing import LATEX
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span

NAME = "aux"
SUFFIXES = (".aux",)
WRITING = LATEX
_NAME = re.compile(r"[^,]+")

_LINE = re.compile(
    r"^\\(?:citation|abx@aux@cite(?:\{[^{}\n]{0,20}\})?|abx@aux@nociteall|abx@aux@segm\{[^{}\n]{0,20}\}\{[^{}\n]{0,20}\})"
    r"\{(?P<keys>[^{}\n]{0,9999})\}"
    r"|^\\bibdata\{(?P<data>[^{}\n]{0,9999})\}"
    r"|^\\@input\{(?P<input>[^{}\n]{0,999})\}",
    re.MULTILINE,
)


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return the keys of an ``.aux`` file."""
    found = Found()
    for line in _LINE.finditer(source.text):
        if line["keys"] is not None:
            cites = found.keys(line["keys"], line.start("keys"), line.start())
            found.add(Span(*line.span()), cites, "nocite")
        elif line["input"]:
            found.inputs.append(Named(line["input"], Span(*line.span("input"))))
        elif line["data"]:
            for name in _NAME.finditer(line["data"]):
                if not name[0].strip().endswith("-blx"):
                    found.file(name[0], line.start("data") + name.start(), ".bib")
    found.list_here(0, len(source.text))
    found.faults.clear()  # the document itself is the place to state this
    return found.cited()
