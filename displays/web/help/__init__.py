"""The handbook at ``/help``: its chapters as pages, and what is searched for in them."""
