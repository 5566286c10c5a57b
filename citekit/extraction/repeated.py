r"""References that lean on others: marks that stand for the people above ("———. 2003.", "Ders.:", "Idem,", ``\bysame``), and
notes that hold several references, or a short citation of another note.

Signs are replaced by what they stand for before anything is read, so that "———, ed." and "———, and Theo Brandt" are read
like any other reference. If nothing readable is above, the mark stays, and the entry is marked as uncertain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.documents.runs import HARD_BREAK, SOFT_BREAK, Change, Document, Run, edited
from citekit.extraction.attributes import attributes
from citekit.extraction.items import Item
from citekit.extraction.labeller import AUTHOR, EDITOR, TITLE, YEAR, field_of, is_name, labeller
from citekit.extraction.lexer import cut
from citekit.extraction.phrases import place_share
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

SAME_PEOPLE = re.compile(
    r"\s{0,8}(?P<sign>(?:[—―⸺⸻]\s?){1,6}|–{2,8}|-{3,12}|_{2,12}|(?:[-–]\s){3,6}|(?:Idem|Id\.|[Dd]ers\.|[Dd]ies\.|[Dd]ieselben?|[Dd]erselbe|Eadem|Ead\.)(?!\s?(?:ibid|p\.|S\.)))"
    r"(?=\s?(?:[.,:;(]|\s\S))"
)
"""The mark for the same people at the beginning of a reference."""
_BULLET = re.compile(r"[—–-]\s")
"""One dash and a space, which may as well be the bullet of a list."""
_LINE_BREAKS = f"{HARD_BREAK}{SOFT_BREAK}"
_NUMBER = re.compile(r"\s{0,8}(?:\[\w{1,12}\]|\(?\d{1,4}[.)\]])\s{1,8}")
_AND_OTHERS = re.compile(r"\s?,?\s?(?:and|&|with|und|et|y|e|i|och|en)\s")
"""What joins further people to those who are repeated."""
_MOST_BEFORE = 1
"""Words that may appear before the first name of a reference: a number."""
_LEAST_SURE = 0.3
"""How sure the least certain of the names above must be to be taken for those of the reference below."""


def sign_at(text: str) -> tuple[int, int] | None:
    """Return where a reference begins with a mark for the people above; None if it does not."""
    number = _NUMBER.match(text)
    at = number.end() if number else 0
    found = SAME_PEOPLE.match(text, at)
    if found is None or (_BULLET.match(text, found.start("sign")) and not text.startswith(("——", "--"), at)):
        return None
    return found.start("sign"), found.start("sign") + len(found["sign"].rstrip())


def people_of(text: StyledText) -> str:
    """Return the people that a reference begins with, as it prints them; empty if it does not begin with any."""
    words = cut(text)
    if not len(words):
        return ""
    labels, sure, _ = labeller("line").label(attributes(words))
    fields = [field_of(label) for label in labels]
    names = [i for i, label in enumerate(labels) if is_name(label)]
    if not names or names[0] > _MOST_BEFORE:
        return ""
    last = names[0]
    for i in range(names[0], len(labels)):
        if fields[i] in (TITLE, YEAR):
            break
        if is_name(labels[i]):
            last = i
        elif fields[i] not in (AUTHOR, EDITOR):
            break
    if min(sure[names[0] : last + 1]) < _LEAST_SURE:
        return ""
    end = words.ends[last]
    if text.text[end : end + 1] == "." and len(words.texts[last]) == 1:
        end += 1
    return text.text[words.starts[names[0]] : end]


class PeopleAbove:
    """The references of a list in order, each of which may stand for the people of the one before it."""

    def __init__(self) -> None:
        self._above = ""
        self._stood = ""
        """The people whom the reference above repeats alone, which are known though it be hard to read: "———, ed."."""

    def change(self, text: str) -> Change | None:
        """Return what the mark at the beginning of a reference becomes; None if it has none, or nothing explains
        it.
        """
        sign = sign_at(text)
        if sign is None:
            if any(map(str.isalpha, text)):
                self._above, self._stood = text, ""
            return None
        above = StyledText.of([Run(self._above, Span(0, len(self._above)))])
        people = (people_of(above) if self._above else "") or self._stood
        if people and text[sign[1] - 1] == "." and people[-1] != "." and text[sign[1] :].lstrip()[:1].isalnum():
            people += "."  # the stop of "Ders." also ends the names
        self._above = text[: sign[0]] + people + text[sign[1] :] if people else ""
        self._stood = "" if _AND_OTHERS.match(text, sign[1]) else people
        return (*sign, people) if people else None


def with_people(document: Document) -> Document:
    """Return the document with the people of the reference above for each mark that stands for them."""
    blocks = list(document.blocks)
    above = PeopleAbove()
    for number, block in enumerate(blocks):
        if block.hidden or block.kind != "paragraph":
            continue
        whole = block.marker or block.key or document.format != "text"  # elsewhere each line may be a reference
        found = ((start, above.change(line)) for start, line in ([(0, block.text)] if whole else _lines(block.text)))
        changes = [(start + change[0], start + change[1], change[2]) for start, change in found if change]
        if changes:
            blocks[number] = edited(block, changes)
    return replace(document, blocks=tuple(blocks))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block with where they begin."""
    at = 0
    for line in re.split(f"[{_LINE_BREAKS}]", text):
        yield at, line
        at += len(line) + 1


