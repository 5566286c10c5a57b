"""Convert broken documents, and count what became of each: nothing but an error of citekit's own, and never slowly.

usage: broken_documents.py [--count 10000] [--seed N] [--bench FOLDER] [--seconds 2.0] [--jobs 1] [--first N] [--save FILE]

Takes the documents of FOLDER (``profiles/documents`` and ``seeds/documents``; the environment variable CITEKIT_BENCH
where it is not given) and the project's own profiles, breaks one at random for each number from 0 on, and converts what
came out to BibTeX. Counts those that were converted, refused with a CitekitError, that crashed, that took more seconds
of the processor than allowed, and whose result is wrong: spans outside of the source, BibTeX that does not parse.
Exit code 1 where there is a crash, a slow run or a wrong result. The same seed and number give the same broken document;
``--first N --count 1`` converts that of number N alone, ``--save FILE`` writes it to a file.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import bibtexparser
from labelled import FOLDER

from citekit.documents.load import decode, read_bytes, text_format_names
from citekit.extraction.pipeline import Reading, convert_document
from citekit.formats.files import dumps
from citekit.runtime.config import BibtexSettings, ConvertSettings
from citekit.runtime.errors import CitekitError
from citekit.runtime.workers import TaskFailure, each

OWN = Path(__file__).parents[1] / "tests" / "data" / "profiles"
WINDOW = 8000
"""Characters of a document that most mutations work on, at most."""
WHOLE = 0.05
"""The share of documents that are broken and read whole."""
PDF_SHARE = 0.02
PATIENCE = 10
"""How many times the allowed time may pass on the clock, on a machine that does other things as well, before a run is ended."""

ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "mac-roman", "shift_jis")
PAIRS = ("()", "[]", "{}", "<>", '""', "“”", "„“", "«»", "''", "``", "**", "__", "$$", "~~")
TAGS = (
    "<p> </p> <ul> <li> </ul> </li> <ol> <table> <tr> <td> </table> <b> <i> </i> <a href='x'> </a> <script> </script> <!-- "
    "--> <br> <![CDATA[ <pre> <style> </style> <div> <textarea> <title> &nbsp; &#0; &#x110000; &#55296; &amp;amp;"
).split(" ")
MARKUP = (
    "\\begin{itemize} \\item \\end{itemize} \\begin{tabular}{ll} \\end{document} \\def\\x{\\x\\x} \\x \\newcommand{\\y}[1]{#1\\y{#1}} "
    "\\y{a} \\verb| \\( \\[ \\if0 \\fi \\else \\csname \\\\ \\& ``` ~~~ --- === *** > # ###### | |-|-| #+BEGIN_SRC #+END_SRC "
    ":PROPERTIES: :END: .. :: [1]: [^1]: ![ ]( ](< ** * __ - + 1. (a) [J1] \\ & && {{ }} {% %} <% %> $$ ^ _"
).split(" ")
STRANGE = (
    *"\0\x01\x07\x08\x0b\x0c\x1a\x1b\x1c\x1d\x1e\x7f\x85\xa0\xad\u0300\u0489\u115f\u200b\u200d\u200e\u200f",
    *"\u2028\u2029\u202a\u202b\u202d\u202e\u2066\u2067\u2069\u2060\ufeff\ufffc\ufffd\uffff\ue000\U0001f468\U000e0001\U0010ffff",
    "\ud800",
    "\udfff",
    "\r",
    "\r\n",
    "\n\r",
    "שלום",
    "مرحبا",
    "中文，作者。",
    "İı",
    "ß",
    "ﬁ",
    "Z̷̢̛̖a̶",
)
AWKWARD = (
    "e.g. A. B. and C, D.; E:",
    "2020-2021 (2019)",
    "10.1000/",
    "arXiv:",
    "https://",
    "pp. 1--",
    "et al. et al.",
    "ed.",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one broken document; ``detail`` says where a crash or a wrong result is."""

    number: int
    name: str
    kind: str
    seconds: float
    size: int
    detail: str = ""


