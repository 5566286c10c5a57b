"""What a few words settle about the people of a reference, whatever the labeller made of them.

People before "(eds)" are editors, "Owusu (Ama), Brandt (Carl)" is a list of names, and "and 33 more authors" cuts one short.
Names between which nothing but commas appears are all authors or all editors.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from citekit.extraction.attributes import shape
from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITOR,
    GENRE,
    PUBLISHER,
    SERIES,
    TITLE,
    TRANSLATOR,
    YEAR,
    end_of,
    end_of_free,
    field_of,
    is_name,
    names_of,
    set_field,
)
from citekit.extraction.lexer import Words
from citekit.extraction.phrases import CLASSES, PARTICLES, PLAIN_WORDS, is_publisher, place_share
from citekit.runtime import patterns as re

EDITED = frozenset(
    "ed eds editor editors hg hrsg hgg hgs herausgeber éd éds dir dirs coord coords coordinador coordinadores org orgs".split()
)
_COMMAS = frozenset(",、，;；")
_BRACKETED = re.compile(r"\s?\(")
_LONGEST_NAME = 3
"""Words of a name that nothing else marks as one, at most."""
LONGEST_GIVEN = 3
"""Words of a given name in brackets, at most."""


def parted_names(words: Words, labels: list[str]) -> None:
    """A comma parts names that are written without spaces, and "&" or a semicolon all names: "Moss, J. & S. Oru"."""
    for i, label in enumerate(labels):
        if label[0] != "I" or not is_name(label):
            continue
        gap = words.separators[i]
        joined = label[2] != "L" and ("&" in gap or ";" in gap)  # a body may be called "Moss & Oru"
        if joined or (not _COMMAS.isdisjoint(gap) and shape(words.texts[i])[0] == "J"):
            labels[i] = "B" + label[1:]


def tag_in_brackets(words: Words, labels: list[str]) -> None:
    """Tags in brackets before everything else but a date, in capitals or in a script without them, state what a work counts as, and
    are in no field: "[JCR] Moss, A.", "［査読有］Moss, A.", "2021.3 ［招待有］［共著］森 葵「潮の本」"."""
    first = next((i for i, text in enumerate(words.texts) if not text.isdecimal()), 0)
    while words.separators[first].strip()[-1:] in _OPENING:
        stop = next(
            (
                i
                for i in range(first + 1, min(len(labels), first + _LONGEST_TAG + 1))
                if _CLOSING.search(words.separators[i])
            ),
            0,
        )
        if not stop or any(text != text.upper() for text in words.texts[first:stop]):
            return
        if first and any(field_of(label) == CONTAINER for label in labels[first:stop]):
            return  # "2021 [ICWL] Moss, A." has its container there
        if set(labels[first:stop]) != {"O"}:
            labels[first:stop] = ["O"] * (stop - first)
            if labels[stop][:1] == "I":
                labels[stop] = f"B{labels[stop][1:]}"
        first = stop


_OPENING = frozenset("[［【〔（")
_CLOSING = re.compile(r"[\]］】〕）]")
_LONGEST_TAG = 3
"""Words of such a tag, at most."""


def legend_of_marks(words: Words, labels: list[str]) -> None:
    """What a mark on people means is in no field, and the title begins or ends at it: "Moss, A.*, Lind, B.* (* equal contribution). Slow
    tides", "Slow tides (*equal contribution)"."""
    for i in range(len(labels) - 1):
        pair = words.texts[i].casefold(), words.texts[i + 1].casefold()
        if pair[0] not in EQUALLY or not pair[1].startswith("contribut"):
            continue
        labels[i : i + 2] = ["O", "O"]
        stop = i + 2
        if stop < len(labels) and labels[stop] == f"I-{TITLE}":
            labels[stop] = f"B-{TITLE}" if f"B-{TITLE}" not in labels[:i] else labels[stop]
        elif f"B-{TITLE}" not in labels and words.separators[stop : stop + 1] and ")" in words.separators[stop]:
            end = end_of_free(words, labels, stop, lambda gap: "." in gap)
            if end < len(labels) and field_of(labels[end]) == CONTAINER and i and is_name(labels[i - 1]):
                set_field(labels, stop, end, TITLE)
        return


EQUALLY = frozenset({"equal", "equally"})


def stage_before_names(words: Words, labels: list[str]) -> None:
    """The stage that a list prints before its people is part of no name: "Published Moss, A.; Lind, B. Slow tides"."""
    if len(labels) > 1 and words.texts[0].casefold() in _STAGES and is_name(labels[0]) and is_name(labels[1]):
        labels[:2] = ["O", f"B{labels[1][1:]}"]


_STAGES = frozenset("published accepted submitted forthcoming".split())


def roles_in_work(words: Words, labels: list[str]) -> None:
    """A line that only states what someone's part in the work was is in no field: "First author", "Co-1st", "Corresponding"."""
    for i, text in enumerate(words.texts):
        if text.casefold() not in PARTS_IN_WORK or words.separators[i].strip(" ") not in ("\n", "\v"):
            continue
        stop = next((k for k in range(i + 1, len(words) + 1) if words.separators[k].strip(" ") in ("\n", "\v")), i)
        if i < stop and _PART_IN_WORK.fullmatch(words.item.text, words.starts[i], words.ends[stop - 1]):
            labels[i:stop] = ["O"] * (stop - i)


PARTS_IN_WORK = frozenset("first last senior corresponding co shared joint equal".split())
_PART_IN_WORK = re.compile(
    r"(?:(?:co|shared|joint)[ -]?)?(?:1st|first|last|senior|corresponding)(?: authors?(?:hip)?)?|equal contribution",
    re.IGNORECASE,
)
"""What the badge on a card states of someone's part in the work."""


def suffix_of_family(words: Words, labels: list[str]) -> None:
    """The suffix after a family and the given name after the next comma are of one person: "Moss III, T. F.; Oru Jr., Ada"."""
    for i in range(1, len(labels) - 1):
        role = labels[i][1:2]
        if words.texts[i].casefold() not in SUFFIXES or not is_name(labels[i]) or labels[i - 1][1:] != f"{role}F":
            continue
        first = i - 1
        while first and labels[first] == f"I{role}F":
            first -= 1
        # the name of "A. B. Moss III, C. Lind" is complete, and "Moss JR, Lind CB" has initials
        if labels[first] != f"B{role}F" or not words.separators[i + 1].startswith((", ", "., ")):
            continue
        stop = i + 2
        while stop < len(labels) and labels[stop][0] == "I" and is_name(labels[stop]):
            stop += 1
        if all(is_name(label) and label[1:] == f"{role}G" for label in labels[i + 1 : stop]):
            labels[i:stop] = [f"I{role}F", *[f"I{role}G"] * (stop - i - 1)]


def behind_inverted(words: Words, labels: list[str]) -> None:
    """No family follows the initials of an inverted name after a full stop: what is there before the container after a title
    is of the container: "Slow tides. Moss, A. OLMO. Revista Azul"."""
    for i in range(3, len(labels) - 1):
        if words.separators[i] != ". " or labels[i + 1] != f"B-{CONTAINER}" or not is_name(labels[i]):
            continue
        role = labels[i][1]
        inverted = labels[i - 2 : i] == [f"B{role}F", f"I{role}G"] and words.separators[i - 1] == ", "
        if labels[i] != f"I{role}F" or not inverted or len(words.texts[i - 1]) > 1:
            continue
        if f"B-{TITLE}" in labels[:i]:
            labels[i : i + 2] = [f"B-{CONTAINER}", f"I-{CONTAINER}"]


ListedName = tuple[list[int], list[int]]
"""The words of the family and of the given names of one person in a list; those of the given names may be none."""


