"""Titles and the letters they are set in."""

from __future__ import annotations

from citekit.lint.finding import Edit, Finding, Findings, Fix, at_field, replaced, short
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.model.identity.titles import plain
from citekit.runtime import patterns as re
from citekit.text.case import keeps_case

_LEAST = 3  # one or two words in capitals are acronyms or names
_LETTERS = 10  # two words in capitals are a title only if they are longer than most pairs of acronyms


@rule("field", "warning", languages="bibtex csl list", fields="title booktitle journal", ordinary=False)
def all_caps(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A title is in capitals throughout."""
    text = part.text
    if not text[:40].isupper() or not text.isupper():
        return None
    lengths = [sum(map(str.isupper, word)) for word in plain(text).split()]
    long = [length for length in lengths if length > 3]  # words of up to three capitals are acronyms ("DNA", "NMR")
    if len(long) < _LEAST and not (part.name == "title" and len(long) > 1 and sum(long) >= _LETTERS):
        return None
    return at_field(part, f"the {part.name} is in capitals", "write it as its page has it")


_WITH_ARGUMENT = (
    r"(?:text(?:bf|it|sc|tt|rm|sf|sl|superscript|subscript)|emph|url|href|mathbb|mathcal|mathrm|sqrt|[Hvucdbkrt])"
)
_BROKEN = re.compile(
    r"\\[\"'`=.](?:\{\s*\}|\s*\}|\s*$)|\\\s*$|\\[uvHckrbdt]\{\s*\}"
    rf"|\\{_WITH_ARGUMENT}\s*(?:[}}$]|$)|\\frac\s*(?:\{{[^{{}}$]{{0,80}}\}}|\d)\s*\$|(?<!\\)[\^_]\s*\$"
    r"|\\(?:Alpha|Beta|Epsilon|Zeta|Eta|Iota|Kappa|Mu|Nu|Omicron|Rho|Tau|Chi)(?![A-Za-z])"
    r"|(?<![\\^])\^(?:\w|\{[^{}]{1,40}\})\s?\^"
)
_PAIRS = ((r"\left", r"\right"), (r"\begin{", r"\end{"), (r"\(", r"\)"), (r"\[", r"\]"))
_COMMAND = re.compile(r"\\(?:\\|(?P<name>[A-Za-z]{3,12}))")
_COMMANDS = ("textit", "textbf", "textsc", "texttt", "textrm", "textsf", "textsuperscript", "textsubscript", "emph", "mathrm", "mathcal", "mathbb")  # fmt: skip


@rule("field", "warning", fields="title booktitle journal author editor publisher series", ordinary=False)
def broken_latex(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """LaTeX in a value that ends too early."""
    text = part.text
    if "\\" not in text and "^" not in text and "_" not in text:
        return
    lone, complete = text.replace("\\\\", "  "), "complete it, or take it out"
    for opening, closing in _PAIRS:
        # only one of a kind, where it is plain which is missing
        if (opening in lone or closing in lone) and _count(lone, opening) + _count(lone, closing) == 1:
            sign, other = (opening, closing) if _count(lone, opening) else (closing, opening)
            yield at_field(part, f"'{sign}' has no '{other}'", complete, part.find(sign))
    for match in _COMMAND.finditer(text):
        name = match["name"]
        if not name or name in _COMMANDS or text[match.end() : match.end() + 1] != "{":
            continue
        # two letters of a command are swapped where it has the same ones and differs in two places
        same = (known for known in _COMMANDS if sorted(name) == sorted(known))
        suggested = next((known for known in same if sum(a != b for a, b in zip(name, known, strict=True)) == 2), "")
        if suggested:
            yield at_field(part, f"LaTeX has no command '\\{name}'", f"did you mean \\{suggested}?", match)
    for match in _BROKEN.finditer(text):
        if not text[: match.start()].endswith("\\"):
            message = f"the LaTeX command '{match[0].strip()}' has nothing to work on"
            yield at_field(part, message, complete, match)


def _count(text: str, sign: str) -> int:
    """Return how often a command occurs in a text, longer commands not counted: ``\\rightarrow`` is not ``\\right``."""
    return len(re.findall(re.escape(sign) + ("(?![A-Za-z])" if sign[-1].isalpha() else ""), text))


_JOURNALS = ("journal", "journaltitle")

_END = re.compile(r"(?<![.,;:])(?P<sign>\.(?!\.\.)[.,;:]?|[,;:]\.?|。)\s*+(?P<braces>\}*+)\s*+$")
_ABBREVIATION = re.compile(
    r"(?:\b[^\W\d_]|\b[A-Z][A-Za-z]{0,3}|\b(?i:etc|vols?|nos?|ed|eds|al|pt|ch|jr|sr|inc|ltd|co|corp|dept|univ|ser|suppl|bull|proc|conf"
    r"|symp|int|trans|soc|assoc|sci|res|math|phys|chem|comput|commun|syst|eng|tech|rev|lett|ann|amer|acad|appl|anal|theor|mech|geom"
    r"|graph|lang|pp|fig|hrsg|bd|aufl|rer|nat))\.\s*$"
)
_SIGNS = (".", ",", ";", ":", "。")
_TAIL = 200  # only the end of a value is searched; bounds the time for a long one
_SHORT_WORD = re.compile(r"[^\W\d_]{1,8}\.(?=[\s,)]|$)")


@rule("field", "note", profile="strict", languages="bibtex csl", fields="title booktitle journal journaltitle")
def trailing_punctuation(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A title or venue ends in a full stop, comma or colon."""
    if part.text.rstrip("} \t\r\n")[-1:] not in _SIGNS or (part.inside < 0 and part.name in _JOURNALS):
        return None
    match = _END.search(part.text, max(0, len(part.text) - _TAIL))
    if match is None or not part.text.lstrip().startswith("{" * len(match["braces"])):
        return None  # the end of a command's argument
    if match["sign"] == "." and _is_short_form(part.text.rstrip("} \t\r\n"), part.name):
        return None
    span = part.part(match.start("sign"), match.end("sign") if match["braces"] else match.end())
    fix = replaced(part, span, "", "take it off") if entry.language == "bibtex" else None
    return at_field(
        part, f"the {part.name} ends in '{match['sign']}'", "take it off", part.part(*match.span("sign")), fix
    )


def _is_short_form(text: str, name: str) -> bool:
    bare = _ENDING_COMMAND.sub(" ", text).translate(_NO_BRACES)
    if _ABBREVIATION.search(bare) or "\\" in text[-12:] or _ELLIPSIS.search(bare):
        return True
    if name in _JOURNALS:
        return True  # "Superlattices Microstruct."
    words = bare.rstrip(". ").split()
    # one short word is likelier an abbreviation than a title of one word
    if not words or (len(words) == 1 and len(words[0]) < 9):
        return True  # ancient works are named so: "Or."
    return name == "booktitle" and (len(words[-1]) < 6 or len(_SHORT_WORD.findall(bare)) > 1)


_NO_BRACES = str.maketrans("~", " ", "{}")
_ENDING_COMMAND = re.compile(r"\\[A-Za-z]{1,40}\*?\s{0,3}\{?")
_ELLIPSIS = re.compile(r"\.\s\.\s*$")


_HINT = re.compile(r"[&%#_]")
_SIGN = re.compile(
    r"\\url\{[^{}]*\}|\\href\{[^{}]*\}|\\.|(?<!\\)\$[^$]{0,2000}\$|&(?:[a-zA-Z]{2,8}|#\d{1,6});|(?P<bare>[&%#]|(?<=\w)_(?=\w))",
    re.DOTALL,
)


@rule(
    "field",
    "warning",
    fields="title booktitle journal journaltitle series publisher author editor school institution organization subtitle address edition note howpublished",
    ordinary=False,
)
def unescaped_character(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A character that means something to LaTeX is in a value as it is."""
    if part.inside < 0 or not _HINT.search(part.text):
        return None
    if "ensuremath" in part.text or "\\(" in part.text or "://" in part.text:
        return None  # formulas and addresses of other kinds
    bare = [match for match in _SIGN.finditer(part.text) if match["bare"]]
    if not bare:
        return None
    edits = tuple(Edit(part.source, part.part(*match.span()), f"\\{match[0]}") for match in bare)
    fix = Fix("put a backslash before it", edits, safe=True)
    first = bare[0]
    return at_field(part, f"'{first[0]}' is in {part.name} without a backslash", f"write \\{first[0]}", first, fix)


_QUOTES = {"“": "``", "”": "''", "‘": "`", "’": "'"}
_QUOTE = re.compile("[“”‘’]")
_STRAIGHT = re.compile(r'(?<![\w\\{])"(?=\w)(?P<inside>[^"{}]{1,200})(?<=[\w.,!?])"(?!\w)')
_TEX = re.compile(r"``(?P<inside>[^`'{}]{1,200})''")


@rule(
    "field",
    "note",
    profile="",
    fields="title booktitle note",
    options={"unicode": (False, "Want typographic marks, and none of LaTeX's.")},
    of="unescaped-character",
)
def unicode_quotes(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """Quotation marks of a word processor in a value for LaTeX, or straight ones."""
    if context.options["unicode"]:
        return _pairs(part, _TEX, ("“", "”"), "LaTeX's quotation marks") if "``" in part.text else None
    if '"' in part.text:
        return _pairs(part, _STRAIGHT, ("``", "''"), "straight quotation marks")
    found = list(_QUOTE.finditer(part.text)) if not part.text.isascii() else []
    if not found:
        return None
    edits = tuple(Edit(part.source, part.part(*match.span()), _QUOTES[match[0]]) for match in found)
    fix = Fix("write LaTeX's quotation marks", edits) if part.inside >= 0 else None
    message = f"{part.name} has typographic quotation marks"
    return at_field(part, message, "write `` and ''", found[0], fix)


def _pairs(part: CheckedField, pattern: re.Pattern[str], marks: tuple[str, str], what: str) -> Finding | None:
    """Return a finding for the pairs of marks of one kind, with other ones in their place."""
    found = list(pattern.finditer(part.text))
    if not found:
        return None
    places = [
        (span, mark)
        for match in found
        for span, mark in zip(
            ((match.start(), match.start("inside")), (match.end("inside"), match.end())), marks, strict=True
        )
    ]
    edits = tuple(Edit(part.source, part.part(*span), mark) for span, mark in places)
    fix = Fix(f"write {marks[0]} and {marks[1]}", edits) if part.inside >= 0 else None
    return at_field(part, f"{part.name} has {what}", f"write {marks[0]} and {marks[1]}", found[0], fix)


_WORD = re.compile(r"[^\W_][\w'’-]*")


@rule("field", "warning", profile="submission", fields="title")
def unprotected_capitals(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """Capitals in a title that styles would make small."""
    if part.text.startswith("{") and part.text.endswith("}") and part.text.count("{") == 1:
        return None
    characters, depth = [], 0  # the text outside of braces, at the same offsets
    for char in part.text:
        depth += (char == "{") - (char == "}")
        characters.append(char if depth == 0 and char not in "{}" else " ")
    outside = re.sub(r"\\[A-Za-z]+", lambda command: " " * len(command[0]), "".join(characters))
    bare = [match for match in _WORD.finditer(outside) if match.start() and keeps_case(match[0])]
    if not bare or sum(map(len, (m[0] for m in bare))) * 2 > len(part.text):
        return None
    edits = tuple(Edit(part.source, part.part(*m.span()), f"{{{m[0]}}}") for m in bare)
    fix = Fix("put them in braces", edits) if part.inside >= 0 else None
    listed = short(", ".join(match[0] for match in bare))
    return at_field(part, f"capitals without braces: {listed}", "put the words in braces", fix=fix)


_ADDRESS = re.compile(
    r"(?:https?|ftp)://[^\s{}]{4,}|\bwww\.[\w-]{2,40}\.[\w./-]{2,}|\b(?:doi\.org|arxiv\.org|git(?:hub|lab)\.com)/[\w./-]{3,}"
    r"|\bdoi:\s?10\.\d{4,9}/\S+|(?<![\w/.])10\.\d{4,9}/[^\s{}]{2,}",
    re.IGNORECASE,
)


@rule(
    "field",
    "warning",
    languages="bibtex csl",
    fields="title booktitle journal journaltitle",
    ordinary=False,
    of="field-swapped",
)
def url_in_title(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """An address is in a title or in the name of a venue."""
    match = _ADDRESS.search(part.text)
    if match is None or (part.name in _JOURNALS and "arxiv" in part.text.lower()):
        return None
    return at_field(part, f"the {part.name} has an address in it: {short(match[0], 40)}", "put it into url", match)
