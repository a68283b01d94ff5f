"""A war set back to an earlier entry: its rows stand as they stood then, and the same keys keep their results."""

import pytest

from campaign.models import Cup, CupState, Entry
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind, rewind_game, rewind_stream
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from war.services import war_course, war_orders
from war.services.turn_cups import cups_of_turn
from war.tests.war_play import Rows, a_played_war, a_war_of_the_site, faces_of, rows_of

pytestmark = pytest.mark.django_db


def last_entry(club: Club) -> Entry:
    return Entry.objects.filter(campaign=club.campaign, stream="campaign").latest("seq")


def rewound(club: Club, to: Entry) -> Rows:
    """Rewind a war to an entry, and return its rows as they are before the site takes its next step."""
    rewind(club.viewer("umpire"), entry_id=to.pk, reason="A slip.")
    return rows_of(club)


def test_war_set_back_stands_as_it_did() -> None:
    played = a_played_war()
    marks = []
    for _ in range(8):
        played.give(*played.order())
        marks.append((last_entry(played.club), rows_of(played.club), played.now))
    for mark, rows, state in reversed(marks[:-1]):
        assert rewound(played.club, mark) == rows
        assert played.now == state
    assert verify(played.club.campaign.pk) == []


def test_same_keys_keep_their_results_after_a_rewind() -> None:
    """Playing on rolls what was rolled before for the same keys, though both sides now give other orders."""
    played = a_played_war().play(4)
    mark = last_entry(played.club)
    first = faces_of(played.play(12).club)
    rewound(played.club, mark)
    played.seed += 1
    played.__post_init__()
    again = faces_of(played.play(12).club)
    assert {key: again[key] for key in first} == first
    assert verify(played.club.campaign.pk) == []


def test_same_orders_after_a_rewind_come_to_the_same() -> None:
    played = a_played_war().play(4)
    mark = last_entry(played.club)
    orders = []
    for _ in range(10):
        orders.append(played.order())
        played.give(*orders[-1])
    state = played.now
    rewound(played.club, mark)
    sweep(played.club.campaign.pk)
    for who, order in orders:
        played.fight_contacts()
        played.give(who, order)
    assert played.now == state


class Test_Past_the_end_of_a_turn:
    def test_turn_is_played_to_its_end_again(self) -> None:
        """Its public cup, revealed once, gives only keys rolled before; a new cup beside it gives the others."""
        played = a_played_war()
        played.give(*played.order())
        mark, rows = last_entry(played.club), rows_of(played.club)
        played.play(until_turn=5)
        first = faces_of(played.club)
        assert rewound(played.club, mark) == rows
        played.play(until_turn=5)
        again = faces_of(played.club)
        assert {key: again[key] for key in first} == first
        assert played.now.clock.turn == 5
        assert verify(played.club.campaign.pk) == []
        public = Cup.objects.filter(owner_id=cups_of_turn(played.club.campaign.pk, 4)[1], audience="public")
        assert [cup.state for cup in public.order_by("opening")] == [CupState.TURNED_OVER] * 2

    def test_war_is_begun_again(self) -> None:
        played = a_played_war()
        begun = Entry.objects.get(kind=war_course.BEGUN)
        played.play(until_turn=5)
        first = faces_of(played.club)
        umpire = played.club.viewer("umpire")
        rewind_stream(umpire, stream="campaign", to_seq=begun.seq - 1, reason="Too early.")
        war_course.begin(played.club.viewer("umpire"))
        sweep(played.club.campaign.pk)
        played.play(until_turn=5)
        again = faces_of(played.club)
        assert {key: again[key] for key in first} == first
        assert verify(played.club.campaign.pk) == []


def test_players_see_which_of_their_lines_were_undone() -> None:
    played = a_played_war()
    mark = last_entry(played.club)
    played.play(3)
    rewound(played.club, mark)
    assert Entry.objects.filter(kind=war_orders.ORDERED).count() == 3
    assert last_entry(played.club).kind == "rewind"


def test_both_sides_rewind_where_the_site_umpires() -> None:
    played = a_war_of_the_site()
    mark, rows = last_entry(played.club), rows_of(played.club)
    played.play(3)
    rewind_game(campaign_id=played.club.campaign.pk, to_seq=mark.seq, reason="By agreement.")
    assert rows_of(played.club) == rows
    assert verify(played.club.campaign.pk) == []
