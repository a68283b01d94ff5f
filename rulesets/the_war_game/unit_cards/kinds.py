"""The kinds of cards: infantry, cavalry, skirmishers, guns, generals, and houses, and what is left of each."""

from collections.abc import Iterator

from rulesets.core.units import (
    Card,
    CardField,
    CardKind,
    Change,
    ChoiceField,
    Strength,
    TextField,
    WholeField,
    YesNoField,
)
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.morale import LAST_TEST
from rulesets.the_war_game.state import (
    Cover,
    Fate,
    Formation,
    GunState,
    HouseState,
    MeleeMove,
    Order,
    Weapon,
)
from rulesets.the_war_game.tables import DETACHMENT, FIRE_SPREAD

MOST_FIGURES, MOST_CREW, MOST_CASUALTIES, MOST_DAMAGE = 48, 12, 60, 30
MOST_TURNS, BURNS = 999, FIRE_SPREAD.at("moves that it burns")
PRIVATES = DETACHMENT.at("privates")
COLONELS = ("colonel", "first_officer", "second_officer")
ONE_OFFICER = ("officer",)


def at(section: str) -> str:
    """Cite a section of the page."""
    return str(BOOK.at(section))


ESTABLISHMENT, FIRE, MORALE = at("Establishments"), at("Musketry"), at("Morale")
MELEE, AFTER, CHARGE = at("Melee"), at("Actions after a melee"), at("The charge")
COVER, SAVE, RALLY = at("Advantages in melee"), at("Saving throw for officers"), at("General's rally")
COUNTER, HOUSES = at("Counter-battery fire"), at("Round Shot effect on houses")


# Fields that several kinds share.


def _figures(most: int, default: int, label: str) -> tuple[CardField, CardField]:
    return (
        WholeField(
            name="original",
            label=f"{label} at first",
            cites=ESTABLISHMENT,
            least=1,
            most=most,
            unit="figure",
            default=default,
        ),
        WholeField(name="figures", label=label, cites=FIRE, running=True, most=most, unit="figure", default=default),
    )


def _officer(name: str, label: str) -> CardField:
    return ChoiceField(name=name, label=label, cites=SAVE, running=True, options=Fate, default=Fate.PRESENT.value)


def _small_arms(default: Weapon) -> tuple[CardField, ...]:
    arms = (Weapon.RIFLE.value, Weapon.SMOOTHBORE.value, Weapon.CARBINE.value)
    return (
        ChoiceField(name="weapon", label="Weapon", cites=at("Ranges"), options=arms, default=default.value),
        YesNoField(name="has_fired", label="First volley fired", cites=FIRE, running=True),
    )


def _losses() -> tuple[CardField, ...]:
    return (
        WholeField(
            name="to_place",
            label="Casualties to place",
            cites=FIRE,
            running=True,
            most=MOST_CASUALTIES,
            default=0,
            help="A die for each tells which figure is hit.",
        ),
        WholeField(
            name="fire_lost",
            label="Lost to fire this move",
            cites=at("Deciding the outcome of a melee"),
            running=True,
            most=MOST_FIGURES,
            unit="figure",
            default=0,
        ),
    )


def _cover() -> CardField:
    return ChoiceField(name="cover", label="Cover", cites=COVER, running=True, options=Cover, default=Cover.NONE.value)


def _order() -> CardField:
    return ChoiceField(name="order", label="Order", cites=MORALE, running=True, options=Order, default=Order.GOOD.value)


def _tests() -> tuple[CardField, ...]:
    return (
        WholeField(
            name="tests_failed",
            label="Morale tests failed in a row",
            cites=MORALE,
            running=True,
            most=LAST_TEST,
            default=0,
        ),
        WholeField(
            name="rallies_in", label="Moves until rallied", cites=RALLY, running=True, most=6, unit="move", default=0
        ),
    )


