"""Checking dice, for everybody; practice cups, for who is logged in; a campaign's cups, for its members."""

from django.urls import path

from campaign.views import dice
from campaign.views.base import shows

app_name = "dice"
CUPS = "c/<id:campaign_id>/cups/"
urlpatterns = [
    path("dice/", dice.check_page, name="check"),
    path("dice/practice/", dice.practice, name="practice"),
    path("dice/practice/open/", dice.open_practice, name="open-practice"),
    path("dice/practice/<id:cup_id>.json", dice.practice_document, name="practice-document"),
    path(CUPS, shows(dice.cups), name="cups"),
    path(CUPS + "<id:cup_id>/", shows(dice.cup), name="cup"),
    path(CUPS + "<id:cup_id>.json", shows(dice.document), name="document"),
    path(CUPS + "<id:cup_id>/all.json", shows(dice.documents), name="documents"),
]
