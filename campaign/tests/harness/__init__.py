"""The two harnesses of docs/secrecy-harness.md.

`world` runs the site with an injected clock, ids, and secrets; `sight` collects everything that one viewer can see;
`routes` fills in the arguments of URLs, and `rotation` picks among many similar values. `pairs` declares hidden facts,
`bundles` decides which are planted together, `observed` plays a world, `differences` compares two, and `worlds` finds
the fact that leaks. `canary` searches for markers. `plugin` adds the options of a run and prints its `tally`. URLs,
columns, and ids are discovered, never listed, so a new one is covered automatically.
"""
