"""What is public of a person: everything that a visitor can ask for is asked, and holds nothing that is private."""

from __future__ import annotations

import functools
import re
import tempfile
from pathlib import Path

import msgspec
import pytest

from displays.web.live.topics import KINDS, Audience, parse_topics, render_topic
from displays.web.screens.status import Screens
from displays.web.visibility import PublicViews
from engine.model import Entry, Ids, Player, RatingOf
from ledger.person_publicity import ALWAYS, CHOOSABLE, FIELD_OF, OF_AN_ENTRY, initials_of
from ledger.store.sqlite import SqliteLog
from ledger.views.projector import Projection
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.access.test_who_may import NEEDS

NAME, OLD_NAME = "Quarkstein, Zdenka", "Quarkstien, Zdenka"
PRIVATE = {
    "birth_year": ("1931",),
    "ids": ("45009711", "8100972", "8200973", "8300974"),
    "ratings": ("2777",),
    "fees": ("Zwergpreis", "77.31", "77,31"),
    "reason": ("Blinddarm", "Irrtumshalber"),
}
CHOSEN = {"club": ("Xylophonia",), "federation": ("QZX",)}
INITIALS = ("Quarkst", "Zdenka")
PRINTS = ("boards", "names", "slips", "players", "standings", "crosstable", "cards")


@functools.cache
def _played() -> bytes:
    """``cup`` with a player of whom everything is known, in the event ``fair``; one who plays them, one who came by
    mistake, one round played and one published."""
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        roundlog("open", "cup", "--name", "Cup", "--rounds", 4, "--system", "fide-dutch-2026", "--starts", "2026-05-01")
        ids = ("--fide", "45009711", "--knsb", "8100972", "--kndb", "8200973", "--fmjd", "8300974")
        known = ("--birth-year", 1931, "--sex", "w", "--club", "Xylophonia", "--federation", "QZX", *ids)
        roundlog("register", "cup", OLD_NAME, "--rating", 2100, *known)
        for name, rating in (("Aalbers, Anna", 2000), ("Berg, Ben", 1900), ("Cohen, Carl", 1800)):
            roundlog("register", "cup", name, "--rating", rating)
        roundlog("correct-player", "cup", 1, "--name", NAME, "--rating-of", "own=2777", "--reason", "misspelt")
        roundlog("register", "cup", "Nobody, Nina", "--club", "Xylophonia")
        roundlog("remove", "cup", 5, "--reason", "Irrtumshalber")
        roundlog("fees", "cup", "--tariff", "Zwergpreis=77.31")
        roundlog("paid", "cup", 1)
        roundlog("first-colour", "cup", "--seed", "1")
        for board in ("pair", "publish"):
            roundlog(board, "cup", 1)
        roundlog("results", "cup", 1, "1:1-0 2:0-1")
        roundlog("close", "cup", 1)
        roundlog("correct", "cup", 1, 1, "0.5", "--reason", "slip misread")
        for board in ("pair", "publish"):
            roundlog(board, "cup", 2)
        roundlog("withdraw", "cup", 4, "--from-round", 3, "--reason", "Blinddarm")
        roundlog("open-festival", "fair", "--name", "Fair")
        roundlog("add-section", "fair", "cup")
        return roundlog.log.read_bytes()


@pytest.fixture
def cup(roundlog: Roundlog) -> Roundlog:
    roundlog.log.write_bytes(_played())
    return roundlog


def addresses() -> list[str]:
    """Of all that is asked with GET, with every player, round, printed sheet and table, now and in the past."""
    filled = {"name": ("stage",), "kind": PRINTS, "player": ("1", "2"), "round": ("1", "2"), "board": ("1",)}
    found = []
    for endpoint in NEEDS:
        method, path = endpoint.split(" ")
        if method != "GET" or "{token}" in path:
            continue
        paths = [path.replace("{id}", one) for one in ("cup", "fair")] if "{id}" in path else [path]
        for part in re.findall(r"{(\w+)}", path):
            if part != "id":
                paths = [one.replace(f"{{{part}}}", value) for one in paths for value in filled.get(part, ("1",))]
        found += paths
    of_cup = [one for one in found if "/cup" in one]
    return [*found, *(f"{one}?version=4" for one in of_cup), *(f"{one}?q=Quark" for one in of_cup)]


def crawl(web: Web) -> dict[str, str]:
    """What everybody is told, by address, without their own question."""
    answers = {address: web.get(address) for address in addresses()}
    assert not [address for address, answer in answers.items() if answer.status_code >= 500]
    told = {address: answer.text for address, answer in answers.items() if answer.status_code == 200}
    assert len([address for address in told if "/cup" in address]) > 30
    return {address: text.replace('value="Quark"', "").replace("Quark</", "</") for address, text in told.items()}


def found_in(told: dict[str, str], *secrets: str) -> list[tuple[str, str]]:
    return [(address, secret) for address, text in told.items() for secret in secrets if secret in text]


