"""The tournaments of ours that others judge: plans as ``roundlog simulate`` draws them, mostly of small fields."""

from __future__ import annotations

import random

from msgspec.structs import replace

from engine.chances import SimulationPlan, draw_plan
from engine.model import Tournament
from engine.registry import SYSTEMS, USUAL_SWISS
from engine.simulation import simulate_plan
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.writer import Dialect, write

FEWEST, USUAL_MOST, MOST, EACH_LARGE = 4, 16, 60, 40
LAST_OF_LARGER, USUAL_MOST_BEFORE, MOST_BEFORE = 6_929, 28, 100  # judged before the fields became smaller: as they were


def plan_of(number: int) -> SimulationPlan:
    """Mostly small: what is hard to pair is small. Every fortieth is large."""
    lot = random.Random(f"cross {number}")
    usual, most = (USUAL_MOST_BEFORE, MOST_BEFORE) if number <= LAST_OF_LARGER else (USUAL_MOST, MOST)
    players = lot.randint(usual, most) if number % EACH_LARGE == 0 else lot.randint(FEWEST, usual)
    rounds = lot.randint(2, min(9, players - 1))
    plan = draw_plan(number, players, rounds)
    return replace(plan, is_baku=plan.is_baku or (players > 7 and number % 6 == 0))


def tournament_of_ours(number: int) -> tuple[str, Tournament]:
    """As a file, and as it is read from that file."""
    plan = plan_of(number)
    text = write(simulate_plan(SYSTEMS[USUAL_SWISS], plan, number).tournament, Dialect.TRF26, line_end="\n")
    return text, understand(parse(text)).tournament
