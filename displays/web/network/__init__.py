"""How other machines in the hall reach the server: addresses, the sockets at them, certificates, a test by phone."""
