"""A club season in Dutch, as its secretary runs it: evenings with dates, and members who do their part on phones.

Every kind of act is made in Chromium once; the other rounds are paired and filled through the API. After each round the
ladder and every phone say what is counted by hand.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.browser.conftest import Visit
from tests.browser.hall import NAMES, Hall
from tests.browser.keizer_by_hand import Doing, count
from tests.browser.keyboard import enter

MEMBERS = len(NAMES)
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "nl"}
PHONES = (3, 4, 5, 6, 7)  # of these members
WEEK = timedelta(days=7)
FIRST = datetime.now(UTC).date() + timedelta(days=1)  # notice is two days: for the first evening it is too late
MARKS = {"1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2": ("draw", "draw"), "postponed": ("postponed",) * 2}
MONTHS = (
    *("januari", "februari", "maart", "april", "mei", "juni"),
    *("juli", "augustus", "september", "oktober", "november", "december"),
)


class Season:
    """What the test remembers of it, apart from the server."""

    def __init__(self, hall: Hall, visit: Visit, rounds: int) -> None:
        self.hall, self.visit, self.rounds = hall, visit, rounds
        options = {"no_show_bye": True, "rematch_gap": 3}
        self.stream = hall.open(MEMBERS, system="keizer", rounds=rounds, tiebreaks=[], options=options)
        self.desk = visit(locale="nl").page
        self.phones: dict[int, Page] = {}
        self.days: list[date] = []  # of the rounds
        self.book: list[dict[int, Doing]] = []

    def console(self, path: str = "") -> Page:
        self.desk.goto(f"{self.hall.address}/console/{self.stream}{path}")
        return self.desk

    def do(self, command: str, **fields: object) -> Any:
        return self.hall.do(self.stream, command, **fields)

    def absences(self) -> dict[int, dict[str, str]]:
        players = self.hall.ask(f"/t/{self.stream}/players")
        return {one["player"]["number"]: one["absences"] for one in players if one.get("absences")}

    def boards(self, number: int) -> list[tuple[int, int]]:
        """White and Black."""
        boards = self.hall.ask(f"/t/{self.stream}/boards?round={number}")["boards"]
        return [(one["white"]["player"]["number"], one["black"]["player"]["number"]) for one in boards]

    def play(self, away: dict[int, str]) -> None:
        """The next round, quickly."""
        number = len(self.book) + 1
        self.do("pair-round", round=number)
        self.do("publish-round", round=number)
        boards = range(1, len(self.boards(number)) + 1)
        self.close({board: ("1-0", "1/2", "0-1")[(board + number) % 3] for board in boards}, away)

    def close(self, results: dict[int, str], away: dict[int, str]) -> None:
        number = len(self.book) + 1
        for board, result in results.items():
            self.do("enter-result", round=number, board=board, result=result)
        self.do("close-round", round=number)
        self.write_down(results, away)

    def write_down(self, results: dict[int, str], away: dict[int, str]) -> None:
        """The next round, closed: who neither played nor was away was there without a game."""
        done: dict[int, Doing] = {player: (how, 0) for player, how in away.items()}
        for board, (white, black) in enumerate(self.boards(len(self.book) + 1), start=1):
            assert not {white, black} & set(away)  # nobody who is away has been paired
            of_white, of_black = MARKS[results[board]]
            done |= {white: (of_white, black), black: (of_black, white)}
        self.book.append({player: done.get(player, ("no-game", 0)) for player in range(1, MEMBERS + 1)})
        self.compare()

    def compare(self, *, end_correction: bool = False) -> None:
        """The ladder and the phones with what is counted by hand."""
        counted = count(range(1, MEMBERS + 1), self.book, end_correction=end_correction)
        lines = self.hall.ask(f"/t/{self.stream}/ladder")["lines"]
        assert [(one["player"]["number"], one["total"]["shown"]) for one in lines] == [
            (player, write(total)) for player, total in counted
        ]
        for place, (player, total) in enumerate(counted, start=1):
            if player in self.phones:
                rank = self.phones[player].locator("#rank")
                expect(rank.locator(".big")).to_contain_text(re.compile(rf"Plaats {place}(?!\d)"))
                expect(rank.locator(".total")).to_have_text(f"Keizertotaal {write(total)}")

    def compare_console(self, *, end_correction: bool = False) -> None:
        rows = self.console("/standings").locator("main tbody tr")
        counted = count(range(1, MEMBERS + 1), self.book, end_correction=end_correction)
        expect(rows).to_have_count(MEMBERS)
        for row, (player, total) in zip(rows.all_inner_texts(), counted, strict=True):
            assert NAMES[player - 1] in row
            assert row.split()[-1] == write(total)


def write(total: Fraction) -> str:
    whole, half = divmod(total, 1)
    return f"{whole}½" if half else str(whole)


def is_written(answer: Response) -> bool:
    return answer.request.method != "GET"


def evening(phone: Page, day: date) -> Locator:
    """Of a member's list."""
    return phone.locator(".evening").filter(has_text=re.compile(rf"\b{day.day} {MONTHS[day.month - 1]}\b"))


