"""A lab: the pages of many people as one library, with who of them wrote what, and a review of what was joined.

The members are those of a members file, or else the people whose pages were read. In the library of all, each author who is
a member has the member's word as a mark (``author+an = {2=ada}``); in the bibliography of one person, that person is the
owner. What one publication is, :func:`~citekit.model.identity.same_work` decides, here as everywhere.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from citekit.commands.convert import Conversion
from citekit.formats import files
from citekit.model.identity import LIKELY, SURE, CandidateIndex, describe, same_person, same_work
from citekit.model.name import SELF, Name, read_names
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file, refuse_link_out, write_file
from citekit.runtime.span import Span
from citekit.text.unicode import to_ascii

_WORD = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_HINT = 'write for example: [ada] (a line) name = "Ada Lind" (a line) variants = ["A. Lind-Berg"]'


@dataclass(frozen=True, slots=True)
class Member:
    """A member: the word by which marks and files call them, and their names, the usual one first."""

    word: str
    names: tuple[Name, ...]

    def is_(self, name: Name) -> bool:
        """Whether a name in a list of authors is the member's."""
        return any(same_person(name, own).degree >= SURE for own in self.names)


@dataclass(frozen=True, slots=True)
class Joined:
    """Entries of several pages that are one in the library, or nearly are: the work, the places, and why."""

    key: str
    title: str
    places: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Lab:
    """The library of all with the marks of members, the members, and the review."""

    library: Works
    members: tuple[Member, ...]
    joined: tuple[Joined, ...]
    nearly: tuple[Joined, ...]
    unnamed: tuple[Joined, ...] = ()
    """Works on a member's own page that print no name which can be theirs."""
    without_owner: tuple[str, ...] = ()
    """Documents with publications whose owner is not known, so that they are no member's page."""

    @classmethod
    def of(cls, conversion: Conversion, members: Iterable[Member] = ()) -> Lab:
        """Return the lab whose pages were converted; without ``members``, of those whose pages they are."""
        members = tuple(members)
        known = members or tuple(_owners(conversion))
        # whose page each source is: of the member that its owner is, or nearly is
        pages = {}
        for reading in conversion.readings:
            owner = reading.owner
            fits = [(max(same_person(owner, own).degree for own in m.names), m) for m in known] if owner else []
            best = max(fits, key=lambda one: one[0], default=None)
            if best is not None and best[0] >= LIKELY:
                pages[reading.source.name] = best[1]
        works = []
        unnamed = []
        for work, trace in zip(conversion.library, conversion.library.traces, strict=bool(conversion.library.traces)):
            # each member who wrote it is marked, and no one as the owner of all
            marked = _with_marks(
                work, lambda name: (set(name.marks) - {SELF}) | {member.word for member in known if member.is_(name)}
            )
            places = [trace.source, *(source for source, _ in trace.also)]
            for member in dict.fromkeys(pages[source.name] for source in places if source.name in pages):
                if any(member.word in name.marks for name in _people(marked)):
                    continue
                own = _own_name(marked, member)
                if own is None:
                    at = f"{trace.source.place(trace.span)}"
                    unnamed.append(
                        Joined(work.id, work.text("title"), (at,), f"it is on the page of {member.names[0]}")
                    )
                else:
                    marked = _with_marks(marked, _also_marking(own, member))
            works.append(marked)
        library = replace(conversion.library, works=tuple(works))
        ownerless = () if members else (r.source.name for r in conversion.readings if r.library and r.owner is None)
        joined, nearly = tuple(_joined(conversion)), tuple(_nearly(library))
        return cls(library, known, joined, nearly, tuple(unnamed), tuple(ownerless))

    def of_member(self, member: Member) -> Works:
        """Return the works of one member, who is their owner; no one else is marked as a member."""
        words = {one.word for one in self.members}
        pairs = zip(self.library, self.library.traces, strict=bool(self.library.traces))
        own = [(w, t) for w, t in pairs if any(member.word in n.marks for n in _people(w))]

        def marks(name: Name) -> set[str]:
            return (set(name.marks) - words) | ({SELF} if member.word in name.marks else set())

        works = [_with_marks(work, marks) for work, _ in own]
        return Works(tuple(works), tuple(trace for _, trace in own))

    def files(self, format: str = "bibtex") -> dict[str, str]:  # noqa: A002 - the public word for it
        """Return the files of a lab by their names: ``all``, one for each member, and ``review.md``."""
        suffix = files.module_of(format).SUFFIXES[0]
        made = {f"all{suffix}": files.dumps(self.library, format)}
        for member in self.members:
            made[f"{member.word}{suffix}"] = files.dumps(self.of_member(member), format)
        return {**made, "review.md": self.review}

    def write(self, folder: Path, format: str, overwrite: bool) -> None:  # noqa: A002 - the public word for it
        """Write the files of the lab into a directory; raise ``UsageError`` if one is there and may not be replaced."""
        made = self.files(format)
        taken = [name for name in made if (folder / name).exists()]
        if taken and not overwrite:
            raise UsageError(f"{folder / taken[0]} already exists", "use --overwrite to replace it")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in made.items():
            refuse_link_out(folder / name)
            write_file(folder / name, text.encode(), overwrite=True)

    def report(self) -> Iterator[tuple[str, bool]]:
        """Yield what there is to report of it, and whether that is a hint."""
        counts = f"{len(self.members)} members, {len(self.library)} works"
        yield f"{counts}, {len(self.joined)} joined, {len(self.nearly)} nearly", False
        if not self.members:
            yield "no members were detected: convert one page per person, or list the members with --members", True
        elif self.without_owner:
            yield f"whose page this is was not detected: {', '.join(self.without_owner)}", False
            yield "list the members with --members", True
        if self.unnamed:
            where = "have no member as an author, and are in no member's file"
            yield f"{len(self.unnamed)} works on members' pages {where}", False
        if self.nearly or self.unnamed:
            yield "see review.md for the list and the reasons", True

    @property
    def review(self) -> str:
        """What was joined and why, and what nearly was, in Markdown."""
        lines = ["# What was joined", ""]
        chapters = [("", self.joined), ("# What nearly was", self.nearly)]
        chapters += [("# What is on a member's page without the member", self.unnamed)] if self.unnamed else []
        for title, found in chapters:
            lines += ["", title, ""] if title else []
            for one in found:
                lines += [f"- `{one.key}` {_plain(one.title)}", f"  - {_plain(one.reason)}"]
                lines += [f"  - {_plain(place)}" for place in one.places]
            lines += [] if found else ["Nothing."]
        return "\n".join(lines) + "\n"


