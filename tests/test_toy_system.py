"""A toy system, registered here: one description, one line in the registry, its words, and it is found everywhere.

This module stands for its folder in ``engine/systems``; nothing else is touched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.web.console.next_step import next_step
from displays.web.console.setup_form import choices
from displays.words.language import language
from engine.absolute_rules import AuditedRound, Breach
from engine.audit import breaches
from engine.model import Board, Details, Entry, Outcome, Player, Rules, SitOut, Tournament, Value
from engine.pairing import Paired, Reason, read_options
from engine.registry import SYSTEMS
from engine.simulation import simulate
from engine.start_order import start_order
from engine.system import ReasonLayout, System, TrfNames
from ledger.formats.trf.codes import code_of, system_of
from ledger.state import Hall, State
from tests.displays.client import Web, web
from tests.displays.commandline import Roundlog, roundlog

__all__ = ["roundlog", "web"]


# -- what would be engine/systems/toy/system.py ------------------------------------------------------------------------


class ToyOptions(Value, frozen=True, forbid_unknown_fields=True):
    toy_from_the_end: bool = False


def pair(t: Tournament) -> Paired:
    """TOY 1: neighbours in the start order meet; the last of an odd number has the bye."""
    here = [player for player in start_order(t) if player in t.available(t.next_round)]
    if read_options(t.rules, ToyOptions).toy_from_the_end:
        here.reverse()
    bye = here.pop() if len(here) % 2 else None
    pairs = list(zip(here[::2], here[1::2], strict=True))
    told = [reason for one in pairs for reason in (Reason("toy-pair", "TOY 1", one), Reason("toy-next", "TOY 1", one))]
    return Paired(tuple(Board(*one) for one in pairs), bye, tuple(told))


def bars_player_13(audited: AuditedRound) -> Iterator[Breach]:
    """TOY 2: nobody sits on a board with player 13."""
    for number, board in enumerate(audited.boards, start=1):
        if 13 in (board.white, board.black):
            yield Breach("toy-thirteen", number, (13,))


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    return (Reason("toy-odd", "TOY 3", (), {"players": players}),) if players % 2 else ()


TOY = System(
    key="toy-2030",
    family="toy",
    regulation="TOY:2030",
    game="draughts",
    pair=pair,
    options=ToyOptions,
    main_options=("toy_from_the_end",),
    hints=hints,
    needs_first_colour=True,
    most_meetings=lambda rules: None,
    absolute_rules=(bars_player_13,),
    trf=TrfNames(written="TOY_2030", read=("TOY_2030", "TOY_DRAFT"), family="TOY"),
    layout=ReasonLayout(heads=frozenset({"toy-pair"})),
)

# -- what would stand in the locale files ------------------------------------------------------------------------------

WORDS = {
    "console": {"system-toy-2030": "Toy system", "system-about-toy-2030": "Neighbours meet."},
    "options": {"toy_from_the_end": "from the end"},
    "reasons": {
        "toy-pair": "{one} meets {other}.",
        "toy-next": "They are neighbours.",
        "toy-odd": "{players} is an odd number.",
    },
    "words": {"breach-toy-thirteen": "Note: board {board}, player {players} sits there."},
}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in ``engine/registry.py``, and the words."""
    monkeypatch.setitem(SYSTEMS, TOY.key, TOY)
    for section, texts in WORDS.items():
        for key, text in texts.items():
            monkeypatch.setitem(language("en").section(section), key, text)


# -- where it is found -------------------------------------------------------------------------------------------------


def tournament(players: int, **options: bool) -> Tournament:
    entries = {number: Entry(Player(number, f"P{number}", 2000 - number)) for number in range(1, players + 1)}
    return Tournament(details=Details("Toys"), rules=Rules(TOY.key, 3, options=options), entries=entries)


