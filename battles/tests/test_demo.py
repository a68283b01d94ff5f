"""The demo is made once, prints the same logins at every start, and can be removed."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from battles.models import Battle
from battles.services.demo import NAMES, password_of
from campaign.models import Campaign, CampaignState, User
from campaign.selectors.verify import verify
from campaign.tests.shared_rows import shared_rows
from rulesets.civil_war.war import view
from war.selectors.war_state import state_of
from war.services.demo_war import attack_of

pytestmark = pytest.mark.django_db


def demo(*args: str) -> str:
    out = StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()


def is_verified() -> bool:
    return all(verify(campaign.pk) == [] for campaign in Campaign.objects.all())


def test_existing_user_keeps_username_and_password() -> None:
    User.objects.create_user("umpire", "my own password")
    assert "umpire" not in demo()
    assert User.objects.get(username="umpire").check_password("my own password")


def test_demo_password_depends_on_secret_key(settings: "object") -> None:
    before = password_of("umpire")
    settings.SECRET_KEY = "another key"  # type: ignore[attr-defined]
    assert password_of("umpire") != before


@pytest.fixture(scope="class")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Make the demo once, and give what its first start prints."""
    with shared_rows(django_db_blocker):
        yield demo()


@pytest.mark.usefixtures("made")
class Test_Made:
    def test_every_start_prints_same_logins_and_makes_demo_once(self, made: str) -> None:
        assert made == demo()
        assert [line.split("  ") for line in made.splitlines()] == [[name, password_of(name)] for name in NAMES]
        assert (Campaign.objects.count(), Battle.objects.count()) == (3, 2)
        assert is_verified()

    def test_start_resets_demo_password(self) -> None:
        user = User.objects.get(username="union")
        user.set_password("something else")
        user.save()
        demo()
        assert User.objects.get(username="union").check_password(password_of("union"))

    def test_removal_leaves_campaign_and_no_demo_users(self) -> None:
        demo("--remove")
        assert not User.objects.filter(is_demo=True).exists()
        assert is_verified()

    def test_demo_ships_a_finished_game_that_anyone_can_read(self, client: Client) -> None:
        assert b"Shiloh, played to the end" in client.get("/games/").content
        battle = Battle.objects.get(campaign__state=CampaignState.CLOSED)
        page = client.get(reverse("battles:game-battle", args=[battle.campaign_id, battle.pk]))
        assert page.status_code == 200
        assert "Union wins, 27 to 19." in page.content.decode()

    def test_removal_unpublishes_the_finished_game(self, client: Client) -> None:
        demo("--remove")
        assert b"Shiloh" not in client.get("/games/").content

    def test_union_may_attack_in_turn_5_of_the_demos_war(self) -> None:
        """Then the Confederates have a contact to answer."""
        state = state_of(Campaign.objects.exclude(scenario="").get())
        assert (state.clock.turn, state.clock.spending) == (5, "USA")
        assert attack_of(view(state, "USA"))