def listed_names(words: Words, first: int, stop: int) -> list[ListedName]:
    """Cut a list of people into the family and the given names of each; empty where it is none.

    Semicolons part people, and a comma in each follows the family: "Moss, Ada; Oru Fenn, Ben". Where commas part people, too, all
    of them are inverted ("Moss, A., & Lind, B. C."), or the first alone ("Moss, Ada, Ben Lind, and Eva Oru"), or none.
    """
    runs: list[list[list[int]]] = [[]]  # pieces between commas, of those between "and", "&" or semicolons
    parted = False
    for i in range(first, stop):
        if words.texts[i] in _JOINING_LISTED:  # in lowercase letters: "Moss, E., and Lind, Y."
            parted = True
            continue
        gap = words.separators[i] if i > first else ""
        if parted or not _PARTS_PEOPLE.isdisjoint(gap):
            runs.append([])
        if not runs[-1] or ("," in gap and words.texts[i].casefold() not in SUFFIXES):
            runs[-1].append([])
        runs[-1][-1].append(i)
        parted = False
    if any(";" in words.separators[i] for i in range(first + 1, stop)):
        # between semicolons one name, or a family and its given names
        found = [_listed(words, *run) for run in runs if 0 < len(run) < 3]
        return found if len(found) == len([run for run in runs if run]) else []
    found = []
    for run in filter(None, runs):
        initials = all(len(words.texts[i]) == 1 for piece in run[1::2] for i in piece)
        families = all(len(piece) == 1 for piece in run[::2])  # "Moss, Ada, Lind, Ben C."
        if len(run) % 2 == 0 and (initials or families):
            found += [_listed(words, *run[k : k + 2]) for k in range(0, len(run), 2)]
            continue
        # "Oru Fenn, Ada B., and Ben Moss", but "Ada Oru, Ben Moss, and Eva Lind"
        given = len(run) == 2 and (len(run[1]) == 1 or len(words.texts[run[1][-1]]) == 1)
        inverted = not found and len(run) > 1 and (len(run[0]) == 1 or given)
        found += [_listed(words, *run[:2])] if inverted else []
        found += [_listed(words, piece) for piece in run[2 * inverted :]]
    return found if all(given for _, given in found) else []


def _listed(words: Words, name: list[int], given: Sequence[int] = ()) -> ListedName:
    """Return a name whose given names are told apart, or follow its first words: "Ada van den Moss"."""
    if given:
        return name, list(given)
    family = next((k for k, i in enumerate(name) if k and words.texts[i].casefold() in PARTICLES), len(name) - 1)
    return name[family:], name[:family]


def label_people(labels: list[str], role: str, people: Sequence[ListedName]) -> None:
    """Label the words of people in a role, and what is between them as what joins them."""
    spans = [sorted((*family, *given)) for family, given in people]
    for before, after in pairwise(spans):
        labels[before[-1] + 1 : after[0]] = [f"{role}-AND"] * (after[0] - before[-1] - 1)
    for span, (family, _) in zip(spans, people, strict=True):
        for i in span:
            labels[i] = f"{'I' if i > span[0] else 'B'}{role}{'F' if i in family else 'G'}"


_PARTS_PEOPLE = frozenset(";&/")


def names_by_semicolon(words: Words, labels: list[str]) -> None:
    """Where semicolons part people, the comma in each follows the family: "Moss, Ada; Oru Fenwick, Ben Cal; Lind, Eva". Before
    the year or the title all that semicolons part so are people, whatever was read of them."""
    if not any(";" in gap for gap in words.separators):
        return
    first = next((i for i, label in enumerate(labels) if label != "O" or i in words.kinds), len(labels))
    stop = first
    while stop < len(labels) and (is_name(labels[stop]) or labels[stop] == "O") and stop not in words.kinds:
        if words.texts[stop].casefold() in EDITED or (stop > first and "(" in words.separators[stop]):
            break  # what they did: "Moss, Ada; Lind, Eva (Hrsg.): Tides"
        stop += 1
    ended = stop < len(labels) and field_of(labels[stop]) in (YEAR, TITLE)
    leading = [range(first, stop)] if ended and first < stop and is_name(labels[first]) else []
    others = [range(group[0][0], group[-1][-1] + 1) for group in lists_of_names(words, labels)]
    for group in [*leading, *(group for group in others if not leading or group[0] >= stop)]:
        people = listed_names(words, group[0], group[-1] + 1)
        if len(people) < 2 or not any(";" in words.separators[i] for i in group[1:]):
            continue
        # "Moss, A., and B. Lind; Oru, C.": not all are inverted
        if any(
            not given or family[0] > given[0] or max(len(family), len(given)) > LONGEST_GIVEN
            for family, given in people
        ):
            continue
        last = people[-1][1]
        initials = {i for _, given in people for i in given if len(words.texts[i]) == 1}
        if (
            len(last) > 1
            and initials.issuperset(i for _, given in people[:-1] for i in given)
            and last[-1] not in initials
        ):
            last.pop()  # whether it begins the title is told later: "Moss, A.; Lind, B. C. Ink, rain and tides"
        label_people(labels, labels[group[0]][1], people)


def unread_names(words: Words, labels: list[str]) -> None:
    """An initial and a capitalised word after a person and a comma are a person, though they were read as another title or as
    nothing, and so are the families of people of whom only initials were read: "A. Moss, Ch. Lind", "B. M. Oru Fenn (Eds.)"."""
    for group in lists_of_names(words, labels):
        first, stop = group[-1][0], group[-1][-1] + 1
        role = labels[first][1]
        if not all(labels[name[0]] == f"B{role}G" and labels[name[-1]] == f"I{role}F" for name in group[:-1]):
            continue
        begin = stop
        if all(labels[i][2] == "G" and len(words.texts[i]) == 1 for i in group[-1]):
            stop = end_of_free(words, labels, begin, lambda gap: gap not in (" ", "-"))
            marked = words.texts[stop : stop + 1] and words.texts[stop].casefold() in EDITED
            fits = (len(group) > 1 or marked) and words.separators[begin] in (" ", ". ")
            given = begin
        elif (labels[first][2], labels[stop - 1][2]) == ("G", "F") and words.separators[begin] in (", ", ",\n"):
            stop, given = begin, begin + 1
            while stop < len(labels) and labels[stop] in ("O", f"{'I' if stop > begin else 'B'}-{TITLE}"):
                if stop > begin and words.separators[stop] not in (" ", "-", ". ", "."):
                    break
                stop += 1
            short = (
                stop > given and words.separators[given] in (". ", ".") and len(words.texts[begin]) <= _LONGEST_INITIAL
            )
            fits = short and (labels[begin] == "O" or labels.count(f"B-{TITLE}") > 1)
        else:
            continue
        said = words.texts[begin:stop]
        ended = stop == len(labels) or words.separators[stop].strip(" .")[:1] in ("\n", ",", "(", ";", ":", "", "\x0b")
        if fits and ended and 0 < len(said) <= _LONGEST_NAME and all(one[:1].isupper() for one in said):
            for i in range(begin, stop):
                labels[i] = f"{'B' if i == begin < given else 'I'}{role}{'G' if i < given else 'F'}"
            if stop < len(labels) and labels[stop] == f"I-{TITLE}":
                labels[stop] = f"B-{TITLE}"


_LONGEST_INITIAL = 2
"""Letters of an initial, at most: "Ch.", "Yu."."""