def sign_off(phone: Page, day: date) -> None:
    line = evening(phone, day)
    expect(line).to_have_count(1)
    if not line.is_visible():
        phone.locator("summary", has_text=re.compile("^Nog ")).click()
    line.get_by_role("button", name="Afmelden").click()
    expect(line).to_contain_text("U hebt zich afgemeld. (vastgelegd")


# -- the season --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("evenings", [6, pytest.param(30, marks=pytest.mark.exhaustive)])
def test_a_season_is_played_with_members_phones(hall: Hall, visit: Visit, evenings: int):
    season = Season(hall, visit, rounds=evenings + 1)  # two of them on one evening
    fill_the_schedule(season)
    make_periods(season)
    hand_out_links(season)
    come_too_late_for_the_first_evening(season)
    play_the_first_evening(season)
    sign_off_for_later(season)
    play_the_second_evening(season)
    cancel_the_third_evening(season)
    enter_the_postponed_game(season)
    play_two_games_on_one_evening(season)
    while len(season.book) < season.rounds:
        player = PHONES[len(season.book) % len(PHONES)]
        sign_off(season.phones[player], season.days[len(season.book)])
        season.play({player: "absent"})
    for phone in season.phones.values():
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    finish(season)
    open_the_next_season(season)


def fill_the_schedule(season: Season) -> None:
    """From the first day, without a holiday; rounds 4 and 5 are on one evening."""
    page = season.console("/settings")
    page.get_by_label("Dag van ronde 1").fill(f"{FIRST}")
    page.get_by_label("Tijden van de ronden op een dag").fill("20:00")
    page.get_by_label("Dagen zonder ronde").fill(f"{FIRST + 2 * WEEK}")
    page.get_by_label("Dagen van de ene speeldag tot de volgende").fill("7")
    page.get_by_role("button", name="Invullen").click()
    days = [FIRST + (at + (at >= 2)) * WEEK for at in range(season.rounds)]
    assert shown_days(season) == days
    days[4] = days[3]
    page.get_by_label("Ronde 5: Dag", exact=True).fill(f"{days[4]}")
    page.get_by_label("Ronde 5: Begin", exact=True).fill("22:00")
    page.get_by_label("Tijdzone van de speelzaal").fill("UTC")
    page.get_by_label("Of zoals men het zegt").select_option(label="2 dagen ervoor")
    page.locator("#notice-time").fill("20:00")
    page.get_by_role("button", name="Programma opslaan").click()
    expect(page.locator("#notices")).to_contain_text("Het programma is opgeslagen.")
    season.days = days


def shown_days(season: Season) -> list[date]:
    """On the page of the settings."""
    fields = season.desk.locator("#schedule-rows [data-part=day]")
    expect(fields).to_have_count(season.rounds)
    return [date.fromisoformat(field.input_value()) for field in fields.all()]


def make_periods(season: Season) -> None:
    page = season.console("/season")
    for name, first in (("Najaar", 1), ("Voorjaar", 4)):
        page.locator("#period-name").fill(name)
        page.get_by_label("Vanaf ronde").fill(f"{first}")
        page.get_by_role("button", name="Periode opslaan").click()
        expect(page.locator("#periods")).to_contain_text(name)


