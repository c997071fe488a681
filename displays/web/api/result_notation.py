"""Results in the bodies of requests, as the points of the tournament write them: ``2-0``, ``1-1``, ``½-½``.

The API has its own words for results (``1-0``, ``1/2``); what arbiters write, and the console and the command line
read, is taken for them wherever a body has a result.
"""

from __future__ import annotations

from msgspec import inspect

from displays.words.parse import result_in_points
from engine.model import Result


def translate_results(given: object, shape: inspect.Type) -> object:
    """The same body in the API's words; what is no result, or cannot be read as one, stays as it is."""
    match shape:
        case inspect.EnumType() if shape.cls is Result and isinstance(given, str):
            found = result_in_points(given)
            return given if found is None else found.value
        case inspect.StructType() if isinstance(given, dict):
            kinds = {field.encode_name: field.type for field in shape.fields}
            return {name: translate_results(one, kinds[name]) if name in kinds else one for name, one in given.items()}
        case inspect.VarTupleType() | inspect.ListType() if isinstance(given, list):
            return [translate_results(one, shape.item_type) for one in given]
        case inspect.UnionType():
            for kind in shape.types:
                if _may_be(given, kind):
                    given = translate_results(given, kind)
    return given


def _may_be(given: object, kind: inspect.Type) -> bool:
    """Of commands the one that is named."""
    if not isinstance(kind, inspect.StructType) or kind.tag_field is None:
        return True
    return isinstance(given, dict) and given.get(kind.tag_field) == kind.tag
