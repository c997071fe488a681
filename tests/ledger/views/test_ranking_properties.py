"""Whatever was played: what the table, the cross table, the cards and the ranks do not depend on, through events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.model import Board, Details, Outcome, Player, PlayerId, Result, Rules, SitOut
from ledger.acts.act import Event
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.results import ColoursCorrected, ResultCorrected, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.acts.sit_outs import SitOutCorrected
from ledger.views.projector import Projection
from tests.ledger.histories import recorded

LISTS = (
    (),
    ("BH/C1", "BH", "SB", "DE"),
    ("fide-c05-annex-3",),
    ("FB/M1", "AOB", "KS", "PS/C1", "STD"),
    ("fmjd-5.2",),
    ("WP", "SBD", "APRO", "PRF"),
)
FINAL = st.sampled_from([result for result in Result if result.is_final])
SITTING = st.sampled_from([Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT])
OF_ALL = ("standings", "crosstable", "ranks")
OF_A_PLAYER = ("card", "explanation")


class Played(msgspec.Struct):
    """One tournament: its opening, and round by round the pairing and the results."""

    opening: list[Event]
    rounds: list[tuple[RoundPaired, list[ResultEntered]]]

    def events(self) -> list[Event]:
        return [*self.opening, *(event for paired, results in self.rounds for event in whole_round(paired, results))]


def whole_round(paired: RoundPaired, results: Sequence[Event]) -> list[Event]:
    return [paired, RoundPublished(round=paired.round), *results, RoundClosed(round=paired.round)]


@st.composite
def tournaments(draw: st.DrawFn) -> Played:
    """Nobody has the strength of another, so that no number stands in for a lot."""
    size = draw(st.integers(2, 6))
    ratings = draw(st.lists(st.integers(1000, 2800), min_size=size, max_size=size, unique=True))
    rules = Rules(
        "by-hand", 9, tiebreaks=draw(st.sampled_from(LISTS)), tiebreak_edition=draw(st.sampled_from(("2024", "2026")))
    )
    opening: list[Event] = [TournamentOpened(details=Details("Any"), rules=rules)]
    opening += [PlayerRegistered(player=Player(n, f"Player {n}", r)) for n, r in enumerate(ratings, start=1)]
    return Played(opening, [_round(draw, number, size) for number in range(1, draw(st.integers(1, 4)) + 1)])


def _round(draw: st.DrawFn, number: int, size: int) -> tuple[RoundPaired, list[ResultEntered]]:
    seats = draw(st.permutations(range(1, size + 1)))
    games = draw(st.integers(0, size // 2))
    boards = tuple(Board(seats[2 * k], seats[2 * k + 1]) for k in range(games))
    sitouts = tuple(SitOut(player, draw(SITTING)) for player in seats[2 * games :])
    results = [ResultEntered(round=number, board=k, result=draw(FINAL)) for k in range(1, games + 1)]
    return RoundPaired(round=number, system="by-hand", boards=boards, sitouts=sitouts), results


def everything(events: Sequence[Event]) -> dict[tuple[str, str], Any]:
    """All views of the table, by view and name of the player, without the version and without players' numbers."""
    projection = Projection(recorded(events))
    assert projection.state is not None
    views = {(name, ""): projection.encode_view(name) for name in OF_ALL}
    for player in projection.state.tournament.players:
        for name in OF_A_PLAYER:
            views[name, player.name] = projection.encode_view(name, player=player.number)
    return {asked: _without(msgspec.json.decode(view), {"version", "number"}) for asked, view in views.items()}


def _without(document: Any, keys: set[str]) -> Any:
    if isinstance(document, dict):
        return {key: _without(value, keys) for key, value in document.items() if key not in keys}
    return [_without(item, keys) for item in document] if isinstance(document, list) else document


@given(tournaments(), st.data())
def test_relabelling_the_players_relabels_every_view(played: Played, data: st.DataObject) -> None:
    numbers = [event.player.number for event in played.opening if isinstance(event, PlayerRegistered)]
    new = dict(zip(numbers, data.draw(st.permutations([number + 20 for number in numbers])), strict=True))
    assert everything([_relabelled(event, new) for event in played.events()]) == everything(played.events())


def _relabelled(event: Event, new: Mapping[PlayerId, PlayerId]) -> Event:
    match event:
        case PlayerRegistered(player=player):
            return PlayerRegistered(player=msgspec.structs.replace(player, number=new[player.number]))
        case RoundPaired(boards=boards, sitouts=sitouts):
            return msgspec.structs.replace(
                event,
                boards=tuple(Board(new[board.white], new[board.black]) for board in boards),
                sitouts=tuple(SitOut(new[sitout.player], sitout.outcome) for sitout in sitouts),
            )
        case _:
            return event


@given(tournaments(), st.data())
def test_the_order_of_events_within_a_round_does_not_matter(played: Played, data: st.DataObject) -> None:
    shuffled = Played(
        [played.opening[0], *data.draw(st.permutations(played.opening[1:]))],
        [(paired, data.draw(st.permutations(results))) for paired, results in played.rounds],
    )
    assert everything(shuffled.events()) == everything(played.events())


@given(tournaments(), st.data())
def test_correcting_and_correcting_back_leaves_every_view_as_it_was(played: Played, data: st.DataObject) -> None:
    """But for the mark on a card: that it was corrected stays true."""
    paired, results = data.draw(st.sampled_from(played.rounds))
    forth = [event for entered in results for event in _corrections(entered, data.draw(FINAL))]
    forth += [event for sitout in paired.sitouts for event in _sitouts(paired.round, sitout, data.draw(SITTING))]
    back, stood = everything([*played.events(), *forth]), everything(played.events())
    mark = {"is_corrected", "corrections"}
    assert {asked: _without(view, mark) for asked, view in back.items()} == {
        asked: _without(view, mark) for asked, view in stood.items()
    }


def _corrections(entered: ResultEntered, other: Result) -> list[Event]:
    at: dict[str, Any] = {"round": entered.round, "board": entered.board, "corrects": 1, "reason": "a slip"}
    return [
        ResultCorrected(old=entered.result, result=other, **at),
        ColoursCorrected(**at),
        ColoursCorrected(**at),
        ResultCorrected(old=other, result=entered.result, **at),
    ]


def _sitouts(number: int, sitout: SitOut, other: Outcome) -> list[Event]:
    at: dict[str, Any] = {"round": number, "player": sitout.player, "corrects": 1, "reason": "a slip"}
    return [
        SitOutCorrected(old=sitout.outcome, outcome=other, **at),
        SitOutCorrected(old=other, outcome=sitout.outcome, **at),
    ]


@given(tournaments())
def test_what_counts_in_the_working_adds_up_to_the_value(played: Played) -> None:
    """For the tie-breaks that are sums; places, means and performances are made in another way."""
    sums = {
        "PTS",
        "BH",
        "BH/C1",
        "SB",
        "FB/M1",
        "KS",
        "PS/C1",
        "STD",
        "WIN",
        "BPG",
        "SOL/C1",
        "PSOL",
        "BAL",
        "WP",
        "SBD",
    }
    for (name, _), view in everything(played.events()).items():
        if name == "explanation":
            for criterion in view["criteria"]:
                if criterion["code"] in sums:
                    counted = [part["value"]["exact"] for part in criterion["parts"] if not part.get("cut")]
                    assert sum(map(Fraction, counted)) == Fraction(criterion["value"]["exact"]), criterion
