"""A helper with a range of boards: what is published, and of the desk what belongs to these boards. Nothing of drafts.

Every page, endpoint and live topic is asked before and after something happens that is none of a helper's business.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.web.access.roles import MAY, Grant, Role, Visitor
from displays.web.live import topics
from displays.web.live.hub import Hub
from displays.web.live.topics import KINDS, Audience, parse_topics
from engine.errors import Refusal
from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.disputes import ConfirmResult, DisputeResult
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.permission import Permission
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import CheckIn
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.web.access.test_who_may import FILLED, NEEDS
from tests.displays.web.live.paper import STAFF, Follower, desk_and_hub, quiet

NAMES = ("Anna", "Bram", "Katrin", "Jürgen", "Mari", "Toomas")
CLUB = "/api/t/club"


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Three boards: round 1 is over, round 2 is played, board 1 has its result."""
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    for name in NAMES:
        roundlog("register", "club", name)
    roundlog("pair", "club", 1, "--boards", "1-2 3-4 5-6")
    roundlog("publish", "club", 1)
    for board in (1, 2, 3):
        roundlog("result", "club", 1, board, "1-0")
    roundlog("close", "club", 1)
    return roundlog


@pytest.fixture
def web(club: Roundlog) -> Iterator[Web]:
    with SqliteLog(club.log) as log:
        app = build(log)
        yield Web(app)
        app.state.services.key_store.close()


# A seal or position, of whatever was recorded.
COUNT_RECORDS = ("GET /", "GET /health", "GET /health/reading", "GET /metrics", "GET /api/standby")
READ = sorted(
    endpoint
    for endpoint, need in NEEDS.items()
    if endpoint.startswith("GET ") and endpoint not in COUNT_RECORDS
    if need in MAY[Role.RESULTS] or isinstance(need, str)
)


def read_all(helper: Web) -> dict[str, tuple[int, str]]:
    """Everything that a helper can read, of both rounds; sixteen views of the API at every address they have."""
    found = {}
    for endpoint in READ:
        for number in ("1", "2"):
            path = endpoint.removeprefix("GET ").replace("{id}", "club").replace("{round}", number)
            for part, value in FILLED.items():
                path = path.replace(f"{{{part}}}", value)
            answer = helper.get(path.replace("{token}", "x").replace("{session}", "x"))
            found[f"{endpoint} {number}"] = (answer.status_code, answer.text)
    return found


def differences(before: dict[str, tuple[int, str]], after: dict[str, tuple[int, str]]) -> list[str]:
    return [address for address in before if before[address] != after[address]]


def test_a_helper_reads_most_of_the_pages():
    """Or what follows would say nothing."""
    assert {"GET /console", "GET /console/{id}", "GET /console/{id}/rounds/{round}/state"} < {*READ}
    assert len(READ) > 40


def test_nothing_that_a_helper_reads_tells_of_a_draft(web: Web):
    arbiter, helper = web.sign_in("arbiter", "club"), web.sign_in("results", "club", (2, 3))
    before = read_all(helper)
    boards = [{"white": 1, "black": 3}, {"white": 2, "black": 5}, {"white": 4, "black": 6}]
    draft = {"do": "pair-by-hand", "round": 2, "boards": boards}
    assert arbiter.post(f"{CLUB}/commands", json=draft).status_code == 201
    assert differences(before, read_all(helper)) == []
    for board in (1, 2):
        answer = helper.post(f"{CLUB}/rounds/2/boards/{board}/result", json={"result": "1-0"})
        assert answer.status_code == (403 if board == 1 else 409)
        assert board == 1 or (answer.json()["code"], answer.json()["facts"]["rounds"]) == ("no-such-round", 1)
    assert arbiter.post(f"{CLUB}/rounds/2/publication").status_code == 201
    assert "Round 2" in helper.get("/console/club/rounds/2").text


def test_nor_of_a_dispute_on_other_boards(web: Web, club: Roundlog):
    arbiter, helper = web.sign_in("arbiter", "club"), web.sign_in("results", "club", (2, 3))
    before = read_all(helper)
    assert arbiter.post(f"{CLUB}/rounds/1/boards/1/dispute", json={"result": "0-1"}).status_code == 201
    assert differences(before, read_all(helper)) == []
    assert helper.get(f"{CLUB}/disputes").json() == []
    assert arbiter.post(f"{CLUB}/rounds/1/boards/2/dispute", json={"result": "0-1"}).status_code == 201
    (dispute,) = helper.get(f"{CLUB}/disputes").json()
    assert (dispute["board"], dispute["tried"]) == (2, "0-1")
    (dispute,) = helper.get("/console/club/rounds/1/state").json()["disputes"]
    assert dispute["board"] == 2


def test_the_page_of_a_round_has_the_boards_of_the_range(web: Web):
    helper = web.sign_in("results", "club", (2, 3))
    state = helper.get("/console/club/rounds/1/state").json()
    assert [board["board"] for board in state["boards"]] == [2, 3]
    assert {one["name"] for one in state["people"].values()} == {"Katrin", "Jürgen", "Mari", "Toomas"}
    assert state["board_count"] == 3
    page = helper.get("/console/club/rounds/1").text
    assert "Katrin" in page
    assert "Anna" not in page
    everything = web.sign_in("results", "club").get("/console/club/rounds/1/state").json()
    assert [board["board"] for board in everything["boards"]] == [1, 2, 3]


