"""Candidate runs of authors in an item: where they may begin, which are good enough, which are editors or bodies."""

from __future__ import annotations

import re

from citekit.publications.atoms import Atom, Part
from citekit.publications.names.printed import SINGLE, PrintedName
from citekit.publications.parts.authors import NameRun, RunReader
from citekit.publications.styled import StyledText
from citekit.publications.tokens import MARK_CHARACTERS, Token
from citekit.publications.vocabulary import Vocabulary

_OPEN_BRACKET = re.compile(r"[(\[]")
_ORGANISATION = re.compile(
    r"(?P<name>(?:U\.[SKN]\. )?[A-Z][^.()\"“,\d]{2,90}?(?:, [A-Z][^.()\"“\d]{3,60}?)?(?:,? (?:and|&) [A-Z][^.()\"“,\d]{3,60}?)?)(?P<short>\s{0,3}\([A-Z]{2,8}\))?\s{0,3}[.,]?\s{0,3}\(?(?:(?:1[89]|20)\d\d|n\.d\.)"
)
_BODY_AT_HEAD = re.compile(
    r"(?P<name>(?:U\.[SKN]\. )?[A-Z][\w'’&-]*(?: (?:of|for|and|the|on|de|des|du|für|[A-Z][\w'’&-]*+)){1,9})(?P<short>\s{0,3}\([A-Z]{2,8}\))?\.\s(?=[A-Z][^.]{4,200}\.\s)"
)
"""A body at the head of a reference whose year stands elsewhere: "World Health Organization. Global report. Geneva: …"."""
_FAMILY_AND_INITIALS = re.compile(r"(?:[^\W\d_][\w'’-]++ ){1,2}[A-Z](?:[-. ]{0,2}+[A-Z]){0,3}\.?")
_ARTICLE = re.compile(r"An? ")
_BODY_WORD = re.compile(
    r"\b(?:organi[sz]ation|institute|ministry|department|association|committee|agency|bank|commission|council|society|universit\w+|office|bureau|"
    r"cent(?:er|re)|foundation|inc|ltd|academ\w+|government|board|authority|service|federation|union|network|collaboration|consortium|group|team|company|"
    r"corporation|nations|programme|parliament|ministerium|bundesamt|amt|verband|instituto|institut|ministerio|ministère|conseil|comité|commissie)\b",
    re.IGNORECASE,
)
_EDITORS_AFTER = re.compile(
    r"\s*+(?:(?:,\s*+)?(?:[(\[]\s*+)?|\.\s*+[(\[]\s*+)\b(?:eds?\b(?!\.?\s+(?:by|de|por|von)\b)\.?(?: and trans\.)?|editors?\b(?!\s+by\b)|hrs?gg?\b\.?|hgg?\.|coords?\b\.?|dirs?\b\.|a cura di(?=\s*[)\]])"
    r"|(?:orgs?\.|red\.|trans\b\.?|translators?\b|transl\.|trads?\.|tr\.|übers\.|dü\.|çev\.|haz\.|რედ\.|ред\.|szerk\.)(?=\s*[)\],]))\s*[)\]]?",
    re.IGNORECASE,
)
_LEAD = (
    r"(?-i:(?=[(\[ADEHSTÜadehstü]))(?P<lead>(?<!\w)[(\[]?(?:(?:trans(?:l?\.|lated) and )?ed(?:\.|ited)(?: and trans(?:l?\.|lated))? by|eds?\.:?|(?<=[(\[])eds?|editors?:|herausgegeben von|hrsg\.(?: von)?|a cura di|"
    r"sous la dir(?:ection|\.) de|éd(?:\.|ité) par|ed(?:ición|\.) de|edición a cargo de|"
    r"translated by|trans(?:l?\.|lated) by|(?<=[,;(\[]\s)(?-i:trans\.)|(?<=[(\[])trans\.|(?<=[a-z\d]{4}\.\s)trans\.|transl\.|tr\.|übers\. von|trad(?:\. de|\.|uit par|ucido por|ucción de)|dir\. by|directed by))\s+"
)
_EDITORS_LEAD = re.compile(_LEAD, re.IGNORECASE)
_LEAD_ENDS = frozenset("yneir.:")
_EDITORS_BEFORE = re.compile(_LEAD + r"\Z", re.IGNORECASE)
_ORDINAL_BEFORE = re.compile(
    r"(?:\d(?:st|nd|rd|th|e|[ªº.])?|first|second|third|fourth|fifth|sixth|rev(?:ised|\.)|edition)\s\Z", re.IGNORECASE
)
_EDIT = re.compile(r"\bed", re.IGNORECASE)
_TRANSLATORS = re.compile(r"\b(?:tr(?:ans|ansl|anslat\w*|ad\w*)?\b|übers|çev|пер)", re.IGNORECASE)
_IN_LEAD = re.compile(
    r"[Ii](?:(?<=^[Ii])|(?<=[\s(,.][Ii]))n:?\s+(?=[A-Z])|(?<=[.,”\"»]\s)(?:En|Em|Dans|W|V):\s+(?=[^\W\d_a-z])"
)
_IN_BEFORE = re.compile(r"\b(?:[Ii]n:?|En:|Em:|Dans:|W:|V:)\s+\Z")
_BY = re.compile(
    r"(?:^|(?<=[\s(]))(?:[Bb]y|[Ww]ith|[Jj]oint(?:ly)?(?: work)? with|[Tt]ogether with|[Ii]n collaboration with|[Zz]usammen mit|[Gg]emeinsam mit|[Ee]n collaboration avec|[Cc]o-?authors?:|[Aa]uthors?:|[Cc]o-?authored with|avec|mit)\s+"
)
WHOLE_EMPHASIS = 2.0
"""What it adds to a run behind the beginning of an item that the emphasis begins and ends with it."""
_BY_STEMS = ("by", "with", "author", "avec", "mit")
"""One of them is in every "by" or "with", so that most texts need not be searched."""


