"""Acts of members, the players of a club with links of their own: what they may do here, and their own results."""

from __future__ import annotations

from engine.errors import Refusal
from engine.model import Phase, PlayerId, Result, Tournament
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.disputes import dispute
from ledger.acts.fields import Fields
from ledger.acts.permission import Permission
from ledger.acts.reported_results import ResultReported, confirm_if_reported, reporter_of
from ledger.acts.results import ResultEntered
from ledger.acts.retyped_results import retype_result
from ledger.state import MemberRights, State

_OF_PLAY = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_OF_DELFT = (
    *(Result.WHITE_WINS, Result.ADVANTAGE_TO_WHITE, Result.DRAW, Result.ADVANTAGE_TO_BLACK, Result.BLACK_WINS),
)


class ChangeMemberRights(Command, frozen=True, kw_only=True, tag="change-member-rights"):
    """What members may do and see here besides signing off and on."""

    results: bool  # report their own results
    absent: bool  # see who has signed off for coming rounds


class MemberRightsChanged(Event, frozen=True, kw_only=True, gc=False, tag="member-rights-changed"):
    results: bool = False
    absent: bool = False


class ReportResult(Command, frozen=True, kw_only=True, tag="report-result"):
    """By a player, of their own game; on which board it is played, the round says."""

    player: PlayerId
    round: int
    result: Result


# -- deciding ----------------------------------------------------------------------------------------------------------


def change_member_rights(state: State, command: ChangeMemberRights) -> list[Event]:
    wanted = MemberRights(command.results, command.absent)
    if wanted == state.member_rights:
        return []
    return [MemberRightsChanged(results=wanted.results, absent=wanted.absent)]


def report_result(state: State, command: ReportResult) -> list[Event]:
    """It stands at once, provisional until the opponent reports the same. Who reported it may change it as long as
    nobody else has said anything; two readings are a dispute, as of any two people."""
    checks.entry(state.tournament, command.player)
    if not state.member_rights.results:
        raise Refusal("members-report-no-results")
    place = _find_own_board(state, command)
    board = state.tournament.rounds[command.round - 1].boards[place - 1]
    reported = ResultReported(round=command.round, board=place, player=command.player)
    if not board.result.is_final:
        return [ResultEntered(round=command.round, board=place, result=command.result), reported]
    is_own = reporter_of(state, board) == command.player and place not in state.hall.disputed_boards(command.round)
    if is_own and board.result is not command.result:
        return [*retype_result(state, command.round, place, command.result), reported]
    if board.result is command.result:
        return confirm_if_reported(state, command.round, place, command.player)
    return dispute(state, command.round, place, command.result)


def reportable_results(t: Tournament) -> tuple[Result, ...]:
    """What two players settle between them, White's best first. All else (somebody did not come, an unequal decision)
    is for the arbiter."""
    return _OF_DELFT if t.rules.points.has_advantage_draws else _OF_PLAY


def _find_own_board(state: State, command: ReportResult) -> int:
    played = checks.paired_round(state.tournament, command.round)
    checks.check_published(played)
    if played.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    if command.result not in reportable_results(state.tournament):
        raise Refusal("not-a-result-of-play", result=command.result.value)
    for place, board in enumerate(played.boards, start=1):
        if command.player in (board.white, board.black):
            if board.result is Result.POSTPONED:
                raise Refusal("game-is-postponed", round=command.round, board=place)
            return place
    raise Refusal("player-without-game", player=command.player, round=command.round)


# -- evolving and telling ----------------------------------------------------------------------------------------------


def _evolve_rights(state: State, event: MemberRightsChanged) -> State:
    return state.advance(member_rights=MemberRights(event.results, event.absent))


def _rights_fields(state: State, event: MemberRightsChanged) -> Fields:
    rights = state.member_rights
    return {"members_results": rights.results, "members_absent": rights.absent}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=ChangeMemberRights,
        decide=change_member_rights,
        endpoint=Endpoint("PUT", "/member-rights", {"results": True, "absent": False}),
        event=MemberRightsChanged,
        evolve=_evolve_rights,
        fields=_rights_fields,
        settles=("member-rights",),
    ),
    Act(
        command=ReportResult,
        decide=report_result,
        endpoint=Endpoint("POST", "/players/{player}/report", {"round": 1, "result": "1-0"}, Permission.ACT_AS_PLAYER),
    ),
)
