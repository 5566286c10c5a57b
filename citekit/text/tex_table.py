"""The one table between LaTeX commands and Unicode characters, used in both directions.

Facts from the LaTeX kernel's font encodings (OT1, T1, TS1, T2, T5, X2), the names of ``textgreek`` and ``tipa``, and the Unicode database:
every accented letter follows from its canonical decomposition, so the table only has accents and undivided characters.
"""

from __future__ import annotations

from citekit.runtime.registry import pairs

_TABLES = pairs("citekit.text", "tex_table.tsv")
ACCENTS = {command: chr(int(code, 16)) for command, code in _TABLES["accents"].items()}
"""Accent command (without the backslash) -> combining character."""
COMMAND_OF_ACCENT = {mark: command for command, mark in ACCENTS.items()}
"""Combining character -> accent command."""

_LETTERS, _SYMBOLS, _GREEK, _CYRILLIC = (_TABLES[name] for name in ("letters", "symbols", "greek", "cyrillic"))
_SMALL_CYRILLIC = {command.lower(): character.lower() for command, character in _CYRILLIC.items()}
_ALSO_READ = _TABLES["read"] | {"nobreakspace": "\u00a0", "space": " ", "quad": " ", "relax": "", "protect": ""}

COMMAND_OF_CHARACTER = {
    character: command
    for table in (_LETTERS, _SYMBOLS, _GREEK, _CYRILLIC, _SMALL_CYRILLIC)
    for command, character in table.items()
    if (command, character) != ("textmu", "μ")
}
"""Undivided character -> command that prints it."""
CHARACTERS = {**_ALSO_READ, **_SMALL_CYRILLIC, **_CYRILLIC, **_GREEK, **_SYMBOLS, **_LETTERS}
"""Command that takes no argument -> the text it prints."""
FORMULA_CHARACTERS = {name.removeprefix("text"): letter for name, letter in _GREEK.items() if name != "textmugreek"}
FORMULA_CHARACTERS |= _TABLES["bare"]
"""Command of a formula that is often written without dollar signs -> the text that it should print."""
