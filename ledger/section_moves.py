"""The move of a player from one section of a festival to another: one request, recorded in both sections."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import PlayerId
from ledger.acts.decide import decide
from ledger.acts.players import NewPlayer, PlayerRegistered, RegisterPlayers
from ledger.acts.removals import RemovePlayers
from ledger.desk import Answer, Desk
from ledger.state import State


async def move_player(
    desk: Desk,
    festival: str,
    player: PlayerId,
    *,
    from_section: str,
    to_section: str,
    actor: str,
    command_id: str = "",
    reason: str = "",
    namesake: bool = False,
) -> Answer:
    """Registered there first, then removed here: should the second fail, somebody is in both, which the list of players
    points out, and not in neither. What would be refused of either is refused before anything is written."""
    to, from_ = (f"{command_id}/{way}" if command_id else "" for way in ("to", "from"))
    here, there = (_section(desk, festival, stream) for stream in (from_section, to_section))
    if from_section == to_section:
        raise Refusal("same-section", section=to_section)
    entry = here.tournament.entries.get(player)
    moved_before = desk.answer_to(to_section, to) if to else None
    if entry is None:
        if moved_before is not None:
            return moved_before
        raise Refusal("no-such-player", player=player)
    registration = NewPlayer(player=replace(entry.player, number=0), namesake=namesake)
    register, remove = RegisterPlayers(players=(registration,)), RemovePlayers(players=(player,), reason=reason)
    for state, command in ((here, remove), (there, register)):
        decide(state, command)
    answer = await desk.handle(to_section, register, actor=actor, command_id=to)
    await desk.handle(from_section, remove, actor=actor, command_id=from_)
    return answer


def number_given(answer: Answer) -> PlayerId:
    """That the player has in the other section."""
    return next(one.event.player.number for one in answer.records if isinstance(one.event, PlayerRegistered))


def _section(desk: Desk, festival: str, stream: str) -> State:
    found, state = desk.state(festival), desk.state(stream)
    is_section = found is not None and found.festival is not None and stream in found.festival.sections
    if state is None or not is_section:
        raise Refusal("no-such-section", section=stream)
    return state
