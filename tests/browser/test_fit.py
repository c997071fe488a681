"""What is on the glass fits it: every glass, a crowd, long names, four languages; nothing is cut, nothing jumps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from displays.words.language import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.glass import GLASSES, OVERFLOW, published, screen
from tests.browser.hall import Hall

CROWD = 210  # boards of three digits


@pytest.fixture(scope="module")
def crowd(hall: Hall) -> str:
    """So many players, some with names of 40 letters, in round 2."""
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


@pytest.mark.parametrize(
    ("glass", "view", "language"),
    [
        ("hd", "boards", "en"),
        ("full-hd", "names", "nl"),
        ("4k", "standings", "de"),
        ("portrait", "boards", "de"),
        ("hd", "boards&rows=32&columns=3", "en"),
        ("full-hd", "names&rows=200", "de"),
        ("portrait", "standings&columns=2", "nl"),
        pytest.param("portrait", "names", "et", marks=pytest.mark.exhaustive),
        pytest.param("hd", "crosstable", "et", marks=pytest.mark.exhaustive),
        pytest.param("full-hd", "standings", "nl", marks=pytest.mark.exhaustive),
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
        assert found["smallest"] > 0.015, "and so are the letters of a name of 40 of them"
        page.keyboard.press("ArrowRight")
    assert len(seen) == (CROWD // 2 if view.startswith("boards") else CROWD)


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
    page.set_viewport_size({"width": 1280, "height": 480})  # fewer lines, so more pages
    expect(page.locator("#pages")).not_to_have_text(before)
    assert page.evaluate(OVERFLOW)["cut"] == 0


# -- replay on the wall ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("glass", ["hd", "portrait"])
@pytest.mark.parametrize("hours", [10, 100])
def test_the_digits_of_a_long_clock_fit_beside_each_other(hall: Hall, visit: Visit, glass, hours):
    stream = published(hall)
    starts = datetime.now(UTC)
    hall.do(stream, "set-clock", round=1, starts=starts.isoformat(), ends=(starts + timedelta(hours=hours)).isoformat())
    page = screen(visit, f"/screen/{stream}?view=clock", GLASSES[glass])
    digits = page.locator("#stage .digits")
    expect(digits).to_contain_text(":59:")
    assert digits.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert digits.evaluate("one => one.getBoundingClientRect().height > innerHeight / 14")


@pytest.mark.parametrize("language", LANGUAGES)
def test_upright_the_heading_and_what_it_counts_stand_whole(hall: Hall, visit: Visit, crowd: str, language):
    page = screen(visit, f"/screen/{crowd}?view=standings&lang={language}", GLASSES["portrait"])
    expect(page.locator("#side")).to_contain_text("1")
    for part in ("#title", "#side"):
        assert page.locator(part).evaluate("one => one.scrollWidth <= one.clientWidth + 1"), part


FILLED = """() => {
  const stage = document.getElementById("stage").getBoundingClientRect();
  const rows = [...document.querySelectorAll("#stage tbody tr")].map((row) => row.getBoundingClientRect());
  const names = [...document.querySelectorAll("#stage td.name")];
  return {
    share: (Math.max(...rows.map((row) => row.bottom)) - stage.top) / stage.height,
    letter: Math.min(...names.map((cell) => parseFloat(getComputedStyle(cell).fontSize))) / innerWidth,
  };
}"""


@pytest.mark.parametrize(
    ("view", "players", "share", "letter"),
    [
        ("standings", 24, 0.9, 0.025),
        ("crosstable", 24, 0.9, 0.025),
        ("boards", 24, 0.9, 0.035),
        ("names", 24, 0.9, 0.035),
        ("ladder", 24, 0.9, 0.03),
        ("standings", 8, 0.7, 0.035),
        ("boards", 8, 0.35, 0.035),
    ],
)
def test_upright_a_small_field_fills_the_glass(hall: Hall, visit: Visit, view, players, share, letter):
    system, tiebreaks = ("keizer", []) if view == "ladder" else ("fide-dutch-2026", ["BH/C1", "BH", "SB"])
    stream = hall.open(0, system=system, tiebreaks=tiebreaks)
    names = ("Willem van der Meer", "Ines Hoffmann", "Mart Tamm", "Margarethe Schneider")
    people = [{"player": {"number": 0, "name": f"{names[n % 4]} {n}"}} for n in range(players)]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 2)
    page = screen(visit, f"/screen/{stream}?view={view}&lang=en", GLASSES["portrait"])
    expect(page.locator("#stage tbody tr")).to_have_count(players // 2 if view == "boards" else players)
    found, filled = page.evaluate(OVERFLOW), page.evaluate(FILLED)
    assert (found["cut"], found["scrolls"], found["cutTexts"]) == (0, False, [])
    assert filled["share"] >= share, "the glass is used"
    assert filled["letter"] >= letter, "letters are as large as names and figures allow"
    if view == "standings":
        expect(page.locator("#stage th.figure")).to_have_text(["Pts", "BH/C1", "BH", "SB"])


@pytest.mark.parametrize("glass", ["hd", "portrait"])
@pytest.mark.parametrize("view", ["boards", "standings", "crosstable"])
def test_long_names_are_of_one_size_and_as_large_as_a_high_row_allows(hall: Hall, visit: Visit, view, glass):
    stream = hall.open(0, tiebreaks=["BH"])
    people = [{"player": {"number": 0, "name": f"Maximilianus-Alexander van Oudenallen {n:02}"}} for n in range(24)]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 1)
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    hall.do(stream, "enter-result", round=2, board=1, result="1-0")  # the others are written bolder
    page = screen(visit, f"/screen/{stream}?view={view}&lang=en", GLASSES[glass])
    expect(page.locator("#stage tbody tr").nth(11)).to_be_visible()
    found = page.evaluate(OVERFLOW)
    assert (found["cut"], found["scrolls"], found["cutTexts"]) == (0, False, [])
    sizes = page.locator("td.name").evaluate_all("cells => cells.map(cell => getComputedStyle(cell).fontSize)")
    assert len(set(sizes)) == 1
    assert page.evaluate(FILLED)["letter"] > (0.011 if glass == "hd" else 0.02)


def test_beside_the_ranks_of_a_film_a_long_name_stands_on_two_lines(hall: Hall, visit: Visit):
    stream = hall.open(0, tiebreaks=[])
    names = ("Maximilianus-Alexander van Oudenallen", "Liis Kask")
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": name}} for name in names])
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 1, "1-0")
    page = screen(visit, f"/screen/{stream}?view=film&seconds=60", GLASSES["full-hd"])
    labels = page.locator(".bump g text")
    expect(labels).to_have_count(3)
    assert {"Maximilianus-Alexander", "van Oudenallen"} <= {text.split(". ")[-1] for text in labels.all_text_contents()}
    sizes = labels.evaluate_all("all => all.map(one => Number(one.getAttribute('font-size')))")
    assert min(sizes) >= 20


def test_upright_long_names_do_not_drive_the_rounds_out_of_a_cross_table(hall: Hall, visit: Visit):
    stream = hall.open(0)
    people = [{"player": {"number": 0, "name": f"Maximilianus-Alexander van Oudenallen {n:02}"}} for n in range(8)]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 3)
    page = screen(visit, f"/screen/{stream}?view=crosstable&lang=en", GLASSES["portrait"])
    expect(page.locator("#stage th.cross")).to_have_text(["R1", "R2", "R3"])
    found = page.evaluate(OVERFLOW)
    assert (found["cut"], found["scrolls"], found["cutTexts"]) == (0, False, [])
