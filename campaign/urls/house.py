"""House rules."""

from django.urls import path

from campaign.actions import house as acts
from campaign.views import house, numbers
from campaign.views.base import act_of, page_of, shows

app_name = "house"
urlpatterns = [
    path("rules/", shows(house.house), name="page"),
    path("rules/table/", act_of(acts.import_table, on=house.house, name="table_form"), name="table"),
    *(
        path(f"rules/{which}.{kind}", shows(house.number_file(which, kind)), name=f"{which}-{kind}")
        for which in house.FILES
        for kind in house.KINDS
    ),
    path("rules/number/", page_of(acts.enter_number, view=numbers.number, after=numbers.land_back), name="number"),
    path("rules/switch/", act_of(acts.switch_ruling, on=house.house, name="switch_form"), name="switch"),
]
