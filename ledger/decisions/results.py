"""Results, their corrections, colours, postponed and extra games, points by decision, ties settled."""

from __future__ import annotations

from engine.dummy import always_draws, intermediate_games
from engine.errors import Refusal
from engine.model import SITTING_OUT, ExtraPurpose, Outcome, Phase, PlayerId, Result, Tournament
from engine.registry import SYSTEMS
from ledger.commands import (
    AdjustPoints,
    CorrectColours,
    CorrectExtraGame,
    CorrectResult,
    CorrectSitOut,
    EnterResult,
    PostponeGame,
    RecordExtraGame,
    SettleTie,
)
from ledger.decisions import checks
from ledger.events import (
    ColoursCorrected,
    Event,
    ExtraGameCorrected,
    ExtraGamePlayed,
    GamePostponed,
    PointsAdjusted,
    ResultCorrected,
    ResultEntered,
    SitOutCorrected,
    TieSettled,
)

WAYS_TO_SETTLE = ("lot", "play-off", "decision")


def enter_result(t: Tournament, command: EnterResult) -> list[Event]:
    """The same result twice is one result; a different one is a conflict that people settle, never the last typed.

    A postponed game gets its result whenever it is finished, its round closed or not.
    """
    played = checks.paired_round(t, command.round)
    checks.published(played)
    board = checks.board_in(played, command.board)
    if not command.result.is_final:
        raise Refusal("not-a-result", result=command.result.value)
    if board.result is command.result:
        return []
    if board.result.is_final:
        raise Refusal(
            "result-differs",
            round=command.round,
            board=command.board,
            stands=board.result.value,
            given=command.result.value,
        )
    return [ResultEntered(round=command.round, board=command.board, result=command.result)]


def correct_result(t: Tournament, command: CorrectResult) -> list[Event]:
    """Names the record that it corrects. Back to pending only while the round is open."""
    checks.reason(command.reason)
    played = checks.paired_round(t, command.round)
    checks.published(played)
    board = checks.board_in(played, command.board)
    if board.result is Result.PENDING:
        raise Refusal("nothing-to-correct", round=command.round, board=command.board)
    if board.result is command.result:
        raise Refusal("nothing-changes")
    if command.result is Result.PENDING and played.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    return [
        ResultCorrected(
            round=command.round,
            board=command.board,
            old=board.result,
            result=command.result,
            corrects=board.since or played.since,
            reason=command.reason,
        )
    ]


def correct_colours(t: Tournament, command: CorrectColours) -> list[Event]:
    checks.reason(command.reason)
    played = checks.paired_round(t, command.round)
    checks.published(played)
    board = checks.board_in(played, command.board)
    if command.white is not None and command.white not in (board.white, board.black):
        raise Refusal("player-not-on-board", player=command.white, round=command.round, board=command.board)
    if command.white == board.white:
        return []
    return [
        ColoursCorrected(
            round=command.round,
            board=command.board,
            corrects=board.since or played.since,
            reason=command.reason,
        )
    ]


def postpone_game(t: Tournament, command: PostponeGame) -> list[Event]:
    """KNSB:2014 F9, FMJD 4.3: the game counts as a draw for pairing until it is finished.

    A postponed game may be postponed again, to another day or for another reason.
    """
    checks.text(command.until, "until")
    checks.text(command.reason, "reason")
    played = checks.paired_round(t, command.round)
    checks.published(played)
    board = checks.board_in(played, command.board)
    if board.result is Result.POSTPONED and not (command.until or command.reason):
        return []
    if board.result.is_final:
        raise Refusal("board-has-result", round=command.round, board=command.board, result=board.result.value)
    return [GamePostponed(round=command.round, board=command.board, until=command.until, reason=command.reason)]


def correct_sit_out(t: Tournament, command: CorrectSitOut) -> list[Event]:
    checks.reason(command.reason)
    checks.entry(t, command.player)
    played = checks.paired_round(t, command.round)
    sitout = next((s for s in played.sitouts if s.player == command.player), None)
    if sitout is None:
        raise Refusal("player-does-not-sit-out", player=command.player, round=command.round)
    if command.outcome not in SITTING_OUT:
        possible = tuple(sorted(o.value for o in SITTING_OUT))
        raise Refusal("not-an-absence", outcome=command.outcome.value, possible=possible)
    if sitout.outcome is command.outcome:
        raise Refusal("nothing-changes")
    if command.outcome is Outcome.PAIRING_BYE and played.bye is not None:
        raise Refusal("two-byes", round=command.round)
    return [
        SitOutCorrected(
            round=command.round,
            player=command.player,
            old=sitout.outcome,
            outcome=command.outcome,
            corrects=sitout.since or played.since,
            reason=command.reason,
        )
    ]


def record_extra_game(t: Tournament, command: RecordExtraGame) -> list[Event]:
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


def correct_extra_game(t: Tournament, command: CorrectExtraGame) -> list[Event]:
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


def adjust_points(t: Tournament, command: AdjustPoints) -> list[Event]:
    checks.reason(command.reason)
    checks.entry(t, command.player)
    checks.paired_round(t, command.round)
    if command.points == 0:
        raise Refusal("nothing-changes")
    checks.within("points", command.points, -checks.MOST_POINTS, checks.MOST_POINTS)
    return [PointsAdjusted(player=command.player, round=command.round, points=command.points, reason=command.reason)]


def settle_tie(t: Tournament, command: SettleTie) -> list[Event]:
    checks.distinct_players(t, command.players)
    if len(command.players) < 2:
        raise Refusal("too-few-players", players=len(command.players), needed=2)
    if command.by not in WAYS_TO_SETTLE:
        raise Refusal("not-one-of", field="by", value=command.by, possible=WAYS_TO_SETTLE)
    checks.text(command.reason, "reason")
    checks.text(command.seed, "seed", required=command.by == "lot")
    order = command.players
    if command.by == "lot":
        order = checks.by_lot(command.seed, command.players)
    elif command.by == "decision":
        checks.reason(command.reason)
    return [TieSettled(order=order, by=command.by, seed=command.seed, reason=command.reason)]
