"""The setting of a wall screen: its scenes, languages and theme. It is recorded like any other event, so that a screen
that comes back, or a server that starts again, finds it.

Zero and empty mean: the default.
"""

from __future__ import annotations

import enum

from engine.model import Value


class Sight(enum.Enum):
    """What there is to see."""

    BOARDS = "boards"  # the pairings by board, with results as they come in
    NAMES = "names"  # find your board: everybody from A to Z
    RESULTS = "results"  # as they come in, newest first
    STANDINGS = "standings"
    LADDER = "ladder"
    LADDER_TABLE = "ladder-table"  # its figures, round by round
    CROSSTABLE = "crosstable"
    STARTING_LIST = "starting-list"
    CLOCK = "clock"
    ANNOUNCEMENT = "announcement"
    IMAGE = "image"  # a sponsor, a map of the hall
    FILM = "film"  # the tournament from its beginning, again and again


class Theme(enum.Enum):
    DARK = "dark"
    LIGHT = "light"
    NIGHT = "night"  # dark and dim


class Step(enum.Enum):
    """By what a film goes on."""

    ROUND = "round"
    EVENT = "event"


class Scene(Value, frozen=True, omit_defaults=True):
    """One thing to see."""

    view: Sight
    first_board: int = 0  # of BOARDS and RESULTS: these boards only
    last_board: int = 0
    category: str = ""  # of STANDINGS, LADDER, LADDER_TABLE and STARTING_LIST: one category, as the views name it
    period: int = 0  # of STANDINGS and LADDER: what the rounds of this one have brought; 0: all rounds
    round: int = 0  # of pairings and of tables: not the newest but this; the last of a FILM
    version: int = 0  # the tournament as it was then, standing still; where a FILM ends
    announcement: int = 0  # of ANNOUNCEMENT: this one; 0: all that stand
    image: str = ""  # of IMAGE: a path on this server
    step: Step = Step.ROUND  # of FILM
    seconds: int = 0  # for a page of the scene; of a FILM for a step; 0: 12, and longer for a first page
    rows: int = 0  # on a page; 0: as many as fit the glass
    columns: int = 0  # beside each other; 0: as many as fit the glass
    section: str = ""  # of a festival: this one; empty: each after the other, of NAMES all in one list
    top: int = 0  # of STANDINGS and LADDER: the first so many lines; 0: all


class Screen(Value, frozen=True, omit_defaults=True):
    """A screen by its name. With more than one scene it shows them in turns."""

    name: str  # as its address has it: small letters, digits, hyphens
    scenes: tuple[Scene, ...]
    title: str = ""  # what people call it: "left of the stage"
    languages: tuple[str, ...] = ()  # several take turns; none: the tournament's
    theme: Theme = Theme.DARK
    is_overlay: bool = False  # nothing behind the letters: for a stream
    is_steady: bool = False  # does not jump to the pairings of a newly published round