def names_in_pairs(words: Words, labels: list[str]) -> None:
    """People whose families come first, with commas between and inside of them, are paired again to the end of their sentence where
    the title begins among them, or one of them if no comma appears: "Moss, Ada Fenn, Oru, Ben Cal. Slow tides"."""
    title = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    if not title or labels[0] != f"B{AUTHOR}F" or not all(is_name(label, AUTHOR) for label in labels[:title]):
        return
    stop = end_of(labels, title + 1, TITLE)
    end = title
    if words.separators[title] == ", ":
        end = next((i for i in range(title + 1, stop - 1) if words.separators[i].startswith(". ")), 0)
    elif not any(words.separators[i] == " " and labels[i][0] == "B" for i in range(1, title)):
        return
    pieces: list[list[int]] = []
    for i in range(end):
        if not i or words.separators[i] in (", ", "., "):
            pieces.append([])
        elif words.separators[i] not in (" ", ". ", ".", "-"):
            return
        pieces[-1].append(i)
    named = all(words.texts[i][:1].isupper() or words.texts[i] in PARTICLES for piece in pieces for i in piece)
    if len(pieces) % 2 or not named or any(len(piece) > _LONGEST_NAME for piece in pieces):
        return
    for number, piece in enumerate(pieces):
        for i in piece:
            labels[i] = f"{'B' if i == piece[0] and not number % 2 else 'I'}{AUTHOR}{'G' if number % 2 else 'F'}"
    labels[end : end + 1] = [f"B-{TITLE}"] if pieces else labels[end : end + 1]


def families_of_two(words: Words, labels: list[str]) -> None:
    """What "y" joins to a family before which the given name is, is of the family, and so are two words in capitals before
    a comma and initials: "F. Rodríguez y Baena", "SANTOS LIMA, F. A.  Slow tides"."""
    for i in range(2, len(labels) - 1) if "y" in words.texts else ():
        role = labels[i - 1][1:2]
        begins = labels[i] in (f"B{role}G", f"B{role}F", f"{role}-AND") and labels[i + 1] in (f"I{role}F", f"B{role}F")
        alone = words.separators[i : i + 2] == [" ", " "] and (
            i + 2 == len(labels) or labels[i + 2] not in (f"I{role}F", f"I{role}G")
        )
        if words.texts[i] == "y" and begins and alone and labels[i - 1] == f"I{role}F" and labels[i - 2][2:] == "G":
            labels[i : i + 2] = [f"I{role}F", f"I{role}F"]
    inverted = (
        labels[:4] == [f"B{AUTHOR}F", f"I{AUTHOR}F", f"B{AUTHOR}G", f"I{AUTHOR}G"] and words.separators[2] == ", "
    )
    if inverted and all(len(text) == 1 for text in words.texts[2:4]) and not is_name((*labels, "O")[4]):
        labels[2] = f"I{AUTHOR}G"


def broken_names(words: Words, labels: list[str]) -> None:
    """No name begins after a hyphen: "Huber- Lang MS" is one family name that a line break has parted."""
    for i in range(1, len(labels)) if "- " in words.separators else ():
        if words.separators[i] != "- " or labels[i][0] != "B" or not is_name(labels[i]):
            continue
        if labels[i - 1] == "O" and words.texts[i - 1][:1].isupper() and words.separators[i - 1].strip() in {"", ","}:
            labels[i - 1] = labels[i]
        if is_name(labels[i - 1]):
            labels[i] = "I" + labels[i - 1][1:]


def given_in_brackets(words: Words, labels: list[str]) -> None:
    """Read "Owusu (Ama), Brandt (C.-M.)" at the beginning of a reference as names."""
    at = 0
    while at < len(labels) and labels[at] in {"O", "BAL", "BAF", "IAL", "IAF", "BAG", "IAG"}:
        family = at
        while at < len(words) and not _BRACKETED.fullmatch(words.separators[at]) and at - family < LONGEST_GIVEN:
            at += 1
        given = at
        if at == len(words) or any(words.separators[k] != " " for k in range(family + 1, given)):
            return
        if not _BRACKETED.fullmatch(words.separators[given]):
            return
        while at < len(words) and words.texts[at][:1].isupper() and ")" not in words.separators[at]:
            at += 1
        if not family < given < at <= given + LONGEST_GIVEN or not words.separators[at].lstrip(".").startswith(")"):
            return
        short = len(words.texts[given]) > 1 and words.texts[given].isupper()  # of a body
        if short or not words.texts[family][:1].isupper() or words.texts[given].casefold() in EDITED:
            return
        labels[family:at] = ["BAF", *["IAF"] * (given - family - 1), *["IAG"] * (at - given)]
        if not words.separators[at].lstrip(".").startswith("),"):
            return


def editors_by_mark(words: Words, labels: list[str]) -> None:
    """Let authors right before "(eds)", also after the year, be editors, and all people before "(a cura di)"."""
    i = 0
    while i < len(labels):
        first = i
        while i < len(labels) and (is_name(labels[i], AUTHOR) or labels[i] in {"A-AND", "A-ETAL"}):
            i += 1
        at = i
        # "Ada Moss, Ben Lind / Eva Oru (dir.)": who is on a line of their own before the editors wrote what they edited
        lines = (k for k in range(i - 1, first, -1) if labels[k][0] == "B" and words.separators[k].strip(" ") in LINES)
        first = next((k for k in lines if not labels[k - 1].endswith("-AND")), first)
        while first < at < len(labels) and (field_of(labels[at]) == YEAR or labels[at] in _OF_EDITORS):
            at += 1
        said = " ".join(words.texts[at : at + 3]).casefold() in _IN_ITALIAN
        mixed = not _OF_EDITORS.isdisjoint(labels[i:at])
        marked = at < len(words) and (words.texts[at].casefold() in EDITED or _is_bracketed_mark(words, at))
        said = said or (marked and not mixed)
        if (
            first < at < len(labels)
            and labels[at] == "O"
            and said
            and any(sign in words.separators[at] for sign in "([,")
        ):
            labels[first:i] = [f"{one[0]}E{one[2]}" if is_name(one) else "E" + one[1:] for one in labels[first:i]]
        i = max(i, first + 1)


def _is_bracketed_mark(words: Words, i: int) -> bool:
    """Whether a word that may mean something else elsewhere states in brackets that people edited something: "(red.)", "(ur.)"."""
    return (
        words.texts[i].casefold() in MARKS_IN_BRACKETS
        and words.separators[i].endswith("(")
        and ")" in words.separators[i + 1]
    )


def editors_between_in_and_mark(words: Words, labels: list[str]) -> None:
    """People between "in" and the mark for editors in brackets are editors, and the container follows, whatever both were read as: "Slow
    tides, i A. Lind og B. Moss (red.), Rain and ink", "in Lind A., Moss B. (dir.), Rain and ink"."""
    for mark in range(3, len(labels) - 1):
        if is_name(labels[mark - 1], EDITOR) or not (
            _is_bracketed_mark(words, mark)
            or (words.texts[mark].casefold() in EDITED and words.separators[mark].endswith("("))
        ):
            continue
        begins = range(mark - 2, max(0, mark - _FARTHEST_MARK), -1)
        lead = next((i for i in begins if words.texts[i].casefold() in _LEADS and words.separators[i].strip()), 0)
        people = (_families_first(words, lead + 1, mark) or listed_names(words, lead + 1, mark)) if lead else []
        spoken = [i for family, given in people for i in (*family, *given)]
        named = spoken and all(words.texts[i][:1].isupper() or words.texts[i].casefold() in PARTICLES for i in spoken)
        if (
            not named
            or len(spoken) > LONGEST_OF_EDITOR * len(people)
            or not set(words.separators[lead + 1].strip()) <= {":"}
        ):
            continue
        if (
            not words.item.text[words.starts[lead] : words.starts[mark]].isprintable()
            or f"B-{TITLE}" not in labels[:lead]
        ):
            continue
        labels[lead : mark + 1] = ["O"] * (mark + 1 - lead)
        label_people(labels, EDITOR, people)
        after = labels[mark + 1 : mark + 2]
        if after and after[0][:2] == "I-":
            labels[mark + 1] = f"B{after[0][1:]}"
        stop = end_of_free(words, labels, mark + 1, set(",.;([“").intersection)
        if f"B-{CONTAINER}" not in labels and stop > mark + 1 and words.texts[mark + 1][:1].isupper():
            set_field(labels, mark + 1, stop, CONTAINER)
        return


