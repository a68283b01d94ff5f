"""The battle in a box: typst sources, and the process that makes a PDF of them (docs/decisions/0036)."""
