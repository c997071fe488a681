"""``roundlog demo``: a small tournament from the first registration to its audit trail, through the desk.

Twelve players over five rounds with a latecomer, an absence, a withdrawal and two corrected results: what the README
does by hand.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from displays import reading
from displays.commands.contract import Subcommand
from displays.commands.logs import opened
from displays.terminal import Terminal
from engine.errors import BadInput
from engine.model import Details, Outcome, Player, Result, Rules
from ledger.commands import (
    AnnounceAbsence,
    CloseRound,
    Command,
    CorrectResult,
    EnterResult,
    FinishTournament,
    NewPlayer,
    OpenTournament,
    PairByHand,
    PublishRound,
    RegisterPlayers,
    WithdrawPlayer,
)
from ledger.desk import Desk
from ledger.log import Log

STREAM = "autumn-2026"
ROUNDS = 5

_PLAYERS = (
    ("Anna Visser", 2104, "Utrecht"),
    ("Bram de Jong", 2051, "Leiden"),
    ("Katrin Tamm", 1998, "Tartu"),
    ("Jürgen Weiß", 1962, "Köln"),
    ("Maarten Smit", 1910, "Utrecht"),
    ("Liis Kask", 1876, "Tallinn"),
    ("Sofie Bakker", 1843, "Leiden"),
    ("Peter Braun", 1801, "Köln"),
    ("Ülle Mägi", 1744, "Tartu"),
    ("Daan Mulder", 1690, "Utrecht"),
    ("Emma Schäfer", 1622, "Köln"),
)
_LATECOMER = ("Toomas Saar", 1889, "Tallinn")

# Boards, who has the bye, results: a round a line.
_PLAYED = (
    ("1-6 7-2 3-8 9-4 5-10", 11, "1:1-0 2:0-1 3:½ 4:0-1 5:1-0"),
    ("2-1 4-5 11-3 8-12 6-9 10-7", None, "1:½ 2:1-0 3:0-1 4:0-1 5:1-0 6:½"),
    ("4-1 3-2 12-5 8-6 11-7", 10, "1:½ 2:½ 3:1-0 4:+ 5:0-1"),
    ("1-3 2-4 6-5 12-10 9-11", 7, "1:1-0 2:0-1 3:½ 4:1-0 5:½"),
    ("4-3 12-1 5-2 7-9 11-10", 6, "1:½ 2:½ 3:0-1 4:1-0 5:0-1"),
)


def _commands() -> Iterator[Command]:
    details = Details(name="Autumn Open", place="Utrecht", starts="2026-10-03", ends="2026-10-04", arbiter="M. Arbiter")
    yield OpenTournament(details=details, rules=Rules("by-hand", ROUNDS, tiebreaks=("BH/C1", "BH", "SB", "DE")))
    yield RegisterPlayers(players=tuple(_new(*person) for person in _PLAYERS))
    yield from _round(1)
    yield RegisterPlayers(players=(_new(*_LATECOMER, missed=Outcome.HALF_BYE),))
    yield AnnounceAbsence(player=9, rounds=(3,), outcome=Outcome.ABSENT)
    yield from _round(2)
    yield from _round(3)
    yield WithdrawPlayer(player=8, reason="ill")
    yield from _round(4)
    # Found after round 4: what was shown at the end of round 2 stays as it was shown.
    yield CorrectResult(round=2, board=5, result=Result.BLACK_WINS, reason="both score sheets say 0-1")
    yield from _round(5)
    yield FinishTournament()


def _new(name: str, rating: int, club: str, missed: Outcome = Outcome.ZERO_BYE) -> NewPlayer:
    return NewPlayer(player=Player(0, name, rating=rating, club=club), missed=missed)


def _round(number: int) -> Iterator[Command]:
    boards, bye, results = _PLAYED[number - 1]
    yield PairByHand(round=number, boards=reading.boards(boards), sitouts=reading.sitouts(bye, ()))
    yield PublishRound(round=number)
    for board, result in reading.board_results(results):
        yield EnterResult(round=number, board=board, result=result)
    if number == 2:
        yield CorrectResult(round=2, board=4, result=Result.DRAW, reason="typed on the wrong line")
    yield CloseRound(round=number)


def _demo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a new log; default: roundlog-demo.db")


def _demo(args: Namespace, terminal: Terminal) -> None:
    path = _free_name() if args.file is None else Path(args.file)
    if path.exists():
        raise BadInput("file-exists", path=str(path))
    with opened(path, may_create=True) as log:
        asyncio.run(_play(log))
    players = len(_PLAYERS) + 1
    terminal.say(terminal.language.phrase("demo-done", players=players, rounds=ROUNDS, path=str(path)))
    for line in (
        f"standings {STREAM}",
        f"standings {STREAM} --explain 7",
        f"replay {STREAM} --round 2",
        f"audit {STREAM} --of 2",
        f"card {STREAM} 6",
        "verify",
        "serve",
    ):
        terminal.say(f"  roundlog --log {path} {line}")


def _free_name() -> Path:
    names = (Path(f"roundlog-demo{'' if number == 1 else f'-{number}'}.db") for number in count(1))
    return next(name for name in names if not name.exists())


async def _play(log: Log) -> None:
    desk = Desk(log)
    for command in _commands():
        await desk.handle(STREAM, command, actor="demo")


COMMANDS = {"demo": Subcommand(_demo_arguments, _demo)}
