"""Pictures of a deployment: drafts of one seat like the rest of a plan, seen by its side and the umpire once sealed."""

from dataclasses import replace

from django.db import transaction

from battles.models import Battle, Plan
from battles.selectors.deployment import deployment_of
from battles.selectors.drafts import deployment_draft_of, deployment_subject
from battles.selectors.reads import plans_of
from battles.services.common import require
from battles.services.plans import SEALED, find_to_draft, write_draft
from battles.shapes import DEPLOYMENT, deployment_from_json
from campaign.ids import hex_id, read_id
from campaign.models import Picture
from campaign.photos import Photo
from campaign.selectors.pictures import kept_pictures
from campaign.services import pictures
from campaign.services.record import lock_campaign, touch_own
from campaign.services.talk import hash_under
from campaign.visibility import Viewer
from rulesets.core.plain import as_json


def draft_picture(
    viewer: Viewer, battle_id: int, *, data: bytes, caption: str, draft_version: int, field: str = ""
) -> None:
    """Put a picture into a seat's draft of its deployment, in place of the one before."""
    battle = _find_to_draft(viewer, battle_id)
    photo = pictures.read_photo(viewer, data, field=field)
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)
        if _is_kept(viewer, battle, photo, caption, draft_version + 1):
            return
        _forget(viewer, battle)
        kept = pictures.keep(viewer, photo, audience=battle.plan_audience(viewer.side), caption=caption)
        _write(viewer, battle, hex_id(kept.id), draft_version)


def drop_picture(viewer: Viewer, battle_id: int, *, draft_version: int) -> None:
    """Erase the picture of a seat's draft."""
    battle = _find_to_draft(viewer, battle_id)
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)
        if _drafted(viewer, battle):
            _forget(viewer, battle)
            _write(viewer, battle, "", draft_version)


def _find_to_draft(viewer: Viewer, battle_id: int) -> Battle:
    battle = find_to_draft(viewer, battle_id)
    require(viewer.side not in plans_of(battle), SEALED)
    return battle


def _drafted(viewer: Viewer, battle: Battle) -> str:
    return deployment_of(deployment_draft_of(viewer, battle)).picture


def _is_kept(viewer: Viewer, battle: Battle, photo: Photo, caption: str, version: int) -> bool:
    """Return whether the same page was sent before."""
    draft = deployment_draft_of(viewer, battle)
    row = kept_pictures(viewer.campaign_id).filter(id=read_id(_drafted(viewer, battle)) or 0).first()
    if draft is None or row is None or draft.version != version:
        return False
    return (row.caption, row.digest) == (caption, hash_under(row.nonce, photo.body))


def _forget(viewer: Viewer, battle: Battle) -> None:
    pictures.wipe(Picture.objects.filter(id=read_id(_drafted(viewer, battle)) or 0))


def _write(viewer: Viewer, battle: Battle, picture: str, draft_version: int) -> None:
    deployment = replace(deployment_of(deployment_draft_of(viewer, battle)), picture=picture)
    write_draft(viewer, deployment_subject(battle), {DEPLOYMENT: as_json(deployment)}, draft_version)
    touch_own(viewer)


def disclose(battle: Battle) -> None:
    """Show the pictures of sealed plans to everyone, with the plans themselves."""
    found = (read_id(deployment_from_json(plan.body).picture) for plan in Plan.objects.filter(battle=battle))
    pictures.disclose(battle.campaign_id, [number for number in found if number is not None])
