"""The bibliography that is brought up to date: a file, or the folder of a format that has a file for each work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from citekit.formats import files
from citekit.formats.rewriting import Rewrite, rewritten, rewritten_pages
from citekit.model.work import Work, Works
from citekit.runtime.encodings import Encoding, decode
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import fingerprint, read_file
from citekit.runtime.span import Span

_ROUNDS = 5


@dataclass(frozen=True)
class Target:
    """What is in the files now: their texts by path, the works in them, and where each of these was read; ``read``
    are the fingerprints of the files."""

    path: Path
    format: str
    texts: Mapping[Path, str] = field(default_factory=dict)
    works: tuple[Work, ...] = ()
    places: tuple[tuple[Path, Span], ...] = ()
    encoding: Encoding = field(default_factory=Encoding)
    read: Mapping[Path, str] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path, format: str = "") -> Target:  # noqa: A002 - the public word for it
        """Return the bibliography at a path, also if there is none yet.

        Raises :class:`~citekit.runtime.errors.UsageError` if no format fits and
        :class:`~citekit.runtime.errors.UnreadableInputError` where it cannot be read.
        """
        if path.is_dir() or (format and files.is_folder(format)):
            return cls._of_folder(path, format)
        chosen = format or files.format_of(path) or ("" if path.exists() else "bibtex")
        if not path.exists():
            files.check_writable(chosen)
            return cls(path, chosen)
        data = read_file(path)
        decoded, read = decode(data, str(path)), {path: fingerprint(data)}
        text = decoded.text.removeprefix("\ufeff")
        chosen_format = format or files.readable_format(path.suffix.lower(), text[:65536]) or chosen
        files.check_writable(chosen_format)
        if is_list(chosen_format) or not text.strip():
            return cls(path, chosen_format, {path: text}, encoding=decoded.encoding, read=read)
        library = files.loads(text, chosen_format, str(path))
        places = tuple((path, trace.span) for trace in library.traces)
        return cls(path, chosen_format, {path: text}, library.works, places, decoded.encoding, read)

    @classmethod
    def _of_folder(cls, path: Path, format: str) -> Target:  # noqa: A002
        pages = files.pages_of(path, format) if path.is_dir() else []
        chosen = format or next((name for _, name in pages), "")
        if not chosen:
            raise UsageError(f"cannot determine the format of directory {path}", "specify it: --to hugo")
        texts: dict[Path, str] = {}
        read: dict[Path, str] = {}
        works: list[Work] = []
        places: list[tuple[Path, Span]] = []
        for page, name in pages:
            library = files.load(page, name)
            for near in (page, page.parent / "cite.bib"):
                if near.exists():
                    data = read_file(near)
                    texts[near], read[near] = decode(data, str(near)).text, fingerprint(data)
            works += library.works
            places += [(page, trace.span) for trace in library.traces]
        return cls(path, chosen, texts, tuple(works), tuple(places), read=read)

    def as_written(self, works: Sequence[Work]) -> list[Work]:
        """Return the works as the format gives them back; what it cannot hold is not a change."""
        if is_list(self.format) or not works:
            return list(works)
        if files.is_folder(self.format):
            return [self._read_page(work) for work in works]
        again = files.loads(files.dumps(Works(tuple(works)), self.format), self.format)
        if len(again) != len(works):
            raise UnreadableInputError(f"{self.format} does not give back what is written", "choose another format")
        return list(again)

    def _read_page(self, work: Work) -> Work:
        pages = files.module_of(self.format).pages([work])
        name = next(name for name in pages if name.endswith(".md"))
        near = {other.rpartition("/")[2]: text for other, text in pages.items()}
        return files.read_text(pages[name], name, self.format, lambda place: near.get(place, ""))[2][0]

    def written(self, changed: Mapping[int, Work], added: Sequence[Work]) -> tuple[dict[Path, str], set[int]]:
        """Return the texts of the files with works changed (by number) and added, and the numbers that could not be changed.

        What was written is read again: a change that would do anything else than it states is not made.
        """
        refused: set[int] = set()
        texts: dict[Path, str] = {}
        for _ in range(_ROUNDS):
            wanted = {number: work for number, work in changed.items() if number not in refused}
            texts, failed = self._texts(wanted, added)
            failed |= {
                n for n, works in self._read_again(texts) if n < len(self.works) and works != wanted.get(n, works)
            }
            failed &= wanted.keys()
            if not failed:
                break
            refused |= failed
        else:
            texts, _ = self._texts({}, added)
            refused = set(changed)
        return texts, refused

    def _texts(self, changed: Mapping[int, Work], added: Sequence[Work]) -> tuple[dict[Path, str], set[int]]:
        if files.is_folder(self.format):
            return self._pages(changed, added)
        text = self.texts.get(self.path, "")
        rewrites = {n: Rewrite(self.places[n][1], self.works[n], work) for n, work in changed.items()}
        made, refused = rewritten(text, self.format, list(rewrites.values()), added)
        return {self.path: made}, {n for n, rewrite in rewrites.items() if rewrite in refused}

    def _pages(self, changed: Mapping[int, Work], added: Sequence[Work]) -> tuple[dict[Path, str], set[int]]:
        names = {self.places[n][0].relative_to(self.path).as_posix(): n for n in changed}
        pages = {path.relative_to(self.path).as_posix(): text for path, text in self.texts.items()}
        changes = [(name, self.works[n], changed[n]) for name, n in names.items()]
        made, refused = rewritten_pages(pages, self.format, changes, added)
        return {self.path / name: text for name, text in made.items()}, {names[name] for name in refused}

    def _read_again(self, texts: Mapping[Path, str]) -> Iterable[tuple[int, Work]]:
        """Number -> work of what the new texts give."""
        if not files.is_folder(self.format):
            return enumerate(files.loads(texts[self.path], self.format, str(self.path)))
        known = {**self.texts, **texts}

        def read(page: Path) -> Work:
            near = lambda place: known.get(page.parent / place, "")  # noqa: E731
            return files.read_text(known[page], str(page), self.format, near)[2][0]

        return [(n, read(page)) for n, (page, _) in enumerate(self.places)]


def is_list(format: str) -> bool:  # noqa: A002
    """Whether a format is a list for a page, of which a file is not read but compared line by line."""
    return not hasattr(files.module_of(format), "loads")
