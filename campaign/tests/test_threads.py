"""Messages by thread: everyone, one's own side, and the umpire."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaign.ids import hex_id
from campaign.models import Feed, Seat
from campaign.selectors.talk import talk_page
from campaign.services import talk
from campaign.tests import api
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db
SEATED = ("umpire", "union", "union_west", "confederate", "observer")


@pytest.fixture
def club() -> Club:
    """Return a campaign with a message to each audience of a commander."""
    club = a_club()
    for to in ("side", "umpire", "all"):
        talk.say(club.viewer("union"), to=to, text=f"To {to}.")
    return club


def page(club: Club, who: str, **query: str) -> str:
    client = Client()
    client.force_login(club.users[who])
    return str(client.get(reverse("talk:page", args=[club.campaign.id]), query).content.decode())


def threads(club: Club, who: str) -> dict[str, list[str]]:
    """Return the messages of each of a seat's threads."""
    viewer = club.viewer(who)
    names = [thread.value for thread in talk_page(viewer).threads]
    return {name: [said.text for said in talk_page(viewer, thread=name).messages] for name in names}


def test_commander_has_three_threads(club: Club) -> None:
    assert threads(club, "union") == {"side": ["To side."], "umpire": ["To umpire."], "all": ["To all."]}
    assert threads(club, "union_west") == {"side": ["To side."], "umpire": [], "all": ["To all."]}


def test_enemy_and_observer_read_only_what_is_for_everyone(club: Club) -> None:
    assert threads(club, "confederate") == {"side": [], "umpire": [], "all": ["To all."]}
    assert threads(club, "observer") == {"all": ["To all."]}


def test_umpire_has_a_thread_with_every_commander(club: Club) -> None:
    found = threads(club, "umpire")
    seats = {hex_id(seat.pk) for seat in Seat.objects.filter(role="commander")}
    assert found.keys() == {"all", "USA", "CSA", *seats}
    assert found[hex_id(club.viewer("union").seat_id)] == ["To umpire."]
    assert (found["USA"], found["CSA"]) == (["To side."], [])


def test_message_to_everyone_is_announced_to_all(club: Club) -> None:
    for who in SEATED:
        client = Client()
        client.force_login(club.users[who])
        journal = client.get(reverse("journal:list", args=[club.campaign.id])).content.decode()
        assert "Union, whole side sent a message to everyone." in journal
        assert ("sent a message to the umpire." in journal) == (who in ("union", "umpire"))


def test_message_to_everyone_notifies_like_any_message(club: Club) -> None:
    assert Feed.objects.get(id=club.viewer("confederate").feed_id).talk_since is not None


@pytest.mark.parametrize("thread", ["CSA", "side:CSA", "nobody", "0123456789abcdef"])
def test_thread_of_others_is_not_found(club: Club, thread: str) -> None:
    client = Client()
    client.force_login(club.users["union"])
    assert client.get(reverse("talk:page", args=[club.campaign.id]), {"thread": thread}).status_code == 404
    api.refusal(api.Program("union").get(f"c/{hex_id(club.campaign.pk)}/talk/", thread=thread), 404)


def test_program_reads_one_thread(club: Club) -> None:
    answer = api.Program("union").get(f"c/{hex_id(club.campaign.pk)}/talk/", thread="umpire").json()
    assert [said["text"] for said in answer["messages"]] == ["To umpire."]
    assert [thread["value"] for thread in answer["threads"]] == ["side", "umpire", "all"]


def test_form_writes_to_own_side_unless_a_thread_is_open(club: Club) -> None:
    first = re.search(r'<option value="(\w+)"', page(club, "union"))
    assert first is not None
    assert first[1] == "side"
    assert '<option value="all" selected>' in page(club, "union", thread="all")


def test_sent_message_opens_its_thread(club: Club) -> None:
    client = Client()
    client.force_login(club.users["confederate"])
    sent = client.post(reverse("talk:page", args=[club.campaign.id]), {"to": "all", "text": "Will you parley?"})
    assert sent.headers["Location"].endswith("/talk/?thread=all")


def test_site_as_umpire_has_no_thread_of_its_own() -> None:
    club = a_club(umpire_kind="site")
    assert [thread.value for thread in talk_page(club.viewer("union")).threads] == ["side", "all"]
