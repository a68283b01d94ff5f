"""The map for programs: twins of the pages, over the same forms and services."""

from typing import Any

from django.http import Http404
from django.urls import path

from campaign.api.base import shown, twin
from campaign.visibility import Viewer
from campaign.web import ActForm
from war.forms.forces import DetachForm
from war.selectors.map import ForcePage, SheetPage, force_page, sheet_page
from war.services import contacts
from war.services.forces import detach

Body = dict[str, Any]
C = "c/<id:campaign_id>/"


def _detach_form(body: Body, viewer: Viewer, force_id: int) -> ActForm:
    page = force_page(viewer, force_id)
    if not page.may_detach:
        raise Http404
    return DetachForm(body, viewer=viewer, page=page)


def _detach(viewer: Viewer, form: ActForm, force_id: int) -> None:
    assert isinstance(form, DetachForm)
    detach(viewer, force_id=force_id, **form.parts(), **form.action())


def _contact_form(body: Body, viewer: Viewer, contact_id: int) -> ActForm:
    contacts.find_contact(viewer, contact_id)
    return ActForm(body, viewer=viewer)


urlpatterns = [
    path(f"{C}map/", shown("map", "The map as your seat sees it.", page=SheetPage, read=sheet_page)),
    path(
        f"{C}map/force/<id:force_id>/",
        shown("force", "A force of your own side.", page=ForcePage, read=force_page),
    ),
    path(
        f"{C}map/force/<id:force_id>/detach/",
        twin("detach", "Detach troops from a force of your own.", make=_detach_form, body=DetachForm, action=_detach),
    ),
    path(
        f"{C}map/contact/<id:contact_id>/postpone/",
        twin(
            "postpone",
            "Postpone a battle that waits for the table: its hexes are free. The umpire's, or both sides' together.",
            make=_contact_form,
            body=ActForm,
            action=lambda viewer, form, contact_id: contacts.postpone(viewer, contact_id=contact_id, **form.action()),
        ),
    ),
    path(
        f"{C}map/contact/<id:contact_id>/resume/",
        twin(
            "resume",
            "Go on with a postponed battle. The umpire's, or both sides' together.",
            make=_contact_form,
            body=ActForm,
            action=lambda viewer, form, contact_id: contacts.resume(viewer, contact_id=contact_id, **form.action()),
        ),
    ),
]
