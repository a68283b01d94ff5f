"""Pictures of the ground: added, seen by those who may, erased, rewound, backed up, and refused in a sentence."""

import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.models import Battle, BattleGround, BattleState, Plan
from battles.selectors.ground import ground_page
from battles.services import ground_pictures, plans
from battles.tests.builders import a_battle, told
from campaign import photos
from campaign.audiences import PUBLIC, UMPIRE, side_audience
from campaign.errors import Refusal
from campaign.gate import PLACES
from campaign.models import Entry, Picture, Practice, Proposal, RowImage
from campaign.photos import NO_PICTURE, UNREADABLE
from campaign.selectors.verify import verify
from campaign.services import decisions, pictures
from campaign.services.accounts import delete_account
from campaign.services.lifecycle import erase_campaign
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.api import Program, refusal
from campaign.tests.builders import PASSWORD, Club
from campaign.tests.pictures import a_file, in_base64, opened

pytestmark = pytest.mark.django_db
FILE = a_file()
CAPTION = "The north edge"


def add(club: Club, battle: Battle, who: str = "umpire", *, caption: str = CAPTION, **said: Any) -> None:
    ground_pictures.add_picture(club.viewer(who), battle.id, data=FILE, caption=caption, **said)


def shown(club: Club, battle: Battle, who: str = "observer") -> list[str]:
    return [picture.caption for picture in ground_page(club.viewer(who), battle.id).pictures]


