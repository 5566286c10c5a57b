"""Makes small PDF files out of words with places: plain operators, the fonts that every viewer has, links, lines."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

FONTS = {
    "": "Helvetica",
    "b": "Helvetica-Bold",
    "i": "Helvetica-Oblique",
    "bi": "Helvetica-BoldOblique",
    "t": "Times-Roman",
    "c": "Courier",
    "s": "Symbol",
}
COURIER = 0.6
"""The width of every character of Courier in font sizes."""


@dataclass
class PageMaker:
    """One page of A4; y counts from the top."""

    operators: list[bytes] = field(default_factory=list)
    links: list[tuple[float, float, float, float, str]] = field(default_factory=list)
    turn: int = 0

    def text(
        self, x: float, y: float, words: str, font: str = "", size: float = 10, colour: str = "0 0 0"
    ) -> PageMaker:
        """Print words with their baseline at y."""
        return self.matrix(f"1 0 0 1 {x} {842 - y}", words, font, size, colour)

    def matrix(self, place: str, words: str, font: str = "", size: float = 10, colour: str = "0 0 0") -> PageMaker:
        """Print words turned or slanted by a text matrix."""
        number = list(FONTS).index(font)
        shown = words.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        head = f"BT {colour} rg /F{number} {size} Tf {place} Tm (".encode()
        self.operators.append(head + shown + b") Tj ET")
        return self

    def lines(self, x: float, y: float, text: str, font: str = "c", size: float = 10, step: float = 12) -> PageMaker:
        """Print the lines of a text, one below the other."""
        for number, line in enumerate(text.splitlines()):
            self.text(x, y + number * step, line, font, size)
        return self

    def link(self, x: float, y: float, width: float, target: str) -> PageMaker:
        """A link around words printed at x and y."""
        self.links.append((x, 842 - y - 3, x + width, 842 - y + 8, target))
        return self

    def rule(self, x: float, y: float, width: float) -> PageMaker:
        """A thin line."""
        self.operators.append(f"{x} {842 - y} {width} 0.5 re f".encode())
        return self


def pdf(*pages: PageMaker, title: str = "", encrypt: bool = False) -> bytes:
    """The bytes of a file with these pages."""
    bodies: dict[int, bytes] = {}
    fonts = b""
    for number, name in enumerate(FONTS.values()):
        encoding = b"" if name == "Symbol" else b"/Encoding /WinAnsiEncoding"
        bodies[10 + number] = b"<< /Type /Font /Subtype /Type1 /BaseFont /%s %s >>" % (name.encode(), encoding)
        fonts += b"/F%d %d 0 R " % (number, 10 + number)
    kids = []
    at = 30
    for page in pages:
        stream = b"\n".join(page.operators)
        bodies[at + 1] = b"<< /Length %d >> stream\n%s\nendstream" % (len(stream), stream)
        notes = b" ".join(_link(*link) for link in page.links)
        bodies[at] = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate %d /Resources << /Font << %s >> >>"
            b" /Contents %d 0 R /Annots [%s] >>" % (page.turn, fonts, at + 1, notes)
        )
        kids.append(b"%d 0 R" % at)
        at += 2
    bodies[1] = b"<< /Type /Catalog /Pages 2 0 R >>"
    bodies[2] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), b" ".join(kids))
    bodies[3] = b"<< /Title (%s) >>" % title.encode()
    if encrypt:
        bodies[4] = b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % (b"5a" * 32, b"a5" * 32)
    return _file(bodies, encrypt)


def _link(x0: float, y0: float, x1: float, y1: float, target: str) -> bytes:
    place = f"/Rect [{x0} {y0} {x1} {y1}]".encode()
    return b"<< /Type /Annot /Subtype /Link %s /A << /S /URI /URI (%s) >> >>" % (place, target.encode())


def _file(bodies: dict[int, bytes], encrypt: bool) -> bytes:
    out = b"%PDF-1.4\n"
    offsets: dict[int, int] = {}
    for number, body in sorted(bodies.items()):
        offsets[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    size = max(bodies) + 1
    out += b"xref\n0 %d\n" % size
    for number in range(size):
        out += b"%010d 00000 n \n" % offsets[number] if number in offsets else b"0000000000 65535 f \n"
    more = b"/Encrypt 4 0 R /ID [<aa> <aa>]" if encrypt else b""
    return out + b"trailer << /Size %d /Root 1 0 R /Info 3 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (size, more, start)


# PDFs that keep PDFium busy -------------------------------------------------------------------------------------------


def form(content: bytes, calls: int) -> bytes:
    """A form, which a page or another form draws with ``/X Do``; in it ``/X`` is the form with the number ``calls``."""
    head = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> >>" % calls
    return _stream(content, head)


def page_that_calls(forms: dict[int, bytes], content: bytes, head: bytes = b"") -> bytes:
    """A PDF of one page with this content, in which ``/X`` is the form with the number 5 and ``/F`` is Helvetica."""
    resources = b"<< /XObject << /X 5 0 R >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources %s /Contents 4 0 R >>" % resources
    pages = b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>"
    catalogue = b"<< /Type /Catalog /Pages 2 0 R >>"
    return _file({1: catalogue, 2: pages, 3: page, 4: _stream(content, head), **forms}, False)


def endless_pdf() -> bytes:
    """Less than a kilobyte: a form that draws itself ten times."""
    return page_that_calls({5: form(b"/X Do " * 10, 5)}, b"/X Do " * 10)


def exploding_pdf() -> bytes:
    """A few kilobytes without recursion: twelve forms, each of which draws the next one twenty times."""
    return page_that_calls({5 + at: form(b"/X Do " * 20, 6 + at) for at in range(12)}, b"/X Do " * 20)


def crowded_pdf(objects: int) -> bytes:
    """A page of so many text objects, packed a hundredfold."""
    content = zlib.compress(b"BT /F 9 Tf 20 20 Td " + b"(a)Tj\n" * objects + b"ET", 9)
    return page_that_calls({}, content, b"/Filter /FlateDecode")


def _stream(content: bytes, head: bytes = b"") -> bytes:
    return b"<< %s /Length %d >> stream\n%s\nendstream" % (head, len(content), content)


# PDFs whose fonts name no characters -----------------------------------------------------------------------------------

_WIDTHS = b"/FirstChar 0 /LastChar 255 /Widths [%s]" % (b"500 " * 256)
_NO_TYPEWRITER = _WIDTHS.replace(b"500 " * 256, b"500 " * 105 + b"300 " + b"500 " * 150)  # 105 is the code of "i"
_NAMES_OF_CODES = b" ".join(b"/a%d" % code for code in range(256))


def outline_font(name: str, more: bytes = b"") -> bytes:
    """A font of this name without an encoding; ``more`` is what else is in its dictionary."""
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /%s %s %s >>" % (name.encode(), _WIDTHS, more)


def bitmap_font(typewriter: bool = False) -> bytes:
    """A font as pdfTeX embeds bitmaps: without a name, its glyphs are named after their codes; each is a box."""
    widths = _WIDTHS if typewriter else _NO_TYPEWRITER
    drawn = b" ".join(b"/a%d 9 0 R" % code for code in range(256))
    return (
        b"<< /Type /Font /Subtype /Type3 /Name /F8 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 500 700] %s"
        b" /Encoding << /Type /Encoding /Differences [0 %s] >> /CharProcs << %s >> >>"
        % (widths, _NAMES_OF_CODES, drawn)
    )


def glyph_number_font() -> bytes:
    """A font whose codes are the numbers of its glyphs, two bytes each."""
    return (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Garamond /Encoding /Identity-H /DescendantFonts ["
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Garamond /DW 500 /CIDSystemInfo"
        b" << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
    )


def pdf_of_codes(font: bytes, *lines: bytes, more: bytes = b"") -> bytes:
    """A PDF of one page: lines of codes of a font, then ``more`` operators; ``/G`` is Times."""
    content = (
        b"BT /F 10 Tf 14 TL 50 780 Td " + b" ".join(b"<%s> Tj T*" % line.hex().encode() for line in lines) + b" ET "
    )
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F 6 0 R /G << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> >> >> >>"
    )
    bodies = {1: b"<< /Type /Catalog /Pages 2 0 R >>", 2: b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>", 3: page}
    box = _stream(b"500 0 0 0 400 600 d1 0 0 400 600 re f")
    to_unicode = b"/CIDInit begincmap 1 beginbfchar <A3> <00A3> endbfchar endcmap"
    return _file({**bodies, 4: _stream(content + more), 6: font, 8: _stream(to_unicode), 9: box}, False)
