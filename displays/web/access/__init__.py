"""Who is asking and what they may do: roles, keys, invitations, sessions. Nobody writes who may not.

What belongs to this server and not to a tournament (keys, and what follows from them) is kept in the key store, a small
database beside the log: a copy of the log can be handed to a stranger without a single key in it.

``visitor.py`` says what each role may do, ``asking.py`` has the two questions of every door (``allow``, ``see``),
``middleware.py`` is the gate before all doors, ``key_store.py`` keeps the keys. Whoever adds a door adds its line to
``tests/displays/web/access/test_who_may.py``, which knocks at every door as everybody.
"""
