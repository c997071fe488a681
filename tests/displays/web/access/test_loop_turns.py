"""Few of those who may wait begin in one turn of the event loop; nobody is left behind."""

from __future__ import annotations

import asyncio

from displays.web.access.loop_turns import LoopTurns


async def test_between_two_strangers_somebody_else_has_a_turn():
    turns, order = LoopTurns(2), []

    async def ask(number: int) -> None:
        await turns.wait()
        order.append(number)

    async def work() -> None:
        """Three steps, each in a turn of its own."""
        for _ in range(3):
            order.append(0)
            await asyncio.sleep(0)

    await asyncio.gather(*(ask(number) for number in range(1, 8)), work())
    assert [number for number in order if number] == [1, 2, 3, 4, 5, 6, 7]
    assert order.index(0) <= 2
    assert max(order[: len(order) - order[::-1].index(0)]) < 7  # the last of them came after all three steps


async def test_who_hung_up_takes_nobodys_place():
    turns, begun = LoopTurns(1), []

    async def ask(number: int) -> None:
        await turns.wait()
        begun.append(number)

    asking = [asyncio.create_task(ask(number)) for number in range(5)]
    await asyncio.sleep(0)
    asking[1].cancel()
    asking[2].cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    assert begun == [0, 3, 4]


async def test_a_turn_that_is_over_counts_no_more():
    turns = LoopTurns(1)
    for _ in range(3):
        await asyncio.wait_for(turns.wait(), 1)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
