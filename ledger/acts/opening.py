"""Acts on a whole tournament: opening it, its details and rules, its end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engine import tiebreaks
from engine.acceleration import acceleration_of, check_points
from engine.carried import Carried, Previous
from engine.errors import BadInput, Gathered, Refusal
from engine.handbook import find_departures
from engine.model import Details, Phase, PointTable, Result, Rules, Tournament
from engine.registry import SYSTEMS, USUAL_SWISS, is_predetermined, order_fixed_by, silence_withdraws
from engine.start_order import EQUALS_BY
from ledger.acts import checks
from ledger.acts.act import (
    CONFIRM_TWICE,
    Act,
    AnyAct,
    Command,
    Confirmation,
    Endpoint,
    Event,
    News,
    Streams,
)
from ledger.acts.fields import Fields, flatten
from ledger.acts.integrity import Integrity
from ledger.acts.ratings import check_rating_rule, rate_entries
from ledger.acts.report_details import check_report_details
from ledger.categories import check_public_category
from ledger.state import FideMode, Hall, State

GAMES = ("chess", "draughts")
MOST_ROUNDS = 999
MOST_CATEGORIES = 40


class OpenTournament(Command, frozen=True, kw_only=True, tag="open-tournament"):
    details: Details
    rules: Rules


class TournamentOpened(Event, frozen=True, kw_only=True, gc=False, tag="tournament-opened"):
    details: Details
    rules: Rules
    fide_mode: bool = False  # the Handbook allows the rules; in logs of 0.2 and before nobody asked
    imported: bool = False  # from a file of another program, with all that stands under the same command
    has_alphabet: bool = False  # equals stand by the alphabet; in logs of 0.2 and before by the codes of letters
    is_discreet: bool = False  # of players is public what the organiser says; in logs of 0.2 and before club and more
    continues: Previous | None = None  # opened from this season (``ledger/next_season.py``)


class ChangeDetails(Command, frozen=True, kw_only=True, tag="change-details"):
    details: Details


class DetailsChanged(Event, frozen=True, kw_only=True, gc=False, tag="details-changed"):
    details: Details


class ChangeRules(Command, frozen=True, kw_only=True, tag="change-rules"):
    rules: Rules
    reason: str = ""  # needed once a round is paired


class RulesChanged(Event, frozen=True, kw_only=True, gc=False, tag="rules-changed"):
    rules: Rules
    reason: str
    leaves_fide_mode: bool = False  # before round 1: the Handbook has no such rules


class FinishTournament(Command, frozen=True, kw_only=True, tag="finish-tournament"):
    """With fewer rounds than agreed a reason is required."""

    reason: str = ""


class TournamentFinished(Event, frozen=True, kw_only=True, gc=False, tag="tournament-finished"):
    end_correction: bool = False  # KEIZER, "eindkorrektie"
    reason: str = ""


class ReopenTournament(Command, frozen=True, kw_only=True, tag="reopen-tournament"):
    reason: str


class TournamentReopened(Event, frozen=True, kw_only=True, gc=False, tag="tournament-reopened"):
    reason: str


# -- deciding ----------------------------------------------------------------------------------------------------------


def open_tournament(state: State | None, command: OpenTournament) -> list[Event]:
    found = Gathered()
    with found:
        check_details(command.details)
    with found:
        check_rules(command.rules, players=0)
    with found:
        check_is_new(state)
    found.tell()
    return [make_opening(command.details, command.rules)]


def make_opening(details: Details, rules: Rules, *, imported: bool = False) -> TournamentOpened:
    """VCL4THP 40, 56: in FIDE mode by itself if the Handbook allows the rules, imported or not."""
    in_mode = not find_departures(rules, details.starts)
    return TournamentOpened(
        details=details, rules=rules, fide_mode=in_mode, imported=imported, has_alphabet=True, is_discreet=True
    )


def check_is_new(state: State | None) -> None:
    if state is not None:
        raise Refusal("tournament-exists", name=state.tournament.details.name)


def change_details(state: State, command: ChangeDetails) -> list[Event]:
    t = state.tournament
    check_details(command.details)
    if command.details == t.details:
        return []
    changed = DetailsChanged(details=command.details)
    return [changed, *_edition_of_new_date(state, command.details)] if state.fide_mode.is_on else [changed]


def _edition_of_new_date(state: State, details: Details) -> list[Event]:
    """VCL4THP 105: in FIDE mode the edition of the tie-breaks goes with the first day, until round 1 is paired."""
    t = state.tournament
    if details.starts == t.details.starts or t.rounds:
        return []
    rules = replace(t.rules, tiebreak_edition=tiebreaks.edition_in_force(details.starts))
    if rules == t.rules:
        return []
    check_rules(rules, len(t.entries))
    return [RulesChanged(rules=rules, reason="")]


def _check_details_in_fide_mode(state: State, command: ChangeDetails) -> None:
    """VCL4THP 105, 200: a first day on which another edition was in force; the announced one stands."""
    t, starts = state.tournament, command.details.starts
    edition = tiebreaks.edition_in_force(starts)
    if t.rounds and starts != t.details.starts and edition != t.rules.tiebreak_edition:
        raise Refusal("fide-mode-edition", field="starts", edition=t.rules.tiebreak_edition, rule="C.07 4.1.1")


def change_rules(state: State, command: ChangeRules) -> list[Event]:
    """What games already played were played for (system, points) stays as agreed.

    FIDE C.04.7, FMJD 6: so does the acceleration, by which the rounds that have it are paired from the first on.
    """
    t = state.tournament
    rules, found = command.rules, Gathered()
    with found:
        checks.reason_once_paired(t, command.reason)
    with found:
        if rules == t.rules:
            raise Refusal("nothing-changes")
        check_rules(rules, len(t.entries), is_under_way=bool(t.rounds))
    with found:
        if t.rounds and (rules.system != t.rules.system or rules.points != t.rules.points):
            raise Refusal("rules-are-fixed", round=len(t.rounds))
    with found:
        if t.rounds and acceleration_of(rules) != acceleration_of(t.rules):
            raise Refusal("acceleration-is-fixed", round=len(t.rounds))
    with found:
        if 1 <= rules.rounds < len(t.rounds):  # less than one: that is said already
            raise Refusal("fewer-rounds-than-paired", rounds=rules.rounds, paired=len(t.rounds))
    leaves = state.fide_mode.is_on and bool(find_departures(rules, t.details.starts))
    if leaves:
        with found:
            checks.reason(command.reason)
    found.tell()
    return [RulesChanged(rules=rules, reason=command.reason, leaves_fide_mode=leaves)]


# What stands in FIDE mode once round 1 is paired, and by which rule: of a Swiss, whose options are its acceleration.
_FIXED_IN_FIDE_MODE = {
    "rounds": "C.04.1 1",
    "options": "C.04.7",
    "tiebreaks": "C.07 4.1.1",
    "tiebreak_edition": "C.07 4.1.1",
    "ratings": "C.04.2 2.1",
    "equals_by": "C.04.2 2.2",
    "chess960": "E.01 Guidelines II",
}


def _check_rules_in_fide_mode(state: State, command: ChangeRules) -> None:
    """VCL4THP 57, 109, 110, 200: what was announced stands."""
    found, t = Gathered(), state.tournament
    rules = _FIXED_IN_FIDE_MODE | ({"options": "C.05"} if is_predetermined(t.rules.system) else {})
    for field, rule in rules.items():
        if t.rounds and getattr(command.rules, field) != getattr(t.rules, field):
            found.problems.append(Refusal("fide-mode-fixed", field=field, rule=rule))
    found.tell()


def _confirm_rules(state: State, command: ChangeRules, events: Sequence[Event]) -> Confirmation | None:
    """VCL4THP 43, 74–83, 91, 107: before round 1 there may be rules that the Handbook has not, out of FIDE mode."""
    starts = state.tournament.details.starts
    departures = find_departures(command.rules, starts) if state.fide_mode.is_on else ()
    return Confirmation(CONFIRM_TWICE, (*departures, *checks.leaving_fide_mode())) if departures else None


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


def _moves_when_finished(rules: Rules) -> bool:
    ladder = SYSTEMS[rules.system].ladder
    return ladder is not None and ladder.moves_when_finished(rules)


def reopen_tournament(state: State, command: ReopenTournament) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    if not t.is_finished:
        raise Refusal("tournament-not-finished")
    return [TournamentReopened(reason=command.reason)]


def check_details(details: Details) -> None:
    found = Gathered()
    for field in ("name", "place", "federation", "starts", "ends", "arbiter", "time_control"):
        with found:
            checks.text(getattr(details, field), field, required=field == "name")
    with found:
        check_report_details(details)
    with found:
        if len(details.public_categories) > MOST_CATEGORIES:
            raise Refusal("too-many-categories", field="public_categories", most=MOST_CATEGORIES)
    for category in details.public_categories[:MOST_CATEGORIES]:
        with found:
            _check_category(category, details.starts)
    with found:
        if _is_day(details.starts) and _is_day(details.ends) and details.ends < details.starts:
            raise Refusal("dates-in-wrong-order", field="ends", starts=details.starts, ends=details.ends)
    found.tell()


def _check_category(text: str, starts: str) -> None:
    try:
        checks.text(text, "public_categories", required=True)
        check_public_category(text, starts)
    except (BadInput, Refusal) as error:
        error.facts["field"] = "public_categories"
        raise


def _is_day(text: str) -> bool:
    """As a calendar gives it; what else people write is theirs."""
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None


def check_limits(rules: Rules) -> None:
    """Beyond which nothing can be worked out, in any edition of this program."""
    found = Gathered()
    with found:
        if rules.system not in SYSTEMS:
            raise Refusal("unknown-system", system=rules.system, known=tuple(sorted(SYSTEMS)))
    with found:
        if not 1 <= rules.rounds <= MOST_ROUNDS:
            raise Refusal("bad-number-of-rounds", rounds=rules.rounds, most=MOST_ROUNDS)
    with found:
        _check_points(rules.points)
    found.tell()


def check_rules(rules: Rules, players: int, *, is_under_way: bool = False) -> None:
    """``is_under_way``: what can no longer be changed was agreed, in older logs without this question."""
    found = Gathered()
    with found:
        check_limits(rules)
    with found:
        checks.language_tag(rules.language, "language")
    with found:
        checks.one_of("game", rules.game, GAMES)
    with found:
        check_rating_rule(rules)
    with found:
        checks.one_of("equals_by", rules.equals_by, tuple(EQUALS_BY))
    with found:
        if rules.chess960 and rules.game != "chess":
            raise Refusal("chess960-is-chess", field="chess960", game=rules.game)
    with found:
        tiebreaks.check(rules, is_predetermined=is_predetermined(rules.system))
    if not is_under_way:
        with found:
            check_points(rules)
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
    _check_advantage_draws(points)
    if points.per_point < 1 or not points.win >= points.draw >= points.loss or points.win == points.loss:
        raise Refusal("bad-points", per_point=points.per_point, win=points.win, draw=points.draw, loss=points.loss)


def _check_advantage_draws(points: PointTable) -> None:
    """Delft counting: both or neither; between a win and a draw, and between that and a loss."""
    if points.advantage_draw is None and points.disadvantage_draw is None:
        return
    above, below = points.advantage_draw, points.disadvantage_draw
    if above is None or below is None or not points.win >= above >= points.draw >= below >= points.loss:
        raise Refusal("bad-advantage-points", field="points.advantage_draw")


# -- evolving ----------------------------------------------------------------------------------------------------------


def begin(event: TournamentOpened, version: int = 1) -> State:
    """The first state of a tournament."""
    played = _under(Tournament(details=event.details, rules=event.rules, has_alphabet=event.has_alphabet))
    if event.is_discreet:
        played = replace(played, public_fields=())
    if event.continues is not None:
        played = replace(played, carried=Carried(event.continues))
    return State(played, Hall(), version, fide_mode=FideMode(is_entered=event.fide_mode))


def _under(t: Tournament) -> Tournament:
    """With what its system says of itself."""
    return replace(t, silence_withdraws=silence_withdraws(t.rules), order_fixed_by=order_fixed_by(t.rules))


def _evolve_opened(state: State, event: TournamentOpened) -> State:
    """``decide`` lets nobody open it twice; whatever an imported log holds, the version goes on."""
    return begin(event, state.version + 1)


def _evolve_details(state: State, event: DetailsChanged) -> State:
    return state.advance(replace(state.tournament, details=event.details))


def _evolve_rules(state: State, event: RulesChanged) -> State:
    schedule = state.schedule.keep_rounds(event.rules.rounds)
    changed = state.advance(rate_entries(_under(replace(state.tournament, rules=event.rules))), schedule=schedule)
    return changed.leave_fide_mode(event.reason) if event.leaves_fide_mode else changed


def _evolve_finished(state: State, event: TournamentFinished) -> State:
    return state.advance(replace(state.tournament, is_finished=True, end_correction=event.end_correction))


def _evolve_reopened(state: State, event: TournamentReopened) -> State:
    return state.advance(replace(state.tournament, is_finished=False, end_correction=False))


# -- telling -----------------------------------------------------------------------------------------------------------


def _rules_integrity(before: State | None, event: RulesChanged) -> Integrity | None:
    """Before the first round nothing was paired by them; no pairing depends on the language."""
    if event.leaves_fide_mode:
        return Integrity.LEAVING
    if before is None or not before.tournament.rounds:
        return None
    old = before.tournament.rules
    return None if replace(event.rules, language=old.language) == old else Integrity.CONFIGURATION


def _opening_fields(state: State, event: TournamentOpened) -> Fields:
    """Most are not private, have no rule for several ratings, nor other positions of the pieces: only what is otherwise
    is worth a word."""
    details, rules = state.tournament.details, state.tournament.rules
    said = {field: value for field, value in flatten(details).items() if value != getattr(_USUAL, field, None)}
    settled = flatten(rules, without="" if rules.ratings.method else "ratings")
    previous = event.continues
    said |= {} if previous is None else {"previous_season": previous.name, "previous_head": previous.hash}
    return said | {field: value for field, value in settled.items() if value != _RARELY_OTHERWISE.get(field, _NOTHING)}


def _end_fields(state: State, event: Event) -> Fields:
    return {"is_finished": state.tournament.is_finished, "end_correction": state.tournament.end_correction}


def _name_news(before: State | None, event: TournamentOpened, after: State) -> News:
    return (), {"name": event.details.name}


def _end_news(before: State | None, event: Event, after: State) -> News:
    return (), {}


_USUAL = Details("")
_NOTHING = object()
_RARELY_OTHERWISE = {"equals_by": Rules("", 1).equals_by, "chess960": Rules("", 1).chess960}
EXAMPLE_DETAILS = {"name": "Spring Open", "place": "Tartu", "starts": "2026-05-01", "ends": "2026-05-03"}
EXAMPLE_RULES: dict[str, object] = {
    "system": USUAL_SWISS,
    "rounds": 7,
    "tiebreaks": ["BH/C1", "BH", "SB", "DE"],
}

# ``decide`` and ``evolve`` begin with these two, when there is no state yet.
OPENING = Act(
    command=OpenTournament,
    event=TournamentOpened,
    evolve=_evolve_opened,
    fields=_opening_fields,
    integrity=lambda before, event: Integrity.IMPORT if event.imported else None,
    news=_name_news,
    settles=("details", "rules"),
)
ACTS: tuple[AnyAct, ...] = (
    OPENING,
    Act(
        command=ChangeDetails,
        streams=Streams.ALL,
        decide=change_details,
        check_fide_mode=_check_details_in_fide_mode,
        endpoint=Endpoint("PUT", "/details", {"details": EXAMPLE_DETAILS}),
        may_follow_the_end=True,
        event=DetailsChanged,
        evolve=_evolve_details,
        fields=lambda state, event: flatten(state.tournament.details),
        settles=("details",),
    ),
    Act(
        command=ChangeRules,
        decide=change_rules,
        check_fide_mode=_check_rules_in_fide_mode,
        confirm=_confirm_rules,
        endpoint=Endpoint("PUT", "/rules", {"rules": {**EXAMPLE_RULES, "rounds": 9}, "reason": "More time."}),
        event=RulesChanged,
        evolve=_evolve_rules,
        fields=lambda state, event: flatten(state.tournament.rules),
        integrity=_rules_integrity,
        settles=("rules",),
        moves_places=lambda before, event: True,
    ),
    Act(
        command=FinishTournament,
        decide=finish_tournament,
        endpoint=Endpoint("POST", "/finish"),
        event=TournamentFinished,
        evolve=_evolve_finished,
        fields=_end_fields,
        news=_end_news,
        moves_places=lambda before, event: event.end_correction or _moves_when_finished(before.rules),
    ),
    Act(
        command=ReopenTournament,
        decide=reopen_tournament,
        endpoint=Endpoint("DELETE", "/finish", {"reason": "A protest was granted."}),
        may_follow_the_end=True,
        event=TournamentReopened,
        evolve=_evolve_reopened,
        fields=_end_fields,
        news=_end_news,
        moves_places=lambda before, event: before.end_correction or _moves_when_finished(before.rules),
    ),
)
