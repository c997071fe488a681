"""Reports that were sent, and what has changed since (of FIDE's checklist only VCL4THP 169 asks about them)."""

from __future__ import annotations

import pytest

from displays.words.language import language
from displays.words.report_changes import change_line
from engine.errors import Refusal
from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.act import Event
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.opening import DetailsChanged, TournamentFinished, TournamentOpened
from ledger.acts.pairing import RoundPaired
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.rating_corrections import RatingCorrected
from ledger.acts.record import Recorded
from ledger.acts.reports import MarkReportSent, ReportSent
from ledger.acts.results import ResultCorrected, ResultEntered
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.formats.trf.difference import LineChange, PlayerChange, RoundChange
from ledger.formats.trf.report import write_report
from ledger.formats.trf.writer import Dialect
from ledger.sent_reports import hash_report, list_sent, rounds_corrected_since_sent
from ledger.state import State
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.api.club import problem

OPENED = TournamentOpened(details=Details("Open"), rules=Rules("fide-dutch-2026", 1))
PLAYED: tuple[Event, ...] = (
    OPENED,
    PlayerRegistered(player=Player(1, "Aas, Anna", 1900)),
    PlayerRegistered(player=Player(2, "Bos, Bram", 1800)),
    RoundPaired(round=1, system="fide-dutch-2026", boards=(Board(1, 2),)),
    RoundPublished(round=1),
    ResultEntered(round=1, board=1, result=Result.WHITE_WINS),
    RoundClosed(round=1),
    TournamentFinished(),
)
MADE_AT = len(PLAYED)
CORRECTED = ResultCorrected(
    round=1, board=1, result=Result.DRAW, old=Result.WHITE_WINS, reason="the score sheet", corrects=6
)


def state_after(*events: Event) -> State:
    state = fold(events)
    assert state is not None
    return state


def report_of(*events: Event) -> str:
    return write_report(state_after(*events), Dialect.TRF26).text


def sent(text: str, *, is_interim: bool = False, version: int = MADE_AT) -> ReportSent:
    return ReportSent(
        version=version, sha256=hash_report(text), recipient="FIDE", dialect="trf26", is_interim=is_interim
    )


def recorded(*events: Event) -> list[Recorded]:
    return [
        Recorded(n, "open", n, f"2026-11-19T10:{n:02}Z", "Anna", str(n), event, f"{n:064x}", "")
        for n, event in enumerate(events, start=1)
    ]


# -- the act -----------------------------------------------------------------------------------------------------------


def test_a_report_that_was_sent_is_an_act_with_its_version_and_its_hash() -> None:
    command = MarkReportSent(version=MADE_AT, sha256=hash_report(report_of(*PLAYED)), recipient="FIDE", sender="Club")
    (event,) = decide(state_after(*PLAYED), command)
    after = state_after(*PLAYED, event)
    (kept,) = after.sent_reports
    assert (kept.record, kept.version, kept.recipient, kept.sender) == (MADE_AT + 1, MADE_AT, "FIDE", "Club")
    assert decide(after, command) == []  # it stands so already


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"version": MADE_AT + 1}, "no-such-version"),
        ({"version": 0}, "no-such-version"),
        ({"sha256": "0F" * 32}, "not-a-check-value"),
        ({"sha256": ""}, "not-a-check-value"),
        ({"recipient": " "}, "text-missing"),
        ({"sender": "a\nb"}, "text-has-control-characters"),
        ({"dialect": "trf06"}, "not-one-of"),
    ],
)
def test_what_cannot_be_is_refused(changed: dict[str, object], code: str) -> None:
    asked: dict[str, object] = {"version": 1, "sha256": "0f" * 32, "recipient": "FIDE", **changed}
    with pytest.raises(Refusal, match=code):
        decide(state_after(*PLAYED), MarkReportSent(**asked))  # type: ignore[arg-type]  # as a form has them


def test_169_no_final_report_was_sent_of_a_tournament_that_goes_on() -> None:
    command = MarkReportSent(version=1, sha256="0f" * 32, recipient="FIDE")
    with pytest.raises(Refusal, match="report-before-the-end"):
        decide(state_after(*PLAYED[:-1]), command)


# -- changed since sent ------------------------------------------------------------------------------------------------


