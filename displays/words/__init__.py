"""Language, locale, and everything that turns values into text."""
