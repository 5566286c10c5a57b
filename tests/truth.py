"""Clean projects in five languages, and the changes that ``tests/cases/check`` makes to them.

A project has a bibliography of eleven entries, a document that cites them all, and nothing that a check could find. The
words of a document are of its language: English in LaTeX, German in Markdown, French in Typst, Spanish in Org, Italian in
reStructuredText. A change is a row of a table: what was done, where, what stands there now, and the rule that tells of it.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "cases" / "check"
LANGUAGES = ("latex", "markdown", "typst", "org", "rst")

_FAMILIES = {
    "latex": "Ashdown Birchall Cotterell Dunmore Ellsworth Fairbank Greenhalgh Hathersage",
    "markdown": "Ackermann Brückner Dietrich Eberle Fuhrmann Gerstner Hofstetter Jansen",
    "typst": "Aubertin Beaulieu Charpentier Delacourt Fontenay Giraudeau Lacombe Montreuil",
    "org": "Alvarado Benavides Carrasco Echeverría Figueroa Gallardo Ibarra Montoya",
    "rst": "Albertini Bellandi Castellani Donadoni Fabbricatore Gambardella Lorenzetti Martinelli",
}
_GIVEN = "Alma Boris Clara David Elena Franz Greta Hugo".split()
_SENTENCES = {
    "latex": ("The method of {a} is well known {c}.", "Others have measured it {c}.", "It was shown earlier {c}."),
    "markdown": (
        "Das Verfahren ist lange bekannt {c}.",
        "Andere haben es gemessen {c}.",
        "Das wurde früher gezeigt {c}.",
    ),
    "typst": ("La méthode est bien connue {c}.", "Elle a été mesurée ailleurs {c}.", "On le savait déjà {c}."),
    "org": ("El método es bien conocido {c}.", "Otros lo han medido {c}.", "Se sabía desde antes {c}."),
    "rst": ("Il metodo è ben noto {c}.", "Altri lo hanno misurato {c}.", "Era noto da prima {c}."),
}
_DOCUMENTS = {
    "latex": (
        "paper.tex",
        "\\documentclass{article}\n\\usepackage{natbib}\n\\begin{document}\n%s\n\\bibliographystyle{plainnat}\n\\bibliography{refs}\n\\end{document}\n",
    ),
    "markdown": ("paper.md", "---\ntitle: Text\nbibliography: refs.bib\n---\n\n%s\n"),
    "typst": ("paper.typ", '= Text\n\n%s\n\n#bibliography("refs.bib")\n'),
    "org": ("paper.org", "#+title: Text\n#+bibliography: refs.bib\n\n%s\n\n#+print_bibliography:\n"),
    "rst": ("paper.rst", "Text\n====\n\n%s\n\n.. bibliography:: refs.bib\n"),
}
_CITES = {
    "latex": (r"\citep{%s}", ","),
    "markdown": ("[%s]", "; "),
    "typst": ("%s", " "),
    "org": ("[cite:%s]", ";"),
    "rst": (":cite:p:`%s`", ","),
}
_TITLES = (
    "Slow growth of lichens on granite walls",
    "Counting birds along a northern river",
    "Models of heat in old stone houses",
    "Rain and the flow of small streams",
    "How bees choose between two meadows",
    "Light through the leaves of beech trees",
    "Winter food of mountain hares",
    "Soil under three kinds of forest",
    "Measuring wind with cheap instruments",
    "Paths that deer keep open",
    "Guidelines for clean drinking water",
)
_KINDS = {
    "article": (
        "article",
        "journal = {Physical Review B}, volume = {21}, number = {4}, pages = {101--110}, month = sep, issn = {0018-9219}, doi = {10.1103/x.21.101}",
    ),
    "second": (
        "article",
        "journal = {Physical Review B}, volume = {23}, number = {2}, pages = {55--63}, month = feb, doi = {10.1103/x.23.55}",
    ),
    "third": (
        "article",
        "journal = {Journal of Quiet Rivers}, volume = {7}, number = {1}, pages = {1--9}, month = mar",
    ),
    "paper": (
        "inproceedings",
        "booktitle = {Proceedings of the Meeting on Small Streams}, pages = {33--41}, doi = {10.1145/1000.2000}",
    ),
    "other": ("inproceedings", "booktitle = {Proceedings of the Meeting on Small Streams}, pages = {42--50}"),
    "book": ("book", "publisher = {Harbour Press}, address = {Leiden}, edition = {Third}, isbn = {978-0-306-40615-7}"),
    "thesis": ("phdthesis", "school = {University of Turku}"),
    "chapter": (
        "incollection",
        "booktitle = {Handbook of Forests}, editor = {Ida North}, publisher = {Harbour Press}, pages = {77--99}",
    ),
    "preprint": ("misc", "eprint = {1905.01234}, archiveprefix = {arXiv}, primaryclass = {physics.ao-ph}"),
    "page": ("misc", "howpublished = {Web page}, url = {https://example.org/wind}"),
    "group": ("techreport", "institution = {Office for Water}, number = {12}"),
}
_YEARS = dict(zip(_KINDS, (2015, 2016, 2017, 2018, 2018, 2011, 2014, 2012, 2019, 2020, 2021), strict=True))


@dataclass(frozen=True)
class Change:
    """A row of a table: what a person did, where, what stands there now, the rule, and the profile that has it."""

    what: str
    where: str
    text: str
    rule: str
    profile: str
    languages: tuple[str, ...]


def changes(name: str) -> list[Change]:
    """The rows of ``tests/cases/check/NAME.md``."""
    found = []
    for line in (FOLDER / f"{name}.md").read_text(encoding="utf-8").splitlines():
        if not line.startswith("| ") or line.startswith(("| what", "| --")):
            continue
        what, where, text, rule = (re.sub(r"^`|`$", "", cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:5])
        where, _, only = where.partition(" ")
        rule, _, profile = rule.partition(" ")
        languages = tuple(only.strip("()").split("/")) if only else LANGUAGES
        found.append(Change(what, where, text.replace("\\|", "|"), rule, profile.strip("()") or "default", languages))
    return found


class Project:
    """The files of a clean project in a language; ``random`` chooses names and titles."""

    def __init__(self, language: str, seed: int = 0) -> None:
        self.language = language
        chosen = random.Random(f"{language}{seed}")
        families = chosen.sample(_FAMILIES[language].split(), 8)
        titles = dict(zip(_KINDS, [*chosen.sample(_TITLES[:-1], len(_TITLES) - 1), _TITLES[-1]], strict=True))
        people = [f"{family}, {given}" for family, given in zip(families, chosen.sample(_GIVEN, 8), strict=True)]
        self.first = dict(zip(_KINDS, [*families, *families[:3]], strict=True))
        self.entries: dict[str, dict[str, str]] = {}
        self.types: dict[str, str] = {}
        for number, (kind, (entry_type, rest)) in enumerate(_KINDS.items()):
            authors = [people[(number + step) % 8] for step in range(3 if kind != "thesis" else 1)]
            fields = {"author": "{{{}}}".format(" and ".join(authors)), "title": f"{{{titles[kind]}}}"}
            fields |= dict(re.findall(r"([a-z+]+) = (\{.*?\}|\w+)(?:, |$)", rest))
            self.entries[kind] = fields | {"year": f"{{{_YEARS[kind]}}}"}
            self.types[kind] = entry_type
        self.before, self.behind = "", ""
        sentences = _SENTENCES[language]
        self.text = [
            sentences[number % len(sentences)].format(c=self.cite(kind), a="this kind")
            for number, kind in enumerate(_KINDS)
        ]
        self.name, self.frame = _DOCUMENTS[language]

    def key(self, kind: str) -> str:
        """The citation key of an entry; another word is a key itself."""
        if kind not in _KINDS:
            return kind
        return f"{self.first[kind].lower().encode('ascii', 'ignore').decode()}{_YEARS[kind]}{kind}"

    def cite(self, *kinds: str) -> str:
        """A citation in the document's language."""
        form, between = _CITES[self.language]
        sign = "@" if self.language in ("markdown", "typst", "org") else ""
        return form % between.join(sign + self.key(kind) for kind in kinds)

    def filled(self, text: str) -> str:
        """A text with ``<cite:KIND>``, ``<key:KIND>``, ``<family:KIND>``, ``<year:KIND>`` and ``<field:KIND:NAME>`` put in."""
        text = re.sub(r"<cite:([a-z,]+)>", lambda m: self.cite(*m[1].split(",")), text)
        text = re.sub(r"<key:([a-z]+)>", lambda m: self.key(m[1]), text)
        text = re.sub(r"<family:([a-z]+)>", lambda m: self.first[m[1]], text)
        text = re.sub(r"<year:([a-z]+)>", lambda m: str(_YEARS[m[1]]), text)
        text = re.sub(r"<field:([a-z]+):([a-z]+)>", lambda m: self.entries[m[1]][m[2]][1:-1], text)
        return re.sub(r"<U\+([0-9A-F]{4})>", lambda m: chr(int(m[1], 16)), text).replace("<nl>", "\n")

    def change(self, change: Change) -> None:
        """Makes a change: to an entry, to the text (``text``), to the file of entries (``bib``) or the frame (``frame``)."""
        text = self.filled(change.text)
        if change.where == "text":
            self.text.append(text)
        elif change.where == "bib":
            self.behind += text + "\n"
        elif change.where == "frame":
            old, _, new = text.partition(" -> ")
            assert old in self.frame, old
            self.frame = self.frame.replace(old, new)
        elif change.where == "uncited":
            self.text = [
                line
                for line in self.text
                if not any(self.key(kind) in line for kind in text.partition(" ")[0].split(","))
            ]
            self.text.append(text.partition(" ")[2])
        else:
            for part in text.split(" ;; "):
                name, _, value = part.partition("=")
                if name.strip() == "type":
                    self.types[change.where] = value.strip()
                elif value.strip():
                    self.entries[change.where][name.strip()] = value.strip()
                else:
                    del self.entries[change.where][name.strip()]

    def write(self, folder: Path) -> None:
        """Puts the files into a folder."""
        rows = [
            f"@{self.types[kind]}{{{self.key(kind)},\n"
            + "".join(f"  {name} = {value},\n" for name, value in fields.items())
            + "}\n"
            for kind, fields in self.entries.items()
        ]
        (folder / "refs.bib").write_text("\n".join(rows) + self.behind, encoding="utf-8")
        (folder / self.name).write_text(self.frame % "\n\n".join(self.text), encoding="utf-8")
