"""Settling is one transaction: what a report does to the map, with its rolls from the public cup (VG-9, 4F, 10A)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.conduct.base import EnteredResult
from battles.models import Battle, SideResult
from battles.selectors.reads import brief_of_battle, plans_of, side_results_of, units_of
from battles.selectors.report import lost_of
from battles.selectors.result import published_results
from battles.services import result, settle
from battles.tests.builders import (
    SHEET,
    a_side_result,
    both_request,
    fight_on_table,
    first_of_most,
    open_it,
    prizes,
    seal_both,
    shiloh,
    told,
)
from campaign.errors import Refusal
from campaign.ids import read_id
from campaign.models import CAMPAIGN_STREAM, Entry, JournalLine, Throw
from campaign.selectors.verify import verify
from campaign.services.corrections import correct
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief import Brief
from rulesets.core.cup import canonical
from rulesets.core.report import Fate, LeaderSaid, StandsLost
from rulesets.cw_to_ff.hand_over import rolls
from war.models import Contact, ContactState, Force, Leader, Sighting, StrengthPoint
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db
WHO = {"USA": "union", "CSA": "confederate"}


def with_side(brief: Brief, side: str, **changes: Any) -> Brief:
    return replace(brief, sides={**brief.sides, side: replace(brief.sides[side], **changes)})


def with_qualities(brief: Brief, side: str, *qualities: str) -> Brief:
    """Return a Brief whose army has one strength point of each of these qualities."""
    first = brief.sides[side].strength[0]
    items = tuple(replace(first, id=f"{side}-{n}", quality=quality, size=1) for n, quality in enumerate(qualities))
    return with_side(brief, side, strength=items)


@kept
def fought(brief: Brief | None = None, *, umpire_kind: str = "person") -> tuple[Club, Battle]:
    """Fight a battle to its end, with results still to enter."""
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    contact = set_up(None, brief=brief or shiloh(), campaign_id=club.campaign.id)
    battle = fight_on_table(club, contact)
    sweep(club.campaign.id)
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    return club, battle


def said(
    battle: Battle,
    side: str,
    *,
    killed: int = 0,
    points: int = 0,
    end: str = "held",
    leaders: Mapping[str, LeaderSaid] | None = None,
    **more: Any,
) -> EnteredResult:
    """Return a side's result; every leader was on the table unless another word is given for him by name."""
    units = units_of(battle, side, plans_of(battle))
    entered = a_side_result(units, points=points, end=end, killed={first_of_most(units): killed})
    ids = {leader.name: leader.id for leader in brief_of_battle(battle).sides[side].leaders}
    fates = {ids[name]: word for name, word in (leaders or {}).items()}
    return replace(entered, leaders={each: LeaderSaid() for each in ids.values()} | fates, **more)


def enter(club: Club, battle: Battle, side: str, entered: EnteredResult) -> None:
    entered = replace(entered, objectives=prizes(battle, **{side: entered.points}))
    result.enter_result(club.viewer(WHO[side]), battle.id, entered=entered)
    result.confirm_result(club.viewer(WHO[side]), battle.id)


def settled(club: Club, battle: Battle, union: EnteredResult, confederate: EnteredResult) -> None:
    enter(club, battle, "USA", union)
    enter(club, battle, "CSA", confederate)
    settle.settle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)


def leader(name: str) -> Leader:
    return Leader.objects.get(name=name)


def qualities(side: str) -> list[str]:
    found = StrengthPoint.objects.filter(side=side, lost=False).values_list("quality", flat=True)
    return sorted(found)


def army(side: str) -> Force:
    return Force.objects.get(side=side)


