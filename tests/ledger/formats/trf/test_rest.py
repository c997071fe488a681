"""What Roundlog has no use for comes back out of the log: lines, deputies, dates, the ratings of federations."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Player, RatingOf
from ledger.acts.evolve import fold
from ledger.acts.imports import FileRestKept
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.formats.trf import Dialect, events, losses, parse, write
from ledger.state import State
from tests.ledger.formats.trf.sheets import codes, player, sheet
from tests.outside import OUTSIDE, needs_outside

FILE = sheet(
    "### a comment",
    "012 Rest",
    "082 2",
    "112 FA De Vries, Jan",
    "112 NA Bakker, Els",
    "172 NED NIDOF",
    "222 5400+30",
    "XXR 3",
    "013 Utrecht                           1    2",
    "XXQ of another program",
    player(1, "2w1", rating="2100", name="Aalbers, Anna", points="1.0"),
    player(2, "1b0", rating="2050", name="Bos, Bram", points="0.0"),
    player(3, "U", name="Cohen, Carl", points="1.0"),
    player(1, id="NED", sex="w", rating="2150", name="Aalbers, Anna", born="1990/05/06"),
    player(3, id="NED", sex="m", rating="1900", name="Cohen, Carl"),
)


def imported(text: str = FILE) -> State:
    state = fold(events(parse(text)))
    assert state is not None
    return state


def exported(state: State, dialect: Dialect = Dialect.TRF26) -> list[str]:
    return write(state.tournament, dialect, rest=state.file_rest, line_end="\n").splitlines()


def ratings(lines: list[str], id: str = "001") -> list[str]:
    return [line[48:52].strip() for line in lines if line.startswith(id)]


def test_lines_that_are_not_used_are_handed_on() -> None:
    lines = exported(imported())
    kept = {line for line in FILE.splitlines() if line[:3] in ("###", "082", "112", "172", "222", "013", "XXQ")}
    assert kept <= set(lines)
    assert lines.index("112 FA De Vries, Jan") < lines.index("112 NA Bakker, Els") < lines.index("142 3")


def test_172_the_players_are_ranked_by_national_ratings_and_001_has_those_of_fide() -> None:
    state = imported()
    assert [p.rating for p in state.tournament.players] == [2150, 2050, 1900]
    assert state.tournament.rules.ratings.method == "NIDOF"
    lines = exported(state)
    assert ratings(lines) == ["2100", "2050", ""]
    assert ratings(lines, "NED") == ["2150", "1900"]
    assert "072 2" in lines
    assert ratings(exported(imported("\n".join(lines)))) == ["2100", "2050", ""]


def test_an_entry_has_both_ratings_the_one_that_counts_first() -> None:
    known = {n: entry.ratings for n, entry in imported().tournament.entries.items()}
    anna = (RatingOf("NED", "", 2150), RatingOf("fide", "", 2100))
    assert known == {1: anna, 2: (RatingOf("fide", "", 2050),), 3: (RatingOf("NED", "", 1900),)}


@pytest.mark.parametrize(
    ("method", "counts", "fide"),
    [
        ("FIDE", [2100, 2050, None], ["2100", "2050", ""]),
        ("NRO", [2150, None, 1900], ["2100", "2050", ""]),
        ("HBFN", [2150, 2050, 1900], ["2100", "2050", ""]),
        ("FIDON", [2100, 2050, 1900], ["2100", "2050", ""]),
        ("LBFN", [2100, 2050, 1900], ["2100", "2050", ""]),
    ],
)
def test_whatever_counts_a_national_rating_is_never_written_as_that_of_fide(
    method: str, counts: list[int | None], fide: list[str]
) -> None:
    state = imported(FILE.replace("NED NIDOF", f"NED {method}"))
    assert [p.rating for p in state.tournament.players] == counts
    assert ratings(exported(state)) == fide
    assert ratings(exported(state), "NED") == ["2150", "1900"]
    assert ratings(exported(state, Dialect.TRF16)) == fide


def test_the_log_of_an_older_version_that_has_fides_rating_beside_the_players() -> None:
    told = [
        FileRestKept(lines=e.lines, fide_ratings={1: 2100, 3: 0}) if isinstance(e, FileRestKept) else e
        for e in events(parse(FILE))
    ]
    older = fold(replace(e, ratings=()) if isinstance(e, PlayerRegistered) else e for e in told)
    assert older is not None
    assert exported(older) == exported(imported())


def test_of_a_date_of_birth_only_the_year_is_kept() -> None:
    assert not any("1990/05/06" in line for line in imported().file_rest.lines)


def test_a_rating_that_was_corrected_is_the_one_by_which_players_are_ranked() -> None:
    state = imported()
    better = replace(state.tournament.entries[1].player, rating=2160)
    other = replace(state.tournament.entries[2].player, rating=2060)
    corrections = [PlayerCorrected(player=p, reason="list of May") for p in (better, other)]
    after = fold([*events(parse(FILE)), *corrections])
    assert after is not None
    assert ratings(exported(after)) == ["2100", "2060", ""]
    assert ratings(exported(after), "NED") == ["2160", "1900"]


def test_what_only_another_system_has_a_use_for_is_handed_on() -> None:
    """TRF26 192, 250, JaVaFo XXA: the pairings go on by hand."""
    other = ("192 FIDE_DUBOV", "250       1.0 001 002    1    2", "XXA    3  1.0  0.5")
    state = imported("\n".join((FILE, *other)))
    assert state.tournament.rules.options == {}
    assert set(other) <= set(exported(state))
    assert not {line[:3] for line in exported(state, Dialect.TRF16)} & {"192"}
    swiss = fold(events(parse("\n".join((FILE, *other))), "fide-dutch-2026"))
    assert swiss is not None
    assert "192 FIDE_DUTCH_2026" in exported(swiss)
    assert [line for line in exported(swiss) if line.startswith(("250", "XXA"))] != list(other[1:])


def test_a_date_that_is_no_day_of_the_calendar_is_handed_on_with_a_word() -> None:
    state = imported(FILE.replace("012 Rest", "012 Rest\n042 11.09.26\n052 May 10, 2020"))
    assert {"042 11.09.26", "052 2020/05/10"} <= set(exported(state))
    told = [note for note in losses(state.tournament, Dialect.TRF26) if note.code == "trf-date-as-typed"]
    assert [note.facts for note in told] == [{"field": "starts", "text": "11.09.26"}]


def test_old_dialects_have_no_place_for_two_ratings() -> None:
    state = imported()
    for dialect in (Dialect.TRF16, Dialect.TRFX):
        assert not {line[:3] for line in exported(state, dialect)} & {"NED", "172", "222"}
        left_out = losses(state.tournament, dialect, state.file_rest)
        assert "national_ratings" in [note.facts.get("field") for note in left_out]


def test_lines_with_start_numbers_that_are_no_longer_right_are_left_out_with_a_word() -> None:
    """Somebody stronger came late: in the file all others have another number."""
    late = PlayerRegistered(player=Player(9, "Late", 2500), from_round=2)
    state = fold([*events(parse(FILE)), late])
    assert state is not None
    order = (9, 1, 2, 3)
    renumbered = replace(state, tournament=replace(state.tournament, start_order=order))
    lines = exported(renumbered)
    assert not [line for line in lines if line[:3] in ("013", "XXQ")]
    assert "### a comment" in lines
    assert [line[4:8].strip() for line in lines if line.startswith("NED")] == ["2", "4"]
    left_out = losses(renumbered.tournament, Dialect.TRF26, renumbered.file_rest)
    assert "trf-kept-lines-left-out" in codes(left_out)


@needs_outside
def test_every_individual_record_of_trf26_comes_back() -> None:
    """All but the days of birth, which are left out on purpose, what is counted anew, and the program's name."""
    content = (OUTSIDE / "read" / "own_trf26_every_record.trf").read_text(encoding="utf-8")
    lines = exported(imported(content))
    assert ratings(lines) == ["2100", "2050", "2000", "1950", "1900"]
    made_anew = ("001", "NED", "062", "182", "XXC")
    missing = {line.rstrip() for line in content.splitlines() if line[:3] not in made_anew} - set(lines)
    assert {line[:3] for line in missing} <= {"162", "250"}  # the same in other columns
    assert {line[:3] for line in content.splitlines()} - {line[:3] for line in lines} == {"XXC"}  # 152 says it
