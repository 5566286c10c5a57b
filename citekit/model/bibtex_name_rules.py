r"""How BibTeX and biber divide a list of names into names, and a name into first, von, last and jr.

BibTeX's rule is that of ``bibtex.web`` (O. Patashnik, ``name_scan_for_and``, ``format.name$`` and ``von_token_found``):
spaces, ties and hyphens end a word, a word is small where its first letter outside of braces is, or a letter in a brace
group that begins with a backslash (``{\'e}``), and the von part reaches to the last small word before the last name.
Biber's is that of btparse (G. Ward): only spaces end a word, the von part is the first run of small words only, and in
``von Last, First`` it must come first; a word that begins with a brace is never small, but for accents (``{\'e}``).

Both are followed to the letter with three exceptions: case is that of Unicode; ``\c C``, ``\~n`` and ``\,`` do not end
a word; and biber's reading of ``aa bb, First``, which loses the last name, is not copied. All of it takes linear time.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from citekit.runtime import patterns as re
from citekit.text.tex_decode import decode
from citekit.text.tex_table import ACCENTS

NameDialect = Literal["bibtex", "biblatex"]
"""Whose rule divides names: BibTeX's, or biber's, which goes with BibLaTeX."""

_ACCENT_WORDS = "|".join(command for command in ACCENTS if command.isalpha())
_HIDDEN = re.compile(
    rf"[{{}}]|\\(?:{_ACCENT_WORDS})[ \t\r\n]+(?=[A-Za-z\\{{])|\\[`'^~=.\"][ \t\r\n]*|\\[,-]|\\(?=\s)", re.DOTALL
)
_AND = re.compile(r"(?<!\s)\s++and(?=\s)|^and(?=\s)", re.IGNORECASE)
_WORD = re.compile(r"[^\s~]+[\s~]*")
_BIBER_WORD = re.compile(r"\S+\s*")
_HYPHENED_WORD = re.compile(r"[^\s~-]+[\s~-]*")
_PATTERN: dict[NameDialect, re.Pattern[str]] = {"bibtex": _HYPHENED_WORD, "biblatex": _BIBER_WORD}
_SEPARATORS = " \t\r\n\f\v~-"
_SPECIAL_LETTERS = {
    **dict.fromkeys(("i", "j", "oe", "ae", "aa", "o", "l", "ss"), True),
    **dict.fromkeys(("OE", "AE", "AA", "O", "L"), False),
}


class NameParts(NamedTuple):
    """The parts of a name as BibTeX calls them, each in its LaTeX spelling."""

    first: str
    von: str
    last: str
    jr: str


def mask(text: str) -> str:
    """Return the text with only the separators that BibTeX sees: everything in braces becomes NUL characters, so that offsets stay the same."""
    if "{" not in text and "}" not in text and "\\" not in text:
        return text
    pieces: list[str] = []
    last = depth = 0
    for match in _HIDDEN.finditer(text):
        start, end = match.span()
        pieces.append("\0" * (start - last) if depth else text[last:start])
        if match.group() == "{":
            depth += 1
        pieces.append(" " if match.group() == "\\" and not depth else "\0" * (end - start))
        if match.group() == "}":
            depth = max(0, depth - 1)
        last = end
    pieces.append("\0" * (len(text) - last) if depth else text[last:])
    return "".join(pieces)


def split_names(value: str) -> list[str]:
    """Return the names of a list, at each ``and`` (in any case, between spaces, outside of braces).

    Empty names are included.
    """
    shown = mask(value)
    found: list[str] = []
    last = 0
    for match in _AND.finditer(shown):
        found.append(value[last : match.start()].strip())
        last = match.end()
    return [*found, value[last:].strip()]


def split_parts(name: str) -> list[str]:
    """Return a name at its commas outside of braces."""
    if "," not in name:
        return [name]
    shown = mask(name)
    places = [at for at, character in enumerate(shown) if character == ","]
    return [name[a + 1 : b] for a, b in zip([-1, *places], [*places, len(name)], strict=True)]


def divide(parts: list[str], dialect: NameDialect = "bibtex") -> NameParts:
    """Return the parts of a name that is in one to three comma-separated pieces."""
    return _divided([_words(part, _PATTERN[dialect]) for part in parts], dialect)


def divide_whole_words(parts: list[str], dialect: NameDialect = "bibtex") -> tuple[NameParts, bool]:
    """As :func:`divide`, but no hyphen cuts a word that begins with a capital; and whether BibTeX would have cut one.

    BibTeX takes ``Seung-hoon Lee`` for a Seung of the family ``hoon Lee``.
    """
    found = divide(parts, dialect)
    cut = dialect == "bibtex" and (
        _is_cut(found.first if len(parts) == 1 else "") or (_is_cut(found.von) and not _is_small(_last_word(found.von)))
    )
    return (_divided([_words(part, _WORD) for part in parts], dialect), True) if cut else (found, False)


def _is_cut(part: str) -> bool:
    return part.endswith("-")


def _last_word(part: str) -> str:
    return part[max(part.rfind(blank) for blank in " \t\r\n~") + 1 :]


def _words(part: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the words of a part, each with what separates it from the next."""
    shown = mask(part)
    return pattern.findall(part) if shown is part else [part[m.start() : m.end()] for m in pattern.finditer(shown)]


