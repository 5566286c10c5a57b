"""Measures ``citekit check`` on a book with many roots: an invented project in which they share preamble and sections.

``python benchmarks/manuscripts.py`` writes 729 files of LaTeX (a preamble with 300 commands, 656 sections, 72 roots that
each take in the preamble and 300 sections) and prints the CPU time of a check, starting included; ``--roots``,
``--sections`` and ``--each`` change the numbers, ``--keep FOLDER`` leaves the project there.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

_WORDS = (
    "a set of sentences is satisfiable iff every finite subset has some model by compactness so that derivable formulas "
    "are true in all structures whose domain contains the value of each closed term under this interpretation and".split()
)


def main() -> None:
    """Writes the project and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roots", type=int, default=72)
    parser.add_argument("--sections", type=int, default=656)
    parser.add_argument("--each", type=int, default=300)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        invent(folder, given.roots, given.sections, given.each)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "citekit", "check", "--no-cache", "--to", "concise", "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        files = sum(1 for _ in folder.rglob("*.tex")) + sum(1 for _ in folder.rglob("*.sty"))
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{files} files, {given.roots} roots with {given.each} sections each: {seconds:.2f} CPU s")
        print((done.stderr or done.stdout).strip().splitlines()[-1])


def invent(folder: Path, roots: int, sections: int, each: int) -> None:
    """Writes the project; the same one every time."""
    chance = random.Random(14)
    keys = [f"author{number}:{1950 + number % 70}" for number in range(400)]
    for part in ("include", "content", "parts"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    entries = (
        f"@book{{{key}, author={{Person, A.}}, title={{Book {n}}}, publisher={{P}}, year=2000}}"
        for n, key in enumerate(keys)
    )
    (folder / "book.bib").write_text("\n".join(entries) + "\n", encoding="utf-8")
    (folder / "include" / "book.sty").write_text(_preamble(), encoding="utf-8")
    for number in range(sections):
        (folder / "content" / f"section{number}.tex").write_text(_section(chance, keys), encoding="utf-8")
    for number in range(roots):
        taken = sorted(chance.sample(range(sections), min(each, sections)))
        inputs = "".join(f"\\olimport{{section{one}}}\n" for one in taken)
        root = (
            "\\documentclass{book}\n\\usepackage{../include/book}\n\\addbibresource{../book.bib}\n\\begin{document}\n"
            f"{inputs}\\printbibliography\n\\end{{document}}\n"
        )
        (folder / "parts" / f"part{number}.tex").write_text(root, encoding="utf-8")


def _preamble() -> str:
    lines = [f"\\newcommand{{\\sign{_letters(n)}}}[1]{{\\ensuremath{{\\mathrm{{#1}}_{{{n}}}}}}}" for n in range(260)]
    lines += [f"\\newif\\iftag{_letters(n)}\\tag{_letters(n)}true" for n in range(30)]
    lines += [
        r"\newcommand{\olimport}[1]{\input{../content/#1}}",
        r"\newcommand{\citing}[2][]{\citep[see][#1]{#2}}",
        r"\NewDocumentCommand{\says}{s O{} m}{\IfBooleanTF{#1}{\citet*[#2]{#3}}{\citet[#2]{#3}}}",
    ]
    return "\n".join(lines) + "\n"


def _letters(number: int) -> str:
    return chr(97 + number // 26) + chr(97 + number % 26)


def _section(chance: random.Random, keys: list[str]) -> str:
    lines = ["\\section{" + " ".join(chance.choices(_WORDS, k=4)) + "}"]
    for number in range(60):
        words = chance.choices(_WORDS, k=14)
        words.insert(chance.randrange(14), f"$\\sign{_letters(chance.randrange(260))}{{x}} \\in \\Gamma$")
        if number % 12 == 3:
            command = chance.choice(["\\citing[p.~3]", "\\says*", "\\citep", "\\textcite"])
            words.append(f"{command}{{{chance.choice(keys)}}}")
        if number % 15 == 5:
            words.append(f"\\iftag{_letters(chance.randrange(30))} yes \\else no \\fi % a comment")
        lines.append(" ".join(words) + ("\n" if number % 6 == 0 else ""))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
