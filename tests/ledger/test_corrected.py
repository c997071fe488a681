"""A tournament knows what of it was corrected: the marks on pages, cards and phones come from there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from displays.web.visibility import PublicViews
from engine.model import Colour, Outcome, Result
from ledger.acts.evolve import fold
from ledger.acts.pairing import RoundChanged
from ledger.acts.record import Recorded
from ledger.acts.removals import PlayerRemoved
from ledger.acts.results import ColoursCorrected, CorrectColours, CorrectResult, ResultCorrected
from ledger.acts.rounds import RoundTakenBack
from ledger.acts.sit_outs import CorrectSitOut, SitOutCorrected
from ledger.views import corrections
from ledger.views.audit import AuditQuestion
from ledger.views.card import CardQuestion
from ledger.views.corrections import Correction
from ledger.views.projector import Projection, Read
from tests.ledger.histories import one_round, random_history

Subject = tuple[int, ...]  # who sat at a board, the lower number first; or who had no game


def corrected(records: Sequence[Recorded]) -> dict[int, set[Subject]]:
    """By round. One that is taken back takes its corrections with it, other seats those of whom they part or pair, and
    a bye that is given as another what was corrected of it."""
    found: dict[int, set[Subject]] = {}
    t = None
    for recorded in records:
        event, before, t = recorded.event, t, fold([recorded.event], t)
        assert t is not None
        if isinstance(event, ResultCorrected | ColoursCorrected):
            board = t.tournament.rounds[event.round - 1].boards[event.board - 1]
            found.setdefault(event.round, set()).add(tuple(sorted((board.white, board.black))))
        elif isinstance(event, SitOutCorrected):
            found.setdefault(event.round, set()).add((event.player,))
        elif isinstance(event, RoundTakenBack):
            found.pop(event.round, None)
        elif isinstance(event, PlayerRemoved):
            found = {number: subjects - {(event.player,)} for number, subjects in found.items()}
        elif isinstance(event, RoundChanged):
            assert before is not None
            stood = {(board.white, board.black) for board in before.tournament.rounds[event.round - 1].boards}
            seats = {(board.white, board.black) for board in event.boards}
            still: set[Subject] = {tuple(sorted(pair)) for pair in seats & stood}  # with the same colours
            still |= {(out.player,) for out in event.sitouts if out.since}  # else it is given anew
            found[event.round] = found.get(event.round, set()) & still
    return {number: subjects for number, subjects in found.items() if subjects}


# Every third in ``make test``.
SEEDS = [pytest.param(seed, marks=[pytest.mark.exhaustive] if seed % 3 else []) for seed in range(60)]


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_asks_a_tournament_is_told_what_its_log_tells(seed: int) -> None:
    records = random_history(seed, 120)
    t = fold([recorded.event for recorded in records])
    assert t is not None
    known: dict[int, set[Subject]] = {}
    for one in t.tournament.rounds:
        subjects = [tuple(sorted((board.white, board.black))) for board in one.boards]
        subjects += [(out.player,) for out in one.sitouts]
        known[one.number] = {subject for subject in subjects if any(map(one.is_corrected, subject))}
        assert all(len({*map(one.is_corrected, subject)}) == 1 for subject in subjects)
    assert {number: subjects for number, subjects in known.items() if subjects} == corrected(records)


def test_there_are_such_histories() -> None:
    found = [corrected(random_history(seed, 120)) for seed in range(0, 60, 3)]
    sizes = {len(subject) for rounds in found for subjects in rounds.values() for subject in subjects}
    assert sizes == {1, 2}, "corrected boards, and who had no game"


# -- and a card tells what it was, when and why ------------------------------------------------------------------------


def told(records: Sequence[Recorded], player: int, read: Read | None = None) -> dict[int, tuple[Correction, ...]]:
    """By round, of the lines that tell anything."""
    view = Projection(records, read).show(CardQuestion(player=player))
    return {line.round: line.corrections for line in view.lines if line.corrections}


def test_each_card_tells_the_old_result_from_its_own_side() -> None:
    """Anna beat Bea; the sheets say that Bea won."""
    table = one_round()
    assert told(table.records, 1) == {}
    table.do(CorrectResult(round=1, board=1, result=Result.BLACK_WINS, reason="both sheets say 0-1"))
    (anna,), (bea,) = told(table.records, 1)[1], told(table.records, 2)[1]
    assert (anna.was, anna.points, bea.was, bea.points) == (Outcome.WIN, 2, Outcome.LOSS, 0)
    assert anna.version == bea.version == 9
    assert (bea.at, bea.reason) == ("2026-05-01T09:08:00.000000Z", "both sheets say 0-1")
    assert told(table.records, 3) == {}, "Carl had the bye"


def test_a_card_tells_which_colour_it_was_and_what_no_game_counted_as() -> None:
    table = one_round()
    table.do(CorrectColours(round=1, board=1, reason="sat so"))
    table.do(CorrectSitOut(round=1, player=3, outcome=Outcome.HALF_BYE, reason="asked for it"))
    (anna,), (bea,), (carl,) = (told(table.records, player)[1] for player in (1, 2, 3))
    assert (anna.colour, anna.was) == (Colour.WHITE, None)
    assert (bea.colour, bea.was) == (Colour.BLACK, None)
    assert (carl.was, carl.points, carl.colour) == (Outcome.PAIRING_BYE, 2, None)


def test_of_many_corrections_a_card_tells_the_newest() -> None:
    table = one_round()
    for number in range(corrections.KEPT + 2):
        result = Result.BLACK_WINS if number % 2 == 0 else Result.WHITE_WINS
        table.do(CorrectResult(round=1, board=1, result=result, reason=f"slip {number}"))
    assert [one.reason for one in told(table.records, 1)[1]] == ["slip 2", "slip 3", "slip 4"]


def test_at_a_past_moment_a_card_tells_what_was_corrected_until_then() -> None:
    table = one_round()
    table.do(CorrectResult(round=1, board=1, result=Result.DRAW, reason="first"))
    table.do(CorrectResult(round=1, board=1, result=Result.BLACK_WINS, reason="second"))
    past, now = (told(table.records[:length], 1)[1] for length in (-1, None))
    assert [one.reason for one in past] == ["first"]
    assert [(one.reason, one.was) for one in now] == [("first", Outcome.WIN), ("second", Outcome.DRAW)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_mark_is_explained_by_the_public_audit_and_nothing_else_is(seed: int) -> None:
    """Whether the projection has lived through all of it or has only the log to ask."""
    records = random_history(seed, 120)
    projection = Projection(records)
    assert projection.state is not None
    public = PublicViews(projection.state, projection)
    trail = public.show(AuditQuestion())
    known = {entry.version: entry for entry in trail.entries}
    asked = Projection(records, read=lambda version: records[:version])
    for player in projection.state.tournament.entries:
        card = public.show(CardQuestion(player=player))
        assert [bool(line.corrections) for line in card.lines] == [line.is_corrected for line in card.lines]
        for line in card.lines:
            for one in line.corrections:
                entry = known[one.version]
                assert (entry.round, entry.at, entry.reason) == (line.round, one.at, one.reason)
                assert player in entry.players
        assert asked.encode_view("card", player=player) == projection.encode_view("card", player=player)


def test_a_card_without_a_mark_asks_nothing_of_the_log() -> None:
    """Phones are many, and a tournament in which nothing was corrected has no history to read for them."""
    table = one_round()
    assert told(table.records, 1, read=never) == {}


def never(version: int) -> list[Recorded]:
    raise AssertionError("the log was read")
