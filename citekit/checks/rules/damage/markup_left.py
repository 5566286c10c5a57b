r"""Markup of another language is left in a value: ``**bold**``, ``<i>``, ``\*``.

Why: BibTeX prints it as it stands.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy <i>queues</i>}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy \emph{queues}}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_field, together
from citekit.checks.reading.entry import Entry, Field
from citekit.text.guarded import Guarded

SEVERITY = "warning"
FIELDS = ("title", "booktitle", "journal", "author", "editor", "series", "publisher", "note", "year")

_MARKUP = Guarded(
    r"</?(?:i|b|em|strong|small|sub|sup|sc|span|p|br|scp|inf|u|tt|a|div|font|math|tex-math|jats:[a-z-]{1,14}|mml:[a-z]{1,12})"
    r"(?:\s[^<>]{0,200})?/?>|<!--|\*\*[^*\n]{1,300}\*\*|(?<=[^\W\d_])\\\*|\\\*(?=\\\*|\s|$)"
    r"|(?<![\w*\\$^])\*[^\W\d_][^*\n$]{0,300}(?<=\w)\*(?![\w*])"  # *italic*
    r"|(?<![\w_\\$^{])_{1,2}[^\W\d_][^_\n$]{0,300}(?<=\w)_{1,2}(?![\w_}])|~~[^~\n]{1,300}~~"
    r"|(?-i:\[(?P<tag>[biu])\](?=[^\[\]]{1,300}\[/(?P=tag)\]))|!?\[[^\[\]\n]{1,300}\]\([^\s()]{2,300}\)|(?::[a-z]{2,12}:)?(?<![`\\])`{1,2}[^\W\d_][^`'\\\n]{0,300}`{1,2}(?!`)"
    r"|\[-?@[A-Za-z][\w:.-]{1,80}[;\]]|\\textless\s*+(?:\{\}\s*+)?/?[a-z]{1,6}\s*\\textgreater"
    r"|(?<!['\w])'{2,3}(?=[^\W\d_])[^'\n]{1,300}(?<=\w)'{2,3}(?!')",
    re.IGNORECASE,
)
_COMMANDS = {
    "i": "emph",
    "em": "emph",
    "b": "textbf",
    "strong": "textbf",
    "sub": "textsubscript",
    "sup": "textsuperscript",
    "inf": "textsubscript",
}
_PAIR = re.compile(r"<(?P<tag>i|em|b|strong|sub|sup|inf)>(?P<inside>[^<>{}]{0,300})</(?P=tag)>", re.IGNORECASE)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    found: list[Diagnostic] = []
    done = -1
    for match in _MARKUP.finditer(part.text):
        if match.start() < done or (match[0].startswith("[@") and part.name == "author"):
            continue
        pair = _PAIR.match(part.text, match.start())
        fix = None
        if pair and part.inside >= 0:
            done = pair.end()
            text = f"\\{_COMMANDS[pair['tag'].lower()]}{{{pair['inside']}}}"
            fix = Fix(f"write {text}", (Edit(part.source, part.part(*pair.span()), text),))
        found.append(
            at_field(
                part,
                f"'{match[0]}' is markup of another language",
                "take it out, or write LaTeX",
                part.part(*match.span()),
                fix,
            )
        )
    return together(found)
