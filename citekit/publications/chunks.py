"""An item cut into chunks at every place where one part might end and the next begin."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from citekit.documents.model import Style
from citekit.publications.atoms import Atom, Part, find_atoms
from citekit.publications.parts.authors import NameRun, PrintedName, RunReader
from citekit.publications.styled import StyledText
from citekit.publications.tokens import ABBREVIATIONS, Token, tokenize
from citekit.publications.vocabulary import Vocabulary

MAX_ITEM = 6000
"""Characters of one item that are looked at; what is beyond stays as left over."""
_SEPARATOR = re.compile(
    r"(?P<hard>\s*\n\s*)|(?P<soft>\s*\x0b\s*)"
    r"|(?P<dot>(?:[.。](?=[\s\"”’')\]*_]|$)|(?<=[\u4e00-\u9fff])[.．。](?=[\u4e00-\u9fff]))\s?)|(?P<stop>[?!？！]+(?=\s|$)\s?)"
    r"|(?P<semi>[;；]\s)|(?P<comma>,\s|[，、]\s?|(?<=[\u4e00-\u9fff]),)|(?P<colon>[:：]\s)|(?P<bar>\s[|·•]\s)|(?P<dash>\s[-–—]{1,3}\s)"
)
_CHAIN = re.compile(
    r"(?:^|[\s.(])((?i:"
    + "|".join(sorted((a for a in ABBREVIATIONS if len(a) > 1), key=len, reverse=True))
    + r"))\.\s?\Z"
)
_ALONE = re.compile(r"(?:^|[,;.)\]”\"’]\s)\Z")
_NEXT_ABBREVIATION = re.compile(
    r"(?i:" + "|".join(sorted((a for a in ABBREVIATIONS if len(a) > 1), key=len, reverse=True)) + r")\."
)
_OPENING_QUOTES = {"“": "”", "„": "“”", "«": "»", "‘": "’", "「": "」", "『": "』", "《": "》", "»": "«"}
_OPENING = re.compile(f'["{"".join(_OPENING_QUOTES)}]|``')
_ORGANISATION = re.compile(
    r"(?P<name>[A-Z][^.()\"“,\d]{2,90}?(?:, [A-Z][^.()\"“\d]{3,60})?)\s*(?:\([A-Z]{2,8}\)\s*)?[.,]?\s*\(?(?:(?:1[89]|20)\d\d|n\.d\.)"
)
_BODY_WORD = re.compile(
    r"\b(?:organi[sz]ation|institute|ministry|department|association|committee|agency|bank|commission|council|society|universit\w+|office|bureau|"
    r"cent(?:er|re)|foundation|inc|ltd|academ\w+|government|board|authority|service|federation|union|network|collaboration|consortium|group|team|company|"
    r"corporation|nations|parliament|ministerium|bundesamt|amt|verband|instituto|institut|ministerio|ministère|conseil|comité|commissie)\b",
    re.IGNORECASE,
)
_EDITORS_AFTER = re.compile(
    r"\s*,?\s*[(\[]?\s*\b(?:eds?\b\.?(?: and trans\.)?|editors?\b|hrsg\b\.?|coords?\b\.?|dirs?\b\.|(?:trans\b\.?|translators?\b|transl\.|tr\.|übers\.)(?=\s*[)\]]))\s*[)\]]?",
    re.IGNORECASE,
)
_LEAD = (
    r"(?P<lead>(?<!\w)[(\[]?(?:edited by|ed\. by|eds?\.(?: by)?:?|editors?:|herausgegeben von|hrsg\.(?: von)?|a cura di|sous la dir(?:ection|\.) de|"
    r"translated by|trans(?:\.|lated) by|trans\.|transl\.|tr\.|übers\. von|trad(?:\.|uit par|ucido por)|dir\. by|directed by))\s+"
)
_EDITORS_LEAD = re.compile(_LEAD, re.IGNORECASE)
_EDITORS_BEFORE = re.compile(_LEAD + r"\Z", re.IGNORECASE)
_IN_LEAD = re.compile(r"(?:^|(?<=[\s(,.]))[Ii]n:?\s+(?=[A-Z])")
_IN_BEFORE = re.compile(r"\b[Ii]n:?\s+\Z")
_IN = re.compile(r"(?<=[\s(])(?:In|in)(?=:?\s+(?:the\s+)?(?:[A-Z0-9*_“\"]|proc))")
_BY = re.compile(
    r"(?:^|(?<=[\s(]))(?:[Bb]y|[Ww]ith|[Jj]oint(?:ly)?(?: work)? with|[Cc]o-?authors?:|[Aa]uthors?:|[Cc]o-?authored with|avec|mit)\s+"
)


@dataclass(slots=True)
class Chunk:
    """``text[start:end]`` of an item, the ``separator`` before it, and what it looks like.

    ``separator`` is one of ``""`` (nothing or a blank), ``.`` ``?`` ``,`` ``;`` ``:`` ``-`` ``|`` ``(`` ``"``,
    ``hard`` and ``soft`` (line breaks), ``s`` (only the style changes).
    """

    start: int
    end: int
    separator: str
    atom: Atom | None = None
    quoted: bool = False
    bracketed: bool = False


@dataclass(slots=True)
class ChunkedItem:
    """An item with its tokens, its chunks in order, and candidate author runs as chunk ranges ``[first, last)``."""

    item: StyledText
    tokens: list[Token]
    chunks: list[Chunk]
    runs: list[tuple[int, int, NameRun]] = field(default_factory=list)


def chunk_item(item: StyledText, vocabulary: Vocabulary) -> ChunkedItem:
    """Cut an item into chunks and find its candidate author runs; what is beyond :data:`MAX_ITEM` is not looked at."""
    if len(item.text) > MAX_ITEM:
        item = item.cut(0, MAX_ITEM)
    atoms = find_atoms(item)
    tokens = tokenize(item)
    quotes = _quoted(item.text)
    runs = _runs(item, tokens, vocabulary, atoms, quotes)
    organisation = _organisation(item.text)
    if organisation and not any(run.start == 0 and run.score > 1.0 and len(run.names) > 2 for run in runs):
        runs = [run for run in runs if run.start >= organisation.end]
        runs.append(organisation)
    runs, editors = _set_editors_apart(item.text, runs)
    atoms = [a for a in atoms if not any(e.start < a.end and a.start < e.end for e in editors)] + editors
    atoms.sort(key=lambda a: a.start)
    chunks = _cut(item, atoms, quotes, runs)
    result = ChunkedItem(item, tokens, chunks)
    starts = {c.start: i for i, c in enumerate(chunks)}
    for run in runs:
        first = starts.get(run.start)
        if first is None:
            continue
        last = first
        while last < len(chunks) and chunks[last].start < run.end:
            last += 1
        if last > first and chunks[last - 1].end <= run.end + 2:
            result.runs.append((first, last, run))
    return result


def _quoted(text: str) -> list[tuple[int, int]]:
    """Quoted stretches of at least two words, quotes included; quotes inside quotes stay inside."""
    found = []
    at = 0
    while match := _OPENING.search(text, at):
        i = match.start()
        at = i + 1
        c = text[i]
        alone = i == 0 or not text[i - 1].isalnum()
        if c == '"' and alone:
            j = _closing(text, i + 1, '"', '"')
        elif c == "`":
            j = text.find("''", i + 2) + 1 or -1
        elif alone:
            j = _closing(text, i + 1, c, _OPENING_QUOTES[c])
        else:
            continue
        if j > i and j - i < 600 and " " in text[i:j].strip():
            found.append((i, j + 1))
            at = j + 1
    return found


def _closing(text: str, i: int, opening: str, closing: str) -> int:
    depth = 1
    limit = min(len(text), i + 600)
    for match in _quote_marks(opening, closing).finditer(text, i, limit):
        at = match.start()
        c = text[at]
        if c in closing:
            apostrophe = c in "’'" and text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum()
            if not apostrophe:
                depth -= 1
                if depth == 0:
                    return at
        elif opening not in closing:
            depth += 1
    return -1


@cache
def _quote_marks(opening: str, closing: str) -> re.Pattern[str]:
    return re.compile(f"[{opening}{closing}]")


def _runs(
    item: StyledText, tokens: list[Token], vocabulary: Vocabulary, atoms: list[Atom], quotes: list[tuple[int, int]]
) -> list[NameRun]:
    """Author runs tried wherever a part may begin, but not again inside a good run."""
    starts, inside = _run_starts(item, atoms, quotes)
    by_start = {t.start: i for i, t in enumerate(tokens)}
    reader = RunReader(item, tokens, vocabulary)
    found: list[NameRun] = []
    good_until = -1
    for start, with_form in starts:
        if start < good_until or start not in by_start:
            continue
        index = by_start[start]
        if tokens[index].kind not in "IWCpmJ" and tokens[index].text != "The":
            continue
        candidates = reader.read(index)
        for run in candidates:
            if _stops_inside(item, run):
                continue
            if run.score > (
                -1.2
                if with_form
                else 0.3
                if len(run.names) == 1 and run.start == 0
                else 0.5
                if len(run.names) == 1
                else 0.0
            ):
                run.with_form = with_form
                found.append(run)
        if candidates and candidates[0].score > 1.5:
            good_until = candidates[0].end
    for start, lead in inside.items():
        for run in _runs_inside(item, reader, by_start.get(start)):
            run.lead = lead
            found.append(run)
    return found


def _stops_inside(item: StyledText, run: NameRun) -> bool:
    """Whether a run ends in the middle of a phrase: a capitalised word follows, and neither punctuation, style nor year comes between."""
    text, end = item.text, run.end
    if text[end : end + 1] != " " or text[end - 1 : end] == "." or run.others:
        return False
    following = text[end + 1 : end + 5]
    if not following[:1].isupper() or (following.isdigit() and following[:2] in ("18", "19", "20")):
        return False
    return item.style(end - 1) == item.style(end + 1) and item.href(end - 1) == item.href(end + 1)


def _organisation(text: str) -> NameRun | None:
    """A body as the author at the head of an item: "World Health Organization (2009)."."""
    match = _ORGANISATION.match(text)
    if match is None or not (
        _BODY_WORD.search(match["name"]) or re.fullmatch(r"[A-Z]{3,10}", match["name"].strip(" ,"))
    ):
        return None
    name = match["name"].strip(" ,")
    printed = PrintedName(name, "", "single", 0, len(name), literal=name)
    return NameRun(0, len(name), [printed], False, 1.6)


def _set_editors_apart(text: str, runs: list[NameRun]) -> tuple[list[NameRun], list[Atom]]:
    """Runs that are editors of the container become atoms; editors at the head of an item stay its people."""
    kept: list[NameRun] = []
    editors: dict[int, Atom] = {}
    for run in runs:
        after = _EDITORS_AFTER.match(text, run.end)
        before = _EDITORS_BEFORE.search(text, 0, run.start)
        if not after and not before:
            kept.append(run)
            continue
        if run.start == 0 and after:
            run.editors = True
            run.end = after.end()
            kept.append(run)
            continue
        start = before.start("lead") if before else len(_IN_BEFORE.sub("", text[: run.start]))
        end = after.end() if after else run.end
        if start not in editors or editors[start].end < end:
            names = " and ".join(f"{n.family}, {n.given}" if n.given else n.family for n in run.names)
            editors[start] = Atom(start, end, Part.OTHER, "editors", {"editors": names}, 3.0)
    inside = [(a.start, a.end) for a in editors.values()]
    kept = [r for r in kept if not any(a <= r.start < b for a, b in inside)]
    return kept, list(editors.values())


def _runs_inside(item: StyledText, reader: RunReader, index: int | None) -> list[NameRun]:
    """A run after a "by" or "with" in the middle of a phrase: only one of several good names that ends a phrase counts."""
    if index is None or reader.tokens[index].kind not in "IWCpm":
        return []
    runs = reader.read(index)
    return [
        run
        for run in runs[:1]
        if len(run.names) > 1
        and run.score > 0.9 * len(run.names)
        and item.text[run.end : run.end + 1] in ("", ".", ",", "\n", ")", ";")
    ]


def _run_starts(
    item: StyledText, atoms: list[Atom], quotes: list[tuple[int, int]]
) -> tuple[list[tuple[int, bool]], dict[int, int]]:
    """Where runs may begin with whether a "with" stands before, and phrase-inner places after "by" or "with" with its place."""
    text = item.text
    inside: dict[int, int] = {}
    starts: dict[int, bool] = {0: False}
    for match in _SEPARATOR.finditer(text):
        if match.lastgroup in ("comma", "semi") and match.start() > 400:
            continue
        if match.lastgroup == "dot" and not _separates(text, match):
            continue
        starts.setdefault(match.end(), False)
    for atom in atoms:
        starts.setdefault(_skip(text, atom.end), False)
    for _, end in quotes:
        starts.setdefault(_skip(text, end), False)
    for position in item.starts:
        starts.setdefault(_skip(text, position), False)
    for i, c in enumerate(text):
        if c in ("(", "["):
            starts.setdefault(i + 1, False)
    for match in (*_EDITORS_LEAD.finditer(text), *_IN_LEAD.finditer(text)):
        starts.setdefault(match.end(), False)
    for match in _BY.finditer(text):
        if not _begins_part(item, match.start()):
            inside[match.end()] = match.start()
            continue
        starts[match.end()] = match.group().strip().lower() not in ("by", "authors:", "author:")
    return sorted(starts.items()), inside


def _begins_part(item: StyledText, position: int) -> bool:
    """Whether a word can begin a part: after punctuation, a break, or where the style or link changes."""
    before = position - 1
    while before >= 0 and item.text[before] in " \t\x0b":
        before -= 1
    if before < 0 or not item.text[before].isalnum():
        return True
    return item.href(before) != item.href(position) or item.style(before) != item.style(position)


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " ,.;:\n\x0b-–":
        position += 1
    return position


def _cut(item: StyledText, atoms: list[Atom], quotes: list[tuple[int, int]], runs: list[NameRun]) -> list[Chunk]:
    text = item.text
    cuts: dict[int, str] = {0: ""}
    solid = [(a, b, "quote") for a, b in quotes]
    atoms = [a for a in atoms if a.firm or not any(q <= a.start and a.end <= r for q, r, _ in solid)]
    solid = [
        (a, b, k)
        for a, b, k in solid
        if not any(a < t.end and t.start < b and not (a <= t.start and t.end <= b) for t in atoms)
    ]
    inside = [(a, b) for a, b, _ in solid]
    blocked = bytearray(len(text) + 2)
    for a, b in inside:
        blocked[a + 1 : b] = b"\x01" * max(0, b - a - 1)
    for atom in atoms:
        blocked[atom.start + 1 : atom.end] = b"\x01" * max(0, atom.end - atom.start - 1)
    for run in runs:
        blocked_run = range(run.start + 1, run.end)
        if run.score > 1.5 and run.with_form:
            for i in blocked_run:
                blocked[i] = 2
    for start, end in _solid_spans(item, atoms, runs):
        blocked[start + 1 : end] = b"\x01" * (end - start - 1)
        runs[:] = [r for r in runs if not start < r.start < end]
    brackets = _brackets(text, blocked)
    for start, end in brackets:
        if not any(start < a.end and a.start < end for a in atoms) and not any(start < r.start < end for r in runs):
            blocked[start + 1 : end - 1] = b"\x01" * (end - start - 2)
    ends: dict[int, int] = {}
    for match in _SEPARATOR.finditer(text):
        at = match.start()
        if blocked[at] or not _separates(text, match):
            continue
        kind = {
            "hard": "hard",
            "soft": "soft",
            "dot": ".",
            "stop": "?",
            "semi": ";",
            "comma": ",",
            "colon": ":",
            "bar": "|",
            "dash": "-",
        }[match.lastgroup or "dot"]
        cuts.setdefault(match.end(), kind)
        ends[match.end()] = at + (len(match.group().rstrip()) if kind == "?" else 0)
    for start, end in brackets:
        cuts.setdefault(start, "(")
        cuts.setdefault(end, "")
    for atom in atoms:
        cuts.setdefault(atom.start, "")
        cuts.setdefault(atom.end, "")
    for start, end in inside:
        cuts.setdefault(start, '"')
        cuts.setdefault(end, '"')
    for run in runs:
        cuts.setdefault(run.start, "")
        if run.lead >= 0:
            cuts.setdefault(run.lead, "")
        dotted = text[run.end - 1 : run.end] == "."  # the full stop of an initial ends the list of authors too
        cuts[run.end] = _stronger(cuts.get(run.end, ""), "." if dotted else "")
    for match in _IN.finditer(text):
        if not blocked[match.start()]:
            cuts.setdefault(match.start(), "")
    for index in range(1, len(item.starts)):
        position = item.starts[index]
        if not blocked[position] and _style_border(item, index):
            cuts.setdefault(position, "s")
    return _assemble(item, sorted(cuts.items()), ends, atoms, inside)


_SOLID_STYLES = Style.BOLD | Style.ITALIC | Style.UNDERLINE


def _solid_spans(item: StyledText, atoms: list[Atom], runs: list[NameRun]) -> list[tuple[int, int]]:
    """Phrases of three words and more that one link or one emphasis holds together: the parts of an item are not cut in them.

    A stretch with a line break, a locator or a date in it, one that begins with a run of names, and one that is most of
    the item is no such phrase.
    """
    found: list[tuple[int, int]] = []
    text = item.text
    index = 0
    while index < len(item.runs):
        key = (item.runs[index].style & _SOLID_STYLES, item.runs[index].href)
        first = index
        while index < len(item.runs) and (item.runs[index].style & _SOLID_STYLES, item.runs[index].href) == key:
            index += 1
        if not key[0] and not key[1]:
            continue
        start = item.starts[first]
        end = item.starts[index] if index < len(item.starts) else len(text)
        while end > start and not text[end - 1].isalnum():
            end -= 1
        phrase = text[start:end]
        if len(phrase.split()) < 3 or "\n" in phrase or len(phrase) > 0.75 * len(text):
            continue
        if any(a.start < end and start < a.end and (a.firm or a.part != Part.NOTE) for a in atoms):
            continue
        beginning = [r for r in runs if start <= r.start <= start + 2 and r.score > 0.5 * len(r.names)]
        later = any(r.start >= end and r.score > 0.8 * len(r.names) for r in runs)
        many_in_bold = later and bool(key[0] & Style.BOLD)
        if any(r.end >= end - 2 if many_in_bold else len(r.names) > 1 or r.end >= end - 2 for r in beginning):
            continue
        found.append((start, end))
    return found


def _style_border(item: StyledText, index: int) -> bool:
    """Whether a run's begin is a border of words where bold, italics, underlining or a link begin or end."""
    mask = Style.BOLD | Style.ITALIC | Style.UNDERLINE | Style.COLOUR | Style.SMALL_CAPS
    before, after = item.runs[index - 1], item.runs[index]
    if before.style & mask == after.style & mask and before.href == after.href:
        return False
    position = item.starts[index]
    left, right = item.text[position - 1 : position], item.text[position : position + 1]
    return not (left.isalnum() and right.isalnum()) and right not in ",.;:*)]"


def _separates(text: str, match: re.Match[str]) -> bool:
    """Whether a full stop ends a part: not after an initial or an abbreviation, not before a lower-case word."""
    if match.lastgroup != "dot":
        return True
    at = match.start()
    begin = at
    while begin and text[begin - 1].isalnum():
        begin -= 1
    word = text[begin:at]
    if not word:
        return True
    following = text[match.end() : match.end() + 1]
    if len(word) == 1 and word.isalpha() and word.isupper():
        return False
    if word.lower() in ABBREVIATIONS:
        return False
    if (
        word[0].isupper()
        and len(word) <= 9
        and _ALONE.search(text, max(0, begin - 3), begin)
        and _NEXT_ABBREVIATION.match(text, match.end())
    ):
        return False  # "Nucl. Phys. A": a word alone before an abbreviation is one itself
    if word[0].isupper() and len(word) <= 8 and _CHAIN.search(text, max(0, begin - 14), begin):
        return False  # "Bull. Soc. Chim. Fr.": one abbreviation after another
    return not following.islower() or len(word) > 4


def _brackets(text: str, blocked: bytearray) -> list[tuple[int, int]]:
    """Bracketed stretches that stand as words of their own, brackets included."""
    found = []
    stack: list[tuple[str, int]] = []
    pairs = {")": "(", "]": "["}
    for i, c in enumerate(text):
        if c in "([" and (i == 0 or not (text[i - 1].isalnum() or text[i - 1] == "\\")):
            stack.append((c, i))
        elif c in pairs and stack and stack[-1][0] == pairs[c]:
            _, start = stack.pop()
            if (
                not stack
                and i - start < 400
                and not blocked[start]
                and not (i + 1 < len(text) and text[i + 1].isalnum())
            ):
                found.append((start, i + 1))
    return found


def _assemble(
    item: StyledText,
    cuts: list[tuple[int, str]],
    ends: dict[int, int],
    atoms: list[Atom],
    quotes: list[tuple[int, int]],
) -> list[Chunk]:
    text = item.text
    by_start = {a.start: a for a in atoms}
    quote_starts = dict(quotes)
    chunks: list[Chunk] = []
    pending = ""
    for i, (start, separator) in enumerate(cuts):
        if start >= len(text):
            break
        end = cuts[i + 1][0] if i + 1 < len(cuts) else len(text)
        stop = ends.get(end, end) if i + 1 < len(cuts) else end
        pending = _stronger(pending, separator)
        a, b = start, min(stop, end)
        while a < b and text[a] in " \t\n\x0b,;":
            if text[a] == ",":
                pending = _stronger(pending, ",")
            if text[a] == "\n":
                pending = _stronger(pending, "hard")
            a += 1
        tail = ""
        while b > a and text[b - 1] in " \t\n\x0b,;":
            if text[b - 1] in ",;":
                tail = text[b - 1]
            elif text[b - 1] == "\n":
                tail = "hard"
            b -= 1
        body = text[a:b]
        if not any(c.isalnum() for c in body) and start not in by_start:
            mark = next((c for c in body if c in ".:?"), "")
            pending = _stronger(pending, mark) if mark else pending
            continue
        atom = by_start.get(start)
        chunk = Chunk(a, b, pending, atom, start in quote_starts, body[:1] in "([" and body[-1:] in ")]")
        chunks.append(chunk)
        pending = tail
    return chunks


_STRENGTH = {
    "": 0,
    "s": 1,
    "(": 2,
    ",": 3,
    "-": 3,
    "|": 4,
    ";": 4,
    ":": 4,
    '"': 5,
    ".": 6,
    "?": 6,
    "soft": 5,
    "hard": 8,
}


def _stronger(a: str, b: str) -> str:
    return a if _STRENGTH.get(a, 0) >= _STRENGTH.get(b, 0) else b


__all__ = ["Chunk", "ChunkedItem", "Part", "chunk_item"]
