"""The opening: the umpire's sheet of what was rolled, and each side's own list (VG-7).

A side's list is built from its own plan and from the secret results that it may know.
"""

from collections.abc import Mapping, Sequence

from django.http import Http404

from battles.conduct.base import HandThrow, Option, RatingLine, Unit
from battles.conduct.plain import TABLE
from battles.models import Battle, BattleState, Plan, SecretResult
from battles.selectors.arrivals import Choice, choices_of
from battles.selectors.hidden import still_hidden
from battles.selectors.page import cells_of
from battles.selectors.plan_views import PlanView, SecretRoll, plan_view, rolls_of
from battles.selectors.reads import (
    NOTICES,
    SHOWN,
    SIDES,
    brief_of_battle,
    clock_of,
    commands,
    conduct,
    decided_hidden,
    facts_in,
    find_battle,
    half_audience,
    hidden_of,
    known_to,
    placed_units,
    plan_of,
    plans_of,
    public_brief_of,
    secret_results_of,
    side_word,
    site_is_umpire,
    units_and_batteries,
)
from battles.shapes import SecretResultBody
from campaign.parts import Audience, DayCell, TraceLine
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from rulesets.core.words import many

ONLY_UMPIRE = Audience(side="umpire", words="Visible only to the umpire")
BY_UMPIRE = "The umpire decided which units start hidden."
BY_OWNER = "Your own marks decide which units start hidden; a unit without a mark starts in sight."
NOT_YET = "The umpire can still change which units start hidden."


@dataclass(frozen=True)
class PreparePage:
    battle_id: int
    name: str
    audience: Audience
    throws: list[HandThrow]
    plans: tuple[PlanView, ...]
    is_prepared: bool = False


@dataclass(frozen=True)
class SideSheet:
    """One side on the umpire's sheet: its ratings and why, its flank marches, and what starts hidden."""

    side: str
    name: str
    about: str
    leaders: tuple[RatingLine, ...]
    brigades: tuple[RatingLine, ...]
    why: tuple[TraceLine, ...]
    plan: PlanView
    hidden: tuple[str, ...]
    hidden_url: str
    list_url: str
    place_url: str = ""


@dataclass(frozen=True)
class OpenPage:
    """The umpire's sheet before the opening; `waits` while the rolls are being made."""

    battle_id: int
    name: str
    about: str
    audience: Audience
    state: str
    waits: bool
    sides: tuple[SideSheet, ...]
    shared_rolls: tuple[SecretRoll, ...]
    news: tuple[str, ...]
    cells: tuple[DayCell, ...]

    @property
    def may_open(self) -> bool:
        return self.state == BattleState.PREPARED and not self.waits


@dataclass(frozen=True)
class HiddenPage:
    """Which units of a side start hidden, for the umpire to decide."""

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    units: tuple[Option, ...]
    hidden: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True)
class ListedUnit:
    """A brigade, battery, or leader on a side's list; `letter` is E or P."""

    name: str
    about: str
    letter: str = ""
    words: str = ""


@dataclass(frozen=True)
class ListedForce:
    """A flank march on its owner's list: still marching, or what of it entered and when."""

    about: str
    units: tuple[ListedUnit, ...]
    choose_url: str = ""


@dataclass(frozen=True)
class OpeningPage:
    """What one side places at the opening, its ratings, its flank marches, and its breastworks."""

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    is_preview: bool
    placed: tuple[ListedUnit, ...]
    hidden: tuple[ListedUnit, ...]
    leaders: tuple[ListedUnit, ...]
    forces: tuple[ListedForce, ...]
    breastworks: str
    who_decides: str
    place_url: str = ""


def prepare_page(viewer: Viewer, battle_id: int) -> PreparePage:
    battle = _find_as_umpire(viewer, battle_id)
    plans = plans_of(battle)
    sealed = tuple(plan_view(battle, plans[side]) for side in SHOWN if side in plans)
    throws = list(conduct(battle).day.hand_throws())
    return PreparePage(
        battle.id, battle.name, ONLY_UMPIRE, throws, sealed, is_prepared=battle.state != BattleState.PLANS
    )


def _find_as_umpire(viewer: Viewer, battle_id: int) -> Battle:
    battle = find_battle(viewer, battle_id)
    if not viewer.is_umpire:
        raise Http404
    return battle


# The umpire's sheet.


