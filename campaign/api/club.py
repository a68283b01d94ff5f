"""Campaigns, seats, messages, and settings: the endpoints of their pages."""

from typing import cast

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.actions import seats as seat_acts
from campaign.actions import settings as settings_acts
from campaign.actions import talk as talk_acts
from campaign.api.base import PROBLEMS, Done, answers, endpoint, form_problem, plain, seated_endpoint, shown, twin_of
from campaign.api.body import body_of, is_right
from campaign.api.described import described
from campaign.api.forms import schema_of
from campaign.app_part import INSTALLED
from campaign.errors import Refusal
from campaign.forms.club import AnswerForm, BeginForm, TalkFilter
from campaign.ids import hex_id
from campaign.models import User
from campaign.routes import reverse
from campaign.selectors.campaigns import CampaignPage, SettingsPage, campaign_page, settings_page
from campaign.selectors.home import HomePage, Offer, home_page
from campaign.selectors.people import SeatsPage, offer_by_token, seats_page
from campaign.selectors.talk import TalkPage, talk_page
from campaign.services import invitations, throttle
from campaign.services.campaigns import begin_campaign
from campaign.services.emails import site_url
from campaign.services.pulse import Pulse, home_pulse, pulse_of
from campaign.visibility import Viewer
from campaign.web import caller_of

BEGUN = inline_serializer("Begun", {"id": serializers.CharField()})


def _account(request: Request) -> User:
    return cast(User, request.user)


@described(methods=["GET"], operation_id="campaigns", responses={200: answers(HomePage), **PROBLEMS})
@described(
    methods=["POST"], operation_id="begin_campaign", request=schema_of(BeginForm), responses={201: BEGUN, **PROBLEMS}
)
@endpoint("GET", "POST")
def campaigns(request: Request) -> Response:
    """Return your campaigns with their next moves, or create a campaign."""
    user = _account(request)
    if request.method == "GET":
        return Response(plain(home_page(user_id=user.pk, since=user.joined_at)))
    form = BeginForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    return Response({"id": hex_id(begin_campaign(user_id=user.pk, **form.cleaned_data))}, status=201)


SCENARIO = inline_serializer(
    "Scenario",
    {
        "id": serializers.CharField(help_text="what `begin_campaign` takes as `scenario`"),
        "hash": serializers.CharField(help_text="what a campaign pins: SHA-256 of the scenario’s exported text"),
        "title": serializers.CharField(),
        "turns": serializers.CharField(help_text="such as “turns 4 and 5”"),
        "book": serializers.CharField(),
        "sheet": serializers.CharField(),
        "sheet_hash": serializers.CharField(),
    },
    many=True,
)


@described(operation_id="scenarios", responses={200: SCENARIO, **PROBLEMS})
@endpoint("GET")
def scenarios(request: Request) -> Response:
    """Return the scenarios on which you can start a campaign. Each fixes its book and its map."""
    return Response(plain(INSTALLED.scenarios()))


@described(operation_id="answer_invitation", request=schema_of(AnswerForm), responses={200: Done, **PROBLEMS})
@endpoint("POST")
def answer_invitation(request: Request) -> Response:
    """Take or decline a seat offered to you by name, or by a link: send its last part as `secret`."""
    form = AnswerForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    act = invitations.decline if form.cleaned_data["answer"] == "decline" else invitations.accept
    data = form.cleaned_data
    act(user_id=_account(request).pk, invitation_id=data["offer"], secret=data["secret"])
    return Response({"done": True, "again": False})


@described(operation_id="invitation", responses={200: answers(Offer), **PROBLEMS}, auth=[])
@endpoint("GET", permissions=(AllowAny,), authenticators=())
def offered(request: Request, token: str) -> Response:
    """Return the seat that a link offers, by its last part. A used link and an invented one look the same."""
    throttle.spend(throttle.INVITATION_LINK, caller_of(request))
    offer = offer_by_token(invitations.hash_of(token))
    if offer is None:
        raise Refusal(invitations.USED_UP)
    return Response(plain(offer))


