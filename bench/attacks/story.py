"""Every act that the site declares, by its people over HTTP, in an order in which each is allowed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any
from urllib.parse import urlencode

from django.urls import resolve

from battles.models import PrintState
from bench.attacks.chance import Chance
from bench.attacks.people import AGAIN_SECONDS, Person, Reply
from bench.attacks.worlds import username
from campaign.ids import hex_id
from campaign.routes import reverse
from campaign.selectors.house import switchable
from campaign.tests.pictures import a_file, in_base64
from campaign.tests.urlconf import Route, routes
from campaign.tests.wrong.routes import ANYTHING
from campaign.tests.wrong.values import UNKNOWN_CELL, house_table
from config.testing.processes import wait_until
from rulesets.core.records import dataclass

DIGITS = "ab" * 32
SIDES = ("union", "confederate")
GUEST = "guest-{}@example.org"
NOT_RECORDED = frozenset(  # drafts and prints, which belong to one seat
    {
        "copy_order",
        "draft_deployment",
        "draft_picture",
        "draft_plan",
        "drop_picture",
        "edit_order",
        "import_order",
        "print_box",
    }
)
LEADERS = {"union": "Sherman", "confederate": "Breckinridge"}
LOSSES = {**{f"c0d1b{n}-lost": "8" for n in range(5)}, "c0d2b0-lost": "1"}


def declared() -> dict[str, Route]:
    """Return every act that has a page or a button, by its operation."""
    found = {}
    for route in routes():
        view = _view_of(route)
        if view is not None and not route.is_api:
            found[view.operation] = route
    return found


def _view_of(route: Route) -> Any:
    filled = route.filled({name: ANYTHING[converter] for name, converter in route.converters.items()})
    return getattr(resolve(filled).func, "act", None)


@dataclass
class Story:
    """One campaign played to its end; the dice choose between a page and the API."""

    people: Mapping[str, Person]
    campaign: int
    number: int
    dice: Chance
    played: set[str] = field(default_factory=set)

    def act(
        self, who: str, name: str, /, *more: Any, on: str = "", query: str = "", by_page: bool = False, **typed: Any
    ) -> Reply:
        """Act as this person, on the page named or the act's own, or by the API."""
        path = self.path(name, *more)
        of_thing = more if on.startswith(("battles:", "map:contact")) else ()
        page = (self.path(on, *of_thing) if on else path) + query
        as_json = not (by_page or on or query) and self.dice.number() < 0.5
        operation = resolve(path).func.act.operation  # type: ignore[attr-defined]
        kept = operation not in NOT_RECORDED
        reply = self.people[who].act(self.campaign, path, page=page, as_json=as_json, is_recorded=kept, **typed)
        self.played.add(operation)
        return reply

    def path(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.campaign, *more])

    def json(self, who: str, rest: str = "") -> Any:
        return self.people[who].json(f"/api/c/{hex_id(self.campaign)}/{rest}")

    # What the pages say.

    @property
    def battle(self) -> int:
        """Return the battle that began last."""
        battles = self.json("union", "battles/")["battles"]
        return int(max(battles, key=lambda battle: battle["since"])["id"], 16)

    @property
    def at_battle(self) -> str:
        """Return where the API has that battle."""
        return f"b/{hex_id(self.battle)}/"

    def of_battle(self, who: str, what: str, /, *more: Any, **how: Any) -> Reply:
        return self.act(who, f"battles:{what}", self.battle, *more, **how)

    def seat(self, name: str) -> dict[str, Any]:
        groups = self.json("umpire", "seats/")["groups"]
        return next(seat for group in groups for seat in group["seats"] if seat["name"] == name)

    def force(self, who: str) -> int:
        page = self.people[who].read(self.path("map:sheet"))
        return int(re.findall(r"/map/force/([0-9a-f]{16})/", page)[0], 16)

    def contact(self, who: str) -> int:
        """Return the contact that waits on the map, once a sweep has shown it."""
        found: list[str] = []

        def is_shown() -> bool:
            page = self.people[who].read(self.path("campaigns:page")) + self.people[who].read(self.path("map:sheet"))
            found[:] = re.findall(r"/contact/([0-9a-f]{16})/", page)
            return bool(found)

        wait_for(is_shown, "a contact")
        return int(found[0], 16)

    def line(self, who: str, kind: str, *, first: bool = False) -> int:
        lines = [line for line in self.json(who, "journal/")["lines"] if line["kind"] == kind and line["is_current"]]
        return int(lines[-1 if first else 0]["n"])

    # The story.

    def play(self) -> None:
        for chapter in BY_THE_SITE if self.json("union")["umpire_is_site"] else WITH_UMPIRE:
            chapter(self)


