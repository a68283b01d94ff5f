"""Verbs that build what a test needs: a campaign with the usual people in it."""

from dataclasses import dataclass

from campaign import visibility
from campaign.models import Campaign, Role, UmpireKind, User
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.visibility import Viewer

PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Club:
    """A campaign and its people, by what they are called in tests."""

    campaign: Campaign
    users: dict[str, User]

    @property
    def decider(self) -> str:
        """Who takes up contacts and invites: the umpire, or where the site is the umpire a side."""
        return "umpire" if self.campaign.umpire_kind == UmpireKind.PERSON else "union"

    def viewer(self, who: str) -> Viewer:
        return visibility.enter(self.users[who].pk, self.campaign.id)


def enrol(*names: str) -> dict[str, User]:
    return {name: User.objects.create_user(name, PASSWORD) for name in names}


def a_club(*, umpire_kind: str = "person", one_off: bool = False, **fields: str) -> Club:
    """Umpire, a whole-side seat a side, a second Union seat for the West, an observer; an outsider beside.

    Where the site is the umpire there is no umpire's seat, and who is called so elsewhere is a stranger here.
    """
    users = enrol("umpire", "union", "union_west", "confederate", "observer", "outsider")
    is_chaired = umpire_kind == UmpireKind.PERSON
    seats = [
        *([SeatPlan(Role.UMPIRE, user_id=users["umpire"].pk)] if is_chaired else []),
        SeatPlan(Role.COMMANDER, "USA", user_id=users["union"].pk),
        SeatPlan(Role.COMMANDER, "USA", "West", user_id=users["union_west"].pk),
        SeatPlan(Role.COMMANDER, "CSA", user_id=users["confederate"].pk),
        SeatPlan(Role.OBSERVER, user_id=users["observer"].pk),
    ]
    campaign = found_campaign(
        name=fields.get("name", "Western Rivers"),
        book=fields.get("book", "civil_war"),
        founder_id=users["umpire" if is_chaired else "union"].pk,
        seats=seats,
        sheet=fields.get("sheet", ""),
        umpire_kind=umpire_kind,
        one_off=one_off,
    )
    return Club(campaign, users)
