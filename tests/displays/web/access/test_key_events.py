"""Every JSON that was ever written for keys decodes for ever. Lines are added to the samples, never edited."""

from pathlib import Path
from typing import get_args

import msgspec

from displays.web.access.key_events import AnyKeyEvent, EarlierProposal, EarlierProposalClosed, KeyRecord
from displays.web.access.key_state import KeyState, SignedIn
from displays.web.access.roles import Grant, Role

SAMPLES = (Path(__file__).parent / "samples" / "happenings.jsonl").read_text("utf-8").splitlines()


def test_every_kind_has_a_sample():
    tags = {kind.__struct_config__.tag for kind in get_args(AnyKeyEvent)}
    assert {msgspec.json.decode(line)["type"] for line in SAMPLES} == tags


def test_every_sample_decodes_and_says_the_same_when_written_again():
    for line in SAMPLES:
        event = msgspec.json.decode(line, type=AnyKeyEvent)
        if not isinstance(event, EarlierProposal | EarlierProposalClosed):  # read no more, and never written again
            assert msgspec.json.decode(msgspec.json.encode(event)) == msgspec.json.decode(line)


def test_what_became_of_them():
    state = KeyState()
    for position, line in enumerate(SAMPLES, start=1):
        event = msgspec.json.decode(line, type=AnyKeyEvent)
        state.evolve(KeyRecord(position, "2026-05-01T14:00:00Z", "Anna (console)", event))
    assert state.address == "http://192.168.1.5:8000"
    assert state.ended == {"a268e0e841ba40d8"}
    assert state.with_number(2).grant == Grant(Role.RESULTS, "club", 1, 40)
    assert (state.with_number(2).people, state.with_number(2).revoked_at) == (("Aino",), "2026-05-01T14:00:00Z")
    assert state.with_number(3).last_address == "192.168.1.21"
    came = SignedIn("5f0c3b1e88d2a740", "Anna", "", "2026-05-01T14:00:00Z", "2026-05-16T15:00:00Z")
    assert [state.with_number(number).sessions for number in (1, 2, 3)] == [(came,)] * 3
