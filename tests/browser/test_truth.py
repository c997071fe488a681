"""The hall always tells the truth: what is old is said to be old, what is shown stays, what stands is shown."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, WebSocketRoute, expect

from displays.words.language import LANGUAGES
from tests.browser.conftest import Visit, Visitor
from tests.browser.glass import published, screen
from tests.browser.hall import Hall


def visitor_of(visit: Visit) -> Visitor:
    visitor = visit(None, once=True, viewport={"width": 1280, "height": 720})
    visitor.expected = ["WebSocket", "ERR_CONNECTION_REFUSED", "net::ERR"]
    return visitor


def let_pass(page: Page, seconds: int) -> None:
    """One by one, so that what is asked for in each is answered, or is found to have no answer."""
    for _ in range(seconds):
        page.clock.fast_forward(1000)
        page.wait_for_timeout(100)


def counter(page: Page) -> str:
    return page.locator("#pages").inner_text()


def test_a_line_that_is_opened_and_closed_makes_no_picture_newer(hall: Hall, visit: Visit):
    """Who is refused is let in first, to be told why."""
    stream = published(hall)
    visitor = visitor_of(visit)
    lines: list[WebSocketRoute] = []

    def at_the_door(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            line.close(code=4503, reason="too-many-connections")

    visitor.page.route_web_socket("**/live/**", at_the_door)
    page = visitor.go(f"/screen/{stream}?view=boards")
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.locator("#as-of")).to_be_hidden()
    page.evaluate(
        """() => {
          const mark = document.getElementById("as-of");
          window.told = new Set();
          window.isEverHidden = false;
          new MutationObserver(() => {
            if (!mark.hidden) window.told.add(mark.textContent.trim());
            else if (window.told.size > 0) window.isEverHidden = true;
          }).observe(mark, { attributes: true, childList: true, characterData: true, subtree: true });
        }"""
    )
    lines[0].close(code=4503, reason="too-many-connections")
    page.wait_for_function("() => window.told.size > 0")
    while len(lines) < 4:
        page.wait_for_timeout(200)
    page.wait_for_timeout(300)
    assert page.evaluate("[window.told.size, window.isEverHidden]") == [1, False]


def test_a_screen_left_overnight_says_that_its_picture_is_of_yesterday(hall: Hall, visit: Visit):
    stream = published(hall)
    visitor = visit(None, once=True, timezone_id="UTC", viewport={"width": 1280, "height": 720})
    visitor.page.clock.install(time="2026-04-25T22:14:00Z")
    lines: list[WebSocketRoute] = []
    visitor.page.route_web_socket("**/live/**", lambda line: lines.append(line))
    page = visitor.go(f"/screen/{stream}?view=boards&lang=en")
    while not lines:
        page.wait_for_timeout(20)
    lines[0].send('{"beat": "2026-04-25T22:14:03Z"}')
    lines[0].close()
    expect(page.locator("#as-of")).to_have_text(re.compile("as of 22:14:03$"))
    page.clock.fast_forward("10:00:00")
    expect(page.locator("#as-of")).to_have_text(re.compile("as of 25/04/2026, 22:14:03$"))


def test_scripts_are_asked_for_when_a_line_comes_back_and_not_at_every_beat(hall: Hall, visit: Visit):
    stream = published(hall)
    visitor = visitor_of(visit)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/health") else None)
    visitor.page.route_web_socket("**/live/**", through)
    page = visitor.go(f"/screen/{stream}?view=boards")
    expect(page.locator("tbody tr")).to_have_count(4)
    for _ in range(5):
        lines[0].send(json.dumps({"beat": datetime.now(UTC).isoformat()}))
        page.wait_for_timeout(50)
    assert len(asked) == 1
    lines[0].close(code=1012)
    expect(page.locator("#as-of")).to_be_visible()
    expect(page.locator("#as-of")).to_be_hidden()
    page.wait_for_timeout(200)
    assert len(asked) == 2


def test_a_film_stays_on_the_glass_while_the_server_is_away_and_goes_on_where_it_was(hall: Hall, visit: Visit):
    stream = hall.open(8, rounds=7)
    hall.play(stream, 6)
    page = screen(visit, f"/screen/{stream}?view=film&seconds=2", with_clock=True)
    expect(page.locator("#side")).to_contain_text("2 of 6")
    with hall.down():
        let_pass(page, 5)
        expect(page.locator(".film-table tbody tr")).to_have_count(8)
        expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#side")).not_to_contain_text("1 of 6")
    while "6 of 6" not in page.locator("#side").inner_text():
        let_pass(page, 1)


def test_a_film_that_begins_again_leaves_no_empty_glass(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 1)
    page = screen(visit, f"/screen/{stream}?view=film&seconds=1", with_clock=True)
    expect(page.locator(".film-table tbody tr")).to_have_count(8)
    let_pass(page, 2)  # it is over, and waits to begin again
    with hall.down():
        let_pass(page, 9)
        expect(page.locator(".film-table tbody tr")).to_have_count(8)
        expect(page.locator("#past")).to_be_visible()


def test_the_first_result_of_a_round_does_not_turn_the_page_on_anybody(hall: Hall, visit: Visit):
    """Who is looking for a board goes on looking; then the other scenes take their turns again."""
    stream = published(hall, 60)
    page = screen(visit, f"/screen/{stream}?view=standings,boards")
    expect(page.locator("#title")).to_contain_text("Pairings")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    before = counter(page)
    assert before.startswith("2 /")
    hall.do(stream, "enter-result", round=1, board=1, result="1-0")
    page.wait_for_timeout(700)
    expect(page.locator("#title")).to_contain_text("Pairings")
    assert counter(page) == before
    for _ in range(int(before.rpartition("/")[2])):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#title")).to_contain_text("Standings")


def test_a_new_round_leaves_screens_alone_that_show_no_pairings(hall: Hall, visit: Visit):
    stream = hall.open(60)
    hall.play(stream, 2)
    page = screen(visit, f"/screen/{stream}?view=standings")
    film = screen(visit, f"/screen/{stream}?view=film&seconds=3")
    expect(page.locator("tbody tr").first).to_be_visible()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    before = counter(page)
    assert before.startswith("2 /")
    expect(film.locator("#side")).to_contain_text("2 of 2")
    hall.do(stream, "pair-round", round=3)
    hall.do(stream, "publish-round", round=3)
    page.wait_for_timeout(700)
    assert counter(page) == before
    expect(film.locator("#side")).to_contain_text("2 of 2")


def test_the_results_of_some_boards_are_not_driven_out_by_those_of_all_others(hall: Hall, visit: Visit):
    stream = published(hall, 80)
    for board in range(1, 41):
        hall.do(stream, "enter-result", round=1, board=board, result="1-0" if board % 2 else "0-1")
    for board in range(21, 41):  # more news than a ticker keeps
        hall.do(stream, "correct-result", round=1, board=board, result="1/2", reason="misread")
    page = screen(visit, f"/screen/{stream}?view=results&boards=1-3")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("tbody tr .result")).to_have_text(["1–0", "0–1", "1–0"])
    hall.do(stream, "correct-result", round=1, board=3, result="1/2", reason="misread")
    expect(page.locator("tbody tr .board")).to_have_text(["3", "1", "2"])


def test_all_scenes_of_a_screen_are_followed_however_many_they_are(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 1)
    scenes = [{"view": "standings", "category": f"rating={least}-"} for least in range(1000, 1019)]
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": scenes})
    page = screen(visit, f"/screen/{stream}/stage")
    expect(page.locator("tbody tr")).to_have_count(8)
    page.keyboard.press("ArrowLeft")  # the last
    expect(page.locator("#title")).to_contain_text("1018")
    expect(page.locator("tbody tr")).to_have_count(8)


def test_boards_that_a_round_does_not_have_are_not_finished(hall: Hall, visit: Visit):
    page = screen(visit, f"/screen/{published(hall)}?view=boards&boards=40-60")
    expect(page.locator("#stage")).to_have_text("This round has no such boards")
    expect(page.locator("#side")).to_have_text("")


def test_the_round_clock_beside_the_time_of_day_says_what_it_is(hall: Hall, visit: Visit):
    stream = published(hall)
    page = screen(visit, f"/screen/{stream}?view=boards")
    for minutes, said in ((20, r"starts in (20:00|19:\d\d) \d\d:\d\d"), (-1, r"(59:00|58:\d\d) left \d\d:\d\d")):
        starts = datetime.now(UTC) + timedelta(minutes=minutes)
        ends = starts + timedelta(minutes=60)
        hall.do(stream, "set-clock", round=1, starts=starts.isoformat(), ends=ends.isoformat())
        expect(page.locator("#time")).to_have_text(re.compile(said))


def test_no_page_has_a_line_or_two_only(hall: Hall, visit: Visit):
    stream = hall.open(31)
    hall.play(stream, 1)
    for view in ("standings", "names", "boards"):
        page = screen(visit, f"/screen/{stream}?view={view}")
        expect(page.locator("tbody tr").first).to_be_visible()
        page.keyboard.press(" ")
        counts = []
        for _ in range(int(counter(page).rpartition("/")[2] or 1)):
            counts.append(page.locator("tbody tr").count())
            page.keyboard.press("ArrowRight")
        assert sum(counts) == (31 if view != "boards" else 16)
        assert min(counts) >= max(counts) / 2, view


def test_a_postponed_game_is_written_whole(hall: Hall, visit: Visit):
    stream = published(hall)
    hall.do(stream, "postpone-game", round=1, board=2)
    for code in LANGUAGES:
        page = screen(visit, f"/screen/{stream}?view=boards&lang={code}")
        word = page.locator("tr[data-key='1/2'] .result")
        expect(word).not_to_be_empty()
        room = page.locator("tr[data-key='1/1'] .result").evaluate("cell => cell.clientWidth")
        assert word.evaluate("cell => cell.scrollWidth") <= room + 1
