"""Founding a campaign on a scenario: what is offered, what is pinned, and what the apps do in the same entry."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.app_part import INSTALLED, AppPart, ScenarioOffer
from campaign.errors import Refusal
from campaign.models import Campaign, Entry
from campaign.services.campaigns import begin_campaign
from campaign.services.record import Act
from campaign.tests.api import Program, refusal
from campaign.tests.builders import enroll
from rulesets.core.sheet_form import load_sheet

pytestmark = pytest.mark.django_db

SHILOH = "shiloh_to_corinth"
FORM = {"name": "Spring", "hours_per_move": 72, "umpire_kind": "person", "my_seat": "umpire", "sheet": ""}


def offer() -> ScenarioOffer:
    return next(each for each in INSTALLED.scenarios() if each.id == SHILOH)


@pytest.fixture
def founder() -> Client:
    client = Client()
    client.force_login(enroll("founder")["founder"])
    return client


def founded(founder: Client, **said: str) -> Campaign:
    answer = founder.post(reverse("campaigns:begin"), {**FORM, **said})
    assert answer.status_code == 302, answer.context["form"].errors
    return Campaign.objects.get()


def refused(founder: Client, **said: str) -> dict[str, Any]:
    answer = founder.post(reverse("campaigns:begin"), {**FORM, **said})
    assert answer.status_code == 422
    assert not Campaign.objects.exists()
    return dict(answer.context["form"].errors)


def test_form_offers_scenarios_beside_maps_and_one_off_battles(founder: Client) -> None:
    page = founder.get(reverse("campaigns:begin")).text
    assert f'<option value="{SHILOH}">Shiloh to Corinth, spring 1862: turns 4 and 5</option>' in page
    assert '<option value="war">' in page
    assert "none: a one-off battle" in page


@pytest.mark.parametrize("sheet", ["", "war"])
def test_scenario_fixes_book_and_map_and_is_pinned(founder: Client, sheet: str) -> None:
    begun = founded(founder, scenario=SHILOH, sheet=sheet)
    assert (begun.scenario, begun.scenario_hash) == (SHILOH, offer().hash)
    assert (begun.book, begun.sheet, begun.sheet_hash) == ("civil_war", "war", load_sheet("war").hash)
    assert not begun.one_off


@pytest.mark.parametrize(
    ("chosen", "sight"), [({}, "board"), ({"sight": "board"}, "board"), ({"sight": "near"}, "near")]
)
def test_sight_is_the_board_unless_chosen(founder: Client, chosen: dict[str, str], sight: str) -> None:
    assert founded(founder, scenario=SHILOH, **chosen).sight == sight


def test_campaign_page_names_scenario_and_sight(founder: Client) -> None:
    begun = founded(founder, scenario=SHILOH, sight="near")
    page = founder.get(reverse("campaigns:page", args=[begun.pk])).text
    assert "Shiloh to Corinth, spring 1862" in page
    assert begun.scenario_hash[:12] in page
    assert "enemy forces nearby" in page


@pytest.mark.parametrize("sheet", ["", "war"])
def test_campaign_without_scenario_has_no_sight(founder: Client, sheet: str) -> None:
    begun = founded(founder, sheet=sheet, sight="board")
    assert (begun.scenario, begun.scenario_hash, begun.sight) == ("", "", "")
    assert begun.one_off == (not sheet)


def test_scenario_is_not_played_on_another_map(founder: Client) -> None:
    errors = refused(founder, scenario=SHILOH, sheet="pittsburg_landing")
    assert errors == {
        "sheet": ["Shiloh to Corinth, spring 1862 has its own map. Leave this on none, or choose no scenario."]
    }


def test_sight_is_chosen_only_for_a_scenario(founder: Client) -> None:
    assert refused(founder, sheet="war", sight="near").keys() == {"sight"}


def test_unknown_scenario_is_refused(founder: Client) -> None:
    assert refused(founder, scenario="bull_run").keys() == {"scenario"}
    user = enroll("another")["another"]
    with pytest.raises(Refusal) as error:
        begin_campaign(user_id=user.pk, **(FORM | {"scenario": "bull_run"}))  # type: ignore[arg-type]
    assert error.value.field == "scenario"


def test_program_lists_scenarios_and_starts_one() -> None:
    enroll("programmer")
    program = Program("programmer")
    (found,) = [each for each in program.get("scenarios/").json() if each["id"] == SHILOH]
    assert (found["title"], found["turns"]) == ("Shiloh to Corinth, spring 1862", "turns 4 and 5")
    assert (found["hash"], found["book"], found["sheet"]) == (offer().hash, "civil_war", "war")
    assert program.post("campaigns/", **FORM, scenario=SHILOH, sight="near").status_code == 201
    assert Campaign.objects.get().scenario_hash == found["hash"]
    refusal(program.post("campaigns/", **FORM, scenario="bull_run"), 422, "scenario")
    assert Program().get("scenarios/").status_code == 401


def test_every_app_opens_its_part_in_the_founding_entry(monkeypatch: pytest.MonkeyPatch, founder: Client) -> None:
    opened: list[tuple[int, str]] = []

    def opening(act: Act, campaign: Campaign) -> None:
        opened.append((act.campaign_id, campaign.scenario))
        act.tell("all", f"{campaign.name} is set up.")

    monkeypatch.setattr(INSTALLED, "parts", (*INSTALLED.parts, AppPart(opening=opening)))
    begun = founded(founder, scenario=SHILOH)
    assert opened == [(begun.pk, SHILOH)]
    entry = Entry.objects.get(campaign_id=begun.pk)
    assert entry.kind == "campaign.begun"


def test_nothing_is_founded_if_an_app_refuses(monkeypatch: pytest.MonkeyPatch, founder: Client) -> None:
    def opening(act: Act, campaign: Campaign) -> None:
        raise Refusal("The map is upside down.", field="scenario")

    monkeypatch.setattr(INSTALLED, "parts", (*INSTALLED.parts, AppPart(opening=opening)))
    answer = founder.post(reverse("campaigns:begin"), {**FORM, "scenario": SHILOH})
    assert "The map is upside down." in answer.text
    assert not Campaign.objects.exists()


def test_changed_scenario_leaves_a_founded_campaign_on_its_own(
    monkeypatch: pytest.MonkeyPatch, founder: Client
) -> None:
    pinned = founded(founder, scenario=SHILOH).scenario_hash
    changed = replace(offer(), hash="f" * 64)
    monkeypatch.setattr(INSTALLED, "parts", (AppPart(scenarios=lambda: [changed]),))
    founder.post(reverse("campaigns:begin"), {**FORM, "name": "Later", "scenario": SHILOH})
    assert Campaign.objects.get(name="Spring").scenario_hash == pinned != changed.hash
    assert Campaign.objects.get(name="Later").scenario_hash == changed.hash
