"""The handbook from the pages of the console, and on its own: chapters, the search while typing, the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall


@pytest.fixture(scope="module")
def stream(hall: Hall) -> str:
    return hall.open(4)


def test_the_question_mark_opens_the_chapter_of_the_page(owner: Visitor, stream: str):
    page = owner.go(f"/console/{stream}/corrections")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog.locator("#help-chapter")).to_be_focused()
    expect(dialog).to_contain_text("gp")
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    chapter = opened.value
    expect(chapter.locator("h1")).to_have_text("A wrong result, found a round later")
    expect(page).to_have_url(f"{owner.hall.address}/console/{stream}/corrections")  # with what was typed there


def test_the_search_of_a_page_of_the_console_finds_while_somebody_types(owner: Visitor, stream: str):
    page = owner.go(f"/console/{stream}")
    page.locator("#help-button").click()
    page.get_by_label("Find in the handbook").fill("stick")
    found = page.locator("#help-found")
    expect(found.locator("mark").first).to_have_text("stick")
    with page.context.expect_page() as opened:
        found.get_by_role("link").first.click()
    expect(opened.value).to_have_url(
        f"{owner.hall.address}/help/en/laptop-dies#it-is-gone-another-laptop-and-the-stick"
    )
    page.get_by_label("Find in the handbook").fill("")
    expect(found).to_be_empty()


def test_what_was_typed_is_searched_for_on_a_page_of_its_own_too(owner: Visitor, stream: str):
    page = owner.go(f"/console/{stream}")
    page.locator("#help-button").click()
    page.get_by_label("Find in the handbook").fill("stick")
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    expect(opened.value.locator("#found")).to_contain_text("“stick”")


def test_the_search_of_the_handbook_by_keyboard(visit: Visit):
    page = visit(None).go("/help/en/hall")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("solkoff")
    links = page.locator("#found a")
    expect(links.first).to_contain_text("A draughts event")
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("A draughts event")


def test_nothing_found_says_so(visit: Visit):
    page = visit(None).go("/help/nl")
    page.locator("#q").fill("<xyzzy>")
    expect(page.locator("#found")).to_contain_text("Niets gevonden voor “<xyzzy>”")


def test_without_a_line_the_search_goes_on_when_it_is_back(visit: Visit):
    visitor = visit(None, once=True)
    visitor.expected = ["ERR_INTERNET_DISCONNECTED"]
    page = visitor.go("/help/en")
    visitor.context.set_offline(True)
    page.locator("#q").fill("solkoff")
    page.wait_for_timeout(500)
    expect(page.locator("#found")).to_be_empty()
    visitor.context.set_offline(False)
    expect(page.locator("#found")).to_contain_text("A draughts event")


def test_the_language_changes_and_the_chapter_stays(visit: Visit):
    page = visit(None).go("/help/en/two-helpers")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text("Zwei Helfer")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_every_picture_of_a_chapter_comes(visit: Visit):
    page = visit(None).go("/help/et/hall")
    for picture in page.locator("figure img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(image) => image.naturalWidth") > 0


def test_on_paper_a_chapter_is_its_text_alone(visit: Visit):
    visitor = visit(None, once=True)
    page = visitor.go("/help/en/hall")
    page.emulate_media(media="print")
    for gone in ("header", ".all", ".contents", ".neighbours"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("article")).to_be_visible()
