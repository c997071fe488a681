"""The page that lets phones in, of servers that were started in other ways than for this computer alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from displays.web.network.addresses import AddressKind, NetworkAddress
from displays.web.network.hall_network import HallNetwork, NetworkOptions
from displays.web.network.settings import SettingsFile
from displays.words.language import LANGUAGES
from engine.errors import Unavailable
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

PAGE = "/console/~network"
FOUND = (
    NetworkAddress("192.168.1.5", "wlan0", AddressKind.HALL),
    NetworkAddress("10.8.0.2", "tun0", AddressKind.VIRTUAL),
)
EVERYWHERE = NetworkOptions("0.0.0.0", 8000, list_addresses=lambda: FOUND)
Started = Callable[..., Web]


@pytest.fixture
def started(roundlog: Roundlog) -> Iterator[Started]:
    """A server that was started with these options, and its owner."""
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log:
        built: list[Web] = []

        def start(options: NetworkOptions) -> Web:
            built.append(Web(build(log, network=HallNetwork(options), public_url=options.public_url)))
            return built[-1].sign_in("owner")

        yield start
        for web in built:
            web.app.state.services.key_store.close()


def token_on(page: str) -> str:
    found = re.search(r'id="reach-link" href="[^"]*/reach/([^"]*)"', page)
    assert found is not None
    return found[1]


def test_a_server_that_listens_everywhere_shows_its_codes_and_has_no_switch(started: Started):
    owner = started(EVERYWHERE)
    page = owner.get(PAGE).text
    assert "There is no switch here" in page or "there is no switch here" in page
    assert 'id="shown-address">http://192.168.1.5:8000<' in page
    assert 'value="open"' not in page
    assert "no phones (VPN or virtual machines)" in page
    assert "This computer has tun0 (10.8.0.2)" in page
    assert "No other device has reached this computer yet" in page
    for how in ("open", "secure"):
        assert owner.post(PAGE, data={"how": how}).status_code == 409
    assert owner.post(PAGE, data={"how": "open", "address": "8.8.8.8"}).status_code == 400


def test_without_a_network_it_says_so(started: Started):
    page = started(EVERYWHERE._replace(list_addresses=lambda: ())).get(PAGE).text
    assert 'id="no-address"' in page
    assert 'id="reach-link"' not in page


def test_a_public_address_is_shown_with_its_code(started: Started):
    page = started(NetworkOptions("127.0.0.1", 8000, "https://chess.example")).get(PAGE).text
    assert 'id="shown-address">https://chess.example<' in page
    assert 'href="https://chess.example/reach/' in page
    assert 'value="open"' not in page


def test_behind_a_proxy_nothing_is_opened_beside_it(started: Started):
    """Who came past it could say that they are anybody (X-Forwarded-For)."""
    owner = started(NetworkOptions("127.0.0.1", 8000, behind_proxy=True))
    assert "--public-url" in owner.get(PAGE).text
    assert owner.post(PAGE, data={"how": "open"}).status_code == 409


def test_a_phone_reads_its_own_language_and_spends_its_code(started: Started):
    owner = started(EVERYWHERE)
    token = token_on(owner.get(PAGE).text)
    phone = Web(owner.app, {"accept-language": "nl"}, address="192.168.1.77")
    assert "U bent erdoor" in phone.get(f"/reach/{token}").text
    assert 'id="arrived"' in owner.get(PAGE).text
    assert "Another device (192.168.1.77)" in owner.get(PAGE).text
    assert Web(owner.app, address="192.168.1.78").get(f"/reach/{token}").status_code == 404


def test_who_tries_codes_is_slowed_down_and_nobody_else(started: Started):
    owner = started(EVERYWHERE)
    stranger = Web(owner.app, address="192.168.1.66")
    assert {stranger.get(f"/reach/guess-{number}").status_code for number in range(8)} == {404, 429}
    assert stranger.get("/key/nothing").status_code == 401  # a key is another matter
    token = token_on(owner.get(PAGE).text)
    assert stranger.get(f"/reach/{token}").status_code == 200  # a good one works, whoever tries bad ones beside it


def test_the_password_of_the_wifi_is_for_owners(started: Started):
    owner = started(EVERYWHERE)
    wifi = {"how": "wifi", "wifi_name": "Hall", "wifi_password": "secret-word"}
    assert owner.post(PAGE, data=wifi).status_code == 303
    answer = owner.get(PAGE)
    assert 'value="secret-word"' in answer.text
    assert 'id="wifi-code"' in answer.text
    assert answer.headers["cache-control"] == "no-store"
    arbiter = Web(owner.app).sign_in("arbiter", "club")
    assert arbiter.get(PAGE).status_code == 403
    assert PAGE not in arbiter.get("/console/club").text
    assert PAGE in owner.get("/console/club").text


@pytest.mark.parametrize(
    ("wifi", "said"),
    [
        ({"wifi_name": "x" * 40}, "at most 32 letters"),
        ({"wifi_name": "Hall", "wifi_password": "short"}, "this one has 5"),
        ({"wifi_name": " ", "wifi_password": "long-enough"}, "needs the name of its Wi-Fi"),
    ],
)
def test_what_was_typed_stays_beside_what_is_wrong_with_it(started: Started, wifi: dict[str, str], said: str):
    answer = started(EVERYWHERE).post(PAGE, data={"how": "wifi", **wifi})
    assert answer.status_code == 400
    assert said in answer.text
    assert f'value="{wifi["wifi_name"].strip() or " "}"' in answer.text


def test_a_full_disk_is_nobodys_conflict(started: Started, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise Unavailable("log-no-access", path="club.network")

    monkeypatch.setattr(SettingsFile, "write", fail)
    answer = started(EVERYWHERE).post(PAGE, data={"how": "wifi", "wifi_name": "Hall"})
    assert answer.status_code == 503
    assert "club.network" in answer.text
    assert 'value="Hall"' in answer.text


def test_there_is_no_certificate_before_it_is_wished(started: Started):
    assert started(EVERYWHERE).get("/hall-certificate.crt").status_code == 404


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_speaks_every_language(started: Started, code: str):
    owner = started(EVERYWHERE)
    page = owner.get(f"{PAGE}?lang={code}")
    assert page.status_code == 200
    assert f'<html lang="{code}"' in page.text
    assert ("The address for phones" in page.text) == (code == "en")
