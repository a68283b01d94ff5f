"""Pictures, to those who may see them."""

from django.urls import path
from django.views.decorators.http import require_safe

from campaign.views import pictures
from campaign.web import seated

app_name = "pictures"
urlpatterns = [path("picture/<id:picture_id>/", require_safe(seated(pictures.picture, has_tag=False)), name="file")]
