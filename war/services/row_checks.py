"""Checks that a corrected record of the map must pass."""

from collections.abc import Sequence, Set
from typing import Any

from campaign.app_part import RowCheck
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Campaign
from campaign.selectors.correctable import all_columns
from campaign.selectors.procedures import refusing
from campaign.services.corrections import of_column
from rulesets.civil_war import tables as t
from rulesets.core.brief import StrategicTable
from rulesets.core.brief_values import LIMITS
from rulesets.core.brigades import RecordLine
from rulesets.core.sheet_form import pinned_sheet
from rulesets.core.typed import read_as
from war.models import (
    Belief,
    Brigade,
    CombatOutcome,
    Contact,
    ContactOffer,
    Force,
    Leader,
    Marker,
    Marking,
    Purse,
    Queue,
    Sighting,
    StrengthPoint,
    TurnTrack,
)
from war.selectors.state import book_of, counter_of, item_of
from war.selectors.war_state import is_war
from war.selectors.worlds import world_of_campaign

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
    _not_in_a_war(row, changed, WHERE_IT_IS)
    _on_the_sheet(row, changed)
    if "strategic_table" in changed and row.strategic_table != {}:
        with of_column("strategic_table"):
            read_as(StrategicTable, row.strategic_table)


def _sighting(row: Sighting, changed: Set[str]) -> None:
    _on_the_sheet(row, changed)
    with of_column("leaders"):
        read_as(tuple[str, ...], row.leaders)


def _leader(row: Leader, changed: Set[str]) -> None:
    _in_its_war(row, changed)
    if changed & COUNTER:
        with refusing():
            book_of(row.campaign).check_leader(counter_of(row))


def _point(row: StrengthPoint, changed: Set[str]) -> None:
    _not_in_a_war(row, changed, {"lost"})
    _in_its_war(row, changed)
    if changed & POINT:
        with refusing():
            book_of(row.campaign).check_point(item_of(row))


def _force(row: Force, changed: Set[str]) -> None:
    _not_in_a_war(row, changed, changed)
    _on_the_sheet(row, changed)


def _track(row: TurnTrack, changed: Set[str]) -> None:
    _not_in_a_war(row, changed, changed)


def _marker(row: Marker, changed: Set[str]) -> None:
    """Check a marker: what it lies for stays, but a fort may have been a fortress."""
    if "kind" in changed:
        was = str((row.loaded or {}).get("kind", ""))
        is_work = {was, row.kind} <= {Marking.FORT, Marking.FORTRESS}
        _require_of("kind", is_work, "only a fort or fortress is corrected.")
    _in_its_war(row, changed)


# In a war, the engine has to make sense of a corrected row.


def _not_in_a_war(row: Any, changed: Set[str], columns: Set[str]) -> None:
    """Refuse columns that in a war follow from where the pieces are, and from what the war has come to."""
    wrong = sorted(changed & columns)
    if wrong and is_war(row.campaign_id):
        raise Refusal(f"{wrong[0]} can’t be corrected in a war. {INSTEAD}", field=wrong[0])


def _in_its_war(row: Any, changed: Set[str]) -> None:
    """Check turns, pulses, places, and counters of a piece against its war."""
    if not changed & OF_A_WAR or not is_war(row.campaign_id):
        return
    track = TurnTrack.objects.get(campaign_id=row.campaign_id)
    for column, most in ((TURNS, track.turn), (PULSES, track.pulses + 1)):
        for name in sorted(changed & column):
            if not 0 <= getattr(row, name) <= most:
                raise Refusal(f"{name}: must be a whole number from 0 to {most}.", field=name)
    if "due_turn" in changed and row.due_turn is not None:
        _require_of("due_turn", row.due_turn > track.turn, f"must be after turn {track.turn}, or empty.")
    if "enters_at" in changed and row.enters_at:
        places = world_of_campaign(row.campaign).graph.places
        _require_of("enters_at", row.enters_at in places, "must be a place on the map, or empty.")
    if changed & {"counter", "stars"} and isinstance(row, Leader):
        key = t.counter_key(row.side, row.counter, row.stars)
        field = "counter" if "counter" in changed else "stars"
        _require_of(field, key in t.LEADERS.rows, f"the game has no counter of {row.counter} with {row.stars} stars.")


def _require_of(column: str, is_met: object, sentence: str) -> None:
    if not is_met:
        raise Refusal(f"{column}: {sentence}", field=column)


def _leader_audience(row: Leader, path: Sequence[str]) -> str:
    """Return everyone for what stands on a revealed leader's counter."""
    return PUBLIC if row.revealed and path[0] in ON_COUNTER else ""


def _marker_audience(row: Marker, path: Sequence[str]) -> str:
    return row.who_may_know()


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
ORDERED, PROCEEDED = "war.ordered", "war.proceeded"
INSTEAD = "The umpire moves, adds, and removes pieces on the map instead."
WHERE_IT_IS = frozenset({"hex", "attacker"})
TURNS, PULSES = (
    frozenset({"built_turn", "fought_turn"}),
    frozenset({"moved_in", "alone_in", "rolled_in", "counts_from"}),
)
ON_COUNTER = frozenset({"counter", "name", "stars"})
OF_A_WAR = TURNS | PULSES | {"due_turn", "enters_at", "counter", "stars"}
OF_THE_COURSE = {
    column.name: PROCEEDED
    for column in TurnTrack._meta.concrete_fields
    if column.name not in ("id", "campaign", "turn", "season")
}
ROW_CHECKS = (
    RowCheck(TurnTrack, _track, keeps=OF_THE_COURSE, when=_when),
    RowCheck(Purse, keeps=all_columns(Purse, by=ORDERED), when=_when),
    RowCheck(Queue, keeps=all_columns(Queue, by="war.queued"), when=_when),
    RowCheck(Marker, _marker, keeps={"hex": ORDERED}, audience=_marker_audience, when=_when),
    RowCheck(Belief, keeps=all_columns(Belief, by=PROCEEDED), when=_when),
    RowCheck(Force, _force, keeps=SIDE, when=_when),
    RowCheck(
        Contact,
        _contact,
        keeps={
            "state": "battle.called_off",
            "since": "battle.called_off",
            "postponed": "contact.postponed",
            "came_from": ORDERED,
            "work": ORDERED,
            "pulse": ORDERED,
        },
        when=_when,
    ),
    RowCheck(CombatOutcome, keeps=all_columns(CombatOutcome, by="contact.outcome"), when=_when),
    RowCheck(ContactOffer, keeps=all_columns(ContactOffer, by="contact.offered"), when=_when),
    RowCheck(Sighting, _sighting, keeps={"side": "sighting"}, when=_when),
    RowCheck(
        Leader,
        _leader,
        keeps=SIDE | dict.fromkeys(("standing", "army", "revealed", "instruction"), ORDERED),
        audience=_leader_audience,
        when=_when,
    ),
    RowCheck(StrengthPoint, _point, keeps=SIDE | {"demoralized": PROCEEDED, "lost_at": PROCEEDED}, when=_when),
    RowCheck(Brigade, _brigade, keeps={"side": "battle.settled", "scope": "battle.settled"}, when=_when),
)
