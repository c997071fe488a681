"""Standings: who stands where after a round, and why (FIDE C.07:2026 4)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from engine.cards import Card
from engine.model import PlayerId, Tournament, Value
from engine.registry import is_predetermined
from engine.tiebreaks import DEFINITIONS, Figure, Table, TieBreak, Working, among, criteria
from engine.withdrawn import expelled_players, struck_players, without

Tied = list[list[PlayerId]]  # who is still equal to whom, the best first


class Standing(Value, frozen=True):
    """One line of the table."""

    place: int  # shared by equals: 1, 2, 2, 4
    player: PlayerId
    values: tuple[Figure, ...]  # what the place was decided by, in the order of the criteria
    settled_by: str = ""  # "lot", "play-off" or "decision", where all values left a tie

    @property
    def score(self) -> Figure:
        """The first value: the score, unless the agreed list begins with something else."""
        return self.values[0]


def rank(t: Tournament, dealt: Mapping[PlayerId, Card] | None = None) -> tuple[Standing, ...]:
    """By the criteria that were agreed. Who withdrew stays; whose games are struck comes last (FIDE C.05 6.6), after
    them who was expelled: out of the table, but not of the tie-breaks of the others (VCL4THP 198).

    ``dealt``: the cards of ``t``, if at hand.
    Who is equal in all of them shares a place, listed in start order, unless a lot or a play-off has settled it.
    """
    values, tied = _decide(_table(t, dealt), criteria(t.rules.tiebreaks), struck_players(t))
    lines: list[Standing] = []
    for group, by in _with_expelled_last(t, [one for equals in tied[-1] for one in _apply_settlement(t, equals)]):
        place = len(lines) + 1
        lines.extend(Standing(place, player, tuple(values[player]), by) for player in group)
    return tuple(lines)


def _with_expelled_last(
    t: Tournament, settled: list[tuple[list[PlayerId], str]]
) -> Iterator[tuple[list[PlayerId], str]]:
    expelled = expelled_players(t)
    for group, by in settled:
        if staying := [player for player in group if player not in expelled]:
            yield staying, by
    yield from (([player], "") for group, _ in settled for player in group if player in expelled)


def explain(t: Tournament, player: PlayerId, dealt: Mapping[PlayerId, Card] | None = None) -> tuple[Working, ...]:
    """The working of each criterion for one player, in the order of the table."""
    table = _table(t, dealt)
    agreed = criteria(t.rules.tiebreaks)
    _, tied = _decide(table, agreed, struck_players(t))
    return tuple(_working(table, player, tiebreak, groups) for tiebreak, groups in zip(agreed, tied, strict=False))


class Tie(Value, frozen=True):
    """Players whom the criteria leave level: in the order that settled it, or in that of the table."""

    place: int  # the first of those that they share, or would
    players: tuple[PlayerId, ...]
    settled_by: str = ""  # "lot", "play-off" or "decision"; empty: nothing has
    is_before_others: bool = False  # by agreement a play-off goes before other criteria, which decide without one


def ties(t: Tournament) -> tuple[Tie, ...]:
    """FIDE C.07:2026 4.2, KNDB final ranking 1: what a play-off, a lot or a decision may settle, from the top.

    Where a play-off was agreed on as a criterion, those who are level before it; then who is level after all criteria.
    """
    agreed = criteria(t.rules.tiebreaks)
    _, tied = _decide(_table(t, None), agreed, struck_players(t))
    play_off = next((number for number, one in enumerate(agreed) if one.base == among.PLAY_OFF), None)
    found = [] if play_off is None else [_tie(t, *level, by=among.BY_PLAY_OFF) for level in _levels(tied[play_off])]
    known = [set(tie.players) for tie in found if not tie.settled_by]
    rest = (_tie(t, place, group) for place, group in _levels(tied[-1]) if set(group) not in known)
    return tuple(sorted((*found, *rest), key=lambda tie: (tie.place, -len(tie.players))))


def _levels(tied: Tied) -> Iterator[tuple[int, list[PlayerId]]]:
    """Those who are level with somebody, and the first place that is theirs."""
    place = 1
    for group in tied:
        if len(group) > 1:
            yield place, group
        place += len(group)


def _tie(t: Tournament, place: int, group: list[PlayerId], by: str = "") -> Tie:
    settlement = among.settlement_of(t, group, by)
    order = group if settlement is None else [player for player in settlement.order if player in group]
    return Tie(place, tuple(order), "" if settlement is None else settlement.by, is_before_others=bool(by))


class CriterionStep(Value, frozen=True):
    """What one criterion did for one player: with whom they were tied before it, and who came out where."""

    working: Working
    ahead: tuple[PlayerId, ...]  # tied before, now ahead
    level: tuple[PlayerId, ...]  # tied before, and still
    behind: tuple[PlayerId, ...]  # tied before, now behind
    rivals: Mapping[PlayerId, Figure]  # the values of all of them


def account(t: Tournament, player: PlayerId, dealt: Mapping[PlayerId, Card] | None = None) -> tuple[CriterionStep, ...]:
    """FIDE C.07:2026 4.2: why a player stands where they stand, criterion by criterion."""
    table = _table(t, dealt)
    agreed = criteria(t.rules.tiebreaks)
    values, tied = _decide(table, agreed, struck_players(t))
    steps: list[CriterionStep] = []
    for number, tiebreak in enumerate(agreed):
        before = next(group for group in tied[number] if player in group)
        after = [group for group in tied[number + 1] if group[0] in before]
        rivals = {other: values[other][number] for other in before if other != player}
        steps.append(_step(_working(table, player, tiebreak, tied[number]), after, rivals))
    return tuple(steps)


def _step(working: Working, groups: Tied, rivals: Mapping[PlayerId, Figure]) -> CriterionStep:
    """``groups``: those who were tied before, as the criterion has set them apart."""
    own = next(index for index, group in enumerate(groups) if working.player in group)
    return CriterionStep(
        working,
        ahead=tuple(other for group in groups[:own] for other in group),
        level=tuple(other for other in groups[own] if other != working.player),
        behind=tuple(other for group in groups[own + 1 :] for other in group),
        rivals=rivals,
    )


def places_among(table: Iterable[Standing], players: Container[PlayerId]) -> tuple[Standing, ...]:
    """The lines of some players (a category, a club) with their places among themselves."""
    among: list[Standing] = []
    overall = 0  # the place in the whole table of the line before
    for line in table:
        if line.player in players:
            place = among[-1].place if among and line.place == overall else len(among) + 1
            among.append(msgspec.structs.replace(line, place=place))
            overall = line.place
    return tuple(among)


def table_of(t: Tournament, dealt: Mapping[PlayerId, Card] | None = None) -> Table:
    """What all tie-breaks share, by what the system of the tournament is like. ``dealt``: its cards, if at hand."""
    return Table(t, dealt, is_predetermined=is_predetermined(t.rules.system))


def _table(t: Tournament, dealt: Mapping[PlayerId, Card] | None) -> Table:
    out = struck_players(t)
    return table_of(without(t, out)) if out else table_of(t, dealt)


def _decide(
    table: Table, agreed: Sequence[TieBreak], out: frozenset[PlayerId]
) -> tuple[dict[PlayerId, list[Figure]], list[Tied]]:
    """FIDE C.07:2026 4.2: each criterion in turn, for each group that is still tied.

    Everybody's values, and who was tied before each criterion and after the last.
    """
    values: dict[PlayerId, list[Figure]] = {player: [] for player in table.order}
    ranked = [player for player in table.order if player not in out]
    last = [player for player in table.order if player in out]
    tied: list[Tied] = [[group for group in (ranked, last) if group]]
    for tiebreak in agreed:
        figures = _figures(table, tiebreak, tied[-1])
        for player, figure in figures.items():
            values[player].append(figure)
        tied.append([group for equals in tied[-1] for group in _split(equals, figures, tiebreak)])
    return values, tied


def _figures(table: Table, tiebreak: TieBreak, tied: Tied) -> dict[PlayerId, Figure]:
    measure = DEFINITIONS[tiebreak.base].measure
    if measure is not None:
        return {player: measure(table, player, tiebreak).value for player in table.order}
    return {player: place for group in tied for player, place in among.places(table, group, tiebreak).items()}


def _working(table: Table, player: PlayerId, tiebreak: TieBreak, tied: Tied) -> Working:
    measure = DEFINITIONS[tiebreak.base].measure
    if measure is not None:
        return measure(table, player, tiebreak)
    group = next(group for group in tied if player in group)
    return among.working(table, player, group, tiebreak)


def _split(equals: list[PlayerId], figures: Mapping[PlayerId, Figure], tiebreak: TieBreak) -> Tied:
    """The best first; who has the same figure stays together, in the order before."""
    if len(equals) == 1:
        return [equals]
    ascends = DEFINITIONS[tiebreak.base].lowest_first != tiebreak.reverse
    keys = {player: (_ascending if ascends else _descending)(figures[player]) for player in equals}
    ordered = sorted(equals, key=keys.__getitem__, reverse=True)
    return [list(group) for _, group in groupby(ordered, key=keys.__getitem__)]


def _descending(figure: Figure) -> tuple[bool, Sequence[int | Fraction]]:
    """More is better, no value comes last."""
    if figure is None:
        return False, ()
    return True, figure if isinstance(figure, tuple) else (figure,)


def _ascending(figure: Figure) -> tuple[bool, Sequence[int | Fraction]]:
    """Less is better, no value comes last."""
    has_value, parts = _descending(figure)
    return has_value, tuple(-part for part in parts)


def _apply_settlement(t: Tournament, equals: list[PlayerId]) -> list[tuple[list[PlayerId], str]]:
    """FIDE C.07:2026 2.2.1, 4.2; FMJD 3.1 k: what a lot, a play-off or a decision set apart; the latest one counts."""
    settlement = among.settlement_of(t, equals)
    if settlement is None:
        return [(equals, "")]
    return [([player], settlement.by) for player in settlement.order if player in equals]
