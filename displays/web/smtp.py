"""Mail: the settings of the mail server (SMTP), and one message handed to it."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage

from ledger.notices import Outcome

STARTTLS, TLS, NONE = SECURITIES = ("starttls", "tls", "none")
PORTS = {STARTTLS: 587, TLS: 465, NONE: 25}
PATIENCE = 20.0  # seconds for each step of the talk


@dataclass(frozen=True)
class MailSettings:
    host: str
    port: int
    sender: str  # the address that mails come from
    security: str = STARTTLS
    user: str = ""
    password: str = field(default="", repr=False)  # in no log and no error
    patience: float = PATIENCE


def hand_over(settings: MailSettings, message: EmailMessage, to: str) -> Outcome:
    """What an answer says is known: 4xx is later, 5xx refused. Without an answer it is known only until the text is
    handed over. (An error of the settings is mended by a person: later, too.)"""
    is_handed_over = False
    try:
        with _connect(settings) as smtp:
            smtp.ehlo_or_helo_if_needed()
            if settings.security == STARTTLS:
                smtp.starttls(context=ssl.create_default_context())
                smtp.ehlo()
            if settings.user:
                smtp.login(settings.user, settings.password)
            for say in (lambda: smtp.mail(settings.sender), lambda: smtp.rcpt(to)):
                code = _say(say)
                if code >= 400:
                    return _read_refusal(code)
            is_handed_over = True
            return _read_answer(_say(lambda: smtp.data(message.as_bytes())))
    except smtplib.SMTPDataError as error:  # it does not want the text
        return _read_refusal(error.smtp_code)
    except (OSError, smtplib.SMTPException):  # an SSLError and a timeout are OSErrors
        return Outcome.UNKNOWN if is_handed_over else Outcome.LATER


def _connect(settings: MailSettings) -> smtplib.SMTP:
    if settings.security == TLS:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(settings.host, settings.port, timeout=settings.patience, context=context)
    return smtplib.SMTP(settings.host, settings.port, timeout=settings.patience)


def _say(say: Callable[[], tuple[int, bytes]]) -> int:
    return say()[0]


def _read_answer(code: int) -> Outcome:
    return Outcome.SENT if code < 400 else _read_refusal(code)


def _read_refusal(code: int) -> Outcome:
    return Outcome.LATER if code < 500 else Outcome.REFUSED