class Test_Winner:
    @pytest.mark.rule("VG-9")
    def test_loser_on_points_retreats_even_if_he_holds_the_field(self) -> None:
        club, battle = fought()
        settled(club, battle, said(battle, "USA", points=12), said(battle, "CSA", points=19, end="withdrew"))
        assert army("USA").hex == "0302"
        assert army("CSA").hex == "0202"
        assert army("CSA").demoralized
        words = " ".join(told(club, "observer"))
        assert "Confederate won on victory points, 19 to 12; the Union army retreats." in words
        assert "retreats to" not in words
        assert "It retreats to Savannah." in " ".join(told(club, "union"))
        assert Contact.objects.get().state == ContactState.SETTLED
        assert verify(club.campaign.id) == []

    @pytest.mark.rule("VG-9")
    def test_attacker_goes_back_where_he_came_from_after_a_tie(self) -> None:
        club, battle = fought()
        settled(club, battle, said(battle, "USA", points=7), said(battle, "CSA", points=7, end="withdrew"))
        assert army("CSA").hex == "0103"
        assert "Nobody won on victory points, 7 to 7; the Confederate army retreats." in " ".join(
            told(club, "observer")
        )

    @pytest.mark.rule("VG-9")
    def test_owner_chooses_among_the_hexes_that_he_may_know_to_be_open(self) -> None:
        club, battle = fought()
        with pytest.raises(Refusal, match="Choose a hex to which this army may retreat"):
            enter(club, battle, "USA", said(battle, "USA", retreat="0103"))
        settled(club, battle, said(battle, "USA", retreat="0101"), said(battle, "CSA", points=3, end="withdrew"))
        assert army("USA").hex == "0101"

    @pytest.mark.rule("VG-9")
    def test_umpire_names_any_hex_around(self) -> None:
        club, battle = fought()
        enter(club, battle, "CSA", said(battle, "CSA", points=3, end="withdrew"))
        entered = said(battle, "USA", retreat="0103", objectives=prizes(battle))
        umpire = club.viewer("umpire")
        result.enter_result(umpire, battle.id, side="USA", entered=entered)
        far = replace(entered, retreat="9999")
        with pytest.raises(Refusal, match="Choose a hex to which this army may retreat"):
            result.enter_result(umpire, battle.id, side="USA", entered=far)
        result.confirm_result(club.viewer("union"), battle.id)
        settle.settle(club.viewer("umpire"), battle.id)
        assert army("USA").hex == "0103"

    @pytest.mark.rule("VG-9")
    def test_army_with_nowhere_to_go_surrenders(self) -> None:
        club, battle = fought()
        for hex_id in ("0201", "0101", "0102", "0302", "0203"):
            Sighting.objects.create(
                id=int(hex_id), campaign=club.campaign, side="USA", hex=hex_id, since_turn=1, in_sight=False
            )
        settled(club, battle, said(battle, "USA"), said(battle, "CSA", points=3, end="withdrew"))
        assert not StrengthPoint.objects.filter(side="USA", lost=False).exists()
        assert "the Union army surrenders (house rule R-115)" in " ".join(told(club, "observer"))


