"""A key that is taken back or expires: whoever came in with it hears nothing more, a quarter of a second later."""

import asyncio
import time
from datetime import timedelta

import pytest

from displays.web.access.roles import Grant, Role
from displays.web.live.hub_tasks import REFRESH_EVERY
from ledger.private_file import current_time
from tests.displays.web.live.server import PAIR, Server, frame, frames, goodbye, silence

LOOPS = ("asyncio",)


def test_the_hub_looks_often_enough():
    assert REFRESH_EVERY <= 0.5


@pytest.mark.parametrize(
    ("role", "topics"), [(Role.ARBITER, "desk"), (Role.RESULTS, "results-desk:1-9"), (Role.DISPLAY, "boards")]
)
async def test_a_revoked_key_ends_its_lines_at_once(server: Server, role: Role, topics: str):
    """Beats come every fifteen seconds here: it is not they who end it."""
    number, key = server.key(role)
    _, other = server.key(role)
    async with (
        server.follow(topics, additional_headers=key) as line,
        server.follow(topics, additional_headers=other) as kept,
        server.follow("boards") as stranger,
    ):
        await asyncio.gather(frame(line), frame(kept), frame(stranger))
        began = time.monotonic()
        await asyncio.to_thread(server.key_store.revoke, number, by="test")
        assert await goodbye(line) == (4403, "not-allowed")
        assert time.monotonic() - began < 5
        await silence(kept)
        await silence(stranger)


async def test_a_key_that_expires_ends_its_lines_at_that_moment(server: Server):
    """And not those of a key that holds for longer."""
    made = [server.key_store.make(Grant(Role.ARBITER, "open"), name="Eva", by="x", days=n, api=True) for n in (1, 2)]
    short, long = ({"Authorization": f"Bearer {one.token}"} for one in made)
    async with (
        server.follow("desk", additional_headers=short) as line,
        server.follow("desk", additional_headers=long) as kept,
    ):
        await asyncio.gather(frame(line), frame(kept))
        began = time.monotonic()
        server.key_store.clock = lambda: current_time() + timedelta(days=1)
        assert await goodbye(line) == (4403, "not-allowed")
        assert time.monotonic() - began < 5
        await silence(kept)


async def test_who_has_no_right_any_more_hears_nothing_of_what_follows(server: Server):
    number, key = server.key()
    async with server.follow("desk,boards", additional_headers=key) as line:
        await frames(line, 2)
        server.key_store.revoke(number, by="test")
        server.hub.close_without_right()
        await server.do(PAIR)
        assert await goodbye(line) == (4403, "not-allowed")


async def test_the_store_is_asked_once_for_all(server: Server, monkeypatch: pytest.MonkeyPatch):
    _, key = server.key()
    asked: list[str] = []
    state = type(server.key_store._state)
    found = state.with_digest
    async with (
        server.follow("desk", additional_headers=key) as one,
        server.follow("desk", additional_headers=key) as two,
    ):
        await asyncio.gather(frame(one), frame(two))
        server.hub.close_without_right()

        def count(self, digest: str):
            asked.append(digest)
            return found(self, digest)

        monkeypatch.setattr(state, "with_digest", count)
        for _ in range(10):
            server.hub.close_without_right()
        assert asked == []
