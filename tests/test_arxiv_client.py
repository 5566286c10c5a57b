"""arXiv's interface, against a server that behaves like it and one that does not; nothing inside the client is replaced."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from arxiv_records import RECORDS, work
from arxiv_server import Handler, Reply, Site, entry, error_entry, feed, running
from conftest import Answer

import citekit.services.arxiv.client as interface
from citekit.model.work import Works
from citekit.runtime.http import FetchError, Limits
from citekit.services.arxiv.client import Arxiv, manners
from citekit.services.arxiv.enrich import enrich_library
from citekit.services.arxiv.match import find
from citekit.services.arxiv.xml_records import FeedError, parse_feed

QUICK = Limits(connect=5, read=0.5, whole=2, between=0, patience=1, busy=0.05, alone=True)
IDS = [record.id for record in RECORDS]
BIB = """\
@article{sorting,
  title = {Sorting Sparse Ledgers in Linear Time},
  author = {Okafor, Mira and Lindqvist, Tove},
  year = {2021},
  eprint = {2101.00001},
}

@article{queues,
  title = {QueueFrost: Lazy Queues without Global Clocks},
  author = {Lindqvist, Tove and Okafor, Mira and Amari, Yuki},
  year = {2023},
}
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    with running(RECORDS) as site:
        monkeypatch.setenv("CITEKIT_ARXIV_API", site.url)
        yield site


def test_records_of_identifiers(site: Site) -> None:
    with Arxiv(limits=QUICK) as arxiv:
        found = arxiv.by_ids([*IDS, "1312.2266"])
    assert found == {record.id: record for record in RECORDS} | {
        r.id: replace(r, complete=True) for r in found.values()
    }
    assert len(site.asked) == 1


def test_batches_and_nothing_twice(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "BATCH", 3)
    with Arxiv(limits=QUICK) as arxiv:
        arxiv.prefetch(IDS)
        arxiv.by_ids(IDS)
        assert [len(query["id_list"].split(",")) for query in site.asked] == [3, 3, 2]
    with Arxiv(limits=QUICK) as arxiv:
        arxiv.by_ids(IDS)
    assert sorted(site.ids()) == sorted(IDS)


def test_malformed_identifiers_are_not_sent(site: Site) -> None:
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(["abc", "2113.00001", IDS[0]]).keys() == {IDS[0]}
    assert site.ids() == [IDS[0]]


def test_entries_are_searched(site: Site) -> None:
    with Arxiv(limits=QUICK) as arxiv:
        answer = find(
            work("QueueFrost: lazy queues without global clocks!", "T. Lindqvist; M. Okafor; Y. Amari", 2023), arxiv
        )
        assert answer.record
        assert answer.record.id == "2302.00002"
        assert find(work("Violins", "Ada Smith", 2023), arxiv).verdict == "none"
    assert all(set(query["search_query"]) <= set("abcdefghijklmnopqrstuvwxyzANDti: ") for query in site.asked)


def html(handler: Handler) -> None:
    handler.give("<!DOCTYPE html><html><body>Sorry, we are down</body></html>", kind="text/html")


def truncated(handler: Handler) -> None:
    handler.give(feed(entry(RECORDS[0]))[:-40])


def hostile(handler: Handler) -> None:
    handler.give('<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>')


def outside(handler: Handler) -> None:
    handler.give('<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a SYSTEM "file:///etc/passwd">]><feed>&a;</feed>')


def nested(handler: Handler) -> None:
    handler.give("<feed>" * 2000)


def latin(handler: Handler) -> None:
    handler.give(feed(entry(RECORDS[2])).encode("latin-1", "replace").replace(b"\xe1", b"\xe1\xff"))


def unknown(handler: Handler) -> None:
    handler.give('<?xml version="1.0" encoding="klingon"?><feed/>')


def other(handler: Handler) -> None:
    handler.give("<rss/>")


def empty(handler: Handler) -> None:
    handler.give("")


def refused(handler: Handler) -> None:
    handler.give(feed(error_entry("abc")))


def bad_request(handler: Handler) -> None:
    handler.give(feed(error_entry("abc")), 400)


