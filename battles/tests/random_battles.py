"""Random battles from random setups, played through the services, with the sums that have to come out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from battles.conduct.base import ChosenPlan, Unit
from battles.conduct.plain import TABLE
from battles.models import Battle, BattleReport
from battles.selectors.reads import brief_of_battle, plans_of, units_of
from battles.services import plans
from battles.tests.builders import (
    SHEET,
    WHO,
    a_battle,
    both_request,
    end_it,
    enter_and_confirm,
    fight_on_table,
    march,
    meet_again,
    open_it,
    settle_it,
    shiloh,
)
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from rulesets.core.brief import Brief, BriefItem, BriefLeader, BriefSide, Ratio
from rulesets.core.brief_values import HEXSIDES, QUALITIES
from rulesets.core.dice import ChanceDice, Throw
from rulesets.core.records import dataclass
from rulesets.core.report import CAUSES, Report, StandsLost
from rulesets.core.sheet_form import load_sheet
from rulesets.core.sheet_words import crossing
from rulesets.cw_to_ff import setups
from war.models import Brigade, StrengthPoint

T = TypeVar("T")
SIDES = ("USA", "CSA")
COMMAND = {1: None, 2: None, 3: 1, 4: 2}
CARRIES = [Fraction(n, 20) for n in (0, 0, 0, 4, -4, 9, -9)]
RATIOS = [Ratio(20, 2), Ratio(20, 2), Ratio(10, 1), Ratio(15, 3), Ratio(8, 0)]


class Chance:
    """Draws by plain dice, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = ChanceDice(seed)

    def upto(self, least: int, most: int) -> int:
        (face,) = self._dice.throw(Throw("", (), 0, 0, most - least + 1), 1).faces
        return least - 1 + face

    def choice(self, among: Sequence[T]) -> T:
        return among[self.upto(0, len(among) - 1)]

    def in_100(self, chance: int) -> bool:
        return self.upto(1, 100) <= chance


def a_random_brief(dice: Chance) -> Brief:
    """Return two armies of any leaders, qualities, arms, and carryovers that meet on the map of Shiloh."""
    attacker, defender = dice.choice([SIDES, SIDES[::-1]])
    sheet = load_sheet(SHEET)
    place = dice.choice([each for _, each in sorted(sheet.hexes.items()) if sheet.hex_of_place(each.name) == each])
    plain = replace(
        shiloh(),
        attacker=attacker,
        defender=defender,
        place=place.name,
        state=place.state,
        hex_terrain=crossing(place).terrain,
        hexside_crossed=dice.choice(HEXSIDES),
        ratio=dice.choice(RATIOS),
        sides={side: _army(dice, side) for side in SIDES},
        strategic_table=None,
    )
    return setups.completed(plain)


def _army(dice: Chance, side: str) -> BriefSide:
    leaders = tuple(_leader(dice, side, n) for n in range(dice.upto(1, 9)))
    horse = [leader.id for leader in leaders if leader.cavalry]
    items = [_item(dice, f"{side}-p{n}", dice.choice([None, None, *horse])) for n in range(dice.upto(2, 12))]
    return BriefSide(leaders=leaders, strength=tuple(items), demoralized=dice.in_100(20))


def _leader(dice: Chance, side: str, n: int) -> BriefLeader:
    stars = dice.choice([1, 1, 1, 2, 2, 3, 4])
    return BriefLeader(
        id=f"{side}-l{n}",
        name=f"Leader {n}",
        rank_stars=stars,
        initiative=dice.upto(1, 4),
        tactical=dice.upto(-3, 3),
        command=None if COMMAND[stars] is None else dice.upto(-3, 3),
        cavalry=dice.in_100(25),
        seniority=n + 1,
    )


def _item(dice: Chance, item: str, under: str | None) -> BriefItem:
    arm = "cavalry" if under else "infantry"
    quality, size = dice.choice(QUALITIES), dice.choice([1, 1, 1, 2])
    return BriefItem(id=item, arm=arm, quality=quality, size=size, under=under, carried_loss=dice.choice(CARRIES))


@dataclass
class Played:
    """A row of battles of the same two armies."""

    club: Club
    battle: Battle
    dice: Chance
    fought: int = 0

    @property
    def is_over(self) -> bool:
        return any(not points_of(self.club, side) for side in SIDES)

    def fight(self) -> None:
        """Fight the battle that is set up, settle it, and check its sums."""
        seal_by_chance(self.club, self.battle, self.dice)
        open_it(self.club, self.battle)
        for _ in range(self.dice.upto(0, 3)):
            both_request(self.club, self.battle)
        end_it(self.club, self.battle, self.dice.choice(SIDES))
        self.battle.refresh_from_db()
        lost = {side: losses_by_chance(self.battle, side, self.dice) for side in SIDES}
        before = {side: carried(self.club, side) for side in SIDES}
        points = {side: points_of(self.club, side) for side in SIDES}
        for side in SIDES:
            named = self.dice.choice([hex_id(pk) for pk in points[side]])
            score = self.dice.upto(0, 20)
            enter_and_confirm(self.club, self.battle, side, lost[side], points=score, promotion=named)
        settle_it(self.club, self.battle)
        self.fought += 1
        report = Report.from_json(BattleReport.objects.get(battle=self.battle).body)
        for side in SIDES:
            problems = [
                *_of_report(self.battle, side, report, lost[side]),
                *_of_map(self.club, self.battle, side, report, before[side], points[side]),
                *_of_records(self.club, self.battle, side, report),
            ]
            assert problems == [], (side, self.fought)

    def meet(self) -> None:
        """Set up another battle of the same armies."""
        contact = meet_again(self.club, f"Battle {self.fought + 1}", attacker=self.dice.choice(SIDES))
        self.battle = fight_on_table(self.club, contact)
        sweep(self.club.campaign.pk)


