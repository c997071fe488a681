"""The hub: hears from the desk what happened, and sends it to everybody who follows it.

``publish`` only notes and returns; what it published is rendered right after, once for all, if anybody follows it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial

import msgspec

from displays.web.live.connection import Connection
from displays.web.live.followers import count_followers
from displays.web.live.frames import Beat, Frame, Message, encode_beat, encode_ping
from displays.web.live.made_frames import MadeFrames
from displays.web.live.messages import BadMessage, close_code, parse_message
from displays.web.live.other_nodes import OtherNodes, StreamTold
from displays.web.live.subscriber import SHUTTING_OUT
from displays.web.live.subscriptions import Channel, Subscriptions
from displays.web.live.throttle import MERGE, Throttle
from displays.web.live.topics import (
    Topic,
    Wanted,
    add_state,
    check_topic,
    check_topic_of_festival,
    may_topic_differ,
    parse_topics,
    render_topic,
)
from displays.web.screens.showing import shown_sections
from displays.web.screens.status import Screens, now
from engine.errors import BadInput, Refusal, RoundlogError
from ledger.acts.record import Recorded
from ledger.acts.screens import ScreenRemoved
from ledger.durations import DurationCounter
from ledger.state import State
from ledger.views import View
from ledger.views.projector import Projection

MOST_BEATS_MISSED = 2  # then nobody is there
MOST_CONNECTIONS = 50_000
TOPICS_CHANGE_COUNTS = 32  # messages: other topics are more work than an acknowledgement
LARGE = 200  # players: beyond that, heavy topics are rendered beside the loop
LONGEST_RETRY = 60.0  # seconds before what could not be shown is tried again
_LOGGER = logging.getLogger("roundlog.live")

ReadTournament = Callable[[str], tuple[State, Projection] | None]  # its newest state and history; None: not there
ReadRecords = Callable[[str, int], Iterable[Recorded]]  # of a tournament, after a version
FindMoved = Callable[[int], Iterable[str]]  # the tournaments with records after a position of the log
MakeFrame = Callable[[tuple[str, Message]], Awaitable[Frame | None]]  # of a stream, without its state; None: as before


class Hub:
    """In one event loop. What it reads, it reads for who subscribes and to find what it missed; what is published it is
    handed. ``position`` is that of the log: while it stands still, nothing was missed; when it moves, ``moved`` says in
    which tournaments. ``count_endings`` counts keys and sessions that ended: while it stands still, nobody has to go;
    ``on_ending`` tells others who have to look. ``make_beside`` is ``make_frame`` of a hub in another process.
    ``make_beat`` gives what all are told now and then."""

    def __init__(
        self,
        read: ReadTournament,
        records: ReadRecords,
        position: Callable[[], int],
        moved: FindMoved,
        count_endings: Callable[[], int],
        *,
        on_ending: Callable[[], None] = lambda: None,
        make_beside: MakeFrame | None = None,
        make_beat: Callable[[], Beat] = lambda: Beat(now()),
        merge: float = MERGE,
        most: int = MOST_CONNECTIONS,
    ) -> None:
        self._read, self._records, self._most = read, records, most
        self._position, self._moved = position, moved
        self._refreshed_at = position()  # who comes later is told what there is then
        self._to_look_at: set[str] = set()  # tournaments whose news have not been taken in
        self._trouble = ""  # why it is not known what has moved
        self._count_endings, self._endings, self._on_ending = count_endings, 0, on_ending
        self._tournaments: dict[str, Subscriptions] = {}
        self._festivals: dict[str, Subscriptions] = {}  # those of them that are festivals
        self._throttle = Throttle(self._render, merge)
        self._make_beside, self._turn_beside = make_beside, asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._made = MadeFrames()
        self._released: dict[str, Recorded] = {}  # of sections: the last record that everybody knows
        self._make_beat = make_beat
        self.delays = DurationCounter()  # from hearing of a record to its frame
        self.count_followers = partial(count_followers, self._tournaments.values())
        self.others = OtherNodes()  # of a cluster, and who is there; a single server hears of none

    # -- from the desk -----------------------------------------------------------------------------------------------

    def publish(self, recorded: Recorded, state: State) -> None:
        """A record stands, and this is the state with it."""
        try:
            self._wake_festivals(recorded.stream)
            found = self._tournaments.get(recorded.stream)
            if found is not None and recorded.version == found.version + 1:
                self._take(found, recorded, state)
        except Exception:  # the record stands all the same; what was missed is found by ``refresh``
            _LOGGER.exception("while publishing version %s of %s", recorded.version, recorded.stream)

    def refresh(self) -> None:
        """Take in what another process wrote and what else was missed. What fails is logged once, and tried again."""
        for _ in self.look_for_news():
            pass

    def look_for_news(self) -> Iterator[None]:
        """The same; yields after each tournament that has moved, for others. It touches no other tournament."""
        for stream in sorted(self._find_moved()):
            self._look_at(stream)
            yield

    def _find_moved(self) -> set[str]:
        """Tournaments that have moved since the last look, or could not be looked at then."""
        try:
            if (position := self._position()) != self._refreshed_at:
                moved = tuple(self._moved(self._refreshed_at))
                for stream in moved:
                    self._wake_festivals(stream)
                self._to_look_at.update(moved)
                self._refreshed_at = position
            self._trouble = ""
        except RoundlogError as error:  # the next look asks again
            if error.code != self._trouble:
                _LOGGER.error("what has moved is not known: %s", error)
            self._trouble = error.code
        self._to_look_at &= self._tournaments.keys()
        return self._to_look_at

    def _wake_festivals(self, section: str) -> None:
        """What they show of a section that has moved is rendered again; what it shows as before is not sent."""
        for found in self._festivals.values():
            for channel in found.channels_over(section):
                self._throttle.wake(channel)

    def _look_at(self, stream: str) -> None:
        """Unless everybody has gone: who comes again is told what there is then."""
        self._to_look_at.discard(stream)
        found = self._tournaments.get(stream)
        if found is None or not found.connections:
            return
        try:
            self._catch_up(found)
            found.trouble = ""
        except Exception as error:
            if repr(error) != found.trouble:
                _LOGGER.exception("while looking for what is new in %s", found.stream)
            found.trouble = repr(error)
            self._to_look_at.add(found.stream)

    def close_without_right(self) -> None:
        """Whose key was taken back or has expired, or who signed out elsewhere, hears nothing more. One question for
        all of them."""
        try:
            endings = self._count_endings()
        except RoundlogError as error:  # nobody comes in either while the keys cannot be read
            _LOGGER.warning("whose keys have ended is not known: %s", error)
            return
        if endings == self._endings:
            return
        self._endings = endings
        self._on_ending()
        for found in list(self._tournaments.values()):
            for connection in [one for one in found.connections if one.subscriber.has_come_with_key]:
                if not connection.is_closing and not connection.subscriber.may_stay():
                    connection.close(4403, "not-allowed")

    def _catch_up(self, found: Subscriptions) -> None:
        state, found.projection = self._newest(found.stream)  # the desk publishes what it finds new
        if state.version > found.version:
            after = found.version or max(found.projection.released, 1) - 1
            for recorded in self._records(found.stream, after):
                self._take(found, recorded, state)

    def _newest(self, stream: str) -> tuple[State, Projection]:
        newest = self._read(stream)
        if newest is None:
            raise Refusal("no-such-tournament")
        return newest

    def _take(self, found: Subscriptions, recorded: Recorded, state: State) -> None:
        for channel in found.take(recorded, state):
            self._throttle.wake(channel)
        if isinstance(recorded.event, SHUTTING_OUT) and state.tournament.details.is_private:
            self._close_without_key(found)
        elif isinstance(recorded.event, ScreenRemoved):
            found.devices.forget(recorded.event.name)

    def _close_without_key(self, found: Subscriptions) -> None:
        """A private tournament shows nothing more to those who came in while it was not, or who are in it no more."""
        for connection in list(found.connections):
            try:
                if not connection.subscriber.has_key():
                    connection.close(4404, "no-such-tournament")
            except Exception:  # who they are cannot be said now: they come again, and are asked
                _LOGGER.exception("while asking who follows %s", found.stream)
                connection.abort()

    # -- subscribers -------------------------------------------------------------------------------------------------

    def count_free(self) -> int:
        """How many more may connect."""
        return self._most - self.count_connections()

    def check_topics(self, stream: str, topics: Iterable[Topic]) -> None:
        """That there is something to follow."""
        state, _ = self._newest(stream)
        sections = shown_sections(state, self._read)
        for topic in topics:
            if state.festival is not None:
                check_topic_of_festival(topic, sections)
            elif topic.section:
                raise BadInput("no-such-topic", topic=topic.name)
            else:
                check_topic(topic, state.tournament)

    def subscribe(self, connection: Connection, wanted: Wanted) -> None:
        """From now on the connection gets the frames of these topics."""
        if connection.transport.is_closing():
            return  # it has gone on the way
        stream = connection.subscriber.stream
        try:
            found = self._tournaments.get(stream) or self._subscriptions(stream)
            self._catch_up(found)
            self._tournaments[stream] = found  # now: catching up may have closed all connections, and so removed it
            if found.state.festival is not None:
                self._festivals[stream] = found
            self._follow(found, connection, wanted)
        except BaseException:  # or it would stay open, and nobody would know of it
            connection.abort()
            raise

    def _subscriptions(self, stream: str) -> Subscriptions:
        return Subscriptions(stream, *self._newest(stream), self._encode_beat, self.others.first_seat)

    def _follow(self, found: Subscriptions, connection: Connection, wanted: Wanted) -> None:
        found.note_screen(connection, wanted)
        for channel in found.follow(connection, wanted):
            if channel.frame is None:
                self._throttle.wake(channel)
        self._wake(found, "screens")

    def receive(self, connection: Connection, message: bytes) -> None:
        """A client's message. One that is none ends the connection."""
        who = connection.subscriber
        try:
            asked = parse_message(message)
            found = self._tournaments[who.stream]
            if asked.ack is not None and who.screen is not None:
                who.screen.acknowledge(asked.ack, asyncio.get_running_loop().time())
                self._wake(found, "screens")
            if asked.unmet is not None and who.screen is not None:
                who.screen.unmet = asked.unmet
                self._wake(found, "screens")
            if asked.topics is not None:
                connection.messages += TOPICS_CHANGE_COUNTS
                wanted = asked.parse_wanted()
                who.check(wanted.topics)
                self.check_topics(who.stream, wanted.topics)
                if not who.may_stay():  # the key was taken back since they came
                    raise Refusal("not-allowed")
                if not connection.is_closing:  # what was just read may have made the tournament private
                    self._follow(found, connection, wanted)
        except BadMessage as error:
            connection.close(error.close_code, error.reason)
        except RoundlogError as error:
            connection.close(close_code(error), error.code)

    def resume(self, connection: Connection) -> None:
        found = self._tournaments.get(connection.subscriber.stream)
        for channel in () if found is None else found.connections.get(connection, ()):
            channel.catch_up(connection)

    def remove(self, connection: Connection) -> None:
        who = connection.subscriber
        found = self._tournaments.get(who.stream)
        if found is None:
            return
        found.remove(connection)
        if who.screen is not None:
            found.devices.leave(who.screen)
            self._wake(found, "screens")
        if not found.connections and not found.devices.all():
            del self._tournaments[found.stream]
            self._festivals.pop(found.stream, None)

    # -- frames ------------------------------------------------------------------------------------------------------

    def _wake(self, found: Subscriptions, topic: str) -> None:
        channel = found.channels.get(topic)
        if channel is not None:
            self._throttle.wake(channel)

    def _render(self, channel: Channel) -> None:
        """Render the next frame of a channel and broadcast it, unless it shows what the last one showed."""
        state = channel.subscriptions.state
        try:
            if channel.state is None or may_topic_differ(channel.topic, channel.state, state):
                if self._make_beside is not None and self._is_large(channel.topic, state):
                    self._begin_beside(channel, self._make_beside)
                    return
                found = channel.subscriptions
                connected = self.others.join(found.stream, found.connected)
                view = self._view(channel.topic, state, found.projection, connected)
                if channel.frame is None or view != channel.view:
                    self._broadcast(channel, view)
        except Exception as error:  # a log that cannot be read now, a bug in a view: the screens keep what they have
            self._retry(channel, error)
            return
        channel.state, channel.first_position, channel.since = state, 0, 0.0
        channel.trouble, channel.retry_after = "", 0.0

    def _retry(self, channel: Channel, error: Exception) -> None:
        """After a while, and each time after a longer one. What goes on is logged once."""
        if repr(error) != channel.trouble:
            _LOGGER.error("while showing %s of %s", channel.topic.name, channel.subscriptions.stream, exc_info=error)
        channel.trouble = repr(error)
        channel.retry_after = min(LONGEST_RETRY, 2 * channel.retry_after or self._throttle.merge)
        asyncio.get_running_loop().call_later(channel.retry_after, self._throttle.wake, channel)

    def _view(self, topic: Topic, state: State, projection: Projection, connected: Screens) -> View | None:
        """Without its version, so that two can be compared. None: the tournament has no such thing any more."""
        seen = topic.views(state, projection)
        if topic.is_over_sections:
            seen.sections = shown_sections(state, self._read)
        try:
            if topic.section:
                if topic.section not in shown_sections(state, self._read):
                    return None
                seen = topic.views(*self._newest(topic.section))
            view = render_topic(topic, seen, connected)
        except Refusal:
            return None
        return msgspec.structs.replace(view, version=0)

    def _broadcast(self, channel: Channel, view: View | None) -> None:
        message = add_state(self._message(channel), channel.topic.kind, channel.view, view)
        channel.view = view
        channel.broadcast(Frame(message))
        self.delays.note_since(channel.since)

    def _message(self, channel: Channel) -> Message:
        """The next one, without what it shows."""
        old, newest = channel.frame, self._newest_told(channel)
        is_festival = channel.subscriptions.state.festival is not None  # of several streams
        return Message(
            topic=channel.topic.name,
            version=self._position() if is_festival else newest.version,
            after=0 if old is None else old.version,
            positions=(channel.first_position or newest.position, newest.position),
            changed=(),
            at=newest.at,
            state=None,
        )

    def _newest_told(self, channel: Channel) -> Recorded:
        """The last record that its next frame may tell of: its own stream's, or one of the sections that it shows."""
        found, topic = channel.subscriptions, channel.topic
        newest = found.newest_for(topic.audience)
        assert newest is not None
        if found.state.festival is None or not (topic.section or topic.is_over_sections):
            return newest
        shown = shown_sections(found.state, self._read)
        concerned = [stream for stream in shown if topic.is_over_sections or stream == topic.section]
        return max((newest, *map(self._newest_released, concerned)), key=lambda recorded: recorded.position)

    def _newest_released(self, section: str) -> Recorded:
        known, version = self._released.get(section), self._newest(section)[1].released
        if known is None or known.version != version:
            known = self._released[section] = next(iter(self._records(section, version - 1)))
        return known

    # -- large frames, beside the loop -------------------------------------------------------------------------------

    def _is_large(self, topic: Topic, state: State) -> bool:
        if topic.section and state.festival is not None:
            newest = self._read(topic.section) if topic.section in state.festival.sections else None
            state = state if newest is None else newest[0]
        return topic.is_heavy and len(state.tournament.entries) > LARGE

    def _begin_beside(self, channel: Channel, make: MakeFrame) -> None:
        """What moves while it is made is made after it."""
        if channel.is_made_beside:
            channel.is_outdated = True
            return
        channel.is_made_beside, channel.is_outdated = True, False
        task = asyncio.get_running_loop().create_task(self._render_beside(channel, make))
        self._tasks.add(task)  # the loop itself does not hold on to it
        task.add_done_callback(self._tasks.discard)

    async def _render_beside(self, channel: Channel, make: MakeFrame) -> None:
        """One at a time; what nobody follows any more when it is its turn is not made."""
        first_position, since = 0, 0.0
        try:
            async with self._turn_beside:
                if channel.is_followed:
                    state, first_position = channel.subscriptions.state, channel.first_position
                    message = self._message(channel)
                    since, channel.since = channel.since, 0.0
                    channel.first_position, channel.is_outdated = 0, False
                    frame = await make((channel.subscriptions.stream, message))
                    if frame is not None:
                        channel.broadcast(frame)
                        self.delays.note_since(since)
                    channel.state, channel.trouble, channel.retry_after = state, "", 0.0
        except Exception as error:
            channel.first_position = first_position or channel.first_position
            channel.since = since or channel.since
            self._retry(channel, error)
        finally:
            channel.is_made_beside = False
        if channel.is_outdated:
            self._throttle.wake(channel)

    def make_frame(self, stream: str, message: Message) -> Frame | None:
        """For another hub, which has a loop to serve. A version shows the same for ever: one that was made for it, for
        somebody who has gone, is not made again. None: it shows what the frame before showed."""
        (topic,) = parse_topics((message.topic,))
        last, shown, frame = self._made.find_last(stream, message.topic)
        if last == message:
            return frame
        view = self._view(topic, *self._newest(stream), Screens(version=0, screens=(), audience=0))
        is_next = last is not None and last.version == message.after
        if is_next and view == shown:
            return None
        frame = Frame(add_state(message, topic.kind, shown if is_next else None, view))
        _ = frame.deflated  # which is made here as well
        self._made.keep(stream, message, view, frame)
        return frame

    # -- who is there ------------------------------------------------------------------------------------------------

    def _encode_beat(self) -> bytes:
        return encode_beat(self._make_beat())

    def send_beats(self) -> Iterable[None]:
        """Ask every connection whether somebody is there, and tell it the time; yields now and then for others."""
        ping, beat = encode_ping(), self._encode_beat()
        connections = [(found, one) for found in self._tournaments.values() for one in found.connections]
        for number, (found, connection) in enumerate(connections):
            try:
                self._send_beat(connection, ping if found.is_waiting(connection) else ping + beat)
            except Exception:  # the others get theirs
                _LOGGER.exception("while asking whether a connection is alive")
            if number % 200 == 199:
                yield

    def tell_beat(self) -> None:
        """What concerns all has changed: they hear of it now. Nobody is asked for an answer."""
        beat = self._encode_beat()
        for found in list(self._tournaments.values()):
            for connection in list(found.connections):
                if not connection.is_paused and not found.is_waiting(connection):
                    connection.write(beat)

    def _send_beat(self, connection: Connection, beat: bytes) -> None:
        is_there = connection.is_heard or (connection.is_paused and connection.takes_on())
        connection.missed_beats = 0 if is_there else connection.missed_beats + 1
        connection.is_heard, connection.messages = False, 0
        if connection.is_closing:
            return
        if connection.missed_beats >= MOST_BEATS_MISSED:
            connection.abort()
        elif not connection.subscriber.may_stay():
            connection.close(4403, "not-allowed")
        elif not connection.is_paused:
            connection.write(beat)

    def forget_screen(self, stream: str, number: int) -> bool:
        """An arbiter does not miss that device. False: there is none of that number that is gone."""
        return self.forget_own_screen(stream, number) or self.others.dismiss(stream, number)

    def forget_own_screen(self, stream: str, number: int) -> bool:
        found = self._tournaments.get(stream)
        if found is None or not found.devices.forget_gone(number):
            return False
        self._wake(found, "screens")
        return True

    def list_told(self) -> Iterator[StreamTold]:
        """Who is there, for the other nodes."""
        for found in list(self._tournaments.values()):
            yield StreamTold(found.stream, len(found.connections), found.devices.list_told())

    def note_others(self, told: StreamTold) -> None:
        """What another node tells of who is there has changed."""
        found = self._tournaments.get(told.stream)
        if found is not None:
            found.devices.note_others(told.devices)
            self._wake(found, "screens")

    def count_connections(self) -> int:
        """A node of a cluster asks in its own thread."""
        return sum(len(found.connections) for found in list(self._tournaments.values()))
