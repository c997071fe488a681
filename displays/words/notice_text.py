"""Notices as mails: what a record of the log tells one member, in the tournament's language, as plain text."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple

from displays.words.dates import write_day
from displays.words.language import Language
from displays.words.notation import outcomes_called
from engine.model import Board, PlayerId, Tournament
from ledger.acts.evenings import EveningCancelled, EveningMoved, EveningReinstated
from ledger.acts.results import ResultCorrected
from ledger.acts.rounds import RoundPublished
from ledger.notices import NoticeKind
from ledger.person_publicity import publicity_of

_POLICY = SMTP.clone(cte_type="7bit")
SECTION = "mail"
Told = RoundPublished | EveningCancelled | EveningMoved | EveningReinstated | ResultCorrected
KINDS = {
    RoundPublished: NoticeKind.PAIRING,
    EveningCancelled: NoticeKind.EVENING,
    EveningMoved: NoticeKind.EVENING,
    EveningReinstated: NoticeKind.EVENING,
    ResultCorrected: NoticeKind.CORRECTION,
}


class Text(NamedTuple):
    subject: str
    lines: tuple[str, ...]


def tell_record(event: Told, t: Tournament, player: PlayerId, reader: Language) -> Text | None:
    """None: it does not concern them, or does not stand any more."""
    match event:
        case RoundPublished(round=number):
            return _tell_pairing(t, number, player, reader)
        case ResultCorrected(round=number, board=place):
            return _tell_correction(event, t, number, place, player, reader)
        case EveningMoved(day=day, to=to, public_reason=reason):
            days = {"day": write_day(day, reader), "to": write_day(to, reader)}
            return _tell_evening("evening-moved", t, reader, reason, **days)
        case EveningCancelled(day=day, public_reason=reason):
            return _tell_evening("evening-cancelled", t, reader, reason, day=write_day(day, reader))
        case EveningReinstated(day=day):
            return _tell_evening("evening-reinstated", t, reader, "", day=write_day(day, reader))


def _tell_evening(key: str, t: Tournament, reader: Language, reason: str, **days: str) -> Text:
    told = reader.phrase(key, section=SECTION, **days)
    return Text(f"{t.details.name}: {told}", (told, *([reason] if reason else [])))


def _tell_pairing(t: Tournament, number: int, player: PlayerId, reader: Language) -> Text | None:
    """As it stands now."""
    if number > t.released_rounds:
        return None
    subject = reader.phrase("subject-pairing", section=SECTION, name=t.details.name, round=number)
    for place, board in enumerate(t.rounds[number - 1].boards, start=1):
        if player in (board.white, board.black):
            key = "pairing-white" if player == board.white else "pairing-black"
            opponent = _opponent(t, board, player)
            told = reader.phrase(key, section=SECTION, round=number, board=place, opponent=opponent)
            return Text(subject, (told,))
    return Text(subject, (reader.phrase("pairing-none", section=SECTION, round=number),))


def _tell_correction(
    event: ResultCorrected, t: Tournament, number: int, place: int, player: PlayerId, reader: Language
) -> Text | None:
    boards = t.rounds[number - 1].boards if number <= t.released_rounds else ()
    if place > len(boards) or player not in (boards[place - 1].white, boards[place - 1].black):
        return None
    board, called = boards[place - 1], outcomes_called(t, reader)
    side = 0 if player == board.white else 1
    was, now = (called[result.outcomes[side].value] for result in (event.old, event.result))
    opponent = _opponent(t, board, player)
    told = reader.phrase("correction", section=SECTION, round=number, opponent=opponent, was=was, now=now)
    subject = reader.phrase("subject-correction", section=SECTION, name=t.details.name, round=number)
    return Text(subject, (told, event.reason))


def _opponent(t: Tournament, board: Board, player: PlayerId) -> str:
    other = board.black if player == board.white else board.white
    return publicity_of(t).name(other, t.entries[other].player.name)


def write_confirmation(t: Tournament, player: PlayerId, reader: Language) -> Text:
    name = t.entries[player].player.name
    subject = reader.phrase("subject-confirm", section=SECTION, name=t.details.name)
    return Text(subject, (reader.phrase("confirm-this", section=SECTION, player=name, name=t.details.name),))


def write_mail(text: Text, *, sender: str, to: str, page: str, stop: str, reader: Language) -> EmailMessage:
    """``page``: where all this stands; ``stop``: where it ends. With the header by which mail programs offer that."""
    message = EmailMessage(policy=_POLICY)
    message["From"], message["To"], message["Subject"] = sender, to, " ".join(text.subject.split())
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = reader.code
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    ending = reader.phrase("how-to-stop", section=SECTION, link=stop)
    message.set_content("\n".join((*text.lines, "", page, "", "-- ", ending, "")))
    return message
