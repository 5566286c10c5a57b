"""Titles in parts: ``title``, ``subtitle`` and ``titleaddon`` <-> the one title that CSL has.

A work holds the whole title in its variable and the parts in its fields, which say where BibLaTeX divides it.
"""

from __future__ import annotations

from citekit.text.rich import TAG
from citekit.text.tex_syntax import in_kind

_COLON, _STOP = ": ", ". "


def joined(title: str, subtitle: str, addon: str) -> str:
    """A whole title: ``Title: Subtitle. Addition``; a mark at the end of a part takes the joint's place."""
    whole = f"{title}{_joint(title, _COLON)}{subtitle}" if subtitle else title
    return in_kind(f"{whole}{_joint(whole, _STOP)}{addon}" if addon else whole, title, subtitle, addon)


def _joint(text: str, wanted: str) -> str:
    return " " if TAG.sub("", text).rstrip()[-1:] in ("?", "!", ":", ".") else wanted


def divided(whole: str, subtitle: str, addon: str) -> tuple[str, str, str] | None:
    """The parts of a whole title again; None where it does not end in them, for it was changed since."""
    title = whole
    for part, joint in ((addon, _STOP), (subtitle, _COLON)):
        if not part:
            continue
        if not title.endswith(part):
            return None
        head = title[: -len(part)]
        title = head.removesuffix(joint) if head.endswith(joint) else head.removesuffix(" ")
    title = in_kind(title, whole)
    return (title, subtitle, addon) if title and joined(title, subtitle, addon) == whole else None
