"""The ground of a battle: accepted in one click, set, and its edges chosen or assigned (VG-3)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.http import Http404

from battles.models import Battle, BattleGround
from battles.selectors.forms import plan_start
from battles.selectors.page import battle_page
from battles.services import ground as grounds
from battles.services import plans
from battles.tests.builders import a_battle, march, open_it, seal_both, told
from campaign.errors import Refusal
from campaign.models import Deadline, Entry, Proposal
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from rulesets.core.ground import Box, Ground, TableEdge, ZoneUse, standard_ground

pytestmark = pytest.mark.django_db


def ground_of(battle: Battle) -> BattleGround:
    return BattleGround.objects.get(battle=battle)


def without_entry(edge: str) -> Ground:
    ground = standard_ground()
    zones = tuple(zone for zone in ground.zones if not (zone.use is ZoneUse.ENTRY and zone.edge == edge))
    return replace(ground, zones=zones)


def choose(club: Club, battle: Battle, edge: str, who: str = "union") -> None:
    grounds.choose_edge(club.viewer(who), battle.id, edge=edge)


class Test_Ground:
    def test_new_battle_has_the_standard_ground(self) -> None:
        _, battle = a_battle()
        assert ground_of(battle).whole == standard_ground()
        assert ground_of(battle).accepted_at is None

    def test_umpire_accepts_it_at_once(self) -> None:
        club, battle = a_battle()
        grounds.accept_ground(club.viewer("umpire"), battle.id)
        assert ground_of(battle).accepted_at is not None
        words = f"The umpire accepted the ground of {battle.name}: 72 by 48 inches, 4 zones, no objectives."
        assert told(club, "observer")[-1] == words
        with pytest.raises(Refusal, match="already accepted"):
            grounds.accept_ground(club.viewer("umpire"), battle.id)
        assert verify(club.campaign.id) == []

    def test_umpire_sets_another(self) -> None:
        club, battle = a_battle()
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
        assert (ground_of(battle).whole.width, ground_of(battle).whole.depth) == (96, 60)
        assert told(club, "union")[-1].startswith("The umpire changed the ground")

    def test_faulty_ground_is_refused(self) -> None:
        club, battle = a_battle()
        with pytest.raises(Refusal, match="two opposite edges"):
            grounds.set_ground(club.viewer("umpire"), battle.id, replace(standard_ground(), zones=()))
        assert ground_of(battle).whole == standard_ground()

    def test_sealed_plan_fixes_it(self) -> None:
        club, battle = a_battle()
        plans.seal(club.viewer("union"), battle.id, plan={})
        with pytest.raises(Refusal, match="has sealed its plan"):
            grounds.accept_ground(club.viewer("umpire"), battle.id)
        plans.unseal(club.viewer("union"), battle.id)
        grounds.accept_ground(club.viewer("umpire"), battle.id)

    def test_players_cannot_set_it_under_an_umpire(self) -> None:
        club, battle = a_battle()
        for who in ("union", "confederate", "observer"):
            with pytest.raises(Http404):
                grounds.accept_ground(club.viewer(who), battle.id)

    def test_both_sides_agree_where_the_site_umpires(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        grounds.accept_ground(club.viewer("union"), battle.id)
        sweep(club.campaign.id)
        assert ground_of(battle).accepted_at is None
        grounds.accept_ground(club.viewer("confederate"), battle.id)
        sweep(club.campaign.id)
        assert ground_of(battle).accepted_at is not None
        assert any(line.startswith("Both sides accepted the ground") for line in told(club, "union"))
        assert verify(club.campaign.id) == []

    def test_agreed_ground_too_late_is_refused_in_the_open(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        grounds.set_ground(club.viewer("union"), battle.id, standard_ground(96, 60))
        plans.seal(club.viewer("union"), battle.id, plan={})
        asked = Proposal.objects.get(state="open")
        decisions.agree(club.viewer("confederate"), proposal_id=asked.pk)
        sweep(club.campaign.id)
        assert ground_of(battle).whole == standard_ground()
        assert "it couldn’t be done" in told(club, "union")[-1]


@pytest.mark.rule("VG-3")
class Test_VG_3_The_defender_picks_his_edge:
    def test_defender_chooses_and_the_attacker_gets_the_opposite_edge(self) -> None:
        club, battle = a_battle()
        choose(club, battle, "south")
        assert ground_of(battle).edge == "south"
        facts = dict(battle_page(club.viewer("observer"), battle.id, now=SOURCES.now()).table)
        assert facts["Union defends"] == "the south edge"
        assert facts["Confederate attacks from"] == "the north edge"
        assert facts["Union left"] == "the west edge"
        assert facts["Confederate left"] == "the east edge"

    def test_only_the_defender_chooses(self) -> None:
        club, battle = a_battle()
        for who in ("confederate", "observer", "umpire"):
            with pytest.raises(Http404):
                choose(club, battle, "south", who)

    def test_edge_must_have_deployment_zones_for_both(self) -> None:
        club, battle = a_battle()
        for edge in ("east", "nowhere"):
            with pytest.raises(Refusal, match="Choose an edge where both armies can deploy: north, south"):
                choose(club, battle, edge)

    def test_chosen_edge_changes_until_the_first_seal(self) -> None:
        club, battle = a_battle()
        choose(club, battle, "south")
        choose(club, battle, "north")
        plans.seal(club.viewer("confederate"), battle.id, plan={})
        with pytest.raises(Refusal, match="the edge stays as it is"):
            choose(club, battle, "south")

    def test_edge_may_still_be_chosen_after_a_seal(self) -> None:
        club, battle = a_battle()
        plans.seal(club.viewer("confederate"), battle.id, plan={})
        choose(club, battle, "south")
        assert ground_of(battle).edge == "south"

    def test_another_ground_without_that_edge_opens_the_choice_again(self) -> None:
        club, battle = a_battle()
        choose(club, battle, "south")
        turned = {"north": "west", "south": "east", "east": "south", "west": "north"}
        zones = tuple(
            replace(zone, edge=TableEdge(turned[zone.edge]), box=_turned(zone.box))
            for zone in standard_ground(72, 72).zones
            if zone.edge
        )
        grounds.set_ground(club.viewer("umpire"), battle.id, replace(standard_ground(72, 72), zones=zones))
        assert ground_of(battle).edge == ""
        assert told(club, "observer")[-1] == "Union has to choose its edge again. (VG-3.)"

    @pytest.mark.parametrize("umpire_kind", ["person", "site"])
    def test_sweep_assigns_it_after_the_deadline(self, umpire_kind: str) -> None:
        club, battle = a_battle(umpire_kind=umpire_kind)
        late(battle, "USA")
        sweep(club.campaign.id)
        assert ground_of(battle).edge == "north"
        assert any("chose no edge, so the site assigned it the north edge" in line for line in told(club, "union"))
        sweep(club.campaign.id)
        assert Entry.objects.filter(kind=grounds.EDGE).count() == 1

    def test_opening_assigns_it_too(self) -> None:
        club, battle = a_battle()
        seal_both(club, battle)
        open_it(club, battle)
        assert ground_of(battle).edge == "north"

    def test_plan_names_the_edge_of_each_flank(self) -> None:
        club, battle = a_battle()
        choose(club, battle, "south")
        labels = [edge.label for edge in plan_start(club.viewer("confederate"), battle.id).choices.edges]
        assert labels == ["Your left, the east edge", "Your right, the west edge"]

    def test_flank_without_entry_zone_is_closed(self) -> None:
        club, battle = a_battle()
        grounds.set_ground(club.viewer("umpire"), battle.id, without_entry("west"))
        choose(club, battle, "south")
        assert [edge.value for edge in plan_start(club.viewer("union"), battle.id).choices.edges] == ["right"]
        with pytest.raises(Refusal, match="No flank march can enter at the west edge"):
            plans.seal(club.viewer("union"), battle.id, plan=march(battle, "USA", "left", "Sherman", points=1))
        plans.seal(club.viewer("union"), battle.id, plan=march(battle, "USA", "right", "Sherman", points=1))

    def test_march_is_sealed_before_the_choice_only_if_open_either_way(self) -> None:
        club, battle = a_battle()
        grounds.set_ground(club.viewer("umpire"), battle.id, without_entry("west"))
        with pytest.raises(Refusal, match="No flank march can enter at the defender’s left"):
            plans.seal(club.viewer("union"), battle.id, plan=march(battle, "USA", "left", "Sherman", points=1))


def _turned(box: Box) -> Box:
    return Box(box.top, box.left, box.depth, box.width)


def late(battle: Battle, side: str) -> None:
    """Let a side's deadline pass."""
    Deadline.objects.filter(subject__endswith=f":plan:{side}").update(due_at=SOURCES.now() - timedelta(hours=1))
