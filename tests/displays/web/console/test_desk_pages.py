"""The pages around the rounds: overview and its next step, moments of the replay, players, the roll call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from displays.web.console.next_step import BOARDS_NAMED, helpers_step, next_step
from displays.web.sections.boards import AUDIT_ON_A_PAGE
from displays.words.language import LANGUAGES, language
from engine.model import Board, Colour, Details, Entry, Phase, Player, Result, Round, Rules, Tournament
from ledger.history_cache import MOST_WAITING
from ledger.state import Dispute, Hall, State
from ledger.views.projector import NEWEST_KEPT, Projection
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.api.club import CLUB, REASON, club_at

SIX_ROUNDS = Path(__file__).parents[3] / "engine/systems/fide_dutch/golden/fide-dutch-2026/small-10001-n9-r6.trf"


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.fixture
def arbiter(club: Roundlog, web: Web) -> Web:
    return web.sign_in("arbiter", "club", name="Anna")


# -- what comes next ---------------------------------------------------------------------------------------------------


def state(
    *rounds: Round,
    players: int = 4,
    system: str = "keizer",
    agreed: int = 2,
    disputes: tuple[Dispute, ...] = (),
    **parts: object,
) -> State:
    entries = {number: Entry(Player(number, f"Player {number}")) for number in range(1, players + 1)}
    t = Tournament(Details("Club"), Rules(system, agreed), entries, rounds)
    return State(replace(t, **parts), Hall(disputes=disputes), 9)


def played(number: int, *results: Result, phase: Phase = Phase.PUBLISHED) -> Round:
    boards = tuple(Board(2 * at + 1, 2 * at + 2, result) for at, result in enumerate(results))
    return Round(number, boards, phase=phase)


DONE, OPEN, LATER = Result.DRAW, Result.PENDING, Result.POSTPONED
DISPUTE = Dispute(9, 1, 1, DONE, Result.WHITE_WINS)
ALL_CLOSED = played(1, DONE, DONE, phase=Phase.CLOSED)


@pytest.mark.parametrize(
    ("where", "code", "below"),
    [
        (state(players=1), "add-players", "players"),
        (state(system="fide-dutch-2026"), "draw-colour", "players"),
        (state(system="fide-dutch-2026", first_colour=Colour.BLACK), "pair", "rounds/1"),
        (state(), "pair", "rounds/1"),
        (state(played(1, OPEN, OPEN, phase=Phase.PAIRED)), "publish", "rounds/1"),
        (state(played(1, DONE, OPEN)), "results", "rounds/1"),
        (state(played(1, DONE, LATER)), "close", "rounds/1"),
        (state(played(1, DONE, OPEN), disputes=(DISPUTE,)), "results", "rounds/1"),
        (state(played(1, DONE, DONE), disputes=(DISPUTE,)), "disputes", "rounds/1"),
        (state(played(1, DONE, LATER, phase=Phase.CLOSED)), "pair", "rounds/2"),
        (state(played(1, DONE, LATER, phase=Phase.CLOSED), agreed=1), "postponed", "rounds/1"),
        (state(ALL_CLOSED, agreed=1), "finish", ""),
        (state(ALL_CLOSED, agreed=1, disputes=(DISPUTE,)), "settle", "rounds/1"),
        (state(ALL_CLOSED, disputes=(DISPUTE,)), "pair", "rounds/2"),
        (state(is_finished=True), "finished", "standings"),
    ],
)
def test_there_is_always_one_thing_to_do(where, code, below):
    step = next_step(where)
    assert (step.code, step.below) == (code, below)
    assert step.button == {"pair": "preview-button", "publish": "publish", "close": "close-round"}.get(code, "")


def test_when_there_is_no_next_round_nobody_is_counted_for_it(club: Roundlog, arbiter: Web):
    assert "<dt>taking part in the next round</dt>" in arbiter.get("/console/club?lang=en").text
    club("finish", "club", "--reason", "snow")
    assert "<dt>taking part in the next round</dt>" not in arbiter.get("/console/club?lang=en").text


def test_the_boards_without_a_result_are_named_and_the_rest_counted():
    few = next_step(state(played(1, OPEN, DONE, OPEN)))
    assert few.facts == {"round": 1, "count": 2, "boards": "1, 3"}
    many = next_step(state(played(1, *[OPEN] * 40)))
    assert many.facts["count"] == 40
    assert len(many.boards) == BOARDS_NAMED
    assert str(many.facts["boards"]).endswith("(+28)")


def is_low(board: int) -> bool:
    return board <= 2


def test_a_helper_is_told_of_their_own_boards_only():
    some = helpers_step(state(played(1, OPEN, DONE, OPEN)), is_low)
    assert (some.code, some.below) == ("own-results", "rounds/1")
    assert some.facts == {"round": 1, "count": 1, "boards": "1"}
    none = helpers_step(state(played(1, DONE, LATER, OPEN, OPEN)), is_low)
    assert (none.code, none.below, none.facts["count"]) == ("own-results-in", "rounds/1", 2)
    disputed = helpers_step(state(played(1, DONE, DONE, OPEN), disputes=(DISPUTE,)), is_low)
    assert (disputed.code, disputed.boards) == ("disputes", (1,))
    elsewhere = Dispute(9, 1, 3, DONE, Result.WHITE_WINS)
    others = helpers_step(state(played(1, DONE, DONE, DONE), disputes=(elsewhere,)), is_low)
    assert (others.code, others.facts["count"]) == ("own-results-in", 0)


def test_a_helper_is_never_told_to_pair_or_to_close():
    assert helpers_step(state(played(1, DONE, DONE)), is_low).code == "own-results-in"
    over = helpers_step(state(played(1, DONE, DONE, phase=Phase.CLOSED)), is_low)
    assert (over.code, over.below, over.round) == ("wait-for-round", "standings", 2)


def test_a_helper_is_told_of_their_own_postponed_games():
    late = state(played(1, LATER, DONE, DONE, LATER, phase=Phase.CLOSED), agreed=1)
    assert helpers_step(late, lambda board: board > 2).boards == (4,)
    assert helpers_step(late, lambda board: board == 2).code == "wait-for-round"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_overview_sends_an_arbiter_to_what_is_disputed(club: Roundlog, arbiter: Web, code: str):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    club("results", "club", 3, "1:1-0 2:½")
    club.tried("--as", "Bram", "result", "club", 3, 2, "0-1")
    text = arbiter.get(f"/console/club?lang={code}").text
    assert language(code).phrase("step-disputes", section="console", round=3) in text
    assert language(code).phrase("step-disputes-words", section="console", count=1, boards="2") in text


# -- pages -------------------------------------------------------------------------------------------------------------

PAGES = ["", "/players", "/absences", "/check-in", "/hall", "/settings"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_speaks_every_language_now_and_in_the_past(arbiter: Web, page: str, code: str):
    for moment in ("", "&version=5", "&round=1"):
        answer = arbiter.get(f"/console/club{page}?lang={code}{moment}")
        assert answer.status_code == 200
        assert f'<html lang="{code}"' in answer.text
        assert ('class="past-banner"' in answer.text) is bool(moment)


def test_a_chosen_language_is_remembered(arbiter: Web):
    answer = arbiter.get("/console/club?lang=et")
    assert "roundlog-language=et" in answer.headers["set-cookie"]
    assert "set-cookie" not in arbiter.get("/console/club?lang=xx").headers


@pytest.mark.parametrize("page", PAGES)
def test_the_past_has_no_forms_that_write(arbiter: Web, page: str):
    text = arbiter.get(f"/console/club{page}?version=5&lang=en").text
    content = text.split('<main id="content"')[1].split("</main>")[0]
    assert "<form" not in re.sub(r'<form id="[a-z-]+" novalidate inert', "", content)


def test_a_name_is_text_and_never_markup(club: Roundlog, arbiter: Web):
    club("register", "club", "<script>alert(1)</script>")
    for page in ("/players", "/absences", "/check-in", ""):
        assert "<script>alert(1)" not in arbiter.get(f"/console/club{page}").text


def test_the_grid_of_absences_is_read_without_a_script(club: Roundlog, arbiter: Web):
    """Which makes buttons of its cells."""
    club("absent", "club", 2, 3, "--kind", "half-bye")
    text = arbiter.get("/console/club/absences?lang=en").text
    row = text.split('<tr id="absent-2"')[1].split("</tr>")[0]
    assert row.count("<td") == 3
    assert row.endswith('<td data-outcome="half-bye">½</td>')
    assert 'data-round="3" data-open' in text
    assert "data-open" not in arbiter.get("/console/club/absences?version=9").text  # the past stays as it was


def test_the_list_shows_only_what_the_visitor_may_work_on(club: Roundlog, web: Web):
    club("open", "other", "--name", "Other Open", "--rounds", "3")
    everything = web.sign_in("owner").get("/console?lang=en").text
    assert "Other Open" in everything
    assert "/console/new" in everything
    mine = web.sign_in("arbiter", "club").get("/console?lang=en").text
    assert "Other Open" not in mine
    assert "/console/new" not in mine
    assert web.get("/console").status_code == 401


# -- replay ------------------------------------------------------------------------------------------------------------


def test_moments_tell_of_every_version_and_of_the_ends_of_rounds(club: Roundlog, arbiter: Web):
    found = arbiter.get("/console/club/moments?lang=en").json()
    newest = arbiter.get("/api/t/club/audit").json()["version"]
    assert len(found["at"]) == len(found["what"]) == len(found["rounds"]) == newest
    assert found["what"][0] == "tournament opened"
    for number, version in found["ends"]:
        assert found["what"][version - 1] == f"round closed, round {number}"
        assert found["rounds"][version - 1] == number


def test_links_of_a_page_in_the_past_stay_there(arbiter: Web):
    text = arbiter.get("/console/club/players?version=5&lang=en").text
    assert 'href="/console/club/standings?version=5"' in text
    assert 'href="/console/club/players" id="back-to-now"' in text


def test_the_page_of_players_says_that_the_numbers_are_fixed(roundlog: Roundlog, web: Web):
    """FIDE C.04.2 2.3: once round 4 is paired."""
    roundlog("import", "trf", SIX_ROUNDS, "--stream", "open", "--system", "fide-dutch-2026")
    arbiter = web.sign_in("arbiter", "open")
    page = arbiter.get("/console/open/players", headers={"accept-language": "en"}).text
    assert "The numbers are fixed: round 4 is paired (FIDE C.04.2 2.3)." in page
    assert 'id="order-form"' not in page
    refused = arbiter.post(
        "/api/t/open/commands", json={"do": "set-start-order", "order": [*range(9, 0, -1)], **REASON}
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "start-order-is-fixed")


# -- the roll call -----------------------------------------------------------------------------------------------------


def ticked(web: Web, player: object, method: str = "PUT"):
    return web.request(method, f"/api/t/club/rounds/3/check-in/{player}")


def test_ticks_are_shared_and_end_with_the_round(club: Roundlog, arbiter: Web, web: Web):
    helper, here = web.sign_in("results", "club"), "/console/club/check-in/here"
    ticked(helper, 2)
    ticked(arbiter, 1)
    assert helper.get(here).json() == {"round": 3, "here": [1, 2], "signed_off": []}
    assert 'aria-pressed="true"' in helper.get("/console/club/check-in").text
    ticked(helper, 2, "DELETE")
    assert arbiter.get(here).json()["here"] == [1]
    club("pair", "club", 3, "--boards", "1-2 3-4")
    assert arbiter.get(here).json() == {"round": 4, "here": [], "signed_off": []}


def test_who_was_not_ticked_is_named_before_the_round_is_paired(arbiter: Web):
    assert 'id="not-checked-in"' not in arbiter.get("/console/club/rounds/3?lang=en").text
    ticked(arbiter, 1)
    found = arbiter.get("/console/club/rounds/3?lang=en").text
    assert "3 to be paired are not ticked." in found
    ticked(arbiter, 2)
    ticked(arbiter, 3)
    assert "1 to be paired is not ticked." in arbiter.get("/console/club/rounds/3?lang=en").text


def test_a_hall_full_of_ticks_does_not_push_out_what_just_happened(arbiter: Web):
    before = arbiter.get("/console/club?lang=en").text
    for _ in range(10):
        ticked(arbiter, 1)
        ticked(arbiter, 1, "DELETE")
    after = arbiter.get("/console/club?lang=en").text
    assert "round closed" in before
    assert "round closed" in after
    assert "checked in" not in after


def test_only_players_can_be_ticked_and_only_by_staff(arbiter: Web, web: Web):
    assert ticked(arbiter, 99).status_code == 404
    assert ticked(arbiter, "x").status_code == 400
    assert ticked(web.sign_in("display", "club"), 1).status_code == 403


# -- what just happened ------------------------------------------------------------------------------------------------


def test_players_are_named_where_their_names_are_known(club: Roundlog, arbiter: Web):
    club("withdraw", "club", 3, "--reason", "ill")
    overview, audit = (arbiter.get(f"/console/club{page}?lang=en").text for page in ("", "/audit"))
    name = arbiter.get("/api/t/club/players").json()[2]["player"]["name"]
    happened = overview[overview.index('id="happened"') :]
    for text in (happened, audit[audit.index("player withdrawn") :]):
        assert name in text
        assert "player 3" not in text
    told = arbiter.post("/api/t/club/players/4/absences", json={"rounds": [3]}, headers={"accept-language": "en"})
    assert "player 4" not in told.json()["told"][0]


def test_an_option_is_called_what_the_form_calls_it(web: Web):
    owner = web.sign_in("owner")
    rules = {"system": "fide-dutch-2026", "rounds": 5}
    owner.post("/api/t", json={"id": "open", "details": {"name": "Open"}, "rules": rules})
    changed = {**rules, "options": {"acceleration": "baku"}}
    owner.request("PUT", "/api/t/open/rules", json={"rules": changed, "reason": "many players"})
    page = owner.get("/console/open/audit?lang=nl").text
    assert "versnelling van de eerste ronden” (acceleration) Baku" in page


def test_no_ordinary_page_reads_the_whole_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A correction and a dispute of long ago, then a hall full of people and of news."""
    with club_at("played", tmp_path) as web:
        owner = web.bearer("owner", name="Olga")
        owner.confirm("POST", f"{CLUB}/rounds/1/boards/2/correction", json={"result": "0-1", **REASON})
        web.bearer("results", "club", name="Bram").post(f"{CLUB}/rounds/1/boards/1/result", json={"result": "0-1"})
        for number in range(NEWEST_KEPT):
            assert owner.post(f"{CLUB}/announcements", json={"text": f"News {number}"}).status_code == 201
        for number in range(NEWEST_KEPT):
            method = "DELETE" if number % 2 else "PUT"
            assert owner.request(method, f"{CLUB}/rounds/2/check-in/1").status_code in (200, 201)
        arbiter = web.sign_in("arbiter", "club", name="Anna")
        monkeypatch.setattr(Projection, "_everything", lambda _: pytest.fail("the whole log is read"))
        overview = arbiter.get("/console/club?lang=en")
        assert (overview.status_code, f"News {NEWEST_KEPT - 1}" in overview.text) == (200, True)
        assert "News 40" not in overview.text
        state = arbiter.get("/console/club/rounds/1/state").json()
        assert [board["by"] for board in state["boards"]] == ["the owner", "Olga"]
        assert [bool(board["corrected"]) for board in state["boards"]] == [False, True]
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        assert (dispute["by"], dispute["who"]) == ("the owner", "Bram")
        public = web.get("/t/club?lang=en")
        assert (public.status_code, 'href="/t/club/audit?lang=en"' in public.text) == (200, True)
        assert web.get("/t/club/crosstable").status_code == 200


