"""The battle box in Chromium: printed in one click, and shown by the open page once it is made."""

from typing import Any

import pytest
from django.urls import reverse

from battles.services import box, plans
from battles.tests.boxes import drawn
from battles.tests.builders import a_battle
from battles.tests.test_setup_browser import ASIDE, shoot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("width", "theme"), [(375, "dark"), (1280, "light")])
def test_box_is_printed_in_one_click(width: int, theme: str, browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    plans.seal(club.viewer("union"), battle.id, plan={}, entropy="aa")
    address = reverse("battles:detail", args=[battle.campaign_id, battle.id])
    page = browse(address, width=width, theme=theme, user=club.users["union"])
    page.get_by_role("link", name="Print battle box").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Print battle box", exact=True).click()
    assert page.get_by_text("in progress since").is_visible()
    shoot(page, f"box-waiting-{width}-{theme}")
    box.make_due(drawn)
    page.evaluate("document.body.dispatchEvent(new Event('np:changed'))")
    page.get_by_role("link", name="Seal 1, A4").wait_for()
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    shoot(page, f"box-{width}-{theme}")
    plans.unseal(club.viewer("union"), battle.id)
    page.reload()
    assert page.get_by_text("Don’t use this print.").is_visible()
    assert axe_violations(page) == []
    shoot(page, f"box-void-{width}-{theme}")
