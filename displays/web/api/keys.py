"""Keys through the JSON API: those of the server, and those of one tournament."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.addresses import address_for_links
from displays.web.access.authorize import allow, see
from displays.web.access.invitations import end_session_of_request, invite, path_of, revoke_key_of_request
from displays.web.access.key_list import Device, KeyLine, find_keys_to_show, key_line
from displays.web.access.private_writes import write_private
from displays.web.access.roles import Role
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.at_moment import check_question
from ledger.acts.permission import Permission


class Invitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    role: Role
    name: str
    boards: str = ""  # "1-40": for entering results, of these boards only
    days: int | None = None  # None: until it is revoked
    device: Device = Device.ONCE


class Invited(msgspec.Struct, frozen=True, omit_defaults=True):
    """The new key, the only time that it is shown: a link for people, or a token for a program."""

    key: int
    expires: str
    link: str = ""
    token: str = ""


_INVITATION = Body(Invitation)


async def list_keys(request: Request) -> Response:
    check_question(request.query_params)
    stream = _stream(request)
    key_store = services_of(request).key_store
    return json([key_line(key, key_store) for key in find_keys_to_show(key_store, stream)])


async def make_key(request: Request) -> Response:
    check_question(request.query_params)
    stream = _stream(request)
    visitor = allow(request, Permission.INVITE, stream)
    asked = _INVITATION.read(await body_of(request))
    key_store = services_of(request).key_store
    made = await write_private(
        lambda: invite(
            key_store,
            visitor,
            stream,
            asked.role,
            asked.boards,
            name=asked.name,
            days=asked.days,
            device=asked.device,
        )
    )
    shown = {"token": made.token} if made.key.is_api else {"link": address_for_links(request) + path_of(made)}
    answer = json(Invited(made.key.number, made.key.expires, **shown), 201)
    answer.headers["cache-control"] = "no-store"
    return answer


async def revoke_key(request: Request) -> Response:
    check_question(request.query_params)
    await revoke_key_of_request(request, _stream(request))
    return Response(status_code=204)


async def end_session(request: Request) -> Response:
    check_question(request.query_params)
    await end_session_of_request(request, _stream(request))
    return Response(status_code=204)


def _stream(request: Request) -> str:
    """The tournament, which must be there; empty: the server as a whole."""
    stream = str(request.path_params.get("id", ""))
    allow(request, Permission.INVITE, stream)
    if stream:
        see(request, stream)
    return stream


_EXAMPLE = {"role": "results", "name": "Bram", "boards": "1-20", "days": 3, "device": "once"}


def _endpoints(path: str, suffix: str) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            name=f"list-keys{suffix}",
            method="GET",
            path=path,
            handler=list_keys,
            answer=tuple[KeyLine, ...],
            permission=Permission.INVITE,
        ),
        Endpoint(
            name=f"make-key{suffix}",
            method="POST",
            path=path,
            handler=make_key,
            answer=Invited,
            permission=Permission.INVITE,
            body=Invitation,
            example=_EXAMPLE,
            statuses=(201, 409),
        ),
        Endpoint(
            name=f"revoke-key{suffix}",
            method="DELETE",
            path=f"{path}/{{key}}",
            handler=revoke_key,
            answer=None,
            permission=Permission.INVITE,
            statuses=(204, 404),
        ),
        Endpoint(
            name=f"end-session{suffix}",
            method="DELETE",
            path=f"{path}/{{key}}/sessions/{{session}}",
            handler=end_session,
            answer=None,
            permission=Permission.INVITE,
            statuses=(204, 404),
        ),
    )


ENDPOINTS = (
    *_endpoints("/api/keys", ""),
    *_endpoints("/api/t/{id}/keys", "-of-tournament"),
    *_endpoints("/api/f/{id}/keys", "-of-festival"),
)
