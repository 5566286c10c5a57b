"""How arXiv is asked: never too soon, never twice, no more than was allowed, and what is known counts when it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from arxiv_records import RECORDS, record, work
from arxiv_server import Handler, Site, entry, feed, running
from conftest import Answer

import citekit.runtime.http.rate_limit as polite
import citekit.services.arxiv.client as interface
from citekit.model.work import Works
from citekit.runtime.config import EnrichSettings
from citekit.runtime.http import BudgetError, Client, Limits
from citekit.services.arxiv.client import Arxiv, manners
from citekit.services.arxiv.enrich import enrich_library
from citekit.services.arxiv.run import enriched
from citekit.services.arxiv.xml_records import FeedError

QUICK = Limits(connect=5, read=5, whole=9, between=0, patience=1, busy=0.05, alone=True)
IDS = [record.id for record in RECORDS]
ENTRIES = Works(tuple(work(r.title, "; ".join(map(str, r.authors)), int(r.submitted[:4])) for r in RECORDS[:3]))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    with running(RECORDS) as site:
        monkeypatch.setenv("CITEKIT_ARXIV_API", site.url)
        yield site


def asks(url: str, folder: str, number: int, limits: Limits) -> None:
    """One of several processes of a user."""
    with Client(limits=limits, folder=Path(folder)) as client:
        for n in range(number):
            client.get(f"{url}?id_list={IDS[0]}&n={os.getpid()}-{n}")


def burns(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


@pytest.mark.parametrize("alone", [True, False])
def test_no_two_requests_come_too_near_however_busy_the_machine(site: Site, tmp_path: Path, alone: bool) -> None:
    """Forty requests of two processes, beside two that do nothing but work."""
    limits = replace(QUICK, between=0.03, alone=alone)
    context = multiprocessing.get_context("spawn")
    busy = [context.Process(target=burns, args=(60.0,), daemon=True) for _ in range(2)]
    asking = [context.Process(target=asks, args=(site.url, str(tmp_path / "c"), 20, limits)) for _ in range(2)]
    for process in asking:
        process.start()
    while not site.times and asking[0].is_alive():  # the machine is busy while they ask, not while they load citekit
        time.sleep(0.01)
    for process in busy:
        process.start()
    for process in asking:
        process.join(120)
    for process in busy:
        process.terminate()
    assert len(site.times) == 40
    assert min(after - before for before, after in pairwise(sorted(site.times))) >= 0.029


def test_a_page_of_another_kind_is_asked_for_once_more(site: Site) -> None:
    site.odd.append(lambda handler: handler.give("<html>just a moment</html>", kind="text/html"))
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:1])
    assert len(site.times) == 2


@pytest.mark.parametrize("status", [500, 502, 504])
def test_a_failing_server_is_asked_once_more(site: Site, status: int) -> None:
    site.odd.append(lambda handler: handler.give("", status))
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:1])
    site.odd.extend([lambda handler: handler.give("", status)] * 3)
    with Arxiv(limits=QUICK) as arxiv, pytest.raises(Exception, match=str(status)):
        arxiv.by_ids(IDS[1:2])
    assert len(site.times) == 4


@pytest.mark.parametrize("body", [b"x" * 400_000, b"<feed>" + b" " * 400_000])
def test_a_huge_answer_is_not_taken(site: Site, body: bytes) -> None:
    site.odd.extend([lambda handler: handler.give(body)] * 2)
    with Arxiv(limits=replace(QUICK, largest=100_000)) as arxiv, pytest.raises(Exception, match="larger than"):
        arxiv.by_ids(IDS[:1])


def test_records_are_not_asked_for_again_whatever_they_are_asked_with(site: Site) -> None:
    with Arxiv(limits=QUICK) as arxiv:
        arxiv.by_ids([*IDS[:3], "1312.2266"])
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids([*IDS[1:5], "1312.2266"]).keys() == set(IDS[1:5])
    assert site.ids() == [*IDS[:3], "1312.2266", *IDS[3:5]]
    with Arxiv(limits=QUICK, refresh=True) as arxiv:
        arxiv.by_ids(IDS[:1])
    assert site.ids().count(IDS[0]) == 2


def test_searches_go_together_and_are_not_repeated(site: Site) -> None:
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.estimate(ENTRIES) == (1, 0.0)
        arxiv.prepare(ENTRIES)
        assert [o.verdict for o in enrich_library(ENTRIES, arxiv).outcomes] == ["match"] * 3
    assert len(site.asked) == 1
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.estimate(ENTRIES) == (0, 0.0)
        assert enrich_library(Works(ENTRIES.works[::-1]), arxiv).outcomes[0].verdict == "match"
    assert len(site.asked) == 1


def test_what_a_full_answer_may_have_cut_is_asked_for_alone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "_ALL_HITS", 1)
    other = record("2101.00009", "Nothing of That Kind", "Ann Noe")
    site.odd.append(lambda handler: handler.give(feed(entry(other), total=3)))
    with Arxiv(limits=QUICK) as arxiv:
        arxiv.prepare(ENTRIES)
        assert [o.verdict for o in enrich_library(ENTRIES, arxiv).outcomes] == ["match"] * 3
    assert len(site.times) == 4


def test_no_more_requests_are_sent_than_allowed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "BATCH", 1)
    with (
        Arxiv(limits=QUICK, at_most=2) as arxiv,
        pytest.raises(BudgetError, match="the limit of 2 requests is reached"),
    ):
        arxiv.by_ids(IDS)
    assert len(site.times) == 2
    with Arxiv(limits=QUICK) as arxiv:
        assert len(arxiv.by_ids(IDS)) == len(IDS)
    assert len(site.times) == len(IDS)


def test_an_interrupt_leaves_what_is_known(site: Site, tmp_path: Path, citekit: Callable[..., Answer]) -> None:
    """The second question is never answered; what the first one gave is written."""
    titles = "\n".join(
        f"@misc{{e{n}, title = {{{r.title}}}, author = {{{' and '.join(map(str, r.authors))}}}, year = {{{r.year}}}"
        f"{f', eprint = {{{r.id}}}' if n == 0 else ''}}}"
        for n, r in enumerate(RECORDS[:3])
    )
    (tmp_path / "in.bib").write_text(titles, encoding="utf-8")
    me = os.getpid()

    def interrupt(handler: Handler) -> None:
        time.sleep(0.2)  # until the client waits for an answer
        os.kill(me, signal.SIGINT)
        time.sleep(1)

    site.odd.extend([None, interrupt])
    interface_manners, interface.manners = interface.manners, lambda: QUICK
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
    try:
        answer = citekit("enrich", tmp_path / "in.bib", "--add", "primaryclass", "-o", tmp_path / "out.bib")
    finally:
        interface.manners = interface_manners
        signal.signal(signal.SIGINT, before)
    assert answer.code == 2
    assert "the requests were interrupted" in answer.err
    assert "cs.DS" in (tmp_path / "out.bib").read_text(encoding="utf-8")


SCRIPT = """
import sys
from dataclasses import replace
import citekit.services.arxiv.client as interface
interface.BATCH = 1
limits = interface.Limits(between=0.05, alone=True)
with interface.Arxiv(limits=limits) as arxiv:
    arxiv.by_ids(sys.argv[1].split())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_a_killed_run_asks_nothing_twice(site: Site) -> None:
    child = subprocess.Popen([sys.executable, "-c", SCRIPT, " ".join(IDS)])
    while len(site.times) < 4 and child.poll() is None:
        time.sleep(0.005)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    answered = site.ids()[:-1]  # the last may have been on its way
    subprocess.run([sys.executable, "-c", SCRIPT, " ".join(IDS)], check=True)
    assert all(site.ids().count(i) == 1 for i in answered)
    assert set(site.ids()) == set(IDS)


