"""The one model of the house: players, boards, rounds, rules, tournament. All values are frozen.

What a round can be to a player, and what that means to points, colours, opponents and tie-breaks, stands in
``engine.outcomes``; its names belong to the model like those below.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from engine.carried import Carried
from engine.outcomes import (
    CHESS_POINTS,
    DELFT_POINTS,
    DRAUGHTS_POINTS,
    FOOTBALL_POINTS,
    MEANINGS,
    OUTCOMES,
    SITTING_OUT,
    Colour,
    Floats,
    Meaning,
    Outcome,
    PointTable,
    Result,
    Value,
)
from engine.periods import Period, period_in
from engine.ratings import RatingOf, RatingRule, count_rating

__all__ = [
    "CHESS_POINTS",
    "DELFT_POINTS",
    "DRAUGHTS_POINTS",
    "EXTERNAL_UNIT",
    "FOOTBALL_POINTS",
    "MEANINGS",
    "OUTCOMES",
    "SITTING_OUT",
    "Adjustment",
    "Arbiter",
    "Board",
    "Carried",
    "Category",
    "Colour",
    "Details",
    "Entry",
    "ExtraGame",
    "ExtraPurpose",
    "Floats",
    "Ids",
    "Meaning",
    "Outcome",
    "Period",
    "Phase",
    "Player",
    "PlayerId",
    "PointTable",
    "RatingOf",
    "RatingRule",
    "Result",
    "Round",
    "Rules",
    "Separation",
    "Settlement",
    "SitOut",
    "Tournament",
    "Value",
    "Withdrawal",
]

PlayerId = int
EXTERNAL_UNIT = 1000  # a value from outside has at most three decimals


class Ids(Value, frozen=True, omit_defaults=True):
    """The player's numbers at the federations."""

    fide: str = ""
    knsb: str = ""
    kndb: str = ""
    fmjd: str = ""


class Player(Value, frozen=True, omit_defaults=True):
    """Who somebody is. ``number`` is the player's number in this tournament, for ever."""

    number: PlayerId
    name: str
    rating: int | None = None
    title: str = ""
    lot: int | None = None
    club: str = ""
    federation: str = ""
    birth_year: int | None = None
    sex: str = ""
    ids: Ids = Ids()
    category: str = ""


class Withdrawal(Value, frozen=True, omit_defaults=True):
    """A span of rounds in which a player is out of the tournament."""

    from_round: int
    until_round: int | None = None  # the round in which the player is back
    counts_as: Outcome = Outcome.ZERO_BYE
    expelled: bool = False  # by the arbiters; as long as nobody takes it back, in no table

    def covers(self, round_number: int) -> bool:
        return self.from_round <= round_number and (self.until_round is None or round_number < self.until_round)


class Entry(Value, frozen=True, omit_defaults=True):
    """A player's part in the tournament: when it began, absences announced, withdrawals."""

    player: Player
    from_round: int = 1
    missed: Outcome = Outcome.ZERO_BYE  # what the rounds before from_round count as
    absences: Mapping[int, Outcome] = {}  # by round, whichever way it was announced
    withdrawals: tuple[Withdrawal, ...] = ()
    # Where several are known: ``player.rating``, by which the tournament goes, is the one that its rule says, at the
    # player's start; where no rule was agreed one of them, the first if it can be.
    ratings: tuple[RatingOf, ...] = ()
    no_half_byes: bool = False  # FIDE C.05 6.7(4): they have no right to any
    # Where rounds have days: what was announced for a day (``2026-10-02``) hangs on it, and ``absences`` follows the
    # schedule (``ledger/absent_days.py``).
    absent_days: Mapping[str, Outcome] = {}
    rounds_by_day: tuple[int, ...] = ()  # of ``absences``, those that come of their day
    present_rounds: Mapping[int, str] = {}  # that they play all the same on that absent day

    def rated_by(self, rule: RatingRule) -> Entry:
        """The same, with the rating by which the player goes from the start as their rating."""
        if not (rule.method and self.ratings):
            return self
        rating = count_rating(self.player.rating, self.ratings, rule, self.from_round)
        if rating == self.player.rating:
            return self
        return msgspec.structs.replace(self, player=msgspec.structs.replace(self.player, rating=rating))

    def withdrawal_in(self, round_number: int) -> Withdrawal | None:
        return next((w for w in self.withdrawals if w.covers(round_number)), None)

    def takes_part_in(self, round_number: int) -> bool:
        """In the tournament in that round: entered and not withdrawn. Such a player plays or sits out."""
        return self.from_round <= round_number and (not self.withdrawals or self.withdrawal_in(round_number) is None)

    def is_available_for(self, round_number: int) -> bool:
        """To be paired in that round."""
        return self.takes_part_in(round_number) and round_number not in self.absences

    def outside(self, round_number: int) -> Outcome:
        """What a round counts as in which the player did not take part."""
        withdrawal = self.withdrawal_in(round_number)
        if withdrawal is not None:
            return withdrawal.counts_as
        return self.missed if round_number < self.from_round else Outcome.ZERO_BYE


