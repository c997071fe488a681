"""The story of one edition, from the first registration to the last handshake."""

from __future__ import annotations

from displays.demo.games import ended
from displays.demo.incidents import A_WHILE, announced, before, finished_games, is_mistyped, mistyped, paired_once_more
from displays.demo.kinds import Kind
from displays.demo.setting import Setting, Story, pending
from engine.model import Details, Tournament
from engine.registry import has_ladder
from ledger.commands import (
    CloseRound,
    EnterResult,
    FinishTournament,
    NewPlayer,
    OpenTournament,
    PairRound,
    PostponeGame,
    PublishRound,
    RegisterPlayers,
    SetClock,
    SetScreen,
)
from ledger.screen import Scene, Screen, Sight

TABLE, BOARDS, NEWS = "table", "boards", "news"  # the screens that every tournament has
AT_THE_DOOR = 4  # who come in together
TO_THE_BOARDS = 6  # beats from the pairing to the first result


def story(setting: Setting) -> Story:
    kind = setting.kind
    day = setting.tempo.now().date().isoformat()
    t = yield OpenTournament(details=Details(setting.name, kind.place, starts=day), rules=kind.rules)
    t = yield from arriving(setting, t)
    t = yield from announced(setting, t, setting.said("welcome", name=setting.name), A_WHILE)
    if kind.draw is not None:
        t = yield kind.draw(seed=setting.stream)
    for number in range(1, kind.rules.rounds + 1):
        t = yield from before(setting, t, number)
        t = yield from a_round(setting, t, number)
    t = yield from finished_games(setting, t)
    t = yield FinishTournament()
    return (yield from announced(setting, t, setting.said("goodbye", name=setting.name)))


def arriving(setting: Setting, t: Tournament) -> Story:
    """The first group is there before the screens are hung."""
    coming = [NewPlayer(player=setting.comes()) for _ in range(setting.kind.players)]
    groups = [tuple(coming[first : first + AT_THE_DOOR]) for first in range(0, len(coming), AT_THE_DOOR)]
    t = yield RegisterPlayers(players=groups[0])
    for screen in screens(setting.kind):
        t = yield SetScreen(screen=screen)
    for group in groups[1:]:
        t = yield RegisterPlayers(players=group)
    return t


def screens(kind: Kind) -> tuple[Screen, ...]:
    table = Sight.LADDER if has_ladder(kind.rules.system) else Sight.STANDINGS
    spoken = tuple(dict.fromkeys((kind.rules.language, "en")))
    return (
        Screen(BOARDS, (Scene(Sight.BOARDS), Scene(Sight.NAMES)), languages=spoken),
        Screen(TABLE, (Scene(table), Scene(Sight.CROSSTABLE)), languages=spoken),
        Screen(NEWS, (Scene(Sight.RESULTS), Scene(Sight.CLOCK), Scene(Sight.ANNOUNCEMENT)), languages=spoken),
    )


def a_round(setting: Setting, t: Tournament, number: int) -> Story:
    t = yield PairRound(round=number)
    t = yield PublishRound(round=number)
    t = yield from paired_once_more(setting, t)
    t = yield _clock(setting, t, number)
    while waiting := pending(t, number):
        t = yield from a_result(setting, t, number, setting.lot.choice(waiting))
    return (yield CloseRound(round=number))


def _clock(setting: Setting, t: Tournament, number: int) -> SetClock:
    """As long as the games will probably take, and a little."""
    starts = setting.in_beats(TO_THE_BOARDS)
    ends = setting.in_beats(TO_THE_BOARDS + 4 + len(pending(t, number)) * 5 // 4)
    return SetClock(round=number, starts=starts.isoformat(), ends=ends.isoformat())


def a_result(setting: Setting, t: Tournament, number: int, board: int) -> Story:
    """A board of somebody who is away, which only a schedule gives, is played on another day."""
    game = t.rounds[number - 1].boards[board - 1]
    if any(number in t.entries[player].absences for player in (game.white, game.black)):
        return (yield PostponeGame(round=number, board=board, reason=setting.said("reason-away")))
    result = ended(t, game, setting.kind.draws, setting.lot)
    if is_mistyped(t, number):
        return (yield from mistyped(setting, t, number, board, result))
    return (yield EnterResult(round=number, board=board, result=result))
