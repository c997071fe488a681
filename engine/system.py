"""A pairing system as one value: all that the house knows of it.

A family of systems describes itself with such values in ``engine/systems/<family>/system.py``; ``engine/registry.py``
lists them. No other module knows a system by its key: it asks the value. Most fields have the answer that fits most
systems, so that a description says only what is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from engine.absolute_rules import AbsoluteRule
from engine.ladder import LadderRules
from engine.model import CHESS_POINTS, DRAUGHTS_POINTS, PlayerId, PointTable, Rules, Tournament, Value
from engine.pairing import Choice, NoOptions, Paired, Reason, read_options
from engine.tiebreaks import PRESETS, USUAL_RANKINGS

if TYPE_CHECKING:
    from engine.swiss import Contender

Game = Literal["chess", "draughts"]
Performed = Literal["tpr", "ptp", "annex-d"]  # FIDE C.07:2026 10.2, 10.3; FMJD Annex D
Explain = Callable[[Tournament, PlayerId | None], Paired]  # of everybody, or of the player who asks


class TrfNames(Value, frozen=True, kw_only=True):
    """How a tournament report file names a system (TRF26 192, codes of ETT26)."""

    written: str = ""  # what is written; nothing for systems that have no code
    read: tuple[str, ...] = ()  # codes that are read as this system
    family: str = ""  # a code without edition, shared by all editions: the one in force when the tournament began
    since: str = ""  # the first day (ISO) on which this edition was in force
    takes_virtual_points: bool = False  # its accelerations are virtual points (FIDE C.04.7), which a file can say


class ReasonLayout(Value, frozen=True, kw_only=True):
    """How the reasons of a system are set out, by their codes. All others stand under the head before them."""

    groups: frozenset[str] = frozenset()  # begin a new paragraph
    heads: frozenset[str] = frozenset()  # stand at the left; what is told under them is indented
    lists: tuple[str, ...] = ()  # facts that list players, each told in a line of its own under the reason, in order
    criteria: Mapping[str, str] = {}  # where the words of a criterion stand under another number: C5 → C6


class OptionGroup(Value, frozen=True):
    """Options that belong together, under one heading of a form; its words are by its key (``option-groups``)."""

    key: str
    options: tuple[str, ...]


class IntermediateRound(Value, frozen=True):
    """A round between the last round but one and the last (KNDB modification 2)."""

    pair: Callable[[Tournament], Paired]
    invited: Callable[[Tournament], tuple[PlayerId, ...]]  # among whom it is played


def _chess_points(options: Mapping[str, Choice]) -> PointTable:
    return CHESS_POINTS


def _usual_rankings() -> Mapping[str, str]:
    return USUAL_RANKINGS


def _performances_of_games() -> Mapping[str, tuple[Performed, ...]]:
    return {"chess": ("tpr", "ptp"), "draughts": ("annex-d",)}


def _no_hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    return ()


def _never(rules: Rules) -> bool:
    return False


def _once(rules: Rules) -> int | None:
    """FIDE C.04.1:2026 2: two players meet once."""
    return 1


def _nobody(t: Tournament) -> frozenset[PlayerId]:
    return frozenset()


class System(Value, frozen=True, kw_only=True):
    """One pairing system in one edition. Same input, same output."""

    key: str  # "fide-dutch-2026": goes into the log, never reused
    family: str  # its folder in engine/systems
    regulation: str  # "FIDE C.04.3:2026"
    game: Game | None = None  # for which it was written; None: for any

    pair: Callable[[Tournament], Paired]  # the next round
    explain: Explain | None = None  # the same with its reasons, where these cost time; None: ``pair`` tells them

    # Who is to be paired in the next round, best first, with what the rules read in their rounds so far; None: of a
    # system that reads them otherwise. Check-lists show it.
    contenders: Callable[[Tournament], Sequence[Contender]] | None = None

    # What there is to agree on. ``check_rules`` refuses what cannot work, ``hints`` is advice of the regulation that is
    # not followed. The number is that of the players there are or will be; 0 if nobody knows yet.
    options: type[msgspec.Struct] = NoOptions  # what Rules.options may say, with the defaults of the text
    main_options: tuple[
        str, ...
    ] = ()  # those that most organisers look at, in order; a form shows the others on demand
    option_groups: tuple[OptionGroup, ...] = ()  # how it sets out the others; those in none come last
    check_rules: Callable[[Rules, int], None] | None = None  # beyond that the options can be read
    hints: Callable[[Rules, int], tuple[Reason, ...]] = _no_hints

    # What a new tournament starts with where nothing else is agreed.
    points: Callable[[Mapping[str, Choice]], PointTable] = _chess_points
    tiebreaks: tuple[str, ...] = ()
    rankings: Mapping[str, str] = msgspec.field(default_factory=_usual_rankings)  # that a form proposes; see PRESETS

    # What the regulation is like.
    needs_first_colour: bool = False  # a lot for the colours of round 1 has to be drawn before it
    needs_lots: Callable[[Rules], bool] = _never  # players are ordered by lots, drawn before round 1
    is_predetermined: bool = False  # all pairings are known beforehand (FIDE C.07:2026 15.2)
    most_meetings: Callable[[Rules], int | None] = _once  # of the same two players; None: no limit
    order_fixed_by: int = 0  # the round whose pairing fixes the start order; 0: corrections always change it
    silence_withdraws: Callable[[Rules], bool] = _never  # whoever is absent without notice has withdrawn
    struck: Callable[[Tournament], frozenset[PlayerId]] = _nobody  # whose games count in no table
    absolute_rules: tuple[AbsoluteRule, ...] = ()  # beside those that hold everywhere; ``engine/audit.py`` checks them
    ladder: LadderRules | None = None  # of a system that is ranked by a ladder
    intermediate: IntermediateRound | None = None
    # Of a system that stands in FIDE's Handbook: refuses what its options have and the Handbook does not.
    check_handbook: Callable[[Rules], None] | None = None
    keeps_pairings_by: str = ""  # the article by which a correction changes no published pairing, if there is one

    # What a card tells beside the results; performances by game.
    sums_opponents: bool = True  # the sum of the opponents' scores: not where the score ranks nobody
    performances: Mapping[str, tuple[Performed, ...]] = msgspec.field(default_factory=_performances_of_games)

    # How others are told of it.
    trf: TrfNames = TrfNames()
    layout: ReasonLayout = ReasonLayout()

    @property
    def has_ladder(self) -> bool:
        return self.ladder is not None

    def check(self, rules: Rules, players: int) -> None:
        """Refuse rules that cannot work."""
        if self.check_rules is None:
            read_options(rules, self.options)
        else:
            self.check_rules(rules, players)

    def proposed_tiebreaks(self, game: Game) -> tuple[str, ...]:
        """What a form proposes: the ranking of the regulation itself, else the usual one of the game."""
        return self.tiebreaks or PRESETS.get(self.rankings.get(game, ""), ())

    def usual_rules(self, options: Mapping[str, Choice], game: str = "") -> Rules:
        """What holds where nothing else is agreed; the number of rounds has to be. A game that is named goes before the
        one that the system was written for. Draughts are counted 2-1-0, and ranked as draughts are."""
        own = self.game or "chess"
        is_other, is_draughts = game not in ("", own), (game or own) == "draughts"
        other_points = DRAUGHTS_POINTS if is_draughts else CHESS_POINTS
        return Rules(
            system=self.key,
            rounds=0,
            points=other_points if is_other else self.points(options),
            tiebreaks=self.proposed_tiebreaks("draughts") if is_draughts else self.tiebreaks,
            options=options,
            game=game or own,
        )

    def pair_with_reasons(self, t: Tournament, player: PlayerId | None = None) -> Paired:
        """The next round and why; with ``explain`` only what concerns the player who asks."""
        return self.pair(t) if self.explain is None else self.explain(t, player)
