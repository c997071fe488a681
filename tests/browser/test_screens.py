"""The hall in real Chromium: pushed within a blink, found again after a crash, fitting every glass."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

GLASSES = {"hd": (1280, 720), "full-hd": (1920, 1080), "4k": (3840, 2160), "portrait": (1080, 1920)}
CROWD = 300


def screen(visit: Visit, path: str, size: tuple[int, int] = (1280, 720)) -> Page:
    visitor = visit(None, viewport={"width": size[0], "height": size[1]})
    visitor.expected = ["WebSocket", "ERR_CONNECTION_REFUSED", "net::ERR"]  # a server that is killed is noticed
    return visitor.go(path)


def published(hall: Hall, players: int = 8, rounds: int = 1) -> str:
    stream = hall.open(players)
    if rounds > 1:
        hall.play(stream, rounds - 1)
    hall.do(stream, "pair-round", round=rounds)
    hall.do(stream, "publish-round", round=rounds)
    return stream


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
    hall.kill()
    expect(page.locator("#as-of")).to_contain_text("as of")
    expect(page.locator("tr[data-key='1/1'] .result")).to_have_text("1–0")  # the last picture stays
    hall.start()
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
    hall.kill()
    hall.start()
    wall.reload()
    expect(wall.locator("#title")).to_have_text("Standings")
    wall.close()
    expect(page.locator(".screen-card.gone-screen")).to_contain_text("stage")


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
    assert sent.value.post_data_json["screen"]["scenes"] == [{**scene, "seconds": 9}]


def test_an_announcement_lies_over_every_page(hall: Hall, visit: Visit):
    stream = published(hall)
    page = screen(visit, f"/screen/{stream}?view=boards")
    told = hall.do(stream, "announce", text="Prize-giving at 18:00")["records"][0]["event"]
    expect(page.locator("#banner")).to_have_text("Prize-giving at 18:00")
    hall.do(stream, "withdraw-announcement", announcement=told["announcement"])
    expect(page.locator("#banner")).to_be_hidden()


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
    page = screen(visit, f"/screen/{stream}?view=boards&theme={theme}", GLASSES[glass])
    heights = set()
    for text in (TOLD["short"], TOLD["medium"], TOLD["long"]):
        expect(page.locator("#banner")).to_have_text(text)
        page.wait_for_timeout(200)
        assert page.evaluate(BOX, "#banner")
        found = page.evaluate(OVERFLOW)
        assert (found["cut"], found["scrolls"]) == (0, False)
        heights.add(page.evaluate("document.getElementById('stage').clientHeight"))
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


@pytest.fixture(scope="module")
def crowd(hall: Hall) -> str:
    """300 players, some with names of 40 letters, in round 2."""
    stream = hall.open(0)
    long = "Maximilianus-Alexander van Oudenallen {:02}"
    people = [
        {"player": {"number": 0, "name": long.format(n) if n % 9 == 0 else f"Player {n:03}", "rating": 2400 - n}}
        for n in range(CROWD)
    ]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 1)
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    return stream


OVERFLOW = """() => {
  const stage = document.getElementById("stage").getBoundingClientRect();
  const rows = [...document.querySelectorAll("#stage tbody tr")].map((row) => row.getBoundingClientRect());
  return {
    cut: rows.filter((row) => row.bottom > stage.bottom + 1 || row.right > stage.right + 1).length,
    rows: rows.length,
    scrolls: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    low: Math.min(...rows.map((row) => row.height)) / innerHeight,
    cutTexts: [...document.querySelectorAll("#stage td, #stage th")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
  };
}"""


@pytest.mark.parametrize(
    ("glass", "view", "language"),
    [
        ("hd", "boards", "en"),
        ("full-hd", "names", "nl"),
        ("4k", "standings", "de"),
        ("portrait", "names", "et"),
        ("portrait", "boards", "de"),
        ("hd", "crosstable", "et"),
        ("full-hd", "standings", "nl"),
    ],
)
def test_rows_fit_every_glass_and_all_of_them_come_up(hall: Hall, visit: Visit, crowd: str, glass, view, language):
    page = screen(visit, f"/screen/{crowd}?view={view}&lang={language}", GLASSES[glass])
    expect(page.locator("#pages")).to_contain_text("1 / ")
    page.keyboard.press("Space")  # pause: the test turns the pages
    pages = int(page.locator("#pages").inner_text().split("/")[1].split()[0])
    seen: set[str] = set()
    for _ in range(pages):
        seen |= set(page.locator("#stage tbody tr").evaluate_all("rows => rows.map(row => row.dataset.key)"))
        found = page.evaluate(OVERFLOW)
        assert (found["cut"], found["scrolls"], found["cutTexts"]) == (0, False, [])
        assert found["low"] > 0.02, "readable from afar: a row is more than a fiftieth of the glass"
        page.keyboard.press("ArrowRight")
    assert len(seen) == (CROWD // 2 if view == "boards" else CROWD)


@pytest.fixture(scope="module")
def club(hall: Hall) -> str:
    """A Keizer season of 40 in its fourth round: totals of hundreds with halves, names of 40 letters."""
    stream = hall.open(0, system="keizer", tiebreaks=[], rounds=20)
    long = "Maximilianus-Alexander van Oudenallen {:02}"
    people = [{"player": {"number": 0, "name": long.format(n) if n % 3 else f"Player {n:02}"}} for n in range(40)]
    hall.do(stream, "register-players", players=people)
    hall.play(stream, 4, is_closed=False)
    return stream


@pytest.mark.parametrize(("glass", "language"), [("hd", "nl"), ("full-hd", "de"), ("portrait", "et"), ("4k", "en")])
def test_no_figure_of_a_ladder_is_cut(hall: Hall, visit: Visit, club: str, glass, language):
    page = screen(visit, f"/screen/{club}?view=ladder&lang={language}", GLASSES[glass])
    expect(page.locator("tbody tr").first).to_be_visible()
    assert any("½" in total for total in page.locator("td.total").all_inner_texts())
    found = page.evaluate(OVERFLOW)
    assert (found["cut"], found["scrolls"], found["cutTexts"]) == (0, False, [])


@pytest.mark.parametrize("count", [8, 40])
def test_names_come_first_in_a_ladder_that_stands_upright(hall: Hall, visit: Visit, count):
    stream = hall.open(0, system="keizer", tiebreaks=[], rounds=20)
    names = ("Willem van der Meer", "Ines Hoffmann", "Mart Tamm", "Margarethe Schneider")
    people = [{"player": {"number": 0, "name": f"{names[n % 4]} {n}"}} for n in range(count)]
    hall.do(stream, "register-players", players=people)
    hall.play(stream, 3, is_closed=False)
    page = screen(visit, f"/screen/{stream}?view=ladder&lang=nl", GLASSES["portrait"])
    expect(page.locator("td.name").first).to_be_visible()
    assert page.evaluate(OVERFLOW)["cutTexts"] == []
    assert page.locator("td.name.wrapped, td.name.longest").count() == 0
    sizes = page.locator("td.name").evaluate_all("cells => cells.map(cell => getComputedStyle(cell).fontSize)")
    assert len(set(sizes)) == 1
    share = page.locator("td.name").first.evaluate("cell => cell.offsetWidth / cell.parentElement.offsetWidth")
    assert share > 0.5
    assert page.locator("td.total").first.inner_text() != ""


@pytest.mark.parametrize("glass", ["portrait", "full-hd"])
def test_names_of_one_list_are_of_one_size(hall: Hall, visit: Visit, glass):
    stream = hall.open(0)
    names = ("Sofie Bakker", "Ülle Mägi", "Bram de Jong", "Margarethe Schneider", "Liis Kask", "Willem van der Meer")
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": name}} for name in names])
    hall.do(stream, "draw-first-colour", colour="white")
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = screen(visit, f"/screen/{stream}?view=boards", GLASSES[glass])
    expect(page.locator("tbody tr")).to_have_count(3)
    sizes = page.locator("td.name").evaluate_all("cells => cells.map(cell => getComputedStyle(cell).fontSize)")
    assert len(set(sizes)) == 1
    assert page.evaluate(OVERFLOW)["cutTexts"] == []


def test_columns_of_one_page_are_of_one_length(hall: Hall, visit: Visit):
    stream = hall.open(22, tiebreaks=[])
    page = screen(visit, f"/screen/{stream}?view=standings", GLASSES["full-hd"])
    expect(page.locator("#stage table")).to_have_count(2)
    expect(page.locator("#pages")).to_have_text("")
    assert page.locator("#stage tbody").evaluate_all("parts => parts.map(part => part.rows.length)") == [11, 11]


def test_the_top_of_a_table_has_everybody_who_shares_its_last_place(hall: Hall, visit: Visit):
    stream = hall.open(12, tiebreaks=[])
    hall.play(stream, 1, "1-0 1/2")  # three have won, six have drawn
    page = screen(visit, f"/screen/{stream}?view=standings&top=2")
    expect(page.locator("tbody tr")).to_have_count(3)
    assert page.locator("td.points").all_inner_texts() == ["1", "1", "1"]
    page.goto(page.url.replace("top=2", "top=4"))
    expect(page.locator("tbody tr")).to_have_count(9)


COUNT_MOVES = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    if (this.tagName === "TR") window.moved += 1;
    return animate.apply(this, given);
  };
}"""


def test_nothing_moves_when_only_the_glass_became_smaller(hall: Hall, visit: Visit, crowd: str):
    page = screen(visit, f"/screen/{crowd}?view=boards")
    expect(page.locator("tbody tr").first).to_be_visible()
    page.evaluate(COUNT_MOVES)
    number = hall.do(crowd, "announce", text="Tea is served.")["records"][0]["event"]["announcement"]
    expect(page.locator("#banner")).to_have_text("Tea is served.")
    page.wait_for_timeout(300)
    assert page.evaluate("window.moved") == 0
    hall.do(crowd, "withdraw-announcement", announcement=number)


PIECE = """(kind) => {
  const style = getComputedStyle(document.querySelector(`td.side.${kind}`), "::before");
  return [style.content, style.backgroundColor];
}"""


@pytest.mark.parametrize(("game", "piece"), [("chess", '"♔"'), ("draughts", '""')])
def test_a_piece_shows_the_colour_on_every_ground(hall: Hall, visit: Visit, game, piece):
    """A white one is light and a black one dark, also where letters are white."""
    stream = hall.open(8, game=game)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    for theme in ("dark", "light"):
        page = screen(visit, f"/screen/{stream}?view=names&theme={theme}")
        expect(page.locator("td.side").first).to_be_visible()
        assert page.evaluate(PIECE, "white") == [piece, "rgb(255, 255, 255)"]
        assert page.evaluate(PIECE, "black") == [piece, "rgb(0, 0, 0)"]


FOREIGN = (
    "Zoë Tamm",
    "Šarūnas Ots",
    "Õie Kask",
    "Ülle Mägi",
    "Wim Bos",
    "Tõnu Saar",
    "Ärni Lill",
    "Øyvind Dahl",
    "Žanna Ots",
)


def test_screens_in_two_languages_have_names_in_one_order(hall: Hall, visit: Visit):
    """An Estonian would put Z before T and Õ, Ä, Ö, Ü at the end."""
    stream = hall.open()
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": name}} for name in FOREIGN])
    hall.do(stream, "draw-first-colour", colour="white")
    hall.do(stream, "announce-absence", player=1, rounds=[1], outcome="half-bye")
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    for language in ("en", "et"):
        page = screen(visit, f"/screen/{stream}?view=names&lang={language}&rows=3&columns=1")
        expect(page.locator("td.self")).to_have_count(3)
        page.keyboard.press("Space")  # pause: the test turns the pages
        seen, ranges = [], []
        for _ in range(3):
            seen += page.locator("td.self").all_inner_texts()
            ranges.append(page.locator("#range").inner_text())
            page.keyboard.press("ArrowRight")
        assert seen == [
            *("Ärni Lill", "Õie Kask", "Øyvind Dahl"),
            *("Šarūnas Ots", "Tõnu Saar", "Ülle Mägi"),
            *("Wim Bos", "Žanna Ots", "Zoë Tamm"),
        ]
        assert ranges == ["Arn – Oyv", "Sar – Ull", "Wim – Zoe"]


def test_who_plays_where_in_an_earlier_round_is_found_by_name_too(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    first = hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["white"]["player"]["name"]
    page = screen(visit, f"/screen/{stream}?view=names&of=1")
    expect(page.locator("#past")).to_be_visible()
    row = page.locator("tr", has=page.locator("td.self", has_text=first))
    expect(row.locator("td.board")).to_have_text("1")


def test_a_glass_that_changes_is_measured_again(hall: Hall, visit: Visit, crowd: str):
    page = screen(visit, f"/screen/{crowd}?view=names", GLASSES["hd"])
    expect(page.locator("#pages")).to_contain_text("1 / ")
    before = page.locator("#pages").inner_text()
    page.set_viewport_size({"width": 1080, "height": 1920})
    expect(page.locator("#pages")).not_to_have_text(before)
    assert page.evaluate(OVERFLOW)["cut"] == 0


# -- replay on the wall ------------------------------------------------------------------------------------------------


def test_a_past_moment_says_so(hall: Hall, visit: Visit):
    stream = hall.open(6)
    hall.play(stream, 2)
    version = hall.ask(f"/t/{stream}/boards?round=1")["version"]
    page = screen(visit, f"/screen/{stream}?view=standings&version={version}")
    expect(page.locator("#past")).to_have_text(f"As it was at version {version}")
    expect(page.locator("#side")).to_contain_text("round 1")


@pytest.mark.parametrize("step", ["round", "event"])
def test_the_tournament_as_a_film(hall: Hall, visit: Visit, step):
    stream = hall.open(6)
    hall.play(stream, 3)
    page = screen(visit, f"/screen/{stream}?view=film&step={step}&seconds=1")
    expect(page.locator("#title")).to_contain_text("Round 1")
    expect(page.locator("#title")).to_contain_text("Round 3")
    expect(page.locator(".bump path")).to_have_count(6)


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
    hall.play(stream, 1)
    page = screen(visit, f"/screen/{stream}?view=standings&category=sex%3Dw%3Brating%3D1500-1700&lang=de")
    expect(page.locator("#title")).to_contain_text("· Frauen, Wertungszahl 1500-1700")


FILM = """async () => {
  const { Film } = await import("/static/js/screen/film.js");
  const stage = document.createElement("div");
  for (const name of ["film-table", "film-chart"]) stage.appendChild(document.createElement("div")).className = name;
  document.body.append(stage);
  const film = new Film({ view: "film", step: "event" }, stage);
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
