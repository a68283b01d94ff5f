"""What a correction never reaches: state with acts of its own. Each such column names the act that sets it right."""

from pathlib import Path

import pytest

from battles.models import Battle, BattleState, SecretResult, SideResult
from battles.services import settle
from battles.services.begin import begin_one_off
from battles.services.call_off import call_off
from battles.tests.builders import a_battle, fight_on_table, march, open_it, seal_both, shiloh, told
from campaign.app_part import INSTALLED
from campaign.errors import Refusal
from campaign.models import TABLES, Cup, CupState, Deadline, Entry, Recorded
from campaign.selectors.correctable import CLUB_TABLES, correctable_fields, kept_columns
from campaign.selectors.corrections_page import corrections_page
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.corrections import correct
from campaign.services.rewind import rewind_game
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from war.models import Contact, ContactState

GAME = [model for table, model in sorted(TABLES.models.items()) if table not in CLUB_TABLES]
HAS_ACTS = [
    (Contact, "state"),
    (Contact, "postponed"),
    (Battle, "state"),
    (Battle, "turn"),
    (Battle, "step"),
    (Battle, "cup_owner"),
    (Battle, "is_swept"),
    (SideResult, "confirmed"),
    (SecretResult, "told"),
    (Deadline, "due_at"),
    (Deadline, "paused_at"),
]


@pytest.mark.parametrize("model", GAME, ids=lambda model: model._meta.db_table)
def test_every_column_is_correctable_or_names_its_act(model: type[Recorded]) -> None:
    offered, kept = {field.name for field in correctable_fields(model)}, kept_columns(model)
    assert offered | kept.keys() == {field.name for field in model._meta.concrete_fields}
    assert not offered & kept.keys()
    titles = {kind for part in INSTALLED.parts for kind in part.entry_titles}
    assert set(kept.values()) <= titles


@pytest.mark.parametrize("model", GAME, ids=lambda model: model._meta.db_table)
def test_no_correctable_column_must_be_unique(model: type[Recorded]) -> None:
    unique = {name for rule in model._meta.constraints for name in getattr(rule, "fields", ())}
    assert not unique & {field.name for field in correctable_fields(model)}


@pytest.mark.parametrize(("model", "column"), HAS_ACTS, ids=lambda part: getattr(part, "__name__", part))
def test_state_with_acts_of_its_own_is_kept(model: type[Recorded], column: str) -> None:
    assert column in kept_columns(model)


def test_seats_and_requests_are_never_corrected() -> None:
    assert not any(correctable_fields(TABLES.models[table]) for table in CLUB_TABLES)


def test_document_is_made_from_the_declared_columns() -> None:
    path = Path(__file__).parents[2] / "docs" / "corrections.md"
    assert path.read_text() == corrections_page()


pytestmark = pytest.mark.django_db


def apply_correction(club: Club, row: Recorded, **values: object) -> None:
    correct(club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason="Again.")


@kept
def marched(*, umpire_kind: str = "person") -> tuple[Club, Battle]:
    club, battle = a_battle(umpire_kind=umpire_kind)
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Breckinridge", points=1))
    if umpire_kind == "person":
        open_it(club, battle)
    sweep(club.campaign.id)
    battle.refresh_from_db()
    return club, battle


def test_contact_set_back_by_correction_is_refused() -> None:
    club, _ = marched()
    contact = Contact.objects.get()
    with pytest.raises(Refusal, match=r"^state can’t be corrected\. Instead: battle called off\.$"):
        apply_correction(club, contact, state=ContactState.WAITING)


class Test_Called_off:
    def test_battle_begun_again_keeps_its_rolls(self) -> None:
        club, battle = marched()
        first = SecretResult.objects.get(subject__contains=".1.").body
        call_off(club.viewer("umpire"), battle.id)
        assert Contact.objects.get().state == ContactState.WAITING
        apply_correction(club, Contact.objects.get(), stands_per_sp=16)
        again = fight_on_table(club, Contact.objects.get())
        assert [line.rpartition(": ")[0] for line in again.known_rolls] == [
            "Leader rating, E or P, VG-7A1",
            "Brigade ratings, E, VG-7A3",
            "Flank force arrival, Confederate, left, VG-7B1",
        ]
        assert "every roll made for it keeps its result" in told(club, "union")[-1]
        seal_both(club, again, confederate=march(again, "CSA", "left", "Breckinridge", points=1))
        open_it(club, again)
        now = SecretResult.objects.get(battle=again, subject__contains=".1.").body["facts"]
        assert (now["speed"], now["entry_turn"]) == (first["facts"]["speed"], first["facts"]["entry_turn"])
        assert now["stands"] == 16 != first["facts"]["stands"]
        assert verify(club.campaign.id) == []

    def test_cups_and_plans_are_disclosed(self) -> None:
        club, battle = marched()
        call_off(club.viewer("umpire"), battle.id)
        assert not Cup.objects.exclude(state=CupState.TURNED_OVER).exists()
        assert any(line.startswith("Confederate sealed: ") for line in told(club, "union"))
        assert any("replayed from the ledger" in line for line in told(club, "observer"))

    def test_unopened_battle_keeps_its_plans_secret(self) -> None:
        club, battle = a_battle()
        seal_both(club, battle, confederate=march(battle, "CSA", "left", "Breckinridge", points=1))
        call_off(club.viewer("umpire"), battle.id)
        assert not any("Breckinridge" in line for line in told(club, "union"))
        assert not Cup.objects.exclude(state=CupState.TURNED_OVER).exists()

    def test_without_an_umpire_both_sides_must_agree(self) -> None:
        club, battle = marched(umpire_kind="site")
        call_off(club.viewer("union"), battle.id)
        assert Battle.objects.get().state == BattleState.DAY
        call_off(club.viewer("confederate"), battle.id)
        assert Battle.objects.get().state == BattleState.OFF

    def test_battle_that_is_over_stays_so(self) -> None:
        club, battle = marched()
        call_off(club.viewer("umpire"), battle.id)
        for act in (call_off, settle.settle):
            with pytest.raises(Refusal):
                act(club.viewer("umpire"), battle.id)


