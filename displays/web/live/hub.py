"""The hub: hears from the desk what happened, and lets everybody know who follows it.

``publish`` only notes and returns: it never waits and never fails. What is to be shown is worked out right after, once
for all who follow it, and only if anybody does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

import msgspec

from displays.web.live import ring, states, topics
from displays.web.live.channel import Channel
from displays.web.live.close_codes import NotUnderstood, close_code
from displays.web.live.connection import Line
from displays.web.live.frames import Frame, Message, beat_frame, ping_frame
from displays.web.live.messages import read_saying
from displays.web.live.screen_status import ScreenHealth, now
from displays.web.live.subscriber import Guest
from displays.web.live.subscriptions import Hall
from displays.web.live.throttle import MERGE, Pace
from displays.web.live.topics import Topic
from displays.web.visibility import PublicViews, SeenViews
from engine.errors import Refusal, RoundlogError
from ledger.desk import Desk
from ledger.events import DetailsChanged, Recorded, ScreenRemoved
from ledger.state import State
from ledger.views import View, may_differ

BEATS_MISSED = 2  # then nobody is there
MOST_LINES = 50_000
CHANGE_COUNTS = 32  # messages: other topics are more work than an acknowledgement
LONGEST_REST = 60.0  # seconds before what could not be shown is tried again
_LOGGER = logging.getLogger("roundlog.live")


class Hub:
    """Over one desk, in one event loop."""

    def __init__(self, desk: Desk, *, merge: float = MERGE, most_lines: int = MOST_LINES) -> None:
        self._desk = desk
        self._most_lines = most_lines
        self._halls: dict[str, Hall] = {}
        self._pace = Pace(self._renew, merge)
        self._ring = ring.opened()
        self._position = 0  # of the log, when it was last looked at
        desk.publish = self.publish

    # -- from the desk -----------------------------------------------------------------------------------------------

    def publish(self, recorded: Recorded, state: State) -> None:
        """A record stands, and this is the state with it."""
        try:
            hall = self._halls.get(recorded.stream)
            if hall is not None and recorded.version == hall.version + 1:
                self._take_in(hall, recorded)
        except Exception:  # the record stands all the same; what was missed is caught up with (``look``)
            _LOGGER.exception("while publishing version %s of %s", recorded.version, recorded.stream)

    def look(self) -> None:
        """Take in what another process wrote to the same log, and whatever else was missed."""
        position = self._desk.log.position()
        if position == self._position:
            return
        went_well = [self._look_into(hall) for hall in list(self._halls.values()) if hall.lines]
        if all(went_well):
            self._position = position

    def _look_into(self, hall: Hall) -> bool:
        """False: it did not go well, and is to be tried again. One hall does not hold up the others."""
        try:
            self._catch_up(hall)
        except Exception as error:
            if repr(error) != hall.trouble:
                _LOGGER.exception("while looking for what is new in %s", hall.stream)
            hall.trouble = repr(error)
            return False
        hall.trouble = ""
        return True

    def _catch_up(self, hall: Hall) -> State:
        state = self._desk.state(hall.stream)
        if state is None:
            raise Refusal("no-such-tournament")
        if state.version > hall.version:
            for recorded in self._desk.log.read(hall.stream, after=hall.version, upto=state.version):
                self._take_in(hall, recorded)
        return state

    def _take_in(self, hall: Hall, recorded: Recorded) -> None:
        for channel in hall.take_in(recorded):
            self._pace.wake(channel)
        if isinstance(recorded.event, DetailsChanged) and recorded.event.details.is_private:
            self._ask_everybody_again(hall)
        elif isinstance(recorded.event, ScreenRemoved):
            hall.healths.forget(recorded.event.name)

    def _ask_everybody_again(self, hall: Hall) -> None:
        """A tournament that has become private shows nothing more to those who came in while it was not."""
        for line in list(hall.lines):
            try:
                if line.guest is not None and not line.guest.has_key():
                    line.close(4404, "no-such-tournament")
            except Exception:  # who they are cannot be said now: they come again, and are asked
                _LOGGER.exception("while asking who follows %s", hall.stream)
                line.drop()

    # -- followers ---------------------------------------------------------------------------------------------------

    def check_room(self) -> None:
        """That there is room for one more."""
        if self.audience() >= self._most_lines:
            raise Refusal("too-many-connections")

    def check(self, stream: str, wanted: Iterable[Topic]) -> None:
        """That there is something to follow."""
        state = self._desk.state(stream)
        if state is None:
            raise Refusal("no-such-tournament")
        for topic in wanted:
            topics.check(topic, state.tournament)

    def join(self, line: Line, guest: Guest, wanted: Sequence[Topic], since: Sequence[int]) -> None:
        """From now on the line gets the frames of these topics."""
        if line.transport.is_closing():
            return  # it has gone on the way
        try:
            hall = self._halls.get(guest.stream) or Hall(guest.stream, self._ring)
            self._catch_up(hall)
            self._halls[guest.stream] = hall  # now: catching up may have sent everybody away, and the hall with them
            line.guest = guest
            hall.lines[line] = None
            self._follow(hall, line, wanted, since)
        except BaseException:  # or it would stay open, and nobody would know of it
            line.drop()
            raise

    def _follow(self, hall: Hall, line: Line, wanted: Sequence[Topic], since: Sequence[int]) -> None:
        """What the line followed already goes on as it was."""
        self._seat(hall, line, wanted, since)
        before, line.channels = line.channels, tuple(map(hall.channel, wanted))
        hall.let_go(line, (channel for channel in before if channel not in line.channels))
        for channel, known in zip(line.channels, since, strict=True):
            if channel not in before:
                channel.join(line, known)
            if channel.frame is None:
                self._pace.wake(channel)
        hall.greet(line)
        self._wake(hall, "screens")

    def _seat(self, hall: Hall, line: Line, wanted: Sequence[Topic], since: Sequence[int]) -> None:
        """A line that follows the setting of a screen is that screen. What it knows already is on its glass."""
        guest = line.guest
        assert guest is not None
        name = next((topic.text for topic in wanted if topic.kind == "screen"), "")
        names = tuple(topic.name for topic in wanted)
        if guest.seat is not None and guest.seat.name == name:
            guest.seat.topics = names
        else:
            if guest.seat is not None:
                hall.healths.leave(guest.seat)
            address = guest.visitor.address
            guest.seat = hall.healths.take_seat(name, names, address, guest.device) if name else None
            if guest.seat is not None:
                guest.seat.brought(max((known for known in since if known <= hall.released.version), default=0))
        if guest.seat is None:
            hall.seated.pop(line, None)
        else:
            hall.seated[line] = None

    def said(self, line: Line, message: bytes) -> None:
        """A client speaks. Whoever speaks nonsense is shown the door."""
        guest = line.guest
        assert guest is not None
        try:
            saying = read_saying(message)
            hall = self._halls[guest.stream]
            if saying.ack is not None and guest.seat is not None:
                guest.seat.acknowledged(saying.ack, asyncio.get_running_loop().time())
                self._wake(hall, "screens")
            if saying.topics is not None:
                line.messages += CHANGE_COUNTS
                self._change(hall, line, guest, saying.wanted(), saying.since())
        except NotUnderstood as error:
            line.close(error.close_code, error.reason)
        except RoundlogError as error:
            line.close(close_code(error), error.code)

    def _change(self, hall: Hall, line: Line, guest: Guest, wanted: Sequence[Topic], since: Sequence[int]) -> None:
        guest.check(wanted)
        self.check(guest.stream, wanted)
        self._follow(hall, line, wanted, since)

    def paused(self, line: Line) -> None:
        for channel in line.channels:
            channel.pause(line)

    def resumed(self, line: Line) -> None:
        missed = [(channel.hall, channel.resume(line)) for channel in line.channels]
        for hall, frame in missed:
            if frame is not None:
                hall.give(line, frame)

    def left(self, line: Line) -> None:
        for channel in line.channels:  # whatever else may be: the handle of its socket will be another's
            channel.leave(line)
        guest = line.guest
        hall = self._halls.get(guest.stream) if guest is not None else None
        if guest is None or hall is None:
            return
        hall.leave(line)
        if guest.seat is not None:
            hall.healths.leave(guest.seat)
            self._wake(hall, "screens")
        if not hall.lines and not hall.healths.all():
            del self._halls[hall.stream]

    # -- frames ------------------------------------------------------------------------------------------------------

    def _wake(self, hall: Hall, topic: str) -> None:
        channel = hall.channels.get(topic)
        if channel is not None:
            self._pace.wake(channel)

    def _renew(self, channel: Channel) -> None:
        """Make the next frame of a channel and send it, unless it shows what the last one showed."""
        try:
            state, shown = self._catch_up(channel.hall), channel.state
            if shown is None or may_differ(channel.topic.kind, shown, state):
                view = self._view(channel, state)
                if channel.frame is None or view != channel.view:
                    self._send(channel, view)
            channel.state = state
        except Exception as error:  # a log that cannot be read now, a bug in a view: the screens keep what they have
            self._try_again(channel, error)
            return
        channel.first_position = 0
        channel.trouble, channel.rest = "", 0.0

    def _try_again(self, channel: Channel, error: Exception) -> None:
        """After a while, and each time after a longer one. What goes on is told once."""
        if repr(error) != channel.trouble:
            _LOGGER.error("while showing %s of %s", channel.topic.name, channel.hall.stream, exc_info=error)
        channel.trouble = repr(error)
        channel.rest = min(LONGEST_REST, 2 * channel.rest or self._pace.merge)
        asyncio.get_running_loop().call_later(channel.rest, self._pace.wake, channel)

    def _view(self, channel: Channel, state: State) -> View | None:
        """Without its version, so that two can be compared. None: the tournament has no such thing any more."""
        hall = channel.hall
        projection = self._desk.projector.projection(hall.stream)
        seen = (SeenViews if channel.topic.is_for_staff else PublicViews)(state, projection)
        try:
            view = states.shown(channel.topic, seen, hall.healths.all(), len(hall.lines))
        except Refusal:
            return None
        return msgspec.structs.replace(view, version=0)

    def _send(self, channel: Channel, view: View | None) -> None:
        hall, old = channel.hall, channel.frame
        mark = hall.mark(channel.topic)
        message = Message(
            topic=channel.topic.name,
            version=mark.version,
            after=0 if old is None else old.version,
            positions=(channel.first_position or mark.position, mark.position),
            changed=() if view is None or channel.view is None else states.changed(channel.view, view),
            at=mark.at,
            state=None if view is None else msgspec.structs.replace(view, version=mark.version),
        )
        channel.view = view
        channel.send(Frame(message))

    # -- the hall's health -------------------------------------------------------------------------------------------

    def beat(self) -> Iterable[None]:
        """Ask every line whether somebody is there, and tell it the time; pauses now and then for others to go on."""
        ping, beat = ping_frame(), beat_frame(now())
        lines = [line for hall in self._halls.values() for line in hall.lines]
        for number, line in enumerate(lines):
            try:
                self._feel(line, ping, beat)
            except Exception:  # the pulse of all others goes on
                _LOGGER.exception("while asking whether a line of the hall is alive")
            if number % 200 == 199:
                yield

    def _feel(self, line: Line, ping: bytes, beat: bytes) -> None:
        is_there = line.is_heard or (line.is_paused and line.takes_on())
        line.missed = 0 if is_there else line.missed + 1
        line.is_heard, line.messages = False, 0
        guest = line.guest
        if line.is_closing:
            return
        if line.missed >= BEATS_MISSED:
            line.drop()
        elif guest is not None and not guest.may_stay():
            line.close(4403, "not-allowed")
        elif not line.is_paused:
            line.write(ping if line.is_waiting else ping + beat)

    def screens(self, stream: str) -> tuple[ScreenHealth, ...]:
        """The named screens of a tournament: those that are there, and those that were."""
        hall = self._halls.get(stream)
        return () if hall is None else hall.healths.all()

    def forget_screen(self, stream: str, number: int) -> bool:
        """An arbiter does not miss that device. False: there is none of that number that is gone."""
        hall = self._halls.get(stream)
        if hall is None or not hall.healths.forget_gone(number):
            return False
        self._wake(hall, "screens")
        return True

    def audience(self, stream: str | None = None) -> int:
        """How many lines follow a tournament, or all of them."""
        halls = self._halls.values() if stream is None else filter(None, [self._halls.get(stream)])
        return sum(len(hall.lines) for hall in halls)
