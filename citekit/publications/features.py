"""What a chunk looks like, and how well it could be each part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from citekit.documents.model import Style
from citekit.publications.atoms import Part
from citekit.publications.chunks import ChunkedItem
from citekit.publications.names.words import OTHERS
from citekit.publications.places import is_publisher, place_share
from citekit.publications.shape import ListShape
from citekit.publications.styled import StyledText
from citekit.publications.vocabulary import Vocabulary
from citekit.text.unicode import WHITESPACE
from citekit.works.venues import kind_of, looks_like_venue

FUNCTION_WORDS = frozenset(
    """a an the of on in for to from with without and or by via using under over between through towards toward at as
    into is are can do does how what why when where which who whose its their we not be been beyond against among
    across within during than that this und der die das des den dem ein eine zur zum für von mit im auf über bei
    durch aus als et de la le les du des un une dans pour sur par au aux avec en y el los las del una para por con
    sobre desde e o os as do da dos das um uma no na em com i w z na do o dla""".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’‐-][^\W\d_]++)*")
_CONNECTIVE = re.compile(
    r"[\s(\[]*+(?:(?:joint(?:ly)?\s)?(?:work\s)?(?:(?:together|in collaboration) with|(?:zusammen|gemeinsam) mit|with|by|in|authors?|co-?authors?|title|venue|published in|appeared in|available(?: at| from)?|see(?: also)?|code|paper|links?|abstract)\s*+[:.]?)?[\s)\]:.,;]*+",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"^\W*(?:(?-i:an?\s|the\s|this\s|these\s)|also\s|see\s|note\b|abstract\b|tl;?dr|keywords?\b|summary\b|code\b|models?\b|earlier|previous|extended|short|full|joint|advis|supervis|"
    r"presented|talk|slides|media|cited|citations?|impact factor|if\b|award|winner|won\b|received|selected|honou?r|best\b|oral\b|spotlight|poster\b|notable|featured|cover\b|highlight|appeared|appears|"
    r"translated|reprinted|accepted|acceptance|\$|editor-reviewed|invited|special (?:issue|collection|section)|in (?:chinese|german|french|spanish|japanese|russian|portuguese|italian|polish|dutch|korean)\b|equal|corresponding|\*|†|#|defended|committee|mentor|revised|updated|available|data\b|video|erratum|comment|reply)",
    re.IGNORECASE,
)
_VENUE_CUE = re.compile(
    r"^\W*(?:(?:to appear|appeared|published|presented|accepted)\s(?:in|at)\b|in:?\s(?:the\s)?(?=[A-Z0-9*_“\"])|in\sproc|at\sthe\s|proc(?:\.|eedings)|published by|journal:)",
    re.IGNORECASE,
)
_THESIS = re.compile(
    r"\b(?:ph\.?\s?d\.?|doctoral|master'?s?'?|m\.?sc\.?|bachelor'?s?|diplom\w*|habilitation\w*|senior|honou?rs|undergraduate|a\.b\.)\s*(?:project|thesis|dissertation|arbeit)|\bthesis\b|\bdissertation\b|thèse|tesis",
    re.IGNORECASE,
)
_NUMBERED_MEETING = re.compile(
    r"(?:the|le|la|les|el|o|a|das|der|die|il)?\s*(?:\d{1,3}\s?(?:st|nd|rd|th|e|er|ère|ème|ª|º|a|o|\.)|[XVI]{1,6})\s",
    re.IGNORECASE,
)
_LEFT_EDGE = WHITESPACE + "([\"“'‘*_"
_RIGHT_EDGE = WHITESPACE + ")]\"”'’.,;:*_"
_LETTER = re.compile(r"[^\W_]")
_THESIS_WORDS = ("thes", "dissertation", "project", "arbeit", "tesis", "thèse")


@dataclass(slots=True)
class ChunkFeatures:
    """The features of one chunk; see :func:`chunk_features`."""

    words: int
    lower: int
    functions: int
    plain: float
    names: float
    venue: float
    place: float
    initials: int
    styles: str
    atom: str
    kind: str
    publisher: bool
    before_locator: bool
    after_editors: bool
    quoted: bool
    bracketed: bool
    starts_lower: bool
    connective: bool
    remark: bool
    cue: bool
    others: bool
    digits: float
    length: int
    firm: bool
    position: int


@lru_cache(maxsize=20000)
def _venue_score(text: str) -> float:
    score = looks_like_venue(text)
    if score < 0.8 and _NUMBERED_MEETING.match(text) and kind_of(text) in ("conference", "workshop"):
        return 0.8
    return max(score, 0.45) if score < 0.45 and len(text.split()) <= 8 and kind_of(text) else score


@dataclass(frozen=True, slots=True)
class Wording:
    """What a chunk's text shows by itself; ``bare`` is the text without the punctuation around it."""

    words: int
    lower: int
    functions: int
    initials: int
    capitals: tuple[str, ...]
    bare: str
    place: float
    publisher: bool
    thesis: bool
    starts_lower: bool
    connective: bool
    remark: bool
    cue: bool
    others: bool
    digits: float


