"""The demo: Shiloh with a seat for each kind of person, just begun and finished, and a war in its second turn."""

import base64
import hmac

from django.conf import settings
from django.db import transaction

from battles.services.agreed_game import agree_and_fight
from battles.services.demo_game import play_to_the_end
from campaign.models import Campaign, Role, SideCode, User
from campaign.services.accounts import erase_person, leave_club
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.sweep import sweep
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.records import dataclass
from rulesets.core.sheet_form import load_sheet
from war.selectors.scenarios import offer_of
from war.services.demo_war import SCENARIO, play_history
from war.services.set_up import set_up

NAMES = ("umpire", "union", "confederate", "observer", "outsider")
SHEET = "pittsburg_landing"
BOOK = "civil_war"


@dataclass(frozen=True)
class Login:
    name: str
    password: str


def make_demo() -> list[Login]:
    """Create each missing account and the campaigns; people who already have a name keep it."""
    users = {name: user for name in NAMES if (user := _account(name)) is not None}
    if len(users) == len(NAMES) and not _has_campaign(users["umpire"]):
        _make_running(users)
        _make_finished(users)
        _make_war(users)
    return [Login(name, password_of(name)) for name in users]


def password_of(name: str) -> str:
    """Derive a password from the site's secret key: every start prints the same, and no other site has it."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"demo account {name}".encode(), "sha256")
    emails = base64.b32encode(digest).decode().lower()[:16]
    return "-".join(emails[n : n + 4] for n in range(0, 16, 4))


def _account(name: str) -> User | None:
    user = User.objects.filter(username=name).first()
    if user is None:
        return User.objects.create_user(name, password_of(name), is_demo=True)
    if not user.is_demo:
        return None
    if not user.check_password(password_of(name)):
        user.set_password(password_of(name))
        user.save(update_fields=["password"])
    return user


def _has_campaign(umpire: User) -> bool:
    return Campaign.objects.filter(seats__user=umpire, seats__role=Role.UMPIRE).exists()


def _make_running(users: dict[str, User]) -> None:
    with transaction.atomic():
        campaign_id = _found(users, "Shiloh")
        agree_and_fight(campaign_id)
    sweep(campaign_id)


def _make_finished(users: dict[str, User]) -> None:
    with transaction.atomic():
        campaign_id = _found(users, "Shiloh, played to the end")
        play_to_the_end(campaign_id)


def _make_war(users: dict[str, User]) -> None:
    """Play a turn of Shiloh to Corinth, and stop where the Union may spend a pulse."""
    with transaction.atomic():
        offer = offer_of(SCENARIO)
        campaign = found_campaign(
            name="Shiloh to Corinth", book=BOOK, founder_id=users["umpire"].pk, scenario=offer, seats=_seats(users)
        )
        play_history(campaign.pk)


def _seats(users: dict[str, User]) -> list[SeatPlan]:
    return [
        SeatPlan(Role.UMPIRE, user_id=users["umpire"].pk),
        SeatPlan(Role.COMMANDER, SideCode.UNION, user_id=users["union"].pk),
        SeatPlan(Role.COMMANDER, SideCode.CONFEDERATE, user_id=users["confederate"].pk),
        SeatPlan(Role.OBSERVER, user_id=users["observer"].pk),
    ]


def _found(users: dict[str, User], name: str) -> int:
    """Start a campaign with both armies met, and return it."""
    campaign = found_campaign(
        name=name,
        book=BOOK,
        founder_id=users["umpire"].pk,
        sheet=SHEET,
        sheet_hash=load_sheet(SHEET).hash,
        seats=_seats(users),
    )
    set_up(None, brief=shipped_briefs()["shiloh"], campaign_id=campaign.id)
    return campaign.id


def remove_demo() -> int:
    """Delete the demo accounts and free their seats; what they played stays recorded."""
    users = list(User.objects.filter(is_demo=True))
    for user in users:
        with transaction.atomic():
            leave_club(user.pk)
            erase_person(user)
            user.is_demo = False
            user.save(update_fields=["is_demo"])
    return len(users)
