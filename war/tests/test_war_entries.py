"""Where SP enter, as the page of a waiting SP offers it."""

from rulesets.civil_war.war import legal_orders, view
from rulesets.civil_war.war.tests.test_entries import Test_H_18_boats
from war.selectors.war_orders import groups_of


def test_place_that_takes_a_boat_says_so() -> None:
    """H-18: a point of river lift for each SP."""
    seen = view(Test_H_18_boats().memphis(3), "USA")
    point = next(point.id for point in seen.points.values() if point.standing == "waiting")
    (enter,) = groups_of(seen, legal_orders(seen, point))
    labels = {option.label for choice in enter.choices for option in choice.options}
    assert "Memphis, by boat: 1 of 3 river lift" in labels
    assert "Cairo" in labels