def set_up(story: Story) -> None:
    story.act("umpire", "battles:set-up", by_page=True)


def club_life(story: Story) -> None:
    story.act("umpire", "campaigns:pace", hours=48)
    story.act("union", "talk:page", to="side", text="Hold the landing.", by_page=True)
    said = story.json("union", "talk/")["messages"][0]["id"]
    story.act("union", "talk:erase", on="talk:page", message=said)
    story.act("umpire", "campaigns:decide", query="?kind=campaign.paused", kind="campaign.paused")
    story.act("umpire", "campaigns:decide", query="?kind=campaign.resumed", kind="campaign.resumed")


def house_rules(story: Story) -> None:
    book, ruling = next(iter(switchable()))
    choice = f"{book}|{ruling.id}|{list(ruling.options)[-1]}"
    story.act("umpire", "house:switch", on="house:page", choice=choice, reason="We agreed.")
    story.act("umpire", "house:table", on="house:page", text=house_table(), name="Ours", reason="We agreed.")
    cell = f"?{urlencode(UNKNOWN_CELL)}"
    story.act("umpire", "house:number", query=cell, **UNKNOWN_CELL, value=1, reason="We agreed.")


def seats(story: Story) -> None:
    west, observer = story.seat("Union, West"), story.seat("Observer")
    for side in ("USA", "CSA"):
        story.act("umpire", "seats:add", on="seats:list", role="commander", side=side, scope="East")
    east, other = story.seat("Union, East"), story.seat("Confederate, East")
    story.act("umpire", "seats:invite", int(other["id"], 16), how="mail", email=GUEST.format(story.number))
    story.act("umpire", "seats:invite", int(east["id"], 16), how="link")
    offer = story.seat("Union, East")["offers"][0]["id"]
    story.act("umpire", "seats:withdraw", on="seats:list", offer=offer)
    story.act("umpire", "seats:move", on="seats:list", seat=west["id"], to=east["id"])
    story.act("umpire", "seats:close", query=f"?seat={west['id']}", seat=west["id"])
    story.act("umpire", "seats:empty", query=f"?seat={observer['id']}", seat=observer["id"])
    story.act("union_west", "seats:leave", by_page=True)


def open_seats(story: Story) -> None:
    """List the open seats, decline the first request, admit the second, and end the listing."""
    name = f"Listed {story.number}"
    story.act("umpire", "seats:list-open", by_page=True, name=name, time_zone="UTC")
    story.act("umpire", "seats:decline", on="seats:list", request=ask_for_seat(story, name)["id"])
    asked = ask_for_seat(story, name)
    story.act("umpire", "seats:admit", on="seats:list", request=asked["id"], seat=asked["seats"][0][0])
    story.act("umpire", "seats:unlist")


def ask_for_seat(story: Story, name: str) -> dict[str, Any]:
    """Ask as a person who left the Union, and return the request as the umpire sees it."""
    asker = story.people["union_west"]
    listed = next(one for one in asker.json("/api/open-seats/")["listings"] if one["name"] == name)
    reply = asker.post_json(f"/api/open-seats/{listed['id']}/", {"side": "USA"})
    assert reply.is_done, f"no seat could be asked for: {reply.why}"
    return dict(story.json("umpire", "seats/requests/")["requests"][0])


