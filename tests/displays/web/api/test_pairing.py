"""Looking at a pairing before it is written, at boards changed by hand, and at the reasons of a round."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from displays.web.pairing_explainer import MOST_WAITING
from displays.web.server import compose
from engine.errors import Unavailable
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.views.pairing_reasons import ReasonsQuestion
from ledger.worker import Worker
from tests.displays.web.api.club import CLUB, REASON, club_at, problem, version


def seats(boards: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(board["white"]["player"]["number"], board["black"]["player"]["number"]) for board in boards]


def test_the_preview_is_the_pairing_and_writes_nothing(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        arbiter, before = web.bearer("arbiter", "club"), version(web)
        seen = arbiter.post(f"{CLUB}/rounds/1/pairing/preview?reasons=all").json()
        assert version(web) == before == seen["version"] == seen["pairing"]["version"]
        assert [line["outcome"] for line in seen["pairing"]["sitouts"]] == ["half-bye"]
        assert seen["breaches"] == []
        assert any("plays" in reason["sentence"] for reason in seen["reasons"])
        arbiter.post(f"{CLUB}/rounds/1/pairing", headers={"if-match": f'"{before}"'})
        assert seats(arbiter.get(f"{CLUB}/boards").json()["boards"]) == seats(seen["pairing"]["boards"])


def test_the_preview_says_who_is_still_playing(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        boards = arbiter.get(f"{CLUB}/boards").json()["boards"]
        arbiter.confirm("POST", f"{CLUB}/rounds/1/boards/1/postponement", json={})
        for board in boards[1:]:
            arbiter.post(f"{CLUB}/rounds/1/boards/{board['board']}/result", json={"result": "1-0"})
        arbiter.post(f"{CLUB}/rounds/1/closing")
        seen = arbiter.post(f"{CLUB}/rounds/2/pairing/preview").json()
        (game,) = seen["still_playing"]
        players = {game["white"]["number"], game["black"]["number"]}
        assert (game["round"], game["board"], [players]) == (1, 1, [{*pair} for pair in seats(boards[:1])])
        sides = [board[side] for board in seen["pairing"]["boards"] for side in ("white", "black")]
        counted = {s["player"]["number"]: (s["score"], s["pairing_score"]) for s in sides if "pairing_score" in s}
        assert counted == dict.fromkeys(players, (0, 1))  # in half points


def test_the_reasons_of_one_player(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        seen = web.bearer("arbiter", "club").post(f"{CLUB}/rounds/1/pairing/preview?player=2&lang=de").json()
        assert seen["reasons"]
        assert all(2 in reason["players"] for reason in seen["reasons"])


def test_boards_that_are_moved_about_are_compared_with_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Every move of a board asks, and a pairing of a large field would stop the server for as long as it takes."""

    with club_at("entered", tmp_path) as web:
        monkeypatch.setattr("ledger.acts.pairing.SYSTEMS", {})  # nothing can be paired by any
        assert check(web, "2-1 4-3")["refusal"] is None


@pytest.mark.parametrize(
    ("stage", "address", "status", "code"),
    [
        ("entered", "rounds/2/pairing/preview", 409, "not-the-next-round"),
        ("drafted", "rounds/1/pairing/preview", 409, "not-the-next-round"),
        ("opened", "rounds/1/pairing/preview", 409, "too-few-players"),
        ("entered", "rounds/x/pairing/preview", 400, "not-a-number"),
        ("entered", "rounds/1/pairing/preview?player=x", 400, "not-a-number"),
        ("entered", "rounds/1/pairing/preview?hat=1", 400, "unknown-argument"),
    ],
)
def test_what_cannot_be_previewed(stage, address, status, code, tmp_path: Path):
    with club_at(stage, tmp_path) as web:
        problem(web.bearer("arbiter", "club").post(f"{CLUB}/{address}"), status, code)