def _families_first(words: Words, first: int, stop: int) -> list[ListedName]:
    """Cut a list of people whose initials follow their families without a comma: "Lind A., Moss B. C."; empty where it is none."""
    people: list[ListedName] = []
    for i in range(first, stop):
        if words.texts[i] in _JOINING_LISTED and words.texts[i].islower():
            continue
        initial = len(words.texts[i]) == 1
        if people and initial and words.separators[i].strip(" .-") == "":
            people[-1][1].append(i)
        elif people and not people[-1][1] and words.separators[i] == " ":
            people[-1][0].append(i)
        elif initial or (people and not people[-1][1]):
            return []
        else:
            people.append(([i], []))
    return people if people and all(given for _, given in people) else []


MARKS_IN_BRACKETS = frozenset(
    "red redig ur urednik urednica urednici der haz yay επιμ ред сост toim szerk utg udg redaktör redaktører redaktörer komp".split()
)
"""Words for editors that mean something else outside of brackets after people: "(red.)", "(der.)"."""
_LEADS = frozenset("in dans en em w u i στο στον στα v ve в у".split())
"""What is before the people who edited what a chapter is in."""


def editors_on_a_line(words: Words, labels: list[str]) -> None:
    """Of people on two lines who were all read as editors, those of the first line, after which nothing goes on, are the authors:
    "Slow tides / Ada Moss, Ben Lind / Eva Oru (dir.), Rain and ink"."""
    if any(is_name(label, AUTHOR) for label in labels):
        return
    for group in lists_of_names(words, labels):
        first, stop = group[0][0], group[-1][-1] + 1
        if (
            labels[first][1] != EDITOR
            or words.texts[stop : stop + 1] == []
            or words.texts[stop].casefold() not in EDITED
        ):
            continue
        lines = [
            i for i, *_ in group[1:] if words.separators[i].strip(" ") in LINES and not labels[i - 1].endswith("-AND")
        ]
        if lines:
            labels[first : lines[-1]] = [
                one.replace(EDITOR, AUTHOR, 1) if one != "O" else one for one in labels[first : lines[-1]]
            ]
            return


def editors_behind_in(words: Words, labels: list[str]) -> None:
    """The first word of an editor without a comma after "in:" is a given name where the last is a family: "in: Georg Emil Haber (Hrsg.)"."""
    for group in lists_of_names(words, labels):
        first, stop = group[0][0], group[-1][-1] + 1
        led = first and words.texts[first - 1].casefold() == "in" and words.separators[first].startswith(":")
        if led and labels[first][1] == EDITOR and "(" in words.separators[stop]:
            parts = ["".join(labels[i][2] for i in name) for name in group]
            if "FGF" in parts and not any("," in words.separators[i] for name in group for i in name[1:]):
                label_people(labels, EDITOR, listed_names(words, first, stop))


LINES = frozenset("\n\v")


_IN_ITALIAN = frozenset({"a cura di", "a c di"})
_OF_EDITORS = names_of(EDITOR) | {f"{EDITOR}-AND"}


def people_behind_verb(words: Words, labels: list[str]) -> None:
    """People after "hg. von", "edited by" are editors and after "translated by" translators, though a list of names elsewhere in
    the reference looks similar: "In: Tides, hg. von Ada Lind, Ben Moss u. a.". A comma after the last of them, before whom "and"
    appears, parts them from the house: "edited by Ada Lind and Ben Moss, Fenn House, 2001"."""
    for verb, preposition in enumerate(words.texts[1:-1]):
        said = words.texts[verb].casefold()
        if preposition.casefold() not in _BY or said not in VERBS_OF_ROLES:
            continue
        role = EDITOR if said in EDITING else TRANSLATOR
        first = stop = verb + 2
        joined = False
        while stop < len(labels) and (labels[stop] == "O" or is_name(labels[stop]) or labels[stop].endswith(_JOINING)):
            short = len(words.texts[stop - 1]) == 1  # an initial, or "u. a."
            sign = words.separators[stop] if stop > first else ""
            ended = ("." in sign and not short) or not _NO_PEOPLE.isdisjoint(sign)
            ended = ended or (joined and "," in sign and words.texts[stop].casefold() not in _BEGIN_OTHERS)
            if ended or stop in words.kinds or stop in words.links or words.texts[stop].isdecimal():
                break
            joined = joined or words.texts[stop] in JOINING_NAMES
            stop += 1
        ends = (i for i in (stop - 2, stop - 1) if i > first and " ".join(words.texts[i:stop]).casefold() in _OTHERS)
        others = next(ends, stop)
        people = listed_names(words, first, others)
        spans = [sorted((*family, *given)) for family, given in people]
        read = all(is_name(labels[i], role) for span in spans for i in span)
        over = stop  # what was read as one more of them after the full stop that ends them: "by Ada Lind. Fenn House"
        behind = (f"{role}-AND",) if people and words.separators[stop].startswith(".") else ()
        while behind and over < len(labels) and (is_name(labels[over], role) or labels[over] in behind):
            over += 1
        if (read and over == stop) or not people or any(len(span) >= LONGEST_OF_EDITOR for span in spans):
            continue
        if not all(words.texts[family[-1]][:1].isupper() for family, _ in people):
            continue
        labels[first:over] = (
            [f"{role}-AND"] * (others - first) + [f"{role}-ETAL"] * (stop - others) + ["O"] * (over - stop)
        )
        label_people(labels, role, people)


def names_behind_with(words: Words, labels: list[str]) -> None:
    """The people with whom its owner wrote a work, before the title or in brackets after it: "(zusammen mit Jan Moss), Slow tides",
    "gemeinsam mit Jan Moss und Eva Lind: Slow tides", "Slow tides (mit Jan Moss)"; after a word for those who edited they edited it:
    "(Hg. mit Jan Moss) Slow tides", "Slow tides (coord. con Jan Moss)"."""
    for i, text in enumerate(words.texts):
        if text.casefold() not in WITH or is_name(labels[i]):
            continue
        begin = i
        while begin and words.texts[begin - 1].casefold() in TOGETHER and "(" not in words.separators[begin]:
            begin -= 1
        together = begin < i
        edited = (
            begin > 0 and words.texts[begin - 1].casefold() in EDITED | _MARKS_WITH and not is_name(labels[begin - 1])
        )
        begin -= edited
        role = EDITOR if edited else AUTHOR
        first = i + 1
        bracketed = words.separators[begin].endswith(("(", "["))
        listed = edited and not bracketed and begin > 0 and words.separators[begin].strip()[-1:] in {",", "."}
        if not (bracketed or listed or ((together or edited) and not begin)):
            continue
        people: list[list[int]] = [[*name] for name in _full_names(words, labels, first)] if listed else [[]]
        stop = people[-1][-1] + 1 if listed and people else first
        while stop < len(labels) and not listed:
            gap, said = words.separators[stop], words.texts[stop]
            joining = said in _JOINING_LISTED
            ended = (
                (")" in gap or "]" in gap)
                if bracketed
                else ":" in gap or (gap.startswith(". ") and len(words.texts[stop - 1]) > 1)
            )
            if stop > first and (ended or stop in words.kinds):
                break
            if people[-1] and (joining or "," in gap or "/" in gap or "&" in gap):
                people.append([])
            if not joining:
                people[-1].append(stop)
            stop += 1
        behind = words.separators[stop].lstrip()
        closed = (
            listed
            or stop == len(labels)
            or (behind.lstrip(".")[:1] in {")", "]"} if bracketed else behind[:1] in {":", "."})
        )
        plain = any(words.texts[k].casefold() in PLAIN_WORDS and len(words.texts[k]) > 1 for one in people for k in one)
        capital = all(words.texts[k][:1].isupper() or words.texts[k] in PARTICLES for one in people for k in one)
        if not (closed and capital and people) or plain or any(not 1 < len(one) < LONGEST_OF_EDITOR for one in people):
            continue
        labels[begin:stop] = ["O"] * (first - begin) + [f"{role}-AND"] * (stop - first)
        for one in people:
            family = next((k for k in one[1:] if words.texts[k].casefold() in PARTICLES), one[-1])
            for k in one:
                labels[k] = f"{'I' if k > one[0] else 'B'}{role}{'F' if k >= family else 'G'}"
        if stop < len(labels) and labels[stop] == f"I-{TITLE}":
            labels[stop] = f"B-{TITLE}"
        return