def test_the_set_up_form_offers_it() -> None:
    (offered,) = (system for system in choices(language("en")).systems if system.key == TOY.key)
    assert (offered.name, offered.about, offered.group) == ("Toy system", "Neighbours meet.", "draughts")
    assert [(option.name, option.label) for option in offered.options] == [("toy_from_the_end", "From the end")]
    assert offered.main_options == ("toy_from_the_end",)
    assert offered.tiebreaks["draughts"] == ("WP", "SBD")


def test_the_api_lists_it_and_gives_its_advice(web: Web) -> None:
    (listed,) = (system for system in web.get("/api/systems").json() if system["key"] == TOY.key)
    assert (listed["regulation"], listed["has_ladder"]) == ("TOY:2030", False)
    assert [option["name"] for option in listed["options"]] == ["toy_from_the_end"]
    rules = {"system": TOY.key, "rounds": 3}
    director = web.bearer("owner")
    checked = director.post("/api/rules/check", json={"rules": rules, "players": 7}).json()
    assert checked == {"refusal": None, "advice": ["7 is an odd number."]}
    unknown = {**rules, "options": {"toy_from_the_moon": True}}
    refused = director.post("/api/rules/check", json={"rules": unknown, "players": 7}).json()
    assert refused["refusal"]["code"] == "option-unknown"


def test_the_command_line_lists_it(roundlog: Roundlog) -> None:
    said = roundlog("systems", TOY.key)
    assert "toy-2030 (TOY:2030)" in said
    assert "from the end" in said


def test_a_tournament_is_opened_paired_and_explained(roundlog: Roundlog) -> None:
    roundlog.open_six(TOY.key)
    assert "round paired" in roundlog("pair", "open", 1)
    boards = json.loads(roundlog("boards", "open", "--json"))["boards"]
    assert [(board["white"]["player"]["number"], board["black"]["player"]["number"]) for board in boards] == [
        *((1, 2), (3, 4), (5, 6))
    ]
    told = roundlog("explain", "open", "--player", 3)
    assert "\n3 Player 3 meets 4 Player 4.\n  They are neighbours." in told
    roundlog("publish", "open", 1)
    roundlog("results", "open", 1, "1:1-0 2:1-0 3:1-0")
    roundlog("close", "open", 1)
    roundlog("pair", "open", 2)  # they meet again: it sets no limit
    assert "have met before" not in roundlog("audit", "open")


def test_the_first_colour_is_drawn_before_its_first_round() -> None:
    assert next_step(State(tournament(6), Hall(), 1)).code == "draw-colour"


def test_files_name_it(roundlog: Roundlog) -> None:
    assert [system_of(code, "") for code in ("TOY_2030", "toy_draft", "TOY", "TOY_2031")] == [TOY.key] * 3 + [None]
    assert code_of(TOY.key, is_baku=False) == "TOY_2030"
    roundlog.open_six(TOY.key)
    roundlog.pair_and_play(1)
    path = roundlog.folder / "toys.trf"
    roundlog("export", "trf", "open", path)
    assert "192 TOY_2030" in Path(path).read_text("utf-8")
    assert roundlog("pair", path) == "3\n1 2\n3 4\n5 6\n"
    assert "1 Player 1 meets 2 Player 2." in roundlog("explain", path)
    roundlog("import", "trf", path, "--stream", "again")
    assert '"toy-2030"' in roundlog("audit", "again", "--json")


def test_the_audit_checks_its_absolute_rules() -> None:
    t = tournament(14)
    pairs = [Board(number, number + 1) for number in range(1, 14, 2)]
    assert breaches(t, pairs, 1) == (Breach("toy-thirteen", 7, (13,)),)
    assert breaches(t, pairs[:6], 1, (SitOut(13, Outcome.PAIRING_BYE),)) == ()


def test_it_plays_simulated_tournaments() -> None:
    played = simulate(TOY, 8, 3, seed=1).tournament
    assert [round_.system for round_ in played.rounds] == [TOY.key] * 3
