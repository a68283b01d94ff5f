"""Work inside a running site's own database, by `manage.py shell`: new campaigns, and what is left of the acts."""

import json
from pathlib import Path

from battles.tests.builders import SHEET
from campaign.models import Campaign, Email, Entry, Role, Throttle, User
from campaign.selectors.verify import verify
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.tests.builders import PASSWORD
from war.selectors.scenarios import offer_of

SEATS = {
    "umpire": SeatPlan(Role.UMPIRE),
    "umpire_two": SeatPlan(Role.UMPIRE),
    "union": SeatPlan(Role.COMMANDER, "USA"),
    "union_west": SeatPlan(Role.COMMANDER, "USA", "West"),
    "confederate": SeatPlan(Role.COMMANDER, "CSA"),
    "observer": SeatPlan(Role.OBSERVER),
}
UMPIRES = ("umpire", "umpire_two")


def username(who: str) -> str:
    return f"attack-{who}"


def people() -> dict[str, User]:
    known = {user.username: user for user in User.objects.filter(username__startswith=username(""))}
    return {who: known.get(username(who)) or User.objects.create_user(username(who), PASSWORD) for who in SEATS}


def make(*, umpire_kind: str, number: int, one_off: bool = False, scenario: str = "") -> None:
    """Found a campaign on a bare map or on a scenario, or one of a single battle, and print its id."""
    users = people()
    Throttle.objects.all().delete()
    seats = [
        SeatPlan(plan.role, plan.side, plan.scope, user_id=users[who].pk)
        for who, plan in SEATS.items()
        if umpire_kind == "person" or who not in UMPIRES
    ]
    founder = users["umpire" if umpire_kind == "person" else "union"].pk
    campaign = found_campaign(
        name=f"Attack {number}",
        book="" if scenario else "civil_war",
        founder_id=founder,
        seats=seats,
        sheet="" if one_off or scenario else SHEET,
        scenario=offer_of(scenario) if scenario else None,
        one_off=one_off,
        umpire_kind=umpire_kind,
    )
    print(json.dumps(campaign.pk))


def ledger(acknowledged: str) -> None:
    """Compare the keys of acknowledged acts, by campaign, with the record, and print every fault."""
    faults = []
    for campaign_id, keys in json.loads(Path(acknowledged).read_text()).items():
        campaign = Campaign.objects.get(id=int(campaign_id))
        faults += [f"{campaign.name}: {fault}" for fault in _faults_of(campaign, keys)]
    print(json.dumps(faults))


def _faults_of(campaign: Campaign, keys: list[str]) -> list[str]:
    by_people = Entry.objects.filter(campaign=campaign, seat_id__isnull=False)
    found = [key for key in by_people.values_list("key", flat=True) if key]
    doubled = {key for key in found if found.count(key) > 1}
    return [
        *(f"an acknowledged act is lost: {key}" for key in keys if key not in found),
        *(f"an act that nobody was told of: {key}" for key in found if key not in keys),
        *(f"an act was done twice: {key}" for key in sorted(doubled)),
        *(
            f"an entry without its key: {entry.kind}"
            for entry in by_people.filter(key=None).exclude(kind="campaign.begun")
        ),
        *verify(campaign.pk),
    ]


def acts_of_people(campaign_id: int) -> None:
    """Print how many acts the people of a campaign have done."""
    print(json.dumps(Entry.objects.filter(campaign_id=campaign_id, seat_id__isnull=False).count()))


def mail_left() -> None:
    """Print the addresses of the emails that are still queued."""
    print(json.dumps(list(Email.objects.values_list("address", flat=True))))
