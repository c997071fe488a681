"""Groups and waiting rooms (KNDB waiting room 1–4), formed from the highest score down.

Players are vertices 0, 1, 2 … in the order of the ranking list, so that whoever comes from above has a lower number
than all of the group. A filling is always the first in the order of the text that will do; whether a beginning can
still lead to one is answered by a matching, so that nothing is enumerated in vain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.errors import NoPairing
from engine.matching.bitsets import members
from engine.matching.cardinality import FREE, has_perfect_matching, largest_matching
from engine.model import PlayerId, Value
from engine.reason_log import ReasonLog
from engine.systems.kndb.fillings import Filling, fillings, place_in_order, readmission_order
from engine.systems.kndb.joints import Joint

ARTICLE = "KNDB waiting room"


class Room(Value, frozen=True):
    """A group with its waiting room: who came from above (A, B, C …), whose score it is (1, 2, 3 …), who waits.

    All three in the order of the ranking list.
    """

    score: int
    letters: Filling
    numbers: Filling
    waiting: Filling = ()

    @property
    def members(self) -> Filling:
        return (*self.letters, *self.numbers)

    @property
    def paired(self) -> Filling:
        waiting = frozenset(self.waiting)
        return tuple(member for member in self.members if member not in waiting)


class Formation:
    """The groups of one round while they are formed."""

    def __init__(self, rows: Sequence[int], scores: Sequence[int], names: Sequence[PlayerId], log: ReasonLog) -> None:
        self.rows = rows  # whom each may meet
        self.scores = scores
        self.names = names
        self.log = log
        self.groups = [tuple(v for v, own in enumerate(scores) if own == s) for s in sorted(set(scores), reverse=True)]
        self.rooms: list[Room] = []

    def form(self) -> tuple[Room, ...]:
        """KNDB waiting room 1–4: all groups from the top, then the last one, for which nobody may be left over."""
        while len(self.rooms) < len(self.groups) - 1:
            self.rooms.append(self._next_room())
        self._close()
        return tuple(self.rooms)

    # -- rules 1 and 2: the smallest waiting room, filled by the lowest numbers ----------------------------------------

    def _next_room(self) -> Room:
        numbers = self.groups[len(self.rooms)]
        letters = self.rooms[-1].waiting if self.rooms else ()
        room = self._filled_by_numbers(letters, numbers)
        if room is None:
            room = self._after_a_return(numbers) or self._filled_with_letters(letters, numbers)
        return room

    def _filled_by_numbers(self, letters: Filling, numbers: Filling) -> Room | None:
        """KNDB waiting room 2: the lowest numbers without whom the rest can be paired, if no letter is needed."""
        size = self._smallest_size(letters, numbers)
        filling = self._lowest(numbers, size, (*letters, *numbers), ())
        if len(filling) < size:
            return None
        room = Room(self.scores[numbers[0]], letters, numbers, filling)
        needed = [number for number in numbers if filling and number < filling[-1] and number not in filling]
        self._note("waiting-room", 2, room.members, **self._inside(room), needed=self._players_at(needed))
        return room

    def _smallest_size(self, letters: Filling, numbers: Filling) -> int:
        """KNDB waiting room 1: those left over when as many pairs as possible are made inside the group."""
        group = _set_of((*letters, *numbers))
        mate = largest_matching(self.rows, group)
        return sum(mate[vertex] == FREE for vertex in members(group))

    def _lowest(self, candidates: Iterable[int], size: int, group: Filling, filling: Filling) -> Filling:
        """Add the first candidates that can wait together. (What can wait together is a matroid: first fit is best.)"""
        for candidate in candidates:
            if len(filling) < size and self._can_wait((*filling, candidate), size, group):
                filling = (*filling, candidate)
        return filling

    def _can_wait(self, waiting: Filling, size: int, group: Filling) -> bool:
        """Without them the rest of the group still makes its largest number of pairs."""
        rest = _set_of(group) & ~_set_of(waiting)
        if len(waiting) == size:
            return has_perfect_matching(self.rows, rest)
        mate = largest_matching(self.rows, rest)
        return sum(mate[vertex] == FREE for vertex in members(rest)) == size - len(waiting)

    # -- rule 3: back to the group before, or the letters wait again ---------------------------------------------------

    def _after_a_return(self, numbers: Filling) -> Room | None:
        """KNDB waiting room 3: another filling of the room before, with which this one can be filled by numbers.

        One group back only. That room keeps its size; if it had to readmit letters, its order runs on through them.
        """
        before = self.rooms[-1]
        joint = Joint(self.rows, before.members, numbers, is_last=False)
        has_letters = any(letter in before.waiting for letter in before.letters)
        for filling in self._later_fillings(before, joint, before.letters if has_letters else ()):
            room = self._filled_by_numbers(filling, numbers)
            if room is not None:
                self._note("previous-room-refilled", 3, filling, instead_of=self._players_at(before.waiting))
                self.rooms[-1] = msgspec.structs.replace(before, waiting=filling)
                return room
        return None

    def _filled_with_letters(self, letters: Filling, numbers: Filling) -> Room:
        """KNDB waiting room 3: as few letters as possible, those of the lowest score first; then the lowest numbers."""
        group = (*letters, *numbers)
        size = self._smallest_size(letters, numbers)
        without = self._lowest(numbers, size, group, ())
        in_order = readmission_order(letters, self.scores.__getitem__)
        again = tuple(letter for letter in self._lowest(in_order, size, group, without) if letter not in without)
        filling = tuple(sorted(self._lowest(numbers, size, group, again)))
        room = Room(self.scores[numbers[0]], letters, numbers, filling)
        self._note("waiting-room", 3, room.members, **self._inside(room), again=self._players_at(again))
        return room

    def _later_fillings(self, room: Room, joint: Joint, letters: Filling) -> Iterator[Filling]:
        """The fillings of the same size that come after the present one."""
        in_order = readmission_order(letters, self.scores.__getitem__)
        present = place_in_order(in_order, room.numbers, room.waiting)
        for filling in self._fillings(room, joint, in_order, len(room.waiting)):
            if place_in_order(in_order, room.numbers, filling) > present:
                yield filling

    def _fillings(self, room: Room, joint: Joint, in_order: Sequence[int], size: int) -> Iterator[Filling]:
        """In the order of the text, those with which both groups can do."""
        barred = tuple(letter for letter in room.letters if letter not in in_order)
        found = fillings(in_order, room.numbers, size, joint.for_size(size, frozenset(in_order), barred))
        yield from (tuple(sorted(filling)) for filling in found if joint.fits(filling))

    # -- rule 4: the last group ----------------------------------------------------------------------------------------

    def _close(self) -> None:
        """KNDB waiting room 4: everybody of the last group is paired, at whatever price to the groups before it."""
        while True:
            numbers = self.groups[-1]
            letters = self.rooms[-1].waiting if self.rooms else ()
            if has_perfect_matching(self.rows, _set_of((*letters, *numbers))) or self._penultimate_gives_way(numbers):
                letters = self.rooms[-1].waiting if self.rooms else ()
                self.rooms.append(Room(self.scores[numbers[0]], letters, numbers))
                self._note("waiting-room", 4, self.rooms[-1].members, **self._inside(self.rooms[-1]))
                return
            if not self.rooms:
                raise NoPairing("nobody-can-be-paired-without-a-rematch")
            self._join_last_two()

    def _penultimate_gives_way(self, numbers: Filling) -> bool:
        """KNDB waiting room 4: another filling of the room before, then that room larger by 2, 4, 6 …"""
        if not self.rooms:
            return False
        room = self.rooms[-1]
        joint = Joint(self.rows, room.members, numbers, is_last=True)
        filling = next(self._ways_out(room, joint), None)
        if filling is None:
            return False
        extended = len(filling) - len(room.waiting)
        self._note(
            "penultimate-room-changed", 4, filling, instead_of=self._players_at(room.waiting), extended_by=extended
        )
        self.rooms[-1] = msgspec.structs.replace(room, waiting=filling)
        return True

    def _ways_out(self, room: Room, joint: Joint) -> Iterator[Filling]:
        yield from self._later_fillings(room, joint, room.letters)
        in_order = readmission_order(room.letters, self.scores.__getitem__)
        for size in range(len(room.waiting) + 2, len(room.members) + 1, 2):
            yield from self._fillings(room, joint, in_order, size)

    def _join_last_two(self) -> None:
        """KNDB waiting room 4: where even this does not help, the two are one group and the one before comes in."""
        self.rooms.pop()
        joined = (*self.groups[-2], *self.groups[-1])
        self._note("groups-joined", 4, joined)
        self.groups[-2:] = [joined]

    def _inside(self, room: Room) -> dict[str, tuple[PlayerId, ...] | int]:
        return {
            "score": room.score,
            "letters": self._players_at(room.letters),
            "waiting": self._players_at(room.waiting),
        }

    def _players_at(self, vertices: Iterable[int]) -> tuple[PlayerId, ...]:
        return tuple(self.names[vertex] for vertex in vertices)

    def _note(self, code: str, rule: int, players: Filling, **facts: tuple[PlayerId, ...] | int) -> None:
        if self.log.is_asked:
            self.log.note(code, f"{ARTICLE} {rule}", self._players_at(players), **facts)


def _set_of(vertices: Iterable[int]) -> int:
    return sum(1 << vertex for vertex in vertices)