def topics(roundlog: Roundlog) -> dict[str, str]:
    """What everybody may follow."""
    parts = {"boards": "", "card": ":1", "ladder-card": ":1", "screen": ":door"}
    names = [
        f"{kind}{parts.get(kind, '')}"
        for kind, known in KINDS.items()
        if known.audience is Audience.EVERYBODY and "ladder" not in kind
    ]
    with SqliteLog(roundlog.log, read_only=True) as log:
        projection = Projection(log.read("cup"))
    assert projection.state is not None
    seen = PublicViews(projection.state, projection)
    return {
        topic.name: msgspec.json.encode(render_topic(topic, seen, Screens(version=1, screens=(), audience=0))).decode()
        for topic in parse_topics(names)
    }


def test_nothing_private_is_told_to_a_visitor_anywhere(cup: Roundlog, web: Web):
    told = crawl(web) | topics(cup)
    private = [secret for secrets in (PRIVATE | CHOSEN).values() for secret in secrets]
    assert found_in(told, *private, '"sex":"w"') == []
    assert found_in(told, "Quarkstein")  # what is looked for would be found


def test_what_an_arbiter_prints_for_the_wall_has_no_more(cup: Roundlog, web: Web):
    cup("initials", "cup", 1)
    arbiter = web.sign_in("arbiter", "cup")
    told = {kind: arbiter.get(f"/console/cup/print/{kind}").text for kind in PRINTS}
    assert found_in(told, *(s for secrets in (PRIVATE | CHOSEN).values() for s in secrets), *INITIALS) == []
    assert "Z. Q." in told["boards"]


def test_what_the_organiser_publishes_is_told(cup: Roundlog, web: Web):
    cup("public-fields", "cup", "club federation fide")
    told = crawl(web) | topics(cup)
    assert found_in(told, "8100972", "8200973", "1931", '"sex":"w"', *PRIVATE["reason"]) == []
    for address in ("/t/cup/players", "/api/t/cup/players", "/api/t/cup/events"):
        assert [secret for _, secret in found_in({address: told[address]}, "Xylophonia", "QZX", "45009711")] == [
            "Xylophonia",
            "QZX",
            "45009711",
        ]
    cup("public-fields", "cup", "")
    assert found_in(crawl(web), "Xylophonia", "QZX", "45009711") == []


def test_who_asked_for_it_is_shown_by_initials_everywhere(cup: Roundlog, web: Web):
    cup("initials", "cup", 1)
    told = crawl(web) | topics(cup)
    assert found_in(told, *INITIALS) == []
    assert "Z. Q." in told["/t/cup"]
    assert "Z. Q." in told["boards"]
    assert "Nina" in told["/api/t/cup/audit"]
    cup("initials", "cup", 1, "--off")
    assert "Quarkstein" in web.get("/t/cup").text


def test_arbiters_and_helpers_and_the_federation_have_the_whole_name(cup: Roundlog, web: Web):
    cup("initials", "cup", 1)
    for role in ("arbiter", "results"):
        assert "Quarkstein" in web.sign_in(role, "cup").get("/console/cup/rounds/2").text
        assert "Quarkstein" in web.bearer(role, "cup").get("/api/t/cup/boards").text
    report = web.bearer("arbiter", "cup").get("/api/t/cup/trf?interim=1").text
    assert "Quarkstein" in report
    assert "45009711" in report
    assert "1931" in report
    assert web.get("/api/t/cup/trf").status_code == 401


def test_the_order_of_a_list_does_not_depend_on_who_reads_it(cup: Roundlog, web: Web):
    cup("register", "cup", "Zzz, Aad", "--rating", 2100)
    cup("initials", "cup", 1)
    order = [re.findall(r"/card(?:s)?/(\d+)", web.get("/t/cup/players").text)]
    order.append(re.findall(r"/card(?:s)?/(\d+)", web.sign_in("arbiter", "cup").get("/console/cup/print/players").text))
    assert order[0] == order[1]
    assert order[0].index("1") < order[0].index("6")


def test_every_field_of_a_player_is_decided():
    """Whoever adds one says here whether it is private; unless it stands in the list it is."""
    never = {"birth_year", "sex", "ids"}
    choosable = {field for field in CHOOSABLE if field not in FIELD_OF}
    assert set(Player.__struct_fields__) == {*ALWAYS, *choosable, *never}
    assert set(Ids.__struct_fields__) == {"fide", "knsb", "kndb", "fmjd"}
    by_day = {"rounds_by_day", "present_rounds"}  # how ``absences`` follows from ``absent_days``: nobody is shown it
    assert set(Entry.__struct_fields__) == {"player", *OF_AN_ENTRY, *by_day, "ratings", "no_half_byes"}
    assert RatingOf.__struct_fields__[:3] == ("source", "kind", "value")


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Smit, Anna", "A. S."),
        ("Anna Smit", "A. S."),
        ("van den Berg, Jan-Willem", "J. V. D. B."),
        ("Õun, Žanna", "Ž. Õ."),
        ("Anna", "A."),
        ("A. S.", "A. S."),
        ("", ""),
    ],
)
def test_initials(name: str, initials: str):
    assert initials_of(name) == initials