def _melee() -> tuple[CardField, ...]:
    return (
        ChoiceField(
            name="melee",
            label="Move of melee",
            cites=at("Duration of melee"),
            running=True,
            options=MeleeMove,
            default=MeleeMove.NONE.value,
        ),
        YesNoField(name="charging", label="Charging", cites=CHARGE, running=True),
        WholeField(
            name="front",
            label="Figures in front",
            cites=CHARGE,
            running=True,
            most=MOST_FIGURES,
            unit="figure",
            default=0,
            help="Of a column that came to contact; 0 for all.",
        ),
        WholeField(
            name="melee_lost",
            label="Lost in melee this move",
            cites=MELEE,
            running=True,
            most=MOST_FIGURES,
            unit="figure",
            default=0,
        ),
        WholeField(
            name="drawn_on",
            label="Move of its last drawn melee",
            cites=AFTER,
            running=True,
            most=MOST_TURNS,
            default=0,
            help="0 if it isn't exhausted.",
        ),
    )


def _colonels() -> tuple[CardField, ...]:
    labels = ("Colonel", "First other officer", "Second other officer")
    return tuple(_officer(name, label) for name, label in zip(COLONELS, labels, strict=True))


# Kinds.

INFANTRY = CardKind(
    "infantry",
    "Infantry",
    (
        *_figures(MOST_FIGURES, 24, "Rank and file"),
        WholeField(
            name="detached",
            label="Rank and file detached",
            cites=at("Morale and Detachments"),
            most=PRIVATES,
            unit="figure",
            default=0,
            help="They have a card of their own, as skirmishers.",
        ),
        *_small_arms(Weapon.RIFLE),
        *_colonels(),
        ChoiceField(
            name="formation",
            label="Formation",
            cites=at("Movement"),
            running=True,
            options=Formation,
            default=Formation.LINE.value,
        ),
        _cover(),
        _order(),
        *_losses(),
        *_tests(),
        *_melee(),
    ),
)
CAVALRY = CardKind(
    "cavalry",
    "Cavalry",
    (
        *_figures(MOST_FIGURES, 12, "Rank and file"),
        *_small_arms(Weapon.CARBINE),
        YesNoField(
            name="heavy", label="Heavy cavalry", cites=CHARGE, help="Only heavy cavalry may ride down infantry."
        ),
        *_colonels(),
        _order(),
        *_losses(),
        *_tests(),
        *_melee(),
    ),
)
SKIRMISHERS = CardKind(
    "skirmishers",
    "Skirmishers",
    (
        *_figures(PRIVATES, PRIVATES, "Privates"),
        _officer("officer", "Officer"),
        _cover(),
        _order(),
        *_losses(),
        *_melee(),
    ),
)


def _gun(kind_id: str, title: str) -> CardKind:
    return CardKind(
        kind_id,
        title,
        (
            *_figures(MOST_CREW, 5, "Crew"),
            _officer("officer", "Officer"),
            WholeField(
                name="damage", label="Damage", cites=COUNTER, running=True, most=MOST_DAMAGE, unit="point", default=0
            ),
            ChoiceField(
                name="state",
                label="Gun",
                cites=COUNTER,
                running=True,
                options=GunState,
                default=GunState.WHOLE.value,
            ),
            WholeField(
                name="fired_on", label="Last fired on move", cites=COUNTER, running=True, most=MOST_TURNS, default=0
            ),
            _cover(),
            *_losses(),
        ),
    )


GUN, HOWITZER, NAPOLEON = _gun("gun", "Gun"), _gun("howitzer", "Howitzer"), _gun("napoleon", "12-pdr Napoleon")
GENERAL = CardKind(
    "general",
    "General",
    (
        YesNoField(
            name="mounted", label="Mounted", cites=at("Skirmishing infantry musketry"), running=True, default=True
        ),
        _officer("officer", "The general is"),
        TextField(name="joined", label="Unit he has joined", cites=RALLY, running=True),
    ),
)
HOUSE = CardKind(
    "house",
    "House",
    (
        WholeField(
            name="sections",
            label="Sections",
            cites=at("Movement and terrain"),
            least=1,
            most=2,
            unit="section",
            default=1,
        ),
        WholeField(
            name="damage", label="Damage", cites=HOUSES, running=True, most=MOST_DAMAGE, unit="point", default=0
        ),
        ChoiceField(
            name="state",
            label="House",
            cites=HOUSES,
            running=True,
            options=HouseState,
            default=HouseState.WHOLE.value,
        ),
        WholeField(
            name="burned", label="Moves it has burned", cites=HOUSES, running=True, most=BURNS, unit="move", default=0
        ),
        YesNoField(name="second_burns", label="Second section on fire", cites=HOUSES, running=True),
    ),
)
KINDS = (INFANTRY, CAVALRY, SKIRMISHERS, GUN, HOWITZER, NAPOLEON, GENERAL, HOUSE)
FOOT = (INFANTRY.id, SKIRMISHERS.id)
TROOPS = (INFANTRY.id, CAVALRY.id, SKIRMISHERS.id)
REGIMENTS = (INFANTRY.id, CAVALRY.id)
GUNS = (GUN.id, HOWITZER.id, NAPOLEON.id)


