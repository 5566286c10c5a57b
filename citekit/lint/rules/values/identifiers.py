"""Identifiers and addresses."""

from __future__ import annotations

from citekit.lint.finding import Finding, at_field, rewritten, short
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.runtime import patterns as re

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9}+)*/\S+|10/[a-z0-9]{3,12}")
_BEFORE = re.compile(
    r"(?:https?://(?:[\w.-]{1,60}\.)?(?:doi\.org|doi\.acm\.org)/|https?://[\w.-]{1,60}/doi/(?:(?:abs|full|pdf|epdf)/)?"
    r"|doi:?\s*(?:https?://(?:dx\.)?doi\.org/)?)",
    re.IGNORECASE,
)


@rule("field", "warning", languages="bibtex csl", fields="doi", ordinary=False)
def bad_doi(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A DOI is none, or is written as an address."""
    text = part.text.strip("{} \t\r\n")
    if not text or (text.startswith("10") and _DOI.fullmatch(text) and text[-1] not in ".,;"):
        return None
    if part.inside < 0:
        return None
    bare = _BEFORE.sub("", text, count=1)
    if bare.startswith("\\url{") or "\\" in bare:
        bare = bare.removeprefix("\\url{").rstrip("}").replace("\\_", "_").replace("\\", "")
        bare = _BEFORE.sub("", bare, count=1)
        if _DOI.fullmatch(bare):
            return None
    if _DOI.fullmatch(bare) and bare != text:
        fix = rewritten(part, bare, "leave the bare DOI")
        return at_field(part, "the DOI is written as an address or with a label", f"write {short(bare)}", fix=fix)
    if _DOI.fullmatch(bare):
        clean = bare.rstrip(".,;")
        fix = rewritten(part, clean, "take the punctuation off")
        return at_field(part, f"the DOI ends in '{bare[-1]}'", f"write {short(clean)}", fix=fix)
    return at_field(part, f"'{short(text)}' is not a DOI", "a DOI begins with 10. and has a /")


# The prefix for examples and tests (Crossref's documentation). A digital library prints it for papers without a DOI.
_UNREGISTERED = re.compile(r"(?:^|doi\.org/)(?P<prefix>10\.5555)/", re.IGNORECASE)


@rule("field", "note", languages="bibtex csl", fields="doi url", of="bad-doi")
def unregistered_doi(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A DOI has a prefix under which nothing is registered."""
    found = _UNREGISTERED.search(part.text.strip("{} ")[:80])
    if found is None:
        return None
    hint = "give the address of the work in its library as url, and no doi"
    return at_field(part, f"no DOI that begins with {found['prefix']} is registered: {short(part.text)}", hint)


_WITH_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}:\S+")
_BARE_HOST = re.compile(r"(?:[\w-]{1,63}+\.){1,6}[A-Za-z]{2,12}(?:[/?#:]\S*)?")
_MAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}+\.){1,6}[A-Za-z]{2,12}")
_FILE = re.compile(r"[^\s:?#]+\.(?:pdf|ps|ps\.gz|html?|docx?|pptx?|txt)", re.IGNORECASE)
_NEXT = re.compile(r"(?<![\s,;])[\s,;]++(?:and\s++)?(?=[a-z]{2,6}://)", re.IGNORECASE)
_OTHER_WITH_SCHEMES = ("mailto:", "urn:", "doi:", "hdl:", "news:", "ctan:")
_DOI_IN_URL = re.compile(r"10\.\d{4,9}/\S+")
_LONGEST = 5000  # browsers and servers take URLs of up to some 2,000 characters; bounds the time for others


