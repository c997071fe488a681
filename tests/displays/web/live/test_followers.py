"""What ``/metrics`` says of who follows: which kinds, how late frames are, and who is behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ledger.acts.hall import Announce
from tests import plain_http
from tests.displays.web.exposition import Samples, read_exposition
from tests.displays.web.live.server import Server, frame, serving
from tests.displays.web.live.test_slow import _large_tournament, _one_frame_each, _small_pipe


async def told(server: Server) -> Samples:
    async with plain_http.AsyncClient() as client:
        return read_exposition((await client.get(f"http://127.0.0.1:{server.port}/metrics")).text)


def kinds(found: Samples) -> tuple[float, ...]:
    return tuple(found[f'roundlog_followers{{kind="{kind}"}}'] for kind in ("screen", "signed-in", "public"))


async def test_followers_are_counted_by_kind(server: Server) -> None:
    _, key = server.key()
    async with (
        server.follow("announcements") as public,
        server.follow("desk", additional_headers=key) as arbiter,
        server.follow("screen:wall,clock") as screen,
    ):
        for line in (public, arbiter, screen):
            await frame(line)
        assert kinds(await told(server)) == (1, 1, 1)
    async with server.follow("announcements") as public:
        await frame(public)
        assert kinds(await told(server)) == (0, 0, 1)


async def test_the_delay_of_frames_is_measured_from_the_record(server: Server) -> None:
    """What is sent to who comes is no answer to a record."""
    async with server.follow("announcements") as line:
        await frame(line)
        before = (await told(server))["roundlog_frame_delay_seconds_count"]
        await server.do(Announce(text="Lunch"))
        await frame(line)
        after = await told(server)
    assert (before, after["roundlog_frame_delay_seconds_count"]) == (0, 1)
    assert 0 < after["roundlog_frame_delay_seconds_sum"] < 20
    assert after['roundlog_events_recorded_total{act="announced"}'] == 1


async def test_who_cannot_take_more_is_behind_and_then_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path / "roundlog.db", merge=0.0) as server:
        await _large_tournament(server)
        options: dict[str, Any] = {"compression": None, "max_size": None}
        async with (
            server.follow("names", **options) as fast,
            server.follow("names", sock=_small_pipe(server.port), max_queue=1, **options) as slow,
        ):
            await frame(fast)
            newest = await _one_frame_each(server, fast, 6)
            found = await told(server)
            assert found["roundlog_followers_behind"] == 1
            assert found["roundlog_followers_behind_seconds"] > 0
            while (await frame(slow))["version"] < newest:
                pass
            found = await told(server)
            assert (found["roundlog_followers_behind"], found["roundlog_followers_behind_seconds"]) == (0, 0)
