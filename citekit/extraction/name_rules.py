"""What a few words settle about the people of a reference, whatever the labeller made of them.

People before "(eds)" are editors, "Owusu (Ama), Brandt (Carl)" is a list of names, and "and 33 more authors" cuts one short.
Names between which nothing but commas appears are all authors or all editors.
"""

from __future__ import annotations

from collections.abc import Sequence

from citekit.extraction.attributes import shape
from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITOR,
    GENRE,
    PUBLISHER,
    TITLE,
    YEAR,
    end_of,
    end_of_free,
    field_of,
    is_name,
    names_of,
    set_field,
)
from citekit.extraction.lexer import Words
from citekit.extraction.phrases import PARTICLES, PLAIN_WORDS
from citekit.runtime import patterns as re

EDITED = frozenset(
    "ed eds editor editors hg hrsg hgg hgs herausgeber éd éds dir dirs coord coords coordinador coordinadores org orgs".split()
)
_COMMAS = frozenset(",、，;；")
_BETWEEN = frozenset({",", "&", ", &"})
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
        gap = words.gaps[i]
        joined = label[2] != "L" and ("&" in gap or ";" in gap)  # a body may be called "Moss & Oru"
        if joined or (not _COMMAS.isdisjoint(gap) and shape(words.texts[i])[0] == "J"):
            labels[i] = "B" + label[1:]


def stage_before_names(words: Words, labels: list[str]) -> None:
    """The stage that a list prints before its people is part of no name: "Published Moss, A.; Lind, B. Slow tides"."""
    if len(labels) > 1 and words.texts[0].casefold() in _STAGES and is_name(labels[0]) and is_name(labels[1]):
        labels[:2] = ["O", f"B{labels[1][1:]}"]


_STAGES = frozenset("published accepted submitted forthcoming".split())


def roles_in_work(words: Words, labels: list[str]) -> None:
    """A line that only states what someone's part in the work was is in no field: "First author", "Co-1st", "Corresponding"."""
    for i, text in enumerate(words.texts):
        if text.casefold() not in PARTS_IN_WORK or words.gaps[i].strip(" ") not in ("\n", "\v"):
            continue
        stop = next((k for k in range(i + 1, len(words) + 1) if words.gaps[k].strip(" ") in ("\n", "\v")), i)
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
        while labels[first] == f"I{role}F":
            first -= 1
        # the name of "A. B. Moss III, C. Lind" is complete, and "Moss JR, Lind CB" has initials
        if labels[first] != f"B{role}F" or not words.gaps[i + 1].startswith((", ", "., ")):
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
        if words.gaps[i] != ". " or labels[i + 1] != f"B-{CONTAINER}" or not is_name(labels[i]):
            continue
        role = labels[i][1]
        inverted = labels[i - 2 : i] == [f"B{role}F", f"I{role}G"] and words.gaps[i - 1] == ", "
        if labels[i] != f"I{role}F" or not inverted or len(words.texts[i - 1]) > 1:
            continue
        if f"B-{TITLE}" in labels[:i]:
            labels[i : i + 2] = [f"B-{CONTAINER}", f"I-{CONTAINER}"]


