"""What all pages of the catalogue share: the frame around them, the templates, the words."""
