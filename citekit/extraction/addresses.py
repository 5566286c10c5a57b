"""DOIs and web addresses that the end of a line has broken, put together again.

A DOI that is cut short is most often a well-formed one, of another work or of none, so that no later step can see the
fault. What stands behind the break belongs to the address where it can be nothing else: the address is not complete, or it
ends in a sign that joins, or what follows looks like the rest of one.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.documents.runs import Change
from citekit.runtime import patterns as re

_BREAK = re.compile(r"\s{1,4}")
_BEGIN = re.compile(
    r"(?<!\w)(?:https?:(?:/{1,2}[^\s<>\"]{0,2000})?|www\.[^\s<>\"]{0,2000}|10\.\d{0,9}(?:[./][^\s<>\"]{0,500})?)(?=\s)",
    re.IGNORECASE,
)
"""An address, or the beginning of one, in front of a blank or a line end."""
_LABEL = re.compile(r"(?:\bdoi\s?[:=]?\s{0,2}|doi\.org/)(?=1)", re.IGNORECASE)
_PREFIX = re.compile(r"10\.\d{4,9}/")
_LONGEST_PREFIX = 16
"""Characters of the number of a registrant with what stands before its first stroke."""
_COMPLETE_DOI = re.compile(r"(?:^|/|:)10\.\d{4,9}/\S")
_JOINING_SIGNS = "/-_=?&%#~"
# A hyphen or an underscore begins a part, unless a part could not go on after it ("slug-/2", "slug-" at the end of a line).
_REST = re.compile(
    r"(?=[^\s]{0,80}\d)[\w()<>:;-]{0,40}(?:[./_?=&%-][\w()<>:;-](?>(?:[^\W_]|[()<>:;]|[_-](?![\w()<>:;-])){0,59})){1,60}"
    r"[.,;)\]]{0,2}"
)
"""What looks like the rest of an address: a digit in it, and signs that join its parts."""
_TAIL = re.compile(r"[a-z\d]{1,20}[.,;)\]]{0,2}")
"""What may be the last letters or figures of an address, where nothing else follows."""
_MARKER = re.compile(r"(?:[\[(]\d{1,3}[\])][.:]?|\d{1,3}[.:)])\s+(?!PMC?ID|PMC\d)[^\W\d_a-z]|\[\w{1,12}\]")
"""The number of the next item."""
_BRACKETED_YEAR = re.compile(r"[(\[](?:1[5-9]|20)\d\d[a-z]?[)\]]")
"""The year behind the address of a page, as Nature prints it: "https://tides.example/winter/ (2024)."."""
_NEW_FIELD = re.compile(
    r"(?:(?:pmc?id|pmc|epub|accessed|retrieved|available|cited|isbn|issn|arxiv|doi|url|https?|www|pages?|pp|vol|no|in|and)(?=\s|$|[.,]\s|:)|(?:19|20)\d\d[;,.]?(?:\s|$)|\d{4}-\d\d-\d\d|\d{1,4}\s?\(|\d{1,5}[-–]\d{1,5}[.,;]?(?:\s|$))",
    re.IGNORECASE,
)
"""What begins something else: a label, a year, a date, a volume with its issue."""
_BEHIND = re.compile(r"\s{0,3}(?:$|\s(?:PMC?ID|PMC|Epub|Accessed|Retrieved|\[|\())", re.IGNORECASE)
"""What stands behind the end of an address: nothing, or one of these."""
_SIGNS_AT_END = ".,;)]"


def broken_addresses(text: str) -> Iterator[Change]:
    """The breaks (blanks and line ends) inside of the addresses of a text, as changes that take them out."""
    folded = text.casefold()
    if not any(hint in folded for hint in ("10.", "doi", "http", "www.")):
        return
    found: dict[int, int] = {}
    for label in _LABEL.finditer(text):
        window = text[label.end() : label.end() + _LONGEST_PREFIX]
        gap = _BREAK.search(window)
        if gap and not _PREFIX.match(window) and _PREFIX.match(window[: gap.start()] + window[gap.end() :]):
            found[label.end() + gap.start()] = label.end() + gap.end()
    for begin in _BEGIN.finditer(text):
        head, at = begin.group(), begin.end()
        for _ in range(4):  # an address of more than five lines is none
            gap = _BREAK.match(text, at)
            if gap is None or not _goes_on(head, text, gap):
                break
            found[gap.start()] = gap.end()
            rest = re.compile(r"\S{1,500}").match(text, gap.end())
            if rest is None:
                break
            head, at = head + rest.group(), rest.end()
    yield from ((start, end, "") for start, end in sorted(found.items()))


def _goes_on(head: str, text: str, gap: re.Match[str]) -> bool:
    """Whether an address goes on behind a break."""
    following = re.compile(r"\S{1,500}").match(text, gap.end())
    if following is None or _MARKER.match(text, gap.end()) or _BRACKETED_YEAR.match(text, gap.end()):
        return False
    rest = following.group()
    line_end = any(sign in "\n\x0b" for sign in gap.group())
    is_doi = head.startswith("10.") or "doi.org" in head.casefold()
    if head.casefold() in ("http:", "https:", "http://", "https://", "https:/", "http:/"):
        return rest[0] == "/" or "." in rest
    if head.casefold().endswith(("//doi.", "//dx.doi.")):
        return rest.casefold().startswith("org/10.")
    if head == "10." or (head.startswith("10.") and "/" not in head):
        return _PREFIX.match(head + rest) is not None
    if is_doi and not _COMPLETE_DOI.search(head):
        return rest[0].isalnum() and "." in head and ("/" in rest or rest[:1].isdigit() or head[-1] == "/")
    if head[-1] in _JOINING_SIGNS:
        if rest[:1].isupper() and not any(c.isdigit() for c in rest):
            return False  # the next sentence or name
        looks_on = _REST.fullmatch(rest) is not None or any(c.isdigit() for c in rest) or "/" in rest
        return looks_on and not _NEW_FIELD.match(rest) if head[-1] == "/" and not is_doi else _is_rest(rest)
    if _NEW_FIELD.match(text, gap.end()) and not (head[-1] == "." and rest.strip(_SIGNS_AT_END).isdigit()):
        return False
    if head[-1] == ".":
        bare = rest.rstrip(_SIGNS_AT_END)
        dated = bare.isdigit() and len(bare) == len("2012") and bare[:2] in ("19", "20")
        return is_doi and not dated and (rest[0].isdigit() or rest[0].islower()) and any(c.isdigit() for c in rest)
    if head[-1] in ",;)]":
        return False
    if _REST.fullmatch(rest) and "://" not in rest and (is_doi or not rest[0].isupper()):
        return is_doi or "/" in rest or line_end
    ends = _BEHIND.match(text, following.end()) is not None
    return line_end and is_doi and ends and _TAIL.fullmatch(rest) is not None


def _is_rest(rest: str) -> bool:
    """Whether a word may go on behind a sign that joins: no word of its own in capitals and small letters."""
    return rest[0].islower() or rest[0].isdigit() or any(c.isdigit() for c in rest) or rest.isupper()
