"""The one table between LaTeX commands and Unicode characters, used in both directions.

Facts from the LaTeX kernel's font encodings (OT1, T1, TS1, T2, T5, X2), the names of ``textgreek`` and ``tipa``, and the Unicode database:
every accented letter follows from its canonical decomposition, so only accents and undivided characters stand here.
"""

from __future__ import annotations

from types import MappingProxyType

_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "h": "\u0309",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "G": "\u030f",
    "d": "\u0323",
    "textcommabelow": "\u0326",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
    "t": "\u0361",
    "textsubumlaut": "\u0324",
    "textsubring": "\u0325",
    "textsubcircum": "\u032d",
    "textsubtilde": "\u0330",
}
ACCENTS = MappingProxyType(_ACCENTS)
"""Accent command (without the backslash) -> combining character."""
COMMAND_OF_ACCENT = MappingProxyType({mark: command for command, mark in _ACCENTS.items()})
"""Combining character -> accent command."""

_LETTERS = {
    "ss": "ß",
    "SS": "ẞ",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "aa": "å",
    "AA": "Å",
    "dj": "đ",
    "DJ": "Đ",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "ng": "ŋ",
    "NG": "Ŋ",
    "i": "ı",
    "j": "ȷ",
    "ij": "ĳ",
    "IJ": "Ĳ",
    "ohorn": "ơ",
    "OHORN": "Ơ",
    "uhorn": "ư",
    "UHORN": "Ư",
    "textcrb": "ƀ",
    "textcrh": "ħ",
    "texthtc": "ƈ",
    "texthvlig": "ƕ",
    "texthtk": "ƙ",
    "textbarl": "ƚ",
    "textcrlambda": "ƛ",
    "texthtp": "ƥ",
    "textlhookt": "ƫ",
    "texthtt": "ƭ",
    "textwynn": "ƿ",
    "textpipe": "ǀ",
    "textdoublepipe": "ǁ",
    "textdoublebarpipe": "ǂ",
    "textctd": "ȡ",
    "textctn": "ȵ",
    "textctt": "ȶ",
}

_SYMBOLS = {
    "textexclamdown": "¡",
    "textcent": "¢",
    "textsterling": "£",
    "textcurrency": "¤",
    "textyen": "¥",
    "textbrokenbar": "¦",
    "textsection": "§",
    "textasciidieresis": "¨",
    "textcopyright": "©",
    "textordfeminine": "ª",
    "guillemotleft": "«",
    "textlnot": "¬",
    "textregistered": "®",
    "textasciimacron": "¯",
    "textdegree": "°",
    "textpm": "±",
    "texttwosuperior": "²",
    "textthreesuperior": "³",
    "textasciiacute": "´",
    "textmu": "µ",
    "textparagraph": "¶",
    "textperiodcentered": "·",
    "textonesuperior": "¹",
    "textordmasculine": "º",
    "guillemotright": "»",
    "textonequarter": "¼",
    "textonehalf": "½",
    "textthreequarters": "¾",
    "textquestiondown": "¿",
    "texttimes": "×",
    "textdiv": "÷",
    "textflorin": "ƒ",
    "textasciicaron": "ˇ",
    "textasciibreve": "˘",
    "textendash": "–",
    "textemdash": "—",
    "textquoteleft": "‘",
    "textquoteright": "’",
    "quotesinglbase": "‚",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "quotedblbase": "„",
    "textdagger": "†",
    "textdaggerdbl": "‡",
    "textbullet": "•",
    "textellipsis": "…",
    "textperthousand": "‰",
    "guilsinglleft": "‹",
    "guilsinglright": "›",
    "textreferencemark": "※",
    "textfractionsolidus": "⁄",
    "texteuro": "€",
    "textnumero": "№",
    "texttrademark": "™",
    "textohm": "Ω",
    "textestimated": "℮",
    "textleftarrow": "←",
    "textuparrow": "↑",
    "textrightarrow": "→",
    "textdownarrow": "↓",
    "textminus": "−",
    "textsurd": "√",
    "textopenbullet": "◦",
    "textmusicalnote": "♪",
}

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau "
    "upsilon phi chi psi omega"
).split()