@described(
    operation_id="invite",
    description=seat_acts.invite.about,
    request=schema_of(seat_acts.invite.body),
    responses={
        200: Done,
        201: inline_serializer("Invited", {"link": serializers.CharField(allow_null=True)}),
        **PROBLEMS,
    },
)
@seated_endpoint("POST")
def invite(request: Request, viewer: Viewer, seat_id: int) -> Response:
    form = seat_acts.invite.ask(viewer, body_of(request), seat_id=seat_id)
    if not is_right(form):
        return form_problem(form)
    secret = seat_acts.invite.do(viewer, form, seat_id=seat_id)
    link = site_url(reverse("campaigns:invitation", args=[secret])) if secret else None
    return Response({"link": link}, status=201)


page = shown(
    "campaign",
    "Return moves, battles, seats, and the latest journal lines.",
    page=CampaignPage,
    read=lambda viewer: campaign_page(viewer),
)
settings = shown(
    "settings",
    "Return clocks, status, and proposals.",
    page=SettingsPage,
    read=settings_page,
)
listed = shown("seats", "Return the seats and what you can do about them.", page=SeatsPage, read=seats_page)
said = shown(
    "talk",
    "Return your newest messages; send `older` as `before` to read the next page.",
    page=TalkPage,
    read=talk_page,
    query=TalkFilter,
)


PULSE = answers(Pulse)
MOVES = OpenApiParameter("moves", str, description="send it to get a mark for each of your moves, too")


@described(operation_id="live", parameters=[MOVES], responses={200: PULSE, **PROBLEMS})
@seated_endpoint("GET")
def live(request: Request, viewer: Viewer) -> Response:
    """Return the version of your view, which changes with what you see, and a token for the stream of versions."""
    return Response(plain(pulse_of(viewer, moves="moves" in request.query_params)))


@described(operation_id="home_live", parameters=[MOVES], responses={200: PULSE, **PROBLEMS})
@endpoint("GET")
def home_live(request: Request) -> Response:
    """Return the same for all your campaigns. Their stream says only that something changed."""
    return Response(plain(home_pulse(_account(request).pk, moves="moves" in request.query_params)))


C = "c/<id:campaign_id>/"
urlpatterns = [
    path("campaigns/", campaigns, name="campaigns"),
    path("scenarios/", scenarios, name="scenarios"),
    path("invitations/", answer_invitation, name="answer"),
    path("invitations/<str:token>/", offered, name="offer"),
    path(C, page, name="campaign"),
    path(f"{C}live/", live, name="live"),
    path("live/", home_live, name="home-live"),
    path(f"{C}settings/", settings, name="settings"),
    path(f"{C}settings/decide/", twin_of(settings_acts.decide)),
    path(f"{C}settings/pace/", twin_of(settings_acts.pace)),
    path(f"{C}settings/clock/", twin_of(settings_acts.clock)),
    path(f"{C}settings/umpire/", twin_of(settings_acts.name_umpire)),
    path(f"{C}settings/proposal/", twin_of(settings_acts.proposal)),
    path(f"{C}seats/", listed, name="seats"),
    path(f"{C}seats/<id:seat_id>/invite/", invite, name="invite"),
    path(f"{C}seats/add/", twin_of(seat_acts.add_seat)),
    path(f"{C}seats/leave/", twin_of(seat_acts.leave)),
    path(f"{C}seats/withdraw/", twin_of(seat_acts.withdraw)),
    path(f"{C}seats/empty/", twin_of(seat_acts.empty_seat)),
    path(f"{C}seats/close/", twin_of(seat_acts.close_seat)),
    path(f"{C}seats/move/", twin_of(seat_acts.move_holder)),
    path(f"{C}talk/", said, name="talk"),
    path(f"{C}talk/say/", twin_of(talk_acts.say)),
    path(f"{C}talk/erase/", twin_of(talk_acts.erase_message)),
]
