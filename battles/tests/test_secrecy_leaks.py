"""Check that both harnesses find every leak planted here. Only these tests can plant leaks; the site has no switch."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404

from battles.conduct.cw_to_ff import secret_work
from battles.models import Battle, Plan, SecretResult
from battles.selectors import after as after_reads
from battles.selectors import box as box_reads
from battles.selectors import page as battle_reads
from battles.selectors import report as report_reads
from battles.selectors.reads import conduct, plan_of, plans_of, units_of
from battles.services import day, notices, objections, opening, plans, ticks, umpire_work
from battles.services import ground as grounds
from battles.shapes import FLANKS
from battles.tests import test_secrecy_arrivals as arriving
from battles.tests import test_secrecy_canary as canary
from battles.tests.test_secrecy import WORLDS
from battles.tests.test_secrecy_brigades import WORLDS as BRIGADES
from battles.tests.test_secrecy_ground import ILLEGAL
from battles.tests.test_secrecy_ground import WORLDS as GROUND
from battles.tests.test_secrecy_night import WORLDS as NIGHT
from campaign import visibility
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import Refusal
from campaign.models import Entropy, Entry, Feed, Head, Lock, Message, Seat, Throw
from campaign.selectors.journal import JournalPage
from campaign.services import cups, record, rewind, sweep
from campaign.services.announce import Announcer
from campaign.services.cup_throws import cups_of
from campaign.sources import SOURCES, Sources
from campaign.tests.harness.bundles import LINKED, Looks
from campaign.tests.harness.canary import Found, judge
from campaign.tests.harness.differences import Difference, differences
from campaign.tests.harness.observed import Observed, observe
from campaign.tests.harness.pairs import Pair
from campaign.tests.harness.rotation import in_turn
from campaign.tests.harness.routes import Met
from campaign.tests.harness.sight import look, revealed_ids
from campaign.tests.harness.tally import TALLY
from campaign.tests.harness.world import HarnessSources, a_world
from campaign.tests.harness.worlds import Worlds
from rulesets.core.records import dataclass
from war import actions as war_actions
from war.models import Force, Leader, Sighting, StrengthPoint
from war.selectors import contact_page
from war.selectors import outcome as outcome_reads
from war.services import forces
from war.services.forces import detach
from war.tests import test_two_worlds as club
from war.tests import test_two_worlds_outcome as outcome
from war.views import map as war_map

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
Plant = Callable[[], AbstractContextManager[Any]]
Planting = Callable[[], Iterator[None]]
LEAKS: dict[str, "Leak"] = {}
TOGETHER = ("unseen split", "rewound with a public entry")


@dataclass(frozen=True)
class Leak:
    """A leak to plant, the fact whose bundle must show it, and the viewer who sees it at a step: `at` it, or by default
    at the fact's full step.

    Every difference must be in a request that contains `where`.
    """

    plant: Plant
    worlds: Worlds
    fact: str
    who: str
    where: str
    at: str


def leak(
    name: str, fact: str, *, who: str = "confederate", worlds: Worlds = club.WORLDS, where: str = "", at: str = ""
) -> Callable[[Planting], Planting]:
    def kept(plant: Planting) -> Planting:
        LEAKS[name] = Leak(contextmanager(plant), worlds, fact, who, where, at)
        return plant

    return kept


def instead(target: Any, name: str, new: Callable[..., Any]) -> Any:
    """Replace a function with `new(old, …)`."""
    old = getattr(target, name)
    return mock.patch.object(target, name, lambda *args, **kwargs: new(old, *args, **kwargs))


# Ids and counts.


@leak("sequential ids", "own-side message")
def ids_in_sequence() -> Iterator[None]:
    def next_id(self: Sources, label: str) -> int:
        backend: Any = self.backend
        backend.count = getattr(backend, "count", 2**40) + 1
        return int(backend.count)

    with mock.patch.object(Sources, "new_id", next_id):
        yield


@leak("time of the next sweep by hidden rows", "own-side message", where="sweep")
def sweep_by_hidden_rows() -> Iterator[None]:
    def later(old: Any, campaign_id: int, *args: Any) -> None:
        old(campaign_id, *args)
        Lock.objects.filter(id=campaign_id).update(due_at=F("due_at") + timedelta(seconds=Message.objects.count()))

    with instead(sweep, "_rest", later):
        yield


@leak("look at each hidden unit before the mark", "hidden mark", worlds=WORLDS, where="before the mark")
def hidden_units_looked_at() -> Iterator[None]:
    def attend(old: Any, battle: Battle, *args: Any) -> None:
        for row in plans_of(battle).values():
            for _ in conduct(battle).planning.hidden(plan_of(battle, row)):
                Plan.objects.filter(battle=battle).exists()
        old(battle, *args)

    with instead(umpire_work, "_attend_one", attend):
        yield


@leak("shared source of ids", "own-side message")
def one_source_for_all() -> Iterator[None]:
    def draw(old: Any, self: HarnessSources, label: str, purpose: str, size: int) -> bytes:
        return bytes(old(self, label if label == "form" else "everybody", purpose, size))

    with mock.patch.object(HarnessSources, "draw", lambda self, *a, _old=HarnessSources.draw: draw(_old, self, *a)):
        yield


@leak("entry count on the journal page", "own-side message")
def entry_count() -> Iterator[None]:
    with instead(_view("journal"), "journal_page", lambda old, *a, **k: _older(old(*a, **k), Entry.objects.count())):
        yield


@leak("preview of both armies", "order of battle", worlds=WORLDS, where="/map/contact/", at="offered")
def both_armies_previewed() -> Iterator[None]:
    def as_umpire(old: Any, viewer: Any, *args: Any) -> Any:
        return old(replace(viewer, role="umpire") if viewer.is_commander else viewer, *args)

    with instead(contact_page, "_previews", as_umpire):
        yield


@leak("records of both armies", "brigade's record", worlds=BRIGADES, where="/map/brigades/")
def both_armies_brigades() -> Iterator[None]:
    def as_umpire(old: Any, viewer: Any) -> Any:
        return old(replace(viewer, role="umpire") if viewer.is_commander else viewer)

    with instead(war_map, "brigades_page", as_umpire):
        yield


@leak("enemy army in the printed box", "order names", worlds=WORLDS, where="/box/")
def enemy_army_printed() -> Iterator[None]:
    """Let the Confederate box hold the Union's cards too."""

    def both(old: Any, battle: Any, plan: Any, seal: int) -> Any:
        others = [each for each in plans_of(battle).values() if each.side == "USA" != plan.side]
        return [*old(battle, plan, seal), *(part for each in others for part in old(battle, each, seal))]

    with instead(box_reads, "side_parts", both):
        yield


