"""Unit cards of the toy book."""

from collections.abc import Iterator, Sequence

from rulesets.lead import Hits, Volley  # type: ignore[import-not-found]
from rulesets.lead.state import Morale  # type: ignore[import-not-found]

from rulesets.core.units import (
    Card,
    CardKind,
    Change,
    ChoiceField,
    Chosen,
    NewUnit,
    Role,
    SampleBattle,
    Score,
    Strength,
    TextField,
    UnitCards,
    Use,
    WholeField,
    Whose,
    YesNoField,
)

REGIMENT = CardKind(
    "regiment",
    "Regiment",
    (
        WholeField(name="began", label="Stands at first", cites="LEAD-1", least=1, most=12, unit="stand"),
        WholeField(name="stands", label="Stands", cites="LEAD-1", running=True, most=12, unit="stand", default=6),
        ChoiceField(name="morale", label="Morale", cites="LEAD-2", running=True, options=Morale, default="steady"),
        YesNoField(name="has_fired", label="Has fired this turn", cites="LEAD-3", running=True),
        TextField(name="colonel", label="Colonel", cites="LEAD-4"),
    ),
)


def _fill(chosen: Chosen) -> dict[str, object]:
    firers = chosen.all("firers")
    return {
        "stands": sum(card.whole("stands") for card in firers),
        "firer": firers[0].name,
        "target": chosen.one("target").name,
        "turn": chosen.turn,
    }


def _effects(inputs: Volley, hits: Hits, chosen: Chosen) -> Iterator[Change]:
    target = chosen.one("target")
    yield from target.reduced("stands", by=hits.stands, cites="LEAD-1")
    if hits.stands:
        yield from target.changed("morale", Morale.SHAKEN.value, cites="LEAD-2")
    for card in chosen.all("firers"):
        yield from card.changed("has_fired", True, cites="LEAD-3")


def _check(card: Card) -> Iterator[tuple[str, str]]:
    if card.whole("stands") > card.whole("began"):
        yield "stands", f"must be at most the {card['began']} it began with (LEAD-1)"


def _new_turn(card: Card, turn: int) -> Iterator[Change]:
    yield from card.changed("has_fired", False, cites="LEAD-3")


def _score(cards: Sequence[Card]) -> Iterator[Score]:
    for side, enemy in (("USA", "CSA"), ("CSA", "USA")):
        lost = sum(card.whole("began") - card.whole("stands") for card in cards if card.side == enemy)
        yield Score(side, lost, f"{lost} enemy stands lost", "LEAD-5")


CARDS = UnitCards(
    kinds=(REGIMENT,),
    uses=(
        Use(
            "lead.volley",
            (Role("firers", "Firers", most=4), Role("target", "Target", whose=Whose.ENEMY)),
            fill=_fill,
            effects=_effects,
        ),
    ),
    strength=lambda card: Strength(card.whole("stands"), card.whole("began")),
    sample=SampleBattle(
        name="The carpet",
        place="Nursery",
        attacker="USA",
        about="Two brigades of lead a side.",
        units=tuple(
            NewUnit(side, "regiment", f"{name} {n}", {"began": 6})
            for side, name in (("USA", "Blue"), ("CSA", "Gray"))
            for n in (1, 2)
        ),
    ),
    check=_check,
    new_turn=_new_turn,
    score=_score,
)
