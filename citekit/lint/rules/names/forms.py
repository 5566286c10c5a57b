"""The form of a single name."""

from __future__ import annotations

from citekit.lint.finding import Finding, Findings, at_field, replaced, rewritten, short, together
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.loading.written_names import divided_by_commas, people_in_braces, pieces
from citekit.lint.rule import Context, rule
from citekit.model.identity.people import given_words, has_initials_only
from citekit.model.name import parse_names
from citekit.runtime import patterns as re

_FAMILY = r"(?P<family>(?:(?:van|von|der|den|de|di|da|dos|du|la|le)[ ~]++){0,2}[^\W\d_][^\s,.~{}\\]++)[ ~]++"
_DOTTED = re.compile(rf"{_FAMILY}(?P<given>[A-Z]\.(?:[ ~-]?[A-Z]\.){{0,3}})")
# Without dots, letters that are family names (E, I, O, U, Y) do not count.
_BARE = re.compile(rf"{_FAMILY}(?P<given>(?:[A-Z][ ~]){{0,2}}[BCDFGHJKLMNPQRSTVWXZA])")


@rule("field", "warning", profile="", fields="author editor translator", ordinary=False, of="odd-name")
def initial_as_family(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """The family name of a person is an initial."""
    if not _ENDS_IN_INITIAL.search(part.text):
        return
    names = [(name.strip(), start + len(name) - len(name.lstrip())) for name, start in pieces(part.text)]
    matches = [(_DOTTED.fullmatch(name) or _BARE.fullmatch(name), start) for name, start in names]
    for match, start in ((match, start) for match, start in matches if match):
        span = part.part(start, start + len(match[0]))
        right = f"{match['family']}, {match['given']}"
        fix = replaced(part, span, right, "put a comma after the family name")
        message = f"'{short(match['given'])}' in '{short(match[0], 40)}' is taken for the family name"
        yield at_field(part, message, f"write {right}", span, fix)


_ENDS_IN_INITIAL = re.compile(r"[ ~][A-Z]\.?(?:\s+and\s|\s*$)")


_TOGETHER = re.compile(r"^(?P<initials>[A-Z]{2,3})(?=\s+[A-Z][a-z])|,\s*(?P<after>[A-Z]{2,3})$")


@rule("field", "note", profile="strict", fields="author editor")
def initials_without_dots(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """Initials are written together, as BibTeX cannot divide them."""
    found = []
    for name, start in pieces(part.text):
        match = _TOGETHER.search(name.strip())
        if match:
            kind = "initials" if match["initials"] else "after"
            at = start + name.index(name.strip())
            span = part.part(at + match.start(kind), at + match.end(kind))
            better = " ".join(f"{letter}." for letter in match[kind])
            fix = replaced(part, span, better, "put full stops and spaces")
            found.append(
                at_field(part, f"the initials of '{short(name, 40)}' run together", f"write {better}", span, fix)
            )
    return found


_ROLE_BEHIND_NAME = r"(?:co-?first|equal|corresponding|presenting|senior|lead|student|presenter)"
_MARK = re.compile(
    r"(?:(?<!\s)\s++)?(?:\$\s*+\^\s*+(?:\{[^{}$]{0,40}\}|\\?[a-z]{1,8}|\S)\s*+\$"  # $^{1,2}$
    r"|\\textsuperscript\s*\{[^{}]{0,40}\}|<sup>[^<>]{0,40}</sup>|(?<!&)[¹²³⁰⁴-⁹ᵃ-ᵛ*†‡§¶∗⋆★☆✉✝♯#]+(?:,\s?[¹²³⁰⁴-⁹*†‡§¶∗⋆])*"
    r"|\\(?:[*#]|(?:dag|ddag|dagger|ddagger|textdagger|textdaggerdbl|textasteriskcentered|envelope|letter)(?![a-z])(?:\{\})?)"
    r"|\\(?:thanks|footnote|footnotemark|inst|orcid(?:link|id)?)(?![a-z])\s*(?:\[[^\[\]]{0,40}\]|\{[^{}]{0,300}\})?"
    rf"|[(\[](?:{_ROLE_BEHIND_NAME}(?:[\s-]?(?:authors?|contribut\w{{3,4}}|equally))?|=|\*|\d{{1,2}})[)\]]|(?<!\\)\^\{{?[\d,a-z*]{{1,3}}\}}?)",
    re.IGNORECASE,
)


@rule("field", "warning", languages="bibtex csl", fields="author editor", ordinary=False)
def marker_in_name(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """A mark of the printed page is left in a name."""
    found = []
    for match in _MARK.finditer(part.text):
        if _is_within_word(part.text, match) or (not match.start() and not part.text[match.end() :].strip()):
            continue
        fix = replaced(part, match, "", "take it out") if entry.language == "bibtex" else None
        hint = "remove it; author+an can mark who contributed equally"
        found.append(at_field(part, f"'{match[0].strip()}' is left in a name", hint, match, fix))
    return together(found)


def _is_within_word(text: str, match: re.Match[str]) -> bool:
    """Whether a symbol is between two letters or after one of another encoding: then it is a misread letter."""
    before, behind = text[: match.start()][-1:], text[match.end() : match.end() + 1]
    return (
        not match[0].isascii()
        and len(match[0]) == 1
        and ((before.isalpha() and behind.isalpha()) or before in _MISREAD)
    )


# What the first bytes of letters in UTF-8 are in Latin-1.
_MISREAD = ("Ã", "Â", "Å", "Ä")


@rule("entry", "note", profile="submission", languages="bibtex csl list")
def mixed_initials(entry: CheckedEntry, context: Context) -> Finding | None:
    """Some authors of an entry have full given names, others initials only."""
    part = entry.get("author")
    if part is None:
        return None
    short = [n for n in entry.authors if has_initials_only(n)]
    full = [n for n in entry.authors if n.given and len((given_words(n.given) or ("full",))[0]) > 1]
    if not short or not full:
        return None
    return at_field(part, f"{short[0]} has initials only, {full[0]} a full name", "write all of them in the same way")


_LEAST, _LEAST_OF_ALL = 4, 3
_IN_CAPITALS = re.compile(r"[A-Z\u00c0-\u00de]{3}")


@rule("field", "note", fields="author editor translator", ordinary=False, of="all-caps")
def name_in_capitals(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """A name is in capitals."""
    if not _IN_CAPITALS.search(part.text):
        return ()
    found = []
    for written, start in pieces(part.text):
        name = written.strip()
        if "{" in name or "\\" in name or not _IN_CAPITALS.search(name) or not _is_odd(name):
            continue
        at = start + written.index(name)
        span = part.part(at, at + len(name))
        better = " ".join(_capitalised(word) for word in name.split(" "))
        fix = replaced(part, span, better, "write capitals at the beginning only")
        found.append(at_field(part, f"the name '{short(name, 40)}' is in capitals", f"write {better}", span, fix))
    return together(found)


def _is_odd(written: str) -> bool:
    """Whether the family name is in capitals and no acronym: there is a given name, and it has letters enough."""
    parsed = parse_names(written)
    if len(parsed) != 1 or not parsed[0].given or parsed[0].is_others:
        return False
    family = parsed[0].family.replace("-", "").replace("'", "")
    least = _LEAST_OF_ALL if len(parsed[0].given) > 1 and written.isupper() else _LEAST
    return family.isalpha() and family.isupper() and len(family) >= least


def _capitalised(word: str) -> str:
    """Return a word with a capital at its beginning and after hyphens; other words, and initials, stay as they are."""
    if len(word.strip(".,")) < 2 or not word.isupper():
        return word
    return "-".join(piece.capitalize() for piece in word.split("-"))


_DEGREE = r"(?:Ph\.?\s?D|D\.?\s?Phil|M\.?\s?Sc|B\.?\s?Sc|Dr\.?-Ing|Dipl\.?-[A-Z][a-z]{1,6}|M\.B\.A|F\.R\.S)\.?"
_BARE_DEGREE = r"(?:MD|MPH|MBA|MSc|BSc|DPhil|RN|FRS|EdD|PharmD|DDS|DVM)"
# Before a comma and a degree: `Doe, MD` may be M. D. Doe, `Jane Doe, MD` is not.
_FULL_NAME = r"^\s*[^\W\d_a-z][\w.'’-]*(?:,\s|\s)[^,]{2,60}"
_ODD = re.compile(
    r"(?<![^\W\d_])[^\W\d_]{2,}+\d{1,3}(?:,\d)*$|[A-Za-z][01][a-z]|,\s*\d{1,2}$|(?<=[^\W\d_]\s)\d{4}(?:[\d-]{12,17}X?)?$"  # Doe1, DBLP's Doe 0001, an ORCID
    rf"|(?:\b(?:Prof(?:essor)?|Dr|Mrs?|Ms)\b\.?(?=\s)|\b(?:Prof|Dr)\.|\b{_DEGREE})(?=$|[\s,])"
    rf"|,[^,]*,\s*M\.\s?[DA]\.?(?=$|[\s,])|{_FULL_NAME},\s*{_BARE_DEGREE}(?=$|[\s,])|(?<=[a-z]\s){_BARE_DEGREE}(?=$|[\s,]{_BARE_DEGREE})"
    r"|\S@\S+\.\S|\((?:[^()]{0,60}\s)?(?:Univ|Inst|Dep|Lab|Inc|Ltd|Hospital|College|School)[^()]{0,80}\)"
    r"|,\s*(?:Department|Dept\.|Faculty|Institute|University|School|College)\s(?:of|for|de)\s"
)
_WHOLE = re.compile(r"\s*+(?:[\d-][\d -]*+|https?://\S+|www\.\S+)\s*", re.IGNORECASE)
_ROLE = re.compile(r"\((?:eds?|editors?|hrsg|hgg?|coords?|orgs?|dirs?|comps?|trans|ed\. by)\.?\)", re.IGNORECASE)


@rule("field", "warning", languages="bibtex csl", fields="author editor", ordinary=False)
def odd_name(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """A name with something in it that is not one."""
    text = part.text
    found = []
    for name, start in pieces(text):
        match = _ROLE.search(name)
        if match is None and not (name.startswith("{") or "\\" in name or "=" in name):
            match = _WHOLE.fullmatch(name) or (_ODD.search(name) if " " in name.strip() else None)
        if match and match[0].strip():
            message = f"'{short(match[0], 30)}' in '{short(name, 40)}' does not belong to a name"
            found.append(at_field(part, message, "take it out", part.part(start + match.start(), start + match.end())))
    return together(found)


_MOST_COMMAS = 2  # "von Last, Jr, First" has two; BibTeX reports an error for more
_LACKING = re.compile(r",\s*(?:,|and\b|\}|$)|(?:^|\band|\{)\s*,|\{\s*\}", re.IGNORECASE)


@rule("field", "error", fields="author editor translator", ordinary=False)
def unparseable_name(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """A list of names has an empty name, a name with too many commas, or is in braces as a whole."""
    text = part.text
    found = []
    words = f" {' '.join(text.lower().split())} "
    if words.startswith(" and ") or words.endswith(" and ") or " and and " in words:
        found.append(at_field(part, f"{part.name} has an 'and' with no name next to it", "remove it, or put the name"))
    if text.lstrip().startswith("{"):
        people = people_in_braces(text)
        if people:
            fix = rewritten(part, text.strip()[1:-1], "take the braces off")
            found.append(
                at_field(part, f"braces make one name of {len(people)} people", "take the braces off", fix=fix)
            )
    crowded = any(name.count(",") > _MOST_COMMAS for name in text.split(" and "))
    if crowded and not divided_by_commas(text):
        for name, start in pieces(text):
            if _commas(name) > _MOST_COMMAS and " and " not in name:
                message = f"the name '{short(name, 40)}' has {_commas(name)} commas"
                found.append(at_field(part, message, "put ' and ' between people", part.part(start, start + len(name))))
    for name, start in pieces(text) if _LACKING.search(text) else ():
        if _lacks_a_part(name.strip()) and not divided_by_commas(text):
            message = f"the name '{short(name, 40)}' has nothing before or after a comma"
            found.append(
                at_field(part, message, "put the name, or take the comma out", part.part(start, start + len(name)))
            )
    dense = text.replace(" ", "")  # biber also reads names with keys: family=Doe, given=Jane
    return [] if "family=" in dense or "given=" in dense else found


def _commas(name: str) -> int:
    depth = count = 0
    for char in name:
        depth += (char == "{") - (char == "}")
        count += char == "," and depth == 0
    return count


def _lacks_a_part(name: str) -> bool:
    """Whether nothing is before or after a comma of a name, or in its braces."""
    if "{" in name:
        return not name.strip("{} \t\r\n")
    return "," in name and not all(part.strip() for part in name.split(","))
