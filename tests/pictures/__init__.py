"""Pictures of the handbook, taken of the product itself: ``make pictures``."""