def hand_out_links(season: Season) -> None:
    page = season.console("/members")
    page.get_by_label("De uitslag van de eigen partij melden").check()
    page.get_by_role("button", name="Opslaan wat leden mogen").click()
    page.get_by_role("button", name=f"{MEMBERS} links maken en afdrukken").click()
    expect(page.locator(".link-slip")).to_have_count(MEMBERS)
    for player in PHONES:
        slip = page.locator(".link-slip").filter(has_text=NAMES[player - 1])
        phone = season.visit(None, **PHONE).page
        phone.goto(f"{season.hall.address}/key/{slip.locator('.slip-link').inner_text().rpartition('/')[2]}")
        phone.locator("button.primary").click()
        phone.wait_for_url(f"**/p/{season.stream}/{player}")
        season.phones[player] = phone


def come_too_late_for_the_first_evening(season: Season) -> None:
    """The phone says so and has no button; the secretary enters it all the same, and is told that it is late."""
    first = evening(season.phones[3], FIRST)
    expect(first).to_contain_text("hier wordt niets meer aangenomen")
    expect(first.get_by_role("button")).to_have_count(0)
    page = season.console("/absences")
    page.locator(f"#absence-3-{FIRST}").click()
    expect(page.locator("#notices")).to_contain_text("Katrin Tamm")
    expect(page.locator("#notices")).to_contain_text("afmelden kon tot")
    expect(first).to_contain_text("U hebt zich afgemeld.")


def play_the_first_evening(season: Season) -> None:
    """By keyboard and buttons; the game on board 2 is put off until a day."""
    page = season.console("/rounds/1")
    page.get_by_role("button", name="Ronde 1 indelen").click()
    page.locator("#take-pairing").click()
    page.locator("#publish").click()
    expect(page.locator("#entry-line")).to_be_focused()
    enter(page, ["1 1", "2 p", "3 =", "4 =", "5 =", "6 ="])
    expect(page.locator("#count")).to_have_text("5 van 6 uitslagen · 1 partij uitgesteld")
    page.locator("#close-round").click()
    expect(page.locator("h1")).to_contain_text("afgesloten")
    season.write_down({1: "1-0", 2: "postponed", **dict.fromkeys(range(3, 7), "1/2")}, {3: "absent"})
    season.compare_console()
    page = season.console("/open-games")
    page.locator("[name=until]").fill(f"{FIRST + 2 * WEEK}")
    page.get_by_role("button", name="Dag vastleggen").click()
    expect(page.locator("#notices")).to_contain_text("de dag is vastgelegd")


def sign_off_for_later(season: Season) -> None:
    """3 for the second evening, and 4 who comes after all; 5 for the third, 6 for the fourth."""
    second, third, fourth = season.days[1:4]
    for player, day in ((3, second), (4, second), (5, third), (6, fourth)):
        sign_off(season.phones[player], day)
    line = evening(season.phones[4], second)
    line.get_by_role("button", name="Ik kom toch").click()
    expect(line).to_contain_text("U komt. (vastgelegd")
    both = {"4": "absent", "5": "absent"}
    assert season.absences() == {3: {"1": "absent", "2": "absent"}, 5: {"3": "absent"}, 6: both}


def play_the_second_evening(season: Season) -> None:
    """Somebody stays away without a word; two phones agree on their result, two others do not."""
    page = season.console("/absences")
    page.locator("#kinds [data-outcome=absent-unnotified]").click()
    with page.expect_response(is_written):
        page.locator(f"#absence-14-{season.days[1]}").click()
    pairs = ((4, 5), (7, 6), (1, 8), (2, 10), (9, 12), (11, 13))
    season.do("pair-by-hand", round=2, boards=[{"white": white, "black": black} for white, black in pairs])
    season.do("publish-round", round=2)
    desk = season.console("/rounds/2")
    four, five, six, seven = (season.phones[player] for player in (4, 5, 6, 7))
    reports = [phone.locator("#member .report") for phone in (four, five, six, seven)]

    four.get_by_role("button", name="Ik heb gewonnen").click()
    expect(reports[0]).to_contain_text("heeft het nog niet bevestigd")
    five.get_by_role("button", name="Ja, dat klopt").click()
    expect(reports[1]).to_have_text("Het staat vast: verlies.")

    seven.get_by_role("button", name="Ik heb gewonnen").click()
    expect(reports[2]).to_contain_text("voor u: verlies. Klopt dat?")
    six.get_by_role("button", name="Het was een andere uitslag").click()
    six.get_by_role("button", name="Remise").click()
    expect(reports[3]).to_contain_text("De arbiter beslist")
    dispute = desk.locator("#disputes .dispute")
    dispute.locator(".correct").click()
    expect(desk.locator("dialog .summary li").first).to_be_visible()
    desk.keyboard.type("Beiden zeggen nu remise.")
    desk.keyboard.press("Enter")
    expect(dispute).to_have_count(0)
    for report in reports[2:]:
        expect(report).to_have_text("Het staat vast: remise.")
    season.close({1: "1-0", 2: "1/2", 3: "1-0", 4: "0-1", 5: "1-0", 6: "1/2"}, {3: "absent", 14: "silent"})


