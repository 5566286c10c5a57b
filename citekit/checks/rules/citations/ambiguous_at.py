r"""An ``@`` before a known key is read as something else than it looks like.

Why: Pandoc takes ``@key`` for a citation at the beginning of a word only. Behind a word it is an e-mail address and no
citation; in a bare web address, or as a person's handle, it is a citation that nobody meant.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.md
    Shown before [@doe2020], and see@doe2020 once more; their account is https://example.org/@doe2020.

Use instead:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.md
    Shown before [@doe2020], and see @doe2020 once more; their account is <https://example.org/@doe2020>.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.manuscripts.document import Part
from citekit.span import Span

SEVERITY = "note"

_MARKDOWN = (".md", ".markdown", ".mdown", ".pandoc", ".qmd", ".rmd")
_OTHER_SYNTAX = re.compile(r"\{%-?\s{0,9}(?:cite|bibliography)|\{(?:foot)?cite(?::\w{1,20})?\}`")
_KEY = r"(?P<key>[^\W](?:\w|[:.#$%&+?<>~/-](?=\w))*)"
_BEHIND_WORD = re.compile(rf"(?<=[^\W_])@{_KEY}")
_IN_ADDRESS = re.compile(rf"\bhttps?://[^\s@<>()\[\]]{{1,300}}(?<=/)@{_KEY}")
_HANDLE = re.compile(
    rf"\[@{_KEY}\]\(https?://(?:www\.)?(?:github|gitlab|twitter|x|instagram|linkedin|youtube|medium|threads|bsky|mastodon|fosstodon)\b"
    rf"|(?<![\w@\\])@(?P<named>[^\W]\w*)[ ]on[ ](?:GitHub|Twitter|X|Mastodon|Instagram|LinkedIn|Bluesky|GitLab)\b"
)


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    parts = [part for part in manuscript.parts if part.source.name.lower().endswith(_MARKDOWN)]
    if parts:
        keys = frozenset().union(*(b.keys for b in context.project.of(manuscript)))
        for part in parts:
            yield from _in_part(part, keys)


def _in_part(part: Part, keys: frozenset[str]) -> Iterator[Diagnostic]:
    text = part.source.text
    if "@" not in text or _OTHER_SYNTAX.search(text):
        return
    from citekit.manuscripts.markdown import read_markdown  # here, for few texts are Markdown

    visible = read_markdown(text).text
    for match in _BEHIND_WORD.finditer(visible):
        if match["key"] in keys:
            message = f"'@{match['key']}' behind a word is no citation"
            yield _found(part, match, "key", message, "put a blank before it, or escape it: \\@")
    for match in _IN_ADDRESS.finditer(visible):
        if match["key"] in keys:
            message = f"'@{match['key']}' in this address is read as a citation"
            yield _found(part, match, "key", message, "put the address between < and >")
    for match in _HANDLE.finditer(text):
        name = "key" if match["key"] else "named"
        shown = visible[match.start(name) - 1 : match.end(name)]
        if match[name] in keys and shown == f"@{match[name]}":
            yield _found(part, match, name, f"the handle '@{match[name]}' is read as a citation", "escape it: \\@")


def _found(part: Part, match: re.Match[str], name: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(message, part.source, Span(match.start(name) - 1, match.end(name)), hint, match[name])
