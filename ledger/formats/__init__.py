"""What other programs read and write, to and from events; strict by default."""
