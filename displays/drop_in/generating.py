"""``-g``: a random tournament, by a configuration, after a model, or all of it drawn; the seed stands in its 012."""

from __future__ import annotations

import secrets
from importlib import import_module
from typing import NamedTuple

from msgspec.structs import replace

from displays.drop_in.configuration import Configuration, read_configuration
from displays.drop_in.reading import beside, checklist_beside, read_tournament, write_text
from displays.drop_in.request import Request
from engine.chances import Chances, SimulationPlan, draw_plan, draw_ratings
from engine.errors import BadInput
from engine.model import OUTCOMES, Outcome, PointTable, Tournament
from engine.registry import SYSTEMS, USUAL_SWISS
from engine.simulation import simulate_plan
from ledger.formats.trf.codes import system_of
from ledger.formats.trf.meaning import before_round
from ledger.formats.trf.writer import Dialect, write

_HIGHEST_SEED = 2**31 - 1


class _Wanted(NamedTuple):
    plan: SimulationPlan
    points: PointTable | None = None


def run(request: Request) -> int:
    """What could be paired is written, even if the field ran out of opponents before the last round."""
    seed = secrets.randbelow(_HIGHEST_SEED) if request.seed is None else request.seed
    wanted = _wanted_by(request, seed)
    system = SYSTEMS[system_of(request.edition, "") or USUAL_SWISS]
    played = simulate_plan(system, replace(wanted.plan, is_baku=request.is_baku), seed, wanted.points)
    output = beside(request.output, request.file or request.config)
    write_text(output, write(played.tournament, Dialect.TRFX))
    if request.has_checklist:
        tables = (_table(played.tournament, r.number, request.speaks_javafo) for r in played.tournament.rounds)
        whole = import_module("displays.drop_in.checklist").whole_checklist(tables)
        write_text(checklist_beside(request, str(output)), whole)
    if played.stopped is not None:
        raise played.stopped
    return 0


def _wanted_by(request: Request, seed: int) -> _Wanted:
    if request.file:
        return _like(read_tournament(request), seed)
    if not request.config:
        return _Wanted(replace(draw_plan(seed), tiebreaks=()))
    return _by_configuration(read_configuration(request.config), seed)


def _by_configuration(told: Configuration, seed: int) -> _Wanted:
    drawn = draw_plan(seed, told.players, told.rounds)
    chances = replace(drawn.chances, **told.chances(drawn.rounds))
    ratings = draw_ratings(seed, drawn.players, told.lowest, told.highest)
    return _Wanted(replace(drawn, chances=chances, ratings=ratings, tiebreaks=()), told.points)


def _like(model: Tournament, seed: int) -> _Wanted:
    """With its players, rounds and points, and as many draws, forfeits and byes in the hundred as it had."""
    ratings = [entry.player.rating for entry in model.entries.values()]
    if not all(ratings):
        raise BadInput("model-without-ratings")
    plan = SimulationPlan(
        players=len(ratings),
        rounds=max(len(model.rounds), 1),
        chances=_chances_of(model),
        ratings=tuple(sorted((rating or 0 for rating in ratings), reverse=True)),
    )
    return _Wanted(plan, model.rules.points)


def _chances_of(model: Tournament) -> Chances:
    seats = [outcome for played in model.rounds for board in played.boards for outcome in OUTCOMES[board.result]]
    away = [out.outcome for played in model.rounds for out in played.sitouts]
    everybody = len(seats) + len(away)
    return Chances(
        draws=_share(seats, Outcome.DRAW, len(seats)),
        forfeits=0,
        byes=0,
        withdrawals=0,
        late=0,
        forfeit_wins=2 * _share(seats, Outcome.FORFEIT_WIN, len(seats)),
        half_byes=_share(away, Outcome.HALF_BYE, everybody),
        full_byes=_share(away, Outcome.FULL_BYE, everybody),
        zero_byes=_share(away, Outcome.ZERO_BYE, everybody),
    )


def _share(found: list[Outcome], wanted: Outcome, of: int) -> int:
    return 100 * found.count(wanted) // max(of, 1)


def _table(t: Tournament, number: int, is_javafo: bool) -> str:
    make = import_module("displays.drop_in.checklist").checklist
    before = before_round(t, number)
    return f"Round #{number}.\n{make(before, SYSTEMS[t.rules.system].pair(before), is_javafo)}"
