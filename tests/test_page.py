"""The page in a real Chromium: with Python in the browser, and from ``citekit serve``."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_server import ARGUMENTS, CHROMIUM, built, hosted, missing

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing())]

PAGE = """# Ada Lind

## Publications

- **Ada Lind**, Bo Ek. *Lazy Queues for Everyone*. Journal of Queues, 14(2), 101-119, 2020.
- Bo Ek, **Ada Lind**. *Eager Stacks Considered Harmful*. Green Meadow Days, 2021.
- Cy Ro, **Ada Lind**. *Sorting Ledgers by Hand*. Green Meadow Days, 2022.

## Talks

- **Ada Lind**. *How to Stand in Queues*. Berlin Seminar on Queues, 2020.
"""
HOSTILE = """# <img src=x onerror="globalThis.hit=1">

## Publications

- **Ada Lind**. <script>globalThis.hit=1</script>Lazy &lt;img src=x onerror=globalThis.hit=1&gt; Queues. Journal of Queues, 1(2), 3-4, 2020.
- **Ada Lind**. \"><svg onload=globalThis.hit=1> Eager Stacks. Journal of &lt;b onclick=globalThis.hit=1&gt; Stacks, 2021. [pdf](javascript:globalThis.hit=1)
"""
IMAGES = os.environ.get("CITEKIT_IMAGES", "")
"""A folder that gets pictures of the page, for the documentation."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with hosted(built()) as place:
        yield place


