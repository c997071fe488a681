"""The rules: pure functions over frozen values.

Laws of this room:

1. No clock, no file, no network, no unseeded chance, no ``async``. Same input, same output, to the bit.
2. One model (``model.py``). Scores are ints in the unit that the point table names, or exact fractions.
3. A function that implements an article begins its docstring with it: ``KEIZER fig. 3``, ``FIDE C.04.3:2026 2.1.3``.
4. The engine imports the standard library, ``msgspec`` and (in ``matching`` only) ``rustworkx``; no other room.
"""