def cancel_the_third_evening(season: Season) -> None:
    """The rounds move on. Who had signed off for that day plays round 3 on the next; who had for the next misses it.

    Who stayed away without a word is the one without a game."""
    cancelled = season.days[2]
    page = season.console("/settings")
    page.locator("#evening-day").select_option(f"{cancelled}")
    page.get_by_role("button", name="Deze avond afgelasten").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reden").fill("De zaal is niet vrij.")
    dialog.get_by_role("button", name="Deze avond afgelasten").click()
    expect(page.locator("#evenings-off")).to_contain_text("De zaal is niet vrij")
    evenings = sorted(set(season.days))
    following = dict(zip(evenings, [*evenings[1:], evenings[-1] + WEEK], strict=True))
    season.days = [following[day] if day >= cancelled else day for day in season.days]
    assert shown_days(season) == season.days
    expect(season.phones[5].locator("#schedule")).to_contain_text("De zaal is niet vrij")
    assert {player for player, rounds in season.absences().items() if {"3", "4", "5"} & rounds.keys()} == {6}
    season.play({6: "absent"})
    assert season.book[-1][14] == ("no-game", 0)


def enter_the_postponed_game(season: Season) -> None:
    """From the list of open games, though its round is closed; then the first period has a champion."""
    page = season.console("/season")
    expect(page.locator("#periods")).not_to_contain_text("Kampioen")
    page = season.console("/open-games")
    page.get_by_role("link", name="Uitslag invoeren").click()
    expect(page.get_by_role("dialog")).to_contain_text("Bord 2")
    with page.expect_response(is_written):
        page.keyboard.press("0")
    white, black = season.boards(1)[1]
    season.book[0] |= {white: ("loss", black), black: ("win", white)}
    season.compare()
    page = season.console("/season")
    first = season.hall.ask(f"/t/{season.stream}/ladder?period=1")["lines"][0]
    expect(page.locator("#periods")).to_contain_text(f"Kampioen van Najaar: {first['player']['name']}")


def play_two_games_on_one_evening(season: Season) -> None:
    """Who signs off for it misses both."""
    sign_off(season.phones[7], season.days[3])
    for _ in range(2):
        season.play({7: "absent"})


def finish(season: Season) -> None:
    page = season.console()
    page.locator("#finish").click()
    page.get_by_role("dialog").get_by_role("button", name="Toernooi beëindigen").click()
    expect(page.locator(".next-words")).to_have_text("Het toernooi is afgelopen.")
    season.compare(end_correction=True)
    season.compare_console(end_correction=True)


def open_the_next_season(season: Season) -> None:
    """In the order of the old one, whose head its log names."""
    head = season.hall.ask(f"/t/{season.stream}/verify")["head"]
    page = season.console("/season")
    page.locator("#next-name").fill("Het volgende seizoen")
    page.locator("#next-starts").fill(f"{FIRST + 52 * WEEK}")
    page.get_by_role("button", name="Volgend seizoen openen").click()
    expect(page.locator("h1")).to_have_text("Het volgende seizoen")
    stream = page.url.rpartition("/")[2]
    page.goto(f"{season.hall.address}/console/{stream}/audit")
    expect(page.locator("main")).to_contain_text(head)
    order = [one["player"]["number"] for one in season.hall.ask(f"/t/{stream}/ladder")["lines"]]
    assert order == [player for player, _ in count(range(1, MEMBERS + 1), season.book, end_correction=True)]
