"""People and bodies: CSL's name parts, with the marks that a printed list gives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.text.tex_decode import decode
from citekit.text.tex_encode import balanced, encode
from citekit.text.tex_syntax import TeX, in_kind
from citekit.text.tex_table import ACCENTS

EQUAL = "equal"
"""The mark of a shared (equal) contribution, as BibLaTeX data annotations write it."""
SELF = "self"
"""The mark of the owner of the list."""
CORRESPONDING = "corresponding"
"""The mark of a corresponding author."""


@dataclass(frozen=True, slots=True)
class Name:
    """One name in the parts of CSL 1.0.2 (specification, "Name Variables").

    ``literal`` holds a name that is not divided (an institution, a collaboration); then the other parts are empty.
    ``marks`` are sorted and distinct, for example ``("equal", "self")``.

    >>> name = Name("Beethoven", "Ludwig", non_dropping_particle="van")
    >>> name.full_family
    'van Beethoven'
    """

    family: str = ""
    given: str = ""
    dropping_particle: str = ""
    non_dropping_particle: str = ""
    suffix: str = ""
    literal: str = ""
    marks: tuple[str, ...] = ()

    @property
    def is_others(self) -> bool:
        """Whether this stands for the rest of a list that was cut short (``and others``)."""
        return self.literal == "others"

    @property
    def full_family(self) -> str:
        """The family name with its non-dropping particle: ``van Gogh``."""
        return _joined(self.non_dropping_particle, self.family)

    @property
    def first_names(self) -> list[str]:
        """The first given name, as in pybtex, in a list; empty for a name that is not divided."""
        return self.given.split()[:1]

    @property
    def middle_names(self) -> list[str]:
        """The given names after the first, as in pybtex."""
        return self.given.split()[1:]

    @property
    def prelast_names(self) -> list[str]:
        """The words before the family name, as in pybtex: ``["van", "der"]``."""
        return f"{self.dropping_particle} {self.non_dropping_particle}".split()

    @property
    def last_names(self) -> list[str]:
        """The words of the family name, as in pybtex; a name that is not divided is one of them."""
        return self.family.split() or [self.literal]

    def marked(self, *marks: str) -> Name:
        """Return the same name with these marks added."""
        return replace(self, marks=tuple(sorted({*self.marks, *marks})))

    def __str__(self) -> str:
        if self.literal:
            return self.literal
        name = _joined(self.given, _joined(self.dropping_particle, self.full_family))
        return f"{name}, {self.suffix}" if self.suffix else name


def _joined(before: str, after: str) -> str:
    """Two parts of a name, without a space after a particle that ends in a hyphen or an apostrophe: ``al-Khwarizmi``."""
    return before + after if before.endswith(("-", "'", "’")) else " ".join(filter(None, (before, after)))


OTHERS = Name(literal="others")
"""The last name of a list that was cut short."""


def split_particle(family: str) -> tuple[str, str]:
    """Split a family name into the lowercase words it begins with, and the rest.

    >>> split_particle("van der Berg")
    ('van der', 'Berg')
    """
    words = family.split(" ")
    count = next((at for at, word in enumerate(words[:-1]) if not is_small(word)), len(words) - 1)
    return " ".join(words[:count]), " ".join(words[count:])


def is_small(word: str) -> bool:
    """Whether a word of a name begins with a lowercase letter and is not an initial: a particle, by CSL's "parse-names"."""
    return word[:1].islower() and not word.endswith(".")


