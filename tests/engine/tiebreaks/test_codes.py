"""What may be written as a tie-break, and what is refused when the tournament is opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.tiebreaks
from engine.errors import Refusal
from engine.model import Rules
from engine.registry import SYSTEMS, is_predetermined
from engine.tiebreaks import DEFINITIONS, PRESETS, SCORE, TieBreak, check, criteria, tiebreak
from engine.tiebreaks.codes import MODIFIERS


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("BH", TieBreak("BH")),
        ("BH/C1", TieBreak("BH", low=1)),
        ("BH/M2", TieBreak("BH", low=2, high=2)),
        ("SB/C2/P", TieBreak("SB", low=2, forfeits_played=True)),
        ("AOB/F", TieBreak("AOB", fore=True)),
        ("KS/L60", TieBreak("KS", limit_percent=60)),
        ("KS/L+1", TieBreak("KS", limit_steps=1)),
        ("KS/L05", TieBreak("KS", limit_percent=5)),
        ("KS/L-2", TieBreak("KS", limit_steps=-2)),
        ("ARO/C1/U1400", TieBreak("ARO", low=1, unrated=1400)),
        ("TPN/R", TieBreak("TPN", reverse=True)),
        ("PRF/LOG", TieBreak("PRF", logistic=True)),
        ("MOR/G", TieBreak("MOR", games_only=True)),
    ],
)
def test_a_code_is_read_and_written(code: str, meant: TieBreak) -> None:
    assert tiebreak(code) == meant
    assert tiebreak(code.lower()) == meant
    assert meant.code == code


def test_one_tiebreak_has_one_name() -> None:
    assert tiebreak("BH/P/C1").code == tiebreak("bh/c1/p").code == "BH/C1/P"


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        ("XYZ", "unknown-tiebreak"),
        ("", "unknown-tiebreak"),
        ("BH:GP", "unknown-tiebreak"),
        ("BH/Q", "unknown-tiebreak-modifier"),
        ("BH/", "unknown-tiebreak-modifier"),
        ("BH/C0", "unknown-tiebreak-modifier"),
        ("BH/C-1", "unknown-tiebreak-modifier"),
        ("BH/C100", "unknown-tiebreak-modifier"),
        ("WIN/C1", "unknown-tiebreak-modifier"),
        ("PS/M1", "unknown-tiebreak-modifier"),
        ("BH/C1/C2", "tiebreak-modifiers-contradict"),
        ("BH/C1/M1", "tiebreak-modifiers-contradict"),
        ("KS/L+1/L60", "tiebreak-modifiers-contradict"),
        ("KS/L101", "tiebreak-limit-above-maximum"),
    ],
)
def test_what_cannot_be_meant_is_refused(code: str, refusal: str) -> None:
    with pytest.raises(Refusal) as caught:
        tiebreak(code)
    assert caught.value.code == refusal


@pytest.mark.parametrize(
    ("rules", "refusal"),
    [
        (Rules("by-hand", 9, tiebreaks=("BH/C99",)), "tiebreak-cuts-too-much"),
        (Rules("by-hand", 5, tiebreaks=("BH/M3",)), "tiebreak-cuts-too-much"),
        (Rules("by-hand", 9, tiebreaks=("BH", "SB", "bh")), "tiebreak-twice"),
        (Rules("by-hand", 9, tiebreaks=("PTS", "PTS")), "tiebreak-twice"),
        (Rules("by-hand", 9, tiebreaks=("BH", "nonsense")), "unknown-tiebreak"),
        (Rules("by-hand", 9, tiebreaks=("kndb", "BH")), "unknown-tiebreak"),
        (Rules("by-hand", 9, tiebreak_edition="2009"), "not-one-of"),
        (Rules("round-robin", 9, tiebreaks=("BH",)), "tiebreak-not-for-round-robin"),
        (Rules("round-robin", 9, tiebreaks=("AOB",)), "tiebreak-not-for-round-robin"),
    ],
)
def test_a_list_that_cannot_be_meant_is_refused(rules: Rules, refusal: str) -> None:
    with pytest.raises(Refusal) as caught:
        check(rules, is_predetermined=is_predetermined(rules.system))
    assert caught.value.code == refusal


@pytest.mark.parametrize(
    "rules",
    [
        Rules("by-hand", 9),
        Rules("by-hand", 4, tiebreaks=("BH/M2",)),
        Rules("by-hand", 9, tiebreaks=("DE", "WIN", "DE")),  # FIDE C.07:2026 4.3: type A may come again
        Rules("round-robin", 9, tiebreaks=("BH",), tiebreak_edition="2024"),  # the note to article 8 is new in 2026
        *(Rules("by-hand", 9, tiebreaks=(name,)) for name in PRESETS),
    ],
)
def test_a_list_that_can_be_meant_is_accepted(rules: Rules) -> None:
    check(rules, is_predetermined=is_predetermined(rules.system))


def test_the_score_comes_first_unless_the_list_says_where() -> None:
    assert criteria(()) == (SCORE,)
    assert criteria(("BH",)) == (SCORE, TieBreak("BH"))
    assert criteria(("PRF", "PTS")) == (TieBreak("PRF"), SCORE)


def test_the_rankings_of_the_texts_by_name() -> None:
    def codes(name: str) -> list[str]:
        return [found.code for found in criteria((name,))]

    assert codes("fide-c05-annex-3") == ["PTS", "DE", "WIN", "BPG", "ARO/C1", "BH/C1", "BH", "SB"]
    assert codes("kndb") == ["PTS", "WP", "SBD"]
    assert codes("kndb-barrage") == ["PTS", "PO", "WP", "SBD"]
    assert codes("FMJD-5.1") == ["PTS", "MOR"]
    assert codes("fmjd-5.2") == ["PTS", "SOL/C1", "PSOL", "BAL", "FTS"]
    assert codes("fmjd-5.2a") == ["PTS", "FTS"]
    assert codes("fmjd-5.2b") == ["PTS", "SOL/M1", "FTS"]
    assert codes("fmjd-5.3") == ["PTS", "SOL", "SBD"]


def test_every_base_stands_in_the_table_of_the_package() -> None:
    text = engine.tiebreaks.__doc__ or ""
    rows = [row.split("|")[1:-1] for row in text.splitlines() if row.startswith("|")][2:]
    written = {base.strip(): tuple(cells[3].split()) for cells in rows for base in cells[0].split(",")}
    table = {base: definition.modifiers for base, definition in DEFINITIONS.items()}
    assert written == table, "the table in engine/tiebreaks/__init__.py says what the catalogue says"


def test_every_base_stands_in_the_list_of_rules() -> None:
    room = Path(engine.tiebreaks.__file__).parents[1]
    rules = (room / "RULES.md").read_text(encoding="utf-8")
    unknown = {base for base in DEFINITIONS if not re.search(rf"`{base}\b", rules)}
    assert unknown == set(), "wants a row in engine/RULES.md"


def test_every_modifier_is_used() -> None:
    assert {name for definition in DEFINITIONS.values() for name in definition.modifiers} == set(MODIFIERS)


def test_the_round_robin_is_the_system_whose_pairings_are_known_beforehand() -> None:
    assert [key for key, system in SYSTEMS.items() if system.is_predetermined] == ["round-robin"]
