"""The web server: HTTP, websockets, pages."""
