"""A one-off battle with unit cards, from its set-up to its settled result, by its people over HTTP."""

from typing import Any
from urllib.parse import urlencode

from bench.attacks.story import DIGITS, SIDES, Story, both_ask, prepare, wait_for

ENDS = {"union": ("usa", "held"), "confederate": ("csa", "withdrew")}


def play_with_cards(story: Story) -> None:
    """Play each act of unit cards, of rolls from them, and of written orders."""
    story.act("umpire", "battles:card-set-up", by_page=True, book="the_war_game", units="sample")
    set_up_units(story)
    for who in SIDES:
        story.of_battle(who, "plan", by_page=True, entropy=DIGITS)
    prepare(story)
    story.of_battle("umpire", "open", by_page=True)
    change_in_play(story)
    roll(story)
    both_ask(story, "on")
    both_ask(story, "end")
    finish(story)


def set_up_units(story: Story) -> None:
    """List one side's units, then add one to the other's, change it, and remove another."""
    listed = story.json("confederate", f"{story.at_battle}units/csa/list/")["text"]
    story.of_battle("confederate", "card-list", "csa", by_page=True, text=listed)
    numbers = {"value-original": 18, "value-figures": 18}
    story.of_battle("union", "card-new", "usa", "infantry", by_page=True, name="7th Wisconsin", hidden="on", **numbers)
    story.of_battle("union", "card-change", card(story, "7th Wisconsin"), by_page=True, name="7th Wisconsin, reserve")
    story.of_battle("union", "card-remove", card(story, "56th Pennsylvania"))


def change_in_play(story: Story) -> None:
    """Change a hidden unit by hand, send it an order, and reveal first the order, then the unit."""
    reserve = card(story, "7th Wisconsin, reserve")
    story.of_battle("union", "card-change", reserve, by_page=True, **{"value-figures": 17})
    story.of_battle("union", "order-new", by_page=True, unit=f"{reserve:016x}", text="Hold the farm.")
    order = story.json("union", f"{story.at_battle}orders/")["orders"][0]["id"]
    story.of_battle("union", "order-reveal", int(order, 16))
    story.of_battle("union", "card-reveal", reserve)


def roll(story: Story) -> None:
    """Fire twice from the battle's cup; the umpire discards the first roll, and writes the second to the cards."""
    sides = {"cards-firer": "2nd Wisconsin", "cards-target": "2nd Virginia"}
    query = "?" + urlencode({role: f"{card(story, name):016x}" for role, name in sides.items()})
    for again, decide in enumerate(("card-roll-discard", "card-roll"), 1):
        story.of_battle("union", "card-roll-new", "musketry", query=query, inches=8, again=again)
        rolled = story.json("umpire", f"{story.at_battle}rolls/")["rolls"][0]["id"]
        story.of_battle("umpire", decide, int(rolled, 16), by_page=True)


def finish(story: Story) -> None:
    for who, (side, end) in ENDS.items():
        story.of_battle(who, "side-result", side, by_page=True, points=0, end=end)
    for who in SIDES:
        story.of_battle(who, "confirm")
    story.of_battle("umpire", "settle")
    wait_for(lambda: state_of(story) == "applied", "the settled result")


def state_of(story: Story) -> Any:
    return story.json("union", story.at_battle)["state"]


def card(story: Story, name: str) -> int:
    """Return the card of a unit, as the umpire sees it."""
    sides = story.json("umpire", f"{story.at_battle}units/")["sides"]
    return next(int(one["id"], 16) for side in sides for one in side["cards"] if one["name"] == name)
