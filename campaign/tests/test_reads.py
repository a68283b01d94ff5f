"""A page is requested only once in two worlds, if it reads the same in both."""

from collections.abc import Iterator

import pytest

from campaign.selectors.talk import EVERYONE
from campaign.services import talk
from campaign.tests.builders import a_club
from campaign.tests.harness import world as world_module
from campaign.tests.harness.rotation import is_its_turn
from campaign.tests.harness.tally import OPTIONS
from campaign.tests.harness.world import ASKED_ANYWAY, Answer, World, a_world

Page = tuple[World, Answer]


def home(world: World) -> str:
    return f"/c/{world.campaign}/"


def say(world: World, to: str) -> None:
    """Send a message as a Union commander."""
    world.act(lambda: talk.say(world.club.viewer("union"), to=to, text="We march at dawn."))


@pytest.fixture
def read_pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Provide a world and the answer to its campaign's page, and request no page that reads the same."""
    monkeypatch.setattr(world_module, "is_its_turn", lambda about, parts: False)
    with a_world(remembers=True) as world:
        world.club = a_club()
        world.open_browsers()
        world.get("confederate", home(world))  # sets the cookie that protects forms
        yield world, world.get("confederate", home(world))


@pytest.mark.django_db
def test_page_that_reads_the_same_gets_the_same_answer(read_pages: Page) -> None:
    world, answer = read_pages
    assert answer.reads is not None
    assert len(answer.reads.found) == answer.queries
    assert world.get("confederate", home(world), like=answer) is answer
    say(world, "side")
    assert world.get("confederate", home(world), like=answer) is answer


@pytest.mark.django_db
def test_page_that_reads_something_else_is_requested(read_pages: Page) -> None:
    world, answer = read_pages
    say(world, EVERYONE)
    again = world.get("confederate", home(world), like=answer)
    assert again is not answer
    assert again.body != answer.body


@pytest.mark.django_db
def test_act_has_no_reads(read_pages: Page) -> None:
    world, _ = read_pages
    assert world.ask("union", "POST", f"{home(world)}talk/", text="Hello.").reads is None


def test_soak_requests_each_page_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [f"/page/{n}/" for n in range(500)]
    assert 15 < sum(is_its_turn(page, ASKED_ANYWAY) for page in pages) < 100
    monkeypatch.setattr(OPTIONS, "soak", True)
    assert all(is_its_turn(page, ASKED_ANYWAY) for page in pages)
