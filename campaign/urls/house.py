"""What a campaign plays differently from the books."""

from django.urls import path

from campaign.actions import house as acts
from campaign.views import house
from campaign.views.base import act_of, shows

app_name = "house"
urlpatterns = [
    path("rules/", shows(house.house), name="page"),
    path("rules/table/", act_of(acts.import_table, on=house.house, name="table_form"), name="table"),
    path("rules/switch/", act_of(acts.switch_ruling, on=house.house, name="switch_form"), name="switch"),
]
