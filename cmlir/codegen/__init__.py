"""From planned IR to a C project."""