class Board(Value, frozen=True, omit_defaults=True):
    """One game of a round. Boards are numbered 1, 2, 3 … by their place in the round."""

    white: PlayerId
    black: PlayerId
    result: Result = Result.PENDING
    since: int = 0  # the version of the record that gave the result or the colours; a correction names it
    rated_as: Result | None = None  # FIDE C.04.2 4.3: corrected for the rating report only; ``result`` stands elsewhere
    until: str = ""  # of a postponed game: when it is played, as was typed (a day as 2026-10-09, or words)

    def seats(self) -> tuple[tuple[PlayerId, Colour, PlayerId, Outcome], ...]:
        """For White and for Black: player, colour, opponent, outcome."""
        white, black = self.result.outcomes
        return (
            (self.white, Colour.WHITE, self.black, white),
            (self.black, Colour.BLACK, self.white, black),
        )


class SitOut(Value, frozen=True, omit_defaults=True):
    """A player who takes part but has no game in a round, and what that counts as."""

    player: PlayerId
    outcome: Outcome
    since: int = 0  # the version of the record that corrected it last


class Phase(enum.Enum):
    """Of a round. It begins with its first result; a closed round changes by corrections only."""

    PAIRED = "paired"
    PUBLISHED = "published"
    CLOSED = "closed"


class Round(Value, frozen=True):
    number: int
    boards: tuple[Board, ...]
    sitouts: tuple[SitOut, ...] = ()
    system: str = ""
    phase: Phase = Phase.PAIRED
    since: int = 0  # the version of the record that gave the boards and sit-outs
    corrected: tuple[PlayerId, ...] = ()  # who had a board that was corrected; of a sit-out its ``since`` tells

    def is_corrected(self, player: PlayerId) -> bool:
        """Their result, their colour, or what having no game counts as."""
        return player in self.corrected or any(out.since and out.player == player for out in self.sitouts)

    def boards_with(self, result: Result) -> tuple[int, ...]:
        """The numbers of the boards that have this result."""
        return tuple(number for number, board in enumerate(self.boards, start=1) if board.result is result)

    @property
    def bye(self) -> PlayerId | None:
        return next((s.player for s in self.sitouts if s.outcome is Outcome.PAIRING_BYE), None)

    @property
    def has_begun(self) -> bool:
        """Somebody has given a result. One that the pairing itself gave (a forfeit in a schedule) begins nothing."""
        return any(board.result is not Result.PENDING and board.since for board in self.boards)

    @property
    def is_waiting(self) -> bool:
        """Published, and no game of it has ended yet. Forfeits that a schedule gave end nothing, unless all are."""
        ended = [board.since for board in self.boards if board.result.is_final]
        return self.phase is Phase.PUBLISHED and not any(ended) and len(ended) < len(self.boards)

    @property
    def is_complete(self) -> bool:
        """Every board has a result or is postponed."""
        return all(board.result is not Result.PENDING for board in self.boards)


class Separation(Value, frozen=True, omit_defaults=True):
    """Players of whom no two may meet in the given rounds (both ends included)."""

    players: tuple[PlayerId, ...]
    from_round: int = 1
    to_round: int | None = None

    def holds_in(self, round_number: int) -> bool:
        return self.from_round <= round_number and (self.to_round is None or round_number <= self.to_round)


class ExtraPurpose(enum.Enum):
    PLAY_OFF = "play-off"  # settles a tie; no tournament points
    INTERMEDIATE = "intermediate"  # KNDB dummy rule: the dummy's victims, between the last round but one and the last


class ExtraGame(Value, frozen=True):
    """A game outside the rounds. Its number is its place among all that were ever recorded."""

    purpose: ExtraPurpose
    after_round: int
    white: PlayerId
    black: PlayerId
    result: Result
    since: int = 0
    number: int = 0


class Adjustment(Value, frozen=True):
    """Points given or taken by a decision, in the unit of the point table."""

    player: PlayerId
    round: int
    points: int
    reason: str


