"""Rank over time as a picture: a line for each player, the best place on top. SVG inside the page, without script."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from displays.web.markup import Markup, tag
from displays.words.language import Language
from displays.words.notation import named, round_mark
from displays.words.text_table import fitted
from engine.model import PlayerId
from ledger.views.ranks import RankLine, Ranks

LINES_DRAWN = 24
LINEAR_UP_TO = 48  # places; a larger field is drawn on a logarithmic scale, so that the top stays readable
COLOURS = 8  # classes c0 … c7 of pages.css

ROW = 22  # pixels a line at the right edge
LEFT, RIGHT, TOP, BOTTOM = 34, 210, 26, 14
STEPS = range(48, 97)  # between two rounds: the more rounds, the closer
PICTURE = 480  # all of them together, if the steps allow it
NAME_CELLS = 24


def bump_chart(view: Ranks, reader: Language, marked: PlayerId | None = None) -> Markup | None:
    """The first of the table, and whoever is to be marked."""
    drawn = [line for index, line in enumerate(view.lines) if index < LINES_DRAWN or line.player.number == marked]
    if not view.round or not drawn:
        return None
    frame = _Frame(view, drawn)
    labels = _spread([frame.y(line.places[-1]) for line in drawn], ROW)
    pictures = [
        _drawn(frame, line, label, _classes(index, line, marked))
        for index, (line, label) in enumerate(zip(drawn, labels, strict=True))
    ]
    height = max(frame.height, max(labels) + BOTTOM)
    about = reader.phrase("ranks-figure", players=len(drawn))
    picture = tag(
        "svg",
        tag("title", about),
        *_round_labels(frame, reader),
        *pictures,
        viewBox=f"0 0 {frame.width} {round(height)}",
        width=frame.width,
        height=round(height),
        role="img",
        class_="bump marked" if marked is not None else "bump",
    )
    return tag("div", picture, class_="grid", tabindex="0")


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


def _drawn(frame: _Frame, line: RankLine, label: float, classes: str) -> Markup:
    points = [(frame.x(number), frame.y(place)) for number, place in enumerate(line.places, start=1)]
    last_x = frame.x(frame.rounds)
    points.append((last_x + 18, label))
    path = "M" + " L".join(f"{x} {y:.1f}" for x, y in points)
    dots = [tag("circle", cx=x, cy=f"{y:.1f}", r=4) for x, y in points[:-1]]
    name = f"{line.places[-1]} {fitted(named(line.player), NAME_CELLS)}"
    text = tag("text", name, x=last_x + 24, y=f"{label + 5:.1f}")
    return tag(
        "g",
        tag("title", f"{named(line.player)}: {', '.join(map(str, line.places))}"),
        tag("path", d=path),
        *dots,
        text,
        class_=classes,
    )


def _classes(index: int, line: RankLine, marked: PlayerId | None) -> str:
    """Where somebody is marked, all others are quiet."""
    if marked is None:
        return f"c{index % COLOURS}"
    return "own" if line.player.number == marked else "other"


def _round_labels(frame: _Frame, reader: Language) -> list[Markup]:
    return [
        tag("text", round_mark(number, reader), x=frame.x(number), y=12, class_="round")
        for number in range(1, frame.rounds + 1)
    ]
