"""The KNDB Swiss on resistance points: ranking list, waiting rooms, pairing inside a group, colours, the dummy.

``sheets`` reads the tournament into one ranked line a player; ``waiting`` forms the groups (rules 1–4 of the text),
``fillings`` knows the order in which a waiting room is filled, ``colours`` gives the colours; ``drawing_dummy`` and
``guided`` are the two modifications that the text allows. ``engine/systems/kndb/system.py`` puts them together.
"""
