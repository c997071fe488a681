"""The ranking list: one line a player, in order, with all that pairing and colours ask for."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card, Cell, while_pairing
from engine.dummy import DUMMY, DUMMY_ROUNDS, Between, intermediate_games
from engine.model import MEANINGS, Colour, Player, PlayerId, Tournament, Value
from engine.tiebreaks.catalogue import Measure
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.draughts import draughts_sonneborn_berger, resistance, solkoff
from engine.tiebreaks.table import Table
from engine.tiebreaks.working import Working

WP, SOLKOFF, SB = TieBreak("WP"), TieBreak("SOL"), TieBreak("SBD")
_MEASURES: Mapping[TieBreak, Measure] = {WP: resistance, SOLKOFF: solkoff}


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


def sheets(t: Tournament, dealt: Mapping[PlayerId, Card], opponents: TieBreak = WP) -> list[Sheet]:
    """KNDB ranking list: those who are to be paired now, highest first. FMJD: ``opponents`` is SOLKOFF.

    Who is absent or withdrew is left out, but his score still counts for his opponents' (the text is silent).
    """
    table = Table(t, while_pairing(dealt, t.rules.points))
    between = intermediate_games(t)
    listed = (_sheet(table, dealt[number], opponents, between.get(number)) for number in t.available(t.next_round))
    return sorted(listed, key=lambda sheet: sheet.rank_key)


def _sheet(table: Table, card: Card, opponents: TieBreak, between: Between | None) -> Sheet:
    met_dummy = any(cell.outcome in DUMMY_ROUNDS for cell in card.cells)
    return Sheet(
        player=card.player,
        lot=lot_of(table.tournament.entries[card.player].player),
        score=card.pairing_score,
        resistance=_whole(_MEASURES[opponents](table, card.player, opponents)),
        berger=_whole(draughts_sonneborn_berger(table, card.player, SB)),
        met=card.met | {DUMMY} if met_dummy else card.met,
        balance=sum(1 if colour is Colour.WHITE else -1 for colour in card.colours),
        previous=_previous(card, between),
        last=card.colours[-1] if card.colours else None,
    )


def _previous(card: Card, between: Between | None) -> Colour | None:
    """The colour of the round before; the intermediate round is one."""
    before = between or (card.cells[-1] if card.cells else None)
    return before.colour if before is not None and MEANINGS[before.outcome].colour else None


def _whole(working: Working) -> int:
    assert isinstance(working.value, int)  # sums of scores
    return working.value


def opponent_of(cell: Cell) -> PlayerId | None:
    """The opponent of a round; the dummy where the player had the bye."""
    return DUMMY if cell.outcome in DUMMY_ROUNDS else cell.opponent
