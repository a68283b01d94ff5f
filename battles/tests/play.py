"""Shiloh from contact to battle report, as the secrecy harnesses play it with each world's hidden facts."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings

from battles.conduct.base import ChosenPlan, EnteredResult
from battles.conduct.orders import OrderEdit
from battles.models import Battle, Plan
from battles.selectors.drafts import order_draft_of
from battles.selectors.objections import seen_rows
from battles.selectors.order_of_battle import saved_in
from battles.selectors.reads import NOTICES, brief_of_battle, classes_of, placed_units, plans_of, stream_of, units_of
from battles.services import box, notices, objections, opening, plans, result, settle, ticks, umpire_work
from battles.services import ground as grounds
from battles.services.common import open_battle_act
from battles.tests.boxes import drawn
from battles.tests.builders import a_side_result, begin_agreed, march, shiloh
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import Refusal
from campaign.models import Entry, JournalLine
from campaign.services import cups
from campaign.services.corrections import correct
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.tests.harness.pairs import Play
from campaign.tests.harness.people import gather
from campaign.tests.harness.world import World
from rulesets.core.brief import Brief, BriefSide
from rulesets.core.deployment import Deployment, Placed, Sight
from rulesets.core.report import StandsLost
from rulesets.cw_to_ff.named_order import NamedOrder
from war.models import Contact, ContactOffer, Force
from war.services import agreement
from war.services.set_up import set_up
from war.tests.builders import offer_from

ENTROPY = {"union": "aa", "confederate": "bb"}
MARCHING = "Sherman"


def battle_of(world: World) -> Battle:
    return Battle.objects.get(campaign=world.club.campaign)


def url(world: World, rest: str = "") -> str:
    return f"/c/{world.campaign}/b/{battle_of(world).pk:016x}/{rest}"


# Facts about the Union that differ between worlds.


def the_brief(world: World) -> Brief:
    brief = shiloh()
    union = brief.sides["USA"]
    if world.facts.get("leader"):
        union = replace(union, leaders=tuple(replace(x, given_name="A.", name=f"X{x.name}") for x in union.leaders))
    if world.facts.get("order of battle"):
        union = _stronger(union)
    if world.facts.get("initiative"):
        union = replace(union, leaders=tuple(replace(x, initiative=1) for x in union.leaders))
    return replace(brief, sides={**brief.sides, "USA": union})


def _stronger(union: BriefSide) -> BriefSide:
    """Make the first strength point larger and crack."""
    first, *rest = union.strength
    return replace(union, strength=(replace(first, size=first.size + 1, quality="crack"), *rest))


def union_plan(world: World) -> ChosenPlan:
    battle = battle_of(world)
    if world.facts.get("no flank march"):
        return {}
    leaders = [leader.name for leader in brief_of_battle(battle).sides["USA"].leaders]
    name = next(n for n in leaders if n.endswith(MARCHING))
    if world.facts.get("other leader"):
        name = next(n for n in leaders if n.endswith("L. Wallace"))
    edge = "left" if world.facts.get("other edge") else "right"
    saved = saved_in(order_draft_of(world.club.viewer("union"), battle))
    order = NamedOrder.from_json(saved) if saved else None
    return march(battle, "USA", edge, name, points=2 if world.facts.get("other units") else 1, order=order)


# The steps.


def begin(world: World) -> None:
    gather(world)
    contact = set_up(None, brief=the_brief(world), campaign_id=world.club.campaign.pk)
    if world.facts.get("theater"):
        army = Force.objects.get(campaign=world.club.campaign, side="USA", hex=contact.hex)
        correct(
            world.club.viewer("umpire"),
            table="war_force",
            row_id=army.pk,
            values={"scope": "West"},
            reason="Its theater.",
        )


def offered(world: World) -> None:
    """Offer the table as the Union; the Confederates try what is not theirs to do."""
    contact = Contact.objects.get(campaign=world.club.campaign)
    world.act(lambda: offer_from(world.club.viewer("union"), contact))
    page = f"/c/{world.campaign}/map/contact/{contact.pk:016x}/"
    for rest in ("agree/", "decline/"):
        world.post("confederate", f"{page}{rest}", answers="0123456789abcdef")


def begin_on_table(world: World) -> None:
    contact = Contact.objects.get(campaign=world.club.campaign)
    if not ContactOffer.objects.filter(contact=contact).exists():
        world.act(lambda: offer_from(world.club.viewer("union"), contact))
    union = ContactOffer.objects.get(contact=contact).pk
    world.act(lambda: agreement.agree(world.club.viewer("confederate"), contact_id=contact.pk, answers=union))
    world.act(lambda: begin_agreed(world.club, contact))
    world.act(lambda: grounds.choose_edge(world.club.viewer("union"), battle_of(world).pk, edge="south"))


def drafted(world: World) -> None:
    if world.facts.get("draft"):
        draft = union_plan(world)
        world.act(
            lambda: plans.save_draft(world.club.viewer("union"), battle_of(world).pk, plan=draft, draft_version=0)
        )


ORDER_EDITS = {
    "order draft": OrderEdit("rename", "c1d0b0", name="The Old Guard", commander="A. Nonymous"),
    "order names": OrderEdit("rename", "c0d0b0", name="The Iron Brigade", commander="John Gibbon"),
    "order tree": OrderEdit("merge", "c1d0b1", "c1d0b2"),
    "order booking": OrderEdit("move", "c0d1p0", "c0d2"),
}


SEEN, PLACED = "c1d0b", "c1d1b"  # the divisions of which the last brigade is in sight, or comes into it
ALMOST_ALL_HIDDEN = Deployment(
    (
        *(Placed(at, sight=Sight.HIDDEN) for at in ("c0d0", "c0d1", "c0d2", "c1d0", "c1d1")),
        Placed(f"{SEEN}4", sight=Sight.VISIBLE),
    )
)


def hide_almost_all(world: World) -> None:
    """Draft a Union deployment with one brigade in sight, so that the table shows the same in both worlds."""
    union, battle = world.club.viewer("union"), battle_of(world)
    save = partial(plans.save_deployment, deployment=ALMOST_ALL_HIDDEN, draft_version=0)
    world.act(lambda: save(union, battle.pk))


DEPLOYED = {
    "deployment draft": Placed("c1d1", sector="center"),
    "deployment zone": Placed("c0d1", zone="South", sector="left"),
    "hidden mark": Placed("c0d2b0", sight=Sight.HIDDEN),
    "deployment notes": Placed("c1d0", notes="Behind the sunken road."),
}


def ordered(world: World) -> None:
    """Edit the Union's order of battle, and deploy it; the brigades in sight have the same names in every world."""
    lines = tuple(line for fact, line in DEPLOYED.items() if world.facts.get(fact))
    if lines:
        deploy = partial(plans.save_deployment, deployment=Deployment(lines), draft_version=0)
        world.act(lambda: deploy(world.club.viewer("union"), battle_of(world).pk))
    named = [OrderEdit("rename", f"{at}4", name=name) for at, name in ((SEEN, "The Lancers"), (PLACED, "The Zouaves"))]
    edits = named + [edit for fact, edit in ORDER_EDITS.items() if world.facts.get(fact)]
    for version, edit in enumerate(edits):
        change = partial(plans.edit_order, edit=edit, draft_version=version)
        world.act(partial(change, world.club.viewer("union"), battle_of(world).pk))


