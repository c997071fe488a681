"""The subcommands of ``roundlog``, by subject. ``cli.py`` loads only the module that is asked for.

A module has ``COMMANDS``: for each name what it takes and what it does (see ``contract.py``).
"""
