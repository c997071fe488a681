"""The web app manifest of a phone page: with it a phone puts the page on its home screen, as an app of its own."""

from __future__ import annotations

import hashlib
from urllib.parse import quote, urlencode

import msgspec
from starlette.responses import Response

from displays.web.access.roles import Visitor
from displays.web.static_files import SERVICE_WORKER_SCOPE, STATIC_URL
from engine.model import Player, Tournament

KEPT_FOR = "x-roundlog-kept-for"  # whose an answer is, for the service worker (``js/worker/keep_pages.js``)
THEME, GROUND = "#1f4f8f", "#ffffff"
_ICONS = (("192.png", 192, "any"), ("512.png", 512, "any"), ("maskable-512.png", 512, "maskable"))


def answer_manifest(stream: str, t: Tournament, player: Player, language: str, chosen: dict[str, str]) -> Response:
    """It opens on the page of that player, in the language that was chosen."""
    place = f"/p/{quote(stream, safe='')}/{player.number}"
    manifest = {
        "id": place,
        "name": f"{t.details.name} · {player.name}",
        "short_name": t.details.name,
        "lang": language,
        "start_url": place + (f"?{urlencode(chosen)}" if chosen else ""),
        "scope": SERVICE_WORKER_SCOPE,
        "display": "standalone",
        "theme_color": THEME,
        "background_color": GROUND,
        "icons": [
            {"src": f"{STATIC_URL}/icons/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in _ICONS
        ],
    }
    return Response(msgspec.json.encode(manifest), media_type="application/manifest+json")


def mark_of(visitor: Visitor) -> str:
    """Of one browser and the keys that it holds now: another one as soon as somebody else is in, or a key is revoked.
    Nothing of them can be told from it."""
    held = f"{visitor.session} {' '.join(str(key.number) for key in visitor.keys)}"
    return hashlib.sha256(held.encode()).hexdigest()[:16]
