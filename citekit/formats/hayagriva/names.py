"""What Hayagriva calls things: types of entries and their parents, roles, serial numbers, formattable texts.

Source: "The Hayagriva YAML File Format", the documentation of the format in Hayagriva's repository.
"""

from __future__ import annotations

from types import MappingProxyType

from citekit import patterns as re
from citekit.tables import pairs
from citekit.text.tex_syntax import NOCASE

_TABLES = pairs("citekit.formats.hayagriva", "names.tsv")
TYPES = MappingProxyType({csl: tuple(kinds.split()) for csl, kinds in _TABLES["types"].items()})
"""CSL type -> type of the entry and, where there always is one, of its parent."""

OPTIONAL_PARENTS = MappingProxyType(_TABLES["optional_parents"])
"""CSL type -> type of the parent that its entry has where it is in something."""

CSL_TYPES = MappingProxyType(_TABLES["csl_types"])
"""Type of an entry -> CSL type where its parent does not tell."""

OF_ARTICLES = MappingProxyType(_TABLES["of_articles"])
"""Type of an article's parent -> CSL type."""

DEFAULT_PARENTS = MappingProxyType(_TABLES["default_parents"])
"""Type of an entry -> type of a parent that names none."""

SERIES = "anthology"
"""The type of the parent that stands for a series of books."""

CONTAINED = frozenset(
    {"article", "chapter", "entry", "anthos", "scene", "post", "web", "artwork", "legislation", "audio", "video"}
)
"""Types of entries whose parent is what they are in; the parent of others is a series."""

ROLES = MappingProxyType(_TABLES["roles"])
"""Role of an affiliated person -> name variable."""
FIELD_ROLES = frozenset({"afterword", "foreword", "introduction", "annotator", "commentator", "holder"})
"""Roles that only fields hold, as name lists in BibTeX's spelling."""

SERIALS = MappingProxyType(_TABLES["serials"])
"""Serial number -> variable; ``arxiv`` is the field ``eprint``."""

_TAG = re.compile(r'<span class="nocase">|<span style="[^<>"]{0,60}">|</span>|</?(?:i|b|sup|sub|sc)>')
_CODE = re.compile(r"\$[^$#]*+#[^$]*+\$")
_PIECE = re.compile(r"\\(.)|([{}])", re.DOTALL)


def formattable(text: str) -> str:
    """CSL rich text as Hayagriva's: ``nocase`` spans are braces, braces and lone dollars are escaped, other tags go.

    Typst evaluates formulas, so there are none where ``#`` would begin code in one.
    """
    out: list[str] = []
    last = 0
    spans: list[bool] = []
    braced = False
    for match in _TAG.finditer(text):
        out.append(_plain(text[last : match.start()]))
        last = match.end()
        if match[0].startswith("<span"):
            spans.append(match[0] == NOCASE and not braced)
            braced = braced or spans[-1]
            out.append("{" if spans[-1] else "")
        elif match[0] == "</span>" and spans and spans.pop():
            braced = False
            out.append("}")
    made = "".join([*out, _plain(text[last:]), "}" if braced else ""])
    return made.replace("$", "\\$") if made.count("$") % 2 or _CODE.search(made) else made


def _plain(text: str) -> str:
    return re.sub(r"[\\{}]", r"\\\g<0>", text)


def rich(text: str) -> str:
    """Hayagriva's formattable text as CSL rich text: braces are ``nocase`` spans."""
    out: list[str] = []
    last = depth = 0
    for match in _PIECE.finditer(text):
        out.append(text[last : match.start()])
        last = match.end()
        if match[1] is not None:
            out.append(match[1])
        elif match[2] == "{":
            out.append(NOCASE if not depth else "")
            depth += 1
        elif depth:
            depth -= 1
            out.append("" if depth else "</span>")
        else:
            out.append("}")
    out.append(text[last:])
    return "".join(out) + ("</span>" if depth else "")
