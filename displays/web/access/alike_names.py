"""Names that look alike: whether one that somebody types is a name that somebody else goes by.

Two names are alike when they differ in case, spaces, invisible marks, width of letters, or in letters of other scripts
that are drawn like Latin ones (``Аnnа`` with Cyrillic а). This is the idea of the skeletons of Unicode UTS #39, with
the letters that occur in names here; accents make a difference, as they do between Müller and Muller.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable
from datetime import datetime

from displays.web.access.key_state import Key
from engine.errors import Refusal
from ledger.hidden_characters import is_hidden

_SMALL = str.maketrans(
    "аеорсухіјѕԁԛԝһӏѵԍѡαεικνορτυχωօսհոցıɑɡℓ",
    "aeopcyxijsdqwhlvgwaeikvoptuxwouhngiagl",
)
_CAPITAL = str.maketrans(
    "АВЕЗКМНОРСТУХІЈЅԌԚԜҺӀѴЬΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕՍԼ",
    "ABE3KMHOPCTYXIJSGQWHIVbABEZHIKMNOPTYXOUL",
)
_SHAPE = str.maketrans("I1|0", "lllO")  # as many typefaces draw them


def are_alike(one: str, other: str) -> bool:
    return not skeletons(one).isdisjoint(skeletons(other))


@functools.lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """What the name looks like as it is typed, in small letters and in capitals: a Cyrillic н is no Latin letter, its
    capital is drawn like H."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKC", name) if not sign.isspace() and not is_hidden(sign))
    small = plain.casefold().translate(_SMALL)
    capital = plain.upper().translate(_CAPITAL).translate(_SHAPE)
    drawn = plain.translate(_CAPITAL).translate(_SHAPE).translate(_SMALL)
    return frozenset({f"small {small}", f"capital {capital.casefold()}", f"drawn {drawn.casefold()}"})


def check_is_own_name(name: str, key: Key, keys: Iterable[Key], own: Iterable[int], now: datetime) -> None:
    """Refuses the name that a holder of another key goes by, to somebody who comes in with ``key``. ``own``: the
    numbers of the keys that the same browser is in with, whose names are its own."""
    mine = {key.number, *own}
    holder = find_holder(name, key.grant.stream, (one for one in keys if one.number not in mine), now)
    if holder is not None:
        raise Refusal("name-of-somebody-else", field="name", name=name.strip(), key=holder.number)


def find_holder(name: str, stream: str, keys: Iterable[Key], now: datetime) -> Key | None:
    """The first of the keys that holds where ``stream`` is and whose holder goes by a name like this; ``stream``: a
    tournament, or empty for the whole server."""
    for key in keys:
        meets = not stream or key.grant.covers(stream)
        if meets and key.is_usable(now) and any(are_alike(name, known) for known in _names_of(key, now)):
            return key
    return None


def _names_of(key: Key, now: datetime) -> set[str]:
    """Its own, and those of the devices that are in with it."""
    return {key.name, *(one.name for one in key.devices(now))}
