"""The kind of a work as styles print it: codes of GB/T 7714 ("[J]", "[C]//"), what APA style prints in brackets, and the medium of ISO 690."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_CODE = re.compile(r"\s?[\[［](?P<code>[JMCDPRSNGAKZ]|DB|CP|EB)(?:/(?:OL|CD|DK|MT))?[\]］](?P<inside>\s?//)?")
_APA = re.compile(
    r"\[(?P<medium>data ?set|(?:computer )?software|mobile app|tweet|online|internet|video|(?:audio )?podcast(?: episode)?|blog(?: post)?|photograph|poster presentation|paper presentation"
    r"|conference (?:session|presentation)|film|motion picture|tv series(?: episode)?|album|song|letter(?: to the editor)?|editorial|comment(?:ary)?|abstract|e-?book|kindle(?: edition)?|audiobook"
    r"|youtube video|webinar|lecture|press release|unpublished manuscript)\]\.?",
    re.IGNORECASE,
)
_FILM = re.compile(
    r"(?<=[.?!”\"] )(?P<said>(?:Directed by|Dir\.) [A-Z][\w’-]{0,20}+\.?(?: [A-Z][\w’-]{0,20}+\.?){1,3}(?: and [A-Z][\w’-]{0,20}+\.?(?: [A-Z][\w’-]{0,20}+\.?){1,3})?)(?=[,.])"
)
"""The director as MLA prints him behind the title of a film: "The Fog. Directed by Ada Lind, Fenn Pictures"."""
_ISO = re.compile(r"(?<=[.?!”\"’]\s)Online\.(?=\s)")
"""The medium as ISO 690 states it behind a title or a container: "Tides of winter. Online. Harbour Press"."""
_TYPES = {
    word: kind
    for kind, words in {
        "dataset": "dataset",
        "software": "computersoftware software mobileapp",
        "motion_picture": "film motionpicture",
        "broadcast": "tvseries tvseriesepisode podcast podcastepisode audiopodcast audiopodcastepisode",
        "post": "tweet",
        "speech": "posterpresentation paperpresentation conferencesession conferencepresentation lecture",
        "book": "kindle kindleedition ebook audiobook",
        "manuscript": "unpublishedmanuscript",
    }.items()
    for word in words.split()
}
"""CSL types of what the seventh edition of APA style prints in square brackets."""
_SAID = frozenset({"dataset", "software", "motion_picture"})
"""Types that say as much as the words in brackets."""
_NOTHING = frozenset({"online", "internet"})
"""What says no more than the address beside it; of other media the word is kept."""
_WHOLE = {"M": "book", "D": "thesis", "R": "report", "P": "patent", "S": "standard"}
_PART = {"M": "chapter", "C": "paper-conference"}
"""CSL types of the codes of GB/T 7714, of whole works and of those in the work behind "//"."""


def find(item: StyledText) -> Iterator[Atom]:
    """Yield the codes and kinds (value ``type``, the CSL type, where it says one)."""
    for match in _ISO.finditer(item.text) if "Online." in item.text else ():
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", {"type": ""}, 2.6)
    for match in _FILM.finditer(item.text) if "Dir" in item.text else ():
        values = {"type": "motion_picture", "note": match["said"]}
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", values, 2.6)
    if "[" not in item.text and "［" not in item.text:
        return
    for match in _APA.finditer(item.text):
        kind = _TYPES.get(match["medium"].lower().replace(" ", "").replace("-", ""), "")
        values = {"type": kind}
        if kind not in _SAID and match["medium"].lower() not in _NOTHING:
            values["note"] = match["medium"]
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", values, 2.6)
    for match in _CODE.finditer(item.text):
        kind = (_PART if match["inside"] else _WHOLE).get(match["code"], "")
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "medium", {"type": kind}, 2.0)
