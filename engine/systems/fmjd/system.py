"""The Swiss systems of FMJD 5, described: 5.1, 5.1a on rating, 5.2, 5.2a, 5.2b on Solkoff, 5.3 after the KNDB.

One engine over the axes of FMJD 3.2–3.8; a named system is a set of defaults, each of which the tournament may change.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.absolute_rules import bars_second_dummy, gives_one_bye, seats_everybody_once
from engine.acceleration import check_groups
from engine.colour_reasons import rounds_with_colour
from engine.errors import Gathered
from engine.model import DRAUGHTS_POINTS, Board, PlayerId, PointTable, Rules, Tournament
from engine.pairing import Choice, Paired, Reason, about, read_options
from engine.reason_log import ReasonLog
from engine.swiss import rounds_advice
from engine.system import ReasonLayout, System, TrfNames
from engine.systems.fmjd.colours import give_colours
from engine.systems.fmjd.entrants import haley_points
from engine.systems.fmjd.field import field
from engine.systems.fmjd.groups import GroupPairing
from engine.systems.fmjd.options import Axes, Kndb, PlayersCommittee, Rating, Solkoff
from engine.tiebreaks import PRESETS


class FmjdPairing:
    """How a named system of FMJD 5 pairs: the functions of its description."""

    def __init__(self, options: type[Axes], regulation: str) -> None:
        self._options = options
        self._regulation = regulation

    def check(self, rules: Rules, players: int) -> None:
        found = Gathered()
        axes = read_options(rules, self._options, found)
        with found:
            check_groups(axes.acceleration_groups)
        found.tell()

    def needs_lots(self, rules: Rules) -> bool:
        """FMJD 3.2 a, 3.3 c: an order by lot, in round 1 or later. (Lots that only part equal ratings need no draw.)"""
        axes = read_options(rules, self._options)
        return "lot" in (axes.first_order, axes.later_order)

    def hints(self, rules: Rules, players: int) -> tuple[Reason, ...]:
        return rounds_advice(rules, players, self._regulation)

    def pair(self, t: Tournament) -> Paired:
        return self._pair_round(t, ReasonLog(is_asked=False))

    def explain(self, t: Tournament, player: PlayerId | None = None) -> Paired:
        """The same pairing with its reasons: groups, floaters, who was tried and why not, colours."""
        return about(self._pair_round(t, ReasonLog()), player)

    def _pair_round(self, t: Tournament, log: ReasonLog) -> Paired:
        axes = axes_of(t.rules, self._options)
        entered = field(t, axes)
        _note_haley(t, axes, log)
        pairing = GroupPairing(entered, axes, log)
        pairing.run()
        boards = []
        rounds = rounds_with_colour(t) if log.is_asked else {}
        for number, (higher, lower) in enumerate(sorted(pairing.pairs), start=1):
            seats = give_colours(axes, entered.round, number, entered.entrants[higher], entered.entrants[lower])
            boards.append(Board(seats.white.player, seats.black.player))
            if log.is_asked:
                players = (seats.white.player, seats.black.player)
                log.note("colours", "FMJD 3.7", players, by=seats.by, **seats.facts(rounds))
        bye = None if pairing.bye is None else entered.entrants[pairing.bye].player
        return Paired(tuple(boards), bye, log.reasons)


def _note_haley(t: Tournament, axes: Axes, log: ReasonLog) -> None:
    """FMJD 6.3: who is a win ahead when the groups of round 2 are formed, and who is not."""
    if axes.acceleration != "haley" or t.next_round != 2 or not log.is_asked:
        return
    ahead, playing = haley_points(t), t.available(2)
    log.note("haley-ahead", "FMJD 6.3", (p for p in playing if ahead(p, 2)), score=t.rules.points.win)
    log.note("haley-not-ahead", "FMJD 6.3", (p for p in playing if not ahead(p, 2)))


def axes_of(rules: Rules, options: type[Axes]) -> Axes:
    """What the tournament has chosen, on top of what the system says."""
    axes = read_options(rules, options)
    check_groups(axes.acceleration_groups)
    return axes


def usual_points(options: Mapping[str, Choice]) -> PointTable:
    return DRAUGHTS_POINTS


LAYOUT = ReasonLayout(
    groups=frozenset({"bracket"}),
    heads=frozenset(
        {
            *("haley-ahead", "haley-not-ahead", "accelerated-groups"),
            *("pair", "floats-down", "has-the-bye", "floater-meets", "floater-passes", "colours"),
        }
    ),
    lists=("met", "had_bye", "apart", "rest_worse", "rest_unpaired", "tried", "floated_lately"),
)


def fmjd_system(key: str, options: type[Axes]) -> System:
    """A named system of FMJD 5."""
    regulation = f"FMJD part 5: Swiss system {key.removeprefix('fmjd-')}"
    pairing = FmjdPairing(options, regulation)
    return System(
        key=key,
        family="fmjd",
        regulation=regulation,
        game="draughts",
        pair=pairing.pair,
        explain=pairing.explain,
        options=options,
        main_options=("acceleration", "dummy", "draw_seed"),
        check_rules=pairing.check,
        hints=pairing.hints,
        points=usual_points,
        tiebreaks=PRESETS[key],  # FMJD 3.1, in order
        needs_lots=pairing.needs_lots,
        absolute_rules=(seats_everybody_once, gives_one_bye, bars_second_dummy),
        trf=TrfNames(written="CUSTOM_SWISS"),
        layout=LAYOUT,
    )


SYSTEMS = (
    fmjd_system("fmjd-5.1", Rating),
    fmjd_system("fmjd-5.1a", PlayersCommittee),
    fmjd_system("fmjd-5.2", Solkoff),
    fmjd_system("fmjd-5.2a", Solkoff),
    fmjd_system("fmjd-5.2b", Solkoff),
    fmjd_system("fmjd-5.3", Kndb),
)
