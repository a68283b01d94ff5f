"""The game day: its clock, the ground, and the opening's secret rolls (VG-7, 8)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from battles.conduct.base import Clock, Found, HandThrow, RatingLine, SecretDice, Terms
from battles.conduct.cw_to_ff import rating_work, secret_work
from battles.conduct.cw_to_ff.army import ground
from battles.conduct.cw_to_ff.words import HEXSIDES, clock_words, date_words, side_words
from campaign.models import SideCode
from campaign.selectors.procedures import run
from rulesets.core.brief import Brief, PublicBrief
from rulesets.core.brief_values import WORKS
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.cw_to_ff import findings
from rulesets.cw_to_ff.battlefield import breastworks
from rulesets.cw_to_ff.findings import FlankFacts
from rulesets.cw_to_ff.game_day import game_day
from rulesets.cw_to_ff.orders import Plan
from rulesets.cw_to_ff.state import Edge

SIDES = tuple(sorted(SideCode.values))


@dataclass(frozen=True)
class TableDay:
    """The day of the conversion book."""

    house: Context = BY_THE_BOOK

    def about(self, public: PublicBrief) -> str:
        clock = self.clock(public, 1)
        where = f"{public.hex_terrain} hex at {public.place}"
        hours = f"{clock.turns_a_day} turns from {clock.hour} to {clock.dusk}"
        return " · ".join(part for part in (date_words(public.date), where, hours) if part)

    def terms(self, public: PublicBrief) -> Terms:
        ratio = public.ratio
        facts = (
            ("Attacks", side_words(public.attacker)),
            ("Defends", side_words(public.defender)),
            ("Hex", public.hex_terrain),
            ("Hexside crossed", public.hexside_name or HEXSIDES[public.hexside_crossed]),
            *((("Defender’s work", public.work),) if public.work != WORKS[0] else ()),
            ("One strength point", f"{ratio.stands_per_sp} stands, {ratio.batteries_per_sp} batteries"),
        )
        return Terms(facts, tuple(self._ground_notes(public)))

    def _ground_notes(self, public: PublicBrief) -> Iterator[str]:
        """Return the effects of ground and demoralization, from public facts only."""
        works = run(breastworks, {**ground(public), "stands_on_table": 0}, house=self.house).result
        if works.flank_marches_forbidden:
            yield "Neither side may make flank marches. VG-7C2"
        if works.per_cent:
            share = f"{works.per_cent}% of its stands on the table"
            yield f"The defender has breastworks: as many inches as {share}. VG-7C"
        if public.defender in public.demoralized:
            yield "The defender is demoralized: no flank marches, and its brigades start Worn. VG-7D"

    def clock(self, public: PublicBrief, turn: int) -> Clock:
        if self.house == BY_THE_BOOK:
            return _clock_by_the_book(public.season, turn)
        return _clock(public.season, turn, self.house)

    def phases(self) -> Sequence[str]:
        return ("maneuver", "musketry and cannonade", "charge")

    def hand_throws(self) -> Sequence[HandThrow]:
        """Return the same list for every plan: each side and edge, then each edge where forces may meet."""
        forces = [
            HandThrow(
                f"{edge}_{side.lower()}",
                f"{side_words(side)}, the defender’s {edge}: d4",
                "VG-7B1",
                (side, edge.value),
                4,
            )
            for edge in Edge
            for side in SIDES
        ]
        meets = [
            HandThrow(f"{edge}_meet", f"Meeting, the defender’s {edge}: d10", "VG-7B5", (edge.value,), 10)
            for edge in Edge
        ]
        return [*forces, *meets]

    def secret_tables(self) -> Sequence[str]:
        return tuple(dict.fromkeys([*secret_work.TABLES, *rating_work.TABLES]))

    def find(
        self, brief: Brief, plans: Mapping[str, Plan], turn: int, dice: SecretDice[FlankFacts]
    ) -> Sequence[Found[FlankFacts]]:
        found = secret_work.find(brief, plans, dice, self.house)
        facts = [*dice.known.values(), *(each.facts for each in found)]
        found += secret_work.find_excess(brief, turn, dice.known, facts)
        return [*found, *rating_work.find(brief, plans, turn, dice, facts, self.house)]

    def ratings(self, facts: FlankFacts) -> Sequence[RatingLine]:
        return rating_work.lines_of(facts)

    def facts_from_json(self, plain: Json) -> FlankFacts:
        return findings.facts_from_json(plain)

    def read_facts(self, plain: Json) -> FlankFacts:
        return findings.read_facts(plain)


@lru_cache(maxsize=512)
def _clock_by_the_book(season: str, turn: int) -> Clock:
    return _clock(season, turn, BY_THE_BOOK)


def _clock(season: str, turn: int, house: Context) -> Clock:
    day = run(game_day, {"season": season, "turn": max(turn, 1)}, house=house).result
    return Clock(day.turn, day.day, day.turn_of_day, day.turns, clock_words(day.hour), clock_words(day.dusk))
