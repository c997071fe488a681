"""OpenAPI 3.1 description of the endpoints, in the reader's language, from the same table as the routes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from displays.release.version import find_number
from displays.web.access.at_least import HEADER as AT_LEAST
from displays.web.api.commands import KEY
from displays.web.api.endpoint import JSON, MOMENT, PROBLEM, Endpoint
from displays.words.language import LANGUAGES, Language
from engine.errors import Fact
from ledger.acts.permission import Permission

Schema = dict[str, Any]

TEXTS = frozenset({"id", "name", "key", "load", "day"})  # parts of addresses; all others are numbers
_REFERENCE = "#/components/schemas/{name}"


class Trouble(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: a stable code, its facts, and a sentence in the reader's language."""

    detail: str
    code: str
    facts: Mapping[str, Fact]
    field: str | None = None  # of the body, with dots: players.0.rating


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error (RFC 9457). ``problems``: all that is wrong, where it is more than one thing (of a body that cannot be
    read also if it is one); the first is told above them."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    facts: Mapping[str, Fact]
    field: str | None = None
    problems: tuple[Trouble, ...] = ()


def document(endpoints: Sequence[Endpoint], language: Language, cookie: str) -> Schema:
    """``cookie``: the name of the one in which this server keeps a session."""
    schemas, components = _schemas(endpoints)
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas, language)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": language.word("title", "api"),
            "version": find_number(),
            "description": language.word("about", "api"),
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": cookie},
            },
        },
    }


def _schemas(endpoints: Sequence[Endpoint]) -> tuple[dict[tuple[str, str], Schema], Schema]:
    """Of each endpoint what it answers and takes, and what those refer to."""
    wanted: dict[tuple[str, str], tuple[Any, ...]] = {("", "problem"): (Problem,)}
    for endpoint in endpoints:
        answer = endpoint.answer if isinstance(endpoint.answer, tuple) else (endpoint.answer,)
        wanted |= {(endpoint.name, "answer"): answer} if endpoint.answer is not None else {}
        wanted |= {(endpoint.name, "body"): (endpoint.body,)} if endpoint.body is not None else {}
    kinds = [kind for kinds in wanted.values() for kind in kinds]
    found, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    for schema in components.values():
        if "properties" in schema:
            schema["additionalProperties"] = False  # a body with an unknown field is refused, no answer has one
    rest = iter(found)
    return {key: _one_of([next(rest) for _ in kinds]) for key, kinds in wanted.items()}, components


def _one_of(schemas: Sequence[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


def _operation(endpoint: Endpoint, schemas: Mapping[tuple[str, str], Schema], language: Language) -> Schema:
    operation: Schema = {
        "operationId": endpoint.name,
        "summary": language.word(endpoint.name, "endpoints"),
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint, schemas, language),
    }
    if endpoint.body is not None:
        content: Schema = {"schema": schemas[endpoint.name, "body"]}
        if endpoint.example is not None:
            content["example"] = endpoint.example
        operation["requestBody"] = {"content": {JSON: content}}
    if endpoint.permission is not None:
        operation["security"] = [{"bearer": []}, {"session": []}]
    return operation


# -- what is asked ---------------------------------------------------------------------------------------------------


def _parameters(endpoint: Endpoint) -> list[Schema]:
    parts = re.findall(r"\{(\w+)\}", endpoint.path)
    found = [_parameter("path", part, str if part in TEXTS else int, is_required=True) for part in parts]
    found += [_parameter("query", name, kind) for name, kind in endpoint.query.items()]
    found.append({"name": "lang", "in": "query", "schema": {"type": "string", "examples": list(LANGUAGES)}})
    if endpoint.is_write:
        found.append({"name": "If-Match", "in": "header", "schema": {"type": "string", "pattern": '^"[0-9]{1,15}"$'}})
        key = {"type": "string", "pattern": f"^{KEY}$"}
        found.append({"name": "Idempotency-Key", "in": "header", "schema": key})
        token = {"type": "string", "pattern": "^[A-Za-z0-9_-]{32}$"}
        found.append({"name": "Confirmation", "in": "header", "schema": token})
    elif endpoint.method == "GET" and "{id}" in endpoint.path:
        found.append({"name": AT_LEAST, "in": "header", "schema": {"type": "string", "pattern": "^[0-9]{1,10}$"}})
    return found


_SHAPES: Mapping[type, Schema] = {
    int: {"type": "integer", "minimum": 1 - 10**15, "maximum": 10**15 - 1},
    str: {"type": "string"},
    bool: {"enum": [0, 1]},
}


_NUMBERED = {"type": "integer", "minimum": 0, "maximum": 999_999_999}  # versions and rounds to look back to


def _parameter(place: str, name: str, kind: type, *, is_required: bool = False) -> Schema:
    schema = _NUMBERED if place == "query" and name in MOMENT and kind is int else _SHAPES[kind]
    return {"name": name, "in": place, "required": is_required, "schema": schema}


# -- what is answered ------------------------------------------------------------------------------------------------


def _responses(endpoint: Endpoint, schemas: Mapping[tuple[str, str], Schema], language: Language) -> Schema:
    answered: Schema = {}
    for status in successes(endpoint):
        answered[str(status)] = _response(status, language)
        if endpoint.answer is not None and status != 204:
            answered[str(status)]["content"] = {endpoint.media: {"schema": schemas[endpoint.name, "answer"]}}
        if endpoint.is_write:
            etag = {"ETag": {"required": True, "schema": {"type": "string"}}}
            answered[str(status)]["headers"] = etag
    problem = {PROBLEM: {"schema": schemas["", "problem"]}}
    return answered | {str(status): _response(status, language) | {"content": problem} for status in failures(endpoint)}


def _response(status: int, language: Language) -> Schema:
    return {"description": language.word(f"status-{status}", "api")}


def successes(endpoint: Endpoint) -> tuple[int, ...]:
    named = tuple(status for status in endpoint.statuses if status < 300)
    if named:
        return named
    return (200, 201) if endpoint.is_write and endpoint.method == "POST" else (200,)


def failures(endpoint: Endpoint) -> tuple[int, ...]:
    """A key or a host that is wrong is told wherever it is shown; a log that cannot be read, wherever it is asked."""
    found = {400, 401, 421, 429, 503, *(status for status in endpoint.statuses if status >= 300)}
    if endpoint.permission is not None or endpoint.method != "GET":
        found.add(403)
    if "{id}" in endpoint.path:
        found |= {404, 409}
    if endpoint.is_write:
        found.add(409)
    if endpoint.method != "GET":
        found.add(413)
    if "category" in endpoint.query:
        found.add(403)  # some groups of players are the arbiters' business
    return tuple(sorted(found))


def asked_of(permission: Permission | None, has_tournament: bool) -> str:
    """The key of the words for who may."""
    if permission is not None:
        return permission.value
    return "see" if has_tournament else "everybody"
