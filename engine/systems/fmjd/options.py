"""The axes of FMJD 3.2–3.8, and the named systems of FMJD 5 as points in that space. Any combination is allowed."""

from __future__ import annotations

from typing import Literal

from engine.model import Value


class Axes(Value, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to be chosen; the defaults are those of FMJD 5.2.

    ``waiting_room_first`` (5.3, the KNDB text): who leaves a group is settled before the floaters' opponents are, and
    floaters are then paired like everybody else. ``dummy``: whom it meets (4.1), or a member of the last group like
    any other (the KNDB text). ``draw_seed`` is for the choices "by lot" (3.4c, 3.5c), drawn anew for each round.
    """

    first_order: Literal["lot", "rating"] = "lot"  # 3.2
    first_method: Literal["halves", "high-low", "neighbours", "drawn"] = "halves"
    first_colours: Literal["alternate", "upper-white", "lots"] = "upper-white"  # annexes A and B
    later_order: Literal["solkoff", "rating", "lot", "opponents-rating"] = "solkoff"  # 3.3
    method: Literal["halves", "high-low", "drawn", "dubov"] = "halves"  # 3.4
    odd: Literal["first", "last", "drawn"] = "last"  # 3.5
    floater_meets: Literal["first", "last"] = "first"  # 3.6
    waiting_room_first: bool = False
    colour: Literal["none", "weak", "strong"] = "none"  # 3.7
    floats: Literal[0, 1, 2] = 2  # 3.8: rounds to look back
    colours: Literal["even", "lots"] = "even"
    dummy: Literal["last-player", "as-player"] = "last-player"  # 4.1
    acceleration: Literal["none", "four-groups", "haley"] = "none"  # 6.1, 6.3
    acceleration_groups: int = 4  # 6.1: four and more
    draw_seed: str = ""


class Solkoff(Axes, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """FMJD 5.2, 5.2a, 5.2b: they differ in the final ranking only."""


class Rating(Axes, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """FMJD 5.1: ordered by rating; colour preference is advised against."""

    first_order: Literal["lot", "rating"] = "rating"
    first_colours: Literal["alternate", "upper-white", "lots"] = "alternate"
    later_order: Literal["solkoff", "rating", "lot", "opponents-rating"] = "rating"


class PlayersCommittee(Rating, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """FMJD 5.1a: highest opponents' mean rating with lowest own rating; the highest rating floats."""

    method: Literal["halves", "high-low", "drawn", "dubov"] = "dubov"
    odd: Literal["first", "last", "drawn"] = "first"


class Kndb(Axes, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """FMJD 5.3: the KNDB system in the words of the FMJD."""

    first_method: Literal["halves", "high-low", "neighbours", "drawn"] = "neighbours"
    first_colours: Literal["alternate", "upper-white", "lots"] = "lots"
    method: Literal["halves", "high-low", "drawn", "dubov"] = "high-low"
    odd: Literal["first", "last", "drawn"] = "first"
    floater_meets: Literal["first", "last"] = "last"
    waiting_room_first: bool = True
    floats: Literal[0, 1, 2] = 0
    colours: Literal["even", "lots"] = "lots"
