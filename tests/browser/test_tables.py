"""What stands in the tables of the hall: all of a figure, in the reader's language, and the truth about what counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.glass import GLASSES, OVERFLOW, published, screen
from tests.browser.hall import Hall


@pytest.mark.parametrize("glass", ["hd", "full-hd", "portrait"])
def test_all_play_all_names_games_and_points_are_on_every_glass(hall: Hall, visit: Visit, glass):
    stream = hall.open(8, system="round-robin", rounds=7, tiebreaks=["SB"])
    hall.play(stream, 3)
    page = screen(visit, f"/screen/{stream}?view=crosstable&lang=en", GLASSES[glass])
    expect(page.locator("#stage th.cross")).to_have_text([str(number) for number in range(1, 9)])
    expect(page.locator("#stage th").last).to_have_text("Pts")
    found = page.evaluate(OVERFLOW)
    assert (found["cut"], found["scrolls"], found["cutTexts"]) == (0, False, [])


def test_what_does_not_count_is_in_brackets(hall: Hall, visit: Visit):
    """Who leaves before half of the games: none of theirs counts (FIDE C.05 6.6)."""
    stream = hall.open(8, system="round-robin", rounds=7, tiebreaks=["SB"])
    hall.play(stream, 3)
    hall.do(stream, "withdraw-player", player=8, from_round=4, reason="ill")
    page = screen(visit, f"/screen/{stream}?view=crosstable&lang=en")
    table = hall.ask(f"/t/{stream}/crosstable")
    struck = sum(not cell["counts"] for line in table["lines"] for cell in line["cells"])
    assert struck == 6
    bracketed = page.locator("#stage td.cross").filter(has_text="(")
    expect(bracketed).to_have_count(struck)


def test_a_result_of_an_earlier_round_that_was_corrected_stands_whole(hall: Hall, visit: Visit):
    stream = hall.open(20)
    hall.play(stream, 1)
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    for board in range(1, 11):
        hall.do(stream, "enter-result", round=2, board=board, result="1/2")
    hall.do(stream, "correct-result", round=1, board=10, result="1/2", reason="misread")
    page = screen(visit, f"/screen/{stream}?view=results&lang=en", GLASSES["full-hd"])
    first = page.locator("#stage tbody tr").first
    expect(first.locator(".board")).to_have_text("R1 10")
    expect(first.locator(".result")).to_have_text("½–½ ✱")
    assert page.evaluate(OVERFLOW)["cutTexts"] == []


def test_a_tie_break_that_is_a_list_stands_whole(hall: Hall, visit: Visit):
    stream = hall.open(12, system="fmjd-5.1", tiebreaks=["FTS"])
    hall.play(stream, 3)
    page = screen(visit, f"/screen/{stream}?view=standings&lang=en", GLASSES["full-hd"])
    expect(page.locator("#stage th").last).to_have_text("FTS")
    expect(page.locator("#stage tbody tr").first.locator("td").last).to_contain_text(" ")
    assert page.evaluate(OVERFLOW)["cutTexts"] == []


def test_figures_of_the_elo_ladder_are_decimal_and_in_the_language_of_the_screen(hall: Hall, visit: Visit):
    stream = hall.open(9, system="keizer-elo", tiebreaks=[], rounds=20)
    hall.play(stream, 4)
    shown = []
    for code in ("en", "de"):
        totals = screen(visit, f"/screen/{stream}?view=ladder&lang={code}").locator("#stage td.total")
        expect(totals).to_have_count(9)
        shown.append(totals.all_inner_texts())
    english, german = shown
    assert all("/" not in total and "." in total for total in english)
    assert german == [total.replace(".", ",") for total in english]


def test_a_finished_ladder_says_that_it_has_the_end_correction(hall: Hall, visit: Visit):
    stream = hall.open(6, system="keizer", tiebreaks=[], rounds=2)
    hall.play(stream, 2)
    pages = [screen(visit, f"/screen/{stream}?view={view}&lang=en") for view in ("ladder", "standings")]
    for page in pages:
        expect(page.locator("#side")).to_have_text("after round 2")
    hall.do(stream, "finish-tournament", reason="")
    for page in pages:
        expect(page.locator("#side")).to_have_text("after round 2, end correction made")
    totals = [line["total"]["shown"] for line in hall.ask(f"/t/{stream}/ladder")["lines"]]
    assert [page.locator("#stage td.total").all_inner_texts() for page in pages] == [totals, totals]
    heads = pages[1].locator("#stage th").all_inner_texts()
    assert heads[3:] == ["Total", "Value", "Game pts"], "the points of the games are not taken for those of the ladder"


def test_boards_of_a_ladder_have_place_and_value(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer", tiebreaks=[], rounds=5, options={"top_value": 9})
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = screen(visit, f"/screen/{stream}?view=boards&lang=en", GLASSES["full-hd"])
    expect(page.locator("#stage tbody td.number.quiet")).to_have_text(["1 · 9", "2 · 8", "3 · 7", "4 · 6"])
    hall.do(stream, "enter-result", round=1, board=1, result="0-1")
    expect(page.locator("#stage tbody td.result").first).to_have_text("0–1")
    expect(page.locator("#stage tbody td.number.quiet").first).to_have_text("1 · 9")
    early = screen(visit, f"/screen/{stream}?view=boards&of=1&lang=en", GLASSES["full-hd"])
    expect(early.locator("#stage tbody td.result")).to_have_count(2)
    expect(early.locator("#stage tbody td.number.quiet")).to_have_count(0)


def test_in_the_standings_those_are_marked_who_have_a_result(hall: Hall, visit: Visit):
    """Tie-breaks and places of many others change with it: an arrow is enough for them."""
    stream = hall.open(12)
    hall.play(stream, 2)
    hall.do(stream, "pair-round", round=3)
    hall.do(stream, "publish-round", round=3)
    hall.do(stream, "enter-result", round=3, board=1, result="1/2")
    page = screen(visit, f"/screen/{stream}?view=standings&lang=en")
    expect(page.locator("#side")).to_contain_text("during round 3")
    hall.do(stream, "enter-result", round=3, board=2, result="1/2")
    expect(page.locator("#stage tr.fresh")).to_have_count(2)
    board = hall.ask(f"/t/{stream}/boards")["boards"][1]
    names = {board[side]["player"]["name"] for side in ("white", "black")}
    assert set(page.locator("#stage tr.fresh td.name").all_inner_texts()) == names


RINGED = """() => [...document.querySelectorAll("#stage td.name")]
  .filter((cell) => getComputedStyle(cell, "::after").content !== "none")
  .map((cell) => cell.textContent)"""

# A ring follows the last letter of its name; the figure in the next cell begins with its first.
RING_ON_A_FIGURE = """() => {
  const lastOf = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [...range.getClientRects()].at(-1);
  };
  return [...document.querySelectorAll("#stage td.open-game")].filter((cell) => {
    const ring = getComputedStyle(cell, "::after");
    const end = lastOf(cell).right + parseFloat(ring.marginLeft) + parseFloat(ring.width);
    return ring.position !== "absolute" || end > lastOf(cell.nextElementSibling).left;
  }).map((cell) => cell.textContent);
}"""


@pytest.mark.parametrize(
    ("view", "system", "said"),
    [
        ("standings", "fide-dutch-2026", ("en", "game not over yet")),
        ("standings", "fide-dutch-2026", ("nl", "partij nog niet afgelopen")),
        ("crosstable", "fide-dutch-2026", ("de", "Partie noch nicht beendet")),
        ("ladder", "keizer", ("et", "partii ei ole veel lõppenud")),
    ],
)
def test_while_a_round_goes_on_a_ring_tells_who_still_plays(hall: Hall, visit: Visit, view, system, said):
    language, words = said
    stream = hall.open(0, system=system, tiebreaks=[])
    long = "Maximilianus-Alexander van Oudenallen {:02}"
    people = [{"player": {"number": 0, "name": long.format(n) if n % 3 else f"Player {n:02}"}} for n in range(12)]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 1)
    page = screen(visit, f"/screen/{stream}?view={view}&lang={language}", GLASSES["portrait"])
    expect(page.locator("#stage tbody tr")).to_have_count(12)
    expect(page.locator("#stage td.open-game")).to_have_count(0)
    expect(page.locator("#side small")).to_have_count(0)
    hall.do(stream, "pair-round", round=2)
    hall.do(stream, "publish-round", round=2)
    hall.do(stream, "enter-result", round=2, board=1, result="1/2")
    hall.do(stream, "postpone-game", round=2, board=2, reason="ill")
    expect(page.locator("#side small")).to_have_text(words)
    boards = hall.ask(f"/t/{stream}/boards")["boards"]
    names = {board[side]["player"]["name"] for board in boards[1:] for side in ("white", "black")}
    expect(page.locator("#stage td.open-game")).to_have_count(len(names))
    assert set(page.evaluate(RINGED)) == names
    assert page.evaluate(OVERFLOW)["cutTexts"] == []
    assert page.locator("#side").evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_a_ring_takes_no_room_from_a_name_and_lies_on_no_figure(hall: Hall, visit: Visit):
    stream = hall.open(0, tiebreaks=["BH"])
    people = [{"player": {"number": 0, "name": f"Maximilianus-Alexander van Oudenallen {n:02}"}} for n in range(8)]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    hall.do(stream, "enter-result", round=1, board=1, result="1/2")
    for view in ("standings", "crosstable"):
        for glass in ("hd", "portrait"):
            page = screen(visit, f"/screen/{stream}?view={view}", GLASSES[glass])
            expect(page.locator("#stage td.open-game")).to_have_count(6)
            sizes = page.locator("#stage td.name").evaluate_all("all => all.map(one => getComputedStyle(one).fontSize)")
            assert len(set(sizes)) == 1, "with a ring or without, a name is as large"
            assert page.evaluate(RING_ON_A_FIGURE) == [], (view, glass)


def test_event_by_event_the_chart_of_a_film_tells_of_rounds_that_have_ended(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 2)
    page = screen(visit, f"/screen/{stream}?view=film&step=event&seconds=1&lang=en", GLASSES["full-hd"])
    expect(page.locator("#title")).to_contain_text("Round 1")
    assert page.locator(".bump path").count() == 0
    expect(page.locator(".film-chart")).to_be_hidden()
    share = page.locator(".film-table").evaluate("one => one.offsetWidth / one.parentElement.offsetWidth")
    assert share > 0.99, "nothing is kept free for a chart that has nothing to tell"
    expect(page.locator("#title")).to_contain_text("Round 2", timeout=20_000)
    expect(page.locator(".bump circle")).to_have_count(8)
    expect(page.locator(".bump path")).to_have_count(8)


def test_nobody_plays_before_the_clock_has_started(hall: Hall, visit: Visit):
    stream = published(hall)
    page = screen(visit, f"/screen/{stream}?view=boards&lang=en")
    expect(page.locator("#side")).to_have_text("4 games in progress")
    starts = datetime.now(UTC) + timedelta(hours=1)
    hall.do(stream, "set-clock", round=1, starts=starts.isoformat(), ends=(starts + timedelta(hours=2)).isoformat())
    expect(page.locator("#side")).to_contain_text("begins at", timeout=15_000)


def test_on_a_stream_there_is_nothing_where_nothing_is_to_be_said(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = screen(visit, f"/screen/{stream}?view=clock&theme=overlay")
    expect(page.locator("#stage .nothing")).to_have_count(1)
    expect(page.locator("#stage .nothing")).to_be_hidden()


def test_an_audit_on_a_phone_stands_upright(hall: Hall, visit: Visit):
    """Columns beside each other were as narrow as a word there, and an entry as high as half the glass."""
    stream = hall.open(4)
    page = visit(None, viewport={"width": 390, "height": 800}).go(f"/t/{stream}/audit?lang=en")
    entry = page.locator("#audit tbody tr").first
    expect(entry).to_contain_text("tournament opened")
    assert entry.evaluate("row => row.closest('table').parentElement.scrollWidth") <= 390
    assert entry.locator("> *").last.evaluate("cell => cell.offsetLeft") < 100