def candidate_runs(
    item: StyledText,
    tokens: list[Token],
    vocabulary: Vocabulary,
    starts: list[tuple[int, bool]],
    inside: dict[int, int],
) -> list[NameRun]:
    """Author runs tried wherever a part may begin, but not again inside a good run."""
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
            if start and _fills_emphasis(item, run):
                run.score += WHOLE_EMPHASIS
            if run.score > _enough(item.text, run, with_form):
                run.with_form = with_form
                found.append(run)
        if candidates and candidates[0].score > 1.5:
            good_until = candidates[0].end
    for start, lead in inside.items():
        for run in _runs_inside(item, reader, by_start.get(start)):
            run.lead = lead
            found.append(run)
    return found


def _fills_emphasis(item: StyledText, run: NameRun) -> bool:
    """Whether a run is all that one stretch of emphasis holds: "A Title. *Ada Brandt and Ben Okafor* In Proceedings"."""
    style = item.style(run.start)
    if not style or item.style(run.end - 1) != style:
        return False
    before, after = run.start - 1, run.end
    while before > 0 and item.text[before].isspace():
        before -= 1
    while after < len(item.text) and item.text[after].isspace():
        after += 1
    return item.style(before) != style and (after >= len(item.text) or item.style(after) != style)


def _enough(text: str, run: NameRun, with_form: bool) -> float:
    """The score above which a run is a candidate: a single name must be a better one than several, unless its place says so."""
    if with_form:
        return -1.2
    if len(run.names) > 1:
        return 0.0
    if run.start == 0:
        return 0.3
    return -0.7 if _editors_before(text, run.start) or _EDITORS_AFTER.match(text, run.end) else 0.5


def _stops_inside(item: StyledText, run: NameRun) -> bool:
    """Whether a run ends in the middle of a phrase: a capitalised word follows, and neither punctuation, style nor year comes between."""
    text, end = item.text, run.end
    if text[end : end + 1] != " " or run.others:
        return False
    while end > run.start and text[end - 1] in MARK_CHARACTERS:
        end -= 1
    if text[end - 1 : end] == ".":
        return False
    end = run.end
    following = text[end + 1 : end + 5]
    if following in ("Eds.", "Hrsg", "Ed. "):
        return False
    if not following[:1].isupper() or (following.isdigit() and following[:2] in ("18", "19", "20")):
        return False
    return item.style(end - 1) == item.style(end + 1) and item.href(end - 1) == item.href(end + 1)


_SHORT_AUTHOR = re.compile(
    r"(?P<name>[^\W\d_][^\s.,()\"“”:;]*(?:\.(?:com|edu|fr|gov|net|org))?(?: [A-Z][^\s.,()\"“”:;]*+){0,2})(?:\.?,?\s*\(?(?:(?:1[89]|20)\d\d[a-z]?|n\.\s?d\.)\)?[.,:]?\s|,\s[“\"«‘]\w)"
)


