"""Live updates over websockets: what changes in a tournament reaches all who follow it (``docs/live.md``).

From the endpoint to the wire: ``admission.py`` lets websockets in a few at a time, ``endpoint.py`` authorises one,
``connection.py`` is the connection itself; ``hub.py`` hears from the desk, ``subscriptions.py`` knows who follows what
of one tournament, ``topics.py`` what there is to follow and how it is rendered, ``frames.py`` encodes it once for all,
``throttle.py`` says when.
"""
