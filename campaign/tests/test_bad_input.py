"""Whatever is sent to whatever address: a right status, a clear sentence, nothing changed, nothing lost."""

import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.http import HttpRequest, HttpResponse

from campaign.models import Seat, User
from campaign.services import addresses, decisions, invitations, talk
from campaign.services.accounts import reset_link_parts
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.record import Act, open_act
from campaign.services.sweep import sweep
from campaign.services.tokens import make_token
from campaign.tests.builders import PASSWORD, Club, a_club
from campaign.tests.urlconf import Route
from campaign.tests.wrong.eyes import Met, update_sightings
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

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def shiloh() -> Brief:
    return read_brief_form(json.loads((DATA / "shiloh.json").read_text()))


def a_lively_club(umpire_kind: str = "person") -> Club:
    """Armies on the map, an empty seat that is offered, messages of everybody."""
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
    talk.say(club.viewer("umpire"), to="all", text="The campaign goes on.")
    return [f"/invitations/{secret}/"]


def with_a_reset(site: Site) -> Site:
    """A link to a new password, asked for once everybody has logged in: it dies with the next log-in."""
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
    yield settled(site)
    for each in (site.club, site.elsewhere):
        contact = Contact.objects.get(campaign=each.campaign)
        contacts.postpone(each.viewer("umpire"), contact_id=contact.pk)
    yield settled(site)
    User.objects.all().update(is_active=False, username=Concat(Value("former "), "username"))
    club = a_lively_club(umpire_kind="site")
    decisions.decide(club.viewer("union"), kind="campaign.paused")
    yield settled(Site(club, elsewhere(club)))


def a_crash_on_nonsense(nonce: str, text: str) -> str:
    """Falls over the words that the survey types into fields beside the wrong one."""
    raise ValueError(text)


def any_number_of_times(*args: Any, **kwargs: Any) -> Act:
    return open_act(*args, **kwargs | {"key": None})


def umpire_to_all(user_id: int, campaign_id: int) -> Viewer:
    """A campaign that opens to whoever asks."""
    seat = held_seats().filter(campaign_id=campaign_id, role="umpire").get()
    return viewer_of(seat)


def an_empty_page(*_: object, status: int = 200, **__: object) -> HttpResponse:
    return HttpResponse(status=status)


def in_any_state(act: Act) -> None:
    """Nobody asks whether the campaign is running."""


def a_form_begun_anew(request: HttpRequest, template: str, context: dict[str, Any], **how: Any) -> HttpResponse:
    form = context["form"]
    return draw(request, template, context | {"form": type(form)(viewer=form.viewer, offer=form.offer)}, **how)


TALK = "/c/<id:campaign_id>/talk/"
SAY = "/api/c/<id:campaign_id>/talk/say/"
PACE = "/c/<id:campaign_id>/settings/pace/"
# Where, what is put in another's place, and by which line of the findings it is known.
FAULTS: dict[str, tuple[str, str, Any, str]] = {
    "done twice": (TALK, "services.talk.open_act", any_number_of_times, "done twice"),
    "a stranger let in": (PACE, "visibility.enter", umpire_to_all, "as outsider: it is carried out"),
    "a page without a word": (PACE, "views.campaigns.render", an_empty_page, "no sentence"),
    "a state not asked for": (PACE, "services.record.Act._check_state", in_any_state, "closed: it is carried out"),
    "words that are lost": (TALK, "views.talk.draw", a_form_begun_anew, "what was typed is lost: text"),
    "a type not looked at": (SAY, "api.base.is_right", lambda form: form.is_valid(), "text is a list"),
    "a crash": (TALK, "services.talk.hash_under", a_crash_on_nonsense, "status 500"),
}


def test_planted_faults_are_found() -> None:
    site = next(stages())
    missed = []
    with watched_forms(site), undisturbed():
        met = {who: update_sightings(site, who) if who == "umpire" else Met() for who in site.people}
        site.mark()
        for name, (address, place, fault, sign) in FAULTS.items():
            route = Route(address)
            good = find(site, route, "POST", met)
            assert good
            with mock.patch(f"campaign.{place}", fault):
                findings = table_of(site).findings(good)
            missed += [name] if not any(sign in line for line in findings) else []
    assert missed == []


def test_what_nobody_should_send_to_the_campaign_is_refused_in_words() -> None:
    findings = survey("campaign", stages())
    assert findings == [], "\n".join(findings)
