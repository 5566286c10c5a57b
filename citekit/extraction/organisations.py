"""Organisations, study groups and collaborations in the place of authors.

A personal name has a given name or initials; an organisation has words that say what it is. What stands in front of the
year in APA style, "Ministry of Works, Lindon. (2017).", is one author with its comma, however much of it looks like a
publisher or a title.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.runtime import patterns as re

_BODIES = (
    r"Department|Dept\.?|Ministry|Ministerio|Ministère|Ministério|Ministerium|Bundesministerium|Bundesamt|Bundesanstalt|Office|Agency|Agence|Agencia|Agenzia|Institut(?:e|ion|o)?|Universit\w{1,6}|Organi[sz]ation|Organización|Organisation|Council|Commission|Comisión"
    r"|Association|Asociación|Verband|Verein|Gesellschaft|Society|Committee|Comité|Centre|Center|Centro|Zentrum|Bureau|Foundation|Stiftung|Fondation|Fundación|Federation|Fédération|Board|Authority|Service|Services|Academy|Akademie|Administration"
    r"|Corporation|Corp\.?|Inc\.?|Ltd\.?|LLC|GmbH|Bank|Union|Alliance|Secretariat|Programme|Parliament|Government|Assembly|Court|Directorate|Survey|Statistics|Statistisches|Labs?|Laborator(?:y|ies)|Library|Museum|Archives?|College|School|Hospital|Embassy|Police|Partnership|Nations|States|Coalition|Register"
)
_PEOPLE = r"[Cc]ollaborations?|[Cc]onsorti(?:um|a)|[Gg]roup|[Ii]nvestigators|[Tt]eam|[Nn]etwork|[Ii]nitiative|[Tt]rialists|[Cc]ommittee|Task\s[Ff]orce|[Ww]orking\s[Pp]arty|[Cc]rew|[Cc]ontributors|[Dd]evelopers|[Cc]ollaborators|[Pp]anel|[Cc]ollective|[Pp]roject"
_BODY = re.compile(rf"(?<!\w)(?:{_BODIES}|{_PEOPLE})(?!\w)")
_PERSON = re.compile(
    r"[^\W\d_][\w’'-]{1,30},\s(?:[^\W\d_]\.|[^\W\d_]{1,20}\s[^\W\d_]\.)|^(?:[^\W\d_]\.[\s-]?){1,4}[^\W\d_][\w’'-]{1,30}+,"
)
"""A family name with initials behind it, or at the beginning with initials before it."""
_SENTENCE_END = re.compile(r"(?<![^\W\d_])[^\W\d_]{3,}\.\s|\d|\bet\sal\b")
"""What no name of an organisation has inside: the end of a sentence, a number."""
_BEFORE_YEAR = re.compile(r"(?P<names>[^()\[\]\n]{3,200}?)\.?\s[(\[](?:(?:1[5-9]|20)\d\d|n\.\s?d\.|in\spress|no\sdate)")
_MOST_WORDS = 16
"""Words of the name of an organisation with those it belongs to, at most."""
_ALONE = re.compile(
    rf"(?P<names>(?:[Tt]he\s)?[A-Z][\w&’'/.-]{{0,30}}(?:\s(?:of|for|on|and|the|de|[A-Z][\w&’'/-]{{0,30}}+)){{0,7}}\s(?:{_PEOPLE}|Foundation|Organi[sz]ation|Association|Agency|Council|Commission|Inc|Ltd))\.\s(?=[A-Z“\"])"
)
"""An organisation at the beginning, with a full stop behind it, whose last word says that it is one."""
_JOINED = re.compile(r"\s(?:and|&)\s(?=(?:the\s)?[A-Z][^,]{2,80}$)|;\s")
_ON_BEHALF = re.compile(
    r"\bon\sbehalf\sof\s(?P<name>(?:the\s)?[A-Z][\w&/+’' -]{2,80}?\b(?:[Tt]eam|[Gg]roup|[Cc]rew|[Cc]ommittee))(?!\w)"
)
_GROUP_WORD = r"(?:[Cc]ollaborations?|[Cc]onsorti(?:um|a)|(?:Study|Working|Research|Writing|Investigators?|Trial|Collaborative|Steering)\s[Gg]roup|Group|Investigators|Trialists|Task\sForce|Study\sTeam|Network\sInvestigators)(?!\w)"
# A word with hyphens is taken whole ("Elm-Oak Group"), or up to the hyphen before a word for a group ("Elm-Group").
_GROUP = re.compile(
    r"(?:(?:on\sbehalf\sof|for|and|with|from)\s(?:all\s(?:members\sof\s)?)?)?(?P<name>(?:[Tt]he\s)?"
    r"(?:[A-Z](?:[\w&/+’'-]{0,40}+(?:[\s-]|\s(?:of|for|on|and|in)\s)|"
    rf"(?>(?:[\w&/+’']|-(?!{_GROUP_WORD})){{0,40}})-(?={_GROUP_WORD}))){{1,9}}?{_GROUP_WORD})"
)
"""A group among the people of a reference: "on behalf of the Elm Study Group"."""


def leading(text: str) -> list[tuple[int, int]]:
    """Where the organisations stand that a reference begins with, one range each; none where people stand there.

    >>> text = "Ministry of Works, Lindon. (2017). Safe bridges."
    >>> [text[a:b] for a, b in leading(text)]
    ['Ministry of Works, Lindon']
    """
    found = _BEFORE_YEAR.match(text) or _ALONE.match(text)
    if found is None:
        return []
    names = found["names"]
    named = _BODY.search(names)
    if (
        named is None
        or _PERSON.search(names)
        or _SENTENCE_END.search(names)
        or len(names.split()) > _MOST_WORDS
        or not names[:1].isupper()
    ):
        return []
    ranges, at = [], 0
    for joint in _JOINED.finditer(names):
        if _BODY.search(names, at, joint.start()) and _BODY.search(names, joint.end()):
            ranges.append((at, joint.start()))
            at = joint.end()
    ranges.append((at, len(names.rstrip(" ,;"))))
    return ranges


def groups(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Where the names of groups stand between two places of a text, and what leads to each does not belong to it."""
    found = {match.span("name") for pattern in (_GROUP, _ON_BEHALF) for match in pattern.finditer(text, start, stop)}
    end = start
    for begin, after in sorted(found):
        if begin >= end:
            yield begin, after
            end = after
