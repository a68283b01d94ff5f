"""A backup carries pictures: their bytes, their readers, and what is left of an erased one."""

from pathlib import Path

import pytest

from battles.models import BattleGround
from battles.selectors.ground import ground_page
from battles.services import deployment_pictures, ground_pictures
from battles.tests.builders import a_battle
from campaign.models import Picture
from campaign.selectors.verify import verify
from campaign.tests.pictures import a_file
from config import backup

pytestmark = pytest.mark.django_db(transaction=True)


def test_backup_carries_pictures(tmp_path: Path) -> None:
    club, battle = a_battle()
    umpire, union = club.viewer("umpire"), club.viewer("union")
    for caption in ("Kept", "Erased"):
        ground_pictures.add_picture(umpire, battle.id, data=a_file(), caption=caption)
    erased = ground_page(club.viewer("umpire"), battle.id).pictures[1]
    ground_pictures.erase_picture(club.viewer("umpire"), battle.id, erased.id)
    deployment_pictures.draft_picture(union, battle.id, data=a_file("PNG"), caption="Ours", draft_version=0)
    before = rows()
    backup.write(tmp_path / "a.backup")
    Picture.objects.all().delete()
    backup.read(tmp_path / "a.backup", replace=True)
    assert rows() == before
    assert [len(body) > 0 for _, _, _, body in before].count(False) == 1
    assert [picture.caption for picture in ground_page(club.viewer("observer"), battle.id).pictures] == ["Kept"]
    assert len(BattleGround.objects.get().pictures) == 2
    assert verify(club.campaign.id) == []


def rows() -> list[tuple[int, str, str, bytes]]:
    return [(row.id, row.audience, row.digest, bytes(row.body)) for row in Picture.objects.order_by("id")]
