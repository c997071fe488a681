"""The command line ``roundlog``.

``main.py`` begins and ends it, ``commands.py`` is the table of all commands: Click loads only the module of the one
that is asked for. A module has ``COMMANDS``: for each name its parameters and what it does (``command.py``). A command
reads what was typed, asks the desk or a view, and says the answer through its ``Terminal``: it holds no rule. Errors
are ``RoundlogError``; ``main`` turns them into a sentence in the reader's language and an exit code.
"""