# What a card says.


def officers_of(card: Card) -> tuple[str, ...]:
    """Return the fields of a card's officers, by rank."""
    if card.kind == HOUSE.id:
        return ()
    return COLONELS if card.kind in REGIMENTS else ONE_OFFICER


def officers_who_are(card: Card, *fates: Fate) -> list[str]:
    """Return the officers of a card who are in one of these states."""
    return [name for name in officers_of(card) if card.text(name) in fates]


def rank_and_file_lost(card: Card) -> int:
    """Return the losses; those detached aren't lost (R-233)."""
    detached = card.whole("detached") if card.kind == INFANTRY.id else 0
    return max(0, card.whole("original") - detached - card.whole("figures"))


def is_at_half(card: Card) -> bool:
    """Tell whether half or less of the rank and file is left (the 50% rule)."""
    return 2 * rank_and_file_lost(card) >= card.whole("original")


def name_of(card: Card) -> str:
    """Return a card's name as a roll's key takes it."""
    return card.name[:40]


GONE = {Order.DISPERSED: "skedaddled", Order.SURRENDERED: "captured"}


def strength(card: Card) -> Strength:
    """Return the figures of a unit, or whether a gun or general is still there; a ruined house is nobody's loss."""
    if card.kind == GENERAL.id:
        return Strength(int(card["officer"] != Fate.FALLEN), 1, "general")
    if card.kind == HOUSE.id:
        whole = int(card["state"] != HouseState.RUINED)
        return Strength(whole, whole, "house")
    if card.kind in GUNS:
        return Strength(int(card["state"] != GunState.LOST and card.whole("figures") > 0), 1, "gun")
    return _of_troops(card)


def _of_troops(card: Card) -> Strength:
    here = card.whole("figures") + len(officers_who_are(card, Fate.PRESENT, Fate.HIT))
    detached = card.whole("detached") if card.kind == INFANTRY.id else 0
    began = card.whole("original") - detached + len(officers_of(card)) - len(officers_who_are(card, Fate.AWAY))
    gone = GONE.get(Order(card.text("order")))
    return Strength(0 if gone else here, began, "figure", {gone: here} if gone else {})


def check(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a card whose fields are each within their limits."""
    if card.kind in (GENERAL.id, HOUSE.id):
        return
    original, figures = card.whole("original"), card.whole("figures")
    detached = card.whole("detached") if card.kind == INFANTRY.id else 0
    if detached >= original:
        yield "detached", f"must be less than the {original} it began with ({ESTABLISHMENT})"
    elif figures > original - detached:
        at_first = f"the {original} it began with"
        less = f"{at_first}, less the {detached} detached" if detached else at_first
        yield "figures", f"must be at most {less} ({ESTABLISHMENT})"


def new_turn(card: Card, turn: int) -> Iterator[Change]:
    """Forget the losses of a move, and count the moves of a rally and a fire."""
    if card.kind == HOUSE.id:
        yield from _burn(card)
    for name in ("fire_lost", "melee_lost"):
        if name in card.values:
            yield from card.changed(name, 0, cites=at("Deciding the outcome of a melee"))
    if "rallies_in" in card.values and card["order"] == Order.RALLYING:
        yield from card.reduced("rallies_in", by=1, cites=RALLY)
        if card.whole("rallies_in") <= 1:
            yield from card.changed("order", Order.GOOD.value, cites=RALLY)
            yield from card.changed("tests_failed", 0, cites=RALLY)


def _burn(card: Card) -> Iterator[Change]:
    if card["state"] != HouseState.BURNING:
        return
    burned = min(card.whole("burned") + 1, BURNS)
    yield from card.changed("burned", burned, cites=HOUSES)
    if burned >= BURNS:
        yield from card.changed("state", HouseState.RUINED.value, cites=HOUSES)
