"""Given what happened, when somebody asks for something, then this happens – or it is refused.

    given(*with_players(4)).when(PublishRound(round=1)).then_refused("no-such-round", round=1, rounds=0)

Below the three words stand the events that most histories are made of.
"""

from __future__ import annotations

import msgspec

from engine.errors import Fact, Refusal
from engine.model import Board, Details, Outcome, Player, PlayerId, Result, Rules, SitOut, Tournament
from ledger.acts.act import Command, Event
from ledger.acts.catalogue import AnyEvent
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.results import ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.state import State

_STORED = msgspec.json.Decoder(AnyEvent)


class Given:
    """A history, and the tournament as it stands after it."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events
        self.current = fold(events)

    @property
    def state(self) -> State:
        """For a test that looks at the state itself."""
        assert self.current is not None
        return self.current

    @property
    def tournament(self) -> Tournament:
        return self.state.tournament

    def when(self, command: Command, *, wrote: tuple[int, ...] = ()) -> Answer:
        """``wrote``: the versions of the records that who asks has written."""
        answer: list[Event] | Refusal
        try:
            answer = decide(self.current, command, wrote.__contains__)
        except Refusal as refusal:
            answer = refusal
        assert fold(self.events) == self.current, "decide changed the state that it was given"
        return Answer(self, answer)


class Answer:
    """What ``decide`` said: events or a refusal."""

    def __init__(self, before: Given, answer: list[Event] | Refusal) -> None:
        self.before = before
        self.answer = answer

    def then(self, *expected: Event) -> Given:
        """Exactly these events, which can be stored and read again. Gives the history with them, to go on from."""
        assert self.events == list(expected)
        for event in expected:
            assert _STORED.decode(msgspec.json.encode(event)) == event
        return Given((*self.before.events, *expected))

    def accepted(self) -> Given:
        """With whichever events."""
        return self.then(*self.events)

    @property
    def events(self) -> list[Event]:
        """For a test that looks at the events themselves."""
        if isinstance(self.answer, Refusal):
            raise self.answer
        return self.answer

    @property
    def refusal(self) -> Refusal:
        """For a test that looks at the refusal itself."""
        assert isinstance(self.answer, Refusal), f"not refused: {self.answer}"
        return self.answer

    def then_nothing(self) -> Given:
        """It stands so already."""
        return self.then()

    def then_refused(self, code: str, /, **facts: Fact) -> None:
        """With exactly these facts."""
        assert (self.refusal.code, self.refusal.facts) == (code, facts)


def given(*events: Event) -> Given:
    return Given(events)


# -- what most histories are made of -----------------------------------------------------------------------------------


def opened(rounds: int = 5) -> TournamentOpened:
    return TournamentOpened(details=Details("Club evening"), rules=Rules("by-hand", rounds))


NAMES = ("Ada", "Bob", "Cor", "Dirk", "Eva", "Fred")


def registered(number: PlayerId, from_round: int = 1) -> PlayerRegistered:
    return PlayerRegistered(player=Player(number, NAMES[number - 1], rating=2100 - 100 * number), from_round=from_round)


def with_players(count: int, rounds: int = 5) -> tuple[Event, ...]:
    """An open tournament with its first players."""
    return (opened(rounds), *(registered(number) for number in range(1, count + 1)))


def boards(*pairs: tuple[PlayerId, PlayerId]) -> tuple[Board, ...]:
    return tuple(Board(white, black) for white, black in pairs)


def paired(number: int, *pairs: tuple[PlayerId, PlayerId], bye: PlayerId | None = None) -> RoundPaired:
    """By hand, with White first."""
    sitouts = () if bye is None else (SitOut(bye, Outcome.PAIRING_BYE),)
    return RoundPaired(round=number, system="by-hand", boards=boards(*pairs), sitouts=sitouts)


def published(number: int, *pairs: tuple[PlayerId, PlayerId], bye: PlayerId | None = None) -> tuple[Event, ...]:
    """A round that may be played."""
    return (paired(number, *pairs, bye=bye), RoundPublished(round=number))


def entered(number: int, board: int, result: str) -> ResultEntered:
    return ResultEntered(round=number, board=board, result=Result(result))


def played(number: int, games: dict[tuple[PlayerId, PlayerId], str], bye: PlayerId | None = None) -> tuple[Event, ...]:
    """A round from its pairing to its closing, with the result of each game."""
    results = (entered(number, board, result) for board, result in enumerate(games.values(), start=1))
    return (*published(number, *games, bye=bye), *results, RoundClosed(round=number))
