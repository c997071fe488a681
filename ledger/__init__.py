"""What happened: the log and everything that is folded out of it.

Laws of this room:

1. An event is appended; nothing is ever edited or deleted. A correction is a new event that names what it corrects.
2. ``decide`` (of a state, a command) checks everything and changes nothing; ``evolve`` (of a state, an event) never
   checks and never raises.
3. Replay never pairs again: ``RoundPaired`` carries the boards, so a repaired rule cannot change the past.
4. The clock and the actor are written by the desk and never reach ``decide``.
5. ``Desk.handle`` is the only way to write. What it has acknowledged is durable.
6. The ledger imports the engine and ``msgspec`` (the log also SQLite and ``sqlite_utils``); never the displays.
"""
