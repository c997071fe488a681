"""Records of TRF26, out and in, by the questions of FIDE's checklist for programs (VCL4THP 47–50, 105, 217)."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from engine.handbook import find_departures
from engine.model import Adjustment, Arbiter, Details, Entry, Ids, RatingOf, Rules, Tournament
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.imports import FileRestKept
from ledger.acts.opening import ChangeDetails, ChangeRules, OpenTournament, TournamentOpened
from ledger.formats.trf import Dialect, losses, parse, understand, write
from ledger.formats.trf.report import list_missing
from ledger.formats.trf.round_dates import read_round_dates, show_round_dates
from ledger.formats.trf.supplement import Supplement, read_with
from ledger.formats.trf.to_events import story
from ledger.state import State
from tests.ledger.formats.trf.sheets import codes, player, read, sheet

DETAILS = Details(
    "Open",
    place="Tartu",
    federation="EST",
    starts="2026-06-01",
    ends="2026-06-03",
    arbiter="IA Mets, Mari",
    time_control="100'x40mm + 50'x20mm + 30\"",
    arbiter_fide="4500001",
    deputies=(Arbiter("Bakker, Els", "1000501"), Arbiter("FA De Vries, Jan")),
    encoded_time_control="40/6000+30:20/3000+30:1500+30",
)
FILE = sheet(
    "012 Open",
    "142 3",
    "152 W",
    "192 FIDE_DUTCH_2026",
    "202 BH/C1,SB",
    player(1, "3w1", rating="2100", points="1.0"),
    player(2, "4b0", rating="2050", points="0.0"),
    player(3, "1b0", rating="2000", points="0.0"),
    player(4, "2w1", rating="1950", points="1.0"),
)


def tournament(**details: object) -> Tournament:
    t = understand(parse(FILE)).tournament
    return replace(t, details=replace(DETAILS, **details))


def lines_of(t: Tournament, dialect: Dialect = Dialect.TRF26, **beside: object) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in write(t, dialect, line_end="\n", **beside).splitlines():  # type: ignore[arg-type]  # by name
        found.setdefault(line[:3], []).append(line[4:])
    return found


# -- 102 112 222 -------------------------------------------------------------------------------------------------------


def test_217_the_arbiters_stand_there_with_their_numbers() -> None:
    lines = lines_of(tournament())
    assert lines["102"] == ["IA Mets, Mari (4500001)"]
    assert lines["112"] == ["Bakker, Els (1000501)", "FA De Vries, Jan"]


def test_217_the_encoded_time_control_beside_the_free_text() -> None:
    lines = lines_of(tournament())
    assert (lines["122"], lines["222"]) == (["100'x40mm + 50'x20mm + 30\""], ["40/6000+30:20/3000+30:1500+30"])
    plain = lines_of(tournament(time_control="90'+30''", encoded_time_control=""))
    assert plain["222"] == ["5400+30"]
    assert "222" not in lines_of(tournament(time_control="rapid", encoded_time_control=""))


@pytest.mark.parametrize("dialect", list(Dialect))
def test_217_details_come_back_as_they_went_out(dialect: Dialect) -> None:
    t = tournament()
    again = understand(parse(write(t, dialect))).tournament.details
    lost = {} if dialect is Dialect.TRF26 else {"encoded_time_control": ""}
    assert again == replace(DETAILS, **lost)
    told = [one.facts["field"] for one in losses(t, dialect) if one.code == "trf-left-out"]
    assert ("encoded_time_control" in told) == bool(lost)


def test_217_what_an_older_log_kept_of_a_file_is_handed_on_until_it_is_entered_here() -> None:
    t = tournament(deputies=(), encoded_time_control="", time_control="")
    opened = [*story(t), FileRestKept(lines=("112 An Old One", "222 3600", "212 PTS,WIN"))]
    state = fold(opened)
    assert state is not None
    lines = lines_of(state.tournament, rest=state.file_rest)
    assert (lines["112"], lines["222"], lines["212"]) == (["An Old One"], ["3600"], ["PTS,BH/C1,SB"])
    entered = replace(state.tournament, details=DETAILS)
    assert lines_of(entered, rest=state.file_rest)["112"] == ["Bakker, Els (1000501)", "FA De Vries, Jan"]


@pytest.mark.parametrize(
    ("text", "name", "fide"),
    [
        ("IA Jansen, Piet (1000500)", "IA Jansen, Piet", "1000500"),
        ("Jansen (FIDE ID: 001000500)", "Jansen", "1000500"),
        ("Jansen (NED)", "Jansen (NED)", ""),
        ("Michael G, m@example.org", "Michael G, m@example.org", ""),
    ],
)
def test_217_the_number_of_an_arbiter_is_read(text: str, name: str, fide: str) -> None:
    details = read(f"102 {text}", FILE).tournament.details
    assert (details.arbiter, details.arbiter_fide) == (name, fide)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"arbiter_fide": "12a"}, "not-digits"),
        ({"deputies": (Arbiter(" "),)}, "text-missing"),
        ({"deputies": (Arbiter("A", "x"),)}, "not-digits"),
        ({"deputies": tuple(Arbiter(str(n)) for n in range(41))}, "too-many-deputies"),
        ({"encoded_time_control": "90'"}, "time-control-not-encoded"),
    ],
)
def test_217_what_cannot_stand_there_is_refused(changed: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        decide(None, OpenTournament(details=replace(DETAILS, **changed), rules=Rules("fide-dutch-2026", 3)))


# -- 132 ---------------------------------------------------------------------------------------------------------------

DATES = {1: date(2026, 6, 1), 3: date(2026, 6, 3)}


def test_217_dates_stand_over_the_columns_of_their_rounds() -> None:
    (line,) = lines_of(tournament(), dates=DATES)["132"]
    whole = f"132 {line}"
    assert (whole[91:99], whole[111:119], whole[101:109].strip()) == ("26/06/01", "26/06/03", "")
    assert read_round_dates(parse(whole)) == DATES


def test_217_without_dates_none_is_invented() -> None:
    assert "132" not in lines_of(tournament())
    assert show_round_dates({}) == ""


def test_217_dates_of_a_file_are_handed_on_until_the_log_knows_its_own() -> None:
    file = f"132{' ' * 88}25/01/02  25/02/30\n{FILE}"
    understood = read(file)
    assert read_round_dates(parse(file)) == {1: date(2025, 1, 2)}  # there is no 30 February
    assert "25/01/02" in lines_of(understood.tournament, rest=understood.rest)["132"][0]
    (line,) = lines_of(understood.tournament, rest=understood.rest, dates=DATES)["132"]
    assert "25/01/02" not in line


# -- 212 299 NRS -------------------------------------------------------------------------------------------------------


def test_217_the_ranking_stands_beside_the_tie_breaks() -> None:
    lines = lines_of(tournament())
    assert (lines["202"], lines["212"]) == (["BH/C1,SB"], ["PTS,BH/C1,SB"])


def test_217_points_by_decision_have_their_round() -> None:
    t = replace(tournament(), adjustments=(Adjustment(2, 1, -1, "a mobile phone"),))
    (line,) = lines_of(t)["299"]
    assert line.split() == ["-0.5", "001", "2"]
    assert understand(parse(write(t))).tournament.adjustments[0].round == 1


def rated(*ratings: RatingOf) -> Tournament:
    t = tournament()
    entry: Entry = t.entries[2]
    known = replace(entry, player=replace(entry.player, ids=Ids(knsb="7654321")), ratings=ratings)
    return replace(t, entries={**t.entries, 2: known})


def test_217_a_national_rating_has_a_line_under_the_code_of_its_federation() -> None:
    t = rated(RatingOf("fide", "", 2050), RatingOf("NED", "", 2095), RatingOf("own", "", 2000))
    (line,) = lines_of(t)["NED"]
    assert (f"NED {line}"[4:8], f"NED {line}"[48:52], f"NED {line}"[57:68].strip()) == ("   2", "2095", "7654321")
    again = understand(parse(write(t))).tournament.entries[2]
    assert {(one.source, one.value) for one in again.ratings} == {("fide", 2050), ("NED", 2095)}
    assert "NED" not in lines_of(t, Dialect.TRF16)


def test_217_a_line_that_came_with_a_file_is_not_written_twice() -> None:
    national = player(2, id="NED", rating="2095", name="Bos, Bram")
    understood = read(FILE, national)
    assert len(lines_of(understood.tournament, rest=understood.rest)["NED"]) == 1


# -- what is missing ---------------------------------------------------------------------------------------------------


def state_of(details: Details) -> State:
    state = fold(story(replace(tournament(), details=details)))
    assert state is not None
    return state


def test_217_what_the_federation_asks_for_and_nobody_has_entered_is_listed() -> None:
    everything = ("place", "federation", "starts", "ends", "arbiter", "round_dates")
    assert list_missing(state_of(Details("Open", starts="in June"))) == everything
    assert list_missing(state_of(DETAILS)) == ("round_dates",)
    assert list_missing(state_of(DETAILS), DATES) == ()


# -- 47–50: older forms ------------------------------------------------------------------------------------------------

BARE = sheet("012 Bare", player(1, "2w1", points="1.0"), player(2, "1b0", points="0.0"))


def test_50_what_a_bare_trf16_does_not_say_is_told() -> None:
    told = codes(read_with(BARE, Supplement()).adjustments)
    assert {"trf-rounds-not-declared", "trf-first-colour-from-round-1"} <= set(told)
    assert {"trf-system-not-named", "trf-points-not-said", "trf-tiebreaks-not-named"} <= set(told)


def test_50_a_trf26_says_it() -> None:
    assert codes(read_with(FILE, Supplement()).adjustments) == []


def test_50_what_was_said_beside_the_file_is_no_gap() -> None:
    assert "trf-system-not-named" not in codes(read_with(BARE, Supplement("fide-dutch-2026")).adjustments)


def test_48_a_bye_as_old_files_have_it_is_told() -> None:
    old = sheet("012 Old", player(1, "2w1", points="1.0"), player(2, "1b0"), player(3, "+", points="1.0"))
    (bye,) = (one for one in read(old).adjustments if one.line)
    assert (bye.code, bye.line, bye.facts["outcome"]) == ("trf-result-without-opponent", 4, "pairing-bye")


# -- the records of JaVaFo and bbpPairings -----------------------------------------------------------------------------

OF_JAVAFO = sheet(
    "012 Ours",
    "XXR 5",
    "XXC black1",
    "XXS WW=3 BW=3 WD=1 BD=1 WL=0 BL=0 ZPB=0 HPB=1 FPB=3 PAB=3 FW=3 FL=0",
    "XXA    1  1.0  1.0",
    "XXP 1 2",
    "XXZ 4",
    *(player(n, rating=str(2200 - n)) for n in range(1, 6)),
)
OF_BBP = OF_JAVAFO.replace(
    "XXS WW=3 BW=3 WD=1 BD=1 WL=0 BL=0 ZPB=0 HPB=1 FPB=3 PAB=3 FW=3 FL=0",
    "BBW  3.0\nBBD  1.0\nBBL  0.0\nBBZ  0.0\nBBF  0.0\nBBU  3.0",
)


@pytest.mark.parametrize("file", [OF_JAVAFO, OF_BBP], ids=["javafo", "bbppairings"])
@pytest.mark.parametrize("dialect", [Dialect.TRFX, Dialect.TRF26])
def test_49_the_records_of_other_programs_come_in_and_go_out_again(file: str, dialect: Dialect) -> None:
    t = read_with(file, Supplement("fide-dutch-2026")).tournament
    assert (t.rules.rounds, t.rules.points.win, t.rules.points.draw) == (5, 3, 1)
    assert (t.separations[0].players, set(t.entries[4].absences)) == ((1, 2), {1})
    assert t.rules.options == {"virtual_points": ("1 1 1",)}
    again = understand(parse(write(t, dialect)), "fide-dutch-2026").tournament
    same = ("points", "options", "rounds")
    assert [getattr(again.rules, field) for field in same] == [getattr(t.rules, field) for field in same]
    assert (again.separations, again.first_colour, again.entries) == (t.separations, t.first_colour, t.entries)


def test_47_what_trf16_cannot_say_of_it_is_told() -> None:
    t = read_with(OF_JAVAFO, Supplement("fide-dutch-2026")).tournament
    told = {one.facts["field"] for one in losses(t, Dialect.TRF16) if one.code == "trf-left-out"}
    assert {"number_of_rounds", "first_colour", "scores", "separations", "acceleration", "system"} <= told


# -- 105: the edition of the tie-breaks --------------------------------------------------------------------------------


def opened(starts: str, edition: str) -> State:
    rules = Rules("fide-dutch-2026", 3, tiebreak_edition=edition)
    (event,) = decide(None, OpenTournament(details=Details("Open", starts=starts), rules=rules))
    assert isinstance(event, TournamentOpened)
    state = fold([event])
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("starts", "edition", "is_in_mode"),
    [
        ("2026-02-28", "2024", True),
        ("2026-02-28", "2026", False),
        ("2026-03-01", "2026", True),
        ("2026-03-01", "2024", False),
        ("", "2026", True),
        ("", "2024", False),
    ],
)
def test_105_the_edition_is_that_of_the_first_day_or_it_is_outside_of_fide_mode(
    starts: str, edition: str, is_in_mode: bool
) -> None:
    assert opened(starts, edition).fide_mode.is_on is is_in_mode


def test_105_another_edition_is_a_departure_with_both_named() -> None:
    (departure,) = find_departures(Rules("fide-dutch-2026", 3, tiebreak_edition="2024"), "2026-06-01")
    assert (departure.code, departure.facts["in_force"]) == ("handbook-edition", "2026")
    state = opened("2026-06-01", "2026")
    with pytest.raises(Refusal, match="reason-missing"):  # it would leave FIDE mode
        decide(state, ChangeRules(rules=replace(state.tournament.rules, tiebreak_edition="2024")))


def test_105_a_new_first_day_brings_its_edition_along_before_round_1() -> None:
    state = opened("2026-06-01", "2026")
    moved = decide(state, ChangeDetails(details=replace(state.tournament.details, starts="2026-02-01")))
    after = fold(moved, state)
    assert after is not None
    assert after.tournament.rules.tiebreak_edition == "2024"
    assert after.fide_mode.is_on


def test_105_once_round_1_is_paired_the_first_day_stays_within_its_edition() -> None:
    state = state_of(DETAILS)
    assert state.fide_mode.is_on
    with pytest.raises(Refusal, match="fide-mode-edition"):
        decide(state, ChangeDetails(details=replace(DETAILS, starts="2026-02-01")))
    assert decide(state, ChangeDetails(details=replace(DETAILS, starts="2026-06-02")))
