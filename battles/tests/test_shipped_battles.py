"""The four setups that come with the site, each from its file to both seals, with the numbers worked out by hand."""

import re
from http import HTTPStatus
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleState, Plan
from battles.selectors.order_of_battle import order_page
from battles.selectors.plan_views import plan_view
from battles.selectors.reads import plans_of, units_of
from battles.tests.builders import kind_of
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from rulesets.core.brief_form import DATA
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.state import Arm

pytestmark = [pytest.mark.django_db, *(pytest.mark.rule(rule) for rule in ("VG-4", "VG-4A", "VG-5", "VG-7C1"))]
PLAYERS = {"union": "USA", "confederate": "CSA"}


class Army(NamedTuple):
    """One side: stands and batteries of foot and horse, stands that may march, the army leader, leaders, works."""

    infantry: int
    cavalry: int
    foot: int
    horse: int
    may_march: int
    chief: str
    counters: int
    inches: str = ""

    @property
    def stands(self) -> int:
        return self.infantry + self.cavalry


ARMIES = {
    ("first_bull_run", "USA"): Army(140, 0, 14, 0, 70, "McDowell", 4),
    ("first_bull_run", "CSA"): Army(120, 0, 12, 0, 60, "J.E. Johnston", 6, "30"),
    ("shiloh", "USA"): Army(180, 0, 18, 0, 90, "", 5, "45"),
    ("shiloh", "CSA"): Army(140, 20, 14, 2, 80, "A.S. Johnston", 7),
    ("perryville", "USA"): Army(100, 0, 10, 0, 50, "Buell", 3),
    ("perryville", "CSA"): Army(40, 20, 4, 2, 30, "Bragg", 4),
    ("chancellorsville", "USA"): Army(150, 10, 15, 1, 80, "Hooker", 9),
    ("chancellorsville", "CSA"): Army(100, 10, 10, 1, 55, "R.E. Lee", 8, "55"),
}
NAMES = sorted({name for name, _ in ARMIES})


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def set_up(club: Club, name: str) -> Battle:
    """Set up a battle from the text of a file, as the umpire."""
    address = reverse("battles:set-up", args=[club.campaign.pk])
    form = {"brief": "own", "text": (DATA / f"{name}.json").read_text()}
    answer = browser(club, "umpire").post(address, form)
    assert answer.status_code == HTTPStatus.FOUND, answer.text
    return Battle.objects.get(campaign=club.campaign)


def order_sealed(battle: Battle, side: str) -> NamedOrder:
    return NamedOrder.from_json(Plan.objects.get(battle=battle, side=side).body["order"])


@pytest.mark.parametrize("name", NAMES)
def test_setup_goes_from_its_file_to_both_seals(name: str) -> None:
    club = a_club(one_off=True)
    battle = set_up(club, name)
    for who, side in PLAYERS.items():
        army, client = ARMIES[name, side], browser(club, who)
        view = order_page(club.viewer(who), battle.pk).order
        assert (view.is_legal, view.unmet, view.broken) == (True, (), 0)
        assert f"brigades of {army.stands} stands, {army.foot + army.horse} batteries" in view.about
        page = client.get(reverse("battles:plan", args=[club.campaign.pk, battle.pk])).text
        assert re.search(rf"At most {army.may_march} of your {army.stands} stands may flank march", page)
        sealed = client.post(reverse("battles:plan", args=[club.campaign.pk, battle.pk]), {"entropy": "aa"})
        assert sealed.status_code == HTTPStatus.FOUND, sealed.text
    sweep(club.campaign.pk)
    battle.refresh_from_db()
    assert battle.state == BattleState.PLANS
    for side in PLAYERS.values():
        judge(battle, ARMIES[name, side], side)


def judge(battle: Battle, army: Army, side: str) -> None:
    """Compare a sealed plan with the army: stands and batteries by arm, the army leader, works, and units."""
    order = order_sealed(battle, side)
    brigades = [brigade for _, _, division in order.all_divisions() for brigade in division.brigades]
    stands = {arm: sum(brigade.stands for brigade in brigades if brigade.arm is arm) for arm in Arm}
    guns = {arm: sum(battery.arm is arm for battery in order.all_batteries()) for arm in Arm}
    assert stands == {Arm.INFANTRY: army.infantry, Arm.CAVALRY: army.cavalry}
    assert guns == {Arm.INFANTRY: army.foot, Arm.CAVALRY: army.horse}
    led = [order.leader, *(corps.leader for corps in order.corps)]
    led += [division.leader for _, _, division in order.all_divisions()]
    assert (sum(map(bool, led)), order.supernumerary) == (army.counters, ())
    assert bool(order.leader) is bool(army.chief)
    assert order.name == (f"{army.chief}’s army" if army.chief else "The army")
    plans = plans_of(battle)
    units = units_of(battle, side, plans)
    assert sum(unit.stands for unit in units) == army.stands
    assert sum(unit.stands for unit in units if kind_of(unit).endswith("cavalry")) == army.cavalry
    works = plan_view(battle, plans[side]).breastworks
    assert works.startswith(f"{army.inches}″") if army.inches else works == ""
