"""Corrections in a war: facts are set right, what follows from the pieces is not, and the engine reads the result."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import models, transaction
from django.test import Client

from battles.tests.test_corrected_rows import ODD
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import TABLES, Entry, JournalLine, Recorded
from campaign.selectors.correctable import correctable_fields
from campaign.selectors.verify import verify
from campaign.services.corrections import correct
from campaign.services.rewind import rewind_stream
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from rulesets.civil_war.war import legal_orders, view
from rulesets.civil_war.war.legal import SIDE
from war.models import Contact, Force, Leader, Marker, Marking, Purse, Queue, StrengthPoint, TurnTrack
from war.services import agreement
from war.tests.builders import offer_from
from war.tests.war_builders import a_war, begun, now_of, until_contact
from war.tests.war_play import Played, a_played_war, rows_of

pytestmark = pytest.mark.django_db


def set_right(club: Club, row: Recorded, **values: Any) -> None:
    correct(club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason="A slip.")


def a_leader(**where: Any) -> Leader:
    return Leader.objects.filter(side="USA", name="Grant", **where).get()


def a_waiting_point() -> StrengthPoint:
    return StrengthPoint.objects.filter(force=None, lost=False).order_by("id")[0]


@pytest.mark.parametrize(
    ("model", "values", "said"),
    [
        (TurnTrack, {"turn": 5}, "turn can’t be corrected in a war. The umpire moves"),
        (TurnTrack, {"season": "summer"}, "season"),
        (TurnTrack, {"phase": "end"}, "Instead: next step of the game."),
        (TurnTrack, {"pending": {"hex": "0101"}}, "Instead: next step of the game."),
        (Purse, {"body": {}}, "Instead: order given."),
        (Queue, {"orders": []}, "Instead: orders queued."),
        (Force, {"hex": "0101"}, "hex can’t be corrected in a war"),
        (Force, {"name": "Ours"}, "name can’t be corrected in a war"),
        (Marker, {"hex": "0101"}, "Instead: order given."),
        (Marker, {"kind": Marking.DEPOT}, "kind: only a fort or fortress is corrected."),
        (Marker, {"built_turn": 6}, "built_turn: must be a whole number from 0 to 4."),
        (Marker, {"counts_from": 3}, "counts_from: must be a whole number from 0 to 2."),
        (StrengthPoint, {"lost": True}, "lost can’t be corrected in a war"),
        (StrengthPoint, {"demoralized": True}, "Instead: next step of the game."),
        (StrengthPoint, {"fought_turn": 5}, "fought_turn: must be a whole number from 0 to 4."),
        (StrengthPoint, {"moved_in": 9}, "moved_in: must be a whole number from 0 to 2."),
        (StrengthPoint, {"due_turn": 4}, "due_turn: must be after turn 4, or empty."),
        (StrengthPoint, {"enters_at": "Atlantis"}, "enters_at: must be a place on the map, or empty."),
        (Leader, {"standing": "dead"}, "Instead: order given."),
        (Leader, {"army": "Army of Nowhere"}, "Instead: order given."),
        (Leader, {"counter": "Nobody"}, "counter: the game has no counter of Nobody with"),
        (Leader, {"rolled_in": 9}, "rolled_in: must be a whole number from 0 to 2."),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_refusal_names_column_and_limit(model: type[Recorded], values: dict[str, Any], said: str) -> None:
    played = a_played_war()
    row = a_leader() if model is Leader else model._default_manager.order_by("pk")[0]
    before = rows_of(played.club)
    with pytest.raises(Refusal) as refused:
        set_right(played.club, row, **values)
    assert said in refused.value.sentence
    assert refused.value.field in values
    assert rows_of(played.club) == before


def lines(club: Club, who: str) -> list[str]:
    found = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("n")
    return list(found.values_list("announcement__text", flat=True))


def test_corrected_strength_is_read_by_the_engine_and_its_side_alone() -> None:
    played = a_played_war()
    club = played.club
    point = StrengthPoint.objects.filter(side="USA", quality="veteran").exclude(force=None).order_by("id")[0]
    before = club.viewer("confederate").version
    set_right(club, point, quality="crack")
    assert now_of(club.campaign).points[hex_id(point.pk)].quality == "crack"
    assert club.viewer("confederate").version == before
    assert "crack" in lines(club, "union")[-1]
    assert verify(club.campaign.pk) == []


def test_corrected_fort_is_told_to_everyone_on_the_board() -> None:
    played = a_played_war()
    club = played.club
    fort = Marker.objects.filter(kind=Marking.FORT).order_by("id")[0]
    set_right(club, fort, kind=Marking.FORTRESS)
    assert now_of(club.campaign).works[fort.hex].kind == "fortress"
    assert all("fortress" in lines(club, who)[-1] for who in ("union", "confederate", "observer"))


def test_rewind_of_a_war_undoes_its_corrections() -> None:
    """They belong to the campaign's game, though the pieces came with its founding."""
    played = a_played_war()
    club, before = played.club, rows_of(played.club)
    mark = Entry.objects.filter(campaign=club.campaign).latest("seq").seq
    set_right(club, StrengthPoint.objects.order_by("id")[0], quality="crack")
    played.play(2)
    rewind_stream(club.viewer("umpire"), stream="campaign", to_seq=mark, reason="A slip.")
    assert rows_of(club) == before


