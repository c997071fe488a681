"""Reasons for leaving a group: why this player moves down or has the bye, and not another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.model import PlayerId, Tournament
from engine.pairing import Reason
from engine.swiss import had_the_bye
from engine.systems.knsb.beyond import chairs
from engine.systems.knsb.contenders import KnsbPlayer
from engine.systems.knsb.criteria import NAMES, CriteriaTable, Ignored, add_up
from engine.systems.knsb.procedure import PairedGroup
from engine.systems.knsb.reasons import article, numbers
from engine.systems.knsb.search import least_ignored

Verdict = tuple[str, int, int]  # what the other pairing ignores more often, how often, and how often this one does

CANNOT, LATER = ("cannot", 0, 0), ("later", 0, 0)
_ARTICLES = {"X": "A8a", "Z": "A8b"}  # of what the text calls so


def of_leavers(settled: PairedGroup, below: PairedGroup) -> Iterator[Reason]:
    """KNSB:2014 A4: who moves down from which score to which.

    Of a group that moves down as a whole, and of who has no opponent in it, that is told already.
    """
    if not settled.pairs:
        return
    to = below.group.residents[-1].score
    for place in settled.choice.leaving:
        (one,) = settled.group.at((place,))
        yield Reason("floats-down-to", article("A4"), (one.player,), {"score": one.score, "to": to})
        yield from _against(settled, place, range(place + 1, settled.group.table.size))


def of_bye(t: Tournament, groups: Sequence[PairedGroup]) -> Iterator[Reason]:
    """KNSB:2014 A5, B1b: who is left of the last group; who of those with as few points had something before."""
    last = groups[-1]
    if not last.leaving:
        return
    (one,) = last.leaving
    asked = (one.player,)
    yield Reason("has-the-bye", article("A5"), asked, {"score": one.score})
    field = [other for settled in groups for other in (*settled.leaving, *_paired_players(settled))]
    if all(other.score >= one.score for other in field):
        yield Reason("nobody-has-fewer", article("A5"), asked, {"score": one.score})
    had = had_the_bye(t)
    barred = {other.player: other for other in field if other.score <= one.score and not other.may_have_bye}
    had_bye = tuple(sorted(player for player in barred if player in had))
    if had_bye:
        yield Reason("not-instead-had-bye", article("B1b"), asked, {"others": had_bye})
    had_points = tuple(sorted(player for player in barred if player not in had))
    if had_points:
        yield Reason("not-instead-had-unplayed", article("B1b"), asked, {"others": had_points})
    players = last.group.table.players
    others = (n for n, other in enumerate(players) if other.score <= one.score and other.may_have_bye)
    yield from _against(last, players.index(one), others)


def _paired_players(settled: PairedGroup) -> Iterator[KnsbPlayer]:
    return (one for pair in settled.pairs for one in pair)


def _against(settled: PairedGroup, place: int, others: Iterable[int]) -> Iterator[Reason]:
    """What spoke against each of the others, where it is known: one leaves, and nobody below had a say in it."""
    if len(settled.choice.leaving) != 1 or settled.reopenings:
        return
    asked = numbers(settled.group.at((place,)))
    found: dict[Verdict, list[PlayerId]] = {}
    for other in others:
        verdict = None if other == place else _verdict(settled, other)
        if verdict is not None:
            found.setdefault(verdict, []).extend(numbers(settled.group.at((other,))))
    for verdict, players in found.items():
        yield _reason(verdict, asked, tuple(players))


def _verdict(settled: PairedGroup, other: int) -> Verdict | None:
    """KNSB:2014 C4–C10 with the other as the one who leaves, under the same plan; None: it does not tell.

    Where that ignores nothing more, it comes later: the pairing that was made is the first of all.
    """
    choice = settled.choice
    instead = ignored_without(settled, other)
    if instead is None:  # with those who moved down first, another plan might do
        return None if choice.plan.moved else CANNOT
    if instead < choice.ignored:
        return None
    for name, there, here in zip(NAMES, instead, choice.ignored, strict=True):
        if there != here:
            return name, there, here
    return LATER


def ignored_without(settled: PairedGroup, other: int) -> Ignored | None:
    """What has to be ignored at least when they leave. None if the others cannot be paired as the plan asks.

    They are a table of their own, which nobody leaves: of it counting tells nearly always what must be ignored.
    """
    group, plan = settled.group, settled.choice.plan
    moved_down = tuple(place - (place > other) for place in group.moved_down if place != other)
    if plan.moved > len(moved_down):
        return None
    players = group.table.players
    rest = CriteriaTable((*players[:other], *players[other + 1 :]), group.is_odd_round)
    found = least_ignored(rest, plan, moved_down, chairs(rest, 0, 0))
    return None if found is None else add_up((group.table.of_leaving(other), found))


def _reason(verdict: Verdict, asked: tuple[PlayerId, ...], others: tuple[PlayerId, ...]) -> Reason:
    name, there, here = verdict
    if verdict == CANNOT:
        return Reason("not-instead-leaves-others", article("C6"), asked, {"others": others})
    if verdict == LATER:
        return Reason("not-instead-later", article("D"), asked, {"others": others})
    return Reason(
        "not-instead-ignores",
        article(_ARTICLES.get(name, name.partition("-")[0])),
        asked,
        {"others": others, "requirement": name, "there": there, "here": here},
    )
