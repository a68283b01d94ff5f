"""Pictures of the ground: added by the umpire or by both sides, and erased by the club.

A picture belongs to the ground, so before the opening a new one unseals every plan (R-77).
"""

from django.db import transaction
from django.http import Http404

from battles.models import Battle, BattleState
from battles.selectors.ground_pictures import ADD_PICTURE, erasable_picture, why_no_picture
from battles.selectors.reads import find_battle, whole_battles
from battles.services.common import open_battle_act, reload, require
from battles.services.ground import unseal_all
from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import Picture
from campaign.photos import Photo
from campaign.selectors.pictures import Reference, still_kept
from campaign.services import decisions, pictures
from campaign.services.record import RUNNING, Act
from campaign.visibility import Viewer


def add_picture(
    viewer: Viewer,
    battle_id: int,
    *,
    data: bytes,
    caption: str,
    field: str = "",
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Add a picture to the ground: at once as the umpire; where the site umpires, ask the other side."""
    battle = find_battle(viewer, battle_id)
    if not viewer.decides:
        raise Http404
    _require_room(battle)
    photo = pictures.read_photo(viewer, data, field=field)
    if viewer.is_umpire:
        with open_battle_act(viewer, battle, ADD_PICTURE, version=version, key=key) as act:
            added = pictures.keep(viewer, photo, audience=PUBLIC, caption=caption)
            act.payload["picture"] = added.reference
            _show(act, reload(battle), added.reference)
        return
    _propose(viewer, battle, photo, caption, version=version, key=key)


@transaction.atomic
def _propose(
    viewer: Viewer, battle: Battle, photo: Photo, caption: str, *, version: int | None, key: str | None
) -> None:
    added = pictures.keep(viewer, photo, audience=PUBLIC, caption=caption)
    words = f"add a picture to the ground of {battle.name}"
    payload: Payload = {"battle": hex_id(battle.id), "picture": added.reference, "words": words}
    decisions.decide(viewer, kind=ADD_PICTURE, payload=payload, version=version, key=key)


def _require_room(battle: Battle) -> None:
    why = why_no_picture(battle)
    require(not why, why)


def _show(act: Act, battle: Battle, reference: Reference) -> None:
    """Write a picture into the ground, and tell everyone."""
    _require_room(battle)
    row = battle.ground
    row.pictures = [*still_kept(battle.campaign_id, row.pictures), reference]
    act.save(row)
    act.tell(PUBLIC, f"{act.decided_by} added a picture to the ground of {battle.name}.")
    if battle.state == BattleState.PLANS:
        unseal_all(act, battle)


def erase_picture(viewer: Viewer, battle_id: int, picture_id: int, *, key: str | None = None) -> None:
    """Erase a picture of the ground for good; no plan is unsealed, as the table is as it was."""
    pictures.erase(viewer, erasable_picture(viewer, battle_id, picture_id).id, key=key)


# Where the site umpires.


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _carry_out(campaign_id: int, payload: Payload) -> None:
    battle = whole_battles().get(campaign_id=campaign_id, id=read_id(payload["battle"]) or 0)
    try:
        with open_battle_act(None, battle, ADD_PICTURE, payload={"picture": payload["picture"]}) as act:
            _show(act, reload(battle), payload["picture"])
    except Refusal:
        _drop(payload)
        raise


def _drop(payload: Payload) -> None:
    """Erase a picture that nobody will show."""
    pictures.wipe(Picture.objects.filter(id=read_id(payload["picture"]["id"]) or 0))


DECISION = Decision(
    ADD_PICTURE,
    "Add a picture to the ground",
    _note,
    allowed=RUNNING,
    in_sweep=_carry_out,
    page="battles:proposed-picture",
    dropped=_drop,
)