_CYRILLIC = {
    "CYRA": "А", "CYRB": "Б", "CYRV": "В", "CYRG": "Г", "CYRD": "Д", "CYRE": "Е", "CYRYO": "Ё", "CYRZH": "Ж",
    "CYRZ": "З", "CYRI": "И", "CYRISHRT": "Й", "CYRK": "К", "CYRL": "Л", "CYRM": "М", "CYRN": "Н", "CYRO": "О",
    "CYRP": "П", "CYRR": "Р", "CYRS": "С", "CYRT": "Т", "CYRU": "У", "CYRF": "Ф", "CYRH": "Х", "CYRC": "Ц",
    "CYRCH": "Ч", "CYRSH": "Ш", "CYRSHCH": "Щ", "CYRHRDSN": "Ъ", "CYRERY": "Ы", "CYRSFTSN": "Ь", "CYREREV": "Э",
    "CYRYU": "Ю", "CYRYA": "Я", "CYRIE": "Є", "CYRII": "І", "CYRYI": "Ї", "CYRGUP": "Ґ", "CYRUSHRT": "Ў",
    "CYRDJE": "Ђ", "CYRLJE": "Љ", "CYRNJE": "Њ", "CYRTSHE": "Ћ", "CYRDZHE": "Џ", "CYRDZE": "Ѕ", "CYRJE": "Ј",
    "CYRSCHWA": "Ә", "CYRSHHA": "Һ", "CYROTLD": "Ө", "CYRY": "Ү", "CYRNG": "Ҥ", "CYRYAT": "Ѣ", "CYRBYUS": "Ѫ",
    "CYRFITA": "Ѳ", "CYRIZH": "Ѵ", "CYRSEMISFTSN": "Ҍ", "CYRRTICK": "Ҏ", "CYRGHCRS": "Ғ", "CYRGHK": "Ҕ",
    "CYRZHDSC": "Җ", "CYRZDSC": "Ҙ", "CYRKDSC": "Қ", "CYRKVCRS": "Ҝ", "CYRKHCRS": "Ҟ", "CYRKBEAK": "Ҡ",
    "CYRNDSC": "Ң", "CYRPHK": "Ҧ", "CYRABHHA": "Ҩ", "CYRSDSC": "Ҫ", "CYRTDSC": "Ҭ", "CYRYHCRS": "Ұ", "CYRHDSC": "Ҳ",
    "CYRTETSE": "Ҵ", "CYRCHRDSC": "Ҷ", "CYRCHVCRS": "Ҹ", "CYRABHCH": "Ҽ", "CYRABHCHDSC": "Ҿ", "CYRKHK": "Ӄ",
    "CYRLDSC": "Ӆ", "CYRNHK": "Ӈ", "CYRCHLDSC": "Ӌ", "CYRMDSC": "Ӎ", "CYRAE": "Ӕ", "CYRABHDZE": "Ӡ", "CYRGDSC": "Ӷ",
    "CYRHHK": "Ӽ", "CYRHHCRS": "Ӿ",
}  # fmt: skip

_ALSO_READ = {
    "copyright": "©",
    "pounds": "£",
    "S": "§",
    "P": "¶",
    "dag": "†",
    "ddag": "‡",
    "ldots": "…",
    "dots": "…",
    "euro": "€",
    "textmho": "℧",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textunderscore": "_",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textquotesingle": "'",
    "textasciigrave": "`",
    "textdollar": "$",
    "textbraceleft": "{",
    "textbraceright": "}",
    "glqq": "„",
    "grqq": "“",
    "glq": "‚",
    "grq": "‘",
    "flqq": "«",
    "frqq": "»",
    "flq": "‹",
    "frq": "›",
    "og": "«",
    "fg": "»",
    "lbrace": "{",
    "rbrace": "}",
    "nobreakspace": "\u00a0",
    "space": " ",
    "quad": " ",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "BibTeX": "BibTeX",
    "LaTeXe": "LaTeX2e",
    "slash": "/",
    "relax": "",
    "protect": "",
}


def _greek() -> dict[str, str]:
    letters = {f"text{name}": chr(0x3B1 + place) for place, name in enumerate(_GREEK)}
    capitals = {
        f"text{name.capitalize()}": chr(0x391 + place) for place, name in enumerate(_GREEK) if name != "varsigma"
    }
    return {**letters, **capitals, "textmugreek": "μ"}


_BARE_SIGNS = {
    "times": "×",
    "pm": "±",
    "div": "÷",
    "cdot": "·",
    "leftarrow": "←",
    "uparrow": "↑",
    "rightarrow": "→",
    "downarrow": "↓",
}


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
