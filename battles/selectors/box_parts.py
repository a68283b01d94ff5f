"""What a battle's box holds, sheet by sheet, as the JSON that `battles/printing` draws.

A side's box comes from its own plan and from what everyone may know; the umpire's adds the enemy's and the rolls.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.http import Http404

from battles.conduct.box import ArmyBox, BatteryCard, Boxes, BrigadeCard, LeaderCard
from battles.models import Battle, Plan, SecretResult
from battles.selectors.ground import field_view
from battles.selectors.reads import SHOWN, brief_of_battle, clock_of, conduct, public_brief_of, side_word
from battles.shapes import SecretResultBody
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.core.words import first_up

UMPIRE = "umpire"
MOST_CARDS = 250  # of a kind; a legal army has at most 60 brigades
SPARE_BRIGADES, SPARE_CARDS = 10, 6
PLAIN_DAY = 20  # turns to print where the book's day has no end
Part = dict[str, Any]


@dataclass(frozen=True)
class Mark:
    """What every page of some parts says: whose they are, which seal they show, and who may see them."""

    side: str
    who: str
    seal: str
    visible: str

    def part(self, kind: str, title: str, **more: Any) -> Part:
        return {**as_json(self), "kind": kind, "title": title, **more}


def boxes_of(battle: Battle) -> Boxes:
    """Return the book's boxes; a book without them prints none."""
    boxes = conduct(battle).boxes
    if boxes is None:
        raise Http404
    return boxes


def side_parts(battle: Battle, plan: Plan, seal: int) -> list[Part]:
    """Return a side's box."""
    name = side_word(plan.side)
    mark = Mark(plan.side, name, f"Seal {seal}", f"Visible only to {name} and the umpire.")
    return [*_army_parts(battle, plan, mark), *_common_parts(battle, mark), *_spares(battle, mark)]


def umpire_parts(
    battle: Battle, plans: Mapping[str, Plan], seals: Mapping[str, int], secret_results: Sequence[SecretResult]
) -> list[Part]:
    """Return the umpire's box: the secret sheet, what is common, and both armies."""
    said = {side: f"{side_word(side)} seal {seals[side]}" for side in SHOWN if side in plans}
    visible = "Visible only to the umpire."
    own = Mark(UMPIRE, "Umpire", ", ".join(said.values()), visible)
    parts = [_secret(secret_results, own), *_common_parts(battle, own)]
    for side, seal in said.items():
        parts += _army_parts(battle, plans[side], Mark(side, f"{side_word(side)}, umpire’s copy", seal, visible))
    return parts


# Parts of one army.


def _army_parts(battle: Battle, plan: Plan, mark: Mark) -> Iterator[Part]:
    boxes = boxes_of(battle)
    army = boxes.army(brief_of_battle(battle), plan.side, plan.body)
    yield _cover(battle, army, mark)
    yield from _brigades(army, mark)
    yield from _sheet(mark, "batteries", "Batteries", "", army.batteries)
    fates = [first_up(fate) for fate in boxes.fates()]
    yield from _sheet(mark, "leaders", "Leaders", _leaders_note(), army.leaders, fates=fates)
    yield from _sheet(mark, "labels", "Labels for command stands", "Cut out and glue to the stands.", army.labels)


def _leaders_note() -> str:
    return "E exceptional, P poltroon. VG-7A1"


def _cover(battle: Battle, army: ArmyBox, mark: Mark) -> Part:
    public = public_brief_of(battle)
    facts = [
        ("Army", army.name),
        ("Strength", army.about),
        ("Battle", conduct(battle).day.about(public)),
        *conduct(battle).day.terms(public).facts,
    ]
    title = f"{side_word(mark.side)} battle box"
    return mark.part("cover", title, facts=facts, plan=list(army.plan), tree=as_json(army.tree))


