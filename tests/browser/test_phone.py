"""A phone that follows one player."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

SAMPLES = Path(__file__).parent.parent / "samples" / "0.1.0" / "exports"


def phone(visit: Visit, path: str) -> Page:
    visitor = visit(None, viewport={"width": 390, "height": 844})
    visitor.expected = ["WebSocket", "ERR_INTERNET_DISCONNECTED", "net::ERR"]
    return visitor.go(path)


def test_somebody_finds_themselves_and_is_remembered(hall: Hall, visit: Visit):
    stream = hall.open(8)
    page = phone(visit, f"/p/{stream}")
    page.fill("#q", "jurg")
    expect(page.locator("#found a")).to_have_count(1)
    page.click("#found a")
    expect(page.locator("h1")).to_contain_text("Jürgen Weiß")
    expect(page.locator("#now")).to_contain_text("No round is published yet.")
    page.goto(f"{hall.address}/p/{stream}")
    expect(page.locator("h1")).to_contain_text("Jürgen Weiß")


def test_the_language_stays_on_the_way_to_a_player_and_the_opponent(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = phone(visit, f"/p/{stream}?lang=nl")
    page.click("#found a >> nth=0")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.click("#now .opponent a")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.goto("about:blank")
    page.goto(f"{hall.address}/p/{stream}?lang=et")
    page.wait_for_url(f"**/p/{stream}/*?lang=et")
    expect(page.locator("html")).to_have_attribute("lang", "et")


def test_board_colour_opponent_and_why(hall: Hall, visit: Visit):
    stream = hall.open(8)
    page = phone(visit, f"/p/{stream}/1")
    expect(page.locator("#now")).to_contain_text("No round is published yet.")
    hall.do(stream, "pair-round", round=1)
    page.wait_for_timeout(500)
    expect(page.locator("#now")).to_contain_text("No round is published yet.")
    hall.do(stream, "publish-round", round=1)
    expect(page.locator("#now .board")).to_contain_text("1")
    expect(page.locator("#now")).to_contain_text("You play White")
    page.click("#why summary")
    expect(page.locator("#why-lines p").first).not_to_contain_text("Working")
    expect(page.locator("#why-lines")).to_contain_text("1 Anna Visser has White against 5 Maarten Smit: neither has a")
    hall.do(stream, "announce", text="Doors close at ten")
    expect(page.locator(".announcement")).to_have_text("Doors close at ten")


def test_who_has_the_bye_can_ask_why_in_the_first_round_too(hall: Hall, visit: Visit):
    stream = hall.open(7)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    bye = hall.ask(f"/t/{stream}/boards")["sitouts"][0]["player"]
    page = phone(visit, f"/p/{stream}/{bye['number']}")
    page.click("#why summary")
    expect(page.locator("#why-lines")).to_contain_text(f"{bye['number']} {bye['name']} has the pairing-allocated bye.")
    expect(page.locator("#why-lines")).to_contain_text("nobody who is paired has less")


def test_nobody_is_first_before_a_game_has_ended(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = phone(visit, f"/p/{stream}/3")
    rank = page.locator("#rank")
    expect(rank).to_contain_text("No game has ended yet.")
    expect(rank).not_to_contain_text("Place")
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    expect(page.locator("#card tbody td:last-child")).to_have_text("–")
    expect(rank).to_contain_text("No game has ended yet.")
    hall.do(stream, "enter-result", round=1, board=1, result="1-0")
    expect(rank).to_contain_text("Place")
    expect(rank).not_to_contain_text("No game has ended yet.")
    expect(page.locator("#card tbody td:last-child")).not_to_have_text("–")


def test_a_place_is_live_until_the_round_is_closed_and_a_round_without_results_has_none(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = phone(visit, f"/p/{stream}/1")
    rank, places = page.locator("#rank"), page.locator("#card tbody td:last-child")
    expect(rank).to_contain_text("Place 3")
    expect(rank).not_to_contain_text("during")
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    expect(places).to_have_text(["–", "3"])
    expect(rank).not_to_contain_text("during")
    for board in (1, 2):
        hall.do(stream, "enter-result", round=2, board=board, result="1/2")
        expect(rank).to_contain_text("live, during round 2")
    expect(places.first).not_to_have_text("–")
    hall.do(stream, "close-round", round=2)
    expect(rank).not_to_contain_text("during")


def test_a_postponed_game_is_no_loss(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    hall.do(stream, "postpone-game", round=1, board=1)
    page = phone(visit, f"/p/{stream}/1?lang=nl")
    expect(page.locator("#card tbody td:nth-child(3) small")).to_have_text("uitgesteld")
    expect(page.locator("#card tbody td:nth-child(4)")).to_have_text("·")


def test_without_a_line_the_last_view_stays_and_says_how_old_it_is(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = phone(visit, f"/p/{stream}/1")
    for text in ("Tea is served.", "Tea is cold."):  # comes live: so the line is there, and had the newest before it
        hall.do(stream, "announce", text=text)
        expect(page.locator("#announcements")).to_contain_text(text)
    expect(page.locator("#rank")).to_contain_text("Place")
    with hall.down():
        expect(page.locator("#as-of")).to_contain_text("as of")
        expect(page.locator("#rank")).to_contain_text("Place")
    expect(page.locator("#as-of")).to_be_hidden()


def test_somebody_who_is_there_no_more_is_forgotten(hall: Hall, visit: Visit):
    stream = hall.open(4)
    visitor = visit(None, viewport={"width": 390, "height": 844})
    visitor.expected = ["404"]
    page = visitor.go(f"/p/{stream}")
    page.evaluate(f"localStorage.setItem('player:{stream}', '99')")
    with page.expect_response(f"**/p/{stream}/99") as asked:
        page.reload()
    assert asked.value.status == 404
    expect(page.locator("#found a")).to_have_count(4)
    assert page.evaluate(f"localStorage.getItem('player:{stream}')") is None
    page.reload()
    expect(page.locator("#found a")).to_have_count(4)


def test_reasons_are_asked_for_again_when_the_opponent_is_another(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = phone(visit, f"/p/{stream}/1")
    with page.expect_response("**/why/1?*"):
        page.click("#why summary")
    expect(page.locator("#why-lines p").first).not_to_contain_text("Working")
    boards = hall.ask(f"/t/{stream}/boards")["boards"]
    one, other = ({side: board[side]["player"]["number"] for side in ("white", "black")} for board in boards)
    turned = [{"white": one["white"], "black": other["black"]}, {"white": other["white"], "black": one["black"]}]
    with page.expect_response("**/why/1?*"):
        hall.do(stream, "change-round", round=1, boards=turned, sitouts=[], reason="They are family.")


def test_reasons_that_are_shown_say_at_once_that_an_earlier_result_was_corrected(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1, "1/2")
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    page = phone(visit, f"/p/{stream}/1")
    page.click("#why summary")
    expect(page.locator("#why-lines")).to_contain_text("score ½")
    expect(page.locator("#why-lines")).not_to_contain_text("was corrected")
    hall.do(stream, "correct-result", round=1, board=1, result="0-1", reason="misread")
    expect(page.locator("#why-lines p").last).to_contain_text("the reasons are those of the moment of pairing")
    expect(page.locator("#why-lines")).to_contain_text("score ½")


def test_a_game_of_the_intermediate_round_is_not_this_rounds_board(hall: Hall, visit: Visit):
    """KNDB modification 2: it stands in the place of the last round, and there is no board to go to."""
    hall.bring(SAMPLES / "dammen.jsonl")
    cards = [hall.ask(f"/t/dammen/card/{entry['player']['number']}") for entry in hall.ask("/t/dammen/players")]
    between = [card for card in cards if card["lines"][-1]["opponent"] and card["lines"][-1]["board"] is None]
    number = between[0]["player"]["number"]
    now = phone(visit, f"/p/dammen/{number}?lang=nl").locator("#now")
    expect(now).to_contain_text("Gespeeld in de tussenronde, voor ronde")
    expect(now).not_to_contain_text("Bord")
    expect(now).to_contain_text(between[0]["lines"][-1]["opponent"]["name"])


def test_without_a_ladder_the_points_stand_alone(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = phone(visit, f"/p/{stream}/1")
    expect(page.locator("#rank")).to_contain_text("point")
    expect(page.locator("#rank .total")).to_have_count(0)


def drawn_first_round(hall: Hall, stream: str) -> int:
    """Half a point for everybody; the number of who has White at board 1."""
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    for board in (1, 2):
        hall.do(stream, "enter-result", round=1, board=board, result="1/2")
    return hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["white"]["player"]["number"]


def test_a_round_whose_result_was_corrected_says_at_once_what_it_was(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = phone(visit, f"/p/{stream}/{drawn_first_round(hall, stream)}")
    rows, was = page.locator("#card tbody tr"), page.locator("#card .was")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("img", name="corrected")).to_have_count(0)
    hall.do(stream, "correct-result", round=1, board=1, result="1-0", reason="both score sheets say 1-0")
    told = re.compile(r"^was ½, corrected \d\d:\d\d: both score sheets say 1-0$")
    expect(was).to_have_text(told)
    expect(rows.first.get_by_role("img", name="corrected")).to_have_text("✎")
    expect(page.locator("#now .was")).to_have_text(told)
    expect(page.locator("#now .was")).to_be_visible()
    page.reload()
    expect(was).to_have_text(told)
    hall.do(stream, "correct-colours", round=1, board=1, reason="they sat so")
    expect(was).to_have_text([told, re.compile(r"^was White, corrected \d\d:\d\d: they sat so$")])


def test_what_was_corrected_is_told_in_the_readers_words_and_as_it_was_then(hall: Hall, visit: Visit):
    stream = hall.open(4)
    number = drawn_first_round(hall, stream)
    hall.do(stream, "correct-result", round=1, board=1, result="1-0f", reason="niet verschenen")
    then = hall.ask(f"/t/{stream}")["version"]
    hall.do(stream, "correct-result", round=1, board=1, result="0-1", reason="toch gespeeld")
    page = phone(visit, f"/p/{stream}/{number}?lang=nl")
    words = ["was ½, gecorrigeerd", "was reglementaire winst, gecorrigeerd"]
    expect(page.locator("#card .was")).to_contain_text(words)
    page.goto(f"{hall.address}/p/{stream}/{number}?lang=nl&version={then}")
    expect(page.locator("#card .was")).to_contain_text(words[:1])
    expect(page.locator("#card .was")).to_have_count(1)


def test_what_is_worth_as_much_as_before_is_told_in_a_word(hall: Hall, visit: Visit):
    stream = hall.open(4)
    number = drawn_first_round(hall, stream)
    for result in ("1-0", "1-0f"):
        hall.do(stream, "correct-result", round=1, board=1, result=result, reason="the sheet is empty")
    page = phone(visit, f"/p/{stream}/{number}")
    expect(page.locator("#card .was")).to_contain_text(["was ½, corrected", "was win, corrected"])


def test_a_long_reason_stays_on_the_glass(hall: Hall, visit: Visit):
    stream = hall.open(4)
    number = drawn_first_round(hall, stream)
    hall.do(stream, "correct-result", round=1, board=1, result="1-0", reason="scoresheet" * 40)
    visitor = visit(None, viewport={"width": 320, "height": 640})
    page = visitor.go(f"/p/{stream}/{number}")
    expect(page.locator("#card .was")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


NOTHING_IS_KEPT = """
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });
"""


def test_a_phone_that_keeps_nothing_is_live_all_the_same(hall: Hall, visit: Visit):
    stream = hall.open(4)
    visitor = visit(None, once=True, viewport={"width": 390, "height": 844})
    visitor.context.add_init_script(NOTHING_IS_KEPT)
    page = visitor.go(f"/p/{stream}")
    page.fill("#q", "anna")
    expect(page.locator("#found a")).to_have_count(1)
    page.click("#found a")
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    expect(page.locator("#now")).to_contain_text("You play White")
    page.click("#other")
    expect(page.locator("#found a")).to_have_count(4)


def test_a_late_answer_does_not_replace_that_of_the_newest_question(hall: Hall, visit: Visit):
    """The first letter is answered last."""
    stream = hall.open(8)
    page = phone(visit, f"/p/{stream}")
    held: list[Route] = []
    page.route(re.compile(r"\?q=k$"), lambda route: held.append(route))
    with page.expect_request("**?q=k"):
        page.fill("#q", "k")
    page.fill("#q", "katrin t")
    expect(page.locator("#found a")).to_have_count(1)
    with page.expect_response("**?q=k") as late:
        held[0].continue_()
    late.value.finished()
    page.wait_for_timeout(300)
    expect(page.locator("#found a")).to_have_text(["Katrin Tamm"])
    assert page.url.endswith("?q=katrin+t")


def test_at_a_past_moment_opponent_language_and_reasons_are_those_of_the_moment(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    then = hall.ask(f"/t/{stream}")["version"]
    hall.play(stream, 1)
    page = phone(visit, f"/p/{stream}/1?version={then}")
    with page.expect_response("**/why/1?*") as asked:
        page.click("#why summary")
    assert f"version={then}" in asked.value.url
    assert asked.value.ok
    banner = page.locator("p.past").first
    page.click("#now .opponent a")
    page.wait_for_url(re.compile(r"/3\?"))
    expect(banner).to_contain_text(f"As it was at step {then}.")
    expect(page.locator("#now")).to_contain_text("Round 1 of 5")
    page.click("footer a[lang=nl]")
    page.wait_for_url(re.compile("lang=nl"))
    expect(banner).to_contain_text(f"stap {then}")
    expect(page.locator("#now")).to_contain_text("Ronde 1 van 5")
    page.click("#other")
    page.click("#found a >> nth=0")
    expect(banner).to_contain_text(f"Zoals het was bij stap {then}.")


def test_who_is_followed_now_is_not_sought_in_the_past(hall: Hall, visit: Visit):
    """At that moment nobody was registered: the phone would forget its player."""
    stream = hall.open(4)
    page = phone(visit, f"/p/{stream}/1")
    expect(page.locator("#now")).to_contain_text("No round is published yet.")
    page.goto("about:blank")
    page.goto(f"{hall.address}/p/{stream}?version=1")
    expect(page.locator("#found")).to_contain_text("Nobody of that name plays here.")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(f"localStorage.getItem('player:{stream}')") == "1"


WATCH_WHAT_IS_READ_OUT = """() => {
    window.readOut = 0;
    const watch = new MutationObserver((changes) => { window.readOut += changes.length; });
    const regions = document.querySelectorAll("[aria-live], [role=status]");
    for (const region of regions) watch.observe(region, { subtree: true, childList: true, characterData: true });
    return regions.length;
}"""


def test_minutes_go_by_without_the_board_being_read_out_again(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    hall.do(stream, "announce", text="Doors close at ten")
    hall.do(stream, "set-clock", round=1, starts="2026-04-25T14:00Z", ends="2026-04-25T16:00Z")
    visitor = visit(None, once=True, viewport={"width": 390, "height": 844})
    page = visitor.page
    page.clock.install(time="2026-04-25T15:29:50Z")
    page.route_web_socket("**/live/**", lambda line: None)  # the server has a clock of its own
    visitor.go(f"/p/{stream}/1")
    expect(page.locator("#now")).to_contain_text("Round 1 of 5 · 31 min left")
    expect(page.locator(".announcement")).to_have_count(1)
    page.focus("#now .opponent a")
    assert page.evaluate(WATCH_WHAT_IS_READ_OUT) > 2
    page.clock.run_for(30_000)
    expect(page.locator("#now")).to_contain_text("Round 1 of 5 · 30 min left")
    assert page.evaluate("window.readOut") == 0
    expect(page.locator("#now .opponent a")).to_be_focused()


def test_news_change_what_is_new_and_leave_focus_and_reasons_alone(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = phone(visit, f"/p/{stream}/1")
    opponent, why = page.locator("#now .opponent a"), page.locator("#why")
    page.click("#why summary")
    expect(page.locator("#why-lines")).to_contain_text("Anna Visser has White")
    opponent.focus()
    hall.do(stream, "announce", text="Doors close at ten")
    expect(page.locator(".announcement")).to_have_text("Doors close at ten")
    expect(opponent).to_be_focused()
    hall.do(stream, "enter-result", round=1, board=1, result="1-0")
    expect(page.locator("#now .result")).to_contain_text("win")
    expect(opponent).to_be_focused()
    expect(why).to_have_attribute("open", "")
    expect(page.locator("#why-lines")).to_contain_text("Anna Visser has White")


def test_another_opponent_takes_over_the_focus(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = phone(visit, f"/p/{stream}/1")
    opponent = page.locator("#now .opponent a")
    opponent.focus()
    before = opponent.inner_text()
    boards = hall.ask(f"/t/{stream}/boards")["boards"]
    one, other = ({side: board[side]["player"]["number"] for side in ("white", "black")} for board in boards)
    turned = [{"white": one["white"], "black": other["black"]}, {"white": other["white"], "black": one["black"]}]
    hall.do(stream, "change-round", round=1, boards=turned, sitouts=[], reason="They are family.")
    expect(opponent).not_to_have_text(before)
    expect(opponent).to_be_focused()


MOMENT_OF = """async ([at, now]) => (await import("/static/js/moments.js")).momentOf(at, Date.parse(now))"""


@pytest.mark.parametrize(
    ("language", "yesterday"),
    [
        ("en", "25/04/2026, 22:14:03"),
        ("nl", "25\u201104\u20112026, 22:14:03"),
        ("de", "25.04.26, 22:14:03"),
        ("et", "25.04.26, 22:14:03"),
    ],
)
def test_a_moment_of_another_day_tells_its_day(hall: Hall, visit: Visit, language: str, yesterday: str):
    """Days are those of the reader: in Tallinn a day ends at 21 h UTC."""
    page = visit(None, timezone_id="Europe/Tallinn").go(f"/p/{hall.open()}?lang={language}")
    at = "2026-04-25T19:14:03Z"
    assert page.evaluate(MOMENT_OF, [at, "2026-04-25T20:59:59Z"]) == "22:14:03"
    assert page.evaluate(MOMENT_OF, [at, "2026-04-25T21:00:00Z"]) == yesterday
    assert page.evaluate(MOMENT_OF, [at, "2027-04-25T20:00:00Z"]) == yesterday


def test_a_phone_left_overnight_says_that_its_view_is_of_yesterday(hall: Hall, visit: Visit):
    stream = hall.open(4)
    visitor = visit(None, once=True, timezone_id="UTC")
    page = visitor.page
    page.clock.install(time="2026-04-25T22:14:00Z")
    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/live/**", lambda line: lines.append(line))
    visitor.go(f"/p/{stream}/1")
    while not lines:
        page.wait_for_timeout(20)
    lines[0].send('{"beat": "2026-04-25T22:14:03Z"}')
    lines[0].close()
    as_of = page.locator("#as-of")
    expect(as_of).to_have_text("No connection: as of 22:14:03")
    page.clock.fast_forward("10:00:00")
    expect(as_of).to_have_text("No connection: as of 25/04/2026, 22:14:03")


def test_an_announcement_until_some_words_stands(hall: Hall, visit: Visit):
    """The ledger takes moments only; a log that was written by another program may have words."""
    stream = hall.open(4)
    for text in ("Lunch is served", "The shop is open", "Doors close at ten"):
        hall.do(stream, "announce", text=text, until="2026-04-25T16:00Z")
    untils = iter(["after round 5", "2026-04-25T16:00:00Z", "2026-04-25T14:00:30Z"])

    def reword(route: Route) -> None:
        page = re.sub(r'(?<="until": ")2026-04-25T16:00:00Z', lambda _: next(untils), route.fetch().text())
        route.fulfill(body=page, content_type="text/html")

    visitor = visit(None, once=True)
    page = visitor.page
    page.clock.install(time="2026-04-25T14:00:00Z")
    page.route(f"**/p/{stream}/1", reword)
    page.route_web_socket("**/live/**", lambda line: None)
    visitor.go(f"/p/{stream}/1")
    told = page.locator(".announcement")
    expect(told).to_have_text(["Lunch is served", "The shop is open", "Doors close at ten"])
    page.clock.run_for(35_000)
    page.clock.run_for(10_000)
    expect(told).to_have_text(["Lunch is served", "The shop is open"])
