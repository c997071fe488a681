"""Whatever is sent to an endpoint: no crash, no answer that its description does not know.

The description is narrowed to one tournament and to small numbers, so that most requests reach something. The examples
are the same in every run; ``make test-all`` tries many more.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from displays.web.api import ENDPOINTS
from displays.web.api.openapi import document
from displays.words.language import language
from tests.displays.client import HALL, Web
from tests.displays.web.api.club import club_at
from tests.displays.web.api.command_cases import CASES

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FITTING, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
EXAMPLES = {FITTING: 2, WRONG: 1}  # of requests to an endpoint, in ``make test``
PEOPLE = {FITTING: ("owner", "results", "nobody"), WRONG: ("owner",)}  # each sends all of them there
MANY = 40
EVERY_ENDPOINT = [endpoint.name for endpoint in ENDPOINTS]


def narrowed(described: dict[str, Any], is_fitting: bool) -> dict[str, Any]:
    """The same endpoints where something is. A live feed would never end; a wrong version hides the rest."""
    narrow = copy.deepcopy(described)
    for operations in narrow["paths"].values():
        for operation in operations.values():
            parameters = [p for p in operation["parameters"] if not (is_fitting and p["name"] == "If-Match")]
            operation["parameters"] = [{**p, "schema": _narrower(p, is_fitting)} for p in parameters]
    return narrow


def _narrower(parameter: dict[str, Any], is_fitting: bool) -> dict[str, Any]:
    schema: dict[str, Any] = parameter["schema"]
    if parameter["name"] == "id":
        return {"enum": ["club", "nobody"]}
    if parameter["name"] == "live":
        return {"enum": [0]}
    if is_fitting and schema.get("type") == "integer":
        return {"type": "integer", "minimum": 0, "maximum": 6}
    return schema


@pytest.fixture(scope="module")
def schemas() -> dict[GenerationMode, OpenApiSchema]:
    described = msgspec.json.decode(msgspec.json.encode(document(ENDPOINTS, language("en"), "session")))
    return {mode: schemathesis.openapi.from_dict(narrowed(described, mode is FITTING)) for mode in (FITTING, WRONG)}


def headers_of(web: Web, person: str) -> dict[str, str]:
    if person == "nobody":
        return {}
    return (web.bearer("owner") if person == "owner" else web.bearer("results", "club", boards=(1, 1))).headers


def send(
    schema: OpenApiSchema, web: Web, name: str, people: Sequence[str], mode: GenerationMode, examples: int
) -> None:
    """To make up a request takes longer than to answer it: all of these people send the same."""
    checks = CHECKS if mode is FITTING else [*CHECKS, negative_data_rejection]
    everybody = [headers_of(web, person) for person in people]

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema.find_operation_by_id(name).as_strategy(generation_mode=mode))
    def sent(case: schemathesis.Case[Any]) -> None:
        for headers in everybody:
            asked = requests.Request(**case.as_transport_kwargs(base_url=HALL, headers=headers)).prepare()
            raw = {name: str(text).encode("latin-1") for name, text in asked.headers.items()}  # as on a line
            answer = web.request(str(asked.method), str(asked.url), headers=raw, content=asked.body)
            case.validate_response(answer, checks=checks)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the tool's own making
        sent()


def stage_of(name: str) -> str:
    return CASES[name].stage if name in CASES else "played"


@pytest.mark.parametrize("mode", EXAMPLES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", EVERY_ENDPOINT)
def test_no_endpoint_answers_otherwise_than_described(schemas, name: str, mode, tmp_path: Path):
    with club_at(stage_of(name), tmp_path) as web:
        send(schemas[mode], web, name, PEOPLE[mode], mode, EXAMPLES[mode])


@pytest.mark.exhaustive
@pytest.mark.parametrize("mode", [FITTING, WRONG], ids=lambda mode: mode.value)
@pytest.mark.parametrize("person", ["owner", "results", "nobody"])
@pytest.mark.parametrize("name", EVERY_ENDPOINT)
def test_no_endpoint_answers_otherwise_however_often_it_is_asked(schemas, name: str, person: str, mode, tmp_path: Path):
    with club_at(stage_of(name), tmp_path) as web:
        send(schemas[mode], web, name, (person,), mode, MANY)
