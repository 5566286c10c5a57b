"""The one place that knows PDFium: bytes to characters with boxes and looks, links and drawn lines.

A PDF draws codes of fonts; a table in each font says which characters they are. Files of TeX often lack that table, for some
codes or for all. Then the code means what the encoding of the font says (:mod:`citekit.documents.pdf.fonts`): its name or the
codes that occur tell which encoding that is, which is only known at the end of a page. Codes of which nothing is known get a
character of a private area, which :mod:`citekit.documents.pdf.ligatures` replaces by what the document's words need there.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import field
from types import ModuleType
from typing import Any

from citekit.documents.pdf.fonts import (
    OT1,
    T1,
    character,
    encoding_by_codes,
    encoding_of,
    font_name,
    font_style,
    has_letters,
    is_of_letters,
    is_text,
    latin_code,
    ligature_codes,
)
from citekit.documents.pdf.ligatures import FIRST_UNKNOWN, MOST_UNKNOWN
from citekit.documents.pdf.page import Glyph, PdfPage, RuledLine
from citekit.documents.runs import TextStyle
from citekit.documents.symbols import is_symbol_font
from citekit.runtime.errors import MissingExtraError, Problem, UnreadableInputError
from citekit.runtime.records import dataclass

MOST_PAGES = 2000
"""Pages of a PDF; longer ones are books and collections, of which only the pages of a list are wanted."""
MOST_CHARACTERS = 20_000_000
"""Characters of all pages together; with the limits on pages, links and objects it bounds time and memory."""
_MOST_LINKS = 5000
"""Links of one page; see ``MOST_CHARACTERS``."""
_MOST_OBJECTS = 20_000
"""Objects of one page that are looked at for lines and walls; drawings have many more, and no list."""
_URI_ACTION = 3
"""PDFium's ``PDFACTION_URI``."""
_PATH_OBJECT = 2
"""PDFium's ``FPDF_PAGEOBJ_PATH``."""
_STROKED_TOO = 2
"""PDFium's ``FPDF_TEXTRENDERMODE_FILL_STROKE``."""
_BLANK = 0x20
"""The code of the space."""
_DELETE = 0x7F
"""The code after the last one of ASCII that prints something."""
_LAST_LATIN = 0x17F
"""The last code point of Latin Extended-A."""
_MOST_UNMAPPED = 0.05
"""The share of letters without an entry in the fonts' tables from which on the text is reported to be damaged. Fonts of
which only the ligatures have none are common, and these are 1 to 3 of 100 letters."""
_DARK = 0x48
"""Up to this much of red, green and blue nobody can tell a colour from black (of 255)."""
_THIN = 2.0
"""Points: a drawn area that is not higher, or not wider, is a line."""
_STRIP = 20.0
"""Points: links are looked up by strips of the page of this height, so that not every letter is compared with each."""


def _engine() -> tuple[ModuleType, ModuleType]:
    """Return PDFium and its C functions; raise :class:`MissingExtraError` without the extra ``pdf``."""
    try:
        import pypdfium2
        import pypdfium2.raw
    except ImportError as error:
        raise MissingExtraError(
            'reading PDF needs the extra "pdf"', "in citekit's source tree: pip install '.[pdf]'"
        ) from error
    return pypdfium2, pypdfium2.raw


@dataclass(slots=True)
class RawPage:
    """A page as PDFium gives it: its characters are in the order of the file, ``page`` has no segments yet."""

    page: PdfPage
    glyphs: list[Glyph]
    broken: bool = False


@dataclass(slots=True)
class _CharFormat:
    """What all characters of one text object share; ``font`` is PDFium's number of the font while its page is open."""

    name: str
    font: int | None
    style: TextStyle
    size: float
    turn: int
    colour: int
    symbol: bool
    encoding: tuple[str, ...]
    """TeX's encoding, if the name of the font tells it."""


@dataclass(slots=True)
class _CodedGlyph:
    """A character whose text is a code of a font of TeX as yet; ``unmapped`` if the PDF maps it to no character."""

    glyph: Glyph
    name: str
    font: int | None
    code: int
    unmapped: bool


