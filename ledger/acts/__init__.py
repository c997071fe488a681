"""Everything that can be done to a tournament, by subject: see ``act`` for what an act is, ``catalogue`` for all."""
