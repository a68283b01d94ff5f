"""With the site as umpire, both sides agree to rewind every stream to a public entry."""

import pytest
from django.db import connection, transaction
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, Plan
from battles.tests.builders import a_battle, both_request, march, seal_both, told
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import TABLES, Entry, JournalLine, Proposal, image
from campaign.selectors.verify import verify
from campaign.services import agreed, decisions
from campaign.services.record import open_act
from campaign.services.rewind import rewind_game
from campaign.services.site_rewind import ask_rewind
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = pytest.mark.django_db


def rows(club: Club) -> dict[tuple[str, int], object]:
    kept = {t: m for t, m in TABLES.models.items() if t != "campaign_proposal" and t != "campaign_deadline"}
    return {(t, r.pk): image(r) for t, m in kept.items() for r in m.of_campaign(club.campaign.id)}


@kept
def opened() -> tuple[Club, Battle]:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    sweep(club.campaign.id)
    sweep(club.campaign.id)
    return club, Battle.objects.get(id=battle.id)


def line(club: Club, who: str, text: str) -> int:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id, announcement__text__contains=text)
    return lines.order_by("n").values_list("n", flat=True)[0]


def test_both_sides_rewind_game() -> None:
    club, battle = opened()
    assert battle.state == "day"
    n = line(club, "union", "began")
    both_request(club, battle)
    ask_rewind(club.viewer("union"), n=n, reason="We lost a turn.")
    assert Battle.objects.get(id=battle.id).turn == 2
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().pk)
    sweep(club.campaign.id)
    assert Battle.objects.get(id=battle.id).turn == 1
    assert Proposal.objects.get().state == "done"
    assert verify(club.campaign.id) == []
    assert any("Undone" in text for text in told(club, "observer"))


def queries_to_agree(*, marches: bool) -> int:
    """Count the queries to agree to undo sealed plans, with or without a Union flank march."""
    club, battle = a_battle(umpire_kind="site")
    n = line(club, "union", "will be fought on the table")
    seal_both(club, battle, union=march(battle, "USA", "right", "Sherman", points=1) if marches else {})
    for _ in range(2):
        sweep(club.campaign.id)
    ask_rewind(club.viewer("union"), n=n, reason="We misread the ground.")
    asked = Proposal.objects.get(campaign=club.campaign)
    client = Client()
    client.force_login(club.users["confederate"])
    with CaptureQueriesContext(connection) as queries:
        answer = {"proposal": hex_id(asked.pk), "answer": "agree"}
        client.post(f"/c/{hex_id(club.campaign.id)}/settings/proposal/", answer)
    sweep(club.campaign.id)
    assert not Plan.objects.filter(battle=battle).exists()
    return len(queries)


def test_query_count_hides_other_sides_plan() -> None:
    counted = []
    for marches in (True, False):
        with transaction.atomic():
            counted.append(queries_to_agree(marches=marches))
            transaction.set_rollback(True)
    assert counted[0] == counted[1]


def test_concurrent_sweeps_rewind_once() -> None:
    club, battle = opened()
    n = line(club, "union", "began")
    both_request(club, battle)
    ask_rewind(club.viewer("union"), n=n, reason="r")
    asked = Proposal.objects.get()
    decisions.agree(club.viewer("confederate"), proposal_id=asked.pk)
    done: list[int] = []
    for _ in range(2):
        agreed.carry_out(lambda campaign_id, said: done.append(campaign_id), asked.pk, club.campaign.id)
    assert done == [club.campaign.id]
    assert Entry.objects.filter(kind="proposal.done").count() == 1


def test_one_side_alone_cannot_rewind() -> None:
    club, battle = opened()
    n = line(club, "union", "began")
    both_request(club, battle)
    ask_rewind(club.viewer("union"), n=n, reason="r")
    with pytest.raises(Refusal, match="Only the other side can agree"):
        decisions.agree(club.viewer("union"), proposal_id=Proposal.objects.get().pk)
    assert Battle.objects.get(id=battle.id).turn == 2


def test_rewind_requires_public_game_entry() -> None:
    club, _ = opened()
    with open_act(club.viewer("union"), stream="campaign", kind="note") as act:
        act.tell("side:USA", "Only ours.")
    with pytest.raises(Refusal, match="everyone can see"):
        ask_rewind(club.viewer("union"), n=line(club, "union", "Only ours"), reason="r")
    with pytest.raises(Refusal, match="everyone can see"):
        ask_rewind(club.viewer("union"), n=1, reason="r")


def test_rewind_request_is_not_found_with_human_umpire() -> None:
    club, _ = a_battle()
    with pytest.raises(Http404):
        ask_rewind(club.viewer("union"), n=1, reason="r")
    client = Client()
    client.force_login(club.users["union"])
    page = client.get(f"/c/{hex_id(club.campaign.id)}/journal/2/")
    assert "Rewind to here" not in page.text


def test_other_side_reads_rewind_request() -> None:
    club, battle = opened()
    n = line(club, "union", "began")
    both_request(club, battle)
    union, confederate = Client(), Client()
    union.force_login(club.users["union"])
    confederate.force_login(club.users["confederate"])
    base = f"/c/{hex_id(club.campaign.id)}/"
    assert "Rewind to here" in union.get(f"{base}journal/{n}/").text
    assert union.post(f"{base}journal/{n}/ask-rewind/", {"reason": "Please."}).status_code == 302
    assert "rewind the game to “Shiloh began. Turn 1, 6:00.” " in confederate.get(f"{base}settings/").text


def test_record_written_by_two_streams_is_fully_restored() -> None:
    club, battle = opened()
    mark = Entry.objects.latest("seq").seq
    before = rows(club)
    both_request(club, battle)
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="both") as act:
        row = Battle.objects.get(id=battle.id)
        row.name = "Renamed by the campaign"
        act.save(row)
    rewind_game(campaign_id=club.campaign.id, to_seq=mark, reason="r")
    assert {k: v for k, v in rows(club).items() if k in before} == before
    assert verify(club.campaign.id) == []
    assert Plan.objects.count() == 2
