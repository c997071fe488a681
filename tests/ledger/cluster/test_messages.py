"""What a message of the log's order holds, and how what is too large for one is put together again."""

from __future__ import annotations

import pytest

from engine.errors import BadInput, Broken, Unavailable
from ledger.cluster.messages import (
    FORMAT,
    PARTS_FORGOTTEN,
    CommandRecorded,
    LogCopied,
    LogNamed,
    Message,
    MessagePart,
    PartsCollector,
    StreamAdopted,
    Submission,
    decode_message,
    encode_message,
    encode_submission,
    measure,
    split,
)
from ledger.store.chain import Raw, SealedRecord

RAW = Raw("võistlus ♟", 1, "2026-05-01T14:00:00.000000Z", "Eve", "c1", '{"type":"x","text":"a\\nb"}', "f" * 64)
LARGE = CommandRecorded(tuple(RAW._replace(version=n, body="x" * 1000) for n in range(1, 51)))


def message(*submissions: Submission | MessagePart, number: int = 1, node: str = "a", life: str = "one") -> Message:
    return Message(node, life, number, 7, "e" * 64, submissions)


@pytest.mark.parametrize(
    "submission",
    [
        LogNamed("id"),
        CommandRecorded((RAW, RAW._replace(version=2))),
        StreamAdopted((RAW,)),
        LogCopied((SealedRecord(1, RAW, "d" * 64),)),
        MessagePart(1, 0, False, b"\x00\xff"),
    ],
    ids=lambda submission: type(submission).__name__,
)
def test_a_message_is_read_as_it_was_written(submission: Submission | MessagePart) -> None:
    written = message(submission)
    assert decode_message(encode_message(written), 1) == written


def test_a_message_without_submissions_is_one_too() -> None:
    assert decode_message(encode_message(message()), 1) == message()


def test_a_newer_format_is_recognised_whatever_follows() -> None:
    with pytest.raises(Unavailable) as caught:
        decode_message(bytes([FORMAT + 1]) + b"anything", 8)
    assert (caught.value.code, caught.value.facts) == ("cluster-message-newer", {"format": FORMAT + 1, "known": FORMAT})


@pytest.mark.parametrize("content", [b"", bytes([FORMAT]), bytes([FORMAT]) + b"\xc1", encode_message(message())[:-1]])
def test_what_is_no_message_names_its_number(content: bytes) -> None:
    with pytest.raises(Broken) as caught:
        decode_message(content, 8)
    assert (caught.value.code, caught.value.facts) == ("cluster-message-missing", {"number": 8})


def test_what_unicode_cannot_write_is_refused_before_it_is_sent() -> None:
    with pytest.raises(BadInput, match="not-unicode"):
        encode_submission(StreamAdopted((RAW._replace(body="\ud800"),)))


def test_the_measure_is_never_below_what_it_takes() -> None:
    for submission in (LARGE, LogCopied(tuple(SealedRecord(n, RAW, "d" * 64) for n in range(9))), LogNamed("id")):
        assert len(encode_submission(submission)) <= measure(submission) < 2 * len(encode_submission(submission)) + 200


# -- parts -----------------------------------------------------------------------------------------------------------


def parts(of: int = 1, size: int = 20_000) -> list[MessagePart]:
    return list(split(LARGE, of, size))


def collect(collector: PartsCollector, *messages: Message) -> list[tuple[Submission, ...]]:
    return [collector.complete(one.number, one) for one in messages]


def test_a_large_one_counts_when_its_last_part_is_there() -> None:
    collector, given = PartsCollector(), parts()
    assert len(given) == 3
    found = collect(collector, *(message(part, number=number) for number, part in enumerate(given, 1)))
    assert found == [(), (), (LARGE,)]
    assert collector.is_empty


def test_until_then_it_is_not_empty() -> None:
    collector = PartsCollector()
    collect(collector, message(parts()[0]))
    assert not collector.is_empty


def test_a_part_that_was_published_twice_counts_once() -> None:
    first, second, third = parts()
    given = [first, first, second, first, second, third, third, first]
    found = collect(PartsCollector(), *(message(part, number=number) for number, part in enumerate(given, 1)))
    assert [one for one in found if one] == [(LARGE,)]


def test_two_nodes_do_not_disturb_each_other() -> None:
    collector, given = PartsCollector(), parts()
    both = [message(part, node=node, number=1) for part in given for node in "ab"]
    assert [one for one in collect(collector, *both) if one] == [(LARGE,), (LARGE,)]


def test_what_a_node_began_in_another_life_is_forgotten() -> None:
    collector, (first, second, third) = PartsCollector(), parts()
    begun = [message(first), message(second, number=2)]
    again = [message(life="two", number=3), message(third, life="two", number=4)]
    assert collect(collector, *begun, *again) == [(), (), (), ()]
    assert collector.is_empty


def test_what_a_node_has_given_up_makes_room_for_what_it_begins_next() -> None:
    collector, (first, second, _) = PartsCollector(), parts(of=1)
    late = message(second, number=9)  # of the first, which lay in an engine
    again = [message(part, number=number) for number, part in enumerate(parts(of=3), 3)]
    found = collect(collector, message(first), again[0], late, *again[1:])
    assert found == [(), (), (), (), (LARGE,)]


def test_what_does_not_come_to_an_end_is_forgotten_in_the_end() -> None:
    collector = PartsCollector()
    collect(collector, message(parts()[0]))
    collector.complete(1 + PARTS_FORGOTTEN, message(node="b"))
    assert not collector.is_empty
    collector.complete(2 + PARTS_FORGOTTEN, message(node="b"))
    assert collector.is_empty
