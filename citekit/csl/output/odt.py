"""OpenDocument text: a paragraph for each entry, the list within a bookmark.

Source: OASIS OpenDocument 1.2, part 1, "Text Content", "Paragraph Formatting Properties", and part 3, "Packages".
"""

from __future__ import annotations

from citekit.csl.output import HEAD, displayed, escape, lay_out, marks, packed
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, write

NAME = "odt"
SUFFIXES = (".odt",)
PACKED = True

_MARKS = marks(NAME)
_MIME = "application/vnd.oasis.opendocument.text"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
_SPACES = " ".join(
    (
        *(f'xmlns:{name}="{_SPACE}:{name}:1.0"' for name in ("office", "style", "text")),
        f'xmlns:fo="{_SPACE}:xsl-fo-compatible:1.0"',
        'xmlns:xlink="http://www.w3.org/1999/xlink"',
        'office:version="1.2"',
    )
)
_MANIFEST = f"""{HEAD}<manifest:manifest xmlns:manifest="{_SPACE}:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>
</manifest:manifest>
"""


def inline(content: tuple[Inline, ...]) -> str:
    """Output as the content of a paragraph."""

    def wrap(kind: str, value: str, inner: str) -> str:
        if kind == "display":
            return f"{inner}<text:tab/>" if value == "left-margin" else displayed(value, inner, "<text:line-break/>")
        if kind == "link":
            return f'<text:a xlink:type="simple" xlink:href="{escape(value)}">{inner}</text:a>'
        known = (kind, value) in _MARKS
        return f'<text:span text:style-name="{_name(kind, value)}">{inner}</text:span>' if known else inner

    return write(content, escape, wrap)


def bibliography(rendered: Rendered) -> str:
    """Return the main part of a document: ``content.xml``, with its styles."""
    body = lay_out(
        rendered,
        inline,
        escape,
        entry='<text:p text:style-name="Entry">%s</text:p>\n',
        heading='<text:h text:style-name="Heading" text:outline-level="2">%s</text:h>\n',
        note="<text:p>%s</text:p>\n",
    )
    return (
        f"{HEAD}<office:document-content {_SPACES}><office:automatic-styles>\n{_styles(rendered)}"
        f'</office:automatic-styles><office:body><office:text>\n<text:p><text:bookmark-start text:name="bibliography"/>'
        f'</text:p>\n{body}<text:p><text:bookmark-end text:name="bibliography"/></text:p>\n'
        "</office:text></office:body></office:document-content>\n"
    )


def document(rendered: Rendered) -> bytes:
    """Return the whole file."""
    parts = {
        "mimetype": _MIME,
        "META-INF/manifest.xml": _MANIFEST,
        "content.xml": bibliography(rendered),
        "styles.xml": f"{HEAD}<office:document-styles {_SPACES}><office:styles/></office:document-styles>\n",
    }
    return packed(parts, ("mimetype",))


def _styles(rendered: Rendered) -> str:
    hangs = rendered.hanging_indent or rendered.second_field_align
    indent = 'fo:margin-left="1.27cm" fo:text-indent="-1.27cm" ' if hangs else ""
    tab = '<style:tab-stops><style:tab-stop style:position="0cm"/></style:tab-stops>' if hangs else ""
    space = f'fo:margin-bottom="{0.21 * rendered.entry_spacing:.2f}cm" fo:line-height="{100 * rendered.line_spacing}%"'
    entry = f"<style:paragraph-properties {indent}{space}>{tab}</style:paragraph-properties>"
    heading = '<style:text-properties fo:font-weight="bold" fo:font-size="14pt"/>'
    made = [_style("Entry", "paragraph", entry), _style("Heading", "paragraph", heading)]
    for (kind, value), (look, _) in _MARKS.items():
        properties = look if "=" in look else f'{look}="{value}"'
        made.append(_style(_name(kind, value), "text", f"<style:text-properties {properties}/>"))
    return "".join(made)


def _style(name: str, family: str, properties: str) -> str:
    return f'<style:style style:name="{name}" style:family="{family}">{properties}</style:style>\n'


def _name(kind: str, value: str) -> str:
    return f"{kind}-{value}".title().replace("-", "")
