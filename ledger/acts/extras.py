"""Acts beside the rounds: extra games, points by decision, ties settled."""

from __future__ import annotations

from msgspec.structs import replace

from engine.dummy import always_draws, intermediate_games
from engine.errors import Fact, Refusal
from engine.model import Adjustment, ExtraGame, ExtraPurpose, Phase, PlayerId, Result, Settlement, Tournament
from engine.registry import SYSTEMS
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Publicity
from ledger.acts.fields import Fields
from ledger.acts.rounds import is_public
from ledger.state import State

WAYS_TO_SETTLE = ("lot", "play-off", "decision")


class RecordExtraGame(Command, frozen=True, kw_only=True, tag="record-extra-game"):
    purpose: ExtraPurpose
    white: PlayerId
    black: PlayerId
    result: Result


class ExtraGamePlayed(Event, frozen=True, kw_only=True, gc=False, tag="extra-game-played"):
    purpose: ExtraPurpose
    after_round: int
    white: PlayerId
    black: PlayerId
    result: Result


class CorrectExtraGame(Command, frozen=True, kw_only=True, tag="correct-extra-game"):
    game: int
    result: Result
    reason: str


class ExtraGameCorrected(Event, frozen=True, kw_only=True, gc=False, tag="extra-game-corrected"):
    game: int
    old: Result
    result: Result
    corrects: int
    reason: str


class AdjustPoints(Command, frozen=True, kw_only=True, tag="adjust-points"):
    player: PlayerId
    round: int
    points: int
    reason: str


class PointsAdjusted(Event, frozen=True, kw_only=True, gc=False, tag="points-adjusted"):
    player: PlayerId
    round: int
    points: int  # in the unit of the point table
    reason: str


class SettleTie(Command, frozen=True, kw_only=True, tag="settle-tie"):
    """By lot with a seed, or in the order that a lot drawn by hand, a play-off or a decision gave.

    Settling the same tie again needs a reason.
    """

    players: tuple[PlayerId, ...]
    by: str
    seed: str = ""
    reason: str = ""
    is_drawn_by_hand: bool = False  # a lot: the players stand in the order in which they were drawn


class TieSettled(Event, frozen=True, kw_only=True, gc=False, tag="tie-settled"):
    order: tuple[PlayerId, ...]
    by: str  # "lot", "play-off" or "decision"
    seed: str = ""  # of a lot; empty: it was drawn by hand
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def record_extra_game(state: State, command: RecordExtraGame) -> list[Event]:
    t = state.tournament
    checks.distinct_players(t, (command.white, command.black))
    if not command.result.is_final:
        raise Refusal("not-a-result", result=command.result.value)
    if not t.rounds or t.rounds[-1].phase is not Phase.CLOSED:
        raise Refusal("round-not-closed", round=max(len(t.rounds), 1))
    if command.purpose is ExtraPurpose.INTERMEDIATE:
        _check_intermediate(t, (command.white, command.black))
    return [
        ExtraGamePlayed(
            purpose=command.purpose,
            after_round=len(t.rounds),
            white=command.white,
            black=command.black,
            result=command.result,
        )
    ]


def _check_intermediate(t: Tournament, players: tuple[PlayerId, ...]) -> None:
    """KNDB modification 2: only there, before the last round, once each, and among those whom the dummy concerns."""
    system = SYSTEMS.get(t.rules.system)
    if system is None or system.intermediate is None or not always_draws(t.rules):
        raise Refusal("no-intermediate-round-now", round=t.next_round)
    invited, played = system.intermediate.invited(t), intermediate_games(t)
    for player in players:
        if player not in invited:
            raise Refusal("not-in-intermediate-round", player=player, players=invited)
        if player in played:
            raise Refusal("intermediate-game-played", player=player)


def correct_extra_game(state: State, command: CorrectExtraGame) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    if not 1 <= command.game <= len(t.extra_games):
        raise Refusal("no-such-extra-game", game=command.game, games=len(t.extra_games))
    game = t.extra_games[command.game - 1]
    if not command.result.is_final:
        raise Refusal("not-a-result", result=command.result.value)
    if game.result is command.result:
        raise Refusal("nothing-changes")
    return [
        ExtraGameCorrected(
            game=command.game,
            old=game.result,
            result=command.result,
            corrects=game.since,
            reason=command.reason,
        )
    ]


def adjust_points(state: State, command: AdjustPoints) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    checks.entry(t, command.player)
    checks.paired_round(t, command.round)
    if command.points == 0:
        raise Refusal("nothing-changes")
    checks.within("points", command.points, -checks.MOST_POINTS, checks.MOST_POINTS)
    return [PointsAdjusted(player=command.player, round=command.round, points=command.points, reason=command.reason)]


