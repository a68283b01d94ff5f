"""A club's own scenarios: imported whole or not at all, offered at founding, and pinned by campaigns."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from campaign.app_part import INSTALLED, ScenarioOffer
from campaign.models import Campaign
from campaign.services.campaigns import begin_campaign
from campaign.tests.builders import enroll
from rulesets.civil_war.war import setup, world_of
from rulesets.civil_war.war.scenario import FOLDER, load_scenario
from war.models import ImportedScenario
from war.selectors.scenarios import offered_scenarios, scenario_of
from war.services.scenarios import WrongScenario, import_scenario

pytestmark = pytest.mark.django_db

SHILOH = "shiloh_to_corinth"
SHIPPED = (FOLDER / f"{SHILOH}.json").read_text("utf-8")
OURS = SHIPPED.replace(SHILOH, "our_shiloh").replace("Shiloh to Corinth, spring 1862", "Shiloh, our way")
LINE = 1 + OURS[: OURS.index('"sp": 4')].count("\n")
CHANGED = OURS.replace('"turns": [4, 5]', '"turns": [4, 6]')


def export(scenario_id: str) -> str:
    out = io.StringIO()
    call_command("campaign", "export-scenario", scenario_id, stdout=out)
    return out.getvalue()


def import_(tmp_path: Path, text: str | bytes) -> str:
    file, out = tmp_path / "ours.json", io.StringIO()
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    call_command("campaign", "import-scenario", str(file), stdout=out)
    return out.getvalue()


def offers() -> dict[str, ScenarioOffer]:
    return {offer.id: offer for offer in offered_scenarios()}


def founded(scenario_id: str, name: str = "Spring") -> Campaign:
    user = enroll(name)[name]
    said = {"sheet": "", "hours_per_move": 72, "umpire_kind": "person", "my_seat": "umpire"}
    campaign_id = begin_campaign(user_id=user.pk, name=name, scenario=scenario_id, **said)  # type: ignore[arg-type]
    return Campaign.objects.get(id=campaign_id)


@pytest.mark.parametrize("text", [SHIPPED, OURS, json.dumps(json.loads(OURS)), json.dumps(json.loads(OURS), indent=7)])
def test_export_import_export_is_the_same_to_the_byte(tmp_path: Path, text: str) -> None:
    said = import_(tmp_path, text)
    scenario_id = json.loads(text)["id"]
    first = export(scenario_id)
    assert offers()[scenario_id].hash in said
    import_(tmp_path, first)
    assert export(scenario_id) == first == (SHIPPED if scenario_id == SHILOH else OURS)
    assert ImportedScenario.objects.count() == 1


def test_imported_scenario_is_a_choice_at_founding(tmp_path: Path) -> None:
    import_(tmp_path, CHANGED)
    client = Client()
    client.force_login(enroll("founder")["founder"])
    page = client.get(reverse("campaigns:begin")).text
    assert '<option value="our_shiloh">Shiloh, our way: turns 4 to 6</option>' in page
    assert f'<option value="{SHILOH}">' in page
    begun = founded("our_shiloh")
    assert (begun.scenario, begun.sheet) == ("our_shiloh", "war")
    assert scenario_of(begun).turns == (4, 6)
    assert setup(world_of(scenario_of(begun)))


def test_running_campaign_stays_on_the_version_it_pinned(tmp_path: Path) -> None:
    import_(tmp_path, OURS)
    early = founded("our_shiloh", "early")
    import_(tmp_path, CHANGED)
    late = founded("our_shiloh", "late")
    early.refresh_from_db()
    assert early.scenario_hash != late.scenario_hash
    assert (scenario_of(early).turns, scenario_of(late).turns) == ((4, 5), (4, 6))
    assert export("our_shiloh") == CHANGED


def test_older_version_can_be_offered_again(tmp_path: Path) -> None:
    for text in (OURS, CHANGED, OURS):
        import_(tmp_path, text)
    assert export("our_shiloh") == OURS
    assert ImportedScenario.objects.count() == 2


def test_version_of_a_shipped_scenario_takes_its_place_for_new_campaigns(tmp_path: Path) -> None:
    before = founded(SHILOH, "before")
    import_(tmp_path, SHIPPED.replace('"turns": [4, 5]', '"turns": [4, 6]'))
    assert [offer.turns for offer in offered_scenarios() if offer.id == SHILOH] == ["turns 4 to 6"]
    assert scenario_of(before) == load_scenario(SHILOH)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OURS.replace('"sp": 4', '"sp": -4', 1), f"Line {LINE}: sp must be a whole number from 1 to 100."),
        (OURS.replace("Union City", "Onion City", 1), "there is no place “Onion City” on this map."),
        (
            OURS.replace('"sheet_hash": "0', '"sheet_hash": "1'),
            "Line 5: the map war has no edition with this fingerprint.",
        ),
        (OURS + " " * 1_000_000, "Line 1: The file has more than 1,000,000 bytes"),
        (OURS.encode("latin-1", "replace").replace(b"Shiloh, our", b"Shil\xf6h, our"), "Line 3: This isn’t UTF-8."),
        ("{", "Line 1: This isn’t JSON"),
    ],
)
def test_refused_file_changes_nothing(tmp_path: Path, text: str | bytes, says: str) -> None:
    import_(tmp_path, OURS)
    before = list(ImportedScenario.objects.values())
    with pytest.raises(CommandError) as error:
        import_(tmp_path, text)
    lines = str(error.value).splitlines()
    assert lines[0] == "Nothing was imported."
    assert any(says in line for line in lines[1:])
    assert list(ImportedScenario.objects.values()) == before


@pytest.mark.parametrize(
    ("what", "word"), [("export-scenario", "bull_run"), ("export-scenario", ""), ("import-scenario", "no file")]
)
def test_unknown_word_is_one_sentence(what: str, word: str) -> None:
    with pytest.raises(CommandError, match=r"^(There is no scenario|no file: No such file)"):
        call_command("campaign", what, word)


def test_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Is a directory"):
        call_command("campaign", "import-scenario", str(tmp_path))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, len(OURS)), st.integers(0, 60), st.binary(max_size=20) | st.sampled_from([b"{", b'"', b"9", b","])
)
def test_garbled_file_is_imported_whole_or_not_at_all(start: int, length: int, more: bytes) -> None:
    content = OURS.encode()
    content = content[:start] + more + content[start + length :]
    before = list(ImportedScenario.objects.order_by("hash").values())
    try:
        scenario = import_scenario(content)
    except WrongScenario as refused:
        faults: Any = refused.faults
        last = content.count(b"\n") + 1
    else:
        assert offers()[scenario.id].title == scenario.title
        return
    assert all(1 <= int(fault.partition(":")[0].removeprefix("Line ")) <= last for fault in faults)
    assert list(ImportedScenario.objects.order_by("hash").values()) == before


def test_offering_scenarios_takes_one_query(tmp_path: Path, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    import_(tmp_path, OURS)
    import_(tmp_path, CHANGED)
    offered_scenarios()
    with django_assert_num_queries(1):
        INSTALLED.scenarios()
    begun = founded("our_shiloh")
    scenario_of(begun)
    with django_assert_num_queries(0):
        assert INSTALLED.scenario_title(begun.scenario, begun.scenario_hash) == "Shiloh, our way"
