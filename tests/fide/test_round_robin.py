"""Rounds of a round robin made by hand, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from engine.model import Board, Colour, Outcome, Player, Result, Rules, SitOut
from ledger.acts.act import Command
from ledger.acts.pairing import PairByHand, PairRound, RoundPaired
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import WithdrawPlayer
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from tests.fide.test_fide_mode import do, opened, what_is_asked
from tests.ledger.given import Given

Pairs = tuple[tuple[int, int], ...]


def field(size: int, **options: bool) -> Given:
    rounds = (size + size % 2 - 1) * (2 if options.get("double") else 1)
    players = tuple(NewPlayer(player=Player(0, f"P{number:02}", 2000 - number)) for number in range(size))
    return do(opened(Rules("round-robin", rounds, options=options)), RegisterPlayers(players=players))


def played(history: Given, command: Command) -> Given:
    """The round that the command makes, all games drawn."""
    history = do(history, command)
    number = len(history.tournament.rounds)
    open_boards = [
        board for board, one in enumerate(history.tournament.rounds[-1].boards, start=1) if one.result is Result.PENDING
    ]
    entered = (EnterResult(round=number, board=board, result=Result.DRAW) for board in open_boards)
    return do(history, PublishRound(round=number), *entered, CloseRound(round=number))


def by_table(history: Given, rounds: int) -> Given:
    for _ in range(rounds):
        history = played(history, PairRound(round=history.tournament.next_round))
    return history


def by_hand(history: Given, *pairs: tuple[int, int], idle: tuple[int, ...] = ()) -> PairByHand:
    return PairByHand(
        round=history.tournament.next_round,
        boards=tuple(Board(*pair) for pair in pairs),
        sitouts=tuple(SitOut(player, Outcome.ZERO_BYE) for player in idle),
    )


def meetings(history: Given) -> list[frozenset[int]]:
    return [frozenset((board.white, board.black)) for one in history.tournament.rounds for board in one.boards]


def test_100_a_round_is_made_by_hand_and_compared_with_the_table() -> None:
    history = by_table(field(6), 1)
    command = by_hand(history, (1, 3), (2, 4), (5, 6))
    assert what_is_asked(history, command) == [("hand-made-differs", (1, 2, 3))]
    (made,) = history.when(command).events
    assert isinstance(made, RoundPaired)
    assert made.by_engine is not None
    (right,) = history.when(PairRound(round=2)).events
    assert isinstance(right, RoundPaired)
    assert made.by_engine.boards == right.boards


@pytest.mark.parametrize(("size", "after"), [(6, 1), (7, 1), (8, 1), (8, 2), (9, 2), (10, 3)])
def test_101_after_it_the_schedule_goes_on_and_all_meet_once(size: int, after: int) -> None:
    history = by_table(field(size), after)
    history = by_table(played(history, another_round(history, size)), size + size % 2 - after - 2)
    everybody = [frozenset(pair) for pair in combinations(range(1, size + 1), 2)]
    assert sorted(map(sorted, meetings(history))) == sorted(map(sorted, everybody))
    reason = history.when(PairRound(round=history.tournament.next_round)).refusal
    assert reason.code == "all-rounds-paired"


def another_round(history: Given, size: int) -> PairByHand:
    """Who have not met, otherwise than the table has it, in a way that leaves something to go on with."""
    met = set(meetings(history))
    for pairs in rounds_of(tuple(range(1, size + 1)) if size % 2 == 0 else (0, *range(1, size + 1))):
        games = [pair for pair in pairs if 0 not in pair]
        idle = tuple(player for pair in pairs if 0 in pair for player in pair if player)
        if any(frozenset(pair) in met for pair in games) or any(has_been_free(history, one) for one in idle):
            continue
        command = by_hand(history, *games, idle=idle)
        asked = what_is_asked(history, command)
        if ("hand-made-breach-for-all", "rest-cannot-be-completed") not in asked and not is_of_the_table(
            history, games
        ):
            return command
    raise AssertionError("there is always one")


def is_of_the_table(history: Given, games: list[tuple[int, int]]) -> bool:
    (right,) = history.when(PairRound(round=history.tournament.next_round)).events
    assert isinstance(right, RoundPaired)
    return {frozenset(pair) for pair in games} == {frozenset((board.white, board.black)) for board in right.boards}


def has_been_free(history: Given, player: int) -> bool:
    return any(out.player == player for one in history.tournament.rounds for out in one.sitouts)


def rounds_of(numbers: tuple[int, ...]):
    if not numbers:
        yield ()
        return
    one, *others = numbers
    for other in others:
        for rest in rounds_of(tuple(number for number in others if number != other)):
            yield ((one, other), *rest)


def test_101_where_all_cannot_meet_any_more_that_is_confirmed_and_the_schedule_ends() -> None:
    """Of six, after these three rounds two threes are left who have to meet among themselves."""
    history = played(field(6), by_hand(field(6), (1, 4), (2, 5), (3, 6)))
    history = played(history, by_hand(history, (1, 5), (2, 6), (3, 4)))
    command = by_hand(history, (1, 6), (2, 4), (3, 5))
    confirmed = history.when(command).events[0]
    assert isinstance(confirmed, RoundPaired)
    assert "rest-cannot-be-completed" in [breach.code for breach in confirmed.breaches]
    assert ("hand-made-breach-for-all", "rest-cannot-be-completed") in what_is_asked(history, command)
    played(history, command).when(PairRound(round=4)).then_refused("round-robin-left", round=2)


def test_101_a_second_meeting_is_confirmed() -> None:
    history = by_table(field(4), 1)
    asked = what_is_asked(history, by_hand(history, (4, 1), (3, 2)))
    assert ("hand-made-breach", "met-before") in asked
    assert ("hand-made-breach-for-all", "rest-cannot-be-completed") in asked


def test_101_of_a_double_one_all_meet_twice_with_both_colours() -> None:
    history = by_table(field(6, double=True), 1)
    history = by_table(played(history, another_round(history, 6)), 8)
    games = [(board.white, board.black) for one in history.tournament.rounds for board in one.boards]
    assert sorted(games) == sorted((white, black) for white in range(1, 7) for black in range(1, 7) if white != black)


def test_101_the_games_of_who_has_withdrawn_go_on_as_forfeits() -> None:
    history = by_table(field(6), 2)
    history = do(history, WithdrawPlayer(player=6))
    free = next(number for number in range(1, 6) if frozenset((number, 6)) not in meetings(history))
    rest = [number for number in range(1, 6) if number != free]
    command = next(
        command
        for pairs in rounds_of(tuple(rest))
        if not {frozenset(pair) for pair in pairs} & set(meetings(history))
        for command in (by_hand(history, *pairs, idle=(free,)),)
        if ("hand-made-breach-for-all", "rest-cannot-be-completed") not in what_is_asked(history, command)
    )
    history = by_table(played(history, command), 2)
    assert len(set(meetings(history))) == len(meetings(history)) == 14  # and the one that was left out
    assert history.tournament.rounds[-1].boards_with(Result.PENDING) == ()


def test_102_a_third_colour_running_is_confirmed() -> None:
    history = played(field(6), by_hand(field(6), (1, 2), (3, 4), (5, 6)))
    history = played(history, by_hand(history, (1, 3), (5, 2), (4, 6)))
    asked = what_is_asked(history, by_hand(history, (1, 4), (2, 6), (3, 5)))
    assert ("hand-made-breach", "colour-third-in-row") in asked


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_102_after_two_boards_that_were_exchanged_nobody_has_a_third_colour_running(size: int) -> None:
    history = by_table(field(size), 1)
    (right,) = history.when(PairRound(round=2)).events
    assert isinstance(right, RoundPaired)
    one, other, *rest = right.boards
    exchanged = ((one.white, other.black), (other.white, one.black), *((board.white, board.black) for board in rest))
    history = by_table(played(history, by_hand(history, *exchanged)), size - 3)
    for player in range(1, size + 1):
        had = [colour_of(board, player) for one in history.tournament.rounds for board in one.boards]
        worn = [colour for colour in had if colour is not None]
        assert all(len({*three}) > 1 for three in zip(worn, worn[1:], worn[2:], strict=False)), (player, worn)
        assert len(worn) == size - 1
        assert any(one is not other for one, other in pairwise(worn))


def colour_of(board: Board, player: int) -> Colour | None:
    if player not in (board.white, board.black):
        return None
    return Colour.WHITE if player == board.white else Colour.BLACK
