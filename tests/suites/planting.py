"""Plants one fault into clean real entries, for every rule that can be planted."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from citekit.lint.loading.bibliography import Bibliography
from citekit.model.identity.titles import fold


@dataclass(frozen=True)
class Plain:
    """An entry as plain data."""

    type: str
    key: str
    fields: dict[str, str] = field(default_factory=dict)
    raw: frozenset[str] = frozenset()

    def has(self, **values: str) -> Plain:
        """The entry with these fields set, hyphens for underscores; an empty value takes a field out."""
        changed = {**self.fields, **{name.replace("_", "-"): value for name, value in values.items()}}
        return replace(self, fields={name: value for name, value in changed.items() if value != ""})

    def __str__(self) -> str:
        rows = [f"  {n} = {v if n in self.raw else '{' + v + '}'}" for n, v in self.fields.items()]
        return f"@{self.type}{{{self.key},\n" + ",\n".join(rows) + "\n}\n"


def plain_entries(bibliography: Bibliography) -> list[Plain]:
    """The entries of a bibliography with fields that every kind of fault can be planted into."""
    kept = (
        "author",
        "title",
        "journal",
        "booktitle",
        "volume",
        "number",
        "pages",
        "year",
        "publisher",
        "doi",
        "editor",
        "institution",
    )
    found = []
    for entry in bibliography.entries:
        fields = {name: " ".join(entry.text(name).split()) for name in kept if entry.get(name)}
        full = {"author", "title", "year"} <= fields.keys() and fields["year"].isdigit() and "journal" in fields
        if full and entry.type == "article" and " and " in fields["author"] and len(fold(fields["title"])) > 20:
            found.append(Plain("article", re.sub(r"\W", "", entry.key), fields))
    return found


Files = dict[str, str]
Planter = Callable[[random.Random, Plain, list[Plain]], tuple[Files, Files]]
"""From a clean entry and others to the files without the fault and with it."""


def _bib(*entries: object) -> Files:
    return {"refs.bib": "\n".join(map(str, entries))}


def one(
    change: Callable[[random.Random, Plain], Plain | str], prepare: Callable[[Plain], Plain] | None = None
) -> Planter:
    """A fault in one entry of a file."""

    def plant(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
        clean = prepare(entry) if prepare else entry
        return _bib(*others, clean), _bib(*others, change(rng, clean))

    return plant


def alone(change: Callable[[random.Random, Plain], Plain], prepare: Callable[[Plain], Plain]) -> Planter:
    """A fault in the one entry of a file."""
    return lambda rng, entry, others: one(change, prepare)(rng, entry, [])


def added(change: Callable[[random.Random, Plain], object], prepare: Callable[[Plain], Plain] | None = None) -> Planter:
    """A fault that something added to a file makes."""

    def plant(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
        clean = prepare(entry) if prepare else entry
        return _bib(*others, clean), _bib(*others, clean, change(rng, clean))

    return plant


def cited(good: str, bad: str, name: str = "paper.tex") -> Planter:
    """A fault in a document that cites; ``KEY`` in the texts is a key that is defined."""

    def plant(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
        entry = replace(entry, key=f"{entry.key}x2001")
        refs = _bib(*others, entry)
        return ({**refs, name: good.replace("KEY", entry.key)}, {**refs, name: bad.replace("KEY", entry.key)})

    return plant


def two(
    change: Callable[[random.Random, Plain], Plain | None], prepare: Callable[[Plain], Plain] | None = None
) -> Planter:
    """A fault in one of two files that have the same works."""

    def plant(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
        clean = prepare(entry) if prepare else entry
        changed = change(rng, clean)
        first = "\n".join(map(str, [*others, clean]))
        second = "\n".join(map(str, [*others, *([changed] if changed else [])]))
        return {"a.bib": first, "b.bib": first}, {"a.bib": first, "b.bib": second}

    return plant


def _word(rng: random.Random, text: str) -> str:
    words = list(re.findall(r"(?<![\\{\w])[a-z]{6,}(?![}\w])", text))
    return rng.choice(words) if words else ""


def _names(entry: Plain) -> list[str]:
    return re.split(r"\s+and\s+", entry.fields["author"])


def _full(entry: Plain) -> Plain:
    return entry.has(author="Jane Ann Doe and Richard Roe and Paul Poe and Mary Moe")


def _initials(name: str) -> str:
    words = name.split()
    return " ".join([*(f"{w[0]}." for w in words[:-1]), words[-1]])


def _title(entry: Plain, extra: str, at_end: bool = True) -> Plain:
    title = entry.fields["title"]
    return entry.has(title=f"{title}{extra}" if at_end else f"{extra}{title}")


TEX = "\\begin{document}\n%s\n\\bibliography{refs}\n\\end{document}\n"
GOOD = TEX % "\\citep{KEY}"
CONFERENCE = "Proceedings of the {}th International Symposium on Queues"


def _proceedings(number: int, year: int, key: str) -> Plain:
    return Plain(
        "inproceedings",
        key,
        {
            "author": f"A. {key.title()}",
            "title": f"A paper on {key}",
            "booktitle": CONFERENCE.format(number),
            "year": str(year),
        },
    )


def _series(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    start = rng.randint(24, 40)
    clean = [_proceedings(start + n, 1990 + n, f"series{'abcd'[n]}") for n in range(4)]
    wrong = CONFERENCE.format(start + 9) if rng.random() < 0.5 else CONFERENCE.replace("{}th", "Sixty-Second")
    return _bib(*others, *clean), _bib(*others, *clean[:3], clean[3].has(booktitle=wrong))


_READS_BOTH = (
    r"\documentclass{article}\begin{document}\nocite{*}\bibliographystyle{plain}\bibliography{a,b}\end{document}"
)
_UNPUBLISHED = dict.fromkeys(("journal", "booktitle", "publisher", "volume", "pages", "doi", "isbn"), "")


def _variants(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    same = [
        replace(entry, key=f"v{n}").has(title=f"{w} queues in a distributed store", journal="Journal of Lazy Queues")
        for n, w in enumerate(("Lazy", "Eager", "Patient"))
    ]
    return _bib(*same), _bib(
        *same[:2],
        same[2].has(journal=rng.choice(("J. Lazy Queues", "Journal of Lazy Queues.", "Journal Of Lazy-Queues"))),
    )


def _people(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    first = replace(entry, key="p1").has(
        title="Lazy queues in a distributed store", author="Po-An Tsai and Richard Roe"
    )
    second = replace(entry, key="p2").has(
        title="Eager stacks on a single processor", author="Po-An Tsai and Richard Roe"
    )
    return _bib(first, second), _bib(first, second.has(author="P. Tsai and Richard Roe"))


def _marks(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    clean = _full(entry).has(author_an="")
    marked = replace(clean, fields={**clean.fields, "author+an": "1=equal; 2=equal"})
    wrong = replace(clean, fields={**clean.fields, "author+an": rng.choice(("1=equal; 3=equal", "2=equal; 4=equal"))})
    other = replace(marked, key="other").has(title="Eager stacks on a single processor of the old kind")
    first = f"{marked}\n{other}"
    return {"a.bib": first, "b.bib": first}, {"a.bib": first, "b.bib": f"{wrong}\n{other}"}


def _missing(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    first = "\n".join(map(str, [*others, entry]))
    return {"a.bib": first, "b.bib": first}, {"a.bib": first, "b.bib": "\n".join(map(str, others))}


def _other_case(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    refs, key = _bib(*others, entry), entry.key
    return {**refs, "paper.tex": GOOD.replace("KEY", key)}, {**refs, "paper.tex": GOOD.replace("KEY", key.swapcase())}


def _listed(text: str) -> str:
    return re.sub(r"[\\{}$\"]", "", text)


def _known(change: Callable[[random.Random, Plain], Plain], **facts: str) -> Planter:
    """A fault in an entry whose work is in a file of records; ``facts`` are further parts of its record."""

    def plant(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
        clean = _full(entry).has(year="2024", journal="", volume="", number="", pages="", doi="", publisher="", issn="")
        clean = replace(clean.has(**PREPRINT), type="misc")
        record = {
            "id": "2403.11421",
            "title": _listed(entry.fields["title"]),
            "authors": clean.fields["author"].split(" and "),
            "date": "2024-03-18",
        }
        plain = {"records.jsonl": json.dumps(record) + "\n"}
        told = {"records.jsonl": json.dumps(record | facts) + "\n"}
        return _bib(clean) | plain, _bib(change(rng, clean)) | told

    return plant


def _retracted(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    files = _bib(*others, entry.has(doi="10.1000/182"))
    head = "Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature\n"
    rows = [
        f'"{kind} notice",1/2/2024 0:00,10.1000/9,{{}},{kind}\n' for kind in ("Retraction", "Expression of concern")
    ]
    row = rng.choice(rows)
    return (
        files | {"retractions.csv": head + row.format("10.1000/183")},
        files | {"retractions.csv": head + row.format("10.1000/182")},
    )


def _workshop(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    paper = replace(_full(entry).has(journal="", volume="", number=""), type="inproceedings")
    there = paper.has(booktitle=rng.choice(("EuroMLSys", "EuroSys Workshop on Lazy Queues")))
    first = "\n".join(map(str, [*others, there]))
    second = "\n".join(map(str, [*others, paper.has(booktitle="EuroSys")]))
    return {"a.bib": first, "b.bib": first}, {"a.bib": first, "b.bib": second}


def _page(entries: list[Plain]) -> str:
    items = [
        f'- {", ".join(_names(e))}. "{_listed(e.fields["title"])}". {_listed(e.fields["journal"])}, {e.fields["year"]}.'
        for e in entries
    ]
    return "# Publications\n\n" + "\n".join(items) + "\n"


def _copy(rng: random.Random, entry: Plain, others: list[Plain]) -> tuple[Files, Files]:
    works = [
        _full(e).has(journal="Journal of Queues", year=str(2023 - number))
        for number, e in enumerate([entry, *others][:4])
    ]
    return (
        {"cv.md": _page(works), "cv.txt": _page(works)},
        {"cv.md": _page(works), "cv.txt": _page(works[rng.choice((1, 2)) :])},
    )


PREPRINT = {"eprint": "2403.11421", "archiveprefix": "arXiv"}

PLANTERS: dict[str, Planter] = {
    "syntax-error": one(
        lambda r, e: str(e).replace(" = ", " ", 1) if r.random() < 0.5 else str(e).rstrip().removesuffix("}")
    ),
    "nothing-checked": lambda r, e, o: (_bib(e), _bib(str(e).replace("@", "", 1))),
    "missing-key": one(lambda r, e: replace(e, key="")),
    "duplicate-field": one(
        lambda r, e: str(e).replace("{" + e.key + ",", "{" + e.key + f",\n  year = {{{e.fields['year']}}},", 1)
    ),
    "empty-field": one(lambda r, e: str(e).replace("{" + e.key + ",", "{" + e.key + ",\n  series = {},", 1)),
    "undefined-string": one(
        lambda r, e: replace(e.has(journal=f"jqueue{r.randint(1, 99)}x"), raw=frozenset({"journal"}))
    ),
    "unused-string": added(lambda r, e: f"@string{{unused{r.randint(1, 99)} = {{A journal}}}}"),
    "repeated-string": added(lambda r, e: "@string{jq = {J. Queues}}\n@string{jq = {Journal of Queues}}\n"),
    "same-strings": added(lambda r, e: "@string{jq = {J. Queues}}\n@string{joq = {J. Queues}}\n"),
    "text-between-entries": added(
        lambda r, e: str(replace(e, key="lost")).replace("@", r.choice(("", "  ", "#", "(at)", "See also ")), 1)
    ),
    "unused-suppression": added(lambda r, e: "% citekit: ignore[no-such-rule] because\n"),
    "unbalanced-dollar": one(lambda r, e: _title(e, " of $n")),
    "duplicate-key": added(lambda r, e: e.has(title="Something else entirely")),
    "key-in-two-files": lambda r, e, o: (
        {"a.bib": str(e), "b.bib": str(o[0]), "paper.tex": _READS_BOTH},
        {"a.bib": str(e), "b.bib": str(replace(o[0], key=e.key)), "paper.tex": _READS_BOTH},
    ),
    "key-case-collision": added(
        lambda r, e: replace(o := e.has(title="Something else entirely"), key=o.key.swapcase())
    ),
    "unsafe-key": one(lambda r, e: replace(e, key=e.key[:3] + r.choice("#%~") + e.key[3:])),
    "key-pattern": lambda r, e, o: (_bib(replace(e, key="doe2020")), _bib(replace(e, key="Doe_" + e.key))),
    "key-suffix-gap": lambda r, e, o: (
        _bib(replace(e, key="doe2020a"), replace(o[0], key="doe2020b")),
        _bib(replace(e, key="doe2020a"), replace(o[0], key="doe2020d")),
    ),
    "missing-field": one(lambda r, e: e.has(**{r.choice(("author", "title", "journal", "year")): ""})),
    "unknown-field": one(lambda r, e: str(e).replace("  title =", f"  {r.choice(('titel', 'tilte', 'titlle'))} =")),
    "misplaced-field": one(lambda r, e: replace(e, type="inproceedings")),
    "unknown-type": one(lambda r, e: replace(e, type=r.choice(("artcle", "aritcle", "paper")))),
    "wrong-dialect": one(lambda r, e: replace(e.has(url="https://example.org"), type="online")),
    "recommended-field": alone(lambda r, e: e.has(doi=""), lambda e: e.has(doi="10.1000/182")),
    "repeated-entry": lambda r, e, o: (
        {"a.bib": str(e), "b.bib": str(o[0]), "paper.tex": _READS_BOTH},
        {"a.bib": str(e), "b.bib": f"{o[0]}\n{e}", "paper.tex": _READS_BOTH},
    ),
    "dangling-crossref": one(lambda r, e: e.has(crossref=f"nowhere{r.randint(1, 99)}")),
    "type-differs-from-content": one(
        lambda r, e: e.has(
            journal=r.choice(
                ("Proceedings of the International Conference on Queues", "Proc. of the Workshop on Lazy Data")
            ),
            volume="",
            number="",
        )
    ),
    "conflicting-date": one(lambda r, e: e.has(date=str(int(e.fields["year"]) - r.randint(1, 9)))),
    "missing-file": one(lambda r, e: e.has(file=f"papers/{e.key}.pdf")),
    "uneven-fields": lambda r, e, o: (
        _bib(*(replace(e, key=f"u{n}").has(pages=f"{n + 1}--{n + 9}") for n in range(6))),
        _bib(*(replace(e, key=f"u{n}").has(pages=f"{n + 1}--{n + 9}" if n else "") for n in range(6))),
    ),
    "bad-year": one(
        lambda r, e: e.has(year=r.choice((f"{e.fields['year']}0", f"2O{e.fields['year'][2:]}", "abc", "20")))
    ),
    "bad-month": one(lambda r, e: e.has(month=r.choice(("13", "Febuary", "Okt0ber", "xyz")))),
    "bad-date": one(lambda r, e: e.has(urldate=r.choice(("2020-13-01", "2020-02-31", "yesterday", "01/02/2020")))),
    "page-hyphen": one(
        lambda r, e: e.has(pages=f"{r.randint(1, 99)}-{r.randint(100, 199)}"), lambda e: e.has(pages="3--9")
    ),
    "page-order": one(
        lambda r, e: e.has(pages=f"{r.randint(200, 299)}--{r.randint(100, 199)}"), lambda e: e.has(pages="3--9")
    ),
    "unregistered-doi": one(
        lambda r, e: (
            e.has(doi=f"10.5555/{r.randint(1, 10**9)}")
            if r.random() < 0.5
            else e.has(url=f"https://doi.org/10.5555/{r.randint(1, 10**9)}")
        )
    ),
    "crowded-volume": one(
        lambda r, e: e.has(volume=r.choice(("12(3):45--67", "2, number 4", "4417 of LNPS, pages 3--9", "LNPS 4417")))
    ),
    "unprinted-by-bibtex": one(
        lambda r, e: replace(e, type="book").has(editor="Jane Doe"),
        lambda e: replace(e, type="book").has(journal="", volume="", number="", editor="", publisher="Leaf House"),
    ),
    "nothing-to-sort-by": one(lambda r, e: e.has(author="")),
    "bad-doi": one(
        lambda r, e: e.has(doi=r.choice(("https://doi.org/10.1000/182", "doi:10.1000/182", "1000/182", "10.1000/182.")))
    ),
    "doi-and-url-differ": one(
        lambda r, e: e.has(url="https://doi.org/10.1000/183"),
        lambda e: e.has(doi="10.1000/182", url="https://doi.org/10.1000/182"),
    ),
    "bad-isbn": one(lambda r, e: e.has(isbn=r.choice(("978-0-306-40615-8", "0-306-40615-9", "978030640615")))),
    "bad-issn": one(lambda r, e: e.has(issn=r.choice(("0018-9210", "0018921", "1234-5678")))),
    "bad-url": one(
        lambda r, e: e.has(
            url=r.choice(("www.example.org/a", "example.org/paper.pdf", "https://example.org/a b", "http:/example"))
        )
    ),
    "year-in-venue-differs": one(
        lambda r, e: replace(
            e.has(booktitle=f"Proceedings of the Queues Conference {int(e.fields['year']) - 20}", journal=""),
            type="inproceedings",
        ),
        lambda e: e.has(year="2015"),
    ),
    "field-swapped": one(
        lambda r, e: e.has(
            **r.choice(({"pages": "10.1000/182"}, {"volume": "https://example.org/a"}, {"number": "pp. 12--24"}))
        )
    ),
    "stale-to-appear": one(
        lambda r, e: e.has(
            note=r.choice(("To appear", "In press", "Submitted to a journal, under review")), year="2012"
        )
    ),
    "future-year": one(lambda r, e: e.has(year=str(2090 + r.randint(0, 9)))),
    "unparseable-name": one(
        lambda r, e: e.has(
            author=r.choice(
                (
                    e.fields["author"] + " and",
                    e.fields["author"].replace(" and ", " and and ", 1),
                    "Doe, Jane, A., Jr., Dr.",
                )
            )
        )
    ),
    "comma-separated-names": one(lambda r, e: e.has(author="Jane Doe, Richard Roe, Paul Poe, Mary Moe")),
    "et-al": one(lambda r, e: e.has(author=e.fields["author"] + r.choice((" et al.", " and et al.", " et al")))),
    "odd-name": one(lambda r, e: e.has(author=f"{'Jane Doe' + r.choice(('1', '1,2', ', PhD'))} and Richard Roe")),
    "initials-without-dots": one(lambda r, e: e.has(author="JM Doe and Richard Roe")),
    "mixed-initials": one(lambda r, e: e.has(author="Jane Doe and R. Roe"), _full),
    "repeated-author": one(lambda r, e: e.has(author=e.fields["author"] + " and Jane Ann Doe"), _full),
    "stale-annotation": one(lambda r, e: e.has(**{"author+an": f"{r.randint(5, 9)}=equal"}), _full),
    "name-variants": _people,
    "marker-in-name": one(
        lambda r, e: e.has(
            author=e.fields["author"].replace("Roe", "Roe" + r.choice(("*", "$^*$", "†", " (co-first)")))
        ),
        _full,
    ),
    "truncated-names": lambda r, e, o: (
        _bib(_full(e)),
        _bib(_full(e), replace(e, key="cut").has(author="Jane Ann Doe and others")),
    ),
    "unprotected-capitals": one(lambda r, e: _title(e, r.choice((" on GPUs", " of DNA", " with eBay")))),
    "all-caps": one(lambda r, e: e.has(title=re.sub(r"[\\{}$]", "", e.fields["title"]).upper())),
    "trailing-punctuation": one(
        lambda r, e: _title(e, r.choice((".", ",", ":", ";")) if r.random() < 0.5 else " reconsidered.")
    ),
    "unicode-quotes": one(lambda r, e: _title(e, " of “lazy” queues")),
    "unescaped-character": one(lambda r, e: _title(e, r.choice((" & more", " 50% off", " #1")))),
    "broken-latex": one(lambda r, e: _title(e, r.choice((" of \\'{}", " \\v{}", ' \\"')))),
    "dangerous-command": one(
        lambda r, e: _title(e, r.choice((r" \input{notes}", r" a^^5cinput{notes}", r" \csname input\endcsname{notes}")))
    ),
    "url-in-title": one(lambda r, e: _title(e, ", https://example.org/a")),
    "mojibake": one(lambda r, e: _title(e, r.choice((" of GÃ¶del", " in MÃ¼nchen", " of todayâ€™s queues")))),
    "html-entity": one(lambda r, e: _title(e, r.choice((" &amp; more", " &#8211; a view", " of A&lt;B")))),
    "broken-word": one(lambda r, e: e.has(title=e.fields["title"] + " in computer ar-\n    chitecture")),
    "odd-character": one(
        lambda r, e: _title(e, r.choice((" of eﬃciency", " in\u00ad side", " a\u200bb", " caf\ufffd")))
    ),
    "not-nfc": one(lambda r, e: _title(e, " in cafe\u0301s")),
    "markup-left": one(lambda r, e: _title(e, r.choice((" in <i>vivo</i>", " **bold**", " H<sub>2</sub>O")))),
    "same-doi": added(lambda r, e: replace(e, key="twin"), lambda e: e.has(doi="10.1000/182")),
    "same-arxiv-id": added(lambda r, e: replace(e, key="twin"), lambda e: e.has(**PREPRINT)),
    "same-title": added(lambda r, e: replace(e, key="twin"), lambda e: e.has(doi="")),
    "preprint-and-published": added(
        lambda r, e: replace(
            e.has(journal="", volume="", number="", pages="", doi="", publisher="", **PREPRINT), key="pre", type="misc"
        )
    ),
    "contained-entry": added(lambda r, e: replace(e.has(volume="", number="", pages=""), key="less")),
    "bad-arxiv-id": one(
        lambda r, e: e.has(
            eprint=r.choice(("2413.11421", "2403.123", "1503.1234", "24.0311421")), archiveprefix="arXiv"
        )
    ),
    "arxiv-id-differs": one(lambda r, e: e.has(url="https://arxiv.org/abs/2203.14101"), lambda e: e.has(**PREPRINT)),
    "arxiv-year": one(lambda r, e: replace(e.has(**_UNPUBLISHED, year="2012", **PREPRINT), type="misc")),
    "arxiv-as-journal": one(lambda r, e: e.has(journal="arXiv preprint arXiv:2403.11421")),
    "missing-primary-class": one(lambda r, e: e.has(eprint="2403.11421")),
    "published-but-preprint-url": one(lambda r, e: e.has(doi="", url="https://arxiv.org/abs/2403.11421")),
    "unknown-venue": alone(
        lambda r, e: e.has(journal="Zournal of Qeueus and Stakcs"), lambda e: e.has(journal="Nature")
    ),
    "venue-near-miss": one(lambda r, e: e.has(journal=r.choice(("ITPDS", "NEURPIS", "SIGGMOD")))),
    "venue-variants": _variants,
    "ordinal-and-year": _series,
    "venue-noise": one(lambda r, e: e.has(journal=e.fields["journal"] + ", pp. 12--24")),
    "superseded-preprint": _known(lambda r, e: e, **{"doi": "10.1000/182", "journal-ref": "J. Queues 7 (2025) 1-9"}),
    "metadata-differs": _known(lambda r, e: e.has(author=" and ".join(_names(e)[: r.choice((2, 3))]))),
    "identifier-of-other-work": _known(
        lambda r, e: e.has(author="Zoe Zorn and Yves Yore", title="Mushrooms and other spongy bodies in moist cellars")
    ),
    "work-not-found": _known(
        lambda r, e: e.has(
            author="Zoe Zorn and Yves Yore",
            title="Mushrooms and other spongy bodies in moist cellars",
            eprint="2401.00001",
        )
    ),
    "retracted-work": _retracted,
    "dropped-by-style": alone(lambda r, e: e.has(issn="0018-9219"), lambda e: e.has(publisher="", institution="")),
    "workshop-as-main": _workshop,
    "month-no-integer": one(
        lambda r, e: e.has(month=r.choice(("October", "Sep", "Sept.", "May/June"))),
        lambda e: e.has(journaltitle=e.fields["journal"], journal="", date=e.fields["year"], year=""),
    ),
    "initial-as-family": one(lambda r, e: e.has(author=r.choice(("Doe J. and Roe R.", "Doe J A and Roe R")))),
    "unprinted-venue": one(
        lambda r, e: replace(e, type=r.choice(("misc", "book", "phdthesis"))), lambda e: e.has(pages="")
    ),
    "name-in-capitals": one(
        lambda r, e: e.has(author=r.choice(("JANE DOE and Richard Roe", "Jane MOORE", "MOORE, Jane")))
    ),
    "stale-copy": _copy,
    "uncited-then-listed": cited(
        TEX.replace(
            "\\bibliography{refs}", "\\begin{thebibliography}{9}\\bibitem{a}A.\\bibitem{b}B.\\end{thebibliography}"
        )
        % "\\cite{a,b}",
        TEX.replace(
            "\\bibliography{refs}", "\\begin{thebibliography}{9}\\bibitem{a}A.\\bibitem{b}B.\\end{thebibliography}"
        )
        % "\\cite{a}",
    ),
    "ambiguous-at": cited(
        "---\nbibliography: refs.bib\n---\nSee [@KEY].\n",
        "---\nbibliography: refs.bib\n---\nSee [@KEY], at https://example.org/@KEY and in see@KEY.\n",
        "paper.md",
    ),
    "undefined-citation": cited(GOOD, TEX % "\\citep{KEY, nosuchkey}"),
    "uncited-entry": cited(TEX % "\\cite{KEY}\\nocite{*}", GOOD),
    "citation-key-case": _other_case,
    "missing-bib-file": cited(GOOD, GOOD.replace("{refs}", "{nowhere}")),
    "bib-file-elsewhere": cited(GOOD, GOOD.replace("{refs}", "{library/refs}")),
    "bib-file-not-read": cited(
        "---\nbibliography: refs.bib\n---\nAs [@KEY] says.\n",
        "---\nbibliography: [refs.bib, https://library.example/more.bib]\n---\nAs [@KEY; @nowhere2020] says.\n",
        "paper.md",
    ),
    "part-not-looked-up": lambda r, e, o: (
        {"refs.bib": str(e), "main.tex": GOOD.replace("KEY", e.key), "one.tex": f"\\citep{{{e.key}}}\n"},
        {"one.tex": f"\\citep{{{e.key}}}\n"},
    ),
    "missing-part": cited(GOOD, TEX % "\\citep{KEY}\\input{chapter-nine}"),
    "malformed-citation": cited(GOOD, TEX % "\\citep{KEY,}"),
    "repeated-citation": cited(GOOD, TEX % "\\citep{KEY, KEY}"),
    "bare-key": cited(
        "---\nbibliography: refs.bib\n---\nSee [@KEY].\n",
        "---\nbibliography: refs.bib\n---\nSee [@KEY] and [KEY].\n",
        "paper.md",
    ),
    "publication-missing": _missing,
    "author-order-differs": two(lambda r, e: e.has(author=" and ".join([*_names(e)[1:], _names(e)[0]])), _full),
    "author-set-differs": two(lambda r, e: e.has(author=" and ".join(_names(e)[: r.choice((1, -1))])), _full),
    "author-form-differs": two(
        lambda r, e: e.has(author=e.fields["author"].replace("Jane Ann Doe", r.choice(("Jane Doe", "J. Doe")))), _full
    ),
    "reversed-name": two(
        lambda r, e: e.has(
            author=e.fields["author"].replace(
                "Paul Poe", r.choice(("Poe Paul", "P. Paul")).replace("P. Paul", "Paul, P.")
            )
        ),
        _full,
    ),
    "co-first-differs": _marks,
    "title-differs": two(
        lambda r, e: (
            e.has(title=e.fields["title"].replace(w, "lumpy"))
            if (w := _word(r, e.fields["title"]))
            else e.has(title="Lumpy " + e.fields["title"])
        )
    ),
    "venue-differs": two(
        lambda r, e: e.has(journal=r.choice(("Nature Medicine Reports", "Journal of Irreproducible Queues")))
    ),
    "venue-form-differs": two(
        lambda r, e: e.has(journal="J. Lazy Queues"), lambda e: e.has(journal="Journal of Lazy Queues")
    ),
    "year-differs": two(lambda r, e: e.has(year=str(int(e.fields["year"]) - r.randint(1, 5)))),
    "status-differs": two(lambda r, e: e.has(note=r.choice(("To appear", "Accepted for publication")))),
    "identifier-differs": two(lambda r, e: e.has(doi="10.1000/183"), lambda e: e.has(doi="10.1000/182")),
}
"""Rule -> what plants its fault. Rules for lists, encodings and owners have examples of their own."""

COMPLETE = {
    "publication-missing": {"documents": {"*.bib": "complete"}},
    "stale-copy": {"documents": {"cv.*": "complete"}},
    "dropped-by-style": {"style": "apa"},
    "retracted-work": {"retractions": "retractions.csv"},
    "superseded-preprint": {"records": "records.jsonl"},
    "metadata-differs": {"records": "records.jsonl"},
    "identifier-of-other-work": {"records": "records.jsonl"},
    "work-not-found": {"records": "records.jsonl"},
}
"""Settings that a planted fault needs; files are in its folder."""
