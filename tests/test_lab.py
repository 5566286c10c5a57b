"""``citekit lab``: the pages of ten people as one library, who of them wrote what, and what was joined."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Answer

from citekit.commands.convert import Conversion
from citekit.commands.lab import Lab, read_members
from citekit.formats import files
from citekit.model.identity import describe
from citekit.model.name import SELF
from citekit.runtime.errors import UnreadableInputError

Citekit = Callable[..., Answer]

GIVEN = "Ada Bo Cy Dorothea Emil Frida Gus Hedda Ivar Jo".split()
FAMILY = "Lind Ekström Roth Okafor Amari Sandvik Moor Brandt Vestergaard Novak".split()
TOPICS = "queues stacks ledgers archives sensors lattices compilers glaciers proteins orchards".split()
WAYS = "Lazy Eager Bounded Sparse Quiet Robust Certified Shared Patient Local Modular Incremental".split()
ENDS = [
    "without Global Clocks",
    "under Partial Failure",
    "for Small Machines",
    "at the Coast",
    "in Three Steps",
    "by Hand",
]
JOURNALS = [
    "Journal of Synthetic Systems",
    "Annals of Careful Work",
    "Northern Letters on Computing",
    "Journal of Slow Science",
]


def papers(draw: random.Random) -> list[dict[str, object]]:
    """Sixty papers, each of one to four of the ten people."""
    found: list[dict[str, object]] = []
    titles = [f"{way} {topic.title()} {end}" for way in WAYS for topic in TOPICS for end in ENDS]
    for number, title in enumerate(draw.sample(titles, 60)):
        people = draw.sample(range(10), draw.randint(1, 4))
        doi = f"10.5555/lab.{1000 + number}" if draw.random() < 0.7 else ""
        place = {"journal": draw.choice(JOURNALS), "volume": draw.randint(1, 40), "year": draw.randint(2005, 2024)}
        found.append({"title": title, "people": people, "doi": doi, "page": draw.randint(1, 300), **place})
    return found


def listed(paper: dict[str, object], owner: int, way: int) -> str:
    """How a person prints a paper, each in a way of their own."""
    initials = way % 2
    people = [f"{GIVEN[n][0]}. {FAMILY[n]}" if initials else f"{GIVEN[n]} {FAMILY[n]}" for n in paper["people"]]  # type: ignore[attr-defined]
    own = f"{GIVEN[owner][0]}. {FAMILY[owner]}" if initials else f"{GIVEN[owner]} {FAMILY[owner]}"
    names = ", ".join(f"**{name}**" if name == own else name for name in people)
    doi = f" https://doi.org/{paper['doi']}" if paper["doi"] and way % 3 else ""
    title, place, year = (
        paper["title"],
        f"{paper['journal']}, {paper['volume']}, {paper['page']}-{int(str(paper['page'])) + 9}",
        paper["year"],
    )
    if way < 3:
        return f"- {names}. *{title}*. {place}, {year}.{doi}"
    if way < 6:
        return f"- {names} ({year}). {title}. *{paper['journal']}* {paper['volume']}, {paper['page']}-{int(str(paper['page'])) + 9}.{doi}"
    return f"- **{title}**<br>\n  {names}<br>\n  *{paper['journal']}* {paper['volume']}, {year}.{doi}"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, object]]]:
    folder = tmp_path_factory.mktemp("lab") / "people"
    folder.mkdir()
    found = papers(random.Random(16))
    for owner in range(10):
        own = [paper for paper in found if owner in paper["people"]]  # type: ignore[operator]
        items = "\n".join(listed(paper, owner, owner) for paper in own)
        page = f"# {GIVEN[owner]} {FAMILY[owner]}\n\n## Publications\n\n{items}\n"
        (folder / f"{owner}.md").write_text(page, encoding="utf-8")
    return folder, found


@pytest.fixture(scope="module")
def lab(pages: tuple[Path, list[dict[str, object]]]) -> Lab:
    return Lab.of(Conversion.of([pages[0]]))


def test_ten_pages_are_one_library_without_duplicates(lab: Lab, pages: tuple[Path, list[dict[str, object]]]) -> None:
    counts = Counter(identifier for work in lab.library for identifier in describe(work).identifiers)
    assert sum(count - 1 for count in counts.values()) <= 2, "duplicates by identifier that are left"
    wanted = [paper for paper in pages[1] if paper["people"]]
    titles = Counter(work.title.casefold() for work in lab.library)
    assert len(titles) == len(wanted)
    assert titles.total() - len(titles) <= 2


def test_the_review_lists_what_was_joined_and_why(lab: Lab, pages: tuple[Path, list[dict[str, object]]]) -> None:
    shared = sum(len(paper["people"]) > 1 for paper in pages[1])  # type: ignore[arg-type]
    assert shared - 2 <= len(lab.joined) <= shared
    assert all(len(one.places) > 1 and one.reason for one in lab.joined)
    assert lab.review.count("\n- `") == len(lab.joined) + len(lab.nearly)


def test_marks_say_who_of_the_lab_wrote_it(lab: Lab, pages: tuple[Path, list[dict[str, object]]]) -> None:
    by_title = {str(paper["title"]).casefold(): paper for paper in pages[1]}
    assert len(lab.members) == 10
    for work in lab.library:
        people = by_title[work.title.casefold()]["people"]
        marks = [mark for name in work.author for mark in name.marks]
        assert len(marks) == len(people), work  # type: ignore[arg-type]
        assert SELF not in marks


def test_each_person_gets_their_own_works(lab: Lab, pages: tuple[Path, list[dict[str, object]]]) -> None:
    for member in lab.members:
        number = FAMILY.index(member.names[0].family)
        own = {str(p["title"]).casefold() for p in pages[1] if number in p["people"]}  # type: ignore[operator]
        library = lab.of_member(member)
        assert {work.title.casefold() for work in library} == own
        assert all([m for n in work.author for m in n.marks] == [SELF] for work in library)


def test_the_files_of_a_lab(citekit: Citekit, pages: tuple[Path, list[dict[str, object]]], tmp_path: Path) -> None:
    members = tmp_path / "members.toml"
    members.write_text(
        '[ada]\nname = "Ada Lind"\n[bo]\nname = "Bo Ekström"\nvariants = ["Bo Ekstrom-Lund"]\n', encoding="utf-8"
    )
    command = ["lab", str(pages[0]), "--members", str(members), "-o", str(tmp_path / "out")]
    assert citekit(*command).code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["ada.bib", "all.bib", "bo.bib", "review.md"]
    assert "author+an" in (tmp_path / "out" / "all.bib").read_text(encoding="utf-8")
    marks = {m for work in files.load(tmp_path / "out" / "all.bib") for n in work.author for m in n.marks}
    assert marks == {"ada", "bo"}
    assert citekit(*command).code == 2, "nothing is replaced unasked"
    assert citekit(*command, "--overwrite", "-q").code == 0


def test_what_nearly_was_one_is_listed(tmp_path: Path) -> None:
    for name, title, place in (
        ("a", "Quiet Glaciers at the Coast", "Journal of Ice, 3, 1-9, 2019"),
        ("b", "Quiet Glaciers at the Coast", "In Proc. of the Ice Conference, 2018"),
    ):
        page = f"# Ada Lind\n\n## Publications\n\n- **Ada Lind**, Bo Ek. *{title}*. {place}.\n- **Ada Lind**. *Other {name} Work*. Journal of Ice, 4, 2020.\n"
        (tmp_path / f"{name}.md").write_text(page, encoding="utf-8")
    lab = Lab.of(Conversion.of([tmp_path]))
    assert [one.title for one in lab.nearly] == ["Quiet Glaciers at the Coast"]
    assert len(lab.nearly[0].places) == 2


@pytest.mark.parametrize(
    "printed",
    [
        "A. Lindström",
        "Ada Berg",
        "A. L. Berg",
        "Lindstrom-Berg A",
        "Berg, A. L.",
        "A. M. Lindström-Berg",
    ],
)
def test_a_work_on_the_own_page_is_the_members_in_whatever_form_the_name_is_printed(
    printed: str, tmp_path: Path
) -> None:
    works = "".join(
        f"- {name}, Bo Ek. {title}. Journal of Ice, {volume}, 1-9, 2019.\n"
        for name, title, volume in (
            ("Ada Lindström-Berg", "Quiet Glaciers at the Coast", 3),
            ("Ada Lindström-Berg", "Loud Glaciers in the Hills", 4),
            ("Ada Lindström-Berg", "Still Rivers of the North", 5),
            ("Ada Lindström-Berg", "Warm Winds over the Sea", 6),
        )
    )
    works += f"- {printed}, Bo Ek. Slow Snow on the Roofs. Journal of Ice, 7, 10-19, 2020.\n"
    (tmp_path / "ada.md").write_text(f"# Ada Lindström-Berg\n\n## Publications\n\n{works}", encoding="utf-8")
    members = tmp_path / "members.toml"
    members.write_text('[ada]\nname = "Ada Lindström-Berg"\n', encoding="utf-8")
    lab = Lab.of(Conversion.of([tmp_path / "ada.md"]), read_members(members))
    assert "Slow Snow on the Roofs" in [work.title for work in lab.of_member(lab.members[0])]


def test_a_work_on_the_own_page_without_the_member_is_listed(tmp_path: Path) -> None:
    works = "".join(
        f"- Ada Lind, Bo Ek. {t}. Journal of Ice, 3, 1-9, 2019.\n"
        for t in ("Quiet Glaciers at Sea", "Loud Glaciers on Land", "Slow Rivers in Winter")
    )
    page = f"# Ada Lind\n\n## Publications\n\n{works}- Cy Roth, Jo Novak. Warm Winds over the Sea. Journal of Ice, 4, 3-9, 2020.\n"
    (tmp_path / "ada.md").write_text(page, encoding="utf-8")
    lab = Lab.of(Conversion.of([tmp_path / "ada.md"]))
    assert [one.title for one in lab.unnamed] == ["Warm Winds over the Sea"]
    assert "without the member" in lab.review


@pytest.mark.parametrize(
    "text",
    [
        "[ada",
        "ada = 1",
        "[ada]\n",
        '[ada]\nname = ""',
        '["Big Word"]\nname = "Ada Lind"',
        '[ada]\nname = "A B"\nvariants = "x"',
        '[ada]\nname = "{The Team}"',
    ],
)
def test_a_wrong_members_file_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "members.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableInputError, match=r"members\.toml"):
        read_members(path)


def test_a_page_whose_owner_is_not_known_is_told(citekit: Citekit, tmp_path: Path) -> None:
    names = {"ada.md": "# Ada Lind\n\n", "staff.md": ""}
    for name, title in names.items():
        works = "- Lind, A., Ek, B. (2019). Quiet Glaciers. Journal of Ice, 3, 1-9.\n- Roth, C. (2018). Warm Winds. Journal of Ice, 2, 3-9.\n"
        (tmp_path / name).write_text(f"{title}## Publications\n\n{works}", encoding="utf-8")
    answer = citekit("lab", *(tmp_path / name for name in names), "-o", tmp_path / "lab")
    assert f"whose page this is was not detected: {tmp_path / 'staff.md'}\n" in answer.err
    assert (tmp_path / "lab" / "lind.bib").exists()


@pytest.mark.parametrize("title", ["Joris De Smet", "Joris Smets", "Peter Van den Berg", "Maria De La Cruz"])
def test_the_owner_is_marked_whose_name_is_not_in_bold(citekit: Citekit, tmp_path: Path, title: str) -> None:
    family = title.partition(" ")[2]
    works = "".join(
        f"- {family}, {title[0]}., Lind, A. ({year}). {word} Glaciers at Sea. Journal of Ice, 3, 1-9.\n"
        for year, word in ((2019, "Quiet"), (2018, "Loud"), (2017, "Slow"))
    )
    page = tmp_path / "page.md"
    page.write_text(f"# {title}\n\n## Publications\n\n{works}", encoding="utf-8")
    assert citekit("convert", page, "--mark-owner").out.count("author+an     = {1=self}") == 3
    assert "self" not in citekit("convert", page).out
    assert citekit("format", page, "--bold-self", "--to", "markdown").out.count(f"**{family}, {title[0]}.**") == 3
