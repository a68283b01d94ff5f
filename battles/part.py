"""What battles add to the site's common work."""

from battles.selectors.todos import armies_to_meet, battles_waiting
from battles.services import row_checks, setup, umpire_work
from campaign.app_part import AppPart, SweepPhase, SweepStep

ENTRY_TITLES = {
    "battle.begun": "battle begun",
    "battle.sealed": "plan sealed",
    "battle.unsealed": "sealed plan taken back",
    "battle.opened": "battle opened",
    "battle.request": "tap",
    "battle.umpire_work": "work of the neutral chair",
    "battle.stuck": "word of the neutral chair that it cannot go on",
    "battle.result": "result entered",
    "battle.removals": "choice of what leaves the map",
    "battle.confirmed": "result confirmed",
    "battle.settled": "Report applied",
    "setup.agreed": "Brief agreed to",
}

PART = AppPart(
    todos=(armies_to_meet, battles_waiting),
    decisions=(setup.DECISION,),
    sweep=(SweepStep(SweepPhase.BATTLES, "battles", umpire_work.attend),),
    row_checks=row_checks.ROW_CHECKS,
    entry_titles=ENTRY_TITLES,
)