def names_by_semicolon(words: Words, labels: list[str]) -> None:
    """Where semicolons part people, the comma in each follows the family: "Moss, Ada; Oru Fenwick, Ben Cal; Lind, Eva". Before
    the year or the title all that semicolons part so are people, whatever was read of them."""
    if not any(";" in gap for gap in words.gaps):
        return
    first = next((i for i, label in enumerate(labels) if label != "O" or i in words.kinds), len(labels))
    stop = first
    while stop < len(labels) and (is_name(labels[stop]) or labels[stop] == "O") and stop not in words.kinds:
        if words.texts[stop].casefold() in EDITED or (stop > first and "(" in words.gaps[stop]):
            break  # what they did: "Moss, Ada; Lind, Eva (Hrsg.): Tides"
        stop += 1
    ended = stop < len(labels) and field_of(labels[stop]) in (YEAR, TITLE)
    leading = [range(first, stop)] if ended and first < stop and is_name(labels[first]) else []
    others = [[i for name in group for i in name] for group in lists_of_names(words, labels)]
    for group in [*leading, *(group for group in others if not leading or group[0] >= stop)]:
        people: list[list[int]] = []
        for i in group:
            if not people or ";" in words.gaps[i]:
                people.append([])
            people[-1].append(i)
        commas = [
            [i for i in one[1:] if "," in words.gaps[i] and words.texts[i].casefold() not in SUFFIXES] for one in people
        ]
        joined = any(one[-1] - one[0] >= len(one) for one in people)  # "Moss, A., and B. Lind; Oru, C."
        if len(people) < 2 or joined or any(len(found) != 1 for found in commas):
            continue
        if any(
            found[0] - one[0] > LONGEST_GIVEN or one[-1] - found[0] > LONGEST_GIVEN
            for one, found in zip(people, commas, strict=True)
        ):
            continue
        role = labels[group[0]][1]
        for one, (comma,) in zip(people, commas, strict=True):
            for i in one:
                labels[i] = f"{'I' if i > one[0] else 'B'}{role}{'F' if i < comma else 'G'}"


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
            fits = (len(group) > 1 or marked) and words.gaps[begin] in (" ", ". ")
            given = begin
        elif (labels[first][2], labels[stop - 1][2]) == ("G", "F") and words.gaps[begin] in (", ", ",\n"):
            stop, given = begin, begin + 1
            while stop < len(labels) and labels[stop] in ("O", f"{'I' if stop > begin else 'B'}-{TITLE}"):
                if stop > begin and words.gaps[stop] not in (" ", "-", ". ", "."):
                    break
                stop += 1
            short = stop > given and words.gaps[given] in (". ", ".") and len(words.texts[begin]) <= _LONGEST_INITIAL
            fits = short and (labels[begin] == "O" or labels.count(f"B-{TITLE}") > 1)
        else:
            continue
        said = words.texts[begin:stop]
        ended = stop == len(labels) or words.gaps[stop].strip(" .")[:1] in ("\n", ",", "(", ";", ":", "", "\x0b")
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
    if words.gaps[title] == ", ":
        end = next((i for i in range(title + 1, stop - 1) if words.gaps[i].startswith(". ")), 0)
    elif not any(words.gaps[i] == " " and labels[i][0] == "B" for i in range(1, title)):
        return
    pieces: list[list[int]] = []
    for i in range(end):
        if not i or words.gaps[i] in (", ", "., "):
            pieces.append([])
        elif words.gaps[i] not in (" ", ". ", ".", "-"):
            return
        pieces[-1].append(i)
    named = all(words.texts[i][:1].isupper() or words.texts[i] in PARTICLES for piece in pieces for i in piece)
    if len(pieces) % 2 or not named or any(len(piece) > _LONGEST_NAME for piece in pieces):
        return
    for number, piece in enumerate(pieces):
        for i in piece:
            labels[i] = f"{'B' if i == piece[0] and not number % 2 else 'I'}{AUTHOR}{'G' if number % 2 else 'F'}"
    labels[end : end + 1] = [f"B-{TITLE}"] if pieces else labels[end : end + 1]


def broken_names(words: Words, labels: list[str]) -> None:
    """No name begins after a hyphen: "Huber- Lang MS" is one family name that a line break has parted."""
    for i in range(1, len(labels)) if "- " in words.gaps else ():
        if words.gaps[i] != "- " or labels[i][0] != "B" or not is_name(labels[i]):
            continue
        if labels[i - 1] == "O" and words.texts[i - 1][:1].isupper() and words.gaps[i - 1].strip() in {"", ","}:
            labels[i - 1] = labels[i]
        if is_name(labels[i - 1]):
            labels[i] = "I" + labels[i - 1][1:]


