"""KNSB:2014 C: a round paired group by group, with colours, boards and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.colour_reasons import colour_given, rounds_with_colour
from engine.colours import WHITE, Given
from engine.errors import NoPairing, Refusal
from engine.model import Board, Colour, PlayerId, Rules, Tournament, Value
from engine.pairing import Paired, Reason, about, read_options
from engine.swiss import rounds_advice
from engine.systems.knsb.colours import allocate
from engine.systems.knsb.contenders import KnsbPlayer, contenders
from engine.systems.knsb.leaving_reasons import of_bye, of_leavers
from engine.systems.knsb.procedure import PairedGroup, Procedure
from engine.systems.knsb.reasons import REGULATION, article, of_absences, of_group

Pair = tuple[KnsbPlayer, KnsbPlayer]


class SeatedPair(NamedTuple):
    """A pair at its board, and what gave it its colours."""

    board: Board
    higher: KnsbPlayer
    lower: KnsbPlayer
    given: Given


class Knsb2014Options(Value, frozen=True, forbid_unknown_fields=True):
    """What the rules of a tournament may say otherwise."""

    silence_withdraws: bool = True  # KNSB:2014 F8: whoever is absent without notice is not paired any more


def silence_withdraws(rules: Rules) -> bool:
    """KNSB:2014 F8: whoever is absent without notice has withdrawn, "unless the rules say otherwise"."""
    return bool(rules.options.get("silence_withdraws", True))


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    return rounds_advice(rules, players, REGULATION)


def pair(t: Tournament) -> Paired:
    """KNSB:2014 C: the next round."""
    groups = settled_groups(t)
    return Paired(tuple(one.board for one in seat_groups(t, groups)), bye_of(groups))


def explain(t: Tournament, player: PlayerId | None = None) -> Paired:
    """The same pairing with its reasons: groups, who moved down, what had to be ignored, colours."""
    groups = settled_groups(t)
    seats, bye = seat_groups(t, groups), bye_of(groups)
    reasons = list(of_absences(t))
    for group, below in pairwise(groups):
        reasons += [*of_group(group), *of_leavers(group, below)]
    reasons += [*of_group(groups[-1]), *of_bye(t, groups)]
    reasons.extend(of_colours(t, seats))
    return about(Paired(tuple(one.board for one in seats), bye, tuple(reasons)), player)


def settled_groups(t: Tournament) -> tuple[PairedGroup, ...]:
    read_options(t.rules, Knsb2014Options)
    field = contenders(t)
    if not field:  # A5: one player alone has the bye
        raise NoPairing("too-few-players", players=0, needed=1)
    return Procedure(field, is_odd_round=t.next_round % 2 == 1).run()


def bye_of(groups: Sequence[PairedGroup]) -> PlayerId | None:
    """KNSB:2014 A5: whoever is left of the last group."""
    return groups[-1].leaving[0].player if groups[-1].leaving else None


def seat_groups(t: Tournament, groups: Sequence[PairedGroup]) -> list[SeatedPair]:
    first = drawn_colour(t)
    return [seat(one, first) for one in in_publishing_order(groups)]


def drawn_colour(t: Tournament) -> Colour:
    """KNSB:2014 A7c: the first colour is drawn by lot, before the first round."""
    if t.first_colour is None:
        raise Refusal("first-colour-not-drawn", round=t.next_round)
    return t.first_colour


def in_publishing_order(groups: Sequence[PairedGroup]) -> list[Pair]:
    """KNSB:2014 F1: by the higher player's score, the sum of both scores, the higher player's rank."""
    pairs = [_higher_first(one) for group in groups for one in group.pairs]
    return sorted(pairs, key=lambda one: (-one[0].score, -one[0].score - one[1].score, one[0].rank))


def seat(players: Pair, first: Colour) -> SeatedPair:
    """KNSB:2014 E: who has White. The higher ranked player is named first."""
    higher, lower = players
    given = allocate(higher.side, lower.side, first)
    board = Board(higher.player, lower.player) if given.colour == WHITE else Board(lower.player, higher.player)
    return SeatedPair(board, higher, lower, given)


def of_colours(t: Tournament, seats: Sequence[SeatedPair]) -> Iterator[Reason]:
    first, rounds = drawn_colour(t), rounds_with_colour(t)
    for one in seats:
        yield colour_given(article(f"E{one.given.clause}"), one.given, one.higher, one.lower, first, rounds)


def _higher_first(players: Pair) -> Pair:
    one, other = players
    return (one, other) if one.rank < other.rank else (other, one)
