"""Packs citekit and the pure Python packages that it needs in a browser into one zip archive: ``pack.py OUT.zip``.

What a browser has no use for (the command line, compiled modules, the client of servers) is left out.
"""

from __future__ import annotations

import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

NEEDED = ("bibtexparser", "pyparsing", "markdown-it-py", "mdurl", "pyyaml")
LEFT_OUT = ("cli", "arxiv", "web/page", "fetch")
"""Folders of citekit that need what no browser has."""


def main(out: str) -> None:
    """Writes the archive; raises ``SystemExit`` where the styles were not packed yet."""
    root = Path(__file__).resolve().parent.parent
    package = root / "citekit"
    if not (package / "csl" / "styles.blocks").exists():
        raise SystemExit(
            "citekit/csl/styles.blocks is missing: install citekit from its source tree first (pip install -e .)"
        )
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(package.rglob("*")):
            name = path.relative_to(package).as_posix()
            if path.is_file() and path.suffix != ".pyc" and not name.startswith(tuple(f"{one}/" for one in LEFT_OUT)):
                archive.write(path, path.relative_to(root))
        for file in root.glob("LICENSE*"):
            archive.write(file, f"citekit/{file.name}")
        for name in NEEDED:
            for file in distribution(name).files or ():
                if file.suffix in (".py", ".txt", ".md", "") and ".." not in file.parts and "bin" not in file.parts[:1]:
                    archive.write(str(file.locate()), file.as_posix())


if __name__ == "__main__":
    main(sys.argv[1])
