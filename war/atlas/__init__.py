"""The drawn map: one immutable picture for each sheet, the same for everyone, made by `python -m war.atlas.build`.

Its colors are the site's tokens, so that one file serves light, dark, and print. A page shows its parts with `<use>`
and lays its viewer's counters over them.
"""
