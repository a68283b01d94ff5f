"""Cups on the record: committed to, fed, frozen, thrown from, voided, turned over, and met again after a rewind."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.errors import Refusal
from campaign.models import Cup, CupSecret, CupState, Entropy, Entry, Head, JournalLine, RowImage, Throw
from campaign.selectors.cups import cup_document, cup_documents
from campaign.selectors.verify import verify
from campaign.services import cups
from campaign.services.rewind import rewind_stream
from campaign.tests.cups import BATTLE_ID, ENTROPY, OWNER, STREAM, Table, a_table, an_open_table
from rulesets.core.cup import kept_commitment
from rulesets.core.cup_check import check, check_together, examine, read_kept

pytestmark = pytest.mark.django_db
FOUR = ["public", "side:CSA", "side:USA", "umpire"]


def last_seq(kind: str) -> int:
    return Entry.objects.filter(kind=kind).order_by("-seq")[0].seq


def rewind_behind(table: Table, kind: str, *, stream: str = STREAM) -> None:
    """Back to just before the last entry of a kind."""
    rewind_stream(table.club.viewer("umpire"), stream=stream, to_seq=last_seq(kind) - 1, reason="again")


def audiences(**filters: Any) -> list[str]:
    return list(Cup.objects.filter(**filters).order_by("audience").values_list("audience", flat=True))


# Opening and entropy.


def test_every_owner_has_the_same_four_cups_and_all_are_told_their_commitments() -> None:
    table = a_table()
    assert audiences() == FOUR
    words = table.told("observer")[-1]
    for cup in Cup.objects.all():
        assert kept_commitment(f"{cup.pk:016x}", cup.commitment) in words
    assert table.told("union")[-1] == table.told("confederate")[-1] == words


def test_opening_again_changes_nothing_while_the_cups_are_live() -> None:
    table = a_table()
    with table.doing("battle.begun"):
        cups.open_cups("battle", BATTLE_ID, table.club.campaign.pk)
    assert Cup.objects.count() == 4


def test_the_first_entropy_of_a_side_counts_and_who_gave_none_is_absent() -> None:
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


def test_entropy_after_the_freeze_adds_nothing() -> None:
    table = a_table().seal("USA").step()
    table.seal("CSA")
    assert set(Entropy.objects.filter(side="CSA").values_list("line", flat=True)) == {"absent"}


def test_entropy_of_another_length_is_hashed_and_other_signs_are_refused() -> None:
    table = a_table()
    with table.doing("battle.request", who="union"):
        cups.add_entropy(OWNER, "USA", "abc")
    assert all(len(line) == 64 for line in Entropy.objects.values_list("line", flat=True))
    with pytest.raises(Refusal, match="hexadecimal"), table.doing("battle.request", who="confederate"):
        cups.add_entropy(OWNER, "CSA", "no figures")


def test_entropies_are_shown_from_the_freeze_on() -> None:
    table = a_table().seal("USA")
    assert cup_document(table.cup())["entropies"] == []
    table.step()
    assert [line["side"] for line in cup_document(table.cup())["entropies"]] == ["CSA", "USA"]


def test_nothing_is_thrown_before_the_next_public_step() -> None:
    table = a_table().seal("USA", "CSA")
    with pytest.raises(Refusal, match="before the next public step"):
        table.throw()


def test_nothing_happens_to_a_cup_outside_an_act() -> None:
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


# Throwing.


def test_a_key_keeps_its_faces_and_stands_once_in_the_ledger() -> None:
    table = an_open_table()
    assert table.throw() == table.throw()
    assert table.throw() != table.throw("right")
    assert Throw.objects.count() == 2


def test_fewer_of_the_same_dice_are_the_first_faces_and_other_dice_are_refused() -> None:
    table = an_open_table()
    faces = table.throw()
    assert table.throw(count=1) == faces[:1]
    others: list[dict[str, Any]] = [{"count": 4}, {"sides": 6}]
    for other in others:
        with pytest.raises(Refusal, match="has been thrown"):
            table.throw(**other)


@pytest.mark.parametrize(
    ("audience", "cup"), [("scope:USA:West", "umpire"), ("seat:00000000000000aa", "umpire"), ("side:USA", "side:USA")]
)
def test_secrets_narrower_than_a_side_throw_from_the_umpires_cup(audience: str, cup: str) -> None:
    table = an_open_table()
    table.throw(audience=audience)
    assert Throw.objects.get().cup.audience == cup


def test_the_entry_notes_the_throw_and_where_it_stands() -> None:
    table = an_open_table()
    faces = table.throw()
    noted = Entry.objects.get(kind="battle.swept").throws
    assert [(t["audience"], t["line"], tuple(t["faces"]), t["how"]) for t in noted] == [("umpire", 1, faces, "machine")]
    assert noted[0]["cup"] == f"{table.cup().pk:016x}"


def test_with_all_that_is_public_equal_another_secret_throws_other_faces() -> None:
    table = an_open_table()
    before = table.throw(count=10)
    Throw.objects.all().delete()
    Cup.objects.update(count=0)
    CupSecret.objects.filter(cup=table.cup()).update(secret="ee" * 32)
    assert table.throw(count=10) != before


def test_typed_faces_count_when_they_come_first_and_are_marked() -> None:
    table = an_open_table()
    assert table.throw(by_hand=[1, 2, 3]) == (1, 2, 3)
    assert table.throw() == (1, 2, 3)
    assert Throw.objects.get().how == "hand"


def test_typed_faces_stand_beside_a_machine_throw_and_do_not_count() -> None:
    table = an_open_table()
    faces = table.throw()
    for _ in range(2):
        assert table.throw(by_hand=[1, 2, 3]) == faces
    assert list(Throw.objects.order_by("n").values_list("how", flat=True)) == ["machine", "hand"]
    table.reveal()
    assert check(cup_document(table.cup())) == []


@pytest.mark.parametrize("typed", [[1, 2], [1, 2, 101], [0, 1, 2]])
def test_impossible_typed_faces_are_refused(typed: list[int]) -> None:
    table = an_open_table()
    with pytest.raises(Refusal):
        table.throw(by_hand=typed)
    assert not Throw.objects.exists()


# Void.


def test_a_void_moves_on_to_the_next_number_and_stays_in_the_ledger() -> None:
    table = an_open_table()
    before = table.throw()
    table.void()
    after = table.throw()
    assert after != before
    assert list(Throw.objects.order_by("n").values_list("how", "k")) == [("machine", 0), ("void", 0), ("machine", 1)]
    assert table.throw() == after


def test_a_void_is_told_to_the_audience_of_its_cup_at_once_and_to_nobody_else() -> None:
    table = an_open_table()
    table.throw()
    quiet = {who: table.told(who) for who in ("union", "confederate", "observer")}
    table.void()
    said = "Flank force arrival, Union, left, VG-7B1, turn 1: the throw of"
    assert said in table.told("umpire")[-1]
    assert "is void. wrong flank" in table.told("umpire")[-1]
    assert {who: table.told(who) for who in quiet} == quiet


def test_a_void_wants_a_reason_and_a_throw() -> None:
    table = an_open_table()
    with pytest.raises(Refusal, match="not been thrown"):
        table.void()
    table.throw()
    with pytest.raises(Refusal, match="reason"):
        table.void(reason=" ")
    table.void()
    with pytest.raises(Refusal, match="void already"):
        table.void()


def test_a_throw_is_voided_by_its_place_in_the_ledger() -> None:
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


# Heads and turning over.


def test_each_public_step_tells_all_a_head_of_every_cup_thrown_from_or_not() -> None:
    table = an_open_table()
    table.throw()
    table.step(2)
    told = {who: table.told(who)[-1] for who in ("union", "confederate", "observer", "umpire")}
    assert len(set(told.values())) == 1
    kept = read_kept(told["observer"])
    assert {(item.cup, item.step) for item in kept} == {(f"{cup.pk:016x}", 1) for cup in Cup.objects.all()}


def test_a_head_does_not_show_whether_anything_was_thrown() -> None:
    """The same ledger at two steps has two heads, and never the plain hash."""
    table = an_open_table().step(2).step(2)
    table.throw()
    table.step(3)
    assert Head.objects.values("blinded").distinct().count() == Head.objects.count() == 16
    assert not set(Head.objects.values_list("blinded", flat=True)) & set(Cup.objects.values_list("tip", flat=True))


def test_a_step_costs_the_same_queries_thrown_or_not() -> None:
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


def test_all_cups_of_a_battle_are_turned_over_together_and_pass_the_check_with_what_anybody_kept() -> None:
    table = an_open_table()
    table.throw()
    table.void()
    table.throw()
    table.throw(audience="side:USA")
    table.step(2).reveal()
    assert audiences(state=CupState.TURNED_OVER) == FOUR
    documents = cup_documents(list(Cup.objects.all()))
    assert examine(json.dumps(documents), "\n".join(table.told("observer"))) == []
    assert [len(d["throws"]) for d in sorted(documents, key=lambda d: str(d["audience"]))] == [0, 0, 1, 3]


def test_a_closed_cup_gives_neither_secret_nor_ledger_nor_counts_away() -> None:
    table = an_open_table()
    table.throw()
    text = json.dumps(cup_documents(list(Cup.objects.all())))
    assert not any(secret in text for secret in CupSecret.objects.values_list("secret", flat=True))
    assert "throws" not in text
    assert '"count"' not in text


def test_of_a_turn_only_the_public_cup_is_turned_over_at_its_end() -> None:
    table = a_table()
    campaign_id = table.club.campaign.pk
    with table.doing("turn.begun", stream="campaign"):
        cups.open_cups("turn", 7, campaign_id, title="March 1862")
    with table.doing("turn.ended", stream="campaign"):
        cups.reveal_turn(7)
    assert audiences(owner_kind="turn", state=CupState.TURNED_OVER) == ["public"]
    with table.doing("campaign.ended", stream="campaign"):
        cups.reveal_campaign()
    assert audiences(owner_kind="turn", state=CupState.TURNED_OVER) == FOUR
    assert audiences(owner_kind="battle", state=CupState.TURNED_OVER) == []
    assert all(check(d) == [] for d in cup_documents(list(Cup.objects.filter(owner_kind="turn"))))


# Rewinds.


def test_a_rewind_in_the_day_meets_the_same_faces_from_the_same_cup() -> None:
    table = an_open_table()
    table.step(2)
    faces = table.throw()
    rewind_behind(table, "battle.turn")
    assert table.throw() == faces
    assert Cup.objects.count() == 4
    assert verify(table.club.campaign.pk) == []


def test_behind_a_sealing_new_cups_are_opened_and_a_thrown_key_keeps_its_faces() -> None:
    table = an_open_table()
    faces = table.throw()
    rewind_behind(table, "battle.sealed")
    assert audiences(opening=2, state=CupState.TAKING) == FOUR
    assert table.throw() == faces
    with pytest.raises(Refusal, match="before the next public step"):
        table.throw("right")
    table.seal("CSA").step("opening again")
    assert table.throw() == faces
    table.throw("right")
    assert Throw.objects.order_by("-id")[0].cup.opening == 2
    assert verify(table.club.campaign.pk) == []


def test_a_rewind_behind_the_same_sealing_twice_opens_cups_once() -> None:
    table = an_open_table()
    rewind_behind(table, "battle.sealed")
    rewind_stream(table.club.viewer("umpire"), stream=STREAM, to_seq=last_seq("battle.begun"), reason="further")
    assert Cup.objects.count() == 8


def test_behind_the_battles_own_beginning_no_cups_are_opened() -> None:
    table = an_open_table()
    rewind_behind(table, "battle.begun")
    assert Cup.objects.count() == 4
    rewind_stream(table.club.viewer("umpire"), stream=STREAM, to_seq=last_seq("battle.begun"), reason="begin again")
    assert audiences(opening=2) == FOUR


@pytest.mark.parametrize("stream", [STREAM, "campaign"])
def test_behind_a_turned_over_cup_new_ones_are_opened_in_whichever_stream_it_was(stream: str) -> None:
    table = an_open_table()
    faces = table.throw()
    table.reveal(stream=stream)
    rewind_behind(table, "battle.applied", stream=stream)
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


def test_a_void_before_new_cups_is_carried_into_the_ledger_that_throws_again() -> None:
    table = an_open_table()
    table.throw()
    table.void()
    rewind_behind(table, "battle.sealed")
    table.seal("CSA").step()
    table.throw()
    table.reveal()
    newest = cup_document(table.cup())
    assert [(line["how"], line["k"]) for line in newest["throws"]] == [("void", 0), ("machine", 1)]
    assert check(newest) == []


def test_no_cup_is_moved_by_a_rewind_and_no_image_holds_a_secret() -> None:
    table = an_open_table()
    table.throw()
    before = list(Throw.objects.values_list("hash", flat=True))
    rewind_behind(table, "battle.begun")
    assert list(Throw.objects.values_list("hash", flat=True)) == before
    images = json.dumps(
        [list(RowImage.objects.values_list("before", "after")), list(Entry.objects.values_list("payload"))]
    )
    assert not any(secret in images for secret in CupSecret.objects.values_list("secret", flat=True))


# Verify.


@pytest.mark.parametrize("state", ["taking", "open", "turned over"])
def test_verify_proves_cups_in_every_state(state: str) -> None:
    table = a_table().seal("USA") if state == "taking" else an_open_table()
    if state != "taking":
        table.throw()
    if state == "turned over":
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
def test_verify_finds_a_ledger_that_was_touched(tamper: Any) -> None:
    table = an_open_table()
    table.throw()
    table.step(2)
    table.throw("right")
    tamper()
    assert verify(table.club.campaign.pk) != []


# Voiding with a rewind.


def rewind_address(table: Table, *, api: bool = False) -> str:
    """The umpire's page for a rewind to the last public step before the throw."""
    umpire = table.club.viewer("umpire")
    n = JournalLine.objects.get(feed_id=umpire.feed_id, announcement__entry__kind="battle.turn").n
    name = "journal:rewind"
    return ("/api" if api else "") + reverse(name, args=[table.club.campaign.pk, n])


