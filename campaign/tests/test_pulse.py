"""What an open page polls: the home page's version over all seats, and marks of its reader's own moves."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from campaign.ids import hex_id
from campaign.models import Role, Seat
from campaign.selectors.home import home_page
from campaign.services import invitations, talk
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.live import read_home_token
from campaign.services.pulse import home_pulse, pulse_of
from campaign.services.record import open_act, touch_own
from campaign.tests import api
from campaign.tests.builders import Club, a_club
from campaign.tests.test_club_life import a_second_club

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return a_club()


def version(club: Club, who: str) -> int:
    return home_pulse(club.users[who].pk).version


def seat_to_fill(club: Club) -> int:
    with open_act(club.viewer("umpire"), stream="club", kind="seat.opened") as act:
        return open_seat(act, SeatPlan(Role.COMMANDER, "USA", "East")).pk


def test_home_version_follows_ones_own_feeds_only(club: Club) -> None:
    before = {who: version(club, who) for who in ("union", "union_west", "confederate", "observer", "outsider")}
    talk.say(club.viewer("union"), to="side", text="Hold.")
    moved = {who for who, was in before.items() if version(club, who) != was}
    assert moved == {"union", "union_west"}


def test_home_version_is_the_one_of_the_page(club: Club) -> None:
    user = club.users["union"].pk
    assert home_page(user_id=user, since=NOON).version == home_pulse(user).version
    touch_own(club.viewer("union"))
    assert home_page(user_id=user, since=NOON).version == home_pulse(user).version


def test_home_version_tells_nothing_of_the_versions(club: Club) -> None:
    """Numbers that grow by one would count the changes of all campaigns together."""
    before = version(club, "union")
    touch_own(club.viewer("union"))
    assert abs(version(club, "union") - before) > 1000


def test_home_version_moves_with_an_invitation(club: Club) -> None:
    before = version(club, "outsider")
    seat_id = seat_to_fill(club)
    invitations.invite(club.viewer("umpire"), seat_id=seat_id, how="name", username="outsider")
    assert version(club, "outsider") != before


def test_home_token_covers_every_seat_of_the_person(club: Club) -> None:
    other = a_second_club(club)
    Seat.objects.filter(campaign=other.campaign, side="USA").update(user=club.users["union"])
    found = read_home_token(home_pulse(club.users["union"].pk).token)
    assert found is not None
    feeds = Seat.objects.filter(user=club.users["union"]).values_list("feed_id", flat=True)
    assert set(found[0]) == {club.users["union"].pk, *feeds}
    assert len(found[0]) == 3


def test_home_polls_only_with_log_in(club: Club) -> None:
    assert Client().get("/home/live/").status_code == 302
    api.refusal(api.Program().get("live/"), 401)
    assert set(api.Program("union").get("live/").json()) == {"token", "version", "moves"}


def test_refetched_home_page_is_no_visit(club: Club) -> None:
    user = club.users["union"]
    type(user).objects.filter(pk=user.pk).update(here_at=NOON, before_at=NOON)
    client = Client()
    client.force_login(user)
    client.get("/", headers={"HX-Request": "true"})
    user.refresh_from_db()
    assert user.here_at == NOON
    client.get("/")
    user.refresh_from_db()
    assert user.here_at > NOON


def marks(club: Club, who: str) -> set[str]:
    return set(pulse_of(club.viewer(who), moves=True).moves)


def test_moves_have_marks_for_those_who_make_them(club: Club) -> None:
    before = {who: marks(club, who) for who in ("umpire", "union", "observer")}
    seat_to_fill(club)
    after = {who: marks(club, who) for who in before}
    assert [len(after[who] - before[who]) for who in before] == [1, 0, 0]
    assert set(home_pulse(club.users["umpire"].pk, moves=True).moves) == after["umpire"]


def test_mark_stays_while_the_move_does(club: Club) -> None:
    seat_to_fill(club)
    before = marks(club, "umpire")
    talk.say(club.viewer("union"), to="all", text="Hold.")
    assert marks(club, "umpire") == before


def test_marks_are_read_only_when_asked_for(club: Club) -> None:
    seat_to_fill(club)
    program, path = api.Program("umpire"), f"c/{hex_id(club.campaign.pk)}/live/"
    assert program.get(path).json()["moves"] == []
    assert set(program.get(path, moves="1").json()["moves"]) == marks(club, "umpire") != set()
    assert set(program.get("live/", moves="1").json()["moves"]) == marks(club, "umpire")
