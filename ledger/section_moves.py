"""The move of a player from one section of a festival to another: one request, recorded in both sections."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Entry, PlayerId
from ledger.acts.decide import decide
from ledger.acts.fees import RecordPayment, TakeBackPayment
from ledger.acts.players import NewPlayer, PlayerRegistered, RegisterPlayers
from ledger.acts.removals import RemovePlayers
from ledger.desk import Answer, Desk
from ledger.fees import Payment, decimal_text
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
    points out, and not in neither; sent again with its id, it is completed. What would be refused of either is refused
    before anything is written. What they have paid goes with them, in the same order."""
    to, from_ = (f"{command_id}/{way}" if command_id else "" for way in ("to", "from"))
    here, there = (_section(desk, festival, stream) for stream in (from_section, to_section))
    if from_section == to_section:
        raise Refusal("same-section", section=to_section)
    entry = here.tournament.entries.get(player)
    registered = desk.answer_to(to_section, to) if to else None
    remove = RemovePlayers(players=(player,), reason=reason)
    payment = here.fees.payments.get(player)
    if registered is None:
        if entry is None:
            raise Refusal("no-such-player", player=player)
        _check_no_absences(here, entry, from_section)
        if payment is not None:
            _check_same_currency(here, there, payment, player, to_section)
        # A lot says something among those only with whom it was drawn.
        registration = NewPlayer(
            player=replace(entry.player, number=0, lot=None), ratings=entry.ratings, namesake=namesake
        )
        register = RegisterPlayers(players=(registration,))
        for state, command in ((here, remove), (there, register)):
            decide(state, command)
        registered = await desk.handle(to_section, register, actor=actor, command_id=to)
    if entry is not None and payment is not None:
        paid = RecordPayment(player=number_given(registered), amount=payment.amount)
        await desk.handle(to_section, paid, actor=actor, command_id=to and f"{to}/paid")
        back = TakeBackPayment(player=player)
        await desk.handle(from_section, back, actor=actor, command_id=from_ and f"{from_}/paid")
    if entry is not None:
        await desk.handle(from_section, remove, actor=actor, command_id=from_)
    return registered


def _check_no_absences(here: State, entry: Entry, section: str) -> None:
    """Another section plays its rounds at other times: in which of them the player cannot come, people have to say."""
    coming = tuple(sorted(number for number in entry.absences if number > len(here.tournament.rounds)))
    if coming:
        raise Refusal("absences-announced", player=entry.player.number, section=section, rounds=coming)


def _check_same_currency(here: State, there: State, payment: Payment, player: PlayerId, section: str) -> None:
    """It goes along only where it can be entered as it is."""
    if there.fees.currency != here.fees.currency:
        paid = f"{decimal_text(payment.amount)} {here.fees.currency}"
        raise Refusal("payment-stays", player=player, amount=paid, section=section)


def number_given(answer: Answer) -> PlayerId:
    """That the player has in the other section."""
    return next(one.event.player.number for one in answer.records if isinstance(one.event, PlayerRegistered))


def _section(desk: Desk, festival: str, stream: str) -> State:
    found, state = desk.state(festival), desk.state(stream)
    is_section = found is not None and found.festival is not None and stream in found.festival.sections
    if state is None or not is_section:
        raise Refusal("no-such-section", section=stream)
    return state
