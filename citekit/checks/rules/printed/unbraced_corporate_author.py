r"""An institution stands among the authors without braces of its own.

Why: BibTeX takes its last word for a family name: "Organization, W. H.". ``--unsafe-fixes`` puts braces around it.

Example:

    @misc{who2020, author = {World Health Organization}, title = {Lazy Queues}, year = 2020}

Use instead:

    @misc{who2020, author = {{World Health Organization}}, title = {Lazy Queues}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced, short
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import pieces

SEVERITY = "warning"
FIELDS = ("author", "editor")

_KINDS = (
    "Organi[sz]ations?|Institut(?:e|es|o|ion)?|Consortium|Committee|Commission|Association|Foundation|Collaboration|Corporation|Agency|Agence"
    "|Ministry|Minist[eè]re|Ministerium|University|Universit(?:é|y|ät|à)|Universidad|Department|Society|Council|Federation|Bureau|Authority"
    "|Laborator(?:y|ies)|Developers|Contributors|Inc\\.?|Ltd\\.?|GmbH|LLC|Verlag|Bundesamt|Academy|Observatory|Union|Project|Programme|Working Group"
    "|Research|Team|Company|Initiative|Community|Network|Alliance"
)
_WORD = r"(?:[A-ZÀ-Ý][\w&.'’-]{0,30}+|of|for|the|on|and|in|de|des|du|der|für|y|del|d'\w{1,20}+)"
_LAST = re.compile(rf"(?:The\s)?(?:{_WORD}\s){{1,8}}(?:{_KINDS})")
_FIRST = re.compile(rf"(?:{_KINDS})\s(?:of|for|de|des|du|der|für|del)\s(?:{_WORD}\s?){{1,8}}")
_ALONE_FAMILIES = frozenset(
    {"Union", "Research", "Team", "Company", "Project", "Community", "Network", "Alliance", "Council", "Bureau"}
)
_LONGEST = 120


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    found = []
    for name, start in pieces(part.text):
        bare = name.strip()
        if "," in bare or "{" in bare or "\\" in bare or " " not in bare or len(bare) > _LONGEST:
            continue
        if not (_LAST.fullmatch(bare) or _FIRST.fullmatch(bare)) or _may_be_person(bare):
            continue
        begin = start + len(name) - len(name.lstrip())
        span = part.part(begin, begin + len(bare))
        fix = replaced(part, span, f"{{{bare}}}", "put braces around it")
        message = f"'{short(bare)}' is read as a person with the family name {bare.split()[-1]}"
        found.append(at_field(part, message, f"write {{{short(bare)}}}", span, fix))
    return found


def _may_be_person(text: str) -> bool:
    """Whether a given name or an initial may stand before a family name: ``Robert Bureau``, ``J. Council``."""
    words = text.split()
    return len(words) == len(("given", "family")) and words[-1] in _ALONE_FAMILIES and words[0] not in _FIRMS


_FIRMS = frozenset(
    {
        "Google",
        "Microsoft",
        "Meta",
        "Gemini",
        "Gemma",
        "Qwen",
        "Llama",
        "DeepSeek",
        "NVIDIA",
        "Apple",
        "Amazon",
        "IBM",
        "Mistral",
        "Adobe",
        "Baidu",
    }
)
