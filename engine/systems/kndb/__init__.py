"""The KNDB Swiss on resistance points: ranking list, waiting rooms, pairing inside a group, colours, the dummy.

``waiting`` forms the groups (rules 1–4 of the text), ``fillings`` knows the order in which a waiting room is filled;
``drawing_dummy`` and ``guided`` are the two modifications that the text allows. The ranking list and the colours are
those of ``engine/draughts_swiss.py``.
"""
