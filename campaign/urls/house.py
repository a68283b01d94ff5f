"""What a campaign plays differently from the books."""

from django.urls import path

from campaign.views import house

app_name = "house"
urlpatterns = [
    path("rules/", house.house, name="page"),
    path("rules/table/", house.table, name="table"),
    path("rules/switch/", house.switch, name="switch"),
]
