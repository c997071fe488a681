"""Entry fees: on the pages, prints and files of those at the entry desk, and nowhere else."""

import csv
import io
import re

import pytest

from tests.displays.client import Web
from tests.displays.commandline import Roundlog


@pytest.fixture
def cup(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "cup", "--name", "Spring cup", "--rounds", 3)
    for name in ("Anna", "Björn", "Žanna"):
        roundlog("register", "cup", name)
    return roundlog


@pytest.fixture
def with_fees(cup: Roundlog) -> Roundlog:
    cup("fees", "cup", "--tariff", "Normal=25", "--tariff", "Youth=12,50")
    cup("tariff", "cup", 2, "youth")
    cup("paid", "cup", 1)
    cup("paid", "cup", 2, "5.00")
    return cup


PAGES = ("players", "player-list", "check-in", "print/player-list", "print/check-in")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_where_they_are_not_used_nothing_of_them_is_to_be_seen(cup: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "cup")
    for page in PAGES:
        assert "fee" not in text_of(arbiter.get(f"/console/cup/{page}?lang=en").text).lower(), page
    assert arbiter.get("/console/cup/player-list?csv=1&lang=en").text.splitlines()[0] == "No,Name"
    assert "Entry fees" in arbiter.get("/console/cup/settings?lang=en").text  # where an organiser begins
    assert web.bearer("arbiter", "cup").get("/api/t/cup/fees").json()["players"] == []


def test_the_player_list_has_fee_paid_and_due_with_the_totals(with_fees: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "cup")
    for page in ("player-list", "print/player-list"):
        told = text_of(arbiter.get(f"/console/cup/{page}?lang=en").text)
        assert "1 of 3 owe nothing; €30.00 paid, €32.50 due." in told, page
        assert "Björn" in told
        assert "Youth €12.50 €5.00 €7.50" in told, page
    found = rows(arbiter.get("/console/cup/player-list?csv=1&lang=en").text)
    assert [row["Due (EUR)"] for row in found] == ["", "7.50", "25.00", "32.50"]
    assert (found[-1]["Name"], found[-1]["Paid (EUR)"]) == ("Total", "30.00")
    assert "12,50 €" in text_of(arbiter.get("/console/cup/player-list?lang=de").text).replace("\xa0", " ")


def test_the_check_in_shows_who_has_to_pay_and_takes_it_with_one_press(with_fees: Roundlog, web: Web):
    helper = web.sign_in("results", "cup")
    page = helper.get("/console/cup/check-in?lang=en").text
    assert re.findall(r'class="pay" aria-label="([^"]+)">([^<]+)<', page) == [
        ("Björn pays €12.50", "€7.50 due"),
        ("Žanna pays €25.00", "€25.00 due"),
    ]
    assert "€7.50 due" in text_of(helper.get("/console/cup/print/check-in?lang=en").text)
    assert [row["Due (EUR)"] for row in rows(helper.get("/console/cup/check-in?csv=1&lang=en").text)][1] == "7.50"
    by_key = web.bearer("results", "cup")
    assert by_key.request("PUT", "/api/t/cup/players/2/payment", json={}).status_code == 200
    assert "Björn pays" not in helper.get("/console/cup/check-in?lang=en").text
    assert by_key.request("PUT", "/api/t/cup/fees", json={"tariffs": []}).status_code == 403


def test_the_page_tells_when_somebody_paid(with_fees: Roundlog, web: Web):
    page = web.sign_in("arbiter", "cup").get("/console/cup/fees?lang=en").text
    assert len(re.findall(r"<time datetime=", page)) == 2
    assert 'data-pay="3"' in page
    assert 'data-unpay="1"' in page
    assert web.get("/console/cup/fees").status_code in (303, 401)


def test_nobody_else_is_told(with_fees: Roundlog, web: Web):
    assert web.get("/api/t/cup/fees").status_code == 401
    assert web.bearer("display", "cup").get("/api/t/cup/fees").status_code == 403
    for address in ("/api/t/cup/events", "/api/t/cup/audit", "/t/cup/audit", "/t/cup/players", "/p/cup/1"):
        told = web.get(address).text.lower()
        assert "youth" not in told, address
        assert "payment" not in told, address


def test_the_api_tells_what_everybody_has_to_pay(with_fees: Roundlog, web: Web):
    answer = web.bearer("results", "cup").get("/api/t/cup/fees").json()
    assert answer["currency"] == "EUR"
    assert answer["players"][1] == {"player": 2, "tariff": "Youth", "amount": 1250, "paid": 500, "due": 750}
    assert answer["totals"] == {"players": 3, "settled": 1, "paid": 3000, "due": 3250}
