"""A phone page without a connection: kept by the service worker, for the one whom it was shown to and nobody else."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.test_members import PHONE, come_in

KEPT = """async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("roundlog-pages-"));
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return pages.flat().map(({ url }) => new URL(url).pathname);
}"""


def wait_until_kept(page: Page, *paths: str) -> None:
    for _ in range(100):
        if page.evaluate(KEPT) == list(paths):
            return
        page.wait_for_timeout(100)
    raise AssertionError((page.evaluate(KEPT), paths))


def test_a_page_that_was_seen_is_read_without_a_connection_and_says_of_when_it_is(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    visitor = visit(None, **PHONE)
    visitor.expected = ["net::ERR", "WebSocket", "ERR_INTERNET_DISCONNECTED"]
    page = visitor.go(f"/p/{stream}/1?lang=nl")
    wait_until_kept(page, f"/p/{stream}/1")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#as-of")).to_contain_text("Geen verbinding: stand van")
    expect(page.locator("#as-of")).to_contain_text(":")
    expect(page.locator("#now .opponent")).to_be_visible()
    expect(page.locator("#card tbody tr")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#as-of")).to_be_hidden(timeout=20_000)


def test_who_signs_out_or_whose_link_is_revoked_leaves_nothing_on_the_phone(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer", tiebreaks=[])
    page = come_in(visit, hall, stream, 1, expected=("401",))  # the page of a link that has ended asks once more
    wait_until_kept(page, f"/p/{stream}/1")
    page.goto(f"{hall.address}/sign-out")
    page.locator("button.primary").click()
    page.wait_for_url(f"{hall.address}/")
    assert page.evaluate(KEPT) == []

    page.goto(hall.member_link(stream, 2))
    page.locator("button.primary").click()
    page.wait_for_url(f"**/p/{stream}/2")
    wait_until_kept(page, f"/p/{stream}/2")
    hall.member_link(stream, 2)  # a new one ends the old one
    page.goto(f"{hall.address}/p/{stream}/3")  # what everybody sees: the member's own page goes
    wait_until_kept(page, f"/p/{stream}/3")
