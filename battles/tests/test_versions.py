"""Whoever's pages change has a new version, and nobody else has: tested here, so that no request works it out."""

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any
from unittest import mock

import pytest

from battles.selectors.reads import stream_of
from battles.services.call_off import call_off
from battles.tests import play
from battles.tests.play import battle_of, rewind_last
from battles.tests.test_secrecy_night import PLAY as NIGHT
from campaign.models import Entry
from campaign.services import decisions, sweep
from campaign.services.corrections import correct
from campaign.services.rewind import rewind
from campaign.tests.harness import sight as sight_module
from campaign.tests.harness.pairs import Play
from campaign.tests.harness.rotation import in_turn
from campaign.tests.harness.routes import Filler, Met
from campaign.tests.harness.sight import Sight, look_along_links, look_at
from campaign.tests.harness.world import Answer, World, a_world
from campaign.tests.urlconf import routes
from rulesets.core.records import dataclass
from war.models import StrengthPoint

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
STEPS = play.PLAY.steps
SEATS = ("umpire", "union", "confederate", "observer")
VERSION = re.compile(rb'(name="version" value="|"version": |data-version="|W?/?")[0-9a-f]+"?')
Pages = dict[str, Answer]


@dataclass
class Watch:
    """What some seats see, looked at again after every act."""

    world: World
    seats: Sequence[str]
    without: frozenset[str] = frozenset()  # apps whose pages the story never fills
    faults: list[str] = field(default_factory=list)
    acts: int = 0
    seen: dict[str, tuple[int, Pages]] = field(default_factory=dict)

    def look(self) -> dict[str, tuple[int, Pages]]:
        return {who: (self.version(who), self.pages(who)) for who in self.seats}

    def version(self, who: str) -> int:
        return self.world.club.viewer(who).version

    def pages(self, who: str) -> Pages:
        """Return a seat's pages; time has stopped, so those that read what they did at the last look are the same."""
        sight = Sight(self.seen[who][1] if who in self.seen else {})
        with self.world.undone(who), mock.patch.object(sight_module, "PAGES_OF_A_KIND", 2):
            met = Met(self.world.campaign)
            look_along_links(self.world, who, met, sight)
            look_at(self.world, who, self.one_of_each_route(met), sight)
        return {name: answer for name, answer in sight.answers.items() if self.world.campaign in name}

    def one_of_each_route(self, met: Met) -> list[str]:
        """Return an address of every route that this seat can fill, linked or not."""
        filler = Filler(met, self.world.truth(), met)
        looked_at = (route for route in routes() if route.app not in self.without)
        filled = [urls for route in looked_at if (urls := filler.urls(route, strict=False))]
        return [urls[0] for urls in filled if self.world.campaign in urls[0] and "/live/" not in urls[0]]

    def compare(self, what: str) -> None:
        """Note each seat whose version and pages don't change together."""
        now = self.look()
        for who, (version, pages) in now.items():
            before, was = self.seen.get(who, (version, pages))
            changed = sorted(name for name in pages.keys() & was.keys() if _masked(pages[name]) != _masked(was[name]))
            if changed and version == before:
                self.faults.append(f"{what}: {who} has the old version of {changed[0]}")
            if version != before and not changed and pages.keys() == was.keys():
                self.faults.append(f"{what}: {who} has a new version of the same pages")
        self.acts += 1
        self.seen = now


def _masked(page: Answer) -> bytes:
    return VERSION.sub(b"", page.body)


def watched(story: Play, *, without: frozenset[str] = frozenset()) -> Watch:
    """Play a story with the clock stopped, and compare seats' pages before and after each act and sweep.

    The seats take turns from run to run, a seat a story.
    """
    with a_world(remembers=True) as world, mock.patch.object(world, "tick"):
        story.begin(world)
        world.act(lambda: sweep.sweep(world.club.campaign.pk))
        watch = Watch(world, in_turn(SEATS, 4, story.name), without)
        watch.compare("begun")
        for label, step in story.steps.items():
            with mock.patch.object(world, "act", _comparing(world, watch, label)):
                step(world)
            world.act(lambda: sweep.sweep(world.club.campaign.pk))
            watch.compare(f"sweep after {label}")
        return watch


def _comparing(world: World, watch: Watch, label: str) -> Callable[[Callable[[], Any]], Any]:
    act = world.act

    def comparing(action: Callable[[], Any]) -> Any:
        done = act(action)
        watch.compare(label)
        return done

    return comparing


def notice_read(world: World) -> None:
    """Put a notice away as one side, whose own pages alone change."""
    with mock.patch.dict(world.facts, {"notice read": True}):
        STEPS["notice read"](world)


def corrected_results(world: World) -> None:
    """Correct a result and a strength point that one side knows."""
    row = battle_of(world).sideresult_set.get(side="USA")
    unit, lost = next((unit, lost) for unit, lost in row.body["losses"].items() if lost["killed"])
    losses = row.body["losses"] | {unit: lost | {"killed": lost["killed"] - 1, "captured": lost["captured"] + 1}}
    _correct(world, row, body=row.body | {"losses": losses})
    _correct(
        world, StrengthPoint.objects.filter(campaign=world.club.campaign, side="CSA").order_by("id")[0], quality="crack"
    )


def _correct(world: World, row: Any, **values: Any) -> None:
    said = {"table": row._meta.db_table, "row_id": row.pk, "values": values, "reason": "A slip."}
    world.act(lambda: correct(world.club.viewer("umpire"), **said))


def undone(world: World) -> None:
    """Rewind the battle's last entry."""
    before = Entry.objects.filter(stream=stream_of(battle_of(world).pk)).order_by("-seq")[1]
    world.act(lambda: rewind(world.club.viewer("umpire"), entry_id=before.pk, reason="Once more."))


def called_off(world: World) -> None:
    world.act(lambda: call_off(world.club.viewer("umpire"), battle_of(world).pk))


def closed(world: World) -> None:
    world.act(lambda: decisions.decide(world.club.viewer("umpire"), kind="campaign.closed"))


def with_every_note(step: Callable[[World], None]) -> Callable[[World], None]:
    """Note positions as one side and as the umpire, whose own pages alone change."""

    def noting(world: World) -> None:
        with mock.patch.dict(world.facts, {"positions noted": True, "umpire's positions": True}):
            step(world)

    return noting


UNTIL_OPENED = {label: STEPS[label] for label in ("on the table", "drafted", "sealed", "prepared", "marked", "opened")}
STORIES = (
    Play(
        "to the report",
        play.begin,
        {
            **UNTIL_OPENED,
            "work rewound": lambda world: rewind_last(world, "battle.umpire_work"),
            "turn 2": STEPS["turn 2"],
            "noticed": STEPS["noticed"],
            "notice read": notice_read,
            "end": STEPS["end"],
            "results": STEPS["results"],
            "corrected": corrected_results,
            "confirmed": STEPS["confirmed"],
            "unconfirmed": undone,
            "settled": lambda world: None,
        },
    ),
    Play("a night", play.begin, {label: with_every_note(step) for label, step in NIGHT.steps.items()}),
    Play("never fought", play.begin, {**UNTIL_OPENED, "called off": called_off, "closed": closed}),
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_versions_and_pages_change_together(story: Play) -> None:
    watch = watched(story)
    assert watch.acts > len(story.steps)
    assert watch.faults == []
