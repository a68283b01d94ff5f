"""The two harnesses of secrecy.md and the table of bad input, built on what the site itself declares.

`routes` fills the addresses of the URLconf; `world` is a site with an injected clock, ids and secrets; `sight` is what
one viewer can make of it; `pairs` compares two worlds; `canary` looks for markers; `leaks` plants leaks that must be
found; `wrong` sends what nobody should send. URLs, columns and ids are found, never listed: what is new is covered
unasked.
"""