def silent(handler: Handler) -> None:
    time.sleep(0.8)


def moved(handler: Handler) -> None:
    handler.give("", 301, Location="ftp://example.org/")


def loop(handler: Handler) -> None:
    handler.give("", 302, Location=handler.path)


ODD: dict[str, tuple[Reply, str]] = {
    "html": (html, "a web page instead of records"),
    "truncated": (truncated, "not well-formed"),
    "entities": (hostile, "document type"),
    "external entity": (outside, "document type"),
    "nested": (nested, "nested too deep"),
    "wrong encoding": (latin, "not well-formed"),
    "unknown encoding": (unknown, "cannot be parsed"),
    "another feed": (other, "<rss>"),
    "empty": (empty, "cannot be parsed"),
    "an error entry": (refused, "incorrect id format for abc"),
    "status 400": (bad_request, "400"),
    "silence": (silent, "sent nothing"),
    "a redirect elsewhere": (moved, "not an http"),
}


@pytest.mark.parametrize(("reply", "said"), ODD.values(), ids=ODD)
def test_odd_answers_are_said_and_leave_the_entry_alone(site: Site, reply: Reply, said: str) -> None:
    entries = Works((work(RECORDS[0].title, "Mira Okafor; Tove Lindqvist", 2021, eprint=IDS[0]),))
    site.odd.extend([reply, reply])
    with Arxiv(limits=QUICK) as arxiv:
        result = enrich_library(entries, arxiv, frozenset({"ids"}))
    assert result.library.works == entries.works
    assert result.outcomes[0].verdict == "failed"
    assert said in result.problems[0].message
    site.odd.clear()
    with Arxiv(limits=QUICK) as arxiv:  # nothing of it was kept
        assert enrich_library(entries, arxiv).outcomes[0].verdict == "match"


def test_redirects_are_followed(site: Site) -> None:
    site.odd.append(lambda handler: handler.give("", 301, Location=handler.path.replace("/api/", "/new/")))
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:1])


def test_redirects_without_end(site: Site) -> None:
    site.odd.extend([loop] * 20)
    with Arxiv(limits=QUICK) as arxiv, pytest.raises(FetchError, match="redirects"):
        arxiv.by_ids(IDS[:1])


@pytest.mark.parametrize("status", [429, 503])
def test_busy_servers_are_asked_again_later(site: Site, status: int) -> None:
    site.odd.extend([lambda h: h.give("", status, **{"Retry-After": "1"}), lambda h: h.give("", status)])
    with Arxiv(limits=replace(QUICK, patience=5)) as arxiv:
        assert arxiv.by_ids(IDS[:1])
    assert site.times[1] - site.times[0] >= 0.95
    assert site.times[2] - site.times[1] >= 0.05


def test_an_old_copy_serves_where_the_server_is_busy(site: Site) -> None:
    with Arxiv(limits=replace(QUICK, fresh=0.01)) as arxiv:
        arxiv.by_ids(IDS[:1])
    time.sleep(0.05)
    site.odd.extend([lambda h: h.give("", 503)] * 9)
    with Arxiv(limits=replace(QUICK, fresh=0.01)) as arxiv:
        assert arxiv.by_ids(IDS[:1])


def test_offline_asks_nobody(site: Site) -> None:
    with Arxiv(limits=QUICK) as arxiv:
        arxiv.by_ids(IDS[:1])
    with Arxiv(offline=True, limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:1])
        for number in range(1, 6):  # what is not in the cache does not end the run, as failures of arXiv do
            with pytest.raises(FetchError, match=r"^\S+ is not in the cache"):
                arxiv.by_ids([f"2001.0000{number}"])
    assert len(site.times) == 1


def test_a_cut_connection_is_tried_again(site: Site) -> None:
    whole = feed("".join(map(entry, RECORDS))).encode()
    site.odd.extend([lambda h: h.cut(whole[:300], len(whole))] * 2)
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS).keys() == set(IDS)