def agree_on_table(story: Story, contact: int) -> None:
    story.act("confederate", "map:contact", contact, combat="table", stands_per_sp=20, by_page=True)
    story.act("union", "map:agree", contact, on="map:contact")


def on_the_map(story: Story) -> None:
    contact = story.contact("umpire")
    story.act("umpire", "map:postpone", contact)
    force = story.force("union")
    points = story.json("union", f"map/force/{force:016x}/")["points"]
    story.act("union", "map:force", force, by_page=True, points=[points[-1]["id"]], name="Scouts")
    story.act("umpire", "map:resume", contact)
    story.act("union", "map:contact", contact, combat="table", by_page=True)
    story.act("confederate", "map:decline", contact, on="map:contact", by_page=True)
    story.act("union", "map:outcome", contact, "usa", by_page=True, winner="USA", retreats="CSA")
    agree_on_table(story, contact)
    story.act("umpire", "map:call-off-table", contact)
    agree_on_table(story, contact)
    story.act("umpire", "battles:fight-on-table", contact)
    story.of_battle("union", "plan", by_page=True, entropy=DIGITS)
    let_the_army_leader_command(story)
    story.of_battle("umpire", "call-off")
    agree_on_table(story, contact)
    story.act("umpire", "battles:fight-on-table", contact)


def let_the_army_leader_command(story: Story) -> None:
    """Give the Confederate army leader a command rating, so that his next battle has a reroll."""
    known = story.json("confederate", f"{story.at_battle}plan/order/")["order"]["leaders"]
    chief = next(one["value"] for one in known if "Johnston" in one["label"])
    row = f"/c/{hex_id(story.campaign)}/rows/war_leader/{chief}/"
    story.people["umpire"].act(story.campaign, row, as_json=True, command=1, reason="As his counter says.")


def ground(story: Story) -> None:
    story.of_battle("umpire", "accept-ground", on="battles:ground")
    story.of_battle("umpire", "ground", by_page=True, notes="Woods along the creek.")
    story.of_battle("union", "edge", on="battles:ground", edge="south")
    story.of_battle("umpire", "picture", by_page=True, **a_picture("The table."))
    picture = story.json("umpire", f"{story.at_battle}ground/")["pictures"][0]["id"]
    story.of_battle("umpire", "erase-picture", int(picture, 16))
    for terrain in ("swamp", "clear"):
        story.of_battle("umpire", "hex", by_page=True, hex_terrain=terrain, reason="A slip.")


def a_picture(caption: str) -> dict[str, str]:
    return {"picture": in_base64(a_file()), "caption": caption}


def order_of_battle(story: Story) -> None:
    story.of_battle("union", "order-copy", by_page=True)
    commands = story.json("union", f"{story.at_battle}plan/order/")["order"]["commands"]
    brigade = next(one for command in commands for one in command["brigades"])["at"]
    story.of_battle("union", "order", by_page=True, edit_kind="rename", what=brigade, name="Ours")
    text = story.json("union", f"{story.at_battle}plan/order/export/")["text"]
    story.of_battle("union", "order-file", by_page=True, text=text)


def plan(story: Story) -> None:
    wait_for(lambda: story.json("umpire", "settings/")["clocks"], "a clock")
    subject = story.json("umpire", "settings/")["clocks"][0]["subject"]
    story.act("umpire", "campaigns:clock", on="campaigns:settings", subject=subject, what="extended", hours=24)
    story.of_battle("confederate", "draft", on="battles:plan")
    story.of_battle("union", "deployment", by_page=True, **{"notes-c0d0": "Behind the creek."})
    for what in ("deployment-picture", "drop-picture", "deployment-picture"):
        story.of_battle("union", what, by_page=True, **(a_picture("Our line.") if what != "drop-picture" else {}))
    story.of_battle("union", "plan", by_page=True, entropy=DIGITS)
    story.of_battle("union", "unseal")
    sides_seal(story)
    print_box(story, "union")


def sides_seal(story: Story) -> None:
    for who in SIDES:
        story.of_battle(who, "plan", by_page=True, entropy=DIGITS, **a_march(story, who))


