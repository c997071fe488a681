"""Page of the entry fees: tariffs, who goes by which, who has paid."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import Scene, console_page, scene_of
from displays.web.request import asked_language
from displays.words.fee_text import SECTION, tell_totals
from displays.words.language import Language
from displays.words.numbers import write_money
from ledger.fees import Fees, decimal_text, list_payers
from ledger.views.alphabet import in_the_alphabet
from ledger.views.audit import AuditQuestion


class FeeLine(msgspec.Struct, frozen=True):
    number: int
    name: str
    tariff: str
    fee: str
    paid: str  # empty: nothing
    due: str  # empty: nothing
    at: str  # of the record that they paid with
    pays: str  # what the button says in full


async def fees_page(request: Request) -> Response:
    scene, reader = await scene_of(request), asked_language(request)
    fees, t = scene.state.fees, scene.tournament
    return await console_page(
        request,
        "console/fees.html",
        words=(SECTION,),
        f=reader.section(SECTION),
        fees=fees,
        tariffs="\n".join(f"{one.name} {decimal_text(one.amount)}" for one in fees.tariffs),
        names=[(one.name, f"{one.name} {write_money(one.amount, fees.currency, reader.code)}") for one in fees.tariffs],
        lines=_lines(scene, fees, reader) if fees.is_used else [],
        totals=tell_totals(fees, fees.totals(t.entries), reader) if fees.is_used else "",
        facts={"api": scene.api},
    )


def _lines(scene: Scene, fees: Fees, reader: Language) -> list[FeeLine]:
    """From A to Z."""
    t = scene.tournament
    versions = tuple(sorted(payment.since for payment in fees.payments.values()))
    told = scene.seen.show(AuditQuestion(versions=versions)).entries if versions else ()
    times = {entry.version: entry.at for entry in told}

    def money(amount: int) -> str:
        return write_money(amount, fees.currency, reader.code)

    lines = []
    for payer in list_payers(fees, t.entries):
        name, payment = t.entries[payer.player].player.name, fees.payments.get(payer.player)
        lines.append(
            FeeLine(
                number=payer.player,
                name=name,
                tariff=payer.tariff,
                fee=money(payer.amount),
                paid=money(payer.paid) if payer.paid else "",
                due=money(payer.due) if payer.due else "",
                at="" if payment is None else times.get(payment.since, ""),
                pays=reader.phrase("mark-paid", SECTION, name=name, amount=money(payer.amount)),
            )
        )
    return sorted(lines, key=lambda line: in_the_alphabet(line.name, line.number))


ROUTES = [Route("/console/{id}/fees", fees_page)]
