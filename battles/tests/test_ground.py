"""The ground of a battle: accepted in one click, set, and its edges chosen or assigned (VG-3)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from battles.conduct.orders import OrderEdit
from battles.models import Battle, BattleGround, Plan, SecretResult
from battles.selectors.forms import plan_page, plan_start
from battles.selectors.ground import plan_problems
from battles.selectors.page import battle_page
from battles.selectors.reads import brief_of_battle, conduct, public_brief_of
from battles.services import ground as grounds
from battles.services import overdue, plans
from battles.services.common import open_battle_act, reload
from battles.tests.builders import a_battle, march, open_it, seal_both, told
from campaign.errors import Refusal, Stale
from campaign.models import Deadline, Draft, Entry, Proposal
from campaign.selectors.moves import moves
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from rulesets.core.deployment import Deployment, Placed
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


def chooses_edge(club: Club, who: str) -> bool:
    """Tell whether a person's moves ask for the edge to defend."""
    viewer = club.viewer(who)
    own = moves([viewer])[viewer.campaign_id].mine
    return any(thing.sentence.startswith("Choose the edge to defend") for thing in own)


class Test_Ground:
    def test_edge_is_the_defenders_move_until_it_is_chosen(self) -> None:
        club, battle = a_battle()
        defender, attacker = sorted(("union", "confederate"), key=lambda who: not chooses_edge(club, who))
        assert club.viewer(defender).side == brief_of_battle(battle).defender
        assert chooses_edge(club, defender)
        assert not chooses_edge(club, attacker)
        choose(club, battle, "south", defender)
        assert not chooses_edge(club, defender)

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
        seal_both(club, battle)
        sweep(club.campaign.id)
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


WEST_MARCH = ("USA", "left", "Sherman")  # with the defender at the south edge


def sealed_both(club: Club, battle: Battle) -> None:
    choose(club, battle, "south")
    seal_both(club, battle, union=march(battle, *WEST_MARCH, points=1))
    sweep(club.campaign.id)


