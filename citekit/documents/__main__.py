"""``python -m citekit.documents FILE [FORMAT]``: the blocks of a document, one per line.

For people who write a reader, or wonder why a document was read as it was: kind, path, marker and hint of each block,
then its text. ``↵`` is a line break that the author requested, ``⏎`` a line end of the source, ``⇥`` the border of two
cells; a run that is not plain is as ``‹bold,italic|text›``, a link as ``‹text → target›``.
"""

from __future__ import annotations

import sys

from citekit.documents.load import read_path
from citekit.documents.runs import CELL_BREAK, HARD_BREAK, SOFT_BREAK, Block, Run, TextStyle
from citekit.runtime.errors import CitekitError
from citekit.text.unicode import visible

_SIGNS = str.maketrans({HARD_BREAK: "↵", SOFT_BREAK: "⏎", CELL_BREAK: "⇥"})


def shown_run(run: Run) -> str:
    """Return a run on one line, its style and target visible."""
    text = run.text.translate(_SIGNS)
    if run.style:
        text = f"{','.join((style.name or '').lower() for style in TextStyle if style and style in run.style)}|{text}"
    if run.href:
        text = f"{text} → {run.href}"
    return f"‹{text}›" if run.style or run.href else text


def shown_block(block: Block) -> str:
    """Return a block on one line."""
    kind = f"{block.kind}{block.level or ''}"
    words = [f"({kind})" if block.hidden else kind, "/".join(block.path) or "-"]
    words += [f"«{block.marker}»"] if block.marker else []
    words += [f"#{block.hint}"] if block.hint else []
    return f"{' '.join(words)}  {''.join(map(shown_run, block.runs))}"


def main(arguments: list[str]) -> int:
    """Print the blocks of the document ``arguments[0]``, read as the format ``arguments[1]`` if one is given."""
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m citekit.documents FILE [FORMAT]", file=sys.stderr)
        return 2
    try:
        document = read_path(*arguments)
    except CitekitError as error:
        print(visible(str(error)), file=sys.stderr)
        return 2
    print(f"# {document.format}: {len(document.blocks)} blocks", *(visible(f"{k}={v}") for k, v in document.meta))
    for problem in document.problems:
        print(visible(f"! {problem}"))
    for block in document.blocks:
        print(visible(shown_block(block)))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # whoever read the output has seen enough
        sys.stderr.close()