def open_page(viewer: Viewer, battle_id: int) -> OpenPage:
    """Return everything that was rolled, to the umpire; before the preparation, nothing was."""
    battle = _find_as_umpire(viewer, battle_id)
    plans, results = plans_of(battle), secret_results_of(battle)
    is_rolled = battle.state != BattleState.PLANS and len(plans) == len(SIDES)
    news = _news(results)
    return OpenPage(
        battle_id=battle.id,
        name=battle.name,
        about=conduct(battle).day.about(public_brief_of(battle)),
        audience=ONLY_UMPIRE,
        state=battle.state,
        waits=battle.waits_for_umpire_work,
        sides=tuple(_sheet(viewer, battle, side, plans, results) for side in SHOWN) if is_rolled else (),
        shared_rolls=rolls_of(results),
        news=tuple(f"Turn {turn}: {' '.join(said)}" for turn, said in news.items()),
        cells=cells_of(
            battle, clock_of(battle, max(battle.turn, 1)), {turn: " ".join(said) for turn, said in news.items()}
        ),
    )


def _news(results: Sequence[SecretResult]) -> dict[int, list[str]]:
    """Return the notices to come, by turn, each with whom it is for."""
    found: dict[int, list[str]] = {}
    bodies = [SecretResultBody.from_json(row.body) for row in results]
    for each in sorted((d for body in bodies for d in body.dispatches if d.kind == NOTICES), key=lambda d: d.turn):
        whose = f"({side_word(each.side)} alone.)" if each.side else ""
        found.setdefault(each.turn, []).append(f"{each.text} {whose}".strip())
    return found


def _sheet(
    viewer: Viewer,
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    results: Sequence[SecretResult],
) -> SideSheet:
    own = [row for row in results if row.body["side"] == side]
    rated = ratings_of(battle, side, own)
    day = conduct(battle).day
    of_ratings = [row for row, facts in zip(own, facts_in(battle, own), strict=True) if day.ratings(facts)]
    placed = placed_units(battle, side, plans)
    hidden = hidden_of(battle, side, plans)
    args = [battle.campaign_id, battle.id, side.lower()]
    has_list = conduct(battle).orders is not None
    is_open = battle.state == BattleState.PREPARED and not battle.is_postponed
    place_url = _place_url(viewer, battle, side) if still_hidden(battle, side, plans) else ""
    return SideSheet(
        side=side,
        name=side_word(side),
        about=f"{many(sum(unit.stands for unit in placed), 'stand')} on the table",
        leaders=tuple(line for line in rated if line.kind == "leader"),
        brigades=tuple(line for line in rated if line.kind != "leader"),
        why=tuple(line for row in of_ratings for line in SecretResultBody.from_json(row.body).trace),
        plan=plan_view(battle, plans[side], [row for row in own if row not in of_ratings]),
        hidden=tuple(unit.name for unit in placed if unit.id in hidden),
        hidden_url=reverse("battles:hidden", args=args) if has_list and is_open else "",
        list_url=reverse("battles:opening", args=args) if has_list else "",
        place_url=place_url,
    )


def ratings_of(battle: Battle, side: str, results: Sequence[SecretResult]) -> list[RatingLine]:
    """Return a side's ratings among these secret results, the earliest first."""
    own = sorted((row for row in results if row.body["side"] == side), key=lambda row: row.body.get("turn", 0))
    day = conduct(battle).day
    return [line for facts in facts_in(battle, own) for line in day.ratings(facts)]


def hidden_page(viewer: Viewer, battle_id: int, side: str) -> HiddenPage:
    """Return a side's units on the table, to the umpire, between the preparation and the opening."""
    battle, side = _find_as_umpire(viewer, battle_id), side.upper()
    if side not in SIDES or conduct(battle).orders is None or not battle.is_prepared:
        raise Http404
    plans = plans_of(battle)
    return HiddenPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=half_audience(viewer, side),
        units=tuple(Option(unit.id, unit.name) for unit in placed_units(battle, side, plans)),
        hidden=tuple(sorted(hidden_of(battle, side, plans))),
        is_open=battle.state == BattleState.PREPARED and not battle.is_postponed,
    )


# A side's list.


