"""The map of the whole war: a script that lays the facts of 1861 on a grid of hexes 25 miles across.

`build.build()` returns the sheet; `python -m rulesets.civil_war.sheet.build` writes the file that ships. The same facts
give the same bytes. What the procedure gets wrong is a row of `overrides.csv`, with its reason and a check.
"""
