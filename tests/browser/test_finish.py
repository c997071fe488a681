"""Finishing a tournament from its overview."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import plain_http
from tests.browser.conftest import Visitor
from tests.browser.hall import Hall


def test_a_dispute_after_the_last_round_is_settled_before_the_tournament_is_finished(owner: Visitor, hall: Hall):
    stream = hall.open(4, rounds=1)
    hall.play(stream, 1)
    stands = hall.ask(f"/t/{stream}/boards")["boards"][0]["result"]
    page = owner.go(f"/console/{stream}")
    expect(page.locator("#finish")).to_be_visible()
    other = "0-1" if stands != "0-1" else "1-0"
    hall.do(stream, "dispute-result", round=1, board=1, result=other)  # while the arbiter looks at the button
    expect(page.locator(".next-words")).to_contain_text("The tournament can be finished once that is settled.")
    expect(page.locator(".next-words")).to_contain_text("Board: 1.")
    expect(page.locator("#finish")).to_have_count(0)
    address = f"{hall.address}/api/t/{stream}/commands"
    refused = plain_http.post(address, json={"do": "finish-tournament"}, headers=hall.key())
    assert (refused.status_code, refused.json()["code"]) == (409, "disputes-before-the-end")
    page.get_by_role("link", name="Settle the results of round 1").click()
    page.locator("#disputes").get_by_role("button", name="Keep").click()
    expect(page.locator("#disputes .dispute")).to_have_count(0)
    page.get_by_role("link", name="Overview").click()
    page.locator("#finish").click()
    page.get_by_role("dialog").get_by_role("button", name="Finish the tournament").click()
    expect(page.locator(".next-words")).to_have_text("The tournament is finished.")
