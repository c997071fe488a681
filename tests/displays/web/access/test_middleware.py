"""The gate: who came, and what is turned away before any door is asked."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from displays.web.access.key_store import KeyStore
from displays.web.access.middleware import LARGEST_ANONYMOUS_BODY, LARGEST_BODY
from displays.web.access.rate_limit import FREE
from ledger.actors import read_actor
from ledger.store.sqlite import SqliteLog
from tests.displays.client import HALL, OF_OUR_PAGES, Web, build, cookie_of
from tests.displays.commandline import Roundlog
from tests.displays.web.access.moments import Clock
from tests.displays.web.standby.servers import wait_until

ANNOUNCE = ("POST", "/api/t/club/announcements")
TEA: dict[str, Any] = {"json": {"text": "Tea is served"}}


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(club: Roundlog, clock: Clock) -> Iterator[Web]:
    """The same server with a clock that the test sets."""
    with SqliteLog(club.log) as log, KeyStore(clock=clock) as key_store:
        yield Web(build(log, key_store=key_store))


def code_of(answer) -> str:
    return answer.json()["code"]


# -- who came --------------------------------------------------------------------------------------------------------


def test_the_log_says_who_did_it_and_from_where(club: Roundlog, web: Web):
    browser = Web(web.app, address="192.168.1.20").sign_in("arbiter", "club", name="Anna")
    program = Web(web.app, address="2001:db8::7").bearer("arbiter", "club", name="a robot")
    assert browser.request(*ANNOUNCE, **TEA).status_code in (200, 201)
    assert program.request(*ANNOUNCE, **TEA).status_code in (200, 201)
    with SqliteLog(club.log, read_only=True) as log:
        actors = [record.actor for record in log.read("club")][-2:]
    assert actors == ["Anna (key 1, console, 192.168.1.20)", "a robot (key 2, api, 2001:db8::7)"]


def test_nobody_can_claim_another_address(club: Roundlog, web: Web):
    browser = Web(web.app, address="192.168.1.20").sign_in("arbiter", "club", name="Anna")
    browser.request(*ANNOUNCE, **TEA, headers={"x-forwarded-for": "10.9.9.9"})
    assert "192.168.1.20" in last_actor(club)


def test_behind_a_proxy_its_own_word_counts_and_nobody_elses(club: Roundlog):
    with SqliteLog(club.log) as log:
        web = Web(build(log, behind_proxy=True), address="127.0.0.1")
        browser = web.sign_in("arbiter", "club", name="Anna")
        told = {"x-forwarded-for": "6.6.6.6, 203.0.113.9"}  # the first a claim of the visitor, the last the proxy's
        assert browser.request(*ANNOUNCE, **TEA, headers=told).status_code in (200, 201)
        web.app.state.services.key_store.close()
    assert last_actor(club) == "Anna (key 1, console, 203.0.113.9)"


@pytest.mark.parametrize(
    ("forwarded", "actor"),
    [
        ("[2001:db8::7]:4711", "Anna (key 1, console, 2001:db8::7)"),
        ("[2001:DB8::7]", "Anna (key 1, console, 2001:db8::7)"),
        ('"[2001:db8::7]:4711"', "Anna (key 1, console, 2001:db8::7)"),
        ("fe80::1%eth0) (x", "Anna (key 1, console, fe80::1)"),
        ("203.0.113.9:4711", "Anna (key 1, console, 203.0.113.9)"),
        ("unknown", "Anna (key 1, console)"),
        ("_hidden (x)", "Anna (key 1, console)"),
    ],
)
def test_what_a_proxy_writes_never_becomes_a_part_of_the_name(club: Roundlog, forwarded: str, actor: str):
    with SqliteLog(club.log) as log:
        web = Web(build(log, behind_proxy=True), address="127.0.0.1")
        browser = web.sign_in("arbiter", "club", name="Anna")
        assert browser.request(*ANNOUNCE, **TEA, headers={"x-forwarded-for": forwarded}).status_code in (200, 201)
        web.app.state.services.key_store.close()
    assert last_actor(club) == actor
    assert read_actor(actor).name == "Anna"


def test_behind_a_proxy_with_https_the_cookie_is_for_https_only(club: Roundlog):
    with SqliteLog(club.log) as log:
        web = Web(build(log, behind_proxy=True))
        https = {"x-forwarded-proto": "https", "origin": "https://hall", "x-roundlog": "test"}
        answer = web.post(web.link("arbiter", "club"), headers=https)
        assert answer.headers["set-cookie"].startswith("__Host-roundlog-")
        assert "; Secure" in answer.headers["set-cookie"]
        browser = Web(web.app, {**https, "cookie": cookie_of(answer)})
        assert browser.request(*ANNOUNCE, **TEA).status_code in (200, 201)
        plain = Web(web.app, {**OF_OUR_PAGES, "cookie": cookie_of(answer)})
        assert plain.request(*ANNOUNCE, **TEA).status_code == 401
        web.app.state.services.key_store.close()


def last_actor(club: Roundlog) -> str:
    with SqliteLog(club.log, read_only=True) as log:
        return [record.actor for record in log.read("club")][-1]


def test_the_cookie_is_out_of_the_reach_of_scripts_and_other_sites(club: Roundlog, web: Web):
    cookie = web.post(web.link("owner"), headers=OF_OUR_PAGES).headers["set-cookie"]
    name, *rest = cookie.split("; ")
    assert re.fullmatch(r"roundlog-[0-9a-f]{8}=[\w-]+\.[0-9a-f]{64}", name)
    assert rest == ["Path=/", "Max-Age=1209600", "HttpOnly", "SameSite=Lax"]


def test_a_tampered_cookie_is_nobodys(club: Roundlog, web: Web):
    browser = web.sign_in("owner")
    cookie = browser.headers["cookie"]
    for forged in (
        cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
        cookie.partition(".")[0],
        "roundlog-=",
        cookie * 2,
    ):
        assert Web(web.app, {**browser.headers, "cookie": forged}).get("/console").status_code == 401
    assert browser.get("/console").status_code == 200


def test_a_session_goes_on_while_its_browser_comes_back(timed: Web, clock: Clock):
    browser = timed.sign_in("arbiter", "club")
    assert "set-cookie" not in browser.get("/t/club").headers
    clock.goes_on(days=10)
    renewed = browser.get("/t/club")
    assert "SameSite=Lax" in renewed.headers["set-cookie"]
    clock.goes_on(days=10)
    assert browser.get("/console/club").status_code == 401
    assert Web(timed.app, {"cookie": cookie_of(renewed)}).get("/console/club").status_code == 200


def test_signing_out_is_not_undone_by_a_renewal(timed: Web, clock: Clock):
    browser = timed.sign_in("arbiter", "club")
    clock.goes_on(days=2)
    answer = browser.post("/sign-out")
    assert answer.status_code == 303
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert browser.get("/console/club").status_code == 401


def test_a_revoked_or_expired_key_ends_what_it_opened(timed: Web, clock: Clock):
    browser, program = timed.sign_in("arbiter", "club", days=3), timed.bearer("arbiter", "club", days=5)
    assert browser.get("/console/club").status_code == 200
    clock.goes_on(days=3)
    assert browser.get("/console/club").status_code == 401
    assert program.request(*ANNOUNCE, **TEA).status_code in (200, 201)
    timed.app.state.services.key_store.revoke(2, by="test")
    refused = program.request(*ANNOUNCE, **TEA)
    assert (refused.status_code, code_of(refused)) == (401, "key-revoked")


def test_a_program_is_told_what_is_wrong_with_its_key(club: Roundlog, web: Web):
    link = web.link("arbiter", "club").removeprefix("/key/")
    for shown, code in (("rl_nonsense", "no-such-key"), ("", "no-such-key"), (link, "key-not-for-programs")):
        answer = web.get("/api/t", headers={"authorization": f"Bearer {shown}"})
        assert (answer.status_code, code_of(answer)) == (401, code)
        assert answer.headers["www-authenticate"] == "Bearer"


def test_other_ways_to_show_a_key_are_not_looked_at(club: Roundlog, web: Web):
    assert web.get("/api/t", headers={"authorization": "Basic YTpi"}).status_code == 200


# -- other sites -----------------------------------------------------------------------------------------------------

ELSEWHERE = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://hall:8001"},
    {"origin": "https://hall"},
    {"origin": "http://hall.evil.example"},
    {"sec-fetch-site": "cross-site", "origin": HALL},
    {"sec-fetch-site": "same-site", "origin": HALL},
    {"sec-fetch-site": "none", "origin": HALL},
    {},
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_what_another_site_makes_a_browser_send_changes_nothing(club: Roundlog, web: Web, headers):
    cookie = {"cookie": web.sign_in("owner").headers["cookie"], "x-roundlog": "x"}
    before = club("audit", "club", "--json")
    answer = Web(web.app, {**cookie, **headers}).request(*ANNOUNCE, **TEA)
    assert (answer.status_code, code_of(answer)) == (403, "cross-site")
    form = Web(web.app, {**cookie, **headers}).post("/console/people", data={"name": "Mallory", "role": "owner"})
    assert form.status_code == 403
    assert club("audit", "club", "--json") == before
    assert [key.name for key in web.app.state.services.key_store.all_keys()] == ["the owner"]


def test_the_api_wants_a_header_that_no_form_can_send(club: Roundlog, web: Web):
    cookie = {"cookie": web.sign_in("owner").headers["cookie"]}
    for headers in ({"origin": HALL}, {"sec-fetch-site": "same-origin"}):
        refused = Web(web.app, {**cookie, **headers}).request(*ANNOUNCE, **TEA)
        assert (refused.status_code, code_of(refused)) == (403, "cross-site")
        allowed = Web(web.app, {**cookie, **headers, "x-roundlog": "x"}).request(*ANNOUNCE, **TEA)
        assert allowed.status_code in (200, 201)


def test_nobody_is_signed_in_or_out_by_another_site(club: Roundlog, web: Web):
    browser = web.sign_in("owner")
    for headers in ELSEWHERE:
        assert web.post(web.link("results", "club"), headers=headers).status_code == 403
        stranger = Web(web.app, {"cookie": browser.headers["cookie"], **headers})
        assert stranger.post("/sign-out").status_code == 403
    assert browser.get("/console").status_code == 200


def test_a_program_needs_none_of_that(club: Roundlog, web: Web):
    program = web.bearer("arbiter", "club")
    assert program.request(*ANNOUNCE, **TEA, headers={"origin": "http://evil.example"}).status_code in (200, 201)


def test_the_address_that_the_operator_names_is_ours_too(club: Roundlog):
    """A proxy that does not pass on the name by which it was asked."""
    with SqliteLog(club.log) as log:
        web = Web(build(log, public_url="https://chess.example"))
        named = {"origin": "https://chess.example", "x-roundlog": "x"}
        assert web.post(web.link("owner"), headers=named).status_code == 303
        web.app.state.services.key_store.close()


# -- too much --------------------------------------------------------------------------------------------------------


def test_who_keeps_trying_keys_has_to_wait(club: Roundlog, web: Web):
    for _ in range(FREE):
        assert web.post("/key/wrong", headers=OF_OUR_PAGES).status_code == 401
    answer = web.post("/key/wrong", headers=OF_OUR_PAGES)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert "Too many attempts" in answer.text
    assert web.post("/key", data={"key": "wrong"}, headers=OF_OUR_PAGES).status_code == 429
    assert Web(web.app, address="10.0.0.9").post("/key/wrong", headers=OF_OUR_PAGES).status_code == 401


def test_a_good_link_works_behind_an_address_from_which_others_try(club: Roundlog, web: Web):
    for _ in range(FREE + 1):
        web.post("/key/wrong", headers=OF_OUR_PAGES)
    assert web.post("/key/wrong", headers=OF_OUR_PAGES).status_code == 429
    link = web.link("owner")
    assert web.get(link).status_code == 200
    assert web.post(link, headers=OF_OUR_PAGES).status_code == 303


def test_looking_at_a_link_is_no_attempt(club: Roundlog, web: Web):
    """Chat programs look at every link, also at one that was spent long ago."""
    assert {web.get("/key/wrong").status_code for _ in range(3 * FREE)} == {401}
    assert web.post("/key/wrong", headers=OF_OUR_PAGES).status_code == 401


def test_programs_that_try_keys_wait_too_but_hold_up_nobody(club: Roundlog, web: Web):
    browser, program = web.sign_in("owner"), web.bearer("owner")
    wrong = Web(web.app, {"authorization": "Bearer rl_wrong"})
    statuses = [wrong.get("/api/t").status_code for _ in range(FREE + 1)]
    assert statuses == [401] * FREE + [429]
    assert wrong.get("/api/t").headers["retry-after"]
    assert browser.get("/console").status_code == 200
    assert program.get("/api/t").status_code == 200


@pytest.mark.parametrize("is_counted", [True, False])
def test_a_body_that_is_too_large(club: Roundlog, web: Web, is_counted):
    browser = web.sign_in("owner")
    piece = b"x" * 65536

    async def pieces():
        for _ in range(LARGEST_BODY // len(piece) + 1):
            yield piece

    content = piece * (LARGEST_BODY // len(piece) + 1) if is_counted else pieces()
    answer = browser.request(*ANNOUNCE, content=content, headers={"content-type": "application/json"})
    assert (answer.status_code, code_of(answer)) == (413, "body-too-large")


@pytest.mark.parametrize("is_counted", [True, False])
def test_who_is_not_signed_in_sends_little(club: Roundlog, web: Web, is_counted):
    async def pieces():
        for _ in range(2):
            yield b"x" * LARGEST_ANONYMOUS_BODY

    content = b"x" * (LARGEST_ANONYMOUS_BODY + 1) if is_counted else pieces()
    headers = {"content-type": "application/x-www-form-urlencoded", **OF_OUR_PAGES}
    answer = web.post("/key", content=content, headers=headers)
    assert (answer.status_code, "65536" in answer.text) == (413, True)


def test_a_body_with_a_length_that_is_none(club: Roundlog, web: Web):
    answer = web.sign_in("owner").request(*ANNOUNCE, content=b"{}", headers={"content-length": "-5"})
    assert answer.status_code < 500


# -- headers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/", "/t/club", "/key", "/key/wrong", "/console", "/api/t", "/static/pages.css"])
def test_every_answer_carries_the_headers(club: Roundlog, web: Web, address):
    headers = web.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_pages_with_a_key_are_stored_nowhere(club: Roundlog, web: Web):
    owner = web.sign_in("owner")
    invitation = owner.post("/console/club/people", data={"role": "display", "name": "Screen", "device": "many"})
    for answer in (web.get(web.link("owner")), web.get("/key"), invitation):
        assert "no-store" in answer.headers["cache-control"]


def test_use_that_cannot_be_noted_keeps_nobody_out(club: Roundlog, web: Web, caplog):
    program = web.bearer("arbiter", "club")
    web.app.state.services.key_store._table._writer.execute("PRAGMA query_only = 1")
    assert program.get("/api/t").status_code == 200
    wait_until(lambda: "was not noted" in caplog.text)
    web.app.state.services.key_store._table._writer.execute("PRAGMA query_only = 0")
