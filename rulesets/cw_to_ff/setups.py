"""What the strategic game says of a setup: its turn and season, its line of the combat table, and the leaders."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date

from rulesets.civil_war import tables as t
from rulesets.civil_war.turns import Turn, calendar
from rulesets.civil_war.words import LAST_TURN, MOST_SP
from rulesets.core.brief import Brief, BriefLeader, StrategicTable
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.kinds import Fault
from rulesets.core.words import number, shown
from rulesets.cw_to_ff.combat_line import strategic_table
from rulesets.cw_to_ff.hand_over import on_table
from rulesets.cw_to_ff.order_of_battle import MOST_LEADERS

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
TABLE_RESTS_ON = (
    *("hex_terrain", "hexside_crossed", "work", "attacker", "defender"),
    *(f"sides.{side}.{name}" for side in ("USA", "CSA") for name in ("strength", "demoralized")),
)


def completed(brief: Brief, house: Context = BY_THE_BOOK) -> Brief:
    """Work out the season and the line of the combat table where a setup leaves them open."""
    if not brief.season:
        brief = replace(brief, season=_turn(brief.turn, house).name)
    if brief.strategic_table is None and not list(_sizes(brief)):
        brief = replace(brief, strategic_table=strategic_table(brief, house))
    return brief


def faults(brief: Brief, house: Context = BY_THE_BOOK) -> list[Fault]:
    """Check the season by the calendar, and the line of the combat table by the procedure that finds it."""
    season, sizes = _turn(brief.turn, house).name, list(_sizes(brief))
    found = [*sizes, *_leaders(brief)]
    if brief.season not in ("", season):
        found.append(
            Fault("season", f"must be {shown(season)} on turn {brief.turn}, not {shown(brief.season)}.", ("turn",))
        )
    return found if sizes else [*found, *_table(brief, house)]


def _sizes(brief: Brief) -> Iterator[Fault]:
    """Check that the combat table knows armies of these sizes."""
    for code, side in brief.sides.items():
        if not side.strength:
            yield Fault(f"sides.{code}.strength", "has no strength points. Enter at least 1.")
        elif side.total_sp > MOST_SP:
            sentence = f"must be {MOST_SP} SP or fewer in all, not {number(side.total_sp)}."
            yield Fault(f"sides.{code}.strength", sentence)


def _leaders(brief: Brief) -> Iterator[Fault]:
    """Check that no army has more leader counters than are rated (R-59)."""
    for code, side in brief.sides.items():
        if len(side.leaders) > MOST_LEADERS:
            sentence = f"must be {MOST_LEADERS} leaders or fewer, not {len(side.leaders)}."
            yield Fault(f"sides.{code}.leaders", sentence)


def _table(brief: Brief, house: Context) -> Iterator[Fault]:
    """Compare the stated line of the table with the real one; its strengths are compared with the armies elsewhere."""
    if brief.strategic_table is None or brief.attacker == brief.defender:
        return
    real = strategic_table(brief, house)
    for each in fields(StrategicTable):
        stated, right = getattr(brief.strategic_table, each.name), getattr(real, each.name)
        if stated != right and not each.name.endswith("_sp"):
            sentence = f"must be {shown(right)} for these armies on this ground, not {shown(stated)} (CW-3.2, 3.3)."
            yield Fault(f"strategic_table.{each.name}", sentence, TABLE_RESTS_ON)


def _turn(turn: int, house: Context) -> Turn:
    return calendar.run({"turn": turn}, context=house).result


def turns(house: Context = BY_THE_BOOK) -> Sequence[tuple[int, str]]:
    """Return every turn with its name: 4, Mar-Apr 1862."""
    found = (_turn(turn, house) for turn in range(1, LAST_TURN + 1))
    return tuple((each.number, f"{each.name} {each.year}") for each in found)


def turn_of(day: date, house: Context = BY_THE_BOOK) -> int | None:
    """Return the turn of a day; January and February are in the winter turn of the year before."""
    for turn in range(1, LAST_TURN + 1):
        found = _turn(turn, house)
        first = MONTHS.index(found.name[:3])
        months = (12 * day.year + day.month - 1) - (12 * found.year + first)
        if 0 <= months < found.months:
            return turn
    return None


def leaders(side: str, house: Context = BY_THE_BOOK) -> Sequence[BriefLeader]:
    """Return a side's counters but the naval ones, by name and then by stars."""
    found = (_leader(counter, house) for counter in t.COUNTERS if counter["side"] == side)
    return tuple(sorted(filter(None, found), key=lambda leader: (leader.name, leader.rank_stars)))


def _leader(counter: Mapping[str, str], house: Context) -> BriefLeader | None:
    side, name, stars = counter["side"], counter["name"], int(counter["rank_stars"])
    key = t.counter_key(side, name, stars)
    initiative, tactical, command, _, _, arm, _ = (
        t.LEADERS.at(key, rating, context=house) for rating in t.LEADERS.columns
    )
    if arm == "naval":
        return None
    return BriefLeader(
        id=re.sub(r"[^a-z0-9]+", "-", f"{side} {name} {stars}".lower().replace(".", "")),
        name=name,
        given_name=counter["given_name"],
        rank_stars=stars,
        initiative=int(initiative),
        tactical=int(tactical),
        command=None if command == "none" else int(command),
        cavalry=arm == "cavalry",
        seniority=int(t.SENIORITY.at(key, context=house)),
    )


def batteries(brief: Brief, side: str, house: Context = BY_THE_BOOK) -> int:
    """Count an army's foot and horse batteries (VG-4A)."""
    found = on_table(brief, side, house)
    return found.foot_batteries + found.horse_batteries
