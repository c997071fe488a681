"""A club season by the Keizer system: on the command line and on the pages."""

import functools
import re
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from displays.words.ladder_text import WORKING_COLUMNS
from displays.words.language import LANGUAGES, language
from displays.words.pairing_reasons import reason_sentence
from engine.scoring import show
from ledger.replay import EndOfRound, Newest, replay
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE
from tests.displays.web.pages.test_public import Elements

PLAYERS = ("Janssens", "Pieterse", "Tamm", "Weiß", "Kask", "Bakker", "Smit")


@functools.cache
def _season() -> bytes:
    """Three rounds of seven players; Smit plays for the team in round 2."""
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        roundlog(
            "open", "club", "--name", "Club season", "--system", "keizer", "--rounds", 9, "--option", "rematch_gap=2"
        )
        for line, name in enumerate(PLAYERS):
            roundlog("register", "club", name, "--rating", 1950 - 50 * line)
        play(roundlog, 1, "1:0-1 2:½ 3:1-0")
        roundlog("absent", "club", 7, 2, "--kind", "team-duty")
        play(roundlog, 2, "1:0-1 2:½ 3:1-0")
        play(roundlog, 3, "1:0-1 2:½ 3:1-0")
        return roundlog.log.read_bytes()


def play(roundlog: Roundlog, number: int, results: str) -> None:
    roundlog("pair", "club")
    roundlog("publish", "club", number)
    roundlog("results", "club", number, results)
    roundlog("close", "club", number)


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.log.write_bytes(_season())
    return roundlog


def opening(*options: str, rounds: int = 9, system: str = "keizer") -> list[str]:
    words = ["open", "club", "--name", "Club", "--rounds", str(rounds), "--system", system]
    return words + [word for option in options for word in ("--option", option)]


# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ["absence=-1/3"],
            "“Of the own value, for an absence with notice” cannot be -1/3: that is too small. Here",
        ),
        (["win=one"], "cannot be “one”. Here it is the option win; “roundlog systems” tells what it can be."),
        (["expected_players=99999"], "“How many may come; for the top value” must lie between 0 and 10000, not 99999."),
        (["draw=2"], "A win must pay at least as much as a draw, and a draw as a loss; asked for are 1, 2 and 0."),
        (["ranked_apart=rating"], "Rating groups need the lowest rating of each but the last, from high to low"),
        (["top_value=20", "expected_players=30"], "It must be at least 30."),
    ],
)
@ANYWHERE
def test_rules_that_cannot_work_are_refused_when_the_tournament_is_opened(roundlog: Roundlog, options, sentence):
    assert sentence in roundlog.refused(1, *opening(*options))


@ANYWHERE
def test_an_unknown_option_is_refused_with_those_that_there_are(roundlog: Roundlog):
    said = roundlog.refused(1, *opening("topvalue=50"))
    assert said.startswith("The system keizer has no option topvalue; it has absence, absence_counted, absence_falling")
    assert "K-factor must lie between 0 and 32" in roundlog.refused(1, *opening("k_factor=40", system="keizer-elo"))


@ANYWHERE
def test_advice_is_a_hint_and_no_refusal(roundlog: Roundlog):
    said = roundlog(*opening(rounds=3))
    assert "Advice: Nothing keeps the same players from meeting again in the next round" in said
    for name in PLAYERS:
        roundlog("register", "club", name)
    paired = roundlog("pair", "club")
    assert "Advice: 3 rounds are few for so many players; the text advises about 5 (60% of their number)." in paired
    assert "Advice" not in roundlog("publish", "club", 1)
    changed = roundlog("change-rules", "club", "--option", "max_meetings=2", "--reason", "asked", "--lang", "nl")
    assert "Advies: 3 ronden is weinig" in changed
    assert "max_meetings" in changed
    assert "rematch_gap" not in changed


@ANYWHERE
def test_an_option_that_changes_nothing_is_told_of_by_its_name(roundlog: Roundlog):
    said = roundlog(*opening("gap_weight=2", "absence=⅓", "no_game=66%"))
    assert "Advice: “By the least distance: the price of an early rematch, for each round” has no effect with" in said
    assert "absent" not in said


@ANYWHERE
def test_a_top_value_that_turns_out_too_small_is_refused_when_round_1_is_paired(roundlog: Roundlog):
    roundlog(*opening("top_value=4"))
    for name in PLAYERS:
        roundlog("register", "club", name)
    assert "A top value of 4 is too small for 7 players" in roundlog.refused(1, "pair", "club")


