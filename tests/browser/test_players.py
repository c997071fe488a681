"""Players in the console: added one by one and from lists, corrected, withdrawn, absent, checked in."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from engine.model import Details, Player, Rules
from ledger.acts.act import Event
from ledger.acts.opening import TournamentOpened
from ledger.acts.players import PlayerRegistered
from ledger.acts.separations import PlayersSeparated
from ledger.store.sqlite import SqliteLog
from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall


def players_page(owner: Visitor, stream: str) -> Page:
    return owner.go(f"/console/{stream}/players")


def rows(page: Page) -> list[str]:
    return page.locator("#player-table tbody td:has(a)").all_inner_texts()


def test_players_are_added_one_after_the_other_without_a_mouse(owner: Visitor, hall: Hall):
    stream = hall.open()
    page = players_page(owner, stream)
    expect(page.get_by_label("Name", exact=True).first).to_be_focused()
    for name, rating in (("Anna Visser", "2100"), ("Ülle Mägi", "1850"), ("Jürgen Weiß", "")):
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(rating)
        page.keyboard.press("Enter")
        expect(page.locator("#added")).to_have_text(f"{name} is registered.")
        expect(page.locator("#add-name")).to_be_focused()
    expect(page.locator("#player-table tbody tr")).to_have_count(3)
    registered = hall.ask(f"/t/{stream}/players")
    assert [(one["player"]["name"], one["player"].get("rating")) for one in registered] == [
        ("Anna Visser", 2100),
        ("Ülle Mägi", 1850),
        ("Jürgen Weiß", None),
    ]


BAD_INPUT = [
    ("rating", "strong", "not a whole number"),
    ("rating", "9999", "between 0 and 4000"),
    ("birth_year", "1066", "between 1900 and 2100"),
    ("name", "x" * 101, "at most 100"),
    ("ids.fide", "NED12", "digits only"),
    ("number", "0x", "not a whole number"),
    ("from_round", "17", "not in the programme"),
    ("name", "", "must not be empty"),
]


def test_bad_input_is_told_at_its_field_and_kept(owner: Visitor, hall: Hall):
    owner.expected += ["400", "409"]
    page = players_page(owner, hall.open(2))
    page.locator("#add details.more > summary").click()
    page.locator("#add-club").fill("Utrecht")
    for field, value, message in BAD_INPUT:
        page.locator("#add-name").fill("Somebody New")
        control = page.locator(f"#add [name='{field}']")
        control.fill(value)
        page.locator("#add-name").press("Enter")
        expect(page.locator(f"#add-{field.removeprefix('ids.')}-error")).to_contain_text(message)
        expect(control).to_have_attribute("aria-invalid", "true")
        expect(control).to_have_value(value)
        expect(page.locator("#add-club")).to_have_value("Utrecht")
        control.fill("")


def test_a_bad_rating_is_called_by_its_name_and_forgotten_once_it_is_gone(owner: Visitor, hall: Hall):
    owner.expected += ["400"]
    page = players_page(owner, hall.open())
    page.locator("#add-name").fill("Somebody New")
    page.locator("#add-rating").fill("abc")
    page.locator("#add-name").press("Enter")
    expect(page.locator("#add-rating-error")).to_have_text("Rating: “abc” is not a whole number.")
    page.locator("#add-rating").fill("")
    expect(page.locator("#add-rating-error")).to_have_text("")
    expect(page.locator("#add-rating")).not_to_have_attribute("aria-invalid", "true")
    page.locator("#add-name").press("Enter")
    expect(page.locator("#player-table tbody tr")).to_have_count(1)


def test_all_that_is_wrong_with_a_player_is_told_at_once(owner: Visitor, hall: Hall):
    owner.expected += ["409"]
    page = players_page(owner, hall.open())
    page.locator("#add details.more > summary").click()
    for field, value in (("rating", "9999"), ("ids.fide", "NED12"), ("birth_year", "1066")):
        page.locator(f"#add [name='{field}']").fill(value)
    page.locator("#add-name").press("Enter")
    for field in ("name", "rating", "ids.fide", "birth_year"):
        expect(page.locator(f"#add [name='{field}']")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#add-name")).to_be_focused()


def from_an_old_log(hall: Hall, stream: str) -> str:
    """A tournament of the time when every text of a player might have 500 letters."""
    long = "Wolfeschlegelsteinhausenbergerdorff" * 14
    player = Player(1, long, 1900, club=long, federation=long, category=long)
    history: list[Event] = [
        TournamentOpened(details=Details("Old"), rules=Rules("fide-dutch-2026", 5)),
        PlayerRegistered(player=player),
        PlayerRegistered(player=Player(2, f"Anna {long}", 1800)),
        PlayersSeparated(players=(1, 2)),
    ]
    with SqliteLog(hall.log) as log:
        log.submit(stream, 0, history, actor="Anna", command="old").result()
    return stream


@pytest.mark.parametrize("width", [390, 1280])
def test_names_that_an_old_log_holds_go_on_in_the_next_line(owner: Visitor, hall: Hall, width: int):
    stream = from_an_old_log(hall, f"old-{width}")
    owner.page.set_viewport_size({"width": width, "height": 900})
    for path in (f"/console/{stream}", f"/console/{stream}/players", f"/console/{stream}/standings", f"/t/{stream}"):
        page = owner.go(path)
        assert (path, page.evaluate("document.documentElement.scrollWidth")) == (path, width)
    page = players_page(owner, stream)
    assert page.locator("#player-table").evaluate("(table) => table.offsetWidth") < width + 200


def test_a_half_typed_player_survives_a_reload(owner: Visitor, hall: Hall):
    page = players_page(owner, hall.open())
    page.locator("#add-name").fill("Half Typed")
    page.reload()
    expect(page.locator("#add-name")).to_have_value("Half Typed")


def test_a_pasted_list_is_looked_at_first_and_then_registered(owner: Visitor, hall: Hall):
    stream = hall.open()
    page = players_page(owner, stream)
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill("Naam;Elo;Vereniging\nVisser, Anna ;2100;Utrecht\n\nTamm, Katrin;1998;Tartu\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#import-summary")).to_contain_text("2 players will be registered.")
    expect(page.locator("#import-go")).to_be_in_viewport()
    assert page.locator("#import-columns select").evaluate_all("nodes => nodes.map((node) => node.value)") == [
        "name",
        "rating",
        "club",
    ]
    assert hall.ask(f"/t/{stream}/players") == []  # nothing is written by looking
    page.get_by_role("button", name="Register 2 players").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(2)
    expect(page.get_by_text("2 players registered")).to_be_visible()


def test_a_file_in_latin_1_with_foreign_columns_is_mapped_by_hand(owner: Visitor, hall: Hall, tmp_path: Path):
    stream = hall.open()
    path = tmp_path / "list.csv"
    path.write_bytes("Wer;Staerke;Bemerkung\nJürgen Weiß;1962;zahlt bar\nKäthe Groß;1800;\n".encode("latin-1"))
    page = players_page(owner, stream)
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-file").set_input_files(path)  # which is looked at without a further press
    expect(page.locator("#import-summary")).to_contain_text("3 lines")  # no word of the first line is known
    page.get_by_label("A line names the columns").check()
    expect(page.locator("#import-summary")).to_contain_text("2 lines")
    page.locator("#import-columns select").nth(0).select_option("name")
    page.locator("#import-columns select").nth(1).select_option("rating")
    page.locator("#import-columns select").nth(2).select_option("")
    expect(page.locator("#import-summary")).to_contain_text("2 players will be registered.")
    page.get_by_role("button", name="Register 2 players").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(2)
    assert rows(page) == ["Jürgen Weiß", "Käthe Groß"]


def test_columns_that_are_chosen_faster_than_the_line_answers_are_all_kept(owner: Visitor, hall: Hall):
    page = players_page(owner, hall.open())
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill("Wer;Staerke\nJürgen Weiß;1962\n")
    page.get_by_role("button", name="Look at it first").click()
    page.get_by_label("A line names the columns").check()
    expect(page.locator("#import-summary")).to_contain_text("1 line:")
    held: list[Route] = []
    page.route("**/players/preview", lambda route: held.append(route))
    choosers = page.locator("#import-columns select")
    choosers.nth(0).select_option("name")
    choosers.nth(1).focus()
    choosers.nth(1).select_option("rating")
    page.wait_for_function("document.querySelector('#import-go').disabled")  # what is seen is not what is chosen
    assert len(held) == 2
    held[1].continue_()
    expect(page.locator("#import-summary")).to_contain_text("1 player will be registered.")
    expect(choosers.nth(1)).to_be_focused()
    with page.expect_response("**/players/preview"):  # the first answer comes last, and is of no use any more
        held[0].continue_()
    page.get_by_role("button", name="Register 1 player").click()
    expect(page.locator("#player-table tbody tr")).to_contain_text(["1962"])


def test_a_bad_line_says_what_is_wrong_and_does_not_keep_the_others_out(owner: Visitor, hall: Hall):
    stream = hall.open()
    page = players_page(owner, stream)
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill("name,rating\nAnna Visser,2100\nBram de Jong,twenty\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#import-columns .row-wrong .row-mark")).to_contain_text("twenty")
    expect(page.get_by_label("Register line 3")).to_be_disabled()
    expect(page.locator("#import-summary")).to_have_text(
        "2 lines: 1 player will be registered. 1 line has a problem and is left out."
    )
    expect(page.locator("#import-text")).to_have_value("name,rating\nAnna Visser,2100\nBram de Jong,twenty\n")
    page.get_by_label("Register line 2").uncheck()
    expect(page.locator("#import-refusal")).to_have_text("No line is ticked that can be registered.")
    expect(page.locator("#import-go")).to_be_disabled()
    page.get_by_label("Register line 2").check()
    page.get_by_role("button", name="Register 1 player").click()
    expect(page.get_by_text("1 player registered, 1 line left out")).to_be_visible()
    expect(page.locator("#player-table tbody td:has(a)")).to_have_text(["Anna Visser"])


def test_doubles_of_a_list_are_marked_counted_and_no_new_players(owner: Visitor, hall: Hall):
    stream = hall.open(2)  # Anna Visser of Utrecht, Bram de Jong of Tartu
    page = players_page(owner, stream)
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill(
        "name;club\nJaan Tamm;Tartu\n\nAnna Visser;Utrecht\nBram de Jong;Leiden\nJaan Tamm;Tartu\nLiis Kask;Tallinn\n"
    )
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#import-summary")).to_have_text(
        "5 lines: 3 players will be registered. "
        "2 lines are perhaps somebody who is there already: tick to register all the same."
    )
    lines = page.locator("#import-columns tbody tr")
    expect(lines.locator("th")).to_have_text(["2", "4", "5", "6", "7"])
    expect(lines.locator(".row-mark")).to_contain_text(
        ["", "Anna Visser is registered already, as no. 1", "The same name as Bram de Jong (no. 2)", "in line 2", ""]
    )
    page.get_by_label("Only lines with a note").check()
    expect(lines.locator("th")).to_have_text(["4", "5", "6"])
    page.get_by_label("Register line 6").check()
    expect(page.locator("#import-summary")).to_contain_text("5 lines: 4 players will be registered.")
    page.get_by_role("button", name="Register 4 players").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(6)


def test_all_lines_of_a_long_list_can_be_seen(owner: Visitor, hall: Hall):
    page = players_page(owner, hall.open())
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill("\n".join(["name", *(f"Guest {number:03}" for number in range(1, 251))]))
    page.get_by_role("button", name="Look at it first").click()
    lines = page.locator("#import-columns tbody tr")
    expect(lines).to_have_count(200)
    page.get_by_role("button", name="Show all 250 lines").click()
    expect(lines).to_have_count(250)
    expect(page.locator("#import-all")).to_be_hidden()
    lines.last.scroll_into_view_if_needed()
    expect(lines.last).to_be_in_viewport()
    expect(lines.last).to_have_text("251Guest 250")


def test_a_list_without_a_heading_tells_a_bad_rating_and_the_column_it_leaves_out(owner: Visitor, hall: Hall):
    page = players_page(owner, hall.open())
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill("Anna Visser;2100;Utrecht\nBram de Jong;abc;Leiden\nJaan Tamm;1850;Tartu\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#import-columns .row-wrong .row-mark")).to_contain_text("abc")
    expect(page.locator("#import-report .unread li")).to_have_text(
        "Column 3 (“Utrecht” …): nothing of it will be registered"
    )
    page.locator("#import-columns select").nth(2).select_option("club")
    expect(page.locator("#import-report .unread")).to_have_count(0)


def test_who_was_registered_by_mistake_is_removed_and_comes_back(owner: Visitor, hall: Hall):
    stream = hall.open(3)
    page = players_page(owner, stream)
    page.locator("#add-name").press_sequentially("Ann Visser\n")
    expect(page.locator("#added")).to_have_text("Ann Visser is registered.")
    page.locator("#player-2 [data-edit]").click()
    page.locator("#remove-entry").click()
    question = page.get_by_role("dialog", name="Remove 1 entry?")
    expect(question).to_contain_text("Bram de Jong (2)")
    question.get_by_role("button", name="Remove entry (1)").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(3)
    expect(page.locator("#added")).to_be_empty()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#player-2")).to_contain_text("Bram de Jong")
    for number in (1, 3):
        page.locator(f"[data-choose='{number}']").check()
    page.get_by_role("button", name="Remove entries (2)").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove entries (2)").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(2)
    assert [one["player"]["number"] for one in hall.ask(f"/t/{stream}/players")] == [2, 4]


def test_a_double_that_is_typed_is_asked_about(owner: Visitor, hall: Hall):
    owner.expected += ["409"]
    page = players_page(owner, hall.open(2))
    page.locator("#add-name").fill("visser, ANNA")
    page.keyboard.press("Enter")
    question = page.get_by_role("dialog", name="Is this somebody else?")
    expect(question).to_contain_text("Anna Visser is registered already, as no. 1")
    page.keyboard.press("Enter")  # the safe answer
    expect(page.locator("#add-name")).to_have_attribute("aria-invalid", "true")
    page.locator("#add-name").press("Enter")
    question.get_by_role("button", name="Register all the same").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(3)


def test_search_filter_and_sorting(owner: Visitor, hall: Hall):
    stream = hall.open(9)
    hall.do(stream, "withdraw-player", player=4, reason="ill")
    page = players_page(owner, stream)
    page.get_by_label("Search").fill("ulle")
    expect(page.locator("#player-table tbody tr:visible")).to_have_count(1)
    expect(page.locator("#shown")).to_have_text("1 of 9 players")
    page.get_by_label("Search").fill("")
    page.get_by_label("State").select_option("withdrawn")
    expect(page.locator("#player-table tbody tr:visible")).to_have_count(1)
    page.get_by_label("State").select_option("")
    page.locator("[data-sort=name]").click()
    assert rows(page)[:3] == ["Anna Visser", "Bram de Jong", "Jürgen Weiß"]
    page.locator("[data-sort=name]").click()
    assert rows(page)[0] == "Ülle Mägi"


def test_a_player_is_corrected_with_a_reason(owner: Visitor, hall: Hall):
    """Once a round is paired; before that a list is being put in order."""
    owner.expected.append("409")
    stream = hall.open(4)
    hall.play(stream, 1)
    page = players_page(owner, stream)
    page.get_by_role("button", name="Change Katrin Tamm").click()
    page.locator("#edit-rating").fill("2055")
    page.locator("#edit-rating").press("Enter")
    expect(page.locator("#edit-reason-error")).to_have_text("A reason is required.")
    expect(page.locator("#edit-rating")).to_have_value("2055")
    page.locator("#edit-reason").fill("The list of November")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Confirm", exact=True).click()  # in FIDE mode
    expect(page.get_by_text("Katrin Tamm: corrected.")).to_be_visible()
    expect(page.locator("tr[data-player='3']")).to_contain_text("2055")


def test_a_player_whom_somebody_else_corrected_meanwhile_is_not_written_over_unseen(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open(4)
    page = players_page(owner, stream)
    page.get_by_role("button", name="Change Katrin Tamm").click()
    found = {"number": 3, "name": "Katrin Tamm", "rating": 2050, "club": "Narva"}
    hall.do(stream, "correct-player", player=found, reason="She has moved")
    page.locator("#edit-rating").fill("2055")
    page.locator("#edit-reason").fill("The list of November")
    page.keyboard.press("Enter")
    line = page.locator("dialog.overwriting tbody tr").filter(has_text="Narva")
    expect(line.locator("td").first).to_have_text("Narva")
    expect(line.locator("td").last).not_to_have_text("Narva")
    page.locator(".keep-theirs").click()
    expect(page.locator("tr[data-player='3']")).to_contain_text("Narva")
    assert hall.ask(f"/t/{stream}/players")[2]["player"]["rating"] == 2050


def test_a_player_leaves_and_comes_back(owner: Visitor, hall: Hall):
    page = players_page(owner, hall.open(4))
    page.get_by_role("button", name="Change Bram de Jong").click()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("tr[data-player='2']")).to_contain_text("withdrawn from round 1")
    page.get_by_role("button", name="Change Bram de Jong").click()
    page.get_by_role("button", name="Back in the tournament").click()
    expect(page.locator("tr[data-player='2']")).to_contain_text("takes part")


def test_one_player_is_counted_as_one(owner: Visitor, hall: Hall):
    expect(players_page(owner, hall.open(1)).locator("#shown")).to_have_text("1 of 1 player")
    expect(players_page(owner, hall.open(2)).locator("#shown")).to_have_text("2 of 2 players")


def test_what_another_arbiter_does_appears_without_reload(owner: Visitor, hall: Hall):
    stream = hall.open(2)
    page = players_page(owner, stream)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.locator("#separate-players").fill("1 2")
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": "Late Guest"}}])
    expect(page.locator("#player-table")).to_contain_text("Late Guest")
    expect(page.locator("#separate-players")).to_have_value("1 2")  # what was being typed is not lost


# -- absences ----------------------------------------------------------------------------------------------------------


def test_absences_are_given_by_keys(owner: Visitor, hall: Hall):
    stream = hall.open(3)
    page = owner.go(f"/console/{stream}/absences")
    first = page.get_by_label("Anna Visser, round 1: plays")
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("h")
    expect(page.get_by_label("Anna Visser, round 2: half-point bye")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("a")
    expect(page.get_by_label("Bram de Jong, round 2: absent with notice")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_label("Bram de Jong, round 2: plays")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    absences = {one["player"]["number"]: one.get("absences", {}) for one in hall.ask(f"/t/{stream}/players")}
    assert absences == {1: {"2": "half-bye"}, 2: {}, 3: {}}


def test_every_kind_of_absence_is_given_by_a_tap(visit: Visit, hall: Hall):
    stream = hall.open(2)
    hall.leave_fide_mode(stream)  # else a second half-point bye is asked about
    arbiter = visit("arbiter", stream, viewport={"width": 390, "height": 844}, has_touch=True)
    page = arbiter.go(f"/console/{stream}/absences")
    page.get_by_role("button", name="half-point bye").tap()
    page.get_by_label("Anna Visser, round 2: plays").tap()
    page.get_by_label("Anna Visser, round 3: plays").tap()
    page.get_by_label("Anna Visser, round 3: half-point bye").tap()  # and back
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert hall.ask(f"/t/{stream}/players")[0]["absences"] == {"2": "half-bye"}


def test_in_the_middle_of_a_season_the_grid_and_the_bar_open_at_the_next_round(visit: Visit, hall: Hall):
    stream = hall.open(4, rounds=20, system="keizer")
    hall.play(stream, 9)
    page = visit("arbiter", stream, viewport={"width": 390, "height": 844}).go(f"/console/{stream}/absences")
    expect(page.locator("#absence-table th[aria-current]")).to_have_text("10")
    expect(page.locator("#absence-table th[aria-current]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".chips .round-next")).to_be_in_viewport(ratio=1)


def test_who_signed_off_and_comes_all_the_same_is_brought_back_by_a_tap(owner: Visitor, visit: Visit, hall: Hall):
    stream = hall.open(4)
    hall.do(stream, "announce-absence", player=2, rounds=[1])
    helper = visit("results", stream, name="Bea", viewport={"width": 390, "height": 844}, has_touch=True)
    phone, page = helper.go(f"/console/{stream}/check-in"), owner.go(f"/console/{stream}/check-in")
    expect(page.locator("#roll button")).to_have_count(3)
    phone.locator("#signed-off").get_by_role("button", name="Bram de Jong").tap()
    expect(phone.locator("#tally")).to_have_text("1 of 4 here, 3 missing")
    expect(page.locator("#tally")).to_have_text("1 of 4 here, 3 missing")
    expect(page.locator("#signed-off")).to_have_count(0)


def test_rounds_that_are_paired_cannot_be_changed(owner: Visitor, hall: Hall):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = owner.go(f"/console/{stream}/absences")
    expect(page.locator("tr[data-player='1'] .cell[data-column='1']")).to_be_disabled()
    expect(page.locator("tr[data-player='1'] .cell[data-column='2']")).to_be_enabled()


# -- check-in ----------------------------------------------------------------------------------------------------------


def test_two_helpers_share_the_roll_and_the_missing_are_marked_absent(owner: Visitor, visit: Visit, hall: Hall):
    stream = hall.open(4)
    helper = visit("results", stream, name="Bea", viewport={"width": 390, "height": 844}, has_touch=True)
    phone, page = helper.go(f"/console/{stream}/check-in"), owner.go(f"/console/{stream}/check-in")
    phone.get_by_role("button", name="Anna Visser").tap()
    phone.get_by_role("button", name="Katrin Tamm").tap()
    expect(phone.locator("#tally")).to_have_text("2 of 4 here, 2 missing")
    expect(page.locator("#tally")).to_have_text("2 of 4 here, 2 missing")
    expect(phone.locator("#mark-missing")).to_have_count(0)  # that is the arbiter's
    page.get_by_role("button", name="Mark 2 missing players absent in round 1").click()
    page.get_by_role("button", name="Absent without notice").click()
    expect(page.get_by_text("Marked absent: 2.")).to_be_visible()
    outs = [one["player"]["number"] for one in hall.ask(f"/t/{stream}/players") if one.get("absences")]
    assert outs == [2, 4]


def test_who_only_enters_results_sees_the_players_and_changes_none(visit: Visit, hall: Hall):
    stream = hall.open(4)
    page = visit("results", stream, name="Bea").go(f"/console/{stream}/players")
    expect(page.locator("#player-table tbody tr")).to_have_count(4)
    expect(page.locator("#add")).to_have_count(0)
    expect(page.get_by_role("button", name="Change")).to_have_count(0)
    expect(page.get_by_role("link", name="Settings")).to_have_count(0)


def test_a_withdrawal_that_was_a_slip_is_undone_from_its_notice(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1)
    page = visit().go(f"/console/{stream}/players")
    page.locator("[data-edit='2']").click()
    page.locator("#leave-form [type=submit]").click()
    notice = page.locator("#notices .notice")
    expect(notice).to_contain_text("has withdrawn.")
    expect(page.locator("tr[data-player='2']")).to_have_attribute("data-state", "withdrawn")
    notice.get_by_role("button", name="Undo").click()
    expect(page.locator("tr[data-player='2']")).to_have_attribute("data-state", "in")
    expect(page.locator("#notices")).to_contain_text("is back.")