class Test_Ground_changed_after_a_seal:
    def test_every_plan_is_unsealed_in_the_open(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
        assert not Plan.objects.exists()
        words = "The plans for Shiloh are unsealed, and both sides have the same new deadline. (House rule R-77.)"
        assert all(words in told(club, who) for who in ("union", "confederate", "observer"))
        sweep(club.campaign.id)
        assert verify(club.campaign.id) == []

    def test_accepting_it_unseals_nothing(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        grounds.accept_ground(club.viewer("umpire"), battle.id)
        assert Plan.objects.count() == 2

    def test_both_sides_get_the_same_new_deadline(self) -> None:
        sources = SeededSources("ground", now=datetime(2026, 3, 7, 18, 0, tzinfo=UTC))
        with SOURCES.using(sources):
            club, battle = a_battle()
            plans.seal(club.viewer("union"), battle.id, plan={})
            sources.clock += timedelta(hours=5)
            sweep(club.campaign.id)
            before = deadlines()
            grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
            sweep(club.campaign.id)
            assert deadlines() == [due + timedelta(hours=5) for due in before]
            assert len(set(deadlines())) == 1

    def test_old_deadline_no_longer_counts_before_the_sweep(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        late(battle, "CSA")
        plans.seal(club.viewer("union"), battle.id, plan={})
        with open_battle_act(None, battle, "battle.ground") as act:
            grounds.unseal_all(act, reload(battle))
        overdue.move_on(reload(battle), SOURCES.now())
        assert not Plan.objects.exists()

    def test_sealed_plan_becomes_the_draft_of_its_seat(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
        start = plan_start(club.viewer("union"), battle.id)
        assert start.draft == march(battle, *WEST_MARCH, points=1)
        assert plan_page(club.viewer("union"), start, battle.id).problems == ()
        plans.seal(club.viewer("union"), battle.id, plan=start.draft)

    def test_older_draft_of_that_seat_has_a_new_version(self) -> None:
        club, battle = a_battle()
        version = plans.save_draft(club.viewer("union"), battle.id, plan={}, draft_version=0)
        sealed_both(club, battle)
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
        with pytest.raises(Stale):
            plans.save_draft(club.viewer("union"), battle.id, plan={}, draft_version=version)

    def test_queries_are_the_same_with_and_without_a_draft(self) -> None:
        club, battle = a_battle()
        counts = []
        for width in (60, 72, 84, 96):  # the first warms up
            if width == 72:
                Draft.objects.all().delete()
            plans.seal(club.viewer("union"), battle.id, plan={})
            sweep(club.campaign.id)
            assert Draft.objects.exists() == (width > 72)
            with CaptureQueriesContext(connection) as asked:
                grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(width, 60))
            sweep(club.campaign.id)
            counts.append(len(asked))
        assert counts[1] == counts[2] == counts[3]

    def test_only_the_owner_and_the_umpire_learn_what_became_illegal(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        grounds.set_ground(club.viewer("umpire"), battle.id, without_entry("west"))
        words = "Your plan for Shiloh can’t be sealed as it was: No flank march can enter at the west edge"
        knowing = {who for who in club.users if who != "outsider" and words in " ".join(told(club, who))}
        assert knowing == {"union", "umpire"}
        start = plan_start(club.viewer("union"), battle.id)
        assert "no zone to enter" in " ".join(start.choices.notes)
        assert "west edge" in " ".join(plan_page(club.viewer("union"), start, battle.id).problems)

    def test_draft_that_was_never_sealed_stays_and_lists_what_became_illegal(self) -> None:
        club, battle = a_battle()
        choose(club, battle, "south")
        plans.save_draft(club.viewer("union"), battle.id, plan=march(battle, *WEST_MARCH, points=1), draft_version=0)
        plans.seal(club.viewer("confederate"), battle.id, plan={})
        start = plan_start(club.viewer("union"), battle.id)
        assert plan_page(club.viewer("union"), start, battle.id).problems == ()
        grounds.set_ground(club.viewer("umpire"), battle.id, without_entry("west"))
        start = plan_start(club.viewer("union"), battle.id)
        assert start.draft == march(battle, *WEST_MARCH, points=1)
        assert "No flank march can enter at the west edge" in " ".join(
            plan_page(club.viewer("union"), start, battle.id).problems
        )

    def test_everything_that_became_illegal_is_listed_together(self) -> None:
        club, battle = a_battle()
        choose(club, battle, "south")
        orders, placed = conduct(battle).orders, Deployment((Placed("c0d0", "Nowhere"),))
        assert orders is not None
        order = orders.edited(brief_of_battle(battle), "USA", None, OrderEdit("split", "c0d0b0", stands=1))
        grounds.set_ground(club.viewer("umpire"), battle.id, without_entry("west"))
        found = plan_problems(reload(battle), "USA", march(battle, *WEST_MARCH, points=1), order, placed)
        said = " ".join(found)
        for word in ("VG-5B", "No flank march can enter at the west edge", "names the zone Nowhere"):
            assert word in said, found

    def test_rewind_restores_the_seals(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        good = Entry.objects.filter(kind="battle.sealed").order_by("-seq")[0]
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
        sweep(club.campaign.id)
        rewind(club.viewer("umpire"), entry_id=good.pk, reason="The table is as it was.")
        sweep(club.campaign.id)
        assert Plan.objects.count() == 2
        assert ground_of(battle).whole == standard_ground()
        assert verify(club.campaign.id) == []

    def test_battle_opens_and_rolls_afterwards(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
        sweep(club.campaign.id)
        seal_both(club, battle, union=march(battle, *WEST_MARCH, points=1))
        open_it(club, battle)
        assert SecretResult.objects.filter(subject__contains=".1.").count() == 1  # the march
        assert verify(club.campaign.id) == []

    def test_both_sides_can_agree_to_it_without_an_umpire(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        choose(club, battle, "south")
        plans.seal(club.viewer("union"), battle.id, plan=march(battle, *WEST_MARCH, points=1))
        sweep(club.campaign.id)
        for who in ("union", "confederate"):
            grounds.set_ground(club.viewer(who), battle.id, without_entry("west"))
        assert Plan.objects.count() == 1  # the sweep does it, so that no request tells of a plan
        sweep(club.campaign.id)
        assert not Plan.objects.exists()
        assert "can’t be sealed" in " ".join(told(club, "union"))
        assert "can’t be sealed" not in " ".join(told(club, "confederate"))


def deadlines() -> list[datetime]:
    return list(
        Deadline.objects.filter(subject__contains=":plan:").order_by("subject").values_list("due_at", flat=True)
    )


class Test_Hex_corrected:
    def test_umpire_corrects_it_with_a_reason(self) -> None:
        club, battle = a_battle()
        correct_hex(club, battle, "umpire")
        assert public_brief_of(reload(battle)).hex_terrain == "swamp"
        assert "The map says so." in told(club, "observer")[-1]
        with pytest.raises(Refusal, match="Nothing would change"):
            correct_hex(club, battle, "umpire")
        assert verify(club.campaign.id) == []

    def test_it_unseals_plans_and_tells_the_owner_of_a_march(self) -> None:
        club, battle = a_battle()
        sealed_both(club, battle)
        correct_hex(club, battle, "umpire")
        assert not Plan.objects.exists()
        assert "VG-7C2" in told(club, "union")[-1] or "can’t be sealed" in told(club, "union")[-1]
        assert not any("can’t be sealed" in line for line in told(club, "confederate"))
        assert verify(club.campaign.id) == []

    def test_both_sides_agree_where_the_site_umpires(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        for who in ("union", "confederate"):
            correct_hex(club, battle, who)
        sweep(club.campaign.id)
        assert public_brief_of(reload(battle)).hex_terrain == "swamp"
        assert any(line.startswith("Both sides corrected") for line in told(club, "union"))

    def test_players_cannot_under_an_umpire(self) -> None:
        club, battle = a_battle()
        with pytest.raises(Http404):
            correct_hex(club, battle, "union")


def correct_hex(club: Club, battle: Battle, who: str) -> None:
    why = "The map says so."
    grounds.correct_hex(club.viewer(who), battle.id, hex_terrain="swamp", hexside_crossed="none", reason=why)
