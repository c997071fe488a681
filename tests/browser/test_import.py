"""Lists of players in the console: spreadsheets, what is remembered, doubles, and a list taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall
from tests.ledger.formats.workbooks import ods_of, xlsx_of

HEADING = ("Nr.", "Titel", "Name", "FIDE-ID", "FED", "EloI", "EloN", "Geb.", "Typ", "Verein/Ort")
MOST_CLICKS = 8


def guest(number: int) -> tuple[object, ...]:
    name = f"Guest{number:03}, Anna"
    return number, "", name, 4_500_000 + number, "EST", 2400 - number, 2300 - number, "1990/00/00", "U20", "Tartu"


def open_import(owner: Visitor, stream: str) -> Page:
    page = owner.go(f"/console/{stream}/players")
    page.get_by_role("button", name="Paste or import a list").click()
    return page


def give_file(page: Page, path: Path, content: bytes) -> None:
    path.write_bytes(content)
    page.locator("#import-file").set_input_files(path)


def test_from_a_spreadsheet_to_the_published_starting_list_of_200_players(owner: Visitor, hall: Hall, tmp_path: Path):
    stream, path = hall.open(), tmp_path / "entries.xlsx"
    path.write_bytes(xlsx_of([("Spring Open",), (), HEADING, *(guest(number) for number in range(1, 201))]))
    count = "addEventListener('click', () => sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1, true)"
    owner.page.add_init_script(count)
    page = owner.go(f"/console/{stream}")
    page.get_by_role("link", name="Players", exact=True).first.click()
    page.get_by_role("button", name="Paste or import a list").click()
    with page.expect_file_chooser() as chooser:
        page.locator("#import-file").click()
    chooser.value.set_files(path)
    expect(page.locator("#import-summary")).to_contain_text("200 players will be registered.")
    page.get_by_role("button", name="Register 200 players").click()
    expect(page.locator("#notices")).to_contain_text("200 players registered")
    page.get_by_role("link", name="Starting list").click()
    expect(page.locator("table tbody tr")).to_have_count(200)
    expect(page.locator("table tbody")).to_contain_text("Guest001, Anna")
    in_the_dialog = 2  # of the system: the file, and that it is the one
    assert int(page.evaluate("sessionStorage.clicks")) + in_the_dialog <= MOST_CLICKS


def test_a_list_is_taken_back_with_one_press(owner: Visitor, hall: Hall, tmp_path: Path):
    stream = hall.open(2)
    page = open_import(owner, stream)
    give_file(page, tmp_path / "wrong group.ods", ods_of([("Name", "Elo"), ("Vera", 1800), ("Wim", 1700)]))
    page.get_by_role("button", name="Register 2 players").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(4)
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(page.locator("#player-table tbody tr")).to_have_count(2)
    expect(page.locator("#notices")).to_contain_text("The list is taken back: 2 players are registered no more.")
    # It can be done later too, as long as nothing is paired.
    page.get_by_role("button", name="Paste or import a list").click()
    give_file(page, tmp_path / "again.ods", ods_of([("Name", "Elo"), ("Vera", 1800)]))
    page.get_by_role("button", name="Register 1 player").click()
    expect(page.locator(".registered-lists li")).to_contain_text(["“again.ods”: 1 player"])
    page.get_by_role("button", name="Take back the list “again.ods”").click()
    expect(page.locator(".registered-lists")).to_have_count(0)
    expect(page.locator("#player-table tbody tr")).to_have_count(2)


def test_once_a_round_is_paired_no_list_is_offered_to_be_taken_back(owner: Visitor, hall: Hall):
    stream = hall.open()
    players = [{"player": {"number": 0, "name": name}} for name in ("Vera", "Wim")]
    hall.do(stream, "register-players", players=players, list_name="guests")
    page = owner.go(f"/console/{stream}/players")
    expect(page.locator(".registered-lists li")).to_have_count(1)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.do(stream, "pair-round", round=1)
    page.reload()
    expect(page.locator("#player-table tbody tr")).to_have_count(2)
    expect(page.locator(".registered-lists")).to_have_count(0)


def test_a_file_is_dropped_and_of_its_sheets_one_is_chosen(owner: Visitor, hall: Hall):
    page = open_import(owner, hall.open())
    groups = [[("Name", "Elo"), ("Vera", 1800)], [("Name", "Elo"), ("Wim", 1700), ("Zoë", 1600)]]
    content = list(xlsx_of(*groups, names=("A", "B")))
    page.evaluate(
        """(bytes) => {
          const files = new DataTransfer();
          files.items.add(new File([new Uint8Array(bytes)], "groups.xlsx"));
          for (const type of ["dragover", "drop"]) {
            const event = new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true });
            document.getElementById("import").dispatchEvent(event);
          }
        }""",
        content,
    )
    expect(page.locator("#import-summary")).to_contain_text("1 player will be registered.")
    expect(page.get_by_label("Columns are separated by")).to_be_hidden()
    page.get_by_label("Sheet").select_option("B")
    expect(page.locator("#import-summary")).to_contain_text("2 players will be registered.")


def test_the_columns_that_were_chosen_are_there_for_the_next_list(owner: Visitor, hall: Hall):
    page = open_import(owner, hall.open())
    page.locator("#import-text").fill("Who;Strength today\nVera;1800\n")
    page.get_by_role("button", name="Look at it first").click()
    page.get_by_label("A line names the columns").check()
    choosers = page.locator("#import-columns select")
    choosers.nth(0).select_option("name")
    choosers.nth(1).select_option("rating")
    page.get_by_role("button", name="Register 1 player").click()
    expect(page.locator("#notices")).to_contain_text("1 player registered")
    page = open_import(owner, hall.open())
    page.locator("#import-text").fill("Who;Strength today\nWim;1700\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(choosers.nth(0)).to_have_value("name")
    expect(page.get_by_text("The columns are as you chose them")).to_be_visible()
    page.get_by_role("button", name="As they look").click()
    expect(choosers.nth(0)).to_have_value("")


def test_a_list_without_any_rating_says_so_in_red(owner: Visitor, hall: Hall):
    page = open_import(owner, hall.open())
    page.locator("#import-text").fill("Name;Elo\nVera;0\nWim;\n")
    page.get_by_role("button", name="Look at it first").click()
    said = page.get_by_text("No player of this list has a rating.")
    expect(said).to_be_visible()
    red = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--danger')")
    assert red
    page.locator("#import-text").fill("Name;Elo\nVera;1800\nWim;\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#import-summary")).to_contain_text("1 without a rating.")
    expect(said).to_be_hidden()


def test_all_doubles_complete_who_is_there_with_one_press(owner: Visitor, hall: Hall):
    stream = hall.open(2)  # Anna Visser of Utrecht, Bram de Jong of Tartu
    page = open_import(owner, stream)
    page.locator("#import-text").fill("name;federation;born\nVera;NED;\nAnna Visser;NED;1990\nVera;;1985\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#import-summary")).to_contain_text("3 lines: 1 player will be registered.")
    page.get_by_role("button", name="Complete 2 players who are there already").click()
    expect(page.locator("#import-summary")).to_contain_text("1 player who is registered already will be completed.")
    page.get_by_role("button", name="Line 3: only complete who is there already").click()  # not that one after all
    expect(page.locator("#import-summary")).not_to_contain_text("will be completed")
    page.get_by_role("button", name="Line 3: only complete who is there already").click()
    expect(page.locator("#import-columns .row-mark")).to_contain_text(["", "Completes who", "Completes who"])
    page.get_by_role("button", name="Register 1 player").click()
    expect(page.locator("#notices")).to_contain_text("1 player registered, 1 completed")
    people = {one["player"]["name"]: one["player"] for one in hall.ask(f"/t/{stream}/players")}
    assert (people["Anna Visser"]["federation"], people["Anna Visser"]["birth_year"]) == ("NED", 1990)
    assert (people["Vera"]["federation"], people["Vera"]["birth_year"]) == ("NED", 1985)


def test_a_macro_workbook_is_refused_at_its_field(owner: Visitor, hall: Hall, tmp_path: Path):
    owner.expected.append("400")
    page = open_import(owner, hall.open())
    give_file(page, tmp_path / "old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    expect(page.locator("#import-form")).to_contain_text("This is a file of an old Excel (.xls).")


def test_a_double_is_pointed_out_while_it_is_typed(owner: Visitor, hall: Hall):
    page = owner.go(f"/console/{hall.open(3)}/players")
    said = page.locator("#add .typed-double")
    page.locator("#add-name").press_sequentially("ANNA visse")
    expect(said).to_be_hidden()
    page.locator("#add-name").press_sequentially("r")
    expect(said).to_have_text("Anna Visser is there already, as no. 1.")
    page.locator("#add-name").fill("Somebody New")
    expect(said).to_be_hidden()
    page.locator("#player-2 [data-edit]").click()
    page.locator("#edit-name").fill("Anna Visser")
    expect(page.locator("#player-form .typed-double")).to_have_text("Anna Visser is there already, as no. 1.")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_list_is_looked_at_on_a_phone_and_a_laptop(owner: Visitor, hall: Hall, width: int, tmp_path: Path):
    owner.page.set_viewport_size({"width": width, "height": 800})
    page = open_import(owner, hall.open())
    give_file(page, tmp_path / "long.xlsx", xlsx_of([HEADING, *(guest(number) for number in range(1, 2001))]))
    expect(page.locator("#import-summary")).to_contain_text("2000 players will be registered.")
    page.get_by_label("Register line 3", exact=True).uncheck()
    expect(page.locator("#import-summary")).to_contain_text("1999 players will be registered.")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_list_of_a_whole_event_is_distributed_and_taken_back(owner: Visitor, hall: Hall):
    one, other, festival = hall.open(), hall.open(), f"lists-{hall.port}"
    hall.do(festival, "open-festival", details={"name": "Fair"})
    for section in (one, other):
        hall.do(festival, "add-section", section=section)
    page = owner.go(f"/console/{festival}")
    page.get_by_role("button", name="Paste or import a list").click()
    page.locator("#import-text").fill(f"Name;Group\nVera;{one}\nWim;{other}\nZoë;Masters\n")
    page.get_by_role("button", name="Look at it first").click()
    page.locator("#import-columns select").nth(1).select_option("section")
    expect(page.locator("#import-summary")).to_contain_text("3 lines: 2 players will be registered.")
    page.get_by_label("“Masters” in the list is").select_option(other)
    expect(page.locator("#import-summary")).to_contain_text("3 lines: 3 players will be registered.")
    page.get_by_role("button", name="Register 3 players").click()
    expect(page.locator("#festival-people tbody tr")).to_have_count(3)
    assert [len(hall.ask(f"/t/{section}/players")) for section in (one, other)] == [1, 2]
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(page.locator("#notices")).to_contain_text("The list is taken back: 3 players are registered no more.")
    expect(page.locator("#festival-people tbody tr")).to_have_count(0)


def test_on_a_phone_a_note_stands_below_its_line(owner: Visitor, hall: Hall):
    owner.page.set_viewport_size({"width": 390, "height": 800})
    page = open_import(owner, hall.open())
    page.locator("#import-text").fill("Name;Elo\nVera;1800\nWim;strong\nVera;1700\n")
    page.get_by_role("button", name="Look at it first").click()
    rows = page.locator("#import-columns tbody tr")
    expect(rows).to_contain_text(["Vera", "Wim", "strong", "Vera", "in line 2"])
    expect(page.locator("#import-columns tbody tr").nth(1).get_by_text("Wim")).to_be_in_viewport()
    button = page.get_by_role("button", name="Line 4: only complete who is there already")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
