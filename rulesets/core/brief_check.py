"""Checks a setup against itself, as far as that takes no book."""

from collections.abc import Iterator

from rulesets.core.brief import Brief, BriefSide
from rulesets.core.kinds import Fault
from rulesets.core.words import many, number, possessive, quoted


def inconsistencies(brief: Brief) -> list[Fault]:
    """Return every contradiction within a setup, with the field that it is about."""
    faults = [*_sides(brief), *_totals(brief), *_ids(brief)]
    for code, side in brief.sides.items():
        faults += [*_seniority(code, side), *_cavalry(code, side)]
    return faults


def _sides(brief: Brief) -> Iterator[Fault]:
    if brief.attacker == brief.defender:
        other = next(code for code in brief.sides if code != brief.attacker)
        yield Fault("defender", f"must be {quoted(other)}, not {quoted(brief.defender)}.", ("attacker",))


def _totals(brief: Brief) -> Iterator[Fault]:
    """Compare the strategic table with the armies."""
    table = brief.strategic_table
    if table is None or brief.attacker == brief.defender:
        return
    for role, code, stated in (
        ("attacker", brief.attacker, table.attacker_sp),
        ("defender", brief.defender, table.defender_sp),
    ):
        real = brief.sides[code].total_sp
        if stated != real:
            sentence = f"must be {number(real)}, the total of the {code} army, not {number(stated)}."
            yield Fault(f"strategic_table.{role}_sp", sentence, (role, f"sides.{code}.strength"))


def _ids(brief: Brief) -> Iterator[Fault]:
    """Find each id that was used before: an item's on either side, a leader's on its own."""
    items: dict[str, str] = {}
    for code, side in brief.sides.items():
        leaders: dict[str, str] = {}
        for seen, name, ids in (
            (leaders, "leaders", [leader.id for leader in side.leaders]),
            (items, "strength", [item.id for item in side.strength]),
        ):
            for n, each in enumerate(ids):
                at = f"sides.{code}.{name}[{n}]"
                first = seen.setdefault(each, at)
                if first != at:
                    yield Fault(f"{at}.id", f"must be unique: {quoted(each)} is the ID of {first}.", (f"{first}.id",))


def _seniority(code: str, side: BriefSide) -> Iterator[Fault]:
    seen: dict[tuple[int, int], int] = {}
    for n, leader in enumerate(side.leaders):
        first = seen.setdefault((leader.rank_stars, leader.seniority), n)
        if first == n:
            continue
        other, at = side.leaders[first], f"sides.{code}.leaders[{n}]"
        sentence = (
            f"must be unique among leaders of {many(leader.rank_stars, 'star')}: "
            f"{leader.seniority} is {possessive(other.name)}."
        )
        ranks = (f"{at}.rank_stars", f"sides.{code}.leaders[{first}]")
        yield Fault(f"{at}.seniority", sentence, ranks)


def _cavalry(code: str, side: BriefSide) -> Iterator[Fault]:
    """Check that cavalry items, and no others, are under a cavalry leader of their army."""
    cavalry = {leader.id for leader in side.leaders if leader.cavalry}
    for n, item in enumerate(side.strength):
        at, leaders = f"sides.{code}.strength[{n}]", f"sides.{code}.leaders"
        if item.under is not None and item.under not in cavalry:
            yield Fault(f"{at}.under", f"{quoted(item.under)} is not a cavalry leader of this army.", (leaders,))
        elif (item.arm == "cavalry") != (item.under is not None):
            sentence = "only cavalry items, and all of them, are under a cavalry leader."
            yield Fault(f"{at}.under", sentence, (f"{at}.arm", leaders))
