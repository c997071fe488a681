"""What a form of ours sends: plain fields, no files."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.requests import Request

from engine.errors import BadInput

MOST_FIELDS = 50


async def form_of(request: Request) -> dict[str, str]:
    """The fields by their names; of a name that comes twice the last."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"))
    except ValueError as error:  # UnicodeDecodeError is one
        raise BadInput("form-unreadable") from error
