"""Pictures of a CV in four formats, as programs show them: ``python docs/cv_pictures.py`` writes ``guides/images/cv-*.png``.

The list is that of the sample homepage of the tests, formatted by ``citekit format --cv``. Needed, and named where it is
missing: chromium for the page, LibreOffice for Word, a LaTeX, the Python package typst, and pdftoppm of poppler.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
LIST = HERE.parent / "tests" / "data" / "profiles" / "homepage.md"
IMAGES = HERE / "guides" / "images"
MOST_BYTES = 150_000
_LATEX = r"""\documentclass[11pt]{article}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{hyperref}
\pagestyle{empty}
\begin{document}
\input{cv-part}
\end{document}
"""


def _run(*command: str, folder: Path) -> None:
    if shutil.which(command[0]) is None:
        sys.exit(f"cv_pictures.py needs {command[0]}")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180, check=False)  # noqa: S603 our own commands
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def _formatted(out: str, folder: Path) -> None:
    command = (sys.executable, "-m", "citekit", "format", str(LIST), "--cv", "--group-by", "year", "-q", "-o", out)
    _run(*command, folder=folder)


def page(folder: Path) -> None:
    """HTML, as Chromium shows it."""
    _formatted("cv.html", folder)
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,760")
    _run("chromium", *flags, "--screenshot=cv-page.png", f"file://{folder}/cv.html", folder=folder)


def word(folder: Path) -> None:
    """A Word document, as LibreOffice prints it."""
    _formatted("cv-docx.docx", folder)
    profile = f"-env:UserInstallation=file://{folder}/office"
    _run("soffice", profile, "--headless", "--convert-to", "pdf", "cv-docx.docx", folder=folder)
    _first_page("cv-docx", folder)


def latex(folder: Path) -> None:
    """LaTeX, typeset."""
    _formatted("cv-part.tex", folder)
    (folder / "cv-latex.tex").write_text(_LATEX, encoding="utf-8")
    _run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "cv-latex.tex", folder=folder)
    _first_page("cv-latex", folder)


def typst(folder: Path) -> None:
    """Typst, typeset."""
    try:
        from typst import compile as typeset
    except ImportError:
        sys.exit("cv_pictures.py needs typst: pip install typst")
    _formatted("cv-typst.typ", folder)
    typeset(str(folder / "cv-typst.typ"), output=str(folder / "cv-typst.pdf"))
    _first_page("cv-typst", folder)


def _first_page(name: str, folder: Path) -> None:
    _run("pdftoppm", "-png", "-r", "80", "-f", "1", "-l", "1", "-singlefile", f"{name}.pdf", name, folder=folder)


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for make in (page, word, latex, typst):
            make(folder)
        for name in ("cv-page", "cv-docx", "cv-latex", "cv-typst"):
            kept = IMAGES / f"{name}.png"
            picture = Image.open(folder / f"{name}.png").convert("L")
            box = picture.point(lambda shade: 255 * (shade < 250)).getbbox()
            if box is None:
                sys.exit(f"{name} shows nothing")
            picture.crop((0, max(0, box[1] - 20), picture.width, min(picture.height, box[3] + 20))).quantize(16).save(
                kept, optimize=True
            )
            print(f"{kept.relative_to(HERE.parent)}: {kept.stat().st_size:,} bytes")
            if kept.stat().st_size > MOST_BYTES:
                sys.exit(f"{name} is larger than {MOST_BYTES:,} bytes")


if __name__ == "__main__":
    main()
