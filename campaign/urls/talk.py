"""Talk of a campaign."""

from django.urls import path

from campaign.views import talk

app_name = "talk"
urlpatterns = [
    path("talk/", talk.page, name="page"),
    path("talk/erase/", talk.erase, name="erase"),
]