def sealed(world: World) -> None:
    """Seal both plans; the Confederates use their page and also try forbidden actions."""
    for rest in ("open/", "settle/", "result/usa/", "request/"):
        world.post("confederate", url(world, rest))
    world.post("confederate", url(world, "plan/"), entropy=ENTROPY["confederate"])
    battle, plan = battle_of(world), union_plan(world)
    world.act(lambda: plans.seal(world.club.viewer("union"), battle.pk, plan=plan, entropy=ENTROPY["union"]))


def printed(world: World) -> None:
    """Let the Confederates print their box in every world, and the Union in one."""
    world.post("confederate", url(world, "box/"), paper="a4")
    if world.facts.get("box printed"):
        union, battle = world.club.viewer("union"), battle_of(world)
        world.act(lambda: box.order_print(union, battle.pk, paper="us-letter"))
    world.act(lambda: box.make_due(drawn))


def printed_by_umpire(world: World) -> None:
    """Let the umpire print both armies and the secret rolls, then begin the next turn."""
    umpire, battle = world.club.viewer("umpire"), battle_of(world)
    world.act(lambda: box.order_print(umpire, battle.pk, paper="a4"))
    world.act(lambda: box.make_due(drawn))
    next_turn(world)


def corrected_and_rewound(world: World) -> None:
    """Correct a sealed plan by mistake, then rewind."""
    if world.facts.get("correct rewound"):
        umpire, battle = world.club.viewer("umpire"), battle_of(world)
        mark = Entry.objects.filter(stream=stream_of(battle.pk)).order_by("-seq")[0]
        plan = Plan.objects.get(battle=battle, side="USA")
        world.act(lambda: correct(umpire, table=plan._meta.db_table, row_id=plan.pk, values={"body": {}}, reason="No."))
        world.act(lambda: rewind(world.club.viewer("umpire"), entry_id=mark.pk, reason="Yes.", private="My slip."))


