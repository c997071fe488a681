"""Page that lets phones in: the switch, the addresses and their codes, whether a phone came through, https.

Its address is one that no tournament can have. It is for who owns the whole server.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from displays.web import qr
from displays.web.access.authorize import allow
from displays.web.access.forms import form_of, form_route
from displays.web.access.services import services_of
from displays.web.console.frame import desk_page
from displays.web.copies_status import write_moment
from displays.web.errors import status_of
from displays.web.network.addresses import NetworkAddress
from displays.web.network.arrivals import Arrival
from displays.web.network.hall_network import HallNetwork, Reach
from displays.web.network.settings import check_wifi, wifi_link
from displays.web.phones.reach import CERTIFICATE_PATH
from displays.web.request import asked_language
from displays.words.language import Language
from engine.errors import BadInput, RoundlogError
from ledger.acts.permission import Permission

ADDRESS = "/console/~network"
SYSTEMS = {"win32": "windows", "darwin": "macos"}  # whose firewall is spoken of; all others: Linux


class AddressRow(msgspec.Struct, frozen=True):
    host: str
    interface: str
    kind: str
    address: str  # with the port; empty: it does not listen there
    link: str  # to its code on this page
    problem: RoundlogError | None


class ArrivalRow(msgspec.Struct, frozen=True):
    address: str
    at: str
    is_own: bool


class Check(msgspec.Struct, frozen=True):
    """Something to look at when no phone comes through."""

    state: str  # "good", "bad"; "ask": the server cannot know
    text: str


class HttpsShown(msgspec.Struct, frozen=True):
    addresses: list[str]  # at which it is spoken
    code: str  # with which a phone gets the certificate


async def network_page(request: Request) -> Response:
    allow(request, Permission.RUN_SERVERS)
    return await _page(request)


async def change_network(request: Request) -> Response:
    """What was pressed. What cannot be is said on the page, with what was typed."""
    allow(request, Permission.RUN_SERVERS)
    network, form = services_of(request).network, await form_of(request)
    try:
        await _change(network, form)
    except RoundlogError as error:
        return await _page(request, error, form)
    if not network.list_open():
        return await _page(request)  # the address at which this page was asked for may be closed now
    return RedirectResponse(ADDRESS, 303)


async def _change(network: HallNetwork, form: Mapping[str, str]) -> None:
    how = form.get("how", "")
    if how == "open":
        address = form.get("address", "")
        possible = ("", *(one.host for one in network.addresses))
        if address not in possible:
            raise BadInput("not-one-of", field="address", value=address, possible=possible[1:])
        await network.change(is_open=True, address=address)
    elif how == "wifi":
        name, password = form.get("wifi_name", "").strip(), form.get("wifi_password", "")
        check_wifi(name, password)
        await network.change(wifi_name=name, wifi_password=password)
    elif how in _SWITCHES:
        await network.change(**_SWITCHES[how])
    else:
        raise BadInput("not-one-of", field="how", value=how, possible=("open", "wifi", *_SWITCHES))


_SWITCHES: dict[str, dict[str, bool]] = {
    "close": {"is_open": False},
    "secure": {"is_secure": True},
    "insecure": {"is_secure": False},
}


# -- the page ----------------------------------------------------------------------------------------------------------


async def _page(
    request: Request, error: RoundlogError | None = None, form: Mapping[str, str] | None = None
) -> Response:
    network, reader, typed = services_of(request).network, asked_language(request), form or {}
    rows = [_row(network, one) for one in network.addresses] if network.speaks_both else []
    shown = _find_shown(request, network, rows)
    link = f"{shown}/reach/{network.arrivals.show_token()}" if shown else ""
    settings = network.settings
    wifi = wifi_link(settings.wifi_name, settings.wifi_password) if settings.wifi_name else ""
    answer = desk_page(
        request,
        "console/network.html",
        200 if error is None else status_of(error),
        here=ADDRESS,
        network=network,
        reach=network.reach.value,
        has_no_address=network.reach is not Reach.UNKNOWN and not shown,
        rows=rows,
        shown=shown,
        link=link,
        code=await qr.draw_in_thread(link, border=4) if link else "",
        arrivals=[_arrival_row(one) for one in network.arrivals.list_found()],
        is_awaited=bool(shown) and network.arrivals.is_long_awaited(),
        checks=_list_checks(network, rows, reader),
        wifi_code=await qr.draw_in_thread(wifi, border=4) if wifi else "",
        wifi_name=typed.get("wifi_name", settings.wifi_name),
        wifi_password=typed.get("wifi_password", settings.wifi_password),
        certificate_path=CERTIFICATE_PATH,
        https=await _describe_https(network, shown),
        error=error,
        bad_field="" if error is None else str(error.facts.get("field", "")),
    )
    answer.headers["cache-control"] = "no-store"  # the password of the Wi-Fi stands on it
    return answer


async def _describe_https(network: HallNetwork, shown: str) -> HttpsShown:
    addresses = [found for one in network.list_open() if (found := network.secure_address(one.host))]
    link = f"{shown}{CERTIFICATE_PATH}" if addresses and shown else ""
    return HttpsShown(addresses, await qr.draw_in_thread(link, border=4) if link else "")


def _row(network: HallNetwork, one: NetworkAddress) -> AddressRow:
    is_open = any(one.host == found.host for found in network.list_open())
    return AddressRow(
        one.host,
        one.interface,
        one.kind.value,
        network.address_at(one.host) if is_open else "",
        f"{ADDRESS}?address={quote(one.host)}",
        None if network.plain is None else network.plain.problems.get(one.host),
    )


def _find_shown(request: Request, network: HallNetwork, rows: list[AddressRow]) -> str:
    """The address whose code is shown: the chosen one, as long as it is open."""
    chosen = request.query_params.get("address", "")
    return next((row.address for row in rows if row.host == chosen and row.address), network.address())


def _arrival_row(one: Arrival) -> ArrivalRow:
    return ArrivalRow(one.address, _write_seconds(one.at), one.is_own)


def _write_seconds(at: float) -> str:
    return write_moment(datetime.fromtimestamp(at, UTC).isoformat())


def _list_checks(network: HallNetwork, rows: list[AddressRow], reader: Language) -> list[Check]:
    """First what the server itself can find out."""
    return [*_list_known(network, rows, reader), *_list_to_ask(rows, reader)]


def _list_known(network: HallNetwork, rows: list[AddressRow], reader: Language) -> list[Check]:
    found = []
    addresses = tuple(row.address for row in rows if row.address)
    if addresses:
        found.append(Check("good", reader.phrase("check-listens", "network", addresses=addresses)))
    elif network.speaks_both:
        found.append(Check("bad", reader.word("check-listens-nowhere", "network")))
    found += [Check("bad", reader.sentence(row.problem)) for row in rows if row.problem is not None]
    visit = network.last_visit
    if visit is not None:
        told = reader.phrase("check-visited", "network", at=_write_seconds(visit.at), machine=visit.machine)
        found.append(Check("good", told))
    elif network.speaks_both:
        found.append(Check("ask", reader.word("check-never-visited", "network")))
    return found


def _list_to_ask(rows: list[AddressRow], reader: Language) -> list[Check]:
    virtual = tuple(f"{row.interface} ({row.host})" for row in rows if row.kind == "virtual")
    firewall = f"check-firewall-{SYSTEMS.get(sys.platform, 'linux')}"
    asked = [reader.word(key, "network") for key in ("check-same-wifi", "check-mobile-data", "check-guests", firewall)]
    vpn = (
        reader.phrase("check-vpn-here", "network", interfaces=virtual)
        if virtual
        else reader.word("check-vpn", "network")
    )
    return [Check("ask", text) for text in (*asked, vpn)]


ROUTES = [form_route(ADDRESS, network_page, change_network)]
