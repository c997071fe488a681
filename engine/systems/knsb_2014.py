"""The KNSB rating Swiss of January 2014 (Zwitsers op rating). See ``engine/knsb``."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import NoPairing, Refusal
from engine.knsb.colours import WHITE, allocate
from engine.knsb.contenders import Contender, contenders
from engine.knsb.procedure import Procedure, Settled
from engine.knsb.reasons import REGULATION, article, of_absences, of_group
from engine.model import Board, Colour, PlayerId, Rules, Tournament, Value
from engine.pairing import Paired, Reason, about, read_options
from engine.swiss import rounds_advice

__all__ = ["KEY", "REGULATION", "Options", "check", "explain", "hints", "pair"]

KEY = "knsb-2014"

Pair = tuple[Contender, Contender]


class Options(Value, frozen=True, forbid_unknown_fields=True):
    """What the rules of a tournament may say otherwise."""

    silence_withdraws: bool = True  # KNSB:2014 F8: whoever is absent without notice is not paired any more


def check(rules: Rules, players: int, /) -> None:
    read_options(rules, Options)


def hints(rules: Rules, players: int, /) -> tuple[Reason, ...]:
    return rounds_advice(rules, players, REGULATION)


def pair(t: Tournament, /) -> Paired:
    """KNSB:2014 C: the next round."""
    groups = settled_groups(t)
    return Paired(tuple(board for board, _ in seated(t, groups)), bye_of(groups))


def explain(t: Tournament, player: PlayerId | None = None, /) -> Paired:
    """The same pairing with its reasons: groups, who moved down, what had to be ignored, colours."""
    groups = settled_groups(t)
    boards, bye = seated(t, groups), bye_of(groups)
    reasons = [*of_absences(t), *(reason for group in groups for reason in of_group(group))]
    if bye is not None:
        reasons.append(Reason("has-the-bye", article("A5"), (bye,)))
    reasons.extend(reason for _, reason in boards)
    return about(Paired(tuple(board for board, _ in boards), bye, tuple(reasons)), player)


def settled_groups(t: Tournament) -> tuple[Settled, ...]:
    check(t.rules, 0)
    field = contenders(t)
    if len(field) < 2:
        raise NoPairing("too-few-players", players=len(field), needed=2)
    return Procedure(field, is_odd_round=t.next_round % 2 == 1).run()


def bye_of(groups: Sequence[Settled]) -> PlayerId | None:
    """KNSB:2014 A5: whoever is left of the last group."""
    return groups[-1].leaving[0].player if groups[-1].leaving else None


def seated(t: Tournament, groups: Sequence[Settled]) -> list[tuple[Board, Reason]]:
    """KNSB:2014 A7c: the first colour is drawn by lot, before the first round."""
    if t.first_colour is None:
        raise Refusal("first-colour-not-drawn", round=t.next_round)
    return [seat(one, t.first_colour) for one in in_publishing_order(groups)]


def in_publishing_order(groups: Sequence[Settled]) -> list[Pair]:
    """KNSB:2014 F1: by the higher player's score, the sum of both scores, the higher player's rank."""
    pairs = [_higher_first(one) for group in groups for one in group.pairs]
    return sorted(pairs, key=lambda one: (-one[0].score, -one[0].score - one[1].score, one[0].rank))


def seat(players: Pair, first: Colour) -> tuple[Board, Reason]:
    """KNSB:2014 E: who has White, and the rule that says so. The higher ranked player is named first."""
    higher, lower = players
    colour, rule = allocate(higher.side, lower.side, first)
    board = Board(higher.player, lower.player) if colour == WHITE else Board(lower.player, higher.player)
    return board, Reason("colour-given", article(rule), (board.white, board.black))


def _higher_first(players: Pair) -> Pair:
    one, other = players
    return (one, other) if one.rank < other.rank else (other, one)
