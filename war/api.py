"""The map for programs: the endpoints of its pages."""

from django.urls import path

from campaign.api.base import shown, twin_of
from war import actions
from war.forms.agreement import RatioForm
from war.forms.sheet import HexForm
from war.selectors.brigades import BrigadesPage, brigades_page
from war.selectors.contact_page import ContactPage, contact_page
from war.selectors.map import ForcePage, SheetPage, force_page, places_page, sheet_page
from war.selectors.outcome import OutcomePage
from war.selectors.places_page import PlacesPage

MAP = "c/<id:campaign_id>/map/"
urlpatterns = [
    path(MAP, shown("map", "Return the map as your seat sees it.", page=SheetPage, read=sheet_page, query=HexForm)),
    path(
        f"{MAP}places/",
        shown("places", "Return every place and every stack that you know of.", page=PlacesPage, read=places_page),
    ),
    path(
        f"{MAP}brigades/",
        shown(
            "brigades",
            "Return the brigades that your side has fought with, and their records.",
            page=BrigadesPage,
            read=brigades_page,
        ),
    ),
    path(f"{MAP}force/<id:force_id>/", shown("force", "Return a force of your side.", page=ForcePage, read=force_page)),
    path(f"{MAP}force/<id:force_id>/detach/", twin_of(actions.detach)),
    path(
        f"{MAP}contact/<id:contact_id>/",
        shown(
            "contact",
            "Return a contact with its offers and, for a side, its own army at a ratio.",
            page=ContactPage,
            read=contact_page,
            query=RatioForm,
        ),
    ),
    path(f"{MAP}contact/<id:contact_id>/offer/", twin_of(actions.offer_combat)),
    path(f"{MAP}contact/<id:contact_id>/agree/", twin_of(actions.agree_to_offer)),
    path(f"{MAP}contact/<id:contact_id>/decline/", twin_of(actions.decline_offer)),
    path(f"{MAP}contact/<id:contact_id>/outcome/<slug:side>/", twin_of(actions.enter_outcome, page=OutcomePage)),
    path(f"{MAP}contact/<id:contact_id>/postpone/", twin_of(actions.postpone)),
    path(f"{MAP}contact/<id:contact_id>/resume/", twin_of(actions.resume)),
]
