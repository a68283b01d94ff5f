"""The journal, its entries, rewinds and corrections; and what an open page asks to stay up to date."""

from django.urls import path

from campaign.actions import journal as acts
from campaign.views import journal, live
from campaign.views.base import act_of, page_of, shows

app_name = "journal"
urlpatterns = [
    path("journal/", shows(journal.journal), name="list"),
    path("journal/<int:n>/", shows(journal.entry), name="entry"),
    path("journal/<int:n>/ask-rewind/", act_of(acts.ask_rewind, on=journal.entry), name="ask-rewind"),
    path("journal/<int:n>/rewind/", page_of(acts.rewind), name="rewind"),
    path("journal/<int:n>/correct/<str:table>/<id:row_id>/", page_of(acts.correct), name="correct"),
    path("rows/<str:table>/<id:row_id>/", page_of(acts.ask_correction), name="ask-correct"),
    path("live/", shows(live.live_token), name="live"),
]
