"""Two worlds of pictures: one of a side alone, whether it is there and what it shows, stays with that side."""

from functools import partial
from unittest import mock

import pytest

from battles.selectors.deployment import deployment_page
from battles.selectors.ground import ground_page
from battles.services import deployment_pictures, ground_pictures, plans
from battles.tests.builders import shiloh
from battles.tests.play import battle_of, begin_on_table, offered
from campaign.models import Picture
from campaign.selectors import pictures as reads
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.canary import Found, Marker, judge_all, look_for
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER, gather
from campaign.tests.harness.routes import Met
from campaign.tests.harness.sight import look, revealed_ids
from campaign.tests.harness.tally import TALLY
from campaign.tests.harness.world import World, a_world
from campaign.tests.harness.worlds import Worlds
from campaign.tests.pictures import a_file
from war.services.set_up import set_up

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
MORE, OTHER = "another picture", "what a picture shows"
MARK, AUTHOR = "Zq41a", "union"


def begin(world: World) -> None:
    gather(world)
    set_up(None, brief=shiloh(), campaign_id=world.club.campaign.pk)


def draw(world: World, caption: str, *, width: int) -> None:
    """Put a picture into the Union draft."""
    viewer, battle, file = world.club.viewer(AUTHOR), battle_of(world), a_file(size=(width, 60))
    version = deployment_page(viewer, battle.pk).draft_version
    draft = partial(deployment_pictures.draft_picture, viewer, battle.pk)
    world.act(lambda: draft(data=file, caption=caption, draft_version=version))


def sealed(world: World) -> None:
    world.act(lambda: plans.seal(world.club.viewer(AUTHOR), battle_of(world).pk, plan={}, entropy="ab"))


def public_picture(world: World) -> None:
    umpire, battle = world.club.viewer("umpire"), battle_of(world)
    world.act(lambda: ground_pictures.add_picture(umpire, battle.pk, data=a_file(), caption="The table"))


def plan_pictures(world: World) -> None:
    """Draw one picture in every world, and in one of them another before it, which it replaces."""
    other = bool(world.facts.get(OTHER))
    if world.facts.get(MORE):
        draw(world, "The guns", width=70)
    draw(world, "The reserve" if other else "The woods", width=80 if other else 90)


def public_picture_erased(world: World) -> None:
    umpire, battle = world.club.viewer("umpire"), battle_of(world)
    picture = ground_page(umpire, battle.pk).pictures[0].id
    world.act(lambda: ground_pictures.erase_picture(umpire, battle.pk, picture))


PLAY = Play(
    "pictures",
    begin,
    {
        "offered": offered,
        "on the table": begin_on_table,
        "public picture": public_picture,
        "plan pictures": plan_pictures,
        "sealed": sealed,
        "another public picture": public_picture,
        "public picture erased": public_picture_erased,
    },
)
TABLE = "campaign_picture"
ALL = tuple(f"{TABLE}.{name}" for name in ("digest", "caption", "width", "body"))
SEALED = ("battles_plan.body", "campaign_draft.body", "campaign_rowimage.after")
PAIRS = (
    Pair(MORE, NOT_OWNER, (f"{TABLE}.digest", f"{TABLE}.audience"), "plan pictures", "public picture erased"),
    Pair(OTHER, NOT_OWNER, (*ALL, *SEALED), "plan pictures", "public picture erased"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_a_picture_of_the_other_side(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_only_owners_see_a_picture_of_their_side() -> None:
    """The marker is its caption, and in its bytes."""
    found = Found()
    with a_world() as world:
        begin(world)
        world.settle()
        for step in (offered, begin_on_table, public_picture):
            step(world)
            world.settle()
        draw(world, MARK, width=90)
        sealed(world)
        world.act(lambda: plans.seal(world.club.viewer("confederate"), battle_of(world).pk, plan={}, entropy="ba"))
        world.settle()
        row = Picture.objects.get(caption=MARK)
        Picture.objects.filter(id=row.id).update(body=bytes(row.body) + MARK.encode())
        owners = frozenset({"union", "umpire"})
        address = f"/c/{world.campaign}/picture/{row.id:016x}/"
        for who in world.club.users:
            answer = world.get(who, address)
            assert (answer.status == 200) == (MARK.encode() in answer.body) == (who in owners), who
        marker = Marker(MARK, owners)
        look_for(world, [marker], found, probe=False)
        assert probed(world) == []
        with mock.patch.object(reads, "visible_to", lambda rows, viewer: rows):
            assert any("/picture/" in line for line in probed(world))
    assert judge_all([marker], found) == []
    TALLY.found.append("the probe: picture served to whoever knows its address")


def probed(world: World) -> list[str]:
    """Return the foreign ids that the other side finds out by asking for them."""
    met = Met(world.campaign)
    look(world, "confederate", met)
    with world.undone("confederate"):
        return revealed_ids(world, "confederate", met, world.truth())
