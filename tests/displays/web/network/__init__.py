"""How other machines reach the server."""
