"""Properties of every table: whatever happened in the tournament."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.model import Board, Details, Entry, Outcome, Player, PlayerId, Result, Round, Rules, SitOut, Tournament
from engine.standings import Standing, explain, rank
from engine.tiebreaks import DEFINITIONS
from ledger.acts.act import Event
from ledger.acts.evolve import fold
from ledger.acts.opening import TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.results import ResultCorrected, ResultEntered

EVERYTHING = tuple(base for base in DEFINITIONS if base not in ("PTS", "LOT"))
CODES = (*EVERYTHING, "BH/C1", "BH/M1", "SB/C2", "FB/C1", "SOL/M1", "BH/C1/P", "KS/L+1", "AOB/F", "PRF/LOG")
FINAL = st.sampled_from([result for result in Result if result.is_final])
SITTING = st.sampled_from([Outcome.FULL_BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE, Outcome.ABSENT])


@st.composite
def tournaments(draw: st.DrawFn, results: st.SearchStrategy[Result] = FINAL) -> Tournament:
    """Any pairs, any results; nobody has the strength of another, so that no number stands in for a lot."""
    size = draw(st.integers(2, 7))
    rounds = tuple(_round(draw, number, size, results) for number in range(1, draw(st.integers(1, 5)) + 1))
    ratings = draw(st.lists(st.integers(1000, 2800), min_size=size, max_size=size, unique=True))
    players = [Player(number, f"Player {number}", rating) for number, rating in enumerate(ratings, start=1)]
    system = draw(st.sampled_from(("by-hand", "round-robin")))
    edition = draw(st.sampled_from(("2024", "2026")))
    order = draw(st.permutations(CODES))[:6]
    return Tournament(
        details=Details("Any"),
        rules=Rules(system, 9, tiebreaks=tuple(order), tiebreak_edition=edition),
        entries={player.number: Entry(player) for player in players},
        rounds=rounds,
    )


def _round(draw: st.DrawFn, number: int, size: int, results: st.SearchStrategy[Result]) -> Round:
    seats = draw(st.permutations(range(1, size + 1)))
    games = draw(st.integers(0, size // 2))
    boards = tuple(Board(seats[2 * k], seats[2 * k + 1], draw(results)) for k in range(games))
    return Round(number, boards, tuple(SitOut(player, draw(SITTING)) for player in seats[2 * games :]))


@given(tournaments(), st.data())
def test_relabelling_the_players_relabels_the_table(t: Tournament, data: st.DataObject) -> None:
    numbers = list(t.entries)
    new = dict(zip(numbers, data.draw(st.permutations([number + 5 for number in numbers])), strict=True))
    expected = tuple(msgspec.structs.replace(line, player=new[line.player]) for line in rank(t))
    assert rank(_relabelled(t, new)) == expected


@given(tournaments(), st.data())
def test_the_order_of_the_boards_and_entries_does_not_matter(t: Tournament, data: st.DataObject) -> None:
    rounds = tuple(
        msgspec.structs.replace(
            played,
            boards=tuple(data.draw(st.permutations(played.boards))),
            sitouts=tuple(data.draw(st.permutations(played.sitouts))),
        )
        for played in t.rounds
    )
    entries = dict(data.draw(st.permutations(list(t.entries.items()))))
    assert rank(msgspec.structs.replace(t, rounds=rounds, entries=entries)) == rank(t)


@given(tournaments(), st.data())
def test_the_order_of_the_results_within_a_round_does_not_matter(t: Tournament, data: st.DataObject) -> None:
    forth = [event for played in t.rounds for event in (_paired(played), *_results(played))]
    back = [event for played in t.rounds for event in (_paired(played), *data.draw(st.permutations(_results(played))))]
    assert rank(_folded(t, forth)) == rank(_folded(t, back)) == rank(t)


@given(tournaments(), st.data())
def test_correcting_and_correcting_back_leaves_the_table_as_it_was(t: Tournament, data: st.DataObject) -> None:
    events: list[Event] = [event for played in t.rounds for event in (_paired(played), *_results(played))]
    before = _folded(t, events)
    played = data.draw(st.sampled_from(before.rounds))
    for number, board in enumerate(played.boards, start=1):
        other = data.draw(FINAL)
        events.append(_corrected(played.number, number, board.result, other))
        events.append(_corrected(played.number, number, other, board.result))
    after = _folded(t, events)
    assert rank(after) == rank(before)


@given(tournaments(st.sampled_from(list(Result))))
def test_the_working_of_everybody_comes_to_the_values_of_the_table(t: Tournament) -> None:
    for line in rank(t):
        assert tuple(step.value for step in explain(t, line.player)) == line.values


@given(tournaments(st.sampled_from(list(Result))))
def test_a_table_has_everybody_once_and_its_places_never_fall(t: Tournament) -> None:
    table = rank(t)
    assert sorted(line.player for line in table) == sorted(t.entries)
    assert all(line.place in (number, before.place) for number, (before, line) in enumerate(_steps(table), start=2))
    scores = [score for score in (line.values[0] for line in table) if isinstance(score, int | Fraction)]
    assert len(scores) == len(table)
    assert scores == sorted(scores, reverse=True)


def _steps(table: Sequence[Standing]) -> list[tuple[Standing, Standing]]:
    return list(pairwise(table))


def _relabelled(t: Tournament, new: dict[PlayerId, PlayerId]) -> Tournament:
    players = [msgspec.structs.replace(player, number=new[player.number]) for player in t.players]
    rounds = tuple(
        Round(
            played.number,
            tuple(Board(new[board.white], new[board.black], board.result) for board in played.boards),
            tuple(SitOut(new[sitout.player], sitout.outcome) for sitout in played.sitouts),
        )
        for played in t.rounds
    )
    return msgspec.structs.replace(t, entries={p.number: Entry(p) for p in players}, rounds=rounds)


def _paired(played: Round) -> Event:
    boards = tuple(Board(board.white, board.black) for board in played.boards)
    return RoundPaired(round=played.number, system="by-hand", boards=boards, sitouts=played.sitouts)


def _results(played: Round) -> list[Event]:
    return [
        ResultEntered(round=played.number, board=number, result=board.result)
        for number, board in enumerate(played.boards, start=1)
    ]


def _corrected(round_number: int, board: int, old: Result, new: Result) -> Event:
    return ResultCorrected(round=round_number, board=board, old=old, result=new, corrects=1, reason="a slip")


def _folded(t: Tournament, events: Sequence[Event]) -> Tournament:
    opened = TournamentOpened(details=t.details, rules=t.rules)
    registered = [PlayerRegistered(player=player) for player in t.players]
    folded = fold([opened, *registered, *events])
    assert folded is not None
    return folded.tournament
