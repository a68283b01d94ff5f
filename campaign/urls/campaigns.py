"""Campaigns: begun, entered, decided upon; invitations to them."""

from django.urls import path

from campaign.views import campaigns, home

app_name = "campaigns"
urlpatterns = [
    path("begin/", home.begin, name="begin"),
    path("invitations/", home.answer, name="answer"),
    path("invitations/<str:token>/", home.invitation, name="invitation"),
    path("c/<id:campaign_id>/", campaigns.page, name="page"),
    path("c/<id:campaign_id>/settings/", campaigns.settings, name="settings"),
    path("c/<id:campaign_id>/settings/decide/", campaigns.decide, name="decide"),
    path("c/<id:campaign_id>/settings/pace/", campaigns.pace, name="pace"),
    path("c/<id:campaign_id>/settings/clock/", campaigns.clock, name="clock"),
    path("c/<id:campaign_id>/settings/proposal/", campaigns.proposal, name="proposal"),
    path("c/<id:campaign_id>/view-as/<id:seat_id>/", campaigns.view_as, name="view-as"),
    path("c/<id:campaign_id>/view-as/end/", campaigns.end_view_as, name="view-as-end"),
]