@dataclass(slots=True)
class _Fonts:
    """The styles of fonts by name, flags and weight, each computed once: a page asks for every text object."""

    styles: dict[tuple[str, int, int], TextStyle] = field(default_factory=dict)

    def style(self, name: str, flags: int, weight: int) -> TextStyle:
        key = (name, flags, weight)
        if key not in self.styles:
            self.styles[key] = font_style(name, flags, weight)
        return self.styles[key]


class PdfFile:
    """An open PDF. Raises :class:`UnreadableInputError` where it is locked, broken or too long."""

    def __init__(self, data: bytes, name: str) -> None:
        self._pdfium, self._raw = _engine()
        self._fonts = _Fonts()
        self._left = MOST_CHARACTERS
        self._name = name
        self.unknown: dict[tuple[str, int], str] = {}
        """The characters that stand for codes of fonts that the PDF maps to no character."""
        self._letters = 0
        self._unmapped: dict[str, Counter[int]] = defaultdict(Counter)
        """How often each code of a font occurs that the PDF maps to no character; all fonts without a name are one."""
        try:
            self._document: Any = self._pdfium.PdfDocument(data)
            self.page_count = len(self._document)
        except self._pdfium.PdfiumError as error:
            if "password" in str(error).lower():
                raise UnreadableInputError(f"{name} is locked with a password", "save a copy without one") from error
            raise UnreadableInputError(f"{name} is a broken PDF file", "save it again, or give its source") from error
        if self.page_count > MOST_PAGES:
            raise UnreadableInputError(f"{name} has more than {MOST_PAGES} pages", "give the pages of the list only")

    def meta(self) -> tuple[tuple[str, str], ...]:
        """Return the title and author that the file names."""
        known = self._document.get_metadata_dict(skip_empty=True)
        pairs = ((key.lower(), " ".join(str(known.get(key, "")).split())) for key in ("Title", "Author"))
        return tuple((key, value) for key, value in pairs if value)

    def pages(self) -> Iterator[RawPage]:
        """Yield every page in turn; a broken one comes without characters."""
        for number in range(self.page_count):
            try:
                page = self._document[number]
            except self._pdfium.PdfiumError:
                yield RawPage(PdfPage(number, 0, 0, 612, 792), [], broken=True)
                continue
            try:
                yield self._page(number, page)
            except self._pdfium.PdfiumError:
                yield RawPage(PdfPage(number, 0, 0, 612, 792), [], broken=True)
            finally:
                page.close()

    def close(self) -> None:
        """Give the memory back."""
        self._document.close()

    def _page(self, number: int, page: Any) -> RawPage:
        text = page.get_textpage()
        try:
            count = max(0, self._raw.FPDFText_CountChars(text.raw))
            if count > self._left:
                raise UnreadableInputError(
                    f"{self._name} has more than {MOST_CHARACTERS // 1_000_000} million characters", "split it"
                )
            self._left -= count
            box = tuple(page.get_cropbox())
            coded: list[_CodedGlyph] = []
            found = list(self._characters(text.raw, count, box, coded))
            self._decode(coded)
        finally:
            text.close()
        turn = Counter(turn for turn, _ in found).most_common(1)[0][0] if found else 0
        glyphs = [glyph for other, glyph in found if other == turn and glyph.text]
        left, bottom, right, top = _turned_box(box, turn)
        shown = PdfPage(number, left, bottom, right, top)
        rules, walls = self._rules(page.raw, turn)
        shown.rules, shown.walls = rules, walls
        self._link(glyphs, [(_turned_box(area, turn), href) for area, href in self._links(page)])
        return RawPage(shown, glyphs)

    # Characters ----------------------------------------------------------------------------------------------------

    def _characters(
        self, text: Any, count: int, box: tuple[float, ...], coded: list[_CodedGlyph]
    ) -> Iterator[tuple[int, Glyph]]:
        """Yield the characters of a page and how their text is turned; ``coded`` gets those whose code may be TeX's."""
        raw = self._raw
        unmapped_codes: dict[tuple[int | None, int], bool] = {}
        area = raw.FS_RECTF()
        x, y = ctypes.c_double(), ctypes.c_double()
        formats: dict[int | None, _CharFormat | None] = {}
        spaced = False
        for at in range(count):
            # 1. spaces that PDFium inserts are no characters, but the next one stands apart
            if raw.FPDFText_IsGenerated(text, at) == 1:
                spaced = spaced or raw.FPDFText_GetUnicode(text, at) == _BLANK
                continue
            # 2. the look that all characters of a text object share, asked for once
            drawn = raw.FPDFText_GetTextObject(text, at)
            address = ctypes.cast(drawn, ctypes.c_void_p).value
            if address not in formats:
                formats[address] = self._look(text, at, drawn)
            look = formats[address]
            if look is None:
                continue
            # 3. the code, and whether the font says which character it is
            code = raw.FPDFText_GetUnicode(text, at)
            if (look.font, code) not in unmapped_codes:
                unmapped_codes[look.font, code] = raw.FPDFText_HasUnicodeMapError(text, at) == 1
            unmapped = unmapped_codes[look.font, code]
            tex_code = code if unmapped else latin_code(code)
            if unmapped:
                is_coded = code < len(T1) and (bool(look.encoding) or not look.name)
            else:  # below the space it is a mark of PDFium's
                is_coded = code > _BLANK and look.encoding[tex_code : tex_code + 1] not in ((), (chr(code),))
            # 4. what stands for it until the page is read
            if look.symbol and code <= _BLANK:
                sign = "•" if self._is_drawn(text, at, look.size) else ""
            elif is_coded and unmapped:
                sign = chr(code)
            else:
                unmapped_sign = unmapped and not _BLANK <= code <= _LAST_LATIN
                sign = (unmapped_sign and self._unknown(code, look.name)) or character(code, look.name, unmapped_sign)
            if not sign or not raw.FPDFText_GetLooseCharBox(text, at, area):
                continue
            # 5. its place; what is cut off the page is not read
            raw.FPDFText_GetCharOrigin(text, at, x, y)
            if not (box[0] - 2 <= x.value <= box[2] + 2 and box[1] - 2 <= y.value <= box[3] + 2):
                continue
            x0, _, x1, _ = _turned_box((area.left, area.bottom, area.right, area.top), look.turn)
            _, base = _turned(x.value, y.value, look.turn)
            symbol = look.symbol or (sign == "•" and code != ord("•"))
            glyph = Glyph(sign, x0, x1, base, look.size, look.style, "", look.colour, symbol, spaced)
            if not look.symbol and code != _BLANK:
                self._letters += 1
                if is_coded:
                    coded.append(_CodedGlyph(glyph, look.name, look.font, tex_code, unmapped))
                elif unmapped and has_letters(look.name):
                    self._unmapped[look.name][code] += 1
            yield look.turn, glyph
            spaced = False

    def _decode(self, coded: list[_CodedGlyph]) -> None:
        """Put what codes of TeX's encodings mean into the characters of a page.

        Codes of a font without a name are letters if most codes of that font are ASCII. Otherwise they are icons, which
        are removed.
        """
        by_font: dict[int | None, Counter[int]] = defaultdict(Counter)
        widths: dict[int | None, set[float]] = defaultdict(set)
        for one in coded:
            if one.unmapped:
                by_font[one.font][one.code] += 1
                widths[one.font].add(round((one.glyph.x1 - one.glyph.x0) / one.glyph.size, 2))
        for one in coded:
            if one.unmapped and (one.name or is_of_letters(by_font[one.font])):
                self._unmapped[one.name][one.code] += 1
            elif one.unmapped and not _BLANK < one.code < _DELETE:
                one.glyph.text = ""
        for one in coded:
            codes = by_font[one.font]
            encoding = encoding_of(font_name(one.name)) or encoding_by_codes(self._unmapped[""])
            if encoding is OT1 and not one.name and len(widths[one.font]) == 1 < len(codes):
                continue  # typewriter, whose punctuation is ASCII in OT1
            # A font whose ligatures the PDF does not map has no map; PDFium took its other codes for those of Latin-1.
            if one.glyph.text and (one.unmapped or not codes.keys().isdisjoint(ligature_codes(encoding))):
                one.glyph.text = "".join(encoding[one.code : one.code + 1])

    def damage(self) -> Problem | None:
        """Return what is wrong with the letters of the pages that were read: the PDF maps many of them to no character.

        Raises :class:`UnreadableInputError` if most of them cannot be known.
        """
        unknown = (codes for name, codes in self._unmapped.items() if not encoding_of(font_name(name)))
        lost = sum(codes.total() for codes in unknown if not is_text(codes))
        if 2 * lost > self._letters:
            raise UnreadableInputError(
                f"the text of {self._name} cannot be read: its fonts carry no table of characters",
                "run OCR on it (for example, ocrmypdf --force-ocr), or give its source",
            )
        share = sum(codes.total() for codes in self._unmapped.values()) / max(1, self._letters)
        if share <= _MOST_UNMAPPED:
            return None
        return Problem(
            f"the text layer of {self._name} is damaged: {share:.0%} of its letters are in fonts without a table of characters",
            "compare accented letters with the page, or give its source",
            severity="warning",
            kind="damaged-text",
        )

    def _unknown(self, code: int, font: str) -> str:
        """Return what stands for a code without a character until the document's words state what it is.

        Return an empty string in symbol fonts.
        """
        if not has_letters(font):
            return ""
        known = self.unknown.get((font, code))
        if known is None and len(self.unknown) < MOST_UNKNOWN:
            known = self.unknown[font, code] = chr(FIRST_UNKNOWN + len(self.unknown))
        return known or ""

    def _is_drawn(self, text: Any, at: int, size: float) -> bool:
        """Whether a space of an icon font leaves ink."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        self._raw.FPDFText_GetCharBox(text, at, left, right, bottom, top)
        return right.value - left.value > 0.2 * size and top.value - bottom.value > 0.2 * size

    def _look(self, text: Any, at: int, drawn: Any) -> _CharFormat | None:
        """Return the look of a text object; None if its text runs askew or is too small to be seen."""
        raw = self._raw
        matrix = raw.FS_MATRIX()
        if not raw.FPDFText_GetMatrix(text, at, matrix):
            return None
        angle = math.degrees(math.atan2(matrix.b, matrix.a))
        turn = round(angle / 90) % 4
        size = abs(raw.FPDFText_GetFontSize(text, at)) * math.hypot(matrix.c, matrix.d)
        # Text along a slope, such as a watermark, is no running text, and sizes beyond these are no sizes.
        if abs(angle - 90 * round(angle / 90)) > 3 or not 1 <= size <= 400:
            return None
        buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
        raw.FPDFText_GetFontInfo(text, at, buffer, 128, flags)
        name = buffer.value.decode("utf-8", "replace")
        style = self._fonts.style(name, flags.value, raw.FPDFText_GetFontWeight(text, at))
        if drawn and raw.FPDFTextObj_GetTextRenderMode(drawn) == _STROKED_TOO:
            style |= TextStyle.BOLD
        skew = (matrix.a * matrix.c + matrix.b * matrix.d) / ((matrix.a**2 + matrix.b**2) or 1.0)
        # Fonts without an italic are slanted by some 12 to 20 degrees.
        if 0.1 < skew < 0.6:
            style |= TextStyle.ITALIC
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        colour = 0
        if raw.FPDFText_GetFillColor(text, at, red, green, blue, alpha):
            colour = _colour(red.value, green.value, blue.value)
        font = ctypes.cast(raw.FPDFTextObj_GetFont(drawn), ctypes.c_void_p).value if drawn else None
        return _CharFormat(name, font, style, size, turn, colour, is_symbol_font(name), encoding_of(font_name(name)))

    # Links and lines -----------------------------------------------------------------------------------------------

    def _links(self, page: Any) -> Iterator[tuple[tuple[float, float, float, float], str]]:
        """Yield the rectangles of a page that link to an address, with the address."""
        raw = self._raw
        place, link = ctypes.c_int(0), raw.FPDF_LINK()
        for _ in range(_MOST_LINKS):
            if not raw.FPDFLink_Enumerate(page.raw, place, link):
                return
            action = raw.FPDFLink_GetAction(link)
            if not action or raw.FPDFAction_GetType(action) != _URI_ACTION:
                continue
            size = min(raw.FPDFAction_GetURIPath(self._document.raw, action, None, 0), 4000)
            buffer = ctypes.create_string_buffer(size + 1)
            raw.FPDFAction_GetURIPath(self._document.raw, action, buffer, size)
            href = buffer.value.decode("utf-8", "replace").strip()
            if href:
                for area in self._areas(link):
                    yield area, href

    def _areas(self, link: Any) -> Iterator[tuple[float, float, float, float]]:
        """Yield the rectangles of a link: one for each line of its text, or else the whole one."""
        raw = self._raw
        quads = raw.FS_QUADPOINTSF()
        for at in range(min(max(0, raw.FPDFLink_CountQuadPoints(link)), 50)):
            if raw.FPDFLink_GetQuadPoints(link, at, quads):
                xs = (quads.x1, quads.x2, quads.x3, quads.x4)
                ys = (quads.y1, quads.y2, quads.y3, quads.y4)
                yield min(xs), min(ys), max(xs), max(ys)
        if raw.FPDFLink_CountQuadPoints(link) <= 0:
            area = raw.FS_RECTF()
            if raw.FPDFLink_GetAnnotRect(link, area):
                yield (
                    min(area.left, area.right),
                    min(area.top, area.bottom),
                    max(area.left, area.right),
                    max(area.top, area.bottom),
                )

    @staticmethod
    def _link(glyphs: list[Glyph], areas: list[tuple[tuple[float, float, float, float], str]]) -> None:
        """Give the characters inside each rectangle its target; rectangles are found by strips of the page."""
        strips: dict[int, list[tuple[tuple[float, float, float, float], str]]] = {}
        for area, href in areas:
            low, high = int(area[1] // _STRIP), int(area[3] // _STRIP)
            for strip in range(low, min(high, low + 100) + 1):
                strips.setdefault(strip, []).append((area, href))
        if not strips:
            return
        for glyph in glyphs:
            middle = glyph.y + 0.3 * glyph.size
            centre = (glyph.x0 + glyph.x1) / 2
            for (left, bottom, right, top), href in strips.get(int(middle // _STRIP), [])[:200]:
                if left <= centre <= right and bottom <= middle <= top:
                    glyph.href = href
                    break

    def _rules(self, page: Any, turn: int) -> tuple[list[RuledLine], list[RuledLine]]:
        """Return the thin horizontal and vertical lines and bars of a page."""
        raw = self._raw
        level: list[RuledLine] = []
        upright: list[RuledLine] = []
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        for at in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
            thing = raw.FPDFPage_GetObject(page, at)
            if raw.FPDFPageObj_GetType(thing) != _PATH_OBJECT:
                continue
            if not raw.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
                continue
            x0, y0, x1, y1 = _turned_box((left.value, bottom.value, right.value, top.value), turn)
            if y1 - y0 <= _THIN < x1 - x0:
                level.append(RuledLine((y0 + y1) / 2, x0, x1))
            elif x1 - x0 <= _THIN < y1 - y0:
                upright.append(RuledLine((x0 + x1) / 2, y0, y1))
        return level, upright


def _colour(red: int, green: int, blue: int) -> int:
    """Return a colour as a number; all that nobody can tell from black are black."""
    return 0 if max(red, green, blue) <= _DARK else red << 16 | green << 8 | blue


def _turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """Return a point of a page that is turned by quarters so that its text runs to the right."""
    return ((x, y), (y, -x), (-x, -y), (-y, x))[turn]


def _turned_box(box: tuple[float, ...], turn: int) -> tuple[float, float, float, float]:
    """Return a box (left, bottom, right, top) of a page that is turned as in :func:`_turned`."""
    xs, ys = zip(_turned(box[0], box[1], turn), _turned(box[2], box[3], turn), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