class Settlement(Value, frozen=True):
    """Tied players in the order that a lot, a play-off or a decision gave them."""

    order: tuple[PlayerId, ...]
    by: str
    after_round: int = 0  # how many rounds were published: tables of earlier rounds know nothing of it


class Rules(Value, frozen=True, omit_defaults=True):
    """What was agreed when the tournament was opened."""

    system: str
    rounds: int
    points: PointTable = CHESS_POINTS
    tiebreaks: tuple[str, ...] = ()
    options: Mapping[str, bool | int | str | tuple[str, ...]] = {}
    game: str = "chess"
    language: str = "en"
    tiebreak_edition: str = "2026"  # of FIDE C.07: how unplayed rounds count in tie-breaks
    ratings: RatingRule = RatingRule()
    equals_by: str = "name"  # the order of equal ratings and titles; see EQUALS_BY in ``engine.start_order``
    chess960: bool = False  # each round begins from a position drawn by lot


class Category(Value, frozen=True, omit_defaults=True):
    """Part of the players that the organiser ranks apart: who fulfils its conditions, and who is listed."""

    number: int  # for ever; the version of the record that defined it
    name: str
    conditions: str = ""  # ``sex=w;age=U12``, see ``ledger.categories``; empty: who is listed alone
    players: tuple[PlayerId, ...] = ()  # beside those, or alone
    is_public: bool = False  # who is in it, and their table, are for everybody


class Arbiter(Value, frozen=True, omit_defaults=True):
    name: str
    fide: str = ""  # the number at FIDE


class Details(Value, frozen=True, omit_defaults=True):
    """What a tournament is called and where it is; no rule depends on it."""

    name: str
    place: str = ""
    federation: str = ""
    starts: str = ""
    ends: str = ""
    arbiter: str = ""
    time_control: str = ""
    is_private: bool = False  # shown only to who has a key to it
    public_categories: tuple[str, ...] = ()  # by age (``age=U12``): those that everybody may see the tables of
    lasts_long: bool = False  # more than 30 days, where the days do not say it
    compares_ratings: bool = True  # a notice when ratings differ from a list that was loaded (VCL4THP 138)

    arbiter_fide: str = ""  # the chief arbiter's number at FIDE
    deputies: tuple[Arbiter, ...] = ()  # of the chief arbiter, in their order
    encoded_time_control: str = ""  # TRF26 222, where the free text does not give it

    @property
    def is_long(self) -> bool:
        """VCL4THP 210: of more than 30 days, by its first and last day; where they are not known, as was said."""
        return self.lasts_long if self.days is None else self.days > 30

    @property
    def days(self) -> int | None:
        """From the first day to the last, both counted; None where they are not known."""
        first, last = _read_day(self.starts), _read_day(self.ends)
        return None if first is None or last is None else (last - first).days + 1


