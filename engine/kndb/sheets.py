"""The ranking list: one line a player, in order, with all that pairing and colours ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.cards import Card, Cell
from engine.model import MEANINGS, Colour, Outcome, Player, PlayerId, PointTable, Tournament, Value
from engine.scoring import pairing_scale

DUMMY: PlayerId = 0  # players are numbered from 1
DUMMY_ROUNDS = frozenset({Outcome.PAIRING_BYE, Outcome.FULL_BYE})


class Sheet(Value, frozen=True):
    """A line of the ranking list."""

    player: PlayerId
    lot: int
    score: int
    resistance: int
    berger: int
    met: frozenset[PlayerId]
    balance: int  # games with White minus games with Black
    previous: Colour | None  # in the round just before this one
    last: Colour | None  # in the last game that counts

    @property
    def rank_key(self) -> tuple[int, int, int, int, PlayerId]:
        """KNDB ranking list 1–4: score, resistance, Sonneborn-Berger, then the lower lot."""
        return (-self.score, -self.resistance, -self.berger, self.lot, self.player)


def lot_of(player: Player) -> int:
    """The lot drawn before round 1. Without a draw, the number in the tournament stands for it."""
    return player.number if player.lot is None else player.lot


def sheets(t: Tournament, dealt: Mapping[PlayerId, Card], dummy_score: int = 0) -> list[Sheet]:
    """KNDB ranking list: those who are to be paired now, highest first.

    Who is absent or withdrew is left out, but his score still counts for his opponents' (the text is silent).
    """
    scores = {number: card.pairing_score for number, card in dealt.items()}
    scores[DUMMY] = dummy_score
    listed = (_sheet(t, dealt[number], scores) for number in t.available(t.next_round))
    return sorted(listed, key=lambda sheet: sheet.rank_key)


def _sheet(t: Tournament, card: Card, scores: Mapping[PlayerId, int]) -> Sheet:
    met_dummy = any(cell.outcome in DUMMY_ROUNDS for cell in card.cells)
    last_cell = card.cells[-1] if card.cells else None
    has_colour = last_cell is not None and MEANINGS[last_cell.outcome].colour
    return Sheet(
        player=card.player,
        lot=lot_of(t.entries[card.player].player),
        score=card.pairing_score,
        resistance=resistance(card.cells, scores),
        berger=berger(card.cells, scores, t.rules.points),
        met=card.met | {DUMMY} if met_dummy else card.met,
        balance=sum(1 if colour is Colour.WHITE else -1 for colour in card.colours),
        previous=last_cell.colour if last_cell is not None and has_colour else None,
        last=card.colours[-1] if card.colours else None,
    )


def opponent_of(cell: Cell) -> PlayerId | None:
    """The opponent of a round; the dummy where the player had the bye."""
    return DUMMY if cell.outcome in DUMMY_ROUNDS else cell.opponent


def resistance(cells: Iterable[Cell], scores: Mapping[PlayerId, int]) -> int:
    """KNDB definitions (WP), FMJD 3.1a (Solkoff): the sum of the scores of the opponents, the dummy's with them.

    An opponent against whom no game came about still counts: a real event (FMJD, 2022) was ranked so.
    """
    opponents = (opponent_of(cell) for cell in cells)
    return sum(scores[opponent] for opponent in opponents if opponent is not None)


def berger(cells: Iterable[Cell], scores: Mapping[PlayerId, int], points: PointTable) -> int:
    """KNDB definitions (SB), FMJD 3.1g: twice the scores of the beaten plus the scores of those drawn with.

    An unfinished game is a draw (FMJD 4.3). The dummy counts like the game that it stands for.
    """
    worth = pairing_scale(points)
    share = {points.win: 2, points.draw: 1}
    total = 0
    for cell in cells:
        opponent = opponent_of(cell)
        if opponent is not None and (MEANINGS[cell.outcome].met or opponent == DUMMY):
            total += share.get(worth[cell.outcome], 0) * scores[opponent]
    return total