def settle_tie(state: State, command: SettleTie) -> list[Event]:
    t = state.tournament
    checks.distinct_players(t, command.players)
    if len(command.players) < 2:
        raise Refusal("too-few-players", players=len(command.players), needed=2)
    if command.by not in WAYS_TO_SETTLE:
        raise Refusal("not-one-of", field="by", value=command.by, possible=WAYS_TO_SETTLE)
    checks.text(command.reason, "reason")
    is_from_seed = command.by == "lot" and not command.is_drawn_by_hand
    checks.text(command.seed, "seed", required=is_from_seed)
    order = checks.by_lot(command.seed, command.players) if is_from_seed else command.players
    if command.by == "decision":
        checks.reason(command.reason)
    stands = next((s for s in reversed(t.settlements) if set(s.order) == set(order)), None)
    if stands is not None and not command.reason.strip():  # nobody draws until they like the lot
        raise Refusal("tie-stands", by=stands.by, players=stands.order)
    return [TieSettled(order=order, by=command.by, seed=command.seed, reason=command.reason)]


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_game(state: State, event: ExtraGamePlayed) -> State:
    t = state.tournament
    game = ExtraGame(event.purpose, event.after_round, event.white, event.black, event.result, state.version + 1)
    return state.advance(replace(t, extra_games=(*t.extra_games, game)))


def _evolve_game_corrected(state: State, event: ExtraGameCorrected) -> State:
    games = list(state.tournament.extra_games)
    games[event.game - 1] = replace(games[event.game - 1], result=event.result, since=state.version + 1)
    return state.advance(replace(state.tournament, extra_games=tuple(games)))


def _evolve_points(state: State, event: PointsAdjusted) -> State:
    t = state.tournament
    adjustment = Adjustment(event.player, event.round, event.points, event.reason)
    return state.advance(replace(t, adjustments=(*t.adjustments, adjustment)))


def _evolve_tie(state: State, event: TieSettled) -> State:
    t = state.tournament
    settlement = Settlement(event.order, event.by, t.ranked_rounds)
    return state.advance(replace(t, settlements=(*t.settlements, settlement)))


# -- telling -----------------------------------------------------------------------------------------------------------


def _last_game_fields(state: State, event: ExtraGamePlayed) -> Fields:
    return _game_fields(state.tournament.extra_games[-1])


def _corrected_game_fields(state: State, event: ExtraGameCorrected) -> Fields:
    return _game_fields(state.tournament.extra_games[event.game - 1])


def _game_fields(game: ExtraGame) -> Fields:
    return {"white": game.white, "black": game.black, "result": game.result.value}


def _game_players(before: State | None, event: ExtraGameCorrected, after: State) -> tuple[PlayerId, ...]:
    game = after.tournament.extra_games[event.game - 1]
    return (game.white, game.black)


def _points_fields(state: State, event: PointsAdjusted) -> Fields:
    known = state.tournament.adjustments
    return {"adjustment": sum(a.points for a in known if a.player == event.player and a.round == event.round)}


def _tie_fields(state: State, event: TieSettled) -> Fields:
    """How a tie between just these players stands settled."""
    tied = frozenset(event.order)
    found = (s for s in reversed(state.tournament.settlements) if frozenset(s.order) == tied)
    return next(({"order": s.order, "by": s.by} for s in found), {})


def _game_news(before: State | None, event: ExtraGamePlayed, after: State) -> News:
    games = after.tournament.extra_games
    return _news_of(games[-1], len(games))


def _corrected_game_news(before: State | None, event: ExtraGameCorrected, after: State) -> News:
    players, facts = _news_of(after.tournament.extra_games[event.game - 1], event.game)
    return players, facts | {"old": event.old.value}


def _news_of(game: ExtraGame, number: int) -> News:
    facts: dict[str, Fact] = {"game": number, "purpose": game.purpose.value, "result": game.result.value}
    return (game.white, game.black), facts


def _points_news(before: State | None, event: PointsAdjusted, after: State) -> News | None:
    if not is_public(before, event.round):
        return None
    per_point = after.tournament.rules.points.per_point
    return (event.player,), {"round": event.round, "points": event.points, "per_point": per_point}


def _tie_news(before: State | None, event: TieSettled, after: State) -> News:
    return event.order, {"by": event.by}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=AdjustPoints,
        decide=adjust_points,
        endpoint=Endpoint("POST", "/players/{player}/points", {"round": 1, "points": -1, "reason": "Phone."}),
        event=PointsAdjusted,
        evolve=_evolve_points,
        publicity=Publicity.OF_ITS_ROUND,
        fields=_points_fields,
        news=_points_news,
        moves_places=lambda before, event: True,
        concerns_later_pairings=True,
    ),
    Act(
        command=RecordExtraGame,
        decide=record_extra_game,
        endpoint=Endpoint("POST", "/extra-games", {"purpose": "play-off", "white": 1, "black": 2, "result": "1-0"}),
        event=ExtraGamePlayed,
        evolve=_evolve_game,
        fields=_last_game_fields,
        adds_last=True,
        players=lambda before, event, after: (event.white, event.black),
        news=_game_news,
    ),
    Act(
        command=CorrectExtraGame,
        decide=correct_extra_game,
        endpoint=Endpoint(
            "POST", "/extra-games/{game}/correction", {"result": "0-1", "reason": "The slip was misread."}
        ),
        event=ExtraGameCorrected,
        evolve=_evolve_game_corrected,
        fields=_corrected_game_fields,
        players=_game_players,
        news=_corrected_game_news,
        moves_places=lambda before, event: True,
        is_correction=True,
    ),
    Act(
        command=SettleTie,
        decide=settle_tie,
        endpoint=Endpoint("POST", "/ties", {"players": [1, 2], "by": "lot", "seed": "heads"}),
        event=TieSettled,
        evolve=_evolve_tie,
        fields=_tie_fields,
        players=lambda before, event, after: event.order,
        news=_tie_news,
    ),
)
