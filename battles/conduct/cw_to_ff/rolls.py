"""Rolls at the table: leaders in their posts, and Fire and Fury's rules with the units filled in (VG-7A2, 11)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from battles.conduct.base import RatingLine
from battles.conduct.cw_to_ff.table_uses import (
    BATTERY,
    BRIGADE,
    CHARGE,
    FIRE,
    JOINS,
    LEADER,
    MANEUVER,
    USES,
    fighter,
    filled,
    keyed,
    outside_of,
    said_openly,
    with_guns,
)
from battles.conduct.rolls import NOWHERE, Army, ArmyCommand, LeaderState, TablePost, TableUnit, TableUse
from battles.conduct.wear import OF_COMMAND
from campaign.errors import Refusal
from campaign.selectors.procedures import refusing, run, trace_of
from rulesets.core.carries import carries
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import Dice
from rulesets.core.outcome import Outcome
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.report import Fate
from rulesets.core.words import many
from rulesets.cw_to_ff.at_table import Post, chain_of, extras_of, led_maneuver, place_in_words, untrue
from rulesets.cw_to_ff.leaders_at_work import army_radius, army_rerolls, charge_modifiers
from rulesets.cw_to_ff.named_order import NamedBattery, NamedBrigade, NamedOrder
from rulesets.cw_to_ff.orders import Plan
from rulesets.cw_to_ff.state import Rating
from rulesets.cw_to_ff.worn import worn_start
from rulesets.fire_and_fury.effectiveness import effectiveness
from rulesets.fire_and_fury.extras import in_key

RATINGS = {"E": Rating.EXCELLENT, "P": Rating.POLTROON}
LETTERS = {rating: letter for letter, rating in RATINGS.items()}
LONGEST_LABEL = 32
REPLACEMENT = "Replacement"
NO_ORDER = NamedOrder("", "", (), ())


@dataclass(frozen=True)
class _Office:
    """A leader's post in the order of battle: `counter` is the leader who has it, or "" for an invented one."""

    id: str
    rank: Literal["division", "corps", "army"]
    counter: str
    commander: str
    command: str

    @property
    def falls_as(self) -> str:
        """Return the name under which his fall is ticked."""
        return self.counter or f"{OF_COMMAND}{self.id}"


def _offices(order: NamedOrder) -> Iterator[_Office]:
    """Yield the posts in the order of the tree; an army without an army leader plays without rule 11 (R-50)."""
    if order.leader:
        yield _Office("army", "army", order.leader, "", order.name)
    for n, corps in enumerate(order.corps):
        yield _Office(f"c{n}", "corps", corps.leader, corps.commander, corps.name)
        for m, each in enumerate(corps.divisions):
            yield _Office(f"c{n}d{m}", "division", each.leader, each.commander, each.name)
    for m, each in enumerate(order.divisions):
        yield _Office(f"d{m}", "division", each.leader, each.commander, each.name)


def _state(office: _Office, army: Army) -> LeaderState:
    """Return where a post's leader is, and whether he has fallen: killed, wounded, disabled, captured, or stunned."""
    state, falls = army.states.get(office.id, NOWHERE), army.falls.get(office.falls_as, ())
    if not falls:
        return state
    last, fate = falls[-1]
    is_replaced = any(turn < army.turn and each is not Fate.STUNNED for turn, each in falls)
    return replace(state, fell_on=last, returns=fate is Fate.STUNNED, is_replaced=is_replaced)


def _post(office: _Office, army: Army) -> Post:
    """Return a post as it is this turn: the turn after he fell, an average replacement has come (R-50)."""
    state, line = _state(office, army), army.rated.get(office.counter)
    post = Post(
        id=office.id,
        rank=office.rank,
        rating=RATINGS.get(line.letter, Rating.AVERAGE) if line and not state.is_replaced else Rating.AVERAGE,
        army_rating=_army_rating(office, army) if office.rank == "army" and not state.is_replaced else 0,
        attached_to=state.attached_to,
        in_army_radius=state.in_army_radius,
    )
    came = line is not None if office.counter else any(post.has(at) for at in army.stands)
    return replace(post, is_here=came and state.fell_on != army.turn)


