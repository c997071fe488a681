"""What is asked, in the imperative. ``decide`` answers with events or a Refusal."""

from __future__ import annotations

import msgspec

from engine.model import (
    Board,
    Colour,
    Details,
    ExtraPurpose,
    Outcome,
    Player,
    PlayerId,
    Result,
    Rules,
    SitOut,
)
from ledger.screen import Screen


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something that somebody wants to happen."""


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A registration. A player with number 0 gets the next one that is free."""

    player: Player
    from_round: int | None = None  # None: the next round to be paired
    missed: Outcome = Outcome.ZERO_BYE


class OpenTournament(Request, frozen=True, kw_only=True, tag="open-tournament"):
    details: Details
    rules: Rules


class ChangeDetails(Request, frozen=True, kw_only=True, tag="change-details"):
    details: Details


class ChangeRules(Request, frozen=True, kw_only=True, tag="change-rules"):
    rules: Rules
    reason: str


class RegisterPlayers(Request, frozen=True, kw_only=True, tag="register-players"):
    """One or many, all or none."""

    players: tuple[NewPlayer, ...]


class CorrectPlayer(Request, frozen=True, kw_only=True, tag="correct-player"):
    player: Player
    reason: str


class SetStartOrder(Request, frozen=True, kw_only=True, tag="set-start-order"):
    order: tuple[PlayerId, ...]
    reason: str = ""


class DrawLots(Request, frozen=True, kw_only=True, tag="draw-lots"):
    """A guided draw: group by group, the first has the lowest lots; who is in none comes last."""

    seed: str
    groups: tuple[tuple[PlayerId, ...], ...] = ()


class DrawFirstColour(Request, frozen=True, kw_only=True, tag="draw-first-colour"):
    """By lot from the seed, or as given when it was drawn on the stage. Drawing it again needs a reason."""

    seed: str = ""
    colour: Colour | None = None
    reason: str = ""


class WithdrawPlayer(Request, frozen=True, kw_only=True, tag="withdraw-player"):
    player: PlayerId
    from_round: int | None = None
    counts_as: Outcome = Outcome.ZERO_BYE
    reason: str = ""


class ReturnPlayer(Request, frozen=True, kw_only=True, tag="return-player"):
    player: PlayerId
    from_round: int | None = None


class AnnounceAbsence(Request, frozen=True, kw_only=True, tag="announce-absence"):
    player: PlayerId
    rounds: tuple[int, ...]
    outcome: Outcome = Outcome.ABSENT


class CancelAbsence(Request, frozen=True, kw_only=True, tag="cancel-absence"):
    player: PlayerId
    rounds: tuple[int, ...]


class CheckIn(Request, frozen=True, kw_only=True, tag="check-in"):
    player: PlayerId
    round: int


class UndoCheckIn(Request, frozen=True, kw_only=True, tag="undo-check-in"):
    """Not here after all."""

    player: PlayerId
    round: int


