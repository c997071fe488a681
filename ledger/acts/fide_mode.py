"""Acts on FIDE mode: leaving it. A tournament enters it by being opened with rules that the Handbook allows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Refusal
from ledger.acts import checks
from ledger.acts.act import CONFIRM_TWICE, Act, AnyAct, Command, Confirmation, Endpoint, Event, News
from ledger.acts.fields import Fields
from ledger.acts.integrity import Integrity
from ledger.state import State


class LeaveFideMode(Command, frozen=True, kw_only=True, tag="leave-fide-mode"):
    """For ever. VCL4THP 43: it has to be confirmed twice."""

    reason: str


class FideModeLeft(Event, frozen=True, kw_only=True, gc=False, tag="fide-mode-left"):
    reason: str


def leave_fide_mode(state: State, command: LeaveFideMode) -> list[Event]:
    """VCL4THP 45: it cannot be entered again."""
    checks.reason(command.reason)
    if not state.fide_mode.is_on:
        raise Refusal("fide-mode-is-off")
    return [FideModeLeft(reason=command.reason)]


def _confirm_leaving(state: State, command: LeaveFideMode, events: Sequence[Event]) -> Confirmation:
    """VCL4THP 43–46."""
    return Confirmation(CONFIRM_TWICE, checks.leaving_fide_mode())


def _evolve_left(state: State, event: FideModeLeft) -> State:
    return state.advance().leave_fide_mode(event.reason)


def _mode_fields(state: State, event: FideModeLeft) -> Fields:
    return {"fide_mode": state.fide_mode.is_on}


def _mode_news(before: State | None, event: FideModeLeft, after: State) -> News:
    return (), {}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=LeaveFideMode,
        decide=leave_fide_mode,
        confirm=_confirm_leaving,
        endpoint=Endpoint("DELETE", "/fide-mode", {"reason": "The club plays nine rounds after all."}),
        event=FideModeLeft,
        evolve=_evolve_left,
        fields=_mode_fields,
        integrity=lambda before, event: Integrity.LEAVING,
        news=_mode_news,
    ),
)
