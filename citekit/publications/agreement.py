"""Repairs of labels that only a whole list can show: of the names of an item, and of the items of a list.

The labeller looks at a few words at a time. Where nothing but commas stands between two names they are in one list, so
both are authors or both are editors; and where nearly all items of a list have a title, each one has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from citekit.publications.attributes import gap_form
from citekit.publications.labeller import TITLE, is_name
from citekit.publications.lexer import Words
from citekit.publications.vocabulary import PARTICLES, PLAIN_WORDS

_JOIN = frozenset({"and", "with"})
OTHERS = frozenset("others colleagues coworkers andere weitere autres outros otros alii".split())
_CUT_SHORT = (("et", "al"), ("et", "alii"), ("Et", "al"), ("ET", "AL"), ("u", "a"), ("a", "o"))
"""In the letters that they are printed in: "Owusu, A. O." has a given name."""
_FEWEST = 3
"""Names of a list, or items of one, that can outvote one."""
_MOST = 0.7
"""The share of a list that outvotes the rest."""
_SHORTEST_TITLE = 5
"""Letters of a piece that may be the title."""


def agreed(words: Words, labels: Sequence[str]) -> list[str]:
    """The labels, with the names of each list in one role, and what cuts a list short told apart."""
    if not any(is_name(label) for label in labels):
        return list(labels)
    found = list(labels)
    _no_names(words, found)
    _tell_others(words, found)
    _one_role(words, found)
    return found


def _no_names(words: Words, labels: list[str]) -> None:
    """What is in small letters where the other names have capitals is no family name, and a plain word joins no names."""
    for i, label in enumerate(labels):
        if label[1:] == "-AND" and words.texts[i].casefold() in PLAIN_WORDS and words.texts[i] not in _JOIN:
            labels[i] = "O"
    names = [name for group in _lists(words, labels) for name in group]
    for name in names if len(names) > 1 else ():
        family = [words.texts[i] for i in name if labels[i][2] == "F"]
        if family and len(family) < len(name) and all(map(str.islower, family)) and PARTICLES.isdisjoint(family):
            for i in name:
                labels[i] = "O"


def _tell_others(words: Words, labels: list[str]) -> None:
    """Label "et al." and "others" behind a name as what they are."""
    folded = [text.casefold() for text in words.texts]
    for i in range(1, len(labels)):
        if not is_name(labels[i - 1]):
            continue
        role = labels[i - 1][1]
        stop = i + (folded[i] == "and")
        if stop < len(labels) and folded[stop] in OTHERS:
            labels[i : stop + 1] = [f"{role}-ETAL"] * (stop + 1 - i)
        elif tuple(words.texts[i : i + 2]) in _CUT_SHORT and labels[i] != "I-T":
            labels[i : i + 2] = [f"{role}-ETAL"] * 2


def _one_role(words: Words, labels: list[str]) -> None:
    """Give a name the role of the name right before it."""
    for i in range(1, len(labels)):
        here, before = labels[i], labels[i - 1]
        if not is_name(here) or not is_name(before) or here[1] == before[1]:
            continue
        if not any(sign in words.gaps[i] for sign in '()[]:\n"“”'):
            labels[i] = here[0] + before[1] + here[2]


def _lists(words: Words, labels: Sequence[str]) -> list[list[list[int]]]:
    """The words of each name of each list."""
    found: list[list[list[int]]] = []
    for i, label in enumerate(labels):
        if not is_name(label):
            continue
        beside = i > 0 and (is_name(labels[i - 1]) or labels[i - 1].endswith("-AND"))
        if not beside or not found:
            found.append([[i]])
        elif label[0] == "B" or not is_name(labels[i - 1]):
            found[-1].append([i])
        else:
            found[-1][-1].append(i)
    return found


# --- the items of a list -------------------------------------------------------------------------------------------


def begin_alike(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let the container of each item begin where those of the list do, which have it in brackets or on a line of its own.

    "Critique of … by a team from a university (TPDS'21)" in a list in which every container stands in brackets: the words
    before the bracket are of the title.
    """
    signs = Counter(gap_form(words.gaps[i]) for words, labels in read for i, one in enumerate(labels) if one == "B-C")
    if not signs:
        return
    sign, count = signs.most_common(1)[0]
    if count < _FEWEST or count < _MOST * signs.total() or not any(c in sign for c in '([\n|"'):
        return
    for words, labels in read:
        if "B-C" not in labels:
            continue
        first = labels.index("B-C")
        later = range(first + 1, len(labels))
        begin = next((i for i in later if labels[i] == "I-C" and gap_form(words.gaps[i]) == sign), 0)
        title = max((i for i in range(first) if labels[i] in {"B-T", "I-T"}), default=-1)
        if gap_form(words.gaps[first]) == sign or not begin or title < 0:
            continue
        if all(labels[i] in {"O", "B-C", "I-C"} for i in range(title + 1, begin)):
            labels[title + 1 : begin] = ["I-T"] * (begin - title - 1)
            labels[begin] = "B-C"


def title_alike(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let each item of a list in which nearly all have a title have one: its longest piece that is in no field.

    Where most items print no people, what was read as people in one that lacks a title is the title.
    """
    bare = [labels for _, labels in read if f"B-{TITLE}" not in labels]
    if len(read) < _FEWEST or not bare or len(bare) > (1 - _MOST) * len(read):
        return
    people = sum(any(map(is_name, labels)) for _, labels in read)
    for words, labels in read:
        if f"B-{TITLE}" in labels or not ("B-Y" in labels or any(map(is_name, labels))):
            continue
        free = "O" if people > len(read) * (1 - _MOST) or "O" in labels else ""
        pieces = _pieces(words, [label if free or not is_name(label) else "O" for label in labels])
        first, stop = max(pieces, key=lambda piece: sum(map(len, words.texts[slice(*piece)])), default=(0, 0))
        if sum(map(len, words.texts[first:stop])) >= _SHORTEST_TITLE:
            labels[first:stop] = [f"B-{TITLE}", *[f"I-{TITLE}"] * (stop - first - 1)]


def _pieces(words: Words, labels: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches of words that are in no field, cut where a bracket, a line or a full stop parts them."""
    found: list[tuple[int, int]] = []
    for i, label in enumerate(labels):
        if label != "O" or i in words.links:
            continue
        if found and found[-1][1] == i and not any(sign in words.gaps[i] for sign in "()[]\n\t;"):
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found