def _read_day(text: str) -> date | None:
    """As a calendar gives it; what else people write is theirs."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


class Tournament(Value, frozen=True):
    """All that is played: who takes part, what was agreed, the rounds. What the hall is told is the ledger's."""

    details: Details
    rules: Rules
    entries: Mapping[PlayerId, Entry] = {}
    rounds: tuple[Round, ...] = ()
    start_order: tuple[PlayerId, ...] = ()  # as it was set; empty: by rating, title, and what was announced
    first_colour: Colour | None = None
    separations: tuple[Separation, ...] = ()
    extra_games: tuple[ExtraGame, ...] = ()  # those that stand
    extra_games_recorded: int = 0  # those that were taken back too, whose numbers are given to no other
    adjustments: tuple[Adjustment, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    is_finished: bool = False
    end_correction: bool = False
    removed: Mapping[PlayerId, str] = {}  # entries that were a mistake: their numbers are given to nobody else; names
    silence_withdraws: bool = False  # KNSB:2014 F8, as system and rules have it (``engine.registry.silence_withdraws``)
    order_fixed_by: int = 0  # the round whose pairing fixes the start order, as the system has it; 0: none
    keeps_numbers: bool = False  # a corrected rating moves no start number: only renumbering does
    fixed_order: tuple[PlayerId, ...] = ()  # the start order that no correction changes: it is kept, or fixed for good
    has_been_paired: bool = False  # a round was, even if it was taken back: what is drawn before it was known then
    external_values: Mapping[PlayerId, int] = {}  # tie-break values from outside, in parts of EXTERNAL_UNIT
    positions: Mapping[int, int] = {}  # of Chess960: by round the number of the position that was drawn
    categories: tuple[Category, ...] = ()  # in the order in which they were defined
    periods: tuple[Period, ...] = ()  # by their first rounds
    carried: Carried = Carried()  # from the season before
    has_alphabet: bool = False  # names stand by the alphabet of the language; in older logs by the codes of letters
    shows_start_numbers: bool = False  # in place of the players' own; what is played knows the latter (``PlayerId``)
    # Of players, what else is public; who is shown by initials. Nothing that is played depends on it.
    public_fields: tuple[str, ...] = ("federation", "club", "sex")
    initials: frozenset[PlayerId] = frozenset()

    @property
    def players(self) -> Iterator[Player]:
        return (entry.player for entry in self.entries.values())

    def rating_in(self, player: PlayerId, round_number: int) -> int | None:
        """By which a player goes in a game of that round (VCL4THP 213). Their first one is ``Player.rating``."""
        entry = self.entries[player]
        if all(rating.from_round == 1 for rating in entry.ratings):
            return entry.player.rating
        return count_rating(entry.player.rating, entry.ratings, self.rules.ratings, round_number)

    @property
    def next_round(self) -> int:
        """The number of the round that has not been paired yet."""
        return len(self.rounds) + 1

    def withdrawal_in(self, player: PlayerId, round_number: int) -> Withdrawal | None:
        """The withdrawal that covers that round: as recorded, or as silence counts."""
        recorded = self.entries[player].withdrawal_in(round_number)
        return recorded if recorded is not None else self.silent_withdrawal(player, round_number)

    def silent_withdrawal(self, player: PlayerId, round_number: int) -> Withdrawal | None:
        """KNSB:2014 F8: from the round after an absence without notice, until a withdrawal or return is recorded."""
        if not self.silence_withdraws:
            return None
        away = (player, Outcome.ABSENT_UNNOTIFIED)
        before = self.rounds[: round_number - 1]
        silent = max((r.number for r in before if away in ((s.player, s.outcome) for s in r.sitouts)), default=0)
        is_settled = any(w.from_round > silent for w in self.entries[player].withdrawals)
        return Withdrawal(silent + 1) if silent and not is_settled else None

    def takes_part(self, player: PlayerId, round_number: int) -> bool:
        """In the tournament in that round. Such a player plays or sits out."""
        entered = self.entries[player].takes_part_in(round_number)
        return entered and self.silent_withdrawal(player, round_number) is None

    def expelled_from(self, player: PlayerId) -> int:
        """The round from which on the player is out by a decision of the arbiters; 0: they are not expelled."""
        withdrawals = self.entries[player].withdrawals
        last = withdrawals[-1] if withdrawals else None
        return last.from_round if last is not None and last.expelled and last.until_round is None else 0

    def available(self, round_number: int) -> tuple[PlayerId, ...]:
        """Who is to be paired in that round, by number."""
        wanted = (n for n, entry in self.entries.items() if entry.is_available_for(round_number))
        return tuple(sorted(n for n in wanted if self.silent_withdrawal(n, round_number) is None))

    def may_meet(self, one: PlayerId, other: PlayerId, round_number: int) -> bool:
        """No separation keeps the two apart in that round."""
        return not any(s.holds_in(round_number) and one in s.players and other in s.players for s in self.separations)

    def period_in(self, round_number: int) -> Period | None:
        """The period to which a round belongs; None: there are none, or it comes before the first."""
        return period_in(self.periods, round_number)

    @property
    def released_rounds(self) -> int:
        """How many rounds are published. A draft comes after them: what it would score or pair is nobody's business."""
        return sum(played.phase is not Phase.PAIRED for played in self.rounds)

    @property
    def ranked_rounds(self) -> int:
        """How many rounds a table counts if nobody says which: not one that waits for its first result.

        Or places would change, by tie-breaks and byes, only because the hall is told who meets whom.
        """
        released = self.released_rounds
        return released - any(played.is_waiting for played in self.rounds[max(released - 1, 0) : released])

    def up_to(self, round_number: int) -> Tournament:
        """The same tournament with only its first rounds: what a pairing of the next one may look at.

        The end, and the end correction, follow the last round, so they go with it.
        """
        to_the_end = round_number >= len(self.rounds)
        return msgspec.structs.replace(
            self,
            rounds=self.rounds[:round_number],
            is_finished=self.is_finished and to_the_end,
            end_correction=self.end_correction and to_the_end,
        )
