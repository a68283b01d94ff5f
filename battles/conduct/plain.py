"""Any book without a conduct of its own: the Brief's items are the units, plans are empty, the clock counts."""

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import ModuleType

from battles.conduct.base import Clock, Found, HandThrow, Json, Option, PlanChoices, Terms, Throw, Unit
from battles.conduct.booking import CAUSES, book_losses
from campaign.errors import Refusal
from rulesets.core.registry import books

TABLE = "table"
OWN_OR_UMPIRES = frozenset({"sides", "strategic_table", "knowledge", "note", "house"})


class PlainConduct:
    """What every book has: sides, items with stands, leaders, losses by cause."""

    def __init__(self, book: str) -> None:
        self.book = book

    def check_brief(self, brief: Json) -> None:
        """Each unit's JSON value goes through the book's own `state.check_unit`, where the book has one."""
        check = getattr(self._state(), "check_unit", None)
        for side in brief["sides"].values():
            for item in side["strength"]:
                if item["stands"] is None:
                    raise Refusal(f"{item['name'] or item['id']}: the Brief does not say how many stands it has.")
                if check is not None:
                    check(item["state"])

    def _state(self) -> ModuleType | None:
        name = f"rulesets.{self.book}.state"
        return importlib.import_module(name) if self._is_known() and find_spec(name) else None

    def _is_known(self) -> bool:
        return any(book.id == self.book for book in books())

    def face(self, brief: Json) -> Json:
        """Everything that is said of neither army nor for the umpire alone."""
        return {key: value for key, value in brief.items() if key not in OWN_OR_UMPIRES}

    def about(self, face: Json) -> str:
        return ""

    def public_terms(self, face: Json) -> Terms:
        return Terms()

    def choices(self, brief: Json, side: str) -> PlanChoices:
        return PlanChoices()

    def check_plan(self, brief: Json, side: str, plan: Json) -> Json:
        if any(plan.values()):
            raise Refusal("This book knows no plan but an empty one.")
        return {}

    def read_plan(self, brief: Json, side: str, body: Json) -> Json:
        if body != {}:
            raise Refusal("This book knows no plan but an empty one.")
        return {}

    def check_facts(self, facts: Json) -> None:
        if facts != {}:
            raise Refusal("facts: this book's chair finds nothing.")

    def plan_in_words(self, brief: Json, side: str, plan: Json) -> list[str]:
        return ["Everything stands on the table."]

    def units(self, brief: Json, side: str, plan: Json) -> list[Unit]:
        items = brief["sides"][side]["strength"]
        return [Unit(item["id"], item["name"] or item["id"], TABLE, ((item["id"], item["stands"]),)) for item in items]

    def clock(self, face: Json, turn: int) -> Clock:
        return Clock(turn, 1, turn, 0, "", "")

    def hand_throws(self) -> Sequence[HandThrow]:
        return ()

    def find(self, brief: Json, plans: Mapping[str, Json], throw: Throw) -> list[Found]:
        return []

    def never_arrived(self, units: Sequence[Unit], found: Sequence[Json], side: str, turn: int) -> dict[str, int]:
        return {}

    def leaders(self, brief: Json, side: str) -> list[Option]:
        return [Option(leader["id"], leader["name"]) for leader in brief["sides"][side].get("leaders", [])]

    def promotable(self, brief: Json, side: str) -> list[Option]:
        return []

    def report(self, brief: Json, side_results: Mapping[str, Json], units: Mapping[str, Sequence[Unit]]) -> Json:
        return {
            "schema": 1,
            "sides": {side: side_report(side_results[side], units[side]) for side in sorted(side_results)},
        }

    def breastworks(self, brief: Json, side: str, plan: Json) -> str:
        return ""


def side_report(half: Json, units: Sequence[Unit]) -> Json:
    """A side's half as the Report has it: losses item by item, as they were booked."""
    items: dict[str, dict[str, int]] = {}
    for unit in units:
        for item, losses in book_losses(unit.booked, half["losses"].get(unit.id, {})).items():
            kept = items.setdefault(item, dict.fromkeys(CAUSES, 0))
            items[item] = {cause: kept[cause] + losses[cause] for cause in CAUSES}
    return {
        "items": items,
        "leaders": half["leaders"],
        "points": half["points"],
        "end": half["end"],
        "promotion": half["promotion"],
        "removals": half.get("removals", []),
    }
