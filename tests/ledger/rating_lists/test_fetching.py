"""Lists from an address: fetched when there is a newer one, from nobody but who is public; what came of it is kept."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from displays.words.columns import column_titles
from engine.errors import BadInput, Refusal, Unavailable
from ledger.rating_lists import download as downloading
from ledger.rating_lists.addresses import MOST_ADDRESSES, ListAddress, ListAddresses, Problem, check_url
from ledger.rating_lists.download import download, is_public
from ledger.rating_lists.fetching import FetchedLists, fetch_here
from ledger.rating_lists.layouts import ToldOfList
from tests.ledger.rating_lists.list_server import ListServer, serve_lists
from tests.ledger.rating_lists.lists import COMBINED, KNSB, lists_of, zip_of

NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)
FILE = "/lists/players_list_nov26.xml"


@pytest.fixture
def server() -> Iterator[ListServer]:
    with serve_lists() as lists:
        lists.files[FILE] = COMBINED.encode()
        yield lists


@pytest.fixture
def addresses(tmp_path: Path) -> ListAddresses:
    return ListAddresses(lists_of(tmp_path).folder, allows_local=True)


def fetch(folder: Path, key: str) -> FetchedLists:
    lists = lists_of(folder)
    return fetch_here(lists, ListAddresses(lists.folder, True).find(key), column_titles(), allows_local=True)


def files_in(folder: Path) -> list[str]:
    return sorted(path.suffix for path in lists_of(folder).folder.iterdir())


def test_a_list_is_fetched_once_and_again_only_when_it_is_new(tmp_path, server, addresses):
    server.headers = {"ETag": '"one"', "Last-Modified": "Sun, 01 Nov 2026 10:00:00 GMT"}
    key = addresses.add(server.url + FILE).key
    first = fetch(tmp_path, key)
    assert [one.about.key for one in first.loaded] == ["fide-standard-rapid-blitz-2026-11"]
    again = fetch(tmp_path, key)
    assert (again.loaded, again.address.problem) == ((), None)
    assert again.address.answered_at >= first.address.answered_at
    assert server.asked[1][1]["if-none-match"] == '"one"'
    server.headers["ETag"], server.files[FILE] = '"two"', COMBINED.replace("2105", "2111").encode()
    assert fetch(tmp_path, key).loaded
    assert lists_of(tmp_path).find("1001")[0].ratings[0].value == 2111
    assert files_in(tmp_path) == [".address", ".ratings"]


def test_a_server_that_heeds_no_condition_is_not_read_further_than_its_first_lines(tmp_path, server, addresses):
    server.headers, server.heeds_conditions = {"Last-Modified": "Sun, 01 Nov 2026 10:00:00 GMT"}, False
    key = addresses.add(server.url + FILE).key
    assert fetch(tmp_path, key).loaded
    server.files[FILE] = b"what nobody reads"
    assert fetch(tmp_path, key).address.problem is None


def test_where_nothing_says_how_new_it_is_the_content_does(tmp_path, server, addresses):
    key = addresses.add(server.url + FILE).key
    assert fetch(tmp_path, key).loaded
    assert fetch(tmp_path, key).loaded == ()
    server.files[FILE] += b"\n"
    assert fetch(tmp_path, key).loaded


def test_lists_that_somebody_removed_are_fetched_anew(tmp_path, server, addresses):
    server.headers = {"ETag": '"one"'}
    key = addresses.add(server.url + FILE).key
    lists_of(tmp_path).remove(fetch(tmp_path, key).loaded[0].about.key)
    assert fetch(tmp_path, key).loaded


def test_the_date_of_the_file_says_its_month_where_nothing_else_does(tmp_path, server, addresses):
    server.files["/list"] = COMBINED.encode()
    server.headers = {"Last-Modified": "Tue, 03 Mar 2026 10:00:00 GMT"}
    (one,) = fetch(tmp_path, addresses.add(f"{server.url}/list").key).loaded
    assert (one.about.month, one.is_month_said) == ("2026-03", False)


def test_what_the_file_does_not_say_is_said_with_the_address(tmp_path, server, addresses):
    server.files["/x?list=2026-11.csv"] = b"number,name,rating\n1,A B,1500\n"
    key = addresses.add(f"{server.url}/x?list=2026-11.csv", ToldOfList("club", "rapid")).key
    (one,) = fetch(tmp_path, key).loaded
    assert (one.about.publisher, one.about.kinds) == ("club", ("rapid",))
    server.files["/several.zip"] = zip_of(tmp_path, rapid_2026_11_csv=KNSB, blitz_2026_11_csv=KNSB)
    assert len(fetch(tmp_path, addresses.add(f"{server.url}/several.zip", ToldOfList("knsb")).key).loaded) == 2


def test_no_cookie_and_no_name_is_sent(tmp_path, server, addresses):
    server.headers = {"Set-Cookie": "a=b"}
    key = addresses.add(server.url + FILE).key
    fetch(tmp_path, key)
    fetch(tmp_path, key)
    assert set(server.asked[1][1]) == {"host", "user-agent", "accept-encoding", "connection"}


def test_a_redirect_is_followed_and_only_to_where_one_may_ask(tmp_path, server, addresses):
    server.redirects = {
        "/newest": server.url + FILE,
        "/plain": "http://example.org/list.zip",
        "/inside": "https://10.0.0.1/list.zip",
        "/file": "file:///etc/passwd",
        "/round": "/round",
    }
    assert fetch(tmp_path, addresses.add(f"{server.url}/newest").key).loaded
    problems = {"plain": "not-https", "file": "not-https", "inside": "not-public", "round": "redirects"}
    for path, code in problems.items():
        problem = fetch(tmp_path, addresses.add(f"{server.url}/{path}").key).address.problem
        assert problem is not None
        assert (problem.code, problem.is_passing) == (f"list-address-{code}", False)


@pytest.mark.parametrize(
    "place",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:10.0.0.1"),
        *("64:ff9b::a00:1", "2002:a00:1::1", "2001:0:1::1", "fec0::1"),
    ],
)
def test_what_is_not_public_is_not_asked(place):
    assert not is_public(place)


def test_what_is_public_is():
    assert all(map(is_public, ("93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34")))


def test_a_name_of_this_machine_is_refused_where_no_test_allows_it(tmp_path):
    with pytest.raises(Refusal) as refused:
        download(ListAddress("https://localhost/list.zip"), tmp_path / "x")
    assert refused.value.code == "list-address-not-public"


def test_the_connection_goes_to_the_place_that_was_looked_at(tmp_path, server, monkeypatch):
    """A name that stands for something else a moment later (DNS rebinding) leads nowhere else."""
    places = iter(["127.0.0.1", "10.0.0.1", "10.0.0.1"])

    def resolve(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", (next(places), 0))]

    real = socket.create_connection
    reached: list[str] = []
    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    def connect(place: tuple[str, int], patience: float) -> object:
        reached.append(place[0])
        monkeypatch.undo()
        return real(place, patience)

    monkeypatch.setattr(socket, "create_connection", connect)
    address = ListAddress(server.url.replace("127.0.0.1", "localhost") + FILE)
    assert download(address, tmp_path / "x", allows_local=True) is not None
    assert reached == ["127.0.0.1"]


def test_who_cannot_be_reached_or_answers_otherwise_is_asked_again_soon(tmp_path, server, addresses):
    key = addresses.add(server.url + FILE).key
    server.status = 503
    problem = fetch(tmp_path, key).address.problem
    assert problem is not None
    assert (problem.code, problem.facts["status"], problem.is_passing) == ("list-address-answer", 503, True)
    silent = fetch(tmp_path, addresses.add("http://127.0.0.1:1/x").key).address.problem
    assert silent is not None
    assert (silent.code, silent.is_passing) == ("list-address-silent", True)
    server.status = 200
    assert fetch(tmp_path, key).address.problem is None


def test_half_a_file_or_one_that_is_no_list_changes_nothing(tmp_path, server, addresses):
    key = addresses.add(server.url + FILE).key
    fetch(tmp_path, key)
    server.lies, server.files[FILE] = 10, COMBINED.replace("2105", "2000").encode()
    problem = fetch(tmp_path, key).address.problem
    assert problem is not None
    assert problem.code == "list-address-incomplete"
    server.lies, server.files[FILE] = 0, b"<html>Please sign in</html>"
    noted = fetch(tmp_path, key).address
    assert noted.problem is not None
    assert (noted.problem.code, noted.problem.is_passing) == ("xml-no-rating-list", False)
    assert noted.digest == ListAddresses(noted_folder(tmp_path)).find(key).digest != ""
    assert lists_of(tmp_path).find("1001")[0].ratings[0].value == 2105
    assert files_in(tmp_path) == [".address", ".ratings"]


def noted_folder(folder: Path) -> Path:
    return lists_of(folder).folder


def test_what_is_too_large_is_not_read_to_its_end(tmp_path, server, monkeypatch):
    monkeypatch.setattr(downloading, "LARGEST_FILE", 100)
    address = ListAddress(server.url + FILE)
    with pytest.raises(Refusal) as refused:
        download(address, tmp_path / "x", allows_local=True)
    assert refused.value.code == "rating-list-too-large"
    assert not (tmp_path / "x").exists()
    monkeypatch.undo()
    free = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    with pytest.raises(Unavailable) as no_room:
        download(address, tmp_path / "x", allows_local=True)
    assert no_room.value.code == "rating-list-no-room"


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/x", "https://", "ftp://example.org/x", "file:///x", "example.org/x", "https://[::1"),
        *(
            "https://a:b@example.org/x",
            "https://example.org:x/",
            "https://example.org/a b",
            "https://ex.org/" + "x" * 500,
        ),
        "http://127.0.0.1/x",
    ],
)
def test_only_https_is_asked(url):
    with pytest.raises(BadInput) as refused:
        check_url(url)
    assert refused.value.code == "list-address-not-https"


def test_when_it_is_time_to_ask():
    def asked(hours_ago: float, **more: object) -> ListAddress:
        at = (NOW - timedelta(hours=hours_ago)).isoformat()
        return replace(ListAddress("https://example.org/x", asked_at=at), **more)

    assert ListAddress("https://example.org/x").is_due(NOW)
    assert not asked(19).is_due(NOW)
    assert asked(21).is_due(NOW)
    assert asked(-1).is_due(NOW)  # the clock was set back
    assert not asked(21, keeps_current=False).is_due(NOW)
    assert not asked(0.4, problem=Problem("x", is_passing=True)).is_due(NOW)
    assert asked(0.6, problem=Problem("x", is_passing=True)).is_due(NOW)
    assert not asked(19, problem=Problem("x")).is_due(NOW)


def test_addresses_are_kept_and_bounded(tmp_path, server, addresses):
    one = addresses.add("https://example.org/0")
    assert addresses.keep_current(one.key, False).keeps_current is False
    assert addresses.all() == (replace(one, keeps_current=False),)
    assert addresses.note(replace(one, asked_at="2026-11-19T12:00:00+00:00")).keeps_current is False  # meanwhile
    for number in range(1, MOST_ADDRESSES):
        addresses.add(f"https://example.org/{number}")
    addresses.add("https://example.org/0")
    with pytest.raises(Refusal) as refused:
        addresses.add("https://example.org/more")
    assert refused.value.code == "too-many-list-addresses"
    addresses.remove(one.key)
    assert addresses.note(one) == one
    with pytest.raises(Refusal):
        addresses.find(one.key)