def read_members(path: Path) -> tuple[Member, ...]:
    """Return the members of a file in TOML: a table for each with ``name`` and perhaps ``variants``.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if it is not one.
    """
    try:
        tables = tomllib.loads(read_file(path).decode("utf-8"))
        return tuple(_member(word, about) for word, about in tables.items())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UnreadableInputError(f"{path} is not a members file: {error}", _HINT) from None
    except UsageError as error:
        raise UnreadableInputError(f"{path}: {error.problem.message}", error.problem.hint) from None


def _member(word: str, about: Mapping[str, object]) -> Member:
    if not _WORD.fullmatch(word):
        raise UsageError(f"'{word}' is not a valid name of a table", "use lowercase letters, digits and hyphens")
    variants = about.get("variants", [])
    if not isinstance(variants, list):
        raise TypeError(f"the variants of {word} are not a list")
    names = [name for text in (about["name"], *variants) for name in read_names(str(text), "bibtex").names]
    if not names or any(name.literal for name in names):
        raise UsageError(f"{word} has no name of a person", "write Ada Lind, or Lind, Ada")
    return Member(word, tuple(names))


def _owners(conversion: Conversion) -> Iterator[Member]:
    """Yield the people whose pages were read, each once."""
    found: list[Name] = []
    for reading in conversion.readings:
        owner = reading.owner
        if owner and not any(same_person(owner, other).degree >= SURE for other in found):
            found.append(owner)
    taken: set[str] = set()
    for name in found:
        word = re.sub(r"[^a-z0-9]+", "-", to_ascii(name.family or name.literal).lower()).strip("-")[:30] or "member"
        word = next(w for w in (word, *(f"{word}-{n}" for n in range(2, len(found) + 2))) if w not in taken)
        taken.add(word)
        yield Member(word, (name,))


# --- who wrote it --------------------------------------------------------------------------------------------------


def _people(work: Work) -> Iterator[Name]:
    return (name for value in work.variables.values() if isinstance(value, tuple) for name in value)


def _with_marks(work: Work, marks_of: Callable[[Name], set[str]]) -> Work:
    changed = {
        variable: tuple(replace(name, marks=tuple(sorted(marks_of(name)))) for name in value)
        for variable, value in work.variables.items()
        if isinstance(value, tuple)
    }
    return replace(work, variables={**work.variables, **changed})


def _own_name(work: Work, member: Member) -> Name | None:
    """Return the name on a work of a member's own page that is a form of the member's; None if none or several may be.

    On a page of their own a form that elsewhere would be another person's is enough: a family name that is divided
    otherwise, a middle name, another short form of the given name.
    """
    likely = [
        (max(same_person(name, own).degree for own in member.names), name)
        for name in _people(work)
        if not name.literal and not any(mark != SELF for mark in name.marks)
    ]
    best = max((degree for degree, _ in likely), default=0.0)
    found = [name for degree, name in likely if degree == best >= LIKELY]
    return found[0] if len(found) == 1 else None


def _also_marking(own: Name, member: Member) -> Callable[[Name], set[str]]:
    return lambda name: set(name.marks) | ({member.word} if name == own else set())


# --- the review ----------------------------------------------------------------------------------------------------


def _joined(conversion: Conversion) -> Iterator[Joined]:
    """Yield the works that are on several pages, with the reason why each is one."""
    read: dict[tuple[str, Span], Work] = {}
    for part in conversion.parts:
        for work, trace in zip(part.library, part.library.traces, strict=bool(part.library.traces)):
            read[trace.source.name, trace.span] = work
    pairs = zip(conversion.library, conversion.library.traces, strict=bool(conversion.library.traces))
    for work, trace in pairs:
        spots = [(trace.source, trace.span), *trace.also]
        found = [read[s.name, span] for s, span in spots if (s.name, span) in read]
        if trace.also:
            reasons = dict.fromkeys(str(same_work(found[0], other)) for other in found[1:])
            yield Joined(work.id, work.text("title"), tuple(s.place(span) for s, span in spots), "; ".join(reasons))


def _nearly(library: Works) -> Iterator[Joined]:
    """Pairs that are likely one work and stayed two, with the reason."""
    index, described = CandidateIndex(), [describe(work) for work in library]
    spots: Mapping[int, Trace] = dict(enumerate(library.traces))
    close: dict[tuple[int, int], str] = defaultdict(str)
    for at, its in enumerate(described):
        for other in index.near(its):
            verdict = same_work(described[other], its)
            if verdict.one_work or verdict.shared:
                close[other, at] = f"{verdict}; {verdict.doubt}" if verdict.doubt else str(verdict)
        index.add(at, its)
    for (one, other), reason in close.items():
        places = tuple(spots[n].source.place(spots[n].span) for n in (one, other) if n in spots)
        keys = f"{library[one].id}, {library[other].id}"
        yield Joined(keys, library[one].text("title"), places, reason)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[<>`*_\[\]]", " ", text).split())
