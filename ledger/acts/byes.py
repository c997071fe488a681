"""Byes that a player is given without a pairing: how many of half a point, who has no right to any, and full ones.

FIDE C.05 6.7(4): an announced half-point bye is for who is entitled to it, and once. Full-point byes stand in no
regulation any more (VCL4THP 178).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import Refusal
from engine.model import Outcome, PlayerId, SitOut, Tournament
from ledger.acts.act import CONFIRM, Confirmation

RULE = "C.05 6.7(4)"


def check_right(t: Tournament, player: PlayerId, outcome: Outcome) -> None:
    """VCL4THP 176: who has no right to half-point byes is given none."""
    if outcome is Outcome.HALF_BYE and t.entries[player].no_half_byes:
        raise Refusal("no-right-to-half-byes", player=player, rule=RULE)


def check_rights(t: Tournament, given: Iterable[SitOut], standing: Iterable[SitOut] = ()) -> None:
    """The same of a round that is paired by hand; what stands already is not asked about again."""
    before = {(sitout.player, sitout.outcome) for sitout in standing}
    for sitout in given:
        if sitout.player in t.entries and (sitout.player, sitout.outcome) not in before:
            check_right(t, sitout.player, sitout.outcome)


def rounds_with(t: Tournament, player: PlayerId, outcome: Outcome) -> tuple[int, ...]:
    """The rounds, played and to come, in which they have no game and that count as this."""
    return tuple(n for n in range(1, t.rules.rounds + 1) if _without_game(t, player, n) is outcome)


def _without_game(t: Tournament, player: PlayerId, number: int) -> Outcome | None:
    """None: they play, or will."""
    entry = t.entries[player]
    if number > len(t.rounds):
        return entry.absences.get(number) if t.takes_part(player, number) else entry.outside(number)
    return next((out.outcome for out in t.rounds[number - 1].sitouts if out.player == player), None) or (
        None if t.takes_part(player, number) else entry.outside(number)
    )


def confirm_half_byes(before: Tournament, after: Tournament, players: Iterable[PlayerId]) -> Confirmation | None:
    """VCL4THP 174: a second half-point bye of one player, whichever way it is given."""
    asked = tuple(_second_half_byes(before, after, players))
    return Confirmation(CONFIRM, asked) if asked else None


def _second_half_byes(before: Tournament, after: Tournament, players: Iterable[PlayerId]) -> Iterator[Refusal]:
    for player in dict.fromkeys(players):
        had = rounds_with(before, player, Outcome.HALF_BYE) if player in before.entries else ()
        has = rounds_with(after, player, Outcome.HALF_BYE)
        if len(has) > max(1, len(had)):
            yield Refusal("second-half-bye", player=player, rounds=has, rule=RULE)