def prepared(world: World) -> None:
    world.act(lambda: opening.prepare_battle(world.club.viewer("umpire"), battle_of(world).pk))


def marked(world: World) -> None:
    """Hide almost all of the Union as the umpire, so that the table shows the same in every world.

    The Confederates try to.
    """
    world.settle()
    for rest in ("open/usa/", "open/csa/", "prepare/"):
        world.post("confederate", url(world, rest))
    battle = battle_of(world)
    hide = partial(opening.set_hidden, battle_id=battle.pk, side="USA")
    units = [unit.id for unit in placed_units(battle, "USA", plans_of(battle))]
    almost_all = [unit for unit in units if unit != last_of(world, SEEN)]
    wanted = units if world.facts.get("hidden units") else almost_all
    world.act(lambda: hide(world.club.viewer("umpire"), units=wanted))
    if world.facts.get("battle.hidden rewound"):
        world.act(lambda: hide(world.club.viewer("umpire"), units=almost_all[1:]))
    if world.facts.get("battle.hidden rewound"):
        rewind_last(world, "battle.hidden")


def last_of(world: World, division: str) -> str:
    """Return the last brigade of a Union division."""
    battle = battle_of(world)
    units = placed_units(battle, "USA", plans_of(battle))
    return max(unit.id for unit in units if unit.id.startswith(division))


def placed(world: World) -> None:
    """Place a Union brigade, which everyone learns; the Confederates try to place another."""
    for side in ("usa", "csa"):
        world.post("confederate", url(world, f"seen/{side}/place/"), units="c0d0b0", why="moved")
    world.post("union", url(world, "seen/usa/place/"), units=last_of(world, PLACED), why="seen")


def opened(world: World) -> None:
    world.settle()
    world.act(lambda: opening.open_battle(world.club.viewer("umpire"), battle_of(world).pk))


def prepare_and_open(world: World) -> None:
    """Take both public steps of the opening, with the sweep between them."""
    prepared(world)
    opened(world)


def rewind_last(world: World, kind: str) -> None:
    """Let the umpire rewind the battle's newest entry, which is of this kind."""
    before, last = reversed(Entry.objects.filter(stream=stream_of(battle_of(world).pk)).order_by("-seq")[:2])
    assert last.kind == kind
    world.act(lambda: rewind(world.club.viewer("umpire"), entry_id=before.pk, reason="Once more."))


def stuck_and_rewound(world: World) -> None:
    """Tell the umpire that the site's work failed, then rewind that."""
    if world.facts.get("battle.stuck rewound"):
        world.act(lambda: umpire_work.tell_the_umpire(battle_of(world), Refusal("The Brief has a fault.")))
        rewind_last(world, "battle.stuck")


