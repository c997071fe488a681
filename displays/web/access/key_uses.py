"""Uses of keys, noted beside the requests: so that the list of keys can say which are in use. No request waits."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from displays.web.access.key_state import Key
from displays.web.access.key_store import KeyStore
from displays.web.access.private_writes import begin_private
from displays.web.access.roles import Visitor
from engine.errors import RoundlogError

_LOGGER = logging.getLogger("roundlog")


class KeyUses:
    def __init__(self) -> None:
        self._being_noted: set[int] = set()  # the numbers of the keys

    def note(self, key_store: KeyStore, keys: Iterable[Key], visitor: Visitor) -> None:
        """Those that were not seen for long."""
        unseen = [key for key in keys if key_store.is_long_unseen(key) and key.number not in self._being_noted]
        if unseen and key_store.may_write():
            for key in unseen:
                self._being_noted.add(key.number)
                begin_private(self._note, key_store, key, visitor)

    def _note(self, key_store: KeyStore, key: Key, visitor: Visitor) -> None:
        """That it cannot be written keeps nobody out."""
        try:
            key_store.note_use(key, name=visitor.name, address=visitor.address)
        except RoundlogError as error:
            _LOGGER.warning("the use of key %s was not noted: %s", key.number, error)
        except Exception:
            _LOGGER.exception("while noting the use of key %s", key.number)
        finally:
            self._being_noted.discard(key.number)
