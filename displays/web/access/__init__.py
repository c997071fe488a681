"""Access: who sends a request and what they may do. Roles, keys, invitations, sessions.

``roles.py`` says what each role may do, ``authorize.py`` has the questions that every endpoint asks (``allow``,
``see``), ``middleware.py`` finds out who sent a request before any endpoint does, ``key_store.py`` keeps the keys,
``services.py`` is how a request finds everything else. Keys belong to this server and not to a tournament, so they are
kept in a private file beside the log (``ledger.private_file``): a copy of the log has not a single key in it.

Whoever adds an endpoint adds its line to ``tests/displays/web/access/test_who_may.py``, which asks every endpoint in
every role.
"""
