"""Checks that a corrected record of the map must pass."""

from collections.abc import Set
from typing import Any

from campaign.app_part import RowCheck
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Campaign
from campaign.selectors.correctable import all_columns
from campaign.selectors.procedures import refusing
from campaign.services.corrections import of_column
from rulesets.core.brief import LIMITS, StrategicTable
from rulesets.core.brigades import RecordLine
from rulesets.core.sheet_form import pinned_sheet
from rulesets.core.typed import read_as
from war.models import Brigade, CombatOutcome, Contact, ContactOffer, Force, Leader, Sighting, StrengthPoint, TurnTrack
from war.selectors.state import book_of, counter_of, item_of

MOST_NAMED = 20  # hexes of a map that a refusal lists
MOST_STANDS, LONGEST = 2000, 80  # of a brigade, and of a battle’s name


def _on_the_sheet(row: Force | Contact | Sighting, changed: Set[str]) -> None:
    if "hex" not in changed:
        return
    sheet = pinned_sheet(*Campaign.objects.values_list("sheet", "sheet_hash").get(id=row.campaign_id))
    if sheet and row.hex not in sheet.hexes:
        ids = sorted(sheet.hexes)
        known = ", ".join(ids) if len(ids) <= MOST_NAMED else f"{len(ids)} from {ids[0]} to {ids[-1]}"
        raise Refusal(f"hex: the map has no hex {row.hex!r}; it has {known}.", field="hex")


def _contact(row: Contact, changed: Set[str]) -> None:
    _on_the_sheet(row, changed)
    if "strategic_table" in changed and row.strategic_table != {}:
        with of_column("strategic_table"):
            read_as(StrategicTable, row.strategic_table)


def _sighting(row: Sighting, changed: Set[str]) -> None:
    _on_the_sheet(row, changed)
    with of_column("leaders"):
        read_as(tuple[str, ...], row.leaders)


def _leader(row: Leader, changed: Set[str]) -> None:
    if changed & COUNTER:
        with refusing():
            book_of(row.campaign).check_leader(counter_of(row))


def _point(row: StrengthPoint, changed: Set[str]) -> None:
    if changed & POINT:
        with refusing():
            book_of(row.campaign).check_point(item_of(row))


def _brigade(row: Brigade, changed: Set[str]) -> None:
    if not row.name.strip():
        raise Refusal("name: a brigade has a name.", field="name")
    if "record" in changed:
        with of_column("record"):
            for line in read_as(tuple[RecordLine, ...], row.record):
                _require(0 <= line.lost <= line.stands <= MOST_STANDS, f"stands: 0 to {MOST_STANDS}, and no more lost.")
                _require(len(line.battle) <= LONGEST, f"battle: at most {LONGEST} characters.")
                _require(0 <= line.turn <= LIMITS["turn"][1], f"turn: 0 to {LIMITS['turn'][1]}.")
    if "points" in changed:
        with of_column("points"):
            stands = read_as(dict[str, int], row.points)
            army = StrengthPoint.objects.filter(campaign_id=row.campaign_id, side=row.side)
            known = set(map(hex_id, army.values_list("id", flat=True)))
            _require(bool(stands) and stands.keys() <= known, "IDs of this side’s strength points, at least one.")
            _require(all(1 <= n <= MOST_STANDS for n in stands.values()), f"1 to {MOST_STANDS} stands each.")


def _require(is_met: object, sentence: str) -> None:
    if not is_met:
        raise Refusal(sentence)


COUNTER = frozenset({"stars", "initiative", "tactical", "command", "seniority"})
POINT = frozenset({"arm", "quality"})


def _when(row: Any) -> str:
    turn = TurnTrack.objects.filter(campaign_id=row.campaign_id).values_list("turn", flat=True).first()
    return f"on turn {turn} of the campaign" if turn else ""


SIDE = {"side": "map.set_up"}
ROW_CHECKS = (
    RowCheck(TurnTrack, when=_when),
    RowCheck(Force, _on_the_sheet, keeps=SIDE, when=_when),
    RowCheck(
        Contact,
        _contact,
        keeps={"state": "battle.called_off", "since": "battle.called_off", "postponed": "contact.postponed"},
        when=_when,
    ),
    RowCheck(CombatOutcome, keeps=all_columns(CombatOutcome, by="contact.outcome"), when=_when),
    RowCheck(ContactOffer, keeps=all_columns(ContactOffer, by="contact.offered"), when=_when),
    RowCheck(Sighting, _sighting, keeps={"side": "sighting"}, when=_when),
    RowCheck(Leader, _leader, keeps=SIDE, when=_when),
    RowCheck(StrengthPoint, _point, keeps=SIDE, when=_when),
    RowCheck(Brigade, _brigade, keeps={"side": "battle.settled", "scope": "battle.settled"}, when=_when),
)
