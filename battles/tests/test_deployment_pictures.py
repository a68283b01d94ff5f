"""A picture of a deployment: a draft of one seat, sealed with its plan, and public with the battle report."""

from http import HTTPStatus
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.models import Battle, BattleState, Plan
from battles.selectors.deployment import deployment_page
from battles.selectors.page import battle_page
from battles.services import deployment_pictures, plans
from battles.services import ground as grounds
from battles.services.begin import begin_one_off
from battles.services.common import open_battle_act, reload
from battles.services.disclose import disclose
from battles.tests.builders import a_battle, shiloh, told
from battles.tests.test_pictures import CAPTION, FILE, client_of
from campaign.errors import Refusal, Stale
from campaign.models import Entry, Feed, Lock, Picture, RowImage
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.api import Program
from campaign.tests.builders import Club, a_club
from campaign.tests.pictures import a_file, in_base64
from rulesets.core.ground import standard_ground

pytestmark = pytest.mark.django_db


def draw(club: Club, battle: Battle, who: str = "union", *, version: int = 0, file: bytes = FILE) -> None:
    viewer = club.viewer(who)
    deployment_pictures.draft_picture(viewer, battle.id, data=file, caption=CAPTION, draft_version=version)


def drawn(club: Club, battle: Battle, who: str = "union") -> list[str]:
    return [picture.caption for picture in deployment_page(club.viewer(who), battle.id).pictures]


def status(club: Club, who: str) -> int:
    at = reverse("pictures:file", args=[club.campaign.id, Picture.objects.get().pk])
    return client_of(club, who).get(at).status_code


def on_battle_page(club: Club, battle: Battle, who: str) -> list[str]:
    page = battle_page(club.viewer(who), battle.id, now=SOURCES.now())
    return [picture.caption for plan in page.plans for picture in plan.pictures]


def test_draft_is_told_to_nobody() -> None:
    club, battle = a_battle()
    before = list(Lock.objects.values_list("seq", flat=True)), Entry.objects.count()
    versions = dict(Feed.objects.values_list("id", "version"))
    draw(club, battle)
    assert drawn(club, battle) == [CAPTION]
    assert (list(Lock.objects.values_list("seq", flat=True)), Entry.objects.count()) == before
    own = club.viewer("union").feed_id
    assert {feed for feed, version in Feed.objects.values_list("id", "version") if versions[feed] != version} == {own}
    for who, seen in (("confederate", 404), ("observer", 404), ("outsider", 404), ("union", 200), ("umpire", 200)):
        assert status(club, who) == seen, who


def test_picture_is_kept_beside_the_lines() -> None:
    club, battle = a_battle()
    page = deployment_page(club.viewer("union"), battle.id)
    fields = {"draft_version": "0", f"notes-{page.commands[0].at}": "By the church"}
    at = reverse("battles:deployment", args=[club.campaign.id, battle.id])
    assert client_of(club, "union").post(at, fields).status_code == HTTPStatus.FOUND
    draw(club, battle, version=1)
    assert [line.notes for line in deployment_page(club.viewer("union"), battle.id).deployment.lines] == [
        "By the church"
    ]
    fields["draft_version"] = "2"
    assert client_of(club, "union").post(at, fields).status_code == HTTPStatus.FOUND
    assert drawn(club, battle) == [CAPTION]


def test_another_replaces_it_and_erases_the_first() -> None:
    club, battle = a_battle()
    draw(club, battle)
    draw(club, battle, version=1, file=a_file("PNG", size=(50, 50)))
    assert drawn(club, battle) == [CAPTION]
    assert Picture.objects.exclude(nonce="").count() == 1
    deployment_pictures.drop_picture(club.viewer("union"), battle.id, draft_version=2)
    assert drawn(club, battle) == []
    assert not Picture.objects.exclude(nonce="").exists()


def test_older_page_changes_nothing_and_a_repeated_one_acts_once() -> None:
    club, battle = a_battle()
    draw(club, battle)
    draw(club, battle)
    assert Picture.objects.count() == 1
    with pytest.raises(Stale):
        draw(club, battle, file=a_file(size=(70, 70)))
    assert Picture.objects.count() == 1


def test_it_is_sealed_with_the_plan_and_seen_by_its_side_and_the_umpire() -> None:
    club, battle = a_battle()
    draw(club, battle)
    plans.seal(club.viewer("union"), battle.id, plan={})
    row = Picture.objects.get()
    assert Plan.objects.get().body["deployment"]["picture"] == f"{row.id:016x}"
    assert "JFIF" not in str(list(RowImage.objects.values_list("after", flat=True)))
    with pytest.raises(Refusal, match="has sealed its plan"):
        draw(club, battle, version=1)
    seen = {who: on_battle_page(club, battle, who) for who in ("union", "umpire", "confederate", "observer")}
    assert seen == {"union": [CAPTION], "umpire": [CAPTION], "confederate": [], "observer": []}
    assert verify(club.campaign.id) == []