_SIGNAL = re.compile(
    r"(?:(?:[Bb]ut\s)?[Ss]ee(?:,?\s(?:also|e\.\s?g\.|for\s(?:example|instance)|generally|esp(?:ecially|\.)|further|too))?|(?:[Bb]ut\s)?[Cc]f\.?|[Cc]ompare|[Cc]onfer|[Ee]\.\s?g\.|[Aa]ccord|[Cc]ontra"
    r"|[Vv]gl\.?(?:\s(?:auch|dazu|hierzu|etwa|z\.\s?B\.|nur|statt\svieler))?|[Ss]iehe(?:\s(?:auch|dazu|hierzu|etwa))?|[Ss]\.\s(?:auch|dazu)|[Ss]o\s(?:auch|etwa)|[Dd]azu|[Hh]ierzu"
    r"|[Vv]oir(?:\s(?:aussi|par\sexemple|notamment))?|[Vv]éase(?:\stambién)?|[Vv]éanse|[Cc]fr\.?|[Vv]er(?:\stambém)?|[Vv]\.\s(?:aussi|también|anche)|[Vv]edi(?:\sanche)?|[Zz]ie(?:\sook)?|[Ss]e(?:\sogså|\säven)|[См]м\.(?:\sтакже)?)"
    r"[,:]?\s{1,3}(?:e\.\s?g\.,?\s)?(?=[^\W\d_a-z]|[“\"„«]|(?:van|von|de|di|del|der)\s)"
)
"""What leads to a reference in a note and is not a name: "See also", "Cf.", "Vgl.", "Voir"."""
_LEADING_NAME = re.compile(r"(?:See|Compare|Ver|Se|Accord|Zie|Dazu),\s(?:[A-Z]\.|[A-Z][a-z]+[.,(])")
"""A person whose family name is one of these words: "See, A. (2009)"."""
_TAIL = re.compile(
    r",?\s(?:and|et|und)\s(?:the\s)?(?:references|literature|works|sources)\s(?:cited\s)?(?:therein|there|given\sthere)\.?$|,\s(?:m\.?\s?w\.?\s?N\.?|mit\sweiteren\sNachweisen|et\spassim)\.?$"
)
_JOINT = re.compile(
    r"(?<=[\d)\].])\s?;\s(?:(?:see|cf\.?|vgl\.|siehe|voir)(?:\s(?:also|auch|aussi))?\s)?(?=(?:[^\W\d_a-z][\w.’'-]{0,30}+\s?){1,4},\s[^\s\d]|(?:[A-Z]\.[\s-]?){1,3}[A-Z][\w’'-]+(?:,|\sand)\s)"
)
"""Between two references of one note: figures or a bracket before the semicolon, and people after it."""
_EDITORS = re.compile(r"[^\"“«‘„]{2,80}?[\s(\[](?:[Ee]ds?|[Hh]rsg|[Hh]gg?|[ÉéEe]ds?|[Dd]irs?|[Cc]oords?|[Oo]rgs?)\b")
"""People after a semicolon who only edited what is before it, as the style of the American Chemical Society prints them."""
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_AGAIN = re.compile(
    r"(?:[Ii]bid(?:em)?\b\.?|[Ee]bd\b\.?|[Ee]benda\b|[Oo]p\.\s?cit\.|[Ll]oc\.\s?cit\.|[Ii]d\.,?\s(?:at|p\.)|[Aa]\.\s?a\.\s?O\.|Там\sже)[^\n]{0,60}"
)
_SHORT = re.compile(
    r"[^\W\d_a-z][\w’'-]{1,30}(?:(?:,|\sand|\s&)\s[^\W\d_a-z][\w’'-]{1,30})?,\s(?:[“\"„«‘'][^”\"“»’]{2,60}[,.]?[”\"“»’']|[^\d,;:().\"“]{2,40}),?\s(?:(?:pp?|S|f|n)\.\s?)?\d{1,5}(?:\s?[-–]\s?\d{1,5})?(?:\s?ff?\.?)?\.?"
)
"""A family name, a few words of a title, and a page: "Kern, “Walls,” 420."."""
_IN_ANOTHER = re.compile(r"[\s,](?:[Ii]n|[Dd]ans)\s|[\u3040-\u9fff]{4}")
"""A container, or a script whose words have no spaces between them: what looks short is a reference all the same."""
_SHORTEST = 25
"""Letters that each reference of a note with several has, at least."""