def given_in_brackets(words: Words, labels: list[str]) -> None:
    """Read "Owusu (Ama), Brandt (C.-M.)" at the beginning of a reference as names."""
    at = 0
    while at < len(labels) and labels[at] in {"O", "BAL", "BAF", "IAL", "IAF", "BAG", "IAG"}:
        family = at
        while at < len(words) and not _BRACKETED.fullmatch(words.gaps[at]) and at - family < LONGEST_GIVEN:
            at += 1
        given = at
        if at == len(words) or any(words.gaps[k] != " " for k in range(family + 1, given)):
            return
        if not _BRACKETED.fullmatch(words.gaps[given]):
            return
        while at < len(words) and words.texts[at][:1].isupper() and ")" not in words.gaps[at]:
            at += 1
        if not family < given < at <= given + LONGEST_GIVEN or not words.gaps[at].lstrip(".").startswith(")"):
            return
        short = len(words.texts[given]) > 1 and words.texts[given].isupper()  # of a body
        if short or not words.texts[family][:1].isupper() or words.texts[given].casefold() in EDITED:
            return
        labels[family:at] = ["BAF", *["IAF"] * (given - family - 1), *["IAG"] * (at - given)]
        if not words.gaps[at].lstrip(".").startswith("),"):
            return


def editors_by_mark(words: Words, labels: list[str]) -> None:
    """Let authors right before "(eds)", also after the year, be editors."""
    i = 0
    while i < len(labels):
        first = i
        while i < len(labels) and (is_name(labels[i], "A") or labels[i] in {"A-AND", "A-ETAL"}):
            i += 1
        at = i
        while first < at < len(labels) and field_of(labels[at]) == YEAR:
            at += 1
        said = first < at < len(labels) and labels[at] == "O" and words.texts[at].casefold() in EDITED
        if said and any(sign in words.gaps[at] for sign in "([,"):
            labels[first:i] = [f"{one[0]}E{one[2]}" if is_name(one) else "E" + one[1:] for one in labels[first:i]]
        i = max(i, first + 1)


def editors_behind_verb(words: Words, labels: list[str]) -> None:
    """People after "hg. von", "edited by" are editors, though a list of names elsewhere in the reference looks similar: "In: Tides, hg.
    von Ada Lind, Ben Moss u. a."."""
    for verb, preposition in enumerate(words.texts[1:-1]):
        if preposition.casefold() not in _BY or words.texts[verb].casefold() not in EDITING:
            continue
        first = stop = verb + 2
        while stop < len(labels) and (labels[stop] == "O" or is_name(labels[stop]) or labels[stop].endswith(_JOINING)):
            short = len(words.texts[stop - 1]) == 1  # an initial, or "u. a."
            ended = stop > first and (
                ("." in words.gaps[stop] and not short) or not _NO_PEOPLE.isdisjoint(words.gaps[stop])
            )
            if ended or stop in words.kinds or stop in words.links or words.texts[stop].isdecimal():
                break
            stop += 1
        people: list[list[int]] = [[]]
        for i in range(first, stop):
            joining = words.texts[i].casefold() in JOINING_NAMES
            if people[-1] and (joining or "," in words.gaps[i]):
                people.append([])
            if not joining:
                people[-1].append(i)
        others = people.pop() if " ".join(words.texts[i] for i in people[-1]).casefold() in _OTHERS else []
        names = [one for one in people if one]
        read = all(is_name(labels[i], EDITOR) for one in names for i in one)
        if (
            read
            or not names
            or not all(1 < len(one) < LONGEST_OF_EDITOR and words.texts[one[-1]][:1].isupper() for one in names)
        ):
            continue
        labels[first:stop] = [f"{EDITOR}-AND"] * (stop - first)
        for i in others:
            labels[i] = f"{EDITOR}-ETAL"
        for one in names:
            family = next((i for i in one[1:] if words.texts[i].casefold() in PARTICLES), one[-1])
            for i in one:
                labels[i] = f"{'I' if i > one[0] else 'B'}{EDITOR}{'F' if i >= family else 'G'}"


EDITING = frozenset(
    "edited ed eds hg hrsg hgg herausgegeben éd édité éditée cura editado editada org coord redigerad redigert udgivet".split()
)
_BY = frozenset("by von par por di av af".split())
_JOINING = ("-AND", "-ETAL")
_OTHERS = frozenset(("u a", "et al", "others", "andere", "anderen", "outros", "otros", "autres"))
_NO_PEOPLE = frozenset(':;()[]/"“”')
LONGEST_OF_EDITOR = 6
"""Words of a name after a verb, fewer than these: "Ursula Katharina van den Moss" has five."""


