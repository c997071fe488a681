"""Proposals of corrections: looked at with their consequences, then applied together or dropped.

And what-if: the same question with other results, another order of tie-breaks, another option. Nothing of it is ever
written to a log.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, state_of
from displays.web.access.private_writes import write_private
from displays.web.access.services import run_in_worker, services_of
from displays.web.api.bodies import Body
from displays.web.api.commands import key_of, write, written_before
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.write_response import Written
from displays.web.request import asked_language
from displays.words.language import Language
from displays.words.parse import whole_number
from displays.words.proposal import proposal_line
from engine.errors import BadInput, Refusal, RoundlogError, VersionConflict
from engine.model import Rules
from ledger.acts.checks import within
from ledger.acts.corrections import ApplyCorrections, Correction
from ledger.acts.permission import Permission
from ledger.consequences import Consequences, consequences
from ledger.proposals import Proposal
from ledger.state import State
from ledger.turns import Kind, Task
from ledger.what_if import WhatIf, branch_state

MOST_PRIZES = 1000


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What would be, and how many of the first places (of all, and of each category) win something."""

    corrections: tuple[Correction, ...] = ()
    rules: Rules | None = None
    prizes: int = 3


class NewProposal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    correction: Correction


class Proposed(msgspec.Struct, frozen=True):
    """An open proposal, in the reader's words too; ``problem``: why it can no longer be applied as it is."""

    number: int
    at: str
    by: str
    correction: Correction
    told: str
    problem: str


