"""What a battle discloses when it is over: corrections made while they were secret, and what the dice really gave."""

from dataclasses import replace

import pytest

from battles.models import Battle, Plan, SecretResult
from battles.selectors.reads import plans_of, units_of
from battles.services import opening, result, settle
from battles.tests.builders import a_battle, a_side_result, both_request, march, open_it, prizes, seal_both, told
from campaign.models import Entry, Recorded, Throw
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.corrections import correct
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from war.models import StrengthPoint

pytestmark = pytest.mark.django_db
REASON = "The umpire slipped."


@kept
def marched() -> tuple[Club, Battle]:
    """Open Shiloh with a Confederate flank march that is swift: on a 1 or 2 of d4."""
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Breckinridge", points=1))
    open_it(club, battle, left_csa=4)
    battle.refresh_from_db()
    return club, battle


def annul(club: Club) -> SecretResult:
    """Correct the flank march to another speed and turn, which the dice didn't give."""
    row = SecretResult.objects.get(subject="left.1.CSA")
    speed = "swift" if row.body["facts"]["speed"] != "swift" else "plodding"
    facts = row.body["facts"] | {"speed": speed, "entry_turn": 2}
    apply_correction(club, row, body=row.body | {"facts": facts})
    return row


def apply_correction(club: Club, row: Recorded, **values: object) -> None:
    correct(club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason=REASON)


def settled(club: Club, battle: Battle) -> None:
    both_request(club, battle, "end")
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end)
        result.enter_result(club.viewer(who), battle.id, entered=entered)
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)


def heard(club: Club, who: str, words: str) -> list[str]:
    return [line for line in told(club, who) if words in line]


class Test_Secret_correction:
    def test_undisclosed_finding_concerns_the_umpire_alone(self) -> None:
        club, _ = marched()
        annul(club)
        assert heard(club, "umpire", REASON)
        assert not any(heard(club, who, REASON) for who in ("union", "confederate", "observer"))

    def test_it_is_disclosed_with_the_report(self) -> None:
        club, battle = marched()
        row = annul(club)
        settled(club, battle)
        (line,) = heard(club, "union", REASON)
        was = row.body["facts"]["speed"]
        assert line.startswith("Corrected by the umpire on turn 1: secret result left.1.CSA: ")
        assert f"body.facts.speed was {was} and became " in line
        assert verify(club.campaign.id) == []

    def test_rewound_correction_is_not_disclosed(self) -> None:
        club, battle = marched()
        before = Entry.objects.filter(stream=f"battle:{battle.id:016x}").order_by("-seq")[0]
        annul(club)
        rewind(club.viewer("umpire"), entry_id=before.pk, reason="Never mind.")
        sweep(club.campaign.id)
        settled(club, battle)
        assert not heard(club, "union", "Corrected by")

    def test_strength_point_in_the_brief_is_told_to_its_owner(self) -> None:
        club, battle = marched()
        brief = dict(battle.setup.brief)
        army = brief["sides"]["USA"]
        first, *rest = army["strength"]
        other = "crack" if first["quality"] != "crack" else "green"
        changed = brief | {"sides": brief["sides"] | {"USA": army | {"strength": [first | {"quality": other}, *rest]}}}
        apply_correction(club, battle.setup, brief=changed)
        (line,) = heard(club, "union", REASON)
        assert f"quality from {first['quality']} to {other}" in line
        assert not any(heard(club, who, REASON) for who in ("confederate", "observer"))

    def test_result_seen_on_the_table_is_told_to_everyone(self) -> None:
        club, battle = marched()
        held = prizes(battle)
        both_request(club, battle, "end")
        entered = replace(a_side_result(units_of(battle, "USA", plans_of(battle))), objectives=held)
        row = result.enter_result(club.viewer("union"), battle.id, entered=entered)
        version = club.viewer("confederate").version
        apply_correction(club, row, shown=row.shown | {"objectives": held | {"USA": "CSA"}})
        assert heard(club, "confederate", "shown.objectives.USA from USA to CSA")
        assert club.viewer("confederate").version == version + 1

    def test_force_is_disclosed_when_the_campaign_closes(self) -> None:
        club, _ = marched()
        apply_correction(club, StrengthPoint.objects.filter(side="USA").order_by("id")[0], quality="crack")
        assert not heard(club, "confederate", REASON)
        decisions.decide(club.viewer("umpire"), kind="campaign.closed")
        (line,) = heard(club, "confederate", REASON)
        assert "on turn 4 of the campaign: strength point" in line


class Test_Replay:
    def test_agreement_is_said(self) -> None:
        club, battle = marched()
        settled(club, battle)
        assert heard(club, "observer", "replayed from the ledger, the secret rolls give the same results")

    def test_corrected_result_is_shown_beside_the_dice(self) -> None:
        club, battle = marched()
        annul(club)
        settled(club, battle)
        (line,) = heard(club, "observer", "The dice gave")
        assert line.endswith("The record says otherwise. A secret result was corrected.")

    def test_plan_counts_as_it_was_sealed(self) -> None:
        club, battle = marched()
        plan = Plan.objects.get(side="CSA")
        apply_correction(club, plan, body={})
        settled(club, battle)
        assert not heard(club, "observer", "The dice gave")

    def test_typed_dice_count_before_machine_dice(self) -> None:
        club, battle = marched()
        assert Throw.objects.get(how="hand").faces == [4]
        settled(club, battle)
        assert heard(club, "observer", "give the same results")

    def test_void_roll_gives_way_to_the_next(self) -> None:
        club, battle = marched()
        place = Throw.objects.get(how="hand")
        prepared = Entry.objects.get(kind="battle.prepared")
        voids = [f"{place.cup_id:016x}:{place.n}"]
        rewind(club.viewer("umpire"), entry_id=prepared.pk, reason="The die fell off.", voids=voids)
        sweep(club.campaign.id)
        assert Throw.objects.filter(how="machine", sides=4).count() == 1
        opening.open_battle(club.viewer("umpire"), battle.id)
        sweep(club.campaign.id)
        settled(club, battle)
        assert heard(club, "observer", "give the same results")

    def test_missing_roll_reads_not_rolled(self) -> None:
        club, battle = marched()
        Throw.objects.all().delete()
        settled(club, battle)
        assert heard(club, "observer", "not rolled. The record says otherwise. No correction explains the difference.")

    def test_other_release_is_named(self) -> None:
        club, battle = marched()
        annul(club)
        Entry.objects.filter(kind="battle.umpire_work").update(payload={"release": "0.0.9"})
        settled(club, battle)
        assert heard(club, "observer", "They were rolled under release 0.0.9 of the site; this is ")

    def test_failing_replay_ends_no_battle(self, monkeypatch: pytest.MonkeyPatch) -> None:
        club, battle = marched()
        monkeypatch.setattr("battles.services.disclose._opening", lambda battle: 1 / 0)
        settled(club, battle)
        assert heard(club, "observer", "couldn’t replay the secret rolls")

    def test_log_of_a_failing_replay_holds_no_secret(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        club, battle = marched()

        def opening(battle: Battle) -> None:
            Battle.objects.create(id=battle.id)  # breaks the transaction on PostgreSQL, were there no savepoint
            raise KeyError("Breckinridge")

        monkeypatch.setattr("battles.services.disclose._opening", opening)
        settled(club, battle)
        assert heard(club, "observer", "couldn’t replay the secret rolls")
        assert "the replay of a battle failed: " in caplog.text
        assert "Breckinridge" not in caplog.text
