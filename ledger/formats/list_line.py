"""One line of a list of players → a registration, or what is wrong with it; and what was made alike on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import RatingOf, RatingRule, Tournament
from engine.ratings import NATIONAL, find_counting
from ledger.acts.players import NewPlayer, check_player
from ledger.acts.ratings import HIGHEST_RATING
from ledger.formats.player_cells import Adjusted, tidy, value_of
from ledger.formats.player_columns import IDS, PARTS_OF_A_NAME, RATINGS, ROUNDS_OUT, SECTION
from ledger.formats.player_sheet import Row

_CODE = re.compile(r"[A-Z]{3}")  # of a federation


class Reading:
    """One row: the registration, or what is wrong with it; and what was made alike. ``t``: says whose national ratings
    they are, if the list does not, and which one counts."""

    def __init__(self, row: Row, fields: Sequence[str | None], t: Tournament | None = None) -> None:
        self.row = row
        self.is_merged = False  # into somebody who is there already
        self._federation = "" if t is None else t.details.federation.upper()
        self._rule = RatingRule() if t is None else t.rules.ratings
        self.problems: list[RoundlogError] = []
        self.adjusted: list[Adjusted] = []
        self.new: NewPlayer | None = None
        self._register(self._cells(fields), fields)

    def _cells(self, fields: Sequence[str | None]) -> dict[str, Any]:
        cells = self.row.cells
        if len(cells) > len(fields) and any(cell.strip() for cell in cells[len(fields) :]):
            self.complain(BadInput("csv-too-many-cells", found=len(cells), expected=len(fields)))
        given: dict[str, Any] = {}
        for number, (field, cell) in enumerate(zip(fields, cells, strict=False), start=1):
            if field is not None and tidy(cell):
                self._read(field, cell, number, given)
        return given

    def _read(self, field: str, cell: str, column: int, given: dict[str, Any]) -> None:
        plain = tidy(cell)
        value: Any
        try:
            value, done = value_of(field, plain)
        except BadInput as problem:
            self.complain(problem, column)
            return
        if field in RATINGS and value is not None and value[1] > HIGHEST_RATING:
            too_high = BadInput("number-outside-range", field=field, value=value[1], least=0, most=HIGHEST_RATING)
            self.complain(too_high, column)
            return
        if value is not None:
            given[field] = value
        if not done and field in ("name", *PARTS_OF_A_NAME) and plain != cell:
            done = "spaces-removed"
        if done:
            kept = "" if value is None else str(value[1] if isinstance(value, tuple) else value)
            self.adjusted.append(Adjusted(self.row.line, field, done, cell, kept))

    def _register(self, given: dict[str, Any], fields: Sequence[str | None]) -> None:
        name = given.pop("name", None) or _join_name(given)
        for part in PARTS_OF_A_NAME:
            given.pop(part, None)
        if not name:
            place = fields.index("name" if "name" in fields else "surname")
            self.complain(BadInput("csv-name-missing"), place + 1)
            return
        given.pop(SECTION, None)  # which says where somebody plays, and not who (``section_lists.py``)
        ids = {field: given.pop(field) for field in IDS if field in given}
        entry: dict[str, Any] = {field: given.pop(field) for field in ("from_round", "missed") if field in given}
        entry["absences"] = {number: ROUNDS_OUT[f] for f in ROUNDS_OUT for number in given.pop(f, ())}
        ratings = self._ratings(given)
        counting = find_counting(ratings, self._rule, 1)
        if counting is not None:
            given.setdefault("rating", counting.value)
        entry["ratings"] = tuple(sorted(ratings, key=lambda one: one.value != given.get("rating")))
        player: dict[str, Any] = {"number": 0, "name": name, **given, "ids": ids}
        new = msgspec.convert({"player": player, **entry}, NewPlayer)
        try:
            check_player(new.player if new.player.number else msgspec.structs.replace(new.player, number=1))
        except Refusal as refusal:
            for problem in refusal.problems or (refusal,):
                self.complain(problem, _column_of(problem, fields))
        if not self.problems:
            self.new = new

    def _ratings(self, given: dict[str, Any]) -> list[RatingOf]:
        """In the order of ``RATINGS``. One source and kind in two columns: the first that says something."""
        found: dict[tuple[str, str], RatingOf] = {}
        for field, (source, kind) in RATINGS.items():
            if field in given:
                said, value = given.pop(field)
                source = said or source or self._country(given)
                found.setdefault((source, kind), RatingOf(source, kind, value))
        return [*found.values()]

    def _country(self, given: Mapping[str, Any]) -> str:
        """Whose a national rating is: of who runs the tournament, else of the player's federation."""
        codes = (code for code in (self._federation, given.get("federation", "")) if _CODE.fullmatch(code))
        return next(codes, NATIONAL)

    def complain(self, problem: RoundlogError, column: int | None = None) -> None:
        problem.facts["line"] = self.row.line
        if column is not None:
            problem.facts["column"] = column
        self.problems.append(problem)


def _join_name(given: Mapping[str, Any]) -> str:
    """``Berg, Jan van den``."""
    first = " ".join(str(given[part]) for part in ("first_name", "prefix") if part in given)
    surname = str(given.get("surname", ""))
    return f"{surname}, {first}" if surname and first else surname


def _column_of(problem: RoundlogError, fields: Sequence[str | None]) -> int | None:
    field = problem.facts.get("field")
    return fields.index(str(field)) + 1 if field in fields else None
