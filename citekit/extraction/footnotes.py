"""References in footnotes: signal words before them, several in one note, and short citations of another note."""

from __future__ import annotations

from citekit.extraction.vocabulary import place_share
from citekit.runtime import patterns as re

_SIGNAL = re.compile(
    r"(?:(?:[Bb]ut\s)?[Ss]ee(?:,?\s(?:also|e\.\s?g\.|for\s(?:example|instance)|generally|esp(?:ecially|\.)|further|too))?|(?:[Bb]ut\s)?[Cc]f\.?|[Cc]ompare|[Cc]onfer|[Ee]\.\s?g\.|[Aa]ccord|[Cc]ontra"
    r"|[Vv]gl\.?(?:\s(?:auch|dazu|hierzu|etwa|z\.\s?B\.|nur|statt\svieler))?|[Ss]iehe(?:\s(?:auch|dazu|hierzu|etwa))?|[Ss]\.\s(?:auch|dazu)|[Ss]o\s(?:auch|etwa)|[Dd]azu|[Hh]ierzu"
    r"|[Vv]oir(?:\s(?:aussi|par\sexemple|notamment))?|[Vv]éase(?:\stambién)?|[Vv]éanse|[Cc]fr\.?|[Vv]er(?:\stambém)?|[Vv]\.\s(?:aussi|también|anche)|[Vv]edi(?:\sanche)?|[Zz]ie(?:\sook)?|[Ss]e(?:\sogså|\säven)|[См]м\.(?:\sтакже)?)"
    r"[,:]?\s{1,3}(?:e\.\s?g\.,?\s)?(?=[^\W\d_a-z]|[“\"„«]|(?:van|von|de|di|del|der)\s)"
)
"""What leads to a reference in a note and is no name: "See also", "Cf.", "Vgl.", "Voir"."""
_LEADING_NAME = re.compile(r"(?:See|Compare|Ver|Se|Accord|Zie|Dazu),\s(?:[A-Z]\.|[A-Z][a-z]+[.,(])")
"""A person whose family name is one of these words: "See, A. (2009)"."""
_TAIL = re.compile(
    r",?\s(?:and|et|und)\s(?:the\s)?(?:references|literature|works|sources)\s(?:cited\s)?(?:therein|there|given\sthere)\.?$|,\s(?:m\.?\s?w\.?\s?N\.?|mit\sweiteren\sNachweisen|et\spassim)\.?$"
)
_JOINT = re.compile(
    r"(?<=[\d)\].])\s?;\s(?:(?:see|cf\.?|vgl\.|siehe|voir)(?:\s(?:also|auch|aussi))?\s)?(?=(?:[^\W\d_a-z][\w.’'-]{0,30}+\s?){1,4},\s[^\s\d]|(?:[A-Z]\.[\s-]?){1,3}[A-Z][\w’'-]+(?:,|\sand)\s)"
)
"""Between two references of one note: figures or a bracket before the semicolon, and people behind it."""
_EDITORS = re.compile(r"[^\"“«‘„]{2,80}?[\s(\[](?:[Ee]ds?|[Hh]rsg|[Hh]gg?|[ÉéEe]ds?|[Dd]irs?|[Cc]oords?|[Oo]rgs?)\b")
"""People behind a semicolon who only edited what stands before it, as the style of the American Chemical Society prints them."""
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_AGAIN = re.compile(
    r"(?:[Ii]bid(?:em)?\b\.?|[Ee]bd\b\.?|[Ee]benda\b|[Oo]p\.\s?cit\.|[Ll]oc\.\s?cit\.|[Ii]d\.,?\s(?:at|p\.)|[Aa]\.\s?a\.\s?O\.|Там\sже)[^\n]{0,60}"
)
_SHORT = re.compile(
    r"[^\W\d_a-z][\w’'-]{1,30}(?:(?:,|\sand|\s&)\s[^\W\d_a-z][\w’'-]{1,30})?,\s(?:[“\"„«‘'][^”\"“»’]{2,60}[,.]?[”\"“»’']|[^\d,;:().\"“]{2,40}),?\s(?:(?:pp?|S|f|n)\.\s?)?\d{1,5}(?:\s?[-–]\s?\d{1,5})?(?:\s?ff?\.?)?\.?"
)
"""A family name, a few words of a title, and a page: "Kern, “Walls,” 420."."""
_IN_ANOTHER = re.compile(r"[\s,](?:[Ii]n|[Dd]ans)\s|[\u3040-\u9fff]{4}")
"""A container, or a script whose words have no blanks between them: what looks short is a reference all the same."""
_SHORTEST = 25
"""Letters that each reference of a note with several has, at least."""


def behind_signal(text: str) -> int:
    """Where a reference begins behind its signal word; 0 where it has none."""
    found = _SIGNAL.match(text)
    return found.end() if found and not _LEADING_NAME.match(text) else 0


def end_of_reference(text: str) -> int:
    """Where a reference ends before "and references therein"; the length of the text where nothing of the kind follows."""
    found = _TAIL.search(text, max(0, len(text) - 80))
    return found.start() if found else len(text)


def division(text: str) -> list[int]:
    """Where each reference of a note begins that has several, without the first; empty where it has one.

    Each must have a year of its own, so that people and parts of one reference stay together.
    """
    starts: list[int] = []
    last = 0
    for joint in _JOINT.finditer(text):
        before, behind = text[last : joint.start()], text[joint.end() :]
        whole = _YEAR.search(before) and _YEAR.search(behind) and min(len(before), len(behind)) >= _SHORTEST
        whole = (
            whole
            and place_share(behind.partition(",")[0]) < 1
            and not _EDITORS.match(behind)
            and text.count("(", 0, joint.start()) <= text.count(")", 0, joint.start())
        )
        if whole:
            starts.append(joint.end())
            last = joint.end()
    return starts


def refers_back(text: str) -> bool:
    """Whether a note only stands for a reference elsewhere: "Ibid., 281.", "Kern, “Walls,” 420."."""
    bare = " ".join(text.split())
    short = _SHORT.fullmatch(bare) is not None and not _YEAR.search(bare) and not _IN_ANOTHER.search(bare)
    return short or _AGAIN.fullmatch(bare) is not None