class Test_Morale:
    @pytest.mark.rule("VG-9C")
    def test_army_that_holds_rolls_from_the_public_cup(self) -> None:
        """Worked example 25: the attacker won on points but withdrew; the defender rolls on its line."""
        club, battle = fought()
        settled(club, battle, said(battle, "USA", points=12, killed=20), said(battle, "CSA", points=19, end="withdrew"))
        rolls = {row.base: row for row in Throw.objects.filter(cup__audience="public")}
        first = rolls['["VG-9C",["USA"],0]']
        assert army("USA").demoralized == (first.faces[0] == 6)  # column C, medium: demoralized on a 6 of 6
        state = "is demoralized" if army("USA").demoralized else "is not demoralized"
        assert f"The Union army {state} after Shiloh." in " ".join(told(club, "confederate"))
        assert not any("olumn C" in text for text in told(club, "union"))
        assert any("column C, medium enemy" in text for text in told(club, "umpire"))

    @pytest.mark.rule("VG-9C")
    @pytest.mark.parametrize("killed", [0, 41])
    def test_opened_cup_does_not_tell_which_rolls_were_needed(self, killed: int) -> None:
        club, battle = fought()
        settled(club, battle, said(battle, "USA", points=9, killed=killed), said(battle, "CSA", end="withdrew"))
        made = Throw.objects.filter(cup__audience="public").values_list("base", flat=True)
        grid = [canonical([roll.rule, list(roll.subject), 0]) for roll in rolls()]
        assert sorted(made) == sorted(grid)

    @pytest.mark.rule("VG-9B")
    def test_two_points_lost_demoralize_whoever_won(self) -> None:
        """Worked example 20: 30 stands are 1 1/2 points, so 2."""
        club, battle = fought()
        settled(club, battle, said(battle, "USA", points=9, killed=30), said(battle, "CSA", end="withdrew"))
        assert army("USA").demoralized
        lost = StrengthPoint.objects.filter(side="USA", lost=True).count()
        carries = list(StrengthPoint.objects.filter(side="USA").exclude(carry="0").values_list("carry", flat=True))
        assert (lost, carries) == (2, ["-1/2"])


class Test_Quality:
    @pytest.mark.rule("VG-9E", "VG-4F2")
    def test_green_points_on_the_table_become_veteran(self) -> None:
        club, battle = fought(with_qualities(shiloh(), "USA", "green", "green", "veteran"))
        settled(club, battle, said(battle, "USA"), said(battle, "CSA", points=3, end="withdrew"))
        assert qualities("USA") == ["veteran"] * 3
        assert set(StrengthPoint.objects.filter(side="USA").values_list("battles", flat=True)) == {1}

    @pytest.mark.rule("VG-9E", "VG-4F1")
    def test_point_without_a_stand_on_the_table_stays_green(self) -> None:
        club, battle = fought(with_qualities(shiloh(), "USA", "green", "veteran"))
        entered = said(battle, "USA")
        units = [unit for unit in units_of(battle, "USA", plans_of(battle)) if "green" in unit.name]
        away = {unit.id: StandsLost(never_arrived=unit.stands) for unit in units}
        entered = replace(entered, losses={**entered.losses, **away})
        settled(club, battle, entered, said(battle, "CSA", points=3, end="withdrew"))
        assert dict(StrengthPoint.objects.filter(side="USA").values_list("quality", "battles")) == {
            "green": 0,
            "veteran": 1,
        }

    @pytest.mark.rule("VG-4F3")
    @pytest.mark.parametrize(
        ("began", "choose", "after"),
        [
            (("veteran", "veteran", "green"), 0, ["crack", "veteran", "veteran"]),
            (("veteran", "veteran", "green"), 2, ["veteran", "veteran", "veteran"]),
            (("green", "green", "green"), 1, ["crack", "veteran", "veteran"]),
            (("crack", "green", "green"), 1, ["crack", "veteran", "veteran"]),
        ],
    )
    def test_winner_promotes_one_eligible_point(self, began: tuple[str, ...], choose: int, after: list[str]) -> None:
        """Worked example 29."""
        club, battle = fought(with_qualities(shiloh(), "USA", *began))
        by_quality = [item for item in brief_of_battle(battle).sides["USA"].strength if item.quality == began[choose]]
        entered = said(battle, "USA", points=9, promotion=by_quality[0].id)
        settled(club, battle, entered, said(battle, "CSA", end="withdrew"))
        assert qualities("USA") == after

    @pytest.mark.rule("VG-4F3")
    @pytest.mark.parametrize("points", [7, 9])
    def test_only_the_winner_promotes_and_the_enemy_hears_nothing(self, points: int) -> None:
        club, battle = fought()
        named = {side: brief_of_battle(battle).sides[side].strength[0].id for side in WHO}
        union = said(battle, "USA", points=points, promotion=named["USA"])
        settled(club, battle, union, said(battle, "CSA", points=7, end="withdrew", promotion=named["CSA"]))
        assert (qualities("USA").count("crack"), qualities("CSA").count("crack")) == (int(points == 9), 0)
        assert any("promoted to crack" in text for text in told(club, "union")) == (points == 9)
        assert not any("promoted" in text for text in told(club, "confederate"))

    @pytest.mark.rule("VG-4F3")
    def test_point_that_leaves_the_map_is_not_promoted(self) -> None:
        club, battle = fought()
        first = brief_of_battle(battle).sides["USA"].strength[0].id
        enter(club, battle, "USA", said(battle, "USA", points=9, killed=20, promotion=first))
        worked = lost_of(battle, "USA", plans_of(battle), side_results_of(battle))
        assert worked is not None
        gone = next(iter(worked.gone))
        enter(club, battle, "USA", said(battle, "USA", points=9, killed=20, promotion=gone))
        enter(club, battle, "CSA", said(battle, "CSA", end="withdrew"))
        settle.settle(club.viewer("umpire"), battle.id)
        assert "crack" not in qualities("USA")


