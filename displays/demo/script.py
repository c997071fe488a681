"""The script of one edition: its commands from the first registration to the end."""

from __future__ import annotations

from displays.demo.edition import Edition, Script, pending_boards
from displays.demo.games import play_game
from displays.demo.incidents import (
    A_WHILE,
    announce,
    before,
    enter_mistyped,
    is_to_be_mistyped,
    pair_again,
    play_postponed_games,
)
from displays.demo.kinds import TournamentKind
from engine.model import Details, Tournament
from engine.registry import has_ladder
from ledger.acts.hall import SetClock
from ledger.acts.opening import FinishTournament, OpenTournament
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.acts.screens import SetScreen
from ledger.screen import Scene, Screen, Sight

TABLE, BOARDS, NEWS = "table", "boards", "news"  # the screens that every tournament has
AT_THE_DOOR = 4  # who come in together
TO_THE_BOARDS = 6  # beats from the pairing to the first result


def tournament_script(edition: Edition) -> Script:
    kind = edition.kind
    day = edition.pace.now().date().isoformat()
    t = yield OpenTournament(details=Details(edition.name, kind.place, starts=day), rules=kind.rules)
    t = yield from register_players(edition, t)
    t = yield from announce(edition, t, edition.phrase("welcome", name=edition.name), A_WHILE)
    if kind.draw is not None:
        t = yield kind.draw(seed=edition.stream)
    for number in range(1, kind.rules.rounds + 1):
        t = yield from before(edition, t, number)
        t = yield from play_round(edition, t, number)
    t = yield from play_postponed_games(edition, t)
    t = yield FinishTournament()
    return (yield from announce(edition, t, edition.phrase("goodbye", name=edition.name)))


def register_players(edition: Edition, t: Tournament) -> Script:
    """The first group is there before the screens are hung."""
    coming = [NewPlayer(player=edition.next_player()) for _ in range(edition.kind.players)]
    groups = [tuple(coming[first : first + AT_THE_DOOR]) for first in range(0, len(coming), AT_THE_DOOR)]
    t = yield RegisterPlayers(players=groups[0])
    for screen in screens(edition.kind):
        t = yield SetScreen(screen=screen)
    for group in groups[1:]:
        t = yield RegisterPlayers(players=group)
    return t


def screens(kind: TournamentKind) -> tuple[Screen, ...]:
    table = Sight.LADDER if has_ladder(kind.rules.system) else Sight.STANDINGS
    spoken = tuple(dict.fromkeys((kind.rules.language, "en")))
    return (
        Screen(BOARDS, (Scene(Sight.BOARDS), Scene(Sight.NAMES)), languages=spoken),
        Screen(TABLE, (Scene(table), Scene(Sight.CROSSTABLE)), languages=spoken),
        Screen(NEWS, (Scene(Sight.RESULTS), Scene(Sight.CLOCK), Scene(Sight.ANNOUNCEMENT)), languages=spoken),
    )


def play_round(edition: Edition, t: Tournament, number: int) -> Script:
    t = yield PairRound(round=number)
    t = yield PublishRound(round=number)
    t = yield from pair_again(edition, t)
    t = yield _clock(edition, t, number)
    while waiting := pending_boards(t, number):
        t = yield from enter_result(edition, t, number, edition.lot.choice(waiting))
    return (yield CloseRound(round=number))


def _clock(edition: Edition, t: Tournament, number: int) -> SetClock:
    """As long as the games will probably take, and a little."""
    starts = edition.in_beats(TO_THE_BOARDS)
    ends = edition.in_beats(TO_THE_BOARDS + 4 + len(pending_boards(t, number)) * 5 // 4)
    return SetClock(round=number, starts=starts.isoformat(), ends=ends.isoformat())


def enter_result(edition: Edition, t: Tournament, number: int, board: int) -> Script:
    """A board of somebody who is away, which only a schedule gives, is played on another day."""
    game = t.rounds[number - 1].boards[board - 1]
    if any(number in t.entries[player].absences for player in (game.white, game.black)):
        return (yield PostponeGame(round=number, board=board, reason=edition.phrase("reason-away")))
    result = play_game(t, game, edition.kind.draws, edition.lot)
    if is_to_be_mistyped(t, number):
        return (yield from enter_mistyped(edition, t, number, board, result))
    return (yield EnterResult(round=number, board=board, result=result))
