"""The doors through which a tournament is written to: one line for each command.

The body of a door is the command without the fields that its address gives; where a form is more convenient, the line
names one and says how it becomes a command. A command without a line here fails a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from displays.web.access.roles import Act
from displays.web.api.forms import CorrectPlayerForm, RegisterForm
from engine.registry import USUAL_SWISS
from ledger import commands as c


class Line(msgspec.Struct, frozen=True):
    name: str
    method: str
    path: str  # below /api/t/{id}; a part in braces fills the field of that name
    command: type[c.Request]
    example: Mapping[str, object] = {}
    act: Act = Act.DIRECT
    form: type[msgspec.Struct] | None = None
    made_from: Callable[..., c.Request] | None = None  # the command from the form and the fields of the address


def _registered(form: RegisterForm) -> c.Request:
    return form.command()


def _corrected(form: CorrectPlayerForm, player: int) -> c.Request:
    return form.correction(player)


_GAME = "/extra-games/{game}"
_ROUND, _BOARD, _PLAYER = "/rounds/{round}", "/rounds/{round}/boards/{board}", "/players/{player}"
_BOARDS = [{"white": 1, "black": 4}, {"white": 2, "black": 3}]
_RULES: dict[str, Any] = {"system": USUAL_SWISS, "rounds": 7, "tiebreaks": ["BH/C1", "BH", "SB", "DE"]}
_DETAILS = {"name": "Spring Open", "place": "Tartu", "starts": "2026-05-01", "ends": "2026-05-03"}
_SCREEN = {"name": "door", "scenes": [{"view": "names"}]}
_CLOCK = {"starts": "2026-05-01T14:00Z", "ends": "2026-05-01T18:00Z"}
_COIN = "The coin fell off the table."  # drawn again
_MISREAD = {"reason": "The slip was misread."}

LINES: tuple[Line, ...] = (
    # What is asked most often stands first: the routes are tried in this order.
    Line("enter-result", "POST", f"{_BOARD}/result", c.EnterResult, {"result": "1-0"}, Act.ENTER_RESULTS),
    Line("correct-result", "POST", f"{_BOARD}/correction", c.CorrectResult, {"result": "1/2", **_MISREAD}),
    Line("dispute-result", "POST", f"{_BOARD}/dispute", c.DisputeResult, {"result": "0-1"}, Act.ENTER_RESULTS),
    # Arbiters; of others only who typed it (``allow_settling``).
    Line("confirm-result", "DELETE", "/disputes/{dispute}", c.ConfirmResult, act=Act.ENTER_RESULTS),
    Line("correct-colours", "POST", f"{_BOARD}/colours", c.CorrectColours, {"white": 4, "reason": "They swapped."}),
    Line("postpone-game", "POST", f"{_BOARD}/postponement", c.PostponeGame, {"until": "Tuesday", "reason": "Illness"}),
    # Rounds.
    Line("pair-round", "POST", f"{_ROUND}/pairing", c.PairRound),
    Line("pair-by-hand", "POST", f"{_ROUND}/boards", c.PairByHand, {"boards": _BOARDS}),
    Line("change-round", "PUT", f"{_ROUND}/boards", c.ChangeRound, {"boards": _BOARDS, "reason": "Same club."}),
    Line("publish-round", "POST", f"{_ROUND}/publication", c.PublishRound),
    Line("take-back-round", "DELETE", f"{_ROUND}/publication", c.TakeBackRound, {"reason": "A player was forgotten."}),
    Line("close-round", "POST", f"{_ROUND}/closing", c.CloseRound),
    Line("reopen-round", "DELETE", f"{_ROUND}/closing", c.ReopenRound, {"reason": "Closed too early."}),
    Line(
        "correct-sit-out",
        "PUT",
        f"{_ROUND}/sit-outs/{{player}}",
        c.CorrectSitOut,
        {"outcome": "half-bye", "reason": "Asked for it in time."},
    ),
    Line("set-clock", "PUT", f"{_ROUND}/clock", c.SetClock, _CLOCK),
    Line("clear-clock", "DELETE", f"{_ROUND}/clock", c.ClearClock),
    # Players.
    Line(
        "register-players",
        "POST",
        "/players",
        c.RegisterPlayers,
        {"players": [{"name": "Anna Smit", "rating": 1900, "club": "Utrecht"}]},
        form=RegisterForm,
        made_from=_registered,
    ),
    Line(
        "correct-player",
        "PUT",
        _PLAYER,
        c.CorrectPlayer,
        {"name": "Anna Smit", "rating": 1910, "reason": "The list of May."},
        form=CorrectPlayerForm,
        made_from=_corrected,
    ),
    Line("withdraw-player", "POST", f"{_PLAYER}/withdrawal", c.WithdrawPlayer, {"from_round": 3, "reason": "Illness"}),
    Line("return-player", "DELETE", f"{_PLAYER}/withdrawal", c.ReturnPlayer, {"from_round": 5}),
    Line("announce-absence", "POST", f"{_PLAYER}/absences", c.AnnounceAbsence, {"rounds": [3], "outcome": "half-bye"}),
    Line("cancel-absence", "DELETE", f"{_PLAYER}/absences", c.CancelAbsence, {"rounds": [3]}),
    Line("check-in", "PUT", f"{_ROUND}/check-in/{{player}}", c.CheckIn, act=Act.ENTER_RESULTS),
    Line("undo-check-in", "DELETE", f"{_ROUND}/check-in/{{player}}", c.UndoCheckIn, act=Act.ENTER_RESULTS),
    Line("adjust-points", "POST", f"{_PLAYER}/points", c.AdjustPoints, {"round": 1, "points": -1, "reason": "Phone."}),
    Line("set-start-order", "PUT", "/start-order", c.SetStartOrder, {"order": [2, 1, 3, 4]}),
    Line("draw-lots", "POST", "/lots", c.DrawLots, {"seed": "17 03 42"}),
    Line("draw-first-colour", "POST", "/first-colour", c.DrawFirstColour, {"colour": "white", "reason": _COIN}),
    Line("separate-players", "POST", "/separations", c.SeparatePlayers, {"players": [1, 2], "reason": "Siblings"}),
    Line("lift-separation", "DELETE", "/separations", c.LiftSeparation, {"players": [1, 2]}),
    # The tournament.
    Line("change-details", "PUT", "/details", c.ChangeDetails, {"details": _DETAILS}),
    Line("change-rules", "PUT", "/rules", c.ChangeRules, {"rules": {**_RULES, "rounds": 9}, "reason": "More time."}),
    Line(
        "record-extra-game",
        "POST",
        "/extra-games",
        c.RecordExtraGame,
        {"purpose": "play-off", "white": 1, "black": 2, "result": "1-0"},
    ),
    Line("correct-extra-game", "POST", f"{_GAME}/correction", c.CorrectExtraGame, {"result": "0-1", **_MISREAD}),
    Line(
        "apply-corrections",
        "POST",
        "/corrections",
        c.ApplyCorrections,
        {"corrections": [{"do": "correct-result", "round": 1, "board": 1, "result": "1/2", **_MISREAD}]},
    ),
    Line("settle-tie", "POST", "/ties", c.SettleTie, {"players": [1, 2], "by": "lot", "seed": "heads"}),
    Line("finish-tournament", "POST", "/finish", c.FinishTournament),
    Line("reopen-tournament", "DELETE", "/finish", c.ReopenTournament, {"reason": "A protest was granted."}),
    # The hall.
    Line("announce", "POST", "/announcements", c.Announce, {"text": "Prize-giving at 18:00."}),
    Line("withdraw-announcement", "DELETE", "/announcements/{announcement}", c.WithdrawAnnouncement),
    Line("set-screen", "PUT", "/screens", c.SetScreen, {"screen": _SCREEN}, Act.CONTROL_SCREENS),
    Line("remove-screen", "DELETE", "/screens/{name}", c.RemoveScreen, act=Act.CONTROL_SCREENS),
)

# Who may ask for what, also through the door that takes every command.
ACTS: Mapping[type, Act] = {**{line.command: line.act for line in LINES}, c.OpenTournament: Act.OPEN}
OPENING: dict[str, object] = {"id": "spring-2026", "details": _DETAILS, "rules": _RULES}
