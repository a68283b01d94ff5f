"""What the entries of battles are called where people read them."""

from campaign.selectors.kinds import name_kinds

TITLES = {
    "battle.begun": "battle begun",
    "battle.sealed": "plan sealed",
    "battle.unsealed": "sealed plan taken back",
    "battle.opened": "battle opened",
    "battle.tap": "tap",
    "battle.chair": "work of the neutral chair",
    "battle.stuck": "word of the neutral chair that it cannot go on",
    "battle.result": "result entered",
    "battle.leaving": "choice of what leaves the map",
    "battle.confirmed": "result confirmed",
    "battle.settled": "Report applied",
    "brief.agreed": "Brief agreed to",
}


def ready() -> None:
    """Called once at start-up."""
    name_kinds(TITLES)
