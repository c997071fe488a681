"""What stands in files of deploy/, read by the command line itself, or looked up as their own programs do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from displays.cli.commands import ROUNDLOG


def read_command(words: list[str]) -> dict[str, Any]:
    """As ``roundlog`` reads them; whatever it does not know fails."""
    name, command, rest = ROUNDLOG.resolve_command(ROUNDLOG.make_context("roundlog", words), words)
    assert command is not None
    return command.make_context(name, rest).params


def find_closed(service: dict[str, Any]) -> set[str]:
    """Which of these a service of a compose file says of itself."""
    closed = {
        "read_only": service.get("read_only") is True,
        "cap_drop": service.get("cap_drop") == ["ALL"],
        "security_opt": service.get("security_opt") == ["no-new-privileges:true"],
        "mem_limit": "mem_limit" in service,
        "pids_limit": service.get("pids_limit", 0) > 0,
    }
    return {name for name, is_so in closed.items() if is_so}


def find_values(path: Path, directive: str) -> list[str]:
    """What a directive of nginx is given, wherever it stands."""
    return re.findall(rf"^ *{re.escape(directive)} +([^;]+);", path.read_text("utf-8"), re.M)