def _brigades(army: ArmyBox, mark: Mark) -> Iterator[Part]:
    """Yield the brigades on the table, then each group that marches on sheets of its own."""
    note = f"Tick a box for each stand lost. {army.cites}"
    numbered = _numbered(army.brigades)
    for place, cards in groupby(numbered, key=lambda card: str(card["place"])):
        title = f"Brigades: {place}" if place else "Brigades"
        yield mark.part("brigades", title, note=note, cards=list(cards))


def _sheet(
    mark: Mark, kind: str, title: str, note: str, cards: Sequence[object], *, fates: Sequence[str] = ()
) -> Iterator[Part]:
    if cards:
        own = [{**card, "fates": list(fates)} for card in _numbered(cards)] if fates else _numbered(cards)
        yield mark.part(kind, title, note=note, cards=own)


def _numbered(cards: Sequence[object]) -> list[Part]:
    """Return the cards of a kind with their numbers, so that a lost one is missed."""
    shown = cards[:MOST_CARDS]
    return [{**as_json(card), "number": f"{n} of {len(shown)}"} for n, card in enumerate(shown, start=1)]


def _spares(battle: Battle, mark: Mark) -> Iterator[Part]:
    """Yield blank cards, for what is formed or renamed at the table."""
    brigade = BrigadeCard("", "", "", "", "", (), "", "")
    note = "For units formed at the table."
    fates = [first_up(fate) for fate in boxes_of(battle).fates()]
    yield mark.part("brigades", "Blank brigades", note=note, cards=_blank(brigade, SPARE_BRIGADES))
    leaders = [{**card, "fates": fates} for card in _blank(LeaderCard("", "", ""), SPARE_CARDS)]
    yield mark.part(
        "spares",
        "Blank batteries and leaders",
        batteries={"title": "Blank batteries", "note": note, "cards": _blank(BatteryCard("", "", ""), SPARE_CARDS)},
        leaders={"title": "Blank leaders", "note": note, "cards": leaders},
    )


def _blank(card: object, times: int) -> list[Part]:
    return [{**as_json(card), "number": ""} for _ in range(times)]


# What everyone may know.


def _common_parts(battle: Battle, mark: Mark) -> Iterator[Part]:
    boxes = boxes_of(battle)
    yield _day(battle, boxes, mark)
    ground = battle.ground
    field = field_view(battle, ground.whole, ground.defender_edge)
    yield mark.part("field", field.title, ground=as_json(field))
    yield mark.part("rules", "Rules in short", blocks=as_json(boxes.rules()))


def _day(battle: Battle, boxes: Boxes, mark: Mark) -> Part:
    """Return the turns of the first day with their hours, as the season fixes them."""
    clock = clock_of(battle, 1)
    turns = [clock_of(battle, n) for n in range(1, (clock.turns_a_day or PLAIN_DAY) + 1)]
    note = "Tick each turn as it ends. A later day has the same hours."
    shown = [{"turn": each.turn, "hour": each.hour} for each in turns]
    return mark.part("day", "Turns and hours", note=note, cites=boxes.day_cites(), turns=shown, dusk=clock.dusk)


# What only the umpire may know.


def _secret(secret_results: Iterable[SecretResult], mark: Mark) -> Part:
    bodies = [SecretResultBody.from_json(row.body) for row in secret_results]
    dispatches = sorted((each for body in bodies for each in body.dispatches), key=lambda each: each.turn)
    whom: Callable[[str], str] = lambda side: side_word(side) if side else "everyone"  # noqa: E731
    return mark.part(
        "secret",
        "Secret sheet",
        note="Every secret roll with its reason, and what to tell on which turn. Keep this sheet from both sides.",
        rolls=[{"words": body.disclosure, "steps": [_step(line) for line in body.trace]} for body in bodies],
        dispatches=[{"turn": each.turn, "to": whom(each.side), "text": each.text} for each in dispatches],
    )


def _step(line: Any) -> Json:
    dice = ", ".join(map(str, line.dice))
    return {"text": line.words, "cites": line.cites, "figure": f"d{line.sides}: {dice}" if line.dice else ""}
