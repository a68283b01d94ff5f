"""Import a club's own scenario, and export one: `manage.py campaign import-scenario FILE`, `export-scenario ID`."""

from collections.abc import Sequence
from pathlib import Path

from django.db import DatabaseError, transaction

from campaign.errors import Refusal
from campaign.sources import SOURCES
from rulesets.civil_war.war.canonical import canonical, hash_of
from rulesets.civil_war.war.scenario import Scenario, shipped_scenarios
from rulesets.civil_war.war.scenario_file import MOST_BYTES, read_file
from rulesets.core.lined_reader import Faulty, clean
from rulesets.core.words import listed, quoted
from war.models import ImportedScenario
from war.selectors.scenarios import newest_scenarios


class WrongScenario(Refusal):
    """A scenario file with faults, each with its line. Nothing is imported."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = list(faults)

    @property
    def sentences(self) -> list[str]:
        return ["Nothing was imported.", *self.faults]


def import_scenario(content: bytes) -> Scenario:
    """Offer a file's scenario at founding, in place of an older version. Campaigns stay on the version they pinned."""
    try:
        scenario = read_file(content)
    except Faulty as faulty:
        raise WrongScenario(faulty.lines) from None
    row = {"scenario": scenario.id, "text": canonical(scenario), "at": SOURCES.now()}
    with transaction.atomic():
        ImportedScenario.objects.update_or_create(hash=hash_of(scenario), defaults=row)
    return scenario


def import_command(file: str) -> str:
    """Import a file; return what to print."""
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refusal(f"{clean(file)}: {getattr(error, 'strerror', None) or error}.") from None
    scenario = import_scenario(content)
    return f"{scenario.title}: imported as {scenario.id}, fingerprint {hash_of(scenario)}.\n"


def export_command(scenario_id: str) -> str:
    """Return the canonical text of the version that is offered; before the site has a database, of what ships."""
    try:
        newest = newest_scenarios()
    except DatabaseError:
        newest = {scenario.id: scenario for scenario in shipped_scenarios()}
    scenario = newest.get(scenario_id)
    if scenario is None:
        known = listed(map(quoted, sorted(newest)), "or")
        raise Refusal(f"There is no scenario {quoted(clean(scenario_id))}. Choose {known}.")
    return canonical(scenario)