def people_behind_mark(words: Words, labels: list[str]) -> None:
    """People after the shortened word for those who edited are editors, in languages that print it before them, and so are those
    after "ed. de", whatever both were read as: "Slow tides, red. A. Lind, B. Moss, Oslo", "/ под ред. А. Линд", "sous la dir. de Ada Lind"."""
    if any(is_name(label, EDITOR) for label in labels):
        return
    for mark in range(1, len(labels) - 2):
        printed = words.texts[mark].casefold()
        if printed not in MARKS_BEFORE_EDITORS:
            continue
        led = words.texts[mark + 1] in _OF_EDITOR and printed in EDITED | _SHORT_ROLES
        first = mark + 1 + led
        begin = mark
        while begin and mark - begin < _LONGEST_LEAD and words.texts[begin - 1].casefold() in _BEFORE_MARKS:
            begin -= 1
        shortened = printed not in _WHOLE_MARKS
        if not words.separators[begin].strip() or (not led and printed in _SHORT_ROLES):
            continue
        if words.separators[mark + 1].strip() not in ((".", ".:") if shortened and not led else ("", ".", ":", ".:")):
            continue
        if printed in EDITED and (words.texts[begin - 1].isdecimal() or "," not in words.separators[begin]) and not led:
            continue  # "2. ed. New York"
        over = {field_of(labels[mark])} & {TITLE, CONTAINER, SERIES, PUBLISHER}
        people = _full_names(words, labels, first)
        if not people:
            continue
        end = stop = people[-1].stop
        while over and end < len(labels) and labels[end][:2] == "I-" and field_of(labels[end]) in over:
            end += 1
        labels[begin:end] = ["O"] * (end - begin)
        label_people(labels, EDITOR, [_listed(words, [*one]) for one in people])
        if stop == end < len(labels) and labels[end][:2] == "I-":
            labels[end] = f"B{labels[end][1:]}"
        return


def _full_names(words: Words, labels: Sequence[str], first: int) -> list[range]:
    """Return the people that begin at a word, each with the given name first; what follows the comma after the last of them may be a
    house or a place: "A. Lind, B. Moss, Oslo", "Ada Lind i Ben Moss, Fenn"."""
    found: list[range] = []
    begin = i = first
    joined = False  # whether a word joins the next one to those before it
    while i <= len(labels) and i - begin < LONGEST_OF_EDITOR:
        printed = words.texts[i] if i < len(labels) else ""
        sign = words.separators[i] if i > begin else ""
        # an initial, or a given name of two letters: "Ю", "Ch", "St"
        short = i > begin and len(words.texts[i - 1]) <= _LONGEST_INITIAL and words.texts[i - 1][:1].isupper()
        parts = sign.strip(" .-’'") != "" or (sign.startswith(".") and not short) or printed in _JOINING_LISTED
        if i < len(labels) and not parts and (printed[:1].isupper() or printed in PARTICLES) and i not in words.kinds:
            i += 1
            continue
        name = words.item.text[words.starts[begin] : words.ends[i - 1]] if i - begin > 1 else ""
        plain = any(
            len(one) > 1 and one.casefold() in PLAIN_WORDS for one in words.texts[begin:i] if one not in PARTICLES
        )
        initials = [len(words.texts[one[0]]) <= _LONGEST_INITIAL for one in found[:1]]
        # a second one after a comma is like the first, or has a known given name
        alike = initials == [len(words.texts[begin]) <= _LONGEST_INITIAL] and initials != [False] if name else False
        alike = alike or joined or not found or words.texts[begin].casefold() in CLASSES["given"]
        if not name or plain or not alike or place_share(name) or is_publisher(name):
            return found
        found.append(range(begin, i))
        joined = printed in _JOINING_LISTED or "&" in sign
        if i == len(labels) or not (joined or sign.strip() in _PARTING):
            return found
        begin = i = i + (printed in _JOINING_LISTED)
    return found


_PARTING = frozenset((",", ";", "/", "–", "&", ".,"))
"""What is between people."""
MARKS_BEFORE_EDITORS = frozenset(
    "red redakcja redakcją redakcí redaktion ur uredio uredila uredili der derleyen derleyenler haz hazırlayan hazırlayanlar"
    " επιμ επιμέλεια ред редакцией сост hg hrsg ed eds éd éds dir dirs direction coord coords coordinación coordination org orgs"
    " organização toim szerk cura".split()
)
"""What is before the people who edited something: shortened, or a word that "under the" leads to."""
_WHOLE_MARKS = frozenset(
    "redakcja redakcją redakcí redaktion uredio uredila uredili derleyen derleyenler hazırlayan hazırlayanlar επιμέλεια редакцией"
    " direction coordinación coordination organização".split()
)
_SHORT_ROLES = frozenset("cura dir direction coord coordinación coordination org organização".split())
"""Those that need "de" after them: "dir." shortens other words, too."""
_OF_EDITOR = frozenset({"de", "di", "por", "par"})
_BEFORE_MARKS = frozenset("pod под sous la bajo sob a nauk науч отв общ общей и сост".split())
"""What leads to such a word: "pod red. nauk.", "sous la dir. de", "под общ. ред."."""
_LONGEST_LEAD = 3
"""Words of it, at most."""

WITH = frozenset(
    "with mit avec con com med z ze s sa se με с amb met samen cu"
    " co-author coauthor co-authored coautor coautora coautores coautoras koautor koautorka spoluautor spoluautorka współautor współautorka"
    " współautorzy suautor suautorica suautori соавтор соавторы medforfatter medförfattare co-auteur coauteur".split()
)
"""What is before the people with whom the owner of a list wrote something."""
TOGETHER = frozenset(
    "zusammen gemeinsam gem together jointly sammen tillsammans wspólnie razem spolu společně zajedno insieme μαζί από κοινού совместно"
    " conjuntamente juntamente ensemble conjointement samen in w v u en em collaboration collaborazione colaboración colaboração"
    " koautorstwie współautorstwie współpracy в соавт соавторстве сотрудничестве coautoría coautoria co-autoria τον την τους joint work".split()
)
"""What an author who does not print himself says of the others: "zusammen mit Jan Moss", "in collaborazione con Jan Moss"."""
_MARKS_WITH = frozenset(
    "edited co-edited coedited herausgegeben herausgeberin hgin red redigert redigerad redigeret redakcja ur uredila uredio der επιμ ред"
    " dirigé dirigée codirigé co-dirigé codirection dirección codir coeditado editado editada coordinado organizado organizada curato cura"
    " co-ed coed coeditor co-editor".split()
)
"""Words for those who edited something that only people "with" whom are behind, or that are in no list of marks behind people."""
EDITING = frozenset(
    "edited ed eds hg hrsg hgg herausgegeben éd édité éditée cura editado editada org coord redigerad redigert udgivet".split()
)
VERBS_OF_ROLES = EDITING | frozenset(
    "translated trans transl übersetzt übers traduit trad traducido tradotto traduzido".split()
)
_BY = frozenset("by von par por di av af da".split())
_JOINING = ("-AND", "-ETAL")
_OTHERS = frozenset(("u a", "et al", "others", "andere", "anderen", "outros", "otros", "autres"))
_BEGIN_OTHERS = frozenset("u et others and und y e andere anderen".split())
_NO_PEOPLE = frozenset(':;()[]/"“”')
LONGEST_OF_EDITOR = 6
"""Words of a name after a verb, fewer than these: "Ursula Katharina van den Moss" has five."""


