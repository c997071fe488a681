"""The websockets library shakes hands; what it refuses it says in the language of whoever asks."""

from __future__ import annotations

from http import HTTPStatus

from websockets.exceptions import InvalidHeader
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from displays.words.language import from_header, language
from engine.errors import Refusal

LONGEST_LANGUAGES = 200  # letters of the header that are looked at


class Handshake(ServerProtocol):
    """The library's, with its status and headers, and our sentence in place of its English."""

    def accept(self, request: Request) -> Response:
        response = super().accept(request)
        if self.handshake_exc is None:
            return response
        spoken = from_header(",".join(request.headers.get_all("Accept-Language"))[:LONGEST_LANGUAGES])
        response.body = language(spoken).sentence(_refusal(self.handshake_exc, response.status_code)).encode() + b"\n"
        del response.headers["Content-Length"]  # or there would be two
        response.headers["Content-Length"] = str(len(response.body))
        response.headers["Content-Language"] = spoken
        return response


def _refusal(why: Exception, status: int) -> Refusal:
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return Refusal("internal")
    if isinstance(why, InvalidHeader):
        return Refusal("handshake-header-wrong", header=why.name)
    return Refusal("not-a-handshake")