def unread_editors(words: Words, labels: list[str]) -> None:
    """Read the people that a reference begins with and whom ", eds." makes editors, where the labeller took them for no names.

    The first name is inverted ("Brandt, Ada, and Ben Okafor, eds."), or all of them are.
    """
    mark = next((i for i, text in enumerate(words.texts[:_FARTHEST_MARK]) if text.casefold() in MARKS_OF_EDITORS), 0)
    read = next((i for i, label in enumerate(labels) if not is_name(label, AUTHOR)), 0)  # the first of them may be
    if mark < 2 or read >= mark - 1 or any(is_name(label) or label == f"B-{YEAR}" for label in labels[read:mark]):
        return
    if read and any(label not in ("O", f"{AUTHOR}-AND") for label in labels[read:mark]):
        return
    signs = [i for i in range(1, mark) if not _NO_NAMES.isdisjoint(words.gaps[i])]
    initials = all(len(words.texts[i - 1]) == 1 and words.gaps[i].startswith(".") for i in signs)
    if words.gaps[mark].strip() not in {",", "(", ".,"} or not initials:
        return
    pieces: list[list[int]] = []
    for i in range(mark):
        if words.texts[i].casefold() in JOINING_NAMES:
            continue
        parted = not i or "," in words.gaps[i] or ";" in words.gaps[i] or words.texts[i - 1].casefold() in JOINING_NAMES
        if parted or "&" in words.gaps[i]:
            pieces.append([])
        pieces[-1].append(i)
    begins = [words.texts[piece[0]] for piece in pieces]
    if len(pieces) < 2 or not all(text[:1].isupper() or text in PARTICLES for text in begins):
        return
    inverted = len(pieces) % 2 == 0 and all(len(words.texts[i]) == 1 for piece in pieces[1::2] for i in piece)
    number = 0
    while number < len(pieces):
        family = pieces[number]
        given = pieces[number + 1] if (not number or inverted) and number + 1 < len(pieces) else []
        for i in (*family, *given):
            last = i in family if given else i == family[-1]
            labels[i] = f"{'B' if i == family[0] else 'I'}E{'F' if last else 'G'}"
        number += 2 if given else 1
    for i in range(mark):
        if words.texts[i].casefold() in JOINING_NAMES:
            labels[i] = "E-AND"


def degrees_behind_names(words: Words, labels: list[str]) -> None:
    """A degree right after a person is part of no name and names no thesis, and two unread words before it are a person where
    one is before them: "Ada Lind MD, Ben Moss PhD"."""
    for i in range(2, len(labels)):
        if words.texts[i] not in DEGREES or words.gaps[i] != " ":
            continue
        if words.gaps[i + 1] == " " and i + 1 < len(labels) and words.texts[i + 1] not in DEGREES:
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
        beside = i > 3 and is_name(labels[i - 3]) and words.gaps[i - 2] == ", " and words.gaps[i - 1] == " "
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
    commas = [i for i in range(1, min(mark, _FARTHEST_MARK) + 1) if words.gaps[i].startswith(",")]
    if len(commas) == 2 and commas[1] == mark < len(labels) - 1 and words.gaps[mark + 1].startswith("."):
        if set(labels[: mark + 2]) == {"O"} and all(text[:1].isupper() for text in words.texts[:mark]):
            labels[:mark] = [f"{'I' if i else 'B'}{AUTHOR}{'F' if i < commas[0] else 'G'}" for i in range(mark)]
            stop = end_of_free(words, labels, mark + 1, lambda gap: "." in gap)
            set_field(labels, mark + 1, stop, TITLE)
            house = end_of_free(words, labels, stop, lambda gap: "," in gap)
            if stop < house < len(labels) and field_of(labels[house]) == YEAR:
                set_field(labels, stop, house, PUBLISHER)
        return
    first = 0
    while first < mark and (is_name(labels[first]) or labels[first].endswith("-AND")):
        first += 1
    if not 1 < mark < _FARTHEST_MARK or first == mark or not words.gaps[mark].endswith(" ("):
        return
    if any(label != "O" for label in labels[first:mark]) or words.texts[mark - 1].islower():
        return
    said = [len(text) > 1 for text in words.texts[:mark]]  # whether each is a family name
    inverted = all(not any(words.gaps[i].strip(" .,&-") for i in range(1, mark)) for _ in said) and not said[mark - 1]
    if not inverted or not said[0]:
        return
    for i, family in enumerate(said):
        labels[i] = f"{'B' if family and (not i or not said[i - 1]) else 'I'}{AUTHOR}{'F' if family else 'G'}"