def unread_editors(words: Words, labels: list[str]) -> None:
    """Read the people that a reference begins with and whom ", eds." makes editors, where the labeller took them for no names.

    The first name is inverted ("Brandt, Ada, and Ben Okafor, eds."), or all of them are.
    """
    mark = next((i for i, text in enumerate(words.texts[:_FARTHEST_MARK]) if text.casefold() in MARKS_OF_EDITORS), 0)
    read = next((i for i, label in enumerate(labels) if not is_name(label)), 0)  # the first of them may be
    if mark < 2 or any(label == f"B-{YEAR}" for label in labels[read:mark]):
        return
    if read >= mark - 1 or any(map(is_name, labels[read:mark])):
        # people of both roles before a mark of several: "Lind, A., & Moss, B. (Eds.)"
        roles = {label[1] for label in labels[:mark] if is_name(label)}
        listed = all(is_name(label) or label == "O" or label[1:] == "-AND" for label in labels[:mark])
        if not listed or roles != {AUTHOR, EDITOR} or not words.texts[mark].endswith("s"):
            return
    elif read and any(label != "O" and label[1:] != "-AND" for label in labels[read:mark]):
        return
    signs = [i for i in range(1, mark) if not _NO_NAMES.isdisjoint(words.separators[i])]
    initials = all(len(words.texts[i - 1]) == 1 and words.separators[i].startswith(".") for i in signs)
    if words.separators[mark].strip() not in {",", "(", ".,", ". (", ".("} or not initials:
        return
    people = listed_names(words, 0, mark)
    begins = [words.texts[i] for name in people for part in name for i in part[:1]]
    if people and all(text[:1].isupper() or text in PARTICLES for text in begins):
        label_people(labels, EDITOR, people)


def degrees_behind_names(words: Words, labels: list[str]) -> None:
    """A degree right after a person is part of no name and names no thesis, and two unread words before it are a person where
    one is before them: "Ada Lind MD, Ben Moss PhD"."""
    for i in range(2, len(labels)):
        if words.texts[i] not in DEGREES or words.separators[i] != " ":
            continue
        if words.separators[i + 1] == " " and i + 1 < len(labels) and words.texts[i + 1] not in DEGREES:
            continue  # "PhD thesis"
        if is_name(labels[i]):
            first = i
            while first and labels[first][0] == "I" and is_name(labels[first - 1]):
                first -= 1
            if (labels[first][2], labels[i - 1][2:]) != ("G", "F"):
                continue  # "Moss MD" has initials
        elif labels[i] != "O" and field_of(labels[i]) != GENRE:
            continue
        # four words back: someone, and then the two words before the degree
        beside = i > 3 and is_name(labels[i - 3]) and words.separators[i - 2] == ", " and words.separators[i - 1] == " "
        if beside and labels[i - 2 : i] == ["O", "O"] and all(one[:1].isupper() for one in words.texts[i - 2 : i]):
            labels[i - 2 : i] = [f"B{labels[i - 3][1]}G", f"I{labels[i - 3][1]}F"]
        if is_name(labels[i - 1]):
            labels[i] = f"{labels[i - 1][1]}-AND"
        elif labels[i - 1].endswith("-AND") and words.texts[i - 1] in DEGREES:
            labels[i] = labels[i - 1]


DEGREES = frozenset("PhD MD DPhil MSc BSc MPH DDS DVM RN MBBS FRCS".split())
"""Degrees after the names of people."""


def people_with_roles(words: Words, labels: list[str]) -> None:
    """The people whom a reference begins with are its authors where their role in a film or a podcast follows them: "Lind, A. B.
    (Director)", and as MLA prints one: "Lind, Ada, director. Rain. Fenn, 2001."."""
    mark = next((i for i, text in enumerate(words.texts) if text.casefold() in ROLES), 0)
    if 1 < mark < len(labels) - 1 and labels[mark] == f"B-{TITLE}" and is_name(labels[mark - 1]):
        if words.separators[mark] == ", " and words.separators[mark + 1].startswith(
            "."
        ):  # "Lind, Ada, interviewee. Interview with Bo Moss."
            labels[mark : mark + 2] = ["O", f"B-{TITLE}"]
        return
    commas = [i for i in range(1, min(mark, _FARTHEST_MARK) + 1) if words.separators[i].startswith(",")]
    if len(commas) == 2 and commas[1] == mark < len(labels) - 1 and words.separators[mark + 1].startswith("."):
        if set(labels[: mark + 2]) == {"O"} and all(text[:1].isupper() for text in words.texts[:mark]):
            label_people(labels, AUTHOR, listed_names(words, 0, mark))
            stop = end_of_free(words, labels, mark + 1, lambda gap: "." in gap)
            set_field(labels, mark + 1, stop, TITLE)
            house = end_of_free(words, labels, stop, lambda gap: "," in gap)
            if stop < house < len(labels) and field_of(labels[house]) == YEAR:
                set_field(labels, stop, house, PUBLISHER)
        return
    first = 0
    while first < mark and (is_name(labels[first]) or labels[first].endswith("-AND")):
        first += 1
    if not 1 < mark < _FARTHEST_MARK or not words.separators[mark].endswith(" ("):
        return
    if first == mark:  # who hosts a podcast edits nothing
        labels[:mark] = [
            f"{one[0]}{AUTHOR}{one[2:]}" if is_name(one) else f"{AUTHOR}{one[1:]}" for one in labels[:mark]
        ]
        return
    if any(label != "O" for label in labels[first:mark]) or words.texts[mark - 1].islower():
        return
    people = listed_names(words, 0, mark)
    if all(len(words.texts[i]) == 1 for _, given in people for i in given):
        label_people(labels, AUTHOR, people)


ROLES = frozenset(
    "director directors host hosts producer producers writer composer narrator creator interviewee interviewer".split()
)
"""What people do in films, podcasts and recordings, as APA prints it after them."""


def names_behind_others(words: Words, labels: list[str]) -> None:
    """What is between "et al.," and the title is one more name: Ada Brandt, et al., Ben Okafor. Slow Waves."""
    begins = [i for i, label in enumerate(labels) if label == f"B-{TITLE}"]
    if len(begins) < 2 or labels[begins[0] - 1] != "A-ETAL" or "BAG" not in labels[: begins[0]]:
        return
    first, stop = begins[:2]
    is_piece = set(labels[first + 1 : stop]) == {f"I-{TITLE}"} and stop - first <= _LONGEST_NAME
    if is_piece and "," in words.separators[first] and words.separators[stop].startswith("."):
        labels[first:stop] = ["BAG", *["IAG"] * (stop - first - 2), "IAF"]


def unmarked_editors(words: Words, labels: list[str]) -> None:
    """Let people whom a reference begins with be its authors if no word states that they only edited it."""
    stop = 0
    while stop < len(labels) and (is_name(labels[stop], "E") or labels[stop] in {"E-AND", "E-ETAL"}):
        stop += 1
    near = range(stop, min(len(words), stop + _NEAR_MARK))
    behind = {
        words.texts[i].casefold() for i in near if labels[i] != f"I-{TITLE}"
    }  # "A harbour data editor" is a title
    if words.separators[stop].strip()[-1:] in {"(", "["} and stop < len(words) and not words.texts[stop].isdecimal():
        return  # some role of theirs: "(a c. di)"
    if behind.isdisjoint(EDITED) and not any(is_name(label, "A") for label in labels):
        labels[:stop] = [f"{one[0]}A{one[2]}" if is_name(one) else "A" + one[1:] for one in labels[:stop]]