def begin(seed: int, brief: Brief | None = None) -> Played:
    dice = Chance(seed)
    club, battle = a_battle(brief=brief or a_random_brief(dice))
    return Played(club, battle, dice)


def play_random(seed: int) -> None:
    """Play one random battle of a random setup, and prove its record."""
    played = begin(seed)
    played.fight()
    assert verify(played.club.campaign.pk) == []


def seal_by_chance(club: Club, battle: Battle, dice: Chance) -> None:
    """Seal both plans, with a flank march where a leader drawn at random can lead one."""
    for side in SIDES:
        plan: ChosenPlan = {}
        with suppress(Refusal, AssertionError):
            leader = dice.choice(brief_of_battle(battle).sides[side].leaders)
            plan = march(battle, side, dice.choice(["left", "right"]), leader.name, points=dice.upto(1, 3))
        try:
            plans.seal(club.viewer(WHO[side]), battle.pk, plan=plan, entropy="ab")
        except Refusal:
            plans.seal(club.viewer(WHO[side]), battle.pk, plan={}, entropy="ab")


def losses_by_chance(battle: Battle, side: str, dice: Chance) -> dict[str, StandsLost]:
    """Return random losses of brigades on the table; flank forces haven't come yet."""
    found = {}
    for unit in units_of(battle, side, plans_of(battle)):
        if unit.place != TABLE:
            found[unit.id] = StandsLost(never_arrived=unit.stands)
        elif dice.in_100(40):
            found[unit.id] = _some(dice, unit)
    return found


def _some(dice: Chance, unit: Unit) -> StandsLost:
    left, said = dice.upto(0, unit.stands // 2), {}
    for cause in ("killed", "captured", "skedaddled", "quit"):
        said[cause] = dice.upto(0, left)
        left -= said[cause]
    return StandsLost(**said)


def carried(club: Club, side: str) -> Fraction:
    rows = StrengthPoint.objects.filter(campaign=club.campaign, side=side, lost=False)
    return sum((Fraction(carry) for carry in rows.values_list("carry", flat=True)), Fraction(0))


def points_of(club: Club, side: str) -> list[int]:
    rows = StrengthPoint.objects.filter(campaign=club.campaign, side=side, lost=False).order_by("id")
    return list(rows.values_list("id", flat=True))


def _of_report(battle: Battle, side: str, report: Report, lost: Mapping[str, StandsLost]) -> Iterator[str]:
    """Check that no stand is made or lost: what units lost is what their strength points lost, cause by cause."""
    units, said = units_of(battle, side, plans_of(battle)), report.sides[side]
    by_unit = sum(lost.values(), StandsLost())
    by_item = sum(said.items.values(), StandsLost())
    if by_unit != by_item:
        yield f"units lost {by_unit}, strength points {by_item}"
    if by_item != sum((brigade.lost for brigade in said.brigades), StandsLost()):
        yield "brigades lost otherwise than strength points"
    brought: Counter[str] = Counter()
    for unit in units:
        brought.update(dict(unit.booked))
    for item, each in said.items.items():
        if sum(each.by_cause[cause] for cause in CAUSES) > brought[item]:
            yield f"{item} lost more than it brought"
    if sum(brought.values()) != sum(brigade.stands for brigade in said.brigades):
        yield "brigades have other stands than strength points"


def _of_map(
    club: Club, battle: Battle, side: str, report: Report, before: Fraction, points: list[int]
) -> Iterator[str]:
    """Check VG-9A exactly: points lost plus what is carried over are the stands lost for good."""
    left, ratio = points_of(club, side), brief_of_battle(battle).ratio.stands_per_sp
    gone = sum(each.for_good for each in report.sides[side].items.values())
    if left and ratio * (len(points) - len(left) + carried(club, side) - before) != gone:
        yield f"{len(points) - len(left)} points and {carried(club, side) - before} for {gone} stands"


def _of_records(club: Club, battle: Battle, side: str, report: Report) -> Iterator[str]:
    """Check that records of brigades say what the report says, a line for each brigade that fought."""
    said, lost, lines = report.sides[side], 0, 0
    for record in Brigade.objects.filter(campaign=club.campaign, side=side).values_list("record", flat=True):
        of_battle = [line for line in record if line["battle"] == battle.name]
        lost, lines = lost + sum(line["lost"] for line in of_battle), lines + len(of_battle)
    if (lost, lines) != (sum(brigade.lost.for_good for brigade in said.brigades), len(said.brigades)):
        yield f"records have {lines} lines of {lost} stands"
