"""A tournament played through the API of a server, by a browser that is signed in, and looked at by anybody."""

from __future__ import annotations

import re
from typing import Any

import httpx

from tests import plain_http

RESULTS = ("1-0", "1/2", "0-1")
ROUNDS, PLAYERS = 3, 10


class Arbiter:
    """Signed in as an owner, in the browser that they are handed."""

    def __init__(self, browser: httpx.Client, address: str) -> None:
        self._browser, self._address = browser, address
        browser.headers.update({"origin": address, "x-roundlog": "test"})

    def play_tournament(self, stream: str) -> None:
        details, rules = {"name": "Club championship"}, {"system": "fide-dutch-2026", "rounds": ROUNDS}
        self._post("/api/t", {"id": stream, "details": details, "rules": rules})
        players = [{"player": {"number": 0, "name": f"Player {n}", "rating": 2100 - 25 * n}} for n in range(PLAYERS)]
        self._do(stream, "register-players", players=players)
        self._do(stream, "draw-first-colour", colour="white")
        for number in range(1, ROUNDS + 1):
            self._do(stream, "pair-round", round=number)
            self._do(stream, "publish-round", round=number)
            for board in range(1, PLAYERS // 2 + 1):
                self._do(stream, "enter-result", round=number, board=board, result=RESULTS[(board + number) % 3])
            self._do(stream, "close-round", round=number)

    def _do(self, stream: str, command: str, **fields: object) -> None:
        self._post(f"/api/t/{stream}/commands", {"do": command, **fields})

    def _post(self, path: str, body: dict[str, Any]) -> None:
        answer = self._browser.post(f"{self._address}{path}", json=body)
        assert answer.is_success, answer.text


def look_as_anybody(address: str, stream: str) -> str:
    """Pages, scripts and the API, in every language, without a key; the standings, to compare."""
    with plain_http.Client(base_url=address, trust_env=False) as anybody:
        for language in ("en", "nl", "de", "et"):
            for path in (
                "/",
                f"/t/{stream}",
                f"/p/{stream}/1",
                f"/screen/{stream}?view=boards",
                f"/help/{language}/hall",
            ):
                answer = anybody.get(path, headers={"accept-language": language})
                assert answer.status_code == 200, (path, answer.text)
        (picture, *_) = re.findall(r'<img src="(/help/pictures/[^"]+)"', anybody.get("/help/de/hall").text)
        for path in (picture, "/help/docs/server"):
            assert anybody.get(path).status_code == 200, path
        static = anybody.get("/health").json()["static"]
        for name in ("pages.css", "js/screen/main.js", "mark.svg"):
            assert anybody.get(f"/static/{static}/{name}").status_code == 200, name
        standings = anybody.get(f"/api/t/{stream}/standings")
        assert standings.status_code == 200, standings.text
        return standings.text
