"""With the site as umpire, both sides agree on corrections and house rules, and secrets stay secret."""

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.models import Battle, Plan, SecretResult
from battles.tests.builders import a_battle, march, seal_both, told
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Proposal, Recorded, RulingSwitch, TableOverride
from campaign.selectors.house import switchable
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.corrections import correct
from campaign.services.house import import_table, switch_ruling
from campaign.services.site_corrections import ask_correction
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from war.models import Contact, Force, Leader, Sighting

pytestmark = pytest.mark.django_db
WHY = "We counted wrong."
NUMBERS = "table,row,column,value\ncivil_war.leaders,USA Grant 2,initiative,3\n"


@pytest.fixture
def ours() -> tuple[Club, Battle]:
    return a_battle(umpire_kind="site")


def ask(club: Club, who: str, row: Recorded, **values: object) -> None:
    ask_correction(club.viewer(who), table=row._meta.db_table, row_id=row.pk, values=values, reason=WHY)


def agree(club: Club, who: str = "confederate") -> None:
    decisions.agree(club.viewer(who), proposal_id=Proposal.objects.get(state="open").pk)
    sweep(club.campaign.id)


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def settings_of(club: Club, who: str) -> str:
    page = browser(club, who).get(reverse("campaigns:settings", args=[club.campaign.id])).text
    return page + browser(club, who).get(f"/api/c/{hex_id(club.campaign.id)}/settings/").text


def force(side: str = "USA") -> Force:
    return Force.objects.get(side=side)