class Test_Leaders:
    @pytest.mark.rule("VG-9D")
    def test_fates_on_the_table_count_on_the_map(self) -> None:
        club, battle = fought()
        fates = {"Sherman": Fate.KILLED, "Grant": Fate.CAPTURED, "Hurlbut": Fate.STUNNED}
        union = said(battle, "USA", leaders={name: LeaderSaid(fate) for name, fate in fates.items()})
        settled(club, battle, union, said(battle, "CSA", points=3, end="withdrew"))
        assert (leader("Sherman").fate, leader("Sherman").force) == ("killed", None)
        assert (leader("Grant").fate, leader("Grant").force, leader("Grant").back_turn) == ("wounded", None, 5)
        assert leader("Hurlbut").fate == "fit"
        assert leader("Hurlbut").force is not None
        heard = " ".join(told(club, "confederate"))
        assert "Grant (captured)" in heard
        assert "Sherman (killed)" in heard
        assert "Hurlbut" not in heard

    @pytest.mark.rule("VG-9D", "VG-10A")
    def test_leader_who_never_came_checks_for_loss_and_gets_no_counter(self) -> None:
        club, battle = fought()
        union = said(battle, "USA", leaders={"L. Wallace": LeaderSaid(on_table=False)})
        settled(club, battle, union, said(battle, "CSA", points=3, end="withdrew"))
        slot = [each.name for each in brief_of_battle(battle).sides["USA"].leaders].index("L. Wallace") + 1
        roll = Throw.objects.get(cup__audience="public", base=f'["CW-LEADERLOSS",["USA","leader {slot}"],0]')
        fate = {2: "killed", 3: "wounded", 4: "wounded"}.get(sum(roll.faces), "fit")
        assert (leader("L. Wallace").fate, leader("L. Wallace").counter_turn) == (fate, None)
        assert not any("Wallace" in text for text in told(club, "confederate"))
        assert not any("Wallace" in text for text in told(club, "observer"))

    @pytest.mark.rule("VG-9D")
    def test_published_game_names_only_leaders_who_fell_on_the_table(self) -> None:
        club, battle = fought()
        fates = {"L. Wallace": LeaderSaid(on_table=False), "Sherman": LeaderSaid(Fate.WOUNDED)}
        settled(club, battle, said(battle, "USA", leaders=fates), said(battle, "CSA", points=3, end="withdrew"))
        battle.refresh_from_db()
        union = published_results(battle, plans_of(battle))[0]
        assert union.leaders == ("Sherman: wounded",)
        assert union.aftermath is not None
        assert union.aftermath.lines == ()

    @pytest.mark.rule("VG-10A")
    def test_counter_stays_on_its_first_turn_and_goes_with_a_leader_who_is_killed(self) -> None:
        club, battle = fought()
        Leader.objects.filter(name="Sherman").update(counter_turn=2)
        Leader.objects.filter(name="Hurlbut").update(counter_turn=2)
        union = said(battle, "USA", leaders={"Hurlbut": LeaderSaid(Fate.KILLED)})
        settled(club, battle, union, said(battle, "CSA", points=3, end="withdrew"))
        counters = dict(Leader.objects.filter(side="USA").values_list("name", "counter_turn"))
        assert (counters["Sherman"], counters["Hurlbut"]) == (2, None)
        assert counters["Grant"] == 4
        assert not any("Grant" in text for text in told(club, "confederate"))