def test_only_arbiters_look_ahead(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        for address in ("rounds/1/pairing/preview", "rounds/1/boards/check"):
            problem(web.post(f"{CLUB}/{address}", json={}), 401, "sign-in-needed")
            problem(web.bearer("results", "club").post(f"{CLUB}/{address}", json={}), 403, "not-allowed")
            problem(web.bearer("owner").post(f"/api/t/nobody/{address}", json={}), 404, "no-such-tournament")


# -- boards by hand ----------------------------------------------------------------------------------------------------


def check(web, boards: str, round_number: int = 1, **more) -> dict[str, Any]:
    seated = [dict(zip(("white", "black"), map(int, pair.split("-")), strict=True)) for pair in boards.split()]
    answer = web.bearer("arbiter", "club").post(
        f"{CLUB}/rounds/{round_number}/boards/check", json={"boards": seated, **more}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("stage", ["entered", "drafted"])
def test_boards_that_could_be_written(stage: str, tmp_path: Path):
    with club_at(stage, tmp_path) as web:
        before = version(web)
        assert check(web, "2-1 4-3") == {"version": before, "refusal": None, "breaches": []}
        assert version(web) == before


def test_boards_as_they_stand_are_no_mistake(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        boards = web.bearer("arbiter", "club").get(f"{CLUB}/boards").json()["boards"]
        assert check(web, " ".join(f"{white}-{black}" for white, black in seats(boards)))["refusal"] is None


def test_the_audit_speaks_whether_the_boards_can_be_written_or_not(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        apart = check(web, "3-5 1-2 ", sitouts=[{"player": 4, "outcome": "pairing-bye"}])
        assert apart["refusal"] is None
        assert [breach["code"] for breach in apart["breaches"]] == ["kept-apart", "not-to-be-paired"] or apart[
            "breaches"
        ]
        assert "kept-apart" in {breach["code"] for breach in apart["breaches"]}
        forgotten = check(web, "1-2")
        assert forgotten["refusal"]["code"] == "players-without-board"
        assert forgotten["refusal"]["sentence"].endswith(".")
        assert "left-out" in {breach["code"] for breach in forgotten["breaches"]}
        assert check(web, "1-99")["refusal"]["code"] == "no-such-player"
        assert check(web, "1-2 3-4", round_number=7)["refusal"]["code"] == "no-such-round"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Round 1 is paired: 2 boards, not published yet."),
        ("nl", "Ronde 1 is ingedeeld: 2 borden, nog niet gepubliceerd."),
        ("de", "Runde 1 ist gepaart: 2 Bretter, noch nicht veröffentlicht."),
        ("et", "1. voor on loositud: 2 lauda, veel avaldamata."),
    ],
)
def test_a_pairing_is_told_in_a_sentence(tmp_path: Path, code: str, sentence: str):
    with club_at("entered", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        written = arbiter.post(f"{CLUB}/rounds/1/pairing", json={}, headers={"accept-language": code})
        assert written.json()["told"] == [sentence]


def test_bad_boards_are_named(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        answer = arbiter.post(f"{CLUB}/rounds/1/boards/check", json={"boards": [{"white": 1}]})
        assert problem(answer, 400, "field-missing")["field"] == "boards.0.black"


# -- why ---------------------------------------------------------------------------------------------------------------


def test_everybody_may_know_why_a_published_round_was_paired_so(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        told = web.get(f"{CLUB}/rounds/1/reasons?player=2").json()
        assert (told["round"], told["system"], told["is_as_published"]) == (1, "fide-dutch-2026", True)
        assert all(2 in reason["players"] for reason in told["reasons"])
        assert len(web.get(f"{CLUB}/rounds/1/reasons").json()["reasons"]) > len(told["reasons"])
        problem(web.get(f"{CLUB}/rounds/1/reasons?player=99"), 404, "no-such-player")
        problem(web.get(f"{CLUB}/rounds/2/reasons"), 409, "no-such-round")


def test_why_a_draft_was_paired_so_is_for_those_who_may_see_it(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        problem(web.get(f"{CLUB}/rounds/1/reasons"), 409, "no-such-round")
        assert web.bearer("arbiter", "club").get(f"{CLUB}/rounds/1/reasons").json()["reasons"]


def test_a_round_that_was_taken_back_and_paired_again(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        for body in (REASON, {}):  # its publication, then the draft
            arbiter.request("DELETE", f"{CLUB}/rounds/1/publication", json=body)
        by_hand = {"boards": [{"white": 2, "black": 1}, {"white": 4, "black": 3}]}
        assert arbiter.confirm("POST", f"{CLUB}/rounds/1/boards", json=by_hand).status_code == 201
        told = arbiter.get(f"{CLUB}/rounds/1/reasons").json()
        assert (told["system"], told["reasons"]) == ("by-hand", [])


def test_the_reasons_are_those_of_the_day_whatever_was_corrected_since(tmp_path: Path):
    with club_at("closed", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        assert arbiter.post(f"{CLUB}/rounds/2/pairing").status_code == 201
        assert arbiter.post(f"{CLUB}/rounds/2/publication").status_code == 201
        before = web.get(f"{CLUB}/rounds/2/reasons").json()
        assert (before["is_corrected_since"], before["notes"]) == (False, [])
        paired = version(web)
        corrected = arbiter.confirm("POST", f"{CLUB}/rounds/1/boards/1/correction", json={"result": "0-1", **REASON})
        assert corrected.status_code == 201
        after = web.get(f"{CLUB}/rounds/2/reasons").json()
        assert after["reasons"] == before["reasons"]
        assert (after["is_as_published"], after["is_changed_by_hand"], after["is_corrected_since"]) == (
            True,
            False,
            True,
        )
        assert [note for note in after["notes"] if "earlier round was corrected" in note]
        assert not web.get(f"{CLUB}/rounds/2/reasons?version={paired}").json()["is_corrected_since"]
        assert not web.get(f"{CLUB}/rounds/1/reasons").json()["is_corrected_since"]


def test_a_round_that_was_changed_by_hand_says_so(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        boards = {"boards": [{"white": 2, "black": 1}, {"white": 4, "black": 3}], **REASON}
        assert arbiter.confirm("PUT", f"{CLUB}/rounds/1/boards", json=boards).status_code == 200
        assert arbiter.post(f"{CLUB}/rounds/1/publication").status_code == 201
        told = web.get(f"{CLUB}/rounds/1/reasons").json()
        assert (told["is_as_published"], told["is_changed_by_hand"]) == (False, True)
        assert [note for note in told["notes"] if "changed by hand" in note]
        assert not [note for note in told["notes"] if "programmed today" in note]


# -- who asks waits for nobody, and keeps nobody waiting ---------------------------------------------------------------


async def test_a_pairing_is_explained_once_from_whichever_moment_it_is_asked(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        explainer = web.app.state.services.explainer
        paired_at = explainer_key(web)
        one, other = await asyncio.gather(explainer.of("club", paired_at), explainer.of("club", paired_at))
        assert one is other
        transport = httpx.ASGITransport(web.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://hall") as client:
            for newer in (paired_at + 1, paired_at + 2):
                asked = await client.get(f"{CLUB}/rounds/1/reasons?version={newer}")
                assert asked.status_code == 200, asked.text
                assert (await client.get(f"/p/club/1/why/1?version={newer}")).status_code == 200
        assert len(explainer._known) == 1


def explainer_key(web) -> int:
    web.app.state.services.desk.state("club")
    return web.app.state.services.desk.projector.show("club", ReasonsQuestion(round=1)).paired_at


async def test_strangers_queue_only_so_long_and_staff_never_behind_a_full_queue(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        explainer, paired_at = web.app.state.services.explainer, explainer_key(web)
        going_on = [asyncio.create_task(asyncio.sleep(3600)) for _ in range(MOST_WAITING)]
        explainer._known.update({("elsewhere", number): task for number, task in enumerate(going_on)})
        with pytest.raises(Unavailable) as told:
            await explainer.of("club", paired_at)
        assert told.value.code == "too-busy-for-strangers"
        assert (await explainer.of("club", paired_at, is_staff=True)).paired.boards
        assert (await explainer.of("club", paired_at)).paired.boards  # it is there now
        for task in going_on:
            task.cancel()


async def test_staff_do_not_wait_for_what_a_stranger_asked_for(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        explainer, paired_at = web.app.state.services.explainer, explainer_key(web)
        asked: list[bool] = []

        async def wait_for_others(stream: str, version: int, *, is_public: bool) -> Any:
            asked.append(is_public)
            return await asyncio.sleep(3600 if is_public else 0, "explained")

        explainer._explain = wait_for_others
        stranger = asyncio.create_task(explainer.of("club", paired_at))
        await asyncio.sleep(0)
        assert await explainer.of("club", paired_at, is_staff=True) == "explained"
        assert await explainer.of("club", paired_at) == "explained"  # whoever comes now
        assert (asked, stranger.done()) == ([True, False], False)
        stranger.cancel()


def test_explanations_are_made_in_another_process_than_pairings(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log, Worker() as worker:
        explainer = compose(log, worker=worker).explainer
        assert explainer._worker not in (None, worker)


async def test_an_explanation_that_failed_is_tried_again(tmp_path: Path):
    with club_at("published", tmp_path) as web, SqliteLog(tmp_path / "empty.db") as empty:
        explainer, desk = web.app.state.services.explainer, web.app.state.services.desk
        paired_at = explainer_key(web)
        log, explainer._desk = desk.log, Desk(empty)  # a log that lost its records
        with pytest.raises(ValueError, match="not enough values"):
            await explainer.of("club", paired_at)
        explainer._desk = desk
        assert desk.log is log
        assert (await explainer.of("club", paired_at)).paired.boards
