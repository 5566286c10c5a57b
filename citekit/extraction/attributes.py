"""What the labeller knows about each word of an item: attributes, as short strings.

An attribute states one thing about a word, its neighbours, the separators next to it, the segment it is in or its place in
the item (``w=journal``, ``g=. ``, ``pat=Xx X``). What a word by itself shows is computed once a word form.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from citekit.documents.runs import TextStyle
from citekit.extraction.lexer import Words
from citekit.extraction.phrases import CLASSES, is_publisher, place_share
from citekit.model.venues import find
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.unicode import normalized

_QUOTES = str.maketrans("“”„«»‟〝〞「」『』《》‹›", '"' * 16)
_DASHES = str.maketrans("–—−‐‑‒―", "-------")
_MARKS = frozenset("*∗⁎＊†‡§¶#♯^✉⋆★☆‖∥⁺♠♣♦♥✝✢✻✽⚑◇⋄⊕⊗∧$~¹²³⁴⁵⁶⁷⁸⁹⁰")
_NOTE = re.compile(r"\(?[^\W_][^()]*\)?")
"""A note after a name, which is in the gap."""
_LONGEST_NAME = 24
"""Letters of a word that are used; the models that ship know words by this many, so that another number needs new models."""
_DOUBLED = (("``", '"'), ("''", '"'), ("‘‘", '"'), ("’’", '"'), (",,", '"'))


@lru_cache(maxsize=65536)
def shape(word: str) -> str:
    """Return the form of a word: ``Xx``, ``X``, ``XX``, ``x``, ``d4``, ``Xx-Xx``, ``J`` for scripts without case."""
    if word[0].isdigit():
        n = len(word)
        # The models know years by their century; other numbers only by their length.
        if n == 4 and word[:2] in ("19", "20", "18"):
            return "y" + word[:2]
        return "d" + str(min(n, 6))
    if not word.isascii():
        word = normalized(word)
    if len(word) == 1:
        return "X" if word.isupper() else "x1" if word.islower() else "J1"
    if word.islower():
        return "x"
    if word.isupper():
        # Initials ("JRK") and short acronyms, or a word in capitals.
        return "XX" if len(word) < 4 else "XXX"
    if word[0].isupper():
        rest = word[1:]
        if rest.islower():
            return "Xx"
        if "-" in word or "‐" in word:
            return "-".join("Xx" if p[:1].isupper() else "x" for p in word.split("-")[:3])
        if "'" in word or "’" in word:
            return "X'x"
        return "XxX"
    if word[0].islower():
        return "xX"
    return "J" + str(min(len(word), 5))


@dataclass(frozen=True, slots=True)
class _Word:
    """What a word by itself shows: its name and form, what it announces (see ``_MARK_OF``), the classes it is in, its
    attributes and those it gives its neighbours."""

    name: str
    form: str
    mark: str
    flags: tuple[str, ...]
    own: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


@lru_cache(maxsize=64)
def _own_link(kind: str) -> _Word:
    return _Word(
        "@" + kind, "U", "L", (), ("link", "link=" + kind), ("s-1=U", "w-1=@" + kind), ("s+1=U", "w+1=@" + kind)
    )


@lru_cache(maxsize=65536)
def _own(word: str) -> _Word:
    low = word.casefold()
    form = shape(word)
    flags: tuple[str, ...] = ()
    if word[0].isdigit():
        name, mark, own = form, "Y" if form[0] == "y" else "d", ["w=" + form, "s=" + form]
    else:
        name = low[:_LONGEST_NAME]
        mark = _MARK_OF.get(name, "")
        own = ["w=" + name, "s=" + form]
        # The first and the last three letters of a shorter word would be the word once more.
        if len(low) > 3:
            own += ["p=" + low[:3], "e=" + low[-3:]]
        flags = tuple([kind for kind, words in CLASSES.items() if low in words])
        if form not in ("x", "x1") and place_share(word) == 1:
            flags = (*flags, "place")
        own += ["l=" + flag for flag in flags]
    before = ("w-1=" + name, "s-1=" + form, *("l-1=" + flag for flag in flags))
    after = ("w+1=" + name, "s+1=" + form, *("l+1=" + flag for flag in flags))
    return _Word(name, form, mark, flags, tuple(own), before, after)


@lru_cache(maxsize=16384)
def gap_form(gap: str) -> str:
    """Return a gap in one spelling: quotes and dashes of one kind, spaces folded, marks of names as ``*``, at most
    six marks.
    """
    folded = gap.translate(_QUOTES).translate(_DASHES)
    for doubled, sign in _DOUBLED:
        if doubled in folded:
            folded = folded.replace(doubled, sign)
    if any(map(str.isalpha, folded)):
        folded = _NOTE.sub("*", folded)
    out: list[str] = []
    for sign in folded:
        c = sign
        if c in "\n\x0b\t":
            c = "\n" if c != "\t" else "\t"
            if out and out[-1] in " \n":
                out[-1] = c
                continue
        elif c.isspace():
            c = " "
            if out and out[-1] in " \n\t":
                continue
        elif c in "’‘`´":
            c = "'"
        elif c in _MARKS:
            c = "*"
            if out and out[-1] == "*":
                continue
        out.append(c)
    return "".join(out[:6])


@dataclass(frozen=True, slots=True)
class _Gap:
    """A gap: its form, its strongest mark, what it does to brackets, double and single quotes, and whether it parts.

    A gap that is ``plain`` does nothing to brackets and quotes. ``lead`` is the bracket or colon in it. ``before`` and
    ``behind`` are its attributes for the word after it and the next, and for the word before it and the one before that.
    """

    form: str
    sign: str
    depth: int
    quotes: int
    opens: bool
    closes: bool
    parts: bool
    plain: bool
    lead: str
    ends_in_quote: bool
    before: tuple[str, str]
    behind: tuple[str, str]


@lru_cache(maxsize=16384)
def _gap(gap: str) -> _Gap:
    form = gap_form(gap)
    depth = sum(map(form.count, "([{")) - sum(map(form.count, ")]}"))
    parts = any(c in form for c in ',;:.?!()[]"\n\t|/•·') or " -" in form
    sign = next((c for c in '\n"?!.;:,()[]|/-' if c in form), " " if form else "")
    opens = form.endswith("'") and (len(form) == 1 or form[-2] in " (")
    closes = form.startswith("'") and len(form) > 1 and not (opens and len(form) == 1)
    quotes = form.count('"')
    plain = not (depth or quotes or opens or closes)
    lead = "(" if "(" in form or "[" in form else ":" if ":" in form else ""
    before, behind = ("g=" + form, "g-1=" + form), ("h=" + form, "h+1=" + form)
    parts = parts or opens or closes
    return _Gap(form, sign, depth, quotes, opens, closes, parts, plain, lead, form.endswith('"'), before, behind)


def attributes(words: Words, lower: Container[str] = ()) -> list[list[str]]:
    """Return the attributes of every word of an item; ``lower`` are words that the document prints in lowercase letters."""
    if not words.texts:
        return []
    owns = list(map(_own, words.texts))
    for i, link in words.links.items():
        owns[i] = _own_link(link.kind)
    separators = list(map(_gap, words.separators))
    forms = [one.form for one in owns]
    seq = _beside(owns, separators)
    for own, segment, place, reach in zip(
        seq, _segments(words, forms, separators), _places(forms, separators), _landmarks(owns, separators), strict=True
    ):
        own.extend(segment)
        own.extend(place)
        own.extend(reach)
    for i, kind in words.kinds.items():
        seq[i].append("atom=" + kind)
    if lower:
        for i, form in enumerate(forms):
            if form in ("Xx", "XXX") and words.texts[i].lower() in lower:
                seq[i].append("lower")
    if len(words.item.runs) > 1:
        _add_styles(words, seq)
    return seq


_NOTHING = _Word("", "", "", (), (), (), ())


def _beside(owns: Sequence[_Word], separators: Sequence[_Gap]) -> list[list[str]]:
    """Return what each word itself shows, the separators next to it, and the two words before and after those."""
    found: list[list[str]] = []
    last = len(owns) - 1
    far, near = _NOTHING, _NOTHING
    for i, own in enumerate(owns):
        gap, after, form = separators[i], separators[i + 1], own.form
        a = [*own.own, gap.before[0], "gs=" + gap.form + form, after.behind[0], "sh=" + form + after.form]
        if i:
            a += near.before
            a += ("ss=" + near.form + gap.form + form, separators[i - 1].before[1], "wg=" + near.name + gap.form)
            if i > 1:
                a += ("w-2=" + far.name, "3s=" + far.form + separators[i - 1].sign + near.form + gap.sign + form)
            else:
                a.append("at=1")
        else:
            a += ("at=0", "first=" + form)
        if i < last:
            behind = owns[i + 1]
            a += behind.after
            a += (
                "s+=" + form + after.form + behind.form,
                separators[i + 2].behind[1],
                "hw=" + after.form + behind.name,
            )
            if i + 1 < last:
                beyond = owns[i + 2]
                a += (
                    "w+2=" + beyond.name,
                    "3+=" + form + after.sign + behind.form + separators[i + 2].sign + beyond.form,
                )
        else:
            a.append("end")
        found.append(a)
        far, near = near, own
    return found


def _places(forms: Sequence[str], separators: Sequence[_Gap]) -> Iterator[list[str]]:
    """Yield where in the item each word appears: from its ends, from its first year, in quotes and brackets, after
    numbers.
    """
    n = len(forms)
    first_year = next((i for i, form in enumerate(forms) if form[0] == "y"), -1)
    all_quotes = sum([gap.quotes for gap in separators])
    years = quotes = depth = 0
    single = digits = False
    for i, form in enumerate(forms):
        gap = separators[i]
        if not gap.plain:
            depth = max(0, depth + gap.depth)
            quotes += gap.quotes
            single = (single and not gap.closes) or gap.opens
        from_year = i - first_year
        # Words next to the first year have their distance from it, others only the side.
        near = str(from_year) if -3 < from_year < 4 else "-" if from_year < 0 else "+"
        found = [
            _POSITIONS[i if i < _LAST else _LAST],
            _REVERSED[n - 1 - i if n - 1 - i < _LAST else _LAST],
            _YEARS[years if years < 2 else 2],
            "fy=" + (near if first_year >= 0 else "no"),
        ]
        if all_quotes % 2:
            found.append("odd quotes")
        if quotes % 2 or single:
            found.append("quoted")
        elif all_quotes:
            found.append("afterq" if quotes else "beforeq")
        if depth:
            found.append("bracketed")
        if digits:
            found.append("digits")
        yield found
        years += form[0] == "y"
        digits = digits or form[0] == "d"


_LAST = 21
"""From this word on, counted from either end of an item, places are not told apart."""
_BUCKETS = [
    # Classes that the models were trained with: other bounds need new models.
    str(n) if n < 6 else "6-8" if n < 9 else "9-13" if n < 14 else "14-20" if n < _LAST else "21+"
    for n in range(_LAST + 1)
]
_YEARS = ("years=0", "years=1", "years=2")
_POSITIONS, _REVERSED = ([name + bucket for bucket in _BUCKETS] for name in ("pos=", "rev="))


_MARK_OF = {
    word: mark
    for mark, of_mark in {
        "E": "ed eds editor editors edited hg hrsg hgg hgs herausgegeben herausgeber éd éds dir dirs dirigé coord coords org orgs cura curatore "
        "curatori red ред comp comps",
        "R": "trans transl translated translator übers übersetzt trad traduit traducción traduzione traductor vert пер övers přel",
        "I": "in in: dans en em w",
        "N": "vol vols volume bd band tome t no nr n núm num nº number issue heft т №",
        "P": "p pp pages page pág págs s ss seiten c стр fol",
        "G": "thesis dissertation diss phd ph thèse tese tesis tesi doctoral masters master’s report paper rapport bericht informe",
        "A": "accessed retrieved available online consulté abgerufen acesso acedido consultado disponible disponível zugriff cited internet",
        "H": "press verlag university universität université universidad universidade università publishers publisher publishing books editions "
        "éditions editorial editora edizioni institute institut publications издательство изд wydawnictwo",
        "J": "journal review revue revista zeitschrift transactions bulletin annals proceedings conference symposium lecture",
    }.items()
    for word in of_mark.split()
}
"""What a word announces: editors, translators, a container, numbers, pages, a degree, a day of access, a house, a periodical."""
_NEAR = ["0", "1", "2", "3", "4", "5-8", "5-8", "5-8", "5-8", "9-14", "9-14", "9-14", "9-14", "9-14", "9-14", "15+"]
"""How far a landmark is, in words."""


def _landmarks(owns: Sequence[_Word], separators: Sequence[_Gap]) -> Iterator[tuple[str, ...]]:
    """For every word the landmarks of the item before and after it, however far they are.

    A landmark is a year, a number, a link, an opened quote, or a word that announces something (``E`` for "(eds)"), with the
    bracket or colon before it. So a name knows that "(Eds.)" comes before the next year, and a title that "In" does.
    """
    last = len(owns) - 1
    marks: list[tuple[int, str]] = []
    for i, own in enumerate(owns):
        gap, mark = separators[i], own.mark
        if not (mark or gap.lead or gap.ends_in_quote):
            continue
        sign = gap.lead
        if mark == "I" and i and gap.sign in " ":
            mark = ""  # within a phrase it announces nothing
        elif mark in ("N", "P", "R") and len(own.name) < 3 and i < last and owns[i + 1].form[0] not in "dy":
            mark = ""  # "p" and "n" announce numbers only where one follows
        elif mark == "E" and own.form == "XX" and "(" not in gap.form:
            mark = ""  # initials: "Siggia ED"
        if not mark and gap.ends_in_quote:
            mark, sign = "Q", ""
        if mark or sign == "(" or (sign == ":" and i):
            marks.append((i, sign + mark))
    seen = "".join(sorted({mark[-1] for _, mark in marks} & set("EIGQH")))
    ahead = 0
    known: tuple[int, int] | None = None
    for i in range(len(owns)):
        while ahead < len(marks) and marks[ahead][0] <= i:
            ahead += 1
        here = ahead - (ahead > 0 and marks[ahead - 1][0] == i)
        if known != (here, ahead):  # words between two landmarks share all but the way to the next
            known = here, ahead
            until, next_mark = marks[ahead] if ahead < len(marks) else (0, "$")
            n2 = marks[ahead + 1][1] if ahead + 1 < len(marks) else "$"
            p1 = marks[here - 1][1] if here > 0 else "^"
            p2 = marks[here - 2][1] if here > 1 else "^"
            shared = (f"n2={next_mark} {n2}", f"p2={p2} {p1}", f"pl={p1}|{next_mark}", f"it={seen}|{p1}|{next_mark}")
        yield (f"nx={next_mark} {_NEAR[max(0, min(until - i, len(_NEAR) - 1))]}", *shared)


FARTHEST = 40
"""Words back from a word in which a change of style is looked for."""
_LETTERS = (
    (TextStyle.BOLD, "b"),
    (TextStyle.ITALIC, "i"),
    (TextStyle.UNDERLINE, "u"),
    (TextStyle.SMALL_CAPS, "c"),
    (TextStyle.CODE, "t"),
)


@lru_cache(maxsize=4096)
def _letters(style: int, linked: bool) -> str:
    """Return a style and whether it is a link's, in letters."""
    return "".join(letter for flag, letter in _LETTERS if style & flag.value) + "a" * linked


