"""Words: everything that turns values into text, in the reader's language.

1. A text stands in ``locale/<language>/<section>.json``, and nowhere else. The file is the section: a flat table of
   keys and texts in alphabetical order. A language is a folder, found by itself; what it calls itself is ``language``
   in its ``words.json``.
2. ``{fact}`` is filled in; ``{count:game|games}`` is the form that goes with a number, by the rules of the language
   (``plurals.py``); ``[[option]]`` is what the set-up form calls an option.
3. Every error code, event, reason, outcome and option has its words in every language, with the same facts: tests
   check it.
4. Codes that a newer Roundlog wrote stand for themselves: reading a log never fails for want of a word.
5. Nothing here holds a rule: values come from the ledger and its views. What people type is read in ``parse.py``.
"""