def test_the_systems_and_what_can_be_chosen(roundlog: Roundlog):
    said = roundlog("systems")
    assert "by-hand (the arbiter's own): no options" in said
    assert re.search(r"rematch_gap=0 +at least so many rounds between two games of the same players", said)
    assert "once | never | first-rounds" in said
    assert "number | unlimited" in said
    assert "minstens zoveel ronden" in roundlog("systems", "keizer", "--lang", "nl")
    assert roundlog("systems", "keizer").startswith("keizer (KEIZER)")
    (found,) = msgspec.json.decode(roundlog("systems", "keizer-elo", "--json"))
    options = {option["name"]: option for option in found["options"]}
    assert options["k_factor"] == {"name": "k_factor", "default": 0, "kind": "number", "words": []}
    assert options["absence"]["kind"] == "fraction"
    assert options["rating_groups"]["kind"] == "list"
    assert options["ties"]["words"] == ["previous-ladder", "rating", "direct-encounter"]
    assert "“swiss”" in roundlog.refused(2, "systems", "swiss")


# -- the ladder and the working ----------------------------------------------------------------------------------------


def test_the_ladder_as_text(club: Roundlog):
    said = club("keizer", "club")
    assert said.startswith("Ladder after round 3\n")
    # By hand: own value 9, Bakker 6, half of Weiß 4, Tamm 11.
    assert re.search(r"^ +1 +\+2 +5  Kask +11 +11 +30$", said, re.MULTILINE)


def test_the_working_adds_up_before_the_readers_eyes(club: Roundlog):
    said = club("keizer", "club", "--player", 3)
    assert said.startswith("Working: 3 Tamm (1850), Place 2 after round 3, Total ")
    head, _, first, *rows = said.split("\n\n")[1].splitlines()
    assert re.split(r"  +", head) == [language("en").word(column) for column in WORKING_COLUMNS]
    assert "Own value" in first
    total = Fraction(0)
    for row in (first, *rows):
        points, so_far = row.split()[-2:]
        total += read(points)
        assert read(so_far) == total
    assert f"Total {show(total, 1)}" in said
    assert "1  4 Weiß      draw" in said


def read(figure: str) -> Fraction:
    whole, half = figure.removesuffix("½"), figure.endswith("½")
    return Fraction(whole or 0) + (Fraction(1, 2) if half else 0)


def test_json_gives_the_bytes_of_the_views(club: Roundlog):
    with SqliteLog(club.log, read_only=True) as log:
        _, then = replay(log.read("club"), EndOfRound(2))
        _, now = replay(log.read("club"), Newest())
    assert club("keizer", "club", "--json").encode() == now.encode_view("ladder") + b"\n"
    assert club("keizer", "club", "--of", 1, "--json").encode() == now.encode_view("ladder", round=1) + b"\n"
    assert club("keizer", "club", "--round", 2, "--json").encode() == then.encode_view("ladder") + b"\n"
    working = club("keizer", "club", "--player", 7, "--round", 2, "--json")
    assert working.encode() == then.encode_view("working", player=7) + b"\n"


def test_an_evening_is_shown_as_it_was_shown_then(club: Roundlog):
    shown = club("keizer", "club", "--json"), club("keizer", "club", "--player", 1, "--json")
    club("correct", "club", 1, 1, "1-0", "--reason", "both score sheets say so")
    play(club, 4, "1:½ 2:½ 3:½")
    past = club("keizer", "club", "--round", 3, "--json"), club("keizer", "club", "--player", 1, "--round", 3, "--json")
    assert past == shown
    assert club("keizer", "club", "--of", 3) != club("keizer", "club", "--round", 3)


def test_a_correction_says_whose_place_it_changed(club: Roundlog):
    said = club("correct", "club", 1, 1, "1-0", "--reason", "both score sheets say so")
    assert re.search(r"; places: Janssens \(1\) \(\d → \d\), Smit \(7\) \(\d → \d\)", said)
    assert "plaatsen: " in club("audit", "club", "--of", 1, "--lang", "nl")
    moved = msgspec.json.decode(club("audit", "club", "--json"))["entries"][-1]["moved"]
    assert all(move["old"] != move["new"] for move in moved)


def test_standings_of_a_keizer_tournament_are_its_ladder(club: Roundlog):
    said = club("standings", "club")
    assert said == "By the Keizer system: the ladder in place of standings.\n\n" + club("keizer", "club")
    assert msgspec.json.decode(club("standings", "club", "--json"))["view"] == "standings"
    assert "Working: 3 Tamm" in club("standings", "club", "--explain", 3)
    assert "Ladder after round 3" in club("replay", "club")
    assert "Working: 3 Tamm" in club("replay", "club")


