"""Word (Office Open XML): a paragraph for each entry in the style "Bibliography", the list within a bookmark.

Source: ECMA-376, part 1, "WordprocessingML": paragraphs, runs, fields (``HYPERLINK``), bookmarks, indentation.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.csl.output import HEAD, escape, lay_out, marks, packed
from citekit.csl.processor import Rendered
from citekit.csl.tree import Inline, Markup

NAME = "docx"
SUFFIXES = (".docx",)
PACKED = True

_MARKS = marks(NAME)
# The order that the schema wants of a run's properties, by CSL's attributes.
_ORDER = ("font-weight", "font-style", "font-variant", "text-decoration", "vertical-align")
_SPACE = "http://schemas.openxmlformats.org"
_TYPES = f"""{HEAD}<Types xmlns="{_SPACE}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>
</Types>
"""
_RELATIONS = f"""{HEAD}<Relationships xmlns="{_SPACE}/package/2006/relationships">
<Relationship Id="r1" Type="{_SPACE}/officeDocument/2006/relationships/%s" Target="%s"/>
</Relationships>
"""
_STYLES = f"""{HEAD}<w:styles xmlns:w="{_SPACE}/wordprocessingml/2006/main">
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Bibliography"><w:name w:val="Bibliography"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="%d" w:line="%d" w:lineRule="auto"/>%s</w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:next w:val="Bibliography"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>
</w:styles>
"""
# A link whose text is in runs of the paragraph, so that programs without fields show it as well.
_FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    '<w:r><w:instrText xml:space="preserve"> HYPERLINK "{target}" </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>{inner}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
_PARAGRAPH = '<w:p><w:pPr><w:pStyle w:val="%s"/></w:pPr>%s</w:p>\n'
_HANGING = '<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:ind w:left="720" w:hanging="720"/>'


def inline(content: tuple[Inline, ...]) -> str:
    """Output as runs of WordprocessingML."""
    return _runs(content, {})


def bibliography(rendered: Rendered) -> str:
    """Return the main part of a document: ``word/document.xml``."""
    entry, heading, note = (_PARAGRAPH % (style, "%s") for style in ("Bibliography", "Heading2", "Normal"))
    body = lay_out(rendered, inline, lambda text: _run(text, {}), entry=entry, heading=heading, note=note)
    return (
        f'{HEAD}<w:document xmlns:w="{_SPACE}/wordprocessingml/2006/main"><w:body>\n'
        f'<w:bookmarkStart w:id="0" w:name="bibliography"/>\n{body}<w:bookmarkEnd w:id="0"/>\n'
        f"<w:sectPr/></w:body></w:document>\n"
    )


def document(rendered: Rendered) -> bytes:
    """Return the whole file."""
    hanging = _HANGING if rendered.hanging_indent or rendered.second_field_align else ""
    spacing = (120 * rendered.entry_spacing, 240 * rendered.line_spacing, hanging)
    return packed(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _RELATIONS % ("officeDocument", "word/document.xml"),
            "word/_rels/document.xml.rels": _RELATIONS % ("styles", "styles.xml"),
            "word/document.xml": bibliography(rendered),
            "word/styles.xml": _STYLES % spacing,
        }
    )


def _runs(content: Iterable[Inline], look: dict[str, str]) -> str:
    return "".join(_run(part, look) if isinstance(part, str) else _marked(part, look) for part in content)


def _marked(part: Markup, look: dict[str, str]) -> str:
    if part.kind == "display":
        before = {"paragraph": "<w:r><w:br/></w:r>", "block": _run(" ", {}), "indent": _run(" ", {})}.get(
            part.value, ""
        )
        after = "<w:r><w:tab/></w:r>" if part.value == "left-margin" else "" if before else _run(" ", {})
        return before + _runs(part.content, look) + after
    if part.kind == "link":
        target = escape(part.value.replace('"', "%22").replace("\\", "%5C"))
        inner = _runs(part.content, {**look, "link": '<w:rStyle w:val="Hyperlink"/>'})
        return _FIELD.format(target=target, inner=inner)
    made = _MARKS.get((part.kind, part.value), ("", ""))[0]
    return _runs(part.content, {**look, part.kind: made} if made else look)


def _run(text: str, look: dict[str, str]) -> str:
    properties = "".join(look[name] for name in ("link", *_ORDER) if name in look)
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
