"""What the formats of word processors share: XML text, and files packed into an archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_UNSEEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)))
# The time of every part, so that the same list is the same file.
_MADE = (1980, 1, 1, 0, 0, 0)

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def escape(text: str) -> str:
    """Text for XML, also within attributes; characters that XML cannot have are left out."""
    return text.translate(_UNSEEN).translate(_ESCAPES)


def packed(parts: Mapping[str, str], stored: tuple[str, ...] = ()) -> bytes:
    """Return an archive with these parts in order; those that are ``stored`` are not compressed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            kind = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _MADE), text.encode("utf-8"), kind)
    return made.getvalue()