def test_a_part_of_the_ladder_apart(club: Roundlog):
    said = club("standings", "club", "--category", "rating=1800-")
    places = [tuple(map(int, line.split()[:2])) for line in said.splitlines()[7:]]
    assert places == [(1, 2), (2, 3), (3, 5), (4, 7)]  # in the part, and on the whole ladder
    assert "Kask" not in said


@ANYWHERE
def test_there_is_no_ladder_elsewhere(roundlog: Roundlog):
    roundlog.open_club()
    said = roundlog.refused(1, "keizer", "club")
    assert said == ("There is no ladder here: this tournament is not played by the Keizer system but by by-hand.")


def test_who_is_not_on_the_ladder_has_no_working(club: Roundlog):
    club("register", "club", "Late")
    assert club.refused(1, "keizer", "club", "--player", 8) == "Player Late (8) is not on the ladder after round 3."
    assert club.refused(1, "keizer", "club", "--player", 9) == "There is no player 9 in this tournament."


def test_groups_of_the_ladder_have_lists_of_their_own(club: Roundlog):
    options = ("--option", "ranked_apart=rating", "--option", "rating_groups=1800")
    club("change-rules", "club", *options, "--reason", "two prizes")
    said = club("keizer", "club")
    assert "Rating from 1800" in said
    assert "Rating below 1800" in said
    club("change-rules", "club", "--option", "ranked_apart=category", "--reason", "three prizes")
    club("correct-player", "club", 1, "--category", "Youth", "--reason", "forgotten")
    assert "Category Youth" in club("keizer", "club")
    assert "Category Without category" in club("keizer", "club")


def test_the_end_correction(club: Roundlog):
    club("finish", "club", "--reason", "the hall is needed")
    assert "Ladder after round 3, end correction made" in club("keizer", "club")
    assert "end correction" not in club("keizer", "club", "--of", 3)


# -- absences ----------------------------------------------------------------------------------------------------------


def outcome_of(club: Roundlog, player: int, number: int) -> tuple[str, str]:
    """What the working says of a round: its outcome, and the fraction that it pays."""
    lines = msgspec.json.decode(club("keizer", "club", "--player", player, "--of", number, "--json"))["lines"]
    return next((line["outcome"], line["fraction"]) for line in lines if line["round"] == number)


@pytest.mark.parametrize(
    ("kind", "fraction"),
    [
        ("absent", "1/3"),
        ("absent-unnotified", "0"),
        ("team-duty", "2/3"),
        ("full-bye", "1"),
        ("half-bye", "1/2"),
        ("zero-bye", "0"),
    ],
)
def test_every_kind_of_absence_can_be_entered(club: Roundlog, kind, fraction):
    club("absent", "club", 1, 4, "--kind", kind)
    club("pair", "club")
    club("publish", "club", 4)
    assert outcome_of(club, 1, 4) == (kind, fraction)


def test_the_result_of_a_team_game_is_entered_as_a_bye(club: Roundlog):
    assert outcome_of(club, 7, 2) == ("team-duty", "2/3")
    for kind, fraction in (("full-bye", "1"), ("half-bye", "1/2"), ("zero-bye", "0")):
        club("sit-out", "club", 2, 7, kind, "--reason", "the team game")
        assert outcome_of(club, 7, 2) == (kind, fraction)


# -- the pairing -------------------------------------------------------------------------------------------------------


def test_the_pairing_explains_itself(club: Roundlog):
    said = club("explain", "club", "--round", 3)
    assert said.startswith("Why round 3 was paired so\n")
    assert "3 Tamm did not get 2 Pieterse: they met in round 2, spacing 2." in said
    assert "1 Janssens has no game: the lowest of those with the fewest byes so far (0)." in said
    assert "Pieterse" not in club("explain", "club", "--round", 3, "--player", 1)
    said = club("explain", "club", "--round", 3, "--player", 6)
    assert "7 Smit (place 5 of those present) plays 6 Bakker (place 6)." in said
    assert "2 Pieterse (place 1 of those present) plays 3 Tamm (place 2)." in club("explain", "club", "--round", 2)
    assert "3 Tamm kreeg niet 2 Pieterse" in club("explain", "club", "--lang", "nl")
    assert msgspec.json.decode(club("explain", "club", "--json"))["view"] == "reasons"
    assert club.refused(1, "explain", "club", "--round", 9) == "There is no round 9 yet; 3 can be shown."


def test_boards_that_people_gave_or_changed_are_told_of(club: Roundlog):
    club("pair", "club", "--boards", "1-2 3-4 5-6", "--bye", 7)
    assert "The boards were given by hand." in club("explain", "club")
    club("change", "club", 4, "--boards", "2-1 3-4 5-6", "--bye", 7, "--reason", "colours")
    assert "Since then boards were changed by hand" in club("explain", "club")


