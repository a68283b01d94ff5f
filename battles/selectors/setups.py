"""A setup before it is a battle: the checks of every way in, and what its form offers."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from django.http import Http404

from battles.conduct import SomeConduct, conduct_of
from battles.selectors.reads import SHOWN, side_word
from battles.selectors.samples import Sample, sample_of
from battles.selectors.todos import AGREED_SETUP
from campaign.errors import Refusal
from campaign.models import Campaign, Proposal, SideCode
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.house import house_of
from campaign.visibility import Viewer
from rulesets.core.brief import Brief, BriefLeader
from rulesets.core.brief_check import inconsistencies
from rulesets.core.brief_form import read_with_faults, shipped_briefs
from rulesets.core.context import Context
from rulesets.core.kinds import Fault
from rulesets.core.records import dataclass
from rulesets.core.registry import books, setups_of, unit_cards_of
from rulesets.core.setups import Setups
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import pinned_sheet
from rulesets.core.sheet_words import crossing
from rulesets.core.words import many, quoted
from war.models import TurnTrack
from war.selectors.state import bridge_of


class FaultySetup(Refusal):
    """A setup that contradicts itself or the rules: every fault, a sentence each."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(self.sentences), field="text")

    @property
    def sentences(self) -> list[str]:
        return [str(fault) for fault in self.faults]


@dataclass(frozen=True)
class SetupRules:
    """What a campaign's books say of setups, with its own numbers and rulings, and what its map says."""

    setups: Setups
    house: Context
    table: SomeConduct
    sheet: Sheet | None

    @property
    def checks(self) -> tuple[Callable[[Brief], list[Fault]], ...]:
        """Return the checks that need a book or a map."""
        return partial(self.setups.faults, house=self.house), self._misplaced

    def read(self, plain: Any, known: Sequence[Fault] = ()) -> tuple[Brief, list[Fault]]:
        """Read a setup in form 1, with its faults; one without faults is complete and playable."""
        brief, faults = read_with_faults(plain, self.checks, known)
        return (brief if faults or known else self.setups.completed(brief, self.house)), faults

    def require(self, brief: Brief) -> Brief:
        """Refuse a setup with faults, or one that the table's book can't play; return it complete."""
        faults = [fault for check in (inconsistencies, *self.checks) for fault in check(brief)]
        if faults:
            raise FaultySetup(faults)
        brief = self.setups.completed(brief, self.house)
        self.table.planning.check_brief(brief)
        return brief

    def _misplaced(self, brief: Brief) -> list[Fault]:
        """Check a setup's place and terrain on the campaign's map, if it has one."""
        if not self.sheet:
            return []
        found = self.sheet.hex_of_place(brief.place)
        if found is None:
            return [Fault("place", f"{quoted(brief.place)} is not on this campaign’s map.")]
        terrain = crossing(found).terrain
        if terrain == brief.hex_terrain:
            return []
        sentence = f"must be {quoted(terrain)} as on this campaign’s map, not {quoted(brief.hex_terrain)}."
        return [Fault("hex_terrain", sentence, ("place",))]


def setup_rules(campaign_id: int) -> SetupRules:
    bridge, house = bridge_of(campaign_id), house_of(campaign_id)
    return SetupRules(
        setups=setups_of(bridge),
        house=house,
        table=conduct_of(bridge, house),
        sheet=pinned_sheet(*Campaign.objects.values_list("sheet", "sheet_hash").get(id=campaign_id)),
    )


@dataclass(frozen=True)
class SetupPage:
    """What the setup page offers: samples that fit, and names for armies of one's own."""

    one_off: bool
    place_for: str
    samples: list[Sample]
    places: list[str]
    turns: list[tuple[int, str]]
    turn: int
    leaders: dict[str, list[str]]
    schema_url: str
    has_cards: bool = False


@dataclass(frozen=True)
class SetupOffer:
    """The form's input: the page, the rules, and each side's leaders by the name that is typed."""

    page: SetupPage
    rules: SetupRules
    leaders: Mapping[str, Mapping[str, BriefLeader]]

    def terrain_at(self, place: str) -> str:
        """Return the map's terrain at a place, or "" without a map or place."""
        found = self.rules.sheet.hex_of_place(place) if self.rules.sheet else None
        return crossing(found).terrain if found else ""

    def turn_of(self, day: date) -> int | None:
        return self.rules.setups.turn_of(day, self.rules.house)


