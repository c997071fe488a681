"""What people see and touch: the command line, the pages, the JSON API.

Laws of this room:

1. A display holds no rule. What is allowed is decided by ``ledger.acts.decide``, what is true is folded by ``ledger``.
2. Sentences live in ``words/locale/<language>/<section>.json`` and nowhere else: engine and ledger speak in codes
   and facts.
3. Whatever a person typed (a name, a reason) is escaped where it is shown.
4. The public sees what is published. A draft of a round reaches no page (``web/visibility.py``).
5. One place turns errors into answers for the terminal (``cli/main.py``), one for HTTP (``web/errors.py``).
"""
