"""Return paths: whether an address that a request brings along leads to a page of this server, for every reader of it.

Browsers, proxies and programs read odd addresses in different ways: they leave out tabs, take a backslash for a slash,
resolve dots before or after decoding, and ``//host`` is another server. So only a path is taken that has nothing to be
read differently: no empty part, no dots, no control character and no second slash, also when it is decoded again.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

LONGEST = 2000
_PART = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*")
_QUERY = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?\[\]{}|^-]|%[0-9A-Fa-f]{2})*")


def is_plain_path(address: str) -> bool:
    """``/console/club?of=2``."""
    path, _, query = address.partition("?")
    first, *parts = path.split("/")
    if first or not parts or len(address) > LONGEST or _QUERY.fullmatch(query) is None:
        return False
    *before, last = parts
    return all(before) and all(map(_is_plain_part, before)) and _is_plain_part(last)


def _is_plain_part(part: str) -> bool:
    if _PART.fullmatch(part) is None:
        return False
    decoded = unquote(unquote(part))
    return part == "" or (
        decoded not in ("", ".", "..") and decoded.isprintable() and not any(sign in decoded for sign in "/\\%")
    )
