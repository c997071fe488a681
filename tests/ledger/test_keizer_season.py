"""A whole season through the desk: what was shown on any evening comes back from the log alone, to the byte."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
import pytest

from engine.model import Outcome, Result, Tournament
from ledger.acts.act import Command
from ledger.acts.extras import AdjustPoints
from ledger.acts.opening import FinishTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import CorrectPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.record import Recorded
from ledger.acts.results import CorrectResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Desk
from ledger.replay import EndOfRound, Newest, replay, version_at
from ledger.store.sqlite import SqliteLog
from ledger.views.audit import AuditQuestion, Entry
from ledger.views.ladder import LadderQuestion
from ledger.views.moves import Move
from ledger.views.projector import Projection
from tests.ledger.histories import Table
from tests.ledger.keizer_season import absences, newcomer, opening, results

STREAM = "season"
PLAYERS, ROUNDS = 14, 24
LATE, LEAVER, TEAM_PLAYER = 15, 4, 6
CORRECTED_IN = 20  # a result of round 3


class Evening(NamedTuple):
    """What hung on the wall when a round was closed."""

    ladder: bytes
    workings: Mapping[int, bytes]


class Season(NamedTuple):
    records: list[Recorded]
    evenings: Mapping[int, Evening]


def on_the_wall(projection: Projection) -> Evening:
    view = projection.show(LadderQuestion())
    players = (line.player.number for line in view.lines)
    return Evening(projection.encode_view("ladder"), {n: projection.encode_view("working", player=n) for n in players})


class Club:
    """Plays the season round by round through a desk."""

    def __init__(self, log: SqliteLog) -> None:
        self.desk = Desk(log)
        self.chance = random.Random(1972)
        self.evenings: dict[int, Evening] = {}

    async def play(self) -> None:
        await self.ask(opening(ROUNDS, PLAYERS))
        for number in range(1, ROUNDS + 1):
            await self.ask(self.between_rounds(number))
            await self.ask(absences(self.now, self.chance))
            await self.ask([PairRound(round=number), PublishRound(round=number)])
            await self.ask(results(self.now, self.chance))
            await self.ask([CloseRound(round=number)])
            self.evenings[number] = on_the_wall(self.desk.projector.projection(STREAM))

    def between_rounds(self, number: int) -> Iterable[Command]:
        match number:
            case 6:
                return [RegisterPlayers(players=(newcomer(LATE),))]
            case 8:
                duty = AnnounceAbsence(player=TEAM_PLAYER, rounds=(8, 9), outcome=Outcome.TEAM_DUTY)
                return [duty]
            case 11:
                return [WithdrawPlayer(player=LEAVER, reason="moves house")]
            case 12:
                return [AdjustPoints(player=1, round=11, points=-2, reason="telephone")]
            case _ if number == CORRECTED_IN:
                return [upset(self.now)]
            case _:
                return []

    async def ask(self, commands: Iterable[Command]) -> None:
        for command in list(commands):
            await self.desk.handle(STREAM, command, actor="director")

    @property
    def now(self) -> Tournament:
        state = self.desk.state(STREAM)
        assert state is not None
        return state.tournament


def upset(t: Tournament) -> Command:
    """A game of round 3 that White won was lost, as the score sheets say."""
    won = next(n for n, board in enumerate(t.rounds[2].boards, start=1) if board.result is Result.WHITE_WINS)
    return CorrectResult(round=3, board=won, result=Result.BLACK_WINS, reason="both score sheets say so")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    with SqliteLog(tmp_path_factory.mktemp("season") / "log.db") as log:
        club = Club(log)
        asyncio.run(club.play())
        return Season(list(log.read(STREAM)), club.evenings)


def audit(records: Iterable[Recorded]) -> tuple[Entry, ...]:
    return Projection(records).show(AuditQuestion()).entries


def places(records: Iterable[Recorded]) -> dict[int, int]:
    view = Projection(records).show(LadderQuestion())
    return {line.player.number: line.place for line in view.lines}


def test_the_season_has_seen_everything(season: Season) -> None:
    state, _ = replay(season.records, Newest())
    t = state.tournament
    outcomes = {sitout.outcome for played in t.rounds for sitout in played.sitouts}
    assert {Outcome.ABSENT, Outcome.ABSENT_UNNOTIFIED, Outcome.TEAM_DUTY, Outcome.PAIRING_BYE} <= outcomes
    assert {played.system for played in t.rounds} == {"keizer"}
    assert len(t.rounds) == ROUNDS


def test_the_ladder_of_any_past_round_is_what_was_shown_that_evening(season: Season) -> None:
    for number, shown in season.evenings.items():
        _, projection = replay(season.records, EndOfRound(number))
        assert on_the_wall(projection) == shown, number


def test_a_correction_revalues_everything_after_it(season: Season) -> None:
    """As it stands today round 3 and all later ladders are other ones than were shown; those before it are not."""
    _, projection = replay(season.records, Newest())
    for number in range(1, CORRECTED_IN):
        today, then = (
            {line["player"]["number"]: line["total"] for line in msgspec.json.decode(shown)["lines"]}
            for shown in (projection.encode_view("ladder", round=number), season.evenings[number].ladder)
        )
        assert (today == then) == (number < 3), number


def test_the_audit_shows_which_places_a_correction_changed(season: Season) -> None:
    entries = audit(season.records)
    (entry,) = [entry for entry in entries if entry.what == "result-corrected"]
    assert entry.round == 3
    old, new = places(season.records[: entry.version - 1]), places(season.records[: entry.version])
    assert entry.moved == tuple(Move(player, old[player], new[player]) for player in new if old[player] != new[player])
    assert len(entry.moved) >= 2


def test_points_by_decision_and_a_players_data_move_places_too(season: Season) -> None:
    """The start order is by rating: unless one was set, a corrected rating is a correction from round 1 on."""
    riot = AdjustPoints(player=1, round=24, points=-400, reason="a riot")
    assert 1 in [move.player for move in audit(then(season, riot))[-1].moved]
    first = season.records[: version_at(season.records, EndOfRound(1))]
    anna = newcomer(1).player
    weaker = CorrectPlayer(player=msgspec.structs.replace(anna, rating=1000), reason="typed wrongly")
    assert 1 in [move.player for move in audit(then(season, weaker, after=first))[-1].moved]
    moved_house = CorrectPlayer(player=msgspec.structs.replace(anna, club="Elva"), reason="moved house")
    assert not audit(then(season, moved_house, after=first))[-1].moved


def test_an_ordinary_event_looks_up_no_places(season: Season) -> None:
    assert {entry.what for entry in audit(season.records) if entry.moved} <= {"result-corrected", "points-adjusted"}


def test_the_end_correction_is_a_correction_too(season: Season) -> None:
    finished = then(season, FinishTournament())
    moved = audit(finished)[-1].moved
    old, new = places(season.records), places(finished)
    assert {move.player: (move.old, move.new) for move in moved} == {
        player: (old[player], new[player]) for player in new if old[player] != new[player]
    }


def test_correcting_a_result_and_correcting_it_back_gives_the_same_ladder(season: Season) -> None:
    state, before = replay(season.records, Newest())
    stood = state.tournament.rounds[4].boards[0].result
    there = then(season, CorrectResult(round=5, board=1, result=Result.BOTH_LOSE, reason="they never came"))
    back = then(season, CorrectResult(round=5, board=1, result=stood, reason="they did"), after=there)
    assert without_version(on_the_wall(Projection(there))) != without_version(on_the_wall(before))
    assert without_version(on_the_wall(Projection(back))) == without_version(on_the_wall(before))
    first, second = audit(back)[-2:]
    assert {(m.player, m.old, m.new) for m in first.moved} == {(m.player, m.new, m.old) for m in second.moved}


def without_version(shown: Evening) -> list[dict[str, object]]:
    decoded = [msgspec.json.decode(view) for view in (shown.ladder, *shown.workings.values())]
    return [{field: value for field, value in view.items() if field != "version"} for view in decoded]


def then(season: Season, command: Command, after: list[Recorded] | None = None) -> list[Recorded]:
    """The records with those that one more command adds."""
    records = season.records if after is None else after
    table = Table(STREAM)
    table.records = list(records)
    table.current = Projection(records).state
    return table.do(command).records