# --- breaking ------------------------------------------------------------------------------------------------------


def _cut(rng: random.Random, parts: list[str]) -> tuple[int, int]:
    start = rng.randrange(len(parts) + 1)
    return start, min(len(parts), start + rng.choice((1, 1, 1, 2, 3, 10)))


def _rearranged(rng: random.Random, parts: list[str]) -> list[str]:
    """The parts with some deleted, doubled, moved or swapped."""
    start, end = _cut(rng, parts)
    some, rest = parts[start:end], parts[:start] + parts[end:]
    place = rng.randrange(len(rest) + 1)
    kind = rng.choice(("delete", "double", "move", "reverse", "shuffle"))
    if kind == "delete":
        return rest
    if kind == "double":
        return parts[:end] + some + parts[end:]
    if kind == "move":
        return rest[:place] + some + rest[place:]
    if kind == "reverse":
        return parts[:start] + some[::-1] + parts[end:]
    rng.shuffle(some)
    return parts[:start] + some + parts[end:]


def characters(rng: random.Random, text: str) -> str:
    """Characters deleted, doubled, moved."""
    for _ in range(rng.choice((1, 3, 20))):
        text = "".join(_rearranged(rng, list(text)))
    return text


def lines(rng: random.Random, text: str) -> str:
    """Lines deleted, doubled, moved."""
    for _ in range(rng.choice((1, 3, 10))):
        text = "".join(_rearranged(rng, text.splitlines(keepends=True)))
    return text


def blocks(rng: random.Random, text: str) -> str:
    """What stands between empty lines deleted, doubled, moved."""
    return "\n\n".join(_rearranged(rng, text.split("\n\n")))


def inserted(rng: random.Random, text: str, pieces: tuple[str, ...]) -> str:
    """Some pieces put anywhere."""
    for _ in range(rng.choice((1, 2, 5, 30))):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(pieces) + text[place:]
    return text


def unbalanced(rng: random.Random, text: str) -> str:
    """One side of a pair of brackets or quotes removed everywhere, or added many times."""
    pair = rng.choice(PAIRS)
    if rng.random() < 0.5:
        return text.replace(pair[rng.randrange(len(pair))], "", rng.choice((1, -1)))
    return inserted(rng, text, (rng.choice(pair) * rng.choice((1, 2, 50, 500)),))


def truncated(rng: random.Random, text: str) -> str:
    """The beginning or the end alone."""
    place = rng.randrange(len(text) + 1)
    return text[:place] if rng.random() < 0.7 else text[place:]


def long_word(rng: random.Random, text: str) -> str:
    """A very long word, or a very long run of one mark."""
    letter = rng.choice(
        (
            "a",
            "A",
            "Ab-",
            "A.",
            "1",
            "é",
            ".",
            ",",
            "-",
            "*",
            "_",
            "`",
            "\\",
            "&",
            " ",
            "\t",
            "#",
            ">",
            "|",
            "[",
            "{",
            "<b>",
        )
    )
    place = rng.randrange(len(text) + 1)
    return text[:place] + letter * rng.choice((100, 1000, 4000)) + text[place:]


def repeated_line(rng: random.Random, text: str) -> str:
    """One line a thousand times, of those that are not long."""
    every = text.splitlines(keepends=True) or [text]
    number = rng.randrange(len(every))
    return "".join(
        (
            *every[:number],
            every[number][:40].rstrip("\n") + "\n",
            *[every[number][:20].rstrip("\n") + "\n"] * 1000,
            *every[number + 1 :],
        )
    )


def one_line(rng: random.Random, text: str) -> str:
    """No line ends, or other ones."""
    return text.replace(
        "\n", rng.choice((" ", "", "\r", "\r\n", "\n\n", "\n    ", "\n> ", "\n- ", "\x0b", "\u2028", "\\\\\n", "<br>"))
    )


