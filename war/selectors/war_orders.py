"""The orders that a side may give one of its pieces, as forms in plain words: from its view alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, get_args

from rulesets.civil_war.turns import Activity
from rulesets.civil_war.war import View
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war import orders as o
from rulesets.civil_war.war.builders import answer
from rulesets.civil_war.war.choices import WISHES
from rulesets.civil_war.war.entries import takes_boat
from rulesets.civil_war.war.state import Point, Stance
from rulesets.civil_war.war.written import KIND_OF
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, spoken
from war.selectors.war_pieces import hex_of
from war.selectors.war_words import INSTRUCTIONS, Option, cite, place_of, pot_words

OF_A_HEX = (o.Burn, o.CutRail, o.Raze)
NOWHERE = {"PlaceLeader": "back to the pool", "Remove": "out of the war"}


@dataclass(frozen=True)
class Wording:
    """How a kind of order is offered: a heading, a sentence, a button, and the rule."""

    title: str
    about: str
    button: str
    cites: str


WORDINGS: dict[type, Wording] = {
    o.StandFast: Wording("Stand fast", "Spend points on him without a move.", "Stand fast", "H-19"),
    o.EnterPoint: Wording("Enter", "Place it on the map.", "Enter it", "H-18"),
    o.DrawLeader: Wording("Draw a leader", "You learn who it is, then place him.", "Draw a leader", "1.4"),
    o.PlaceLeader: Wording("Place the leader", "He joins your troops.", "Place him", "H-18"),
    o.BuildHere: Wording("Build", "", "Build it", "H-12"),
    o.Dissolve: Wording("Dissolve the army", "Its commander stays.", "Dissolve it", "2.1"),
    o.Remove: Wording("Remove the commander", "Once a turn. His army goes to the next in rank.", "Remove him", "H-22"),
    o.RallyForce: Wording("Rally", "Ends the demoralization of everyone here.", "Rally them", "3.8"),
    o.Recall: Wording("Recall", "He goes into the pool.", "Recall him", "H-22"),
    o.TakePromotion: Wording("Promotion", "Draw from the promotion pool.", "Draw a promotion", "VG-10D"),
    o.Raze: Wording("Raze the work", "It is gone in the End phase.", "Raze it", "H-22"),
    o.Burn: Wording("Burn the depot", "It is gone at once.", "Burn it", "H-22"),
    o.CutRail: Wording("Cut the rails", "No line runs through this hex until they are mended.", "Cut them", "H-22"),
    o.Instruct: Wording("Standing instruction", "What he does about enemy moves.", "Instruct him", "3.8"),
    o.Prioritize: Wording("Priorities of the next turn", "Sealed until it begins.", "Seal priorities", "1.3"),
    o.ChooseLosses: Wording("Losses", "Choose who is lost in the battle.", "Give them up", "3.1"),
    o.TakeStance: Wording("Standing instructions", "What happens when you aren't here to choose.", "Save", "3.1"),
    o.EndHalf: Wording("Ready", "End your half of this pulse.", "End your half", "1.4"),
    o.Retreat: Wording("Retreat", "Choose where the beaten force goes.", "Retreat there", "3.7"),
}
VARIANTS = {  # of an order that isn't always the same one: its heading, which is its button too
    ("demoted", True): "Demote the commander",
    ("spare", True): "Spare the work",
    ("what", "fort"): "Build a fort",
    ("what", "fortress"): "Raise the fort to a fortress",
    ("what", "depot"): "Build a depot",
    ("what", "army"): "Form an army",
}
LABELS = {
    "table": "If you don’t answer in time how to fight a battle",
    "losses": "Who is lost",
    "retreat": "Where a beaten force goes",
    "promotion": "Who becomes crack after a battle won on the combat table",
    "points": "Strength points lost",
    "hex": "Where",
    "pot": "Pay from",
    "instruction": "Instruction",
    "theaters": "Order of the theaters",
}


STANCES = {
    "ask": "Follow the campaign’s rule for silence",
    "accept": "Accept the table",
    "decline": "Decline the table",
    "least worth": "Those worth least",
    "green first": "Green ones first",
    "most worth": "Those worth most",
    "supply": "Where it's in supply",
    "depot": "Toward a depot",
    "away from enemy": "Away from the enemy",
    "infantry first": "Infantry first",
    "cavalry first": "Cavalry first",
}


@dataclass(frozen=True)
class Choice:
    """Something to choose for an order: the field of a request, a label, its values, and which is chosen now.

    Of some, exactly so many are to be chosen.
    """

    name: str
    label: str
    options: tuple[Option, ...]
    chosen: str = ""
    number: int = 0


@dataclass(frozen=True)
class OrderGroup:
    """One kind of order: what it does and costs, what is fixed, and what is to be chosen."""

    kind: str
    title: str
    about: str
    price: str
    button: str
    cites: str
    fixed: tuple[Option, ...]
    choices: tuple[Choice, ...]
    is_rare: bool = False  # what people seldom mean to do, and can't undo


def groups_of(view: View, offers: Sequence[o.Offer]) -> tuple[OrderGroup, ...]:
    """Return orders by kind. Moves aren't among them, because they are chosen on the map."""
    kinds: dict[tuple[type, str], list[Any]] = {}
    for offer in offers:
        if type(offer) in (*WORDINGS, o.LossOffer):
            kinds.setdefault((type(offer), _variant(offer)), []).append(offer)
    found = (_group(view, alike) for alike in kinds.values())
    order = [KIND_OF[kind] for kind in WORDINGS]
    return tuple(sorted(found, key=lambda group: order.index(group.kind)))


