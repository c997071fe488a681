"""All acts: the one tuple ``ACTS``, and what is looked up in it.

``AnyEvent`` and ``AnyCommand`` decode: to the type checker they are the classes that all events and commands share,
to msgspec the union of them; of commands, of those that somebody may ask for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from ledger.acts.act import AnyAct, Command, Event
from ledger.acts.subjects import SUBJECTS

ACTS: tuple[AnyAct, ...] = tuple(act for subject in SUBJECTS for act in subject.ACTS)

BY_COMMAND: dict[type[Command], AnyAct] = {act.command: act for act in ACTS if act.command is not None}
BY_EVENT: dict[type[Event], AnyAct] = {act.event: act for act in ACTS if act.event is not None}
BY_TAG: dict[str, AnyAct] = {act.tag: act for act in BY_EVENT.values()}

if TYPE_CHECKING:
    AnyEvent = Event
    AnyCommand = Command
else:
    AnyEvent = Union[tuple(BY_EVENT)]  # noqa: UP007
    AnyCommand = Union[tuple(command for command, act in BY_COMMAND.items() if not act.is_internal)]  # noqa: UP007
