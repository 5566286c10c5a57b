"""The names of an item, put together from the labels of their words: parts, order, marks, and what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise

from citekit.extraction.labeller import field_of, is_name, names_of
from citekit.extraction.lexer import NOTE_AT_NAME, Words
from citekit.extraction.name_rules import WITH
from citekit.model.name import Name, split_particle
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

GIVEN_FIRST, FAMILY_INITIALS, FAMILY_COMMA, SINGLE = "given family", "family initials", "family, given", "single"
SUFFIXES = frozenset("Jr JR Sr SR II III IV jr sr".split())
_INITIALS = frozenset(suffix for suffix in SUFFIXES if suffix.isupper())
"""What is a suffix after a given name, and the initials if absent."""
_MARKS = r"*∗⁎＊†‡§¶#♯^✉⋆★☆‖∥⁺♠♣♦♥✝✢✻✽⚑◇⋄⊕⊗∧¹²³⁴⁵⁶⁷⁸⁹⁰$~"
_NO_MARKS = dict.fromkeys(map(ord, _MARKS))
_SOME_MARKS = rf"(?:[{_MARKS}{{}}\\]|\d(?=[\d,{_MARKS}]|\W)|,(?=[\d{_MARKS}]))+"
_MARKS_AFTER = re.compile(rf"\.?\s?(?:\(({_SOME_MARKS})\)|({_SOME_MARKS})\)?)")
"""Marks after a name; "(* co-first author)" after the last one is a legend."""
_EQUAL = re.compile(
    r"[\s(]{1,3}(?:co-?\s?first|co-?lead|joint(?:ly)?[ -]first|(?:equal|shared)(?:ly)?[ -](?:contribut\w+|first)|first[ -]co-?author)",
    re.IGNORECASE,
)
_GAP_OF_NAMES = re.compile(r"…|\.\s?\.\s?\.")
"""What stands for names that are left out: "Brandt, A., . . . Okafor, B."."""
_GAP_AT_END = re.compile(r"\s?[,;]\s?(?:…|\.\s?\.\s?\.)")
"""The same after the last name: "T Brandt, N Abel, ..."."""
_ENDS_NAME = re.compile(r"[;:?!\n\"“”]")
_LONGEST_SHORT = 3
"""Letters of a word that a full stop shortens within a name."""
_EAST = re.compile(r"[\u4e00-\u9fff々]{2,4}|[\uac00-\ud7a3]{2,4}")
"""A Chinese, Japanese or Korean name in one piece; bodies have longer ones."""
_EAST_BODY = re.compile(
    r".*(?:日报|日報|晚报|时报|新聞|新闻|报社|通讯社|新华社|出版社|大学|大學|学院|研究院|医院|法院|政府|公司|银行|协会|学会|委员会|中心|[部厅局署])"
)
"""The end of the name of a body, which may be as short as a person's: 人民日报, 教育部."""
_OF_ONE = frozenset("王李劉陳趙蔡許鄭徐馮蕭魏曹鄧彭潘袁董廖薛郭崔朴姜尹呉吳黄黃楊")
"""Chinese and Korean family names with which hardly any Japanese one of two characters begins: 呉介民 is 介民 呉 in a Japanese list, too."""
_KANA = re.compile(r"[\u3041-\u30ff]")
_MOST_BETWEEN = 8
"""Words between two names of one list at most: affiliations, notes in brackets."""


@dataclass(slots=True)
class PrintedName:
    """One name as printed: its parts, its characters ``start:end`` in the item, and the marks that follow or precede it."""

    family: str
    given: str
    style: str
    start: int
    end: int
    marks: str = ""
    co_first: bool = False
    literal: str = ""
    suffix: str = ""


@dataclass(slots=True)
class NameRun:
    """A printed list of names: ``start:end`` in the item, whether it is cut short, and how certain its words are (0..1).

    ``others_after`` names are before the gap of a list that is cut short, 0 if it is at the end. ``with_form``
    marks lists of co-authors only ("with A and B"). ``editors`` are people who only edited.
    """

    start: int
    end: int
    names: list[PrintedName] = field(default_factory=list)
    others: bool = False
    score: float = 1.0
    with_form: bool = False
    others_after: int = 0
    editors: bool = False
    first: int = 0
    stop: int = 0


def as_name(printed: PrintedName) -> Name:
    """Return the name in CSL's parts, as printed: nothing is shortened, nothing grows.

    Small words that a family name begins with are its non-dropping particle, as in CSL's "parse-names".
    """
    if printed.literal:
        return Name(literal=printed.literal)
    particle, family = split_particle(printed.family.strip(" ,;"))
    return Name(family, printed.given.strip(" ,;"), "", particle, printed.suffix)


