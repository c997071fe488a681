"""Incidents of a demo tournament: late players, absences, mistakes, corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from displays.demo.edition import Edition, Script, pending_boards, postponed_boards, somebody
from displays.demo.games import other_result, play_game
from engine.model import Phase, Result, Tournament
from ledger.acts.hall import Announce, WithdrawAnnouncement
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.results import CorrectResult, EnterResult
from ledger.acts.rounds import PublishRound, TakeBackRound

Incident = Callable[[Edition, Tournament], Script]
A_WHILE = 30  # beats
MISTYPED_IN = 2  # the round in which a result is typed wrongly and put right at once


def announce(edition: Edition, t: Tournament, text: str, beats: int = 0) -> Script:
    """For so long, or until the next one: nobody reads three notices."""
    for old in edition.hall.announcements:
        yield WithdrawAnnouncement(announcement=old.number)
    return (yield Announce(text=text, until=edition.in_beats(beats).isoformat() if beats else ""))


def register_late(edition: Edition, t: Tournament) -> Script:
    """A late player gets for the rounds missed what an absence counts as."""
    if edition.kind.is_closed:
        return t
    return (yield RegisterPlayers(players=(NewPlayer(player=edition.next_player(), missed=edition.kind.away),)))


def pair_again(edition: Edition, t: Tournament) -> Script:
    """Round 1 is on the wall when somebody comes without whom all-play-all would not be all."""
    if not edition.kind.is_closed or t.next_round != 2 or t.rounds[0].has_begun:
        return t
    yield TakeBackRound(round=1, reason=edition.phrase("reason-late"))
    yield TakeBackRound(round=1)  # nor is it a draft any more
    yield RegisterPlayers(players=(NewPlayer(player=edition.next_player()),))
    yield PairRound(round=1)
    return (yield PublishRound(round=1))


def announce_absence(edition: Edition, t: Tournament) -> Script:
    """Somebody cannot come to the round after the next one."""
    player = somebody(edition, t, t.next_round)
    if player is None:
        return t
    return (yield AnnounceAbsence(player=player, rounds=(t.next_round + 1,), outcome=edition.kind.away))


def announce_absences(edition: Edition, t: Tournament) -> Script:
    """Of a club some are always away."""
    for _ in range(edition.lot.randint(0, edition.kind.most_away)):
        player = somebody(edition, t, t.next_round)
        if player is not None:
            t = yield AnnounceAbsence(player=player, rounds=(t.next_round,), outcome=edition.kind.away)
    return t


def withdraw_somebody(edition: Edition, t: Tournament) -> Script:
    player = somebody(edition, t, t.next_round)
    if player is None:
        return t
    return (yield WithdrawPlayer(player=player, reason=edition.phrase("reason-ill")))


def announce_break(edition: Edition, t: Tournament) -> Script:
    return (yield from announce(edition, t, edition.phrase("coffee", round=t.next_round), A_WHILE))


def correct_later(edition: Edition, t: Tournament) -> Script:
    """A result of a round that is closed turns out to be wrong: the table moves."""
    closed = [played for played in t.rounds if played.phase is Phase.CLOSED]
    boards = [
        (r.number, n, b.result) for r in closed[-1:] for n, b in enumerate(r.boards, start=1) if b.result.is_played
    ]
    if not boards:
        return t
    number, board, stands = edition.lot.choice(boards)
    reason, result = edition.phrase("reason-sheets"), other_result(stands, edition.lot)
    return (yield CorrectResult(round=number, board=board, result=result, reason=reason))


def enter_mistyped(edition: Edition, t: Tournament, number: int, board: int, result: Result) -> Script:
    yield EnterResult(round=number, board=board, result=other_result(result, edition.lot))
    return (yield CorrectResult(round=number, board=board, result=result, reason=edition.phrase("reason-typed")))


def play_postponed_games(edition: Edition, t: Tournament) -> Script:
    """What was postponed is played before the next round."""
    for number in range(1, t.next_round):
        for board in postponed_boards(t, number):
            result = play_game(t, t.rounds[number - 1].boards[board - 1], edition.kind.draws, edition.lot)
            t = yield EnterResult(round=number, board=board, result=result)
    return t


# What happens before which round; before every round also: postponed games are played, some players are absent.
BEFORE_ROUND: Mapping[int, tuple[Incident, ...]] = {
    2: (register_late, announce_absence),
    4: (withdraw_somebody, announce_break),
    5: (correct_later,),
}
BEFORE_EVERY_ROUND: tuple[Incident, ...] = (play_postponed_games, announce_absences)


def before(edition: Edition, t: Tournament, number: int) -> Script:
    for incident in (*BEFORE_ROUND.get(number, ()), *(BEFORE_EVERY_ROUND if number > 1 else ())):
        t = yield from incident(edition, t)
    return t


def is_to_be_mistyped(t: Tournament, number: int) -> bool:
    """The first result of that round is the one."""
    return number == MISTYPED_IN and not t.rounds[number - 1].has_begun and len(pending_boards(t, number)) > 0
