"""The screens of the hall: pages that fit the glass by themselves, and never lie about how old they are.

The page brings the words and what the screen is to show; what it shows comes over the live line (``web/live``),
so a screen needs nobody at its keyboard. ``static/js/screen`` paints.
"""