@lru_cache(maxsize=8192)
def wording(text: str) -> Wording:
    """What a chunk's text shows by itself; documents are read several times, so it is remembered."""
    words = _WORD.findall(text)
    count = len(words)
    bare = text.lstrip(_LEFT_EDGE).rstrip(_RIGHT_EDGE)
    capitals = tuple([w for w in words if w[0].isupper()])
    first = _LETTER.search(text)
    low = text.lower()
    return Wording(
        count,
        sum([w[0].islower() for w in words]),
        sum(map(FUNCTION_WORDS.__contains__, words)),
        sum([len(w) == 1 for w in capitals]),
        capitals,
        bare,
        place_share(bare) if capitals and words[0] is capitals[0] and len(bare) <= 80 else 0.0,
        count <= 7 and is_publisher(bare),
        any(map(low.__contains__, _THESIS_WORDS)) and _THESIS.search(text) is not None,
        first is not None and first[0].islower(),
        count <= 4 and _CONNECTIVE.fullmatch(text) is not None,
        _REMARK.match(text) is not None,
        _VENUE_CUE.match(text) is not None,
        OTHERS.fullmatch(text) is not None,
        sum(map(str.isdigit, text)) / max(1, len(text)),
    )


def chunk_features(chunked: ChunkedItem, vocabulary: Vocabulary) -> list[ChunkFeatures]:
    """The features of all chunks of an item, in order."""
    item = chunked.item
    found = []
    for position, chunk in enumerate(chunked.chunks):
        text = item.text[chunk.start : chunk.end]
        w = wording(text)
        plain = sum(map(vocabulary.plainness, w.capitals)) / len(w.capitals) if w.capitals else 0.0
        names = 0.0
        if 1 <= w.words <= 4 and len(w.capitals) == w.words:
            names = 1.0 - plain
            if any(word in vocabulary.families for word in w.capitals):
                names += 0.5
        venue = _venue_score(w.bare) if chunk.atom is None and len(w.bare) < 260 else 0.0
        if w.thesis and w.words < 14:
            venue = max(venue, 0.75)
        found.append(
            ChunkFeatures(
                w.words,
                w.lower,
                w.functions,
                plain,
                names,
                venue,
                w.place,
                w.initials,
                _styles(chunked, chunk.start, chunk.end),
                chunk.atom.part.value if chunk.atom else "",
                chunk.atom.kind if chunk.atom else "",
                w.publisher,
                _next_is_locator(chunked, position),
                position > 0 and (before := chunked.chunks[position - 1].atom) is not None and before.kind == "editors",
                chunk.quoted,
                chunk.bracketed,
                w.starts_lower,
                w.connective and not (chunk.atom and chunk.atom.kind == "button"),
                w.remark,
                w.cue and (chunk.separator != "" or text[:1].isupper()),
                w.others,
                w.digits,
                len(text),
                bool(chunk.atom and chunk.atom.firm),
                position,
            )
        )
    return found


def _next_is_locator(chunked: ChunkedItem, position: int) -> bool:
    for chunk in chunked.chunks[position + 1 : position + 3]:
        if chunk.atom is not None:
            return chunk.atom.part == Part.LOCATOR
        if not chunk.bracketed:
            return False
    return False


