"""The emergency formation change."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.tests.helpers import carried_out, odds_by, out_of, result, rolled, switched

PLAIN = {"nation": "another minor"}  # no modifier at all
FRENCH_ALLIES = ("Hesse", "Baden", "Vistula Legion")

pytestmark = pytest.mark.rule("NF-EMERG")


def modifier(context: Any = None, **inputs: Any) -> int:
    more = {"context": context} if context else {}
    outcome = carried_out("emergency_formation_change", PLAIN | inputs, 3, 4, **more)
    return int(out_of(outcome, "Formation change: dice")) - 7


@pytest.mark.parametrize("total", range(2, 13))
def test_every_total_reads_its_result(total: int) -> None:
    expected = "fails, and the unit is disordered" if total <= 4 else "fails" if total <= 7 else "succeeds"
    found = rolled("emergency_formation_change", total, PLAIN)
    assert found.attempt == expected
    assert found.formation == ("square" if total >= 8 else "line")
    assert found.disordered == (total <= 4)


def test_unmodified_odds_match_the_table() -> None:
    found = odds_by("emergency_formation_change", PLAIN, lambda each: str(each.attempt))
    assert found == {
        "fails, and the unit is disordered": Fraction(6, 36),
        "fails": Fraction(15, 36),
        "succeeds": Fraction(15, 36),
    }


@pytest.mark.parametrize(
    ("inputs", "value"),
    [
        ({}, 0),
        ({"exceptional_commander": True}, 1),
        ({"leader": "attached"}, 1),
        ({"leader": "attached", "exceptional_commander": True}, 1),
        ({"leader": "exceptional attached"}, 2),
        ({"leader": "exceptional attached", "exceptional_commander": True}, 3),
        ({"formation": "column"}, 1),
        ({"elite": "grenadiers"}, 1),
        ({"elite": "guard"}, 1),
        ({"elite": "guard", "troops": "heavy cavalry", "into": "column"}, 1),
        ({"nation": "France", "elite": "French Old Guard"}, 2),
        ({"nation": "France"}, 1),
        ({"nation": "Britain"}, 1),
        ({"nation": "Prussia", "year": 1792}, 1),
        ({"nation": "Prussia", "year": 1808}, 1),
        ({"nation": "Prussia", "year": 1809}, 0),
        ({"nation": "Austria", "formation": "column", "year": 1808}, 1),
        ({"nation": "Austria", "formation": "column", "year": 1809}, 3),
        ({"nation": "Austria", "formation": "column", "elite": "grenadiers"}, 4),
        ({"nation": "Austria", "formation": "column", "troops": "light infantry"}, 1),
        ({"nation": "Austria", "formation": "column", "troops": "Landwehr"}, 1),
        ({"nation": "Austria", "formation": "line"}, 0),
        ({"nation": "Spain"}, -1),
        ({"nation": "Russia"}, -1),
        ({"nation": "Ottoman Empire"}, -1),
        ({"nation": "Saxony"}, -1),
        ({"nation": "Naples"}, -1),
        ({"nation": "Rhinebund"}, -1),
        ({"nation": "Portugal", "year": 1809}, -1),
        ({"nation": "Portugal", "year": 1810}, 0),
        ({"troops": "militia infantry"}, -1),
        ({"troops": "guerrillas"}, -1),
        ({"troops": "Landwehr"}, 0),
        ({"troops": "militia cavalry", "into": "column"}, 0),
        ({"disordered": True}, -2),
        ({"cavalry": "over half its move"}, 1),
        ({"cavalry": "up to half its move"}, 0),
    ],
)
def test_each_modifier_counts(inputs: dict[str, Any], value: int) -> None:
    assert modifier(**inputs) == value


@pytest.mark.parametrize(
    ("ruling", "option", "inputs", "value"),
    [
        ("R-123", "no", {"nation": "Prussia", "year": 1808}, 0),
        ("R-123", "no", {"nation": "Prussia", "year": 1807}, 1),
        ("R-134", "only the better counts", {"leader": "exceptional attached", "exceptional_commander": True}, 2),
        ("R-134", "only the better counts", {"leader": "attached", "exceptional_commander": True}, 1),
        *(("R-121", "everywhere", {"nation": nation}, 1) for nation in FRENCH_ALLIES),
    ],
)
def test_rulings_change_the_modifier(ruling: str, option: str, inputs: dict[str, Any], value: int) -> None:
    assert modifier(switched(ruling, option), **inputs) == value


@pytest.mark.rule("NF-SQLOSS")
@pytest.mark.parametrize(
    ("inputs", "dice", "inches"),
    [
        ({"cavalry": "up to half its move"}, (6, 6), 3),
        ({"cavalry": "over half its move"}, (6, 6), 3),
        ({"cavalry": "up to half its move"}, (1, 1), 0),
        ({"cavalry": "up to half its move", "into": "line", "formation": "column"}, (6, 6), 0),
        ({}, (6, 6), 0),
    ],
)
def test_cavalry_may_stop_short_of_a_new_square(inputs: dict[str, Any], dice: tuple[int, int], inches: int) -> None:
    assert result("emergency_formation_change", PLAIN | inputs, *dice).inches_after == inches


def test_disorder_stays() -> None:
    assert result("emergency_formation_change", PLAIN | {"disordered": True}, 6, 6).disordered


@pytest.mark.parametrize(
    ("inputs", "refused"),
    [
        ({"troops": "light cavalry"}, "Wanted formation: only infantry can form square"),
        ({"troops": "light cavalry", "elite": "grenadiers"}, "Elite: only infantry can be grenadiers"),
        ({"elite": "French Old Guard"}, "Elite: only French infantry can be Old Guard"),
    ],
)
def test_impossible_troops_are_refused(inputs: dict[str, Any], refused: str) -> None:
    with pytest.raises(IllegalOrder, match=refused):
        result("emergency_formation_change", PLAIN | inputs, 3, 4)
    assert modifier() == 0
