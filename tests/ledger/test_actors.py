"""Who acted and from where, in one text of a record."""

import pytest

from ledger.actors import API, COMMAND_LINE, CONSOLE, Actor, read_actor, sign


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


def test_a_name_of_two_lines_is_split_off_too():
    assert read_actor(sign("Anna\nSmit", CONSOLE, "10.0.0.7")) == Actor("Anna\nSmit", "console, 10.0.0.7")
