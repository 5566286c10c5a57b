"""What an edit of one citation costs in a document of 1,000: a share of what the whole document costs.

usage: sessions.py [STYLE …]

Every work is cited once. Then one citation in the middle gets a locator, another one, a second work, none of them again, and another work;
each time the result must be that of a whole run. Times are CPU time; the share is the median over the edits that change
no number of other works, and the one edit that moves the numbers of all later works (a numeric style) is shown beside it.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace

from citing import invented

from citekit.csl import styles
from citekit.csl.cite import Citation, Cite
from citekit.csl.processor import process
from citekit.csl.session import Session

STYLES = (
    "apa",
    "ieee",
    "chicago-author-date",
    "chicago-notes-bibliography",
    "modern-language-association",
    "nature",
    "american-medical-association",
    "nlm-citation-sequence",
    "elsevier-harvard",
    "springer-basic-author-date",
)
COUNT = 1_000


def spent(start: float) -> float:
    return time.process_time() - start


def measure(name: str) -> str:
    """A row: the style, a whole run, and the shares of the edits."""
    style, works = styles.load(name), invented(COUNT)
    note = style.kind == "note"
    cited = [Citation((Cite(work.id),), at * note, f"c{at}") for at, work in enumerate(works, 1)]
    process(style, works[:3], cited[:3])  # the style is read and compiled
    full = []
    for _ in range(3):
        start = time.process_time()
        process(style, works, cited)
        full.append(spent(start))
    session = Session(style, works)
    session.arrange([one.id for one in cited], {one.id: one for one in cited})
    middle, late = cited[COUNT // 2], works[-3].id
    own = middle.cites[0].id
    edits = (
        ("locator", (Cite(own, "7", "page"),)),
        ("another locator", (Cite(own, "9", "page"),)),
        ("a cite of another work beside it", (Cite(own), Cite(works[3].id))),
        ("back", (Cite(own),)),
        ("moved", (Cite(late),)),
    )
    shares = {}
    for what, cites in edits:
        start = time.process_time()
        session.put(replace(middle, cites=cites))
        shares[what] = 100 * spent(start) / min(full)
        cold = Session(style, works)
        cold.arrange([one.id for one in session.citations], {one.id: one for one in session.citations})
        assert cold.rendered == session.rendered, (name, what)
    moved = shares.pop("moved")
    return f"| {name} | {min(full):.2f} s | {statistics.median(shares.values()):.1f} % | {max(shares.values()):.1f} % | {moved:.1f} % |"


def main() -> None:
    print(
        "| style | full run | an edit, median | maximum | another work in its place |\n| --- | --- | --- | --- | --- |"
    )
    for name in sys.argv[1:] or STYLES:
        print(measure(name), flush=True)


if __name__ == "__main__":
    main()
