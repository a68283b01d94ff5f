"""The four kinds of card, and what is wrong with one."""

from collections.abc import Iterator, Sequence

from rulesets.core.units import (
    Card,
    CardField,
    CardKind,
    ChoiceField,
    Strength,
    TextField,
    WholeField,
    YesNoField,
)
from rulesets.core.words import listed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.state import (
    CAVALRY,
    INFANTRY,
    Allowed,
    Battery,
    Elite,
    Formation,
    Nation,
    Rank,
    Rating,
    Triple,
    Troops,
)

INFANTRY_CARD, CAVALRY_CARD, BATTERY_CARD, LEADER_CARD = MOVERS = ("infantry", "cavalry", "battery", "leader")
UNIT_CARDS = (INFANTRY_CARD, CAVALRY_CARD)
MOST_STANDS = 40

NATIONS = str(BOOK.at("National modifiers"))
MANEUVER = str(BOOK.at("Maneuver table modifiers"))
MELEE = str(BOOK.at("Melee table modifiers"))
STANDS = str(BOOK.at("NB to F&F conversion chart"))
DISORDER = str(BOOK.at("Disorder table"))
FIRE = str(BOOK.at("Musketry and cannonade table"))
FIRE_MODIFIERS = str(BOOK.at("Fire table modifiers"))
FATIGUE = str(BOOK.at("Fatigue levels and effects"))
NOTES = str(BOOK.at("Rule notes"))
COMMAND = str(BOOK.at("Standard officer command ranges"))
FALLEN = str(BOOK.at("Fallen leader table"))
SEQUENCE = str(BOOK.at("Sequence of play"))

ARMIES = {
    Nation.FRANCE: "French",
    Nation.HESSE: "Hessian",
    Nation.BADEN: "Badener",
    Nation.VISTULA: "Polish",
    Nation.BRITAIN: "British",
    Nation.AUSTRIA: "Austrian",
    Nation.PRUSSIA: "Prussian",
    Nation.RUSSIA: "Russian",
    Nation.SPAIN: "Spanish",
    Nation.SAXONY: "Saxon",
    Nation.NAPLES: "Neapolitan",
    Nation.RHINEBUND: "Rhinebund",
    Nation.OTTOMANS: "Ottoman",
    Nation.PORTUGAL: "Portuguese",
    Nation.MINOR: "allied",
}
WEARY = ("none", "division", "corps", "army")
IN_COMMAND, STUNNED, DISABLED, FALLEN_OUT, CAPTURED, ARRIVING = (
    "in command",
    "stunned",
    "disabled, goes after this player turn",
    "fallen",
    "captured",
    "replacement, arrives after maneuver",
)
FATES = (IN_COMMAND, STUNNED, DISABLED, FALLEN_OUT, CAPTURED, ARRIVING)
OUT = (FALLEN_OUT, CAPTURED)
WRECKS = (Battery.WRECKED, Battery.CAPTURED)


def _problem_of_triple(text: str) -> str:
    try:
        Triple.parse(text)
    except ValueError as error:
        return str(error)
    return ""


def _nation() -> CardField:
    return ChoiceField(name="nation", label="Nation", cites=NATIONS, options=Nation)


def _year() -> CardField:
    return WholeField(name="year", label="Year", cites=NATIONS, least=1792, most=1815, default=1809)


def _strength() -> tuple[CardField, ...]:
    return (
        TextField(
            name="triple",
            label="Three numbers",
            cites=STANDS,
            most=12,
            default=None,
            problem=_problem_of_triple,
            help="As 6/4/2: stands at full strength, when Worn, and when Spent. A dash is no such state.",
        ),
        WholeField(name="stands", label="Stands", cites=STANDS, running=True, most=MOST_STANDS, unit="stand"),
    )


def _commander() -> CardField:
    return YesNoField(name="exceptional_commander", label="Exceptional brigade commander", cites=MANEUVER)


def _trained() -> CardField:
    return YesNoField(name="trained", label="Spanish allied to France, or British-trained", cites=NATIONS)


def _play(formations: tuple[Formation, ...]) -> tuple[CardField, ...]:
    """Return what changes in play on cards of infantry and cavalry."""
    options = tuple(each.value for each in formations)
    return (
        ChoiceField(
            name="formation",
            label="Formation",
            cites=NATIONS,
            running=True,
            options=options,
            default=Formation.LINE.value,
        ),
        YesNoField(name="disordered", label="Disordered", cites=DISORDER, running=True),
        ChoiceField(
            name="fatigue",
            label="Fatigued with its",
            cites=FATIGUE,
            running=True,
            options=WEARY,
            default="none",
            help="It may not charge or move to within 2″ of the enemy. With its army it stays disordered.",
        ),
        ChoiceField(
            name="allowed",
            label="Maneuver result",
            cites=DISORDER,
            running=True,
            options=Allowed,
            default=Allowed.NONE.value,
            help="From its roll this turn; none before it.",
        ),
        YesNoField(name="changed_formation", label="Changed formation this turn", cites=FIRE_MODIFIERS, running=True),
        YesNoField(name="breakthrough", label="Breaking through", cites=MELEE, running=True),
        WholeField(
            name="recent_losses",
            label="Stands lost in a player turn",
            cites=MELEE,
            running=True,
            most=MOST_STANDS,
            default=0,
            unit="stand",
        ),
        TextField(
            name="lost_in",
            label="In player turn",
            cites=MELEE,
            running=True,
            most=12,
            help="The turn and the side whose player turn it is.",
        ),
        WholeField(
            name="quit",
            label="Stands that routed off the table",
            cites=DISORDER,
            running=True,
            most=MOST_STANDS,
            default=0,
            unit="stand",
        ),
    )


