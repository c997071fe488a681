"""What version 0.1.0 wrote opens, verifies and shows the same: its log, its keys, its exports, its answers.

``tests/samples/0.1.0`` holds them; its README tells how they came about and how a transcript is read. Nothing there is
ever written anew: an answer that differs is a change that somebody with an old log would see. The few that differ on
purpose stand in ``tests/differences_from_0_1_0.py``, each with its reason.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from displays.web.access.key_store import KeyStore
from ledger.proposals import ProposalStore
from ledger.store.sqlite import SqliteLog
from tests import plain_http
from tests.differences_from_0_1_0 import OF_TABLES, settle_api, settle_text, settle_trf
from tests.displays.client import OF_OUR_PAGES, Web, build
from tests.displays.commandline import COMMAND, Roundlog, Said
from tests.ports import find_port

SAMPLES = Path(__file__).parent / "samples" / "0.1.0"
EXPORTS = SAMPLES / "exports"
KEPT = json.loads((SAMPLES / "facts.json").read_text("utf-8"))
THAT_EVENING = datetime.fromisoformat(KEPT["evening"])  # when the last record was written: sessions hold, links too
KEYS: dict[str, dict[str, str]] = KEPT["keys"]


# -- how the program is reached: all that this test knows of the modules behind it -------------------------------------


def asked(roundlog: Roundlog, words: str) -> Said:
    """The command line, with words as a shell reads them."""
    with pytest.MonkeyPatch.context() as patched:  # a script that answers no question
        patched.setattr("sys.stdin", io.StringIO())
        return roundlog.tried(*shlex.split(words))


@contextmanager
def serving(roundlog: Roundlog) -> Iterator[Web]:
    """The server over a log and the store of keys beside it, on the evening on which they were written."""
    beside = roundlog.log.with_name("roundlog.office.db")
    with (
        SqliteLog(roundlog.log) as log,
        KeyStore(beside, clock=lambda: THAT_EVENING) as key_store,
        ProposalStore(beside, clock=lambda: THAT_EVENING) as proposals,
    ):
        yield Web(build(log, key_store=key_store, proposals=proposals))


def as_somebody(web: Web, who: str) -> Web:
    """With one of the old keys: as a program shows it, or as a browser carries the session that it opened."""
    key = KEYS.get(who, {})
    if "token" in key:
        return Web(web.app, {"authorization": f"Bearer {key['token']}"})
    return Web(web.app, {"cookie": key["cookie"], **OF_OUR_PAGES} if "cookie" in key else {})


def answer_to(web: Web, question: str) -> httpx.Response:
    """``WHO METHOD ADDRESS [BODY]``; a who without a key is nobody in particular."""
    who, method, address, *body = question.split(" ", 3)
    asking = {"content": body[0].encode()} if body else {}
    return as_somebody(web, who).request(method, address, **asking)


# -- the samples -------------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A question and what 0.1.0 answered."""

    question: str
    answer: str


def transcript(name: str) -> list[Shown]:
    """Each question stands on a line that begins with ``$``; what follows, up to the next, is the answer."""
    text = (SAMPLES / name).read_bytes().decode()
    before, *blocks = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert before == ""
    assert blocks
    return [Shown(*block.split("\n", 1)) for block in blocks]


def transcripts(folder: str) -> list[str]:
    return sorted(f"{folder}/{path.name}" for path in (SAMPLES / folder).glob("*.txt"))


def told(said: Said) -> str:
    """What somebody at a terminal saw, as a transcript has it: a command that failed, or warned, says so at its end."""
    return said.out + (f"[{said.code}]\n{said.err}" if said.code or said.err else "")


def told_over_http(answer: httpx.Response) -> tuple[int, list[object]]:
    """The status and the JSON; a feed has many lines of it."""
    return answer.status_code, list(map(json.loads, answer.text.splitlines()))


def kept_answer(answer: str) -> tuple[int, list[object]]:
    status, *lines = answer.splitlines()
    return int(status), list(map(json.loads, lines))


