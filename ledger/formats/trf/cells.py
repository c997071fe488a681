"""``Tournament`` → the columns of the rounds, the points, and the points that a letter does not tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.cards import Card
from engine.model import Entry, Outcome, PlayerId, PointTable, Result, Round, Tournament
from engine.scoring import scale
from ledger.formats.trf.history import BYES, letters
from ledger.formats.trf.lines import EMPTY, Cell

_LETTERS: Mapping[Outcome, str] = {outcome: letter for letter, outcome in BYES.items() if letter}
Numbers = Mapping[PlayerId, int]  # a player's number in Roundlog → the start number in the file


def cells_of(t: Tournament, numbers: Numbers, *, marks_adjourned: bool) -> dict[PlayerId, list[Cell]]:
    """Every player's rounds, as far as they are paired. ``marks_adjourned``: VCL4THP 164, by a letter that programs
    know since TRF26; otherwise such a game has no result yet."""
    columns = [_column(t, played, numbers, marks_adjourned=marks_adjourned) for played in t.rounds]
    return {
        player: [
            column[player] if player in column else _outside(t.rules.points, entry, number)
            for number, column in enumerate(columns, start=1)
        ]
        for player, entry in t.entries.items()
    }


def byes_to_come(t: Tournament) -> Iterator[tuple[int, PlayerId, str]]:
    """Round, player and letter of everybody who is known to miss a round that is not paired yet."""
    for number in range(t.next_round, t.rules.rounds + 1):
        for player, entry in t.entries.items():
            if not t.takes_part(player, number):
                yield number, player, letter_of(t.rules.points, entry.outside(number))
            elif number in entry.absences:
                yield number, player, letter_of(t.rules.points, entry.absences[number])


def letter_of(table: PointTable, outcome: Outcome) -> str:
    """An absence that the TRF has no letter for is the bye that scores as much, or a zero-point bye."""
    if outcome in _LETTERS:
        return _LETTERS[outcome]
    worth = scale(table)
    alike = (bye for bye in (Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE) if worth[bye] == worth[outcome])
    return _LETTERS[next(alike, Outcome.ZERO_BYE)]


def points_of(t: Tournament, card: Card, byes: int) -> Fraction:
    """TRF26 001, positions 81–84, with the byes that stand in columns of rounds to come.

    Postponed games count as the draws that they are while the next round is paired (TRF26 162 X); in the middle of a
    round nothing counts that is not finished.
    """
    units = card.score if is_in_play(t) else card.pairing_score
    return Fraction(units + byes, t.rules.points.per_point)


def is_in_play(t: Tournament) -> bool:
    return any(board.result is Result.PENDING for played in t.rounds for board in played.boards)


def untold_points(t: Tournament) -> dict[tuple[str, int, int], list[PlayerId]]:
    """Letter, units and round → whose points there are not those of the letter."""
    worth = scale(t.rules.points)
    found: dict[tuple[str, int, int], list[PlayerId]] = defaultdict(list)
    for played in t.rounds:
        for player, outcome in _without_a_game(t, played):
            letter = letter_of(t.rules.points, outcome)
            if worth[outcome] != worth[BYES[letter]]:
                found[letter, worth[outcome], played.number].append(player)
        for player, outcome in _with_advantage_draws(played):
            if worth[outcome] != worth[Outcome.DRAW]:
                found[_ASSIGNED_DRAW, worth[outcome], played.number].append(player)
    return found


_ASSIGNED_DRAW = "D"  # TRF26 299


def has_advantage_draws(t: Tournament) -> bool:
    return any(True for played in t.rounds for _ in _with_advantage_draws(played))


def _with_advantage_draws(played: Round) -> Iterator[tuple[PlayerId, Outcome]]:
    """Delft counting: to a TRF they are draws, of which 299 says the points."""
    for board in played.boards:
        if board.result.is_advantage_draw:
            yield from zip((board.white, board.black), board.result.outcomes, strict=True)


def _column(t: Tournament, played: Round, numbers: Numbers, *, marks_adjourned: bool) -> dict[PlayerId, Cell]:
    column = {s.player: Cell(result=letter_of(t.rules.points, s.outcome)) for s in played.sitouts}
    for board in played.boards:
        if board.result is Result.NEVER_PLAYED:
            column[board.white] = column[board.black] = Cell(result=letter_of(t.rules.points, Outcome.NEVER_PLAYED))
            continue
        is_hidden = board.result is Result.POSTPONED and not marks_adjourned
        white, black = letters(Result.PENDING if is_hidden else board.result)
        column[board.white] = Cell(numbers[board.black], "w", white)
        column[board.black] = Cell(numbers[board.white], "b", black)
    return column


def _outside(table: PointTable, entry: Entry, number: int) -> Cell:
    """Of one who did not take part: nothing before a late entry, a bye after a withdrawal."""
    outcome = entry.outside(number)
    if outcome is Outcome.ZERO_BYE and number < entry.from_round:
        return EMPTY
    return Cell(result=letter_of(table, outcome))


def _without_a_game(t: Tournament, played: Round) -> Iterator[tuple[PlayerId, Outcome]]:
    seated = {player for board in played.boards for player in (board.white, board.black)}
    for board in played.boards:
        if board.result is Result.NEVER_PLAYED:
            yield from ((player, Outcome.NEVER_PLAYED) for player in (board.white, board.black))
    for sitout in played.sitouts:
        yield sitout.player, sitout.outcome
    sitting = {sitout.player for sitout in played.sitouts}
    for player, entry in t.entries.items():
        if player not in seated and player not in sitting:
            yield player, entry.outside(played.number)