def _styles(chunked: ChunkedItem, start: int, end: int) -> str:
    item = chunked.item
    if len(item.runs) == 1 and not item.links and not item.runs[0].style:
        return ""
    styles = "".join([letter for letter, style in _LETTER_OF_STYLE if item.share(start, end, style) > 0.6])
    return styles + "l" if item.links and item.link_share(start, end) > 0.6 else styles


_LETTER_OF_STYLE = (("b", Style.BOLD), ("i", Style.ITALIC), ("u", Style.UNDERLINE))


_TITLE, _VENUE, _NOTE, _OTHER = Part.TITLE.value, Part.VENUE.value, Part.NOTE.value, Part.OTHER.value


def emission(f: ChunkFeatures) -> dict[str, float]:
    """How well the chunk could be each part (log-like scores); parts that it can't be are absent."""
    if f.connective or f.others:
        return {_OTHER: 0.6, _TITLE: -2.5, _VENUE: -1.0, _NOTE: -0.3}
    if f.atom:
        return _atom_scores(f)
    scores = {_TITLE: _title(f), _VENUE: _venue(f), _NOTE: _note(f), _OTHER: -1.5 - 0.12 * min(f.words, 20)}
    if f.bracketed and f.remark:
        del scores[_TITLE]
    if f.bracketed and f.venue < 0.3 and (f.words > 3 or f.remark) and not f.cue and not f.styles:
        del scores[_VENUE]  # a remark
    return scores


def style_pull(f: ChunkFeatures, part: str, shape: ListShape) -> float:
    """What the styles of a list's titles and venues say for a chunk to be one of them."""
    if f.connective or f.others:
        return 0.0
    pull = 0.0
    for style in "biul":
        pull += shape.style(part, style, style in f.styles)
    if part == _TITLE and f.words > 1:
        pull += shape.style(part, "q", f.quoted)
    return pull


def _atom_scores(f: ChunkFeatures) -> dict[str, float]:
    part = f.atom
    if part == Part.DATE and f.kind == "inner":
        return {Part.DATE: -0.3, Part.TITLE: 0.0, Part.VENUE: 0.3, Part.NOTE: -0.8}
    if part == Part.DATE:
        return {
            Part.DATE: 1.5,
            Part.TITLE: -3.5 if f.firm else -1.0,
            Part.VENUE: -1.5 if f.firm else -0.4,
            Part.NOTE: -1.2,
        }
    if part == Part.LOCATOR and f.kind == "journal-volume":
        return {Part.LOCATOR: 4.0, Part.TITLE: -3.0, Part.VENUE: -3.0}  # "135 J. Fin. Econ. 795"
    if part == Part.LOCATOR:
        return {Part.LOCATOR: 1.8, Part.TITLE: -3.0 if f.firm else -1.2, Part.VENUE: -1.6, Part.NOTE: -1.5}
    if part == Part.LINK:
        return {Part.LINK: 1.6, Part.NOTE: -2.5}
    if part == Part.OTHER:
        return {Part.OTHER: 1.5}
    return {
        Part.NOTE: 1.2 if f.firm else 0.3,
        Part.TITLE: -2.5 if f.firm else -0.4,
        Part.VENUE: -1.8 if f.firm else -0.9,
        Part.OTHER: -2.0,
    }


def _title(f: ChunkFeatures) -> float:
    if not f.words:
        return -2.5
    score = 0.24 * min(f.words, 10) - 0.6 + 0.35 * min(f.functions, 3) + 0.5 * min(f.plain, 1.0)
    score += 3.0 if f.quoted else 0.0
    score -= 2.4 * f.venue * (0.4 if f.quoted else 1.0)
    score -= 0.7 if f.words == 1 else 0.0
    score -= 1.5 * f.names if f.words <= 3 else 0.0
    score -= 1.2 if f.cue else 0.0
    score -= 1.2 * f.place
    score -= 0.8 if f.publisher and not f.quoted else 0.0
    score -= 0.8 if f.before_locator and not f.quoted else 0.0
    score -= 3.0 if f.after_editors else 0.0
    score -= 0.7 if f.remark and f.words < 12 else 0.0
    score -= 0.4 if f.starts_lower else 0.0
    score -= 2.0 * max(0.0, f.digits - 0.2)
    if f.words > 40:
        score -= 0.1 * (f.words - 40)
    if "l" in f.styles and f.words > 2:
        score += 0.8
    if "b" in f.styles and f.words > 3:
        score += 0.5
    if f.bracketed:
        score = min(score, 0.0) - (1.0 if f.remark else 0.0)
    return score