_NEAR_MARK = 4
"""Words after people among which it is stated that they edited: "(Hrsg.)", "(2001) (eds.)", "et al. (dir.)"."""
MARKS_OF_EDITORS = frozenset("ed eds editor editors hrsg hg éds dirs".split())
JOINING_NAMES = frozenset("and und et y e".split())
_JOINING_LISTED = JOINING_NAMES | frozenset("i og och ve и та και ja és oraz".split())
"""What joins the people of a list, in lowercase letters."""
_NO_NAMES = frozenset('.:?!()[]“”"«»')
_FARTHEST_MARK = 30
"""Words before which the mark of editors appears that a reference begins with."""


def editors_behind_slash(words: Words, labels: list[str]) -> None:
    """People in no field between a slash after an editor and the mark of editors are editors: "Petra Wiens/Jan Petzold (Hg.)"."""
    for mark in range(2, len(labels)):
        if words.texts[mark].casefold() not in EDITED or not words.separators[mark].startswith((" (", " [")):
            continue
        first = mark
        while (
            first
            and labels[first - 1] == "O"
            and words.texts[first - 1][:1].isupper()
            and "/" not in words.separators[first]
        ):
            first -= 1
        if 1 < mark - first <= _LONGEST_NAME and "/" in words.separators[first] and is_name(labels[first - 1], EDITOR):
            labels[first:mark] = [f"B{EDITOR}G", *[f"I{EDITOR}G"] * (mark - first - 2), f"I{EDITOR}F"]


def last_name_before_colon(words: Words, labels: list[str]) -> None:
    """The two or three words before the colon are the last name of a list of full names as dblp prints it, and no part of the title:
    "Ada Lind, Ben Moss, Rei Ito: Streams. LEAF 2016: 233-248"."""
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    if (
        not first
        or words.separators[first] != ", "
        or f"{AUTHOR}-AND" in labels
        or not _OF_DBLP.search(words.item.text)
    ):
        return
    stop = next((i for i in range(first + 1, len(labels)) if words.separators[i].startswith(":")), 0)
    plain = all(words.separators[i] in (" ", ". ", "-") and labels[i] == f"I-{TITLE}" for i in range(first + 1, stop))
    said = words.texts[first:stop]
    names = all(is_name(one, AUTHOR) for one in labels[:first]) and labels[0] == f"B{AUTHOR}G"
    full = all(len(words.texts[i]) > 1 for i in range(first) if labels[i] == f"B{AUTHOR}G")
    if plain and names and full and 1 < len(said) <= _LONGEST_NAME and all(one[:1].isupper() for one in said):
        labels[first:stop] = [f"B{AUTHOR}G", *[f"I{AUTHOR}G"] * (len(said) - 2), f"I{AUTHOR}F"]
        labels[stop] = f"B-{TITLE}"


_OF_DBLP = re.compile(r"\s(?:19|20)\d\d:\s\d[\d:-]*\.?$|\d\)?:\s\d[\d:-]*\s\((?:19|20)\d\d\)\.?$")
"""The end of a reference as dblp prints it: "LEAF 2016: 233-248", "12(3): 45-71 (2015)"."""
OF_DIN = re.compile(r"\s:\s|,\sS\.\s\d|\sBd\.\s\d")
"""Signs of DIN 1505, which prints a colon after the people: "Oslo : Fenn", "Bd. 3", "S. 7"."""


def names_by_comma(words: Words, labels: list[str]) -> None:
    """What is before the comma of an inverted name is the family, also of two words: "Oru Fenwick, Ada, and Ben Sørli"."""
    role = labels[0][1:2] if labels else ""
    if not labels or labels[0] not in {f"B{role}F", f"B{role}G"} or role not in (AUTHOR, EDITOR):
        return
    names: list[range] = []
    for i, label in enumerate(labels):
        if is_name(label, role) and label[0] == "B":
            names.append(range(i, i + 1))
        elif is_name(label, role) and names and names[-1].stop == i:
            names[-1] = range(names[-1].start, i + 1)
        elif label not in (f"{role}-AND",):
            break
    if not names:
        return
    if _paired(words, labels, role, names):
        return
    first, *others = names
    parted = len(others) == 1 and len(others[0]) == 1 and [labels[i][2] for i in first] == ["G", "F"]
    joined = words.separators[first.stop - 1 : first.stop + 1] == [" ", ", "]
    if parted and joined and words.separators[first.stop + 1][:2] in (". ", " ("):
        first, others = range(first.start, first.stop + 1), []  # "Oru Fenwick, Ada. Songs of tides"
        labels[first.stop - 1] = f"I{role}F"
    comma = next((i for i in first if i > first.start and words.separators[i].strip() == ","), 0)
    # "Oru Fenwick, Ada. Songs": given, family, given; with initials in front the family may be the second word
    reversed_parts = (
        comma
        and f"B{role}G" == labels[first.start]
        and all(labels[i] == f"I{role}G" for i in range(comma, first.stop))
        and all(len(words.texts[i]) > 1 for i in range(first.start, comma))
    )
    family_late = comma and labels[comma] == f"I{role}G" and f"I{role}G" in labels[first.start : comma]
    crossed = labels[comma] == f"I{role}F" or reversed_parts or family_late
    crossed = comma and crossed and words.texts[comma].casefold() not in SUFFIXES
    if crossed and len(words.texts[first.start]) == 1 and labels[first.stop : first.stop + 1] == [f"B-{TITLE}"]:
        set_field(labels, comma, first.stop + 1, TITLE)  # "M. Oru, Sørli, songs of tides"
    elif crossed and sum(words.texts[i] not in PARTICLES for i in range(first.start, comma)) <= LONGEST_GIVEN:
        for i in first:
            labels[i] = f"{labels[i][0]}{role}{'F' if i < comma else 'G'}"
    if not comma and not others:
        _given_in_title(words, labels, role, first)
    if comma and labels[comma] == f"I{role}G":
        _given_first(words, labels, role, others)
    last = others[-1] if comma and others else range(0)
    # An organisation with a person: after initials a person would have some too
    if (
        1 < len(last) <= LONGEST_GIVEN + 1
        and "&" in words.separators[last.start]
        and all(len(words.texts[i]) == 1 for i in range(comma, first.stop))
        and all(len(words.texts[i]) > 2 and words.separators[i] == " " for i in last[1:])
        and words.texts[last.start].casefold() not in CLASSES["given"]
    ):
        labels[last.start : last.stop] = [f"B{role}L", *[f"I{role}L"] * (len(last) - 1)]


def _given_in_title(words: Words, labels: list[str], role: str, first: range) -> None:
    """The word after the comma of a name that begins a reference is the given name, though it was read as the title's."""
    stop = first.stop
    untold = len(first) == 1 and labels[stop : stop + 2] == [f"B-{TITLE}", f"I-{TITLE}"]
    if untold and words.separators[stop] == ", " and words.separators[stop + 1].startswith((". ", ":")):
        labels[stop], labels[stop + 1] = f"I{role}G", f"B-{TITLE}"  # "Moss, Cal. Songs of tides"
    two = [labels[i][2] for i in first] == ["G", "F"] and words.separators[stop - 1 : stop + 1] == [" ", ", "]
    # "Oru Fenwick, Ada: Songs of tides"
    if (
        two
        and labels[stop : stop + 1] == [f"B-{TITLE}"]
        and words.separators[stop + 1].startswith(":")
        and OF_DIN.search(words.item.text)
    ):
        labels[first.start : stop + 1] = [f"B{role}F", f"I{role}F", f"I{role}G"]
        if labels[stop + 1 : stop + 2] == [f"I-{TITLE}"]:
            labels[stop + 1] = f"B-{TITLE}"


