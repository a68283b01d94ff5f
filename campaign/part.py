"""What campaign itself adds to the site's common work."""

from campaign.app_part import AppPart, NavPlace, SweepPhase, SweepStep
from campaign.selectors.club_todos import club_todos
from campaign.services import agreed, deadlines, house, lifecycle, row_checks, site_corrections, site_rewind

ENTRY_TITLES = {
    "campaign.begun": "campaign begun",
    "campaign.paused": "campaign paused",
    "campaign.resumed": "campaign goes on",
    "campaign.closed": "campaign closed",
    "campaign.archived": "campaign put into the archive",
    "campaign.time_limit": "pace changed",
    "campaign.deletion": "campaign to be deleted",
    "campaign.kept": "campaign kept",
    "club.table": "numbers of a marked table",
    "club.ruling": "ruling answered",
    "correct": "correction",
    "deadline.set": "clock set",
    "deadline.extended": "more time given",
    "deadline.stopped": "clock stopped",
    "deadline.run": "clock let run",
    "deadline.reminded": "reminder",
    "deadline.passed": "deadline over",
    "house.numbers": "numbers agreed to",
    "house.ruling": "ruling agreed to",
    "invitation.made": "invitation",
    "invitation.declined": "invitation declined",
    "invitation.withdrawn": "invitation withdrawn",
    "proposal.made": "question to the other side",
    "proposal.refused": "answer of no",
    "proposal.done": "what both sides agreed to",
    "rewind": "rewind",
    "rewind.agreed": "rewind agreed to",
    "row.corrected": "correction agreed to",
    "seat.opened": "seat opened",
    "seat.closed": "seat closed",
    "seat.taken": "seat taken",
    "seat.emptied": "seat emptied",
    "seat.changed": "change of seat",
    "seat.left": "seat left",
    "talk.said": "message",
    "talk.erased": "message erased",
    "umpire.viewed_as": "look over a shoulder",
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
        NavPlace(40, "Talk", "talk:page", "mail"),
        NavPlace(50, "Seats", "seats:list", "people"),
    ),
)