@leak("count of hidden units", "hidden mark", worlds=WORLDS, where="/b/")
def hidden_units_counted() -> Iterator[None]:
    from battles.selectors import page

    def state(old: Any, viewer: Any, loaded: Any, side: str) -> Any:
        row = loaded.plans.get(side)
        hidden = conduct(loaded.battle).planning.hidden(plan_of(loaded.battle, row)) if row else ()
        return replace(old(viewer, loaded, side), asks_for=str(len(hidden)))

    with instead(page, "_side_state", state):
        yield


@leak("after-action report of both sides", "losses", worlds=WORLDS, where="/after/", at="settled")
def both_armies_reported() -> Iterator[None]:
    with instead(after_reads, "knows_army", lambda old, *args: True):
        yield


@leak("losses of strategic combat", "strategic losses", worlds=outcome.WORLDS, where="/map/contact/")
def enemy_losses_shown() -> Iterator[None]:
    def as_umpire(old: Any, viewer: Any, *args: Any) -> Any:
        return old(replace(viewer, role="umpire") if viewer.is_commander else viewer, *args)

    with instead(outcome_reads, "_view", as_umpire):
        yield


@leak("entry count in the journal API", "own-side message")
def export() -> Iterator[None]:
    from campaign.api import journal

    with instead(journal, "journal_page", lambda old, *a, **k: _older(old(*a, **k), Entry.objects.count())):
        yield


def _older(page: JournalPage, number: int) -> JournalPage:
    return replace(page, older=number)


@leak("home page version over the whole record", "own-side message", where="live/")
def home_version_of_everything() -> Iterator[None]:
    from campaign.selectors import home

    with instead(home, "_version", lambda old, *given: old(*given) + Entry.objects.count()):
        yield


@leak("list size", "unseen split")
def size_of_a_list() -> Iterator[None]:
    def page(old: Any, *args: Any, **kwargs: Any) -> JournalPage:
        shown: JournalPage = old(*args, **kwargs)
        return replace(shown, turns=list(range(1, Force.objects.count() + 1)))

    with instead(_view("journal"), "journal_page", page):
        yield


