"""Bodies that nobody sends on purpose: told by field, never a crash."""

from typing import Any

import msgspec
import pytest

from displays.web.api.bodies import MOST_TOLD, BadBody, Body
from displays.web.api.forms import NewPlayerForm, PlayerForm
from engine.errors import BadInput
from engine.model import Player
from ledger.acts.catalogue import AnyCommand
from ledger.acts.players import RegisterPlayers
from ledger.acts.rounds import CloseRound


class Everything(msgspec.Struct, forbid_unknown_fields=True):
    flag: bool = False
    number: int | None = None
    mixed: bool | int | tuple[str, ...] = 0
    named: dict[str, int] = {}
    content: bytes = b""
    numbered: dict[int, str] = {}


def told(body: Body[Any], content: bytes) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        body.read(content)
    problems = caught.value.problems if isinstance(caught.value, BadBody) else (caught.value,)
    return [(problem.code, str(problem.facts.get("field", ""))) for problem in problems]


def test_an_empty_body_has_no_fields():
    assert Body(Everything).read(b"") == Everything()
    assert told(Body(CloseRound), b"") == [("field-missing", "round")]


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        (b'{"flag":1}', [("not-yes-or-no", "flag")]),
        (b'{"number":"1"}', [("not-a-number", "number")]),
        (b'{"number":true}', [("not-a-number", "number")]),
        (b'{"number":1e3}', [("not-a-number", "number")]),
        (b'{"number":12345678901234567890}', [("not-a-number", "number")]),
        (b'{"mixed":1.5}', [("not-readable", "mixed")]),
        (b'{"mixed":[1]}', [("not-readable", "mixed")]),
        (b'{"named":[]}', [("not-an-object", "named")]),
        (b'{"named":{"a":1,"b":"x"}}', [("not-a-number", "named.b")]),
        (b'{"numbered":{"1":"a","two":"b"}}', [("not-a-number", "numbered.two")]),
        (b'{"content":"\xc3\xa9"}', [("not-readable", "content")]),
        (b'{"hat":1,"flag":"x"}', [("not-yes-or-no", "flag"), ("field-unknown", "hat")]),
        (b"null", [("not-an-object", "body")]),
        (b"\xff", [("json-unreadable", "")]),
        (b'{"named":{"\xff":1}}', [("json-unreadable", "")]),
        (b'{"content":"\xff"}', [("json-unreadable", "")]),
        (b'{"named":{"\\ud800":1}}', [("json-unreadable", "")]),
        (b'{"named":' * 5000, [("json-unreadable", "")]),
        (b"[" * 100_000, [("json-unreadable", "")]),
    ],
)
def test_each_field_by_its_name(content, problems):
    assert told(Body(Everything), content) == problems


def test_what_is_right_is_read():
    content = b'{"flag":true,"number":null,"mixed":["a"],"named":{"a":1},"content":"aGk="}'
    assert Body(Everything).read(content) == Everything(True, None, ("a",), {"a": 1}, b"hi")


class Flat(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    replaces: int | None = None


@pytest.mark.parametrize("field", ["version", "replaces"])
def test_a_number_that_no_log_can_hold_is_refused_at_its_field(field):
    content = msgspec.json.encode({"version": 1, field: 10**24})
    assert told(Body(Flat), content) == [("not-a-number", field)]


def test_unknown_fields_are_found_however_deep_they_are():
    """The structs of the model pass over them: a log that a newer Roundlog wrote must stay readable."""
    content = b'{"do":"register-players","players":[{"player":{"number":0,"name":"A","ids":{"fidee":"1"}}}]}'
    assert told(Body(RegisterPlayers), content) == [("field-unknown", "players.0.player.ids.fidee")]
    assert told(Body(AnyCommand), content) == [("field-unknown", "players.0.player.ids.fidee")]


def test_a_value_that_is_not_understood_is_not_repeated_at_length():
    with pytest.raises(BadBody) as caught:
        Body(Everything).read(b'{"flag":"' + b"x" * 10_000 + b'"}')
    assert len(str(caught.value.facts["value"])) < 100


@pytest.mark.parametrize(
    "content",
    [
        b'{"named":{' + b",".join(b'"%d":"x"' % number for number in range(1000)) + b"}}",
        b"{" + b",".join(b'"x%d":0' % number for number in range(1000)) + b"}",
    ],
)
def test_of_a_body_that_is_wrong_throughout_only_the_first_problems_are_told(content):
    assert len(told(Body(Everything), content)) == MOST_TOLD


def test_a_union_is_not_searched_through_for_every_problem():
    """The first is enough to know that it is not of that kind."""
    content = b'{"mixed":[' + b",".join([b"1"] * 1000) + b"]}"
    assert told(Body(Everything), content) == [("not-readable", "mixed")]


def test_the_form_of_a_player_has_all_fields_of_a_player():
    assert set(PlayerForm.__struct_fields__) == set(Player.__struct_fields__) - {"number"}
    form = NewPlayerForm(name="Anna", rating=1900, number=7, from_round=2)
    assert form.registration().player == Player(7, "Anna", 1900)
