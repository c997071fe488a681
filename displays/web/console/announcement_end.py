"""When an announcement ends. The screens and phones go by the same rule (``static/js/announcement_end.js``)."""

from __future__ import annotations

import re
from datetime import datetime

_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?"
    r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


def end_of(until: str) -> datetime | None:
    """None: it has no end. Only a moment with its zone is one; an old log may hold words, or a time of any zone."""
    try:
        return datetime.fromisoformat(until) if _MOMENT.fullmatch(until) else None
    except ValueError:  # 30 February
        return None
