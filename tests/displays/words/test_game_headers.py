"""Headers of games: PGN and PDN as their standards have them, with names that would break a tag escaped."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from displays.words.game_headers import file_kind, write_headers
from engine.model import (
    CHESS_POINTS,
    DELFT_POINTS,
    DRAUGHTS_POINTS,
    Board,
    Details,
    Entry,
    Phase,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    Tournament,
)
from ledger.schedule import Schedule, ScheduleLine
from ledger.state import Hall, State
from ledger.views import boards

DETAILS = Details('The "Open"', place="Tartu", federation="EST", starts="2026-11-20")


def state(result: Result, game: str = "draughts", points: PointTable = DRAUGHTS_POINTS, **rules: object) -> State:
    entries = {n: Entry(Player(n, name)) for n, name in enumerate(('Vries, Kees "K" de', "Tamm\\, Ülo"), start=1)}
    played = Round(1, (Board(1, 2, result),), phase=Phase.PUBLISHED)
    agreed = replace(Rules("by-hand", 3, points, game=game), **rules)
    return State(Tournament(DETAILS, agreed, entries, (played,)), Hall(), version=1)


def written(result: Result, game: str = "draughts", points: PointTable = DRAUGHTS_POINTS) -> str:
    at = state(result, game, points)
    return write_headers(at, boards.show(at, boards.BoardsQuestion(round=1)))


def tag(name: str, text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"[{name} ")).split('"', 1)[1][:-2]


def test_a_game_of_draughts_before_it_is_played():
    assert written(Result.PENDING).splitlines() == [
        '[Event "The \\"Open\\""]',
        '[Site "Tartu EST"]',
        '[Date "2026.11.20"]',
        '[Round "1.1"]',
        '[White "Vries, Kees \\"K\\" de"]',
        '[Black "Tamm\\\\, Ülo"]',
        '[Result "*"]',
        '[GameType "20"]',
        "",
        "*",
    ]


@pytest.mark.parametrize(
    ("result", "chess", "draughts"),
    [
        (Result.WHITE_WINS, "1-0", "2-0"),
        (Result.DRAW, "1/2-1/2", "1-1"),
        (Result.BLACK_WINS, "0-1", "0-2"),
        (Result.FORFEIT_WHITE_WINS, "1-0", "2-0"),
        (Result.DOUBLE_FORFEIT, "*", "0-0"),
        (Result.POSTPONED, "*", "*"),
    ],
)
def test_results_as_pgn_and_pdn_have_them(result: Result, chess: str, draughts: str):
    pgn = written(result, "chess", CHESS_POINTS)
    assert (tag("Result", pgn), pgn.splitlines()[-1].split()[-1]) == (chess, chess)
    pdn = written(result)
    assert (tag("Result", pdn), pdn.splitlines()[-1].split()[-1]) == (draughts, "*")
    assert "GameType" not in pgn


def test_an_advantage_draw_is_a_draw_with_its_points_in_a_comment():
    text = written(Result.ADVANTAGE_TO_WHITE, points=DELFT_POINTS)
    assert (tag("Result", text), text.splitlines()[-1]) == ("1-1", "{3-1} *")


def test_a_game_that_was_never_played_has_no_header():
    assert written(Result.NEVER_PLAYED) == ""


def test_the_day_is_that_of_the_schedule_else_of_the_tournament_else_unknown():
    at = state(Result.PENDING)
    view = boards.show(at, boards.BoardsQuestion(round=1))
    line = ScheduleLine(starts="2026-11-27T19:30", round=1)
    scheduled = replace(at, schedule=Schedule().change((line,), "Europe/Tallinn", 0, is_of_festival=False))
    assert tag("Date", write_headers(scheduled, view)) == "2026.11.27"
    nameless = replace(at, tournament=replace(at.tournament, details=Details("Open", starts="in May")))
    assert (tag("Date", write_headers(nameless, view)), tag("Site", write_headers(nameless, view))) == (
        "????.??.??",
        "?",
    )


def test_chess960_says_from_where_the_games_begin():
    at = state(Result.PENDING, "chess", CHESS_POINTS, chess960=True)
    drawn = replace(at, tournament=replace(at.tournament, positions={1: 518}))
    text = write_headers(drawn, boards.show(drawn, boards.BoardsQuestion(round=1)))
    assert tag("FEN", text) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_kind_of_the_file_follows_from_the_game():
    assert [file_kind(state(Result.PENDING, game).tournament.rules) for game in ("chess", "draughts")] == ["pgn", "pdn"]
