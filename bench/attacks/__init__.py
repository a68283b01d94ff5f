"""Attack the site as a stranger, a careless umpire, and a failing machine would: `bench/attack`.

`probes` asks for each property that an attack once broke, and `plants` breaks it again on purpose. `hostile` sends bad
requests at each of the `stages` of a battle, and in a war. `kills` plays all acts on a real site (`sites`) while its
processes die, and `rivals` lets two umpires act at once. `counts` collects what happened and what went wrong.
"""
