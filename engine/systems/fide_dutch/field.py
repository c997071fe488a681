"""The field of a round: players in rank order, who may meet whom, score groups, and whether a rest can be completed.

A player is a place in the rank order (0 is the first), and a set of players is an int used as a bitset: the lowest
bit of a set is its highest ranked player.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.colours import BLACK, WHITE
from engine.errors import NoPairing
from engine.matching.bitsets import bits, members
from engine.matching.cardinality import has_perfect_matching, left_over, obstacle
from engine.model import PlayerId, Tournament
from engine.swiss import Contender


class DutchField:
    """Everybody who is to be paired in a round."""

    def __init__(self, cards: Sequence[Contender], t: Tournament) -> None:
        self.cards = cards
        self.everybody = (1 << len(cards)) - 1
        self.round = t.next_round
        self.win = t.rules.points.win
        self.point = t.rules.points.per_point
        self.is_odd = len(cards) % 2 == 1
        self.topscorers = self._topscorers(t)
        self.absolute = {
            colour: bits(i for i, c in enumerate(cards) if c.preference.is_absolute and c.preference.colour == colour)
            for colour in (WHITE, BLACK)
        }
        self.bye = bits(i for i, card in enumerate(cards) if card.may_have_bye) if self.is_odd else 0
        self.allowed = self._allowed_rows(t)
        self.most_barred = max((len(card.met) for card in cards), default=0) + self._most_kept_apart
        self._left_over: dict[tuple[int, int], int] = {}
        self.groups = [list(group) for _, group in groupby(range(len(cards)), key=lambda i: cards[i].points)]

    def _topscorers(self, t: Tournament) -> int:
        """FIDE C.04.3:2026 1.8 (2017: A.7): in the last round, who has more than half of the possible points."""
        if t.next_round < t.rules.rounds:
            return 0
        half = len(t.rounds) * self.win
        return bits(i for i, card in enumerate(self.cards) if 2 * card.points > half)

    def _allowed_rows(self, t: Tournament) -> list[int]:
        """Who may meet whom: FIDE C.04.3:2026 2.1.1 [C1], 2.1.3 [C3] (2017: C.1, C.3), and who is kept apart."""
        place = {card.player: i for i, card in enumerate(self.cards)}
        apart = [0] * len(self.cards)
        for kept in t.separations:
            if kept.holds_in(self.round):
                group = bits(place[player] for player in kept.players if player in place)
                for i in members(group):
                    apart[i] |= group
        self._most_kept_apart = max((row.bit_count() for row in apart), default=0)
        rows = []
        for i, card in enumerate(self.cards):
            barred = apart[i] | 1 << i
            for opponent in card.met:
                if opponent in place:
                    barred |= 1 << place[opponent]
            rows.append(self.everybody & ~(barred | self._same_absolute(i)))
        return rows

    def _same_absolute(self, i: int) -> int:
        """Those with the same absolute colour preference, unless one of the two is a topscorer."""
        wish = self.cards[i].preference
        if not wish.is_absolute or self.topscorers >> i & 1:
            return 0
        return self.absolute[wish.colour] & ~self.topscorers

    def after(self, i: int) -> tuple[list[int], list[int]]:
        """The next score group after this one, and everybody below it."""
        following = self.groups[i + 1] if i + 1 < len(self.groups) else []
        return following, [player for group in self.groups[i + 2 :] for player in group]

    def may_meet(self, one: int, other: int) -> bool:
        return bool(self.allowed[one] >> other & 1)

    def is_surely_completable(self, size: int) -> bool:
        """Dirac by counting alone: among any such number of players everybody may meet at least half of them."""
        most = max(self.absolute[WHITE].bit_count(), self.absolute[BLACK].bit_count())
        return 2 * (size - 1 - self.most_barred - most) >= size

    def is_completable(self, rest: int, bye: int) -> bool:
        """FIDE C.04.3:2026 2.2 [C4] (2017: C.4): can these players be paired, one of ``bye`` having the bye?"""
        if self._surely_completed(rest, bye):
            return True
        if rest.bit_count() % 2 == 0:
            return self._can_be_paired(rest)
        return bool(rest & bye) and self._can_be_paired_with_bye(rest, rest & bye)

    def is_completed_by(self, player: int, rest: int, bye: int) -> bool:
        """The same when this player joins the rest: what is asked for each player of a bracket, searched for once.

        They must get somebody, or the empty chair, who can be left over when all others of the rest are paired.
        """
        if self._surely_completed(rest | 1 << player, bye):
            return True
        left = self._who_can_be_left_over(rest, rest & bye)
        partners = self.allowed[player] | (bye >> player & 1) << len(self.cards)
        return bool(partners & left)

    def _who_can_be_left_over(self, rest: int, candidates: int) -> int:
        """Of an odd number of players; or, for who joins an even number, of them and the empty chair."""
        found = self._left_over.get((rest, candidates))
        if found is None:
            if rest.bit_count() % 2:
                found = left_over(self.allowed, rest)
            else:
                found = left_over(self._with_empty_chair(candidates), rest | 1 << len(self.cards))
            self._left_over[rest, candidates] = found
        return found

    def _surely_completed(self, rest: int, bye: int) -> bool:
        """By counting; of an odd number, the last who may have the bye has it."""
        if rest.bit_count() % 2 == 0:
            return self._surely_paired(rest)
        candidates = rest & bye
        return candidates > 0 and self._surely_paired(rest ^ 1 << candidates.bit_length() - 1)

    def _surely_paired(self, rest: int) -> bool:
        """Dirac: where everybody may meet at least half of the others, all can be paired."""
        size = rest.bit_count()
        if not size:
            return True
        most = max((self.absolute[colour] & rest).bit_count() for colour in (WHITE, BLACK))
        return 2 * (size - 1 - self.most_barred - most) >= size

    def _can_be_paired(self, rest: int) -> bool:
        shift = (rest & -rest).bit_length() - 1 if rest else 0
        return has_perfect_matching([row >> shift for row in self.allowed[shift:]], rest >> shift)

    def _can_be_paired_with_bye(self, rest: int, candidates: int) -> bool:
        return has_perfect_matching(self._with_empty_chair(candidates), rest | 1 << len(self.cards))

    def _with_empty_chair(self, candidates: int) -> list[int]:
        """The bye as one more player, whom only the candidates may meet."""
        chair = len(self.cards)
        return [*(row | (candidates >> i & 1) << chair for i, row in enumerate(self.allowed)), candidates]

    def lowest_bye(self) -> int:
        """FIDE C.04.3:2026 2.3 [C5]: the players of the lowest score from whom somebody can have the bye.

        Raises when nobody can, and when the field cannot be paired at all.
        """
        if not self.is_odd:
            self._require(self.is_completable(self.everybody, 0))
            return 0
        for group in reversed(self.groups):
            candidates = self.bye & bits(group)
            if candidates and self.is_completable(self.everybody, candidates):
                return candidates
        self._require(False)
        return 0

    def require_completable(self) -> None:
        self._require(self.is_completable(self.everybody, self.bye))

    def _require(self, possible: bool) -> None:
        """FIDE C.04.3:2026 1.9.3 (2017: A.10): the arbiter decides, and is told who blocks the pairing."""
        if possible:
            return
        if self.is_odd and not self.bye:
            raise NoPairing("nobody-may-have-the-bye", round=self.round)
        rows = self._with_empty_chair(self.bye) if self.is_odd else self.allowed
        blocked, only = obstacle(rows, (1 << len(rows)) - 1)
        raise NoPairing("field-cannot-be-paired", round=self.round, blocked=self._ids(blocked), only=self._ids(only))

    def _ids(self, players: int) -> tuple[PlayerId, ...]:
        return tuple(sorted(self.cards[i].player for i in members(players & self.everybody)))