@leak("list order", "reserve")
def order_of_a_list() -> Iterator[None]:
    from campaign.selectors import campaigns

    def strength(line: Any) -> int:
        return -Force.objects.filter(scope=line.name.rpartition(", ")[2]).count()

    with instead(campaigns, "_seat_lines", lambda old, *a: tuple(sorted(old(*a), key=strength))):
        yield


# Times, tags, pings, mail.


@leak("time of the last change", "unseen move", at="quiet")
def updated_at() -> Iterator[None]:
    def page(old: Any, viewer: Any, **kwargs: Any) -> Any:
        last = Entry.objects.filter(campaign_id=viewer.campaign_id).order_by("-seq")[0]
        return replace(old(viewer, **kwargs), name=f"Last changed at {last.at:%H:%M}")

    with instead(_view("campaigns"), "campaign_page", page):
        yield


@leak("ETag of the full record", "unseen move")
def etag_over_the_truth() -> Iterator[None]:
    from campaign import web

    def tag(old: Any, request: Any, viewer: Any) -> str:
        return f'"{old(request, viewer)[1:9]}{Lock.objects.get(id=viewer.campaign_id).seq}"'

    with instead(web, "_etag", tag):
        yield


@leak("ping on a hidden change", "own-side message")
def ping_for_everybody() -> Iterator[None]:
    def close(old: Any, self: Any) -> None:
        self.touch(PUBLIC)
        old(self)

    with mock.patch.object(record.Act, "_close", lambda self, _old=record.Act._close: close(_old, self)):
        yield


@leak("email on a hidden change", "own-side message")
def mail_for_everybody() -> Iterator[None]:
    def announce(old: Any, self: Announcer, entry: Entry) -> Any:
        Feed.objects.filter(id__in=[feed.id for feed in self.feeds]).update(talk_since=self.at)
        return old(self, entry)

    with mock.patch.object(Announcer, "announce", lambda *args, _old=Announcer.announce: announce(_old, *args)):
        yield


@leak("rewind announced to everyone", "force.detached rewound")
def rewind_announced_to_everyone() -> Iterator[None]:
    def tell(old: Any, act: Any, *args: Any) -> None:
        act.tell(PUBLIC, "The umpire rewound the campaign.")
        old(act, *args)

    with instead(rewind, "_announce_undone", tell):
        yield


# Errors and queries.


@leak("name in an error message", "reserve")
def name_in_an_error() -> Iterator[None]:
    def page(old: Any, viewer: Any, force_id: int) -> Any:
        try:
            return old(viewer, force_id)
        except Http404:
            names = Leader.objects.filter(campaign_id=viewer.campaign_id).exclude(side=viewer.side)
            raise Refusal(
                f"{', '.join(names.order_by('id').values_list('name', flat=True))} know this force."
            ) from None

    with instead(war_map, "force_page", page), instead(war_actions, "force_page", page):
        yield


@leak("extra query on the map", "reserve")
def extra_query() -> Iterator[None]:
    def page(old: Any, viewer: Any, **asked: Any) -> Any:
        for point in StrengthPoint.objects.filter(campaign_id=viewer.campaign_id).values_list("id", flat=True):
            StrengthPoint.objects.filter(id=point).exists()
        return old(viewer, **asked)

    with instead(war_map, "map_page", page):
        yield


@leak("extra query for the mover", "sighted hex", who="union", where="POST ")
def extra_query_for_the_mover() -> Iterator[None]:
    """Query for what others learn of a move during the mover's request."""

    def and_look(old: Any, viewer: Any, **action: Any) -> Any:
        new = old(viewer, **action)
        for sighting in Sighting.objects.filter(campaign_id=viewer.campaign_id).exclude(side=viewer.side):
            Sighting.objects.filter(id=sighting.pk, hex=new.hex).exists()
        return new

    with instead(forces, "detach", and_look):
        yield


@leak("illegal plan told to everyone", ILLEGAL, worlds=GROUND["person"])
def illegal_plan_told_to_everyone() -> Iterator[None]:
    def tell(old: Any, act: Any, battle: Battle, unsealed: Any) -> None:
        with mock.patch.object(Battle, "plan_audience", return_value=PUBLIC):
            old(act, battle, unsealed)

    with instead(grounds, "tell_broken", tell):
        yield