def _cases(club: Club, tables: str = "war_") -> Iterator[tuple[Recorded, str, Any]]:
    """Yield rows of each table with values for each column that may be corrected."""
    for table, model in sorted(TABLES.models.items()):
        if not table.startswith(tables):
            continue
        rows = list(model.of_campaign(club.campaign.pk).order_by("pk"))
        for column in correctable_fields(model):
            for row in _unlike(rows, column):
                yield from ((row, column.name, value) for value in _values(row, column))


def _unlike(rows: list[Recorded], column: "models.Field[Any, Any]") -> list[Recorded]:
    """Return up to three rows, with different values in the column."""
    found: dict[str, Recorded] = {}
    for row in rows:
        found.setdefault(repr(getattr(row, column.attname)), row)
    return list(found.values())[:3]


def _values(row: Recorded, column: "models.Field[Any, Any]") -> list[Any]:
    now = getattr(row, column.attname)
    near = [now + 1, max(0, now - 1)] if isinstance(now, int) and not isinstance(now, bool) else []
    return [*(value for value, _ in column.choices or ()), *near, not now, *ODD]


@pytest.mark.harness
def test_accepted_correction_leaves_a_war_that_can_be_played() -> None:
    played = a_played_war().play(3)
    clients = _clients(played.club)
    tried = accepted = 0
    for row, column, value in _cases(played.club):
        with transaction.atomic():
            tried += 1
            if _is_accepted(clients["umpire"], played.club, row, column, value):
                accepted += 1
                _is_playable(played, clients if accepted % 20 == 0 else {})
            transaction.set_rollback(True)
    assert accepted > 50
    assert tried > accepted


def _clients(club: Club) -> dict[str, Client]:
    """Return the browsers of those with a seat."""
    clients = {who: Client() for who in ("umpire", "union", "confederate", "observer")}
    for who, client in clients.items():
        client.force_login(club.users[who])
    return clients


def _is_accepted(client: Client, club: Club, row: Recorded, column: str, value: Any) -> bool:
    """Send a correction to the API; return whether it was accepted."""
    url = f"/api/c/{hex_id(club.campaign.pk)}/rows/{row._meta.db_table}/{hex_id(row.pk)}/"
    body = json.dumps({column: value, "reason": "A slip."})
    status = client.post(url, body, content_type="application/json").status_code
    assert status < 500, (url, body)
    return status == 200


def _is_playable(played: Played, clients: dict[str, Client]) -> None:
    """Read the war, look at it as each side, let the site act, and open pages."""
    state = now_of(played.club.campaign)
    for side in ("USA", "CSA"):
        legal_orders(view(state, side), SIDE)
    sweep(played.club.campaign.pk)
    for client in clients.values():
        for page in ("map/", ""):
            assert client.get(f"/c/{hex_id(played.club.campaign.pk)}/{page}").status_code == 200
    if clients:
        played.play(1)


@pytest.mark.harness
def test_accepted_correction_of_a_contact_leaves_it_to_be_decided() -> None:
    club = begun(a_war())
    contact = until_contact(club)
    offer = offer_from(club.viewer("union"), contact)
    clients, accepted = _clients(club), list[str]()
    for row, column, value in _cases(club, "war_contact"):
        with transaction.atomic():
            if _is_accepted(clients["umpire"], club, row, column, value):
                accepted.append(column)
                _is_decidable(club, contact, offer, clients)
            transaction.set_rollback(True)
    assert {"name", "hexside_name", "entered_from", "fought_on", "stands_per_sp"} <= set(accepted)


def _is_decidable(club: Club, contact: Contact, offer: int, clients: dict[str, Client]) -> None:
    """Open the pages that show a contact, leave it to the combat table, and let the war go on."""
    here = f"/c/{hex_id(club.campaign.pk)}/map/"
    for who, client in clients.items():
        for page in (here, f"{here}contact/{hex_id(contact.pk)}/"):
            assert client.get(page).status_code == 200, (who, page)
    agreement.decline(club.viewer("confederate"), contact_id=contact.pk, answers=offer)
    sweep(club.campaign.pk)
    left = now_of(club.campaign).contact
    assert left is None or left.step != "decision"
