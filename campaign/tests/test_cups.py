"""Recorded cups: commitments, entropy, the freeze, rolls, voids, reveals, and rewinds."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.app_part import INSTALLED
from campaign.errors import Refusal
from campaign.models import Cup, CupSecret, CupState, Entropy, Entry, Head, JournalLine, RowImage, Throw
from campaign.selectors.cups import cup_document, cup_documents
from campaign.selectors.verify import verify
from campaign.services import cup_throws, cups
from campaign.services.practice import MOST_THROWS_A_DAY
from campaign.services.rewind import rewind_stream
from campaign.tests.cups import ENTROPY, OWNER, STREAM, Table, a_table, an_open_table
from rulesets.core import cup_check
from rulesets.core.cup import kept_commitment
from rulesets.core.cup_check import check, check_together, examine, read_kept

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the stand-in for a battle still have its public moment before it."""
    monkeypatch.setattr(INSTALLED, "awaited", lambda campaign_id: {OWNER})


FOUR = ["public", "side:CSA", "side:USA", "umpire"]


def last_seq(kind: str) -> int:
    return Entry.objects.filter(kind=kind).order_by("-seq")[0].seq


def rewind_before(table: Table, kind: str, *, stream: str = STREAM) -> None:
    """Rewind to just before the last entry of a kind."""
    rewind_stream(table.club.viewer("umpire"), stream=stream, to_seq=last_seq(kind) - 1, reason="again")


def audiences(**filters: Any) -> list[str]:
    return list(Cup.objects.filter(**filters).order_by("audience").values_list("audience", flat=True))


# Opening and entropy.


def test_four_cups_open_with_public_commitments() -> None:
    table = a_table()
    assert audiences() == FOUR
    words = table.journal("observer")[-1]
    for cup in Cup.objects.all():
        assert kept_commitment(f"{cup.pk:016x}", cup.commitment) in words
    assert table.journal("union")[-1] == table.journal("confederate")[-1] == words


def test_owner_that_begins_again_gets_new_cups_and_keeps_its_rolls() -> None:
    table = an_open_table()
    first = table.throw("left")
    with table.doing("battle.begun", stream="battle:00000000000000b2"):
        cups.open_cups(OWNER, title="Shiloh")
    table.seal("USA", "CSA").step("opening")
    assert table.throw("left") == first
    assert Cup.objects.count() == 8
    table.throw("right")
    assert table.cup("umpire").count == 1
    table.reveal()
    assert audiences(state=CupState.TURNED_OVER) == sorted(FOUR * 2)
    assert verify(table.club.campaign.pk) == []


def test_first_entropy_counts_and_missing_one_is_absent() -> None:
    table = a_table()
    for entropy in (ENTROPY["USA"], "ff" * 32):
        with table.doing("battle.request", who="union"):
            cups.add_entropy(OWNER, "USA", entropy)
    with table.doing("battle.request", who="confederate"):
        cups.add_entropy(OWNER, "CSA", "")
    table.step()
    for cup in Cup.objects.all():
        lines = dict(Entropy.objects.filter(cup=cup).values_list("side", "line"))
        assert lines == {"USA": ENTROPY["USA"], "CSA": "absent"}


def test_entropy_after_freeze_is_ignored() -> None:
    table = a_table().seal("USA").step()
    table.seal("CSA")
    assert set(Entropy.objects.filter(side="CSA").values_list("line", flat=True)) == {"absent"}


def test_short_entropy_is_hashed_and_non_hex_is_refused() -> None:
    table = a_table()
    with table.doing("battle.request", who="union"):
        cups.add_entropy(OWNER, "USA", "abc")
    assert all(len(line) == 64 for line in Entropy.objects.values_list("line", flat=True))
    with pytest.raises(Refusal, match="hexadecimal"), table.doing("battle.request", who="confederate"):
        cups.add_entropy(OWNER, "CSA", "no figures")


def test_entropies_are_hidden_until_freeze() -> None:
    table = a_table().seal("USA")
    assert cup_document(table.cup())["entropies"] == []
    table.step()
    assert [line["side"] for line in cup_document(table.cup())["entropies"]] == ["CSA", "USA"]


