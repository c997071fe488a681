"""Live: what changes in a tournament reaches every screen that follows it. ``README.md`` here is the protocol.

``door.py`` lets a connection in, ``wire.py`` is the connection, ``topics.py`` and ``states.py`` say what can be
followed and what it shows, ``releases.py`` what the public may know of, ``frames.py`` turns it into bytes,
``channel.py`` writes those to all who follow, ``pace.py`` says when, ``hub.py`` hears from the desk and knows
everybody, ``running.py`` keeps the clock.
"""
