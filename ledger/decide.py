"""``decide``: the events that a command causes, or a Refusal. It checks everything and changes nothing."""

from __future__ import annotations

from typing import assert_never

from engine.errors import Refusal
from ledger import commands as c
from ledger.decisions import corrections, disputes, hall, opening, players, results, roll_call, rounds, screens
from ledger.events import Event
from ledger.evolve import evolve
from ledger.state import State


def decide(state: State | None, command: c.Command) -> list[Event]:
    """``None`` is the state before a tournament was opened. No event means: it stands so already."""
    if isinstance(command, c.OpenTournament):
        return opening.open_tournament(state, command)
    if state is None:
        raise Refusal("no-such-tournament")
    t = state.tournament
    if t.is_finished and not isinstance(command, _AFTER_THE_END):
        raise Refusal("tournament-is-finished")
    match command:
        case c.ChangeDetails():
            return opening.change_details(t, command)
        case c.ChangeRules():
            return opening.change_rules(t, command)
        case c.FinishTournament():
            return opening.finish_tournament(state, command)
        case c.ReopenTournament():
            return opening.reopen_tournament(t, command)
        case c.RegisterPlayers():
            return players.register_players(t, command)
        case c.CorrectPlayer():
            return players.correct_player(t, command)
        case c.SetStartOrder():
            return players.set_start_order(t, command)
        case c.DrawLots():
            return players.draw_lots(t, command)
        case c.DrawFirstColour():
            return players.draw_first_colour(t, command)
        case c.WithdrawPlayer():
            return players.withdraw_player(t, command)
        case c.ReturnPlayer():
            return players.return_player(t, command)
        case c.AnnounceAbsence():
            return players.announce_absence(t, command)
        case c.CancelAbsence():
            return players.cancel_absence(t, command)
        case c.CheckIn():
            return roll_call.check_in(state, command)
        case c.UndoCheckIn():
            return roll_call.undo_check_in(state, command)
        case c.SeparatePlayers():
            return players.separate_players(t, command)
        case c.LiftSeparation():
            return players.lift_separation(t, command)
        case c.PairRound():
            return rounds.pair_round(t, command)
        case c.PairByHand():
            return rounds.pair_by_hand(t, command)
        case c.ChangeRound():
            return rounds.change_round(t, command)
        case c.PublishRound():
            return rounds.publish_round(t, command)
        case c.TakeBackRound():
            return rounds.take_back_round(t, command)
        case c.CloseRound():
            return rounds.close_round(state, command)
        case c.ReopenRound():
            return rounds.reopen_round(t, command)
        case c.EnterResult():
            return results.enter_result(t, command)
        case c.ApplyCorrections():
            return _apply_corrections(state, command)
        case c.CorrectResult():
            return results.correct_result(t, command)
        case c.DisputeResult():
            return disputes.dispute_result(state, command)
        case c.ConfirmResult():
            return disputes.confirm_result(state, command)
        case c.CorrectColours():
            return results.correct_colours(t, command)
        case c.PostponeGame():
            return results.postpone_game(t, command)
        case c.CorrectSitOut():
            return results.correct_sit_out(t, command)
        case c.RecordExtraGame():
            return results.record_extra_game(t, command)
        case c.CorrectExtraGame():
            return results.correct_extra_game(t, command)
        case c.AdjustPoints():
            return results.adjust_points(t, command)
        case c.SettleTie():
            return results.settle_tie(t, command)
        case c.Announce():
            return hall.announce(state, command)
        case c.WithdrawAnnouncement():
            return hall.withdraw_announcement(state, command)
        case c.SetClock():
            return hall.set_clock(state, command)
        case c.ClearClock():
            return hall.clear_clock(state, command)
        case c.SetScreen():
            return screens.set_screen(state, command)
        case c.RemoveScreen():
            return screens.remove_screen(state, command)
        case _:
            assert_never(command)


# A finished tournament is still announced, described and shown, and what was disputed of it is settled; everything else
# waits for it to be opened again.
_AFTER_THE_END = (
    *(c.ReopenTournament, c.ApplyCorrections, c.Announce, c.WithdrawAnnouncement),
    *(c.ChangeDetails, c.SetScreen, c.RemoveScreen, c.ConfirmResult),
)


def _apply_corrections(state: State, command: c.ApplyCorrections) -> list[Event]:
    """Each is decided on what the ones before it leave."""
    decided: list[Event] = []
    for step in corrections.steps(state.tournament, command):
        for event in decide(state, step):
            decided.append(event)
            state = evolve(state, event)
    return decided