def test_nothing_has_changed_while_nothing_of_the_report_has() -> None:
    (one,) = list_sent(recorded(*PLAYED, sent(report_of(*PLAYED))))
    assert (one.at, one.actor, one.is_as_written, one.changes) == ("2026-11-19T10:09Z", "Anna", True, ())


def test_a_correction_after_it_is_told_for_both_players_with_points_and_ranks() -> None:
    (one,) = list_sent(recorded(*PLAYED, sent(report_of(*PLAYED)), CORRECTED))
    rounds = [(c.round, c.player, c.then.result, c.now.result) for c in one.changes if isinstance(c, RoundChange)]
    assert rounds == [(1, "Aas, Anna", "1", "="), (1, "Bos, Bram", "0", "=")]
    fields = [(c.number, c.field, c.then, c.now) for c in one.changes if isinstance(c, PlayerChange)]
    assert (1, "points", "1.0", "0.5") in fields
    assert one.is_as_written


def test_what_a_correction_for_the_report_alone_scores_is_told_by_player() -> None:
    (one,) = list_sent(recorded(*PLAYED, sent(report_of(*PLAYED)), rated(Result.DRAW, old=Result.WHITE_WINS)))
    decided = [change_line(c, language("en")) for c in one.changes if not isinstance(c, RoundChange)]
    assert decided == [
        "Round 1, Aas, Anna, points by decision: – → 0.5",
        "Round 1, Bos, Bram, points by decision: – → -0.5",
    ]


def test_what_was_put_right_of_players_and_of_the_whole_is_told() -> None:
    renamed = PlayerCorrected(player=Player(2, "Bosch, Bram", 1800), reason="spelling")
    moved = DetailsChanged(details=Details("Open", place="Tartu"))
    (one,) = list_sent(recorded(*PLAYED, sent(report_of(*PLAYED)), renamed, moved))
    assert PlayerChange(2, "Bosch, Bram", "name", "Bos, Bram", "Bosch, Bram") in one.changes
    assert LineChange("022", "", "Tartu") in one.changes
    # the opponent is called otherwise, but the game is the same
    assert [change for change in one.changes if isinstance(change, RoundChange)] == []


def test_a_file_that_was_changed_by_hand_is_told() -> None:
    (one,) = list_sent(recorded(*PLAYED, sent(report_of(*PLAYED) + "### by hand\r\n")))
    assert not one.is_as_written


def test_the_newest_stands_first_each_with_its_own_difference() -> None:
    again = report_of(*PLAYED, CORRECTED)
    events = (*PLAYED, sent(report_of(*PLAYED)), CORRECTED, sent(again, version=MADE_AT + 2))
    newest, oldest = list_sent(recorded(*events))
    assert newest.changes == ()
    assert oldest.changes
    assert rounds_corrected_since_sent(state_after(*events)) == ()


def test_corrections_after_the_final_report_are_noticed() -> None:
    final = sent(report_of(*PLAYED))
    assert rounds_corrected_since_sent(state_after(*PLAYED, final)) == ()
    assert rounds_corrected_since_sent(state_after(*PLAYED, final, CORRECTED)) == (1,)
    interim = sent(report_of(*PLAYED), is_interim=True)
    assert rounds_corrected_since_sent(state_after(*PLAYED, interim, CORRECTED)) == ()


def test_so_are_those_for_the_report_only_until_they_are_taken_back() -> None:
    final = sent(report_of(*PLAYED))
    otherwise = rated(Result.DRAW, old=Result.WHITE_WINS)
    assert rounds_corrected_since_sent(state_after(*PLAYED, final, otherwise)) == (1,)
    back = rated(Result.WHITE_WINS, old=Result.DRAW)
    assert rounds_corrected_since_sent(state_after(*PLAYED, final, otherwise, back)) == ()


def rated(result: Result, *, old: Result) -> RatingCorrected:
    return RatingCorrected(
        round=1, board=1, stands=Result.WHITE_WINS, old=old, result=result, corrects=6, reason="the score sheet"
    )


# -- where people look -------------------------------------------------------------------------------------------------

