"""Start a campaign and open its seats. All of it is in the club stream."""

from dataclasses import replace

from django.db import IntegrityError, transaction
from django.db.models import Exists, Q
from django.utils.crypto import salted_hmac

from campaign.app_part import INSTALLED, ScenarioOffer
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import (
    CLUB_STREAM,
    Campaign,
    Feed,
    Lock,
    Practice,
    Role,
    Seat,
    SideCode,
    Sight,
    Tenure,
    UmpireKind,
    User,
    seat_name,
)
from campaign.selectors.current import current_announcements
from campaign.services import throttle
from campaign.services.people import lock_person
from campaign.services.record import Act, open_act
from campaign.sources import ID_BITS, SOURCES
from rulesets.core.brief import Brief
from rulesets.core.records import dataclass
from rulesets.core.registry import book_of_sheet
from rulesets.core.sheet_form import load_sheet

ONE_OFF_BOOK = Brief.book  # what a setup is fought by unless it names another book
NO_SCENARIO = "This site has no such scenario. Choose another."
SITE_IS_UMPIRE = "The site umpires this campaign, so it has no umpire seat. Choose another seat."


@dataclass(frozen=True)
class SeatPlan:
    """A seat to open, and its first holder, if any."""

    role: str
    side: str = ""
    scope: str = ""
    user_id: int | None = None


@transaction.atomic
def found_campaign(
    *,
    name: str,
    book: str,
    founder_id: int,
    seats: list[SeatPlan],
    sheet: str = "",
    sheet_hash: str = "",
    scenario: ScenarioOffer | None = None,
    sight: str = "",
    one_off: bool = False,
    umpire_kind: str = UmpireKind.PERSON,
    hours_per_move: int = 72,
    campaign_id: int | None = None,
) -> Campaign:
    """Create a campaign with its seats and the journal its observers share.

    A scenario fixes the book and the map, and each app puts its part of it there in the same entry.
    """
    if scenario is not None:
        book, sheet, sheet_hash = scenario.book, scenario.sheet, scenario.sheet_hash
    if umpire_kind == UmpireKind.SITE and any(plan.role == Role.UMPIRE for plan in seats):
        raise Refusal(SITE_IS_UMPIRE)
    lock_person(founder_id)
    campaign_id = campaign_id or SOURCES.new_id(PUBLIC)
    Lock.objects.create(id=campaign_id)
    now = SOURCES.now()
    with open_act(None, stream=CLUB_STREAM, kind="campaign.begun", campaign_id=campaign_id, actor_id=founder_id) as act:
        campaign = act.create(
            Campaign(
                id=campaign_id,
                name=name,
                book=book,
                sheet=sheet,
                sheet_hash=sheet_hash or (load_sheet(sheet).hash if sheet else ""),
                scenario=scenario.id if scenario else "",
                scenario_hash=scenario.hash if scenario else "",
                sight=(sight or Sight.BOARD) if scenario else "",
                one_off=one_off,
                umpire_kind=umpire_kind,
                hours_per_move=hours_per_move,
                since=now,
                begun_at=now,
            )
        )
        act.admit(_new_feed(campaign_id, SeatPlan(Role.OBSERVER)))
        for plan in seats:
            open_seat(act, plan)
        INSTALLED.open(act, campaign)
        act.tell(PUBLIC, "The campaign started.")
    return campaign


