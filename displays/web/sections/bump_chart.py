"""Geometry of the bump chart: rank over time, a line for each player, the best place on top.

``templates/sections/ranks.html`` draws it as SVG inside the page, without script.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from displays.words.language import Language
from displays.words.notation import full_name, round_mark
from displays.words.text_table import fit_to_width
from engine.model import PlayerId, Value
from ledger.views.ranks import RankLine, Ranks

LINES_DRAWN = 24
LINEAR_UP_TO = 48  # places; a larger field is drawn on a logarithmic scale, so that the top stays readable
COLOURS = 8  # classes c0 … c7 of pages.css

ROW = 22  # pixels a line at the right edge
LEFT, RIGHT, TOP, BOTTOM = 34, 210, 26, 14
STEPS = range(48, 97)  # between two rounds: the more rounds, the closer
PICTURE = 480  # all of them together, if the steps allow it
NAME_CELLS = 24


class ChartLabel(Value, frozen=True):
    x: int
    y: str
    text: str


class ChartLine(Value, frozen=True):
    """One player: a path through a dot for each round, to the label at the right edge."""

    title: str
    classes: str
    path: str
    dots: tuple[tuple[int, str], ...]
    label: ChartLabel


class BumpChart(Value, frozen=True):
    title: str
    width: int
    height: int
    is_marked: bool
    rounds: tuple[ChartLabel, ...]
    lines: tuple[ChartLine, ...]


def bump_chart(view: Ranks, reader: Language, marked: PlayerId | None = None) -> BumpChart | None:
    """The first of the table, and the player who is to be marked."""
    drawn = [line for index, line in enumerate(view.lines) if index < LINES_DRAWN or line.player.number == marked]
    if not view.round or not drawn:
        return None
    frame = _Frame(view, drawn)
    labels = _spread([frame.y(line.places[-1]) for line in drawn], ROW)
    return BumpChart(
        title=reader.phrase("ranks-figure", players=len(drawn)),
        width=frame.width,
        height=round(max(frame.height, max(labels) + BOTTOM)),
        is_marked=marked is not None,
        rounds=tuple(ChartLabel(frame.x(n), "12", round_mark(n, reader)) for n in range(1, frame.rounds + 1)),
        lines=tuple(
            _line(frame, line, label, _classes(index, line, marked))
            for index, (line, label) in enumerate(zip(drawn, labels, strict=True))
        ),
    )


class _Frame:
    """Where a place after a round is in the picture."""

    def __init__(self, view: Ranks, drawn: Sequence[RankLine]) -> None:
        self.rounds = view.round
        self._worst = max(place for line in drawn for place in line.places)
        rows = max(len(drawn), 6)
        self._inner = ROW * (rows - 1)
        spans = max(view.round - 1, 1)
        self._step = max(STEPS[0], min(STEPS[-1], PICTURE // spans))
        self.width = LEFT + self._step * spans + RIGHT
        self.height = TOP + self._inner + BOTTOM

    def x(self, round_number: int) -> int:
        return LEFT + self._step * (round_number - 1)

    def y(self, place: int) -> float:
        if self._worst == 1:
            return TOP
        is_linear = self._worst <= LINEAR_UP_TO
        share = (place - 1) / (self._worst - 1) if is_linear else log(place) / log(self._worst)
        return TOP + self._inner * share


def _spread(wanted: Sequence[float], gap: int) -> list[float]:
    """Labels as near to their lines as they can be without covering each other; from the best to the last."""
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + gap) if placed else y)
    return placed


def _line(frame: _Frame, line: RankLine, label: float, classes: str) -> ChartLine:
    points = [(frame.x(number), f"{frame.y(place):.1f}") for number, place in enumerate(line.places, start=1)]
    last_x = frame.x(frame.rounds)
    path = "M" + " L".join(f"{x} {y}" for x, y in (*points, (last_x + 18, f"{label:.1f}")))
    name = f"{line.places[-1]} {fit_to_width(full_name(line.player), NAME_CELLS)}"
    return ChartLine(
        title=f"{full_name(line.player)}: {', '.join(map(str, line.places))}",
        classes=classes,
        path=path,
        dots=tuple(points),
        label=ChartLabel(last_x + 24, f"{label + 5:.1f}", name),
    )


def _classes(index: int, line: RankLine, marked: PlayerId | None) -> str:
    """Where somebody is marked, all others are quiet."""
    if marked is None:
        return f"c{index % COLOURS}"
    return "own" if line.player.number == marked else "other"
