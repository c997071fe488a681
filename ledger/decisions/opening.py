"""Opening a tournament, its rules, its end."""

from __future__ import annotations

import re

from engine import tiebreaks
from engine.errors import Gathered, Refusal
from engine.model import Details, Phase, PointTable, Result, Rules, Tournament
from engine.registry import SYSTEMS, is_predetermined
from ledger.commands import (
    ChangeDetails,
    ChangeRules,
    FinishTournament,
    OpenTournament,
    ReopenTournament,
)
from ledger.decisions import checks
from ledger.events import (
    DetailsChanged,
    Event,
    RulesChanged,
    TournamentFinished,
    TournamentOpened,
    TournamentReopened,
)
from ledger.state import State

GAMES = ("chess", "draughts")
MOST_ROUNDS = 999


def open_tournament(state: State | None, command: OpenTournament) -> list[Event]:
    found = Gathered()
    with found:
        _check_details(command.details)
    with found:
        check_rules(command.rules, players=0)
    with found:
        check_is_new(state)
    found.tell()
    return [TournamentOpened(details=command.details, rules=command.rules)]


def check_is_new(state: State | None) -> None:
    if state is not None:
        raise Refusal("tournament-exists", name=state.tournament.details.name)


def change_details(t: Tournament, command: ChangeDetails) -> list[Event]:
    _check_details(command.details)
    return [DetailsChanged(details=command.details)] if command.details != t.details else []


def change_rules(t: Tournament, command: ChangeRules) -> list[Event]:
    """What games already played were played for (system, points) stays as agreed."""
    rules, found = command.rules, Gathered()
    with found:
        checks.reason(command.reason)
    with found:
        if rules == t.rules:
            raise Refusal("nothing-changes")
        check_rules(rules, len(t.entries))
    with found:
        if t.rounds and (rules.system != t.rules.system or rules.points != t.rules.points):
            raise Refusal("rules-are-fixed", round=len(t.rounds))
    with found:
        if 1 <= rules.rounds < len(t.rounds):  # less than one: that is said already
            raise Refusal("fewer-rounds-than-paired", rounds=rules.rounds, paired=len(t.rounds))
    found.tell()
    return [RulesChanged(rules=rules, reason=command.reason)]


def finish_tournament(state: State, command: FinishTournament) -> list[Event]:
    t = state.tournament
    checks.text(command.reason, "reason")
    if not t.rounds:
        raise Refusal("nothing-played")
    if t.rounds[-1].phase is not Phase.CLOSED:
        raise Refusal("round-not-closed", round=len(t.rounds))
    for played in t.rounds:
        waiting = tuple(n for n, b in enumerate(played.boards, start=1) if b.result is Result.POSTPONED)
        if waiting:
            raise Refusal("games-postponed", round=played.number, boards=waiting)
        disputed = state.hall.disputed_boards(played.number)
        if disputed:  # typed after the round was closed
            raise Refusal("disputes-before-the-end", round=played.number, boards=disputed)
    if len(t.rounds) < t.rules.rounds and not command.reason.strip():
        raise Refusal("rounds-left", played=len(t.rounds), rounds=t.rules.rounds)
    return [TournamentFinished(end_correction=_makes_end_correction(t.rules), reason=command.reason)]


def _makes_end_correction(rules: Rules) -> bool:
    ladder = SYSTEMS[rules.system].ladder if rules.system in SYSTEMS else None
    return ladder is not None and ladder.makes_end_correction(rules)


def reopen_tournament(t: Tournament, command: ReopenTournament) -> list[Event]:
    checks.reason(command.reason)
    if not t.is_finished:
        raise Refusal("tournament-not-finished")
    return [TournamentReopened(reason=command.reason)]


def _check_details(details: Details) -> None:
    found = Gathered()
    for field in ("name", "place", "federation", "starts", "ends", "arbiter", "time_control"):
        with found:
            checks.text(getattr(details, field), field, required=field == "name")
    with found:
        if _is_day(details.starts) and _is_day(details.ends) and details.ends < details.starts:
            raise Refusal("dates-in-wrong-order", field="ends", starts=details.starts, ends=details.ends)
    found.tell()


def _is_day(text: str) -> bool:
    """As a calendar gives it; what else people write is theirs."""
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None


def check_rules(rules: Rules, players: int) -> None:
    found = Gathered()
    with found:
        if rules.system not in SYSTEMS:
            raise Refusal("unknown-system", system=rules.system, known=tuple(sorted(SYSTEMS)))
    with found:
        if not 1 <= rules.rounds <= MOST_ROUNDS:
            raise Refusal("bad-number-of-rounds", rounds=rules.rounds, most=MOST_ROUNDS)
    with found:
        _check_points(rules.points)
    with found:
        checks.language_tag(rules.language, "language")
    with found:
        _one_of("game", rules.game, GAMES)
    with found:
        tiebreaks.check(rules, is_predetermined=is_predetermined(rules.system))
    if rules.system in SYSTEMS:
        with found:
            SYSTEMS[rules.system].check(rules, players)
    found.tell()


def _check_points(points: PointTable) -> None:
    found = Gathered()
    for field in points.__struct_fields__:
        with found:
            checks.within(field, getattr(points, field), 0, checks.MOST_POINTS)
    found.tell()
    if points.per_point < 1 or not points.win >= points.draw >= points.loss or points.win == points.loss:
        raise Refusal("bad-points", per_point=points.per_point, win=points.win, draw=points.draw, loss=points.loss)


def _one_of(field: str, value: str, possible: tuple[str, ...]) -> None:
    if value not in possible:
        raise Refusal("not-one-of", field=field, value=value, possible=possible)