def test_what_a_search_found_is_not_asked_for_again_by_its_identifier(site: Site) -> None:
    """A second run over the enriched bibliography finds the identifiers there that the first one has put in."""
    with Arxiv(limits=QUICK) as arxiv:
        arxiv.prepare(ENTRIES)
    asked = len(site.asked)
    assert asked > 0
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:3])[IDS[0]].title == RECORDS[0].title
    assert len(site.asked) == asked


def test_five_hundred_entries_do_not_wait_for_more_than_four_minutes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Titles without identifiers, most of them nowhere, so that each is asked for twice; a clock that only counts."""
    words = "ledger queue archive survey lattice compiler glacier protein sensor kernel orbit market".split()
    many = [
        record(f"1801.{n:05d}", f"{words[n % 12]}{n} {words[n // 12 % 12]} in {words[n // 144 % 12]}s", "Ada Smith",
               "2018-01-01")
        for n in range(1, 501)
    ]  # fmt: skip
    now = time.time()
    clock = SimpleNamespace(time=lambda: now + waited, sleep=lambda seconds: wait(seconds))  # noqa: PLW0108 - defined below
    waited = 0.0

    def wait(seconds: float) -> None:
        nonlocal waited
        waited += seconds

    monkeypatch.setattr(polite, "time", clock)
    monkeypatch.setenv("CITEKIT_CACHE_DIR", str(tmp_path / "cache"))
    with running(many[::10]) as site:
        monkeypatch.setenv("CITEKIT_ARXIV_API", site.url)
        told: list[str] = []
        library = Works(tuple(work(r.title, "Ada Smith", 2018) for r in many))
        result = enriched(library, EnrichSettings(), notify=told.append)
    assert sum(outcome.verdict == "match" for outcome in result.outcomes) >= 45
    assert {outcome.verdict for outcome in result.outcomes} <= {"match", "none", "doubtful"}
    assert manners().between * 50 < waited <= 225
    assert "arXiv is queried about 32 times, which takes 99 seconds" in told[0]


@pytest.mark.parametrize("pages", [1, 9])
def test_an_empty_page_is_no_absence_and_is_not_kept(site: Site, pages: int) -> None:
    site.odd += [lambda handler: handler.give(feed("", total=1))] * pages
    with Arxiv(limits=QUICK) as arxiv:
        if pages == 1:
            assert arxiv.by_ids(IDS[:1]).keys() == {IDS[0]}  # asked once more
        else:
            with pytest.raises(FeedError, match="counts 1 paper and sends none"):
                arxiv.by_ids(IDS[:1])
            assert not arxiv.is_complete_about(IDS[0])
    site.odd.clear()
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:1]).keys() == {IDS[0]}


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("count", ["0", "many", ""])
def test_a_page_without_a_count_that_fits_says_nothing_of_other_papers(site: Site, number: int, count: str) -> None:
    if number == 0 and count == "0":
        pytest.skip("it is a true absence")
    page = feed("".join(map(entry, RECORDS[:number]))).replace(">1</opensearch:", f">{count}</opensearch:")
    site.odd += [lambda handler: handler.give(page)] * 12
    with Arxiv(limits=QUICK) as arxiv:
        with contextlib.suppress(FeedError):
            assert arxiv.by_ids(IDS[:2]).keys() == set(IDS[:number])
        assert not arxiv.is_complete_about(IDS[1])
    site.odd.clear()
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:2]).keys() == set(IDS[:2])


def test_a_page_with_fewer_papers_than_arxiv_counts_says_nothing_of_the_others(site: Site) -> None:
    site.odd.append(lambda handler: handler.give(feed(entry(RECORDS[0]), total=2)))
    with Arxiv(limits=QUICK) as arxiv:
        assert arxiv.by_ids(IDS[:2]).keys() == {IDS[0]}
        assert not arxiv.is_complete_about(IDS[1])
        assert arxiv.by_ids(IDS[:2]).keys() == set(IDS[:2])
