"""A file as a story: what would have been written into the log, in the order in which it happens."""

from __future__ import annotations

from engine.audit import Breach
from engine.model import Board, Colour, Outcome, Result, SitOut
from ledger.acts.act import Event
from ledger.acts.extras import PointsAdjusted
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.results import GamePostponed, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.acts.separations import PlayersSeparated
from ledger.acts.start_order import StartOrderSet
from ledger.formats.trf import events, parse, tournament
from tests.ledger.formats.trf.sheets import player, sheet

FILE = sheet(
    "012 Story",
    "XXR 3",
    "XXC black1",
    "XXP 2 3",
    "299           0.5  001    1",
    player(1, "2b1", "3w=", points="2.0"),
    player(2, "1w0", "Z", "H", points="0.5"),
    player(3, "U", "1b=", points="1.5"),
    player(4, "", "U", points="1.0"),
)


def of_kind(kind: type[Event], text: str = FILE) -> list[Event]:
    return [event for event in events(parse(text)) if isinstance(event, kind)]


def test_it_begins_with_what_was_agreed() -> None:
    kinds = [type(event) for event in events(parse(FILE))]
    assert kinds[:8] == [TournamentOpened, *[PlayerRegistered] * 4, StartOrderSet, FirstColourDrawn, PlayersSeparated]


def test_then_each_round_is_paired_published_played_and_closed() -> None:
    kinds = [type(event) for event in events(parse(FILE))][8:]
    first = [RoundPaired, RoundPublished, ResultEntered, RoundClosed, PointsAdjusted]
    second = [AbsenceAnnounced, RoundPaired, RoundPublished, ResultEntered, RoundClosed]
    assert kinds == [*first, *second, AbsenceAnnounced]


def test_the_round_is_as_it_was_before_the_first_result() -> None:
    first, second = of_kind(RoundPaired)
    assert first == RoundPaired(
        round=1, system="by-hand", boards=(Board(2, 1),), sitouts=(SitOut(3, Outcome.PAIRING_BYE),)
    )
    assert second == RoundPaired(
        round=2,
        system="by-hand",
        boards=(Board(1, 3),),
        sitouts=(SitOut(2, Outcome.ZERO_BYE), SitOut(4, Outcome.PAIRING_BYE)),
    )


def test_who_came_late_was_registered_for_that_round() -> None:
    assert [event.from_round for event in of_kind(PlayerRegistered) if isinstance(event, PlayerRegistered)] == [
        1,
        1,
        1,
        2,
    ]


def test_what_was_drawn_and_decided() -> None:
    assert of_kind(FirstColourDrawn) == [FirstColourDrawn(seed="", colour=Colour.BLACK)]
    assert of_kind(PlayersSeparated) == [PlayersSeparated(players=(2, 3))]
    assert of_kind(PointsAdjusted) == [PointsAdjusted(player=1, round=1, points=1, reason="TRF 299")]
    assert of_kind(AbsenceAnnounced) == [
        AbsenceAnnounced(player=2, rounds=(2,), outcome=Outcome.ZERO_BYE),
        AbsenceAnnounced(player=2, rounds=(3,), outcome=Outcome.HALF_BYE),
    ]


def test_imported_rounds_are_audited_like_any_pairing() -> None:
    again = sheet("XXR 2", player(1, "2w1", "2b1"), player(2, "1b0", "1w0"))
    _, second = of_kind(RoundPaired, again)
    assert isinstance(second, RoundPaired)
    assert second.breaches == (Breach("met-before", 1, (2, 1)),)


def test_a_round_in_which_a_result_is_missing_stays_open() -> None:
    half_played = sheet("XXR 2", player(1, "2w1"), player(2, "1b0"), player(3, "4w"), player(4, "3b"))
    assert of_kind(ResultEntered, half_played) == [ResultEntered(round=1, board=1, result=Result.WHITE_WINS)]
    assert of_kind(RoundClosed, half_played) == []


def test_a_game_left_behind_was_postponed() -> None:
    left_behind = sheet("XXR 2", player(1, "2w", "2b1"), player(2, "1b", "1w0"))
    assert of_kind(GamePostponed, left_behind) == [GamePostponed(round=1, board=1)]
    assert of_kind(RoundClosed, left_behind) == [RoundClosed(round=1), RoundClosed(round=2)]


def test_the_pairing_was_made_elsewhere_even_if_we_know_the_system() -> None:
    t = tournament(parse("192 FIDE_DUTCH_2026\n" + FILE))
    assert t.rules.system == "fide-dutch-2026"
    assert {played.system for played in t.rounds} == {"by-hand"}
