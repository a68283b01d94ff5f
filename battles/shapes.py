"""Readers of a battle's JSON columns: fast for stored values, and field by field for typed ones."""

from collections.abc import Mapping
from dataclasses import field

from battles.conduct.base import Chosen, ChosenPlan, Dispatch, EnteredResult, FactsT, Found
from campaign.parts import TraceLine
from rulesets.core.context import Override
from rulesets.core.deployment import NO_DEPLOYMENT, Deployment
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.core.report import End, Fate, LeaderSaid, StandsLost

FLANKS, DEPLOYMENT = ("left", "right"), "deployment"  # as the defender sees the table


@dataclass(frozen=True)
class Shown:
    """What both sides saw of a result: points, its end, and by objective the side that holds it."""

    points: int
    end: End
    objectives: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_json(cls, plain: Json) -> "Shown":
        return cls(plain["points"], End(plain["end"]), plain.get("objectives", {}))


@dataclass(frozen=True)
class SideResultBody:
    """The rest of a side's result: losses by unit and cause, leaders, promotion, losses to remove, and its retreat.

    `ticked` is the number of the side's last tick when it was entered.
    """

    losses: Mapping[str, StandsLost]
    leaders: Mapping[str, LeaderSaid]
    promotion: str | None
    removals: tuple[str, ...]
    retreat: str = ""
    ticked: int = 0

    @classmethod
    def from_json(cls, plain: Json) -> "SideResultBody":
        losses = {unit: StandsLost(**lost) for unit, lost in plain["losses"].items()}
        leaders = {who: LeaderSaid(Fate(said["fate"]), said["on_table"]) for who, said in plain["leaders"].items()}
        chosen = plain["promotion"], tuple(plain["removals"]), plain.get("retreat", "")
        return cls(losses, leaders, *chosen, plain.get("ticked", 0))


def shown_of(entered: EnteredResult) -> Shown:
    return Shown(entered.points, entered.end, entered.objectives)


def body_of(entered: EnteredResult, ticked: int = 0) -> SideResultBody:
    chosen = entered.promotion, entered.removals, entered.retreat
    return SideResultBody(entered.losses, entered.leaders, *chosen, ticked)


def entered_result(shown: Shown, body: SideResultBody) -> EnteredResult:
    said = body.losses, body.leaders, body.promotion, body.removals, body.retreat
    return EnteredResult(shown.end, shown.points, *said, shown.objectives)


@dataclass(frozen=True)
class SecretResultBody:
    """A secret result; the book reads its `facts`."""

    facts: Json
    dispatches: tuple[Dispatch, ...]
    disclosure: str
    trace: tuple[TraceLine, ...]
    side: str = ""
    turn: int = 0
    is_own: bool = False

    @classmethod
    def from_json(cls, plain: Json) -> "SecretResultBody":
        return cls(
            plain["facts"],
            tuple(Dispatch(**dispatch) for dispatch in plain["dispatches"]),
            plain["disclosure"],
            tuple(TraceLine(**{**line, "dice": tuple(line.get("dice", ()))}) for line in plain["trace"]),
            plain.get("side", ""),
            plain.get("turn", 0),
            plain.get("is_own", False),
        )


def secret_result_to_json(found: Found[FactsT]) -> Json:
    facts: Json = as_json(found.facts) if found.facts is not None else {}
    of_side = found.side, found.turn, found.is_own
    body: Json = as_json(SecretResultBody(facts, found.dispatches, found.disclosure, found.trace, *of_side))
    return body


def chosen_from_json(plain: Json) -> ChosenPlan:
    """Read the choices by edge of a stored draft or sealed plan; a sealed one also has its other parts."""
    by_edge = {edge: one for edge, one in plain.items() if edge in FLANKS}
    return {edge: Chosen(one["leader"], tuple(one["units"])) for edge, one in by_edge.items()}


def deployment_from_json(plain: Json) -> Deployment:
    """Read the deployment of a stored draft or sealed plan."""
    return Deployment.from_json(plain[DEPLOYMENT]) if DEPLOYMENT in plain else NO_DEPLOYMENT


@dataclass(frozen=True)
class House:
    """The campaign's house rules when the battle began."""

    overrides: tuple[Override, ...]
    switches: Mapping[str, str]
    reasons: Mapping[str, str] = field(default_factory=dict)
