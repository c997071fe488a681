"""The semantics table: what a round can be to a player, and what that means. All values are frozen.

What an outcome means is written down once, in ``MEANINGS`` below; scoring, pairing and tie-breaks read it there.
An ``Outcome`` is what a round was to one player; a ``Result`` is what a game was to both. The rest of the house takes
these names from ``engine.model``, which is one with this module.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

import msgspec


class Value(msgspec.Struct, frozen=True, gc=False):
    """A frozen value. It cannot refer back to itself, so the collector need not watch it.

    (For the type checker every subclass repeats ``frozen=True``.)
    """


class Colour(enum.Enum):
    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Outcome(enum.Enum):
    """What a round was to one player."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ADVANTAGE_DRAW = "advantage-draw"
    DISADVANTAGE_DRAW = "disadvantage-draw"
    UNRATED_WIN = "unrated-win"
    UNRATED_DRAW = "unrated-draw"
    UNRATED_LOSS = "unrated-loss"
    FORFEIT_WIN = "forfeit-win"
    FORFEIT_LOSS = "forfeit-loss"
    PAIRING_BYE = "pairing-bye"
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"
    ABSENT = "absent"
    ABSENT_UNNOTIFIED = "absent-unnotified"
    TEAM_DUTY = "team-duty"
    POSTPONED = "postponed"
    NEVER_PLAYED = "never-played"
    PENDING = "pending"


class Floats(enum.Enum):
    """How a round enters the float history. An edition may read ``UNPLAYED`` in its own way (see its module)."""

    BY_SCORES = "by-scores"  # up or down as the two pairing scores differed when the round was paired
    UNPLAYED = "unplayed"  # no game: FIDE 2026 a downfloat if it scored more than a loss, FIDE 2017 always one
    NONE = "none"


class Meaning(Value, frozen=True):
    """One row of the semantics table."""

    points: str  # what of PointTable says what it scores
    pairing_points: str  # the same, while the next round is paired
    played: bool  # a game over the board: counts for tie-breaks that ask for played games
    rated: bool  # goes to the rating office
    colour: bool  # counts in the colour history
    met: bool  # the two have met and may not be paired again where the rules forbid it
    requested: bool  # a voluntary unplayed round (FIDE C.07: VUR)
    floats: Floats

    @property
    def halves(self) -> int:
        """Of a game played: 2 won, 1 drawn (an advantage draw too), 0 lost, whatever the tournament pays for it."""
        return _HALVES.get(self.points, 0)


_HALVES = {"win": 2, "draw": 1, "advantage": 1, "disadvantage": 1}


def _row(points: str, flags: str, floats: Floats, pairing_points: str | None = None) -> Meaning:
    """A row from a compact line: P played, R rated, C colour counts, M met, V voluntary."""
    return Meaning(
        points=points,
        pairing_points=pairing_points or points,
        played="P" in flags,
        rated="R" in flags,
        colour="C" in flags,
        met="M" in flags,
        requested="V" in flags,
        floats=floats,
    )


# The semantics table: the page that arbiters argue about, once. A postponed or adjourned game counts as a draw for
# pairing until it is finished (KNSB:2014 F9, FMJD 4.3) and scores nothing in a ranking before that. A forfeited game
# gives no colour and the two may meet again (KNSB:2014 F2, FIDE C.04.2 3.4, 3.5). A game that was never played at all
# (FMJD 4.3) is as if it had not been paired. An advantage draw (Delft counting) is a draw in all but its points.
# fmt: off
MEANINGS: Mapping[Outcome, Meaning] = {
    #                               points               flags    floats             while pairing
    Outcome.WIN:               _row("win",               "PRCM",  Floats.BY_SCORES),
    Outcome.DRAW:              _row("draw",              "PRCM",  Floats.BY_SCORES),
    Outcome.LOSS:              _row("loss",              "PRCM",  Floats.BY_SCORES),
    Outcome.ADVANTAGE_DRAW:    _row("advantage",         "PRCM",  Floats.BY_SCORES),
    Outcome.DISADVANTAGE_DRAW: _row("disadvantage",      "PRCM",  Floats.BY_SCORES),
    Outcome.UNRATED_WIN:       _row("win",               "PCM",   Floats.BY_SCORES),
    Outcome.UNRATED_DRAW:      _row("draw",              "PCM",   Floats.BY_SCORES),
    Outcome.UNRATED_LOSS:      _row("loss",              "PCM",   Floats.BY_SCORES),
    Outcome.FORFEIT_WIN:       _row("forfeit_win",       "",      Floats.UNPLAYED),
    Outcome.FORFEIT_LOSS:      _row("forfeit_loss",      "V",     Floats.UNPLAYED),
    Outcome.PAIRING_BYE:       _row("pairing_bye",       "",      Floats.UNPLAYED),
    Outcome.FULL_BYE:          _row("full_bye",          "",      Floats.UNPLAYED),
    Outcome.HALF_BYE:          _row("half_bye",          "V",     Floats.UNPLAYED),
    Outcome.ZERO_BYE:          _row("zero_bye",          "V",     Floats.UNPLAYED),
    Outcome.ABSENT:            _row("absent",            "V",     Floats.UNPLAYED),
    Outcome.ABSENT_UNNOTIFIED: _row("absent_unnotified", "V",     Floats.UNPLAYED),
    Outcome.TEAM_DUTY:         _row("team_duty",         "V",     Floats.UNPLAYED),
    Outcome.POSTPONED:         _row("nothing",           "CM",    Floats.BY_SCORES, "draw"),
    Outcome.NEVER_PLAYED:      _row("nothing",           "",      Floats.NONE),
    Outcome.PENDING:           _row("nothing",           "CM",    Floats.BY_SCORES),
}
# fmt: on

