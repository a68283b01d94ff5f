"""Talk of a campaign."""

from django.urls import path

from campaign.actions import talk as acts
from campaign.views import talk
from campaign.views.base import act_of, page_of

app_name = "talk"
urlpatterns = [
    path("talk/", page_of(acts.say, view=talk.page), name="page"),
    path("talk/erase/", act_of(acts.erase_message), name="erase"),
]
