"""A battle of the strategic game on the table: flank marches, the game day, and the way back (VG-5, 7B, 7C, 8, 9)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from battles.conduct import flanks
from battles.conduct.base import Clock, Found, HandThrow, Json, Option, PlanChoices, Terms, Throw, Unit
from battles.conduct.plain import OWN_OR_UMPIRES, TABLE, side_report
from campaign.errors import Refusal
from campaign.models import SideCode
from campaign.selectors.procedures import run
from rulesets.core.brief_form import LIMITS
from rulesets.core.report import Report
from rulesets.core.typed import read_as
from rulesets.cw_to_ff.state import Edge, edge_of
from war.services.aftermath import stands_of

EDGES = tuple(edge.value for edge in Edge)
SIDES = tuple(sorted(SideCode.values))
BANS = ("VG-7C2", "VG-7D1")
HEXSIDES = {
    "none": "none",
    "unnavigable_river": "un-navigable river",
    "navigable_river": "navigable river",
    "gap_road": "gap or road",
}


@dataclass(frozen=True)
class March:
    """One flank march of a plan."""

    leader: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Marches:
    """A plan as a row keeps it: a march round an edge, or none."""

    left: March | None = None
    right: March | None = None


class FlankMarchConduct:
    """What a side plans is its flank marches; what is thrown in secret is their arrival."""

    book = "cw_to_ff"

    # Before the battle.

    def check_brief(self, brief: Json) -> None:
        for side in SIDES:
            if not brief["sides"][side]["strength"]:
                raise Refusal(f"{SideCode(side).label} has no strength points to fight with.")
            for leader in brief["sides"][side]["leaders"]:
                _check_ratings(leader)
            stands_of(brief, side)
        _day_of(brief["date"])
        face = {**self.face(brief), "house": brief.get("house")}
        self.clock(face, 1)
        list(_ground_notes(face))

    def face(self, brief: Json) -> Json:
        """All but the armies; a marker of demoralization is seen by everybody."""
        public = {key: value for key, value in brief.items() if key not in OWN_OR_UMPIRES}
        return public | {"demoralized": {side: brief["sides"][side]["demoralized"] for side in SIDES}}

    def about(self, face: Json) -> str:
        clock = self.clock(face, 1)
        day = _date(face["date"])
        hex_ = f"{face['hex_terrain']} hex at {face['place']}"
        hours = f"{clock.turns_a_day} turns from {clock.hour} to {clock.dusk}"
        return " · ".join(part for part in (day, hex_, hours) if part)

    def public_terms(self, face: Json) -> Terms:
        ratio = face["ratio"]
        crossed = face["hexside_name"] or HEXSIDES[face["hexside_crossed"]]
        facts = (
            ("Attacks", _side(face["attacker"])),
            ("Defends", _side(face["defender"])),
            ("Hex", face["hex_terrain"]),
            ("Hexside crossed", crossed),
            ("One strength point", f"{ratio['stands_per_sp']} stands, {ratio['batteries_per_sp']} batteries"),
        )
        return Terms(facts, tuple(_ground_notes(face)))

    def choices(self, brief: Json, side: str) -> PlanChoices:
        """Edges by their place on the table; leaders who may lead a flank force; the strength points."""
        army, defends = brief["sides"][side], side == brief["defender"]
        ban, cites = _ban(brief, side)
        if ban:
            return PlanChoices(ban=ban, ban_cites=cites)
        stands = stands_of(brief, side)
        most = sum(stands.values()) // 2
        note = f"At most {most} of your {sum(stands.values())} stands may march. VG-5A"
        return PlanChoices(
            edges=tuple(Option(edge_of(f, defends=defends).value, f"Your {f.value}") for f in Edge),
            leaders=tuple(Option(x["id"], _leader_words(x)) for x in army["leaders"]),
            items=tuple(
                Option(x["id"], f"{_item_words(x)}, no. {n}, {stands[x['id']]} stands")
                for n, x in enumerate(army["strength"], start=1)
            ),
            notes=(note,),
            chances=flanks.arrival_chances(brief, side),
        )

    def check_plan(self, brief: Json, side: str, plan: Json) -> Json:
        """Known edges, own leaders and items, each once; then every clause of the rules at once."""
        settled = {edge: _march(brief, side, edge, plan[edge]) for edge in EDGES if plan.get(edge)}
        if plan.keys() - set(EDGES):
            raise Refusal("A flank march goes round the left or the right edge.")
        chosen = [item for march in settled.values() for item in march["items"]]
        if len(chosen) != len(set(chosen)):
            raise Refusal("A strength point marches round one flank only.", cites="VG-5A")
        leading = [march["leader"] for march in settled.values()]
        if len(leading) != len(set(leading)):
            raise Refusal("A leader leads one flank march only.", cites="VG-5B")
        check = run(
            "cw_to_ff.check_flank_march", flanks.plan_inputs(brief, side, settled), house=brief.get("house")
        ).result
        if check.faults:
            raise Refusal(" ".join(f"{fault.sentence} {fault.cites}." for fault in check.faults))
        return settled

    def read_plan(self, brief: Json, side: str, body: Json) -> Json:
        read_as(Marches, body)
        return self.check_plan(brief, side, body)

    def check_facts(self, facts: Json) -> None:
        flanks.check_facts(facts)

    def plan_in_words(self, brief: Json, side: str, plan: Json) -> list[str]:
        if not plan:
            return ["No flank march; everything stands on the table."]
        stands, army = stands_of(brief, side), brief["sides"][side]
        words = {item["id"]: _item_words(item) for item in army["strength"]}
        names = {leader["id"]: leader["name"] for leader in army["leaders"]}
        return [
            f"Round {flanks.edge_words(brief, edge)}: {names[march['leader']]} with "
            f"{_counted(words[item] for item in march['items'])}; {sum(stands[i] for i in march['items'])} stands."
            for edge, march in sorted(plan.items())
        ]

    def breastworks(self, brief: Json, side: str, plan: Json) -> str:
        if side != brief["defender"]:
            return ""
        stands = stands_of(brief, side)
        marching = {item for march in plan.values() for item in march["items"]}
        on_table = sum(count for item, count in stands.items() if item not in marching)
        asked = {**flanks.ground(brief), "stands_on_table": on_table}
        works = run("cw_to_ff.breastworks", asked, house=brief.get("house")).result
        return f"{works}. The enemy sees only what stands in his sight. VG-7C" if works.inches else ""

    # The day.

    def clock(self, face: Json, turn: int) -> Clock:
        house = face.get("house")
        return _game_day(face["season"], turn, house) if house else _clock(face["season"], turn)

    def hand_throws(self) -> Sequence[HandThrow]:
        """The same list for every plan: each side and edge, then each edge where two forces may meet."""
        forces = [
            HandThrow(f"{edge}_{side.lower()}", f"{_side(side)}, the defender’s {edge}: d4", "VG-7B1", (side, edge), 4)
            for edge in EDGES
            for side in SIDES
        ]
        meets = [
            HandThrow(f"{edge}_meet", f"Meeting, the defender’s {edge}: d10", "VG-7B5", (edge,), 10) for edge in EDGES
        ]
        return [*forces, *meets]

    def find(self, brief: Json, plans: Mapping[str, Json], throw: Throw) -> list[Found]:
        return flanks.find(brief, plans, throw)

    # The result.

    def units(self, brief: Json, side: str, plan: Json) -> list[Unit]:
        """Strength points of one arm and quality in one place, their stands booked in order."""
        stands = stands_of(brief, side)
        place = {item: edge for edge, march in plan.items() for item in march["items"]}
        groups: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
        for item in brief["sides"][side]["strength"]:
            where = place.get(item["id"], TABLE)
            groups.setdefault((where, item["quality"], item["arm"]), []).append((item["id"], stands[item["id"]]))
        ordered = sorted(groups.items(), key=lambda group: (group[0][0] != TABLE, group[0]))
        return [Unit("-".join(key), _unit_words(brief, *key), key[0], tuple(booked)) for key, booked in ordered]

    def never_arrived(self, units: Sequence[Unit], found: Sequence[Json], side: str, turn: int) -> dict[str, int]:
        absent: dict[str, int] = {}
        for facts in found:
            if facts.get("side") == side:
                late = facts["stands"] if facts["entry_turn"] > turn else facts["stands"] - facts["arrives"]
                absent |= _spread(late, [unit for unit in units if unit.place == facts["edge"]])
        return absent

    def leaders(self, brief: Json, side: str) -> list[Option]:
        return [Option(leader["id"], leader["name"]) for leader in brief["sides"][side]["leaders"]]

    def promotable(self, brief: Json, side: str) -> list[Option]:
        items = brief["sides"][side]["strength"]
        return [Option(item["id"], f"{_item_words(item)}, no. {n}") for n, item in enumerate(items, start=1)]

    def report(self, brief: Json, side_results: Mapping[str, Json], units: Mapping[str, Sequence[Unit]]) -> Json:
        sides = {side: side_report(side_results[side], units[side]) for side in sorted(side_results)}
        return Report.from_json({"schema": 1, "turn": brief["turn"], "sides": sides}).to_json()


@lru_cache(maxsize=512)
def _clock(season: str, turn: int) -> Clock:
    return _game_day(season, turn, None)


def _game_day(season: str, turn: int, house: Json | None) -> Clock:
    day = run("cw_to_ff.game_day", {"season": season, "turn": max(turn, 1)}, house=house).result
    return Clock(day.turn, day.day, day.turn_of_day, day.turns, _hour(day.hour), _hour(day.dusk))


def _hour(clock: int) -> str:
    return f"{clock // 100}:{clock % 100:02}"


def _date(text: str) -> str:
    day = _day_of(text)
    return f"{day.day} {day:%B %Y}" if day else ""


def _day_of(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refusal(f"date: this is a day, such as 1862-04-06, not {text!r}.", field="date") from None


def _side(side: str) -> str:
    return str(SideCode(side).label)


def _leader_words(leader: Json) -> str:
    stars = leader["rank_stars"]
    return f"{leader['name']}, {stars} star{'' if stars == 1 else 's'}, initiative {leader['initiative']}"


def _check_ratings(leader: Json) -> None:
    """What the rules cannot work with is refused before a battle rests on it."""
    for name in ("rank_stars", "initiative", "tactical"):
        least, most = LIMITS[name]
        if not least <= leader[name] <= most:
            raise Refusal(f"{leader['name']}: {name} is {least} to {most}, not {leader[name]}.", field=name)


def _item_words(item: Json) -> str:
    return f"{item['quality']} {item['arm']}"


def _counted(words: Iterable[str]) -> str:
    """Alike things together: "2 × veteran infantry, green infantry"."""
    times = Counter(words)
    return ", ".join(word if n == 1 else f"{n} × {word}" for word, n in times.items())


def _unit_words(brief: Json, place: str, quality: str, arm: str) -> str:
    name = f"{quality} {arm}".capitalize()
    return name if place == TABLE else f"{name}, marching round {flanks.edge_words(brief, place)}"


def _ban(brief: Json, side: str) -> tuple[str, str]:
    """Whether the ground or demoralization forbids flank marches: asked before anything is chosen (R-2)."""
    force = {"edge": EDGES[0], "stands": 0, "leader_rank": "division"}
    inputs = {**flanks.plan_inputs(brief, side, {}), "forces": [force]}
    check = run("cw_to_ff.check_flank_march", inputs, house=brief.get("house")).result
    bans = [fault for fault in check.faults if fault.cites in BANS]
    return (bans[0].sentence, bans[0].cites) if bans else ("", "")


def _ground_notes(face: Json) -> Iterable[str]:
    """What the ground and demoralization do, from what is public only."""
    works = run("cw_to_ff.breastworks", {**flanks.ground(face), "stands_on_table": 0}, house=face.get("house")).result
    if works.flank_marches_forbidden:
        yield "Neither side may march round a flank. VG-7C2"
    if works.per_cent:
        yield f"The defender has breastworks: as many inches as {works.per_cent} % of his stands on the table. VG-7C"
    if face["demoralized"][face["defender"]]:
        yield "The defender is demoralized: no flank marches, and his brigades start Worn. VG-7D"


def _march(brief: Json, side: str, edge: str, march: Any) -> Json:
    """One flank march as it was chosen: a leader and items of this army."""
    army = brief["sides"][side]
    leader, items = march.get("leader"), march.get("items")
    if not leader or not items:
        lacks = "who leads" if items else "which strength points march"
        where = flanks.own_words(brief, side, edge).capitalize()
        raise Refusal(f"{where}: a flank march needs a leader and strength points; say {lacks}.", cites="VG-5B")
    known = [item["id"] for item in army["strength"]]
    if leader not in {x["id"] for x in army["leaders"]} or not set(items) <= set(known):
        raise Refusal("The plan names a leader or strength point that is not in this army.")
    return {"leader": leader, "items": [item for item in known if item in set(items)]}


def _spread(stands: int, units: Sequence[Unit]) -> dict[str, int]:
    """So many stands, taken from the last unit first."""
    absent = {}
    for unit in reversed(units):
        absent[unit.id] = min(stands, unit.stands)
        stands -= absent[unit.id]
    return absent