def _army_rating(office: _Office, army: Army) -> int:
    return army.brief.sides[army.side].leader(office.counter).command or 0


def labels(names: Mapping[str, str]) -> dict[str, str]:
    """Return what everyone calls units, by address; of those with one name, the later ones get a number."""
    found: dict[str, str] = {}
    used: dict[str, int] = {}
    for at, name in names.items():
        short = name[:LONGEST_LABEL].strip()
        key = in_key(short).casefold()
        used[key] = used.get(key, 0) + 1
        found[at] = short if used[key] == 1 else f"{short} ({used[key]})"
    return found


@dataclass(frozen=True)
class TableRolls:
    """The rolls of the conversion book's battles."""

    house: Context = BY_THE_BOOK

    def uses(self) -> Sequence[TableUse]:
        return USES

    # Leaders.

    def posts(self, army: Army) -> Sequence[TablePost]:
        called = self._labels(army)
        return tuple(self._shown(office, army, called) for office in _offices(_order(army)))

    def _shown(self, office: _Office, army: Army, called: Mapping[str, str]) -> TablePost:
        post, state = _post(office, army), _state(office, army)
        return TablePost(
            id=office.id,
            rank=office.rank,
            name=_name_of(office, army, state),
            command=office.command,
            letter=LETTERS.get(post.rating, ""),
            words=post.rating.value,
            state=state,
            is_here=post.is_here,
            where=_where(post, state, army, called),
            places=tuple(at for at, _, _ in _order(army).all_brigades() if post.has(at) and at in army.stands),
            effects=place_in_words(post) if post.is_here or state.fell_on else (),
        )

    def post_of(self, plan: Plan, who: str) -> str:
        order = plan.order or NO_ORDER
        return next((office.id for office in _offices(order) if office.falls_as == who), "")

    def command(self, army: Army, used: int) -> ArmyCommand | None:
        office = next((each for each in _offices(_order(army)) if each.rank == "army"), None)
        if office is None:
            return None
        post = _post(office, army)
        rating = {"army_rating": post.army_rating}
        radius = run(army_radius, rating, house=self.house)
        asked = {**rating, "used": used, "on_table": post.is_here}
        rerolls = run(army_rerolls, asked, house=self.house)
        return ArmyCommand(
            name=_name_of(office, army, _state(office, army)),
            radius=str(radius.result),
            rerolls=abs(post.army_rating) if post.is_here else 0,
            left=rerolls.result.left,
            chooser=rerolls.result.chooser,
            trace=trace_of((*radius.steps, *rerolls.steps)),
        )

    # Units.

    def _labels(self, army: Army) -> dict[str, str]:
        """Return what everyone calls the units of an army, on the table or not, so that a label never changes."""
        order = _order(army)
        brigades = {at: brigade.name for at, _, brigade in order.all_brigades()}
        return labels(brigades | {at: battery.name for at, _, battery in order.batteries_by_address()})

    def units(self, army: Army) -> Sequence[TableUnit]:
        order, called = _order(army), self._labels(army)
        brigades = [
            self._brigade(at, brigade, army, called[at])
            for at, _, brigade in order.all_brigades()
            if army.stands.get(at)
        ]
        batteries = [
            TableUnit(at, BATTERY, called[at]) for at, _, _ in order.batteries_by_address() if at in army.stands
        ]
        return (*brigades, *batteries, *self._with_brigades(army, called))

    def _brigade(self, at: str, brigade: NamedBrigade, army: Army, label: str) -> TableUnit:
        left = army.stands[at]
        about = f"{left} of {many(brigade.stands, 'stand')}"
        unit = TableUnit(at, BRIGADE, label, about, left, brigade.stands)
        state = self._state(unit, army)
        return replace(unit, about=f"{about}, {state['status']}") if state else unit

    def _with_brigades(self, army: Army, called: Mapping[str, str]) -> Iterator[TableUnit]:
        """Yield the leaders who are with a brigade; nobody learns their names."""
        for office in _offices(_order(army)):
            post = _post(office, army)
            if post.is_here and post.attached_to in army.stands:
                label = f"{post.rank.capitalize()} leader with {called[post.attached_to]}"
                yield TableUnit(office.id, LEADER, label, with_unit=post.attached_to)

    def _state(self, unit: TableUnit, army: Army) -> dict[str, str]:
        """Return a brigade's triple and state, or nothing where the chart has none for its strength."""
        brigade = next(each for at, _, each in _order(army).all_brigades() if at == unit.id)
        demoralized = army.side == army.brief.defender and army.brief.sides[army.side].demoralized
        asked = {"stands": brigade.stands, "quality": brigade.quality.value}
        try:
            triple = run(effectiveness, asked, house=self.house).result.triple
            if demoralized:
                triple = run(worn_start, {"triple": triple}, house=self.house).result.triple
            found = run(effectiveness, {"triple": triple, "stands_left": unit.stands}, house=self.house).result
        except Refusal:
            return {}
        return {"triple": triple, "status": found.status.value}

    # Rolls.

    def fill(self, use: TableUse, army: Army, unit: TableUnit, before: Json) -> Json:
        """Return what the army knows of a unit, as the rule takes it, with the guns of its last fire."""
        if use.name == MANEUVER:
            return self._maneuver(army, unit)
        own = self._state(unit, army) if unit.kind == BRIGADE else {}
        led = self._is_led(army, unit) if use.name == CHARGE else False
        asked = filled(use, army, unit, _brigade_of(army, unit), own, is_led=led)
        return with_guns(asked, _battery_of(army, unit), before) if use.name == FIRE else asked

    def fill_target(self, use: TableUse, enemy: Army, unit: TableUnit) -> Json:
        own = self._state(unit, enemy) if unit.kind == BRIGADE else {}
        return fighter(enemy, unit, _brigade_of(enemy, unit), own, is_led=self._is_led(enemy, unit))

    def _maneuver(self, army: Army, unit: TableUnit) -> Json:
        leaders, chief = chain_of(self._all_posts(army), unit.id)
        plain: Json = {
            "status": self._state(unit, army).get("status", "Fresh"),
            "leaders": [each.model_dump(mode="json") for each in leaders],
            "exceptional_commander": _is_exceptional(army, unit),
        }
        return plain | ({"army_leader": chief.model_dump(mode="json")} if chief else {})

    def _all_posts(self, army: Army) -> list[Post]:
        return [_post(office, army) for office in _offices(_order(army))]

    def _attached(self, army: Army, unit: TableUnit) -> list[Post]:
        return [post for post in self._all_posts(army) if post.is_here and post.attached_to == unit.id]

    def _is_led(self, army: Army, unit: TableUnit) -> bool:
        """Tell whether a charge has the bonus of a leader: of an attached one who isn't P, or an E commander."""
        able = any(post.rating is not Rating.POLTROON for post in self._attached(army, unit))
        return able or _is_exceptional(army, unit)

    @carries("VG-11A", "VG-11C")
    def notes(self, use: TableUse, army: Army) -> Sequence[tuple[str, str]]:
        """Return a rule's notes, and what an army leader on the table does to a maneuver."""
        is_led = any(post.rank == "army" and post.is_here for post in self._all_posts(army))
        command = self.command(army, 0) if use.name == MANEUVER and is_led else None
        return (*use.notes, (outside_of(command.radius), "VG-11A"), JOINS) if command else use.notes

    def shows(self, use: TableUse, army: Army, unit: TableUnit, whose: str) -> Sequence[str]:
        if use.name == MANEUVER:
            own = [post for post in self._all_posts(army) if post.is_here and post.has(unit.id)]
            own = [post for post in own if post.rank != "army" or post.attached_to == unit.id]
        else:
            own = self._attached(army, unit) if use.name == CHARGE else []
        rated = [(f"{post.rank} leader", LETTERS[post.rating]) for post in own if post.rating in LETTERS]
        commander = [("brigade commander", "E")] if use.name != FIRE and _is_exceptional(army, unit) else []
        return tuple(said_openly(whose, who, letter) for who, letter in (*rated, *commander))

    def identified(self, use: TableUse, army: Army, unit: TableUnit, asked: Json, again: int) -> Json:
        return keyed(use, army, unit, asked, again)

    def check(self, use: TableUse, army: Army, unit: TableUnit, asked: Json) -> None:
        if use.name == MANEUVER:
            with refusing():
                sent, sealed = led_maneuver.read(asked), led_maneuver.read(self._maneuver(army, unit))
            field, sentence = untrue(sent, sealed)
            if field:
                raise Refusal(sentence, cites="VG-7A", field=field)

    @carries("VG-11C")
    def joins(self, use: TableUse, army: Army, unit: TableUnit, asked: Json) -> str:
        """Return the army leader's post where he joins a brigade for its maneuver."""
        chief = (asked.get("army_leader") or {}) if use.name == MANEUVER else {}
        state = army.states.get("army", NOWHERE)
        return "army" if chief.get("place") == "attached here" and state.attached_to != unit.id else ""

    def carry_out(self, use: TableUse, army: Army, unit: TableUnit, asked: Json, dice: Dice) -> Outcome[Any]:
        """Roll; in a charge, an attached P leader's own roll comes first (VG-7A2b)."""
        if use.name != CHARGE:
            return run(use.procedure, asked, dice, house=self.house)
        leaders, chief = chain_of(self._all_posts(army), unit.id)
        asked_of = {"side": army.side, "brigade": unit.label, "turn": army.turn, "leaders": as_dumps(leaders)}
        found = run(charge_modifiers, asked_of | ({"army_leader": chief.model_dump()} if chief else {}), dice)
        attacker = dict(asked["attacker"])
        attacker["extras"] = [*as_dumps(extras_of(found.result)), *attacker.get("extras", ())]
        fought = run(use.procedure, {**asked, "attacker": attacker}, dice, house=self.house)
        steps = found.steps if found.result.extras else ()
        return Outcome(fought.result, (*steps, *fought.steps), (*found.throws, *fought.throws))