class Test_One_truth:
    def test_settling_does_what_the_dry_run_says_with_the_same_dice(self) -> None:
        club, battle = fought()
        enter(club, battle, "USA", said(battle, "USA", points=9, killed=27))
        enter(club, battle, "CSA", said(battle, "CSA", killed=31, end="withdrew"))
        dry = {side: lost_of(battle, side, plans_of(battle), side_results_of(battle)) for side in WHO}
        settle.settle(club.viewer("umpire"), battle.id)
        for side, worked in dry.items():
            assert worked is not None
            gone = set(StrengthPoint.objects.filter(side=side, lost=True).values_list("id", flat=True))
            assert gone == {read_id(item) for item in worked.gone}
            ids = {item: read_id(item) or 0 for item in worked.qualities}
            rows = StrengthPoint.objects.in_bulk(list(ids.values()))
            assert {item: rows[n].quality for item, n in ids.items()} == worked.qualities

    def test_rewound_and_corrected_settlement_keeps_its_dice(self) -> None:
        club, battle = fought()
        mark = Entry.objects.filter(campaign=club.campaign, stream=CAMPAIGN_STREAM).order_by("-seq")[0]
        settled(club, battle, said(battle, "USA", points=9, killed=9), said(battle, "CSA", end="withdrew"))
        before = {line.base: line.faces for line in Throw.objects.filter(cup__audience="public")}
        assert StrengthPoint.objects.filter(side="USA", lost=True).count() == 0
        rewind(club.viewer("umpire"), entry_id=mark.pk, reason="A wrong count.")
        sweep(club.campaign.id)
        battle.refresh_from_db()
        settled(club, battle, said(battle, "USA", points=9, killed=30), said(battle, "CSA", end="withdrew"))
        after = Throw.objects.filter(cup__audience="public", how="machine")
        assert {line.base: line.faces for line in after} == before
        assert after.count() == len(before)
        assert StrengthPoint.objects.filter(side="USA", lost=True).count() == 2
        assert army("USA").demoralized
        assert verify(club.campaign.id) == []

    def test_losses_beyond_the_stands_of_a_class_are_refused(self) -> None:
        brief = with_qualities(shiloh(), "USA", "crack", "veteran")
        club, battle = fought(brief)
        units = units_of(battle, "USA", plans_of(battle))
        over = a_side_result(units, killed={units[0].id: 0})
        wrong = {units[0].id: replace(over.losses[units[0].id], killed=units[0].stands + 1)}
        with pytest.raises(Refusal, match=r"has .* stands, so its losses must total"):
            result.enter_result(club.viewer("union"), battle.id, entered=replace(over, losses=wrong))