def wait_for(done: Callable[[], object], what: str, *, seconds: float = 120) -> None:
    """Ask a few times a second: the API has a limit, and a busy machine needs its time for the work itself."""
    wait_until(done, what, seconds=seconds, pause=AGAIN_SECONDS)


def print_box(story: Story, who: str) -> None:
    """Print a battle in a box, and wait for its PDF; one that failed, or is void by now, is asked for again."""

    def is_there() -> bool:
        newest = story.json(who, f"{story.at_battle}box/")["prints"][0]
        if newest["is_void"] or newest["state"] == PrintState.FAILED:
            ask()
        return bool(newest["url"])

    def ask() -> None:
        story.of_battle(who, "box", by_page=True, paper="a4")

    ask()
    wait_for(is_there, "a print", seconds=300)


def a_march(story: Story, who: str) -> dict[str, str]:
    """Return the plan's fields for a flank march of one division, larger for the Union."""
    choices = story.json(who, f"{story.at_battle}plan/")["choices"]
    leader = next(one for one in choices["leaders"] if LEADERS[who] in one["label"])
    return {"left_leader": leader["value"], **{f"unit-{at}": "left" for at in leader["units"]}}


def fight(story: Story) -> None:
    prepare(story, left_csa=4, left_usa=3)  # both swift: they meet, and a notice is due on turn 3
    print_box(story, "umpire")
    story.of_battle("umpire", "hidden", "usa", by_page=True, units="c0d1b0")
    story.of_battle("umpire", "open", by_page=True)
    story.of_battle("union", "place", "usa", by_page=True, units="c0d1b0", why="moved")
    story.of_battle("confederate", "phase", on="battles:table", turn=1, phase=0)
    roll_at_table(story)
    for _ in range(2):
        both_ask(story, "on")
    read_notice(story)
    both_ask(story, "on")
    wait_for(lambda: "You" in str(story.json("union", story.at_battle)["notices"]), "a meeting")
    story.of_battle("union", "excess", "left", by_page=True)
    story.of_battle("union", "side-losses", "usa", press="c0d1b0 killed 1 8")
    row = f"/rows/war_force/{story.force('umpire'):016x}/"
    umpire = story.people["umpire"]
    umpire.act(story.campaign, f"/c/{hex_id(story.campaign)}{row}", as_json=True, name="Army", reason="A slip.")
    story.played.add("correct")
    story.act("umpire", "journal:rewind", story.line("umpire", "battle.turn", first=True), reason="Once more.")
    both_ask(story, "on")
    adjourn(story)
    stay_overnight(story)
    both_ask(story, "end")


def adjourn(story: Story) -> None:
    story.of_battle("union", "adjourn")
    story.of_battle("confederate", "positions", by_page=True, text="The left rests on the creek.")
    story.of_battle("confederate", "positions-picture", by_page=True, **a_picture("Our line at noon."))
    picture = story.json("confederate", f"{story.at_battle}positions/")["notes"][0]["picture"]["id"]
    story.of_battle("confederate", "erase-photograph", int(picture, 16))
    story.of_battle("confederate", "resume", on="battles:detail")


def stay_overnight(story: Story) -> None:
    """Let the umpire end the turns until night falls, stay as one side, and open the night as the umpire."""
    while (now := story.json("umpire", story.at_battle))["state"] == "day":
        story.of_battle("umpire", "request", asks_for="on", turn=now["clock"]["turn"])
    turn = now["clock"]["turn"]
    story.of_battle("union", "night", by_page=True, choice="stay", turn=turn, entropy=DIGITS)
    story.of_battle("umpire", "open-night")


def roll_at_table(story: Story) -> None:
    """Place a leader, roll a maneuver as it is filled in, and reroll it."""
    units = story.json("confederate", f"{story.at_battle}table/rolls/csa/maneuver/")["units"]
    at = next(unit["id"] for unit in units if not unit["note"])
    story.of_battle("confederate", "leader", "csa", "army", by_page=True, attached_to=at)
    story.of_battle("confederate", "roll-at-table", "csa", "maneuver", at)
    roll = story.json("confederate", f"{story.at_battle}table/rolls/")["rolls"][0]["id"]
    story.of_battle("confederate", "reroll", int(roll, 16))


