"""BibTeX's lists of names: ``First von Last``, ``von Last, First``, ``von Last, Jr, First``, joined by ``and``.

Names are divided as BibTeX does it (Patashnik, "BibTeXing", section 4, and bibtex.web's ``von_token_found``): a word
that begins with a lower-case letter at brace level 0 belongs to the particle, a brace group is one word whose case does
not count, ``{\\'e}`` counts as a letter. Two things follow BibLaTeX instead: a hyphen does not divide a word
(``al-Khwarizmi`` is a family name), and the extended form ``family=Oord, given=Aaron, prefix=van den`` is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.text.tex import decode, encode
from citekit.text.tex_table import ACCENTS
from citekit.works.name import OTHERS, Name

_PIECE = re.compile(
    r"(?P<brace>[{}])|(?P<comma>,)|(?P<blank>[\s~]+)|(?P<text>\\[A-Za-z]+|\\.|[^{},\s~\\]+|\\)", re.DOTALL
)
_SPECIAL_LETTERS = {"oe": False, "ae": False, "aa": False, "o": False, "l": False, "ss": False, "i": False, "j": False}
_EXTENDED = re.compile(r"\s*\"?\s*(family|given|prefix|suffix|useprefix|id|[a-z]+-i)\s*=\s*", re.IGNORECASE)

_SPECIAL = re.compile(r"\{\\[A-Za-z`'^~=.\"]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef]+")

Words = list[str]


def parse_names(value: str) -> tuple[Name, ...]:
    """The names of a BibTeX name list, LaTeX resolved to Unicode.

    ``others`` becomes :data:`~citekit.works.name.OTHERS`; a name wholly in braces becomes a literal one. Nothing
    raises: a name that breaks the rules (too many commas) is divided at its first and last comma.
    """
    names = (_name(parts) for parts in _split_list(value))
    return tuple(name for name in names if name is not None)


def _split_list(value: str) -> list[list[Words]]:
    """The list as names, each a list of comma-separated parts, each a list of raw words."""
    people: list[list[Words]] = [[[]]]
    word: list[str] = []
    depth = 0

    def end_word() -> None:
        if not word:
            return
        text = "".join(word)
        word.clear()
        if text.lower() == "and" and any(people[-1]):
            people.append([[]])
        elif text.lower() != "and" or len(people[-1]) > 1:
            people[-1][-1].append(text)

    for match in _PIECE.finditer(value):
        kind, piece = match.lastgroup, match.group()
        if kind == "brace":
            depth = max(0, depth + (1 if piece == "{" else -1))
            word.append(piece)
        elif depth == 0 and kind == "blank":
            if word and word[-1][:1] == "\\" and word[-1][1:] in ACCENTS:
                word.append(" ")
            else:
                end_word()
        elif depth == 0 and kind == "comma":
            end_word()
            people[-1].append([])
        else:
            word.append(piece)
    end_word()
    return [parts for parts in people if any(parts)]


def _name(parts: list[Words]) -> Name | None:
    if len(parts) == 1 and len(parts[0]) == 1:
        return _single(parts[0][0])
    if len(parts) > 1 and _EXTENDED.match(parts[0][0] if parts[0] else ""):
        return _extended(parts)
    if len(parts) == 1:
        given, particle, family = _first_von_last(parts[0])
        return _built(given, particle, family, [])
    particle, family = _von_last(parts[0])
    suffix = [word for part in parts[1:-1] for word in part]
    return _built(parts[-1], particle, family, suffix)


def _single(word: str) -> Name | None:
    if word == "others":
        return OTHERS
    if _EXTENDED.match(word):
        return _extended([[word]])
    text = _text([word])
    if not text:
        return None
    return Name(literal=text) if _is_group(word) and text != "others" else Name(family=text)


def _is_group(word: str) -> bool:
    """Whether one pair of braces, not a special character, encloses the whole word."""
    if not (word.startswith("{") and word.endswith("}")) or _SPECIAL.match(word):
        return False
    depth = 0
    for at, character in enumerate(word):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return at == len(word) - 1
    return False


def _built(given: Words, particle: Words, family: Words, suffix: Words) -> Name | None:
    name = Name(_text(family), _text(given), "", _text(particle), _text(suffix))
    return name if any((name.family, name.given, name.non_dropping_particle, name.suffix)) else None


def _text(words: Iterable[str]) -> str:
    return " ".join(decode(" ".join(words)).split())


def _first_von_last(words: Words) -> tuple[Words, Words, Words]:
    small = [at for at, word in enumerate(words[:-1]) if _is_small(word)]
    if not small:
        return words[:-1], [], words[-1:]
    return words[: small[0]], words[small[0] : small[-1] + 1], words[small[-1] + 1 :]


def _von_last(words: Words) -> tuple[Words, Words]:
    cut = max((at + 1 for at, word in enumerate(words[:-1]) if _is_small(word)), default=0)
    return words[:cut], words[cut:]


def _is_small(word: str) -> bool:
    """Whether the first letter that counts is lower case."""
    depth = at = 0
    while at < len(word):
        character = word[at]
        if character == "{":
            if depth == 0 and word[at + 1 : at + 2] == "\\":
                return _special_is_small(word[at + 1 :])
            depth += 1
        elif character == "}":
            depth -= 1
        elif depth == 0 and character.isalpha():
            return character.islower()
        at += 1
    return False


def _special_is_small(special: str) -> bool:
    r"""Case of a special character: ``\'e`` by its letter, ``\ss`` and ``\O`` by the command."""
    command = re.match(r"\\([A-Za-z]+)", special)
    if command and command[1].lower() in _SPECIAL_LETTERS:
        return command[1].islower()
    rest = special[command.end() :] if command else special
    letter = re.search(r"[^\W\d_]", rest.split("}", 1)[0] or rest)
    return bool(letter and letter.group().islower())


