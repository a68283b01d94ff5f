"""Charges over ground, and retreats through friends."""

from typing import Any

import pytest

from rulesets.napoleonic_fury.state import CAVALRY, INFANTRY
from rulesets.napoleonic_fury.tests.helpers import result, said, switched


def charge(troops: str, **ground: bool) -> Any:
    return result("charge_over_ground", {"troops": troops, **ground})


@pytest.mark.rule("NF-CHARGEWOODS")
class Test_cavalry:
    @pytest.mark.parametrize("troops", CAVALRY)
    def test_cavalry_never_charges_in_woods(self, troops: str) -> None:
        assert not charge(troops, crosses_woods=True).may_charge
        assert charge(troops).may_charge

    @pytest.mark.parametrize("troops", [troops for troops in CAVALRY if troops != "heavy cavalry"])
    def test_cavalry_that_fights_into_woods_has_minus_4(self, troops: str) -> None:
        found = charge(troops, target_in_woods=True)
        assert (found.may_charge, found.modifier, found.disordered_afterward) == (True, -4, True)
        assert charge(troops).modifier == 0

    @pytest.mark.rule("NF-HVYWOODS")
    def test_heavy_cavalry_charges_nobody_in_woods(self) -> None:
        inputs = {"troops": "heavy cavalry", "target_in_woods": True}
        assert said("charge_over_ground", inputs) == "may not charge"
        option = switched("R-131", "yes, up to their edge")
        assert said("charge_over_ground", inputs, context=option) == "may charge, −4 in melee, disordered afterward"


@pytest.mark.rule("NF-MELEEREACT")
class Test_disorder_by_ground:
    @pytest.mark.parametrize("troops", INFANTRY)
    def test_woods_disorder_all_infantry_but_light(self, troops: str) -> None:
        for ground in ("crosses_woods", "target_in_woods"):
            found = charge(troops, **{ground: True})
            assert (found.may_charge, found.modifier) == (True, 0)
            assert found.disordered_afterward == (troops != "light infantry")

    @pytest.mark.parametrize("troops", [*INFANTRY, *CAVALRY])
    def test_town_disorders_infantry_that_enters(self, troops: str) -> None:
        assert charge(troops, target_in_town=True).disordered_afterward == (troops in INFANTRY)
        assert not charge(troops).disordered_afterward


@pytest.mark.rule("NF-PASSDIS")
class Test_passing_through:
    FRIENDS = [{"name": "Gudin"}, {"name": "Morand", "disordered": True}, {"name": "Friant"}]

    @pytest.mark.parametrize(
        ("more", "disordered"),
        [
            ({}, ("Gudin", "Friant")),
            ({"from_melee": False}, ()),
            ({"disordered": False}, ()),
        ],
    )
    def test_only_a_disordered_retreat_from_melee_spreads(self, more: dict[str, bool], disordered: tuple[str]) -> None:
        assert result("pass_through_disorder", {"friends": self.FRIENDS, **more}).disordered == disordered
