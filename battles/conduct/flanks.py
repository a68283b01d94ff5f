"""Flank marches: what the procedures are asked, and what the neutral chair finds at the opening (VG-7B)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battles.conduct.base import Chances, Dispatch, Found, Json, Throw
from campaign.models import SideCode
from campaign.parts import OddsLine
from campaign.selectors.procedures import chances, run, trace_of
from rulesets.core.dice import CupDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.typed import read_as
from rulesets.cw_to_ff.state import Edge, Speed
from war.services.aftermath import stands_of

NOTICE = "battle.notice"
ARRIVAL = "cw_to_ff.flank_march_arrival"
OTHER = {Edge.LEFT.value: "right", Edge.RIGHT.value: "left"}


@dataclass(frozen=True)
class ForceFacts:
    """What is found of one flank force."""

    side: str
    edge: Edge
    speed: Speed
    stands: int
    arrives: int
    entry_turn: int


@dataclass(frozen=True)
class MeetingFacts:
    """What is found of an edge where two forces march."""

    edge: Edge
    meets: bool


def check_facts(facts: Json) -> None:
    """A force's facts or a meeting's."""
    found = read_as(ForceFacts if "side" in facts else MeetingFacts, facts)
    if isinstance(found, ForceFacts):
        if found.side not in SideCode.values:
            raise IllegalOrder(f"a side is {' or '.join(SideCode.values)}.", field="side")
        if not 0 <= found.arrives <= found.stands:
            raise IllegalOrder(f"of {found.stands} stands 0 to {found.stands} arrive.", field="arrives")


def ground(brief: Json) -> Json:
    return {"hex_terrain": brief["hex_terrain"], "hexside_crossed": brief["hexside_crossed"]}


def edge_words(brief: Json, edge: str) -> str:
    """A table edge as both sides name it; it is kept as the defender sees it."""
    defender, attacker = SideCode(brief["defender"]).label, SideCode(brief["attacker"]).label
    return f"the {defender} {edge}, the {attacker} {OTHER[edge]}"


def own_words(brief: Json, side: str, edge: str) -> str:
    """A table edge as its own side names it in its plan."""
    return f"your {edge if side == brief['defender'] else OTHER[edge]}"


def plan_inputs(brief: Json, side: str, plan: Json) -> Json:
    """What `check_flank_march` is asked of a side's plan."""
    stands = stands_of(brief, side)
    ratio = brief["ratio"]["stands_per_sp"]
    return {
        **ground(brief),
        "army_stands": sum(stands.values()),
        "stands_per_sp": ratio,
        "defends": side == brief["defender"],
        "demoralized": brief["sides"][side]["demoralized"],
        "forces": [_force(brief, side, edge, march, stands, ratio) for edge, march in sorted(plan.items())],
    }


def _force(brief: Json, side: str, edge: str, march: Json, stands: Mapping[str, int], ratio: int) -> Json:
    army = brief["sides"][side]
    leader = next(x for x in army["leaders"] if x["id"] == march["leader"])
    sizes = {item["id"]: item["size"] for item in army["strength"]}
    return {
        "edge": edge,
        "stands": sum(stands[item] for item in march["items"]),
        "nominal_stands": sum(sizes[item] * ratio for item in march["items"]),
        "leader": leader["id"],
        "leader_rank": rank_of(brief, side, leader),
        "from_counter": True,
        "divisions": len(march["items"]),
        "called": f"the force on {own_words(brief, side, edge)}",
    }


def find(brief: Json, plans: Mapping[str, Json], throw: Throw) -> list[Found]:
    """Each edge on its own, each side in its order; then whether two forces on one edge meet."""
    found = []
    for edge in (Edge.LEFT.value, Edge.RIGHT.value):
        marching = {side: plans[side][edge] for side in sorted(plans) if edge in plans[side]}
        arrivals = {side: _arrival(brief, side, edge, march, throw) for side, march in marching.items()}
        found += _of_edge(brief, edge, marching, arrivals, throw)
    return found


def _arrival(brief: Json, side: str, edge: str, march: Json, throw: Throw) -> Outcome[Any]:
    leader = next(x for x in brief["sides"][side]["leaders"] if x["id"] == march["leader"])
    asked = {**_marching(brief, side, leader["initiative"]), "side": side, "edge": edge}
    return run(ARRIVAL, asked, CupDice(throw), house=brief.get("house"))


def _marching(brief: Json, side: str, initiative: int) -> Json:
    return {**ground(brief), "initiative": initiative, "attacks": side == brief["attacker"]}


