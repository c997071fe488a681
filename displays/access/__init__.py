"""Who is asking and what they may do: roles, keys, invitations, sessions. Nobody writes who may not.

What belongs to this server and not to a tournament (keys, and what follows from them) is kept in the office, a small
database beside the log: a copy of the log can be handed to a stranger without a single key in it.
"""
