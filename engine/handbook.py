"""FIDE's Handbook: which rules of a tournament it allows.

A system that stands in the Handbook says what of its options does (``System.check_handbook``); what holds for all of
them stands here. Each departure is a refusal that names its rule, an article or a question of FIDE's checklist for
programs (VCL4THP): in a tournament in FIDE mode it is refused, of any other it says why that is in none.
"""

from __future__ import annotations

from engine.errors import Gathered, Refusal
from engine.model import PointTable, Rules
from engine.pairing import Reason
from engine.registry import SYSTEMS
from engine.tiebreaks import DEFINITIONS, Unit, edition_in_force, tiebreak

GAME = "chess"


def find_departures(rules: Rules, starts: str = "") -> tuple[Refusal, ...]:
    """What of the rules the Handbook does not allow for a tournament that begins that day; nothing: it allows all."""
    found = Gathered()
    with found:
        _check_system(rules)
    with found:
        _check_draw(rules.points)
    with found:
        _check_advantage_draws(rules.points)
    with found:
        _check_bye(rules.points)
    with found:
        _check_edition(rules.tiebreak_edition, starts)
    return tuple(problem for problem in found.problems if isinstance(problem, Refusal))


def advise_on_ratings(rules: Rules, *, is_long: bool) -> tuple[Reason, ...]:
    """FIDE C.07:2026 10, VCL4THP 211: no tie-breaks on ratings where these change in the course of the tournament."""
    codes = [code for code in rules.tiebreaks if is_long and _is_on_ratings(code)]
    if not codes:
        return ()
    return (Reason("ratings-in-long-tournament", "FIDE C.07:2026 10", (), {"tiebreaks": ", ".join(codes)}),)


def _is_on_ratings(code: str) -> bool:
    definition = DEFINITIONS.get(tiebreak(code).base)
    return definition is not None and definition.unit is Unit.RATING


def _check_system(rules: Rules) -> None:
    """VCL4THP 91, 107: a system that the Handbook describes, with nothing that it does not."""
    check = SYSTEMS[rules.system].check_handbook if rules.system in SYSTEMS else None
    if check is None or rules.game != GAME:
        raise Refusal("handbook-system", field="system", system=rules.system)
    check(rules)


def _check_draw(points: PointTable) -> None:
    """VCL4THP 74: two draws are worth no more than a win and a loss."""
    if 2 * points.draw > points.win + points.loss:
        raise Refusal("handbook-draw", field="points")


def _check_advantage_draws(points: PointTable) -> None:
    """FIDE Laws 10.1: a draw is worth the same to both."""
    if points.has_advantage_draws:
        raise Refusal("handbook-advantage-draws", field="points", rule="FIDE Laws 10.1")


def _check_bye(points: PointTable) -> None:
    """VCL4THP 81, 83: the pairing bye is worth no more than a win; with 1-½-0 it is worth 1, ½ or 0."""
    is_usual = 2 * points.draw == points.win == points.per_point and points.loss == 0
    if points.pairing_bye > points.win:
        raise Refusal("handbook-bye", field="points")
    if is_usual and points.pairing_bye not in (points.win, points.draw, points.loss):
        raise Refusal("handbook-bye", field="points")


def _check_edition(edition: str, starts: str) -> None:
    """VCL4THP 105; FIDE C.07: the edition that is in force on the first day."""
    in_force = edition_in_force(starts)
    if edition != in_force:
        raise Refusal("handbook-edition", field="tiebreak_edition", edition=edition, in_force=in_force)
