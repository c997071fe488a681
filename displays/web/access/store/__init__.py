"""The store of keys: an event-sourced file of its own beside the log."""
