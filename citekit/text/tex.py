r"""LaTeX text <-> Unicode text, one table for both directions, and nothing is ever lost in between.

What BibTeX fields hold is LaTeX; what a work holds is Unicode. :func:`decode` and :func:`encode` are the way there and
back for plain text; :func:`decode_rich` and :func:`citekit.text.rich.encode_rich` also carry emphasis. Mathematics
(``$…$``) stays as it is in both directions. Macros that have no Unicode meaning stay too, in text that is marked as
:class:`~citekit.text.tex_syntax.TeX`; any other string is plain text, and what looks like a macro there is printed.

Accents are written the way BibTeX needs them, as a brace group that begins with a backslash (``{\'E}``, ``{\H{o}}``):
only then does BibTeX take them for one letter (Patashnik, "BibTeXing", section 4). ``%`` is an ordinary character in a
``.bib`` file, so it is escaped for LaTeX and never starts a comment.
"""

from __future__ import annotations

from citekit.text.tex_allowed import Refused, passes, refused
from citekit.text.tex_decode import decode, decode_rich
from citekit.text.tex_encode import balanced, encode, escape_all
from citekit.text.tex_syntax import MATH, NOCASE, SMALL_CAPS, TeX, in_kind

__all__ = [
    "MATH",
    "NOCASE",
    "SMALL_CAPS",
    "Refused",
    "TeX",
    "balanced",
    "decode",
    "decode_rich",
    "encode",
    "escape_all",
    "in_kind",
    "passes",
    "refused",
]