def other_case(rng: random.Random, text: str) -> str:
    """All in one case, or without blanks."""
    return rng.choice((str.upper, str.lower, str.swapcase, str.title, lambda t: t.replace(" ", "")))(text)


def nested(rng: random.Random, text: str) -> str:
    """A part wrapped many levels deep, closed or not."""
    opening, closing = rng.choice((("{", "}"), ("<div>", "</div>"), ("> ", ""), ("(", ")"), ("\\textbf{", "}"), ("<ul><li>", "</li></ul>"), ("**", "**"), ("[", "](x)"), ("\\begin{itemize}\\item ", "\\end{itemize}")))  # fmt: skip
    depth = rng.choice((5, 50, 300))
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((1, 100, 1000)))
    return text[:start] + opening * depth + text[start:end] + closing * rng.choice((0, depth, 2 * depth)) + text[end:]


MUTATIONS: tuple[Callable[[random.Random, str], str], ...] = (
    characters,
    lines,
    blocks,
    partial(inserted, pieces=TAGS),
    partial(inserted, pieces=MARKUP),
    partial(inserted, pieces=STRANGE),
    partial(inserted, pieces=AWKWARD),
    unbalanced,
    truncated,
    long_word,
    repeated_line,
    one_line,
    other_case,
    nested,
)


def encoded(rng: random.Random, text: str) -> bytes:
    """The text in UTF-8, now and then in another encoding or with wrong bytes in it."""
    if rng.random() < 0.1:
        data = text.encode(rng.choice(ENCODINGS), "replace")
    else:
        data = text.encode("utf-8", "surrogatepass")
    return flipped(rng, data, 20) if rng.random() < 0.1 else data