ROLES = frozenset("director directors host hosts producer producers writer composer narrator creator".split())
"""What people do in films, podcasts and recordings, as APA prints it after them."""


def names_behind_others(words: Words, labels: list[str]) -> None:
    """What is between "et al.," and the title is one more name: Ada Brandt, et al., Ben Okafor. Slow Waves."""
    begins = [i for i, label in enumerate(labels) if label == f"B-{TITLE}"]
    if len(begins) < 2 or labels[begins[0] - 1] != "A-ETAL" or "BAG" not in labels[: begins[0]]:
        return
    first, stop = begins[:2]
    is_piece = set(labels[first + 1 : stop]) == {f"I-{TITLE}"} and stop - first <= _LONGEST_NAME
    if is_piece and "," in words.gaps[first] and words.gaps[stop].startswith("."):
        labels[first:stop] = ["BAG", *["IAG"] * (stop - first - 2), "IAF"]


def unmarked_editors(words: Words, labels: list[str]) -> None:
    """Let people whom a reference begins with be its authors if no word states that they only edited it."""
    stop = 0
    while stop < len(labels) and (is_name(labels[stop], "E") or labels[stop] in {"E-AND", "E-ETAL"}):
        stop += 1
    behind = {words.texts[i].casefold() for i in range(stop, min(len(words), stop + _NEAR_MARK))}
    if words.gaps[stop].strip()[-1:] in {"(", "["} and stop < len(words) and not words.texts[stop].isdecimal():
        return  # some role of theirs: "(a c. di)"
    if behind.isdisjoint(EDITED) and not any(is_name(label, "A") for label in labels):
        labels[:stop] = [f"{one[0]}A{one[2]}" if is_name(one) else "A" + one[1:] for one in labels[:stop]]


_NEAR_MARK = 4
"""Words after people among which it is stated that they edited: "(Hrsg.)", "(2001) (eds.)", "et al. (dir.)"."""
MARKS_OF_EDITORS = frozenset("ed eds editor editors hrsg hg éds dirs".split())
JOINING_NAMES = frozenset("and und et y e".split())
_NO_NAMES = frozenset('.:?!()[]“”"«»')
_FARTHEST_MARK = 30
"""Words before which the mark of editors appears that a reference begins with."""


def last_name_before_colon(words: Words, labels: list[str]) -> None:
    """The two or three words before the colon are the last name of a list of full names as dblp prints it, and no part of the title:
    "Ada Lind, Ben Moss, Rei Ito: Streams. LEAF 2016: 233-248"."""
    first = labels.index(f"B-{TITLE}") if f"B-{TITLE}" in labels else 0
    if not first or words.gaps[first] != ", " or f"{AUTHOR}-AND" in labels or not _OF_DBLP.search(words.item.text):
        return
    stop = next((i for i in range(first + 1, len(labels)) if words.gaps[i].startswith(":")), 0)
    plain = all(words.gaps[i] in (" ", ". ", "-") and labels[i] == f"I-{TITLE}" for i in range(first + 1, stop))
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
    joined = words.gaps[first.stop - 1 : first.stop + 1] == [" ", ", "]
    if parted and joined and words.gaps[first.stop + 1][:2] in (". ", " ("):
        first, others = range(first.start, first.stop + 1), []  # "Oru Fenwick, Ada. Songs of tides"
        labels[first.stop - 1] = f"I{role}F"
    comma = next((i for i in first if i > first.start and words.gaps[i].strip() == ","), 0)
    crossed = comma and labels[comma] == f"I{role}F" and words.texts[comma].casefold() not in SUFFIXES
    if crossed and len(words.texts[first.start]) == 1 and labels[first.stop : first.stop + 1] == [f"B-{TITLE}"]:
        set_field(labels, comma, first.stop + 1, TITLE)  # "M. Oru, Sørli, songs of tides"
    elif crossed and comma - first.start <= LONGEST_GIVEN:
        for i in first:
            labels[i] = f"{labels[i][0]}{role}{'F' if i < comma else 'G'}"
    if not comma and not others:
        _given_in_title(words, labels, role, first)
    if comma and labels[comma] == f"I{role}G":
        _given_first(words, labels, role, others)


