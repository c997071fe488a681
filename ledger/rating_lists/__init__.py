"""Rating lists as federations publish them, loaded into files beside the log to look players up in.

They are no part of the log and of no backup: loading the lists again makes them anew. What is taken from them into a
tournament is recorded there."""
