"""The methods that each address takes, from its own Allow header."""

from campaign.tests.urlconf import NOWHERE, Route, routes
from campaign.tests.wrong.site import Site

ACTING = ("POST", "PUT", "PATCH", "DELETE")
UNKNOWN_METHOD = "BREW"
BY_VISITOR = "curtain:"  # only a practice visitor may send these, and battles/tests/test_practice.py does
ANYTHING = {"id": NOWHERE, "int": "1", "slug": "x", "str": "x", "flank": "left"}


def taken_by(route: Route, site: Site) -> set[str]:
    """Return the methods that an address takes, by sending it an unknown one."""
    values = {name: ANYTHING[converter] for name, converter in route.converters.items()}
    answer = site.send("umpire", UNKNOWN_METHOD, route.filled(values | {"campaign_id": site.campaign}))
    assert answer.status == 405, f"{route.text} answers {answer.status} to the method {UNKNOWN_METHOD}"
    return {method.strip() for method in answer.headers.get("Allow", "").split(",")}


def acting(app: str, site: Site) -> list[tuple[Route, str]]:
    """Return an app's addresses, each with every method that may change something."""
    members = [route for route in routes(app) if not route.name.startswith(BY_VISITOR)]
    return [(route, method) for route in members for method in ACTING if method in taken_by(route, site)]