@pytest.fixture(scope="module")
def opened(browser: Any, address: str) -> Iterator[Any]:
    """The page with Python in the browser, opened once; what it asks for and what goes wrong are kept with it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(240_000)
    page.asked, page.wrong = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("dialog", lambda dialog: page.wrong.append(dialog.message))
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    yield page
    context.close()


@pytest.fixture
def page(opened: Any) -> Iterator[Any]:
    opened.wrong.clear()
    yield opened
    assert not opened.wrong


def until(page: Any, reached: str) -> None:
    """Waits until an expression is true; what Playwright has for it needs a page that may evaluate strings."""
    for _ in range(2400):
        if page.evaluate(reached):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"never true: {reached}; the page says {page.inner_text('#status')!r}")


def done(page: Any) -> str:
    """Waits until the page has done what it was asked; what it says."""
    until(page, "!document.body.hasAttribute('aria-busy')")
    return str(page.inner_text("#status"))


def read(page: Any, text: str) -> str:
    for button in page.locator("#chosen button").all()[::-1]:
        button.click()
    page.fill("#paste", "nothing that was corrected")
    page.click("#read")
    done(page)
    page.fill("#paste", text)
    page.click("#read")
    told = done(page)
    page.click("#tab-entries")
    return told


def values(page: Any, name: str) -> list[str]:
    return [
        field.locator("span").inner_text()
        for field in page.locator(".field", has=page.locator(f"b:text-is('{name}')")).all()
    ]


def test_a_pasted_list_is_read_and_fields_light_up(page: Any) -> None:
    assert read(page, PAGE) == "3 entries, 0 uncertain, 1 skipped"
    assert page.locator("#source pre").inner_text().startswith("# Ada Lind")
    assert not page.is_visible("#address"), "a page in a browser can read no other page"
    page.locator(".field", has_text="Journal of Queues").hover()
    lit = page.evaluate("[...CSS.highlights.get('field')].map(String).join()")
    assert lit == "Journal of Queues"
    page.evaluate("document.querySelector('.entry').scrollIntoView()")
    page.locator("#source pre").click(position={"x": 60, "y": 105})
    assert page.evaluate("document.activeElement.className") == "field"


def test_what_is_corrected_holds_for_what_is_alike_and_can_be_taken_back(page: Any) -> None:
    read(page, PAGE)
    before = ["Green Meadow Days", "Green Meadow Days", "Journal of Queues"]
    assert sorted(values(page, "container-title")) == before
    entry = page.locator(".entry", has_text="Eager Stacks")
    entry.locator("button", has_text="Edit").click()
    words = entry.locator("[role=option]")
    words.nth(8).click()
    words.nth(10).click(modifiers=["Shift"])
    entry.locator("select").select_option("publisher")
    if IMAGES:
        page.screenshot(path=f"{IMAGES}/page-desktop.png")
    entry.get_by_role("button", name="Assign", exact=True).click()
    assert done(page).startswith("Correction applied.")
    assert values(page, "publisher") == ["Green Meadow Days"] * 2
    assert values(page, "container-title") == ["Journal of Queues"]
    page.locator("#source summary", has_text="Corrections: 1").click()
    page.locator("#source button", has_text="Undo").click()
    done(page)
    assert sorted(values(page, "container-title")) == before


def test_items_are_left_out_taken_in_and_split(page: Any) -> None:
    read(page, PAGE)
    page.locator("summary", has_text="Skipped items").click()
    page.locator("button", has_text="Treat “Talks” as a publications heading").click()
    assert "4 entries" in done(page)
    entry = page.locator(".entry", has_text="Lazy Queues")
    entry.locator("button", has_text="Edit").click()
    entry.locator("button", has_text="Not a publication").click()
    assert "3 entries" in done(page)


def test_a_dropped_pdf_is_read(page: Any) -> None:
    from pdf_maker import PageMaker, pdf

    maker = PageMaker()
    maker.text(72, 100, "Publications", size=18)
    maker.text(72, 130, "Ada Lind, Bo Ek. Lazy Queues for Everyone. Journal of Queues, 14(2), 101-119, 2020.")
    maker.text(72, 160, "Bo Ek, Ada Lind. Eager Stacks Considered Harmful. Journal of Stacks, 3(1), 1-9, 2021.")
    data = base64.b64encode(pdf(maker)).decode()
    page.fill("#paste", "")
    page.evaluate(
        """data => {
            const dropped = new DataTransfer();
            dropped.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], "cv.pdf"));
            dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }""",
        data,
    )
    until(page, "document.querySelector('#source h2')?.textContent === 'cv.pdf'")
    assert done(page).startswith("2 entries")
    assert sorted(values(page, "title")) == ["Eager Stacks Considered Harmful", "Lazy Queues for Everyone"]


def test_a_folder_is_read_with_its_lock_file(page: Any, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "ada.md").write_text(PAGE, encoding="utf-8")
    (folder / "more.bib").write_text("@book{own, title={Mine}, author={Lind, Ada}, year=2001}\n", encoding="utf-8")
    lock = '{"kind": "heading", "item": "Talks", "value": "publications"}'
    text = f'{{"version": 1, "corrections": {{"ada.md": [{lock}]}}, "files": {{}}}}'
    (folder / "citekit.lock").write_text(text, encoding="utf-8")
    read(page, "")
    page.set_input_files("#folder", folder)
    assert page.locator("#chosen li").count() == 3
    page.click("#read")
    assert done(page).startswith("5 entries")


def test_the_bibliography_is_saved_and_written_in_other_formats(page: Any) -> None:
    read(page, PAGE)
    page.click("#tab-bib")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "publications.bib"
    assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("@article{lind2020lazy,")
    page.select_option("#format", "ris")
    done(page)
    assert page.input_value("#bib").startswith("TY  - JOUR")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "publications.ris"


def test_any_style_is_previewed(page: Any) -> None:
    read(page, PAGE)
    page.click("#tab-references")
    page.fill("#style-words", "ieee")
    until(page, "document.querySelector('#styles li')?.textContent.includes('IEEE')")
    page.locator("#styles li").first.click()
    done(page)
    page.frame_locator("#references").locator("text=[1]").first.wait_for()
    if IMAGES:
        page.screenshot(path=f"{IMAGES}/page-styles.png")
    page.click("#tab-site")
    done(page)
    assert page.frame_locator("#site").locator("h2").first.inner_text() == "2022"


def test_a_bibliography_is_checked_repaired_and_tidied(page: Any) -> None:
    read(page, PAGE)
    page.click("#tab-bib")
    page.fill(
        "#bib",
        "@article{a, title={T}, author={Doe, J.}, journal={J}, year={2020}, doi={https://doi.org/10.1000/x}, pages={1-2}}\n",
    )
    page.click("#tab-check")
    done(page)
    before = page.locator(".finding").count()
    assert before
    page.locator(".finding button").first.click()
    until(page, f"document.querySelectorAll('.finding').length < {before}")
    page.click("#tab-tidy")
    page.check("[data-tidy=pages]")
    page.click("#tidy")
    done(page)
    assert "{1--2}" in page.inner_text("#tidy-text")


def test_the_keyboard_is_enough(page: Any) -> None:
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.focus("#paste")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(PAGE)
    page.keyboard.press("Control+Enter")
    until(page, "document.querySelectorAll('.entry').length === 3")
    done(page)
    _tab_to(page, "document.activeElement.id === 'tab-entries' || document.activeElement.role === 'tab'")
    page.keyboard.press("Home")
    _tab_to(page, "document.activeElement.closest('.entry')?.textContent.includes('Eager Stacks')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "listbox"
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.type("con")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#status').textContent.startsWith('Correction applied')")
    assert values(page, "container-title").count("Green Meadow Days") == 2


def _tab_to(page: Any, reached: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(reached):
            return
    pytest.fail(f"no way by the tab key: {reached}")


def test_hostile_input_is_shown_as_text(page: Any) -> None:
    read(page, HOSTILE)
    assert "onerror" in page.inner_text("#source")
    for tab in ("bib", "references", "site", "check", "tidy"):
        page.click(f"#tab-{tab}")
        done(page)
    page.click("#tidy")
    done(page)
    page.wait_for_timeout(300)
    for frame in page.frames:
        assert frame.evaluate("globalThis.hit") is None
        assert (
            frame.evaluate("document.querySelectorAll('img, svg, [onclick], [onerror], a[href^=javascript]').length")
            == 0
        )


def test_nothing_is_asked_elsewhere_and_the_policy_forbids_it(page: Any, address: str) -> None:
    assert all(url.startswith((address, f"blob:{address}")) or url == "about:srcdoc" for url in page.asked)
    assert "default-src 'none'" in page.get_attribute("meta[http-equiv]", "content")
    refused = page.evaluate("fetch('https://example.org/').then(() => 'answered', () => 'refused')")
    assert refused == "refused"
    script = "const made = document.createElement('script'); made.textContent = 'globalThis.ran = 1'; document.head.append(made)"
    page.evaluate(script)
    assert page.evaluate("globalThis.ran") is None


def test_everything_has_a_name_for_screen_readers(page: Any) -> None:
    read(page, PAGE)
    page.locator(".entry button", has_text="Edit").first.click()
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, input, select, textarea, iframe, [role]')].filter(one =>
            !(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.labels?.length || one.title ||
              one.textContent.trim() || one.getAttribute('role') === 'status')).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert nameless == []


def test_a_phone_shows_it_all_in_light_and_dark(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    try:
        read(page, PAGE)
        for tab in ("entries", "bib", "references", "site", "check", "tidy"):
            page.click(f"#tab-{tab}")
            done(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
        page.click("#tab-entries")
        page.evaluate("document.querySelector('#tabs').scrollIntoView()")
        shades = []
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            shades.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            if IMAGES:
                page.screenshot(path=f"{IMAGES}/page-phone{'-dark' if scheme == 'dark' else ''}.png")
        assert shades == ["rgb(22, 24, 27)", "rgb(255, 255, 255)"]
    finally:
        page.set_viewport_size({"width": 1280, "height": 900})


def test_it_works_without_a_network_once_it_was_opened(page: Any) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    try:
        assert read(page, PAGE).startswith("3 entries")
        page.click("#tab-references")
        done(page)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert read(page, PAGE).startswith("3 entries")
    finally:
        page.context.set_offline(False)


def test_the_same_page_comes_from_serve(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "ada.md").write_text(PAGE, encoding="utf-8")
    command = [sys.executable, "-m", "citekit", "serve", "ada.md", "--address-only"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout
            address = served.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", address)
            page = browser.new_page()
            page.goto(address)
            until(page, "document.querySelectorAll('.entry').length === 3")
            page.locator("summary", has_text="Skipped items").click()
            page.locator("button", has_text="Add as publication").click()
            until(page, "document.querySelectorAll('.entry').length === 4")
            assert '"publication"' in (tmp_path / "citekit.lock").read_text(encoding="utf-8")
            assert page.is_visible("#address")
            page.close()
        finally:
            served.terminate()
