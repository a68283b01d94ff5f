"""Which methods each address takes, by its own word."""

from campaign.tests.urlconf import NOWHERE, Route, routes
from campaign.tests.wrong.site import Site

ACTING = ("POST", "PUT", "PATCH", "DELETE")
UNKNOWN_METHOD = "BREW"
ANYTHING = {"id": NOWHERE, "int": "1", "slug": "x", "str": "x"}


def taken_by(route: Route, site: Site) -> set[str]:
    """The methods that an address says it takes, when asked with one that nobody knows."""
    values = {name: ANYTHING[converter] for name, converter in route.converters.items()}
    answer = site.send("umpire", UNKNOWN_METHOD, route.filled(values | {"campaign_id": site.campaign}))
    assert answer.status == 405, f"{route.text} answers {answer.status} to the method {UNKNOWN_METHOD}"
    return {method.strip() for method in answer.headers.get("Allow", "").split(",")}


def acting(app: str, site: Site) -> list[tuple[Route, str]]:
    """Every address of an app with each method of it that may change something."""
    return [(route, method) for route in routes(app) for method in ACTING if method in taken_by(route, site)]
