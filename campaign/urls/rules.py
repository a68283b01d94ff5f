"""The rule books."""

from django.urls import path

from campaign.views import rules

app_name = "rules"
urlpatterns = [
    path("", rules.books, name="books"),
    path("<slug:book_id>/", rules.book, name="book"),
    path("<slug:book_id>/<slug:name>/", rules.procedure, name="procedure"),
    path("<slug:book_id>/<slug:name>/odds/", rules.odds, name="odds"),
]
