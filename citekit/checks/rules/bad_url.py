r"""An address is not one: it has no scheme, or blanks in it, or is cut off.

Why: the link is dead in print. A path from the root of a site (``/papers/a.pdf``) is left alone: homepages have them. ``--fix`` puts ``https://`` before what begins with ``www.``.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, url = {www.example.org/a}}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020, url = {https://www.example.org/a}}
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citekit.checks.addresses import fault_of_address
from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import at_field, rewritten, short

FAMILY = "values"
SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("url",)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}:\S+")
_HOST = re.compile(r"(?:[\w-]{1,63}+\.){1,6}[A-Za-z]{2,12}(?:[/?#:]\S*)?")
_MAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}+\.){1,6}[A-Za-z]{2,12}")
_FILE = re.compile(r"[^\s:?#]+\.(?:pdf|ps|ps\.gz|html?|docx?|pptx?|txt)", re.IGNORECASE)
_NEXT = re.compile(r"(?<![\s,;])[\s,;]++(?:and\s++)?(?=[a-z]{2,6}://)", re.IGNORECASE)
_OTHER_SCHEMES = ("mailto:", "urn:", "doi:", "hdl:", "news:", "ctan:")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_LONGEST = 5000


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if not text or part.inside < 0 or text.startswith(("\\", "{\\")):
        return ()
    fault = fault_of_address(text.strip("{}"))
    if fault:
        return (at_field(part, f"the address {fault}", "compare it with the page"),)
    if all(map(_is_address, _NEXT.split(text[:_LONGEST]))):
        return ()
    bare = text.strip("{}<>")
    if _is_address(bare) or bare.lower().startswith(_OTHER_SCHEMES) or _is_of_a_site(bare):
        return ()
    if _MAIL.fullmatch(bare[:200]):
        return (at_field(part, f"'{short(bare)}' is a mail address", f"write mailto:{short(bare)}"),)
    if _HOST.fullmatch(bare) and not _is_file(bare):
        return (_without_scheme(part, bare),)
    if any(c.isspace() for c in bare) and bare.startswith("http"):
        return (at_field(part, "there is a blank in the address", "remove it, or write %20"),)
    what = "names a file, not an address" if _is_file(bare) else "is not an address"
    hint = "put it into doi" if _DOI.fullmatch(bare[:_LONGEST]) else "write it from https:// on"
    return (at_field(part, f"'{short(text)}' {what}", hint),)


def _is_of_a_site(text: str) -> bool:
    """Whether a path begins at the root of the site that shows the bibliography: ``/papers/a.pdf``."""
    return text.startswith("/") and not text.startswith("//") and not any(map(str.isspace, text))


def _is_address(text: str) -> bool:
    return bool(_SCHEME.fullmatch(text[:_LONGEST])) and len(text.partition("://")[2]) > 3


def _is_file(text: str) -> bool:
    """Whether a text is the name of a file, in this folder or with slashes before it."""
    folder = text.rpartition("/")[0].partition("/")[0]
    return bool(_FILE.fullmatch(text[:_LONGEST])) and ("." not in folder or not folder.strip("."))


def _without_scheme(part: Field, bare: str) -> Diagnostic:
    fix = rewritten(part, f"https://{bare}", "put https:// before it") if bare.startswith("www.") else None
    return at_field(part, "the address has no https:// before it", f"write https://{short(bare)}", fix=fix)
