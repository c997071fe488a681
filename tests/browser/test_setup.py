"""Setting up a tournament and changing what was agreed, in the console."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall

_NUMBERS = itertools.count(1)


@pytest.fixture
def form(owner: Visitor) -> Page:
    """The empty form."""
    return owner.go("/console/new")


def field_error(page: Page, name: str) -> str:
    """What stands at a field, as a screen reader finds it: through ``aria-describedby``."""
    control = page.locator(f"[name='{name}']")
    expect(control).to_have_attribute("aria-invalid", "true")
    described = (control.get_attribute("aria-describedby") or "").split()
    return page.locator(f"#{described[-1]}").inner_text()


def test_a_tournament_is_opened_by_keyboard_alone(owner: Visitor, hall: Hall):
    page = owner.go("/console")
    expect(page.get_by_role("heading", name="All tournaments")).to_be_visible()
    page.locator("body").press("Escape")
    page.get_by_role("link", name="All tournaments").focus()
    page.keyboard.press("g")
    page.keyboard.press("n")
    page.wait_for_url("**/console/new")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Kevad Open 2026")
    expect(page.get_by_label("Short name in links")).to_have_value("kevad-open-2026")
    page.keyboard.press("Enter")
    page.wait_for_url("**/console/kevad-open-2026/players")
    expect(page.get_by_text("The tournament is open.")).to_be_visible()
    opened = hall.ask("/t/kevad-open-2026")
    assert opened["rules"]["system"] == "fide-dutch-2026"
    assert opened["rules"]["tiebreaks"] == ["BH/C1", "BH", "SB", "DE"]


def test_an_empty_name_is_told_at_the_name(owner: Visitor, form: Page):
    owner.expected += ["400", "409"]
    form.get_by_role("button", name="Open the tournament").click()
    assert field_error(form, "name") == "Name must not be empty."
    expect(form.locator("[name='id']")).not_to_have_attribute("aria-invalid", "true")
    form.get_by_label("Name", exact=True).fill("…!")  # nothing to make an address from
    form.get_by_role("button", name="Open the tournament").click()
    assert "cannot be the short name" in field_error(form, "id")
    expect(form.locator("[name='name']")).not_to_have_attribute("aria-invalid", "true")
    form.locator("[name='id']").fill("Oudegracht 12")
    form.locator("[name='id']").fill("")
    form.get_by_label("Name", exact=True).fill("Utrecht Open")  # which what is emptied follows again
    expect(form.locator("[name='id']")).to_have_value("utrecht-open")


def test_draughts_brings_its_own_system_points_and_ranking(form: Page):
    form.get_by_label("Game").select_option("draughts")
    expect(form.get_by_label("Pairing system")).to_have_value("kndb")
    expect(form.get_by_label("Win – draw – loss")).to_have_value("2-1-0")
    expect(form.locator("#tiebreaks code")).to_have_text(["WP", "SBD"])


def test_the_regulations_advice_follows_what_is_typed(form: Page):
    form.get_by_label("Players expected").fill("300")
    form.locator("[name=rounds]").fill("5")
    expect(form.locator("#advice")).to_contain_text("5 rounds are few for 300 players")
    form.locator("[name=rounds]").fill("9")
    expect(form.locator("#advice")).to_be_empty()


def test_what_cannot_be_is_said_at_its_field_while_it_is_typed(form: Page):
    form.get_by_label("Pairing system").select_option("keizer")
    form.get_by_label("Players expected").fill("40")
    for name, value, message in (
        ("rounds", "0", "A tournament has 1 to 999 rounds"),
        ("options.rematch_gap", "-1", "too small"),
        ("options.absence", "often", "cannot be"),
        ("options.top_value", "3", "too small for 40 players"),
    ):
        field = form.locator(f"[name='{name}']")
        before = field.input_value()
        field.fill(value)
        assert message in field_error(form, name)
        field.fill(before)


def test_bad_fields_are_told_at_the_field_and_nothing_is_lost(owner: Visitor, form: Page):
    owner.expected.append("409")  # the browser notes every refused request
    owner.expected.append("400")
    form.get_by_label("Place").fill("Põltsamaa")
    form.get_by_label("Short name in links").fill("Not An Address")
    form.get_by_role("button", name="Open the tournament").click()
    assert "small letters" in field_error(form, "id")
    assert "must not be empty" in field_error(form, "name")
    expect(form.get_by_label("Name", exact=True)).to_be_focused()
    expect(form.get_by_label("Place")).to_have_value("Põltsamaa")


def test_all_that_is_wrong_is_told_at_once_and_the_first_is_gone_to(owner: Visitor, form: Page, hall: Hall):
    owner.expected.append("409")
    form.get_by_label("Short name in links").fill(hall.open())
    form.locator("[name=starts]").fill("2026-05-03")
    form.locator("[name=ends]").fill("2026-05-01")
    form.locator("[name=rounds]").fill("0")
    form.get_by_role("button", name="Open the tournament").click()
    told = {name: field_error(form, name) for name in ("name", "id", "ends", "rounds")}
    assert told["name"] == "Name must not be empty."
    assert "already" in told["id"]
    assert "3 May 2026" in told["ends"]
    assert "1 to 999 rounds" in told["rounds"]
    expect(form.get_by_label("Name", exact=True)).to_be_focused()


def test_options_points_and_the_rest_are_told_at_once(owner: Visitor, form: Page):
    owner.expected.append("409")
    form.get_by_label("Pairing system").select_option("keizer")
    late = form.locator("#options summary", has_text="Late joiners and leavers")
    late.click()
    form.locator("[name=rounds]").fill("0")
    form.locator("[name='options.rematch_gap']").fill("")
    form.locator("[name='options.absence']").fill("often")
    form.locator("[name='options.max_meetings']").fill("0")
    form.get_by_label("Win – draw – loss").select_option("free")
    form.locator("[name='points.draw']").fill("half")
    form.locator("[name='options.missed_rounds']").fill("some")
    late.click()
    form.get_by_role("button", name="Open the tournament").click()
    assert field_error(form, "name") == "Name must not be empty."
    assert "1 to 999 rounds" in field_error(form, "rounds")
    for name in ("options.rematch_gap", "options.absence", "options.max_meetings", "options.missed_rounds"):
        assert "cannot be" in field_error(form, name)
        expect(form.locator(f"[name='{name}']")).to_be_visible()
    assert "Write a number of points" in field_error(form, "points.draw")
    expect(form.locator(".form-problem")).to_have_count(0)
    expect(form.get_by_label("Name", exact=True)).to_be_focused()


def test_an_option_that_cannot_be_is_called_as_in_the_form(visit: Visit):
    page = visit(locale="nl").go("/console/new")
    page.get_by_label("Indelingssysteem").select_option("keizer")
    page.get_by_label("Van de eigen waarde, bij afwezigheid met bericht").fill("vaak")
    said = field_error(page, "options.absence")
    assert said == "“Van de eigen waarde, bij afwezigheid met bericht” kan niet “vaak” zijn."


def test_two_groups_with_the_same_player_are_told_at_their_field(form: Page):
    form.get_by_label("Game").select_option("draughts")
    form.locator("[name='options.strength_groups']").fill("1 2, 2 3")
    assert "two strength groups" in field_error(form, "options.strength_groups")


def test_what_is_put_right_is_taken_away_and_the_rest_stays(owner: Visitor, form: Page):
    owner.expected.append("409")
    form.locator("[name=ends]").fill("2026-05-01")
    form.locator("[name=starts]").fill("2026-05-03")
    form.locator("[name=rounds]").fill("0")
    form.get_by_role("button", name="Open the tournament").click()
    assert field_error(form, "rounds")
    with form.expect_response("**/console/advice*"):
        form.locator("[name=rounds]").fill("9")
    expect(form.locator("[name=rounds]")).not_to_have_attribute("aria-invalid", "true")
    assert field_error(form, "name") == "Name must not be empty."
    assert field_error(form, "ends")


def test_of_a_list_that_is_wrong_its_first_entry_is_gone_to(owner: Visitor, form: Page):
    owner.expected.append("409")
    form.get_by_label("Name", exact=True).fill("Ties")
    form.locator("#add-tiebreak").fill("BH")
    form.locator("#add-tiebreak").press("Enter")
    expect(form.locator("#tiebreaks li")).to_have_count(5)
    form.get_by_role("button", name="Open the tournament").click()
    expect(form.locator("#f-tiebreaks-error")).to_contain_text("BH")
    expect(form.locator("#tiebreaks li").first).to_be_focused()


def test_an_address_that_is_taken_is_told_at_its_field(owner: Visitor, form: Page, hall: Hall):
    owner.expected.append("409")
    taken = hall.open()
    form.get_by_label("Name", exact=True).fill("Another")
    form.get_by_label("Short name in links").fill(taken)
    form.get_by_role("button", name="Open the tournament").click()
    assert "already" in field_error(form, "id")


def test_free_points_are_counted_in_whole_units(form: Page, hall: Hall):
    stream = f"points-{next(_NUMBERS)}"
    form.get_by_label("Name", exact=True).fill("Points")
    form.get_by_label("Short name in links").fill(stream)
    form.get_by_label("Win – draw – loss").select_option("free")
    form.locator("[name='points.win']").fill("3")
    form.locator("[name='points.draw']").fill("1½")
    form.locator("[name='points.absent']").fill("1/3")
    form.get_by_role("button", name="Open the tournament").click()
    form.wait_for_url(f"**/console/{stream}/players")
    points = hall.ask(f"/t/{stream}")["rules"]["points"]
    assert (points["per_point"], points["win"], points["draw"], points["absent"]) == (6, 18, 9, 2)


@pytest.mark.parametrize(("usual", "texts"), [("2-1-0", ["2", "1", "0"]), ("3-1-0", ["3", "1", "0"])])
def test_who_sets_the_points_freely_begins_with_those_that_were_chosen(form: Page, usual: str, texts: list[str]):
    form.get_by_label("Win – draw – loss").select_option(usual)
    form.get_by_label("Win – draw – loss").select_option("free")
    assert [form.locator(f"[name='points.{name}']").input_value() for name in ("win", "draw", "loss")] == texts


def test_points_that_are_no_number_are_told_at_their_field(form: Page):
    form.get_by_label("Win – draw – loss").select_option("free")
    form.locator("[name='points.draw']").fill("half")
    form.locator("[name='points.loss']").fill("nothing")
    for name in ("points.draw", "points.loss"):
        assert "Write a number of points" in field_error(form, name)


def test_points_that_no_screen_could_count_are_told_at_their_field(form: Page):
    form.get_by_label("Win – draw – loss").select_option("free")
    form.get_by_label("Pairing system").select_option("keizer")  # which has an option of that name
    form.locator("[name='points.win']").fill("999999.999")
    assert "between 0 and 1000000" in field_error(form, "points.win")


def test_tiebreaks_are_ordered_by_keyboard(form: Page):
    entries = form.locator("#tiebreaks li")
    entries.nth(2).focus()
    form.keyboard.press("Alt+ArrowUp")
    expect(form.locator("#tiebreaks code")).to_have_text(["BH/C1", "SB", "BH", "DE"])
    expect(entries.nth(1)).to_be_focused()
    form.keyboard.press("Delete")
    expect(form.locator("#tiebreaks code")).to_have_text(["BH/C1", "BH", "DE"])
    form.get_by_label("Add a tie-break").fill("aro/c1")
    form.keyboard.press("Enter")
    expect(form.locator("#tiebreaks code")).to_have_text(["BH/C1", "BH", "DE", "ARO/C1"])
    expect(entries.nth(3)).to_contain_text("average rating of the opponents")


def test_tiebreaks_are_ordered_by_dragging(form: Page):
    entries = form.locator("#tiebreaks li")
    entries.nth(3).drag_to(entries.nth(0))
    expect(form.locator("#tiebreaks code")).to_have_text(["DE", "BH/C1", "BH", "SB"])


def test_an_unknown_tiebreak_is_told_at_once_with_the_nearest_and_not_added(form: Page):
    adding, error = form.get_by_label("Add a tie-break"), form.locator("#add-tiebreak-error")
    adding.fill("Buchholtz")
    form.get_by_role("button", name="Add", exact=True).click()
    expect(error).to_contain_text("“Buchholtz” is not a tie-break. The nearest: BH (Buchholz)")
    expect(adding).to_have_value("Buchholtz")
    expect(adding).to_be_focused()
    expect(form.locator("#tiebreaks li")).to_have_count(4)
    adding.fill("sb/x1")
    expect(error).to_be_empty()
    adding.press("Enter")
    expect(error).to_contain_text("“X1” cannot be used; possible are C, M and P.")
    adding.fill("sb/c1")
    adding.press("Enter")
    expect(form.locator("#tiebreaks li").nth(4)).to_contain_text("Sonneborn-Berger, lowest 1 cut")
    expect(error).to_be_empty()
    expect(adding).to_have_value("")


def test_what_was_typed_survives_a_closed_connection_and_a_reload(owner: Visitor, form: Page, hall: Hall):
    owner.expected += ["ERR_FAILED", "Failed to fetch", "net::"]
    stream = f"kept-{next(_NUMBERS)}"
    form.get_by_label("Name", exact=True).fill("Kept Open")
    form.get_by_label("Short name in links").fill(stream)
    form.get_by_label("Pairing system").select_option("keizer")
    form.locator("[name='options.rematch_gap']").fill("7")

    def fail(route: Route, request: Request) -> None:
        route.abort()

    form.route(re.compile(r"/api/t$"), fail)
    form.locator("[name='options.rematch_gap']").press("Enter")
    expect(form.get_by_text("The server cannot be reached.")).to_be_visible(timeout=20_000)
    form.wait_for_timeout(500)  # longer than advice takes, which would be of another matter
    expect(form.get_by_text("The server cannot be reached.")).to_be_visible()
    form.unroute(re.compile(r"/api/t$"))
    form.reload()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Kept Open")
    expect(form.get_by_label("Pairing system")).to_have_value("keizer")
    expect(form.locator("[name='options.rematch_gap']")).to_have_value("7")
    form.get_by_role("button", name="Open the tournament").click()
    form.wait_for_url(f"**/console/{stream}/players")
    assert hall.ask(f"/t/{stream}")["rules"]["options"] == {"rematch_gap": 7}


def test_details_are_changed_without_a_reason_and_rules_with_one(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open(4)
    hall.leave_fide_mode(stream)
    hall.play(stream, 1)
    page = owner.go(f"/console/{stream}/settings")
    page.get_by_label("Place").fill("Viljandi")
    page.get_by_role("button", name="Save details").click()
    expect(page.get_by_text("The details are saved.")).to_be_visible()
    page.locator("[name=rounds]").fill("7")
    page.get_by_role("button", name="Save rules").click()
    assert field_error(page, "reason") == "A reason is required."
    page.get_by_label("Reason").fill("One more day")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("The rules are changed.")).to_be_visible()
    changed = hall.ask(f"/t/{stream}")
    assert (changed["details"]["place"], changed["rules"]["rounds"]) == ("Viljandi", 7)


def test_settings_that_somebody_else_changes_meanwhile_are_told(owner: Visitor, hall: Hall):
    stream = hall.open()
    page = owner.go(f"/console/{stream}/settings")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.get_by_label("Place").fill("Viljandi")
    page.get_by_role("button", name="Save details").click()
    expect(page.get_by_text("The details are saved.")).to_be_visible()
    hall.do(stream, "announce", text="Nothing about the rules")
    expect(page.get_by_text("has just changed these settings")).to_have_count(0)
    hall.do(stream, "change-details", details={"name": "Renamed", "place": "Pärnu"})
    expect(page.get_by_text("has just changed these settings")).to_be_visible()
    expect(page.get_by_label("Place")).to_have_value("Viljandi")


def stale_settings(owner: Visitor, hall: Hall) -> tuple[str, Page]:
    """The form was filled before the tournament became private; somebody saves another place."""
    owner.expected.append("409")
    stream = hall.open()
    page = owner.go(f"/console/{stream}/settings")
    name = hall.ask(f"/t/{stream}")["details"]["name"]
    hall.do(stream, "change-details", details={"name": name, "place": "Tartu", "is_private": True})
    page.get_by_label("Place").fill("Viljandi")
    page.get_by_role("button", name="Save details").click()
    shown = page.locator("dialog.overwriting tbody tr")
    expect(shown).to_have_count(2)
    expect(shown.filter(has_text="Viljandi")).to_contain_text("Tartu")
    assert hall.ask(f"/t/{stream}")["details"]["is_private"]  # nothing is written before somebody chooses
    return stream, page


def test_a_stale_form_does_not_make_a_private_tournament_public_again(owner: Visitor, hall: Hall):
    stream, page = stale_settings(owner, hall)
    page.keyboard.press("Enter")  # "Keep what stands" has the focus
    expect(page.get_by_label("Place")).to_have_value("Tartu")
    expect(page.locator("[name=is_private]")).to_be_checked()
    assert hall.ask(f"/t/{stream}")["details"]["is_private"]


def test_what_somebody_else_saved_is_written_over_only_by_choice(owner: Visitor, hall: Hall):
    stream, page = stale_settings(owner, hall)
    page.locator(".write-mine").click()
    expect(page.get_by_text("The details are saved.")).to_be_visible()
    details = hall.ask(f"/t/{stream}")["details"]
    assert (details["place"], details.get("is_private", False)) == ("Viljandi", False)


def test_settings_are_saved_without_a_question_when_only_something_else_moved_on(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open()
    page = owner.go(f"/console/{stream}/settings")
    hall.do(stream, "announce", text="Nothing about the rules")
    page.get_by_label("Place").fill("Viljandi")
    page.get_by_role("button", name="Save details").click()
    expect(page.get_by_text("The details are saved.")).to_be_visible()
    page.locator("[name=rounds]").fill("6")
    page.get_by_label("Reason").fill("One more day")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("The rules are changed.")).to_be_visible()
    changed = hall.ask(f"/t/{stream}")
    assert (changed["details"]["place"], changed["rules"]["rounds"]) == ("Viljandi", 6)


def test_stale_rules_are_shown_beside_those_that_stand(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open()
    page = owner.go(f"/console/{stream}/settings")
    hall.do(stream, "change-rules", rules={**hall.ask(f"/t/{stream}")["rules"], "rounds": 9}, reason="A long weekend")
    page.locator("[name=rounds]").fill("6")
    page.get_by_label("Reason").fill("One more day")
    page.get_by_role("button", name="Save rules").click()
    line = page.locator("dialog.overwriting tbody tr")
    expect(line).to_have_count(1)
    expect(line.locator("td")).to_have_text(["9", "6"])
    page.keyboard.press("Escape")
    expect(page.locator("[name=rounds]")).to_have_value("9")
    assert hall.ask(f"/t/{stream}")["rules"]["rounds"] == 9


def test_system_and_points_are_fixed_once_a_round_is_paired(owner: Visitor, hall: Hall):
    stream = hall.open(6)
    hall.leave_fide_mode(stream)
    hall.play(stream, 1)
    page = owner.go(f"/console/{stream}/settings")
    expect(page.get_by_label("Pairing system")).to_be_disabled()
    expect(page.get_by_label("Win – draw – loss")).to_be_disabled()
    page.locator("[name=rounds]").fill("6")
    page.get_by_label("Reason").fill("More time")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("The rules are changed.")).to_be_visible()


def test_who_may_not_open_a_tournament_is_refused(visit: Visit, hall: Hall):
    stream = hall.open()
    arbiter = visit("arbiter", stream, name="Bea")
    arbiter.expected.append("403")
    page = arbiter.go("/console")
    expect(page.get_by_role("link", name="New tournament")).to_have_count(0)
    expect(page.locator("#events tbody tr")).to_have_count(1)
    answer = page.goto(f"{hall.address}/console/new")
    assert answer is not None
    assert answer.status == 403


def test_stale_options_are_called_what_the_form_calls_them(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open()
    page = owner.go(f"/console/{stream}/settings")
    rules = hall.ask(f"/t/{stream}")["rules"]
    hall.do(stream, "change-rules", rules={**rules, "options": {"acceleration": "baku"}}, reason="Many players")
    page.locator("[name=rounds]").fill("6")
    page.get_by_label("Reason").fill("One more day")
    page.get_by_role("button", name="Save rules").click()
    line = page.locator("dialog.overwriting tbody tr").filter(has_text="Baku")
    expect(line.locator("td").first).to_contain_text("Acceleration of the first rounds")
    expect(line.locator("td").first).not_to_contain_text("acceleration:")
    with page.expect_navigation():  # what stands is shown; a browser that is closed on the way there may never end
        page.keyboard.press("Escape")
