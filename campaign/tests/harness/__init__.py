"""The two harnesses of docs/secrecy-harness.md and the table of bad input, built on what the site itself declares.

`world` is a site with an injected clock, ids, and secrets; `sight` is what one viewer can make of it; `routes` fills
the addresses of the URLconf, and `rotation` chooses among many alike. `pairs` declares hidden facts, `bundles` says
which are planted together, `observed` plays a world, `differences` compares two, and `worlds` finds the fact that
shows. `canary` looks for markers. `plugin` holds the options of a run and prints its `tally`. URLs, columns, and ids
are found, never listed: what is new is covered unasked.
"""