@pytest.mark.parametrize("boards", [None, (1, 1)])
def test_what_would_be_is_for_arbiters(web: Web, boards):
    helper, arbiter = web.sign_in("results", "club", boards), web.sign_in("arbiter", "club")
    question = {"corrections": [], "prizes": 3}
    for address in ("/console/club/what-if", "/console/club/rounds/2/engine", "/console/club/moments"):
        assert helper.get(address).status_code == 403
        assert arbiter.get(address).status_code in (200, 409)  # nothing pairs what is paired by hand
    assert helper.post(f"{CLUB}/consequences", json=question).status_code == 403
    assert arbiter.post(f"{CLUB}/consequences", json=question).status_code == 200
    page = helper.get("/console/club").text
    assert "what-if" not in page
    assert 'id="replay"' not in page


# -- live ------------------------------------------------------------------------------------------------------------

HELPER = Visitor("Bram", (Grant(Role.RESULTS, "open", 2, 3),))
SCREEN, PLAYER, BOARDS = "stage", "1", "2-3"
PARTS = {"screen": SCREEN, "card": PLAYER, "ladder-card": PLAYER, "results-desk": BOARDS}


def name_of(kind: str) -> str:
    return f"{kind}:{PARTS[kind]}" if kind in PARTS else kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_helper_follows_what_is_released_and_the_desk_of_their_boards(kind: str):
    (topic,) = parse_topics([name_of(kind)])
    assert topic.is_for(HELPER, "open") == (KINDS[kind].audience is not Audience.ARBITERS)
    assert topic.is_for(STAFF, "open")
    nobody = topic.audience is Audience.EVERYBODY
    assert topic.is_for(Visitor("", (Grant(Role.DISPLAY, "open"),)), "open") == nobody
    assert topic.is_for(Visitor("", (Grant(Role.RESULTS, "other", 2, 3),)), "open") == nobody


@pytest.mark.parametrize("span", ["1-3", "2-4", "1-99999", "4-5"])
def test_not_the_desk_of_other_boards(span: str):
    (topic,) = parse_topics([f"results-desk:{span}"])
    assert not topic.is_for(HELPER, "open")


def test_only_arbiters_have_what_arbiters_follow():
    assert {kind for kind, known in topics.KINDS.items() if known.audience is Audience.ARBITERS} == {"desk", "screens"}
    assert Permission.SEE_DRAFTS not in MAY[Role.RESULTS]


async def test_the_desk_of_some_boards_is_silent_about_drafts_and_other_boards(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        desk, hub = desk_and_hub(log, merge=0.0)

        async def do(*commands: Command) -> None:
            for command in commands:
                await desk.handle("open", command, actor="Eva")
            await quiet(hub)

        await do(OpenTournament(details=Details(name="Open"), rules=Rules(system="by-hand", rounds=3)))
        await do(RegisterPlayers(players=tuple(NewPlayer(player=player(n)) for n in range(1, 7))))
        one = (Board(1, 2), Board(3, 4), Board(5, 6))
        await do(PairByHand(round=1, boards=one), PublishRound(round=1))
        await do(*(EnterResult(round=1, board=board, result=Result.WHITE_WINS) for board in (1, 2, 3)))
        follower = Follower(hub, "open", "results-desk:2-3", HELPER)
        await quiet(hub)
        (first,) = follower.frames()
        assert (first["state"]["round"], first["state"]["phase"]) == (1, "published")
        await do(DisputeResult(round=1, board=1, result=Result.DRAW))
        assert follower.frames() == []
        await do(DisputeResult(round=1, board=3, result=Result.DRAW))
        (told,) = follower.frames()
        assert [dispute["board"] for dispute in told["state"]["disputes"]] == [3]
        assert {entry.get("board") for entry in told["state"]["entries"] if entry["what"] == "result-disputed"} == {3}
        await do(CheckIn(round=2, player=5))
        assert len(follower.frames()) == 1
        two = (Board(1, 3), Board(2, 5), Board(4, 6))
        with pytest.raises(Refusal):
            await do(PairByHand(round=2, boards=two))  # round 1 is open
        await do(*(confirm(number) for number in disputes(desk)), CloseRound(round=1))
        follower.take()
        known = newcomer_of(hub)
        await quiet(hub)
        before = known.take()
        await do(PairByHand(round=2, boards=two))
        assert follower.frames() == []
        newcomer = newcomer_of(hub)
        await quiet(hub)
        assert newcomer.take() == before
        await do(PublishRound(round=2))
        (told,) = follower.frames()
        assert (told["state"]["round"], told["state"]["phase"]) == (2, "published")


def newcomer_of(hub: Hub) -> Follower:
    return Follower(hub, "open", "results-desk:2-3", HELPER)


def player(number: int) -> Player:
    return Player(number=number, name=NAMES[number - 1])


def disputes(desk: Desk) -> list[int]:
    state = desk.state("open")
    assert state is not None
    return [dispute.number for dispute in state.hall.disputes]


def confirm(number: int) -> ConfirmResult:
    return ConfirmResult(dispute=number)
