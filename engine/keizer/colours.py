"""Who has White: by the text's rule, or (KEIZER fn 335) by the rule of the Swiss system."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import MEANINGS, Board, Colour, PlayerId, Tournament, Value


class ColourHistory(Value, frozen=True):
    """The colours that a player has had. A game that was not played gives no colour."""

    latest: tuple[Colour, ...]  # the last one first
    balance: int  # whites minus blacks

    @property
    def last(self) -> Colour | None:
        return self.latest[0] if self.latest else None


def colour_histories(t: Tournament) -> dict[PlayerId, ColourHistory]:
    latest: dict[PlayerId, list[Colour]] = {number: [] for number in t.entries}
    for played in reversed(t.rounds):
        for board in played.boards:
            for player, colour, _, outcome in board.seats():
                if MEANINGS[outcome].colour:
                    latest[player].append(colour)
    return {number: ColourHistory(tuple(had), 2 * had.count(Colour.WHITE) - len(had)) for number, had in latest.items()}


def shared_wishes(one: ColourHistory, other: ColourHistory) -> int:
    """In how many ways both want the same colour: by the balance, and by the last game."""
    by_balance = one.balance * other.balance > 0
    by_last_game = one.last is not None and one.last is other.last
    return by_balance + by_last_game


def seated(higher: PlayerId, lower: PlayerId, colour_of_higher: Colour) -> Board:
    return Board(higher, lower) if colour_of_higher is Colour.WHITE else Board(lower, higher)


def by_the_text(higher: ColourHistory, lower: ColourHistory) -> Colour:
    """KEIZER PARING: the higher placed player's colour. Balance, then alternation, then White to the higher placed.

    The balance is whites minus blacks, which also compares players with unequal numbers of games (the text's example
    has equal ones). Who has not played yet has no last colour to alternate with.
    """
    if higher.balance != lower.balance:
        return Colour.WHITE if higher.balance < lower.balance else Colour.BLACK
    if higher.last is None or lower.last is None or higher.last is lower.last:
        return Colour.WHITE
    return higher.last.other


def by_the_swiss_rule(higher: ColourHistory, lower: ColourHistory, place: int, first_colour: Colour | None) -> Colour:
    """KEIZER fn 335, 336 (FIDE C.04.3:2026 5.2): the stronger claim, the wider difference, alternation, the higher.

    Where nobody has a preference, the higher placed gets the drawn colour on an odd place and the other on an even one.
    """
    ours, theirs = preference(higher), preference(lower)
    if ours is None:
        drawn = first_colour or Colour.WHITE
        return theirs.other if theirs is not None else drawn if place % 2 else drawn.other
    if ours is not theirs:
        return ours
    if _claim(higher) != _claim(lower):
        return ours if _claim(higher) > _claim(lower) else ours.other
    return _alternated(higher, lower) or ours


def preference(history: ColourHistory) -> Colour | None:
    """FIDE C.04.3:2017 A.6: a balance of two or more, two equal colours in a row, the balance, the last game."""
    latest = history.latest
    if not latest:
        return None
    if abs(history.balance) <= 1 and (_same_twice(latest) or not history.balance):
        return latest[0].other
    return Colour.BLACK if history.balance > 0 else Colour.WHITE


def _same_twice(latest: Sequence[Colour]) -> bool:
    return len(latest) > 1 and latest[0] is latest[1]


def _claim(history: ColourHistory) -> tuple[int, int]:
    """How strong a preference is: absolute 3 (with the difference), strong 2, mild 1."""
    difference = abs(history.balance)
    if difference > 1 or _same_twice(history.latest):
        return (3, difference)
    return (2, 0) if difference else (1, 0)


def _alternated(higher: ColourHistory, lower: ColourHistory) -> Colour | None:
    """The higher's colour so that both change from the latest games, counted back, with different colours."""
    for ours, theirs in zip(higher.latest, lower.latest, strict=False):
        if ours is not theirs:
            return ours.other
    return None
