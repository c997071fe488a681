"""A club season by the Keizer system, made up by seeded chance: every evening somebody is missing."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.model import Details, Outcome, Player, Result, Rules, Tournament
from ledger.acts.act import Command
from ledger.acts.opening import OpenTournament
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence
from ledger.acts.results import EnterResult

RESULTS = (Result.WHITE_WINS, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
KINDS = (Outcome.ABSENT, Outcome.ABSENT, Outcome.ABSENT_UNNOTIFIED, Outcome.TEAM_DUTY)
Option = bool | int | str | tuple[str, ...]


def opening(rounds: int, players: int, system: str = "keizer", **options: Option) -> Iterator[Command]:
    """Players 1, 2, 3 … rated 2000, 1980, 1960 …"""
    rules = Rules(system, rounds, options={"rematch_gap": 4, **options})
    yield OpenTournament(details=Details("Club season"), rules=rules)
    yield RegisterPlayers(players=tuple(newcomer(number) for number in range(1, players + 1)))


def newcomer(number: int) -> NewPlayer:
    return NewPlayer(player=Player(number, f"Player {number:02}", rating=2020 - 20 * number))


def absences(t: Tournament, chance: random.Random) -> Iterator[Command]:
    """Up to three players do not come to the next round."""
    for player in sorted(chance.sample(sorted(t.entries), chance.randint(0, 3))):
        yield AnnounceAbsence(player=player, rounds=(t.next_round,), outcome=chance.choice(KINDS))


def results(t: Tournament, chance: random.Random) -> Iterator[Command]:
    """Of the round that was paired last, now and then by forfeit."""
    number, boards = len(t.rounds), t.rounds[-1].boards
    for board in range(1, len(boards) + 1):
        result = chance.choice(RESULTS) if chance.random() < 0.95 else Result.FORFEIT_WHITE_WINS
        yield EnterResult(round=number, board=board, result=result)
