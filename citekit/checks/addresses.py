"""What is wrong with a web address that has all its parts, or nearly."""

from __future__ import annotations

import re

_SCHEME = re.compile(r"(?P<scheme>[htps]{3,8})(?P<sign>:?/{1,3}|;//|:(?=[a-z]))", re.IGNORECASE)
_TWICE = re.compile(r"https?:/{0,2}https?:", re.IGNORECASE)
_HOST = re.compile(r"https?://(?P<host>[^/?#\s]*)", re.IGNORECASE)
_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ENDS = ".,;'\"’”"
_LONGEST = 5000


def fault_of_address(text: str) -> str:
    """What is wrong with an address, as the end of a sentence about it; empty where nothing is seen.

    ``text`` is one address without blanks in it; other texts, and addresses of other schemes, have no fault here.
    """
    text = text[:_LONGEST]
    if not text or any(map(str.isspace, text)) or "\\" in text:
        return ""
    scheme = _SCHEME.match(text)
    if scheme is None:
        return ""
    if _TWICE.match(text):
        return "begins twice"
    if scheme["scheme"].lower() not in ("http", "https") or scheme["sign"] != "://":
        return "begins with a misspelt https://" if _is_nearly(scheme["scheme"].lower()) else ""
    if text[-1] in _ENDS or "…" in text or (text[-1] == ")" and text.count(")") > text.count("(")):
        return "is cut off" if text.endswith(("...", "…")) else f"ends in '{text[-1]}'"
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


def _is_nearly(scheme: str) -> bool:
    """Whether letters are those of ``http`` or ``https`` with one too many or missing."""
    return scheme in ("http", "https") or sorted(set(scheme)) in (
        sorted("htp"),
        sorted("htps"),
        sorted("tp"),
        sorted("tps"),
    )
