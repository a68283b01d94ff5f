"""Pictures for programs."""

from django.urls import path

from campaign.api.base import shown
from campaign.selectors.pictures import PictureFile, picture_file

urlpatterns = [
    path(
        "c/<id:campaign_id>/picture/<id:picture_id>/",
        shown("picture", "Return a picture, in base64.", page=PictureFile, read=picture_file),
    )
]
