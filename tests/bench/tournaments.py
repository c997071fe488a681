"""Tournaments to measure with: 100 players, 9 rounds, every result an event; some 78 % of the events are results."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from engine.model import Board, Details, Ids, Player, Result, Rules
from ledger.acts.act import Event
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.results import ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.store.sqlite import SqliteLog

_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def commands(seed: int, players: int = 100, rounds: int = 9) -> Iterator[list[Event]]:
    """What each command of one tournament recorded."""
    chance = random.Random(seed)
    yield [
        TournamentOpened(details=Details(name=f"Open {seed}", place="Tartu"), rules=Rules(system="x", rounds=rounds))
    ]
    yield [PlayerRegistered(player=_player(number, chance)) for number in range(1, players + 1)]
    for number in range(1, rounds + 1):
        numbers = chance.sample(range(1, players + 1), players)
        boards = tuple(Board(white, black) for white, black in zip(numbers[::2], numbers[1::2], strict=True))
        yield [RoundPaired(round=number, system="fide-dutch-2026", boards=boards)]
        yield [RoundPublished(round=number)]
        for board in chance.sample(range(1, len(boards) + 1), len(boards)):
            yield [ResultEntered(round=number, board=board, result=chance.choice(_RESULTS))]
        yield [RoundClosed(round=number)]


def _player(number: int, chance: random.Random) -> Player:
    return Player(
        number=number,
        name=f"Familyname{chance.randrange(10_000)}, Given{chance.randrange(1000)}",
        rating=chance.randrange(1000, 2700),
        club=f"Club {chance.randrange(40)}",
        federation="NED",
        birth_year=chance.randrange(1940, 2018),
        ids=Ids(fide=str(chance.randrange(1_000_000, 9_999_999))),
    )


def fill(log: SqliteLog, events: int, together: int = 1) -> None:
    """At least so many events, in tournaments of which so many are played at the same time."""
    seeds = itertools.count()
    while log.position() < events:
        group = [(seed, commands(seed)) for seed in itertools.islice(seeds, together)]
        versions = dict.fromkeys((seed for seed, _ in group), 0)
        last = None
        for turn in zip(*(stream for _, stream in group), strict=True):
            for (seed, _), recorded in zip(group, turn, strict=True):
                version = versions[seed]
                last = log.submit(f"open-{seed:05}", version, recorded, actor="arbiter", command=f"{version:08x}")
                versions[seed] = version + len(recorded)
        assert last is not None
        last.result()