def as_dumps(rows: Sequence[Any]) -> list[Any]:
    return [row.model_dump(mode="json") for row in rows]


def _order(army: Army) -> NamedOrder:
    order = army.plan.order
    return order if order is not None else NO_ORDER


def _brigade_of(army: Army, unit: TableUnit) -> NamedBrigade | None:
    at = unit.with_unit or unit.id
    return next((each for address, _, each in _order(army).all_brigades() if address == at), None)


def _battery_of(army: Army, unit: TableUnit) -> NamedBattery | None:
    return next((each for address, _, each in _order(army).batteries_by_address() if address == unit.id), None)


def _is_exceptional(army: Army, unit: TableUnit) -> bool:
    line: RatingLine | None = army.rated.get(unit.id)
    return line is not None and line.letter == "E"


def _name_of(office: _Office, army: Army, state: LeaderState) -> str:
    if state.is_replaced:
        return f"{REPLACEMENT} ({office.rank} leader)"
    if office.counter:
        return army.brief.sides[army.side].leader(office.counter).name
    return office.commander or f"{office.rank} leader"


def _where(post: Post, state: LeaderState, army: Army, called: Mapping[str, str]) -> str:
    if state.fell_on == army.turn and state.fell_on:
        return "stunned; back next turn" if state.returns else "fallen; replaced next turn"
    if not post.is_here:
        return "not on the table"
    return f"with {called.get(post.attached_to, 'a brigade')}" if post.attached_to else "unattached"