def test_the_end_of_the_audit_stands_on_the_public_page_and_all_of_it_on_its_own(tmp_path: Path):
    """However much the public may not see: that pushes nothing out."""
    with club_at("played", tmp_path) as web:
        owner = web.bearer("owner")
        for number in range(AUDIT_ON_A_PAGE + 5):
            owner.post(f"{CLUB}/announcements", json={"text": f"News {number}."})

        def shown(address: str) -> list[int]:
            rows = web.get(address).text.partition('id="audit"')[2]
            return [int(version) for version in re.findall(r"<tr><td>(\d+)</td>", rows)]

        everything = shown("/t/club/audit")
        assert everything[0] == 1
        assert shown("/t/club") == everything[-AUDIT_ON_A_PAGE:]
        before = web.get("/t/club?lang=en").text
        for _ in range(NEWEST_KEPT // 2):
            assert owner.post(f"{CLUB}/rounds/1/boards/1/dispute", json={"result": "0-1"}).status_code == 201
            (dispute,) = owner.get(f"{CLUB}/disputes").json()
            assert owner.request("DELETE", f"{CLUB}/disputes/{dispute['number']}").status_code == 200
        assert web.get("/t/club?lang=en").text == before


def test_an_arbiter_reads_the_audit_however_many_strangers_ask(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        web.app.state.services.desk.history._waiting = MOST_WAITING
        assert web.get("/t/club/audit").status_code == 503
        arbiter = web.sign_in("arbiter", "club")
        for address in ("/console/club/audit", "/console/club/audit?version=5", "/api/t/club/audit"):
            assert arbiter.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/console/club/audit", "/t/club/audit", "/api/t/club/audit"])
def test_all_of_the_audit_is_not_worked_out_in_the_loop(tmp_path: Path, address: str):
    """For every correction the places before and after it are looked up: a hall would stand still for seconds."""
    with club_at("played", tmp_path) as web:
        assert web.sign_in("arbiter", "club").get(address).status_code == 200
        desk = web.app.state.services.desk
        assert list(desk.history._newest) == [("club", "/t/" not in address or "/api" in address)]
        assert desk.projector.projection("club")._all is None


@pytest.mark.parametrize("page", ["", "/audit"])
def test_a_time_that_was_recorded_is_told_to_the_minute_and_can_be_read_in_any_zone(tmp_path: Path, page: str):
    with club_at("played", tmp_path) as web:
        told = {"text": "Soup <3", "until": "2099-05-01T14:03:22.5+02:00"}
        assert web.bearer("owner").post(f"{CLUB}/announcements", json=told).status_code == 201
        shown = web.sign_in("arbiter", "club").get(f"/console/club{page}").text
    assert '<time datetime="2099-05-01 12:03">1 May 2099, 12:03 UTC</time>' in shown
    assert "Soup &lt;3" in shown


def test_a_game_that_is_postponed_is_no_result_on_any_page(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        owner = web.bearer("owner")
        assert owner.post(f"{CLUB}/rounds/1/boards/1/result", json={"result": "1-0"}).status_code in (200, 201)
        assert (
            owner.confirm(
                "POST", f"{CLUB}/rounds/1/boards/2/postponement", json={"until": "Tuesday", **REASON}
            ).status_code
            == 201
        )
        arbiter = web.sign_in("arbiter", "club")
        assert re.search(r"1 / 2 <small>\(1 game postponed\)</small>", arbiter.get("/console/club?lang=en").text)
        assert "1 of 2 results" in arbiter.get("/console/club/rounds/1?lang=en").text
