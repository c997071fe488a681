"""What happened, in the past tense. A tag is never renamed and never reused; a new field has a default.

Every JSON that was ever written must decode for ever: ``tests/ledger/samples`` holds one stored sample of each type.
"""

from __future__ import annotations

import msgspec

from engine.audit import Breach
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
from engine.pairing import Reason
from ledger.screen import Screen


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Something that happened. It never refers back to itself, so the collector need not watch it."""


# -- opening ---------------------------------------------------------------------------------------------------------


class TournamentOpened(Fact, frozen=True, kw_only=True, gc=False, tag="tournament-opened"):
    details: Details
    rules: Rules


class DetailsChanged(Fact, frozen=True, kw_only=True, gc=False, tag="details-changed"):
    details: Details


class RulesChanged(Fact, frozen=True, kw_only=True, gc=False, tag="rules-changed"):
    rules: Rules
    reason: str


# -- players ---------------------------------------------------------------------------------------------------------


class PlayerRegistered(Fact, frozen=True, kw_only=True, gc=False, tag="player-registered"):
    player: Player
    from_round: int = 1
    missed: Outcome = Outcome.ZERO_BYE


class PlayerCorrected(Fact, frozen=True, kw_only=True, gc=False, tag="player-corrected"):
    player: Player
    reason: str


class StartOrderSet(Fact, frozen=True, kw_only=True, gc=False, tag="start-order-set"):
    order: tuple[PlayerId, ...]
    reason: str = ""


class LotsDrawn(Fact, frozen=True, kw_only=True, gc=False, tag="lots-drawn"):
    seed: str
    order: tuple[PlayerId, ...]  # the first has lot 1
    groups: tuple[tuple[PlayerId, ...], ...] = ()  # KNDB modification 1: drawn one after the other


class FirstColourDrawn(Fact, frozen=True, kw_only=True, gc=False, tag="first-colour-drawn"):
    seed: str
    colour: Colour
    reason: str = ""  # of drawing it again


class PlayerWithdrawn(Fact, frozen=True, kw_only=True, gc=False, tag="player-withdrawn"):
    player: PlayerId
    from_round: int
    counts_as: Outcome = Outcome.ZERO_BYE
    reason: str = ""


class PlayerReturned(Fact, frozen=True, kw_only=True, gc=False, tag="player-returned"):
    player: PlayerId
    from_round: int


class AbsenceAnnounced(Fact, frozen=True, kw_only=True, gc=False, tag="absence-announced"):
    player: PlayerId
    rounds: tuple[int, ...]
    outcome: Outcome


class AbsenceCancelled(Fact, frozen=True, kw_only=True, gc=False, tag="absence-cancelled"):
    player: PlayerId
    rounds: tuple[int, ...]


class PlayerCheckedIn(Fact, frozen=True, kw_only=True, gc=False, tag="player-checked-in"):
    """Has come to play that round. Nothing follows from it by itself: who is missing, the arbiter says."""

    player: PlayerId
    round: int


class CheckInUndone(Fact, frozen=True, kw_only=True, gc=False, tag="check-in-undone"):
    player: PlayerId
    round: int


class PlayersSeparated(Fact, frozen=True, kw_only=True, gc=False, tag="players-separated"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


class SeparationLifted(Fact, frozen=True, kw_only=True, gc=False, tag="separation-lifted"):
    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None
    reason: str = ""


# -- rounds ----------------------------------------------------------------------------------------------------------


class RoundPaired(Fact, frozen=True, kw_only=True, gc=False, tag="round-paired"):
    round: int
    system: str  # registry key with its edition
    boards: tuple[Board, ...]
    sitouts: tuple[SitOut, ...] = ()
    reasons: tuple[Reason, ...] = ()
    breaches: tuple[Breach, ...] = ()


class RoundChanged(Fact, frozen=True, kw_only=True, gc=False, tag="round-changed"):
    """Boards given by hand in place of those that stood; results already entered go with their boards."""

    round: int
    boards: tuple[Board, ...]
    reason: str
    sitouts: tuple[SitOut, ...] = ()
    breaches: tuple[Breach, ...] = ()


class RoundPublished(Fact, frozen=True, kw_only=True, gc=False, tag="round-published"):
    round: int


class RoundTakenBack(Fact, frozen=True, kw_only=True, gc=False, tag="round-taken-back"):
    round: int
    reason: str


class ResultEntered(Fact, frozen=True, kw_only=True, gc=False, tag="result-entered"):
    round: int
    board: int
    result: Result


class ResultCorrected(Fact, frozen=True, kw_only=True, gc=False, tag="result-corrected"):
    round: int
    board: int
    old: Result
    result: Result
    corrects: int  # the version of the record that it corrects
    reason: str


class ResultDisputed(Fact, frozen=True, kw_only=True, gc=False, tag="result-disputed"):
    """Somebody saw the game end otherwise. The result that stands goes on standing."""

    round: int
    board: int
    stands: Result
    result: Result  # the other reading
    disputes: int  # the version of the record that it disputes


class ResultConfirmed(Fact, frozen=True, kw_only=True, gc=False, tag="result-confirmed"):
    """Somebody has looked into a dispute: the result that stands is right."""

    round: int
    board: int
    result: Result
    dispute: int  # the version of the record that it settles
    reason: str = ""


class ColoursCorrected(Fact, frozen=True, kw_only=True, gc=False, tag="colours-corrected"):
    """White and Black sat the other way round; the result stays with the players, not with the colours."""

    round: int
    board: int
    corrects: int
    reason: str


class GamePostponed(Fact, frozen=True, kw_only=True, gc=False, tag="game-postponed"):
    round: int
    board: int
    until: str = ""
    reason: str = ""


class SitOutCorrected(Fact, frozen=True, kw_only=True, gc=False, tag="sit-out-corrected"):
    round: int
    player: PlayerId
    old: Outcome
    outcome: Outcome
    corrects: int
    reason: str


class ExtraGamePlayed(Fact, frozen=True, kw_only=True, gc=False, tag="extra-game-played"):
    purpose: ExtraPurpose
    after_round: int
    white: PlayerId
    black: PlayerId
    result: Result


class ExtraGameCorrected(Fact, frozen=True, kw_only=True, gc=False, tag="extra-game-corrected"):
    game: int
    old: Result
    result: Result
    corrects: int
    reason: str


class PointsAdjusted(Fact, frozen=True, kw_only=True, gc=False, tag="points-adjusted"):
    player: PlayerId
    round: int
    points: int  # in the unit of the point table
    reason: str


class RoundClosed(Fact, frozen=True, kw_only=True, gc=False, tag="round-closed"):
    round: int


class RoundReopened(Fact, frozen=True, kw_only=True, gc=False, tag="round-reopened"):
    round: int
    reason: str


class TieSettled(Fact, frozen=True, kw_only=True, gc=False, tag="tie-settled"):
    order: tuple[PlayerId, ...]
    by: str  # "lot", "play-off" or "decision"
    seed: str = ""
    reason: str = ""


class TournamentFinished(Fact, frozen=True, kw_only=True, gc=False, tag="tournament-finished"):
    end_correction: bool = False  # KEIZER, "eindkorrektie"
    reason: str = ""


class TournamentReopened(Fact, frozen=True, kw_only=True, gc=False, tag="tournament-reopened"):
    reason: str


# -- the hall --------------------------------------------------------------------------------------------------------


class Announced(Fact, frozen=True, kw_only=True, gc=False, tag="announced"):
    announcement: int
    text: str
    until: str = ""


class AnnouncementWithdrawn(Fact, frozen=True, kw_only=True, gc=False, tag="announcement-withdrawn"):
    announcement: int


class ClockSet(Fact, frozen=True, kw_only=True, gc=False, tag="clock-set"):
    round: int
    starts: str
    ends: str


class ClockCleared(Fact, frozen=True, kw_only=True, gc=False, tag="clock-cleared"):
    round: int


class ScreenSet(Fact, frozen=True, kw_only=True, gc=False, tag="screen-set"):
    screen: Screen


class ScreenRemoved(Fact, frozen=True, kw_only=True, gc=False, tag="screen-removed"):
    name: str


Event = (
    TournamentOpened
    | DetailsChanged
    | RulesChanged
    | PlayerRegistered
    | PlayerCorrected
    | StartOrderSet
    | LotsDrawn
    | FirstColourDrawn
    | PlayerWithdrawn
    | PlayerReturned
    | AbsenceAnnounced
    | AbsenceCancelled
    | PlayerCheckedIn
    | CheckInUndone
    | PlayersSeparated
    | SeparationLifted
    | RoundPaired
    | RoundChanged
    | RoundPublished
    | RoundTakenBack
    | ResultEntered
    | ResultCorrected
    | ResultDisputed
    | ResultConfirmed
    | ColoursCorrected
    | GamePostponed
    | SitOutCorrected
    | ExtraGamePlayed
    | ExtraGameCorrected
    | PointsAdjusted
    | RoundClosed
    | RoundReopened
    | TieSettled
    | TournamentFinished
    | TournamentReopened
    | Announced
    | AnnouncementWithdrawn
    | ClockSet
    | ClockCleared
    | ScreenSet
    | ScreenRemoved
)


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """One record of the log: an event, where it stands, when and by whom it was written, and what chains it."""

    position: int  # in the whole log, from 1, without a gap
    stream: str
    version: int  # in its stream, from 1, without a gap
    at: str  # UTC, 2026-05-01T14:00:00.000000Z
    actor: str
    command: str  # the id of the command that caused it
    event: Event
    hash: str  # chains the stream
    seal: str  # chains the log