def setup_offer(viewer: Viewer) -> SetupOffer:
    """Return what the umpire or, without one, those who may ask the other side can set up."""
    if not viewer.decides:
        raise Http404
    rules = setup_rules(viewer.campaign_id)
    sheet = rules.sheet
    leaders = {side: _by_name(rules.setups.leaders(side, rules.house)) for side in SHOWN}
    page = SetupPage(
        one_off=sheet is None,
        place_for=sheet.title if sheet else "",
        samples=samples_of(rules),
        places=sorted(place.name for here in sheet.hexes.values() for place in here.places) if sheet else [],
        turns=list(rules.setups.turns(rules.house)),
        turn=TurnTrack.objects.filter(campaign_id=viewer.campaign_id).values_list("turn", flat=True).first() or 1,
        leaders={side: list(names) for side, names in leaders.items()},
        schema_url=reverse("battles:setup-schema"),
        has_cards=any(unit_cards_of(book.id) for book in books()),
    )
    return SetupOffer(page, rules, leaders)


def samples_of(rules: SetupRules) -> list[Sample]:
    """Return the battles that come with the books and can be set up here, by their dates."""
    shipped = sorted(shipped_briefs().items(), key=lambda named: named[1].date)
    return [sample_of(name, brief, rules) for name, brief in shipped if not _misfits(rules, brief)]


def _misfits(rules: SetupRules, brief: Brief) -> bool:
    """Tell whether a sample can't be set up here; a one-off battle needs no place on a map."""
    return any(check(brief) for check in rules.checks)


def _by_name(leaders: Sequence[BriefLeader]) -> dict[str, BriefLeader]:
    return {typed_name(leader): leader for leader in leaders}


def typed_name(leader: BriefLeader) -> str:
    """Return a leader as typed into the form: Grant, 2 stars."""
    return f"{leader.name}, {many(leader.rank_stars, 'star')}"


def setup_shown(viewer: Viewer, offer: SetupOffer) -> SetupPage:
    return offer.page


@dataclass(frozen=True)
class ArmyShown:
    """One army of a proposed setup, in full."""

    side: str
    name: str
    facts: tuple[tuple[str, str], ...]
    leaders: tuple[BriefLeader, ...]
    points: tuple[tuple[str, int], ...]
    carried: tuple[str, ...]


@dataclass(frozen=True)
class ProposedSetup:
    """A setup that one side proposed where the site umpires: everything in it, for everyone to read."""

    name: str
    asked_by: str
    state: str
    sample: Sample
    armies: tuple[ArmyShown, ...]
    note: str
    brief: dict[str, Any]

    @property
    def json(self) -> str:
        return json.dumps(self.brief, indent=1, ensure_ascii=False)


def proposed_setup(viewer: Viewer, proposal_id: int) -> ProposedSetup:
    """Return a proposed setup in full; a proposal's content is public, so nothing in it is one side's secret."""
    for row in _proposal(viewer.campaign_id, proposal_id):
        brief = agreed_brief(row.payload)
        return ProposedSetup(
            name=brief.name,
            asked_by=str(SideCode(row.side).label),
            state=row.state,
            sample=sample_of("", brief, setup_rules(viewer.campaign_id)),
            armies=tuple(_army(brief, side) for side in SHOWN),
            note=brief.note,
            brief=brief.to_json(),
        )
    raise Http404


@prepared
def _proposal(campaign_id: int, proposal_id: int) -> Any:
    return Proposal.objects.filter(campaign_id=campaign_id, id=proposal_id, kind=AGREED_SETUP)


def agreed_brief(payload: Mapping[str, Any]) -> Brief:
    """Return the setup that a proposal names or holds."""
    return shipped_briefs()[payload["brief"]] if "brief" in payload else Brief.from_json(payload["setup"])


def _army(brief: Brief, side: str) -> ArmyShown:
    army = brief.sides[side]
    kinds: dict[str, int] = {}
    for item in army.strength:
        under = f" under {army.leader(item.under).name}" if item.under else ""
        kind = f"{item.quality.capitalize()} {item.arm}{under}"
        kinds[kind] = kinds.get(kind, 0) + item.size
    facts = (
        ("Role", "attacks" if side == brief.attacker else "defends"),
        ("Demoralized", "yes" if army.demoralized else "no"),
        ("In supply", "yes" if army.in_supply else "no"),
    )
    carried = tuple(f"{item.id}: {item.carried_loss} SP" for item in army.strength if item.carried_loss)
    return ArmyShown(side, side_word(side), facts, army.leaders, tuple(kinds.items()), carried)