def begin_campaign(
    *,
    user_id: int,
    name: str,
    sheet: str,
    hours_per_move: int,
    umpire_kind: str,
    my_seat: str,
    scenario: str = "",
    sight: str = "",
    key: str = "",
) -> int:
    """Start a campaign with one whole-side seat per side and the umpire's, and seat its founder.

    The same key starts the same campaign, so that a form sent twice starts one.
    """
    campaign_id = _id_under(user_id, key) if key else None
    if campaign_id and Lock.objects.filter(id=campaign_id).exists():
        return campaign_id
    umpires = [SeatPlan(Role.UMPIRE)] if umpire_kind == UmpireKind.PERSON else []
    plans = [*umpires, *(SeatPlan(Role.COMMANDER, side) for side in SideCode.values)]
    mine = next((plan for plan in plans if my_seat == (plan.side or plan.role)), None)
    played = scenario_offered(scenario) if scenario else None
    try:
        with throttle.trying((throttle.FOUNDING, hex_id(user_id))) as spend, transaction.atomic():
            spend()
            if mine is None:
                raise Refusal("This campaign has no such seat. Choose another.", field="my_seat")
            return found_campaign(
                name=name,
                book=book_of_sheet(sheet).id if sheet else ONE_OFF_BOOK,
                founder_id=user_id,
                seats=[replace(plan, user_id=user_id) if plan is mine else plan for plan in plans],
                sheet=sheet,
                scenario=played,
                sight=sight,
                one_off=not (sheet or played),
                umpire_kind=umpire_kind,
                hours_per_move=hours_per_move,
                campaign_id=campaign_id,
            ).id
    except IntegrityError:
        if campaign_id and Lock.objects.filter(id=campaign_id).exists():
            return campaign_id
        raise


def scenario_offered(scenario_id: str) -> ScenarioOffer:
    """Return the scenario of an ID as it is offered now."""
    found = next((offer for offer in INSTALLED.scenarios() if offer.id == scenario_id), None)
    if found is None:
        raise Refusal(NO_SCENARIO, field="scenario")
    return found


def _id_under(user_id: int, key: str) -> int:
    """Return the id of the campaign this person starts with this key; nobody else can predict it."""
    digest = salted_hmac("campaign.begun", f"{hex_id(user_id)}|{key}", algorithm="sha256").digest()
    return int.from_bytes(digest[:8], "big") >> (64 - ID_BITS)


def open_seat(act: Act, plan: SeatPlan) -> Seat:
    """Open a seat with its own journal; observers share one."""
    campaign_id = act.campaign_id
    feed = next((r for r in act.feeds if r.role == Role.OBSERVER == plan.role), None)
    seat = Seat(id=SOURCES.new_id(PUBLIC), campaign_id=campaign_id, role=plan.role, side=plan.side, scope=plan.scope)
    if feed is None:
        feed = _new_feed(campaign_id, plan, seat_id=seat.id)
        act.admit(feed, current_announcements(campaign_id))
    seat.feed = feed
    act.create(seat)
    if plan.user_id is not None:
        take_seat(act, seat, plan.user_id)
    return seat


def take_seat(act: Act, seat: Seat, user_id: int) -> None:
    """Seat a person. Nobody holds two seats, or a seat whose holder must not know what they know.

    A practice campaign seats only its own accounts, and they sit nowhere else.
    """
    _check_may_sit(act.campaign_id, seat, user_id)
    seat.user_id = user_id
    act.save(seat)
    tenure = Tenure(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id, seat=seat, user_id=user_id)
    tenure.began_at = act.at
    act.create(tenure)
    act.touch(PUBLIC)


def _check_may_sit(campaign_id: int, seat: Seat, user_id: int) -> None:
    held = list(Tenure.objects.filter(campaign_id=campaign_id, user_id=user_id).select_related("seat"))
    if any(tenure.ended_at is None for tenure in held):
        raise Refusal("This person already has a seat in this campaign.")
    knows = {t.seat.side or t.seat.role for t in held if t.seat.role != Role.OBSERVER}
    if seat.role != Role.OBSERVER and knows - {seat.side or seat.role}:
        raise Refusal(
            f"This person has held another side’s or the umpire’s seat and can’t take "
            f"{seat_name(seat.role, seat.side, seat.scope)}."
        )
    mine, of_people = Q(practice=campaign_id), ~Exists(Practice.objects.filter(campaign_id=campaign_id))
    if not User.objects.filter(mine | Q(of_people, practice=None), id=user_id, is_active=True).exists():
        raise Refusal("This person has no account.")


def _new_feed(campaign_id: int, plan: SeatPlan, *, seat_id: int | None = None) -> Feed:
    return Feed(
        id=SOURCES.new_id(PUBLIC),
        campaign_id=campaign_id,
        role=plan.role,
        side=plan.side,
        scope=plan.scope,
        seat_id=seat_id,
    )
