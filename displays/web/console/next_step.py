"""The next step of a tournament: what its arbiter, or a helper at some boards, has to do now."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from displays.web.access.roles import Visitor
from engine.dummy import always_draws, intermediate_games
from engine.errors import NoPairing
from engine.model import Phase, Result, Round, Tournament
from engine.registry import SYSTEMS, has_ladder, needs_first_colour, needs_lots
from engine.standings import Tie, ties
from ledger.acts.permission import Permission
from ledger.state import Hall, State

BOARDS_NAMED = 12  # of those that wait for somebody; more are counted


class Step(msgspec.Struct, frozen=True):
    """``code`` is the key of its words; ``below`` the page on which it is done."""

    code: str
    below: str
    round: int = 0
    boards: tuple[int, ...] = ()
    more: int = 0  # boards that are not named
    ties: int = 0  # places that are still shared, before the tournament is finished
    button: str = ""  # by which it is done there

    @property
    def facts(self) -> dict[str, int | str]:
        named = ", ".join(map(str, self.boards)) + (f" … (+{self.more})" if self.more else "")
        return {"round": self.round, "count": len(self.boards) + self.more, "boards": named}


IsMine = Callable[[int], bool]  # whether the reader enters the results of a board


def step_of_visitor(visitor: Visitor, stream: str, state: State) -> Step:
    """Whoever only enters results is told of their boards; ``state``: as they see it."""
    if visitor.may(Permission.DIRECT, stream):
        return next_step(state)
    return helpers_step(state, lambda board: visitor.may(Permission.ENTER_RESULTS, stream, board))


def next_step(state: State) -> Step:
    """Of who directs the tournament."""
    t = state.tournament
    if t.is_finished:
        return Step("finished", "standings")
    if not t.rounds or t.rounds[-1].phase is Phase.CLOSED:
        return _between_rounds(state)
    return _in_round(state.hall, t.rounds[-1])


def helpers_step(state: State, is_mine: IsMine) -> Step:
    """Of a helper at some boards, who neither pairs nor closes."""
    t = state.tournament
    if t.is_finished:
        return Step("finished", "standings")
    if t.rounds and t.rounds[-1].phase is Phase.PUBLISHED:
        return _at_own_boards(state.hall, t.rounds[-1], is_mine)
    for played in t.rounds:
        waiting = tuple(filter(is_mine, played.boards_with(Result.POSTPONED)))
        if waiting:
            return _about_boards("postponed", played, waiting)
    return Step("wait-for-round", "standings" if t.rounds else "players", len(t.rounds) + 1)


def _between_rounds(state: State) -> Step:
    t, hall = state.tournament, state.hall
    if len(t.entries) < 2:
        return Step("add-players", "players")
    if t.next_round <= t.rules.rounds:
        if not t.rounds and t.first_colour is None and needs_first_colour(t.rules.system):
            return Step("draw-colour", "players")
        if not t.rounds and needs_lots(t.rules) and any(player.lot is None for player in t.players):
            return Step("draw-lots", "lots")
        if is_intermediate_due(t):
            return Step("intermediate", "intermediate", t.next_round)
        return Step("pair", f"rounds/{t.next_round}", t.next_round, button="preview-button")
    for played in t.rounds:
        waiting = played.boards_with(Result.POSTPONED)
        if waiting:
            return _about_boards("postponed", played, waiting)
        disputed = hall.disputed_boards(played.number)
        if disputed:
            return _about_boards("settle", played, disputed)
    return Step("finish", "", len(t.rounds), ties=len(open_ties(t)))


def is_intermediate_due(t: Tournament) -> bool:
    """KNDB modification 2: the last round is to be paired, and the games before it are not all known."""
    system = SYSTEMS.get(t.rules.system)
    if system is None or system.intermediate is None or not always_draws(t.rules) or t.is_finished:
        return False
    if not 1 < t.next_round == t.rules.rounds or t.rounds[-1].phase is not Phase.CLOSED:
        return False
    played = intermediate_games(t)
    try:
        boards = system.intermediate.pair(t).boards
    except NoPairing:
        return True  # its page says why
    return any(board.white not in played for board in boards)


def open_ties(t: Tournament) -> tuple[Tie, ...]:
    """What is left to be settled: who is level in everything; the first place also where a play-off was agreed on."""
    if has_ladder(t.rules.system):
        return ()
    known = (tie for tie in ties(t) if not tie.settled_by)
    return tuple(tie for tie in known if tie.place == 1 or not tie.is_before_others)


def _in_round(hall: Hall, played: Round) -> Step:
    if played.phase is Phase.PAIRED:
        return Step("publish", f"rounds/{played.number}", played.number, button="publish")
    if not played.is_complete:
        return _about_boards("results", played, played.boards_with(Result.PENDING))
    disputed = hall.disputed_boards(played.number)
    if disputed:
        return _about_boards("disputes", played, disputed)
    return Step("close", f"rounds/{played.number}", played.number, button="close-round")


def _at_own_boards(hall: Hall, played: Round, is_mine: IsMine) -> Step:
    """Of a helper, who can do nothing about the others; how many wait there is told."""
    pending = played.boards_with(Result.PENDING)
    mine = tuple(filter(is_mine, pending))
    if mine:
        return _about_boards("own-results", played, mine)
    disputed = tuple(filter(is_mine, hall.disputed_boards(played.number)))
    if disputed:
        return _about_boards("disputes", played, disputed)
    return Step("own-results-in", f"rounds/{played.number}", played.number, more=len(pending))


def _about_boards(code: str, played: Round, boards: tuple[int, ...]) -> Step:
    return Step(
        code,
        f"rounds/{played.number}",
        played.number,
        boards[:BOARDS_NAMED],
        max(0, len(boards) - BOARDS_NAMED),
    )