def test_roll_before_next_public_step_is_refused() -> None:
    table = a_table().seal("USA", "CSA")
    with pytest.raises(Refusal, match="before the next public step"):
        table.throw()


def test_cup_changes_only_inside_an_act() -> None:
    table = an_open_table()
    for action in (
        lambda: cups.throw(OWNER, audience="umpire", rule="R", subject=[], turn=1, sides=6),
        lambda: cups.freeze(OWNER),
        lambda: cups.publish_heads(OWNER, 1),
        lambda: cups.add_entropy(OWNER, "USA", "ab"),
        lambda: cups.reveal(OWNER),
    ):
        with pytest.raises(RuntimeError):
            action()
    assert table.cup().count == 0


# Rolls.


def test_repeated_roll_keeps_result_and_one_ledger_line() -> None:
    table = an_open_table()
    assert table.throw() == table.throw()
    assert table.throw() != table.throw("right")
    assert Throw.objects.count() == 2


def test_fewer_dice_repeat_first_results_and_other_dice_are_refused() -> None:
    table = an_open_table()
    faces = table.throw()
    assert table.throw(count=1) == faces[:1]
    others: list[dict[str, Any]] = [{"count": 4}, {"sides": 6}]
    for other in others:
        with pytest.raises(Refusal, match="was already rolled"):
            table.throw(**other)


@pytest.mark.parametrize(
    ("audience", "cup"), [("scope:USA:West", "umpire"), ("seat:00000000000000aa", "umpire"), ("side:USA", "side:USA")]
)
def test_secrets_narrower_than_a_side_roll_from_umpire_cup(audience: str, cup: str) -> None:
    table = an_open_table()
    table.throw(audience=audience)
    assert Throw.objects.get().cup.audience == cup


def test_entry_records_roll_and_ledger_line() -> None:
    table = an_open_table()
    faces = table.throw()
    noted = Entry.objects.get(kind="battle.swept").throws
    assert [(t["audience"], t["line"], tuple(t["faces"]), t["how"]) for t in noted] == [("umpire", 1, faces, "machine")]
    assert noted[0]["cup"] == f"{table.cup().pk:016x}"


def test_result_depends_on_the_secret() -> None:
    table = an_open_table()
    before = table.throw(count=10)
    Throw.objects.all().delete()
    Cup.objects.update(count=0)
    CupSecret.objects.filter(cup=table.cup()).update(secret="ee" * 32)
    assert table.throw(count=10) != before


def test_typed_dice_count_if_first_and_are_marked() -> None:
    table = an_open_table()
    assert table.throw(by_hand=[1, 2, 3]) == (1, 2, 3)
    assert table.throw() == (1, 2, 3)
    assert Throw.objects.get().how == "hand"


def test_typed_dice_after_a_roll_are_noted_but_do_not_count() -> None:
    table = an_open_table()
    faces = table.throw()
    for _ in range(2):
        assert table.throw(by_hand=[1, 2, 3]) == faces
    assert list(Throw.objects.order_by("n").values_list("how", flat=True)) == ["machine", "hand"]
    table.reveal()
    assert check(cup_document(table.cup())) == []


@pytest.mark.parametrize("typed", [[1, 2], [1, 2, 101], [0, 1, 2]])
def test_impossible_typed_dice_are_refused(typed: list[int]) -> None:
    table = an_open_table()
    with pytest.raises(Refusal):
        table.throw(by_hand=typed)
    assert not Throw.objects.exists()


# Voids.


def test_void_stays_in_ledger_and_next_roll_differs() -> None:
    table = an_open_table()
    before = table.throw()
    table.void()
    after = table.throw()
    assert after != before
    assert list(Throw.objects.order_by("n").values_list("how", "k")) == [("machine", 0), ("void", 0), ("machine", 1)]
    assert table.throw() == after


def test_void_is_announced_only_to_cup_audience() -> None:
    table = an_open_table()
    table.throw()
    quiet = {who: table.journal(who) for who in ("union", "confederate", "observer")}
    table.void()
    said = "Flank force arrival, Union, left, VG-7B1, turn 1: the roll of"
    assert said in table.journal("umpire")[-1]
    assert "was voided. wrong flank" in table.journal("umpire")[-1]
    assert {who: table.journal(who) for who in quiet} == quiet