# What a player who does not play may be given; the others belong to a game.
SITTING_OUT: frozenset[Outcome] = frozenset(
    {
        Outcome.PAIRING_BYE,
        Outcome.FULL_BYE,
        Outcome.HALF_BYE,
        Outcome.ZERO_BYE,
        Outcome.ABSENT,
        Outcome.ABSENT_UNNOTIFIED,
        Outcome.TEAM_DUTY,
    }
)


class Result(enum.Enum):
    """What a game was to both players, White first. ``u``: played but not rated; ``f``: by forfeit."""

    PENDING = "pending"
    WHITE_WINS = "1-0"
    DRAW = "1/2"
    BLACK_WINS = "0-1"
    ADVANTAGE_TO_WHITE = "1/2w"  # a draw of Delft counting
    ADVANTAGE_TO_BLACK = "1/2b"
    BOTH_LOSE = "0-0"
    HALF_TO_WHITE = "1/2-0"  # unequal decisions of an arbiter
    HALF_TO_BLACK = "0-1/2"
    UNRATED_WHITE_WINS = "1-0u"
    UNRATED_DRAW = "1/2u"
    UNRATED_BLACK_WINS = "0-1u"
    FORFEIT_WHITE_WINS = "1-0f"
    FORFEIT_BLACK_WINS = "0-1f"
    DOUBLE_FORFEIT = "0-0f"
    POSTPONED = "postponed"
    NEVER_PLAYED = "never-played"

    @property
    def outcomes(self) -> tuple[Outcome, Outcome]:
        """To White and to Black."""
        return OUTCOMES[self]

    @property
    def is_final(self) -> bool:
        """Nothing more is to come from this board."""
        return self is not Result.PENDING and self is not Result.POSTPONED

    @property
    def is_played(self) -> bool:
        return MEANINGS[OUTCOMES[self][0]].played

    @property
    def is_advantage_draw(self) -> bool:
        """Delft counting: of either colour."""
        return Outcome.ADVANTAGE_DRAW in OUTCOMES[self]


OUTCOMES: Mapping[Result, tuple[Outcome, Outcome]] = {
    Result.PENDING: (Outcome.PENDING, Outcome.PENDING),
    Result.WHITE_WINS: (Outcome.WIN, Outcome.LOSS),
    Result.DRAW: (Outcome.DRAW, Outcome.DRAW),
    Result.BLACK_WINS: (Outcome.LOSS, Outcome.WIN),
    Result.ADVANTAGE_TO_WHITE: (Outcome.ADVANTAGE_DRAW, Outcome.DISADVANTAGE_DRAW),
    Result.ADVANTAGE_TO_BLACK: (Outcome.DISADVANTAGE_DRAW, Outcome.ADVANTAGE_DRAW),
    Result.BOTH_LOSE: (Outcome.LOSS, Outcome.LOSS),
    Result.HALF_TO_WHITE: (Outcome.DRAW, Outcome.LOSS),
    Result.HALF_TO_BLACK: (Outcome.LOSS, Outcome.DRAW),
    Result.UNRATED_WHITE_WINS: (Outcome.UNRATED_WIN, Outcome.UNRATED_LOSS),
    Result.UNRATED_DRAW: (Outcome.UNRATED_DRAW, Outcome.UNRATED_DRAW),
    Result.UNRATED_BLACK_WINS: (Outcome.UNRATED_LOSS, Outcome.UNRATED_WIN),
    Result.FORFEIT_WHITE_WINS: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Result.FORFEIT_BLACK_WINS: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    Result.DOUBLE_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    Result.POSTPONED: (Outcome.POSTPONED, Outcome.POSTPONED),
    Result.NEVER_PLAYED: (Outcome.NEVER_PLAYED, Outcome.NEVER_PLAYED),
}


class PointTable(Value, frozen=True, omit_defaults=True):
    """What each outcome scores, in units of ``1/per_point`` point: chess counts halves (2), draughts points (1).

    ``advantage_draw`` and ``disadvantage_draw`` are those of Delft counting; without them there are no such draws.
    """

    per_point: int = 2
    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0
    pairing_bye: int = 2
    full_bye: int = 2
    half_bye: int = 1
    zero_bye: int = 0
    absent: int = 0
    absent_unnotified: int = 0
    team_duty: int = 0
    advantage_draw: int | None = None
    disadvantage_draw: int | None = None

    @property
    def nothing(self) -> int:
        return 0

    @property
    def has_advantage_draws(self) -> bool:
        """Delft counting was agreed on."""
        return self.advantage_draw is not None

    @property
    def advantage(self) -> int:
        """What the draw with the advantage scores; as any other draw where Delft counting was agreed on no more."""
        return self.draw if self.advantage_draw is None else self.advantage_draw

    @property
    def disadvantage(self) -> int:
        return self.draw if self.disadvantage_draw is None else self.disadvantage_draw

    @classmethod
    def of(cls, win: int, draw: int, loss: int = 0, per_point: int = 1) -> PointTable:
        """A table in which forfeits and byes follow the win and the draw, as the regulations mostly have it."""
        return cls(
            per_point=per_point,
            win=win,
            draw=draw,
            loss=loss,
            forfeit_win=win,
            forfeit_loss=0,
            pairing_bye=win,
            full_bye=win,
            half_bye=draw,
        )


CHESS_POINTS = PointTable()  # 1-½-0
DRAUGHTS_POINTS = PointTable.of(2, 1)  # 2-1-0
FOOTBALL_POINTS = PointTable.of(3, 1)  # 3-1-0
DELFT_POINTS = msgspec.structs.replace(PointTable.of(4, 2), advantage_draw=3, disadvantage_draw=1)  # 4-3-2-1-0
