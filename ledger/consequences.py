"""What a correction would do, before anybody confirms it: places, figures, prizes, and the rounds that came after it.

KNSB:2014 F6, F7: a published pairing stays. The later rounds are paired once more for comparison only: from the history
as it stands, and as it would stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Board, Entry, Outcome, Phase, PlayerId, Round, Tournament, Value
from engine.registry import BY_HAND, SYSTEMS, has_ladder
from ledger.categories import members
from ledger.state import State
from ledger.views import ladder, standings
from ledger.views.figures import Amount, Column
from ledger.views.moves import places_after, round_compared
from ledger.views.view import Person, as_ranked, person
from ledger.what_if import WhatIf, branch_state

Pair = tuple[PlayerId, PlayerId]  # White, Black; a bye is a pair with 0
Verdict = Literal["same", "different", "by-hand", "cannot-be-paired"]


class Figures(Value, frozen=True):
    """A player's line before or after."""

    place: int
    values: tuple[Amount, ...]


class ComparedLine(Value, frozen=True):
    player: Person
    before: Figures
    after: Figures

    @property
    def has_moved(self) -> bool:
        return self.before.place != self.after.place


class PrizeMove(Value, frozen=True):
    """Somebody with another prize than before: the places in that category."""

    player: Person
    old: int
    new: int


class Prize(Value, frozen=True):
    """What changes among the first of all, or of a category: who comes in, who goes out, who gets another place."""

    category: str  # empty: all
    places: int
    enters: tuple[Person, ...]
    leaves: tuple[Person, ...]
    moves: tuple[PrizeMove, ...]


class Repaired(Value, frozen=True):
    """A later round, paired once more from the corrected history."""

    round: int
    verdict: Verdict
    is_published: bool
    stands: tuple[Pair, ...] = ()  # what only the round as it stands has
    would: tuple[Pair, ...] = ()  # what it would have instead
    already_differs: bool = False  # the history as it stands gives another pairing too: a hand or an earlier correction
    problem: str = ""  # the code of the refusal, if it cannot be paired


class Consequences(Value, frozen=True):
    version: int  # of the tournament that was looked at
    columns: tuple[Column, ...]  # of a ladder: value and total
    columns_after: tuple[Column, ...]  # another order only where the rules are part of the question
    is_ladder: bool
    lines: tuple[ComparedLine, ...]  # everybody, by the place after
    prizes: tuple[Prize, ...]  # only those that change hands
    rounds: tuple[Repaired, ...]  # those whose history it touches

    @property
    def moved(self) -> int:
        return sum(line.has_moved for line in self.lines)


def consequences(state: State, what: WhatIf, prizes: int = 3) -> Consequences:
    """``prizes``: how many of the first places, and how many of each category, are worth something."""
    then = branch_state(state, what)
    t, after = state.tournament, then.tournament
    number = round_compared(t, after)
    old, new = _table(state, number), _table(then, number)
    both = [player for player in new.lines if player in old.lines]
    return Consequences(
        version=state.version,
        columns=old.columns,
        columns_after=new.columns,
        is_ladder=has_ladder(after.rules.system),
        lines=tuple(ComparedLine(person(after, player), old.lines[player], new.lines[player]) for player in both),
        prizes=tuple(_prizes(t, after, prizes, number)),
        rounds=tuple(_rounds(t, after)),
    )


# -- the table -------------------------------------------------------------------------------------------------------


class _Table:
    def __init__(self, columns: tuple[Column, ...], lines: Mapping[PlayerId, Figures]) -> None:
        self.columns = columns
        self.lines = lines


def _table(state: State, number: int | None) -> _Table:
    if has_ladder(state.tournament.rules.system):
        rungs = ladder.show(state, ladder.Ask(round=number)).lines
        return _Table((), {r.player.number: Figures(r.place, (r.value, r.total)) for r in rungs})
    shown = standings.show(state, standings.Ask(round=number))
    return _Table(shown.columns, {line.player.number: Figures(line.place, line.values) for line in shown.lines})


# -- prizes ----------------------------------------------------------------------------------------------------------


def _prizes(before: Tournament, after: Tournament, places: int, number: int | None) -> Iterator[Prize]:
    """A prize changes hands when somebody comes within the boundary or leaves it, or takes another place within it."""
    old, new = (places_after(as_ranked(t, number)) for t in (before, after))
    for category in ("", *dict.fromkeys((*_categories(before), *_categories(after)))):
        had = _winners(old, _among(before, category), places)
        has = _winners(new, _among(after, category), places)
        if had != has:
            yield Prize(
                category=category,
                places=places,
                enters=tuple(person(after, player) for player in has if player not in had),
                leaves=tuple(person(after, player) for player in had if player not in has),
                moves=tuple(
                    PrizeMove(person(after, player), had[player], has[player])
                    for player in has
                    if player in had and had[player] != has[player]
                ),
            )