def prepare(story: Story, **typed: int) -> None:
    """Prepare the battle, and wait for the secret rolls."""
    story.of_battle("umpire", "prepare", by_page=True, **typed)
    wait_for_secret_rolls(story)


def wait_for_secret_rolls(story: Story) -> None:
    wait_for(lambda: not story.json("umpire", f"{story.at_battle}open/")["waits"], "the secret rolls")


def read_notice(story: Story) -> None:
    wait_for(lambda: story.json("union", story.at_battle)["notices"], "a notice")
    n, union = story.json("union", story.at_battle)["notices"][0]["n"], story.people["union"]
    union.act(story.campaign, story.path("battles:read-notice", story.battle, n), as_json=True, is_recorded=False)
    story.played.add("read_notice")


def both_ask(story: Story, what: str) -> None:
    asked = {"asks_for": what, "turn": story.json("union", story.at_battle)["clock"]["turn"], "entropy": DIGITS}
    for who in SIDES:
        story.of_battle(who, "request", **asked, **({"leaves": "CSA"} if what == "end" else {}))


def results(story: Story) -> None:
    story.of_battle("union", "side-result", "usa", by_page=True, end="held", **LOSSES)
    story.of_battle("union", "removals", "usa", by_page=True)
    story.of_battle("confederate", "side-result", "csa", by_page=True, end="withdrew")
    row = story.json("union", f"{story.at_battle}result/csa/object/")["rows"][0]["key"]
    story.of_battle("union", "object-to-losses", "csa", by_page=True, **{f"{row}-said": "1"})
    if not story.json("union")["umpire_is_site"]:
        story.of_battle("umpire", "rule-on-losses", "csa", row, by_page=True, losses="1", reason="Both saw it.")
    for who in SIDES:
        story.of_battle(who, "confirm")


def settle(story: Story) -> None:
    story.of_battle("umpire", "settle")


def close(story: Story) -> None:
    for kind in ("campaign.closed", "campaign.archived"):
        story.act("umpire", "campaigns:decide", query=f"?kind={kind}", kind=kind)


def agree(story: Story, answer: str) -> None:
    page = story.people["confederate"].read(story.path("campaigns:settings"))
    asked = re.findall(r'name="proposal" value="([0-9a-f]{16})"', page)[0]
    story.act("confederate", "campaigns:proposal", on="campaigns:settings", proposal=asked, answer=answer)


def both_set_up(story: Story) -> None:
    for who in SIDES:
        story.act(who, "battles:set-up", by_page=True)
    agree_on_table(story, story.contact("union"))
    wait_for(lambda: story.json("union", "battles/")["battles"], "the battle")


def both_agree(story: Story) -> None:
    force = story.force("union")
    story.act("union", "journal:ask-correct", "war_force", force, by_page=True, name="Ours", reason="A slip.")
    agree(story, "agree")
    line = story.line("union", "battle.begun")
    story.act("union", "journal:ask-rewind", line, reason="Once more.")
    agree(story, "refuse")
    story.act("union", "campaigns:name-umpire", on="campaigns:settings", username=username("umpire"))
    agree(story, "refuse")


def fight_without_umpire(story: Story) -> None:
    sides_seal(story)
    wait_for(lambda: story.json("union", "battles/")["battles"][-1]["turn"], "the opening")
    both_ask(story, "end")
    results(story)


Chapter = Callable[[Story], None]
WITH_UMPIRE: tuple[Chapter, ...] = (
    set_up,
    club_life,
    house_rules,
    seats,
    open_seats,
    on_the_map,
    ground,
    order_of_battle,
    plan,
    fight,
    results,
    settle,
    close,
)
BY_THE_SITE: tuple[Chapter, ...] = (both_set_up, both_agree, fight_without_umpire)
