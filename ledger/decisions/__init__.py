"""The checks behind ``decide``, by subject. Each function takes the state and one command and gives the events."""