def author_at_head(text: str, single_reference: bool, runs: list[NameRun]) -> NameRun | None:
    """A body as the author at the head of an item: "World Health Organization (2009)."; a person is one of ``runs``."""
    match = _ORGANISATION.match(text) or (_BODY_AT_HEAD.match(text) if single_reference else None)
    if (
        match is None
        or _ARTICLE.match(text)
        or len(match["name"].split()) > 14
        or not (_BODY_WORD.search(match["name"]) or re.fullmatch(r"[A-Z]{3,10}", match["name"].strip(" ,")))
    ):
        match = _SHORT_AUTHOR.match(text) if single_reference else None
        if match is None or _FAMILY_AND_INITIALS.fullmatch(match["name"]):
            return None
        name = match["name"]
        if any(run.start == 0 and run.end >= len(name) for run in runs):
            return None
        return NameRun(0, len(name), [PrintedName(name, "", SINGLE, 0, len(name), literal=name)], False, 1.0)
    name, cut, _ = (match["name"].strip(" ,") + (match["short"] or "")).partition(" et al")
    printed = PrintedName(name, "", SINGLE, 0, len(name), literal=name)
    end = match.end("name") + text.startswith(".", match.end("name")) if cut else len(name)
    return NameRun(0, end, [printed], bool(cut), 1.6)


def set_editors_apart(text: str, runs: list[NameRun]) -> tuple[list[NameRun], list[Atom]]:
    """Runs that are editors of the container become atoms; editors at the head of an item stay its people."""
    kept: list[NameRun] = []
    editors: dict[int, Atom] = {}
    worths: dict[int, float] = {}
    closed = [match.end() for run in runs if run.score > 0 and (match := _EDITORS_AFTER.match(text, run.end))]
    headed = any(run.start == 0 and _EDITORS_AFTER.match(text, run.end) for run in runs)
    for run in runs:
        after = _EDITORS_AFTER.match(text, run.end)
        before = _editors_before(text, run.start)
        if before and any(before.start("lead") < end <= run.start for end in closed):
            before = None  # "A. Smith and B. Jones, Eds. New York"
        if headed and after and run.start and not before:
            continue  # a part of the run at the head
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
        worth = (
            float(end) if after else run.score - 0.3 * len(run.names) + 0.5 * run.others - 0.8 * _goes_on(text, run.end)
        )
        if start not in editors or worths[start] < worth:
            names = " and ".join(f"{n.family}, {n.given}" if n.given else n.family for n in run.names)
            said = text[before.start("lead") : before.end("lead")] if before else text[run.end : end]
            role = "translators" if _TRANSLATORS.search(said) and not _EDIT.search(said) else "editors"
            editors[start] = Atom(start, end, Part.OTHER, "editors", {role: names}, 3.0)
            worths[start] = worth
    inside = [(a.start, a.end) for a in editors.values()]
    kept = [r for r in kept if not any(a <= r.start < b for a, b in inside)]
    return kept, list(editors.values())


def _goes_on(text: str, end: int) -> bool:
    """Whether a capitalised word comes right after the full stop that ends a run: "Roger V. Holdsworth"."""
    return text[end - 1 : end] == "." and text[end + 1 : end + 2].isupper() and text[end + 2 : end + 3].islower()


def _editors_before(text: str, start: int) -> re.Match[str] | None:
    """The "edited by" that stands right before a place."""
    end = start
    while end and text[end - 1].isspace():
        end -= 1
    if end == start or text[end - 1 : end].lower() not in _LEAD_ENDS:
        return None
    match = _EDITORS_BEFORE.search(text, max(0, end - 40), start)
    if match and match["lead"].lower() in ("ed.", "ed.:", "eds."):
        lead = match.start("lead")
        if _ORDINAL_BEFORE.search(text, max(0, lead - 12), lead):
            return None  # "3rd ed. Reading, MA: Addison-Wesley"
    return match


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


def run_starts(
    item: StyledText, atoms: list[Atom], quotes: list[tuple[int, int]], separators: list[re.Match[str]]
) -> tuple[list[tuple[int, bool]], dict[int, int]]:
    """Where runs may begin with whether a "with" stands before, and phrase-inner places after "by" or "with" with its place."""
    text = item.text
    inside: dict[int, int] = {}
    starts: dict[int, bool] = {0: False}
    for match in separators:
        if match.start() <= 400 or match.lastgroup not in ("comma", "semi"):
            starts.setdefault(match.end(), False)
    for atom in atoms:
        starts.setdefault(_skip(text, atom.end), False)
    for _, end in quotes:
        starts.setdefault(_skip(text, end), False)
    for position in item.starts:
        starts.setdefault(_skip(text, position), False)
    for match in _OPEN_BRACKET.finditer(text):
        starts.setdefault(match.end(), False)
    for lead in (_EDITORS_LEAD, _IN_LEAD):
        for match in lead.finditer(text):
            starts.setdefault(match.end(), False)
    for match in _BY.finditer(text) if any(map(item.folded.__contains__, _BY_STEMS)) else ():
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