def _add_styles(words: Words, seq: list[list[str]]) -> None:
    """How each word is set, and where this changes."""
    styles = [_letters(int(run.style), run.href != "") for run in words.runs()]
    if not any(styles):
        return
    other = -1  # the last word that is set otherwise
    for i, style in enumerate(styles):
        a = seq[i]
        if i and styles[i - 1] != style:
            other = i - 1
        if style:
            a.append("st=" + style)
        if i and styles[i - 1] != style:
            a.append("st-1=" + styles[i - 1] + ">" + style)
        if i + 1 < len(styles) and styles[i + 1] != style:
            a.append("st+1=" + style + ">" + styles[i + 1])
        before = styles[other] if 0 <= i - FARTHEST <= other or (i < FARTHEST and other >= 0) else ""
        if before or style:
            a.append("ost=" + before + ">" + style)


def _segments(words: Words, forms: Sequence[str], separators: Sequence[_Gap]) -> Iterator[list[str]]:
    """For every word the attributes of the segment between separators that it is in, and of the segments next to it."""
    n = len(forms)
    bounds = [0, *[i for i in range(1, n) if separators[i].parts], n]
    patterns: list[str] = []
    facts: list[tuple[tuple[str, ...], ...]] = []
    for first, stop in pairwise(bounds):
        count = stop - first
        # The forms of four words and more in a row rarely come again; the models know such segments by their length.
        patterns.append(" ".join(forms[first:stop]) if count < 4 else "l" if count < 8 else "L")
        facts.append(_facts(tuple(words.texts[first:stop])))
    total = len(patterns)
    for k, here in enumerate(patterns):
        before = patterns[k - 1] if k else "^"
        after = patterns[k + 1] if k + 1 < total else "$"
        gb, ga = separators[bounds[k]].sign, separators[bounds[k + 1]].sign
        shared = ["pat=" + here, "pp=" + before + gb + here, "pn=" + here + ga + after, "sg=" + gb + ga, *facts[k][0]]
        if k + 1 < total:
            shared += facts[k + 1][1]
        if k:
            shared += facts[k - 1][2]
        for _ in range(bounds[k + 1] - bounds[k]):
            yield shared


_NO_FACTS: tuple[tuple[str, ...], ...] = ((), (), ())
_LONGEST_HOUSE = 6
"""Words of a segment that is looked up among places and publishers, at most."""


@lru_cache(maxsize=65536)
def _facts(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return what a segment as a whole is like: the classes of its words, and whether the table of venues has it; as
    attributes of its own words, of those of the segment before it, and of those of the one after it.
    """
    found = {flag for text in texts for flag in _own(text).flags}
    phrase = " ".join(texts) if texts[0][0].isupper() else ""
    # Of 1,803 venues in the table 7 have names of 13 words or more.
    if phrase and len(texts) < 13 and find(phrase) is not None:
        found.add("table")
    if phrase and len(texts) <= _LONGEST_HOUSE:
        if len(texts) > 1 and place_share(phrase) == 1:
            found.add("place named")
        if is_publisher(phrase):
            found.add("house named")
    facts = sorted(found)
    if not facts:
        return _NO_FACTS
    return tuple(tuple([kind + fact for fact in facts]) for kind in ("f=", "nf=", "bf="))