def test_a_server_that_keeps_failing_is_left_alone(site: Site) -> None:
    site.odd.extend([html] * 20)
    entries = Works(tuple(work(record.title, "A. B", 2000, eprint=record.id) for record in RECORDS))
    with Arxiv(limits=QUICK) as arxiv:
        result = enrich_library(entries, arxiv)
    assert {outcome.verdict for outcome in result.outcomes} == {"failed"}
    assert len(site.times) == 6  # three questions, each of them twice


def asks(folder: str, url: str, ids: list[str]) -> None:
    """One of several processes of a user."""
    import os

    os.environ["CITEKIT_ARXIV_API"] = url
    with Arxiv(limits=replace(QUICK, between=0.25), folder=Path(folder)) as arxiv:
        for record_id in ids:
            arxiv.by_ids([record_id])


def test_processes_share_one_connection_and_take_turns(site: Site, tmp_path: Path) -> None:
    site.odd.extend([lambda h: (time.sleep(0.4), h.behave())] * 2)  # type: ignore[arg-type, func-returns-value]
    context = multiprocessing.get_context("spawn")
    jobs = [context.Process(target=asks, args=(str(tmp_path / "cache"), site.url, IDS[n::2])) for n in range(2)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join(60)
    assert sorted(site.ids()) == sorted(IDS)
    assert site.most_open == 1
    assert min(after - before for before, after in pairwise(sorted(site.times))) > 0.2


def test_arxiv_is_asked_as_it_wants() -> None:
    limits = manners()
    assert limits.between >= 3
    assert limits.alone
    assert 3600 <= limits.fresh <= 86_400


def test_the_whole_journey_with_trouble_on_the_way(
    site: Site, tmp_path: Path, citekit: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Throttling, a 503, a connection that is cut, an end in the middle, and a second run that finishes."""
    monkeypatch.setattr(interface, "BATCH", 2)
    monkeypatch.setattr(interface, "manners", lambda: replace(QUICK, between=0.1, patience=0.2))
    entries = "".join(
        f"@article{{e{n},\n  title = {{{r.title}}},\n  author = {{{' and '.join(map(str, r.authors))}}},\n"
        f"  year = {{{r.submitted[:4]}}},\n  note = {{arXiv:{r.id}}},\n}}\n"
        for n, r in enumerate(RECORDS)
    )
    bib, out = tmp_path / "in.bib", tmp_path / "out.bib"
    bib.write_text(entries, encoding="utf-8")
    whole = feed(entry(RECORDS[0])).encode()
    site.odd.extend([None, lambda h: h.give("", 429, **{"Retry-After": "0"}), lambda h: h.cut(whole[:99], len(whole))])
    site.odd.extend([None, *[lambda h: h.give("", 503)] * 30])
    first = citekit("enrich", bib, "-o", out)
    assert first.code == 2
    assert "was left as it is" in first.err
    done = site.ids()
    site.odd.clear()
    second = citekit("enrich", bib, "-o", out, "-f")
    assert (second.code, second.err.count("error")) == (0, 0)
    assert sorted(site.ids()) == sorted(IDS)
    assert site.ids()[: len(done)] == done
    text = out.read_text(encoding="utf-8")
    assert all(f"eprint = {{{record.id}}}" in text for record in RECORDS)
    assert min(after - before for before, after in pairwise(site.times)) > 0.05


def test_the_command_asks_arxiv(
    site: Site, tmp_path: Path, citekit: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interface, "manners", lambda: QUICK)
    bib = tmp_path / "in.bib"
    bib.write_text(BIB, encoding="utf-8")
    answer = citekit("enrich", bib)
    assert answer.code == 0
    assert "eprint = {2302.00002}" in answer.out
    assert "2 entries: 2 found" in answer.err


def test_feeds() -> None:
    found = parse_feed(feed(entry(RECORDS[0]) + entry(RECORDS[3])).encode())
    assert [record.id for record in found.records] == ["2101.00001", "math/0309004"]
    zero = feed("<entry><id>http://arxiv.org/abs/2104.12255v1</id><title>0</title></entry>")
    assert parse_feed(zero.encode()).records[0].title == "0"
    with pytest.raises(FeedError):
        parse_feed(b"\xef\xbb\xbf <HTML></HTML>")