TWO = "012 Two\n142 1\n152 W\n192 FIDE_DUTCH_2026\n"
LINES = "\n".join(
    f"001 {n:>4}      {name:<33} {rating:>4} {'':<3} {'':>11} {'':<10} {points:>4} {'':>4}  {cell}"
    for n, name, rating, points, cell in (
        (1, "Aas, Anna", 1900, "1.0", "   2 w 1"),
        (2, "Bos, Bram", 1800, "0.0", "   1 b 0"),
    )
)


@pytest.fixture
def finished(roundlog: Roundlog, web: Web) -> Web:
    owner = web.bearer("owner")
    assert owner.post("/api/trf", json={"text": TWO + LINES}).status_code == 201
    assert owner.post("/api/t/two/finish", json={}).status_code == 201
    return owner


def mark(web: Web, **changed: object) -> dict[str, object]:
    told = web.get("/api/t/two/trf", headers={"accept": "application/json"}).json()
    sent = {"version": told["version"], "sha256": told["sha256"], "recipient": "FIDE", **changed}
    assert web.post("/api/t/two/sent-reports", json=sent).status_code == 201
    return sent


def correct(web: Web) -> None:
    reopen = {"do": "reopen-tournament", "reason": "the score sheet"}
    correction = {"do": "correct-result", "round": 1, "board": 1, "result": "1/2-1/2", "reason": "the score sheet"}
    for command in (reopen, correction):
        answer = web.confirm("POST", "/api/t/two/commands", json=command)
        assert answer.status_code == 201, answer.text


def test_marked_over_the_api_and_listed_with_what_has_changed_in_words(finished: Web) -> None:
    mark(finished)
    (one,) = finished.get("/api/t/two/sent-reports", headers={"accept-language": "en"}).json()
    assert (one["is_as_written"], one["changes"]) == (True, [])
    correct(finished)
    (one,) = finished.get("/api/t/two/sent-reports", headers={"accept-language": "en"}).json()
    assert one["changes"][0] == (
        "Round 1, Aas, Anna: win with White against Bos, Bram → draw with White against Bos, Bram"
    )


def test_the_page_and_the_overview_tell_of_corrections_since(finished: Web) -> None:
    mark(finished)
    assert "corrected-since" not in finished.get("/console/two").text
    correct(finished)
    for page in ("/console/two", "/console/two/trf"):
        assert 'id="corrected-since"' in finished.get(page).text


def test_whom_it_was_sent_to_is_for_the_arbiters(finished: Web, web: Web) -> None:
    mark(finished, recipient="ratings@example.org")
    assert web.get("/api/t/two/sent-reports").status_code == 401
    assert web.bearer("results", "two").get("/api/t/two/sent-reports").status_code == 403
    assert "ratings@example.org" not in web.get("/t/two/audit").text
    assert "ratings@example.org" not in web.get("/api/t/two/ticker").text
    refused = web.bearer("results", "two").post("/api/t/two/sent-reports", json={})
    assert problem(refused, 403, "not-allowed")


def test_at_the_command_line_the_check_value_is_that_of_the_file(finished: Web, roundlog: Roundlog) -> None:
    file = roundlog.folder / "two.trf"
    roundlog("export", "trf", "two", file)
    roundlog("mark-sent", "two", file, "--to", "FIDE", "--in-the-name-of", "Club")
    said = roundlog("--lang", "en", "sent-reports", "two")
    assert "Final report (TRF26)\nTo FIDE, in the name of Club." in said
    assert "Nothing in it has changed since." in said
    roundlog("reopen-tournament", "two", "--reason", "score sheet")
    roundlog("correct", "two", "1", "1", "=", "--reason", "score sheet")
    said = roundlog("--lang", "en", "sent-reports", "two")
    assert "Changed since sent: 5 lines" in said
    assert "Round 1, Bos, Bram: loss with Black against Aas, Anna → draw with Black against Aas, Anna" in said
    assert "not the one that is written" not in said
    assert roundlog("--json", "sent-reports", "two").count("Aas, Anna") > 1


def test_at_the_command_line_another_file_is_told(finished: Web, roundlog: Roundlog) -> None:
    file = roundlog.folder / "other.trf"
    file.write_text("012 Other", "utf-8")
    roundlog("mark-sent", "two", file, "--to", "FIDE")
    assert "not the one that is written" in roundlog("--lang", "en", "sent-reports", "two")
    assert "There is no step 999" in roundlog.refused(1, "mark-sent", "two", file, "--to", "F", "--at-version", 999)