def test_more_dice_than_a_line_holds_are_refused() -> None:
    table = an_open_table()
    assert len(table.throw("left", count=100)) == 100
    with pytest.raises(Refusal, match="at most 100 at a time"):
        table.throw("right", count=101)


def test_full_cup_refuses_another_line_and_stays_well_formed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cup_throws, "MOST_LINES", 3)
    table = an_open_table()
    table.throw("left")
    table.void("left")
    table.throw("left")
    for refused in (lambda: table.throw("right"), lambda: table.void("left")):
        with pytest.raises(Refusal, match="This cup is full: it has 3 lines"):
            refused()
    document = cup_document(table.reveal().cup())
    assert len(document["throws"]) == 3
    assert check(document) == []


def test_last_checkpoint_is_kept_for_the_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cups, "MOST_LINES", 3)
    table = an_open_table()
    for n in range(1, 5):
        table.step(n).throw(str(n))
    assert Head.objects.filter(cup=table.cup()).count() == 2
    document = cup_document(table.reveal().cup())
    assert [head["at"] for head in document["heads"]] == ["opening", "public step 1", "report applied"]
    assert check(document) == []
    assert verify(table.club.campaign.pk) == []


def test_a_days_practice_fits_into_its_cup() -> None:
    assert MOST_THROWS_A_DAY + 1 <= cup_check.MOST_LINES  # one checkpoint for the opening, and one for each roll


def test_void_requires_reason_and_roll() -> None:
    table = an_open_table()
    with pytest.raises(Refusal, match="no roll that counts"):
        table.void()
    table.throw()
    with pytest.raises(Refusal, match="reason"):
        table.void(reason=" ")
    table.void()
    with pytest.raises(Refusal, match="no roll that counts"):
        table.void()


def test_roll_is_voided_by_ledger_line() -> None:
    table = an_open_table()
    table.throw()
    noted = Entry.objects.get(kind="battle.swept").throws[0]
    campaign_id = table.club.campaign.pk
    with table.doing("battle.void"):
        cups.void_line(campaign_id, noted["cup"], noted["line"], "wrong")
    for campaign, line in ((campaign_id, 1), (campaign_id, 2), (campaign_id + 1, 1)):
        with pytest.raises(Refusal), table.doing("battle.void"):
            cups.void_line(campaign, noted["cup"], line, "wrong")
    assert Throw.objects.filter(how="void").count() == 1


# Checkpoints and reveals.


def test_public_step_announces_checkpoints_of_all_cups() -> None:
    table = an_open_table()
    table.throw()
    table.step(2)
    journal = {who: table.journal(who)[-1] for who in ("union", "confederate", "observer", "umpire")}
    assert len(set(journal.values())) == 1
    kept = read_kept(journal["observer"])
    assert {(item.cup, item.step) for item in kept} == {(f"{cup.pk:016x}", 1) for cup in Cup.objects.all()}


def test_checkpoint_hides_whether_dice_were_rolled() -> None:
    """The same ledger gets a different checkpoint at each step, and never the plain hash."""
    table = an_open_table().step(2).step(2)
    table.throw()
    table.step(3)
    assert Head.objects.values("blinded").distinct().count() == Head.objects.count() == 16
    assert not set(Head.objects.values_list("blinded", flat=True)) & set(Cup.objects.values_list("tip", flat=True))


def test_step_queries_do_not_depend_on_rolls() -> None:
    table = an_open_table()

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            table.step(2)
        return len(queries)

    quiet = cost()
    table.throw()
    assert cost() == quiet


def test_battle_cups_are_revealed_together_and_pass_the_check() -> None:
    table = an_open_table()
    table.throw()
    table.void()
    table.throw()
    table.throw(audience="side:USA")
    table.step(2).reveal()
    assert audiences(state=CupState.TURNED_OVER) == FOUR
    documents = cup_documents(list(Cup.objects.all()))
    assert examine(json.dumps(documents), "\n".join(table.journal("observer"))) == []
    assert [len(d["throws"]) for d in sorted(documents, key=lambda d: str(d["audience"]))] == [0, 0, 1, 3]


