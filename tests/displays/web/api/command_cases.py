"""A request for every command of the API: at which stage of a tournament it is asked, with what, what comes of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.displays.web.api.club import ADJOURNMENT, ANNOUNCEMENT, CATEGORY, DISPUTE, REASON, WELCOME

BOARDS = {"boards": [{"white": 2, "black": 1}, {"white": 4, "black": 3}]}


class Case(NamedTuple):
    stage: str  # at which it is asked
    address: str  # below the tournament's
    body: dict[str, Any]
    event: str  # of the first record that it causes


CASES: dict[str, Case] = {
    "enter-result": Case("published", "/rounds/1/boards/1/result", {"result": "1-0"}, "result-entered"),
    "correct-result": Case("played", "/rounds/1/boards/1/correction", {"result": "0-1", **REASON}, "result-corrected"),
    "dispute-result": Case("played", "/rounds/1/boards/1/dispute", {"result": "0-1"}, "result-disputed"),
    "confirm-result": Case("disputed", f"/disputes/{DISPUTE}", {}, "result-confirmed"),
    "confirm-report": Case("reported", "/rounds/1/boards/1/confirmation", {}, "report-confirmed"),
    "report-result": Case("reporting", "/players/1/report", {"round": 1, "result": "1-0"}, "result-entered"),
    "change-member-rights": Case(
        "entered", "/member-rights", {"results": True, "absent": True}, "member-rights-changed"
    ),
    "check-in": Case("entered", "/rounds/1/check-in/1", {}, "player-checked-in"),
    "undo-check-in": Case("called", "/rounds/2/check-in/1", {}, "check-in-undone"),
    "correct-colours": Case("published", "/rounds/1/boards/1/colours", REASON, "colours-corrected"),
    "postpone-game": Case("published", "/rounds/1/boards/1/postponement", {}, "game-postponed"),
    "pair-round": Case("entered", "/rounds/1/pairing", {}, "round-paired"),
    "pair-by-hand": Case("entered", "/rounds/1/boards", BOARDS, "round-paired"),
    "change-round": Case("drafted", "/rounds/1/boards", BOARDS | REASON, "round-changed"),
    "publish-round": Case("drafted", "/rounds/1/publication", {}, "round-published"),
    "take-back-round": Case("published", "/rounds/1/publication", REASON, "publication-taken-back"),
    "close-round": Case("played", "/rounds/1/closing", {}, "round-closed"),
    "reopen-round": Case("closed", "/rounds/1/closing", REASON, "round-reopened"),
    "correct-sit-out": Case("drafted", "/rounds/1/sit-outs/5", {"outcome": "absent", **REASON}, "sit-out-corrected"),
    "set-clock": Case(
        "entered", "/rounds/2/clock", {"starts": "2026-05-02T10:00Z", "ends": "2026-05-02T14:00Z"}, "clock-set"
    ),
    "clear-clock": Case("entered", "/rounds/1/clock", {}, "clock-cleared"),
    "register-players": Case("entered", "/players", {"players": [{"name": "Late"}]}, "player-registered"),
    "correct-player": Case("entered", "/players/1", {"name": "Anna Smit", **REASON}, "player-corrected"),
    "update-ratings": Case(
        "entered",
        "/ratings",
        {"changes": [{"player": 1, "old": {"rating": 1900}, "new": {"rating": 1920}}]},
        "ratings-updated",
    ),
    "remove-players": Case("entered", "/players", {"players": [2, 3]}, "player-removed"),
    "take-back-list": Case("listed", "/lists/1", REASON, "list-taken-back"),
    "withdraw-player": Case("entered", "/players/1/withdrawal", {}, "player-withdrawn"),
    "return-player": Case("withdrawn", "/players/4/withdrawal", {}, "player-returned"),
    "announce-absence": Case("entered", "/players/1/absences", {"rounds": [2, 3]}, "absence-announced"),
    "cancel-absence": Case("entered", "/players/5/absences", {"rounds": [1]}, "absence-cancelled"),
    "set-half-byes": Case("withdrawn", "/players/1/half-byes", {"allowed": False}, "half-byes-set"),
    "correct-for-rating": Case(
        "closed", "/rounds/1/boards/1/rating-result", {"result": "0-1", **REASON}, "rating-corrected"
    ),
    "undo-record": Case("adjourned", f"/records/{ADJOURNMENT}/undoing", REASON, "result-corrected"),
    "adjust-points": Case("published", "/players/1/points", {"round": 1, "points": -1, **REASON}, "points-adjusted"),
    "set-start-order": Case("free", "/start-order", {"order": [5, 4, 3, 2, 1]}, "start-order-set"),
    "renumber-players": Case("reordered", "/start-order/renumbering", REASON, "players-renumbered"),
    "show-start-numbers": Case("free", "/start-numbers", {"shown": True}, "start-numbers-shown"),
    "exchange-numbers": Case("level", "/start-order/exchange", {"player": 1, "other": 2}, "numbers-exchanged"),
    "draw-position": Case("free", "/rounds/1/position", {"seed": "17"}, "position-drawn"),
    "set-external-values": Case("entered", "/external-values", {"values": {"1": "12.5"}}, "external-values-set"),
    "draw-lot": Case("entered", "/players/2/lot", {"seed": "17"}, "lot-drawn"),
    "draw-lots": Case("entered", "/lots", {"seed": "17"}, "lots-drawn"),
    "draw-first-colour": Case(
        "entered", "/first-colour", {"colour": "black", "reason": "The coin rolled away."}, "first-colour-drawn"
    ),
    "change-public-fields": Case("entered", "/public-fields", {"fields": ["club"]}, "public-fields-changed"),
    "show-initials": Case("entered", "/players/1/initials", {}, "initials-shown"),
    "show-name": Case("by-initials", "/players/1/initials", {}, "name-shown"),
    "separate-players": Case("entered", "/separations", {"players": [1, 2]}, "players-separated"),
    "lift-separation": Case("entered", "/separations", {"players": [5, 3]}, "separation-lifted"),
    "set-fees": Case(
        "entered", "/fees", {"currency": "EUR", "tariffs": [{"name": "Normal", "amount": 2500}]}, "fees-set"
    ),
    "set-tariff": Case("with-fees", "/players/1/tariff", {"tariff": "Youth"}, "tariff-set"),
    "record-payment": Case("with-fees", "/players/1/payment", {"amount": 2500}, "payment-recorded"),
    "take-back-payment": Case("with-fees", "/players/2/payment", {}, "payment-taken-back"),
    "define-category": Case(
        "entered", "/categories", {"name": "Women", "conditions": "sex=w", "is_public": True}, "category-defined"
    ),
    "change-category": Case(
        "grouped", f"/categories/{CATEGORY}", {"name": "Newcomers", "players": [1, 2]}, "category-changed"
    ),
    "remove-category": Case("grouped", f"/categories/{CATEGORY}", {}, "category-removed"),
    "define-period": Case("entered", "/periods", {"name": "Spring", "from_round": 2}, "period-defined"),
    "change-period": Case("in-periods", "/periods/1", {"name": "After Christmas", "from_round": 3}, "period-changed"),
    "remove-period": Case("in-periods", "/periods/1", {}, "period-removed"),
    "change-details": Case("entered", "/details", {"details": {"name": "Another name"}}, "details-changed"),
    "change-rules": Case(
        "entered", "/rules", {"rules": {"system": "fide-dutch-2026", "rounds": 4}, **REASON}, "rules-changed"
    ),
    "mark-report-sent": Case(
        "entered",
        "/sent-reports",
        {"version": 1, "sha256": "0f" * 32, "recipient": "federation", "is_interim": True},
        "report-sent",
    ),
    "leave-fide-mode": Case("entered", "/fide-mode", REASON, "fide-mode-left"),
    "record-extra-game": Case(
        "closed",
        "/extra-games",
        {"purpose": "play-off", "white": 1, "black": 2, "result": "1-0"},
        "extra-game-played",
    ),
    "correct-extra-game": Case(
        "extra", "/extra-games/1/correction", {"result": "0-1", **REASON}, "extra-game-corrected"
    ),
    "take-back-extra-game": Case("extra", "/extra-games/1", REASON, "extra-game-taken-back"),
    "apply-corrections": Case(
        "played",
        "/corrections",
        {"corrections": [{"do": "correct-result", "round": 1, "board": 2, "result": "0-1", **REASON}]},
        "result-corrected",
    ),
    "settle-tie": Case("entered", "/ties", {"players": [2, 1], "by": "decision", **REASON}, "tie-settled"),
    "finish-tournament": Case("closed", "/finish", REASON, "tournament-finished"),
    "reopen-tournament": Case("finished", "/finish", REASON, "tournament-reopened"),
    "correct-time": Case("entered", "/time", REASON, "time-corrected"),
    "announce": Case("entered", "/announcements", {"text": "Tea"}, "announced"),
    "withdraw-announcement": Case("entered", f"/announcements/{ANNOUNCEMENT}", {}, "announcement-withdrawn"),
    "set-screen": Case(
        "entered", "/screens", {"screen": {"name": "stage", "scenes": [{"view": "boards"}]}}, "screen-set"
    ),
    "remove-screen": Case("entered", "/screens/door", {}, "screen-removed"),
    "set-schedule": Case(
        "entered", "/schedule", {"schedule": [{"starts": "2026-05-01T14:00", "round": 1}]}, "schedule-set"
    ),
    "move-round": Case("scheduled", "/rounds/2/start", {"starts": "2026-05-02T11:00", **REASON}, "round-moved"),
    "enter-absences": Case(
        "scheduled",
        "/absences",
        {"absences": [{"do": "announce-absence", "player": 3, "days": ["2026-05-02"], "outcome": "team-duty"}]},
        "absence-announced",
    ),
    "cancel-evening": Case("scheduled", "/evenings/2026-05-02/cancellation", REASON, "evening-cancelled"),
    "move-evening": Case("scheduled", "/evenings/2026-05-03/day", {"to": "2026-05-05", **REASON}, "evening-moved"),
    "reinstate-evening": Case("put-off", "/evenings/2026-05-02/cancellation", {}, "evening-reinstated"),
}
CASES |= {
    "add-section": Case("festival", "/sections", {"section": "b"}, "section-added"),
    "remove-section": Case("festival", "/sections/a", {}, "section-removed"),
    "festival-withdraw-announcement": Case("festival", f"/announcements/{WELCOME}", {}, "announcement-withdrawn"),
    **{
        f"festival-{name}": CASES[name]._replace(stage="festival")
        for name in (
            *("set-clock", "clear-clock", "announce", "change-details", "correct-time", "set-screen", "remove-screen"),
            "set-schedule",
        )
    },
}