class Test_Losses:
    @pytest.mark.rule("VG-9A")
    @pytest.mark.parametrize(
        ("army", "killed", "lost", "carries", "demoralized"),
        [
            (("crack",) * 2 + ("veteran",) * 4, (11, 25), (1, 1), {"crack": "-9/20", "veteran": "1/4"}, True),
            (("crack",) * 2 + ("veteran",) * 4, (9, 29), (0, 1), {"crack": "9/20", "veteran": "9/20"}, None),
            (("crack",) + ("veteran",) * 3, (11, 25), (1, 1), {"veteran": "-1/5"}, True),
        ],
        ids=["18", "19", "21"],
    )
    def test_worked_examples(
        self,
        army: tuple[str, ...],
        killed: tuple[int, int],
        lost: tuple[int, int],
        carries: dict[str, str],
        demoralized: bool | None,  # noqa: FBT001
    ) -> None:
        """Worked examples 18, 19, and 21: crack troops are prorated separately, and remainders carry over."""
        club, battle = fought(with_qualities(shiloh(), "USA", *army))
        units = units_of(battle, "USA", plans_of(battle))
        crack, other = (next(u.id for u in units if kind in u.name) for kind in ("crack", "veteran"))
        entered = a_side_result(units, points=9, killed={crack: killed[0], other: killed[1]})
        settled(club, battle, entered, said(battle, "CSA", end="withdrew"))
        gone = list(StrengthPoint.objects.filter(side="USA", lost=True).values_list("quality", flat=True))
        assert (gone.count("crack"), gone.count("veteran")) == lost
        kept = StrengthPoint.objects.filter(side="USA", lost=False).exclude(carry="0")
        assert dict(kept.values_list("quality", "carry")) == carries
        if demoralized is not None:
            assert Force.objects.get(side="USA").demoralized is demoralized
        assert verify(club.campaign.id) == []


class Test_Corrections:
    def test_corrected_result_changes_the_dry_run_until_it_is_settled(self) -> None:
        club, battle = fought()
        enter(club, battle, "USA", said(battle, "USA", points=9, killed=9))
        enter(club, battle, "CSA", said(battle, "CSA", end="withdrew"))
        row = SideResult.objects.get(battle=battle, side="USA")
        assert carried(battle, row) == Fraction(9, 20)
        unit, lost = next((unit, lost) for unit, lost in row.body["losses"].items() if lost["killed"])
        body = row.body | {"losses": row.body["losses"] | {unit: lost | {"killed": 0}}}
        correct_it(club, row, body=body)
        row.refresh_from_db()
        assert carried(battle, row) == Fraction(9 - lost["killed"], 20)
        settle.settle(club.viewer("umpire"), battle.id)
        with pytest.raises(Refusal, match="Rewind to the line before “The report of Shiloh was applied”"):
            correct_it(club, row, body=row.body | {"promotion": None, "retreat": "0103"})


def carried(battle: Battle, row: SideResult) -> Fraction:
    worked = lost_of(battle, row.side, plans_of(battle), side_results_of(battle))
    assert worked is not None
    return sum(worked.carry_by_class.values(), Fraction(0))


def correct_it(club: Club, row: SideResult, **values: Any) -> None:
    correct(club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason="A miscount.")


class Test_Correcting:
    @pytest.mark.rule("VG-9")
    def test_refused_correction_links_to_the_line_to_rewind_to(self, client: Client) -> None:
        club, battle = fought()
        point = brief_of_battle(battle).sides["USA"].strength[0].id
        settled(club, battle, said(battle, "USA"), said(battle, "CSA", end="withdrew"))
        row = SideResult.objects.get(side="USA")
        umpire = club.viewer("umpire")
        mine = JournalLine.objects.filter(feed_id=umpire.feed_id)
        entry = mine.filter(kind="battle.settled")[0].announcement.entry
        client.force_login(club.users["umpire"])
        n = mine.filter(kind="battle.result")[0].n
        url = reverse("journal:correct", args=[battle.campaign_id, n, row._meta.db_table, row.pk])
        page = client.get(url)
        sent = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
        answer = client.post(url, sent | {"body": json.dumps(row.body | {"promotion": point}), "reason": "A slip."})
        assert answer.status_code == HTTPStatus.CONFLICT
        n = answer.context["form"].rewind_to
        assert reverse("journal:entry", args=[battle.campaign_id, n]) in answer.text
        before = mine.get(n=n).announcement.entry
        assert (before.stream, before.seq < entry.seq) == (entry.stream, True)
        rewind(umpire, entry_id=before.pk, reason="A wrong count.")
        assert Battle.objects.get(id=battle.id).takes_results


