"""The same battle at five stages, each with another campaign of the same people beside it."""

from collections.abc import Iterator

from battles.tests.builders import shiloh
from bench.attacks.table import Table
from campaign.services import talk
from campaign.services.sweep import sweep
from campaign.tests.wrong.site import Site
from campaign.tests.wrong.survey import elsewhere
from war.services.set_up import set_up

STAGES = ("planning", "sealed", "day", "results", "settled")


def stages() -> Iterator[tuple[str, Site]]:
    """Play one battle, and yield the site at each stage."""
    table = Table()
    for who in ("union", "confederate"):
        talk.say(table.club.viewer(who), to="side", text="Where are they?")
    other = elsewhere(table.club)
    set_up(None, brief=shiloh(), campaign_id=other.campaign.pk)
    sweep(other.campaign.pk)
    site = Site(table.club, other)
    table.begin()
    yield "planning", site
    table.seal_both()
    yield "sealed", site
    table.open()
    table.ask_for("on")
    yield "day", site
    table.ask_for("end")
    table.enter_both()
    yield "results", site
    table.confirm_both()
    table.settle()
    yield "settled", site
