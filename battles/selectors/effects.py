"""The effects of one side's result on the map, as its own side and the umpire read them beside it: a dry run (VG-9)."""

from collections.abc import Iterator
from fractions import Fraction

from battles.models import Battle, Plan, SideResult
from battles.selectors.reads import (
    brief_of_battle,
    house_of_battle,
    points_in_words,
)
from battles.selectors.report import lost_of, report_as_known
from battles.selectors.retreat import leaving_of
from campaign.parts import TraceLine
from campaign.selectors.procedures import trace_of
from campaign.visibility import Viewer
from rulesets.core.hand_over import LeaderAfter, SideAftermath
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many
from war.selectors.aftermath import leaving_in_words, verdict_of

UMPIRES_CHANCE = "The chance rests on both armies’ strength, so only the umpire sees it."


@dataclass(frozen=True)
class AftermathView:
    """What the report would do to one side on the map."""

    trace: tuple[TraceLine, ...]
    total: TraceLine
    demoralized: str
    removals: tuple[str, ...]
    lines: tuple[TraceLine, ...] = ()


def aftermath_view(
    viewer: Viewer, battle: Battle, side: str, plans: dict[str, Plan], rows: dict[str, SideResult]
) -> AftermathView | None:
    """Return the dry run for those who know the army; none in a one-off battle, which has no map."""
    worked = lost_of(battle, side, plans, rows)
    if worked is None:
        return None
    lines = [*_chance(viewer, worked), *_quality(battle, side, worked, rows[side]), *_leaders(worked)]
    if battle.takes_results:
        lines += _retreat(battle, side, plans, rows)
    return _view(battle, side, worked, tuple(lines))


def published_aftermath(
    battle: Battle, side: str, plans: dict[str, Plan], rows: dict[str, SideResult]
) -> AftermathView | None:
    """Return a side's losses for the readers of a published game, and nothing of its leaders."""
    worked = lost_of(battle, side, plans, rows)
    return _view(battle, side, worked) if worked else None


def _view(battle: Battle, side: str, worked: SideAftermath, lines: tuple[TraceLine, ...] = ()) -> AftermathView:
    words = points_in_words(battle, side)
    return AftermathView(
        trace=trace_of((*worked.steps, *worked.morale.steps)),
        total=TraceLine(words="Strength points lost", figure=str(worked.lost), cites="VG-9A"),
        demoralized=worked.morale.words,
        removals=tuple(words[item] for items in worked.removals.values() for item in items),
        lines=lines,
    )


def _chance(viewer: Viewer, worked: SideAftermath) -> Iterator[TraceLine]:
    """Give the umpire the exact chance; it would tell a side of the enemy's strength."""
    morale = worked.morale
    if morale.chance is None:
        return
    if viewer.is_umpire:
        yield TraceLine(
            words=f"Chance of demoralization, {morale.line}", figure=_fraction(morale.chance), cites="VG-9C"
        )
    else:
        yield TraceLine(words=UMPIRES_CHANCE, cites="VG-9C")


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _quality(battle: Battle, side: str, worked: SideAftermath, row: SideResult) -> Iterator[TraceLine]:
    before = {item.id: item.quality for item in brief_of_battle(battle).sides[side].strength}
    green = [item for item in worked.qualities if before[item] == "green"]
    turned = sum(worked.qualities[item] != "green" for item in green)
    if turned:
        yield TraceLine(words=f"{many(turned, 'green strength point')} no longer green", cites="VG-9E")
    if len(green) > turned:
        yield TraceLine(words=f"{many(len(green) - turned, 'strength point')} still green: never there", cites="VG-4F1")
    yield from _promotion(battle, side, worked, row)


def _promotion(battle: Battle, side: str, worked: SideAftermath, row: SideResult) -> Iterator[TraceLine]:
    words, named = points_in_words(battle, side), row.body.get("promotion")
    if worked.promoted:
        yield TraceLine(words=f"Promoted to crack: {words[worked.promoted]}", cites="VG-4F3")
    elif worked.candidates:
        choose = "isn’t eligible" if named else "isn’t named"
        yield TraceLine(words=f"This side won, but its candidate for promotion {choose}", cites="VG-4F3")


def _leaders(worked: SideAftermath) -> Iterator[TraceLine]:
    """Say who is lost, whose check is still to be rolled, and who gets a promotion counter."""
    for each in worked.leaders:
        if each.chances:
            yield TraceLine(words=f"{each.name}, never on the table, checks for loss: {_odds(each)}", cites="VG-9D")
        elif each.leaves and each.fate:
            back = f", back on turn {each.back_on}" if each.back_on else ""
            yield TraceLine(words=f"{each.name}: {each.fate}{back}", cites="VG-9D")
    counters = [each.name for each in worked.leaders if each.counter_on]
    if counters:
        yield TraceLine(words=f"Promotion counters for {listed(counters)}", cites="VG-10A")


def _odds(leader: LeaderAfter) -> str:
    return ", ".join(f"{each.words} {_fraction(each.chance)}" for each in leader.chances)


def _retreat(battle: Battle, side: str, plans: dict[str, Plan], rows: dict[str, SideResult]) -> Iterator[TraceLine]:
    """Say where this army would go, if it is the one to retreat."""
    report = report_as_known(battle, side, plans, rows)
    verdict = verdict_of(battle.book, brief_of_battle(battle), report, house_of_battle(battle))
    if verdict is not None and verdict.retreats == side:
        for sentence in leaving_in_words(leaving_of(battle, report, verdict), side):
            words, _, cites = sentence.partition(". ")
            yield TraceLine(words=words, cites=cites)
