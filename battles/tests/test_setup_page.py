"""The setup page: samples, armies in rows, JSON; every fault at its field, whichever way it came in."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from battles.forms.brief import NOT_BOTH, ROWS_OR_JSON, BriefForm
from battles.models import Battle
from battles.selectors.reads import brief_of_battle
from battles.selectors.setups import FaultySetup, setup_offer
from battles.services.setup import set_up_chosen
from battles.tests.builders import SHEET, shiloh
from campaign.ids import hex_id
from campaign.models import Entry, Proposal
from campaign.services.house import import_table
from campaign.tests.api import Program
from campaign.tests.builders import Club, a_club
from rulesets.core.brief import Brief
from rulesets.core.brief_form import DATA, schema
from war.models import Contact, StrengthPoint

pytestmark = pytest.mark.django_db
SHILOH = (DATA / "shiloh.json").read_text()
ROWS = {
    "brief": "armies",
    "place": "Antietam",
    "date": "1862-09-17",
    "attacker": "USA",
    "usa_points_0": "3",
    "usa_quality_0": "veteran",
    "usa_arm_0": "infantry",
    "usa_leader_0": "McClellan, 3 stars",
    "csa_points_0": "2",
    "csa_quality_0": "crack",
    "csa_arm_0": "infantry",
    "csa_points_1": "1",
    "csa_quality_1": "veteran",
    "csa_arm_1": "cavalry",
    "csa_leader_0": "R.E. Lee, 3 stars",
    "csa_leader_1": "Stuart, 1 star",
}


class Page:
    """The setup page of one seat."""

    def __init__(self, club: Club, who: str = "umpire") -> None:
        self.club, self.client = club, Client()
        self.client.force_login(club.users[who])
        self.url = reverse("battles:set-up", args=[club.campaign.id])

    def get(self, query: str = "") -> str:
        return self.client.get(f"{self.url}{query}").content.decode()

    def post(self, **data: Any) -> Any:
        return self.client.post(self.url, data)

    def refused(self, **data: Any) -> BriefForm:
        """Return the form of a refused setup, which changed nothing."""
        answer = self.post(**data)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert not Battle.objects.exists()
        form: BriefForm = answer.context["form"]
        return form


@pytest.fixture
def page() -> Page:
    return Page(a_club(one_off=True))


@pytest.fixture
def map_page() -> Page:
    return Page(a_club(sheet=SHEET))


def the_brief() -> Brief:
    return brief_of_battle(Battle.objects.get())


def errors(form: BriefForm) -> dict[str, list[str]]:
    return {name: list(map(str, said)) for name, said in form.errors.items()}


# Samples.


def test_samples_show_picture_sizes_and_estimated_length(page: Page) -> None:
    shown = page.get()
    assert 'aria-label="The ground at Pittsburg Landing"' in shown
    words = " ".join(shown.split())
    assert "9 strength points, 180 stands, 18 batteries" in words
    assert "About 25 turns, 6:00 to 18:00" in words
    assert "Lengths are estimates" in words


@pytest.mark.parametrize(
    "typed",
    [{"text": SHILOH}, {"place": "Antietam"}, {"usa_points_0": "4"}, {"csa_leader_0": "Stuart"}],
    ids=["text", "place", "points", "leader"],
)
def test_sample_together_with_own_setup_is_refused_and_keeps_what_was_typed(page: Page, typed: dict[str, str]) -> None:
    form = page.refused(brief="chancellorsville", **typed)
    assert errors(form) == {"brief": [NOT_BOTH]}
    (name,) = typed
    assert form[name].value() == typed[name]


def test_sample_together_with_file_is_refused(page: Page) -> None:
    form = page.refused(brief="shiloh", file=SimpleUploadedFile("antietam.json", SHILOH.encode()))
    assert errors(form) == {"brief": [NOT_BOTH]}
    assert form["text"].value() == SHILOH


def test_rows_and_json_together_are_refused(page: Page) -> None:
    assert errors(page.refused(**ROWS, text=SHILOH)) == {"brief": [ROWS_OR_JSON]}


def test_empty_form_asks_for_a_setup(page: Page) -> None:
    assert errors(page.refused()) == {"brief": ["Choose a sample, or enter your own setup."]}


# Rows.


def test_armies_in_rows_become_a_battle_with_few_fields(page: Page) -> None:
    assert page.post(**ROWS).status_code == HTTPStatus.FOUND
    brief = the_brief()
    assert (brief.name, brief.turn, brief.season, brief.defender) == ("Battle of Antietam", 7, "Sep-Oct", "CSA")
    assert [brief.sides[side].total_sp for side in ("USA", "CSA")] == [3, 3]
    lee, stuart = brief.sides["CSA"].leaders
    assert (lee.id, lee.given_name, lee.rank_stars, lee.initiative, lee.command) == (
        "csa-re-lee-3",
        "Robert E.",
        3,
        2,
        3,
    )
    assert [item.under for item in brief.sides["CSA"].strength] == [None, None, stuart.id]
    assert brief.strategic_table is not None
    assert (brief.strategic_table.attacker_sp, brief.strategic_table.column) == (3, "E")


def test_way_is_known_from_what_is_filled_in(page: Page) -> None:
    rows = {name: value for name, value in ROWS.items() if name != "brief"}
    assert page.post(**rows).status_code == HTTPStatus.FOUND


def test_every_fault_is_shown_at_its_field(page: Page) -> None:
    wrong = {
        "place": "",
        "date": "April",
        "stands_per_sp": "90",
        "usa_points_0": "many",
        "usa_leader_0": "Grand",
        "usa_leader_1": "Grant",
        "csa_leader_1": "",
    }
    assert errors(page.refused(**{**ROWS, **wrong})) == {
        "stands_per_sp": ["Enter 60 or less."],
        "usa_points_0": ["Enter a whole number."],
        "usa_leader_0": ["“Grand” isn’t a Union leader. Did you mean “Grant”?"],
        "usa_leader_1": [
            "Grant has several counters. "
            "Enter “Grant, 1 star”, “Grant, 2 stars”, “Grant, 3 stars”, or “Grant, 4 stars”."
        ],
        "place": ["Fill this in."],
        "date": ["Enter a date such as 1862-04-06, not “April”."],
        "csa_arm_1": ["Cavalry needs a cavalry leader in its army. Add one, or choose infantry."],
    }


def test_leader_listed_twice_is_an_error_at_the_second_row(page: Page) -> None:
    form = page.refused(**{**ROWS, "csa_leader_2": "R.E. Lee, 3 stars"})
    assert set(errors(form)) == {"csa_leader_2"}


def test_enemy_leader_is_refused(page: Page) -> None:
    form = page.refused(**{**ROWS, "usa_leader_1": "Stuart, 1 star"})
    assert "“Stuart, 1 star” isn’t a Union leader." in errors(form)["usa_leader_1"][0]


def test_army_without_points_is_an_error_at_its_first_row(page: Page) -> None:
    form = page.refused(**{**ROWS, "usa_points_0": ""})
    assert errors(form) == {"usa_points_0": ["Has no strength points. Enter at least 1."]}


def test_army_too_large_is_an_error_at_the_row_that_exceeds_it(page: Page) -> None:
    form = page.refused(**{**ROWS, "csa_points_0": "60", "csa_points_1": "41"})
    assert errors(form) == {"csa_points_1": ["Enter at most 100 strength points for an army."]}


def test_date_of_another_turn_is_refused(page: Page) -> None:
    form = page.refused(**{**ROWS, "turn": "4"})
    assert errors(form) == {"turn": ["This date is in turn 7. Choose that turn, or “From the date”."]}
    form = page.refused(**{**ROWS, "date": "1870-01-01"})
    assert errors(form) == {"date": ["The campaign has no turn on this date. Choose a turn, too."]}


@pytest.mark.parametrize(
    ("rows", "leaders"),
    [("csa_leader", 3), ("-csa_leader_0", 1), ("-csa_leader_9", 2), ("nonsense", 2)],
)
def test_row_is_added_or_removed_without_javascript(page: Page, rows: str, leaders: int) -> None:
    before = Entry.objects.count()
    answer = page.post(**{**ROWS, "place": ""}, rows=rows)
    assert answer.status_code == HTTPStatus.OK
    form = answer.context["form"]
    army = next(army for army in form.armies() if army.side == "CSA")
    assert len(army.leaders) == leaders
    assert army.leaders[-1].fields[0].value() == ("" if rows == "csa_leader" else "Stuart, 1 star")
    assert not form.errors
    assert form["csa_points_0"].value() == "2"
    assert Entry.objects.count() == before


def test_rows_are_limited(page: Page) -> None:
    form = page.post(usa_points_39="1", usa_points_99="1", rows="usa_points").context["form"]
    assert len(next(iter(form.armies())).points) == 40


def test_rows_start_from_a_sample(page: Page) -> None:
    form = page.client.get(f"{page.url}?like=shiloh").context["form"]
    filled = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "", False)}
    filled |= {"key": "", "version": ""}
    assert page.post(**filled).status_code == HTTPStatus.FOUND
    brief, sample = the_brief(), shiloh()
    for code, side in sample.sides.items():
        assert brief.sides[code].leaders == side.leaders
        assert brief.sides[code].total_sp == side.total_sp
    assert brief.strategic_table == sample.strategic_table
    assert page.client.get(f"{page.url}?like=nonsense").status_code == HTTPStatus.OK


def test_place_on_the_map_brings_its_terrain(map_page: Page) -> None:
    rows = {**ROWS, "place": "Pittsburg Landing", "date": "1862-04-06"}
    assert 'name="hex_terrain"' not in map_page.get()
    assert map_page.post(**rows).status_code == HTTPStatus.FOUND
    assert Contact.objects.get().name == "Battle of Pittsburg Landing"
    assert StrengthPoint.objects.count() == 6


def test_place_off_the_map_is_refused_at_its_field(map_page: Page) -> None:
    assert errors(map_page.refused(**ROWS)) == {"place": ["“Antietam” is not on this campaign’s map."]}


def test_leaders_come_with_the_clubs_own_numbers(page: Page) -> None:
    cells = "table,row,column,value\ncivil_war.leaders,CSA R.E. Lee 3,initiative,1"
    import_table(page.club.viewer("umpire"), text=cells, name="Our counters", reason="We own the game.")
    page.post(**ROWS)
    assert the_brief().sides["CSA"].leaders[0].initiative == 1


# JSON.


def test_file_is_read_like_pasted_text(page: Page) -> None:
    assert page.post(brief="own", file=SimpleUploadedFile("s.json", SHILOH.encode())).status_code == HTTPStatus.FOUND
    assert the_brief() == shiloh()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"\xff\xfe", "Choose a text file in UTF-8."), (b" " * 200_001, "Choose a file of at most 200,000 characters.")],
)
def test_unreadable_file_is_refused(page: Page, content: bytes, sentence: str) -> None:
    form = page.refused(brief="own", file=SimpleUploadedFile("s.json", content))
    assert errors(form) == {"file": [sentence]}


def faulty() -> str:
    plain = json.loads(SHILOH) | {"turn": 5}
    plain["strategic_table"]["column"] = "D"
    plain["sides"]["USA"]["leaders"][1]["seniority"] = 2
    plain["sides"]["CSA"]["strength"][0]["id"] = "sh-usa-01"
    return json.dumps(plain)


FAULTS = [
    "sides.CSA.strength[0].id: must be unique: “sh-usa-01” is the ID of sides.USA.strength[0].",
    "sides.USA.leaders[1].seniority: must be unique among leaders of 2 stars: 2 is Grant's.",
    "season: must be “May-Jun” on turn 5, not “Mar-Apr”.",
    "strategic_table.column: must be “C” for these armies on this ground, not “D” (CW-3.2, 3.3).",
]


def test_pasted_and_uploaded_setups_name_all_faults(page: Page) -> None:
    assert errors(page.refused(brief="own", text=faulty())) == {"text": FAULTS}
    form = page.refused(brief="own", file=SimpleUploadedFile("s.json", faulty().encode()))
    assert errors(form) == {"text": FAULTS}
    assert form["text"].value() == faulty()


def test_setup_for_programs_names_all_faults() -> None:
    club = a_club(one_off=True)
    address = f"c/{hex_id(club.campaign.id)}/battles/set-up/"
    answer = Program("umpire").post(address, text=faulty())
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert answer.json()["errors"] == {"text": FAULTS}
    assert Program("umpire").post(address, text=SHILOH).status_code == HTTPStatus.OK
    assert the_brief() == shiloh()


def test_armies_in_rows_and_samples_are_open_to_programs() -> None:
    club = a_club(one_off=True)
    program, address = Program("umpire"), f"c/{hex_id(club.campaign.id)}/battles/set-up/"
    shown = program.get(address).json()
    assert shown["samples"][1]["armies"][0]["stands"] == 180
    assert {"usa_points_0", "csa_leader_2"} <= {field["name"] for field in shown["fields"]}
    rows = {name: int(value) if "points" in name else value for name, value in ROWS.items()}
    assert program.post(address, **rows).status_code == HTTPStatus.OK
    assert the_brief().name == "Battle of Antietam"


def test_service_names_all_faults() -> None:
    club = a_club(one_off=True)
    brief = Brief.from_json(shiloh().to_json() | {"season": "Nov-Feb", "turn": 5})
    with pytest.raises(FaultySetup) as caught:
        set_up_chosen(club.viewer("umpire"), brief)
    assert caught.value.sentences == ["season: must be “May-Jun” on turn 5, not “Nov-Feb”."]
    assert not Battle.objects.exists()


def test_json_schema_is_public_and_made_from_the_dataclasses(page: Page, client: Client) -> None:
    assert reverse("battles:setup-schema") in page.get()
    answer = client.get(reverse("battles:setup-schema"))
    assert (answer.status_code, answer["Content-Type"]) == (HTTPStatus.OK, "application/schema+json")
    assert answer.json() == schema()
    assert answer.json()["properties"]["turn"] == {"type": "integer", "minimum": 1, "maximum": 19}


# Both sides agree.


def test_own_setup_is_proposed_in_full_and_agreed_to_where_the_site_umpires() -> None:
    club = a_club(one_off=True, umpire_kind="site")
    answer = Page(club, "confederate").post(**ROWS)
    assert answer.status_code == HTTPStatus.FOUND
    proposal = Proposal.objects.get()
    whole = reverse("battles:proposed-setup", args=[club.campaign.id, proposal.id])
    union = Page(club, "union")
    assert whole in union.client.get(reverse("campaigns:settings", args=[club.campaign.id])).content.decode()
    shown = " ".join(union.client.get(whole).content.decode().split())
    for part in ("Battle of Antietam", "McClellan", "R.E. Lee", "Veteran cavalry under Stuart", "csa-re-lee-3"):
        assert part in shown
    union.client.post(
        reverse("campaigns:proposal", args=[club.campaign.id]), {"proposal": f"{proposal.id:016x}", "answer": "agree"}
    )
    assert the_brief().name == "Battle of Antietam"


def test_faulty_setup_is_not_proposed() -> None:
    club = a_club(one_off=True, umpire_kind="site")
    Page(club, "union").refused(brief="own", text=faulty())
    assert not Proposal.objects.exists()


def test_sample_is_proposed_by_name_and_readable_in_full() -> None:
    club = a_club(one_off=True, umpire_kind="site")
    Page(club, "union").post(brief="shiloh")
    proposal = Proposal.objects.get()
    assert proposal.payload == {"brief": "shiloh", "words": "set up Shiloh"}
    whole = reverse("battles:proposed-setup", args=[club.campaign.id, proposal.id])
    assert "McClernand" in Page(club, "confederate").client.get(whole).content.decode()
    assert Page(club, "outsider").client.get(whole).status_code == HTTPStatus.NOT_FOUND


def test_offer_lists_leaders_by_name_and_stars() -> None:
    club = a_club(one_off=True)
    names = setup_offer(club.viewer("umpire")).page.leaders["USA"]
    assert "Grant, 2 stars" in names
    assert "Farragut, 2 stars" not in names