def _group(view: View, alike: Sequence[Any]) -> OrderGroup:
    first = alike[0]
    if isinstance(first, o.LossOffer):
        return _plain(o.ChooseLosses, (_losses(view, first),))
    if isinstance(first, o.TakeStance):
        return _plain(o.TakeStance, tuple(_of_stance(view)))
    wording = WORDINGS[type(first)]
    fixed, choices = [], []
    for each in fields(first):
        values = list(dict.fromkeys(getattr(one, each.name) for one in alike))
        if len(values) == 1 and (each.name not in LABELS or isinstance(first, OF_A_HEX)):
            fixed.append(Option(each.name, str(values[0])))
        else:
            options = tuple(Option(_sent(value), _label(view, first, each.name, value)) for value in values)
            choices.append(Choice(each.name, LABELS[each.name], options))
    return OrderGroup(
        kind=KIND_OF[type(first)],
        title=_variant(first) or wording.title,
        about=wording.about,
        price=_price(view, first),
        button=_variant(first) or wording.button,
        cites=_cited(wording),
        fixed=tuple(fixed),
        choices=tuple(choices),
        is_rare=isinstance(first, o.Dissolve | o.Burn | o.Remove | o.Raze),
    )


def _plain(kind: type, choices: tuple[Choice, ...]) -> OrderGroup:
    """Return a kind of order that costs nothing and has nothing fixed."""
    wording = WORDINGS[kind]
    return OrderGroup(KIND_OF[kind], wording.title, wording.about, "", wording.button, _cited(wording), (), choices)


def _losses(view: View, offer: o.LossOffer) -> Choice:
    """Return the strength points of a battle, of which some are to be given up."""
    options = (Option(id_, _point_words(view.points[id_])) for id_ in offer.points)
    return Choice("points", LABELS["points"], tuple(options), number=offer.number)


def _point_words(point: Point) -> str:
    return f"{point.quality} {point.arm}, {many(point.battles, 'battle')}"


def _of_stance(view: View) -> Iterator[Choice]:
    """Yield what a side may instruct beforehand, as it is now."""
    for each, values in zip(fields(Stance), WISHES, strict=True):
        options = tuple(Option(value, STANCES[value]) for value in get_args(values))
        yield Choice(each.name, LABELS[each.name], options, chosen=getattr(view.stance, each.name))


def _variant(order: Any) -> str:
    """Return which one an order is of those with its type, or ""."""
    return next((words for (name, value), words in VARIANTS.items() if getattr(order, name, None) == value), "")


def _cited(wording: Wording) -> str:
    return wording.cites if wording.cites.startswith("VG") else cite(wording.cites)


def _sent(value: Any) -> str:
    """Return a value as a form sends it."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _label(view: View, order: Any, name: str, value: Any) -> str:
    if name == "pot":
        return pot_words(value, view.world.theater_of(_hex_of(view, order)), view.purse)
    if name == "hex":
        return _where(view, order, value)
    if name == "instruction":
        return INSTRUCTIONS[value]
    return listed(value) if isinstance(value, tuple) else spoken(value)


def _where(view: View, order: Any, hex_id: str) -> str:
    """Name a hex, and the boat that goes there with an SP."""
    if not hex_id:
        return NOWHERE[type(order).__name__]
    boat = isinstance(order, o.EnterPoint) and takes_boat(view, hex_id)
    lift = f", by boat: 1 of {view.purse.river_lift} river lift" if boat else ""
    return f"{place_of(view.world, hex_id)}{lift}"


def _hex_of(view: View, order: Any) -> str:
    return hex_of(view, getattr(order, "piece", "") or getattr(order, "leader", ""))


PRICED: Mapping[type, Activity] = {
    o.StandFast: "stand_fast",
    o.RallyForce: "rally",
    o.Remove: "remove_army_commander",
}


def _price(view: View, order: Any) -> str:
    """Return what an order costs, in command points, or "" if it costs none."""
    if type(order) in (o.EnterPoint, o.DrawLeader):
        return "" if view.clock.free_entry == "owed" else "1 of the difference"
    if isinstance(order, o.BuildHere):
        return f"{answer(view, order.piece, _hex_of(view, order), order.what).cp} CP"
    activity = PRICED.get(type(order))
    if activity is None:
        return ""
    leader = view.leaders.get(getattr(order, "piece", "") or getattr(order, "leader", ""))
    theater = view.world.theater_of(_hex_of(view, order))
    naval = leader is not None and c.is_naval(view.world, leader)
    initiative = c.rating(view.world, leader, "initiative") if leader else 3
    return f"{c.price_of(view.world, view.side, activity, theater, initiative=initiative, naval=naval).cp} CP"
