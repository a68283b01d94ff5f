"""The journal, its entries, rewinds and corrections; and what an open page asks to stay up to date."""

from django.urls import path

from campaign.views import journal, live

app_name = "journal"
urlpatterns = [
    path("journal/", journal.journal, name="list"),
    path("journal/<int:n>/", journal.entry, name="entry"),
    path("journal/<int:n>/ask-rewind/", journal.ask_rewind_to, name="ask-rewind"),
    path("journal/<int:n>/rewind/", journal.rewind_to, name="rewind"),
    path("journal/<int:n>/correct/<str:table>/<id:row_id>/", journal.correct_row, name="correct"),
    path("rows/<str:table>/<id:row_id>/", journal.ask_correct_row, name="ask-correct"),
    path("live/", live.live_token, name="live"),
]
