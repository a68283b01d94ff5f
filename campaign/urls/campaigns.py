"""Campaigns, their settings, and invitations."""

from django.urls import path

from campaign.actions import settings as acts
from campaign.views import begin, campaigns, invitations
from campaign.views.base import act_of, page_of, shows

app_name = "campaigns"
C = "c/<id:campaign_id>/"
urlpatterns = [
    path("begin/", begin.begin, name="begin"),
    path("invitations/", invitations.answer, name="answer"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path(C, shows(campaigns.page), name="page"),
    path(f"{C}settings/", shows(campaigns.settings), name="settings"),
    path(f"{C}settings/decide/", page_of(acts.decide), name="decide"),
    path(f"{C}settings/pace/", act_of(acts.pace, on=campaigns.settings, name="pace"), name="pace"),
    path(f"{C}settings/clock/", act_of(acts.clock, on=campaigns.settings, name="clock"), name="clock"),
    path(f"{C}settings/umpire/", act_of(acts.name_umpire, on=campaigns.settings, name="umpire"), name="name-umpire"),
    path(f"{C}settings/proposal/", act_of(acts.proposal), name="proposal"),
    path(f"{C}view-as/<id:seat_id>/", campaigns.view_as, name="view-as"),
    path(f"{C}view-as/end/", campaigns.end_view_as, name="view-as-end"),
]
