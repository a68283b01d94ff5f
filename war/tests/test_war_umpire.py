"""The umpire sets the map of a war right, with a reason that only the side concerned reads."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import JournalLine
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import State, view
from rulesets.civil_war.war.ending import lost
from rulesets.civil_war.war.views import in_sight
from war.models import Leader, StrengthPoint
from war.services import war_umpire
from war.tests.war_builders import a_war, begun, now_of, until_contact

pytestmark = pytest.mark.django_db
NOW: dict[str, Any] = {"version": None, "key": None}


@pytest.fixture
@kept
def club() -> Club:
    return begun(a_war())


def at(state: State, place: str) -> str:
    return state.world.graph.hex_of(place)


def last_line(club: Club, who: str) -> str:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("-n")
    return lines.values_list("announcement__text", flat=True)[0]


def test_pieces_move_to_a_hex_and_only_their_side_reads_why(club: Club) -> None:
    state = now_of(club.campaign)
    here, to = at(state, "Nashville"), at(state, "Murfreesboro")
    pieces = [state.points_at["USA", here][0].id, state.leaders_at["USA", here][0].id]
    before = last_line(club, "confederate")
    war_umpire.move(club.viewer("umpire"), pieces=pieces, hex=to, reason="A slip of the table.", **NOW)
    after = now_of(club.campaign)
    assert {after.points[pieces[0]].hex, after.leaders[pieces[1]].hex} == {to}
    assert "to Murfreesboro. A slip of the table." in last_line(club, "union")
    assert last_line(club, "confederate") == before


def test_view_of_the_enemy_moves_when_his_board_changes(club: Club) -> None:
    state, version = now_of(club.campaign), club.viewer("confederate").version
    point = state.points_at["USA", at(state, "Nashville")][0]
    war_umpire.move(club.viewer("umpire"), pieces=[point.id], hex=at(state, "Murfreesboro"), reason="So.", **NOW)
    assert club.viewer("confederate").version > version


def test_removed_points_are_off_the_map_but_no_losses_of_their_side(club: Club) -> None:
    state = now_of(club.campaign)
    here = at(state, "Corinth")
    point, leader = state.points_at["CSA", here][0], state.leaders_at["CSA", here][0]
    war_umpire.remove(club.viewer("umpire"), pieces=[point.id, leader.id], reason="Counted twice.", **NOW)
    after = now_of(club.campaign)
    assert (after.points[point.id].standing, after.leaders[leader.id].standing) == ("lost", "removed")
    assert lost(after, "CSA") == 0
    war_umpire.move(club.viewer("umpire"), pieces=[point.id], hex=here, reason="Once after all.", **NOW)
    assert not now_of(club.campaign).points[point.id].corrected


def test_army_of_a_removed_commander_passes_to_the_senior_leader_there(club: Club) -> None:
    state = now_of(club.campaign)
    army = next(each for each in state.armies.values() if each.side == "CSA")
    war_umpire.remove(club.viewer("umpire"), pieces=[army.commander], reason="He was ill.", **NOW)
    after = now_of(club.campaign)
    taken_over = next(each for each in after.armies.values() if each.side == "CSA")
    assert (taken_over.name, after.leaders[taken_over.commander].name) == (army.name, "Beauregard")


def test_points_are_not_added_among_the_enemy(club: Club) -> None:
    state = now_of(club.campaign)
    kind: dict[str, Any] = {"side": "USA", "arm": "infantry", "quality": "green", "sp": 1}
    with pytest.raises(Refusal, match="the enemy has strength points there"):
        war_umpire.add(club.viewer("umpire"), hex=at(state, "Corinth"), reason="So.", **kind, **NOW)
    assert now_of(club.campaign).points == state.points


def test_new_strength_points_join_the_force_in_their_hex(club: Club) -> None:
    state = now_of(club.campaign)
    here = at(state, "Memphis")
    kind: dict[str, Any] = {"arm": "infantry", "quality": "veteran"}
    war_umpire.add(club.viewer("umpire"), side="CSA", hex=here, sp=2, reason="Forgotten.", **kind, **NOW)
    points = now_of(club.campaign).points_at["CSA", here]
    assert sorted(point.quality for point in points)[-2:] == ["veteran", "veteran"]


@pytest.mark.parametrize(
    ("pieces", "to", "said"),
    [
        (["0123456789abcdef"], "Nashville", "one side"),
        ([], "Nashville", "one side"),
        (None, "Corinth", "the enemy"),
    ],
)
def test_impossible_move_is_refused_and_changes_nothing(
    club: Club, pieces: list[str] | None, to: str, said: str
) -> None:
    state = now_of(club.campaign)
    pieces = [state.points_at["USA", at(state, "Nashville")][0].id] if pieces is None else pieces
    with pytest.raises(Refusal, match=said):
        war_umpire.move(club.viewer("umpire"), pieces=pieces, hex=at(state, to), reason="So.", **NOW)
    assert now_of(club.campaign).points == state.points


def test_hex_outside_the_map_is_refused(club: Club) -> None:
    point = now_of(club.campaign).points_at["USA", at(now_of(club.campaign), "Nashville")][0]
    with pytest.raises(Refusal, match="land hex"):
        war_umpire.move(club.viewer("umpire"), pieces=[point.id], hex="9999", reason="So.", **NOW)


def test_pieces_in_a_battle_stay_where_they_are(club: Club) -> None:
    contact = until_contact(club)
    point = now_of(club.campaign).points_at[contact.attacker, contact.hex][0]  # type: ignore[index]
    with pytest.raises(Refusal, match="battle is being settled"):
        war_umpire.remove(club.viewer("umpire"), pieces=[point.id], reason="So.", **NOW)


@pytest.mark.parametrize("who", ["union", "observer"])
def test_nobody_else_sets_the_map_right(club: Club, who: str) -> None:
    with pytest.raises(Refusal, match="Only the umpire"):
        war_umpire.remove(club.viewer(who), pieces=["0123456789abcdef"], reason="So.", **NOW)


# What is off the map, what is built, and who holds a hex


def set_right(club: Club, act: Any, who: str = "umpire", **said: Any) -> State:
    act(club.viewer(who), **{"reason": "Agreed."} | said, **NOW)
    return now_of(club.campaign)


def test_lost_strength_point_comes_back_and_is_a_loss_no_longer(club: Club) -> None:
    row = StrengthPoint.objects.filter(side="CSA", force__hex=at(now_of(club.campaign), "Corinth")).order_by("id")[0]
    StrengthPoint.objects.filter(pk=row.pk).update(lost=True, force=None, lost_at=row.force and row.force.hex)
    assert lost(now_of(club.campaign), "CSA") == 1
    to = at(now_of(club.campaign), "Memphis")
    after = set_right(club, war_umpire.move, pieces=[hex_id(row.pk)], hex=to)
    point = after.points[hex_id(row.pk)]
    assert (point.standing, point.hex, point.lost_at, lost(after, "CSA")) == ("map", to, "", 0)


@pytest.mark.parametrize("standing", ["waiting", "due"])
def test_strength_point_that_is_to_come_is_put_down(club: Club, standing: str) -> None:
    state = now_of(club.campaign)
    point = next(each for each in state.points.values() if each.standing == standing and each.side == "USA")
    to = at(state, "Nashville")
    after = set_right(club, war_umpire.move, pieces=[point.id], hex=to).points[point.id]
    assert (after.standing, after.hex, after.due_on) == ("map", to, 0)


@pytest.mark.parametrize("standing", ["pool", "away", "dead", "due", "removed", "drawn"])
def test_leader_comes_in_from_wherever_he_is(club: Club, standing: str) -> None:
    state = now_of(club.campaign)
    leader = next(each for each in state.leaders.values() if each.name == "Sherman")
    Leader.objects.filter(name="Sherman").update(
        standing=standing, force=None, back_turn=5 if standing == "due" else None
    )
    to = at(state, "Nashville")
    after = set_right(club, war_umpire.move, pieces=[leader.id], hex=to).leaders[leader.id]
    assert (after.standing, after.hex, after.due_on) == ("map", to, 0)


@pytest.mark.parametrize("standing", ["map", "dead", "away", "removed"])
def test_leader_goes_back_to_the_pool(club: Club, standing: str) -> None:
    leader = next(each for each in now_of(club.campaign).leaders.values() if each.name == "Sherman")
    if standing != "map":
        Leader.objects.filter(name="Sherman").update(standing=standing, force=None)
    after = set_right(club, war_umpire.remove, pieces=[leader.id], leaders_to="pool")
    assert (after.leaders[leader.id].standing, after.leaders[leader.id].hex) == ("pool", "")
    assert "Sherman. Its leaders are in the pool. Agreed." in last_line(club, "union")


def test_what_is_off_the_map_already_is_not_removed_again(club: Club) -> None:
    point = now_of(club.campaign).points_at["USA", at(now_of(club.campaign), "Nashville")][0]
    set_right(club, war_umpire.remove, pieces=[point.id])
    with pytest.raises(Refusal, match=r"^pieces: these are off the map already"):
        set_right(club, war_umpire.remove, pieces=[point.id])


@pytest.mark.rule("CW-STACK")
def test_no_more_strength_points_come_into_a_hex_than_may_stay(club: Club) -> None:
    """L-3: thirty in a hex near rail or river."""
    state = now_of(club.campaign)
    here, kind = at(state, "Nashville"), {"side": "USA", "arm": "infantry", "quality": "green"}
    room = 30 - len(state.points_at["USA", here])
    after = set_right(club, war_umpire.add, hex=here, sp=room, **kind)
    for act, said in (
        (war_umpire.add, {"sp": 1, **kind}),
        (war_umpire.move, {"pieces": [after.points_at["USA", at(state, "Cairo")][0].id]}),
    ):
        with pytest.raises(Refusal, match=r"^hex: at most 30 strength points of a side may stay there, and 31 would"):
            set_right(club, act, hex=here, **said)
    assert now_of(club.campaign).points == after.points


@pytest.mark.parametrize("what", ["fort", "depot"])
def test_work_or_depot_is_put_down_counts_at_once_and_is_removed(club: Club, what: str) -> None:
    here = at(now_of(club.campaign), "Clarksville TN")
    state = set_right(club, war_umpire.build, side="USA", what=what, hex=here)
    found = state.works[here] if what == "fort" else state.depots[here]
    assert (found.side, found.counts_from <= state.clock.pulses) == ("USA", True)
    assert f"The umpire put a {what} at Clarksville" in last_line(club, "union")
    id_ = f"{'work' if what == 'fort' else 'depot'}:{here}"
    after = set_right(club, war_umpire.remove, pieces=[id_])
    assert here not in (*after.works, *(after.depots if what == "depot" else ()))
    assert f"The umpire removed the {what} at Clarksville" in last_line(club, "union")
    assert verify(club.campaign.pk) == []


def test_fort_becomes_a_fortress_and_opens_no_second_work(club: Club) -> None:
    here = at(now_of(club.campaign), "Nashville")
    state = set_right(club, war_umpire.build, side="USA", what="fortress", hex=here)
    assert (state.works[here].kind, state.works[here].raised, state.works[here].printed) == ("fortress", True, True)
    for what in ("fort", "fortress"):
        with pytest.raises(Refusal, match=r"^what: a hex has one fort or fortress"):
            set_right(club, war_umpire.build, side="USA", what=what, hex=here)


def test_headquarters_goes_and_comes_under_the_senior_leader(club: Club) -> None:
    state = now_of(club.campaign)
    army = next(each for each in state.armies.values() if each.side == "CSA")
    after = set_right(club, war_umpire.remove, pieces=[f"army:{army.commander}"])
    assert army.id not in after.armies
    assert after.leaders[army.commander].hex == state.leaders[army.commander].hex
    again = set_right(club, war_umpire.build, side="CSA", what="army", hex=at(state, "Corinth"))
    assert [each.commander for each in again.armies.values() if each.side == "CSA"] == [army.commander]


def test_side_is_given_a_hex_and_the_enemy_reads_no_reason(club: Club) -> None:
    here = at(now_of(club.campaign), "Memphis")
    before = now_of(club.campaign)
    assert before.held[here] == "CSA"
    after = set_right(club, war_umpire.give_hex, side="USA", hex=here, reason="A slip of the table.")
    assert after.held[here] == "USA"
    assert last_line(club, "union") == "The umpire let the Union side hold Memphis. A slip of the table."
    assert last_line(club, "confederate") == "The umpire let the Union side hold Memphis."
    set_right(club, war_umpire.give_hex, side="CSA", hex=here)
    assert now_of(club.campaign).held == before.held
    assert verify(club.campaign.pk) == []


def test_holder_of_a_hex_out_of_sight_is_told_to_its_new_side_alone() -> None:
    club = begun(a_war(sight="near"))
    state, before = now_of(club.campaign), last_line(club, "confederate")
    here = next(
        hex_
        for hex_ in sorted(state.held)
        if state.held[hex_] == "CSA"
        and hex_ not in in_sight(state, "CSA")
        and not state.world.graph.hexes[hex_].places
        and state.world.theater_of(hex_)
    )
    version = club.viewer("confederate").version
    set_right(club, war_umpire.give_hex, side="USA", hex=here, reason="So.")
    sweep(club.campaign.pk)
    assert "So." in last_line(club, "union")
    assert (last_line(club, "confederate"), club.viewer("confederate").version) == (before, version)
    assert view(now_of(club.campaign), "CSA").held[here] == "CSA"


@pytest.mark.parametrize(
    ("act", "said", "refused"),
    [
        (war_umpire.build, {"side": "USA", "what": "fort", "hex": "Memphis"}, r"^hex: the Union doesn’t hold this hex"),
        (war_umpire.build, {"side": "USA", "what": "depot", "hex": "Cairo"}, r"^what: a depot is already there"),
        (war_umpire.build, {"side": "USA", "what": "army", "hex": "Cairo"}, r"^what: an army needs a leader"),
        (war_umpire.build, {"side": "CSA", "what": "army", "hex": "Corinth"}, r"^what: an army’s headquarters"),
        (war_umpire.give_hex, {"side": "USA", "hex": "Nashville"}, r"^side: the Union holds this hex already"),
        (war_umpire.give_hex, {"side": "USA", "hex": "Corinth"}, r"^hex: the enemy has strength points"),
        (war_umpire.give_hex, {"side": "USA", "hex": "9999"}, r"^hex: choose a land hex"),
        (war_umpire.build, {"side": "USA", "what": "fort", "hex": "9999"}, r"^hex: choose a land hex"),
        (war_umpire.remove, {"pieces": ["work:9999"]}, r"^pieces: choose pieces of one side"),
        (war_umpire.remove, {"pieces": ["army:"]}, r"^pieces: choose pieces of one side"),
    ],
)
def test_what_the_map_does_not_allow_is_refused_and_changes_nothing(
    club: Club, act: Any, said: dict[str, Any], refused: str
) -> None:
    state = now_of(club.campaign)
    if said.get("hex", "9999") != "9999":
        said = said | {"hex": at(state, said["hex"])}
    with pytest.raises(Refusal, match=refused):
        set_right(club, act, **said)
    assert now_of(club.campaign) == state


def test_buildings_of_a_battle_stay_while_it_is_settled(club: Club) -> None:
    contact = until_contact(club)
    for act, said in (
        (war_umpire.build, {"side": "USA", "what": "fort"}),
        (war_umpire.give_hex, {"side": contact.attacker}),
    ):
        with pytest.raises(Refusal, match="battle is being settled"):
            set_right(club, act, hex=contact.hex, **said)


@pytest.mark.parametrize("who", ["union", "confederate", "observer"])
def test_nobody_else_puts_down_a_work_or_changes_a_holder(club: Club, who: str) -> None:
    here = at(now_of(club.campaign), "Nashville")
    for act, said in ((war_umpire.build, {"what": "fort"}), (war_umpire.give_hex, {})):
        with pytest.raises(Refusal, match="Only the umpire"):
            set_right(club, act, who, side="CSA", hex=here, **said)


# The pages


def page_of(client: Client, club: Club, name: str, **data: Any) -> Any:
    client.force_login(club.users["umpire"])
    url = reverse(f"map:{name}", args=[club.campaign.pk])
    if not data:
        return client.get(url)
    form = client.get(url).context["form"]
    return client.post(url, {"version": form["version"].value(), "key": form["key"].value(), **data})


def test_pages_group_all_pieces_by_where_they_are(client: Client, club: Club) -> None:
    point = now_of(club.campaign).points_at["USA", at(now_of(club.campaign), "Nashville")][0]
    set_right(club, war_umpire.remove, pieces=[point.id])
    page = page_of(client, club, "move-pieces")
    names = [group.name for group in page.context["form"].groups()]
    assert {"Union, Nashville", "Confederate, Corinth", "Union, not in play yet", "Union, lost or taken off"} <= {
        *names
    }
    assert len(names) == len(set(names))
    assert "taken off at Nashville" in page.text
    names = [group.name for group in page_of(client, club, "remove-pieces").context["form"].groups()]
    assert "Union, works, depots, armies, rails" in names
    assert "Union, lost or taken off" not in names


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("put-down", {"side": "USA", "what": "fort", "hex": "Nowhere", "reason": "So."}, "choose a land hex"),
        ("put-down", {"side": "USA", "what": "castle", "hex": "Cairo", "reason": "So."}, "castle"),
        ("put-down", {"side": "USA", "what": "fort", "hex": "Cairo", "reason": "So."}, "one fort or fortress"),
        ("put-down", {"side": "USA", "what": "fort", "hex": "Clarksville TN"}, "Reason"),
        ("give-hex", {"side": "USA", "hex": "Nashville", "reason": "So."}, "holds this hex already"),
        ("give-hex", {"side": "France", "hex": "Memphis", "reason": "So."}, "France"),
        ("remove-pieces", {"pieces": ["work:1", "x"], "reason": "So."}, "pieces"),
        ("remove-pieces", {"pieces": [], "leaders_to": "hell", "reason": "So."}, "hell"),
    ],
)
def test_page_names_the_field_of_a_bad_input(
    client: Client, club: Club, name: str, data: dict[str, Any], said: str
) -> None:
    state = now_of(club.campaign)
    page = page_of(client, club, name, **data)
    assert page.status_code in (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert "There’s a problem" in page.text
    assert said in page.text
    assert now_of(club.campaign) == state


def test_page_puts_down_a_fort_and_gives_a_hex(client: Client, club: Club) -> None:
    data = {"side": "USA", "hex": "clarksville tn", "reason": "So."}
    assert page_of(client, club, "put-down", what="fort", **data).status_code == HTTPStatus.FOUND
    assert at(now_of(club.campaign), "Clarksville TN") in now_of(club.campaign).works
    data = {"side": "USA", "hex": "Memphis", "reason": "So."}
    assert page_of(client, club, "give-hex", **data).status_code == HTTPStatus.FOUND
    assert now_of(club.campaign).held[at(now_of(club.campaign), "Memphis")] == "USA"
