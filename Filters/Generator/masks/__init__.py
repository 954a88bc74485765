"""One module for each painted mask: `paint()` gives its canvas."""
