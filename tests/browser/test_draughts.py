"""Draughts by keyboard: a refused set-up is mended at its field, lots one by one, the intermediate round, a tie; and a
whole tournament with the dummy that draws, with nothing but the browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall
from tests.browser.keyboard import enter

PLAYERS = (
    "Jansen, Piet",
    "de Vries, Kees",
    "Bakker, Jan",
    "Visser, Anke",
    "Smit, Bauke",
    "Mulder, Els",
    "Postma, Klaas",
)
POINTS = {"per_point": 1, "win": 2, "draw": 1, "loss": 0, "forfeit_win": 2, "full_bye": 2, "half_bye": 1}


def opened(hall: Hall, players: int, rounds: int, **options: str) -> str:
    points = {**POINTS, "pairing_bye": 1 if options.get("dummy") == "draws" else 2}
    rules = {"points": points, "tiebreaks": ["WP", "SBD"], "game": "draughts", "options": options}
    return hall.open(players, rounds=rounds, system="kndb", **rules)


def test_a_drawing_dummy_brings_its_points_and_a_refusal_brings_what_mends_it(owner: Visitor):
    page = owner.go("/console/new")
    page.select_option("[name=game]", "draughts")
    page.select_option("[name='options.dummy']", "draws")
    expect(page.locator("[name='points.pairing_bye']")).to_have_value("1")
    page.select_option("[name=points]", "2-1-0")
    expect(page.locator("#o-dummy-error")).to_contain_text("set the pairing-allocated bye to 1")
    page.get_by_role("button", name="Set “pairing-allocated bye” to 1").press("Enter")
    expect(page.locator("[name='points.pairing_bye']")).to_have_value("1")
    expect(page.locator("#o-dummy-error")).to_be_empty()


def test_lots_and_the_intermediate_round_by_keyboard_alone(hall: Hall, visit: Visit):
    stream = opened(hall, 7, 4, dummy="draws")
    visitor = visit("arbiter", stream)
    visitor.expected = ["409"]
    page = visitor.go(f"/console/{stream}")
    page.locator("#next").press("Enter")
    line = page.locator("#lot-line")
    expect(line).to_be_focused()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#drew")).to_have_text("Anna Visser: lot 5")
    expect(page.locator("#next-name")).to_have_text("2 Bram de Jong")
    page.keyboard.type("5")  # which is no longer in the hat
    page.keyboard.press("Enter")
    expect(page.locator("#lot-line-error")).to_contain_text("Lot 5 belongs to player Anna Visser (1)")
    page.keyboard.type("2")  # not behind the 5: it would be a lot 52
    page.keyboard.press("Enter")
    expect(page.locator("#drew")).to_have_text("Bram de Jong: lot 2")
    expect(page.locator("#next-name")).to_contain_text("3 ")
    page.keyboard.press("Enter")  # the program draws
    expect(page.locator("#next-name")).to_contain_text("4 ")
    expect(page.locator("#drew")).not_to_contain_text("Bram de Jong")
    for player in range(4, 8):
        hall.do(stream, "draw-lot", player=player, seed="hat")
    expect(page.locator("#lots-tally")).to_have_text("7 of 7 have their lot.")
    page.goto("about:blank")
    hall.play(stream, 3, "1-0")
    page = visitor.go(f"/console/{stream}")
    page.locator("#next").press("Enter")
    expect(page.locator("#between-1")).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator("#between-1-error")).to_contain_text("“7” is no result")
    page.locator("#between-1").fill("2")
    page.locator("#between-1").press("Enter")
    expect(page.locator("#place-changes")).to_contain_text("What it changes in the standings")
    for number in range(2, page.locator(".result-line").count() + 1):
        expect(page.locator(f"#between-{number}")).to_be_focused()
        page.keyboard.type("1")
        page.keyboard.press("Enter")
    expect(page.locator("#record")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="On to round 4").press("Enter")
    expect(page.locator("#preview-button")).to_be_visible()
    expect(page.locator("#intermediate-due")).to_have_count(0)


def test_a_tie_is_settled_by_a_lot_drawn_by_hand(hall: Hall, visit: Visit):
    stream = opened(hall, 4, 3)
    hall.do(stream, "draw-lots", order=[1, 2, 3, 4])
    hall.play(stream, 3, "1/2")
    page = visit("arbiter", stream).go(f"/console/{stream}")
    page.locator("#next").press("Enter")
    page.locator("#tie-1-by").select_option("hand")
    order = page.locator("#tie-1-order")
    order.fill("3 1")
    expect(page.locator("#tie-1-order-error")).to_contain_text("each once: 1 2 3 4")
    order.fill("3 1 4 2")
    expect(page.locator("#tie-1 .preview")).to_contain_text("1 → 4")
    order.press("Enter")
    expect(page.locator(".notice")).to_contain_text("The tie is settled.")
    assert [line["player"]["number"] for line in hall.ask(f"/t/{stream}/standings")["lines"]] == [3, 1, 4, 2]


def test_of_several_intermediate_results_one_that_is_refused_keeps_the_others(hall: Hall, visit: Visit):
    stream = opened(hall, 11, 6, dummy="draws")
    hall.do(stream, "draw-lots", order=[*range(1, 12)])
    hall.play(stream, 5, "1-0")
    visitor = visit("arbiter", stream)
    visitor.expected = ["409"]
    page = visitor.go(f"/console/{stream}/intermediate")
    games = page.evaluate("JSON.parse(document.getElementById('games').textContent).boards")
    assert len(games) > 1
    pair = {"white": games[1]["white"], "black": games[1]["black"]}
    for number in range(1, len(games) + 1):
        page.locator(f"#between-{number}").fill("2")
    hall.do(stream, "record-extra-game", purpose="intermediate", result="0-1", **pair)  # a colleague was faster
    page.locator("#record").press("Enter")
    expect(page.locator("#between-2-error")).not_to_be_empty()
    page.locator("#between-2").fill("")
    page.locator("#record").press("Enter")
    expect(page.locator(".notice")).to_contain_text("Recorded.")
    expect(page.locator("#between-2")).to_have_value("0–2")
    expect(page.locator("#between-1")).to_have_value("2–0")


def test_a_play_off_result_that_is_none_is_told_where_it_is_typed(hall: Hall, visit: Visit):
    stream = opened(hall, 4, 3)
    hall.do(stream, "draw-lots", order=[1, 2, 3, 4])
    hall.play(stream, 3, "1/2")
    hall.do(stream, "record-extra-game", purpose="play-off", white=1, black=2, result="1-0")
    page = visit("arbiter", stream).go(f"/console/{stream}/ties")
    page.locator("[data-correct]").press("Enter")
    dialog = page.get_by_role("dialog")
    result = dialog.get_by_label("Result")
    expect(result).to_be_focused()
    result.fill("7")
    dialog.get_by_label("Reason").fill("the clock had fallen")
    page.keyboard.press("Enter")
    expect(dialog.locator(".field-error").first).to_contain_text("“7” is no result: write")
    expect(dialog.get_by_label("Reason")).to_have_value("the clock had fallen")
    result.fill("0-2")
    page.keyboard.press("Enter")
    expect(page.locator(".play-offs")).to_contain_text("0–2")


def test_a_play_off_game_of_the_wrong_two_is_taken_back(hall: Hall, visit: Visit):
    stream = opened(hall, 4, 3)
    hall.do(stream, "draw-lots", order=[1, 2, 3, 4])
    hall.play(stream, 3, "1/2")
    hall.do(stream, "record-extra-game", purpose="play-off", white=1, black=2, result="1-0")
    page = visit("arbiter", stream).go(f"/console/{stream}/ties")
    page.get_by_role("button", name="Take back").press("Enter")
    page.keyboard.type("they were 1 and 3")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("The game is taken back.")
    assert "play_offs" not in hall.ask(f"/t/{stream}/standings")


# -- a whole tournament ------------------------------------------------------------------------------------------------


def test_kndb_modification_2_from_the_opening_to_the_final_standings_in_the_browser_alone(owner: Visitor):
    page = open_tournament(owner)
    base = page.url.removesuffix("/players")
    paste_players(page)
    draw_lots(page, base)
    for number in range(1, 4):
        play_round(page, base, number)
    play_intermediate_round(page, base)
    play_round(page, base, 4)
    page.goto(f"{base}/rounds/3")
    page.locator("#why-round").press("Enter")
    expect(page.locator(".reason-lines")).to_contain_text("of the ranking list: the dummy, with score 2")
    expect(page.locator(".reason-lines")).to_contain_text("In the waiting room, to the next group")
    page.goto(base)
    settle_ties(page, base)
    page.goto(base)
    page.locator("#finish").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Finish the tournament").press("Enter")
    expect(page.locator(".next-words")).to_have_text("The tournament is finished.")
    page.goto(f"{base}/standings")
    points = [int(one) for one in page.locator("main tbody tr td:nth-child(4)").all_inner_texts()]
    assert len(points) == len(PLAYERS)
    assert sum(points) == 2 * 3 * 4 + 2 * 2, "three games in each round, and the two of the intermediate round"
    page.goto(f"{base}/crosstable")
    expect(page.locator("main tbody")).not_to_contain_text("(")  # nobody was without a game


def open_tournament(owner: Visitor) -> Page:
    page = owner.go("/console/new")
    page.fill("[name=name]", "Whole KNDB")
    page.select_option("[name=game]", "draughts")
    page.select_option("[name=system]", "kndb")
    page.select_option("[name='options.dummy']", "draws")
    page.fill("[name=rounds]", "4")
    expect(page.locator("[name='points.pairing_bye']")).to_have_value("1")
    page.get_by_role("button", name="Open the tournament").press("Enter")
    page.wait_for_url("**/players")
    return page


def paste_players(page: Page) -> None:
    page.get_by_role("button", name="Paste or import a list").press("Enter")
    lines = (f"{name};{1400 - place}" for place, name in enumerate(PLAYERS))
    page.locator("#import-text").fill("\n".join(("name;rating", *lines)))
    page.get_by_role("button", name="Look at it first").press("Enter")
    page.get_by_role("button", name="Register 7 players").press("Enter")
    expect(page.locator("#player-table tbody tr")).to_have_count(7)


def draw_lots(page: Page, base: str) -> None:
    page.goto(base)
    page.locator("#next").press("Enter")
    page.locator("#lots-seed").fill("the dice say 4 2 6")
    page.locator("#lots-seed").press("Enter")
    expect(page.locator("#lots-tally")).to_have_text("7 of 7 have their lot.")


def play_round(page: Page, base: str, number: int) -> None:
    page.goto(base)
    page.locator("#next").press("Enter")
    page.locator("#preview-button").press("Enter")
    page.locator("#take-pairing").press("Enter")
    page.locator("#publish").press("Enter")
    expect(page.locator("#entry-line")).to_be_focused()
    enter(page, (f"{board} {'210'[(board + number) % 3]}" for board in range(1, 4)))
    expect(page.locator("#count")).to_have_text("3 of 3 results")
    page.wait_for_load_state("networkidle")
    page.locator("#close-round").press("Enter")
    expect(page.locator("h1")).to_contain_text("closed")


def play_intermediate_round(page: Page, base: str) -> None:
    page.goto(base)
    page.locator("#next").press("Enter")
    page.locator("#tell-hall").press("Enter")
    expect(page.locator(".notices")).to_contain_text("Announced.")
    page.locator("#between-1").press("2")
    page.locator("#between-1").press("Enter")
    page.locator("#between-2").press("1")
    page.locator("#between-2").press("Enter")
    page.locator("#record").press("Enter")
    expect(page.get_by_role("link", name="On to round 4")).to_be_visible()


def settle_ties(page: Page, base: str) -> None:
    """Whoever is level in everything: by lot."""
    page.goto(f"{base}/ties")
    for number in range(1, page.locator(".settle-form").count() + 1):
        page.locator(f"#tie-{number}-by").select_option("lot")
        page.locator(f"#tie-{number} .settle-form button[type=submit]").press("Enter")
        expect(page.locator(f"#tie-{number} h2")).to_contain_text("lot")
