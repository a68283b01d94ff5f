"""A club's own scenario file, read strictly: every fault by its line, and a scenario only if there is none.

`scenario_rows.py` reads the shape of the file, and `scenario_checks.py` asks the rules about what it puts on the map.
"""

from rulesets.civil_war.war.scenario import Scenario
from rulesets.civil_war.war.scenario_checks import map_faults
from rulesets.civil_war.war.scenario_rows import ScenarioReader
from rulesets.core.lined_reader import Faulty, read_text

MOST_BYTES = 1_000_000


def read_file(content: bytes) -> Scenario:
    """Return the scenario of a file, or refuse it with all its faults."""
    reader = ScenarioReader()
    tree = reader.tree(read_text(content, MOST_BYTES))
    scenario = reader.scenario(tree) if tree is not None else None
    faults = reader.faults
    if scenario is not None:
        faults += map_faults(scenario, reader.rows)
    if faults or scenario is None:
        raise Faulty(faults)
    return scenario
