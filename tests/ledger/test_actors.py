"""Who acted and from where, in one text of a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.actors import API, COMMAND_LINE, CONSOLE, WAYS, Actor, ActorKey, is_same_person, read_actor, sign


@pytest.mark.parametrize(
    ("way", "address", "text"),
    [
        (CONSOLE, "192.168.1.20", "Anna (console, 192.168.1.20)"),
        (API, "2001:db8::1", "Anna (api, 2001:db8::1)"),
        (CONSOLE, "fe80::1%eth0", "Anna (console, fe80::1%eth0)"),
        (COMMAND_LINE, "", "Anna (command line)"),
    ],
)
def test_what_is_signed_can_be_read(way, address, text):
    assert sign("Anna", way, address) == text
    assert read_actor(text) == Actor("Anna", text.removeprefix("Anna (").removesuffix(")"))


@pytest.mark.parametrize("text", ["Anna", "", "Anna (Utrecht)", "Anna (console", "Anna(console)", "(console)", "demo"])
def test_what_was_not_signed_is_a_name(text):
    assert read_actor(text) == Actor(text)


def test_a_name_cannot_pretend_to_come_from_elsewhere():
    forged = sign("Anna (console, 10.0.0.1)", COMMAND_LINE)
    assert read_actor(forged) == Actor("Anna (console, 10.0.0.1)", "command line")


@pytest.mark.parametrize("address", ["[2001:db8::7]:4711", "10.0.0.7) (x", "a b", "\n", "ü"])
def test_what_is_no_address_is_not_written(address):
    assert read_actor(sign("Anna", CONSOLE, address)) == Actor("Anna", "console")


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (ActorKey(3, "Anna"), "Anna (key 3, console, 10.0.0.7)"),
        (ActorKey(4, "Hall B"), 'Anna (key 4 "Hall B", console, 10.0.0.7)'),
        (ActorKey(5, 'a "b" \\'), r'Anna (key 5 "a \"b\" \\", console, 10.0.0.7)'),
        (ActorKey(6, ""), 'Anna (key 6 "", console, 10.0.0.7)'),
    ],
)
def test_the_key_stands_beside_the_name(key, text):
    assert sign("Anna", CONSOLE, "10.0.0.7", key) == text
    assert read_actor(text) == Actor("Anna", "console, 10.0.0.7", key)


_BITS = st.sampled_from([*'Anna (key 1 "Olga", console, 10.0.0.1)', " (", '"', "\\", "key 2", "(console)", ", api)"])
_NAMES = st.lists(_BITS, max_size=12).map("".join)


@given(
    _NAMES,
    st.sampled_from(WAYS),
    st.sampled_from(["", "10.0.0.7"]),
    st.none() | st.builds(ActorKey, st.integers(1, 99), _NAMES),
)
def test_whatever_is_typed_name_and_key_are_read_as_they_were_signed(name, way, address, key):
    where = f"{way}, {address}" if address else way
    assert read_actor(sign(name, way, address, key)) == Actor(name, where, key)


def test_what_another_program_wrote_is_read_too():
    assert read_actor(r'Anna (key 1 "\q", console)') == Actor("Anna", "console", ActorKey(1, r'"\q"'))


def test_a_name_of_two_lines_is_split_off_too():
    assert read_actor(sign("Anna\nSmit", CONSOLE, "10.0.0.7")) == Actor("Anna\nSmit", "console, 10.0.0.7")


def test_the_same_person_has_the_same_name_and_the_same_key_wherever_they_are():
    anna = sign("Anna", CONSOLE, "192.168.1.20", ActorKey(3, "Anna"))
    assert is_same_person(anna, sign("Anna", API, "10.0.0.7", ActorKey(3, "Desk")))
    assert not is_same_person(anna, sign("Anna", CONSOLE, "192.168.1.20", ActorKey(4, "Helpers")))
    assert not is_same_person(anna, sign("Bram", CONSOLE, "192.168.1.20", ActorKey(3, "Anna")))
    assert not is_same_person(anna, sign("Anna", COMMAND_LINE))
    assert is_same_person("Anna", sign("Anna", COMMAND_LINE))
