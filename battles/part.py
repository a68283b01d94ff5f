"""The battles' part in the site's common work."""

from battles.selectors.cups import awaited_cups
from battles.selectors.todos import armies_to_meet, battles_waiting
from battles.services import begin, call_off, card_setup, ground, ground_pictures, row_checks, setup, umpire_work
from campaign.app_part import AppPart, SweepPhase, SweepStep

ENTRY_TITLES = {
    "battle.begun": "battle begun",
    "battle.called_off": "battle called off",
    "battle.ground": "ground set",
    "battle.edge": "edge chosen",
    "battle.hex": "hex corrected",
    "battle.picture": "picture of the ground added",
    "battle.sealed": "plan sealed",
    "battle.unsealed": "plan unsealed",
    "battle.prepared": "battle prepared",
    "battle.hidden": "hidden units decided",
    "battle.opened": "battle opened",
    "battle.placed": "hidden units placed",
    "battle.excess": "entering units chosen",
    "battle.request": "clock request",
    "battle.phase": "next phase",
    "battle.adjourned": "battle adjourned",
    "battle.resumed": "battle resumed",
    "battle.positions": "positions noted",
    "battle.night": "choice for the night sealed",
    "battle.night_opened": "choices for the night opened",
    "battle.leader": "leader placed",
    "battle.rolled": "roll at the table",
    "battle.rerolled": "reroll at the table",
    "battle.umpire_work": "umpire's secret work",
    "battle.stuck": "umpire's work failed",
    "battle.tick": "loss ticked",
    "battle.result": "result entered",
    "battle.objected": "objections to a result",
    "battle.ruled": "losses ruled on",
    "battle.removals": "losses to remove chosen",
    "battle.confirmed": "result confirmed",
    "battle.surrender": "both sides asked about a surrender",
    "battle.settled": "battle report applied",
    "setup.agreed": "setup agreed",
    "setup.cards": "battle with unit cards agreed",
    "card.listed": "units set up",
    "card.added": "unit set up",
    "card.changed": "unit changed by hand",
    "card.removed": "unit removed",
    "card.revealed": "unit revealed",
    "card.rolled": "roll from units",
    "card.confirmed": "changes of a roll confirmed",
    "card.discarded": "changes of a roll discarded",
    "order.written": "order written",
    "order.revealed": "order revealed",
}

PART = AppPart(
    todos=(armies_to_meet, battles_waiting),
    decisions=(
        setup.DECISION,
        card_setup.DECISION,
        ground.DECISION,
        ground.HEX_DECISION,
        ground_pictures.DECISION,
        call_off.DECISION,
    ),
    sweep=(
        SweepStep(SweepPhase.BATTLES, "agreed battles", begin.begin_agreed, needs=begin.battle_is_agreed),
        SweepStep(SweepPhase.BATTLES, "battles", umpire_work.attend, needs=umpire_work.has_battles),
    ),
    row_checks=row_checks.ROW_CHECKS,
    entry_titles=ENTRY_TITLES,
    awaited=awaited_cups,
    ending=call_off.end_all,
)
