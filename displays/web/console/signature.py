"""What stands under every table: the version that it shows, when that was written, and the hash that seals it.

Whoever has the log can find the hash in it, and knows that the table on the wall is of exactly that version.
"""

from __future__ import annotations

from starlette.requests import Request

from displays.web.console.frame import Scene
from displays.web.markup import Markup, tag
from displays.words.audit import clock
from displays.words.language import Language
from ledger.desk import Desk


def signature(request: Request, scene: Scene, reader: Language) -> Markup:
    desk: Desk = request.app.state.desk
    version = scene.version
    (record,) = desk.log.read(scene.stream, after=version - 1, upto=version)
    told = reader.phrase("head-line", section="round", version=version, at=f"{clock(record.at)} UTC", head=record.hash)
    return tag("p", told, class_="signature")