@leak("extra query for the requester", "no flank march", worlds=WORLDS, where="POST ", at="turn 2")
def extra_query_for_the_requester() -> Iterator[None]:
    """Query for what becomes due during the player's request."""

    def and_look(old: Any, act: Any, battle: Battle, *asks_for: str) -> None:
        old(act, battle, *asks_for)
        for secret in SecretResult.objects.filter(battle=battle):
            SecretResult.objects.filter(id=secret.pk, told=[]).exists()

    with instead(day, "_ask", and_look):
        yield


@leak("everyone's version for a notice that was read", "notice read", worlds=WORLDS)
def version_of_a_read_notice() -> Iterator[None]:
    def touch_all(old: Any, viewer: Any) -> None:
        record.touch_feeds(Feed.objects.filter(campaign_id=viewer.campaign_id))

    with instead(notices, "touch_own", touch_all):
        yield


@leak("new sighting id after an unseen split", "unseen split")
def new_sighting_id() -> Iterator[None]:
    def and_mint(**action: Any) -> Any:
        new = detach(**action)
        with record.open_act(None, campaign_id=new.campaign_id, stream="campaign", kind="sighting") as act:
            for sighting in Sighting.objects.filter(campaign_id=new.campaign_id).exclude(side=new.side):
                act.delete(sighting)
                sighting.pk = SOURCES.new_id(f"side:{sighting.side}")
                act.create(sighting)
        return new

    with mock.patch.object(club, "detach", lambda viewer, **action: and_mint(viewer=viewer, **action)):
        yield


@leak("everyone told of an objection", "objection", who="observer", worlds=WORLDS)
def objection_told_to_everyone() -> Iterator[None]:
    def and_tell(old: Any, act: Any, *rest: Any) -> None:
        old(act, *rest)
        act.tell(PUBLIC, "A result was objected to.", kind="battle.objected")

    with instead(objections, "_tell", and_tell):
        yield


@leak("points for units that nobody saw", "losses", worlds=WORLDS, at="confirmed")
def points_for_unseen_units() -> Iterator[None]:
    def all_units(old: Any, battle: Battle, side: str, plans: Any) -> Any:
        return frozenset(unit.id for unit in units_of(battle, side, plans))

    with instead(report_reads, "in_sight", all_units):
        yield


# Cups.


@leak("cup opened only when needed", "no flank march", worlds=WORLDS)
def cup_opened_when_needed() -> Iterator[None]:
    """Remove the umpire's cup if there is no flank march."""

    def step(old: Any, act: Any, battle: Battle) -> None:
        old(act, battle)
        if not any(plan.body.keys() & set(FLANKS) for plan in Plan.objects.filter(battle=battle)):
            spare = [cup for cup in cups_of(battle.cups) if cup.audience == UMPIRE]
            for table in (Entropy, Head, Throw):
                table._default_manager.filter(cup__in=spare).delete()
            for cup in spare:
                cup.hidden.delete()
                cup.delete()

    with instead(opening, "begin_step", step), mock.patch.object(umpire_work, "_find", return_value=None):
        yield


@leak("empty cup revealed early", "no flank march", worlds=WORLDS)
def empty_cup_revealed_early() -> Iterator[None]:
    def find(old: Any, act: Any, battle: Battle) -> None:
        old(act, battle)
        if not Throw.objects.filter(cup__owner_id=battle.cup_owner, base__contains="VG-7B1").exists():
            cups.reveal(battle.cups, audiences=[UMPIRE])

    with instead(umpire_work, "_find", find):
        yield


@leak("leader as the subject of a roll", "other leader", worlds=WORLDS, at="turn 2")
def leader_as_subject() -> Iterator[None]:
    """Name the leader in a roll's subject, and reveal the cup while plans are still secret."""

    def throw(old: Any, battle: Battle, *, subject: Any, **more: Any) -> Any:
        plans = Plan.objects.filter(battle=battle)
        marches = [march for plan in plans for edge, march in plan.body.items() if edge in FLANKS]
        leaders = [str(march["leader"]) for march in marches]
        return old(battle, subject=[*subject, *leaders], **more)

    def find(old: Any, act: Any, battle: Battle) -> None:
        old(act, battle)
        if battle.turn == 2:
            cups.reveal(battle.cups)

    with instead(umpire_work, "_throw", throw), instead(umpire_work, "_find", find):
        yield


