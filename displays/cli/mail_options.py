"""Options of a server that tells members by mail: its mail server (SMTP)."""

from __future__ import annotations

import os
import re
from pathlib import Path

from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import one_of, option
from displays.web.smtp import NONE, PORTS, SECURITIES, STARTTLS, MailSettings
from engine.errors import BadInput
from ledger.notices import check_address

PASSWORD = "ROUNDLOG_SMTP_PASSWORD"


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise BadInput("no-such-file", path=text)
    return Path(text)


MAIL = (
    option("--smtp", metavar="HOST[:PORT]", help="the mail server by which members are told what they asked for"),
    option(
        "--smtp-security",
        metavar="|".join(SECURITIES),
        read=one_of("smtp-security", SECURITIES),
        default=STARTTLS,
        help="default: starttls (port 587); tls: from the first byte (465); none: in a network of one's own (25)",
    ),
    option("--smtp-user", metavar="NAME", default="", help=f"password: --smtp-password-file or ${PASSWORD}"),
    option("--smtp-password-file", metavar="FILE", read=_file, help="its first line is the password"),
    option("--mail-from", metavar="ADDRESS", help="the address that mails come from"),
)


def read_mail_settings(args: Namespace) -> MailSettings | None:
    """The demonstration has none. Links in mails want an address that does not change."""
    if not getattr(args, "smtp", None):
        return None
    needed = {"--mail-from": args.mail_from, "--public-url": args.public_url}
    missing = tuple(name for name, value in needed.items() if not value)
    if missing:
        raise BadInput("argument-missing", arguments=missing)
    if getattr(args, "cluster", None) or getattr(args, "standby_of", None):
        raise BadInput("not-both", arguments=("--smtp", "--cluster", "--standby-of"))
    check_address(args.mail_from)
    if args.smtp_user and args.smtp_security == NONE:
        raise BadInput("mail-password-unsafe")
    host, _, port = args.smtp.rpartition(":") if re.search(r"[^:]:\d+$", args.smtp) else (args.smtp, "", "")
    number = number_of("smtp")(port) if port else PORTS[args.smtp_security]
    password = _read_password(args.smtp_password_file)
    return MailSettings(host.strip("[]"), number, args.mail_from, args.smtp_security, args.smtp_user, password)


def _read_password(file: Path | None) -> str:
    return file.read_text("utf-8").partition("\n")[0].strip() if file else os.environ.get(PASSWORD, "")
