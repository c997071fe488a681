"""The hall in real Chromium: pushed within a blink, found again after a crash, in the past and as a film."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, json_of
from tests.browser.glass import GLASSES, OVERFLOW, published, screen
from tests.browser.hall import Hall
from tests.displays.web.old_announcements import PAST, exported


def test_a_result_appears_on_three_screens_and_a_phone_without_reload(hall: Hall, visit: Visit):
    stream = published(hall)
    board = hall.ask(f"/t/{stream}/boards")["boards"][0]
    white = board["white"]["player"]["number"]
    boards, standings, results = (
        screen(visit, f"/screen/{stream}?view={view}") for view in ("boards", "standings", "results")
    )
    phone = screen(visit, f"/p/{stream}/{white}", (390, 844))
    expect(phone.locator("#now")).to_contain_text("No result yet")
    for page in (boards, standings, results, phone):
        page.evaluate("window.isTheSame = true")
    hall.do(stream, "enter-result", round=1, board=1, result="1-0")
    expect(boards.locator("tr[data-key='1/1'] .result")).to_have_text("1–0")
    expect(standings.locator(f"tr[data-key='{white}'] .points")).to_have_text("1")
    expect(results.locator("tbody tr").first).to_contain_text("1–0")
    expect(phone.locator("#now .result")).to_contain_text("1")
    assert all(page.evaluate("window.isTheSame") for page in (boards, standings, results, phone))


def test_of_earlier_rounds_the_screen_of_results_tells_only_what_was_corrected(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 1)
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    hall.do(stream, "enter-result", round=2, board=3, result="1-0")
    page = screen(visit, f"/screen/{stream}?view=results")
    expect(page.locator("tbody tr")).to_have_count(1)
    result = hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"]
    hall.do(stream, "correct-result", round=1, board=1, result="0-1" if result != "0-1" else "1-0", reason="misread")
    hall.do(stream, "correct-result", round=2, board=3, result="0-1", reason="misread")
    expect(page.locator("tbody tr .board")).to_have_text(["3", "R1 1"])
    expect(page.locator("tbody tr .result").first).to_contain_text("0–1 ✱")


def test_a_server_that_is_killed_and_comes_back_is_found_again_and_nothing_is_lost(hall: Hall, visit: Visit):
    stream = published(hall)
    page = screen(visit, f"/screen/{stream}?view=boards")
    hall.do(stream, "enter-result", round=1, board=1, result="1-0")
    expect(page.locator("tr[data-key='1/1'] .result")).to_have_text("1–0")
    with hall.down():
        expect(page.locator("#as-of")).to_contain_text("as of")
        expect(page.locator("tr[data-key='1/1'] .result")).to_have_text("1–0")  # the last picture stays
    hall.do(stream, "enter-result", round=1, board=2, result="0-1")
    expect(page.locator("tr[data-key='1/2'] .result")).to_have_text("0–1")
    expect(page.locator("#as-of")).to_be_hidden()


def test_a_correction_moves_a_player_and_marks_the_row(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 2)
    page = screen(visit, f"/screen/{stream}?view=standings")
    expect(page.locator("tbody tr")).to_have_count(8)
    expect(page.locator("tr.fresh")).to_have_count(0)
    before = page.locator("tbody tr").evaluate_all("rows => rows.map(row => row.dataset.key)")
    board = hall.ask(f"/t/{stream}/boards")["boards"][0]
    result = "0-1" if board["result"] != "0-1" else "1-0"
    hall.do(stream, "correct-result", round=2, board=1, result=result, reason="misread")
    expect(page.locator("tr.fresh").first).to_be_visible()
    after = page.locator("tbody tr").evaluate_all("rows => rows.map(row => row.dataset.key)")
    assert sorted(after) == sorted(before)
    assert after != before
    page.goto(page.url.replace("view=standings", "view=boards"))
    expect(page.locator("#side small")).to_have_text("✱ corrected")
    expect(page.locator("td.result.corrected")).to_have_count(1)
    star = page.locator("td.result.corrected").evaluate("cell => getComputedStyle(cell, '::after').content")
    assert star == '"✱"'


def test_a_newly_published_round_is_shown_at_once_and_held_until_its_first_result(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 1)
    page = screen(visit, f"/screen/{stream}?view=standings,boards&seconds=2")
    expect(page.locator("#title")).to_have_text("Standings")
    hall.do(stream, "pair-round", round=2)
    page.wait_for_timeout(500)
    expect(page.locator("#title")).not_to_have_text("Pairings, round 2")  # a draft is nobody's business
    hall.do(stream, "publish-round", round=2)
    expect(page.locator("#title")).to_have_text("Pairings, round 2")
    page.wait_for_timeout(4500)
    expect(page.locator("#title")).to_have_text("Pairings, round 2")
    hall.do(stream, "enter-result", round=2, board=1, result="1-0")
    expect(page.locator("#title")).to_have_text("Standings")


def test_the_arbiter_changes_what_a_screen_shows_and_a_restart_does_not_change_it(hall: Hall, visit: Visit):
    stream = published(hall)
    wall = screen(visit, f"/screen/{stream}/stage")
    expect(wall.locator("#hello")).to_contain_text("stage")
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["WebSocket", "net::ERR"]
    page = arbiter.go(f"/console/{stream}/screens")
    expect(page.locator(".screen-card.there")).to_contain_text("stage")
    page.locator(".screen-card button").first.click()
    page.select_option("[data-field=view]", "standings")
    page.click("#form .primary")
    expect(wall.locator("#title")).to_have_text("Standings")
    with hall.down():
        pass
    wall.reload()
    expect(wall.locator("#title")).to_have_text("Standings")
    wall.close()
    expect(page.locator(".screen-card.gone-screen")).to_contain_text("stage")


def test_what_cannot_be_shown_is_told_at_each_of_its_fields_and_stays_there(hall: Hall, visit: Visit):
    stream = published(hall)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/screens")
    page.fill("#name", "stage")
    typed = {"first_board": "9", "last_board": "2", "seconds": "-4"}
    for field, value in typed.items():
        page.fill(f"#scenes [data-field={field}]", value)
    page.locator("#form .primary").click()
    expect(page.locator("#scenes .field-error:not(:empty)")).to_have_text(
        ["The last board (2) comes before the first (9).", re.compile("^Seconds.* 0 .* 3600")]
    )
    expect(page.locator("#scenes [data-field=last_board]")).to_be_focused()
    for field, value in typed.items():
        expect(page.locator(f"#scenes [data-field={field}]")).to_have_value(value)


def test_a_scene_of_rules_that_were_changed_does_not_stand_in_the_way_of_the_others(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer", tiebreaks=[])
    for name, views in {"stage": ("ladder", "standings"), "door": ("ladder",)}.items():
        hall.do(stream, "set-screen", screen={"name": name, "scenes": [{"view": view} for view in views]})
    stage, door = screen(visit, f"/screen/{stream}/stage"), screen(visit, f"/screen/{stream}/door")
    expect(stage.locator("#title")).to_have_text("Keizer ladder")
    hall.do(stream, "change-rules", rules={"system": "by-hand", "rounds": 5}, reason="too few come")
    expect(stage.locator("#title")).to_have_text("Standings")
    expect(door.locator("#hello")).to_contain_text("The tournament has nothing of what this screen is to show.")
    for wall in (stage, door):
        wall.reload()
        expect(wall.locator("#as-of")).to_be_hidden()
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["404"]
    page = arbiter.go(f"/console/{stream}/screens")
    for name in ("stage", "door"):
        told = page.locator(f".screen-card[data-name={name}] .field-error")
        expect(told).to_have_text(re.compile("^Not shown: Keizer ladder. There is no ladder here"))
    page.locator(".screen-card[data-name=door] button").first.click()
    page.locator("#form .primary").click()
    expect(page.locator("#scenes .field-error:not(:empty)")).to_contain_text("There is no ladder here")
    expect(page.locator("#scenes [data-field=view]")).to_be_focused()


def test_a_table_that_would_tell_ages_is_refused_at_its_field(hall: Hall, visit: Visit):
    stream = published(hall)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["403"]
    page = arbiter.go(f"/console/{stream}/screens")
    page.fill("#name", "stage")
    page.select_option("#scenes [data-field=view]", "standings")
    page.fill("#scenes [data-field=category]", "born=2010")
    page.locator("#form .primary").click()
    error = page.locator("#scenes .field-error:not(:empty)")
    expect(error).to_contain_text("“born=2010” is for arbiters only: it tells how old somebody is")
    expect(page.locator("#scenes [data-field=category]")).to_be_focused()
    page.fill("#scenes [data-field=category]", "rating=-1799")
    page.locator("#form .primary").click()
    expect(page.locator(".screen-card[data-name=stage]")).to_contain_text("standings rating=-1799")


def test_the_button_that_empties_the_form_says_so(hall: Hall, visit: Visit):
    stream = published(hall)
    page = visit("arbiter", stream).go(f"/console/{stream}/screens")
    page.locator("#name").fill("stage")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator("#name")).to_have_value("")
    expect(page.get_by_role("button", name="New screen")).to_have_count(0)


def test_a_setting_that_somebody_else_changed_meanwhile_is_not_written_over_unseen(hall: Hall, visit: Visit):
    stream = published(hall)
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "boards"}]})
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/screens")
    page.locator(".screen-card button").first.click()
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "clock"}]})
    page.select_option("[data-field=view]", "standings")
    page.click("#form .primary")
    line = page.locator("dialog.overwriting tbody tr")
    expect(line).to_have_count(1)
    expect(line.locator("td")).to_have_text(["round clock", "standings"])
    page.locator(".keep-theirs").click()
    expect(page.locator("[data-field=view]")).to_have_value("clock")
    page.select_option("[data-field=view]", "standings")
    hall.do(stream, "announce", text="Nothing about screens")
    page.click("#form .primary")
    expect(page.locator(".screen-card")).to_contain_text("standings")


def test_the_moment_of_a_scene_is_kept_when_something_else_of_it_is_changed(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    scene = {"view": "standings", "version": 12}
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [scene]})
    page = visit("arbiter", stream).go(f"/console/{stream}/screens")
    page.locator(".screen-card button").first.click()
    expect(page.locator("[data-field=version]")).to_have_value("12")
    page.fill("[data-field=seconds]", "9")
    with page.expect_request("**/screens") as sent:
        page.click("#form .primary")
    assert json_of(sent.value)["screen"]["scenes"] == [{**scene, "seconds": 9}]


def test_an_announcement_lies_over_every_page(hall: Hall, visit: Visit):
    stream = published(hall)
    page = screen(visit, f"/screen/{stream}?view=boards")
    told = hall.do(stream, "announce", text="Prize-giving at 18:00")["records"][0]["event"]
    expect(page.locator("#banner")).to_have_text("Prize-giving at 18:00")
    hall.do(stream, "withdraw-announcement", announcement=told["announcement"])
    expect(page.locator("#banner")).to_be_hidden()


@pytest.mark.parametrize("view", ["boards", "announcement"])
def test_an_announcement_of_an_old_log_ends_only_at_a_moment_with_its_zone(
    hall: Hall, visit: Visit, tmp_path: Path, view
):
    stream = f"old-{view}"
    hall.bring(exported(tmp_path, stream, "after round 5", "2020-05-01T18:00", PAST))
    page = screen(visit, f"/screen/{stream}?view={view}")
    if view == "boards":
        expect(page.locator("#banner")).to_have_text("Until 'after round 5'")
        expect(page.locator("#banner")).to_have_attribute("data-turn", "1/2")
    else:
        expect(page.locator(".announcement .words")).to_have_text(["Until 'after round 5'", "Until '2020-05-01T18:00'"])


TOLD = {
    "short": "Tea is served.",
    "medium": "Please switch off your phones. Prize giving at five o'clock in the bar downstairs; all get a drink.",
    "long": "Lost and found: a blue jacket with a bunch of keys was left at board 3 in the second round. " * 3
    + "Thanks!",
}

BOX = """(selector) => {
  const range = document.createRange();
  const boxes = [...document.querySelectorAll(selector)].map((node) => {
    range.selectNodeContents(node);
    return [range.getBoundingClientRect(), node.getBoundingClientRect()];
  });
  const holds = (outer, inner) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const glass = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return boxes.length > 0 && boxes.every(([text, box]) => holds(box, text) && holds(glass, box));
}"""


@pytest.mark.parametrize(("glass", "theme"), [("full-hd", "dark"), ("portrait", "light")])
def test_announcements_are_shown_whole_and_in_turn(hall: Hall, visit: Visit, glass, theme):
    stream = published(hall, 30)
    for text in TOLD.values():
        hall.do(stream, "announce", text=text)
    page = screen(visit, f"/screen/{stream}?view=boards&theme={theme}", GLASSES[glass], with_clock=True)
    heights = set()
    for text in (TOLD["short"], TOLD["medium"], TOLD["long"]):
        expect(page.locator("#banner")).to_have_text(text)
        page.wait_for_timeout(200)
        assert page.evaluate(BOX, "#banner")
        found = page.evaluate(OVERFLOW)
        assert (found["cut"], found["scrolls"]) == (0, False)
        heights.add(page.evaluate("document.getElementById('stage').clientHeight"))
        page.clock.fast_forward(8_500)
    assert len(heights) == 1, "the page does not jump when another takes its turn"
    hall.do(stream, "announce", text="The clocks are started.")
    expect(page.locator("#banner")).to_have_text("The clocks are started.", timeout=5000)  # what is new comes at once
    page.goto(page.url.replace("view=boards", "view=announcement"))
    expect(page.locator(".announcement .words").first).to_be_visible()
    assert page.evaluate(BOX, ".announcement .words")


def test_announcements_that_do_not_fit_on_their_page_have_one_each(hall: Hall, visit: Visit):
    stream = published(hall)
    for number in range(9):
        hall.do(stream, "announce", text=f"{number}. {TOLD['long']}")
    page = screen(visit, f"/screen/{stream}?view=announcement")
    for number in range(9):
        expect(page.locator("#pages")).to_have_text(f"{number + 1} / 9")
        expect(page.locator(".announcement .words")).to_contain_text(f"{number}. Lost")
        assert page.evaluate(BOX, ".announcement .words")
        page.keyboard.press("ArrowRight")


def test_languages_take_turns(hall: Hall, visit: Visit):
    stream = published(hall)
    page = screen(visit, f"/screen/{stream}?view=boards&lang=nl,et&seconds=1")
    expect(page.locator("#title")).to_have_text("Indeling ronde 1")
    expect(page.locator("#title")).to_have_text("1. vooru paarid")


# -- the glass ---------------------------------------------------------------------------------------------------------


def test_a_past_moment_says_so(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    version = hall.ask(f"/t/{stream}/boards?round=1")["version"]
    page = screen(visit, f"/screen/{stream}?view=standings&version={version}")
    expect(page.locator("#past")).to_have_text(f"As it was at step {version}")
    expect(page.locator("#side")).to_contain_text("round 1")


def test_the_tournament_as_a_film(hall: Hall, visit: Visit):
    """Event by event: ``test_tables.py``."""
    stream = hall.open(6)
    hall.play(stream, 3)
    page = screen(visit, f"/screen/{stream}?view=film&seconds=1")
    expect(page.locator("#title")).to_contain_text("Round 1")
    expect(page.locator("#title")).to_contain_text("Round 3")
    expect(page.locator(".bump path")).to_have_count(6)


REPLAYS = {
    "en": ("Replay · Round 1", "1 of 2", "after round 1", "step {}, "),
    "nl": ("Terugkijken · Ronde 1", "1 van 2", "na ronde 1", "stap {}, "),
    "de": ("Rückblick · Runde 1", "1 von 2", "nach Runde 1", "Schritt {}, "),
    "et": ("Tagasivaade · 1. voor", "1/2", "pärast 1. vooru", "samm {}, "),
}
NOW = re.compile("live|otse", re.IGNORECASE)  # words that a replay has not


@pytest.mark.parametrize(
    ("step", "language"),
    [
        *(("round", "en"), ("event", "de")),
        *(pytest.param("round", code, marks=pytest.mark.exhaustive) for code in ("nl", "de", "et")),
        *(pytest.param("event", code, marks=pytest.mark.exhaustive) for code in ("en", "nl", "et")),
    ],
)
def test_a_film_says_that_it_is_a_replay_and_of_which_moment(hall: Hall, visit: Visit, language, step):
    stream = hall.open(6)
    hall.play(stream, 2)
    title, count, after, event = REPLAYS[language]
    page = screen(visit, f"/screen/{stream}?view=film&step={step}&seconds=60&lang={language}", GLASSES["portrait"])
    expect(page.locator("#title")).to_have_text(title)
    expect(page.locator("#past")).to_be_visible()
    if step == "round":
        expect(page.locator("#side")).to_have_text(count)
        expect(page.locator("#past")).to_have_text(after)
    else:
        news = hall.ask(f"/t/{stream}/ticker")["items"]
        version = min(item["version"] for item in news if item["code"] == "result-entered")
        expect(page.locator("#past")).to_contain_text(event.format(version))
        expect(page.locator("#past")).to_contain_text(re.compile(r"20\d\d.*\d\d:\d\d"))
    expect(page.locator("body")).not_to_contain_text(NOW)
    for part in ("#title", "#side", "#past"):
        assert page.locator(part).evaluate("one => one.scrollWidth <= one.clientWidth + 1"), part


@pytest.mark.parametrize("step", ["round", "event"])
def test_a_film_ends_where_its_address_says(hall: Hall, visit: Visit, step):
    stream = hall.open(6)
    hall.play(stream, 3)
    closed = [item["version"] for item in hall.ask(f"/t/{stream}/ticker")["items"] if item["code"] == "round-closed"]
    for end in ("of=1", f"version={min(closed)}"):
        page = screen(visit, f"/screen/{stream}?view=film&step={step}&seconds=60&lang=en&{end}")
        expect(page.locator("#side")).to_contain_text("1 of 1" if step == "round" else "1 of 4")
        expect(page.locator("#title")).to_have_text("Replay · Round 1")
        expect(page.locator(".bump .round")).to_have_count(1)


def test_of_a_past_moment_nothing_is_called_live(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 1, is_closed=False)
    version = hall.ask(f"/t/{stream}/standings")["version"]
    page = screen(visit, f"/screen/{stream}?view=standings&lang=en")
    expect(page.locator("#side")).to_have_text("live, during round 1")
    page.goto(f"{page.url}&version={version}")
    expect(page.locator("#side")).to_have_text("during round 1")


def test_two_views_of_an_earlier_round_take_turns_and_do_not_disturb_each_other(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    page = screen(visit, f"/screen/{stream}?view=boards,crosstable,standings&of=1&seconds=1")
    for title in ("Pairings, round 1", "Cross table", "Standings"):
        expect(page.locator("#title")).to_have_text(title)
        expect(page.locator("#stage tbody tr").first).to_be_visible()


WATCH = """() => {
  window.flashed = false;
  const stage = document.getElementById("stage");
  const look = () => { window.flashed ||= stage.textContent.includes("Nothing is published"); };
  new MutationObserver(look).observe(stage, { childList: true, subtree: true });
}"""


def test_an_earlier_round_stays_on_the_glass_until_its_newer_state_is_there(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    page = screen(visit, f"/screen/{stream}?view=boards&of=1")
    row = page.locator("tr[data-key='1/1'] .result")
    stood = row.inner_text()
    page.evaluate(WATCH)
    hall.do(stream, "announce", text="Lunch")
    expect(page.locator("#banner")).to_have_text("Lunch")
    result = hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"]
    hall.do(stream, "correct-result", round=1, board=1, result="0-1" if result != "0-1" else "1-0", reason="misread")
    expect(row).not_to_have_text(stood)
    assert page.evaluate("window.flashed") is False


def test_a_category_is_called_what_people_call_it(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": "Zoë", "sex": "w", "rating": 1600}}])
    hall.do(stream, "change-details", details={"name": "Club", "public_categories": ["sex=w"]})
    hall.play(stream, 1)
    page = screen(visit, f"/screen/{stream}?view=standings&category=sex%3Dw%3Brating%3D1500-1700&lang=de")
    expect(page.locator("#title")).to_contain_text("· Frauen, Elo/TWZ 1500-1700")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Nobody in this category"),
        ("nl", "Niemand in deze categorie"),
        ("de", "Niemand in dieser Kategorie"),
        ("et", "Selles kategoorias ei ole kedagi"),
    ],
)
def test_a_category_with_nobody_in_it_says_so(hall: Hall, visit: Visit, code, said):
    stream = published(hall, players=4)
    hall.do(stream, "change-public-fields", fields=["club"])
    page = screen(visit, f"/screen/{stream}?view=standings&category=club%3DNowhere&lang={code}")
    expect(page.locator("#stage")).to_have_text(said)
    expect(page.locator("#title")).to_contain_text("Nowhere")


FILM = """async () => {
  const { Film } = await import("/static/js/screen/film.js");
  const stage = document.createElement("div");
  document.body.append(stage);
  const film = new Film({ view: "film", step: "event" });
  film.mount(stage);
  await film.load();
  const kept = [];
  while (await film.next()) kept.push(film.seen.size);
  return { steps: film.steps.length, most: Math.max(...kept) };
}"""


def test_a_film_keeps_only_its_last_states(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    found = screen(visit, f"/screen/{stream}?view=standings").evaluate(FILM)
    assert (found["steps"], found["most"]) == (8, 3)


def test_a_game_of_an_earlier_round_that_is_still_on_is_marked_on_walls_and_phones(hall: Hall, visit: Visit):
    stream = hall.open(4, rounds=3)
    hall.do(stream, "pair-by-hand", round=1, boards=[{"white": 1, "black": 3}, {"white": 2, "black": 4}])
    hall.do(stream, "publish-round", round=1)
    hall.do(stream, "enter-result", round=1, board=1, result="1-0")
    hall.do(stream, "postpone-game", round=1, board=2, reason="ill")
    hall.do(stream, "close-round", round=1)
    hall.do(stream, "pair-by-hand", round=2, boards=[{"white": 1, "black": 2}, {"white": 4, "black": 3}])
    hall.do(stream, "publish-round", round=2)
    for view, told in (("boards", "still playing an earlier game"), ("standings", "game not over yet")):
        page = screen(visit, f"/screen/{stream}?view={view}&lang=en", GLASSES["full-hd"])
        expect(page.locator("#side .open-game")).to_have_text(told)
        marked = page.locator("#stage td.name.open-game").all_inner_texts()
        assert sorted(marked) == ["Bram de Jong", "Jürgen Weiß"], view
    expect(page.locator("#stage tbody tr").nth(0)).to_contain_text("Anna Visser")
    phone = visit(viewport={"width": 390, "height": 844}).go(f"/p/{stream}/2?lang=en")
    expect(phone.locator("#rank")).to_contain_text("A game is not over yet: the points are without it.")
    phone.goto(phone.url.replace("/2?", "/1?"))
    expect(phone.locator("#rank")).not_to_contain_text("not over yet")