def copied(folder: Path) -> Roundlog:
    """The old log, the keys beside it and the exports, in a folder of their own."""
    shutil.copy(SAMPLES / "roundlog.sqlite", folder / "roundlog.db")
    shutil.copy(SAMPLES / "roundlog.office.sqlite", folder / "roundlog.office.db")
    for path in EXPORTS.iterdir():
        shutil.copy(path, folder)
    return Roundlog(folder)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ROUNDLOG_LOG", "ROUNDLOG_LANG", "LC_ALL", "LANG"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Roundlog:
    """For questions that change nothing."""
    return copied(tmp_path_factory.mktemp("samples"))


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with serving(copied(tmp_path_factory.mktemp("served"))) as found:
        yield found


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Roundlog:
    """For going on with it."""
    monkeypatch.chdir(tmp_path)
    return copied(tmp_path)


STREAMS = sorted(path.stem for path in EXPORTS.glob("*.jsonl"))
TABLES = sorted(path.name for path in EXPORTS.glob("*.csv"))
TRFS = sorted(path.name for path in EXPORTS.glob("*.trf"))


# -- it shows the same -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", transcripts("cli"))
def test_the_command_line_shows_the_same(read_only: Roundlog, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(read_only.folder)
    for one in transcript(name):
        kept, found = settle_text(one.question, one.answer, told(asked(read_only, one.question)))
        assert found == kept, one.question


@pytest.mark.parametrize("name", transcripts("api"))
def test_the_api_answers_the_same(web: Web, name: str):
    for one in transcript(name):
        (status, found), (old_status, kept) = told_over_http(answer_to(web, one.question)), kept_answer(one.answer)
        for old, new in zip(kept, found, strict=True) if status == old_status else ():
            settle_api(one.question, status, old, new)
        assert (status, found) == (old_status, kept), one.question


@pytest.mark.parametrize("name", TABLES)
def test_a_table_for_a_spreadsheet_is_the_same(read_only: Roundlog, name: str):
    stream, view, _ = name.split(".")
    shown = asked(read_only, f"{view} {stream} --csv").out
    assert OF_TABLES.get(name, str)(shown).encode() == (EXPORTS / name).read_bytes()


def test_looking_changed_nothing_in_the_log(read_only: Roundlog):
    asked(read_only, "replay swiss-2026")
    assert read_only.log.read_bytes() == (SAMPLES / "roundlog.sqlite").read_bytes()


# -- it is intact, and goes on -----------------------------------------------------------------------------------------


def intact(roundlog: Roundlog) -> dict[str, Any]:
    said = asked(roundlog, "verify --json")
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_the_chain_of_the_old_log_is_what_it_was(old: Roundlog):
    found = intact(old)
    assert (found["records"], found["head"]) == (KEPT["records"], KEPT["head"])


def test_a_changed_letter_in_the_old_log_is_found(old: Roundlog):
    """That the chain verifies says something only if it could fail."""
    content = old.log.read_bytes()
    assert content.count(b"The phone rang.") >= 1
    old.log.write_bytes(content.replace(b"The phone rang.", b"The phone sang."))
    assert asked(old, "verify").code == 1


# Something that can happen next, in each of the tournaments.
MORE = {
    "all-play-all": "result all-play-all 3 1 1-0",
    "club": "close club 3",
    "dammen-b": "intermediate dammen-b 2:1-1",
    "empty": "register empty 'First Player' --rating 1500",
    "evening": "publish evening 3",
    "fmjd-52": "result fmjd-52 4 3 1-1",
    "fmjd-53": "pair fmjd-53 3",
    "kndb-barrage": "finish kndb-barrage",
    "knsb": "pair knsb 4",
    "season-elo": "pair season-elo 4",
    "summer": "announce summer 'It goes on.'",
    "swiss-2017": "publish swiss-2017 3",
    "dammen": "reopen-tournament dammen --reason 'a protest'",
    "finals": "reopen-tournament finals --reason 'a protest'",
    "season": "reopen-tournament season --reason 'a protest'",
    "swiss-2026": "reopen-tournament swiss-2026 --reason 'a protest'",
}


def test_every_old_tournament_goes_on(old: Roundlog):
    assert sorted(MORE) == STREAMS
    for words in MORE.values():
        said = asked(old, words)
        assert said.code == 0, said.err
    assert intact(old)["records"] == KEPT["records"] + len(MORE)
    earlier = asked(old, f"verify --json --head {KEPT['head']}")
    assert json.loads(earlier.out)["at_position"] == KEPT["records"]


def test_the_server_goes_on_with_an_old_log(old: Roundlog):
    with serving(old) as web:
        entered = answer_to(web, 'arbiter POST /api/t/fmjd-52/rounds/4/boards/3/result {"result":"0-1"}')
        assert entered.status_code == 201, entered.text
        differing = answer_to(web, 'arbiter POST /api/t/fmjd-52/rounds/4/boards/1/result {"result":"0-1"}')
        assert differing.status_code == 409  # and stands as a dispute
        assert [one["board"] for one in answer_to(web, "arbiter GET /api/t/fmjd-52/disputes").json()] == [1]
    assert intact(old)["records"] == KEPT["records"] + 2


def test_a_real_server_takes_over_an_old_log_and_its_copy_is_whole(old: Roundlog):
    """An upgrade, as an operator does it: the new program is started on the old files, with copies; later one of these
    is put back."""
    stick = old.folder / "stick"
    stick.mkdir()
    key = {"authorization": f"Bearer {KEYS['owner']['token']}"}
    with upgraded(old, "--backup", str(stick)) as address:
        assert plain_http.get(f"{address}/health").json()["head"] == KEPT["head"]
        for stream in STREAMS:
            assert plain_http.get(f"{address}/t/{stream}", headers=key).status_code == 200
        text = {"text": "We have a new program."}
        entered = plain_http.post(f"{address}/api/t/summer/announcements", json=text, headers=key)
        assert entered.status_code == 201, entered.text
    assert intact(old)["records"] == KEPT["records"] + 1
    assert asked(old, f"verify --head {KEPT['head']}").code == 0
    for path in (old.log, old.log.with_name("roundlog.office.db")):
        path.chmod(0o600)  # which git does not keep
    findings = asked(old, f"doctor --thorough --port {find_port()} --json").json()["findings"]
    assert [one for one in findings if one["severity"] == "fault"] == []
    assert asked(old, f"backup {stick}").code == 0
    newest = max(stick.glob("*.db"), key=lambda path: int(path.stem.rpartition("-")[2]))
    old.log.unlink()
    assert asked(old, f"restore {newest}").code == 0
    assert intact(old)["records"] == KEPT["records"] + 1
    with upgraded(old) as address:
        assert plain_http.get(f"{address}/api/t", headers=key).status_code == 200


@contextmanager
def upgraded(roundlog: Roundlog, *words: str) -> Iterator[str]:
    """``roundlog serve`` of today."""
    port = find_port()
    command = [*COMMAND, "--log", str(roundlog.log), "serve", "--port", str(port), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert any(f":{port}/" in line for line in process.stdout)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
    assert process.returncode == 0


def test_a_request_that_the_old_server_answered_is_not_recorded_again(old: Roundlog):
    """Its key stands in the log."""
    with serving(old) as web:
        address = "/api/t/swiss-2026/rounds/1/boards/1/result"
        again = as_somebody(web, "helper").post(address, json={"result": "1-0"}, headers={"idempotency-key": "phone-1"})
    assert [record["at"] for record in again.json()["records"]] == [KEPT["phone-1"]]
    assert intact(old)["records"] == KEPT["records"]


# -- exports -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", STREAMS)
def test_an_export_is_the_same_to_the_byte(old: Roundlog, stream: str):
    said = asked(old, f"export {stream} again.jsonl")
    assert said.code == 0, said.err
    assert (old.folder / "again.jsonl").read_bytes() == (EXPORTS / f"{stream}.jsonl").read_bytes()


def test_every_export_is_imported_and_shows_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    new = Roundlog(tmp_path)
    for stream in STREAMS:
        said = asked(new, f"import {EXPORTS / stream}.jsonl")
        assert said.code == 0, said.err
    assert intact(new)["records"] == KEPT["records"]
    replayed = [
        one for stream in STREAMS for one in transcript(f"cli/{stream}.txt") if one.question.startswith("replay")
    ]
    assert {one.question.split()[1] for one in replayed} == set(STREAMS)
    for shown in replayed:
        kept, found = settle_text(shown.question, shown.answer, told(asked(new, shown.question)))
        assert found == kept


@pytest.mark.parametrize("name", TRFS)
def test_a_trf_is_written_the_same_and_read_the_same(old: Roundlog, name: str):
    stream, dialect, _ = name.split(".")
    asked(old, f"export trf {stream} again.trf --dialect {dialect}")
    kept = (EXPORTS / name).read_bytes()
    assert settle_trf(kept, (old.folder / "again.trf").read_bytes()) == kept
    said = asked(old, f"import trf {name} --stream taken-in")
    assert said.code == 0, said.err
    shown = (EXPORTS / f"{name}.standings.txt").read_text("utf-8")
    assert asked(old, "standings taken-in").out == shown


# -- keys --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["owner", "arbiter", "helper", "display"])
def test_an_old_key_of_a_program_opens_the_door(web: Web, who: str):
    assert answer_to(web, f"{who} GET /api/t").status_code == 200


@pytest.mark.parametrize(("who", "code"), [("revoked", "key-revoked"), ("expired", "key-expired")])
def test_a_key_that_was_taken_back_or_is_over_does_not(web: Web, who: str, code: str):
    answer = answer_to(web, f"{who} GET /api/t")
    assert (answer.status_code, answer.json()["code"]) == (401, code)


def test_who_signed_in_at_the_old_server_is_still_in(web: Web):
    """By the cookie alone: the proposals of a tournament are shown to its arbiters only."""
    proposals = "GET /api/t/swiss-2017/proposals"
    for arbiter in ("once", "renewed"):
        assert answer_to(web, f"{arbiter} {proposals}").status_code == 200
    assert answer_to(web, f"many {proposals}").status_code == 403
    for nobody in ("signed-out", "taken-back", "long-ago", "public"):
        assert answer_to(web, f"{nobody} {proposals}").status_code == 401


@pytest.mark.parametrize(("who", "status"), [("unused", 303), ("many", 303), ("once", 401), ("taken-back", 401)])
def test_an_old_link_lets_in_whom_it_should(old: Roundlog, who: str, status: int):
    with serving(old) as web:
        answer = web.post(f"/key/{KEYS[who]['link']}", data={"name": "Grete"}, headers=OF_OUR_PAGES)
    assert answer.status_code == status
    assert ("set-cookie" in answer.headers) == (status == 303)


def test_an_old_proposal_is_applied(old: Roundlog):
    with serving(old) as web:
        proposals = answer_to(web, "arbiter GET /api/t/swiss-2017/proposals").json()
        numbers = [proposal["number"] for proposal in proposals]
        assert len(numbers) == 2
        body = json.dumps({"proposals": numbers})
        applied = answer_to(web, f"arbiter POST /api/t/swiss-2017/proposals/application {body}")
        assert applied.status_code == 201, applied.text
        assert answer_to(web, "arbiter GET /api/t/swiss-2017/proposals").json() == []
    assert intact(old)["records"] == KEPT["records"] + 2


def test_a_key_is_revoked_in_the_old_store(old: Roundlog):
    assert asked(old, "revoke 2").code == 0
    with serving(old) as web:
        assert answer_to(web, "arbiter GET /api/t").status_code == 401
        assert answer_to(web, "owner GET /api/t").status_code == 200
