"""KNDB modification 2 through the ledger: a dummy that draws, an intermediate round, and what the tables make of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.cards import cards
from engine.errors import Refusal
from engine.model import ExtraPurpose, Outcome, Result, Rules
from engine.systems.kndb import pairing as kndb
from engine.systems.kndb.system import KNDB
from ledger.acts.act import Command
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame, TakeBackExtraGame
from ledger.acts.lots import DrawLots
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Desk
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.writer import Dialect, write
from ledger.store.sqlite import SqliteLog
from ledger.views.card import CardQuestion
from ledger.views.crosstable import CrosstableQuestion
from ledger.views.projector import Projection
from ledger.views.standings import StandingsQuestion
from tests.ledger.histories import Table, opened

NAMES = ("Anna", "Bea", "Carl", "Dora", "Eva", "Finn", "Gijs")
OPTIONS = {"dummy": "draws"}


def seven_players(rounds: int) -> Table:
    rules = KNDB.usual_rules(OPTIONS)
    agreed = Rules(rules.system, rounds, rules.points, rules.tiebreaks, OPTIONS, rules.game)
    return opened(*NAMES, rules=agreed).do(DrawLots(seed="hat"))


def play_a_round(table: Table) -> Table:
    number = table.now.next_round
    table.do(PairRound(round=number), PublishRound(round=number))
    boards = range(1, len(table.now.rounds[-1].boards) + 1)
    results = [EnterResult(round=number, board=board, result=Result.WHITE_WINS) for board in boards]
    return table.do(*results, CloseRound(round=number))


def before_the_last(rounds: int = 4) -> Table:
    table = seven_players(rounds)
    for _ in range(rounds - 1):
        play_a_round(table)
    return table


def between(white: int, black: int, result: Result = Result.WHITE_WINS) -> RecordExtraGame:
    return RecordExtraGame(purpose=ExtraPurpose.INTERMEDIATE, white=white, black=black, result=result)


def intermediate_games(table: Table) -> list[RecordExtraGame]:
    return [between(board.white, board.black) for board in kndb.intermediate_round(table.now).boards]


def points(table: Table) -> dict[int, int]:
    view = Projection(table.records).show(StandingsQuestion())
    return {line.player.number: line.score for line in view.lines}


def test_the_last_round_waits_for_the_intermediate_one():
    table = before_the_last()
    with pytest.raises(Refusal) as refused:
        table.do(PairRound(round=4))
    assert refused.value.code == "intermediate-round-not-played"
    table.do(*intermediate_games(table), PairRound(round=4))
    assert table.now.next_round == 5


def test_only_whom_the_dummy_concerns_plays_and_only_once():
    table = before_the_last()
    invited = kndb.invited_players(table.now)
    resting = next(player for player in table.now.entries if player not in invited)
    with pytest.raises(Refusal) as not_invited:
        table.do(between(resting, invited[0]))
    assert not_invited.value.code == "not-in-intermediate-round"
    games = intermediate_games(table)
    table.do(games[0])
    with pytest.raises(Refusal) as again:
        table.do(between(games[0].white, games[1].white))
    assert again.value.code == "intermediate-game-played"


def test_there_is_no_intermediate_round_at_another_time():
    table = seven_players(4)
    for _ in range(2):
        play_a_round(table)
    with pytest.raises(Refusal) as early:
        table.do(between(1, 2))
    assert early.value.code == "no-intermediate-round-now"


def test_the_game_counts_in_the_standings_at_once_in_the_place_of_the_draw():
    table = before_the_last()
    stood = points(table)
    games = intermediate_games(table)
    last = kndb.invited_players(table.now)[-1]
    table.do(*games)
    for game in games:
        assert points(table)[game.white] == stood[game.white] + (2 if game.white == last else 1)
        assert points(table)[game.black] == stood[game.black] - (0 if game.black == last else 1)


def test_a_correction_of_an_intermediate_game_moves_its_players():
    table = before_the_last()
    games = intermediate_games(table)
    table.do(*games)
    stood = points(table)
    table.do(CorrectExtraGame(game=1, result=Result.BLACK_WINS, reason="both score sheets say so"))
    assert points(table)[games[0].white] == stood[games[0].white] - 2
    assert points(table)[games[0].black] == stood[games[0].black] + 2


def test_a_game_of_the_wrong_two_is_taken_back_until_the_last_round_is_paired():
    table = before_the_last()
    invited, stood = kndb.invited_players(table.now), points(table)
    table.do(between(invited[0], invited[-1]))
    table.do(TakeBackExtraGame(game=1, reason="that was another board"))
    assert points(table) == stood
    table.do(*intermediate_games(table), PairRound(round=4))
    with pytest.raises(Refusal) as late:
        table.do(TakeBackExtraGame(game=2, reason="too late"))
    assert (late.value.code, late.value.facts) == ("extra-game-was-paired-by", {"game": 2, "round": 4})


def test_cards_cross_table_and_standings_agree_at_the_end():
    table = before_the_last()
    games = intermediate_games(table)
    table.do(*games)
    play_a_round(table)
    cross = Projection(table.records).show(CrosstableQuestion())
    by_line = {line.line: line.player.number for line in cross.lines}
    opponents = {
        line.player.number: [None if cell.opponent is None else by_line[cell.opponent] for cell in line.cells]
        for line in cross.lines
    }
    assert all(len(cells) == 4 for cells in opponents.values())
    for game in games:
        assert game.black in opponents[game.white]
        assert game.white in opponents[game.black]
    assert None not in [opponent for met in opponents.values() for opponent in met]  # nobody owes a point to the dummy
    for line in cross.lines:
        card = Projection(table.records).show(CardQuestion(player=line.player.number))
        assert card.score == line.score == sum(cell.points for cell in line.cells) == card.lines[-1].total
    assert {line.player.number: line.score for line in cross.lines} == points(table)


def test_the_dummys_last_opponent_is_known_before_and_stays_so():
    table = before_the_last()
    last = kndb.invited_players(table.now)[-1]
    table.do(*intermediate_games(table), PairRound(round=4))
    (sitout,) = table.now.rounds[-1].sitouts
    assert (sitout.player, sitout.outcome) == (last, Outcome.PAIRING_BYE)


def test_of_an_odd_number_one_draws_with_himself_and_keeps_his_draw():
    table = before_the_last(rounds=5)
    stood = points(table)
    between_rounds = kndb.intermediate_round(table.now)
    (alone,) = [reason.players[0] for reason in between_rounds.reasons if reason.code == "draws-with-himself"]
    table.do(*intermediate_games(table), PairRound(round=5))
    assert points(table)[alone] == stood[alone]


async def test_all_of_it_goes_through_the_desk_and_comes_back_from_the_log(tmp_path: Path):
    """What the table was asked is asked of a desk; what it then shows is what its log gives after a new start."""
    table = before_the_last()
    games = intermediate_games(table)
    table.do(*games, PairRound(round=4))
    with SqliteLog(tmp_path / "roundlog.db") as log:
        desk = Desk(log)
        for command in (*asked_so_far(table), *games, PairRound(round=4)):
            await desk.handle("club", command, actor="arbiter")
        assert [recorded.event for recorded in log.read("club")] == [recorded.event for recorded in table.records]
        shown = desk.projector.encode_view("club", "standings")
    with SqliteLog(tmp_path / "roundlog.db") as log:
        assert Projection(log.read("club")).encode_view("standings") == shown


def asked_so_far(table: Table) -> list[Command]:
    """The commands up to the intermediate round, from the tournament that they made."""
    t = table.now
    players = tuple(NewPlayer(player=replace(entry.player, lot=None)) for entry in t.entries.values())
    commands: list[Command] = [
        OpenTournament(details=t.details, rules=t.rules),
        RegisterPlayers(players=players),
        DrawLots(seed="hat"),
    ]
    for played in t.rounds[:3]:
        number = played.number
        commands += [PairRound(round=number), PublishRound(round=number)]
        commands += [
            EnterResult(round=number, board=place, result=board.result)
            for place, board in enumerate(played.boards, start=1)
        ]
        commands.append(CloseRound(round=number))
    return commands


def test_a_trf_tells_the_rounds_alone_and_its_points_add_up():
    table = before_the_last()
    table.do(*intermediate_games(table))
    play_a_round(table)
    again = understand(parse(write(table.now, Dialect.TRF26).encode()), "kndb").tournament
    assert {n: card.score for n, card in cards(again).items()} == {
        n: card.score for n, card in cards(replace(table.now, extra_games=())).items()
    }
