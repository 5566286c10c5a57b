r"""LaTeX text <-> Unicode text, one table for both directions, and nothing is ever lost in between.

What BibTeX fields hold is LaTeX; what a work holds is Unicode. :func:`decode` and :func:`encode` are the way there and
back for plain text; :func:`decode_rich` and :func:`citekit.text.rich.encode_rich` also carry emphasis. Mathematics
(``$…$``) and macros that have no Unicode meaning stay as they are in both directions.

Accents are written the way BibTeX needs them, as a brace group that begins with a backslash (``{\'E}``, ``{\H{o}}``):
only then does BibTeX take them for one letter (Patashnik, "BibTeXing", section 4). ``%`` is an ordinary character in a
``.bib`` file, so it is escaped for LaTeX and never starts a comment.
"""

from __future__ import annotations

from citekit.text.tex_decode import decode, decode_rich
from citekit.text.tex_encode import balanced, encode, escape_all
from citekit.text.tex_syntax import MATH, NOCASE, SMALL_CAPS

__all__ = ["MATH", "NOCASE", "SMALL_CAPS", "balanced", "decode", "decode_rich", "encode", "escape_all"]