class Test_Closing:
    def test_every_cup_is_revealed(self) -> None:
        club, _ = marched()
        decisions.decide(club.viewer("umpire"), kind="campaign.closed")
        assert not Cup.objects.exclude(state=CupState.TURNED_OVER).exists()
        assert Battle.objects.get().state == BattleState.OFF
        assert verify(club.campaign.id) == []

    def test_deleting_requires_it(self) -> None:
        club, _ = marched()
        with pytest.raises(Refusal, match="Close the campaign first"):
            decisions.decide(club.viewer("umpire"), kind="campaign.deletion")
        decisions.decide(club.viewer("umpire"), kind="campaign.closed")
        decisions.decide(club.viewer("umpire"), kind="campaign.deletion")

    def test_verify_names_a_cup_whose_moment_has_passed(self) -> None:
        club, battle = marched()
        Cup.objects.filter(owner_id=battle.cup_owner, audience="umpire").update(state=CupState.FROZEN)
        assert verify(club.campaign.id) == []
        call_off(club.viewer("umpire"), battle.id)
        Cup.objects.filter(owner_id=battle.cup_owner, audience="umpire").update(state=CupState.FROZEN)
        assert [problem for problem in verify(club.campaign.id) if "its public moment has passed" in problem]


class Test_Contact_gone:
    def test_cups_of_a_contact_that_a_rewind_undid_are_revealed(self) -> None:
        club, battle = marched(umpire_kind="site")
        before = Entry.objects.filter(campaign=club.campaign, kind="map.set_up").earliest("seq").seq - 1
        rewind_game(campaign_id=club.campaign.pk, to_seq=before, reason="The wrong armies.")
        assert not Contact.objects.exists()
        assert not Cup.objects.filter(owner_id=battle.cup_owner).exclude(state=CupState.TURNED_OVER).exists()
        assert verify(club.campaign.id) == []

    def test_battle_that_a_rewind_undid_keeps_its_rolls(self) -> None:
        club, _ = marched(umpire_kind="site")
        first = SecretResult.objects.get(subject__contains=".1.").body["facts"]
        before = Entry.objects.filter(campaign=club.campaign, kind="battle.begun").earliest("seq").seq - 1
        rewind_game(campaign_id=club.campaign.pk, to_seq=before, reason="Too early.")
        sweep(club.campaign.pk)
        again = fight_on_table(club, Contact.objects.get())
        assert again.known_rolls == []
        seal_both(club, again, confederate=march(again, "CSA", "left", "Breckinridge", points=1))
        sweep(club.campaign.id)
        assert SecretResult.objects.get(subject__contains=".1.").body["facts"] == first
        assert verify(club.campaign.id) == []


def test_one_off_battle_begun_again_keeps_its_rolls() -> None:
    club = a_club(name="Shiloh", one_off=True)
    brief = shiloh()
    first = begin_one_off(club.viewer("umpire"), name=brief.name, brief=brief)
    call_off(club.viewer("umpire"), first.id)
    again = begin_one_off(club.viewer("umpire"), name=brief.name, brief=brief)
    assert again.cups == first.cups


def test_one_off_battle_that_a_rewind_undid_keeps_its_cups_sealed() -> None:
    club = a_club(name="Shiloh", one_off=True, umpire_kind="site")
    brief = shiloh()
    first = begin_one_off(None, name=brief.name, brief=brief, campaign_id=club.campaign.pk)
    rewind_game(
        campaign_id=club.campaign.pk, to_seq=Entry.objects.get(kind="battle.begun").seq - 1, reason="Too early."
    )
    assert not Battle.objects.exists()
    assert not Cup.objects.filter(state=CupState.TURNED_OVER).exists()
    assert verify(club.campaign.id) == []
    again = begin_one_off(None, name=brief.name, brief=brief, campaign_id=club.campaign.pk)
    assert again.cups == first.cups