@rule("field", "warning", languages="bibtex csl", fields="url")
def bad_url(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """An address is not one, or not that of the work."""
    text = part.text.strip()
    if not text or part.inside < 0 or text.startswith(("\\", "{\\")):
        return None
    fault = fault_of_address(text.strip("{}"))
    if fault:
        return at_field(part, f"the address {fault}", "compare it with the page")
    if all(map(_is_address, _NEXT.split(text[:_LONGEST]))):
        return None
    bare = text.strip("{}<>")
    if _is_address(bare) or bare.lower().startswith(_OTHER_WITH_SCHEMES) or _is_of_a_site(bare):
        return None
    if _MAIL.fullmatch(bare[:200]):
        return at_field(part, f"'{short(bare)}' is a mail address", f"write mailto:{short(bare)}")
    if _BARE_HOST.fullmatch(bare) and not _is_file(bare):
        fix = rewritten(part, f"https://{bare}", "put https:// before it") if bare.startswith("www.") else None
        return at_field(part, "the address has no https:// before it", f"write https://{short(bare)}", fix=fix)
    if any(c.isspace() for c in bare) and bare.startswith("http"):
        return at_field(part, "there is a space in the URL", "remove it, or write %20")
    what = "names a file, not an address" if _is_file(bare) else "is not an address"
    hint = "put it into doi" if _DOI_IN_URL.fullmatch(bare[:_LONGEST]) else "write it from https:// on"
    return at_field(part, f"'{short(text)}' {what}", hint)


def _is_of_a_site(text: str) -> bool:
    """Whether a path begins at the root of the site that shows the bibliography: ``/papers/a.pdf``."""
    return text.startswith("/") and not text.startswith("//") and not any(map(str.isspace, text))


def _is_address(text: str) -> bool:
    # a host has at least four characters: "t.co"
    return bool(_WITH_SCHEME.fullmatch(text[:_LONGEST])) and len(text.partition("://")[2]) > 3


def _is_file(text: str) -> bool:
    """Whether a text is the name of a file, in this folder or with slashes before it."""
    folder = text.rpartition("/")[0].partition("/")[0]
    return bool(_FILE.fullmatch(text[:_LONGEST])) and ("." not in folder or not folder.strip("."))


_SCHEME = re.compile(r"(?P<scheme>[htps]{3,8})(?P<sign>:?/{1,3}|;//|:(?=[a-z]))", re.IGNORECASE)
_TWICE = re.compile(r"https?:/{0,2}https?:", re.IGNORECASE)
_HOST = re.compile(r"https?://(?P<host>[^/?#\s]*)", re.IGNORECASE)
_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPED = re.compile(r"^https?://[^\\{}$]{1,400}\\[_&]")
_ELSEWHERE = re.compile(
    r"https?://(?:[\w.-]{0,60}\bsci-?hub\.|[\w.-]{0,60}\blibgen\.|(?:www\.|scholar\.)?google\.[a-z.]{2,6}/(?:url|scholar_url)\?|(?:www\.)?bing\.com/ck/"
    r"|(?:html\.)?duckduckgo\.com/l/\?|l\.facebook\.com/l\.php|out\.reddit\.com/|[\w.-]{0,60}\b(?:ez|lib)?proxy[\w-]{0,12}\.[\w.-]{1,60}/|[^/\s]{1,80}/login\?(?:q?url)=http"
    r"|[\w-]{2,40}safelinks\.protection\.outlook\.com)",
    re.IGNORECASE,
)
_ENDS = ".,;'\"’”"


def fault_of_address(text: str) -> str:
    """Return what is wrong with an address, as the end of a sentence about it; empty if nothing is seen.

    ``text`` is one address without spaces in it; other texts, and addresses of other schemes, have no fault here.
    """
    text = text[:_LONGEST]
    if not text or any(map(str.isspace, text)):
        return ""
    if "\\" in text:
        return "has a backslash, which is printed and becomes part of the link" if _ESCAPED.search(text) else ""
    scheme = _SCHEME.match(text)
    if scheme is None:
        return ""
    if _TWICE.match(text):
        return "begins twice"
    if scheme["scheme"].lower() not in ("http", "https") or scheme["sign"] != "://":
        letters = scheme["scheme"].lower()  # those of http and https, with one too many or missing
        is_nearly = letters in ("http", "https") or set(letters) in map(set, ("htp", "htps", "tp", "tps"))
        return "begins with a misspelt https://" if is_nearly else ""
    if text[-1] in _ENDS or "…" in text or (text[-1] == ")" and text.count(")") > text.count("(")):
        return "is cut off" if text.endswith(("...", "…")) else f"ends in '{text[-1]}'"
    if _ELSEWHERE.match(text):
        return "leads through another site"
    return _fault_of_host(text) or ("has a % that encodes nothing" if _PERCENT.search(text) else "")


def _fault_of_host(text: str) -> str:
    match = _HOST.match(text)
    host = match["host"].rpartition("@")[2].partition(":")[0] if match else ""
    if not host:
        return "has no host"
    if host.startswith("[") or host.lower() == "localhost":
        return ""
    if "." not in host:
        return f"has the host '{host}', which no network knows"
    return f"has a host with '{'..' if '..' in host else ','}' in it" if ".." in host or "," in host else ""
