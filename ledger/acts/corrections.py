"""Several corrections as one act, looked at together before they are written."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Refusal
from engine.model import Tournament
from ledger.acts.act import Act, AnyAct, Command, Endpoint
from ledger.acts.extra_games import CorrectExtraGame
from ledger.acts.extras import AdjustPoints
from ledger.acts.opening import FinishTournament, ReopenTournament
from ledger.acts.players import CorrectPlayer
from ledger.acts.presence import WithdrawPlayer
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, check_agrees
from ledger.acts.sit_outs import CorrectSitOut
from ledger.state import State

# What changes what has been: looked at together before it is written.
Correction = (
    CorrectResult
    | CorrectColours
    | CorrectSitOut
    | CorrectPlayer
    | CorrectExtraGame
    | AdjustPoints
    | WithdrawPlayer
    | EnterResult  # of a game that was postponed
)


class ApplyCorrections(Command, frozen=True, kw_only=True, tag="apply-corrections"):
    """All of them, in this order, or none. A finished tournament is reopened for them and finished again."""

    corrections: tuple[Correction, ...]
    reason: str = ""  # of reopening; the corrections bring their own


def list_steps(state: State, command: ApplyCorrections) -> tuple[Command, ...]:
    """What is to be decided for them, one after the other."""
    if not command.corrections:
        raise Refusal("nothing-changes")
    return around_the_end(state.tournament, command.corrections, command.reason)


def around_the_end(t: Tournament, corrections: Sequence[Command], reason: str) -> tuple[Command, ...]:
    """A finished tournament is reopened for them and finished again."""
    if not t.is_finished:
        return tuple(corrections)
    ending = FinishTournament(reason=reason if len(t.rounds) < t.rules.rounds else "")
    return (ReopenTournament(reason=reason), *corrections, ending)


def check_step(state: State, step: Command) -> None:
    """Who corrects looks at what stands: another result than that is a mistake here, and no dispute."""
    if isinstance(step, EnterResult):
        check_agrees(state, step)


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=ApplyCorrections,
        steps=list_steps,
        check_step=check_step,
        endpoint=Endpoint(
            "POST",
            "/corrections",
            {
                "corrections": [
                    {
                        "do": "correct-result",
                        "round": 1,
                        "board": 1,
                        "result": "1/2",
                        "reason": "The slip was misread.",
                    }
                ]
            },
        ),
        may_follow_the_end=True,
    ),
)
