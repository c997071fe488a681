"""The FMJD family of Swiss systems: one engine over the axes of FMJD 3.2–3.8, with accelerations.

``options`` names the axes and the presets 5.1 … 5.3; ``entrants`` and ``field`` read the tournament into an ordered
field of groups; ``optimum`` keeps the best complete pairing under counts in order of importance; ``groups`` takes the
decisions group by group from the top; ``methods`` are the ways to pair inside a group; ``colours`` gives the colours.
``engine/systems/fmjd/system.py`` puts them together.
"""
