"""Pictures in Chromium: uploaded from a form, shown on a phone without sideways scroll, in print, and erased."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle, BattleGround
from battles.services import ground_pictures
from battles.tests.builders import a_battle
from battles.tests.test_ground_browser import address, press
from battles.tests.test_setup_browser import ASIDE, shoot
from campaign.models import Picture
from campaign.tests.builders import Club
from campaign.tests.pictures import a_file

pytestmark = pytest.mark.django_db(transaction=True)
DRAWN = "() => [...document.images].every(image => image.complete && image.naturalWidth > 0)"
IN_INCHES = "document.querySelector('.field-plan .table').getBBox().width"


def with_pictures(club: Club, battle: Battle) -> None:
    for size, caption in (((1600, 900), "The table from the north edge"), ((600, 1400), "The landing")):
        viewer = club.viewer("umpire")
        ground_pictures.add_picture(viewer, battle.id, data=a_file(size=size), caption=caption)


def choose(page: Any, kind: str, file: bytes) -> None:
    page.get_by_label("Picture", exact=True).set_input_files({"name": "t", "mimeType": kind, "buffer": file})


@pytest.mark.parametrize(("width", "theme"), [(375, "dark"), (375, "light"), (1280, "light")])
def test_pictures_fit_and_break_no_axe_rule(width: int, theme: str, browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    with_pictures(club, battle)
    page = browse(address(battle), width=width, theme=theme, user=club.users["union"])
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(DRAWN)
    assert not page.evaluate(ASIDE)
    assert axe_violations(page) == []
    assert page.get_by_role("img", name="The landing").is_visible()
    shoot(page, f"pictures-{width}-{theme}")
    form = browse(f"{address(battle)}picture/", width=width, theme=theme, user=club.users["umpire"])
    assert axe_violations(form) == []
    assert not form.evaluate(ASIDE)
    shoot(form, f"picture-form-{width}-{theme}")


def test_umpire_adds_a_picture_and_erases_it(browse: Any) -> None:
    club, battle = a_battle()
    page = browse(address(battle), width=375, user=club.users["umpire"])
    page.get_by_role("link", name="Add a picture").click()
    page.get_by_label("Picture", exact=True).set_input_files(
        {"name": "t.txt", "mimeType": "text/plain", "buffer": b"words"}
    )
    page.get_by_label("What it shows").fill("The table")
    press(page, "Add the picture")
    assert page.get_by_text("This file is damaged or isn’t a picture").first.is_visible()
    assert page.get_by_label("What it shows").input_value() == "The table"
    browse.complaints.clear()  # the console logs each refused form
    page.get_by_label("Picture", exact=True).set_input_files(
        {"name": "t.png", "mimeType": "image/png", "buffer": a_file("PNG")}
    )
    press(page, "Add the picture")
    assert page.get_by_role("img", name="The table", exact=True).count() == 1
    page.get_by_role("link", name="Erase").click()
    press(page, "Erase the picture")
    assert page.get_by_role("img", name="The table", exact=True).count() == 0
    assert not Picture.objects.exclude(nonce="").exists()
    assert len(BattleGround.objects.get(battle=battle).pictures) == 1


def test_ground_prints_its_field_to_scale(browse: Any) -> None:
    club, battle = a_battle()
    page = browse(address(battle), user=club.users["union"])
    page.emulate_media(media="print")
    assert page.locator(".field-plan").is_visible()
    assert page.evaluate(IN_INCHES) == 720  # 72 inches, ten units each
    depth = page.evaluate("document.querySelector('.field-plan .table').getBBox().height")
    assert depth == 480
    assert page.locator(".edge-name").count() == 4
    assert page.get_by_text("To scale: a square of the grid is 12 inches.").is_visible()
    assert len(page.pdf(format="A4")) > 1000


def test_side_seals_a_picture_of_its_deployment(browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    at = reverse("battles:deployment", args=[battle.campaign_id, battle.id])
    page = browse(at, width=375, user=club.users["union"])
    page.get_by_role("link", name="Add a picture").click()
    page.get_by_label("Picture", exact=True).set_input_files(
        {"name": "t.jpg", "mimeType": "image/jpeg", "buffer": a_file()}
    )
    page.get_by_label("What it shows").fill("Behind the woods")
    press(page, "Save the picture")
    page.wait_for_function(DRAWN)
    assert page.get_by_role("img", name="Behind the woods").is_visible()
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
