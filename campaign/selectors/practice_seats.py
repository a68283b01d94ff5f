"""Find the seat of a practice campaign that a visitor's key opens."""

from datetime import datetime
from hashlib import sha256

from django.db.models import QuerySet

from campaign.models import Role, SideCode, User
from campaign.prepared import prepared
from campaign.sources import SOURCES
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Curtain:
    """A seat of a practice campaign: its word in addresses, its role and side, and its name."""

    word: str
    role: str
    side: str
    name: str

    @property
    def sign(self) -> str:
        return self.side or self.role

    @property
    def words(self) -> str:
        return f"the {self.name} curtain" if self.side else "the umpire’s curtain"

    @property
    def who(self) -> str:
        return f"the {self.name} side" if self.side else "the umpire"


CURTAINS = {
    "union": Curtain("union", Role.COMMANDER, SideCode.UNION, "Union"),
    "confederate": Curtain("confederate", Role.COMMANDER, SideCode.CONFEDERATE, "Confederate"),
    "umpire": Curtain("umpire", Role.UMPIRE, "", "umpire"),
}
MAIN_PAGE = "campaigns:page"
# All else of a campaign is closed to visitors: seats, invitations, settings, and whatever is added.
OPEN = frozenset(["curtain", "journal", "talk", "dice", "house", "map", "battles", "rulebook"])


@dataclass(frozen=True)
class PracticeSeat:
    """A visitor in one seat of their practice campaign; they see nothing of it until its curtain is open."""

    user: User
    campaign_id: int
    curtain: Curtain
    is_open: bool
    until: datetime

    def reaches(self, page: str) -> bool:
        """Return whether a page of the campaign, by its name, is open to visitors."""
        return page == MAIN_PAGE or page.partition(":")[0] in OPEN

    @property
    def others(self) -> list[Curtain]:
        return [curtain for curtain in CURTAINS.values() if curtain != self.curtain]


def hash_of(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def practice_seat(*, key: str, campaign_id: int, word: str) -> PracticeSeat | None:
    """Return the seat with this word, if the key is the visitor's own and their day isn't over."""
    curtain = CURTAINS[word]
    for user in _holders(campaign_id, hash_of(key), SOURCES.now(), curtain.role, curtain.side):
        practice = user.practice
        assert practice is not None
        return PracticeSeat(user, campaign_id, curtain, word in practice.lifted, practice.expires_at)
    return None


@prepared
def _holders(campaign_id: int, visitor: str, now: datetime, role: str, side: str) -> QuerySet[User]:
    users = User.objects.filter(practice__campaign__id=campaign_id, practice__visitor=visitor)
    users = users.filter(practice__expires_at__gt=now, seats__role=role, seats__side=side)
    return users.select_related("practice")