INFANTRY_KIND = CardKind(
    INFANTRY_CARD,
    "Infantry",
    (
        _nation(),
        ChoiceField(name="troops", label="Troops", cites=MANEUVER, options=INFANTRY, default=Troops.LINE.value),
        *_strength(),
        ChoiceField(name="elite", label="Elite", cites=MELEE, options=Elite, default=Elite.NONE.value),
        _commander(),
        _trained(),
        _year(),
        *_play(tuple(Formation)),
    ),
)

CAVALRY_KIND = CardKind(
    CAVALRY_CARD,
    "Cavalry",
    (
        _nation(),
        ChoiceField(name="troops", label="Troops", cites=MANEUVER, options=CAVALRY, default=Troops.LIGHT_CAVALRY.value),
        *_strength(),
        ChoiceField(
            name="elite",
            label="Elite",
            cites=MELEE,
            options=(Elite.NONE.value, Elite.GUARD.value),
            default=Elite.NONE.value,
        ),
        YesNoField(name="armored", label="Armored", cites=MELEE),
        YesNoField(name="german_legion", label="In the King's German Legion", cites=NOTES),
        _commander(),
        _trained(),
        _year(),
        YesNoField(name="dismounted", label="Dismounted", cites=FIRE, running=True),
        *_play((Formation.COLUMN, Formation.LINE, Formation.MARCH)),
    ),
)

BATTERY_KIND = CardKind(
    BATTERY_CARD,
    "Battery",
    (
        _nation(),
        ChoiceField(
            name="troops",
            label="Guns",
            cites=NOTES,
            options=(Troops.HORSE_BATTERY.value, Troops.HEAVY_BATTERY.value),
            default=Troops.HEAVY_BATTERY.value,
        ),
        YesNoField(name="french_ally", label="Minor allied to France", cites=NOTES),
        YesNoField(name="limbered", label="Limbered", cites=NOTES, running=True),
        ChoiceField(
            name="state",
            label="State",
            cites=FIRE,
            running=True,
            options=(Battery.GOOD.value, Battery.DAMAGED.value, *(each.value for each in WRECKS)),
            default=Battery.GOOD.value,
        ),
        YesNoField(name="silenced", label="Silenced this turn", cites=FIRE, running=True),
        YesNoField(name="moved_guns", label="Unlimbered or prolonged this turn", cites=FIRE_MODIFIERS, running=True),
        TextField(name="attached_to", label="Attached to", cites=NOTES, running=True, help="A brigade's name."),
    ),
)

LEADER_KIND = CardKind(
    LEADER_CARD,
    "Officer",
    (
        _nation(),
        ChoiceField(name="rank", label="Officer", cites=COMMAND, options=Rank, default=Rank.DIVISION.value),
        YesNoField(name="exceptional", label="Exceptional", cites=COMMAND),
        ChoiceField(
            name="rating",
            label="Rating",
            cites=str(BOOK.at("Good order table")),
            options=("none", *(each.value for each in Rating)),
            default="none",
            help="Of a corps or army commander, or of a division for its fatigue.",
        ),
        YesNoField(name="worth_two", label="Worth +2 in melee", cites=MELEE),
        TextField(
            name="attached_to",
            label="Attached to",
            cites=MANEUVER,
            running=True,
            help="A unit's name.",
        ),
        ChoiceField(name="fate", label="Fate", cites=FALLEN, running=True, options=FATES, default=IN_COMMAND),
        WholeField(
            name="changes_on",
            label="Back or replaced on turn",
            cites=FALLEN,
            running=True,
            most=999,
            default=0,
            help="0 if nothing is due.",
        ),
        YesNoField(
            name="replacement",
            label="Replacement officer",
            cites=FALLEN,
            running=True,
            help="The basic range, less 1″.",
        ),
    ),
)

KINDS = (INFANTRY_KIND, CAVALRY_KIND, BATTERY_KIND, LEADER_KIND)


def triple_of(card: Card) -> Triple:
    return Triple.parse(card.text("triple"))


def strength(card: Card) -> Strength:
    """Return what is left: stands of infantry and cavalry, or a battery. Officers don't count as losses."""
    if card.kind in UNIT_CARDS:
        routed = {"quit": card.whole("quit")} if card.whole("quit") else {}
        return Strength(card.whole("stands"), triple_of(card).full, lost_to=routed)
    if card.kind == BATTERY_CARD:
        state = card["state"]
        taken = {"captured": 1} if state == Battery.CAPTURED else {}
        return Strength(int(state not in WRECKS), 1, "battery", taken)
    return Strength(int(card["fate"] not in OUT), 0, "officer")


def check(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what the fields of one card say against each other."""
    if card.kind not in UNIT_CARDS:
        return
    full, nation = triple_of(card).full, card["nation"]
    if full > MOST_STANDS:
        yield "triple", f"must begin with {MOST_STANDS} or less, not {full}"
    elif card.whole("stands") + card.whole("quit") > full:
        yield "stands", f"must be at most the {full} of {card['triple']}, with those that routed"
    if card["elite"] == Elite.OLD_GUARD and nation != Nation.FRANCE:
        yield "elite", f"must not be {Elite.OLD_GUARD} unless French ({MELEE})"
    if card.is_so("trained") and nation != Nation.SPAIN:
        yield "trained", f"must be no unless Spanish ({NATIONS})"
    if card.kind == CAVALRY_CARD and card.is_so("german_legion") and nation != Nation.BRITAIN:
        yield "german_legion", f"must be no unless British ({NOTES})"


def army(cards: Sequence[Card]) -> str:
    """Name a side after the nations of its units: French, or French and Saxon."""
    nations = dict.fromkeys(card.text("nation") for card in cards)
    return listed(ARMIES[Nation(nation)] for nation in nations) if nations else ""
