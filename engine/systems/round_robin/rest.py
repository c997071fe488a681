"""The rest of a round robin whose schedule was left: who has met whom, and a round after which all can still do so.

A double one is two single ones, one after the other: in each all meet once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.absolute_rules import AuditedRound, Breach
from engine.errors import NoPairing
from engine.model import PlayerId, Round, Tournament
from engine.pairing import read_options
from engine.systems.round_robin.berger import Pair, RoundRobinOptions, berger, numbers
from engine.systems.round_robin.completion import Meeting, Meetings, SearchTooLongError, complete

WHITE, BLACK = 1, -1
MOST_ORDERS = 500  # steps of the search for an order of the rounds that are left


def find_departure(t: Tournament, numbered: tuple[PlayerId, ...], schedule: Sequence[Sequence[Pair]]) -> int:
    """The first round that is not of the schedule; 0: all are."""
    number = _numbers_by_player(numbered)
    for played, pairs in zip(t.rounds, schedule, strict=False):
        due = {frozenset(pair) for pair in pairs if max(pair) <= len(numbered)}
        if due != {frozenset((number.get(b.white, 0), number.get(b.black, 0))) for b in played.boards}:
            return played.number
    return 0


def find_next_round(
    t: Tournament, numbered: tuple[PlayerId, ...], options: RoundRobinOptions
) -> tuple[Pair, ...] | None:
    """VCL4THP 101, 102: of the rounds that complete the half, the first that gives nobody one colour for the third time
    running, if there is one. ``None``: all cannot meet each other any more, or nobody could find out in time."""
    once = berger(len(numbered), RoundRobinOptions())
    half_begins = len(t.rounds) - len(t.rounds) % len(once)
    try:
        rounds = _complete_half(t, numbered, half_begins)
    except SearchTooLongError:
        return None
    if not rounds:
        return None
    number = _numbers_by_player(numbered)
    usual = _usual_colours(t, number, once, is_second=options.double and half_begins > 0)
    had = _colours_had(t, number)
    order = _Order(usual, is_free=half_begins == 0)
    return order.begin(rounds, had) or order.rank(rounds, had)[0]


def _complete_half(t: Tournament, numbered: tuple[PlayerId, ...], half_begins: int) -> tuple[Meetings, ...] | None:
    """The rounds that are left of a half, as many as it has."""
    once, number = berger(len(numbered), RoundRobinOptions()), _numbers_by_player(numbered)
    made = t.rounds[half_begins:]
    met = {meeting for played in made for meeting in _meetings_of(t, number, played)}
    rounds = complete(_size(number), met, [frozenset(map(frozenset, pairs)) for pairs in once])
    return rounds if rounds is not None and len(rounds) == len(once) - len(made) else None


def _numbers_by_player(numbered: Sequence[PlayerId]) -> dict[PlayerId, int]:
    return {player: number for number, player in enumerate(numbered, start=1)}


def _size(number: Mapping[PlayerId, int]) -> int:
    return len(number) + len(number) % 2


def _meetings_of(t: Tournament, number: Mapping[PlayerId, int], played: Round) -> Iterator[Meeting]:
    """Of an odd field, or after a withdrawal, the two without a game have met in the sense of the table."""
    seated: set[PlayerId] = set()
    for board in played.boards:
        seated.update((board.white, board.black))
        yield frozenset((number.get(board.white, 0), number.get(board.black, 0)))
    idle = [player for player in number if player not in seated]
    has_left = any(not t.entries[player].takes_part_in(played.number) for player in idle)
    if len(idle) == 1 and len(number) % 2:
        yield frozenset((number[idle[0]], _size(number)))
    elif len(idle) == 2 and has_left:
        yield frozenset(number[player] for player in idle)


def _usual_colours(
    t: Tournament, number: Mapping[PlayerId, int], table: Sequence[Sequence[Pair]], *, is_second: bool
) -> Mapping[Meeting, Pair]:
    """FIDE C.05 Annex 1: those of the table; in the second half the other ones than in the first."""
    usual = {frozenset(pair): pair for pairs in table for pair in pairs}
    if is_second:
        usual = {meeting: pair[::-1] for meeting, pair in usual.items()}
        for played in t.rounds[: len(table)]:
            for board in played.boards:
                white, black = number.get(board.white, 0), number.get(board.black, 0)
                usual[frozenset((white, black))] = (black, white)
    return usual


def _colours_had(t: Tournament, number: Mapping[PlayerId, int]) -> dict[int, list[int]]:
    """A forfeit keeps its place there."""
    had: dict[int, list[int]] = {one: [] for one in range(len(number) + 2)}
    for board in (board for played in t.rounds for board in played.boards):
        had[number.get(board.white, 0)].append(WHITE)
        had[number.get(board.black, 0)].append(BLACK)
    return had


class _Order:
    """In which order the rounds are played, with which colours. The search for one in which nobody has a third colour
    running is bounded; where it finds none, the round that suits best comes first."""

    def __init__(self, usual: Mapping[Meeting, Pair], *, is_free: bool) -> None:
        self._usual = usual
        self._is_free = is_free
        self._steps = 0

    def rank(self, rounds: Sequence[Meetings], had: Mapping[int, Sequence[int]]) -> list[tuple[Pair, ...]]:
        """The rounds with their colours, the one that suits best first."""
        coloured = (_give_colours(meetings, self._usual, had, is_free=self._is_free) for meetings in rounds)
        return sorted(coloured, key=lambda pairs: _weigh_colours(pairs, had))

    def begin(self, rounds: Sequence[Meetings], had: Mapping[int, Sequence[int]]) -> tuple[Pair, ...] | None:
        """The first round of an order in which nobody has a third colour running; ``None``: none is found."""
        for pairs in self.rank(rounds, had):
            self._steps += 1
            if self._steps > MOST_ORDERS or _weigh_colours(pairs, had)[0]:
                return None
            played = frozenset(map(frozenset, pairs))
            rest = [meetings for meetings in rounds if meetings != played]
            if not rest or self.begin(rest, _after(pairs, had)) is not None:
                return pairs
        return None


def _after(pairs: Sequence[Pair], had: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    worn = {one: colour for pair in pairs for one, colour in zip(pair, (WHITE, BLACK), strict=True)}
    return {one: [*before, worn[one]] if one in worn else [*before] for one, before in had.items()}


def _give_colours(
    meetings: Meetings, usual: Mapping[Meeting, Pair], had: Mapping[int, Sequence[int]], *, is_free: bool
) -> tuple[Pair, ...]:
    """``is_free``: in the first half; the usual ones give way where the others suit both better."""
    pairs = [usual[meeting] for meeting in meetings]
    if is_free:
        pairs = [min((pair, pair[::-1]), key=lambda one: _weigh_colours((one,), had)) for pair in pairs]
    return tuple(sorted(pairs, key=lambda pair: (max(pair) > len(had) - 2, -max(pair), min(pair))))


def _weigh_colours(pairs: Sequence[Pair], had: Mapping[int, Sequence[int]]) -> tuple[int, int, int]:
    """How many would have one colour for the third time running; how unequal the colours of all would be; how many
    would have the same one again."""
    players = len(had) - 2
    worn = [
        (had[one], colour)
        for pair in pairs
        if max(pair) <= players
        for one, colour in zip(pair, (WHITE, BLACK), strict=True)
    ]
    return (
        sum(list(before[-2:]) == [colour] * 2 for before, colour in worn),
        sum((sum(before) + colour) ** 2 for before, colour in worn),
        sum(list(before[-1:]) == [colour] for before, colour in worn),
    )


def bars_what_cannot_be_completed(audited: AuditedRound) -> Iterator[Breach]:
    """VCL4THP 101: after this round all can still meet each other once, in a double one twice."""
    t = audited.tournament
    made = Round(audited.round, tuple(audited.boards), tuple(audited.sitouts))
    after = replace(t, rounds=(*t.rounds[: audited.round - 1], made))
    try:
        numbered = numbers(after)
    except NoPairing:  # somebody is registered too late for the table: that is told where it is paired
        return
    schedule = berger(len(numbered), read_options(t.rules, RoundRobinOptions))
    if audited.round > len(schedule) or not find_departure(after, numbered, schedule):
        return
    half = len(berger(len(numbered), RoundRobinOptions()))
    try:
        if _complete_half(after, numbered, (audited.round - 1) // half * half) is None:
            yield Breach("rest-cannot-be-completed", 0, ())
    except SearchTooLongError:
        yield Breach("rest-not-found", 0, ())