def name_runs(words: Words, labels: Sequence[str], role: str, sure: Sequence[float] = ()) -> list[NameRun]:
    """Return the lists of names of a role in order; words far apart are two lists."""
    if names_of(role).isdisjoint(labels):
        return []  # most references have no editors and no translators
    groups: list[list[list[int]]] = []
    previous = -100
    for i, label in enumerate(labels):
        if not is_name(label, role) or _begins_word(words, i):
            continue
        apart = i - previous - 1
        broken = apart > _MOST_BETWEEN or (apart > 0 and "T" in map(field_of, labels[previous + 1 : i]))
        if not groups or broken:
            groups.append([[i]])
        elif label[0] == "B" or apart:
            groups[-1].append([i])
        elif _ENDS_NAME.search(words.separators[i]) or (
            words.separators[i].startswith(". ")
            and len(words.texts[i - 1]) > _LONGEST_SHORT
            and not words.separators[i + 1].startswith((".,", ". ("))
        ):
            # The words of one name are side by side; this one is of something else, but for an initial that a full stop
            # is before instead of a comma: "Bryson, A., and Moss. J. (2012)".
            continue
        else:
            groups[-1][-1].append(i)
        previous = i
    return [_run(words, labels, role, names, sure) for names in groups]


def _begins_word(words: Words, i: int) -> bool:
    """Whether a number is the beginning of the next word, as in "3D": no part of a name."""
    return (
        words.texts[i].isdecimal()
        and i + 1 < len(words)
        and not words.separators[i + 1]
        and words.texts[i + 1][0].isalpha()
    )


def _run(words: Words, labels: Sequence[str], role: str, names: list[list[int]], sure: Sequence[float]) -> NameRun:
    printed = [_name(words, labels, indexes) for indexes in names]
    for name in [name for name in printed[1:] if not name.given and (name.family or name.literal) in SUFFIXES]:
        owner = printed[printed.index(name) - 1]  # "Miller, A. B., Jr."
        owner.suffix = owner.suffix or (name.family or name.literal) + (
            "." if name.end < len(words.item.text) and words.item.text[name.end] == "." else ""
        )
        owner.end = name.end
        printed.remove(name)
    _divide(printed, _KANA.search(words.item.text) is not None)
    first, stop = names[0][0], names[-1][-1] + 1
    run = NameRun(printed[0].start, printed[-1].end, printed, first=first, stop=stop)
    for number, (a, b) in enumerate(pairwise(names), 1):
        between = words.item.text[words.ends[a[-1]] : words.starts[b[0]]]
        if _GAP_OF_NAMES.search(between) or f"{role}-ETAL" in labels[a[-1] + 1 : b[0]]:
            run.others, run.others_after = True, number
    after = stop
    while after < len(labels) and labels[after] == f"{role}-ETAL":
        after += 1
    if after > stop:
        run.others, run.others_after, run.stop = True, 0, after
        run.end = words.ends[after - 1] + words.separators[after].startswith(".")
    if not run.others and _GAP_AT_END.match(words.separators[stop]):
        run.others = True
    if sure:
        run.score = min(sure[i] for indexes in names for i in indexes)
    lead = words.texts[first - 1].casefold() if first and not is_name(labels[first - 1]) else ""
    # A word of one letter may be anything elsewhere: "(s V. Lind)", "(ur., s V. Lind)".
    run.with_form = lead in WITH and (len(lead) > 1 or words.separators[first - 1].strip()[-1:] in {"(", ","})
    return run


def eastern_run(words: Words, spans: Sequence[tuple[int, int]], with_form: bool = False) -> NameRun:
    """Return a list of Chinese, Japanese or Korean people who are where no word of them is apart from those around it."""
    names = [PrintedName(words.item.text[start:end], "", SINGLE, start, end) for start, end in spans]
    _divide(names, _KANA.search(words.item.text) is not None)
    first, stop = words.first_from(spans[0][0]), words.first_from(spans[-1][1])
    return NameRun(spans[0][0], spans[-1][1], names, with_form=with_form, first=first, stop=stop)


