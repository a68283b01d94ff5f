"""Campaigns, seats, talk, decisions of the chair and the map: twins of the pages."""

from typing import Any, cast

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import (
    PROBLEMS,
    Done,
    answers,
    endpoint,
    form_problem,
    plain,
    seated_endpoint,
    shown,
    twin,
)
from campaign.api.body import body_of, is_right
from campaign.api.described import described
from campaign.api.forms import schema_of
from campaign.errors import Refusal
from campaign.forms.club import (
    AddSeatForm,
    AnswerForm,
    BeginForm,
    ClockForm,
    DecideForm,
    EraseForm,
    InviteForm,
    MoveForm,
    OfferForm,
    PaceForm,
    ProposalForm,
    SeatForm,
    TalkFilter,
    TalkForm,
)
from campaign.ids import hex_id
from campaign.models import User
from campaign.selectors.campaigns import CampaignPage, SettingsPage, campaign_page, settings_page
from campaign.selectors.home import HomePage, Offer, home_page
from campaign.selectors.people import SeatsPage, offer_by_token, seats_page
from campaign.selectors.talk import TalkPage, addresses, talk_page
from campaign.services import decisions, invitations, seats, talk, throttle
from campaign.services.campaigns import begin_campaign
from campaign.services.emails import site_url
from campaign.services.live import make_token
from campaign.visibility import Viewer
from campaign.web import ActForm

Body = dict[str, Any]
BEGUN = inline_serializer("Begun", {"id": serializers.CharField()})


def _account(request: Request) -> User:
    return cast(User, request.user)


@described(methods=["GET"], operation_id="campaigns", responses={200: answers(HomePage), **PROBLEMS})
@described(
    methods=["POST"], operation_id="begin_campaign", request=schema_of(BeginForm), responses={201: BEGUN, **PROBLEMS}
)
@endpoint("GET", "POST")
def campaigns(request: Request) -> Response:
    """My campaigns, each with the one thing that waits for me; and a new one."""
    user = _account(request)
    if request.method == "GET":
        return Response(plain(home_page(user_id=user.pk, since=user.joined_at)))
    form = BeginForm(body_of(request))
    if not is_right(form):
        return form_problem(form)
    return Response({"id": hex_id(begin_campaign(user_id=user.pk, **form.cleaned_data))}, status=201)


@described(operation_id="answer_invitation", request=schema_of(AnswerForm), responses={200: Done, **PROBLEMS})
@endpoint("POST")
def answer_invitation(request: Request) -> Response:
    """Take or decline a seat that is offered to you by name, or by a link whose last part you send."""
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
    """What a link offers, by its last part. One that is used up and one that never was look alike."""
    throttle.spend(throttle.INVITATION_LINK, str(request.META.get("REMOTE_ADDR", "")))
    offer = offer_by_token(invitations.hash_of(token))
    if offer is None:
        raise Refusal(invitations.USED_UP)
    return Response(plain(offer))


def _umpire(viewer: Viewer) -> None:
    if not viewer.is_umpire:
        raise Http404


def _add_form(body: Body, viewer: Viewer) -> ActForm:
    if not seats_page(viewer).may_add:
        raise Http404
    return AddSeatForm(body, viewer=viewer)


def _invite_form(body: Body, viewer: Viewer, seat_id: int) -> ActForm:
    cards = [card for group in seats_page(viewer).groups for card in group.seats]
    if not any(card.id == hex_id(seat_id) and card.may_invite for card in cards):
        raise Http404
    return InviteForm(body, viewer=viewer)


def _empty_form(body: Body, viewer: Viewer) -> ActForm:
    _umpire(viewer)
    return SeatForm(body, viewer=viewer)


def _move_form(body: Body, viewer: Viewer) -> ActForm:
    _umpire(viewer)
    return MoveForm(body, viewer=viewer)


def _decider(viewer: Viewer) -> SettingsPage:
    page = settings_page(viewer)
    if not page.decides:
        raise Http404
    return page


def _decide_form(body: Body, viewer: Viewer) -> ActForm:
    return DecideForm(body, viewer=viewer, choices=_decider(viewer).choices)


def _pace_form(body: Body, viewer: Viewer) -> ActForm:
    _decider(viewer)
    return PaceForm(body, viewer=viewer)


def _clock_form(body: Body, viewer: Viewer) -> ActForm:
    _decider(viewer)
    return ClockForm(body, viewer=viewer)


def _clock(viewer: Viewer, form: ActForm) -> None:
    assert isinstance(form, ClockForm)
    decisions.decide(viewer, kind=f"deadline.{form.cleaned_data['what']}", payload=form.payload(), **form.action())


def _proposal(viewer: Viewer, form: ActForm) -> None:
    answer = decisions.agree if form.cleaned_data["answer"] == "agree" else decisions.refuse
    answer(viewer, proposal_id=form.cleaned_data["proposal"], **form.action())


def _talk_form(body: Body, viewer: Viewer) -> ActForm:
    known = [] if viewer.viewing_as else [(one.value, one.words) for one in addresses(viewer)]
    return TalkForm(body, viewer=viewer, addresses=known)


def _say(viewer: Viewer, form: ActForm) -> None:
    talk.say(viewer, to=form.cleaned_data["to"], text=form.cleaned_data["text"], key=form.action()["key"])


def _add(viewer: Viewer, form: ActForm) -> None:
    data = {name: form.cleaned_data[name] for name in ("role", "side", "scope")}
    seats.add_seat(viewer, **data, **form.action())


def _move(viewer: Viewer, form: ActForm) -> None:
    data = form.cleaned_data
    seats.move_holder(viewer, seat_id=data["seat"], to_seat_id=data["to"], **form.action())


