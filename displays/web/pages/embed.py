"""Page with the ladder alone, for a frame in the page of a club: no menu, no script, its style within it."""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from displays.web.access.addresses import address_for_links
from displays.web.access.authorize import see
from displays.web.access.services import services_of
from displays.web.at_moment import asked_moment, check_question, moment_fields, views_at
from displays.web.request import asked_language
from displays.web.sections.category_choice import FIELDS, asked_category
from displays.web.sections.ladder_table import ladder_table_section
from displays.web.static_files import read_text
from displays.web.templating import render_section
from displays.words.dates import write_moment

STYLE = read_text("ladder-embed.css") + read_text("ladder-table.css")
_STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# The only page that others may show in a frame: nothing can be done on it, and nothing of another visitor is seen.
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors http: https:"
)


async def embedded_ladder(request: Request) -> Response:
    """What everybody may see, whoever asks."""
    check_question(request.query_params, *FIELDS)
    stream, reader = request.path_params["id"], asked_language(request)
    see(request, stream)
    desk = services_of(request).desk
    seen = await views_at(desk, stream, asked_moment(request.query_params))
    category = asked_category(request.query_params)
    kept = {"lang": reader.code, **moment_fields(request.query_params), **({"category": category} if category else {})}
    root = f"{address_for_links(request)}/t/{quote(stream, safe='')}"
    (record,) = desk.log.read(stream, after=seen.version - 1, upto=seen.version)
    as_of = reader.phrase("as-of", section="ladder", version=seen.version, at=write_moment(record.at, reader))
    page = render_section(
        "pages/ladder_embed.html",
        reader,
        t=seen.tournament,
        style=Markup(STYLE),
        section=ladder_table_section(seen, reader, f"{root}/card/{{}}?lang={reader.code}", category, is_embedded=True),
        as_of=as_of,
        page=f"{root}/ladder-table?{urlencode(kept)}",
    )
    return HTMLResponse(page, headers={"content-security-policy": POLICY})


ROUTES = [Route("/t/{id}/ladder-table/embed", embedded_ladder)]