class Test_Result_page:
    def page(self, club: Club, battle: Battle, who: str) -> str:
        client = Client()
        client.force_login(club.users[who])
        return client.get(reverse("battles:detail", args=[club.campaign.pk, battle.pk])).text

    @pytest.mark.rule("VG-9C")
    def test_effects_are_beside_the_own_result_and_the_chance_is_the_umpires(self) -> None:
        club, battle = fought(with_qualities(shiloh(), "USA", "green", "veteran", "veteran"))
        named = brief_of_battle(battle).sides["USA"].strength[-1].id
        wallace = {"L. Wallace": LeaderSaid(on_table=False)}
        enter(club, battle, "USA", said(battle, "USA", points=9, promotion=named, leaders=wallace))
        enter(club, battle, "CSA", said(battle, "CSA", end="withdrew"))
        pages = {who: self.page(club, battle, who) for who in ("union", "confederate", "umpire", "observer")}
        for who in ("union", "umpire"):
            assert "1 green strength point no longer green" in pages[who]
            assert "L. Wallace, never on the table, checks for loss: killed" in pages[who]
            assert "Promotion counters for" in pages[who]
        assert "It retreats to Corinth" in pages["confederate"]
        assert "It retreats to Corinth" not in pages["union"]
        assert "Chance of demoralization, column C, medium enemy" in pages["umpire"]
        for who in ("union", "confederate", "observer"):
            assert "olumn C" not in pages[who]
        for who in ("confederate", "observer"):
            assert "Wallace" not in pages[who]
            assert "1 green strength point no longer green" not in pages[who]

    @pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer"])
    def test_page_costs_few_queries(self, who: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        """The map is read once more for the hexes of the army that retreats."""
        club, battle = fought()
        enter(club, battle, "USA", said(battle, "USA", points=9))
        enter(club, battle, "CSA", said(battle, "CSA", end="withdrew"))
        client, args = Client(), [club.campaign.pk, battle.pk]
        client.force_login(club.users[who])
        with django_assert_max_num_queries(10):
            assert client.get(reverse("battles:detail", args=args)).status_code == 200
        if who in ("umpire", "confederate"):
            with django_assert_max_num_queries(10 if who == "confederate" else 11):
                assert client.get(reverse("battles:side-result", args=[*args, "csa"])).status_code == 200
        settle.settle(club.viewer("umpire"), battle.id)
        sweep(club.campaign.id)
        with django_assert_max_num_queries(10):
            assert client.get(reverse("battles:detail", args=args)).status_code == 200

    def test_owner_reads_of_his_wounded_leader_and_the_counters(self) -> None:
        club, battle = fought()
        union = said(battle, "USA", leaders={"Sherman": LeaderSaid(Fate.WOUNDED)})
        settled(club, battle, union, said(battle, "CSA", points=3, end="withdrew"))
        client, args = Client(), [club.campaign.pk]
        pages = {}
        for who in ("union", "confederate"):
            client.force_login(club.users[who])
            pages[who] = client.get(reverse("map:sheet", args=args)).text
        assert "Leaders away" in pages["union"]
        assert "Leaders away" not in pages["confederate"]
        client.force_login(club.users["union"])
        force = client.get(reverse("map:force", args=[*args, army("USA").pk])).text
        assert "promotion counter on turn 4" in force

    @pytest.mark.rule("VG-9C")
    def test_settled_page_shows_what_the_rolls_decided(self) -> None:
        club, battle = fought()
        settled(club, battle, said(battle, "USA", points=9), said(battle, "CSA", end="withdrew"))
        shown = self.page(club, battle, "union")
        assert "A roll on the combat table decides" not in shown
        is_demoralized = army("USA").demoralized
        assert ("Demoralized: on its line" if is_demoralized else "Not demoralized: on its line") in shown