def _categories(t: Tournament) -> list[str]:
    """Those that were defined, and those that the players' own data name."""
    women = ["sex=w"] if any(player.sex == "w" for player in t.players) else []
    own = (category.name for category in t.categories)
    return [*own, *women, *(f"category={name}" for name in sorted({player.category for player in t.players} - {""}))]


def _among(t: Tournament, category: str) -> frozenset[PlayerId]:
    return members(t, category) if category else frozenset(t.entries)


def _winners(places: Mapping[PlayerId, int], among: frozenset[PlayerId], count: int) -> dict[PlayerId, int]:
    """Who is within the first places of a category, with the place in it; equals at the boundary all are."""
    listed = sorted((place, player) for player, place in places.items() if player in among)
    own: dict[PlayerId, int] = {}
    for index, (place, player) in enumerate(listed):
        is_shared = index > 0 and listed[index - 1][0] == place
        own[player] = own[listed[index - 1][1]] if is_shared else index + 1
    return {player: place for player, place in own.items() if place <= count}


# -- later rounds ----------------------------------------------------------------------------------------------------


def _rounds(before: Tournament, after: Tournament) -> Iterator[Repaired]:
    for number in range(1, len(before.rounds) + 1):
        stood, stands = (_history(t, number) for t in (before, after))
        if _without_version(stood) != _without_version(stands):
            yield _repair(before.rounds[number - 1], stood, stands)


def _history(t: Tournament, number: int) -> Tournament:
    """What the pairing of that round may look at: the rounds before it, and who was there for it."""
    played = t.rounds[number - 1]
    seated = {player for board in played.boards for player in (board.white, board.black)}
    away = {s.player: s.outcome for s in played.sitouts if s.outcome is not Outcome.PAIRING_BYE}
    entries = {player: _there(entry, number, seated, away) for player, entry in t.entries.items()}
    earlier = t.up_to(number - 1)
    return replace(
        earlier,
        entries=entries,
        is_finished=False,
        adjustments=tuple(adjustment for adjustment in t.adjustments if adjustment.round < number),
        extra_games=tuple(game for game in t.extra_games if game.after_round < number),
    )


def _there(entry: Entry, number: int, seated: set[PlayerId], away: Mapping[PlayerId, Outcome]) -> Entry:
    """An arbiter's hand goes before what was announced: whoever had a board was there."""
    player = entry.player.number
    absences = {r: outcome for r, outcome in entry.absences.items() if r < number}
    if player in away and player not in seated:
        absences[number] = away[player]
    return replace(entry, absences=absences)


def _without_version(t: Tournament) -> Tournament:
    """The same history may be told by records of other versions."""
    rounds = tuple(
        replace(r, since=0, corrected=(), boards=tuple(replace(b, since=0) for b in r.boards)) for r in t.rounds
    )
    return replace(t, rounds=rounds)


def _repair(played: Round, stood: Tournament, stands: Tournament) -> Repaired:
    is_published = played.phase is not Phase.PAIRED
    if played.system == BY_HAND or stands.rules.system == BY_HAND:
        return Repaired(played.number, "by-hand", is_published)
    there = _pairs(played.boards, played.bye)
    try:
        would = _pair_again(stands)
    except Refusal as refused:
        return Repaired(played.number, "cannot-be-paired", is_published, problem=refused.code)
    try:
        expected = _pair_again(stood)
    except Refusal:
        expected = None  # it stands although its system would not pair it: a hand did
    return Repaired(
        played.number,
        "same" if would in (expected, there) else "different",
        is_published,
        stands=_only(there, would),
        would=_only(would, there),
        already_differs=expected != there,
    )


def _pair_again(t: Tournament) -> frozenset[Pair]:
    paired = SYSTEMS[t.rules.system].pair(t)
    return _pairs(paired.boards, paired.bye)


def _pairs(boards: Sequence[Board], bye: PlayerId | None) -> frozenset[Pair]:
    pairs = {(board.white, board.black) for board in boards}
    return frozenset(pairs if bye is None else {*pairs, (bye, 0)})


def _only(one: frozenset[Pair], other: frozenset[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(one - other))
