"""What a server that is a node of a cluster tells: in words on the console, as numbers to programs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from displays.web.cluster_status import BEHIND, describe_node, notes_of_node
from displays.web.screens.images import hash_list
from displays.words.language import LANGUAGES, language
from engine.errors import Broken, Unavailable
from ledger.cluster.status import EngineSeen, NodeSeen, NodeStatus
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.web.nodes import WELL, CutOffLog, ToldNode

OTHER = NodeSeen("hall-2:4222", "http://hall-2:8000", 0, "0" * 64, followers=7, seconds_ago=1.04)
DIFFERENT = replace(OTHER, seal="f" * 64)


def texts(status: NodeStatus, *, with_all: bool = False, code: str = "en") -> list[str]:
    return [note.text for note in notes_of_node(status, language(code), with_all=with_all)]


def alarms(status: NodeStatus) -> list[str]:
    return [note.text for note in notes_of_node(status, language("en"), with_all=True) if note.is_alarm]


# -- in words ----------------------------------------------------------------------------------------------------------


def test_nobody_is_bothered_while_all_is_well() -> None:
    assert texts(WELL) == []
    assert texts(WELL, with_all=True) == ["Server hall-1:4222 of the cluster club; 3 of 3 servers there."]
    assert alarms(WELL) == []


def test_without_a_majority_everybody_is_told() -> None:
    (told,) = alarms(replace(WELL, has_majority=False))
    assert "nothing can be entered" in told
    moment = datetime(2026, 5, 1, 12, 3, 20, tzinfo=UTC)
    (told,) = alarms(replace(WELL, has_majority=False, complete_until=moment.isoformat()))
    assert moment.astimezone().strftime("%H:%M:%S") in told


def test_a_server_that_is_missing_is_named() -> None:
    engines = (*WELL.engines[:2], replace(WELL.engines[2], is_seen=False))
    (told,) = alarms(replace(WELL, engines=engines))
    assert told.startswith("Not to be seen: hall-3:4222.")


def test_a_damaged_server_is_named() -> None:
    engines = (*WELL.engines[:2], replace(WELL.engines[2], is_damaged=True))
    (told,) = alarms(replace(WELL, engines=engines))
    assert "hall-3:4222" in told
    assert "damaged" in told


def test_two_logs_of_one_length_must_be_the_same() -> None:
    assert alarms(replace(WELL, nodes=(OTHER, replace(DIFFERENT, position=1)))) == []
    (told,) = alarms(replace(WELL, nodes=(DIFFERENT,)))
    assert "hall-2:4222" in told
    assert "not the same" in told


def test_what_is_on_its_way_is_no_news() -> None:
    assert texts(replace(WELL, behind=BEHIND)) == []
    assert texts(replace(WELL, behind=None)) == []
    (note,) = notes_of_node(replace(WELL, behind=BEHIND + 1), language("en"), with_all=False)
    assert (note.text, note.is_alarm) == ("This server is catching up: 101 messages to go.", False)


def test_what_a_node_alarms_of_is_told_once() -> None:
    damaged = (*WELL.engines[:2], replace(WELL.engines[2], is_damaged=True))
    for told in (
        replace(WELL, engines=damaged, alarm=Unavailable("engine-damaged", node="hall-3")),
        replace(WELL, nodes=(DIFFERENT,), alarm=Broken("cluster-seals-differ", node="hall-1", other="hall-2")),
    ):
        assert len(alarms(told)) == 1
    seen_before = replace(WELL, alarm=Broken("cluster-seals-differ", node="hall-1", other="hall-2"))
    assert describe_node(seen_before)["seals"] == "differ"


def test_an_alarm_is_a_sentence() -> None:
    (told,) = alarms(replace(WELL, alarm=Broken("cluster-copying-stopped")))
    assert told == language("en").sentence(Broken("cluster-copying-stopped"))


WORST = replace(
    WELL,
    has_majority=False,
    complete_until="2026-05-01T12:00:00+00:00",
    behind=500,
    alarm=Broken("cluster-copying-stopped"),
    nodes=(DIFFERENT,),
    engines=(EngineSeen("hall-1:4222", is_seen=False, is_damaged=True),),
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_state_is_told_in_every_language(code: str) -> None:
    told = [
        *texts(WORST, code=code),
        *texts(replace(WORST, has_majority=True), code=code),
        *texts(replace(WORST, alarm=None), code=code),
        *texts(WELL, with_all=True, code=code),
    ]
    assert len({*told}) == 7
    assert [text for text in told if "{" in text] == []


# -- to programs -------------------------------------------------------------------------------------------------------


def test_programs_are_told_the_same() -> None:
    told = describe_node(replace(WORST, nodes=(OTHER, DIFFERENT)))
    assert (told["has_majority"], told["seals"], told["alarm"]) == (False, "differ", "cluster-copying-stopped")
    assert told["engines"] == [{"address": "hall-1:4222", "is_seen": False, "is_leader": False, "is_damaged": True}]
    assert told["nodes"][0] == {  # type: ignore[index]  # a list
        "node": "hall-2:4222",
        "address": "http://hall-2:8000",
        "position": 0,
        "head": "0" * 64,
        "followers": 7,
        "seconds_ago": 1.0,
    }
    assert describe_node(WELL)["seals"] == "same"
    assert "alarm" not in describe_node(WELL)


def serve(folder: Path, kind: type[SqliteLog] = SqliteLog, **told: Any) -> Web:
    Roundlog(folder)("open", "club", "--name", "Club", "--rounds", 5)
    log = kind(folder / "roundlog.db")
    node = ToldNode(log)
    node.change(**told)
    return Web(build(log, node=node))


def test_health_tells_of_the_cluster(tmp_path: Path) -> None:
    web = serve(tmp_path, nodes=(OTHER,))
    for address in ("/health", "/health/reading"):
        found = web.get(address).json()
        assert (found["status"], found["position"], found["role"]) == ("ok", 1, "node")
        assert found["cluster"] == describe_node(web.app.state.services.node.status())
        assert found["other_servers"] == ["http://hall-2:8000"]
        assert found["images"] == hash_list(None)
    assert "http://hall-2:8000" in web.get("/").headers["content-security-policy"]


def test_without_a_majority_health_says_so_and_tells_who_is_missing(tmp_path: Path) -> None:
    web = serve(tmp_path, CutOffLog, has_majority=False)
    answer = web.get("/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "cluster-no-majority")
    assert answer.json()["cluster"]["has_majority"] is False
    assert answer.json()["takes_writes"] is False
    reading = web.get("/health/reading")
    assert (reading.status_code, reading.json()["status"]) == (200, "reading-only")
    assert (reading.json()["problem"], reading.json()["takes_writes"]) == ("cluster-no-majority", False)
    assert web.get("/t/club").status_code == 200


class StoppedLog(SqliteLog):
    """Of a node to whose copy the order cannot be applied any more."""

    def check(self) -> None:
        raise Broken("cluster-copying-stopped")


def test_a_node_that_copies_no_more_says_so_with_all_that_it_knows(tmp_path: Path) -> None:
    web = serve(tmp_path, StoppedLog)
    answer = web.get("/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "cluster-copying-stopped")
    assert answer.json()["cluster"]["node"] == "hall-1:4222"
    assert web.get("/health/reading").json()["problem"] == "cluster-copying-stopped"


def test_a_server_alone_has_no_cluster(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "roundlog.db") as log:
        web = Web(build(log))
        assert {"cluster", "images"}.isdisjoint(web.get("/health").json())
        assert web.get("/health/reading").json()["status"] == "ok"


# -- on the console ----------------------------------------------------------------------------------------------------


def test_the_page_of_the_servers_shows_the_nodes(tmp_path: Path) -> None:
    engines = (WELL.engines[0], replace(WELL.engines[1], is_damaged=True), replace(WELL.engines[2], is_seen=False))
    web = serve(tmp_path, nodes=(replace(DIFFERENT, position=1),), engines=engines)
    page = web.sign_in("owner").get("/console/~server")
    assert page.status_code == 200
    for said in ("hall-2:4222", "http://hall-2:8000/console", "other records!", "there, leads", "its disk is damaged"):
        assert said in page.text
    assert "not to be seen" in page.text
    assert "Take over" not in page.text


def test_there_is_nothing_to_decide(tmp_path: Path) -> None:
    owner = serve(tmp_path).sign_in("owner")
    answer = owner.request("POST", "/console/~server", data={"how": "take-over", "reason": "why not"})
    assert answer.status_code == 409
    assert owner.get("/health").json()["epoch"] == 0


def test_arbiters_are_told_of_what_is_wrong_and_owners_that_all_is_well(tmp_path: Path) -> None:
    web = serve(tmp_path)
    well = "3 of 3 servers there"
    assert well in web.sign_in("owner").get("/console").text
    assert well not in web.sign_in("arbiter", "club").get("/console/club").text
    web.app.state.services.node.change(has_majority=False)
    assert "nothing can be entered" in web.sign_in("arbiter", "club").get("/console/club").text