def work_rewound(world: World) -> None:
    """Rewind the chair's secret work alone; the next sweep does it again."""
    if world.facts.get("battle.umpire_work rewound"):
        rewind_last(world, "battle.umpire_work")


def rolled_in_secret(world: World) -> None:
    world.settle()  # the chair's work is redone before anything else happens
    stuck_and_rewound(world)
    battle = battle_of(world)
    owner = battle.cups
    if world.facts.get("secret roll"):
        with open_act(world.club.viewer("umpire"), stream=stream_of(battle.pk), kind="battle.umpire_work"):
            cups.throw(owner, audience=UMPIRE, rule="VG-7A1", subject=["USA"], turn=1, sides=10)
    if world.facts.get("void"):
        with open_act(world.club.viewer("umpire"), stream=stream_of(battle.pk), kind="cup.void"):
            cups.void(
                owner, audience=UMPIRE, rule="VG-7B1", subject=["USA", "right"], turn=0, reason="The wrong table."
            )


def next_turn(world: World) -> None:
    _both_request(world, "on")


def noticed(world: World) -> None:
    """Send a notice that everyone gets in every world."""
    payload = {"release": settings.RELEASE}
    battle = battle_of(world)
    with open_battle_act(None, battle, "battle.umpire_work", payload=payload) as act:
        act.tell(PUBLIC, "Dust rises beyond the creek.", kind=NOTICES, turn=battle.turn)


def notice_read(world: World) -> None:
    if world.facts.get("notice read"):
        union, battle = world.club.viewer("union"), battle_of(world)
        line = JournalLine.objects.get(feed_id=union.feed_id, kind=NOTICES)
        world.act(lambda: notices.mark_read(union, battle.pk, line.n))


TICKS: dict[str, list[dict[str, Any]]] = {
    "": [{"cause": "killed"}, {"cause": "skedaddled"}],
    "loss ticked": [{"unit": "c0d0b1", "cause": "captured", "expected": 8}],
    "brigade worn": [{"cause": "killed"}],
    "tick taken back": [{"cause": "skedaddled", "by": -1}],
    "tick not counted": [{"unit": "c0d0g0", "cause": "captured"}, {"unit": "c0d0g0", "cause": "killed"}],
    "late tick": [{"unit": "c0d0b2", "cause": "quit", "turn": 1}],
    "fate ticked": [{"unit": "@c0d0b0", "cause": "wounded"}],
    "battle.tick rewound": [{"unit": "c0d0b3", "cause": "killed"}],
}


def ticked(world: World) -> None:
    """Tick losses as the Union, and one as the Confederates, who also try to tick the Union's."""
    battle = battle_of(world)
    world.post("confederate", url(world, "losses/csa/"), press="c0d0b0 killed 1 7")
    world.post("confederate", url(world, "losses/usa/"), press="c0d0b0 killed 1 8")
    for fact, losses in TICKS.items():
        if not fact or world.facts.get(fact):
            for loss in losses:
                change = partial(ticks.tick, **({"unit": "c0d0b0"} | loss))
                world.act(partial(change, world.club.viewer("union"), battle.pk))
    if world.facts.get("battle.tick rewound"):
        rewind_last(world, "battle.tick")


def the_end(world: World) -> None:
    _both_request(world, "end")


def _both_request(world: World, asks_for: str) -> None:
    turn = battle_of(world).turn
    leaves = {"leaves": "CSA"} if asks_for == "end" else {}
    for who in ("union", "confederate"):
        world.post(who, url(world, "request/"), asks_for=asks_for, turn=turn, entropy=ENTROPY[who], **leaves)


def side_results(world: World) -> None:
    """Enter both results; the totals are the same in every world, but the units may differ."""
    battle = battle_of(world)
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        units = units_of(battle, side, plans_of(battle))
        killed = {units[0].id: 12}
        if who == "union" and world.facts.get("losses"):
            killed = {units[0].id: 11, units[2].id: 1}
        if who == "union" and world.facts.get("more losses"):
            killed = {units[0].id: 15}
        if who == "confederate":
            killed = {}  # so that nobody scores for what was seen, and a tie promotes nobody
        entered = a_side_result(units, points=3, end=end, killed=killed)
        if who == "union":
            entered = replace(entered, promotion=_named(world, battle), retreat=_retreat(world))
        world.act(partial(_enter_result, world, who, entered))