@leak("ratings rolled for used slots alone", "order tree", worlds=WORLDS, at="turn 2")
def used_slots_alone() -> Iterator[None]:
    """Roll only for brigades that there are, and reveal the cup while orders of battle are still secret."""

    def throw_all(old: Any, battle: Battle, rolls: Any) -> Any:
        plans = {
            plan.side: conduct(battle).planning.from_json(plan.body) for plan in Plan.objects.filter(battle=battle)
        }
        used = {
            (side, f"brigade {n}")
            for side, plan in plans.items()
            for n, _ in enumerate(plan.order.all_brigades(), start=1)  # type: ignore[attr-defined]
        }
        wanted = [roll for roll in rolls if roll.subject in used or "leader" in roll.subject[1]]
        return dict.fromkeys(rolls, 10) | old(battle, wanted)

    def find(old: Any, act: Any, battle: Battle) -> None:
        old(act, battle)
        if battle.turn == 2:
            cups.reveal(battle.cups)

    with instead(umpire_work, "_throw_all", throw_all), instead(umpire_work, "_find", find):
        yield


@leak("notice that names a side", "never arrives", who="observer", worlds=arriving.WORLDS)
def notice_that_names_a_side() -> Iterator[None]:
    def notices(old: Any, brief: Any, edge: Any, facts: Any, march: Any) -> Any:
        notice, entry = old(brief, edge, facts, march)
        return [replace(notice, text=f"{facts.side}: {notice.text}"), entry]

    with instead(secret_work, "_notices", notices):
        yield


@leak("ping to the enemy at each tick", "loss ticked", worlds=WORLDS)
def ping_at_each_tick() -> Iterator[None]:
    def opened(old: Any, *args: Any) -> None:
        old(*args)
        record.acting().touch(PUBLIC)

    with instead(ticks, "require_open", opened):
        yield


def _view(name: str) -> Any:
    from importlib import import_module

    return import_module("war.views.map" if name == "sheet" else f"campaign.views.{name}")


def crashes(seen: Observed) -> list[str]:
    return [name for sight in seen.sights.values() for name, answer in sight.answers.items() if answer.status >= 500]


def fact_of(worlds: Worlds, name: str) -> Pair:
    return next(fact for fact in worlds.pairs if fact.name == name)


def seen_along_links(worlds: Worlds, name: str, who: str, *, at: Sequence[str] = ()) -> list[Difference]:
    """Return what a viewer sees of a hidden fact `at` some steps or, by default, at all while it is hidden."""
    fact = fact_of(worlds, name)
    labels = at or worlds.play.between(fact.since, fact.until)
    for stage in worlds.bundle_of(name).stages:
        looks: Looks = {label: {who: LINKED} for label in stage.looks if label in labels}
        if looks:
            one, other = observe(worlds.play, looks), observe(worlds.play, looks, facts=stage.facts)
            assert crashes(one) + crashes(other) == []
            if found := differences(one, other, looks, hides_commitments=fact.hides_commitments):
                return found
    return []


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("name", LEAKS)
def test_planted_leak_is_found_in_its_bundle(name: str) -> None:
    planted = LEAKS[name]
    with planted.plant():
        at = planted.at or fact_of(planted.worlds, planted.fact).full_at
        found = seen_along_links(planted.worlds, planted.fact, planted.who, at=[at])
    assert found != []
    assert [str(each) for each in found if planted.where not in each.what] == []
    TALLY.found.append(name)


@pytest.mark.parametrize(
    ("worlds", "name"), [(club.WORLDS, "unseen split"), (WORLDS, "no flank march")], ids=["club", "battle"]
)
def test_site_without_a_leak_shows_no_differences(worlds: Worlds, name: str) -> None:
    """Check that the planted leaks alone cause the differences."""
    fact = fact_of(worlds, name)
    steps = in_turn(worlds.play.between(fact.since, fact.until), 3, name)
    assert seen_along_links(worlds, name, "confederate", at=steps) == []


def forbidden_instead_of_not_found() -> AbstractContextManager[Any]:
    """Answer 403 for a hidden force, but 404 for one that does not exist."""

    def page(old: Any, viewer: Any, force_id: int) -> Any:
        try:
            return old(viewer, force_id)
        except Http404:
            if Force.objects.filter(id=force_id).exists():
                raise PermissionDenied from None
            raise

    return contextmanager(lambda: _within(instead(war_map, "force_page", page)))()


