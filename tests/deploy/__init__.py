"""What stands in deploy/, tried with the programs that it is for, as far as this machine lets them run."""