def arrival_chances(brief: Json, side: str) -> tuple[Chances, ...]:
    """When a force would come under each leader: those of one initiative together, the best first."""
    leaders: dict[int, list[str]] = {}
    for leader in brief["sides"][side]["leaders"]:
        leaders.setdefault(leader["initiative"], []).append(leader["name"])
    return tuple(
        Chances(f"Under {', '.join(names)} (initiative {initiative})", _odds(brief, side, initiative))
        for initiative, names in sorted(leaders.items())
    )


def _odds(brief: Json, side: str, initiative: int) -> tuple[OddsLine, ...]:
    found = chances(ARRIVAL, _marching(brief, side, initiative), house=brief.get("house"))
    return tuple(OddsLine(words=words, chance=chance) for words, chance in reversed(found.items()))


def _of_edge(
    brief: Json, edge: str, marching: Mapping[str, Json], arrivals: Mapping[str, Outcome[Any]], throw: Throw
) -> list[Found]:
    sizes = {side: _sizes(brief, side, march) for side, march in marching.items()}
    arriving = {side: size["infantry"] + size["cavalry"] for side, size in sizes.items()}
    batteries = {side: size["batteries"] for side, size in sizes.items()}
    met: Outcome[Any] | None = None
    if len(marching) > 1:
        forces = [{"side": side, "speed": arrivals[side].result.speed, **sizes[side]} for side in marching]
        asked = {"edge": edge, "forces": forces}
        met = run("cw_to_ff.flank_march_meeting", asked, CupDice(throw), house=brief.get("house"))
        arriving = {each.side: each.stands for each in met.result.arriving}
        batteries = {each.side: each.batteries for each in met.result.arriving}
    meets = met is not None and met.result.meets
    found = [
        _force_found(brief, edge, side, arrivals[side], sizes[side], arriving[side], batteries[side], meets=meets)
        for side in marching
    ]
    return [*found, _meeting_found(brief, edge, met)] if met is not None else found


def _sizes(brief: Json, side: str, march: Json) -> dict[str, int]:
    stands = stands_of(brief, side)
    army = {item["id"]: item for item in brief["sides"][side]["strength"]}
    sizes = {"infantry": 0, "cavalry": 0, "batteries": 0}
    for item in march["items"]:
        sizes[army[item]["arm"]] += stands[item]
        sizes["batteries"] += army[item]["size"] * brief["ratio"]["batteries_per_sp"]
    return sizes


def _force_found(
    brief: Json,
    edge: str,
    side: str,
    arrival: Outcome[Any],
    size: Mapping[str, int],
    arrives: int,
    batteries: int,
    *,
    meets: bool,
) -> Found:
    stands = size["infantry"] + size["cavalry"]
    march, name = arrival.result, SideCode(side).label
    facts = {
        "side": side,
        "edge": edge,
        "speed": str(march.speed),
        "stands": stands,
        "arrives": arrives,
        "entry_turn": march.entry_turn,
    }
    dispatches = _dispatches(brief, edge, side, march, arrives, batteries, stands, meets=meets) if arrives else ()
    words = f"{name}, round {edge_words(brief, edge)}: {march}."
    return Found(f"{edge}.1.{side}", facts, dispatches, words, trace_of(arrival))


def _dispatches(
    brief: Json, edge: str, side: str, march: Any, arrives: int, batteries: int, stands: int, *, meets: bool
) -> tuple[Dispatch, ...]:
    """Notice and entry to both sides; that some were kept off, to the owner of the excess alone."""
    where, entry = edge_words(brief, edge), march.entry_turn
    told = [
        Dispatch(march.notice_turn, "", NOTICE, f"A flank march nears {where}. It enters on turn {entry}."),
        Dispatch(entry, "", NOTICE, f"A flank march of the {SideCode(side).label} side enters on {where}, deployed."),
    ]
    if meets:
        text = (
            f"Your flank march met the enemy off the table. {arrives} of its {stands} stands enter with "
            f"{batteries} batteries; you choose which, whole brigades first."
        )
        told.append(Dispatch(entry, side, NOTICE, text))
    return tuple(told)


def _meeting_found(brief: Json, edge: str, met: Outcome[Any]) -> Found:
    said = str(met.result)
    for side in SideCode:
        said = said.replace(f"{side.value}: ", f"{side.label}: ")
    words = f"Round {edge_words(brief, edge)}: {said}."
    return Found(f"{edge}.2", {"edge": edge, "meets": met.result.meets}, (), words, trace_of(met))


def rank_of(brief: Json, side: str, leader: Json) -> str:
    """A leader's rank on the table (VG-4B)."""
    army = brief["sides"][side]["leaders"]
    peers = [x["seniority"] for x in army if x["rank_stars"] == leader["rank_stars"]]
    inputs = {
        "stars": leader["rank_stars"],
        "is_senior": leader["seniority"] == min(peers),
        "four_star_present": any(x["rank_stars"] == 4 for x in army),
    }
    return str(run("cw_to_ff.leader_rank", inputs).result.rank)
