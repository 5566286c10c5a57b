"""A list in a layout that no model has seen is read by what its entries have in common."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from citekit.commands.convert import Conversion, NamedBytes, is_doubtful
from citekit.documents.runs import Run, TextStyle
from citekit.extraction.labeller import chain
from citekit.extraction.lexer import Words, cut
from citekit.extraction.list_style import (
    ALONE,
    COMMA,
    FAMILY_FIRST,
    FIRST_INVERTED,
    GIVEN_FIRST,
    best_order,
    constant_words,
    cuts_of,
    given_odds,
    name_style,
    parted,
    people_of,
    restyled,
    titles_in_font,
)
from citekit.extraction.styled import StyledText
from citekit.runtime.span import Span

NOBODY = (frozenset[str](), frozenset[str]())
WORKS = (
    ("Anna Sorel|Ben Oduya", "Quiet harbours and their bells", "Harbour Review", 2021, 12),
    ("Carla Vitti|Anna Sorel", "Paper lanterns in narrow valleys", "Lantern Letters", 2020, 31),
    ("Anna Sorel|Daniel Maro|Peter Haldane", "Stone bridges without a map", "Harbour Review", 2019, 10),
    ("Anna Sorel|Ben Oduya", "Slow ferries before the census", "Lantern Letters", 2018, 29),
    ("Laura Imhof|Anna Sorel", "Small tides as a public good", "Journal of Tides", 2016, 4),
    ("Daniel Maro|Anna Sorel", "Winter clocks for patient readers", "Journal of Tides", 2014, 2),
)
FORMS = {
    "{g} {f}": lambda g, f: f"{g} {f}",
    "{f} {g}": lambda g, f: f"{f} {g}",
    "{F} {g}": lambda g, f: f"{f.upper()} {g}",
    "{f}, {g}": lambda g, f: f"{f}, {g}",
    "{i}.{f}": lambda g, f: f"{g[0]}.{f}",
    "{i}. {f}": lambda g, f: f"{g[0]}. {f}",
    "{f} {i}": lambda g, f: f"{f} {g[0]}",
    "{f}": lambda g, f: f,
}


def page(layout: str, form: str, sign: str) -> str:
    lines = []
    for names, title, venue, year, volume in WORKS:
        people = sign.join(FORMS[form](*name.split()) for name in names.split("|"))
        lines.append("- " + layout.format(people=people, title=title, venue=venue, year=year, volume=volume))
    return "# Anna Sorel\n\n## Publications\n\n" + "\n".join(lines) + "\n"


def wrong(text: str, form: str) -> list[str]:
    """The titles of the works that are not read as they are."""
    found = {work.title: work for work in Conversion.of([NamedBytes("list.md", text.encode())]).library}
    missed = []
    for names, title, venue, year, _ in WORKS:
        work = found.get(title)
        given = "{g}" in form or "{i}" in form
        people = [(g[:1] if given else "", f.casefold()) for g, f in map(str.split, names.split("|"))]
        read = [(name.given[:1], name.family.casefold()) for name in work.author] if work else []
        container, issued = (work.text("container-title"), work.issued) if work else ("", None)
        if read != people or container != venue or issued is None or issued.year != year:
            missed.append(title)
    return missed


@pytest.mark.parametrize(
    ("layout", "form", "sign"),
    [
        ("{people}. {title}. {venue} {volume} ({year}).", "{f} {g}", ", "),
        ("{people}, {title}, {venue}, {year}", "{f} {g}", ", "),
        ("{people}: {title}, {venue}, {year}", "{f}", ", "),
        ("{people}, “{title}”, {venue} {volume} ({year})", "{i}.{f}", ", "),
        ("{people}: {title}. In: {venue} {year}", "{f} {g}", " – "),
        ("{people} - {title} - {venue} - {year}", "{F} {g}", " - "),
        ("{venue}: {title}. By {people}. {year}.", "{f} {g}", ", "),
        ("{year} / {venue} / {people} / {title}", "{g} {f}", " / "),
        ("{people} write {title}, for {venue} ({year})", "{g} {f}", " & "),
        ("{venue}, {year}, {people}, {title}", "{f} {g}", ", "),
        ("{title} {{{venue}, {year}}} {people}", "{f} {g}", " • "),
        ("{people}; {year}; {venue}; {title}", "{f}, {g}", " / "),
        ("{people}: {title}: {venue}: {year}", "{i}. {f}", " "),
        ("({people}) {venue} {volume} {title} {year}", "{f}, {g}", "; "),
        ("{title} > {people} > {venue} > {year}", "{f} {i}", " + "),
    ],
)
def test_what_entries_share_states_where_each_field_is(layout: str, form: str, sign: str) -> None:
    assert wrong(page(layout, form, sign), form) == []


@pytest.mark.parametrize(
    ("layout", "form", "sign"),
    [
        ("{people}. {title}. *{venue}* {volume}, {year}.", "{g} {f}", ", "),
        ("{people} ({year}). {title}. *{venue}*, {volume}.", "{f}, {i}.", " & "),
        ("{title}. {people}. In {venue}, {year}.", "{g} {f}", " and "),
    ],
)
def test_usual_lists_are_read_as_before(layout: str, form: str, sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FORMS.setdefault("{f}, {i}.", lambda g, f: f"{f}, {g[0]}.")
    text = page(layout, form, sign)
    styled = Conversion.of([NamedBytes("list.md", text.encode())]).library
    monkeypatch.setattr("citekit.extraction.list_features.restyled", lambda *_: {})
    alone = Conversion.of([NamedBytes("list.md", text.encode())]).library
    assert [work.variables for work in styled] == [work.variables for work in alone]
    assert wrong(text, form) == []


@pytest.mark.parametrize("number", ["part {}", "{}", "volume {}: the rest"])
def test_titles_that_are_alike_but_for_a_number_are_no_labels(number: str) -> None:
    """Their words are in all entries, as "Title:" and "published in" may be."""
    rows = [
        f"- **Lazy queues, {number.format(n)}**<br> T. Amari, B. Roe. *Queue Letters*, {n}({n}):{n}1-{n}9, 201{n}."
        for n in range(1, 7)
    ]
    text = "# Publications\n\n" + "\n".join(rows) + "\n"
    library = Conversion.of([NamedBytes("list.md", text.encode())]).library
    assert [work.title for work in library] == [f"Lazy queues, {number.format(n)}" for n in range(1, 7)]
    assert {tuple(name.family for name in work.author) for work in library} == {("Amari", "Roe")}


def test_a_number_is_no_title_and_a_title_no_person() -> None:
    rows = [f"- J. Doe. Lazy Queues {n}. Journal of Queues, 20{n}." for n in range(10, 16)]
    library = Conversion.of([NamedBytes("list.md", ("# Publications\n\n" + "\n".join(rows)).encode())]).library
    assert [work.title for work in library] == [f"Lazy Queues {n}" for n in range(10, 16)]


def test_people_in_bold_above_their_titles_are_no_containers() -> None:
    """Reports without a container: the first family name recurs, as a container may."""
    people = ("Okafor, B.; Giusti, K.", "Lind, A.; Okafor, B.", "Nowak, C.; Lind, A.", "Lind, A.; Harris, M.")
    titles = ("Metadata of harbours", "On the use of old stairs", "Service testing of piers", "An equality plan")
    rows = [f"- **{who} (2020).**  \n  *{title}.*" for who, title in zip(people, titles, strict=True)]
    library = Conversion.of([NamedBytes("list.md", ("# Publications\n\n" + "\n\n".join(rows)).encode())]).library
    assert [work.author[0].family for work in library] == [who.split(",")[0] for who in people]
    assert not any("container-title" in work.variables for work in library)


def test_one_entry_that_is_read_otherwise_is_read_as_the_others() -> None:
    """ "OBI" could be three initials; all others have their families in capitals."""
    text = page("{people}, {year}, {title}, “{venue}”", "{g} {f}", "; ")
    text = text.replace("Ben Oduya", "Frida OBI").replace("Sorel", "SOREL").replace("Vitti", "VITTI")
    text = text.replace("Maro", "MARO").replace("Haldane", "HALDANE").replace("Imhof", "IMHOF")
    names = {
        f"{name.given} {name.family}"
        for work in Conversion.of([NamedBytes("list.md", text.encode())]).library
        for name in work.author
    }
    assert "Frida OBI" in names
    assert "OBI Frida" not in names


def test_people_without_a_certain_form_are_doubtful() -> None:
    """Nothing but spaces are between them."""
    library = Conversion.of(
        [NamedBytes("list.md", page("{people}: {title}: {venue}: {year}", "{g} {f}", " ").encode())]
    )
    assert all(map(is_doubtful, library.library.traces))


@pytest.mark.parametrize("read_to_the_font", [2, 4])
def test_titles_are_what_is_in_their_font(read_to_the_font: int) -> None:
    """Titles were read beyond it in most entries; whom the list names elsewhere is behind it, in the last entry its own people."""
    labels = frozenset(chain("document").labels)
    members = []
    for n, (people, title, venue, year, _) in enumerate(WORKS):
        name = people.split("|")[0]
        runs = [(title, TextStyle.BOLD), (f". {name}. {venue}, {year}.", TextStyle.PLAIN)]
        one = cut(StyledText.of([Run(text, Span(0, len(text)), style) for text, style in runs]))
        length = len(title.split())
        own = ["B-T", *["I-T"] * (length - 1), *(["BAG", "IAF"] if n < read_to_the_font else ["I-T", "I-T"])]
        members.append((one, [*own, "B-C", *["I-C"] * (len(venue.split()) - 1), "B-Y"]))
    changed = titles_in_font(members, labels)
    assert set(changed) == set(range(read_to_the_font, len(WORKS)))
    for n, may in changed.items():
        length = len(WORKS[n][1].split())
        assert may[:length] == [frozenset({"B-T"}), *[frozenset({"I-T"})] * (length - 1)]
        assert may[-1] == frozenset({"B-Y"})
        known = WORKS[n][0].split("|")[0] in {people.split("|")[0] for people, *_ in WORKS[:read_to_the_font]}
        assert all(("BAG" in one) and ("I-C" in one) != known and "I-T" not in one for one in may[length : length + 2])


def test_a_font_that_most_titles_go_beyond_is_not_theirs() -> None:
    """Their first words are in bold."""
    members = []
    for people, title, _, _, _ in WORKS:
        runs = [(title, TextStyle.BOLD), (": a study of rain. ", TextStyle.PLAIN), (people, TextStyle.PLAIN)]
        one = cut(StyledText.of([Run(text, Span(0, len(text)), style) for text, style in runs]))
        length = len(title.split()) + 4
        members.append((one, ["B-T", *["I-T"] * (length - 1), *["O"] * (len(one) - length)]))
    assert titles_in_font(members, frozenset(chain("document").labels)) == {}


# --- the parts -------------------------------------------------------------------------------------------------------


def words(text: str) -> Words:
    return cut(StyledText.of([Run(text, Span(0, len(text)))]))


def names(text: str, form: str, spaces: bool = False) -> list[tuple[str, str]] | None:
    """The people of a text in a form: family and given name."""
    one = words(text)
    read = people_of(one, parted(one, range(len(one))), form, spaces)
    return read and [tuple(" ".join(one.texts[i] for i in part) for part in person) for person in read]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "form", "spaces", "expected"),
    [
        ("Ada Moss, Ben van der Oru and Eva Lind", GIVEN_FIRST, False, [("Moss", "Ada"), ("van der Oru", "Ben"), ("Lind", "Eva")]),
        ("A.Moss, B. C. Oru", GIVEN_FIRST, False, [("Moss", "A"), ("Oru", "B C")]),
        ("K. DE BRUIN & E. OSTEN", GIVEN_FIRST, False, [("DE BRUIN", "K"), ("OSTEN", "E")]),
        ("Moss Ada · van der Oru Ben", FAMILY_FIRST, False, [("Moss", "Ada"), ("van der Oru", "Ben")]),
        ("Oru Fenwick JA, Moss B", FAMILY_FIRST, False, [("Oru Fenwick", "JA"), ("Moss", "B")]),
        ("Moss, Ada; Oru Fenwick, Ben", COMMA, False, [("Moss", "Ada"), ("Oru Fenwick", "Ben")]),
        ("Moss, Ada, Oru, Ben, and Lind, Eva", COMMA, False, [("Moss", "Ada"), ("Oru", "Ben"), ("Lind", "Eva")]),
        ("Moss, J.-F., A, S.-H., & Oru, Y.", COMMA, False, [("Moss", "J F"), ("A", "S H"), ("Oru", "Y")]),
        ("Moss, Ada, Oru", COMMA, False, None),
        ("Moss, Ada, Ben Oru", FIRST_INVERTED, False, [("Moss", "Ada"), ("Oru", "Ben")]),
        ("Moss, Oru & Lind", ALONE, False, [("Moss", ""), ("Oru", ""), ("Lind", "")]),
        ("A Moss B Oru", GIVEN_FIRST, True, [("Moss", "A"), ("Oru", "B")]),
        ("Moss A Oru B", FAMILY_FIRST, True, [("Moss", "A"), ("Oru", "B")]),
        ("Ada MOSS Ben ORU", GIVEN_FIRST, True, [("MOSS", "Ada"), ("ORU", "Ben")]),
        ("Moss, A. Oru, B.", COMMA, True, [("Moss", "A"), ("Oru", "B")]),
    ],
)  # fmt: skip
def test_people_in_each_form(text: str, form: str, spaces: bool, expected: list[tuple[str, str]] | None) -> None:
    assert names(text, form, spaces) == expected


def style(*texts: str, owner: tuple[frozenset[str], frozenset[str]] = NOBODY) -> str:
    lists = [(words(text), range(len(words(text)))) for text in texts]
    odds = {text: given_odds(text, owner) for one, _ in lists for text in one.texts}
    return name_style(lists, odds)[0]


def test_the_form_of_people_is_that_of_the_whole_list() -> None:
    assert style("Keleti Anna, Vadas Peter", "Halmos Laura, Keleti Anna") == FAMILY_FIRST
    assert style("Anna Keleti, Peter Vadas", "Laura Halmos, Anna Keleti") == GIVEN_FIRST
    owner = (frozenset({"qira"}), frozenset({"zolt"}))
    assert style("Zolt Qira, Vem Aru", "Oro Bal, Zolt Qira", owner=owner) == FAMILY_FIRST, "by the owner's name alone"


def test_the_order_of_fields_is_told_by_all_entries() -> None:
    lines = [f"{venue} / {people.replace('|', ' / ')} / {title}" for people, title, venue, _, _ in WORKS]
    cuts = cuts_of([(words(line), ["O"] * len(words(line))) for line in lines])
    assert best_order(cuts)[1] == ("C", "A", "T")


def test_constant_words_are_next_to_signs() -> None:
    """What each title has is none."""
    lines = [f"Title: Songs of tides and {word}; People: Ada Moss" for word in ("rain", "snow", "salt", "wind")]
    assert constant_words([words(line) for line in lines]) == {"Title", "People"}


def test_few_entries_have_no_style() -> None:
    labels = frozenset(chain("document").labels)
    members: Sequence[tuple[Words, list[str]]] = [
        (words(f"{title} / {venue}"), ["O"] * len(words(f"{title} / {venue}"))) for _, title, venue, _, _ in WORKS[:3]
    ]
    assert restyled(members, labels) == {}
