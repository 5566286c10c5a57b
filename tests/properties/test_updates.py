"""Whatever a person changes in a bibliography, and whatever its sources change, nothing of the person's is lost."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from shares import share

from citekit import Library, dumps
from citekit.commands.update import LOCK, update
from citekit.formats.bibtex.tidying import tidy
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.config import TidySettings


def works() -> list[Work]:
    words = ["Queues", "Stacks", "Ledgers", "Heaps", "Graphs", "Tables"]
    return [
        Work(
            "article-journal",
            f"doe{2015 + n}{word.lower()}",
            {
                "title": f"{word} for Everyone",
                "author": (Name("Doe", "Jane"), Name("Roe", "Richard")),
                "issued": Date.of(2015 + n),
                "container-title": f"Journal of {word}",
                "volume": str(n + 1),
                "page": f"{n}1-{n}9",
                "DOI": f"10.1000/{word.lower()}",
            },
        )
        for n, word in enumerate(words)
    ]


def put(path: Path, found: list[Work]) -> None:
    path.write_text(dumps(found, "csljson"), encoding="utf-8")


FIELDS = ("title", "journal", "volume", "pages", "doi", "note", "address", "year", "author")


def person(rng: random.Random, text: str) -> tuple[str, dict[str, dict[str, str | None]], set[str]]:
    """A few edits of a file: its text, what fields of which keys were made (None: taken out), keys that were taken out."""
    document = Library.of(text)
    made: dict[str, dict[str, str | None]] = {}
    gone: set[str] = set()
    for _ in range(rng.randint(1, 6)):
        entry = rng.choice(document.entries)
        what = rng.choice(["set", "set", "set", "add", "remove", "retype", "rekey", "delete", "own", "order", "string"])
        if what in ("set", "add"):
            name = rng.choice(FIELDS) if what == "set" else "keywords"
            value = {"author": "Poe, Ann", "year": "1901"}.get(name, f"mine {rng.randint(0, 99)}")
            entry.set(name, value)
            made.setdefault(entry.key, {})[name] = value
        elif what == "remove" and len(entry.names) > 3:
            name = rng.choice([n for n in entry.names if n != "title"])
            entry.remove(name)
            made.setdefault(entry.key, {})[name] = None
        elif what == "retype":
            entry.retype("book")
            made.setdefault(entry.key, {})["="] = "book"
        elif what == "rekey":
            old, new = entry.key, f"k{rng.randint(0, 9999)}"
            entry.rekey(new)
            made[new] = made.pop(old, {})
        elif what == "delete" and len(document.entries) > 3:
            document.remove(entry)
            made.pop(entry.key, None)
            gone.add(entry.key)
        elif what == "own":
            own = document.add("misc", f"own{rng.randint(0, 9999)}", {"title": f"Own {rng.random()}"})
            made[own.key] = {"title": own.get("title")}
        elif what == "order":
            document.reorder(rng.sample(document.entries, len(document.entries)))
        elif what == "string":
            document.set_string(f"s{rng.randint(0, 9999)}", "kept")
    text = f"% {rng.random()}\n{document.text}\n@comment{{{rng.random()}}}\n"
    if rng.random() < 0.3:
        text = tidy(text, TidySettings(indent=4, align=0, trailing_comma=False), "me.bib").text
    return text, made, gone


def changed(rng: random.Random, before: list[Work]) -> list[Work]:
    """A few changes of a source."""
    found = list(before)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(found))
        what = rng.choice(
            ["title", "volume", "issued", "container-title", "author", "page", "gone", "new", "order", "DOI"]
        )
        work = found[at]
        if what == "gone" and len(found) > 3:
            del found[at]
        elif what == "new":
            word = rng.choice(["Rings", "Trees", "Fields", "Cubes"])
            extra = {
                "title": f"{word} of {rng.randint(0, 9999)} Kinds",
                "author": (Name("Doe", "Jane"),),
                "issued": Date.of(2023),
            }
            found.append(Work("article-journal", f"new{rng.randint(0, 99999)}", extra))
        elif what == "order":
            rng.shuffle(found)
        elif what == "title":
            found[at] = work.with_variables(title=f"{work.title}!")
        elif what == "author":
            found[at] = work.with_variables(author=(*work.author, Name("Moe", "Max")))
        elif what == "issued":
            found[at] = work.with_variables(issued=Date.of((work.year or 2000) + 1))
        else:
            found[at] = replace(work, variables={**work.variables, what: f"9{rng.randint(0, 99)}"})
    return found


@pytest.mark.parametrize("edits", range(30))
def test_nothing_of_a_person_is_lost(edits: int, tmp_path: Path) -> None:
    source, bib, lock = tmp_path / "source.json", tmp_path / "me.bib", tmp_path / LOCK
    put(source, works())
    update(bib, [source]).write()
    locked = lock.read_text(encoding="utf-8")
    text, made, gone = person(random.Random(edits), bib.read_text(encoding="utf-8"))
    mine = Library.of(text)
    for changes in share(range(30), 4, edits):
        rng = random.Random(1000 * changes + edits)
        bib.write_text(text, encoding="utf-8")
        lock.write_text(locked, encoding="utf-8")
        put(source, changed(rng, works()))
        update(bib, [source]).write()
        after = Library.load(bib)
        assert [entry.key for entry in after.entries][: len(mine.entries)] == [entry.key for entry in mine.entries]
        assert not gone & {entry.key for entry in after.entries}
        for key, values in made.items():
            entry = after.entry(key)
            for name, value in values.items():
                assert (entry.type if name == "=" else entry.get(name)) == value, (changes, key, name)
        assert after.strings == mine.strings
        kept = re.sub(r"(?s)@\w+\{.*?\n\}", "", after.text)
        assert [line for line in text.splitlines() if line.startswith(("%", "@comment"))] == [
            line for line in kept.splitlines() if line.startswith(("%", "@comment"))
        ]
        titles = [entry.get("title") for entry in after.entries]
        assert len(titles) - len(set(titles)) <= len(mine.entries) - len({entry.get("title") for entry in mine.entries})
        assert not update(bib, [source]).changed
