"""Ratings that everybody may see: the one that counts, nowhere the others or the organiser's own."""

from __future__ import annotations

import msgspec

from displays.web.visibility import public_event
from engine.model import Player, RatingOf
from ledger.acts.fields import Change
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.ratings import EntryRatings, RatingsChange, RatingsUpdated
from ledger.person_publicity import PersonPublicity
from ledger.views.public_people import publish_change

OWN = RatingOf("own", "", 2222)
ANNA = Player(1, "Anna", 2100)


def test_no_event_tells_everybody_the_other_ratings():
    change = RatingsChange(1, EntryRatings(2100, (OWN,)), EntryRatings(2110, (OWN,)))
    for event in (
        PlayerRegistered(player=ANNA, ratings=(OWN,)),
        PlayerCorrected(player=ANNA, reason="", ratings=(OWN,)),
        RatingsUpdated(changes=(change,), source="2026-11"),
    ):
        assert b"2222" in msgspec.json.encode(event)
        told = msgspec.json.encode(public_event(event, PersonPublicity(frozenset())))
        assert b"2222" not in told
        assert b"2100" in told


def test_the_audit_tells_arbiters_of_them_and_everybody_of_the_rule():
    publicity = PersonPublicity(frozenset())

    def told(field: str, *players: int) -> bool:
        return publish_change(Change(field, "1", "2"), players, publicity) is not None

    assert not told("ratings.1.value", 1)
    assert not told("ratings.12.source", 1)
    assert told("ratings.method")
    assert told("rating", 1)


def test_the_public_list_has_the_one_that_counts(roundlog, web):
    roundlog("open", "own", "--name", "Own", "--system", "by-hand", "--rounds", 3, "--rating-rule", "OTHER")
    roundlog("register", "own", "Anna", "--rating-of", "own=2222", "--rating-of", "fide:standard=2100")
    (anna,) = web.get("/api/t/own/players").json()
    assert (anna["player"]["rating"], "ratings" in anna) == (2222, False)
    (known,) = web.bearer("owner").get("/api/t/own/players").json()
    assert [one["value"] for one in known["ratings"]] == [2222, 2100]