def flipped(rng: random.Random, data: bytes, most: int) -> bytes:
    """Some bytes changed, and now and then some cut out."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, most)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    if rng.random() < 0.2:
        start = rng.randrange(len(changed) + 1)
        del changed[start : start + rng.choice((1, 10, 1000, 100_000))]
    return bytes(changed)


# --- documents -----------------------------------------------------------------------------------------------------


@cache
def documents(folder: Path) -> tuple[list[tuple[str, str]], list[tuple[str, bytes]]]:
    """The text documents, and the PDF and Word files to break, by name."""
    paths = [
        *sorted((folder / "profiles" / "documents").glob("*.*")),
        *sorted((folder / "seeds" / "documents").glob("*.*")),
    ]
    texts: list[tuple[str, str]] = []
    files: list[tuple[str, bytes]] = []
    for path in (*paths, *sorted(OWN.glob("*.*"))):
        data = path.read_bytes()
        if path.suffix in (".pdf", ".docx"):
            files.append((path.name, data))
        else:
            texts.append((path.name, decode(data, path.name)[0]))
    return texts, files


def broken_document(folder: Path, seed: int, number: int) -> tuple[bytes, str, str]:
    """The bytes, the name and the format (empty where it is to be found out) of the broken document of a number."""
    rng = random.Random(f"{seed}:{number}")
    texts, files = documents(folder)
    if files and rng.random() < PDF_SHARE:
        name, data = rng.choice(files)
        return flipped(rng, data, rng.choice((1, 10, 100, 1000))), name, ""
    name, text = rng.choice(texts)
    if rng.random() >= WHOLE:
        text = _window(rng, text)
    if rng.random() < 0.1:
        text += _window(rng, rng.choice(texts)[1])
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        text = rng.choice(MUTATIONS)(rng, text)
    chosen = rng.choice(text_format_names()) if rng.random() < 0.2 else ""
    return encoded(rng, text), name, chosen


def _window(rng: random.Random, text: str) -> str:
    size = rng.randint(1, WINDOW)
    start = rng.randrange(max(1, len(text) - size + 1))
    return text[start : start + size]


# --- converting ----------------------------------------------------------------------------------------------------


def outcome(number: int, folder: Path, seed: int, seconds: float) -> Outcome:
    """Break and convert one document."""
    data, name, chosen = broken_document(folder, seed, number)
    name = f"{name} as {chosen}" if chosen else name
    begin = time.process_time()
    try:
        reading = convert_document(read_bytes(data, name.partition(" as ")[0], chosen), ConvertSettings())
        text = dumps(reading.library, "bibtex", BibtexSettings())
        took = time.process_time() - begin
        kind, detail = ("slow", "") if took > seconds else ("converted", "")
    except CitekitError:
        took = time.process_time() - begin
        return Outcome(number, name, "slow" if took > seconds else "refused", took, len(data))
    except Exception as error:
        return Outcome(number, name, "crashed", time.process_time() - begin, len(data), _place(error))
    wrong = wrong_result(reading, text)
    return Outcome(number, name, "wrong" if wrong else kind, took, len(data), wrong or detail)


def _place(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    said = traceback.format_exception_only(error)[-1].strip()
    return f"{said} at {' < '.join(f'{Path(f.filename).name}:{f.lineno} {f.name}' for f in reversed(frames))}"


def wrong_result(reading: Reading, text: str) -> str:
    """What is wrong about a result that came without an error, or nothing."""
    size = len(reading.source.text)
    for trace in reading.library.traces:
        spans = [trace.span, *(evidence.span for evidence in trace.evidence.values() if evidence.span)]
        if not all(0 <= span.start <= span.end <= size for span in spans):
            return f"a span outside of the source: {spans}"
    try:
        failed = bibtexparser.parse_string(text).failed_blocks
    except Exception as error:
        return f"BibTeX that does not parse: {_place(error)}"
    if failed:
        return f"BibTeX that does not parse: {failed[0].raw[:200]!r}"
    return ""


def _lost(lost: TaskFailure, number: int, given: argparse.Namespace) -> Outcome:
    data, name, _ = broken_document(given.bench, given.seed, number)
    kind = "crashed" if lost.error else "slow"
    return Outcome(number, name, kind, PATIENCE * given.seconds, len(data), lost.reason)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Convert broken documents and count what became of them.")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bench", type=Path, default=FOLDER)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args(arguments)
    if given.save:
        given.save.write_bytes(broken_document(given.bench, given.seed, given.first)[0])
    documents(given.bench)
    counted: Counter[str] = Counter()
    slowest: list[Outcome] = []
    numbers = range(given.first, given.first + given.count)
    task = partial(outcome, folder=given.bench, seed=given.seed, seconds=given.seconds)
    begin = time.monotonic()
    for at in range(0, len(numbers), 500):
        batch = numbers[at : at + 500]
        results = each(task, batch, given.jobs, lambda _number: PATIENCE * given.seconds)
        for number, found in zip(batch, results, strict=True):
            result = _lost(found, number, given) if isinstance(found, TaskFailure) else found
            counted[result.kind] += 1
            slowest = sorted((*slowest, result), key=lambda one: -one.seconds)[:5]
            if result.kind not in ("converted", "refused"):
                print(f"{result.kind}: --seed {given.seed} --first {number} --count 1: {result.name}, {result.size} bytes, {result.seconds:.1f} s {result.detail}", flush=True)  # fmt: skip
        print(f"{at + len(batch)} of {len(numbers)} after {time.monotonic() - begin:.0f} s: {dict(counted)}", file=sys.stderr, flush=True)  # fmt: skip
    for kind in ("converted", "refused", "crashed", "slow", "wrong"):
        print(f"{kind:10} {counted[kind]:6}")
    for one in slowest:
        print(f"slowest    {one.seconds:6.2f} s  {one.size:7} bytes  --first {one.number}  {one.name}")
    return 1 if counted["crashed"] + counted["slow"] + counted["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
