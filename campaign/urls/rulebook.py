"""The rule books inside a campaign."""

from campaign.views.rulebook import of_campaign, rule_pages

app_name = "rulebook"
urlpatterns = rule_pages(of_campaign)
