"""Scenes: what each picture of the handbook shows, by its name there."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests import plain_http
from tests.cluster.servers import ClusterServer, running_cluster
from tests.displays.web.standby.servers import RunningServer
from tests.displays.web.standby.servers import two_servers as run_two
from tests.pictures.studio import CONSOLE, OWNER, PHONE, WALL, Shot, Studio

Scene = Callable[[Studio, str], Shot]
TALL = (CONSOLE[0], 900)
WALLS = ("stage-left", "bar")
LIST = """name;rating;club;title
Visser, Anna;2104;Utrecht;WIM
Jong, Bram de;2051;Utrecht;
Tamm, Katrin;1998;Tartu;
Weiß, Jürgen;twelve;Köln;
Smit, Maarten;1876;Utrecht;"""


def scroll_to(page: Page, selector: str) -> None:
    """Below the bar on top."""
    place = page.locator(selector).first
    place.evaluate("""(element) => {
      const top = document.querySelector("header.top");
      const bar = getComputedStyle(top).position === "sticky" ? top.getBoundingClientRect().height : 0;
      scrollTo(0, element.getBoundingClientRect().top + scrollY - bar - 12);
    }""")


# -- the hall ----------------------------------------------------------------------------------------------------------


def screen_boards(studio: Studio, language: str) -> Shot:
    page = studio.visit(f"/screen/winter-open?view=boards&lang={language}", language, window=WALL)
    expect(page.locator("#stage tbody tr").first).to_be_visible()
    return Shot(page)


def screens_page(studio: Studio, language: str) -> Shot:
    """One device is there, another was."""
    if "walls" not in studio.started:
        walls = [studio.visit(f"/screen/winter-open/{name}", "en", window=WALL, stays=True) for name in WALLS]
        for wall in walls:
            expect(wall.locator("#stage tbody tr").first).to_be_visible()
        walls[-1].context.close()
        studio.started["walls"] = walls
    page = studio.arbiter("/console/winter-open/screens", language)
    expect(page.locator(".screen-card.there")).to_have_count(1)
    return Shot(page)


def phone_board(studio: Studio, language: str) -> Shot:
    page = studio.visit(f"/p/winter-open/3?lang={language}", language, window=PHONE)
    expect(page.locator("#seat")).not_to_be_empty()
    return Shot(page)


# -- a tournament ------------------------------------------------------------------------------------------------------


def new_tournament(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/new", language, TALL)
    page.locator("[name=name]").fill("Winter Open")
    return Shot(page)


def import_list(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/new-open/players", language, TALL)
    page.locator("#open-import").click()
    page.locator("#import-text").fill(LIST)
    page.locator("#import-form button[type=submit]").click()
    page.locator("#import-columns .row-wrong").first.wait_for()
    scroll_to(page, "#import-preview")
    return Shot(page)


def round_preview(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/spring-open/rounds/1", language)
    page.locator("#preview-button").click()
    expect(page.locator("#take-pairing")).to_be_visible()
    return Shot(page)


def round_results(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/winter-open/rounds/3", language, TALL))


def overview_next(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/winter-open", language))


# -- helpers -----------------------------------------------------------------------------------------------------------


def people_made(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/spring-open/people", language)
    page.locator("input[name=role][value=results]").check()
    page.locator("#name").fill({"en": "Hall A", "nl": "Zaal A", "de": "Saal A", "et": "Saal A"}.get(language, "A"))
    page.locator("#boards").fill("1-10")
    page.locator("#device").select_option("once")
    page.locator(".invite .primary").click()
    page.locator(".made").wait_for()
    return Shot(page)


def helper_boards(studio: Studio, language: str) -> Shot:
    link = studio.hall.link("results", "winter-open", "1-10", "Hall A")
    page = studio.visit("/console/winter-open/rounds/3", language, link=link, window=PHONE)
    expect(page.locator("#sheet-place tbody tr")).to_have_count(10)
    scroll_to(page, "#count")
    return Shot(page)


def dispute(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/summer-open/rounds/1", language)
    expect(page.locator(".dispute").first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")  # away from the field that has the cursor
    return Shot(page)


# -- corrections and reasons -------------------------------------------------------------------------------------------


def correction_form(studio: Studio, language: str) -> Shot:
    return Shot(_propose(studio, language))


def correction_consequences(studio: Studio, language: str) -> Shot:
    _drop_proposals(studio)
    page = _propose(studio, language)
    page.locator("#proposal .primary").click()
    expect(page.locator("#comparison .summary")).to_be_visible()
    scroll_to(page, "#comparison")
    return Shot(page)


REASONS = {
    "en": "both score sheets say 0-1",
    "nl": "beide notatiebiljetten zeggen 0-1",
    "de": "beide Partieformulare sagen 0-1",
    "et": "mõlemad partiilehed ütlevad 0-1",
}


def _propose(studio: Studio, language: str) -> Page:
    page = studio.arbiter("/console/autumn-open/corrections?of=2&board=2", language, TALL)
    expect(page.locator("#stands")).not_to_be_empty()
    stands = studio.hall.ask("/t/autumn-open/boards?of=2")["boards"][1]["result"]
    page.locator("#result").select_option("0-1" if stands != "0-1" else "1-0")
    page.locator("#reason").fill(REASONS.get(language, "0-1"))
    return page


def _drop_proposals(studio: Studio) -> None:
    """Of the language before."""
    for proposal in studio.hall.ask("/t/autumn-open/proposals"):
        address = f"{studio.hall.address}/api/t/autumn-open/proposals/{proposal['number']}"
        answer = plain_http.request("DELETE", address, headers=studio.hall.key())
        assert answer.is_success, answer.text


def why_pairing(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/winter-open/rounds/3", language)
    page.locator("#sheet-place tbody tr button").first.click()
    page.locator("dialog[open] .why").first.click()
    expect(page.locator(".reasons:not([aria-busy])")).to_be_visible()
    return Shot(page)


def why_place(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/autumn-open/cards/5", language, TALL)
    return Shot(page)


def audit(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/autumn-open/audit?what=corrections", language, TALL))


# -- who is there ------------------------------------------------------------------------------------------------------


def absences(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/winter-open/absences", language))


def check_in(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/easter-open/check-in", language))


# -- a club, draughts --------------------------------------------------------------------------------------------------


def ladder(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/club-season/standings", language))


def ladder_table(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/club-season/ladder-table", language))


def lots(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/dammen/lots", language, TALL))


def intermediate(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/kabe/intermediate", language, TALL)
    page.locator("#between-1").fill("2")
    page.locator("#between-1").press("Enter")
    expect(page.locator("#place-changes")).not_to_be_empty()
    return Shot(page)


def ties(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/dame/ties", language, TALL))


# -- the server --------------------------------------------------------------------------------------------------------


def copies(studio: Studio, language: str) -> Shot:
    return Shot(studio.arbiter("/console/~backup", language))


def people_server(studio: Studio, language: str) -> Shot:
    page = studio.arbiter("/console/people", language, TALL)
    return Shot(page)


# -- several servers ---------------------------------------------------------------------------------------------------


def two_servers(studio: Studio, language: str) -> Shot:
    first, _ = _start_two(studio)
    return Shot(_sign_in(studio, first, language, "/console/~server"), height=260)


def take_over(studio: Studio, language: str) -> Shot:
    _, second = _start_two(studio)
    return Shot(studio.visit("/console", language, address=second.address, window=TALL, is_real_time=True))


def cluster_servers(studio: Studio, language: str) -> Shot:
    cluster = studio.start("cluster", running_cluster(studio.folder / "cluster", "club"))
    return Shot(_sign_in(studio, cluster.servers[0], language, "/console/~server", cluster.token), height=620)


def _start_two(studio: Studio) -> tuple[RunningServer, RunningServer]:
    pair: tuple[RunningServer, RunningServer] = studio.start("two", run_two(studio.folder / "two"))
    return pair


def _sign_in(studio: Studio, server: RunningServer | ClusterServer, language: str, path: str, token: str = "") -> Page:
    """By an invitation of its own, as an owner comes in."""
    headers = {"authorization": f"Bearer {token or getattr(server, 'token', '')}"}
    body = {"role": "owner", "name": OWNER, "device": "many"}
    answer = plain_http.post(f"{server.address}/api/keys", json=body, headers=headers)
    assert answer.is_success, answer.text
    link = str(answer.json()["link"])
    page = studio.visit(link[link.index("/key/") :], language, address=server.address, is_real_time=True)
    page.get_by_role("button").first.click()
    page.wait_for_url("**/console**")
    page.goto(server.address + path)
    return page


SCENES: dict[str, Scene] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        *(screen_boards, screens_page, phone_board),
        *(new_tournament, import_list, round_preview, round_results, overview_next),
        *(helper_boards, dispute),
        *(correction_form, correction_consequences, why_pairing, why_place, audit),
        *(absences, check_in, ladder, ladder_table, lots, intermediate, ties, copies, people_server, people_made),
        *(two_servers, take_over, cluster_servers),
    )
}
