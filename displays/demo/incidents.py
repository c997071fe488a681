"""What befalls a tournament between and during its rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from displays.demo.games import another, ended
from displays.demo.setting import Setting, Story, pending, postponed, somebody
from engine.model import Phase, Result, Tournament
from ledger.commands import (
    Announce,
    AnnounceAbsence,
    CorrectResult,
    EnterResult,
    NewPlayer,
    PairRound,
    PublishRound,
    RegisterPlayers,
    TakeBackRound,
    WithdrawAnnouncement,
    WithdrawPlayer,
)

Incident = Callable[[Setting, Tournament], Story]
A_WHILE = 30  # beats
MISTYPED_IN = 2  # the round in which a result is typed wrongly and put right at once


def announced(setting: Setting, t: Tournament, text: str, beats: int = 0) -> Story:
    """For so long, or until the next one: nobody reads three notices."""
    for old in setting.hall.announcements:
        yield WithdrawAnnouncement(announcement=old.number)
    return (yield Announce(text=text, until=setting.in_beats(beats).isoformat() if beats else ""))


def late_entry(setting: Setting, t: Tournament) -> Story:
    """Who comes late gets for the rounds missed what an absence counts as."""
    if setting.kind.is_closed:
        return t
    return (yield RegisterPlayers(players=(NewPlayer(player=setting.comes(), missed=setting.kind.away),)))


def paired_once_more(setting: Setting, t: Tournament) -> Story:
    """Round 1 is on the wall when somebody comes without whom all-play-all would not be all."""
    if not setting.kind.is_closed or t.next_round != 2 or t.rounds[0].has_begun:
        return t
    yield TakeBackRound(round=1, reason=setting.said("reason-late"))
    yield RegisterPlayers(players=(NewPlayer(player=setting.comes()),))
    yield PairRound(round=1)
    return (yield PublishRound(round=1))


def absence(setting: Setting, t: Tournament) -> Story:
    """Somebody cannot come to the round after the next one."""
    player = somebody(setting, t, t.next_round)
    if player is None:
        return t
    return (yield AnnounceAbsence(player=player, rounds=(t.next_round + 1,), outcome=setting.kind.away))


def empty_chairs(setting: Setting, t: Tournament) -> Story:
    """Of a club some are always away."""
    for _ in range(setting.lot.randint(0, setting.kind.most_away)):
        player = somebody(setting, t, t.next_round)
        if player is not None:
            t = yield AnnounceAbsence(player=player, rounds=(t.next_round,), outcome=setting.kind.away)
    return t


def withdrawal(setting: Setting, t: Tournament) -> Story:
    player = somebody(setting, t, t.next_round)
    if player is None:
        return t
    return (yield WithdrawPlayer(player=player, reason=setting.said("reason-ill")))


def coffee(setting: Setting, t: Tournament) -> Story:
    return (yield from announced(setting, t, setting.said("coffee", round=t.next_round), A_WHILE))


def found_out_later(setting: Setting, t: Tournament) -> Story:
    """A result of a round that is closed turns out to be wrong: the table moves."""
    closed = [played for played in t.rounds if played.phase is Phase.CLOSED]
    boards = [
        (r.number, n, b.result) for r in closed[-1:] for n, b in enumerate(r.boards, start=1) if b.result.is_played
    ]
    if not boards:
        return t
    number, board, stands = setting.lot.choice(boards)
    reason, result = setting.said("reason-sheets"), another(stands, setting.lot)
    return (yield CorrectResult(round=number, board=board, result=result, reason=reason))


def mistyped(setting: Setting, t: Tournament, number: int, board: int, result: Result) -> Story:
    yield EnterResult(round=number, board=board, result=another(result, setting.lot))
    return (yield CorrectResult(round=number, board=board, result=result, reason=setting.said("reason-typed")))


def finished_games(setting: Setting, t: Tournament) -> Story:
    """What was postponed is played before the next round."""
    for number in range(1, t.next_round):
        for board in postponed(t, number):
            result = ended(t, t.rounds[number - 1].boards[board - 1], setting.kind.draws, setting.lot)
            t = yield EnterResult(round=number, board=board, result=result)
    return t


# Before which round what happens; before every round besides: games that were postponed, chairs that stay empty.
BEFORE_ROUND: Mapping[int, tuple[Incident, ...]] = {
    2: (late_entry, absence),
    4: (withdrawal, coffee),
    5: (found_out_later,),
}
BEFORE_EVERY_ROUND: tuple[Incident, ...] = (finished_games, empty_chairs)


def before(setting: Setting, t: Tournament, number: int) -> Story:
    for incident in (*BEFORE_ROUND.get(number, ()), *(BEFORE_EVERY_ROUND if number > 1 else ())):
        t = yield from incident(setting, t)
    return t


def is_mistyped(t: Tournament, number: int) -> bool:
    """The first result of that round is the one."""
    return number == MISTYPED_IN and not t.rounds[number - 1].has_begun and len(pending(t, number)) > 0
