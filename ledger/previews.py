"""A pairing and its reasons without writing anything: pure functions that a process of its own can run."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import PlayerId, Tournament
from engine.pairing import Paired, Reason
from engine.registry import SYSTEMS
from ledger.acts.decide import decide
from ledger.acts.pairing import PairRound, RoundPaired
from ledger.state import State

PAIRINGS_OF_REASONS = 5  # for everybody: about so many times what the pairing alone costs


def preview_pairing(
    state: State, number: int, wants_reasons: bool, player: PlayerId | None
) -> tuple[RoundPaired, tuple[Reason, ...]]:
    """The pairing as ``decide`` makes it, and why: as it says itself, or as its system explains when it is asked."""
    (event,) = decide(state, PairRound(round=number))
    assert isinstance(event, RoundPaired)
    t = state.tournament
    system = SYSTEMS[t.rules.system]
    if wants_reasons and system.explain is not None:
        return event, system.explain(t, player).reasons
    return event, _naming(event.reasons, player)


def explain_pairing(t: Tournament, event: RoundPaired) -> Paired:
    """Why a round was paired so, for everybody: as it said when it was made; a system that says it only when asked is
    asked now, so that its boards are those of the rules as they are programmed today.

    ``t``: what the round was paired from.
    """
    system = SYSTEMS.get(event.system)
    if system is not None and system.explain is not None:
        return system.explain(t, None)
    return Paired(event.boards, reasons=event.reasons)


def _naming(reasons: Sequence[Reason], player: PlayerId | None) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if player is None or player in reason.players)
