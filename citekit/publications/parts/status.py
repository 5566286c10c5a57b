"""States and distinctions: "to appear", "under review", "Best Paper Award", "Spotlight"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

STATUS = (
    (
        "in preparation",
        r"(?:manuscripts? |papers? )?in prep(?:aration|\.)?|completed and ready to submit|work in progress|in progress|in vorbereitung|en préparation|en preparación|em preparação|w przygotowaniu",
    ),
    (
        "submitted",
        r"(?:manuscripts? |papers? )?submitted(?: for publication)?|in submission|eingereicht|soumis|enviado|submetido",
    ),
    (
        "under review",
        r"(?:manuscripts? |papers? )?under (?:peer[- ]?)?(?:review|revision)|in (?:peer )?review|in revision|revisions? (?:pending|requested|submitted|invited)|resubmitted|major revisions?|minor revisions?|revise (?:and|&) resubmit|r&r",
    ),
    (
        "to appear",
        r"to ap+e?ar|accepted(?: for (?:publication|presentation))?(?: with (?:minor )?revisions?)?|advance (?:article|access|online(?: publication)?)|forthcoming|in press|im druck|im erscheinen|à paraître|en prensa|no prelo|conditionally accepted|accepté|aceptado|aceito",
    ),
    ("preprint", r"preprint|e-print|working paper|unpublished(?: manuscript)?|manuscript"),
)
_STATUS = re.compile(
    r"(?=[(\[]|(?<!\w)\w)(?P<open>[(\[]\s*)?(?<!\w)(?:"
    + "|".join(f"(?P<s{i}>{pattern})" for i, (_, pattern) in enumerate(STATUS))
    + r")(?!\w)(?P<tail>\s+(?:in|at|to|as|by|with)(?:\s+the)?(?=[\s)\]]))?(?P<close>\s*[)\]])?",
    re.IGNORECASE,
)
_STEMS = (
    *("in prep", "ready to submit", "in progress", "vorbereitung", "préparation", "preparación", "preparação"),
    *("przygotowaniu", "submitted", "submission", "eingereicht", "soumis", "enviado", "submetido", "review", "revis"),
    *("r&r", "to ap", "accept", "advance ", "forthcoming", "in press", "im druck", "im erscheinen", "paraître"),
    *(
        "en prensa",
        "no prelo",
        "aceptado",
        "aceito",
        "preprint",
        "e-print",
        "working paper",
        "unpublished",
        "manuscript",
    ),
)
"""One of them is in every state, so that most texts need not be searched."""
_BEFORE = re.compile(r"(?:^|[,.;:(\[\n])\s{0,9}\Z")
_AFTER = re.compile(r"\s*(?:$|[,.;:)\]\n])")
_AWARD = re.compile(
    r"(?<!\w)(?:best|ranked|outstanding|distinguished|honou?rable|runner|award|awards|awarded|prize|nominee|nominated|nomination|finalist|candidate|spotlight|"
    r"oral|top \d|acceptance rate|accept rate|invited|editor'?s'? (?:choice|pick)|highlight(?:ed)?|cover (?:article|story)|featured|peer[- ]?reviewed|most (?:cited|read)|highly cited|selected as|winner|core (?:rank )?[abc]\*?|ccf[- ][abc]|if\s?[:=])(?!\w)",
    re.IGNORECASE,
)
_HONOUR_LINE = re.compile(
    r"(?<=\n)(?P<line>(?:best|outstanding|ranked|winner|finalist|nominated|honou?rable)\b[^\n]{3,80}|(?:core(?: rank)?|ccf)[ -][abc]\b\*?|[^\n]{3,80}\b(?:award|prize|finalist|nominee|nomination))(?=[ .!]{0,3}(?:\n|$))",
    re.IGNORECASE,
)
"""A line of its own that says what the work has won."""
MOST_WORDS_OF_HONOUR = 10
_GROUP = re.compile(r"[(\[][^()\[\]]{2,160}[)\]]")


def find(item: StyledText) -> Iterator[Atom]:
    """Publication states (value ``status``) and bracketed distinctions (value ``award``)."""
    text, folded = item.text, item.folded
    for match in _STATUS.finditer(text) if any(map(folded.__contains__, _STEMS)) else ():
        status = next(name for i, (name, _) in enumerate(STATUS) if match[f"s{i}"])
        start, end = match.span()
        bracketed = bool(match["open"]) and bool(match["close"])
        if match["open"] and not match["close"]:
            start = match.start() + len(match["open"])
        if match["close"] and not match["open"]:
            end = match.start("close")
        printed = text[start:end].strip("()[] ")
        set_off = status == "to appear" and _BEFORE.search(text, max(0, start - 3), start) is not None
        firm = (
            printed[:1].isupper() or bracketed or (set_off and (bool(match["tail"]) or bool(_AFTER.match(text, end))))
        )
        yield Atom(start, end, Part.NOTE, "status", {"status": status, "printed": printed}, 1.4 + bracketed, firm=firm)
    for match in _HONOUR_LINE.finditer(text) if "\n" in text else ():
        if len(match["line"].split()) <= MOST_WORDS_OF_HONOUR and _AWARD.search(match["line"]):
            yield Atom(
                match.start(), match.end("line"), Part.NOTE, "award", {"award": match["line"].strip()}, 2.4, firm=True
            )
    if "(" not in text and "[" not in text:
        return
    for match in _GROUP.finditer(text):
        if not match[0][1:-1].isdecimal() and _AWARD.search(match[0]):
            yield Atom(
                match.start(), match.end(), Part.NOTE, "award", {"award": match.group()[1:-1].strip()}, 1.8, firm=True
            )