def test_failing_bundle_names_the_leaked_fact() -> None:
    """Find a leak at an id that no page shows: it is tried because its row differs between the worlds."""
    facts = [replace(fact, blind=("confederate",)) for fact in club.PAIRS if fact.name in TOGETHER]
    worlds = Worlds(club.PLAY, facts)
    with forbidden_instead_of_not_found():
        wrong = [line for bundle in worlds.bundles for line in worlds.problems_of(bundle)]
    assert wrong != []
    assert [line for line in wrong if not line.startswith("unseen split: ")] == []
    TALLY.found.append("the bundle: forbidden instead of not found")


@leak("night choice shown to everyone", "withdraws", worlds=NIGHT)
def choice_shown() -> Iterator[None]:
    def words(old: Any, viewer: Any, battle: Any, row: Any) -> str:
        return f"withdraws: {row.withdraws}" if row else ""

    with instead(battle_reads, "choice_in_words", words):
        yield


@leak("brigades counted when a plan is sealed", "order tree", worlds=WORLDS)
def brigades_counted_at_the_seal() -> Iterator[None]:
    def word(old: Any, side: str) -> str:
        plans_sealed = Plan.objects.filter(side=side)
        names = sum(str(plan.body.get("order", "")).count("'commander'") for plan in plans_sealed)
        return f"{old(side)} ({names})"

    with instead(plans, "side_word", word):
        yield


# The canary and the probe of foreign ids.


def extra_query_for_hidden_rows() -> AbstractContextManager[Any]:
    """Give the same answer, but with an extra query."""

    def page(old: Any, viewer: Any, force_id: int) -> Any:
        if Force.objects.filter(id=force_id).exists():
            Force.objects.filter(id=force_id).exists()
        return old(viewer, force_id)

    return contextmanager(lambda: _within(instead(war_map, "force_page", page)))()


def _within(patch: Any) -> Iterator[None]:
    with patch:
        yield


@pytest.mark.parametrize("plant", [forbidden_instead_of_not_found, extra_query_for_hidden_rows])
def test_foreign_id_probe_finds_planted_leak(plant: Plant) -> None:
    with a_world() as world, plant():
        canary.begin(world)
        world.settle()
        met = Met(world.campaign)
        look(world, "confederate", met)
        assert revealed_ids(world, "confederate", met, world.truth()) != []
    TALLY.found.append(f"the probe: {plant.__name__.replace('_', ' ')}")


def everybody_reads_everything() -> AbstractContextManager[Any]:
    """Forget to filter messages by viewer."""
    from campaign.selectors import talk

    return mock.patch.object(talk, "visible_to", lambda rows, viewer: rows)


def umpires_page_cached_for_everyone() -> AbstractContextManager[Any]:
    """Cache a page without regard to the viewer."""
    kept: dict[int, Any] = {}

    def page(old: Any, viewer: Any, **kwargs: Any) -> Any:
        shown = old(viewer, **kwargs)
        if viewer.is_umpire:
            kept[viewer.campaign_id] = shown
        return kept.get(viewer.campaign_id, shown)

    return instead(_view("journal"), "journal_page", page)  # type: ignore[no-any-return]


def link_admits_anyone() -> AbstractContextManager[Any]:
    """Let anyone who knows the address in, as the Union."""

    def enter(old: Any, user_id: int, campaign_id: int) -> Any:
        try:
            return old(user_id, campaign_id)
        except Http404:
            seats = Seat.objects.select_related("feed", "campaign")
            return visibility.viewer_of(seats.get(campaign_id=campaign_id, side="USA", scope=""))

    return instead(visibility, "enter", enter)  # type: ignore[no-any-return]


@pytest.mark.parametrize("plant", [everybody_reads_everything, umpires_page_cached_for_everyone, link_admits_anyone])
def test_canary_finds_planted_leak(plant: Plant) -> None:
    found = Found()
    with a_world() as world, ExitStack() as stack:
        canary.begin(world)
        world.settle()
        world.act(lambda: canary.write_in_secret(world))
        stack.enter_context(plant())
        for who in ("umpire", "confederate", "outsider", "union"):
            canary_look(world, who, found)
    assert found.wrong != []
    TALLY.found.append(f"the canary: {plant.__name__.replace('_', ' ')}")


def canary_look(world: Any, who: str, found: Found) -> None:
    judge(who, look(world, who, Met(world.campaign)), canary.MARKERS, world.sealed_secrets(), found)