def _given_in_title(words: Words, labels: list[str], role: str, first: range) -> None:
    """The word after the comma of a name that begins a reference is the given name, though it was read as the title's."""
    stop = first.stop
    untold = len(first) == 1 and labels[stop : stop + 2] == [f"B-{TITLE}", f"I-{TITLE}"]
    if untold and words.gaps[stop] == ", " and words.gaps[stop + 1].startswith((". ", ":")):
        labels[stop], labels[stop + 1] = f"I{role}G", f"B-{TITLE}"  # "Moss, Cal. Songs of tides"
    two = [labels[i][2] for i in first] == ["G", "F"] and words.gaps[stop - 1 : stop + 1] == [" ", ", "]
    # "Oru Fenwick, Ada: Songs of tides"
    if (
        two
        and labels[stop : stop + 1] == [f"B-{TITLE}"]
        and words.gaps[stop + 1].startswith(":")
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
        plain = all(words.gaps[i] in (" ", ". ", "-") for i in name if i > name.start)
        if len(name) > 1 and labels[name.start][2] == "F" and labels[last][2] == "G" and full and plain:
            for i in name:
                labels[i] = f"{labels[i][0]}{role}{'F' if i == last else 'G'}"


def _paired(words: Words, labels: list[str], role: str, names: list[range]) -> bool:
    """Read a list whose names are all inverted, with commas between and inside of them, in pairs, where the labeller lost count:
    "Zhu, Chen, Ni, Ren, Xu, Zheng, and Moss, Ada, Songs of tides"."""
    stop = names[-1].stop
    joint = next((i for i in range(names[0].start, stop) if labels[i] == f"{role}-AND"), 0)
    # "and" and the two words of the last person
    if not joint or words.gaps[joint] != ", " or stop - joint < 3:
        return False
    pieces: list[list[int]] = []
    for i in range(names[0].start, stop):
        if i == joint:
            continue
        if not i or words.gaps[i].strip(". ") == "," or i == joint + 1:
            pieces.append([])
        elif words.gaps[i].strip() not in ("", ".", "-", ".-"):
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
JOINING_NAMES = frozenset("and und et y e".split())
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
        if beside and all(words.gaps[i].strip("*.") == ", " for i in (name[0], name[-1] + 1)):
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
            counted := _counted_others(folded[i : i + 4], "+" in words.gaps[i])
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
        if not any(sign in words.gaps[i] for sign in '()[]:\n"“”'):
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


def families_alone(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Let people whose family names alone a list prints be people each: no Hill of "Stone, Hill & Vance" is a given name.

    It does where what was read as given names follows commas, and most of it is among the family names too.
    """
    names = [
        (words, labels, name) for words, labels in read for group in lists_of_names(words, labels) for name in group
    ]
    given = [(words, labels, i) for words, labels, name in names for i in name if labels[i][2] == "G"]
    families = {words.texts[i] for words, labels, name in names for i in name if labels[i][2] == "F"}
    printed = {words.texts[i] for words, _, i in given}
    parted = all(words.gaps[i].strip() in _BETWEEN and len(words.texts[i]) > 1 for words, _, i in given)
    if parted and len(printed & families) >= max(2, len(printed) / 2):
        for _, labels, i in given:
            labels[i] = f"B{labels[i][1]}F"


def families_behind_titles(read: Sequence[tuple[Words, list[str]]]) -> None:
    """Single words between a quoted title and the year are families, where most items of a list have one of them:
    "“Slow tides,” Moss, Lind, 2023, MNRAS, 5"."""
    found: list[tuple[list[str], list[int]]] = []
    printed: list[str] = []
    for words, labels in read:
        first = end_of(labels, 1, TITLE)
        year = labels.index(f"B-{YEAR}") if f"B-{YEAR}" in labels else 0
        families = [i for i in range(first, year) if words.texts[i].casefold() not in JOINING_NAMES]
        quoted = labels[:1] == [f"B-{TITLE}"] and words.gaps[0][-1:] in _QUOTES and _QUOTES & set(words.gaps[first])
        signs = {words.gaps[i].strip() for i in families[1:]} | {words.gaps[year].strip(" (")}
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