def test_closed_cup_hides_secret_ledger_and_counts() -> None:
    table = an_open_table()
    table.throw()
    text = json.dumps(cup_documents(list(Cup.objects.all())))
    assert not any(secret in text for secret in CupSecret.objects.values_list("secret", flat=True))
    assert "throws" not in text
    assert '"count"' not in text


def test_turn_end_reveals_only_public_cup() -> None:
    table = a_table()
    with table.doing("turn.begun", stream="campaign"):
        cups.open_cups(("turn", 7), title="March 1862")
    with table.doing("turn.ended", stream="campaign"):
        cups.reveal_turn(7)
    assert audiences(owner_kind="turn", state=CupState.TURNED_OVER) == ["public"]
    with table.doing("campaign.ended", stream="campaign"):
        cups.reveal_campaign()
    assert audiences(owner_kind="turn", state=CupState.TURNED_OVER) == FOUR
    assert audiences(owner_kind="battle", state=CupState.TURNED_OVER) == FOUR
    assert all(check(d) == [] for d in cup_documents(list(Cup.objects.filter(owner_kind="turn"))))


# Rewinds.


def test_rewind_after_sealing_repeats_results() -> None:
    table = an_open_table()
    table.step(2)
    faces = table.throw()
    rewind_before(table, "battle.turn")
    assert table.throw() == faces
    assert Cup.objects.count() == 4
    assert verify(table.club.campaign.pk) == []


def test_rewind_before_sealing_opens_cups_and_keeps_results() -> None:
    table = an_open_table()
    faces = table.throw()
    rewind_before(table, "battle.sealed")
    assert audiences(opening=2, state=CupState.TAKING) == FOUR
    assert table.throw() == faces
    with pytest.raises(Refusal, match="before the next public step"):
        table.throw("right")
    table.seal("CSA").step("opening again")
    assert table.throw() == faces
    table.throw("right")
    assert Throw.objects.order_by("-id")[0].cup.opening == 2
    assert verify(table.club.campaign.pk) == []


def test_second_rewind_before_sealing_opens_no_more_cups() -> None:
    table = an_open_table()
    rewind_before(table, "battle.sealed")
    rewind_stream(table.club.viewer("umpire"), stream=STREAM, to_seq=last_seq("battle.begun"), reason="further")
    assert Cup.objects.count() == 8


def test_rewind_before_battle_start_opens_no_cups() -> None:
    table = an_open_table()
    rewind_before(table, "battle.begun")
    assert Cup.objects.count() == 4
    rewind_stream(table.club.viewer("umpire"), stream=STREAM, to_seq=last_seq("battle.begun"), reason="begin again")
    assert audiences(opening=2) == FOUR


@pytest.mark.parametrize("stream", [STREAM, "campaign"])
def test_rewind_before_reveal_opens_cups_in_any_stream(stream: str) -> None:
    table = an_open_table()
    faces = table.throw()
    table.reveal(stream=stream)
    rewind_before(table, "battle.applied", stream=stream)
    assert audiences(opening=2, state=CupState.TAKING) == FOUR
    with table.doing("battle.void"):
        cups.void(OWNER, audience="umpire", rule="VG-7B1", subject=["USA", "left"], turn=1, reason="seen by all")
    table.step(3)
    assert table.throw() != faces
    table.reveal()
    assert verify(table.club.campaign.pk) == []
    both = cup_documents(list(Cup.objects.filter(audience="umpire")))
    assert [check(document) for document in both] == [[], []]
    assert check_together(both) == []


def test_void_is_carried_into_new_ledger() -> None:
    table = an_open_table()
    table.throw()
    table.void()
    rewind_before(table, "battle.sealed")
    table.seal("CSA").step()
    table.throw()
    table.reveal()
    newest = cup_document(table.cup())
    assert [(line["how"], line["k"]) for line in newest["throws"]] == [("void", 0), ("machine", 1)]
    assert check(newest) == []