def _venue(f: ChunkFeatures) -> float:
    score = 3.6 * f.venue - 1.0
    evident = f.venue > 0.2 or f.cue or f.place > 0.3 or f.publisher or f.styles or f.after_editors
    score += (0.6 if f.before_locator else 0.0) - (0.0 if evident or f.before_locator else 0.5)
    score += (0.9 if f.publisher else 0.0) + (1.2 if f.after_editors else 0.0)
    score += 1.0 if f.cue else 0.0
    score += 0.7 if "i" in f.styles or "u" in f.styles else 0.0
    score -= 2.2 if f.quoted else 0.0
    score -= 0.15 * max(0, f.words - 12)
    score -= 0.3 * max(0, f.functions - 2) * (1 - f.venue)
    score -= 0.3 if f.starts_lower and not f.cue else 0.0
    score += 0.4 if f.names and f.words <= 3 else 0.0
    score += 1.0 * f.place
    score -= 0.5 * min(f.initials, 2)
    if f.venue < 0.2 and "l" in f.styles and f.words > 4:
        score -= 0.6
    return score


def _note(f: ChunkFeatures) -> float:
    score = -1.3 - 0.04 * min(f.words, 30)
    score += 1.6 if f.remark else 0.0
    score += 0.7 if f.bracketed else 0.0
    score -= 1.5 if f.quoted else 0.0
    score -= 0.8 * f.venue
    return score


def run_emission(chunked: ChunkedItem, index: int, vocabulary: Vocabulary) -> float:
    """How well a candidate run could be the authors."""
    _, last, run = chunked.runs[index]
    count = max(1, len(run.names))
    mean = run.score / count
    score = 0.9 * mean * min(count, 6) + 0.45 * mean * max(0, min(count, 30) - 6)
    score += 0.8 if run.with_form else 0.0
    score += 2.5 if run.editors else 0.0
    score += 1.5 if vocabulary.single_references and run.start == 0 and run.names[0].literal else 0.0
    if count == 1 and not run.with_form:
        score -= 0.9 - min(0.8, 0.2 * vocabulary.families.get(run.names[0].family, 0))
    score -= _inside_a_style(chunked.item, run.start)
    if count > 1 and not run.with_form and chunked.item.share(run.start, run.end, Style.BOLD) > 0.9:
        score -= 1.5  # bold marks one name of a list, or a title
    text = chunked.item.text
    after = text[run.end : run.end + 1]
    if after == " " and chunked.item.style(run.end - 1) != chunked.item.style(run.end + 1):
        return score  # the emphasis ends with the names
    if after.isalnum() or (
        after == " " and text[run.end + 1 : run.end + 2].isalnum() and not run.others and text[run.end - 1] != "."
    ):
        score -= 1.5  # the run stops in the middle of a phrase
    if (
        last < len(chunked.chunks)
        and chunked.chunks[last].start - run.end <= 1
        and chunked.chunks[last].separator == ""
    ):
        score -= 0.6
    return score


def _inside_a_style(item: StyledText, start: int) -> float:
    """What it costs a run to begin in the middle of a linked or emphasised stretch, where titles and venues go on."""
    before = start - 1
    while before > 0 and not item.text[before].isalnum():
        before -= 1
    if before <= 0:
        return 0.0
    if item.href(before) and item.href(before) == item.href(start):
        return 2.5
    both = item.style(before) & item.style(start)
    return 1.5 if both & (Style.BOLD | Style.ITALIC) and item.run_index(before) == item.run_index(start) else 0.0


__all__ = ["ChunkFeatures", "chunk_features", "emission", "run_emission", "style_pull"]
