"""Which units start hidden: by the side's own marks, or as the umpire decides before the opening (VG-7)."""

from typing import Any

import pytest
from django.http import Http404

from battles.models import Battle, HiddenStart
from battles.selectors.opening import hidden_page, opening_page
from battles.selectors.reads import placed_units, plans_of
from battles.services import opening, plans
from battles.tests.builders import a_battle, both_request, open_it, prepare_it, seal_both, told
from battles.tests.test_disclosures import heard, settled
from campaign.errors import Refusal
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.deployment import Deployment, Placed, Sight

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-7")]


@kept
def sealed(**more: Any) -> tuple[Club, Battle]:
    """Seal both plans; the Union marks its first division hidden."""
    club, battle = a_battle(**more)
    lines = (Placed("c0d0", sight=Sight.HIDDEN),)
    plans.save_deployment(club.viewer("union"), battle.pk, deployment=Deployment(lines), draft_version=0)
    seal_both(club, battle)
    return club, battle


def hide(club: Club, battle: Battle, units: list[str], *, who: str = "umpire") -> None:
    opening.set_hidden(club.viewer(who), battle.pk, side="USA", units=units)


def shown(club: Club, battle: Battle, who: str = "union") -> tuple[int, int]:
    page = opening_page(club.viewer(who), battle.pk, "usa")
    return len(page.placed), len(page.hidden)


def test_owners_marks_count_and_are_visible_by_default() -> None:
    club, battle = sealed()
    open_it(club, battle)
    placed, hidden = shown(club, battle)
    assert (hidden, placed) == (9, len(placed_units(battle, "USA", plans_of(battle))) - 9)
    assert opening_page(club.viewer("confederate"), battle.pk, "csa").hidden == ()


def test_umpire_changes_them_before_the_opening_and_only_the_owner_learns() -> None:
    club, battle = sealed()
    prepare_it(club, battle)
    units = placed_units(battle, "USA", plans_of(battle))
    before = {who: (told(club, who), club.viewer(who).version) for who in ("confederate", "observer", "union_west")}
    hide(club, battle, [units[-1].id])
    assert f"start hidden: {units[-1].name}. VG-7" in told(club, "union")[-1]
    assert {who: (told(club, who), club.viewer(who).version) for who in before} == before
    opening.open_battle(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.id)
    assert shown(club, battle)[1] == 1
    assert (
        opening_page(club.viewer("union"), battle.pk, "usa").who_decides
        == "The umpire decided which units start hidden."
    )
    assert verify(club.campaign.id) == []


def test_umpire_may_change_them_again_and_put_everything_in_sight() -> None:
    club, battle = sealed()
    prepare_it(club, battle)
    hide(club, battle, ["c0d0b0"])
    hide(club, battle, [])
    assert HiddenStart.objects.get().units == []
    assert "start hidden: none" in told(club, "union")[-1]
    assert shown(club, battle, "umpire")[1] == 0


def test_wrong_moments_and_units_are_refused() -> None:
    club, battle = sealed()
    with pytest.raises(Refusal, match="between the preparation and the opening"):
        hide(club, battle, [])
    prepare_it(club, battle)
    with pytest.raises(Refusal, match="on the table from the start"):
        hide(club, battle, ["c9d9b9"])
    marked = list(hidden_page(club.viewer("umpire"), battle.pk, "usa").hidden)
    with pytest.raises(Refusal, match="Nothing would change"):
        hide(club, battle, marked)
    with pytest.raises(Http404):
        hide(club, battle, [], who="union")
    opening.open_battle(club.viewer("umpire"), battle.pk)
    with pytest.raises(Refusal, match="between the preparation and the opening"):
        hide(club, battle, [])


def test_side_gets_its_list_at_the_opening_and_the_umpire_sees_it_before() -> None:
    club, battle = sealed()
    with pytest.raises(Http404):
        opening_page(club.viewer("umpire"), battle.pk, "usa")
    prepare_it(club, battle)
    assert opening_page(club.viewer("umpire"), battle.pk, "usa").is_preview
    with pytest.raises(Http404):
        opening_page(club.viewer("union"), battle.pk, "usa")
    opening.open_battle(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.id)
    assert not opening_page(club.viewer("union"), battle.pk, "usa").is_preview
    for who in ("confederate", "observer", "union_west"):
        with pytest.raises(Http404):
            opening_page(club.viewer(who), battle.pk, "usa")


def test_site_as_umpire_takes_both_steps_and_says_whose_marks_count() -> None:
    club, battle = sealed(umpire_kind="site")
    sweep(club.campaign.id)
    assert Battle.objects.get().turn == 1
    assert Battle.objects.get().is_swept
    assert shown(club, battle)[1] == 9
    assert "Your own marks decide" in opening_page(club.viewer("union"), battle.pk, "usa").who_decides
    assert [line for line in told(club, "observer") if "was prepared" in line or "began" in line] == [
        "Shiloh was prepared: the dice are frozen, and everything secret is rolled.",
        "Shiloh began. Turn 1, 6:00.",
    ]


def test_marks_are_published_when_the_campaign_ends() -> None:
    club, battle = sealed()
    open_it(club, battle)
    both_request(club, battle)
    battle.refresh_from_db()
    assert not heard(club, "confederate", "started with these units hidden")
    settled(club, battle)
    assert not heard(club, "confederate", "started with these units hidden")
    decisions.decide(club.viewer("umpire"), kind="campaign.closed")
    lines = heard(club, "confederate", "started with these units hidden")
    assert len(lines) == 2
    assert lines[0] == "Confederate started with these units hidden: none. (VG-7.)"
    assert "Union started with these units hidden: " in lines[1]
    assert heard(club, "observer", "Union ratings at the start: ")
