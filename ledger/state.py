"""The state of one stream: what is played, what the hall is told, and the version.

``tournament`` is the engine's: every pairing, score and table comes from it alone. ``hall`` is what people are told and
asked at the venue: no pairing depends on it. ``version`` counts the events.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

import msgspec

from engine.model import Outcome, Phase, PlayerId, Result, Tournament, Value
from ledger.fees import Fees
from ledger.festival import Festival
from ledger.schedule import Schedule
from ledger.screen import Screen


class Dispute(Value, frozen=True):
    """Somebody saw a game end otherwise. It changes nothing: the result stands until people correct or confirm it."""

    number: int  # the version of its record
    round: int
    board: int
    stands: Result
    given: Result  # the other reading


class Clock(Value, frozen=True):
    """The round clock: when the round starts and ends (ISO 8601, UTC)."""

    round: int
    starts: str
    ends: str


_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?"
    r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


class Announcement(Value, frozen=True):
    number: int
    text: str
    until: str = ""

    @property
    def end(self) -> datetime | None:
        """None: it has no end. Only a moment with its zone is one; an old log may hold words, or a time of any zone.

        Screens and phones go by the same rule (``static/js/moments.js``).
        """
        try:
            return datetime.fromisoformat(self.until) if _MOMENT.fullmatch(self.until) else None
        except ValueError:  # 30 February
            return None

    def has_ended(self, now: datetime) -> bool:
        end = self.end
        return end is not None and end <= now


class Hall(Value, frozen=True):
    """What the hall is told and asked."""

    announcements: tuple[Announcement, ...] = ()
    clock: Clock | None = None
    screens: Mapping[str, Screen] = {}  # by their names
    disputes: tuple[Dispute, ...] = ()  # those that are open, oldest first
    confirmed: tuple[int, ...] = ()  # the records of results (``Board.since``) that somebody looked into and confirmed
    check_ins: Mapping[int, tuple[PlayerId, ...]] = {}  # by round: who has come, in the order of coming
    of_festival: Mapping[tuple[str, int], int] = {}  # announcements of festivals: that stream and number → the one here
    signed_off: Mapping[int, Mapping[PlayerId, Outcome]] = {}  # of these, who had signed off, and as what
    # Of the records that gave a board its result (``Board.since``) those that a player reported, and who did.
    reported: Mapping[int, PlayerId] = {}
    time_corrected: int = 0  # the version of the record since which the clock is followed again

    def disputed_boards(self, round_number: int) -> tuple[int, ...]:
        """Those of a round for which two different results were typed, and nobody has settled which is right."""
        return tuple(sorted({d.board for d in self.disputes if d.round == round_number}))


class FileRest(Value, frozen=True):
    """What the file that a tournament was imported from says and no rule of ours reads: for the next export."""

    lines: tuple[str, ...] = ()
    fide_ratings: Mapping[PlayerId, int] = {}  # of who is ranked by another rating; 0: there is none


class RegisteredList(Value, frozen=True):
    """A list of players that was registered as a whole, to be taken back so."""

    name: str
    players: tuple[PlayerId, ...]  # who came with it; nobody once it is taken back


class FideMode(Value, frozen=True):
    """Whether a tournament is in FIDE mode, in which what the Handbook forbids is refused. It is from its opening, if
    its rules allow it, until somebody leaves it; there is no way back. (Logs of 0.2 and before have none in it.)"""

    is_entered: bool = False
    left_before: int = 0  # the round that was not paired yet; 0: it was not left
    reason: str = ""

    @property
    def is_on(self) -> bool:
        return self.is_entered and not self.left_before


class Reversal(Value, frozen=True):
    """How a record that touched the integrity of the pairing is taken back while what it did stands."""

    event: msgspec.Struct
    commands: tuple[msgspec.Struct, ...]  # that bring back what stood before; the reason is still to be given


class SentReport(Value, frozen=True):
    """A file for the federation that somebody has sent. It is made again from the log up to its version."""

    record: int  # the version of the record that tells of it
    recipient: str
    version: int  # at which the file was made
    sha256: str
    sender: str = ""
    dialect: str = "trf26"
    is_interim: bool = False
    has_comments: bool = False


class MemberRights(Value, frozen=True):
    """What members, players with links of their own, may do and see besides signing off and on."""

    results: bool = False  # report their own results
    absent: bool = False  # see who has signed off for coming rounds


class State(Value, frozen=True):
    """All that is known of a tournament after some event; or of a festival, in which nothing is played but in its
    sections: of its ``tournament`` only the details and the language say something."""

    tournament: Tournament
    hall: Hall
    version: int
    file_rest: FileRest = FileRest()
    festival: Festival | None = None  # None: it is a tournament
    epoch: int = 0  # of the stream in which a server records which of two goes on (``ledger/acts/epochs.py``)
    fide_mode: FideMode = FideMode()
    schedule: Schedule = Schedule()
    reversals: Mapping[int, Reversal] = {}  # by the versions of the records that can be taken back (``acts/undo.py``)
    sent_reports: tuple[SentReport, ...] = ()  # oldest first
    lists: tuple[RegisteredList, ...] = ()  # in the order of registration: by number, from 1 on
    fees: Fees = Fees()
    member_rights: MemberRights = MemberRights()
    highest_removed_period: int = 0  # no period after it has the number of one that was removed

    def advance(
        self,
        tournament: Tournament | None = None,
        hall: Hall | None = None,
        festival: Festival | None = None,
        schedule: Schedule | None = None,
        member_rights: MemberRights | None = None,
    ) -> State:
        """The state after one more event; what is not given stays as it is."""
        return State(
            self.tournament if tournament is None else tournament,
            self.hall if hall is None else hall,
            self.version + 1,
            self.file_rest,
            self.festival if festival is None else festival,
            self.epoch,
            self.fide_mode,
            self.schedule if schedule is None else schedule,
            self.reversals,
            self.sent_reports,
            self.lists,
            self.fees,
            self.member_rights if member_rights is None else member_rights,
            self.highest_removed_period,
        )

    def leave_fide_mode(self, reason: str) -> State:
        """The same with FIDE mode left, before the round that is to be paired."""
        left = msgspec.structs.replace(self.fide_mode, left_before=self.tournament.next_round, reason=reason)
        return msgspec.structs.replace(self, fide_mode=left)

    @property
    def running_clock(self) -> Clock | None:
        """Nobody plays by the clock of a round that is closed."""
        clock, t = self.hall.clock, self.tournament
        if clock is None or t.is_finished:
            return None
        is_over = any(played.number == clock.round and played.phase is Phase.CLOSED for played in t.rounds)
        return None if is_over else clock

    def not_checked_in(self, round_number: int) -> tuple[PlayerId, ...]:
        """Who is to be paired in that round and has not come, by number; nobody where there is no roll call."""
        here = frozenset(self.hall.check_ins.get(round_number, ()))
        return tuple(n for n in self.tournament.available(round_number) if n not in here) if here else ()
