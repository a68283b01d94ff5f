"""The map for programs: twins of the pages."""

from django.urls import path

from campaign.api.base import shown, twin_of
from war import actions
from war.selectors.map import ForcePage, SheetPage, force_page, sheet_page

MAP = "c/<id:campaign_id>/map/"
urlpatterns = [
    path(MAP, shown("map", "The map as your seat sees it.", page=SheetPage, read=sheet_page)),
    path(f"{MAP}force/<id:force_id>/", shown("force", "A force of your own side.", page=ForcePage, read=force_page)),
    path(f"{MAP}force/<id:force_id>/detach/", twin_of(actions.detach)),
    path(f"{MAP}contact/<id:contact_id>/postpone/", twin_of(actions.postpone)),
    path(f"{MAP}contact/<id:contact_id>/resume/", twin_of(actions.resume)),
]
