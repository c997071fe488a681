"""Live: what changes in a tournament reaches every screen that follows it. ``docs/live.md`` is the protocol.

``door.py`` lets a connection in, ``wire.py`` is the connection, ``topics.py`` and ``states.py`` say what can be
followed and what it shows, ``frames.py`` turns it into bytes, ``channel.py`` writes those to all who follow,
``pace.py`` says when, ``hub.py`` hears from the desk and knows everybody, ``running.py`` keeps the clock;
``threshold.py`` keeps a crowd from the door, and ``room.py`` says how many there is room for.
"""
