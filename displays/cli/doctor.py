"""``roundlog doctor``: what is wrong with a server, and what to do.

Exit codes: 0 nothing is wrong; 1 warnings; 2 faults.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec

from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import flag, option
from displays.cli.terminal import Terminal, Working
from displays.doctor.examination import ExaminationOptions, list_checks
from displays.doctor.finding import Finding, Severity, run_checks, worst
from displays.web.access.addresses import read_public_url
from displays.web.network.listener import check_port_number
from displays.words.language import Language
from engine.errors import BadInput, Fact
from ledger.store.sqlite_library import sqlite3

SECTION = "doctor"
EXIT_CODES = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.FAULT: 2}


class FindingText(msgspec.Struct, frozen=True):
    """A finding as JSON."""

    code: str
    severity: str
    facts: Mapping[str, Fact]
    problem: str
    remedy: str


def _examine(args: Namespace, terminal: Terminal) -> int:
    if args.certificate_key and not args.certificate:
        raise BadInput("argument-missing", arguments=("--certificate",))
    check_port_number(args.port)
    asked = ExaminationOptions(
        terminal.log,
        args.backup,
        args.url or "",
        args.host,
        args.port,
        args.certificate,
        args.certificate_key,
        args.thorough,
    )
    with Working(terminal.language):
        found = sorted(run_checks(list_checks(asked)), key=lambda finding: -EXIT_CODES[finding.severity])
    _tell(found, terminal)
    return EXIT_CODES[worst(found)]


def _tell(found: Sequence[Finding], terminal: Terminal) -> None:
    told = [_write(finding, terminal.language) for finding in found]
    if terminal.as_json:
        terminal.give(msgspec.json.encode({"findings": told}))
        return
    say = terminal.language.phrase
    examined = {"version": version("roundlog"), "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    terminal.say(say("examined", SECTION, path=str(terminal.log), **examined))
    for one in told:
        terminal.say(
            f"\n{terminal.language.word(f'severity-{one.severity}', SECTION)}: {one.problem}\n  → {one.remedy}"
        )
    faults, warnings = (sum(one.severity is kind for one in found) for kind in (Severity.FAULT, Severity.WARNING))
    terminal.say("")
    well = terminal.language.word("well", SECTION)
    terminal.say(say("summary", SECTION, faults=faults, warnings=warnings) if faults or warnings else well)


def _write(finding: Finding, reader: Language) -> FindingText:
    facts = dict(finding.facts)
    if finding.problem is not None:
        facts["problem"] = reader.sentence(finding.problem)
    problem, remedy = (reader.phrase(code, SECTION, **facts) for code in (finding.code, f"{finding.code}-do"))
    return FindingText(finding.code, finding.severity.value, facts, problem, remedy)


COMMANDS = {
    "doctor": Subcommand(
        (
            option("--backup", metavar="FOLDER", read=Path, help="where the copies are"),
            option(
                "--url",
                metavar="URL",
                read=read_public_url,
                help="of the server; default: as the one that has the log says",
            ),
            option("--host", metavar="ADDRESS", default="127.0.0.1", help="where one is to be started, if none runs"),
            option("--port", metavar="N", read=number_of("port"), default=8000, help="the same"),
            option("--certificate", metavar="FILE", read=Path, help="of https, in PEM"),
            option("--certificate-key", metavar="FILE", read=Path, help="its key"),
            flag("--thorough", help="verify the whole log and the whole newest copy"),
        ),
        _examine,
    )
}
