"""The ground when two act at once, and when the site is killed in the middle: before the step or after it."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from battles.forms.ground import values_of
from battles.models import Battle, BattleGround, Plan
from battles.services import ground as grounds
from battles.services import plans
from battles.tests.builders import a_battle, march
from battles.tests.test_at_once import at_once, together
from campaign.errors import Refusal
from campaign.models import Deadline, Draft, Entry
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.api import Program, refusal
from rulesets.core.ground import standard_ground

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_sweeps_assign_the_edge_once() -> None:
    a_battle()
    Deadline.objects.filter(subject__endswith=":plan:USA").update(due_at=SOURCES.now() - timedelta(hours=1))
    battle = Battle.objects.select_related("campaign", "contact", "setup", "public_setup", "ground").get()
    with together(grounds, "open_battle_act"):
        wrong = at_once(*[partial(grounds.assign_late_edge, battle, SOURCES.now())] * 2)
    assert wrong == []
    assert Entry.objects.filter(kind=grounds.EDGE).count() == 1
    assert BattleGround.objects.get(battle=battle).edge == "north"


def test_seal_and_change_at_once_both_count_in_some_order() -> None:
    club, battle = a_battle()
    union, umpire = club.viewer("union"), club.viewer("umpire")
    wrong = at_once(
        lambda: plans.seal(union, battle.id, plan={}),
        lambda: grounds.set_ground(umpire, battle.id, standard_ground(96, 60)),
    )
    assert wrong == []
    unsealed = Entry.objects.get(kind="battle.ground").seq > Entry.objects.get(kind="battle.sealed").seq
    assert Plan.objects.exists() != unsealed
    sweep(club.campaign.id)
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize("name", ["tell_broken", "keep_as_draft"])
def test_killed_change_leaves_everything_as_it_was(name: str) -> None:
    club, battle = a_battle()
    plans.seal(club.viewer("union"), battle.id, plan=march(battle, "USA", "left", "Sherman", points=1))
    with mock.patch.object(grounds, name, side_effect=MemoryError), pytest.raises(MemoryError):
        grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
    assert BattleGround.objects.get(battle=battle).whole == standard_ground()
    assert Plan.objects.count() == 1
    assert not Draft.objects.exists()
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("zone_name_0", "Bell\u0007", "Enter one line, without line breaks or tabs."),
        ("zone_name_0", "Right\u202eleft", "Remove the characters that change the text direction."),
        ("zone_name_0", "x" * 41, "Enter at most 40 characters"),
        ("zone_name_0", "", "Name this row, or clear it."),
        ("zone_width_0", "73", "This zone leaves the table, which is 72 by 48 inches."),
        ("zone_width_0", "0", "Enter 1 or more."),
        ("zone_left_0", "", "Enter all numbers of this row, or clear its name."),
        ("zone_use_0", "entry-east", "Name a deployment zone at two opposite edges"),
        ("zone_use_0", "entry-up", "isn’t one of the choices"),
        ("width", "23", "Enter 24 or more."),
        ("depth", "241", "Enter 240 or less."),
        ("notes", "x" * 601, "Enter at most 600 characters"),
        ("notes", "Bell\u0007", "Remove the control characters."),
        ("objective_name_0", "Inn", "Enter all numbers of this row"),
    ],
)
def test_bad_ground_is_refused_at_its_field(field: str, value: str, sentence: str) -> None:
    club, battle = a_battle()
    client = Client()
    client.force_login(club.users["umpire"])
    sent = {**standard_form(), "objective_points_0": "", "objective_left_0": "", "objective_top_0": "", field: value}
    answer = client.post(reverse("battles:ground", args=[battle.campaign_id, battle.id]), sent)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in answer.content.decode()
    assert BattleGround.objects.get(battle=battle).whole == standard_ground()


def standard_form() -> dict[str, str]:
    ground = standard_ground()
    rows = {name: str(value) for name, value in values_of(ground)}
    return {"width": str(ground.width), "depth": str(ground.depth), "notes": "", **rows}


def test_program_sets_and_accepts_the_ground_and_chooses_the_edge() -> None:
    club, battle = a_battle()
    at = reverse("battles:ground", args=[battle.campaign_id, battle.id]).removeprefix("/")
    umpire, union = Program("umpire"), Program("union")
    whole = replace(standard_ground(), notes="A creek in the middle.")
    sent = {"width": 72, "depth": 48, "notes": whole.notes, **dict(values_of(whole))}
    assert umpire.post(at, **sent).status_code == HTTPStatus.OK
    assert BattleGround.objects.get(battle=battle).whole == whole
    assert union.post(f"{at}edge/", edge="south").status_code == HTTPStatus.OK
    assert "Choose an edge where both armies can deploy" in refusal(union.post(f"{at}edge/", edge="east"), 409)
    corrected = {"hex_terrain": "swamp", "hexside_crossed": "none", "reason": "The map."}
    assert umpire.post(f"{at}hex/", **corrected).status_code == HTTPStatus.OK
    shown = union.get(at).json()
    assert shown["edge"] == "south"
    assert shown["field"]["notes"] == whole.notes
    with pytest.raises(Refusal):
        grounds.accept_ground(club.viewer("umpire"), battle.id)
