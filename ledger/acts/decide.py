"""``decide``: the events that a command causes, or a Refusal. It checks everything and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.errors import Refusal
from ledger.acts.act import CONFIRM, Command, Confirmation, Event, Streams
from ledger.acts.catalogue import BY_COMMAND
from ledger.acts.corrections import check_step
from ledger.acts.evolve import evolve, find_integrity
from ledger.acts.festivals import OpenFestival, open_festival
from ledger.acts.integrity import find_consequence
from ledger.acts.opening import OpenTournament, open_tournament
from ledger.acts.player_names import name_players, naming_players
from ledger.state import State


def _wrote_nothing(version: int) -> bool:
    return False


def decide(
    state: State | None,
    command: Command,
    has_written: Callable[[int], bool] = _wrote_nothing,
    *,
    is_brief: bool = False,
) -> list[Event]:
    """``None`` is the state before a tournament or a festival was opened. No event means: it stands so already.

    ``has_written``: whether who asks wrote the record of that version. ``is_brief``: without what takes long.
    """
    if isinstance(command, OpenTournament):
        return open_tournament(state, command)
    if isinstance(command, OpenFestival):
        return open_festival(state, command)
    if state is None or state.epoch:  # to a server's own stream no command belongs
        raise Refusal("no-such-tournament")
    with naming_players(state.tournament):
        return _decide(state, command, has_written, is_brief=is_brief)


def _decide(state: State, command: Command, has_written: Callable[[int], bool], *, is_brief: bool) -> list[Event]:
    act = BY_COMMAND[type(command)]
    kind = Streams.TOURNAMENT if state.festival is None else Streams.FESTIVAL
    if kind not in act.streams:
        raise Refusal("not-a-festival" if state.festival is None else "is-a-festival")
    if state.tournament.is_finished and not act.may_follow_the_end:
        raise Refusal("tournament-is-finished")
    if state.fide_mode.is_on and act.check_fide_mode is not None:
        act.check_fide_mode(state, command)
    if is_brief and act.decide_briefly is not None:
        return act.decide_briefly(state, command)
    if act.steps is None:
        own = None if act.own_record is None else act.own_record(state, command)
        if own is not None and has_written(own):
            assert act.decide_own is not None
            return act.decide_own(state, command)
        assert act.decide is not None
        return act.decide(state, command)
    decided: list[Event] = []
    for step in act.steps(state, command):
        if act.check_step is not None:
            act.check_step(state, step)
        for event in decide(state, step):
            decided.append(event)
            state = evolve(state, event)
    return decided


def find_confirmation(state: State | None, command: Command, events: Sequence[Event]) -> Confirmation | None:
    """What has to be confirmed before the events that the command causes are recorded; of several commands in one what
    has to be of each, at the highest level. ``None``: nothing."""
    act = BY_COMMAND[type(command)]
    if state is None or not events:
        return None
    if act.steps is None:
        confirmation = _with_integrity(
            state, events, None if act.confirm is None else act.confirm(state, command, events)
        )
        if confirmation is not None:
            name_players(state.tournament, confirmation.consequences)
        return confirmation
    found: list[Confirmation] = []
    for step in act.steps(state, command):
        decided = decide(state, step)
        if (confirmation := find_confirmation(state, step, decided)) is not None:
            found.append(confirmation)
        for event in decided:
            state = evolve(state, event)
    consequences = tuple(one for confirmation in found for one in confirmation.consequences)
    level = max((confirmation.level for confirmation in found), default=CONFIRM)
    return Confirmation(level, consequences) if consequences else None


def _with_integrity(state: State, events: Sequence[Event], own: Confirmation | None) -> Confirmation | None:
    """VCL4THP 115: in FIDE mode whatever touches the integrity of the pairing is asked about, beside what the act asks
    itself."""
    found = (_find_consequence(state, event) for event in events) if state.fide_mode.is_on else ()
    told = tuple({(one.code, *one.facts.values()): one for one in found if one is not None}.values())
    if not told:
        return own
    return (
        Confirmation(CONFIRM, told) if own is None else Confirmation(max(CONFIRM, own.level), own.consequences + told)
    )


def _find_consequence(state: State, event: Event) -> Refusal | None:
    kind = find_integrity(state, event)
    return None if kind is None else find_consequence(kind, getattr(event, "round", 0), getattr(event, "board", 0))


def decide_correction(state: State, step: Command) -> list[Event]:
    """The same for what is only thought about: as it would be decided among others (``ApplyCorrections``)."""
    with naming_players(state.tournament):
        check_step(state, step)
    return decide(state, step)
