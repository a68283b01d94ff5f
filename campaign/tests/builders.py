"""Builders for tests: a campaign with the usual people."""

from campaign import visibility
from campaign.models import Campaign, Role, UmpireKind, User
from campaign.services.campaigns import ONE_OFF_BOOK, SeatPlan, found_campaign
from campaign.tests.kept import kept
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Club:
    """A campaign and its people by their names in tests."""

    campaign: Campaign
    users: dict[str, User]

    @property
    def decider(self) -> str:
        """Return who invites and decides contacts: the umpire, or Union if the site umpires."""
        return "umpire" if self.campaign.umpire_kind == UmpireKind.PERSON else "union"

    def viewer(self, who: str) -> Viewer:
        return visibility.enter(self.users[who].pk, self.campaign.id)


def enroll(*names: str) -> dict[str, User]:
    return {name: User.objects.create_user(name, PASSWORD) for name in names}


@kept
def a_club(*, umpire_kind: str = "person", one_off: bool = False, **fields: str) -> Club:
    """Seat an umpire, a whole-side commander per side, Union West, and an observer; add an outsider.

    If the site umpires, there is no umpire seat, and the user named "umpire" is a stranger.
    """
    users = enroll("umpire", "union", "union_west", "confederate", "observer", "outsider")
    has_umpire = umpire_kind == UmpireKind.PERSON
    seats = [
        *([SeatPlan(Role.UMPIRE, user_id=users["umpire"].pk)] if has_umpire else []),
        SeatPlan(Role.COMMANDER, "USA", user_id=users["union"].pk),
        SeatPlan(Role.COMMANDER, "USA", "West", user_id=users["union_west"].pk),
        SeatPlan(Role.COMMANDER, "CSA", user_id=users["confederate"].pk),
        SeatPlan(Role.OBSERVER, user_id=users["observer"].pk),
    ]
    campaign = found_campaign(
        name=fields.get("name", "Western Rivers"),
        book=fields.get("book", ONE_OFF_BOOK if one_off else "civil_war"),
        founder_id=users["umpire" if has_umpire else "union"].pk,
        seats=seats,
        sheet=fields.get("sheet", ""),
        umpire_kind=umpire_kind,
        one_off=one_off,
    )
    return Club(campaign, users)
