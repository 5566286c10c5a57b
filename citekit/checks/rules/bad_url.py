r"""An address is not one: it has no scheme, or blanks in it, or is cut off.

Why: the link is dead in print. ``--fix`` puts ``https://`` before what begins with ``www.``.

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
_HOST = re.compile(r"(?:[\w-]{1,63}\.){1,6}[A-Za-z]{2,12}(?:[/?#:]\S*)?")


def check_field(entry: Entry, part: Field, context: Context) -> Iterable[Diagnostic]:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if not text or part.inside < 0 or text.startswith("\\"):
        return ()
    fault = fault_of_address(text.strip("{}"))
    if fault:
        return (at_field(part, f"the address {fault}", "compare it with the page"),)
    if text.startswith("http"):
        address = text[:5000]
        if _SCHEME.fullmatch(address) and "://" in address and len(address.partition("://")[2]) > 3:
            return ()
        if " and " in text or ", http" in text or "; http" in text or " http" in text or "," in text:
            return ()  # several addresses
    bare = text.strip("{}<>")
    if (
        _SCHEME.fullmatch(bare[:5000]) and "://" in bare and not bare.startswith(("http:/", "https:/"))
    ) or bare.startswith(("mailto:", "urn:", "doi:", "hdl:")):
        return ()
    if bare.startswith("www.") and _HOST.fullmatch(bare):
        return (
            at_field(
                part,
                "the address has no https:// before it",
                f"write https://{short(bare)}",
                fix=rewritten(part, f"https://{bare}", "put https:// before it"),
            ),
        )
    if _HOST.fullmatch(bare):
        return (at_field(part, "the address has no https:// before it", f"write https://{short(bare)}"),)
    if any(c.isspace() for c in bare) and bare.startswith("http"):
        return (at_field(part, "there is a blank in the address", "remove it, or write %20"),)
    return (at_field(part, f"'{short(text)}' is not an address", "write it from https:// on"),)