def _extended(parts: list[Words]) -> Name | None:
    """BibLaTeX's extended name format (BibLaTeX manual, "Name formats")."""
    found: dict[str, str] = {}
    for part in parts:
        raw = " ".join(part)
        match = _EXTENDED.match(raw)
        if match:
            found[match[1].lower()] = " ".join(decode(raw[match.end() :].strip().strip('"')).split())
    prefix = found.get("prefix", "")
    dropping = found.get("useprefix", "true").lower() == "false"
    name = Name(
        found.get("family", ""),
        found.get("given", ""),
        prefix if dropping else "",
        "" if dropping else prefix,
        found.get("suffix", ""),
    )
    return name if any((name.family, name.given, prefix, name.suffix)) else None


def format_names(names: Iterable[Name], ascii_only: bool = False) -> str:
    """A BibTeX name list: ``van Gogh, Vincent and {The Team} and others``.

    Bodies stand in braces, and so do parts that BibTeX would divide wrongly; ``others`` stands where the list has its gap. Both particles of
    CSL go before the family name, since BibTeX has one.
    """
    people = list(names)
    written = ["others" if name.is_others else _format(name, ascii_only) for name in people]
    return " and ".join(filter(None, written))


def _format(name: Name, ascii_only: bool) -> str:
    def tex(text: str) -> str:
        return encode(" ".join(_CONTROL.sub(" ", text).split()), ascii_only)

    if name.literal:
        return _braced(tex(name.literal))
    particle = tex(f"{name.dropping_particle} {name.non_dropping_particle}")
    family, given, suffix = tex(name.family), tex(name.given), tex(name.suffix)
    if particle and " ".join(_von_last([*_words(particle), "X"])[0]) != particle:
        family, particle = f"{particle} {family}".strip(), ""  # BibTeX knows a particle by its small letters only
    if not family and not suffix:
        return _braced(" ".join(filter(None, (given, particle))))
    if not given and not suffix:
        whole = f"{particle} {family}".strip()
        plain = not particle and _is_plain_word(whole)
        return whole if plain else (f"{_safe_family(whole, particle, family)}," if particle else _braced(whole))
    head = _safe_family(f"{particle} {family}".strip(), particle, family)
    return ", ".join((head, *((_safe(suffix),) if suffix else ()), _safe(given))).rstrip()


def _braced(text: str) -> str:
    return f"{{{text}}}" if text else ""


def _is_plain_word(text: str) -> bool:
    return " " not in text and "," not in text and "~" not in text and text.lower() not in ("others", "and")


def _words(text: str) -> Words:
    """The words of a part, or none where it would end its part or its name."""
    parts = _split_list(f"x {text} x")
    return parts[0][0][1:-1] if len(parts) == 1 and len(parts[0]) == 1 else []


def _safe(text: str) -> str:
    """A part as it is, or in braces where it holds a comma or an ``and`` of its own."""
    if not text or (_words(text) and not _EXTENDED.match(text)):
        return text
    return f"{{{text}}}"


def _safe_family(whole: str, particle: str, family: str) -> str:
    words = _words(whole)
    if words and " ".join(_von_last(words)[0]) == particle and not _EXTENDED.match(whole):
        return whole
    return " ".join(filter(None, (particle if _words(particle) else _braced(particle), _braced(family))))