def _divided(parts: list[list[str]], dialect: NameDialect) -> NameParts:
    words = parts[0]
    has_comma = len(parts) > 1
    start, end = (_biber_von if dialect == "biblatex" else _bibtex_von)(words, has_comma)
    first = parts[-1] if has_comma else words[:start]
    jr = parts[1] if len(parts) > 2 else []
    return NameParts(_joined(first), _joined(words[start:end]), _joined(words[end:]), _joined(jr))


def _joined(words: list[str]) -> str:
    return "".join(words).strip(" \t\r\n\f\v~") if words else ""


def _bibtex_von(words: list[str], has_comma: bool) -> tuple[int, int]:
    """Return where the von part begins and ends in words before the first comma."""
    last = len(words) - 1
    start = 0
    if not has_comma:
        start = next((at for at in range(last) if _is_small(words[at])), -1)
        if start < 0:
            start = max(last, 0)
            while start > 0 and words[start - 1][len(words[start - 1].rstrip(_SEPARATORS)) :].startswith("-"):
                start -= 1
            return start, start
    end = max(last, start)
    while end > start and not _is_small(words[end - 1]):
        end -= 1
    return start, end


def _biber_von(words: list[str], has_comma: bool) -> tuple[int, int]:
    last = max(len(words) - 1, 0)
    start = 0 if has_comma else next((at for at in range(last) if _begins_small(words[at])), last)
    end = start
    while end < last and _begins_small(words[end]):
        end += 1
    return start, end


def _begins_small(word: str) -> bool:
    """Biber looks at the first character only, after accents have become letters."""
    if word.startswith("{"):
        command = re.match(r"\{\\([A-Za-z]+|.)", word, re.DOTALL)
        if not command or command[1] not in ACCENTS:
            return False
        word = decode(word)
    elif word.startswith("\\"):
        word = decode(word)
    return word[:1].islower()


def _is_small(word: str) -> bool:
    """Whether the first letter that counts for BibTeX is lower case."""
    if word[:1].isalpha() and word[:1].isascii():
        return word[:1].islower()
    depth = 0
    for at, character in enumerate(word):
        if character == "{":
            if depth == 0 and word[at + 1 : at + 2] == "\\" and len(word.rstrip(_SEPARATORS)) > at + 3:
                return _special_is_small(word[at + 2 :])
            depth += 1
        elif character == "}":
            depth -= 1
        elif depth <= 0:
            if character.isupper() or character.istitle():
                return False
            if character.islower():
                return True
    return False


def _special_is_small(special: str) -> bool:
    r"""Case of a special character, from after its backslash: of ``\ss`` and ``\O`` the command's, else its letter's."""
    command = re.match(r"[A-Za-z]*", special)
    name = command.group() if command else ""
    if name in _SPECIAL_LETTERS:
        return _SPECIAL_LETTERS[name]
    depth = 1
    for character in special[len(name) :]:
        depth += (character == "{") - (character == "}")
        if depth == 0 or character.isupper() or character.islower():
            return depth > 0 and character.islower()
    return False
