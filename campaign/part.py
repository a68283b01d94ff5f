"""Declare what `campaign` itself adds to the site's common work."""

from campaign.app_part import AppPart, NavPlace, SweepPhase, SweepStep
from campaign.selectors.club_todos import club_todos
from campaign.services import agreed, deadlines, house, lifecycle, row_checks, site_corrections, site_rewind

ENTRY_TITLES = {
    "campaign.begun": "campaign started",
    "campaign.paused": "campaign paused",
    "campaign.resumed": "campaign resumed",
    "campaign.closed": "campaign closed",
    "campaign.archived": "campaign archived",
    "campaign.time_limit": "time limit changed",
    "campaign.deletion": "deletion scheduled",
    "campaign.kept": "deletion canceled",
    "club.table": "numbers replaced",
    "club.ruling": "ruling changed",
    "correct": "correction",
    "deadline.set": "clock set",
    "deadline.extended": "time added",
    "deadline.stopped": "clock stopped",
    "deadline.run": "clock restarted",
    "deadline.reminded": "reminder",
    "deadline.passed": "deadline passed",
    "house.numbers": "numbers replaced by agreement",
    "house.ruling": "ruling changed by agreement",
    "invitation.made": "invitation",
    "invitation.declined": "invitation declined",
    "invitation.withdrawn": "invitation withdrawn",
    "proposal.made": "request to the other side",
    "proposal.refused": "request declined",
    "proposal.done": "agreed request carried out",
    "rewind": "rewind",
    "rewind.agreed": "rewind agreed",
    "row.corrected": "correction agreed",
    "seat.opened": "seat opened",
    "seat.closed": "seat closed",
    "seat.taken": "seat taken",
    "seat.emptied": "seat emptied",
    "seat.changed": "seat changed",
    "seat.left": "seat left",
    "talk.said": "message",
    "talk.erased": "message erased",
    "umpire.viewed_as": "viewed as a seat",
}

PART = AppPart(
    todos=(club_todos,),
    decisions=(
        *lifecycle.DECISIONS,
        *deadlines.DECISIONS,
        *house.DECISIONS,
        site_rewind.DECISION,
        site_corrections.DECISION,
    ),
    sweep=(
        SweepStep(SweepPhase.AGREED, "agreed decisions", agreed.carry_out_agreed),
        SweepStep(SweepPhase.CLOCKS, "clocks", deadlines.keep_time),
        SweepStep(SweepPhase.DELETION, "deletion", lifecycle.delete_due),
    ),
    row_checks=row_checks.ROW_CHECKS,
    entry_titles=ENTRY_TITLES,
    places=(
        NavPlace(10, "Campaign", "campaigns:page", "home"),
        NavPlace(30, "Journal", "journal:list", "journal"),
        NavPlace(40, "Messages", "talk:page", "mail"),
        NavPlace(50, "Seats", "seats:list", "people"),
    ),
)