# --- BibTeX's and BibLaTeX's lists of names <-> CSL's name parts: ``van Gogh, Vincent and {The Team} and others``.
#
# Names are separated by the rule of the dialect and written so that they are read as the same names again. The von part is
# CSL's non-dropping particle, as in BibTeX's own styles, which sort by it; BibLaTeX's extended form (manual, "Name
# formats": ``family=Oord, given=Aaron, prefix=van den, useprefix=false``), which is understood in both dialects, makes
# it a dropping one with ``useprefix=false``.
#
# BibTeX's rule is that of ``bibtex.web`` (O. Patashnik, ``name_scan_for_and``, ``format.name$`` and ``von_token_found``):
# spaces, ties and hyphens end a word, a word is small where its first letter outside of braces is, or a letter in a brace
# group that begins with a backslash (``{\'e}``), and the von part reaches to the last small word before the last name.
# Biber's is that of btparse (G. Ward): only spaces end a word, the von part is the first run of small words only, and in
# ``von Last, First`` it must come first; a word that begins with a brace is never small, but for accents (``{\'e}``).
#
# Both are followed to the letter with three exceptions: case is that of Unicode; ``\c C``, ``\~n`` and ``\,`` do not end
# a word; and biber's reading of ``aa bb, First``, which loses the last name, is not copied. All of it takes linear time.

NameDialect = Literal["bibtex", "biblatex"]
"""Whose rule divides names: BibTeX's, or biber's, which processes BibLaTeX."""

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
    """Return the text with only the separators of BibTeX: everything in braces becomes NUL characters, so that offsets stay the same."""
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
    return _divided_words([_words(part, _PATTERN[dialect]) for part in parts], dialect)


def divide_whole_words(parts: list[str], dialect: NameDialect = "bibtex") -> tuple[NameParts, bool]:
    """As :func:`divide`, but no hyphen cuts a word that begins with a capital; and whether BibTeX would have cut one.

    BibTeX takes ``Seung-hoon Lee`` for a Seung of the family ``hoon Lee``.
    """
    found = divide(parts, dialect)
    cut = dialect == "bibtex" and (
        _is_cut(found.first if len(parts) == 1 else "") or (_is_cut(found.von) and not _is_small(_last_word(found.von)))
    )
    return (_divided_words([_words(part, _WORD) for part in parts], dialect), True) if cut else (found, False)


def _is_cut(part: str) -> bool:
    return part.endswith("-")


def _last_word(part: str) -> str:
    return part[max(part.rfind(blank) for blank in " \t\r\n~") + 1 :]