@described(
    operation_id="invite",
    request=schema_of(InviteForm),
    responses={
        200: Done,
        201: inline_serializer("Invited", {"link": serializers.CharField(allow_null=True)}),
        **PROBLEMS,
    },
)
@seated_endpoint("POST")
def invite(request: Request, viewer: Viewer, seat_id: int) -> Response:
    """Offer a seat. A link is shown this once; sent again with the same key, it is only said that it was done."""
    form = _invite_form(body_of(request), viewer, seat_id)
    if not is_right(form):
        return form_problem(form)
    data = {name: form.cleaned_data[name] for name in ("how", "email", "username")}
    secret = invitations.invite(viewer, seat_id=seat_id, **data, **form.action())
    link = site_url(f"/invitations/{secret}/") if secret else None
    return Response({"link": link}, status=201)


page = shown(
    "campaign",
    "Whose move it is, the battles, the seats, the last lines.",
    page=CampaignPage,
    read=lambda viewer: campaign_page(viewer),
)
settings = shown(
    "settings",
    "Clocks, course and proposals.",
    page=SettingsPage,
    read=settings_page,
)
listed = shown("seats", "Who sits where, and what you may do about it.", page=SeatsPage, read=seats_page)
said = shown(
    "talk",
    "The newest messages that are for you; `older` is the moment to ask before for the next.",
    page=TalkPage,
    read=talk_page,
    query=TalkFilter,
)


@described(
    operation_id="live",
    responses={
        200: inline_serializer("Live", {"token": serializers.CharField(), "version": serializers.IntegerField()}),
        **PROBLEMS,
    },
)
@seated_endpoint("GET")
def live(request: Request, viewer: Viewer) -> Response:
    """The number of your view, to be asked again for what has changed; and a token for the stream of such numbers."""
    if viewer.viewing_as:
        raise Http404
    return Response({"token": make_token(viewer.feed_id), "version": viewer.version})


C = "c/<id:campaign_id>/"
urlpatterns = [
    path("campaigns/", campaigns, name="campaigns"),
    path("invitations/", answer_invitation, name="answer"),
    path("invitations/<str:token>/", offered, name="offer"),
    path(C, page, name="campaign"),
    path(f"{C}settings/", settings, name="settings"),
    path(f"{C}seats/", listed, name="seats"),
    path(f"{C}talk/", said, name="talk"),
    path(f"{C}live/", live, name="live"),
    path(f"{C}seats/<id:seat_id>/invite/", invite, name="invite"),
    path(
        f"{C}settings/decide/",
        twin(
            "decide",
            "Pause, go on, close, archive, delete or keep the campaign.",
            make=_decide_form,
            body=DecideForm,
            action=lambda viewer, form: decisions.decide(viewer, kind=form.cleaned_data["kind"], **form.action()),
        ),
    ),
    path(
        f"{C}settings/pace/",
        twin(
            "pace",
            "How long a waiting thing may wait.",
            make=_pace_form,
            body=PaceForm,
            action=lambda viewer, form: decisions.decide(
                viewer, kind="campaign.time_limit", payload={"hours": form.cleaned_data["hours"]}, **form.action()
            ),
        ),
    ),
    path(
        f"{C}settings/clock/",
        twin(
            "clock",
            "More time for a waiting thing; its clock stopped, or let run.",
            make=_clock_form,
            body=ClockForm,
            action=_clock,
        ),
    ),
    path(
        f"{C}settings/proposal/",
        twin(
            "proposal",
            "Your side's yes or no, where the site is the umpire.",
            make=lambda body, viewer: ProposalForm(body, viewer=viewer),
            body=ProposalForm,
            action=_proposal,
        ),
    ),
    path(f"{C}seats/add/", twin("add_seat", "Open a seat.", make=_add_form, body=AddSeatForm, action=_add)),
    path(
        f"{C}seats/leave/",
        twin(
            "leave",
            "Leave your seat.",
            make=lambda body, viewer: ActForm(body, viewer=viewer),
            body=ActForm,
            action=lambda viewer, form: seats.leave(viewer, **form.action()),
        ),
    ),
    path(
        f"{C}seats/withdraw/",
        twin(
            "withdraw",
            "Take an invitation back.",
            make=lambda body, viewer: OfferForm(body, viewer=viewer),
            body=OfferForm,
            action=lambda viewer, form: invitations.withdraw(
                viewer, invitation_id=form.cleaned_data["offer"], **form.action()
            ),
        ),
    ),
    path(
        f"{C}seats/empty/",
        twin(
            "empty_seat",
            "Remove who sits there. The umpire's alone.",
            make=_empty_form,
            body=SeatForm,
            action=lambda viewer, form: seats.empty_seat(viewer, seat_id=form.cleaned_data["seat"], **form.action()),
        ),
    ),
    path(
        f"{C}seats/close/",
        twin(
            "close_seat",
            "An empty seat goes.",
            make=lambda body, viewer: SeatForm(body, viewer=viewer),
            body=SeatForm,
            action=lambda viewer, form: seats.close_seat(viewer, seat_id=form.cleaned_data["seat"], **form.action()),
        ),
    ),
    path(
        f"{C}seats/move/",
        twin(
            "move_holder", "Seat somebody elsewhere. The umpire's alone.", make=_move_form, body=MoveForm, action=_move
        ),
    ),
    path(f"{C}talk/say/", twin("say", "Say something.", make=_talk_form, body=TalkForm, action=_say)),
    path(
        f"{C}talk/erase/",
        twin(
            "erase_message",
            "Erase the words of a message of yours.",
            make=lambda body, viewer: EraseForm(body, viewer=viewer),
            body=EraseForm,
            action=lambda viewer, form: talk.erase(
                viewer, message_id=form.cleaned_data["message"], key=form.action()["key"]
            ),
        ),
    ),
]