def test_correction_is_applied_after_both_agree(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    ask(club, "union", force(), name="Army of the Tennessee")
    assert force().name == "Union army"
    agree(club)
    assert force().name == "Army of the Tennessee"
    assert Proposal.objects.get().state == "done"
    assert verify(club.campaign.id) == []
    sweep(club.campaign.id)
    assert sum("Both sides corrected force" in line for line in told(club, "union")) == 1


def test_other_side_learns_only_that_a_record_is_corrected(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    ask(club, "union", force(), name="Army of the Tennessee")
    own = "name from Union army to Army of the Tennessee"
    assert own in settings_of(club, "union")
    assert own in " ".join(told(club, "union_west"))
    for who in ("confederate", "observer"):
        seen = settings_of(club, who) + " ".join(told(club, who))
        assert "correct a Union record" in seen
        for secret in ("Tennessee", WHY, "war_force", hex_id(force().pk)):
            assert secret not in seen
    agree(club)
    for who in ("confederate", "observer"):
        assert not any("Tennessee" in line or WHY in line for line in told(club, who))


def test_plan_correction_is_visible_only_in_its_scope(ours: tuple[Club, Battle]) -> None:
    club, battle = ours
    seal_both(club, battle, union=march(battle, "USA", "right", "Sherman", points=1))
    ask(club, "union", Plan.objects.get(side="USA"), body={})
    assert "correct plan" in settings_of(club, "union")
    assert "correct plan" not in settings_of(club, "union_west") + " ".join(told(club, "union_west"))


@pytest.mark.parametrize("model", [Force, Leader, Plan, SecretResult, Sighting, Proposal])
def test_hidden_record_is_not_found(ours: tuple[Club, Battle], model: type[Recorded]) -> None:
    club, battle = ours
    seal_both(club, battle)
    foreign = [row.pk for row in model._default_manager.order_by("id") if getattr(row, "side", "") != "USA"]
    row_id = foreign[0] if foreign else 1
    for id_ in (row_id, 12345):
        with pytest.raises(Http404):
            ask_correction(
                club.viewer("union"), table=model._meta.db_table, row_id=id_, values={"name": "x"}, reason=WHY
            )
        answer = browser(club, "union").get(
            reverse("journal:ask-correct", args=[club.campaign.id, model._meta.db_table, id_])
        )
        assert answer.status_code == 404


def test_only_whole_side_commander_requests_correction() -> None:
    club, _ = a_battle(umpire_kind="site")
    for who in ("union_west", "observer", "umpire"):
        with pytest.raises(Http404):
            ask(club, who, force(), name="x")


def test_correction_request_requires_site_umpire() -> None:
    club, _ = a_battle()
    for who in ("union", "umpire"):
        with pytest.raises(Http404):
            ask(club, who, force(), name="x")


def test_public_record_offers_only_public_columns(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    contact = Contact.objects.get()
    with pytest.raises(Refusal, match="strategic_table can’t be corrected"):
        ask(club, "union", contact, strategic_table={})
    page = browser(club, "union").get(
        reverse("journal:ask-correct", args=[club.campaign.id, "war_contact", contact.pk])
    )
    assert "hexside_name" in page.text
    assert "strategic_table" not in page.text
    ask(club, "union", contact, hexside_name="Owl Creek")
    assert "to Owl Creek. We counted wrong" in settings_of(club, "confederate")
    agree(club)
    assert Contact.objects.get().hexside_name == "Owl Creek"


def test_invalid_correction_is_refused_before_other_side_is_asked(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    leader = Leader.objects.filter(side="USA").order_by("id")[0]
    for values, sentence in (
        ({"initiative": 0}, "initiative must be from 1 to 4, not 0"),
        ({"name": leader.name}, "Nothing would change"),
        ({"side": "CSA"}, "side can’t be corrected"),
    ):
        with pytest.raises(Refusal, match=sentence):
            ask(club, "union", leader, **values)
    assert not Proposal.objects.exists()


def test_several_corrections_can_be_requested_at_once(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    ask(club, "union", force(), name="One")
    ask(club, "union", Leader.objects.filter(side="USA").order_by("id")[0], name="Two")
    with pytest.raises(Refusal, match="already asked for this"):
        ask(club, "union", force(), name="One")
    ask(club, "confederate", force("CSA"), name="Three")
    assert Proposal.objects.filter(state="open").count() == 3


def test_only_requesting_side_learns_of_failed_correction(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    ask(club, "union", force(), name="Army of the Tennessee")
    Force.objects.filter(id=force().id).update(name="Army of the Tennessee")
    agree(club)
    said = "Both sides agreed, but it couldn’t be done. Nothing would change. Enter a new value."
    assert {who for who in ("union", "confederate", "observer") if said in told(club, who)} == {"union"}
    assert Proposal.objects.get().state == "done"


def test_page_and_api_make_same_request(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    union, row = browser(club, "union"), force()
    address = reverse("journal:ask-correct", args=[club.campaign.id, "war_force", row.pk])
    assert address in union.get(reverse("map:force", args=[club.campaign.id, row.pk])).text
    fields = {"hex": row.hex, "name": "By page", "scope": "", "in_supply": "on", "reason": WHY}
    assert union.post(address, fields).status_code == 302
    body = {"name": "By program", "reason": WHY}
    answer = union.post(
        f"/api/c/{hex_id(club.campaign.id)}/rows/war_force/{hex_id(row.pk)}/",
        body,
        content_type="application/json",
    )
    assert answer.status_code == 200
    asked = {p.own["values"]["name"] for p in Proposal.objects.all()}
    assert asked == {"By page", "By program"}


def test_api_refuses_side_correction_with_human_umpire() -> None:
    club, _ = a_battle()
    address = f"/api/c/{hex_id(club.campaign.id)}/rows/war_force/{hex_id(force().pk)}/"
    assert (
        browser(club, "union").post(address, {"name": "x", "reason": WHY}, content_type="application/json").status_code
        == 404
    )
    correct(club.viewer("umpire"), table="war_force", row_id=force().pk, values={"name": "x"}, reason=WHY)


def test_numbers_are_imported_after_both_agree(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    import_table(club.viewer("union"), text=NUMBERS, name="Our counters", reason=WHY)
    assert not TableOverride.objects.exists()
    assert "USA Grant 2 initiative is 3" in settings_of(club, "confederate")
    agree(club)
    assert TableOverride.objects.get().value == 3


def test_long_table_is_refused(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    rows = [
        f"civil_war.leaders,USA Grant {stars},{column},2"
        for stars in (1, 2, 3)
        for column in ("initiative", "tactical")
    ]
    rows += [
        f"civil_war.leaders,{name} {stars},{column},2"
        for name in ("USA Sherman",)
        for stars in (1, 2, 3)
        for column in ("initiative", "tactical")
    ]
    rows += ["civil_war.leaders,USA Grant 3,command,2"]
    with pytest.raises(Refusal, match="at most 12 at a time"):
        import_table(club.viewer("union"), text="\n".join(["table,row,column,value", *rows]), name="Ours", reason=WHY)


def test_ruling_is_switched_after_both_agree(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    book, ruling = switchable()[0]
    switch_ruling(club.viewer("union"), book=book, ruling=ruling.id, option=ruling.options[1], reason=WHY)
    assert not RulingSwitch.objects.exists()
    page = browser(club, "confederate").get(reverse("house:page", args=[club.campaign.id])).text
    assert "take effect once the other side agrees" in page
    agree(club)
    assert RulingSwitch.objects.get().option == ruling.options[1]


def test_only_whole_side_commander_imports_numbers(ours: tuple[Club, Battle]) -> None:
    club, _ = ours
    for who in ("union_west", "observer"):
        with pytest.raises(Http404):
            import_table(club.viewer(who), text=NUMBERS, name="Ours", reason=WHY)
