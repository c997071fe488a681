"""What Swiss systems of draughts share: the ranking list and the colours of a pair.

KNDB ranking list, KNDB colours; FMJD 5.3 is the same in the words of the FMJD.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from engine.cards import Card, Cell, while_pairing
from engine.dummy import DUMMY, DUMMY_ROUNDS, Between, intermediate_games
from engine.errors import Fact
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

    Who is absent or withdrew is left out, but their score still counts for their opponents' (the text is silent).
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


# -- colours ---------------------------------------------------------------------------------------------------------


class ColourRule(enum.Enum):
    """By which sentence of the text a colour was given."""

    BALANCE = "balance"
    ALTERNATE = "alternate"
    ALTERNATE_ONE = "alternate-one"
    LOT = "lot"
    LOT_NO_COLOUR = "lot-no-colour"


class BoardColours(Value, frozen=True):
    """Who of a pair has White, and by which sentence."""

    white: Sheet
    black: Sheet
    rule: ColourRule
    parity: str = ""  # of the sum of the lots, where they decide: "odd" or "even"

    def facts(self) -> dict[str, Fact]:
        """What a reason tells of it."""
        found: dict[str, Fact] = {
            "white_difference": self.white.balance,
            "black_difference": self.black.balance,
        }
        if self.parity:
            found |= {"white_lot": self.white.lot, "black_lot": self.black.lot, "parity": self.parity}
        return found


def seat(one: Sheet, other: Sheet, *, by_last_game: bool = False) -> BoardColours:
    """KNDB colours: the lower balance has White; equal: both change, if they can; else the lots decide.

    "The round before" is just that; ``by_last_game`` (FMJD 5.3) looks at the last game instead. Where only one of
    them had a colour, that one changes; where neither had, the lots decide: the text is silent on both.
    """
    if one.balance != other.balance:
        return _with_white(one, other, one.balance < other.balance, ColourRule.BALANCE)
    mine, theirs = (one.last, other.last) if by_last_game else (one.previous, other.previous)
    if mine is not theirs:
        rule = ColourRule.ALTERNATE if mine is not None and theirs is not None else ColourRule.ALTERNATE_ONE
        return _with_white(one, other, mine is Colour.BLACK or theirs is Colour.WHITE, rule)
    rule = ColourRule.LOT if mine is not None else ColourRule.LOT_NO_COLOUR
    is_odd = (one.lot + other.lot) % 2 == 1
    return _with_white(one, other, (one.lot < other.lot) == is_odd, rule, "odd" if is_odd else "even")


def _with_white(one: Sheet, other: Sheet, one_is_white: bool, rule: ColourRule, parity: str = "") -> BoardColours:
    return BoardColours(one, other, rule, parity) if one_is_white else BoardColours(other, one, rule, parity)
