"""What is written: strict columns, nothing that the dialect does not know, and a word on what is lost."""

from __future__ import annotations

import pytest

from engine.errors import Unsupported
from engine.model import (
    DRAUGHTS_POINTS,
    Adjustment,
    Board,
    Colour,
    Details,
    Entry,
    ExtraGame,
    ExtraPurpose,
    Ids,
    Outcome,
    Phase,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    Separation,
    SitOut,
    Tournament,
    Withdrawal,
)
from ledger.formats.trf import Dialect, losses, parse, understand, write
from ledger.state import FileRest
from tests.ledger.formats.trf.sheets import codes


def tournament(**changes: object) -> Tournament:
    """Four players, two rounds of five; the second is the last that is paired."""
    players = (
        Player(1, "Ots, Georg", 2300),
        Player(2, "Tamm, Ülo", 2200),
        Player(3, "Kask, Aino"),
        Player(4, "Saar, Mari"),
    )
    first = Round(1, (Board(1, 3, Result.WHITE_WINS), Board(4, 2, Result.DRAW)), (), "by-hand", Phase.CLOSED)
    second = Round(
        2,
        (Board(2, 1, Result.FORFEIT_BLACK_WINS),),
        (SitOut(3, Outcome.HALF_BYE), SitOut(4, Outcome.PAIRING_BYE)),
        "by-hand",
        Phase.CLOSED,
    )
    standard: dict[str, object] = {
        "details": Details("Suvi", "Põlva", "EST", "2026-06-01", "2026-06-02T18:00:00Z", "IA Mets", "90+30"),
        "rules": Rules("fide-dutch-2026", 5, tiebreaks=("BH/C1", "lot")),
        "entries": {player.number: Entry(player) for player in players},
        "rounds": (first, second),
        "start_order": (1, 2, 3, 4),
        "first_colour": Colour.WHITE,
    }
    return Tournament(**{**standard, **changes})  # type: ignore[arg-type]


def written(t: Tournament, dialect: Dialect = Dialect.TRF26) -> list[str]:
    return write(t, dialect, line_end="\n").splitlines()


def test_every_column() -> None:
    ids = Ids(fide="4500123")
    entry = Entry(Player(1, "Ots, Georg", 2300, "GM", federation="EST", birth_year=1980, sex="m", ids=ids))
    t = tournament(entries={**tournament().entries, 1: entry})
    line = next(line for line in written(t) if line.startswith("001    1"))
    columns = {
        (5, 8): "   1",
        (10, 10): "m",
        (11, 13): " GM",
        (49, 52): "2300",
        (54, 56): "EST",
        (58, 68): "    4500123",
    }
    columns |= {(15, 47): "Ots, Georg".ljust(33), (70, 79): "1980/00/00", (81, 84): " 2.0", (86, 89): "   1"}
    columns |= {(92, 95): "   3", (97, 97): "w", (99, 99): "1", (102, 105): "   2", (107, 107): "b", (109, 109): "+"}
    for (first, last), text in columns.items():
        assert line[first - 1 : last] == text
    assert len(line) == 109


def test_trf26() -> None:
    lines = written(tournament())
    assert [line for line in lines if not line.startswith("001")] == [
        "012 Suvi",
        "022 Põlva",
        "032 EST",
        "042 2026/06/01",
        "052 2026/06/02",
        "062 4",
        "072 2",
        "092 Individual: fide-dutch-2026",
        "102 IA Mets",
        "122 90+30",
        "142 5",
        "152 W",
        "182 Roundlog",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1,OTHER_lot",
        "212 PTS,BH/C1,OTHER_lot",
        "222 5400+30",
    ]


def test_trf16_has_no_record_of_later_dialects() -> None:
    lines = written(tournament(separations=(Separation((1, 2)),)), Dialect.TRF16)
    assert {line[:3] for line in lines} == {"012", "022", "032", "042", "052", "062", "072", "092", "102", "122", "001"}