def test_enemys_pages_take_as_many_queries_with_it_as_without() -> None:
    club, battle = a_battle()
    counts = []
    for draws in (False, True):
        if draws:
            plans.unseal(club.viewer("union"), battle.id)
            draw(club, battle, version=0)
        plans.seal(club.viewer("union"), battle.id, plan={})
        sweep(club.campaign.id)
        client = client_of(club, "confederate")
        at = reverse("battles:detail", args=[club.campaign.id, battle.id])
        client.get(at)
        with CaptureQueriesContext(connection) as asked:
            client.get(at)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_ground_changed_after_the_seal_keeps_it_in_the_draft() -> None:
    club, battle = a_battle()
    draw(club, battle)
    plans.seal(club.viewer("union"), battle.id, plan={})
    grounds.set_ground(club.viewer("umpire"), battle.id, standard_ground(96, 60))
    assert drawn(club, battle) == [CAPTION]
    plans.seal(club.viewer("union"), battle.id, plan={})
    assert on_battle_page(club, battle, "umpire") == [CAPTION]


def test_campaign_shows_it_to_everyone_when_it_ends() -> None:
    club, battle = a_battle()
    draw(club, battle)
    plans.seal(club.viewer("union"), battle.id, plan={})
    with open_battle_act(club.viewer("umpire"), battle, "battle.settled") as act:
        battle = reload(battle)
        battle.state, battle.turn, battle.is_prepared = BattleState.APPLIED, 3, True
        act.save(battle)
        disclose(act, battle)
    assert status(club, "confederate") == status(club, "observer") == HTTPStatus.NOT_FOUND
    assert on_battle_page(club, battle, "observer") == []
    decisions.decide(club.viewer("umpire"), kind="campaign.closed")
    assert status(club, "confederate") == status(club, "observer") == HTTPStatus.OK
    assert on_battle_page(club, battle, "observer") == [CAPTION]


def test_report_of_a_one_off_shows_it_to_everyone_and_a_rewind_does_not_hide_it_again() -> None:
    club = a_club(name="Shiloh", one_off=True)
    battle = begin_one_off(club.viewer("umpire"), name="Shiloh", brief=shiloh())
    draw(club, battle)
    plans.seal(club.viewer("union"), battle.id, plan={})
    before = Entry.objects.filter(kind="battle.sealed").get()
    with open_battle_act(club.viewer("umpire"), battle, "battle.settled") as act:
        battle = reload(battle)
        battle.state, battle.turn, battle.is_prepared = BattleState.APPLIED, 3, True
        act.save(battle)
        disclose(act, battle)
    assert status(club, "confederate") == status(club, "observer") == HTTPStatus.OK
    assert on_battle_page(club, battle, "observer") == [CAPTION]
    assert status(club, "outsider") == HTTPStatus.NOT_FOUND
    rewind(club.viewer("umpire"), entry_id=before.pk, reason="Too early.")
    assert on_battle_page(club, battle, "observer") == []  # the plan is hidden again; what was seen was seen
    assert verify(club.campaign.id) == []


def test_page_takes_a_file_and_erases_it_after_a_question() -> None:
    club, battle = a_battle()
    client, args = client_of(club, "union"), [club.campaign.id, battle.id]
    sent: dict[str, Any] = {"caption": CAPTION, "draft_version": "0", "file": SimpleUploadedFile("x.png", FILE)}
    assert client.post(reverse("battles:deployment-picture", args=args), sent).status_code == HTTPStatus.FOUND
    page = client.get(reverse("battles:deployment", args=args)).content.decode()
    assert 'loading="lazy"' in page
    drop = reverse("battles:drop-picture", args=args)
    assert 'name="draft_version" value="1"' in client.get(drop).content.decode()
    assert client.post(drop, {"draft_version": "1"}).status_code == HTTPStatus.FOUND
    assert drawn(club, battle) == []


def test_program_does_the_same() -> None:
    club, battle = a_battle()
    at = f"c/{club.campaign.id:016x}/b/{battle.id:016x}/plan/deployment/"
    union = Program("union")
    sent = {"caption": CAPTION, "picture": in_base64(FILE), "draft_version": 0}
    assert union.post(f"{at}picture/", **sent).status_code == HTTPStatus.OK
    assert union.get(at).json()["pictures"][0]["caption"] == CAPTION
    assert union.post(f"{at}picture/drop/", draft_version=1).status_code == HTTPStatus.OK
    assert Program("observer").post(f"{at}picture/", **sent).status_code == HTTPStatus.NOT_FOUND


def test_only_a_commander_of_the_side_draws_one() -> None:
    club, battle = a_battle()
    for who in ("observer", "umpire"):
        with pytest.raises(Http404):
            draw(club, battle, who)
    assert "picture" not in " ".join(told(club, "union"))
