"""Sections of HTML that several pages show."""
