"""Every JSON that was ever written into an office decodes for ever. Lines are added to the samples, never edited."""

from pathlib import Path
from typing import get_args

import msgspec

from displays.web.access.roles import Grant, Role
from displays.web.access.store.events import AnyHappening, Noted
from displays.web.access.store.state import Keyring, SignedIn

SAMPLES = (Path(__file__).parent / "samples" / "happenings.jsonl").read_text("utf-8").splitlines()


def test_every_kind_has_a_sample():
    tags = {kind.__struct_config__.tag for kind in get_args(AnyHappening)}
    assert {msgspec.json.decode(line)["type"] for line in SAMPLES} == tags


def test_every_sample_decodes_and_says_the_same_when_written_again():
    for line in SAMPLES:
        happening = msgspec.json.decode(line, type=AnyHappening)
        assert msgspec.json.decode(msgspec.json.encode(happening)) == msgspec.json.decode(line)


def test_what_became_of_them():
    ring = Keyring()
    for position, line in enumerate(SAMPLES, start=1):
        what = msgspec.json.decode(line, type=AnyHappening)
        ring.take_in(Noted(position, "2026-05-01T14:00:00Z", "Anna (console)", what))
    assert ring.address == "http://192.168.1.5:8000"
    assert ring.ended == {"a268e0e841ba40d8"}
    assert ring.numbered(2).grant == Grant(Role.RESULTS, "club", 1, 40)
    assert (ring.numbered(2).people, ring.numbered(2).revoked_at) == (("Aino",), "2026-05-01T14:00:00Z")
    assert ring.numbered(3).last_address == "192.168.1.21"
    came = SignedIn("5f0c3b1e88d2a740", "Anna", "", "2026-05-01T14:00:00Z", "2026-05-16T15:00:00Z")
    assert [ring.numbered(number).sessions for number in (1, 2, 3)] == [(came,)] * 3
