"""A large tournament, to weigh what is shown of it: 400 players with names, clubs and ids, nine rounds, absences, byes,
corrections. Always the same, and paired by its system, so that its pages have what those of a real one have."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

from engine.errors import Refusal
from engine.model import Board, Colour, Details, Ids, Outcome, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.hall import Announce
from ledger.acts.lots import DrawFirstColour
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, CheckIn, WithdrawPlayer
from ledger.acts.results import CorrectResult, ResultEntered
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog

PLAYERS, ROUNDS = 400, 9
LARGE, DRAFT, NEW = "large", "draft", "new"  # in its last round; with its last round paired; nothing paired yet
FIRST_NAMES = (
    *("Anna", "Bram", "Katrin", "Jürgen", "Maarten", "Liis", "Sofie", "Peter", "Ülle", "Daan", "Emma", "Toomas"),
    *("Ilse", "Karl", "Mihkel", "Johannes", "Wilhelmina", "Friedrich", "Annemarie", "Hendrik", "Tiiu", "Zoë", "Kees"),
    *("Margarethe", "Siim", "Loes", "Günther", "Rasmus", "Charlotte", "Pieter-Jan", "Heino", "Barbara", "Cornelis"),
)
FAMILY_NAMES = (
    *("Visser", "de Jong", "Tamm", "Weiß", "Smit", "Kask", "Bakker", "Braun", "Mägi", "Mulder", "Schäfer", "Saar"),
    *("Vermeer", "Huber", "van den Berg", "Kuusk", "Zimmermann", "Hoekstra", "Põldmaa", "Schneider", "de Vries"),
    *("Rebane", "Hoffmann", "Dijkstra", "Lepik", "Krüger", "van der Meulen", "Raudsepp", "Vogel", "Postma", "Õunapuu"),
    *("Lehmann", "Timmermans", "Kallas", "Winkler", "Brouwer", "Ilves", "Schröder", "Kuipers", "Jõgi", "Baumgartner"),
)
CLUBS = ("Utrecht", "Tartu Maleklubi", "Köln-Mülheim", "Groningen", "Tallinn", "SK 1879 Bonn", "Leiden", "Pärnu", "")
_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def record_large_tournaments(log: SqliteLog) -> None:
    """All three."""
    asyncio.run(_record_all(Desk(log)))


async def _record_all(desk: Desk) -> None:
    for stream in (LARGE, NEW):
        for command in _opening(stream):
            await desk.handle(stream, command, actor="Anna")
    for number in range(1, ROUNDS):
        await _play(desk, LARGE, number, is_over=True)
    await desk.log.append(DRAFT, 0, tuple(desk.log.events(LARGE)), actor="Anna", command="all")
    await desk.handle(DRAFT, PairRound(round=ROUNDS), actor="Anna")
    await _play(desk, LARGE, ROUNDS, is_over=False)
    for player in range(1, PLAYERS, 2):
        await desk.handle(NEW, CheckIn(player=player, round=1), actor="Bram")
    await desk.handle(LARGE, Announce(text="Round 9 begins at 14:00"), actor="Anna")


def _opening(stream: str) -> Iterator[Command]:
    chance = random.Random(400)
    rules = Rules(system="fide-dutch-2026", rounds=ROUNDS, tiebreaks=("BH/C1", "BH", "SB", "WIN"))
    yield OpenTournament(details=Details(name=f"The {stream} open", place="Tartu"), rules=rules)
    names = [f"{family}, {first}" for family in FAMILY_NAMES for first in FIRST_NAMES]
    players = (_player(number, name, chance) for number, name in enumerate(chance.sample(names, PLAYERS), 1))
    yield RegisterPlayers(players=tuple(NewPlayer(player=player) for player in players))
    yield DrawFirstColour(colour=Colour.WHITE)
    for player in chance.sample(range(1, PLAYERS + 1), 40):
        kind = chance.choice((Outcome.ABSENT, Outcome.HALF_BYE, Outcome.ZERO_BYE))
        yield AnnounceAbsence(player=player, rounds=(chance.randint(1, ROUNDS),), outcome=kind)


def _player(number: int, name: str, chance: random.Random) -> Player:
    return Player(
        number=number,
        name=name,
        rating=2600 - 4 * number + chance.randrange(-30, 30),
        title=chance.choice(("", "", "", "", "FM", "CM", "WFM")),
        club=chance.choice(CLUBS),
        federation=chance.choice(("NED", "EST", "GER")),
        category=chance.choice(("", "", "A", "B", "U18")),
        birth_year=chance.randrange(1940, 2018),
        ids=Ids(fide=str(chance.randrange(1_000_000, 9_999_999)), knsb=str(chance.randrange(6_000_000, 9_000_000))),
    )


async def _play(desk: Desk, stream: str, number: int, *, is_over: bool) -> None:
    """A round; of one that is not over half of the results are there."""
    for command in (PairRound(round=number), PublishRound(round=number)):
        await desk.handle(stream, command, actor="Anna")
    state = desk.state(stream)
    assert state is not None
    boards = state.tournament.rounds[-1].boards
    chance = random.Random(number)
    entered: list[ResultEntered] = []
    for board in chance.sample(range(1, len(boards) + 1), len(boards) if is_over else len(boards) // 2):
        entered.append(ResultEntered(round=number, board=board, result=_result(boards[board - 1], chance)))
    await desk.log.append(stream, state.version, entered, actor="Bram", command=f"{number:08x}")
    desk.catch_up()
    if is_over:
        await desk.handle(stream, CloseRound(round=number), actor="Anna")
        drawn = [event.board for event in entered if event.result is Result.DRAW]
        fixed = CorrectResult(round=number, board=drawn[0], result=Result.WHITE_WINS, reason="The score sheets say so")
        await handle_confirmed(desk, stream, fixed)
    if number == ROUNDS - 2:
        leaving = WithdrawPlayer(player=7, from_round=number + 1)
        await desk.handle(stream, leaving, actor="Anna")


async def handle_confirmed(desk: Desk, stream: str, command: Command) -> None:
    """In FIDE mode a correction of a closed round is asked about."""
    try:
        await desk.handle(stream, command, actor="Anna")
    except Refusal as asked:
        await desk.handle(stream, command, actor="Anna", confirmation=str(asked.facts["token"]))


def _result(board: Board, chance: random.Random) -> Result:
    """Who is rated higher wins more often."""
    return chance.choice((*_RESULTS, _RESULTS[0] if board.white < board.black else _RESULTS[2]))