def test_rewind_keeps_ledgers_and_images_hold_no_secret() -> None:
    table = an_open_table()
    table.throw()
    before = list(Throw.objects.values_list("hash", flat=True))
    rewind_before(table, "battle.begun")
    assert list(Throw.objects.values_list("hash", flat=True)) == before
    images = json.dumps(
        [list(RowImage.objects.values_list("before", "after")), list(Entry.objects.values_list("payload"))]
    )
    assert not any(secret in images for secret in CupSecret.objects.values_list("secret", flat=True))


# Verify.


@pytest.mark.parametrize("state", ["taking", "open", "revealed"])
def test_verify_proves_cups_in_every_state(state: str) -> None:
    table = a_table().seal("USA") if state == "taking" else an_open_table()
    if state != "taking":
        table.throw()
    if state == "revealed":
        table.reveal()
    assert verify(table.club.campaign.pk) == []


@pytest.mark.parametrize(
    "tamper",
    [
        lambda: Throw.objects.filter(n=1).update(faces=[1, 1, 1]),
        lambda: Throw.objects.filter(n=2).delete(),
        lambda: Throw.objects.filter(n=1).update(note="x"),
        lambda: CupSecret.objects.filter(cup__audience="umpire").update(secret="00" * 32),
        lambda: Entropy.objects.filter(side="USA", cup__audience="umpire").update(line="00" * 32),
        lambda: Head.objects.filter(step=1, cup__audience="umpire").delete(),
        lambda: Cup.objects.filter(audience="umpire").update(audience="side:XXX"),
    ],
)
def test_verify_detects_tampered_ledger(tamper: Any) -> None:
    table = an_open_table()
    table.throw()
    table.step(2)
    table.throw("right")
    tamper()
    assert verify(table.club.campaign.pk) != []


# Voids made with a rewind.


def rewind_address(table: Table, *, api: bool = False) -> str:
    """Return the umpire's rewind page for the last public step before the roll."""
    umpire = table.club.viewer("umpire")
    n = JournalLine.objects.get(feed_id=umpire.feed_id, announcement__entry__kind="battle.turn").n
    name = "journal:rewind"
    return ("/api" if api else "") + reverse(name, args=[table.club.campaign.pk, n])


def table_with_roll() -> tuple[Table, str]:
    table = an_open_table()
    table.throw()
    table.throw()
    return table, f"{table.cup().pk:016x}:1"


def test_umpire_may_void_a_roll_with_the_rewind(client: Client) -> None:
    table, place = table_with_roll()
    client.force_login(table.club.users["umpire"])
    page = client.get(rewind_address(table)).content.decode()
    assert page.count(f'value="{place}"') == 1
    answer = client.post(rewind_address(table), {"reason": "Seen on the table", "void": [place]})
    assert answer.status_code == 302
    assert Throw.objects.get(how="void").note == "Seen on the table"
    assert "was voided. Seen on the table" in "\n".join(table.journal("umpire"))
    assert verify(table.club.campaign.pk) == []


def test_rewind_page_describes_roll_and_cites_rule(client: Client) -> None:
    table, _ = table_with_roll()
    client.force_login(table.club.users["umpire"])
    page = client.get(rewind_address(table)).content.decode()
    assert "Flank force arrival, Union, left" in page
    assert '<span class="cite">VG-7B1</span>' in page


def test_unchecked_roll_keeps_its_result(client: Client) -> None:
    table, _ = table_with_roll()
    faces = table.throw()
    client.force_login(table.club.users["umpire"])
    assert client.post(rewind_address(table), {"reason": "Slip"}).status_code == 302
    assert not Throw.objects.filter(how="void").exists()
    assert table.throw() == faces


def test_api_voids_only_listed_rolls() -> None:
    table, place = table_with_roll()
    client = Client()
    client.force_login(table.club.users["umpire"])
    address = rewind_address(table, api=True)
    for wrong in (["x"], ["0000000000000001:1"], place, [f"{place}1"]):
        said = {"reason": "Slip", "void": wrong}
        assert client.post(address, said, content_type="application/json").status_code == 422, wrong
    said = {"reason": "Slip", "void": [place]}
    assert client.post(address, said, content_type="application/json").status_code == 200
    assert Throw.objects.filter(how="void").count() == 1
    assert not client.get(address).json()["faces"] or not client.get(address).json()["faces"][0]["may_void"]
