"""Lines of the server's log: for people or for programs, and never with a secret in them.

What is notable is logged as a code with facts (``_LOGGER.info("signed-in", extra={"facts": {…}})``), whose sentence
stands in ``server-log.json``. Addresses of requests are not logged at all (``request_log.py``). What others say in a
message or a traceback is searched for the shapes of our keys and cookies, which are cut out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, TextIO

from displays.words.language import language
from engine.errors import Fact

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)
SECTION = "server-log"
CUT = "[…]"
_SECRETS = (
    re.compile(r"[A-Za-z0-9_-]{20,}\.[0-9a-f]{64}"),  # a session's cookie
    re.compile(r"(?i)(?<=bearer )[^\s\"'\\]+"),  # a backslash: of a quotation mark, or of a line that ends, in JSON
    re.compile(r"(?<=/key/)(?!\{)[^\s\"'?#\\]+"),  # not of a route
    re.compile(r"(?<![A-Za-z0-9_-])(?:rl_)?[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])"),  # a key
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class LogOptions(NamedTuple):
    """As the command line takes them."""

    format: str = TEXT
    language: str = "en"
    has_notices: bool = True  # else only what is wrong
    has_requests: bool = False


def cut_secrets(text: str) -> str:
    for secret in _SECRETS:
        text = secret.sub(CUT, text)
    return text


def write_log(options: LogOptions, stream: TextIO | None = None) -> None:
    """From now on, in this process: one line for each notable thing."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonLines() if options.format == JSON else TextLines(options.language))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("roundlog").setLevel(logging.INFO if options.has_notices else logging.WARNING)
    logging.getLogger("roundlog.live").setLevel(logging.WARNING)  # what websockets would tell of every line
    logging.getLogger("roundlog.requests").setLevel(logging.INFO if options.has_requests else logging.WARNING)


class TextLines(logging.Formatter):
    """A sentence in the operator's language; the time is UTC, as in the log of the tournaments."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._language = language(code)

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        mark = f"{self._level(record)}: " if record.levelno >= logging.WARNING else ""
        line = f"{at} UTC  {mark}{_CONTROL.sub(' ', self._sentence(record))}"
        return cut_secrets("\n".join(filter(None, (line, _traceback(self, record)))))

    def _level(self, record: logging.LogRecord) -> str:
        name = "warning" if record.levelno < logging.ERROR else "error"
        return self._language.word(f"level-{name}", SECTION)

    def _sentence(self, record: logging.LogRecord) -> str:
        facts = _facts_of(record)
        if facts is None or record.msg not in self._language.section(SECTION):
            return record.getMessage()
        return self._language.phrase(record.msg, section=SECTION, **self._in_words(facts))

    def _in_words(self, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        """A role, and what was wrong, are codes."""
        found = dict(facts)
        if "role" in found:
            found["role"] = self._language.word_or_key(f"role-{found['role']}", "access")
        if "problem" in found:
            sentence = self._language.section("errors").get(str(found["problem"]), "")
            found["problem"] = sentence if sentence and "{" not in sentence else found["problem"]
        return found


class JsonLines(logging.Formatter):
    """One JSON object a line: ``at`` (UTC), ``level``, ``logger``, ``event`` with its facts, or ``message``."""

    def format(self, record: logging.LogRecord) -> str:
        document: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        facts = _facts_of(record)
        document |= {"message": record.getMessage()} if facts is None else {"event": record.msg, **facts}
        if traceback := _traceback(self, record):
            document["traceback"] = traceback
        return cut_secrets(json.dumps(document, ensure_ascii=False, default=str))


def _facts_of(record: logging.LogRecord) -> Mapping[str, Fact] | None:
    facts: Mapping[str, Fact] | None = getattr(record, "facts", None)
    return facts


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""