def behind_signal(text: str) -> int:
    """Return where a reference begins after its signal word; 0 if it has none."""
    found = _SIGNAL.match(text)
    return found.end() if found and not _LEADING_NAME.match(text) else 0


def end_of_reference(text: str) -> int:
    """Return where a reference ends before "and references therein"; the length of the text if nothing of the
    kind follows.
    """
    found = _TAIL.search(text, max(0, len(text) - 80))
    return found.start() if found else len(text)


def division(text: str) -> list[int]:
    """Return where each reference of a note begins that has several, without the first; empty if it has one.

    Each must have a year of its own, so that people and parts of one reference stay together.
    """
    starts: list[int] = []
    last = 0
    for joint in _JOINT.finditer(text):
        before, behind = text[last : joint.start()], text[joint.end() :]
        whole = _YEAR.search(before) and _YEAR.search(behind) and min(len(before), len(behind)) >= _SHORTEST
        whole = whole and place_share(behind.partition(",")[0]) < 1 and not _EDITORS.match(behind)
        if whole and text.count("(", 0, joint.start()) <= text.count(")", 0, joint.start()):
            starts.append(joint.end())
            last = joint.end()
    return starts


def refers_back(text: str) -> bool:
    """Whether a note only stands for a reference elsewhere: "Ibid., 281.", "Kern, “Walls,” 420."."""
    bare = " ".join(text.split())
    short = _SHORT.fullmatch(bare) is not None and not _YEAR.search(bare) and not _IN_ANOTHER.search(bare)
    return short or _AGAIN.fullmatch(bare) is not None


def references_of(item: Item) -> Iterator[Item]:
    """Yield the references of an item, where it is among references; other items are one publication."""
    if item.aside or item.hidden or item.struck or not (item.section.is_of_references or behind_signal(item.text.text)):
        yield item
        return
    for piece in divided_notes(item):
        piece.alone = None if piece is not item or piece.text is not item.text else piece.alone
        yield piece


def divided_notes(item: Item) -> Iterator[Item]:
    """Yield the references of a note, each without its signal word; a short citation of another note is left out
    with the reason.
    """
    text = item.text.text
    if refers_back(text):
        yield replace(item, aside="a short citation of another note")
        return
    starts = [0, *division(text)]
    for start, stop in zip(starts, [*starts[1:], len(text)], strict=True):
        piece = item.text.cut(start, stop) if len(starts) > 1 else item.text
        begin, end = behind_signal(piece.text), end_of_reference(piece.text)
        if begin or end < len(piece.text):
            piece = piece.cut(begin, end)
        if len(starts) > 1:
            while piece.text[-1:] in ";, ":
                piece = piece.cut(0, len(piece.text) - 1)
            yield replace(item, text=piece, span=piece.span(0, len(piece.text)), label=item.label if not start else "")
        else:
            item.text = piece
            yield item
