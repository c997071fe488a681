"""The golden files as tournaments. Three kinds: a season, the worked example of the text, a published club table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from engine.model import (
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    PlayerId,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)

RESULTS = {"1-0": Result.WHITE_WINS, "1/2-1/2": Result.DRAW, "0-1": Result.BLACK_WINS}
ROUNDING = {"ceil_half": "up-to-half", "nearest_half": "nearest-half", "exact": "exact"}

Case = dict[str, Any]


def kind_of(case: Case) -> str:
    kinds = {"one_pass": "season", "start_ladder": "example", "table": "table"}
    return next(kind for key, kind in kinds.items() if key in case)


def season(case: Case) -> Tournament:
    """The whole season; leavers are withdrawn, late joiners come later, and both are left out of the sit-outs."""
    entries = {player["id"]: _entry(player) for player in case["players"]}
    rounds = tuple(_round(played, entries) for played in case["rounds"])
    return Tournament(
        Details("season"),
        Rules("keizer", len(rounds), options=_options(case["rules"])),
        entries,
        rounds,
        tuple(case["start_order"]),
    )


def before_round(t: Tournament, played: Case) -> Tournament:
    """What was known when that round was paired: the rounds before it, and who had said that he would not come."""
    away = {*played["absent_notified"], *played["absent_unnotified"], *played["team_duty"]}
    number = played["round"]
    entries = {n: replace(e, absences={number: Outcome.ABSENT} if n in away else {}) for n, e in t.entries.items()}
    return replace(t.up_to(number - 1), entries=entries)


def by_name(names: list[str], games: list[list[Case]], top_value: str) -> Tournament:
    """A tournament of named players, numbered 1, 2, 3 … in the order of the start."""
    number = {name: n for n, name in enumerate(names, start=1)}
    entries = {n: Entry(Player(n, name)) for name, n in number.items()}
    rounds = tuple(
        Round(r, tuple(Board(number[g["white"]], number[g["black"]], RESULTS[g["result"]]) for g in played))
        for r, played in enumerate(games, start=1)
    )
    rules = Rules("keizer", len(rounds), options={"top_value": top_value})
    return Tournament(Details("named"), rules, entries, rounds, tuple(entries))


def totals(of: dict[str, str]) -> dict[PlayerId, Fraction]:
    return {int(player): Fraction(total) for player, total in of.items()}


def _options(rules: Case) -> dict[str, bool | int | str]:
    options = {
        "top_value": rules["top_value"],
        "step": rules["value_step"],
        "own_value": "once" if rules["own_value_counts"] else "never",
        "win": rules["win"],
        "draw": rules["draw"],
        "loss": rules["loss"],
        "no_game": rules["bye"],
        "team_duty": rules["team_duty"],
        "absence": rules["absence"]["fraction"],
        "absence_falling": rules["absence"]["decreasing"],
        "absence_times": rules["absence"]["max_compensated"],
        "absence_unnotified": rules["absence_unnotified"],
        "rounding": ROUNDING[rules["rounding"]],
        "rematch_gap": rules["rematch_gap"],
        "max_meetings": rules["max_meetings"],
    }
    return {name: value for name, value in options.items() if value is not None}


def _entry(player: Case) -> Entry:
    left = player["leaves_after_round"]
    withdrawals = () if left is None else (Withdrawal(left + 1),)
    return Entry(
        Player(player["id"], f"Player {player['id']}", player["rating"]),
        player["joins_round"],
        withdrawals=withdrawals,
    )


def _round(played: Case, entries: dict[PlayerId, Entry]) -> Round:
    number = played["round"]
    byes = [] if played["bye"] is None else [played["bye"]]
    sitouts = (
        *(SitOut(player, Outcome.PAIRING_BYE) for player in byes),
        *(SitOut(player, Outcome.TEAM_DUTY) for player in played["team_duty"]),
        *(SitOut(p, Outcome.ABSENT) for p in played["absent_notified"] if entries[p].takes_part_in(number)),
        *(SitOut(player, Outcome.ABSENT_UNNOTIFIED) for player in played["absent_unnotified"]),
    )
    boards = tuple(Board(game["white"], game["black"], RESULTS[game["result"]]) for game in played["games"])
    return Round(number, boards, sitouts)
