"""Whatever is sent to a battle's addresses: a right status, a clear sentence, nothing changed, nothing lost."""

from collections.abc import Iterator

import pytest

from battles.models import Battle
from battles.selectors.reads import plans_of, units_of
from battles.services import plans, result
from battles.services.begin import fight_on_table
from battles.tests.builders import SHEET, a_half, both_tap, open_it, shiloh
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.wrong.site import Site
from campaign.tests.wrong.survey import elsewhere, survey
from war.models import Contact
from war.services.set_up import set_up

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def bare_map() -> Site:
    """No army yet, here and elsewhere, with the same people in both campaigns."""
    club = a_club(name="Shiloh", sheet=SHEET)
    return Site(club, elsewhere(club))


def two_fronts(site: Site) -> None:
    """A contact that waits in both campaigns."""
    for campaign in (site.club.campaign, site.elsewhere.campaign):
        set_up(None, brief=shiloh(), campaign_id=campaign.pk)
        sweep(campaign.pk)


def begun(club: Club) -> Battle:
    contact = Contact.objects.get(campaign=club.campaign)
    battle = fight_on_table(club.viewer("umpire"), contact_id=contact.pk)
    sweep(club.campaign.pk)
    return battle


def enter(club: Club, battle: Battle, who: str, side: str, *, points: int, end: str) -> None:
    battle.refresh_from_db()
    units = units_of(battle, side, plans_of(battle))
    half = a_half(units, points=points, end=end, killed={units[0].id: 12})
    result.enter_result(club.viewer(who), battle.pk, half=half)


def stages() -> Iterator[Site]:
    """The thin thread, with a look at the site after each step of it."""
    site = bare_map()
    yield site
    two_fronts(site)
    yield site
    begun(site.elsewhere)
    battle = begun(site.club)
    yield site
    plans.seal(site.club.viewer("union"), battle.pk, plan={}, entropy="aa")
    yield site
    plans.seal(site.club.viewer("confederate"), battle.pk, plan={}, entropy="bb")
    sweep(site.club.campaign.pk)
    yield site
    open_it(site.club, battle)
    yield site
    both_tap(site.club, battle, "end")
    yield site
    enter(site.club, battle, "union", "USA", points=9, end="held")
    enter(site.club, battle, "confederate", "CSA", points=7, end="withdrew")
    yield site
    for who in ("union", "confederate"):
        result.confirm_result(site.club.viewer(who), battle.pk)
    yield site


def test_what_nobody_should_send_to_a_battle_is_refused_in_words() -> None:
    secret_results = survey("battles", stages())
    assert secret_results == [], "\n".join(secret_results)
