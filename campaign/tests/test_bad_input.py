"""Bad input to every address: the right status, a clear sentence, nothing changed, no typed text lost."""

import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.http import HttpRequest, HttpResponse

from campaign.models import Campaign, CampaignState, Listing, Seat, User
from campaign.services import addresses, decisions, invitations, open_seats, talk
from campaign.services.accounts import reset_link_parts
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.record import Act, open_act
from campaign.services.sweep import sweep
from campaign.services.tokens import make_token
from campaign.tests.builders import PASSWORD, Club, a_club
from campaign.tests.kept import kept
from campaign.tests.urlconf import Route
from campaign.tests.wrong.eyes import Met, explore
from campaign.tests.wrong.site import Site, watched_forms
from campaign.tests.wrong.survey import SHEET, elsewhere, survey, table_of, undisturbed
from campaign.tests.wrong.tries import find
from campaign.visibility import Viewer, held_seats, viewer_of
from campaign.web import draw
from rulesets.core.brief import Brief
from rulesets.core.brief_form import DATA, read_brief_form
from war.models import Contact
from war.services import contacts
from war.services.set_up import set_up
from war.tests.builders import offer_from

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def shiloh() -> Brief:
    return read_brief_form(json.loads((DATA / "shiloh.json").read_text()))


@kept
def a_lively_club(umpire_kind: str = "person") -> Club:
    """Return a club with armies on the map and messages from both sides."""
    club = a_club(sheet=SHEET, umpire_kind=umpire_kind)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.pk)
    for who in ("union", "confederate"):
        talk.say(club.viewer(who), to="side", text="Where are they?")
    sweep(club.campaign.pk)
    return club


def with_an_offer(club: Club) -> list[str]:
    with open_act(club.viewer("umpire"), stream="club", kind="seat.opened") as act:
        open_seat(act, SeatPlan("commander", "USA", "East"))
        open_seat(act, SeatPlan("commander", "CSA", "East"))
    seats = Seat.objects.filter(campaign=club.campaign, scope="East").order_by("-side")
    secret = invitations.invite(club.viewer("umpire"), seat_id=seats[0].pk, how="link")
    invitations.invite(club.viewer("umpire"), seat_id=seats[1].pk, how="name", username="outsider")
    talk.say(club.viewer("umpire"), to="all", text="The campaign continues.")
    return [f"/invitations/{secret}/"]


def list_seats(club: Club) -> None:
    shown = {"name": "Rivers, evenings", "time_zone": "UTC"}
    decisions.decide(club.viewer("umpire"), kind=open_seats.LISTED, payload=shown)


def with_a_reset(site: Site) -> Site:
    """Add a reset link after everyone has logged in, because a later log-in would end it."""
    assert site.browsers
    account, token = reset_link_parts(User.objects.get(username="union"))
    site.emails.append(f"/accounts/reset/{account}/{token}/")
    return site


def confirming_link(user: User) -> str:
    user.unconfirmed_email = "new@example.org"
    user.save()
    account, token = addresses.link_parts(user)
    return f"/accounts/confirm/{account}/{token}/"


def settled(site: Site) -> Site:
    for club in (site.club, site.elsewhere):
        sweep(club.campaign.pk)
    return site


def stages() -> Iterator[Site]:
    club = a_lively_club()
    links = with_an_offer(club)
    make_token(username="umpire", password=PASSWORD, name="A program", caller="127.0.0.1")
    links.append(confirming_link(club.users["observer"]))
    site = with_a_reset(Site(club, elsewhere(club), emails=links))
    set_up(None, brief=shiloh(), campaign_id=site.elsewhere.campaign.pk)
    list_seats(club)
    yield settled(site)
    listing = Listing.objects.get(campaign=club.campaign)
    open_seats.ask(user_id=club.users["outsider"].pk, listing_id=listing.pk, side="USA")
    yield settled(site)
    for each in (site.club, site.elsewhere):
        offer_from(each.viewer("union"), Contact.objects.get(campaign=each.campaign))
    yield settled(site)
    for each in (site.club, site.elsewhere):
        contact = Contact.objects.get(campaign=each.campaign)
        contacts.postpone(each.viewer("umpire"), contact_id=contact.pk)
    yield settled(site)
    User.objects.all().update(is_active=False, username=Concat(Value("former "), "username"))
    club = a_lively_club(umpire_kind="site")
    decisions.decide(club.viewer("union"), kind="campaign.paused")
    site = Site(club, elsewhere(club))
    yield settled(site)
    Campaign.objects.filter(id=club.campaign.pk).update(state=CampaignState.CLOSED)
    yield site


def crash_on_text(nonce: str, text: str) -> str:
    """Crash on the text of a message."""
    raise ValueError(text)


def act_without_key(*args: Any, **kwargs: Any) -> Act:
    return open_act(*args, **kwargs | {"key": None})


def enter_as_umpire(user_id: int, campaign_id: int) -> Viewer:
    """Let anyone in as the umpire."""
    seat = held_seats().filter(campaign_id=campaign_id, role="umpire").get()
    return viewer_of(seat)


def empty_page(*_: object, status: int = 200, **__: object) -> HttpResponse:
    return HttpResponse(status=status)


def skip_state_check(act: Act) -> None:
    """Allow the act in any campaign status."""


def draw_empty_form(request: HttpRequest, template: str, context: dict[str, Any], **how: Any) -> HttpResponse:
    form = context["form"]
    return draw(request, template, context | {"form": type(form)(viewer=form.viewer, offer=form.offer)}, **how)


TALK = "/c/<id:campaign_id>/talk/"
SAY = "/api/c/<id:campaign_id>/talk/say/"
PACE = "/c/<id:campaign_id>/settings/pace/"
# Each fault: the address, the function to patch, the patch, and part of the finding that reveals it.
FAULTS: dict[str, tuple[str, str, Any, str]] = {
    "done twice": (TALK, "services.talk.open_act", act_without_key, "done twice"),
    "stranger let in": (PACE, "visibility.enter", enter_as_umpire, "as outsider: accepted"),
    "empty page": (PACE, "views.campaigns.render", empty_page, "no sentence"),
    "status not checked": (PACE, "services.record.Act._check_state", skip_state_check, "closed: accepted"),
    "typed text lost": (TALK, "views.talk.draw", draw_empty_form, "typed text lost: text"),
    "type not checked": (SAY, "api.base.is_right", lambda form: form.is_valid(), "text is a list"),
    "crash": (TALK, "services.talk.hash_under", crash_on_text, "status 500"),
}


def test_planted_faults_are_found() -> None:
    site = next(stages())
    missed = []
    with watched_forms(site), undisturbed():
        met = {who: explore(site, who) if who == "umpire" else Met() for who in site.people}
        site.mark()
        for name, (address, place, fault, sign) in FAULTS.items():
            route = Route(address)
            good = find(site, route, "POST", met)
            assert good
            with mock.patch(f"campaign.{place}", fault):
                findings = table_of(site).findings(good)
            missed += [name] if not any(sign in line for line in findings) else []
    assert missed == []


def test_bad_input_to_the_campaign_is_refused() -> None:
    findings = survey("campaign", stages())
    assert findings == [], "\n".join(findings)
