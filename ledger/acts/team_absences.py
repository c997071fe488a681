"""Acts on the absences of several players at once: a team that plays elsewhere, a family on holiday."""

from __future__ import annotations

from engine.errors import Refusal
from ledger.acts.act import Act, AnyAct, Command, Endpoint
from ledger.acts.presence import AnnounceAbsence, CancelAbsence
from ledger.state import State

MOST_ABSENCES = 2000  # of one entry: everybody of a large club


class EnterAbsences(Command, frozen=True, kw_only=True, tag="enter-absences"):
    """All of them, in this order, or none."""

    absences: tuple[AnnounceAbsence | CancelAbsence, ...]


def list_steps(state: State, command: EnterAbsences) -> tuple[Command, ...]:
    if not command.absences:
        raise Refusal("nothing-changes")
    if len(command.absences) > MOST_ABSENCES:
        raise Refusal(
            "number-outside-range", field="absences", value=len(command.absences), least=1, most=MOST_ABSENCES
        )
    return command.absences


_EXAMPLE = [
    {"do": "announce-absence", "player": player, "days": ["2026-10-02"], "outcome": "team-duty"} for player in (3, 7)
]
ACTS: tuple[AnyAct, ...] = (
    Act(
        command=EnterAbsences,
        steps=list_steps,
        endpoint=Endpoint("POST", "/absences", {"absences": _EXAMPLE}),
    ),
)
