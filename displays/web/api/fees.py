"""Entry fees over HTTP: tariffs, and who has to pay what; for those who sit at the entry desk."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow
from displays.web.api.endpoint import MOMENT, Endpoint, json
from displays.web.api.views import views_of_request
from ledger.acts.permission import Permission
from ledger.fees import FeeTotals, Payer, Tariff, list_payers


class FeesAnswer(msgspec.Struct, frozen=True):
    """Amounts in hundredths of the currency; without tariffs fees are not used."""

    currency: str
    tariffs: tuple[Tariff, ...]
    players: tuple[Payer, ...]
    totals: FeeTotals


async def list_fees(request: Request) -> Response:
    allow(request, Permission.ENTER_RESULTS, request.path_params["id"])
    seen = await views_of_request(request)
    fees, players = seen.state.fees, seen.tournament.entries
    if not fees.is_used:
        return json(FeesAnswer("", (), (), FeeTotals()))
    return json(FeesAnswer(fees.currency, fees.tariffs, list_payers(fees, players), fees.totals(players)))


ENDPOINTS = (
    Endpoint(
        name="list-fees",
        method="GET",
        path="/api/t/{id}/fees",
        handler=list_fees,
        answer=FeesAnswer,
        permission=Permission.ENTER_RESULTS,
        query=MOMENT,
    ),
)