def _divide(names: list[PrintedName], japanese: bool) -> None:
    """Divide names of which no word was reported to be the given or the family name, as the others of the list are.

    A ``japanese`` family name has two characters, a Chinese or Korean one has one, but two of four.
    """
    styles = Counter(name.style for name in names if name.style != SINGLE)
    style = styles.most_common(1)[0][0] if styles else GIVEN_FIRST
    for name in names:
        if name.style != SINGLE or name.literal:
            continue
        parts = name.family.split()
        if _EAST.fullmatch(name.family) and not _EAST_BODY.fullmatch(name.family):
            # Of three characters two are a Japanese family name.
            two = japanese and len(name.family) == 3 and name.family[0] not in _OF_ONE
            cut = 2 if len(name.family) == 4 or two else 1
            name.family, name.given, name.style = name.family[:cut], name.family[cut:], GIVEN_FIRST
        elif len(parts) > 1 and style == GIVEN_FIRST and parts[0][:1].isupper():
            name.given, name.family, name.style = " ".join(parts[:-1]), parts[-1], style
        elif len(parts) == 2 and parts[0][:1].isupper() and styles:
            name.family, name.given, name.style = parts[0], parts[1], style


def _name(words: Words, labels: Sequence[str], indexes: list[int]) -> PrintedName:
    text = words.item.text
    first, last = indexes[0], indexes[-1]
    start, end = words.starts[first], words.ends[last]
    ahead = words.separators[first]
    marks = ahead[len(ahead.rstrip(_MARKS)) :]
    start -= len(marks)
    gap = words.separators[last + 1]
    if after := _MARKS_AFTER.match(gap):
        marks += after[1] or after[2]
        end += after.end()
    suffix = ""
    inner = list(indexes)
    while len(inner) > 1 and words.texts[inner[-1]] in SUFFIXES:
        if words.texts[inner[-1]].isupper() and not any(labels[i][2] == "G" for i in inner[:-1]):
            break  # "Smith JR", "Brown II": the only capitals after a family name are its initials
        suffix = words.texts[inner.pop()]
        if text[words.ends[indexes[-1]] : words.ends[indexes[-1]] + 1] == "." and suffix in ("Jr", "Sr", "jr", "sr"):
            suffix += "."
    for i in inner[1:-1]:
        if words.texts[i] in SUFFIXES and "," in words.separators[i + 1] and not suffix:  # "Moss Jr., Ada"
            suffix = words.texts[i] + ("." if words.separators[i + 1].startswith(".") else "")
            inner.remove(i)
    family, given, style = _parts(words, labels, inner)
    if note := NOTE_AT_NAME.match(text, end):
        end = note.end()
    co_first = note is not None and _EQUAL.match(note[0]) is not None
    eastern = _EAST.fullmatch(family) and not _EAST_BODY.fullmatch(family)
    literal = family if labels[first][2] == "L" and not given and not eastern else ""
    return PrintedName("" if literal else family, given, style, start, end, marks, co_first, literal, suffix)


def _parts(words: Words, labels: Sequence[str], inner: list[int]) -> tuple[str, str, str]:
    """Family and given name as they are printed, and the style of the name."""
    kinds = [labels[i][2] for i in inner]
    if len(inner) > 1 and "G" not in kinds and "L" not in kinds and words.texts[inner[-1]] in _INITIALS:
        kinds[-1] = "G"
    if "G" not in kinds or "F" not in kinds:
        return _slice(words, inner, initials="F" not in kinds and "L" not in kinds), "", SINGLE
    if kinds[0] == "G":
        split = kinds.index("F")
        return _slice(words, inner[split:]), _slice(words, inner[:split], initials=True), GIVEN_FIRST
    split = kinds.index("G")
    given = [i for i, kind in zip(inner, kinds, strict=True) if kind == "G"]
    initials = all(len(words.texts[i]) < _LONGEST_SHORT and words.texts[i].isupper() for i in given)
    if kinds[-1] == "F" and initials and not any("," in words.separators[i] for i in given):
        split = kinds.index("F", split)  # "Rosa P. A. Novak": what follows the initials is the family name
        return _slice(words, inner[split:]), _slice(words, inner[:split], initials=True), GIVEN_FIRST
    comma = "," in words.separators[inner[split]]
    return (
        _slice(words, inner[:split]),
        _slice(words, inner[split:], initials=True),
        FAMILY_COMMA if comma else FAMILY_INITIALS,
    )


def _slice(words: Words, indexes: list[int], initials: bool = False) -> str:
    """Return the printed text of words side by side; the full stop after an initial belongs to it."""
    text = words.item.text
    start, end = words.starts[indexes[0]], words.ends[indexes[-1]]
    if initials and text[end : end + 1] == "." and _is_short(words.texts[indexes[-1]], text[end + 1 : end + 2]):
        end += 1
    return " ".join(text[start:end].split()).translate(_NO_MARKS)


def _is_short(word: str, following: str) -> bool:
    """Whether a full stop after a word shortens it: an initial, or a longer piece before a comma."""
    letters = word.replace("-", "")
    return (
        len(letters) < 3 or (letters.isupper() and len(letters) < 4) or (len(letters) < 4 and following in {",", ";"})
    )
