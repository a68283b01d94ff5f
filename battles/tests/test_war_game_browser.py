"""The War Game's sample battle on a phone: set up, fought from unit cards with typed dice, and settled."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle, BattleState, Card
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = 375
MELEE = {"attacker": "21st North Carolina", "defender": "19th Indiana"}


class Fight:
    """Three phones at one table."""

    def __init__(self, browse: Any) -> None:
        self.club: Club = a_club(name="Groveton", one_off=True)
        home = reverse("battles:card-set-up", args=[self.club.campaign.id])
        people = {who: self.club.users[who] for who in ("umpire", "union", "confederate")}
        self.pages = {who: browse(home if who == "umpire" else "/", width=PHONE, user=user)
                      for who, user in people.items()}  # fmt: skip
        self.root = self.pages["umpire"].url.partition("/c/")[0]
        self.battle = Battle()

    def go(self, who: str, name: str, *more: object) -> Any:
        page = self.pages[who]
        page.goto(self.root + reverse(f"battles:{name}", args=[self.battle.campaign_id, self.battle.id, *more]))
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        return page

    def card(self, name: str) -> dict[str, Any]:
        return dict(Card.objects.get(battle=self.battle, name=name).values)

    def roll(self, who: str, rule: str, dice: str = "", *, cards: dict[str, str], **typed: str) -> None:
        """Choose a rule and its units, fill in what no card knows, roll, and write it to the cards."""
        page = self.go(who, "card-rolls")
        page.get_by_role("region", name="Rules to roll").get_by_role("link", name=rule, exact=True).click()
        for role, unit in cards.items():
            page.locator(f'input[name="cards-{role}"]').and_(page.get_by_label(unit)).first.check()
        page.get_by_role("button", name="Fill in the form").click()
        page.get_by_role("button", name="Roll", exact=True).wait_for()
        for name, value in typed.items():
            page.locator(f"#roll [name={name}]").fill(value)
        if dice:
            page.get_by_text("Real dice, or a second time").click()
            page.get_by_label("Your dice").fill(dice)
        page.get_by_role("button", name="Roll", exact=True).click()
        page.wait_for_url("**/roll/**")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        if page.get_by_role("button", name="Write it to the cards").count():
            page.get_by_role("button", name="Write it to the cards").click()
            page.get_by_text("confirmed").first.wait_for()

    def step(self, button: str) -> None:
        """Let both sides ask for a step."""
        for who in ("union", "confederate"):
            self.go(who, "detail").get_by_role("button", name=button).click()
            self.pages[who].get_by_text(button).first.wait_for()
            self.pages[who].wait_for_timeout(300)
        sweep(self.club.campaign.id)


def begin(browse: Any) -> Fight:
    fight = Fight(browse)
    page = fight.pages["umpire"]
    page.get_by_label("The War Game (American Civil War)").check()
    page.get_by_role("button", name="Set up the battle").click()
    page.wait_for_url("**/units/")
    fight.battle = Battle.objects.get(campaign=fight.club.campaign)
    for who in ("union", "confederate"):
        fight.go(who, "plan").get_by_role("button", name="Seal the plan").click()
        fight.pages[who].wait_for_load_state()
    sweep(fight.club.campaign.id)
    for page, button in (("prepare", "Prepare the battle"), ("open", "Open the battle")):
        fight.go("umpire", page).get_by_role("button", name=button).click()
        fight.pages["umpire"].wait_for_load_state()
        sweep(fight.club.campaign.id)
    return fight


def test_sample_battle_is_fought_to_a_settled_result(browse: Any) -> None:
    fight = begin(browse)
    first_turn(fight)
    fight.step("Next turn")
    assert fight.card("2nd Virginia")["fire_lost"] == 0
    second_turn(fight)
    settle(fight)
    refused = "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    assert set(browse.complaints) <= {refused}  # odds of a form whose range isn't filled in yet
    browse.complaints.clear()


def first_turn(fight: Fight) -> None:
    """Fire a volley, place its casualties, save officers, test morale; fire guns, and charge into a melee."""
    fight.roll("union", "Musketry", "6,5,4,3", cards={"firer": "2nd Wisconsin", "target": "2nd Virginia"}, inches="8")
    assert (fight.card("2nd Virginia")["to_place"], fight.card("2nd Wisconsin")["has_fired"]) == (14, True)
    fight.roll("union", "Who is hit", "1,1,1,2,2,2,3,3,3,4,4,1,1,1", cards={"target": "2nd Virginia"})
    hit = fight.card("2nd Virginia")
    assert (hit["figures"], hit["to_place"], hit["colonel"]) == (9, 0, "hit, to be saved")
    fight.roll("confederate", "Save for officers", "5,1,4", cards={"unit": "2nd Virginia"})
    assert fight.card("2nd Virginia")["second_officer"] == "fallen"
    fight.roll("confederate", "Morale", cards={"unit": "2nd Virginia"})
    assert fight.card("2nd Virginia")["order"] == "going to the rear"
    guns = {"gun": "first gun", "target": "4th Virginia"}
    fight.roll("union", "Round shot", "3,4,6", cards=guns, inches="24", figures="3")
    assert fight.card("4th Virginia")["figures"] == 15
    fight.roll("union", "Shell at a house", "6,6", cards={"gun": "second gun", "house": "farmhouse"}, inches="30")
    assert fight.card("Brawner’s farmhouse")["damage"] == 6
    fight.roll("confederate", "Charge", "6,1", cards=MELEE, inches="9")
    fight.roll("confederate", "Melee", cards=MELEE)
    fight.roll("confederate", "Melee outcome", cards=MELEE)
    assert fight.card("21st North Carolina")["charging"] is False


def second_turn(fight: Fight) -> None:
    """Let the umpire roll for a hidden regiment, of which the enemy learns nothing; pick off a colonel."""
    fight.roll("umpire", "Musketry", cards={"firer": "76th New York", "target": "5th Virginia"}, inches="12")
    assert fight.card("76th New York")["has_fired"] is True
    assert fight.go("confederate", "card-rolls").get_by_text("76th New York").count() == 0
    aimed = {"firer": "19th Indiana skirmishers", "target": "Col. William Baylor"}
    fight.roll("union", "Skirmish fire", "6,1,1,1,1,1,1,1", cards=aimed, inches="10")
    fight.roll("confederate", "Save for officers", "4", cards={"unit": "Col. William Baylor"})
    assert fight.card("Col. William Baylor")["officer"] == "fallen"


def settle(fight: Fight) -> None:
    """End the day, enter and confirm both results, and settle."""
    page = fight.go("confederate", "end")
    page.get_by_label("Your army").check()
    page.get_by_role("button", name="End or propose the end").click()
    page.wait_for_load_state()
    sweep(fight.club.campaign.id)
    for who, side in (("union", "usa"), ("confederate", "csa")):
        page = fight.go(who, "side-result", side)
        if side == "csa":
            assert page.get_by_label("2nd Virginia, losses").input_value() == "11"
        page.get_by_label("Victory points").fill("0")
        page.get_by_role("button", name="Enter the").click()
        page.wait_for_load_state()
    for who in ("union", "confederate"):
        page = fight.go(who, "detail")
        page.get_by_role("button", name="Confirm").click()
        page.wait_for_load_state()
    fight.go("umpire", "detail").get_by_role("button", name="Settle").click()
    fight.pages["umpire"].wait_for_load_state()
    fight.battle.refresh_from_db()
    assert fight.battle.state == BattleState.APPLIED
