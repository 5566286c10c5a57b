"""Conversion of CSL rich text to and from plain text, Markdown and HTML, with everything escaped that is not its markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape, unescape

from citekit.runtime import patterns as re
from citekit.text.rich import TAG, as_rich, paired, unescaped, without_tags

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_MARKDOWN = re.compile(r"[\\`*_{}\[\]#|~$]|&(?=#?[A-Za-z0-9])|[<>]")
_NUMBERED = re.compile(r"(\d{1,9})[.)]")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_MARKDOWN_TAGS = {"i": ("*", "*"), "b": ("**", "**"), "sup": ("<sup>", "</sup>"), "sub": ("<sub>", "</sub>")}
_HTML_TAGS = {
    **{tag: (f"<{tag}>", f"</{tag}>") for tag in ("i", "b", "sup", "sub")},
    "sc": ('<span style="font-variant:small-caps;">', "</span>"),
}


def one_line(text: str) -> str:
    """Return the text on one line, without control characters."""
    return " ".join(_CONTROL.sub(" ", text).split())


def plain(text: str) -> str:
    """Return rich text without its tags, on one line."""
    return one_line(without_tags(text))


def markdown(text: str, within: str = "") -> str:
    """Convert rich text to Markdown; ``within`` is a tag (``b``, ``i``) that already surrounds all of it.

    What Markdown, HTML or a site's template language would parse as syntax is escaped: punctuation by a backslash, angle
    brackets and ampersands as entities, which all dialects support.
    """
    out = []
    for tags, piece in pieces(one_line(text)):
        made = _MARKDOWN.sub(lambda m: _ENTITIES.get(m[0], f"\\{m[0]}"), piece)
        bare = made.strip()
        if tags and bare:
            made = made.replace(bare, _wrapped(bare, [tag for tag in tags if tag != within], _MARKDOWN_TAGS), 1)
        out.append(made)
    return " ".join("".join(out).split())


def at_line_start(text: str) -> str:
    """Escape Markdown that begins a line, so that it is not parsed as a list, a heading or a rule."""
    number = _NUMBERED.match(text)
    if number:
        return f"{number[1]}\\{text[number.end(1) :]}"
    return f"\\{text}" if text.startswith(("-", "+", "=", ":")) else text


def html(text: str) -> str:
    """Convert rich text to HTML: only its own tags become elements; everything else is escaped."""
    made = "".join(_wrapped(escape(piece), tags, _HTML_TAGS) for tags, piece in pieces(one_line(text)))
    return " ".join(made.split())


def _wrapped(text: str, tags: list[str], table: dict[str, tuple[str, str]]) -> str:
    for tag in reversed(tags):
        before, after = table.get(tag, ("", ""))
        text = f"{before}{text}{after}"
    return text


def pieces(text: str) -> Iterator[tuple[list[str], str]]:
    """Split rich text into plain pieces, each with its open tags, outermost first; a tag without a partner is text."""
    text = paired(text)
    open_tags: Counter[str] = Counter()
    spans: list[str] = []
    last = 0
    for match in TAG.finditer(text):
        if match.start() > last:
            yield [tag for tag, count in open_tags.items() if count], unescaped(text[last : match.start()])
        last = match.end()
        name = match.group("end")
        if name is None:
            tag = match.group("tag") or ("nocase" if match.group("nocase") else "sc")
            spans += [tag] if match.group("tag") is None else []
            open_tags[tag] += 1
        else:
            tag = spans.pop() if name == "span" and spans else name
            open_tags[tag] -= 1
            if open_tags[tag] <= 0:
                del open_tags[tag]
    if last < len(text):
        yield [tag for tag, count in open_tags.items() if count], unescaped(text[last:])


# A link of Markdown: `[words](target)`; parentheses in the target may be nested once.
_LINK = re.compile(r"(?<!\\)\[((?>(?:[^\[\]\\]|\\.)*))\]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)?\)")
# Emphasis without other emphasis in it: `*a b*`, `__a__`, `***a***`; `2*3*4` and `snake_case` are not.
_EMPHASIS = re.compile(
    r"(?<![^\W_])(?<![\\*])(\*\*\*|\*\*|\*|___|__|_)(?=\S)((?>(?:[^*_\\]|\\.)+))(?<=\S)\1(?![^\W_]|\*)"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TAGS_OF_SIGNS = {"*": "i", "**": "b", "***": "b"}
_ANY_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,15})(?:\s[^<>]*+)?/?>")
_RICH_TAGS = {"i": "i", "em": "i", "b": "b", "strong": "b", "sup": "sup", "sub": "sub", "sc": "sc"}
_CAPS = re.compile(r'<span style="font-variant:\s?small-caps;?">([^<>]*+)</span>')


def from_markdown(text: str) -> str:
    """Convert Markdown to rich text on one line: emphasis, links as their labels, entities and escapes."""
    bare = _LINK.sub(lambda m: m[1], one_line(text)).replace("\\<", "&lt;").replace("\\&", "&amp;")
    bare = re.sub(r"\\([*_])", lambda m: f"&#{ord(m[1])};", bare)
    for _ in range(2):  # bold type around or in italics
        bare = _EMPHASIS.sub(lambda m: _tagged(_TAGS_OF_SIGNS[m[1].replace("_", "*")], m[2]), bare)
    return from_html(_ESCAPE.sub(lambda m: m[1], bare))


def _tagged(tag: str, text: str) -> str:
    return f"<{tag}>{text}</{tag}>"


def from_html(text: str) -> str:
    """Convert HTML to rich text on one line: tags that rich text has too, and the text of all others."""
    bare = _CAPS.sub(lambda m: _tagged("sc", m[1]), one_line(text))
    out: list[str] = []
    last = 0
    for match in _ANY_TAG.finditer(bare):
        tag = _RICH_TAGS.get(match[2].lower())
        out += (as_rich(unescape(bare[last : match.start()])), f"<{match[1]}{tag}>" if tag else " ")
        last = match.end()
    return one_line("".join((*out, as_rich(unescape(bare[last:])))))