def _named(world: World, battle: Battle) -> str | None:
    """Return the Union's candidate for promotion, whom a tie doesn't promote."""
    items = brief_of_battle(battle).sides["USA"].strength
    return items[0].id if world.facts.get("candidate") else None


def _retreat(world: World) -> str:
    """Return the hex to which the Union would go, which doesn't have to."""
    return "0101" if world.facts.get("retreat named") else ""


def _enter_result(world: World, who: str, entered: EnteredResult) -> None:
    result.enter_result(world.club.viewer(who), battle_of(world).pk, entered=entered)


def object_early(world: World) -> None:
    """Give figures for the enemy's losses before it enters its own: a draft that only both armies read."""
    if world.facts.get("draft of a result"):
        _object(world, "union", "CSA", 1)


def _object(world: World, who: str, side: str, killed: int) -> None:
    """Object to the first brigade of the enemy's result that everyone has seen."""
    battle = battle_of(world)
    row = next(row for row in seen_rows(battle, side, plans_of(battle)) if row.stands > 1)
    figures = {row.key: StandsLost(killed=killed)}
    world.act(lambda: objections.object_to_losses(world.club.viewer(who), battle.pk, side=side, figures=figures))


def objected(world: World) -> None:
    """Object as the Union, and let the umpire rule on another row in every world; the enemy may not."""
    battle = battle_of(world)
    for side in ("usa", "csa"):
        world.post("observer", url(world, f"result/{side}/object/"))
        world.post("confederate", url(world, f"result/{side}/rule/x/"), losses="1", reason="Mine.")
    if world.facts.get("objection"):
        _object(world, "union", "CSA", 2)
    if world.facts.get("battle.objected rewound"):
        _object(world, "union", "CSA", 3)
        rewind_last(world, "battle.objected")
    row = seen_rows(battle, "CSA", plans_of(battle))[-1]
    rule = partial(objections.rule_on_losses, side="CSA", row=row.key, losses=StandsLost(), reason="Both saw it.")
    world.act(lambda: rule(world.club.viewer("umpire"), battle.pk))


def chosen(world: World) -> None:
    """Choose the strength point to remove instead of the one with the least history."""
    battle = battle_of(world)
    if world.facts.get("removals"):
        union = world.club.viewer("union")
        world.act(lambda: result.choose_removals(union, battle.pk, items=[_choice(battle)]))
    if world.facts.get("battle.removals rewound"):
        world.act(lambda: result.choose_removals(world.club.viewer("union"), battle.pk, items=[_choice(battle)]))
        rewind_last(world, "battle.removals")


def _choice(battle: Battle) -> str:
    return max(item for item, name in classes_of(battle, "USA").items() if name == "other")


def confirmed(world: World) -> None:
    for who in ("union", "confederate"):
        world.post(who, url(world, "confirm/"))


def settled(world: World) -> None:
    world.act(lambda: settle.settle(world.club.viewer("umpire"), battle_of(world).pk))


PLAY = Play(
    "battle",
    begin,
    {
        "offered": offered,
        "on the table": begin_on_table,
        "drafted": drafted,
        "ordered": ordered,
        "sealed": sealed,
        "printed": printed,
        "hidden": corrected_and_rewound,
        "prepared": prepared,
        "work rewound": work_rewound,
        "rolled": rolled_in_secret,
        "marked": marked,
        "opened": opened,
        "placed": placed,
        "turn 2": printed_by_umpire,
        "turn 3": next_turn,
        "noticed": noticed,
        "notice read": notice_read,
        "ticked": ticked,
        "end": the_end,
        "drafts of results": object_early,
        "results": side_results,
        "objected": objected,
        "chosen": chosen,
        "confirmed": confirmed,
        "settled": settled,
    },
    unswept=frozenset({"work rewound"}),
)
