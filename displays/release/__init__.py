"""What this copy of Roundlog is, wherever it lies (a checkout, a wheel, the single file): its version, its handbook."""
