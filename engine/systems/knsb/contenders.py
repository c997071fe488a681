"""Players to be paired by KNSB:2014, and what their rounds so far mean for the next."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from engine.cards import Card, cards
from engine.colours import NUMBERS
from engine.model import MEANINGS, PlayerId, Tournament, Value
from engine.scoring import pairing_scale
from engine.start_order import start_order
from engine.systems.knsb.colours import KnsbPreference, KnsbSide, preference


class Float(enum.Enum):
    DOWN = "down"
    UP = "up"


class KnsbPlayer(Value, frozen=True):
    """One player to be paired. The score is in units of the point table."""

    player: PlayerId
    number: int  # pairing number: the place in the order of the first round
    score: int = 0
    colours: tuple[int, ...] = ()
    preference: KnsbPreference = KnsbPreference()
    barred: frozenset[PlayerId] = frozenset()  # who may not be the opponent: met before, or kept apart
    last_float: Float | None = None
    float_before: Float | None = None  # two rounds ago
    may_have_bye: bool = True
    is_topscorer: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """KNSB:2014 A2: by score, then by pairing number (rating, title, name)."""
        return (-self.score, self.number)

    @property
    def side(self) -> KnsbSide:
        return KnsbSide(self.number, self.colours, self.preference)


def contenders(t: Tournament) -> list[KnsbPlayer]:
    """KNSB:2014 A2, F5: who is to be paired in the next round, highest first."""
    every = cards(t)
    history = History(t)
    numbers = {player: number for number, player in enumerate(start_order(t), start=1)}
    apart = _kept_apart(t)
    field = [_contender(t, every[player], numbers[player], history, apart) for player in t.available(t.next_round)]
    return sorted(field, key=lambda one: one.rank)


def _kept_apart(t: Tournament) -> dict[PlayerId, frozenset[PlayerId]]:
    """Whom the arbiter keeps apart in this round (no article: it is agreed for the tournament)."""
    found: dict[PlayerId, frozenset[PlayerId]] = {}
    for separation in t.separations:
        if separation.holds_in(t.next_round):
            together = frozenset(separation.players)
            for player in separation.players:
                found[player] = found.get(player, frozenset()) | together - {player}
    return found


def _contender(
    t: Tournament,
    card: Card,
    number: int,
    history: History,
    kept_apart: Mapping[PlayerId, frozenset[PlayerId]],
) -> KnsbPlayer:
    colours = tuple(NUMBERS[colour] for colour in card.colours)
    return KnsbPlayer(
        player=card.player,
        number=number,
        score=card.pairing_score,
        colours=colours,
        preference=preference(colours),
        barred=card.met | kept_apart.get(card.player, frozenset()),
        last_float=history.float_in(card, t.next_round - 1),
        float_before=history.float_in(card, t.next_round - 2),
        may_have_bye=history.may_have_bye(card),
        is_topscorer=is_topscorer(t, card),
    )


def is_topscorer(t: Tournament, card: Card) -> bool:
    """KNSB:2014 A10: in the last round, who has more than half of what could be scored in the rounds so far."""
    return t.next_round == t.rules.rounds and 2 * card.pairing_score > len(t.rounds) * t.rules.points.win


class History:
    """What a round on a card means for floats and byes."""

    def __init__(self, t: Tournament) -> None:
        self._points = pairing_scale(t.rules.points)
        self._before = {number: _scores_before(t, number) for number in (t.next_round - 1, t.next_round - 2)}

    def may_have_bye(self, card: Card) -> bool:
        """KNSB:2014 B1b: nobody who has already had something without playing."""
        return not any(self._had_points_for_nothing(card, played) for played in range(1, len(card.cells) + 1))

    def float_in(self, card: Card, number: int) -> Float | None:
        """KNSB:2014 A4, B1b: down or up as the two scores differed, down for points without a game.

        The loser of a forfeited game has none: the two did not come against each other (F2), so there is nothing that
        A4 could keep from happening again; B1b gives the winner theirs. (Here we depart from note K2; see RULES.md.)
        """
        if number < 1:
            return None
        if self._had_points_for_nothing(card, number):
            return Float.DOWN
        cell = card.cells[number - 1]
        opponent = cell.opponent
        if opponent is None or not MEANINGS[cell.outcome].colour:
            return None
        scores = self._before[number]
        mine, theirs = scores[card.player], scores[opponent]
        if mine == theirs:
            return None
        return Float.DOWN if mine > theirs else Float.UP

    def _had_points_for_nothing(self, card: Card, number: int) -> bool:
        """A bye, a half-point bye, a win by forfeit: no game, no game to come, and yet points."""
        outcome = card.cells[number - 1].outcome
        meaning = MEANINGS[outcome]
        return not meaning.colour and self._points[outcome] > 0


def _scores_before(t: Tournament, number: int) -> Mapping[PlayerId, int]:
    """The scores by which that round was paired."""
    return {player: card.pairing_score for player, card in cards(t.up_to(number - 1)).items()} if number > 0 else {}
