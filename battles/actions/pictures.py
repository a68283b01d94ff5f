"""Acts on pictures of the ground."""

from battles.forms.pictures import DraftPictureForm, DropPictureForm
from battles.selectors.deployment import deployment_page
from battles.selectors.ground_pictures import erasable_picture, picture_page
from battles.services import deployment_pictures, ground_pictures
from campaign.actions.base import Action, Question, address
from campaign.forms.pictures import PictureForm
from campaign.visibility import Viewer
from campaign.web import ActForm


def _to_ground(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:ground", battle_id)


@Action(PictureForm, offer=picture_page, template="battles/picture.html", to=_to_ground)
def add_picture(viewer: Viewer, form: PictureForm, battle_id: int) -> None:
    """Add a picture to the ground of a battle. Only the umpire can; without one, both sides must agree."""
    ground_pictures.add_picture(viewer, battle_id, data=form.upload, field=form.place, **form.said("caption"))


def _erasing(viewer: Viewer, form: ActForm, battle_id: int, **_: object) -> Question:
    loses = (
        f"“{form.offer.caption}” is erased for everyone and can’t be brought back, not even by a rewind. Plans stay as "
        "they are. Everyone learns that a picture was erased."
    )
    return Question("Erase this picture?", loses, "Erase the picture", back="battles:ground", back_args=(battle_id,))


@Action(ActForm, offer=erasable_picture, sure=_erasing, to=_to_ground)
def erase_picture(viewer: Viewer, form: ActForm, battle_id: int, picture_id: int) -> None:
    """Erase a picture of the ground, as the umpire or as the person who added it."""
    ground_pictures.erase_picture(viewer, battle_id, picture_id, key=form.action()["key"])


def _to_deployment(viewer: Viewer, done: object, battle_id: int) -> str:
    return address(viewer, "battles:deployment", battle_id)


@Action(DraftPictureForm, offer=deployment_page, template="battles/deployment_picture.html", to=_to_deployment)
def draft_picture(viewer: Viewer, form: DraftPictureForm, battle_id: int) -> None:
    """Put a picture into your draft of a deployment, in place of the one before."""
    caption, version = form.cleaned_data["caption"], form.drafted()
    deployment_pictures.draft_picture(
        viewer, battle_id, data=form.upload, field=form.place, caption=caption, draft_version=version
    )


def _dropping(viewer: Viewer, form: DropPictureForm, battle_id: int) -> Question:
    loses = "The picture is erased for good. The rest of your deployment stays as it is."
    hidden = {"draft_version": str(form.offer.draft_version)}
    title, yes = "Erase the picture of your deployment?", "Erase the picture"
    return Question(title, loses, yes, hidden=hidden, back="battles:deployment", back_args=(battle_id,))


@Action(DropPictureForm, offer=deployment_page, sure=_dropping, to=_to_deployment)
def drop_picture(viewer: Viewer, form: DropPictureForm, battle_id: int) -> None:
    """Erase the picture of your draft of a deployment."""
    deployment_pictures.drop_picture(viewer, battle_id, draft_version=form.drafted())
