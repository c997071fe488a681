"""A frame is the same bytes for all: with a header for its length, and compressed so that every client can read it."""

import pytest
from websockets import frames
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.protocol import State
from websockets.uri import parse_uri

from displays.web.live.frames import WORTH_COMPRESSING, Frame, Message, encode_ping, encode_text
from displays.web.live.topics import Announcements
from ledger.state import Announcement


def heard(data: bytes, *, deflates: bool = False) -> list[tuple[int, bytes]]:
    """What a client of the websockets library makes of the bytes."""
    client = ClientProtocol(parse_uri("ws://hall/"), state=State.OPEN, max_size=None)
    if deflates:
        client.extensions = [PerMessageDeflate(True, True, 15, 15)]
    client.receive_data(data)
    assert client.parser_exc is None
    received = client.events_received()
    found = [(int(event.opcode), bytes(event.data)) for event in received if isinstance(event, frames.Frame)]
    assert len(found) == len(received)
    return found


def frame_of(length: int) -> Frame:
    text = Announcement(1, "x" * length)
    state = Announcements(version=7, announcements=(text,))
    return Frame(Message("announcements", 7, 5, (9, 9), (1,), "2026-05-01T14:00:00.000000Z", state))


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 1_000_000])
def test_a_text_of_any_length(length):
    assert heard(encode_text(b"x" * length)) == [(1, b"x" * length)]


def test_a_beat_is_a_ping_and_a_text_in_one():
    assert heard(encode_ping() + encode_text(b"{}")) == [(9, b""), (1, b"{}")]


@pytest.mark.parametrize("length", [0, 300, 3000, 300_000])
def test_compressed_or_not_it_says_the_same(length):
    frame = frame_of(length)
    assert heard(frame.plain) == heard(frame.deflated, deflates=True) == [(1, frame.payload)]


def test_a_compressed_frame_can_be_read_again_and_again():
    """Nothing of the one before is needed for it."""
    frame = frame_of(3000)
    assert heard(frame.deflated * 3, deflates=True) == [(1, frame.payload)] * 3


def test_small_frames_are_not_worth_compressing():
    assert len(frame_of(0).payload) < WORTH_COMPRESSING
    assert frame_of(0).deflated == frame_of(0).plain
    assert len(frame_of(3000).deflated) < len(frame_of(3000).plain) / 4


def test_a_frame_says_where_it_stands():
    assert frame_of(1).payload == (
        b'{"topic":"announcements","version":7,"after":5,"positions":[9,9],"changed":[1],'
        b'"at":"2026-05-01T14:00:00.000000Z","state":{"view":"announcements","version":7,'
        b'"announcements":[{"number":1,"text":"x","until":""}]}}'
    )
