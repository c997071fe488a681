"""What is unusual about a pairing made by hand, beside the absolute rules: wishes that the system would have granted.

FIDE's checklist for programs (VCL4THP 66, 67) has an arbiter told of it before the pairing is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.absolute_rules import Breach
from engine.cards import Card, cards
from engine.colours import BLACK, NUMBERS, WHITE, preference
from engine.model import Board, Outcome, PlayerId, SitOut, Tournament
from engine.registry import is_predetermined


def find_unusual(
    t: Tournament, boards: Sequence[Board], number: int, sitouts: Sequence[SitOut], usual_bye: PlayerId | None
) -> tuple[Breach, ...]:
    """``usual_bye``: who has the bye when the system pairs. Where tables give colours and byes there are no wishes."""
    if is_predetermined(t.rules.system):
        return ()
    dealt = cards(t.up_to(number - 1))
    return (*_find_wrong_colours(dealt, boards), *_find_higher_bye(dealt, sitouts, usual_bye))


def _find_wrong_colours(dealt: Mapping[PlayerId, Card], boards: Sequence[Board]) -> Iterator[Breach]:
    """VCL4THP 67: both have the colour that they should not have."""
    for number, board in enumerate(boards, start=1):
        if (_due_colour(dealt[board.white]), _due_colour(dealt[board.black])) == (BLACK, WHITE):
            yield Breach("both-colours-wrong", number, (board.white, board.black), is_wish=True)


def _due_colour(card: Card) -> int:
    return preference(tuple(NUMBERS[colour] for colour in card.colours)).colour


def _find_higher_bye(
    dealt: Mapping[PlayerId, Card], sitouts: Sequence[SitOut], usual: PlayerId | None
) -> Iterator[Breach]:
    """VCL4THP 66; FIDE C.04.3:2026 2.3 [C5]: the bye goes to the lowest score that can have it."""
    for player in (out.player for out in sitouts if out.outcome is Outcome.PAIRING_BYE):
        if usual is not None and dealt[player].pairing_score > dealt[usual].pairing_score:
            yield Breach("bye-not-lowest", 0, (player,), is_wish=True)