def thrown_table() -> tuple[Table, str]:
    table = an_open_table()
    table.throw()
    table.throw()
    return table, f"{table.cup().pk:016x}:1"


def test_the_umpire_sees_each_throw_once_and_may_void_it_with_the_rewind(client: Client) -> None:
    table, place = thrown_table()
    client.force_login(table.club.users["umpire"])
    page = client.get(rewind_address(table)).content.decode()
    assert page.count(f'value="{place}"') == 1
    answer = client.post(rewind_address(table), {"reason": "Seen on the table", "void": [place]})
    assert answer.status_code == 302
    assert Throw.objects.get(how="void").note == "Seen on the table"
    assert "is void. Seen on the table" in "\n".join(table.told("umpire"))
    assert verify(table.club.campaign.pk) == []


def test_the_umpire_reads_in_words_what_was_thrown_for_whom_and_under_which_rule(client: Client) -> None:
    table, _ = thrown_table()
    client.force_login(table.club.users["umpire"])
    page = client.get(rewind_address(table)).content.decode()
    assert "Flank force arrival, Union, left" in page
    assert '<span class="cite">VG-7B1</span>' in page


def test_without_a_tick_a_throw_keeps_its_faces(client: Client) -> None:
    table, _ = thrown_table()
    faces = table.throw()
    client.force_login(table.club.users["umpire"])
    assert client.post(rewind_address(table), {"reason": "Slip"}).status_code == 302
    assert not Throw.objects.filter(how="void").exists()
    assert table.throw() == faces


def test_voids_go_through_the_api_too_and_only_throws_in_question_may_be_named() -> None:
    table, place = thrown_table()
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
