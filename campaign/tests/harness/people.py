"""The people of a harness: the usual club with email addresses, and another campaign for the outsider."""

from campaign.models import Campaign, Role
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.tests.builders import Club, a_club
from campaign.tests.harness.world import ANONYMOUS, World

SHEET = "pittsburg_landing"
WHO = (ANONYMOUS, "outsider", "observer", "confederate", "union_west", "union", "umpire")
STRANGERS = (ANONYMOUS, "outsider")
NOT_UNION = (*STRANGERS, "observer", "confederate")
NOT_CONFEDERATE = (*STRANGERS, "observer", "union_west", "union")
NOT_OWNER = (*NOT_UNION, "union_west")
ONLY_UMPIRE = (*NOT_OWNER, "union")


def gather(world: World, *, umpire_kind: str = "person", club: Club | None = None) -> Club:
    """Seat everybody, in a campaign of their own if one is given, and give everybody an email address."""
    world.club = club or a_club(sheet=SHEET, umpire_kind=umpire_kind)
    for name, user in world.club.users.items():
        user.email = f"{name}@{world.facts.get(f'host of {name}', 'example.org')}"
        user.save()
    found_elsewhere(world)
    world.open_browsers()
    return world.club


def found_elsewhere(world: World) -> Campaign:
    """Start another campaign with the outsider as its umpire, so that its ids are foreign here."""
    outsider = world.club.users["outsider"].pk
    seats = [SeatPlan(Role.UMPIRE, user_id=outsider), SeatPlan(Role.COMMANDER, "USA"), SeatPlan(Role.COMMANDER, "CSA")]
    return found_campaign(name="Elsewhere", book="civil_war", founder_id=outsider, seats=seats, sheet=SHEET)
