"""A correction looked at before it is written, what-if, the audit: in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor, json_of
from tests.browser.hall import Hall


def other(result: str) -> str:
    return "0-1" if result != "0-1" else "1-0"


def test_a_correction_shows_its_consequences_before_anything_is_written(hall: Hall, visit: Visit):
    stream = hall.open(12)
    hall.leave_fide_mode(stream)  # else the first round is too old to be corrected
    hall.play(stream, 3)
    stood = hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"]
    before = hall.ask(f"/t/{stream}")["version"]
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]  # the server knows whether a reason is needed
    page = arbiter.go(f"/console/{stream}/corrections?of=1&board=1")
    expect(page.locator("#stands")).to_contain_text("stands now")
    page.select_option("#result", other(stood))

    page.focus("#reason")
    page.keyboard.press("Enter")
    expect(page.locator("#reason-error")).to_contain_text("Say why")
    page.keyboard.type("Both score sheets say so.")
    page.keyboard.press("Enter")

    expect(page.locator("#comparison .summary")).to_contain_text("Would have been paired differently: round 2")
    expect(page.locator(".compared tr.moved").first).to_be_visible()
    expect(page.locator("#proposals li")).to_contain_text("Both score sheets say so.")
    assert hall.ask(f"/t/{stream}")["version"] == before

    page.click("#write")
    expect(page.locator("#notices")).to_contain_text("The correction is written.")
    assert hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"] == other(stood)
    second = hall.ask(f"/t/{stream}/boards?of=2")["boards"]
    assert second == hall.ask(f"/t/{stream}/boards?of=2&version={before}")["boards"] or all(
        (new["white"]["player"], new["black"]["player"]) == (old["white"]["player"], old["black"]["player"])
        for new, old in zip(second, hall.ask(f"/t/{stream}/boards?of=2&version={before}")["boards"], strict=True)
    ), "KNSB:2014 F6: a published pairing stays"


def proposed(hall: Hall, visit: Visit) -> tuple[str, Visitor]:
    stream = hall.open(8)
    hall.play(stream, 2)
    arbiter = visit("arbiter", stream)
    page = arbiter.go(f"/console/{stream}/corrections?of=1&board=2")
    page.select_option("#result", index=1)
    page.fill("#reason", "A protest was granted.")
    page.keyboard.press("Enter")
    expect(page.locator("#comparison .summary")).to_be_visible()
    return stream, arbiter


def test_of_a_correction_that_changes_nothing_nobody_is_listed_until_asked(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 1)
    page = visit("arbiter", stream).go(f"/console/{stream}/corrections")
    page.select_option("#kind", "correct-player")
    page.fill("#club", "Paide")
    page.fill("#reason", "He moved.")
    page.keyboard.press("Enter")
    expect(page.locator(".places")).to_contain_text("Nothing changes for anybody.")
    expect(page.locator(".places table")).to_be_hidden()
    page.get_by_label("Show the players for whom nothing changes").check()
    expect(page.locator("tr.untouched:visible")).to_have_count(6)


def test_what_is_written_is_what_the_comparison_on_show_is_of(hall: Hall, visit: Visit):
    _, arbiter = proposed(hall, visit)
    page = arbiter.page
    expect(page.locator("#write")).to_be_enabled()
    page.locator("#proposals input").uncheck()
    expect(page.locator("#write")).to_be_disabled()
    arbiter.expected = ["ERR_FAILED", "net::"]
    page.route("**/consequences", lambda route: route.abort())
    page.locator("#proposals input").check()
    expect(page.locator("#comparison-content .field-error")).to_be_visible()
    expect(page.locator("#write")).to_be_disabled()  # nobody has seen what it would do
    page.unroute("**/consequences")
    page.fill("#prizes", "4")
    page.locator("#prizes").blur()
    expect(page.locator("#comparison .summary")).to_be_visible()
    expect(page.locator("#write")).to_be_enabled()


def test_consequences_are_told_again_when_something_is_written_meanwhile(hall: Hall, visit: Visit):
    stream, arbiter = proposed(hall, visit)
    arbiter.expected = ["409"]
    page = arbiter.page
    stood = hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"]
    with page.expect_response("**/consequences") as told:
        newest = hall.do(stream, "correct-result", round=1, board=1, result=other(stood), reason="misread")["version"]
    assert told.value.json()["version"] == newest
    expect(page.locator("#write")).to_be_enabled()
    page.click("#write")  # although the page itself is older
    page.get_by_role("button", name="Confirm", exact=True).click()  # in FIDE mode
    expect(page.locator("#notices")).to_contain_text("The correction is written.")


def test_what_others_write_is_taken_over_and_told_only_if_it_is_about_the_chosen_game(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 1)
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    page = visit("arbiter", stream).go(f"/console/{stream}/corrections?of=2&board=1")
    expect(page.locator("#stands")).to_contain_text("stands now")
    page.select_option("#result", "0-1")
    page.focus("#board")
    hall.do(stream, "enter-result", round=2, board=3, result="1/2")
    expect(page.locator("#board option[value='3']")).to_contain_text("½–½")
    expect(page.locator("#stands")).not_to_contain_text("changed")
    expect(page.locator("#board")).to_be_focused()
    expect(page.locator("#board")).to_have_value("1")
    expect(page.locator("#result")).to_have_value("0-1")
    hall.do(stream, "enter-result", round=2, board=1, result="1-0")
    expect(page.locator("#stands")).to_contain_text("Somebody has just changed this: look again.")
    expect(page.locator("#stands")).to_contain_text("1–0 stands now")
    hall.do(stream, "enter-result", round=2, board=2, result="1-0")
    expect(page.locator("#board option[value='2']")).to_contain_text("1–0")
    expect(page.locator("#stands")).to_contain_text("Somebody has just changed this")  # it was about this game


def test_what_is_typed_about_a_player_stays_beside_what_others_write(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = visit("arbiter", stream).go(f"/console/{stream}/corrections?kind=correct-player&player=2")
    page.fill("#club", "Pärnu")
    hall.do(stream, "correct-player", player={"number": 2, "name": "Another Name", "rating": 1900}, reason="passport")
    expect(page.locator("#name")).to_have_value("Another Name")
    expect(page.locator("#stands")).to_contain_text("Somebody has just changed this")
    expect(page.locator("#club")).to_have_value("Pärnu")


def test_a_comparison_that_was_overtaken_is_not_written(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 2)
    arbiter = visit("arbiter", stream, once=True)
    arbiter.expected = ["409", "WebSocket"]
    arbiter.page.route_web_socket("**/live/**", lambda line: None)  # nothing is heard of what others do
    page = arbiter.go(f"/console/{stream}/corrections?of=1&board=2")
    stood = [board["result"] for board in hall.ask(f"/t/{stream}/boards?of=1")["boards"]]
    page.select_option("#result", index=1)
    page.fill("#reason", "A protest was granted.")
    page.keyboard.press("Enter")
    expect(page.locator("#write")).to_be_enabled()
    hall.do(stream, "correct-result", round=1, board=1, result=other(stood[0]), reason="misread")
    page.click("#write")
    expect(page.locator("#notices .bad")).to_contain_text("The comparison is made again")
    assert hall.ask(f"/t/{stream}/boards?of=1")["boards"][1]["result"] == stood[1]
    expect(page.locator("#write")).to_be_enabled()
    page.click("#write")
    page.get_by_role("button", name="Confirm", exact=True).click()  # in FIDE mode
    expect(page.locator("#notices")).to_contain_text("The correction is written.")
    assert hall.ask(f"/t/{stream}/boards?of=1")["boards"][1]["result"] != stood[1]


def test_prizes_of_a_category_are_told_in_peoples_words(hall: Hall, visit: Visit):
    stream = hall.open()
    people = [
        {"player": {"number": 0, "name": f"Player {n}", "rating": 2000 - n, "sex": "w", "category": "A"}}
        for n in range(8)
    ]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 1)
    page = visit("arbiter", stream, locale="nl").go(f"/console/{stream}/corrections?of=1&board=1")
    page.select_option("#result", index=1)
    page.fill("#reason", "Het briefje zegt het.")
    page.keyboard.press("Enter")
    expect(page.locator("#comparison-content")).to_contain_text("dames:")
    expect(page.locator("#comparison-content")).to_contain_text("categorie A:")
    expect(page.locator("#comparison-content")).not_to_contain_text("=")


def test_what_if_speaks_of_options_as_the_form_does(hall: Hall, visit: Visit):
    stream = hall.open(6, system="keizer", tiebreaks=[], options={"rematch_gap": 5})
    hall.play(stream, 2)
    arbiter = visit("arbiter", stream, locale="nl")
    page = arbiter.go(f"/console/{stream}/what-if")
    expect(page.locator("[name='options.rematch_gap']")).to_have_value("5")
    expect(page.locator("[name='options.max_meetings']")).to_have_value("onbeperkt")
    expect(page.locator("[name='options.own_value'] option").first).not_to_have_text("never")
    with page.expect_request("**/consequences") as unchanged:
        page.click("form .primary")
    assert "rules" not in json_of(unchanged.value)
    page.locator("[name='options.max_meetings']").fill("2")
    with page.expect_request("**/consequences") as asked:
        page.click("form .primary")
    assert json_of(asked.value)["rules"]["options"] == {"rematch_gap": 5, "max_meetings": 2}
    expect(page.locator("#comparison .summary")).to_contain_text("Geen enkele plaats verandert")


def test_open_corrections_are_seen_by_another_arbiter_and_can_be_dropped(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 2)
    anna = visit("arbiter", stream, name="Anna").go(f"/console/{stream}/corrections?of=1&board=2")
    anna.select_option("#result", index=1)
    anna.fill("#reason", "A protest was granted.")
    anna.keyboard.press("Enter")
    expect(anna.locator("#proposals li")).to_have_count(1)
    bram = visit("arbiter", stream, name="Bram").go(f"/console/{stream}/corrections")
    expect(bram.locator("#proposals li")).to_contain_text("Anna")
    bram.click("#drop")
    expect(bram.locator("#none")).to_be_visible()


def test_a_correction_that_is_refused_keeps_what_was_typed(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/corrections?kind=withdraw-player")
    page.fill("#from_round", "1")
    page.fill("#reason", "Left before round 1.")
    page.keyboard.press("Enter")
    expect(page.locator("#proposal-error")).to_contain_text("board")
    expect(page.locator("#reason")).to_have_value("Left before round 1.")
    expect(page.locator("#from_round")).to_have_value("1")


def test_what_if_compares_and_writes_nothing(hall: Hall, visit: Visit):
    stream = hall.open(10)
    hall.play(stream, 3)
    before = hall.ask(f"/t/{stream}")["version"]
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/what-if")
    page.click("#add")
    expect(page.locator("#result")).to_be_focused()  # nothing was chosen
    page.select_option("#result", index=1)
    page.click("#add")
    expect(page.locator("#games li")).to_have_count(1)
    page.select_option("#board", index=1)
    page.select_option("#result", index=1)
    page.fill("#tiebreaks", "SB BH")
    page.click("form .primary")
    expect(page.locator("#comparison .compared .group")).to_have_count(2)
    expect(page.locator("#games li")).to_have_count(2)  # what was chosen counts without the button
    page.fill("#tiebreaks", "NONSENSE")
    page.click("form .primary")
    expect(page.locator("#tiebreaks-error")).to_contain_text("NONSENSE")
    assert hall.ask(f"/t/{stream}")["version"] == before


def test_the_audit_verifies_and_follows(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = visit("arbiter", stream).go(f"/console/{stream}/audit?what=corrections")
    expect(page.locator(".audit-table tbody tr")).to_have_count(0)
    board = hall.ask(f"/t/{stream}/boards")["boards"][0]
    hall.do(stream, "correct-result", round=1, board=1, result=other(board["result"]), reason="misread")
    expect(page.locator(".audit-table tr.correction")).to_have_count(1)
    page.click("#verify")
    expect(page.locator("#verified")).to_contain_text("intact")


def test_replay_moves_the_whole_console_to_round_2_and_back(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 3)
    page = visit("arbiter", stream).go(f"/console/{stream}/standings")
    page.click("#replay-button")
    page.locator("#replay-ticks a").nth(1).click()
    expect(page.locator(".past-banner")).to_be_visible()
    expect(page.locator("h2").first).to_contain_text("2")
    page.click("#sections a[data-go=c]")
    expect(page.locator("#proposal")).to_have_count(0)
    page.click("#back-to-now")
    expect(page.locator(".past-banner")).to_have_count(0)
    expect(page.locator("#proposal")).to_be_visible()


UNPAIRED = """async () => {
  const { comparison } = await import("/static/js/console/corrections/comparison.js");
  const round = { round: 2, verdict: "cannot-be-paired", stands: [], would: [], problem: "no-pairing-possible" };
  const told = { columns: [], columns_after: [], lines: [], prizes: [], rounds: [round] };
  return comparison(told).map((node) => node.textContent).join(" ");
}"""


def test_a_round_that_could_not_be_paired_is_told_in_words(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    told = visit("arbiter", stream).go(f"/console/{stream}/corrections").evaluate(UNPAIRED)
    assert "could not have been paired by its system" in told
    assert "no-pairing-possible" not in told


def test_no_result_is_chosen_beforehand_and_none_is_asked_for(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = visit().go(f"/console/{stream}/corrections")
    expect(page.locator("#result")).to_have_value("")
    page.locator("#reason").fill("The slip was misread.")
    page.get_by_role("button", name="Look at the consequences").click()
    expect(page.locator("#result-error")).to_have_text("Choose the correct result.")
    expect(page.locator("#result")).to_be_focused()
    assert hall.ask(f"/t/{stream}/proposals") == []