class Application(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of the open ones are to be written, in this order."""

    proposals: tuple[int, ...]
    reason: str = ""  # of reopening a finished tournament


_QUESTION, _PROPOSAL, _APPLICATION = Body(Question), Body(NewProposal), Body(Application)


async def ask_consequences(request: Request) -> Response:
    stream = request.path_params["id"]
    allow(request, Permission.SEE_DRAFTS, stream)
    asked = _QUESTION.read(await body_of(request))
    within("prizes", asked.prizes, 1, MOST_PRIZES)
    what = WhatIf(asked.corrections, asked.rules)
    # Every later round is paired twice: not in the loop that serves the hall.
    state = state_of(request)
    task = Task(Kind.CONSEQUENCES, stream, len(state.tournament.entries), 2 * len(state.tournament.rounds))
    return json(await run_in_worker(request, task, consequences, state, what, asked.prizes))


async def list_proposals(request: Request) -> Response:
    stream = request.path_params["id"]
    allow(request, Permission.DIRECT, stream)
    state, reader = state_of(request), asked_language(request)
    return json([_describe(state, proposal, reader) for proposal in services_of(request).proposals.all_open(stream)])


async def propose(request: Request) -> Response:
    stream = request.path_params["id"]
    visitor = allow(request, Permission.DIRECT, stream)
    asked = _PROPOSAL.read(await body_of(request))
    state, proposals, key = state_of(request), services_of(request).proposals, key_of(request, asked)
    proposal = proposals.find(stream, key)
    if proposal is None:
        branch_state(state, WhatIf((asked.correction,)))  # what the desk would refuse is told now
        proposal = await write_private(proposals.propose, stream, asked.correction, by=visitor.name, key=key)
    return json(_describe(state, proposal, asked_language(request)), 201)


async def drop_proposal(request: Request) -> Response:
    stream = request.path_params["id"]
    visitor = allow(request, Permission.DIRECT, stream)
    number = whole_number(request.path_params["proposal"], "proposal")
    async with _lock_of(request, stream):
        await write_private(services_of(request).proposals.close_proposals, stream, (number,), by=visitor.name)
    return Response(status_code=204)


async def apply_proposals(request: Request) -> Response:
    """All of them or none, one application after the other; what was written is no proposal any more."""
    stream = request.path_params["id"]
    visitor = allow(request, Permission.DIRECT, stream)
    asked = _APPLICATION.read(await body_of(request))
    _check_named_once(asked.proposals)
    async with _lock_of(request, stream):
        answer = await written_before(request, stream, asked)
        if answer is None:
            answer = await _write_corrections(request, stream, asked, visitor.name)
        await _close(request, stream, asked.proposals, visitor.name)
    return answer


async def _write_corrections(request: Request, stream: str, asked: Application, by: str) -> Response:
    """Other nodes of a cluster hear that these are being written before they are. If another took them before and did
    not say what became of it, the log does; and nothing may have been written there since it was asked."""
    desk, proposals = services_of(request).desk, services_of(request).proposals
    command = ApplyCorrections(corrections=_corrections(request, stream, asked), reason=asked.reason)
    application = key_of(request, asked) or secrets.token_hex(8)
    earlier = await write_private(proposals.take, stream, asked.proposals, application=application, by=by)
    version = state_of(request).version
    written = tuple(number for number, one in earlier.items() if desk.answer_to(stream, one) is not None)
    try:
        if written:
            await _close(request, stream, written, by)
            raise Refusal("no-such-proposal", proposal=written[0])
        expected = version if earlier else None
        return await write(request, stream, command, asked, command_id=application, expected_version=expected)
    except (BadInput, Refusal, VersionConflict):  # it is not written, and never will be
        with suppress(RoundlogError):  # else it is free in a minute
            await write_private(proposals.give_back, asked.proposals, by=by)
        raise


def _lock_of(request: Request, stream: str) -> asyncio.Lock:
    """Nobody else applies or drops proposals of the tournament meanwhile, here."""
    locks = services_of(request).proposal_locks
    return locks.setdefault(stream, asyncio.Lock())


def _check_named_once(numbers: tuple[int, ...]) -> None:
    twice = next((number for place, number in enumerate(numbers) if number in numbers[:place]), None)
    if twice is not None:
        raise Refusal("proposal-named-twice", proposal=twice)


def _corrections(request: Request, stream: str, asked: Application) -> tuple[Correction, ...]:
    known = {proposal.number: proposal for proposal in services_of(request).proposals.all_open(stream)}
    for number in asked.proposals:
        if number not in known:
            raise Refusal("no-such-proposal", proposal=number)
    return tuple(known[number].correction for number in asked.proposals)


async def _close(request: Request, stream: str, numbers: tuple[int, ...], by: str) -> None:
    """The corrections stand whatever becomes of this: the same request again closes what is open still."""
    proposals = services_of(request).proposals
    try:
        still_open = {proposal.number for proposal in proposals.all_open(stream)}
        applied = tuple(number for number in numbers if number in still_open)
        await write_private(proposals.close_proposals, stream, applied, by=by, is_applied=True)
    except RoundlogError as error:
        logging.getLogger("roundlog").warning("applied proposals of %s are still open: %s", stream, error)


def _describe(state: State, proposal: Proposal, reader: Language) -> Proposed:
    try:
        told, problem = proposal_line(state, proposal.correction, reader), ""
    except Refusal as refusal:
        told, problem = "", reader.sentence(refusal)
    return Proposed(proposal.number, proposal.at, proposal.by, proposal.correction, told, problem)


_CORRECTION = {"do": "correct-result", "round": 2, "board": 1, "result": "1/2", "reason": "The slip was misread."}
_PROPOSALS = "/api/t/{id}/proposals"

ENDPOINTS = (
    Endpoint(
        name="consequences",
        method="POST",
        path="/api/t/{id}/consequences",
        handler=ask_consequences,
        answer=Consequences,
        permission=Permission.SEE_DRAFTS,
        body=Question,
        example={"corrections": [_CORRECTION], "prizes": 3},
        statuses=(409,),
    ),
    Endpoint(
        name="list-proposals",
        method="GET",
        path=_PROPOSALS,
        handler=list_proposals,
        answer=tuple[Proposed, ...],
        permission=Permission.DIRECT,
    ),
    Endpoint(
        name="propose",
        method="POST",
        path=_PROPOSALS,
        handler=propose,
        answer=Proposed,
        permission=Permission.DIRECT,
        body=NewProposal,
        example={"correction": _CORRECTION},
        statuses=(201, 409),
    ),
    Endpoint(
        name="apply-proposals",
        method="POST",
        path=f"{_PROPOSALS}/application",
        handler=apply_proposals,
        answer=Written,
        permission=Permission.DIRECT,
        body=Application,
        example={"proposals": [1]},
        is_write=True,
    ),
    Endpoint(
        name="drop-proposal",
        method="DELETE",
        path=f"{_PROPOSALS}/{{proposal}}",
        handler=drop_proposal,
        answer=None,
        permission=Permission.DIRECT,
        statuses=(204, 409),
    ),
)
