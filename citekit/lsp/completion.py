"""Keys while someone types a citation: found by the key, or by words of title, names and year in any order."""

from __future__ import annotations

from pathlib import Path

from lsprotocol.types import CompletionItem, CompletionItemKind, CompletionList, Position, Range, TextEdit

from citekit.lsp.entries import Placed, people
from citekit.lsp.project import EditorProject
from citekit.lsp.text import OffsetText
from citekit.model.identity.titles import words
from citekit.runtime import patterns as re

MOST = 60
"""This many keys are offered at once; the next letter narrows them."""
_BEFORE = 400
"""So much before the cursor is looked at."""
_IN_BRACES = re.compile(
    r"\\[A-Za-z]{0,20}[cC]ite[A-Za-z]{0,20}\*?"
    r"(?:\s{0,3}+(?:\[[^\[\]]{0,100}+\]|\([^()]{0,100}+\))){0,2}\s{0,3}\{(?:[^{}]{0,300},)?[ \t\n]{0,40}(?P<typed>[^{},\n]{0,80})\Z"
)
"""The key that is being typed in a citation command of LaTeX, after up to two optional arguments and other keys."""
_IN_ROLE = re.compile(
    r"(?:\{(?:foot)?cite[\w:]{0,20}\}|:(?:foot)?cite[\w:]{0,20}:)`(?:[^`\n]{0,300}[,;])?[ \t]{0,9}(?P<typed>[^`,;\n]{0,80})\Z"
)
_BEHIND_AT = re.compile(r"(?<![\w.@/\\])-?@\{?(?P<typed>[^\s@\[\](){},;`\"'<>]{0,80})\Z")
_IN_CALL = re.compile(r"#cite\(\s{0,9}(?:<|label\(\")(?P<typed>[^<>\"()\n]{0,80})\Z")
_IN_FIELD = re.compile(
    r"\b(?:crossref|xref|xdata|related|entryset)\s{0,9}=\s{0,9}[{\"](?:[^{}\"]{0,300},)?\s{0,9}(?P<typed>[^{}\",\n]{0,80})\Z",
    re.IGNORECASE,
)
"""The key that is being typed in a field that names other entries."""
_PATTERNS = {
    ".tex": (_IN_BRACES,),
    ".ltx": (_IN_BRACES,),
    ".rnw": (_IN_BRACES,),
    ".bib": (_IN_FIELD,),
    ".bibtex": (_IN_FIELD,),
    ".typ": (_BEHIND_AT, _IN_CALL),
    ".org": (_BEHIND_AT, _IN_BRACES),
    ".rst": (_IN_ROLE,),
}
_OF_MARKDOWN = (_IN_ROLE, _BEHIND_AT, _IN_BRACES)


def typed_at(text: OffsetText, position: Position, path: Path) -> str | None:
    """Return what was typed of a key before the cursor; None if no citation is being typed."""
    offset = text.offset(position)
    before = text.text[max(0, offset - _BEFORE) : offset]
    for pattern in _PATTERNS.get(path.suffix.lower(), _OF_MARKDOWN):
        if match := pattern.search(before):
            return str(match["typed"])
    return None


def completion(project: EditorProject, path: Path, position: Position) -> CompletionList | None:
    """Return the keys that fit what was typed, those first whose key begins with it; None if no citation is being typed."""
    source = project.source(path)
    text = project.text(source) if source else None
    typed = typed_at(text, position, path) if text else None
    if text is None or typed is None:
        return None
    offset = text.offset(position)
    # In a line above where a lone CR ends one: LSP counts lines so, patterns do not.
    start = text.position(offset - len(typed))
    wanted = words(typed) or [typed.lower()] * bool(typed)
    found: dict[str, Placed] = {}
    for entries in project.bibliographies(path):
        exact = entries.get(typed)
        for placed in ([exact] if exact else []) + list(entries.found(wanted, MOST)):
            found.setdefault(placed.entry.key, placed)
    low = typed.lower()
    order = sorted(found, key=lambda key: (not key.lower().startswith(low), key.lower() != low, key))
    items = [_item(found[key], at, typed, Range(start, position)) for at, key in enumerate(order[:MOST])]
    return CompletionList(is_incomplete=True, items=items)


def _item(placed: Placed, at: int, typed: str, range_: Range) -> CompletionItem:
    entry = placed.entry
    year = entry.text("year", "date")[:4]
    return CompletionItem(
        label=entry.key,
        kind=CompletionItemKind.Reference,
        detail=f"{people(entry)} ({year or 'n.d.'})",
        documentation=entry.title,
        sort_text=f"{at:04}",
        filter_text=typed or entry.key,
        text_edit=TextEdit(range_, entry.key),
    )
