"""The one table between LaTeX commands and Unicode characters, used in both directions.

Facts from the LaTeX kernel's font encodings (OT1, T1, TS1, T2, T5, X2), the names of ``textgreek`` and ``tipa``, and the Unicode database:
every accented letter follows from its canonical decomposition, so only accents and undivided characters stand here.
"""

from __future__ import annotations

from types import MappingProxyType

from citekit.tables import pairs

_TABLES = pairs("citekit.text", "tex_table.tsv")
_ACCENTS = {command: chr(int(code, 16)) for command, code in _TABLES["accents"].items()}
ACCENTS = MappingProxyType(_ACCENTS)
"""Accent command (without the backslash) -> combining character."""
COMMAND_OF_ACCENT = MappingProxyType({mark: command for command, mark in _ACCENTS.items()})
"""Combining character -> accent command."""

_LETTERS, _SYMBOLS, _CYRILLIC = _TABLES["letters"], _TABLES["symbols"], _TABLES["cyrillic"]


_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau "
    "upsilon phi chi psi omega"
).split()


_ALSO_READ = _TABLES["read"] | {"nobreakspace": "\u00a0", "space": " ", "quad": " ", "relax": "", "protect": ""}


def _greek() -> dict[str, str]:
    letters = {f"text{name}": chr(0x3B1 + place) for place, name in enumerate(_GREEK)}
    capitals = {
        f"text{name.capitalize()}": chr(0x391 + place) for place, name in enumerate(_GREEK) if name != "varsigma"
    }
    return {**letters, **capitals, "textmugreek": "μ"}


_BARE_SIGNS = _TABLES["bare"]


_OF_CHARACTER = {
    character: command
    for table in (_LETTERS, _SYMBOLS, _greek(), _CYRILLIC)
    for command, character in table.items()
    if (command, character) != ("textmu", "μ")
} | {character.lower(): command.lower() for command, character in _CYRILLIC.items()}

COMMAND_OF_CHARACTER = MappingProxyType(_OF_CHARACTER)
"""Undivided character -> command that prints it."""

CHARACTERS = MappingProxyType(
    {
        **_ALSO_READ,
        **{command.lower(): character.lower() for command, character in _CYRILLIC.items()},
        **_CYRILLIC,
        **_greek(),
        **_SYMBOLS,
        **_LETTERS,
    }
)
"""Command that takes no argument -> the text it prints."""

FORMULA_CHARACTERS = MappingProxyType(
    {command.removeprefix("text"): character for command, character in _greek().items() if command != "textmugreek"}
    | _BARE_SIGNS
)
"""Command of a formula that people write without dollar signs -> the text it was meant to print."""
