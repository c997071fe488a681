"""Acts on games outside the rounds: a play-off, the intermediate round of the KNDB."""

from __future__ import annotations

from msgspec.structs import replace

from engine.dummy import always_draws, intermediate_games
from engine.errors import Fact, Refusal
from engine.model import ExtraGame, ExtraPurpose, Phase, PlayerId, Result, Tournament
from engine.registry import SYSTEMS
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News
from ledger.acts.fields import Fields
from ledger.state import State


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


class TakeBackExtraGame(Command, frozen=True, kw_only=True, tag="take-back-extra-game"):
    """It was recorded for the wrong two players, or never played."""

    game: int
    reason: str


class ExtraGameTakenBack(Event, frozen=True, kw_only=True, gc=False, tag="extra-game-taken-back"):
    """It counts nowhere any more; its number is given to no other."""

    game: int
    corrects: int
    reason: str


# -- deciding ----------------------------------------------------------------------------------------------------------


def record_extra_game(state: State, command: RecordExtraGame) -> list[Event]:
    t = state.tournament
    checks.distinct_players(t, (command.white, command.black))
    checks.final_result(t, command.result)
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
    checks.reason(command.reason)
    game = _standing_game(state.tournament, command.game)
    checks.final_result(state.tournament, command.result)
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


def take_back_extra_game(state: State, command: TakeBackExtraGame) -> list[Event]:
    """KNDB modification 2: not once the last round is paired, which goes by the games of the intermediate round."""
    t = state.tournament
    checks.reason(command.reason)
    game = _standing_game(t, command.game)
    if game.purpose is ExtraPurpose.INTERMEDIATE and len(t.rounds) > game.after_round:
        raise Refusal("extra-game-was-paired-by", game=command.game, round=game.after_round + 1)
    return [ExtraGameTakenBack(game=command.game, corrects=game.since, reason=command.reason)]


def _standing_game(t: Tournament, number: int) -> ExtraGame:
    game = _find_game(t, number)
    if game is not None:
        return game
    if 1 <= number <= t.extra_games_recorded:
        raise Refusal("extra-game-stands-no-more", game=number)
    raise Refusal("no-such-extra-game", game=number, games=t.extra_games_recorded)


def _find_game(t: Tournament, number: int) -> ExtraGame | None:
    return next((game for game in t.extra_games if game.number == number), None)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_game(state: State, event: ExtraGamePlayed) -> State:
    t = state.tournament
    game = ExtraGame(
        event.purpose,
        event.after_round,
        event.white,
        event.black,
        event.result,
        since=state.version + 1,
        number=t.extra_games_recorded + 1,
    )
    return state.advance(replace(t, extra_games=(*t.extra_games, game), extra_games_recorded=game.number))


def _evolve_game_corrected(state: State, event: ExtraGameCorrected) -> State:
    t = state.tournament
    corrected = (
        replace(game, result=event.result, since=state.version + 1) if game.number == event.game else game
        for game in t.extra_games
    )
    return state.advance(replace(t, extra_games=tuple(corrected)))


def _evolve_game_taken_back(state: State, event: ExtraGameTakenBack) -> State:
    t = state.tournament
    return state.advance(replace(t, extra_games=tuple(game for game in t.extra_games if game.number != event.game)))


# -- telling -----------------------------------------------------------------------------------------------------------


def _last_game_fields(state: State, event: ExtraGamePlayed) -> Fields:
    return _game_fields(state.tournament.extra_games[-1])


def _fields_of_game(state: State, event: ExtraGameCorrected | ExtraGameTakenBack) -> Fields:
    game = _find_game(state.tournament, event.game)
    return {} if game is None else _game_fields(game)


def _game_fields(game: ExtraGame) -> Fields:
    return {"white": game.white, "black": game.black, "result": game.result.value}


def _game_before(before: State | None, event: ExtraGameCorrected | ExtraGameTakenBack) -> ExtraGame:
    assert before is not None
    game = _find_game(before.tournament, event.game)
    assert game is not None
    return game


def _game_players(
    before: State | None, event: ExtraGameCorrected | ExtraGameTakenBack, after: State
) -> tuple[PlayerId, ...]:
    game = _game_before(before, event)
    return (game.white, game.black)


def _game_news(before: State | None, event: ExtraGamePlayed, after: State) -> News:
    return _news_of(after.tournament.extra_games[-1])


def _corrected_game_news(before: State | None, event: ExtraGameCorrected, after: State) -> News:
    players, facts = _news_of(replace(_game_before(before, event), result=event.result))
    return players, facts | {"old": event.old.value}


def _taken_back_news(before: State | None, event: ExtraGameTakenBack, after: State) -> News:
    return _news_of(_game_before(before, event))


def _news_of(game: ExtraGame) -> News:
    facts: dict[str, Fact] = {"game": game.number, "purpose": game.purpose.value, "result": game.result.value}
    return (game.white, game.black), facts


ACTS: tuple[AnyAct, ...] = (
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
        fields=_fields_of_game,
        players=_game_players,
        news=_corrected_game_news,
        moves_places=lambda before, event: True,
        is_correction=True,
    ),
    Act(
        command=TakeBackExtraGame,
        decide=take_back_extra_game,
        endpoint=Endpoint("DELETE", "/extra-games/{game}", {"reason": "Recorded for the wrong players."}),
        event=ExtraGameTakenBack,
        evolve=_evolve_game_taken_back,
        fields=_fields_of_game,
        players=_game_players,
        news=_taken_back_news,
        moves_places=lambda before, event: True,
        is_correction=True,
    ),
)
