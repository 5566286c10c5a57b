r"""What decoding and encoding LaTeX must agree on: what a formula is, and which macros hold text that is not LaTeX."""

from __future__ import annotations

from citekit import patterns as re


class TeX(str):
    r"""Text that is LaTeX: a backslash in it begins a command. Any other string is plain text, in which it is a character.

    What BibTeX and LaTeX files hold is TeX; so is what is read from them where commands are left in it that no character
    stands for. Cutting and joining gives plain text, whose backslashes are printed: only who knows says ``TeX(…)`` again.
    """

    __slots__ = ()


def in_kind(text: str, *of: str) -> str:
    """A text that was made of others, as TeX where one of them was."""
    return TeX(text) if any(isinstance(one, TeX) for one in of) else text


_IN_DOLLARS = r"(?>(?:[^$\\]++|\\.){1,500})"
MATH = (
    rf"\$\${_IN_DOLLARS}\$\$|\$(?![\s$]){_IN_DOLLARS}(?<!\s)\$(?!\d)|\$(?![\s$\d]){_IN_DOLLARS}(?<!\s)\$"
    r"|\\\((?>(?:[^\\]++|\\[^)(]){0,500})\\\)"
)
"""Pattern of an inline formula; a dollar sign beside a blank or between digits is money (much as Pandoc reads it)."""

NOCASE = '<span class="nocase">'
SMALL_CAPS = '<span style="font-variant:small-caps;">'

IN_BRACES = r"(?>(?:[^{}]|\{[^{}]*\})*)"
"""Pattern of what stands in braces, with braces in it that hold no more of them."""
OPTIONS = r"(?>(?:[ \t\r\n]*\[[^][{}\\$]{0,200}\])*)[ \t\r\n]*+(?=\{)"
"""Pattern of what may stand between a macro and its argument: blanks and optional arguments."""
VERBATIM = (
    r"\\(?:href|doi|[a-z]{0,10}cite[a-z]{0,10}|(?:eq|page|auto|c)?ref|label)\*?\s*\{" + IN_BRACES + r"\}"
    r"|\\verb\*?(?P<bar>[^A-Za-z\s*]).{0,500}?(?P=bar)"
)
r"""Pattern of a macro whose argument is no LaTeX text and stays as it is: ``\href{…}``, ``\cite{…}``, ``\verb|…|``."""
ADDRESS = r"\\(?:url|nolinkurl|path)\s*\{(?P<address>" + IN_BRACES + r")\}"
r"""Pattern of a macro that prints an address: ``\url{…}``."""

_LIKE_LATEX = re.compile(r"[\\$^]|--|``|''|[?!]`")
_ESCAPE = re.compile(r"\\([_%&#$~{}])")


def plain_address(address: str) -> str:
    r"""An address without the backslashes that people put into it; empty where it would be taken for LaTeX as text."""
    bare = _ESCAPE.sub(r"\1", address)
    return "" if _LIKE_LATEX.search(bare) or bare != bare.strip() else bare
