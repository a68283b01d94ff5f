"""The map and the forces on it."""

from django.urls import path

from campaign.views import sheet

app_name = "map"
urlpatterns = [
    path("map/", sheet.sheet, name="sheet"),
    path("map/force/<id:force_id>/", sheet.force, name="force"),
    path("map/contact/<id:contact_id>/postpone/", sheet.postpone, name="postpone"),
    path("map/contact/<id:contact_id>/resume/", sheet.resume, name="resume"),
]
