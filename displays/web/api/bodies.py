"""Bodies of requests → values, strictly: nothing unknown, nothing of another kind, and all problems told at once (of
a body that is wrong throughout: the first of them).

A body that is right is decoded in one go. One that is not is walked through field by field, so that a form can show
each message at its field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

import msgspec
from msgspec import inspect
from msgspec.structs import astuple

from displays.web.api.result_notation import translate_results
from engine.errors import BadInput, RoundlogError

T = TypeVar("T")

LONGEST_SHOWN = 80  # of a value that was not understood
MOST_TOLD = 50  # problems: nobody reads more, and millions of them would be the answer to one request
LARGEST = 10**15  # what JSON, SQLite and every browser can count
UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)  # the last for text that is not UTF-8


class BadBody(BadInput):
    """The first problem of a body, with all of them."""

    def __init__(self, problems: tuple[RoundlogError, ...]) -> None:
        super().__init__(problems[0].code, **problems[0].facts)
        self.problems = problems


class Body(Generic[T]):
    """Reads bodies of one kind."""

    def __init__(self, kind: type[T]) -> None:
        self.kind = kind
        self._decode = msgspec.json.Decoder(kind).decode
        self._shape = inspect.type_info(kind)
        self._is_flat = _is_flat(self._shape)

    def read(self, content: bytes) -> T:
        """An empty body is one without fields."""
        content = content or b"{}"
        try:
            found = self._decode(content)
        except UNREADABLE:
            given = translate_results(_plain(content), self._shape)
            self._complain(given)
            return self._decode(msgspec.json.encode(given))
        if not (self._is_flat and isinstance(found, msgspec.Struct) and _has_no_large_number(found)):
            self._complain(_plain(content))
        return found

    def _complain(self, given: object) -> None:
        problems = tuple(islice(_problems(given, self._shape, ""), MOST_TOLD))
        if problems:
            raise BadBody(problems)


def _plain(content: bytes) -> object:
    try:
        return msgspec.json.decode(content)
    except UNREADABLE as error:
        raise BadInput("json-unreadable") from error


def _is_flat(shape: inspect.Type) -> bool:
    """Nothing inside that would pass over an unknown field, and no number below its own fields."""
    if not isinstance(shape, inspect.StructType):
        return False
    return all(_is_leaf(field.type) for field in shape.fields)


def _is_leaf(shape: inspect.Type) -> bool:
    if isinstance(shape, inspect.UnionType):
        return all(map(_is_leaf, shape.types))
    return isinstance(shape, _LEAVES)


_LEAVES = (inspect.IntType, inspect.StrType, inspect.BoolType, inspect.EnumType, inspect.NoneType)


def _has_no_large_number(found: msgspec.Struct) -> bool:
    return not any(type(value) is int and abs(value) > LARGEST for value in astuple(found))


# -- what is wrong, field by field -----------------------------------------------------------------------------------


def _problems(given: object, shape: inspect.Type, at: str) -> Iterator[BadInput]:
    match shape:
        case inspect.StructType():
            yield from _in_struct(given, shape, at)
        case inspect.VarTupleType() | inspect.ListType():
            yield from _in_list(given, shape.item_type, at)
        case inspect.DictType():
            yield from _in_mapping(given, shape, at)
        case inspect.UnionType():
            yield from _in_union(given, shape, at)
        case _:
            yield from _in_leaf(given, shape, at)


def _in_struct(given: object, shape: inspect.StructType, at: str) -> Iterator[BadInput]:
    if not isinstance(given, dict):
        yield BadInput("not-an-object", field=at or "body")
        return
    fields = {field.encode_name: field for field in shape.fields}
    for name, field in fields.items():
        if name in given:
            yield from _problems(given[name], field.type, _below(at, name))
        elif field.required:
            yield BadInput("field-missing", field=_below(at, name))
    for name in given:
        if name not in fields and name != shape.tag_field:
            yield BadInput("field-unknown", field=_below(at, _show_value(name)), known=tuple(fields))


def _in_list(given: object, item: inspect.Type, at: str) -> Iterator[BadInput]:
    if not isinstance(given, list):
        yield BadInput("not-a-list", field=at or "body")
        return
    for number, value in enumerate(given):
        yield from _problems(value, item, _below(at, str(number)))


def _in_mapping(given: object, shape: inspect.DictType, at: str) -> Iterator[BadInput]:
    if not isinstance(given, dict):
        yield BadInput("not-an-object", field=at or "body")
        return
    for name, value in given.items():
        field = _below(at, _show_value(name))
        if isinstance(shape.key_type, inspect.IntType) and not _fits_key(name):
            yield BadInput("not-a-number", field=field, value=_show_value(name))
        yield from _problems(value, shape.value_type, field)


def _fits_key(name: str) -> bool:
    """What a number is written as where only texts can stand."""
    try:
        return abs(msgspec.convert(name, int, strict=False)) <= LARGEST
    except msgspec.ValidationError:
        return False


def _in_union(given: object, shape: inspect.UnionType, at: str) -> Iterator[BadInput]:
    """Of commands the one that is named; else what any of the kinds would take."""
    tagged = {kind.tag: kind for kind in shape.types if isinstance(kind, inspect.StructType) and kind.tag is not None}
    if tagged:
        yield from _in_tagged(given, {str(tag): kind for tag, kind in tagged.items()}, at)
        return
    if given is None and shape.includes_none:
        return
    kinds = [kind for kind in shape.types if not isinstance(kind, inspect.NoneType)]
    found = [problem for kind in kinds if (problem := next(_problems(given, kind, at), None)) is not None]
    if len(found) == len(kinds):
        yield found[0] if len(found) == 1 else BadInput("not-readable", field=at or "body", value=_show_value(given))


def _in_tagged(given: object, tagged: dict[str, inspect.StructType], at: str) -> Iterator[BadInput]:
    field = str(next(iter(tagged.values())).tag_field)
    if not isinstance(given, dict):
        yield BadInput("not-an-object", field=at or "body")
    elif field not in given:
        yield BadInput("field-missing", field=_below(at, field))
    elif str(given[field]) not in tagged:
        yield BadInput(
            "not-one-of", field=_below(at, field), value=_show_value(given[field]), possible=tuple(sorted(tagged))
        )
    else:
        yield from _in_struct(given, tagged[str(given[field])], at)


def _in_leaf(given: object, shape: inspect.Type, at: str) -> Iterator[BadInput]:
    field, value = at or "body", _show_value(given)
    match shape:
        case inspect.EnumType():
            possible = tuple(str(one.value) for one in shape.cls)
            if given not in possible:
                yield BadInput("not-one-of", field=field, value=value, possible=possible)
        case inspect.IntType():
            if type(given) is not int or abs(given) > LARGEST:
                yield BadInput("not-a-number", field=field, value=value)
        case inspect.BoolType():
            if not isinstance(given, bool):
                yield BadInput("not-yes-or-no", field=field, value=value)
        case inspect.StrType():
            if not isinstance(given, str):
                yield BadInput("not-a-text", field=field, value=value)
        case _:
            if not _fits(given, shape):
                yield BadInput("not-readable", field=field, value=value)


def _fits(given: object, shape: inspect.Type) -> bool:
    """Of the few other kinds: bytes as base64."""
    kind = {inspect.BytesType: bytes, inspect.NoneType: None}.get(type(shape), str)
    try:
        msgspec.convert(given, kind)
    except msgspec.ValidationError:
        return False
    return True


def _below(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _show_value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