@ANYWHERE
def test_a_round_that_cannot_be_paired_says_which_rule_must_yield(roundlog: Roundlog):
    roundlog(*opening("rematch_gap=5", "relax_gap=no"))
    for name in PLAYERS[:2]:
        roundlog("register", "club", name)
    play(roundlog, 1, "1:½")
    said = roundlog.refused(1, "pair", "club")
    assert "with 0 it could: set “At least so many rounds between two games of the same players” to 0 in the" in said
    assert said.rstrip().endswith("Here: --option rematch_gap=0 or --option relax_gap=yes.")
    roundlog("change-rules", "club", "--option", "relax_gap=yes", "--reason", "we are only two")
    assert "A spacing of 5 rounds could not be kept" in roundlog("pair", "club") + roundlog("explain", "club")


def test_a_reason_of_a_newer_roundlog_stands_for_itself():
    assert reason_sentence("of-tomorrow", ["3 Tamm"], {"round": 4}, language("en")) == "of-tomorrow: 3 Tamm, round 4"


# -- pages and API -----------------------------------------------------------------------------------------------------


@pytest.fixture
def web(club: Roundlog) -> Iterator[Web]:
    with SqliteLog(club.log) as log:
        yield Web(build(log))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_shows_the_ladder_in_place_of_the_table(web: Web, code):
    page = web.get(f"/t/club?lang={code}").text
    words = {"en": "Ladder", "nl": "Keizer-ranglijst", "de": "Keizer-Rangliste", "et": "Keizeri edetabel"}
    assert f"<h2>{words[code]} " in page
    assert f"<h2>{language(code).word('standings')} " not in page
    assert Elements(page).open == []


def test_the_card_shows_the_working(club: Roundlog, web: Web):
    page = web.get("/t/club/card/3").text
    assert "<h2>Working</h2>" in page
    assert "Own value" in page
    assert Elements(page).open == []
    club("register", "club", "Late")
    assert "Player Late (8) is not on the ladder after round 3." in web.get("/t/club/card/8").text
    assert web.get("/t/club/card/9").status_code == 404


def test_ladder_and_working_over_http(club: Roundlog, web: Web):
    assert web.get("/api/t/club/ladder").text + "\n" == club("keizer", "club", "--json")
    assert web.get("/api/t/club/ladder?round=2").text + "\n" == club("keizer", "club", "--round", 2, "--json")
    assert web.get("/api/t/club/ladder?of=1").json()["round"] == 1
    assert web.get("/api/t/club/working/3").text + "\n" == club("keizer", "club", "--player", 3, "--json")
    assert web.get("/api/t/club/working/9").json()["code"] == "no-such-player"
    assert web.get("/api/t/club/ladder?of=9").json()["code"] == "no-such-round"


@ANYWHERE
def test_a_tournament_without_a_ladder_has_none_to_show(roundlog: Roundlog):
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log:
        answer = Web(build(log)).get("/api/t/club/ladder")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-ladder")


def test_a_draft_moves_nobody_on_the_public_ladder(club: Roundlog, web: Web):
    addresses = ("/api/t/club/ladder", "/api/t/club/working/1")
    before = [shown(web, address) for address in addresses]
    club("absent", "club", 1, 4)
    club("pair", "club")
    club("adjust", "club", 4, 1, "--points", 5, "--reason", "drafted")
    assert [shown(web, address) for address in addresses] == before
    assert web.get("/api/t/club/reasons").status_code == 404


def shown(web: Web, address: str) -> str:
    return re.sub(r'"version":\d+', "", web.get(address).text)


# -- rematches ---------------------------------------------------------------------------------------------------------


@ANYWHERE
def test_a_spacing_that_had_to_be_relaxed_is_told_when_it_is_paired_in_the_audit_and_when_asked(roundlog: Roundlog):
    roundlog(*opening("rematch_gap=4"))
    for name in ("Anna", "Bram"):
        roundlog("register", "club", name)
    play(roundlog, 1, "1:1-0")
    said = roundlog.tried("pair", "club")
    assert (said.code, said.err.count("Anna")) == (0, 1)
    assert "met in round 1: 0 rounds in between instead of 4." in said.err
    assert "met in round 1: 0 rounds in between instead of 4" in roundlog("audit", "club").splitlines()[-1]
    asked = roundlog("explain", "club", "--player", 2)
    assert "in this round it is 0" in asked
    assert "Meet again sooner than agreed: " in asked