def _words(part: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the words of a part, each with what separates it from the next."""
    shown = mask(part)
    return pattern.findall(part) if shown is part else [part[m.start() : m.end()] for m in pattern.finditer(shown)]


def _divided_words(parts: list[list[str]], dialect: NameDialect) -> NameParts:
    words = parts[0]
    has_comma = len(parts) > 1
    start, end = (_biber_von if dialect == "biblatex" else _bibtex_von)(words, has_comma)
    first = parts[-1] if has_comma else words[:start]
    jr = parts[1] if len(parts) > 2 else []
    return NameParts(
        _joined_words(first), _joined_words(words[start:end]), _joined_words(words[end:]), _joined_words(jr)
    )


def _joined_words(words: list[str]) -> str:
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


_PARTS = ("family", "given", "prefix", "suffix", "useprefix")
_READ = (*_PARTS, "middle")
_EXTENDED = re.compile(r"\s*+(?:\"\s*+)?(?:family|given|prefix|suffix|useprefix|middle)\s*=", re.IGNORECASE)
_ITEM = re.compile(r"\s*+(?P<quoted>\")?\s*+(?P<name>[A-Za-z][A-Za-z-]*)\s*=\s*+(?P<value>.*)", re.DOTALL)
_QUOTED = re.compile(r"(?:(?<==)|(?<=,)|^)\s*\"[^\"]*\"")
_LOOSE_ACCENT = re.compile(r"(?<!\{)\\([`'^~=.\"]|[bcdHkruv])\s*\{(\\?[A-Za-z])\}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef]+")
_INITIAL_SIGN = re.compile(r"(?<![^\s{}-])\{(\\text[a-z]+)\}")
"""A character as a command at the beginning of a word, where biber takes an initial: of its braces it would keep one."""
_STRAY_AND = re.compile(r"(?:^|\s)and$")
_LONGEST_KEPT = 200
"""Letters of a name that is cached; a longer text is rarely one name."""
_SUFFIX = re.compile(r"(?:jr|sr|2nd|3rd)\.?|II|III|IV|ph\.?\s?d\.?|m\.?d\.?|esq\.?", re.IGNORECASE)
"""What follows a name and is not a given name."""


class NameList(NamedTuple):
    """The names of a list and what was odd about them."""

    names: tuple[Name, ...]
    problems: tuple[Problem, ...]


def parse_names(value: str, dialect: NameDialect = "bibtex") -> tuple[Name, ...]:
    """Return the names of a name list, LaTeX resolved to Unicode; see :func:`read_names`."""
    return read_names(value, dialect).names


def read_names(value: str, dialect: NameDialect = "bibtex") -> NameList:
    """Return the names of a name list, LaTeX resolved to Unicode, and what was odd about them.

    ``others`` becomes :data:`~citekit.model.name.OTHERS`; a name fully in braces becomes a literal one. Nothing raises
    and nothing is lost: a name that breaks the rules (too many commas, unbalanced braces) stays whole as a literal one.
    """
    names: list[Name] = []
    problems: list[Problem] = []
    texts = split_names(str(value))
    if texts[-1].endswith("and") and _STRAY_AND.search(texts[-1]):
        texts[-1:] = [texts[-1][:-3].strip(), ""]
    if _SLIP.search(value):
        texts = [piece for text in texts for piece in _without_slips(text, problems)]
    for text in texts if value.strip() else []:
        name, faults = _kept(text, dialect) if len(text) <= _LONGEST_KEPT else _read(text, dialect)
        if name:
            names.append(name)
        problems.extend(faults)
    return NameList(tuple(names), tuple(problems))


_SLIP = re.compile(r"[;&]|\bet\s+al\b|\bothers\.", re.IGNORECASE)
_ET_AL = re.compile(r"(?:,|(?<![\s,])\s|^)\s*+et\s++al\b\.?\s*+$|^\s*+others\.\s*+$", re.IGNORECASE)
_SIGN_BETWEEN = re.compile(r"(?<!\s)\s*+;\s*+|(?<!\s)\s++\\?&\s++")


def _without_slips(text: str, problems: list[Problem]) -> list[str]:
    """Return the names in a name that is unambiguous, but not BibTeX's: ``Roe, Ann; Doe, Bo``, ``Roe, Ann, et al.``"""
    found = [text]
    if "{" not in text and (last := _ET_AL.search(text)):
        problems.append(_problem(f"'{last[0].strip(' ,')}' is not a name", "write ' and others'", "et-al"))
        found = [name for name in (text[: last.start()].strip(" ,"), "others") if name]
    pieces = _SIGN_BETWEEN.split(found[0])
    if len(pieces) > 1 and "{" not in text and all(piece.count(",") == 1 for piece in pieces):
        message = f"the names '{found[0]}' are not separated by 'and'"
        problems.append(_problem(message, "put ' and ' between them", "names-not-divided"))
        found[:1] = pieces
    return found


def _read(text: str, dialect: NameDialect) -> tuple[Name | None, tuple[Problem, ...]]:
    """Return one name; none if there is nothing in it."""
    text = str(text)  # source, of which pieces are taken as they are
    bare = text.strip(" \t\r\n\f\v~")
    if bare == "others" or (dialect == "biblatex" and bare.lower() == "others"):
        return OTHERS, ()
    if bare.rstrip(", ") == "others":
        return OTHERS, (_problem("a comma follows 'others'", "remove it", "comma-at-end"),)
    if not bare:
        return None, (_problem("a name is empty", "remove one of the 'and's around it", "empty-name"),)
    # BibTeX counts escaped braces too, so backslashes are hidden from the count
    if bare.count("{") != bare.count("}") or ("{" in bare and not balanced(bare.replace("\\", "\0"))):
        problem = _problem(f"the braces of the name '{bare}' do not match", "correct them", "unbalanced-name")
        return _literal(bare), (problem,)
    if _is_group(bare):
        return _literal(bare), ()
    if is_extended(bare):
        return _extended(bare)
    return _divided(bare, dialect)


_kept = lru_cache(maxsize=50_000)(_read)


def is_extended(name: str) -> bool:
    """Whether a name is in BibLaTeX's extended form: ``family=Oord, prefix=van den``."""
    return "=" in name and _EXTENDED.match(name) is not None


def _divided(text: str, dialect: NameDialect) -> tuple[Name | None, tuple[Problem, ...]]:
    problems: list[Problem] = []
    if homonym := _HOMONYM.search(text):
        name, faults = _divided(text[: homonym.start()], dialect)
        return name and name.marked(f"homonym-{homonym['number']}"), faults
    parts = split_parts(text)
    if len(parts) > 1 and not parts[-1].strip(" \t\r\n\f\v~"):
        problems.append(_problem(f"the name '{text}' has a comma at its end", "remove it", "comma-at-end"))
        parts = parts[: max(1, next((at for at in range(len(parts), 0, -1) if parts[at - 1].strip(" ~\t\n")), 1))]
    # "First von Last", "von Last, First" and "von Last, Jr, First" are all forms there are
    if len(parts) > 3:
        hint = "put 'and' between names, and the name of an organization in braces"
        return _literal(text), (_problem(f"the name '{text}' has too many commas", hint, "too-many-commas"),)
    # "Last, First, Jr" is what people write who know the suffix from print, where it comes last
    if len(parts) == 3 and _SUFFIX.fullmatch(parts[2].strip()) and not _SUFFIX.fullmatch(parts[1].strip()):
        hint = f"write '{parts[0].strip()}, {parts[2].strip()}, {parts[1].strip()}'"
        problems.append(
            _problem(f"the suffix of the name '{text}' is in the place of the given name", hint, "suffix-last")
        )
    tidied = [_LOOSE_ACCENT.sub(r"{\\\1{\2}}", part) for part in parts] if "\\" in text else parts
    found, was_cut = divide_whole_words(tidied, dialect)
    if was_cut:
        message = f"BibTeX divides the name '{text}' at a hyphen"
        problems.append(_problem(message, f"write '{found.last}, {found.first}'", "hyphen-divides-name", "info"))
    elif dialect == "bibtex" and tidied != parts and _texts(divide(parts, dialect)) != _texts(found):
        message = f"BibTeX takes a word of the name '{text}' for a particle"
        hint = "put braces around the accent as well: {\\'E}mile"
        problems.append(_problem(message, hint, "accent-outside-braces", "info"))
    given, particle, family, suffix = _texts(found)
    name = Name(family, given, "", particle, suffix) if family or given or particle or suffix else None
    return name, tuple(problems)


_HOMONYM = re.compile(r"(?<=[^\W\d_.])[\s~]++(?P<number>0\d{3})[\s~]*+$")
"""The number by which dblp tells people of one name apart: "Wei Zhao 0012". It is never printed, and kept as a mark."""


def _texts(parts: NameParts) -> tuple[str, ...]:
    return _text(parts.first), _text(parts.von), _text(parts.last), _text(parts.jr)


def _literal(text: str) -> Name | None:
    shown = _text(text)
    return Name(literal=shown) if shown and shown != "others" else Name(family=shown) if shown else None


def _text(source: str) -> str:
    if not source or (source.isalnum() and source.isascii()):
        return source
    text = decode(source)
    return in_kind(" ".join(text.split()), text)


def _is_group(text: str) -> bool:
    """Whether one pair of braces, not a special character, encloses the whole text."""
    if text[0] != "{" or text[-1] != "}" or re.match(r"\{\\[A-Za-z`'^~=.\"]", text):
        return False
    return mask(text).count("\0") == len(text) and _first_group_end(text) == len(text)


def _first_group_end(text: str) -> int:
    depth = 0
    for match in re.finditer(r"[{}]", text):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.end()
    return len(text)


def _problem(message: str, hint: str, kind: str, severity: str = "warning") -> Problem:
    return Problem(message, hint, severity=severity, kind=kind)


# BibLaTeX's extended form ---------------------------------------------------------------------------------------------


def _extended(text: str) -> tuple[Name | None, tuple[Problem, ...]]:
    found: dict[str, str] = {}
    problems: list[Problem] = []
    # the items of an extended name, at commas outside of braces and of quotation marks
    shown = _QUOTED.sub(lambda m: "\0" * len(m.group()), mask(text))
    places = [at for at, character in enumerate(shown) if character == ","]
    for item in [text[a + 1 : b] for a, b in zip([-1, *places], [*places, len(text)], strict=True)]:
        match = _ITEM.fullmatch(item)
        name = match["name"].lower() if match else ""
        if match and name in _READ:
            value = match["value"].strip()
            value = value.removesuffix('"') if match["quoted"] else value
            found[name] = _text(value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value)
        elif item.strip():
            message = f"'{item.strip()}' is not a part of the name '{text}'"
            problems.append(_problem(message, f"the parts are {', '.join(_PARTS)}", "unknown-name-part"))
    if middle := found.pop("middle", ""):  # no part of BibLaTeX's own, and widely used with it
        given = found.get("given", "")
        found["given"] = in_kind(f"{given} {middle}".strip(), given, middle)
    prefix = found.get("prefix", "")
    dropping = found.get("useprefix", "true").lower() in ("false", "0")
    name_ = Name(
        found.get("family", ""),
        found.get("given", ""),
        prefix if dropping else "",
        "" if dropping else prefix,
        found.get("suffix", ""),
    )
    return (name_ if name_ != Name() else None), tuple(problems)


# Writing --------------------------------------------------------------------------------------------------------------


def format_names(names: Iterable[Name], ascii_only: bool = False, dialect: NameDialect = "bibtex") -> TeX:
    """Return a name list: ``van Gogh, Vincent and {The Team} and others``, which reads back as the same names.

    Bodies are written in braces, and so are parts that would be split wrongly. BibTeX has one particle, which takes up both
    of CSL's; BibLaTeX takes a dropping one in its extended form, and then the other one as a part of the family name.
    """
    written = (
        "others" if name.is_others else _written(replace(name, marks=()), ascii_only, dialect, _kinds(name))
        for name in names
    )
    return TeX(" and ".join(filter(None, written)))


@lru_cache(maxsize=10_000)
def _written(name: Name, ascii_only: bool, dialect: NameDialect, kinds: tuple[bool, ...]) -> str:
    """Return one name; ``kinds`` (which of its parts are TeX) is for the cache, to which equal letters are equal."""
    tex = _Tex.of(name, ascii_only, dialect)
    form = ""
    for form in _forms(tex, dialect):
        if form and _reads_as(form, tex, dialect):
            return form
    return form


def _kinds(name: Name) -> tuple[bool, ...]:
    parts = (name.family, name.given, name.dropping_particle, name.non_dropping_particle, name.suffix, name.literal)
    return tuple(isinstance(part, TeX) for part in parts)


class _Tex(NamedTuple):
    """The parts of a name as LaTeX, and whether its particle drops."""

    family: str
    given: str
    particle: str
    suffix: str
    literal: str
    dropping: bool

    @classmethod
    def of(cls, name: Name, ascii_only: bool, dialect: NameDialect) -> _Tex:
        dropping = dialect == "biblatex" and bool(name.dropping_particle)
        family = name.full_family if dropping else name.family
        particle = name.dropping_particle
        if not dropping and name.non_dropping_particle:
            particle = in_kind(f"{particle} {name.non_dropping_particle}", particle, name.non_dropping_particle)
        parts = (family, name.given, particle, name.suffix, name.literal)
        tex = [_tex(part, ascii_only) if part else "" for part in parts]
        if dialect == "biblatex":
            tex = [_INITIAL_SIGN.sub(r"\1{}", part) for part in tex]
        return cls(tex[0], tex[1], tex[2], tex[3], tex[4], dropping)

    def name(self) -> Name:
        """Return what is to be read back."""
        family, given, particle, suffix, literal = map(_text, self[:5])
        if literal:
            return Name(literal=literal)
        return Name(family, given, particle if self.dropping else "", "" if self.dropping else particle, suffix)


def _tex(text: str, ascii_only: bool) -> str:
    plain = " ".join(_CONTROL.sub(" ", str(text)).split())
    if isinstance(text, TeX):
        plain = TeX(plain.replace("\\ ", "{\\textbackslash} "))  # else a space of LaTeX
    return encode(plain, ascii_only)


def _reads_as(form: str, tex: _Tex, dialect: NameDialect) -> bool:
    may_join = "\\" in form or "and" in form.lower()
    if may_join and split_names(f"X and {form} and X") != ["X", form, "X"]:
        return False
    return _kept(form, dialect) == (tex.name(), ())


def _forms(tex: _Tex, dialect: NameDialect) -> Iterator[str]:
    """Ways to write a name, the plainest first and the safest last."""
    if tex.literal:
        yield f"{{{tex.literal}}}"
        yield f"{{{{}}{tex.literal}}}"
        return
    if not any(tex[:4]):
        return
    if dialect == "biblatex" and tex.dropping:
        yield _extended_form(tex)
        return
    yield _shape(tex.particle, tex.family, tex.given, tex.suffix)
    particles = _particles(tex.particle) if dialect == "bibtex" else [tex.particle]
    choices = [range(len(particles)), *(range(2 if part else 1) for part in tex[:2]), range(2 if tex.suffix else 1)]
    for particle, family, given, suffix in sorted(product(*choices), key=lambda choice: (sum(choice), choice))[1:]:
        yield _shape(
            particles[particle],
            _group(tex.family) if family else tex.family,
            _group(tex.given) if given else tex.given,
            _group(tex.suffix) if suffix else tex.suffix,
        )
    if dialect == "biblatex":
        yield _extended_form(tex)


def _shape(particle: str, family: str, given: str, suffix: str) -> str:
    whole = f"{particle}{'' if particle.endswith('-') else ' '}{family or '{}'}".strip() if particle else family
    if not given and not suffix:
        return f"{whole}{{}}" if whole == family and family.startswith("{") else whole
    return ", ".join((whole or "{}", *((suffix,) if suffix else ()), given or "{}"))


def _particles(particle: str) -> list[str]:
    r"""Return a particle as it is, and so that BibTeX takes it for one whatever it is: ``\relax`` is a lowercase letter to it."""
    if not particle:
        return [""]
    before, blank, last = particle.rpartition(" ")
    return [particle, f"{before}{blank}{{\\relax\\relax}}{last}", f"{{\\relax\\relax}}{_group(particle)}"]


def _group(text: str) -> str:
    return f"{{{{}}{text}}}" if text.startswith("\\") else f"{{{text}}}"


def _extended_form(tex: _Tex) -> str:
    parts = (("family", tex.family), ("given", tex.given), ("prefix", tex.particle), ("suffix", tex.suffix))
    items = [_item(name, text) for name, text in parts if text]
    return ", ".join((*items, "useprefix=false") if tex.dropping else items)


def _item(name: str, text: str) -> str:
    if not re.search(r"[,={}\"\\~]|(?<!\S)and(?!\S)", text, re.IGNORECASE):
        return f"{name}={text}"
    item = f"{name}={{{text}}}"
    return f'"{item}"' if "," in text and '"' not in text else item
