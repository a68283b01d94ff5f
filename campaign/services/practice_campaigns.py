"""Start a practice campaign for a visitor without an account, lift and draw its curtains, and erase it after a day."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import count

from django.db import transaction

from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.models import Campaign, Practice, User
from campaign.selectors.practice_seats import CURTAINS, PracticeSeat, hash_of
from campaign.services import throttle
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.lifecycle import erase_campaign, erase_in_batches
from campaign.services.practice_acts import LASTS
from campaign.services.throttle import Limit, TooOften
from campaign.sources import SOURCES

MOST_OPEN = 200
MOST_BATCHES = 40
OF_VISITOR = Limit("practice-visitor", 3, LASTS)
OF_ADDRESS = Limit("practice-address", 20, LASTS)
STARTS = Limit("practice", 0, LASTS)
HOLDER = "You"


class AllTaken(TooOften):
    """As many practice battles are open as the site allows."""

    what = "All practice battles are taken right now."


def new_key() -> str:
    """Return a key for a browser, by which alone its visitor is known."""
    return SOURCES.secret("practice").hex()


@transaction.atomic
def found_practice(*, key: str, caller: str, name: str, book: str, sheet: str, sheet_hash: str) -> Campaign:
    """Create a campaign with a seat for each side and the umpire, all of them the visitor's."""
    throttle.spend(OF_VISITOR, hash_of(key))
    throttle.spend(OF_ADDRESS, caller)
    _check_room()
    campaign_id = SOURCES.new_id(PUBLIC)
    practice = Practice(campaign_id=campaign_id, visitor=hash_of(key), expires_at=SOURCES.now() + LASTS)
    practice.save(force_insert=True)
    plans = [SeatPlan(each.role, each.side, user_id=_holder(practice).pk) for each in CURTAINS.values()]
    return found_campaign(
        name=name,
        book=book,
        founder_id=plans[-1].user_id or 0,
        seats=plans,
        sheet=sheet,
        sheet_hash=sheet_hash,
        campaign_id=campaign_id,
    )


def _check_room() -> None:
    """Refuse if too many are open. Visitors start one by one: each holds the row of the count until it has started."""
    throttle.count(STARTS)
    open_now = Practice.objects.order_by("expires_at")
    if open_now.count() >= MOST_OPEN:
        raise AllTaken(max(open_now[0].expires_at - SOURCES.now(), timedelta(minutes=1)))


def _holder(practice: Practice) -> User:
    """Create an account for one seat. It has no password and no address, and its username can't be typed."""
    user_id = SOURCES.new_id("account")
    username = f"~{hex_id(user_id)}"
    return User.objects.create_user(username, id=user_id, display_name=HOLDER, practice=practice)


def lift(seat: PracticeSeat) -> None:
    """Open the curtain of a seat."""
    _set(seat, opened={seat.curtain.word})


def switch(seat: PracticeSeat, *, word: str) -> None:
    """Draw the curtains of the seat that is left and of the one that is next."""
    _set(seat, drawn={seat.curtain.word, word})


@transaction.atomic
def _set(seat: PracticeSeat, *, opened: Iterable[str] = (), drawn: Iterable[str] = ()) -> None:
    for practice in Practice.objects.select_for_update().filter(campaign_id=seat.campaign_id):
        practice.lifted = sorted({*practice.lifted, *opened} - {*drawn})
        practice.save(update_fields=["lifted"])


def forget_expired() -> None:
    """Erase practice campaigns whose day is over, a bounded number of rows at a time; the next run continues."""
    over = Practice.objects.filter(expires_at__lte=SOURCES.now()).order_by("expires_at", "campaign_id")
    batches = count()
    for campaign_id in over.values_list("campaign_id", flat=True)[:MOST_BATCHES]:
        for _ in erase_in_batches(campaign_id):
            if next(batches) >= MOST_BATCHES:
                return
        erase_campaign(campaign_id)