def _given_first(words: Words, labels: list[str], role: str, names: Sequence[range]) -> None:
    """Names without a comma after an inverted one begin with the given name: "Moss, Ada, and Ben Sørli"."""
    for name in names:
        last = name.stop - 1
        full = len(words.texts[last]) > 1 and not words.texts[last].isupper() and words.texts[last].isascii()
        plain = all(words.separators[i] in (" ", ". ", "-") for i in name if i > name.start)
        if len(name) > 1 and labels[name.start][2] == "F" and labels[last][2] == "G" and full and plain:
            for i in name:
                labels[i] = f"{labels[i][0]}{role}{'F' if i == last else 'G'}"


def _paired(words: Words, labels: list[str], role: str, names: list[range]) -> bool:
    """Read a list whose names are all inverted, with commas between and inside of them, in pairs, where the labeller lost count:
    "Zhu, Chen, Ni, Ren, Xu, Zheng, and Moss, Ada, Songs of tides"."""
    stop = names[-1].stop
    joint = next((i for i in range(names[0].start, stop) if labels[i] == f"{role}-AND"), 0)
    # "and" and the two words of the last person
    if not joint or words.separators[joint] != ", " or stop - joint < 3:
        return False
    pieces: list[list[int]] = []
    for i in range(names[0].start, stop):
        if i == joint:
            continue
        if not i or words.separators[i].strip(". ") == "," or i == joint + 1:
            pieces.append([])
        elif words.separators[i].strip() not in ("", ".", "-", ".-"):
            return False
        pieces[-1].append(i)
    behind = [piece for piece in pieces if piece[0] > joint]
    # three people at least, each of two pieces, of whom the last is alone after the word that joins
    if len(behind) != 2 or len(pieces) % 2 or len(pieces) < 6:
        return False
    for number, piece in enumerate(pieces):
        for i in piece:
            labels[i] = f"{'B' if i == piece[0] and not number % 2 else 'I'}{role}{'G' if number % 2 else 'F'}"
    return True


SUFFIXES = frozenset("jr sr ii iii iv".split())
_JOIN = frozenset({"and", "with"})
OTHERS = frozenset("others colleagues coworkers andere weitere autres outros otros alii".split())
_FURTHER = frozenset("more other further additional weitere autres outros otros altri".split())
_AUTHORS = frozenset("author authors co-author co-authors coauthors autoren auteurs autores autori".split())
"""What a site prints for the people of a long list that it hides: "and 33 more authors"."""
_LONGEST_COUNT = 4
"""Digits of the number of people that are left out, at most: collaborations have thousands."""
_CUT_SHORT = (("et", "al"), ("et", "alii"), ("Et", "al"), ("ET", "AL"), ("u", "a"), ("a", "o"))
"""In the letters that they are printed in: "Owusu, A. O." has a given name."""


def no_names(words: Words, labels: list[str]) -> None:
    """What is in lowercase letters where the other names have capitals is not a family name, and a plain word joins no names."""
    for i, label in enumerate(labels):
        if label[1:] == "-AND" and words.texts[i].casefold() in PLAIN_WORDS and words.texts[i] not in _JOIN:
            labels[i] = "O"
    names = [name for group in lists_of_names(words, labels) for name in group]
    for number, name in enumerate(names) if len(names) > 1 else ():
        family = [words.texts[i] for i in name if labels[i][2] == "F"]
        beside = 0 < number < len(names) - 1 and words.texts[name[0]][:1].isupper()
        if beside and all(words.separators[i].strip("*.") == ", " for i in (name[0], name[-1] + 1)):
            continue  # a person in a list of people: "Ada Moss, Oru fenn, Ben Lind"
        if family and len(family) < len(name) and all(map(str.islower, family)) and PARTICLES.isdisjoint(family):
            for i in name:
                labels[i] = "O"


def tell_others(words: Words, labels: list[str]) -> None:
    """Label "et al.", "others", and "and 33 more authors" after a name as what they are."""
    folded = [text.casefold() for text in words.texts]
    parts = names_of()
    for i in range(1, len(labels)):
        if labels[i - 1] not in parts:
            continue
        role = labels[i - 1][1]
        stop = i + (folded[i] == "and")
        if stop < len(labels) and folded[stop] in OTHERS:
            labels[i : stop + 1] = [f"{role}-ETAL"] * (stop + 1 - i)
        elif (folded[i].isdecimal() or folded[i] in JOINING_NAMES) and (
            counted := _counted_others(folded[i : i + 4], "+" in words.separators[i])
        ):
            labels[i : i + counted] = [f"{role}-ETAL"] * counted
        elif tuple(words.texts[i : i + 2]) in _CUT_SHORT and labels[i] != "I-T":
            labels[i : i + 2] = [f"{role}-ETAL"] * 2


def _counted_others(behind: Sequence[str], plus: bool) -> int:
    """Return the words after a name that state how many people are left out: 4 of "and 33 more authors", 2 of "4
    others" and, behind a ``plus``, of "+ 4 more", "+3 authors", and 1 of "+4".
    """
    joined = int(bool(behind) and behind[0] in JOINING_NAMES)
    number, *rest = behind[joined:] or [""]
    if not number.isdecimal() or len(number) > _LONGEST_COUNT:
        return 0
    first, second = [*rest, "", ""][:2]
    if first in _FURTHER and second in _AUTHORS:
        return joined + 3
    if first in OTHERS or (plus and (first in _FURTHER or first in _AUTHORS)):
        return joined + 2
    return joined + 1 if plus else 0


def one_role(words: Words, labels: list[str]) -> None:
    """Give a name the role of the name right before it."""
    parts = names_of()
    for i in range(1, len(labels)):
        here, before = labels[i], labels[i - 1]
        if here not in parts or before not in parts or here[1] == before[1]:
            continue
        if not any(sign in words.separators[i] for sign in '()[]:\n"“”'):
            labels[i] = here[0] + before[1] + here[2]


def lists_of_names(words: Words, labels: Sequence[str]) -> list[list[list[int]]]:
    """Return the words of each name of each list."""
    found: list[list[list[int]]] = []
    parts = names_of()
    for i, label in enumerate(labels):
        if label not in parts:
            continue
        beside = i > 0 and (labels[i - 1] in parts or labels[i - 1].endswith("-AND"))
        if not beside or not found:
            found.append([[i]])
        elif label[0] == "B" or labels[i - 1] not in parts:
            found[-1].append([i])
        else:
            found[-1][-1].append(i)
    return found


def families_behind_titles(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Single words between a quoted title and the year are families, where most items of a list have one of them:
    "“Slow tides,” Moss, Lind, 2023, MNRAS, 5"."""
    found: list[tuple[list[str], list[int]]] = []
    printed: list[str] = []
    for words, labels in read:
        first = end_of(labels, 1, TITLE)
        year = labels.index(f"B-{YEAR}") if f"B-{YEAR}" in labels else 0
        families = [i for i in range(first, year) if words.texts[i].casefold() not in JOINING_NAMES]
        quoted = (
            labels[:1] == [f"B-{TITLE}"]
            and words.separators[0][-1:] in _QUOTES
            and _QUOTES & set(words.separators[first])
        )
        signs = {words.separators[i].strip() for i in families[1:]} | {words.separators[year].strip(" (")}
        plain = signs <= {",", "", "&", ", &"} and all(words.texts[i][:1].isupper() for i in families)
        behind = f"B-{CONTAINER}" in labels[year:]  # else one of the words may be the journal
        if quoted and families and plain and behind and not any(map(is_name, labels)):
            found.append((labels, families))
            printed += {words.texts[i] for i in families}
    if len(found) < 2 or max(map(printed.count, printed)) * 2 <= len(found):
        return
    for labels, families in found:
        labels[families[0] : families[-1]] = [f"{AUTHOR}-AND"] * (families[-1] - families[0])
        for i in families:
            labels[i] = f"B{AUTHOR}F"


_QUOTES = frozenset('"“”„«»')
