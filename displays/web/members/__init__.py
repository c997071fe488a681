"""Members: the players of a club with links of their own, what they see on their phones, and what they may do there."""
