"""The first half-pulses of a war on the map, with every act that only a war has, by its people over HTTP."""

import re
from typing import Any

from bench.attacks.story import SIDES, Story, wait_for

PLACE = "Pittsburg Landing"
EMPTY = "Clarksville TN"  # the Union holds it without troops
GREEN: dict[str, Any] = {"side": "USA", "sp": 1, "arm": "infantry", "quality": "green"}
STANCE: dict[str, Any] = {"kind": "take_stance", "table": "decline", "losses": "least worth", "retreat": "supply"}


def play_a_war(story: Story) -> None:
    """Begin, order at once and ahead, stand ready, end a half-pulse early, and let the umpire set the map right."""
    story.act("umpire", "map:begin", on="map:sheet")
    who = spender(story)
    story.act(who, "map:orders", **STANCE)
    plan_ahead(story, next(each for each in SIDES if each != who))
    set_right(story)
    story.act(spender(story), "map:end-early", on="map:queue")


def plan_ahead(story: Story, who: str) -> None:
    """Let the side that waits queue an order, drop it before its half-pulse comes, and stand ready for a while."""
    story.act(who, "map:queue-order", on="map:orders", **STANCE)
    story.act(who, "map:drop-queued", on="map:queue", n=1)
    story.act(who, "map:stand-ready", on="map:queue", ready="on")
    story.act(who, "map:stand-ready", on="map:queue")


def set_right(story: Story) -> None:
    """Add a strength point, put another piece beside it, take both away again; dig in, and give a hex to and fro."""
    why: dict[str, Any] = {"by_page": True, "reason": "A slip."}
    story.act("umpire", "map:add-pieces", hex=PLACE, **GREEN, **why)
    beside = piece(story, "Union, leaders off the map", ".+")
    story.act("umpire", "map:move-pieces", hex=PLACE, pieces=[beside], **why)
    added = piece(story, f"Union, {PLACE}", r"\d+: green .+")
    story.act("umpire", "map:remove-pieces", pieces=[beside, added], **why)
    story.act("umpire", "map:put-down", side="USA", what="fort", hex=PLACE, **why)
    for side in ("CSA", "USA"):
        story.act("umpire", "map:give-hex", side=side, hex=EMPTY, **why)


def piece(story: Story, group: str, label: str) -> str:
    """Return the first piece of a group that the umpire may choose under such a label."""
    page = story.people["umpire"].read(story.path("map:move-pieces"))
    listed = re.search(rf"<summary>{group} .*?</details>", page, re.DOTALL)
    found = listed and re.search(rf'value="(\w+)"[^>]*>\s*<label[^>]*>{label}<', listed[0])
    assert found, f"no piece of {group} is labeled {label}"
    return found[1]


def spender(story: Story) -> str:
    """Wait until one side's half-pulse is open, and return who commands it."""
    found: list[str] = []

    def is_open() -> bool:
        found[:] = [who for who in SIDES if story.json(who, "map/queue/")["is_own_half"]]
        return bool(found)

    wait_for(is_open, "a half-pulse")
    return found[0]
