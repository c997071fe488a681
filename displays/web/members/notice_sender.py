"""Notices: what follows the log while the server runs, and sends members the mails that they asked for.

Only a server that takes writes sends. Of a private tournament nothing is sent, nor to a member whose link does not hold
or who is not in the tournament any more; that is asked when the mail is sent, not when it became due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from urllib.parse import quote

from displays.web.access.private_writes import write_private
from displays.web.access.services import Services
from displays.web.members.links import find_newest_links
from displays.web.smtp import MailSettings, hand_over
from displays.words.language import language
from displays.words.notice_text import KINDS, Told, tell_record, write_confirmation, write_mail
from engine.errors import RoundlogError
from ledger.acts.record import Recorded
from ledger.notices import CONFIRMATION, Key, Notice, NoticeStore, Outcome, Subscription

LOOKED_EVERY = 2.0  # seconds
_LOGGER = logging.getLogger("roundlog")


@asynccontextmanager
async def run_notices(services: Services) -> AsyncIterator[None]:
    """Nothing where no mail server is set."""
    store, mail = services.notices, services.mail
    if store is None or mail is None:
        yield
        return
    task = asyncio.create_task(_run(NoticeSender(services, store, mail)))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _run(sender: NoticeSender) -> None:
    has_begun = False
    while True:
        try:
            if sender.store.may_write():
                if not has_begun:
                    await sender.begin()
                    has_begun = True
                await sender.look()
        except RoundlogError as error:
            _LOGGER.warning("notices-wait", extra={"facts": {"problem": error.code}})
        except Exception:
            _LOGGER.exception("while sending notices")  # it goes on, or nobody would be told anything any more
        await asyncio.sleep(LOOKED_EVERY)


class NoticeSender:
    def __init__(self, services: Services, store: NoticeStore, mail: MailSettings) -> None:
        self.store = store
        self._services, self._mail = services, mail

    async def begin(self) -> None:
        """What was being sent when the server ended is not sent again; what was recorded before there were notices is
        not told."""
        lost = await write_private(self.store.end_begun)
        if lost:
            _LOGGER.warning("notices-unknown", extra={"facts": {"count": lost}})
        if not self.store.position:
            await write_private(self.store.note_due, (), self._services.desk.log.position())

    async def look(self) -> None:
        log, after = self._services.desk.log, self.store.position
        newest = log.position()
        if newest > after:
            due = await asyncio.to_thread(lambda: list(self._find_due(after, newest)))
            if due:
                await write_private(self.store.note_due, due, newest)
        for notice in self.store.list_due():
            await self._send(notice)

    def _find_due(self, after: int, newest: int) -> Iterator[Key]:
        log = self._services.desk.log
        for stream in log.streams_after(after):
            members = [one for one in self.store.subscriptions(stream) if one.confirmed_at is not None]
            for record in log.read(stream) if members else ():
                if after < record.position <= newest and type(record.event) in KINDS:
                    yield from ((one.token, record.version) for one in members if _wants(one, record))

    async def _send(self, notice: Notice) -> None:
        message, to = self._write(notice)
        if message is None:
            if await write_private(self.store.begin, notice):
                await write_private(self.store.end, notice, Outcome.NOT_DUE)
            return
        if await write_private(self.store.begin, notice):
            outcome = await asyncio.to_thread(hand_over, self._mail, message, to)
            await write_private(self.store.end, notice, outcome)
            if outcome is not Outcome.SENT:  # never to whom
                _LOGGER.warning("notice-not-sent", extra={"facts": {"outcome": outcome.value}})

    def _write(self, notice: Notice) -> tuple[EmailMessage | None, str]:
        """As everything stands now; nothing for who may not be told."""
        one = self.store.with_token(notice.token)
        state = self._services.desk.find_state(one.stream)
        if state is None or one.player not in state.tournament.entries or not self._holds(one):
            return None, ""
        t = state.tournament
        if t.details.is_private or not t.entries[one.player].takes_part_in(t.next_round):
            return None, ""
        reader, base = language(t.rules.language), self._services.public_url
        page, stop = f"{base}/p/{quote(one.stream, safe='')}/{one.player}", f"{base}/mail/{one.token}/stop"
        if notice.version == CONFIRMATION:
            text, page = write_confirmation(t, one.player, reader), f"{base}/mail/{one.token}"
        else:
            found = tell_record(self._event_of(one, notice), t, one.player, reader)
            if found is None:
                return None, ""
            text = found
        return write_mail(
            text, sender=self._mail.sender, to=one.address, page=page, stop=stop, reader=reader
        ), one.address

    def _event_of(self, one: Subscription, notice: Notice) -> Told:
        (record,) = self._services.desk.log.read(one.stream, after=notice.version - 1, upto=notice.version)
        assert isinstance(record.event, Told)
        return record.event

    def _holds(self, one: Subscription) -> bool:
        keys = self._services.key_store
        link = find_newest_links(one.stream, keys).get(one.player)
        return link is not None and link.is_good(keys.clock())


def _wants(one: Subscription, record: Recorded) -> bool:
    """What was recorded before the address was confirmed is not told."""
    return KINDS[type(record.event)] in one.kinds and record.position > (one.confirmed_at or 0)