class SeparatePlayers(Request, frozen=True, kw_only=True, tag="separate-players"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


class LiftSeparation(Request, frozen=True, kw_only=True, tag="lift-separation"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


class PairRound(Request, frozen=True, kw_only=True, tag="pair-round"):
    """By the system of the tournament."""

    round: int


class PairByHand(Request, frozen=True, kw_only=True, tag="pair-by-hand"):
    """Boards as given; absent players sit out as they announced, the others that have no board as given here."""

    round: int
    boards: tuple[Board, ...]
    sitouts: tuple[SitOut, ...] = ()


class ChangeRound(Request, frozen=True, kw_only=True, tag="change-round"):
    round: int
    boards: tuple[Board, ...]
    reason: str
    sitouts: tuple[SitOut, ...] = ()


class PublishRound(Request, frozen=True, kw_only=True, tag="publish-round"):
    round: int


class TakeBackRound(Request, frozen=True, kw_only=True, tag="take-back-round"):
    round: int
    reason: str


class EnterResult(Request, frozen=True, kw_only=True, tag="enter-result"):
    round: int
    board: int
    result: Result


class CorrectResult(Request, frozen=True, kw_only=True, tag="correct-result"):
    round: int
    board: int
    result: Result
    reason: str


class DisputeResult(Request, frozen=True, kw_only=True, tag="dispute-result"):
    """The game ended so, whatever stands. Changes nothing but that everybody at the desk is told."""

    round: int
    board: int
    result: Result


class ConfirmResult(Request, frozen=True, kw_only=True, tag="confirm-result"):
    """What stands is right, and that dispute is settled. (If it is wrong, correcting it settles the dispute.)"""

    dispute: int
    reason: str = ""


class CorrectColours(Request, frozen=True, kw_only=True, tag="correct-colours"):
    """With ``white`` it may be asked twice: who had White, whoever stands so now. Without, the two change places."""

    round: int
    board: int
    reason: str
    white: PlayerId | None = None


class PostponeGame(Request, frozen=True, kw_only=True, tag="postpone-game"):
    round: int
    board: int
    until: str = ""
    reason: str = ""


class CorrectSitOut(Request, frozen=True, kw_only=True, tag="correct-sit-out"):
    round: int
    player: PlayerId
    outcome: Outcome
    reason: str


class RecordExtraGame(Request, frozen=True, kw_only=True, tag="record-extra-game"):
    purpose: ExtraPurpose
    white: PlayerId
    black: PlayerId
    result: Result


class CorrectExtraGame(Request, frozen=True, kw_only=True, tag="correct-extra-game"):
    game: int
    result: Result
    reason: str


class AdjustPoints(Request, frozen=True, kw_only=True, tag="adjust-points"):
    player: PlayerId
    round: int
    points: int
    reason: str


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


class ApplyCorrections(Request, frozen=True, kw_only=True, tag="apply-corrections"):
    """All of them, in this order, or none. A finished tournament is reopened for them and finished again."""

    corrections: tuple[Correction, ...]
    reason: str = ""  # of reopening; the corrections bring their own


class CloseRound(Request, frozen=True, kw_only=True, tag="close-round"):
    round: int


class ReopenRound(Request, frozen=True, kw_only=True, tag="reopen-round"):
    round: int
    reason: str


class SettleTie(Request, frozen=True, kw_only=True, tag="settle-tie"):
    """By lot with a seed, or in the order that a play-off or a decision gave."""

    players: tuple[PlayerId, ...]
    by: str
    seed: str = ""
    reason: str = ""


class FinishTournament(Request, frozen=True, kw_only=True, tag="finish-tournament"):
    """With fewer rounds than agreed a reason is required."""

    reason: str = ""


class ReopenTournament(Request, frozen=True, kw_only=True, tag="reopen-tournament"):
    reason: str


class Announce(Request, frozen=True, kw_only=True, tag="announce"):
    text: str
    until: str = ""


class WithdrawAnnouncement(Request, frozen=True, kw_only=True, tag="withdraw-announcement"):
    announcement: int


class SetClock(Request, frozen=True, kw_only=True, tag="set-clock"):
    round: int
    starts: str
    ends: str


class ClearClock(Request, frozen=True, kw_only=True, tag="clear-clock"):
    round: int


class SetScreen(Request, frozen=True, kw_only=True, tag="set-screen"):
    """A new screen, or another thing to show on one."""

    screen: Screen


class RemoveScreen(Request, frozen=True, kw_only=True, tag="remove-screen"):
    name: str


Command = (
    OpenTournament
    | ChangeDetails
    | ChangeRules
    | RegisterPlayers
    | CorrectPlayer
    | SetStartOrder
    | DrawLots
    | DrawFirstColour
    | WithdrawPlayer
    | ReturnPlayer
    | AnnounceAbsence
    | CancelAbsence
    | CheckIn
    | UndoCheckIn
    | SeparatePlayers
    | LiftSeparation
    | PairRound
    | PairByHand
    | ChangeRound
    | PublishRound
    | TakeBackRound
    | EnterResult
    | CorrectResult
    | DisputeResult
    | ConfirmResult
    | CorrectColours
    | PostponeGame
    | CorrectSitOut
    | RecordExtraGame
    | CorrectExtraGame
    | AdjustPoints
    | ApplyCorrections
    | CloseRound
    | ReopenRound
    | SettleTie
    | FinishTournament
    | ReopenTournament
    | Announce
    | WithdrawAnnouncement
    | SetClock
    | ClearClock
    | SetScreen
    | RemoveScreen
)