def opening_page(viewer: Viewer, battle_id: int, side: str) -> OpeningPage:
    """Return a side's list: to the side from the opening on, and to the umpire from the preparation on."""
    battle, side = find_battle(viewer, battle_id), side.upper()
    is_own = commands(viewer, battle, side)
    may_read = battle.is_prepared if viewer.is_umpire else is_own and battle.turn > 0
    plans = plans_of(battle)
    if side not in plans or conduct(battle).orders is None or not may_read:
        raise Http404
    results = secret_results_of(battle)
    rated = {line.id: line for line in ratings_of(battle, side, known_to(viewer, results))}
    placed = placed_units(battle, side, plans)
    hidden = {unit.id for unit in still_hidden(battle, side, plans)}
    brief, plan = brief_of_battle(battle), plan_of(battle, plans[side])
    leaders = [line for line in rated.values() if line.kind == "leader"]
    return OpeningPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=half_audience(viewer, side),
        is_preview=battle.turn == 0,
        placed=tuple(_listed(unit, rated) for unit in placed if unit.id not in hidden),
        hidden=tuple(_listed(unit, rated) for unit in placed if unit.id in hidden),
        leaders=tuple(_leader(line) for line in leaders if line.place == TABLE),
        forces=tuple(_forces(viewer, battle, side, plans, rated, choices_of(battle, side, plans, results))),
        breastworks=conduct(battle).planning.breastworks(brief, side, plan),
        who_decides=_who_decides(battle, is_decided=decided_hidden(plans[side]) is not None),
        place_url=_place_url(viewer, battle, side) if hidden else "",
    )


def _place_url(viewer: Viewer, battle: Battle, side: str) -> str:
    """Return where hidden units are placed on the table, while they can be."""
    is_on = battle.state == BattleState.DAY and not battle.is_postponed and viewer.game_is_on
    args = [battle.campaign_id, battle.id, side.lower()]
    return reverse("battles:place", args=args) if is_on and not viewer.viewing_as else ""


def _who_decides(battle: Battle, *, is_decided: bool) -> str:
    if is_decided:
        return BY_UMPIRE
    return f"{BY_OWNER} {NOT_YET}" if battle.turn == 0 and not site_is_umpire(battle) else BY_OWNER


def _listed(unit: Unit, rated: Mapping[str, RatingLine]) -> ListedUnit:
    line = rated.get(unit.id)
    about = many(unit.stands, "stand") if unit.booked else ""
    return ListedUnit(
        unit.name.partition(", marching")[0], about, line.letter if line else "", line.words if line else ""
    )


def _leader(line: RatingLine) -> ListedUnit:
    return ListedUnit(line.name, f"tactical {line.about}", line.letter, line.words)


def _forces(
    viewer: Viewer,
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    rated: Mapping[str, RatingLine],
    choices: Mapping[str, Choice],
) -> list[ListedForce]:
    """Return a side's flank marches. One that entered has ratings; of a reduced one, only what was chosen enters."""
    units, found = units_and_batteries(battle, side, plans), []
    for place in sorted({unit.place for unit in units} - {TABLE}):
        lines = [_leader(line) for line in rated.values() if line.kind == "leader" and line.place == place]
        own = (*lines, *(_listed(unit, rated) for unit in units if unit.place == place))
        if place in choices:
            found.append(_reduced(viewer, battle, choices[place], rated))
        else:
            found.append(_force(battle, side, place, own))
    return found


def _force(battle: Battle, side: str, place: str, units: Sequence[ListedUnit]) -> ListedForce:
    arrivals = conduct(battle).arrivals
    assert arrivals is not None
    where = arrivals.where(brief_of_battle(battle), side, place)
    if any(unit.words for unit in units):
        return ListedForce(f"Entered around {where}, anywhere in its entry zone. VG-7B2", tuple(units))
    if battle.turn >= arrivals.last_turn():
        return ListedForce(f"Marched around {where} and can’t enter any more. VG-7B5a", tuple(units))
    return ListedForce(f"Marching around {where}: not on the table yet.", tuple(units))


def _reduced(viewer: Viewer, battle: Battle, choice: Choice, rated: Mapping[str, RatingLine]) -> ListedForce:
    """Return a force that comes on in part. Its units' ratings count once the choice is final (VG-7B7)."""
    excess = choice.excess
    part = f"{excess.stands} of {excess.of} stands enter around {excess.where}, anywhere in its entry zone."
    if choice.is_open:
        args = [battle.campaign_id, battle.id, excess.edge]
        url = reverse("battles:excess", args=args) if viewer.is_commander and not viewer.viewing_as else ""
        about = f"{part} Until the turn ends you can choose which; otherwise these do. VG-7B5a"
        return ListedForce(about, tuple(ListedUnit(line.label, "") for line in choice.lines), url)
    entered = tuple(_with_rating(line, rated) for line in choice.lines)
    return ListedForce(f"{part} VG-7B5a", entered)


def _with_rating(line: Option, rated: Mapping[str, RatingLine]) -> ListedUnit:
    found = rated.get(line.value)
    return ListedUnit(line.label, "", found.letter if found else "", found.words if found else "")
