"""The devices of the hall on the console: a television that died stays red whoever else opens its page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall


def test_a_television_that_died_is_missed_until_it_is_back_or_nobody_misses_it(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "boards"}]})
    television, passer_by, arbiter = visit(None), visit(None), visit("arbiter", stream)
    television.go(f"/screen/{stream}/stage")
    page = arbiter.go(f"/console/{stream}/screens")
    expect(page.locator(".screen-card.there")).to_contain_text("stage")
    television.page.goto("about:blank")
    expect(page.locator(".screen-card.gone-screen")).to_contain_text("gone since")
    passer_by.go(f"/screen/{stream}/stage")
    expect(page.locator(".screen-card.gone-screen p.quiet")).to_have_count(1)  # there, and the other one still gone
    television.go(f"/screen/{stream}/stage")
    expect(page.locator(".screen-card.there p.quiet")).to_have_count(2)
    passer_by.page.goto("about:blank")
    page.get_by_role("button", name="Not missed").click()
    expect(page.locator(".screen-card.there p.quiet")).to_have_count(1)


def test_the_code_of_a_screen_is_loaded_when_somebody_opens_it(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "boards"}]})
    page = visit("arbiter", stream).go(f"/console/{stream}/screens")
    code = page.locator(".screen-card img.qr")
    assert code.evaluate("image => image.naturalWidth") == 0
    page.locator(".screen-card summary").click()
    expect(code).to_have_js_property("complete", True)
    page.wait_for_function("document.querySelector('.screen-card img.qr').naturalWidth > 0")
