"""The interface of pypdfium2 that citekit's PDF reader uses, for the PDFium that runs in the browser next to Python.

``pdf.js`` fetches all data of a page at once; the functions here have the names and arguments of PDFium's functions, and
return values from this data. Structures that C fills in are objects with the same fields.
"""

from __future__ import annotations

import ctypes
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

_PASSWORD = 4
_WIDTH = 12


class PdfiumError(RuntimeError):
    """A document or a page that cannot be opened."""


class PdfDocument:
    """An open document."""

    def __init__(self, data: bytes) -> None:
        self.raw = _js.open(_to_js(data))
        if not self.raw.document:
            raise PdfiumError("a password is needed" if self.raw.error == _PASSWORD else "the file is broken")

    def __len__(self) -> int:
        return int(self.raw.pages)

    def __getitem__(self, number: int) -> Page:
        found = _js.page(self.raw, number)
        if not found:
            raise PdfiumError("the page is broken")
        return Page(found)

    def get_metadata_dict(self, skip_empty: bool = False) -> dict[str, str]:
        known = {name: _js.meta(self.raw, name) for name in ("Title", "Author")}
        return {name: text for name, text in known.items() if text or not skip_empty}

    def close(self) -> None:
        _js.close(self.raw)


class Page:
    """A page, its text and its raw form in one."""

    def __init__(self, found: Any) -> None:
        self.characters = found.characters.to_py().tolist()
        self.count = int(found.count)
        self.looks = {int(key): look for key, look in found.looks.to_py().items()}
        self.links, self.paths, self.box = found.links.to_py(), found.paths.to_py(), tuple(found.box.to_py())
        self.raw = self

    def get_textpage(self) -> Page:
        return self

    def get_cropbox(self) -> tuple[float, ...]:
        return self.box

    def close(self) -> None:
        """Nothing is open."""

    def of(self, at: int, which: int) -> float:
        return float(self.characters[_WIDTH * at + which])

    def look(self, at: int) -> dict[str, Any]:
        return self.looks[int(self.of(at, 1))]


class _Structure(SimpleNamespace):
    """What C would fill in."""

    value: Any = None


def _filled(target: Any, names: str, values: Any) -> bool:
    for name, value in zip(names.split(), values, strict=False):
        setattr(target, name, value)
    return True


def _loose(text: Page, at: int, area: Any) -> bool:
    values = [text.of(at, n) for n in (4, 5, 6, 7)]  # FS_RECTF: left, top, right, bottom
    return values[0] == values[0] and _filled(area, "left top right bottom", values)


def _origin(text: Page, at: int, x: Any, y: Any) -> bool:
    x.value, y.value = text.of(at, 8), text.of(at, 9)
    return True


def _tight(text: Page, at: int, left: Any, right: Any, bottom: Any, top: Any) -> bool:
    left.value, right.value, bottom.value, top.value = 0.0, text.of(at, 10), 0.0, text.of(at, 11)
    return True


def _matrix(text: Page, at: int, matrix: Any) -> bool:
    found = text.look(at)["matrix"]
    return bool(found) and _filled(matrix, "a b c d e f", found)


def _font(text: Page, at: int, buffer: Any, _size: int, flags: Any) -> int:
    look = text.look(at)
    buffer.value, flags.value = look["name"].encode()[:127], int(look["flags"])
    return len(buffer.value)


def _colour(text: Page, at: int, *parts: Any) -> bool:
    found = text.look(at)["colour"]
    for part, value in zip(parts, found or (), strict=False):
        part.value = int(value)
    return bool(found)


def _mode(drawn: int) -> int:
    return _modes.get(int(drawn), 0)


def _font_of(drawn: int) -> ctypes.c_void_p:
    return ctypes.c_void_p(_fonts.get(int(drawn), 0))


_modes: dict[int, int] = {}
_fonts: dict[int, int] = {}


def _object(text: Page, at: int) -> int:
    drawn = int(text.of(at, 1))
    if drawn in text.looks:
        _modes[drawn] = int(text.looks[drawn]["mode"])
        _fonts[drawn] = int(text.looks[drawn]["font"])
    return drawn


def _enumerate(page: Page, place: Any, link: Any) -> bool:
    if place.value >= len(page.links):
        return False
    link.value = page.links[place.value]
    place.value += 1
    return True


def _address(_document: Any, action: Any, buffer: Any, _size: int) -> int:
    data = action["href"].encode()
    if buffer is not None:
        buffer.value = data[:_size]
    return len(data) + 1


def _quads(link: Any, at: int, quads: Any) -> bool:
    return _filled(quads, "x1 y1 x2 y2 x3 y3 x4 y4", link.value["quads"][at])


def _area(link: Any, area: Any) -> bool:
    found = link.value["area"]
    return bool(found) and _filled(area, "left top right bottom", found)


def _bounds(path: Any, left: Any, bottom: Any, right: Any, top: Any) -> bool:
    left.value, bottom.value, right.value, top.value = path
    return True


_RAW = {
    "FS_RECTF": _Structure,
    "FS_MATRIX": _Structure,
    "FS_QUADPOINTSF": _Structure,
    "FPDF_LINK": _Structure,
    "FPDFText_CountChars": lambda text: text.count,
    "FPDFText_IsGenerated": lambda text, at: int(text.of(at, 0)),
    "FPDFText_GetTextObject": _object,
    "FPDFText_GetUnicode": lambda text, at: int(text.of(at, 2)),
    "FPDFText_HasUnicodeMapError": lambda text, at: int(text.of(at, 3)),
    "FPDFText_GetLooseCharBox": _loose,
    "FPDFText_GetCharOrigin": _origin,
    "FPDFText_GetCharBox": _tight,
    "FPDFText_GetMatrix": _matrix,
    "FPDFText_GetFontSize": lambda text, at: float(text.look(at)["size"]),
    "FPDFText_GetFontInfo": _font,
    "FPDFText_GetFontWeight": lambda text, at: int(text.look(at)["weight"]),
    "FPDFTextObj_GetTextRenderMode": _mode,
    "FPDFTextObj_GetFont": _font_of,
    "FPDFText_GetFillColor": _colour,
    "FPDFLink_Enumerate": _enumerate,
    "FPDFLink_GetAction": lambda link: link.value,
    "FPDFAction_GetType": lambda action: 3,
    "FPDFAction_GetURIPath": _address,
    "FPDFLink_CountQuadPoints": lambda link: len(link.value["quads"]),
    "FPDFLink_GetQuadPoints": _quads,
    "FPDFLink_GetAnnotRect": _area,
    "FPDFPage_CountObjects": lambda page: len(page.paths),
    "FPDFPage_GetObject": lambda page, at: page.paths[at],
    "FPDFPageObj_GetType": lambda path: 2,
    "FPDFPageObj_GetBounds": _bounds,
}
_js = SimpleNamespace()


def _to_js(data: bytes) -> Any:
    from pyodide.ffi import to_js

    return to_js(data)


def install(js: Any) -> None:
    """Puts this in the place of pypdfium2; ``js`` is the module ``pdf.js``."""
    _js.__dict__.update(open=js.open, close=js.close, page=js.page, meta=js.meta)
    raw = ModuleType("pypdfium2.raw")
    raw.__dict__.update(_RAW)
    package = ModuleType("pypdfium2")
    package.__dict__.update(PdfDocument=PdfDocument, PdfiumError=PdfiumError, raw=raw)
    sys.modules.update({"pypdfium2": package, "pypdfium2.raw": raw})
