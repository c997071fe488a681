"""KNDB modification 2: the dummy takes part like a player, draws every game and so ranks in the middle.

Nobody shall owe points to it: those who met it, and the one who will in the last round, play among themselves between
the last round but one and the last. We read that game as the one for which the dummy stood: its result takes the place
of the draw. (Added to it, it would give them a game more than all others.) In an odd number of rounds the middle one
"draws against himself": his draw stands as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate

from msgspec.structs import replace

from engine.cards import Card, Cell
from engine.kndb.sheets import DUMMY, DUMMY_ROUNDS, Sheet
from engine.model import MEANINGS, Colour, ExtraPurpose, Outcome, PlayerId, PointTable, Tournament
from engine.scoring import pairing_points, points


def victims(dealt: Mapping[PlayerId, Card]) -> list[PlayerId]:
    """Those who have met the dummy."""
    return [number for number, card in dealt.items() if any(cell.outcome in DUMMY_ROUNDS for cell in card.cells)]


def dummy_score(t: Tournament, dealt: Mapping[PlayerId, Card]) -> int:
    return t.rules.points.draw * sum(c.outcome in DUMMY_ROUNDS for card in dealt.values() for c in card.cells)


def dummy_sheet(dealt: Mapping[PlayerId, Card], score: int, lot: int) -> Sheet:
    """The dummy's line of the ranking list: it has drawn with all of its opponents."""
    met = frozenset(victims(dealt))
    opponents = sum(dealt[victim].pairing_score for victim in met)
    return Sheet(
        player=DUMMY, lot=lot, score=score, resistance=opponents, berger=opponents, met=met,
        balance=0, previous=None, last=None,
    )  # fmt: skip


def played_out(t: Tournament, dealt: Mapping[PlayerId, Card]) -> dict[PlayerId, Card]:
    """KNDB modification 2: the cards with each game of the intermediate round in the place of the dummy's draw."""
    cards = dict(dealt)
    for game in t.extra_games:
        if game.purpose is ExtraPurpose.INTERMEDIATE:
            white, black = game.result.outcomes
            _take_place(cards, t.rules.points, game.white, Colour.WHITE, game.black, white)
            _take_place(cards, t.rules.points, game.black, Colour.BLACK, game.white, black)
    return cards


def _take_place(
    cards: dict[PlayerId, Card], table: PointTable, player: PlayerId, colour: Colour, opponent: PlayerId, was: Outcome
) -> None:
    """Who has not met the dummy yet (he will in the last round) has his result now."""
    card = cards[player]
    old = next((cell for cell in card.cells if cell.outcome in DUMMY_ROUNDS), None)
    number = old.round if old is not None else len(card.cells) + 1
    new = Cell(number, was, opponent, colour, None, points(table, was), 0)
    cells = [cell for cell in card.cells if cell is not old] + [new]
    gained = old.points if old is not None else 0
    cards[player] = replace(
        card,
        cells=_added_up(card, sorted(cells, key=lambda cell: cell.round)),
        score=card.score - gained + new.points,
        pairing_score=card.pairing_score - gained + pairing_points(table, was),
        met=card.met | {opponent} if MEANINGS[was].met else card.met,
        colours=(*card.colours, colour) if MEANINGS[was].colour else card.colours,
    )


def _added_up(card: Card, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = list(cells)
    given = [sum(a.points for a in card.adjustments if a.round == cell.round) for cell in cells]
    totals = accumulate(cell.points + extra for cell, extra in zip(cells, given, strict=True))
    return tuple(replace(cell, total=total) for cell, total in zip(cells, totals, strict=True))