def test_trfx_has_the_records_of_javafo() -> None:
    rules = Rules("fide-dutch-2026", 5, DRAUGHTS_POINTS, options={"virtual_points": ("1 2 2 1", "2 2")})
    lines = written(tournament(rules=rules, separations=(Separation((1, 2)),)), Dialect.TRFX)
    assert [line for line in lines if line.startswith("XX")] == [
        "XXR 5",
        "XXC white1",
        "XXS WW=2.0 BW=2.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0",
        "XXS ZPB=0.0 HPB=1.0 FPB=2.0 PAB=2.0 FW=2.0 FL=0.0",
        "XXA    1  2.0  2.0  1.0",
        "XXA    2  2.0",
        "XXP 1 2",
    ]


def test_trfx_tells_own_points_in_the_words_of_bbppairings_too() -> None:
    """It knows nothing of XXS; JaVaFo knows nothing of BBW."""
    lines = written(tournament(rules=Rules("fide-dutch-2026", 5, DRAUGHTS_POINTS)), Dialect.TRFX)
    own = ["BBW  2.0", "BBD  1.0", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  2.0"]
    assert [line for line in lines if line.startswith("BB")] == own
    understood = understand(parse("\n".join(lines)))
    assert understood.tournament.rules.points == DRAUGHTS_POINTS
    assert "trf-scores-differ" not in codes(understood.adjustments)
    lines = written(tournament(rules=Rules("fide-dutch-2026", 5)), Dialect.TRFX)
    assert not [line for line in lines if line.startswith(("BB", "XXS"))]


def test_lines_end_with_cr_and_lf() -> None:
    assert all(line.endswith("\r") for line in write(tournament()).split("\n")[:-1])


@pytest.mark.parametrize(
    ("rules", "record"),
    [
        (Rules("fide-dutch-2026", 5, DRAUGHTS_POINTS), "162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0"),
        (Rules("fide-dutch-2017", 5), "192 FIDE_DUTCH_2017"),
        (Rules("fide-dutch-2026", 5, options={"acceleration": "baku"}), "192 FIDE_DUTCH_2026_BAKU"),
        (Rules("knsb-2014", 5), "192 CUSTOM_SWISS"),
        (Rules("x", 5, options={"virtual_points": ("1 2 2 1", "2 2 2 1")}), "250       1.0 001 002    1    2"),
        (Rules("x", 5, options={"virtual_points": ("1 2 2 1", "2 2 2 1")}), "250       0.5 003 003    1    2"),
        (Rules("x", 5, PointTable(half_bye=0)), "299 H         0.0  000"),
        (Rules("x", 5, PointTable(forfeit_win=1)), "299 +         0.5  000"),
    ],
)
def test_records_of_the_rules(rules: Rules, record: str) -> None:
    assert record in written(tournament(rules=rules))


def test_separations_penalties_and_byes_to_come() -> None:
    entries = dict(tournament().entries)
    entries[2] = Entry(entries[2].player, absences={3: Outcome.HALF_BYE, 4: Outcome.ZERO_BYE})
    entries[3] = Entry(entries[3].player, withdrawals=(Withdrawal(4),))
    t = tournament(
        entries=entries,
        separations=(Separation((1, 2)), Separation((3, 4, 1), 2, 3)),
        adjustments=(Adjustment(1, 2, -1, "late"),),
    )
    assert [line for line in written(t) if line[:3] in ("240", "260", "299")] == [
        "240 H 003    2",
        "240 Z 004    2    3",
        "240 Z 005    3",
        "260 001 005    1    2",
        "260 002 003    3    4    1",
        "299          -0.5  002    1",
    ]
    bare = [line for line in written(t, Dialect.TRF16) if line.startswith("001")]
    assert bare[1].endswith("   1 w -  0000 - H  0000 - Z")
    assert bare[2].endswith("0000 - H            0000 - Z  0000 - Z")
    assert bare[1][80:84] == " 1.0"  # JaVaFo wants the half point of the bye to come in the points


def test_a_late_entry_and_a_withdrawal() -> None:
    entries = dict(tournament().entries)
    entries[5] = Entry(Player(5, "Late, Anna"), from_round=3)
    entries[6] = Entry(Player(6, "Late, Paid"), from_round=2, missed=Outcome.HALF_BYE, withdrawals=(Withdrawal(2),))
    lines = written(tournament(entries=entries, start_order=(1, 2, 3, 4, 5, 6)))
    (late,) = (line for line in lines if line.startswith("001    5"))
    (paid,) = (line for line in lines if line.startswith("001    6"))
    assert late[89:].strip() == ""
    assert paid[91:] == "0000 - H  0000 - Z"
    assert understand(parse("\n".join(lines))).tournament.entries[5].from_round == 3


def test_absences_that_the_trf_has_no_letter_for_are_the_bye_that_scores_as_much() -> None:
    """Whatever is worth something else has it said by 299, so that the points add up."""
    table = PointTable(absent=1, team_duty=2, absent_unnotified=3)
    absent = (Outcome.ABSENT, Outcome.TEAM_DUTY, Outcome.ABSENT_UNNOTIFIED)
    sitouts = tuple(SitOut(player, outcome) for player, outcome in zip((2, 3, 4), absent, strict=True))
    entries = {**tournament().entries, 5: Entry(Player(5, "Fifth, Fritz"))}
    only = Round(1, (Board(1, 5, Result.DRAW),), sitouts, "x", Phase.CLOSED)
    t = tournament(rules=Rules("x", 5, table), rounds=(only,), entries=entries, start_order=(1, 2, 3, 4, 5))
    lines = written(t)
    assert [line[91:] for line in lines if line.startswith("001")][1:4] == ["0000 - H", "0000 - F", "0000 - Z"]
    assert "299 Z         1.5  001    4" in lines
    assert understand(parse("\n".join(lines))).tournament.adjustments == (Adjustment(4, 1, 3, "TRF 299"),)


def test_in_the_middle_of_a_round_open_games_count_for_nothing() -> None:
    """TRF26 162 X; a game that is merely postponed is a draw while the next round is paired."""
    pending = Round(
        3, (Board(1, 4),), (SitOut(2, Outcome.ZERO_BYE), SitOut(3, Outcome.PAIRING_BYE)), "x", Phase.PUBLISHED
    )
    lines = written(tournament(rounds=(*tournament().rounds, pending)))
    assert "162  X 0.0" in lines
    assert [line[80:84] for line in lines if line.startswith("001")] == [" 2.0", " 0.5", " 1.5", " 1.5"]


def test_a_postponed_game_is_in_the_points_as_a_draw() -> None:
    first = Round(1, (Board(1, 3, Result.POSTPONED), Board(4, 2, Result.DRAW)), (), "x", Phase.CLOSED)
    lines = written(tournament(rounds=(first, tournament().rounds[1])))
    assert [line for line in lines if line.startswith("162")] == ["162  X 0.5"]
    assert [line[91:99] for line in lines if line.startswith("001")][::2] == ["   3 w ?", "   1 b ?"]
    assert [line[80:84] for line in lines if line.startswith("001")] == [" 1.5", " 0.5", " 1.0", " 1.5"]


def test_start_numbers_follow_the_start_order() -> None:
    t = tournament(start_order=(2, 1, 3, 4))
    assert [line[14:18] for line in written(t) if line.startswith("001")] == ["Tamm", "Ots,", "Kask", "Saar"]
    assert written(t)[-4][91:] == "   4 b =     2 w -"
    assert "trf-renumbered" in [loss.code for loss in losses(t, Dialect.TRF26)]


def test_trfx_keeps_the_numbers_and_says_xxc_rank() -> None:
    t = tournament(start_order=(2, 1, 3, 4))
    lines = written(t, Dialect.TRFX)
    assert [line[:8] for line in lines if line.startswith("001")] == ["001    2", "001    1", "001    3", "001    4"]
    assert "XXC rank white1" in lines
    assert understand(parse("\n".join(lines))).tournament.start_order == (2, 1, 3, 4)


def test_a_name_never_begins_a_new_line() -> None:
    entries = {**tournament().entries, 4: Entry(Player(4, "Saar\n001    9 Evil"))}
    assert sum(line.startswith("001") for line in written(tournament(entries=entries))) == 4


def test_kept_lines_are_handed_on() -> None:
    assert write(tournament(), rest=FileRest(("### from elsewhere",)), line_end="\n").endswith("### from elsewhere\n")


# -- losses ----------------------------------------------------------------------------------------------------------


def left_out(t: Tournament, dialect: Dialect) -> list[str]:
    return [str(loss.facts["field"]) for loss in losses(t, dialect) if loss.code == "trf-left-out"]


def test_trf26_loses_nothing_of_a_tournament_by_the_fide_rules() -> None:
    assert (
        losses(tournament(adjustments=(Adjustment(1, 1, 1, "x"),), separations=(Separation((1, 2), 2),)), Dialect.TRF26)
        == ()
    )


def test_what_trf16_and_trfx_lose() -> None:
    rules = Rules("fide-dutch-2026", 5, DRAUGHTS_POINTS, ("BH",), {"acceleration": "baku"})
    t = tournament(rules=rules, adjustments=(Adjustment(1, 1, 1, "x"),), separations=(Separation((1, 2), 2),))
    assert left_out(t, Dialect.TRF16) == [
        "number_of_rounds",
        "scores",
        "points_by_decision",
        "separations",
        "acceleration",
        "system",
        "tiebreaks",
    ]
    assert left_out(t, Dialect.TRFX) == ["points_by_decision", "separations", "system"]
    assert left_out(tournament(rounds=()), Dialect.TRF16) == [
        "number_of_rounds",
        "first_colour",
        "system",
        "tiebreaks",
    ]


def test_an_acceleration_with_a_name_is_also_told_in_numbers() -> None:
    """FIDE C.04.7: of four players the first two have a point more in two rounds and half a point in the third."""
    t = tournament(rules=Rules("fide-dutch-2026", 5, options={"acceleration": "baku"}))
    written = write(t, Dialect.TRF26).splitlines()
    assert "192 FIDE_DUTCH_2026_BAKU" in written
    assert [line for line in written if line.startswith("250")] == [
        "250       1.0 001 002    1    2",
        "250       0.5 003 003    1    2",
    ]
    assert parsed_options(write(t, Dialect.TRF26)) == {"acceleration": "baku"}
    assert parsed_options(write(t, Dialect.TRFX)) == {"virtual_points": ("1 2 2 1", "2 2 2 1")}


def parsed_options(text: str) -> object:
    return understand(parse(text), "fide-dutch-2026").tournament.rules.options


def test_what_no_trf_can_hold() -> None:
    never = Round(1, (Board(1, 3, Result.NEVER_PLAYED), Board(4, 2, Result.DRAW)), (), "x", Phase.CLOSED)
    t = tournament(
        rules=Rules("keizer", 5),
        entries={**tournament().entries, 4: Entry(Player(4, "S" * 34, club="Põlva"))},
        rounds=(never,),
        extra_games=(ExtraGame(ExtraPurpose.PLAY_OFF, 1, 1, 2, Result.DRAW),),
    )
    assert left_out(t, Dialect.TRF26) == ["system", "player_fields", "extra_games", "games_never_played"]
    assert [loss.facts["player"] for loss in losses(t, Dialect.TRF26) if loss.code == "trf-name-shortened"] == [4]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (Rules("x", 5, PointTable(per_point=3)), "trf-points-not-decimal"),
        (Rules("x", 5, PointTable.of(600, 1)), "trf-points-too-long"),
    ],
)
def test_points_that_four_columns_cannot_hold(rules: Rules, code: str) -> None:
    with pytest.raises(Unsupported) as caught:
        write(tournament(rules=rules))
    assert caught.value.code == code


def test_more_players_than_start_numbers() -> None:
    entries = {number: Entry(Player(number, str(number))) for number in range(1, 10_001)}
    with pytest.raises(Unsupported) as caught:
        write(tournament(entries=entries, rounds=(), start_order=()))
    assert caught.value.code == "trf-too-many-players"
