"""Numbers and bullets of lists, counted as Word counts them."""

from __future__ import annotations

from citekit.documents.docx.package import val
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.text.numerals import letter, roman
from citekit.text.xml import Element

_PLACEHOLDER = re.compile(r"%([1-9])")
_HIGHEST = 100_000  # no list counts higher; bounds the length of numerals in letters


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a list: the format of its numbers, the text around them (``[%1]``), and the first number."""

    form: str = "decimal"
    text: str = "%1."
    start: int = 1


class WordNumbering:
    """The lists of ``word/numbering.xml``; counts items as they come."""

    def __init__(self, root: Element | None) -> None:
        nodes = root.children if root else []
        abstract = {
            node.attributes.get("w:abstractNumId", ""): {
                _integer(level.attributes.get("w:ilvl", "")): _level(level) for level in node.every("w:lvl")
            }
            for node in nodes
            if node.name == "w:abstractNum"
        }
        self._lists: dict[str, tuple[str, dict[int, Level]]] = {}
        self._counts: dict[str, list[int]] = {}
        for node in nodes:
            if node.name != "w:num":
                continue
            base = val(node, "w:abstractNumId")
            levels = dict(abstract.get(base, {}))
            restarted = False
            for override in node.every("w:lvlOverride"):
                number = _integer(override.attributes.get("w:ilvl", ""))
                inner = override.first("w:lvl")
                known = _level(inner) if inner else levels.get(number, Level())
                start = val(override, "w:startOverride")
                restarted = restarted or bool(start)
                levels[number] = Level(known.form, known.text, _integer(start) if start else known.start)
            key = node.attributes.get("w:numId", "")
            self._lists[key] = (f"{base}/{key}" if restarted else base, levels)

    def marker(self, list_id: str, level: int) -> str:
        """Return the marker of the next item of a list at a level from 0; lists of one kind continue counting."""
        base, levels = self._lists.get(list_id, (list_id, {}))
        counts = self._counts.setdefault(base, [])
        while len(counts) <= level:
            counts.append(levels.get(len(counts), Level()).start - 1)
        del counts[level + 1 :]
        counts[level] += 1
        form = levels.get(level, Level())
        if form.form == "bullet":
            return "•"
        if form.form == "none":
            return ""
        text = _PLACEHOLDER.sub(lambda m: _shown(levels, counts, int(m[1]) - 1), form.text)
        return text.strip() or "•"

    def knows(self, list_id: str) -> bool:
        """Whether there is such a list."""
        return list_id in self._lists


def _level(node: Element) -> Level:
    text = val(node, "w:lvlText")
    return Level(val(node, "w:numFmt") or "decimal", text[:40], _integer(val(node, "w:start") or "1"))


def _integer(text: str) -> int:
    # more digits are damage
    return min(int(text), _HIGHEST) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def _shown(levels: dict[int, Level], counts: list[int], level: int) -> str:
    if level >= len(counts):
        return ""
    return in_form(counts[level], levels.get(level, Level()).form)


def in_form(number: int, form: str) -> str:
    """Return a number as Word's format ``form`` writes it; plain digits for formats of other scripts."""
    if form in ("lowerLetter", "upperLetter") and number > 0:
        return letter(number).upper() if form == "upperLetter" else letter(number)
    if form in ("lowerRoman", "upperRoman"):
        return roman(number).upper() if form == "upperRoman" else roman(number)
    return f"{number:02d}" if form == "decimalZero" else str(number)
