"""The parts that all pages of the catalogue share: their frame, templates and words."""