def client_of(club: Club, who: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(club.users[who])
    return client


def address_of(club: Club, picture: Picture) -> str:
    return reverse("pictures:file", args=[club.campaign.id, picture.id])


def upload(club: Club, battle: Battle, file: bytes | None, *, name: str = "IMG_1.JPG", **said: str) -> Any:
    sent: dict[str, Any] = {"caption": CAPTION, **said}
    if file is not None:
        sent["file"] = SimpleUploadedFile(name, file, "text/html")
    return client_of(club, "umpire").post(reverse("battles:picture", args=[club.campaign.id, battle.id]), sent)


class Test_Pictures_of_the_ground:
    def test_umpire_adds_one_and_everyone_sees_it(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        for who in ("umpire", "union", "confederate", "observer"):
            assert shown(club, battle, who) == [CAPTION]
        assert told(club, "observer")[-1] == f"The umpire added a picture to the ground of {battle.name}."
        assert verify(club.campaign.id) == []

    def test_players_cannot_under_an_umpire(self) -> None:
        club, battle = a_battle()
        for who in ("union", "confederate", "observer"):
            with pytest.raises(Http404):
                add(club, battle, who)
        assert not Picture.objects.exists()

    def test_both_sides_agree_where_the_site_umpires(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        add(club, battle, "union")
        assert shown(club, battle) == []
        asked = client_of(club, "confederate").get(proposed_address(club))
        assert CAPTION in asked.content.decode()
        decisions.agree(club.viewer("confederate"), proposal_id=proposal_of(club).pk)
        sweep(club.campaign.id)
        assert shown(club, battle) == [CAPTION]
        assert any(line.startswith("Both sides added a picture") for line in told(club, "union"))
        assert verify(club.campaign.id) == []

    def test_declined_picture_is_erased(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        add(club, battle, "union")
        decisions.refuse(club.viewer("confederate"), proposal_id=proposal_of(club).pk)
        assert bytes(Picture.objects.get().body) == b""
        assert "This picture was erased." in client_of(club, "union").get(proposed_address(club)).content.decode()

    def test_agreed_picture_that_comes_too_late_is_erased(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        add(club, battle, "union")
        decisions.agree(club.viewer("confederate"), proposal_id=proposal_of(club).pk)
        Battle.objects.filter(id=battle.id).update(state=BattleState.OFF)
        sweep(club.campaign.id)
        assert "it couldn’t be done" in told(club, "union")[-1]
        assert bytes(Picture.objects.get().body) == b""

    def test_number_is_limited(self) -> None:
        club, battle = a_battle()
        for _ in range(4):
            add(club, battle)
        with pytest.raises(Refusal, match="at most 4 pictures"):
            add(club, battle)
        ground_pictures.erase_picture(club.viewer("umpire"), battle.id, first(battle))
        add(club, battle, caption="Another")
        assert shown(club, battle) == [CAPTION] * 3 + ["Another"]
        assert len(BattleGround.objects.get(battle=battle).pictures) == 4

    def test_same_readers_have_a_limit_of_their_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pictures, "MOST_PICTURES", 1)
        club, battle = a_battle()
        keep(club, "union", side_audience("USA"))
        add(club, battle)
        keep(club, "confederate", side_audience("CSA"))
        with pytest.raises(Refusal, match="can keep 1 pictures for the same readers"):
            keep(club, "union", side_audience("USA"))

    def test_finished_battle_takes_none(self) -> None:
        club, battle = a_battle()
        Battle.objects.filter(id=battle.id).update(state=BattleState.APPLIED)
        with pytest.raises(Refusal, match="already over"):
            add(club, battle)

    def test_practice_battle_takes_none(self) -> None:
        club, battle = a_battle()
        day = SOURCES.now() + timedelta(days=1)
        Practice.objects.create(campaign=club.campaign, visitor="x", expires_at=day)
        with pytest.raises(Refusal, match="A practice battle takes no pictures"):
            add(club, battle)


def proposal_of(club: Club) -> Any:
    return Proposal.objects.get(campaign=club.campaign, kind="battle.picture")


def proposed_address(club: Club) -> str:
    return reverse("battles:proposed-picture", args=[club.campaign.id, proposal_of(club).pk])


def first(battle: Battle) -> int:
    return int(BattleGround.objects.get(battle=battle).pictures[0]["id"], 16)


def keep(club: Club, who: str, audience: str) -> Picture:
    viewer = club.viewer(who)
    return pictures.keep(viewer, pictures.read_photo(viewer, FILE), audience=audience, caption="Ours")


class Test_Record:
    def test_journal_holds_a_reference_and_a_hash_but_no_bytes(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        row = Picture.objects.get()
        image = RowImage.objects.filter(entry__kind="battle.picture").get(table="battles_battleground")
        assert image.after is not None
        assert image.after["pictures"] == [{"id": f"{row.id:016x}", "hash": row.digest}]
        assert Entry.objects.get(kind="battle.picture").payload == {"picture": row.reference}
        assert len(str(list(RowImage.objects.values_list("after", flat=True)))) < 100_000
        assert CAPTION not in str(list(Entry.objects.values_list("payload", flat=True)))

    def test_rewind_removes_it_and_forward_again_shows_it(self) -> None:
        club, battle = a_battle()
        before = Entry.objects.filter(stream__startswith="battle:").order_by("-seq")[0]
        add(club, battle)
        after = Entry.objects.get(kind="battle.picture")
        rewind(club.viewer("umpire"), entry_id=before.pk, reason="Another table.")
        assert shown(club, battle) == []
        rewind(club.viewer("umpire"), entry_id=after.pk, reason="This one after all.")
        assert shown(club, battle) == [CAPTION]
        assert verify(club.campaign.id) == []

    def test_same_key_adds_it_once(self) -> None:
        club, battle = a_battle()
        client = client_of(club, "umpire")
        for caption in (CAPTION, CAPTION):
            file = SimpleUploadedFile("a.jpg", FILE)
            at = reverse("battles:picture", args=[club.campaign.id, battle.id])
            assert client.post(at, {"caption": caption, "file": file, "key": "one"}).status_code == HTTPStatus.FOUND
        assert Picture.objects.count() == 1

    def test_same_key_with_another_file_adds_that_too(self) -> None:
        club, battle = a_battle()
        for file in (FILE, a_file("PNG")):
            assert upload(club, battle, file, key="one").status_code == HTTPStatus.FOUND
        assert Picture.objects.count() == 2

    def test_killed_upload_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        club, battle = a_battle()

        def die(*_: object) -> None:
            raise MemoryError

        monkeypatch.setattr(ground_pictures, "still_kept", die)
        with pytest.raises(MemoryError):
            add(club, battle)
        assert not Picture.objects.exists()
        assert BattleGround.objects.get(battle=battle).pictures == []

    def test_deleted_campaign_keeps_none(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        keep(club, "union", side_audience("USA"))
        erase_campaign(club.campaign.id)
        assert not Picture.objects.exists()


class Test_Seal:
    def test_picture_after_a_seal_unseals_every_plan(self) -> None:
        club, battle = a_battle()
        plans.seal(club.viewer("union"), battle.id, plan={})
        assert "unseals every plan" in page_of(club, battle)
        add(club, battle)
        assert not Plan.objects.exists()
        assert "The plans for Shiloh are unsealed" in told(club, "confederate")[-1]
        assert verify(club.campaign.id) == []

    def test_erasing_one_unseals_nothing(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        plans.seal(club.viewer("union"), battle.id, plan={})
        ground_pictures.erase_picture(club.viewer("umpire"), battle.id, first(battle))
        assert Plan.objects.exists()

    def test_picture_on_the_day_unseals_nothing(self) -> None:
        club, battle = a_battle()
        for who in ("union", "confederate"):
            plans.seal(club.viewer(who), battle.id, plan={})
        Battle.objects.filter(id=battle.id).update(state=BattleState.DAY)
        add(club, battle)
        assert Plan.objects.count() == 2


def page_of(club: Club, battle: Battle) -> str:
    at = reverse("battles:picture", args=[club.campaign.id, battle.id])
    return client_of(club, "umpire").get(at).content.decode()


class Test_Erasing:
    def test_umpire_and_author_may_and_nobody_else(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        for who in ("union", "confederate", "observer"):
            with pytest.raises(Http404):
                ground_pictures.erase_picture(club.viewer(who), battle.id, first(battle))
        address = address_of(club, Picture.objects.get())
        ground_pictures.erase_picture(club.viewer("umpire"), battle.id, first(battle))
        row = Picture.objects.get()
        assert (bytes(row.body), row.nonce, row.caption) == (b"", "", "")
        assert shown(club, battle) == []
        assert client_of(club, "umpire").get(address).status_code == HTTPStatus.NOT_FOUND
        assert told(club, "observer")[-1] == "The umpire erased a picture."
        assert verify(club.campaign.id) == []

    def test_rewind_does_not_bring_it_back(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        added = Entry.objects.get(kind="battle.picture")
        ground_pictures.erase_picture(club.viewer("umpire"), battle.id, first(battle))
        plans.seal(club.viewer("union"), battle.id, plan={})
        rewind(club.viewer("umpire"), entry_id=added.pk, reason="Back to the picture.")
        assert shown(club, battle) == []

    def test_page_asks_first(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        client = client_of(club, "umpire")
        at = reverse("battles:erase-picture", args=[club.campaign.id, battle.id, first(battle)])
        assert "can’t be brought back" in client.get(at).content.decode()
        assert client.post(at).status_code == HTTPStatus.FOUND
        assert client.get(at).status_code == HTTPStatus.NOT_FOUND

    def test_both_sides_may_where_the_site_umpires(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        for eraser in ("union", "confederate"):
            add(club, battle, "union")
            decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").pk)
            sweep(club.campaign.id)
            picture = ground_page(club.viewer(eraser), battle.id).pictures[0]
            ground_pictures.erase_picture(club.viewer(eraser), battle.id, picture.id)
            assert shown(club, battle) == []

    def test_account_deleted_with_its_texts_erases_its_pictures(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        delete_account(user_id=club.users["umpire"].pk, password=PASSWORD, erase_texts=True)
        assert shown(club, battle) == []


class Test_Who_may_see_it:
    def test_file_has_its_type_and_nothing_runs_in_it(self) -> None:
        club, battle = a_battle()
        add(club, battle)
        row = Picture.objects.get()
        answer = client_of(club, "observer").get(address_of(club, row))
        assert answer.status_code == HTTPStatus.OK
        assert answer.content == bytes(row.body)
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer["Cache-Control"] == "private, no-store"  # 0025: a browser stores nothing of a session
        assert row.id == int(row.digest[:16], 16) >> 1  # the address is the picture's hash

    @pytest.mark.parametrize(
        ("audience", "knowing"),
        [
            (PUBLIC, {"umpire", "union", "union_west", "confederate", "observer"}),
            (side_audience("USA"), {"umpire", "union", "union_west"}),
            ("scope:USA:", {"umpire", "union"}),
            ("scope:USA:West", {"umpire", "union", "union_west"}),
            (side_audience("CSA"), {"umpire", "confederate"}),
            (UMPIRE, {"umpire"}),
        ],
    )
    def test_others_get_the_same_404_as_for_no_picture(self, audience: str, knowing: set[str]) -> None:
        club, _ = a_battle()
        row = keep(club, "union", audience)
        nowhere = reverse("pictures:file", args=[club.campaign.id, 4711])
        for who in club.users:
            client = client_of(club, who)
            answers, queries = [], []
            for at in (nowhere, address_of(club, row)):
                with CaptureQueriesContext(connection) as asked:
                    answers.append(client.get(at))
                queries.append(len(asked))
            if who in knowing:
                assert answers[1].content == bytes(row.body)
                continue
            assert answers[0].status_code == answers[1].status_code == HTTPStatus.NOT_FOUND
            assert same(answers[0]) == same(answers[1])
            assert queries[0] == queries[1]
            program = Program(who)
            got = [program.get(f"c/{club.campaign.id:016x}/picture/{number:016x}/") for number in (4711, row.id)]
            assert got[0].status_code == got[1].status_code == HTTPStatus.NOT_FOUND
            assert got[0].content == got[1].content
        assert Client().get(address_of(club, row)).status_code == HTTPStatus.FOUND

    def test_picture_of_another_campaign_is_not_found(self) -> None:
        club, _ = a_battle()
        row = keep(club, "union", PUBLIC)
        Picture.objects.update(campaign_id=4711)
        assert client_of(club, "umpire").get(address_of(club, row)).status_code == HTTPStatus.NOT_FOUND

    def test_disclosed_picture_is_seen_by_all(self) -> None:
        club, _ = a_battle()
        row = keep(club, "union", side_audience("USA"))
        pictures.disclose(club.campaign.id, [row.id])
        assert client_of(club, "confederate").get(address_of(club, row)).status_code == HTTPStatus.OK

    def test_ground_page_takes_as_few_queries_with_four_pictures_as_with_one(self) -> None:
        club, battle = a_battle()
        client, at = client_of(club, "union"), reverse("battles:ground", args=[club.campaign.id, battle.id])
        counts = []
        for more in (1, 3):
            for _ in range(more):
                add(club, battle)
            client.get(at)
            with CaptureQueriesContext(connection) as asked:
                page = client.get(at).content.decode()
            counts.append(len(asked))
        assert counts[0] == counts[1] <= 9
        assert page.count('loading="lazy"') == 4
        assert f'alt="{CAPTION}"' in page


def same(answer: Any) -> tuple[object, ...]:
    """Return all that a reader gets, without the form's own token."""
    body = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", answer.content)
    return answer.status_code, sorted(answer.headers.items()), body


class Test_Uploads:
    def test_page_takes_a_file_whatever_its_name(self) -> None:
        club, battle = a_battle()
        assert upload(club, battle, a_file("WEBP"), name="evil.html").status_code == HTTPStatus.FOUND
        assert opened(bytes(Picture.objects.get().body)).format == "JPEG"

    def test_page_takes_a_photo_from_the_camera(self) -> None:
        club, battle = a_battle()
        page = page_of(club, battle)
        assert 'capture="environment"' in page
        assert 'enctype="multipart/form-data"' in page
        photo = SimpleUploadedFile("x", FILE)
        at = reverse("battles:picture", args=[club.campaign.id, battle.id])
        answer = client_of(club, "umpire").post(at, {"caption": CAPTION, "photo": photo})
        assert answer.status_code == HTTPStatus.FOUND

    @pytest.mark.parametrize(
        ("file", "sentence"),
        [(None, NO_PICTURE), (b"", NO_PICTURE), (b"<svg/>", UNREADABLE), (FILE[:90], UNREADABLE)],
    )
    def test_bad_file_is_refused_at_its_field_and_the_caption_stays(self, file: bytes | None, sentence: str) -> None:
        club, battle = a_battle()
        answer = upload(club, battle, file)
        page = answer.content.decode()
        assert answer.status_code in (HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.CONFLICT)
        assert f"Picture: {sentence.replace(chr(39), '&#x27;')}" in page
        assert CAPTION in page
        assert not Picture.objects.exists()

    def test_picture_needs_a_caption(self) -> None:
        club, battle = a_battle()
        answer = upload(club, battle, FILE, caption="")
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "What it shows: Fill this in." in answer.content.decode()

    def test_large_file_is_refused_with_the_limit(self) -> None:
        club, battle = a_battle()
        answer = upload(club, battle, FILE + bytes(photos.MOST_BYTES))
        assert "This file is larger than 10 MB." in answer.content.decode()
        larger = upload(club, battle, FILE + bytes(16 * 2**20))
        assert larger.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        assert "The limit is 15 megabytes per request." in larger.content.decode()

    def test_busy_site_asks_to_try_again_and_keeps_the_caption(self) -> None:
        club, battle = a_battle()
        while PLACES.acquire(blocking=False):
            pass
        try:
            answer = upload(club, battle, FILE)
        finally:
            PLACES.release()
        assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert answer["Retry-After"]
        assert CAPTION in answer.content.decode()

    def test_person_has_a_daily_limit(self) -> None:
        club, battle = a_battle()
        viewer = club.viewer("umpire")
        for _ in range(40):
            pictures.read_photo(viewer, FILE)
        with pytest.raises(Refusal, match="Too many tries"):
            add(club, battle)


class Test_Programs:
    def test_program_adds_reads_and_erases_one(self) -> None:
        club, battle = a_battle()
        umpire, c = Program("umpire"), f"c/{club.campaign.id:016x}/"
        at = f"{c}b/{battle.id:016x}/ground/picture/"
        assert umpire.get(at).json()["full"] == ""
        large = a_file("PNG", size=(2000, 1500)) + bytes(3 * 2**20)
        assert umpire.post(at, caption=CAPTION, picture=in_base64(large)).status_code == HTTPStatus.OK
        shown = Program("observer").get(f"{c}b/{battle.id:016x}/ground/").json()["pictures"][0]
        assert (shown["caption"], shown["width"], shown["height"]) == (CAPTION, 1600, 1200)
        file = Program("observer").get(f"{c}picture/{shown['id']}/").json()
        assert file["media_type"] == "image/jpeg"
        assert file["data"] == in_base64(bytes(Picture.objects.get().body))
        assert umpire.post(f"{at}{shown['id']}/erase/").status_code == HTTPStatus.OK
        assert Program("observer").get(f"{c}picture/{shown['id']}/").status_code == HTTPStatus.NOT_FOUND

    @pytest.mark.parametrize("data", ["", "nonsense!", in_base64(b"<svg/>"), "é"])
    def test_bad_data_is_refused_at_its_field(self, data: str) -> None:
        _, battle = a_battle()
        at = f"c/{battle.campaign_id:016x}/b/{battle.id:016x}/ground/picture/"
        answer = Program("umpire").post(at, caption=CAPTION, picture=data)
        assert answer.status_code in (HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.CONFLICT)
        assert "JPEG, PNG, or WebP picture of at most 10 MB" in refusal(answer, answer.status_code, "picture")
        assert not Picture.objects.exists()
