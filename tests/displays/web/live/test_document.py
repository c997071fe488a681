"""A client can be written from the page alone: it names every topic, field, code and limit that there is."""

import re
from pathlib import Path

import pytest
from websockets import http11

from displays.web.live import admission, connection, hub, hub_tasks, messages, topics
from displays.web.live.frames import Message
from displays.web.live.messages import ClientMessage
from displays.web.live.throttle import MERGE
from displays.web.live.topics import NEWEST_ENTRIES, NEWEST_ITEMS
from displays.web.screens.status import ScreenStatus

PAGE = (Path(__file__).parents[4] / "docs" / "live.md").read_text("utf-8")


@pytest.mark.parametrize("kind", topics.KINDS)
def test_every_topic_has_its_line(kind):
    assert re.search(rf"^\| `{kind}[`:]", PAGE, re.MULTILINE)


@pytest.mark.parametrize("field", [*Message.__struct_fields__, *ClientMessage.__struct_fields__])
def test_every_field_is_told(field):
    assert f'"{field}"' in PAGE


@pytest.mark.parametrize("field", ScreenStatus.__struct_fields__)
def test_every_field_of_a_screen_is_told(field):
    (line,) = re.findall(r"^\| `screens` .*", PAGE, re.MULTILINE)
    assert f'"{field}"' in line


@pytest.mark.parametrize(("reason", "code"), messages._CODES.items())
def test_every_goodbye_is_told(reason, code):
    assert re.search(rf"^\| [0-9, ]*{code}[^|]*\|[^|]*`{reason}`", PAGE, re.MULTILINE)


def test_the_limits_are_those_of_the_house():
    assert f"1 to {topics.MOST_TOPICS} topics" in PAGE
    assert f"at most {connection.LARGEST_MESSAGE:,} bytes" in PAGE
    assert f"more than {connection.MOST_MESSAGES:,} messages" in PAGE
    assert f"every {hub_tasks.BEAT_EVERY:.0f} seconds" in PAGE
    assert f"{hub.MOST_CONNECTIONS:,} live connections" in PAGE
    assert f"{admission.MOST_REFUSED} more wait" in PAGE
    assert f"{admission.AT_ONCE} at a time" in PAGE
    assert f"more than {http11.MAX_NUM_HEADERS} headers" in PAGE
    assert f"a line of more than {http11.MAX_LINE_LENGTH:,} bytes" in PAGE
    assert f"at most every {1000 * MERGE:.0f} ms" in PAGE
    assert f"the {NEWEST_ITEMS} newest items" in PAGE
    assert f"the {NEWEST_ENTRIES} newest of the audit" in PAGE


def test_a_screen_knows_how_many_topics_a_line_has():
    script = Path(topics.__file__).parents[1] / "static" / "js" / "screen" / "followed_topics.js"
    assert f"MOST_TOPICS = {topics.MOST_TOPICS};" in script.read_text()
