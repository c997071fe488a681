"""The frame of the console: shortcuts, help, menu, language, connection, and replay of the whole console."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall
from tests.browser.pages import PAGES

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def played(hall: Hall) -> str:
    """Three rounds played and closed."""
    stream = hall.open(8)
    hall.play(stream, 3)
    return stream


def test_the_keyboard_leads_to_every_section_and_the_help_names_the_keys(owner: Visitor, played: str):
    page = owner.go(f"/console/{played}")
    for key, path in (("p", "players"), ("s", "standings"), ("h", "hall"), ("r", "rounds/4"), ("i", "settings")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_url(f"**/console/{played}/{path}")
    page.get_by_role("button", name="Help").press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog).to_be_visible()
    expect(dialog.locator("dd")).to_contain_text(["Players", "Standings", "Settings"])
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("section", ["players", "absences", "hall", "corrections", "people", "audit", "settings"])
def test_esc_leaves_a_field_so_that_letters_are_shortcuts_again(owner: Visitor, played: str, section: str):
    page = owner.go(f"/console/{played}/{section}")
    field = page.locator("main input:not([type=radio], [type=checkbox]):visible").first
    field.focus()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("o")
    page.wait_for_url(f"**/console/{played}")


def test_letters_are_left_alone_while_somebody_types(owner: Visitor, played: str):
    page = owner.go(f"/console/{played}/players")
    page.get_by_label("Search").fill("")
    page.get_by_label("Search").press_sequentially("gp?n[")
    expect(page.get_by_label("Search")).to_have_value("gp?n[")
    assert page.url.endswith("/players")


def test_the_first_tab_stop_skips_to_the_content(owner: Visitor, played: str):
    page = owner.go(f"/console/{played}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_on_a_phone_the_sections_are_a_menu(visit: Visit, played: str):
    page = visit(viewport=PHONE, has_touch=True).go(f"/console/{played}/players")
    link = page.get_by_role("navigation", name="Sections").get_by_role("link", name="Standings")
    expect(link).to_be_hidden()
    page.locator("#menu-button").tap()
    link.tap()
    page.wait_for_url("**/standings")


# What is typed in, pressed or chosen from; a tick has its label to be touched, a table rows that scroll.
_TOUCHED = """button, select, summary, textarea,
    input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=hidden])"""


@pytest.mark.parametrize("name", ["overview", "players", "absences", "check-in", "hall", "new", "settings"])
def test_whatever_is_touched_is_44_pixels_high(visit: Visit, played: str, name: str):
    page = visit(viewport=PHONE).go(PAGES[name].format(id=played, new=played))
    small = page.evaluate(
        """(touched) => [...document.querySelectorAll(touched)]
        .filter((node) => node.checkVisibility() && !node.closest("table"))
        .filter((node) => node.getBoundingClientRect().height < 43.5)
        .map((node) => node.outerHTML.slice(0, 80))""",
        _TOUCHED,
    )
    assert small == []


def test_the_language_is_chosen_once(owner: Visitor, played: str):
    page = owner.go(f"/console/{played}")
    page.locator("#me > summary").click()
    page.get_by_role("link", name="Nederlands").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.get_by_role("link", name="Spelers", exact=False).first.click()
    expect(page.get_by_role("heading", name="Spelers", exact=True)).to_be_visible()


def test_the_overview_follows_the_desk_and_says_what_comes_next(owner: Visitor, hall: Hall):
    stream = hall.open(6, rounds=2)
    page = owner.go(f"/console/{stream}")
    step = page.locator("#next")
    expect(step).to_have_text("Pair round 1")
    hall.do(stream, "pair-round", round=1)
    expect(step).to_have_text("Check and publish round 1")
    hall.do(stream, "publish-round", round=1)
    expect(page.locator(".next-words")).to_have_text("Results still missing: 3. Boards: 1, 2, 3.")
    for board in (1, 3):
        hall.do(stream, "enter-result", round=1, board=board, result="1-0")
    expect(page.locator(".next-words")).to_have_text("Results still missing: 1. Board: 2.")
    hall.do(stream, "enter-result", round=1, board=2, result="1/2")
    expect(step).to_have_text("Close round 1")
    step.press("Enter")
    expect(page.locator("#close-round")).to_be_focused()
    page.go_back()
    hall.do(stream, "close-round", round=1)
    expect(step).to_have_text("Pair round 2")
    step.press("Enter")
    expect(page.locator("#take-pairing")).to_be_focused()
    page.go_back()
    expect(page.locator("#happened li").first).to_contain_text("round closed")
    hall.play(stream, 1)
    page.get_by_role("button", name="Finish the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Finish the tournament").click()
    expect(step).to_have_text("Final standings")


def test_the_rounds_on_top_follow_the_desk_on_every_page(owner: Visitor, hall: Hall):
    stream = hall.open(4)
    page = owner.go(f"/console/{stream}/settings")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(page.locator("#chips .chip").first).to_have_class("chip round-next")
    hall.do(stream, "pair-round", round=1)
    expect(page.locator("#chips .chip").first).to_have_class("chip round-draft")


def test_rounds_that_could_not_be_asked_for_are_asked_for_when_the_line_is_back(hall: Hall, visit: Visit):
    stream = hall.open(8)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["ERR_FAILED", "ERR_CONNECTION_REFUSED", "WebSocket"]
    page = arbiter.go(f"/console/{stream}/standings")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.route("**/standings", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        hall.do(stream, "pair-round", round=1)
    expect(page.locator("#chips .chip").first).to_have_class("chip round-next")
    page.unroute("**/standings")
    with hall.down():
        expect(page.locator("#connection")).to_have_attribute("data-state", "lost")
    expect(page.locator("#chips .chip").first).to_have_class("chip round-draft")


# -- replay ------------------------------------------------------------------------------------------------------------


def writing_controls(page: Page) -> list[str]:
    """Buttons, forms and fields in the content that would send something."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("main form:not([inert]), main button:enabled:not([data-sort])")]
        .filter((node) => node.checkVisibility() && !node.closest("[inert]"))
        .map((node) => node.outerHTML.slice(0, 80))"""
    )
    return found


def test_the_slider_moves_the_whole_console_to_the_past_and_back(owner: Visitor, hall: Hall, played: str):
    page = owner.go(f"/console/{played}")
    newest = int(page.locator("html").get_attribute("data-newest") or 0)
    page.get_by_role("button", name="Replay").click()
    slider = page.get_by_label("Step of the tournament")
    expect(slider).to_be_focused()
    expect(page.locator("#replay-ticks a")).to_have_text(["R1", "R2", "R3"])
    page.locator("#replay-ticks a").nth(1).click()
    banner = page.locator(".past-banner")
    expect(banner).to_contain_text(re.compile(rf"as it was at .* \(round closed, round 2\), step \d+ of {newest}"))
    expect(page.locator("#chips .round-closed")).to_have_count(2)
    page.get_by_role("link", name="Players").click()
    expect(banner).to_be_visible()  # links stay in the past
    page.get_by_role("link", name="Back to now").click()
    expect(banner).to_have_count(0)
    assert "version=" not in page.url


_WRITTEN = """async () => {
    const { formatTime } = await import("/static/js/moments.js");
    return formatTime("2026-04-25T14:03:22Z", { dateStyle: "short", timeStyle: "medium" });
}"""


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "25/04/2026, 14:03:22"),
        ("nl", "25\u201104\u20112026, 14:03:22"),
        ("de", "25.04.26, 14:03:22"),
        ("et", "25.04.26, 14:03:22"),
    ],
)
def test_a_moment_has_its_day_before_its_month_and_24_hours(visit: Visit, played: str, language: str, expected: str):
    page = visit(timezone_id="UTC").go(f"/console/{played}/audit?lang={language}")
    assert page.evaluate(_WRITTEN) == expected


def test_the_audit_and_replay_say_when_as_people_here_do(visit: Visit, played: str):
    visitor = visit(timezone_id="Europe/Tallinn")
    page = visitor.go(f"/console/{played}/audit?lang=en")
    european = re.compile(r"^\w+day,? \d+ \w+ \d{4} at \d\d:\d\d:\d\d$")
    expect(page.locator(".audit-table time").first).to_have_attribute("title", european)
    page = visitor.go(f"/console/{played}?version=15&lang=en")
    expect(page.locator(".past-banner")).to_contain_text(re.compile(r"at \d\d/\d\d/\d{4}, \d\d:\d\d:\d\d \("))


def test_the_keys_say_when_as_people_here_do(visit: Visit):
    page = visit(timezone_id="Europe/Tallinn").go("/console/people?lang=en")
    european = re.compile(r"^\w+day,? \d+ \w+ \d{4} at \d\d:\d\d:\d\d$")
    expect(page.locator("table time").first).to_have_attribute("title", european)


def test_brackets_step_through_the_versions(owner: Visitor, played: str):
    page = owner.go(f"/console/{played}?version=20")
    page.keyboard.press("[")
    page.wait_for_url("**version=19")
    page.keyboard.press("]")
    page.wait_for_url("**version=20")


def test_a_round_that_was_not_there_yet_gives_way_to_the_last_one(owner: Visitor, played: str):
    page = owner.go(f"/console/{played}/rounds/3")
    page.get_by_role("button", name="Replay").click()
    page.locator("#replay-ticks a").first.click()
    page.wait_for_url(re.compile(rf"/console/{played}/rounds/1\?version=\d+$"))


@pytest.mark.parametrize("page_name", ["overview", "players", "absences", "check-in", "hall", "settings"])
def test_in_the_past_nothing_can_be_changed(owner: Visitor, played: str, page_name: str):
    path = PAGES[page_name].format(id=played, new=played)
    page = owner.go(f"{path}?version=15")
    expect(page.locator(".past-banner")).to_be_visible()
    assert writing_controls(page) == []


def test_a_version_that_never_was_is_told(owner: Visitor, hall: Hall, played: str):
    owner.expected += ["409", "404"]
    answer = owner.page.goto(f"{hall.address}/console/{played}?version=9999")
    assert answer is not None
    assert answer.status in (404, 409)
    expect(owner.page.get_by_text("There is no step 9999")).to_be_visible()


def test_a_lost_connection_is_shown_with_its_time_and_comes_back(visit: Visit, hall: Hall):
    stream = hall.open(4)
    visitor = visit()
    visitor.expected += ["WebSocket", "net::"]
    page = visitor.go(f"/console/{stream}")
    mark = page.locator("#connection")
    expect(mark).to_have_attribute("data-state", "live")
    with hall.down():
        expect(mark).to_have_attribute("data-state", "lost")
        expect(mark).to_have_text(re.compile(r"as of \d"))
    expect(mark).to_have_attribute("data-state", "live", timeout=30_000)
    hall.do(stream, "announce", text="We are back.")
    expect(page.locator("#happened")).to_contain_text("We are back.")


TELL = """async ([text, options]) => {
  const frame = document.querySelector('script[src$="page/frame.js"]').src;
  const { tell } = await import(frame.replace("frame.js", "notices.js"));
  tell(text, options);
}"""


def test_notices_cover_nothing_that_is_to_be_pressed_and_go(hall: Hall, visit: Visit):
    stream = hall.open(8)
    page = visit(viewport={"width": 390, "height": 844}).go(f"/console/{stream}/players")
    page.clock.install()
    for number in range(1, 4):
        page.evaluate(TELL, [f"Done {number}", {}])
    page.evaluate(TELL, ["Wrong", {"bad": True}])
    notices = page.locator("#notices .notice")
    expect(notices).to_have_count(4)
    covered = """() => [...document.querySelectorAll("main button, main a, main input")].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      if (one.closest("#notices") || width === 0 || top < 0 || top + height > innerHeight) return false;
      const pressed = document.elementFromPoint(left + width / 2, top + height / 2);
      return pressed !== null && pressed.closest("#notices") !== null;
    }).length"""
    assert page.evaluate(covered) == 0
    page.clock.fast_forward(7_000)
    expect(notices).to_have_text(["Wrong×"])
    page.keyboard.press("Escape")
    expect(notices).to_have_count(0)


def test_notices_keep_off_the_control_that_somebody_is_at(hall: Hall, visit: Visit):
    stream = hall.open(40)
    page = visit(viewport={"width": 390, "height": 700}).go(f"/console/{stream}/settings")
    field = page.locator("#f-time_control")
    field.focus()
    field.evaluate("one => one.scrollIntoView({ block: 'end' })")
    page.evaluate(TELL, ["Wrong", {"bad": True}])
    apart = """() => {
      const box = (one) => document.querySelector(one).getBoundingClientRect();
      const [ours, theirs] = [box("#notices"), box("#f-time_control")];
      return ours.bottom <= theirs.top || ours.top >= theirs.bottom;
    }"""
    assert page.evaluate(apart)


@pytest.mark.parametrize("code", ["de", "nl"])
def test_on_a_phone_the_button_that_changes_a_player_is_not_cut_off(visit: Visit, hall: Hall, code: str):
    stream = hall.open(3)
    visitor = visit("arbiter", stream, viewport={"width": 390, "height": 844}, locale=code)
    button = visitor.go(f"/console/{stream}/players").locator("#player-2 [data-edit]")
    box = button.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
