"""A Brief laid out on a sheet: forces, leaders, strength points, and a contact that waits for its battle."""

from collections.abc import Mapping

from campaign.audiences import PUBLIC, side_audience
from campaign.errors import Refusal
from campaign.models import CAMPAIGN_STREAM, Campaign, SideCode
from campaign.services.corrections import check_columns
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.brief import Brief, BriefItem, BriefLeader, BriefSide
from rulesets.core.plain import as_json
from war.models import Contact, Force, Leader, StrengthPoint, TurnTrack
from war.selectors.places import place_of


def set_up(
    viewer: Viewer | None, *, brief: Brief, campaign_id: int = 0, version: int | None = None, key: str | None = None
) -> Contact:
    """Put everything that a Brief names on the map of a campaign."""
    with open_act(
        viewer, stream=CAMPAIGN_STREAM, kind="map.set_up", campaign_id=campaign_id, version=version, key=key
    ) as act:
        campaign = Campaign.objects.get(id=act.campaign_id)
        hex_id = place_of(campaign.sheet, brief).id
        if Contact.objects.filter(campaign=campaign, hex=hex_id).exists():
            raise Refusal(f"A Brief was laid out at {brief.place} already.", field="brief")
        _set_turn(act, brief)
        for side in sorted(SideCode.values):
            _muster_side(act, side, hex_id, brief.sides[side])
        contact = act.create(_contact(campaign, hex_id, brief))
        act.tell(PUBLIC, f"{contact.name}: two armies meet at {brief.place}.", turn=brief.turn)
    return contact


def _set_turn(act: Act, brief: Brief) -> None:
    track = TurnTrack.objects.filter(campaign_id=act.campaign_id).first()
    if track is None:
        track = TurnTrack(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id)
        track.turn, track.season = brief.turn, brief.season
        act.create(track)


def _muster_side(act: Act, side: str, hex_id: str, army: BriefSide) -> None:
    label = side_audience(side)
    force = Force(id=SOURCES.new_id(label), campaign_id=act.campaign_id, side=side, hex=hex_id)
    force.name = f"{SideCode(side).label} army"
    force.demoralized, force.in_supply = army.demoralized, army.in_supply
    act.create(force)
    leaders = {counter.id: _muster_leader(act, force, counter) for counter in army.leaders}
    for item in army.strength:
        _muster_points(act, force, leaders, item)


def _muster_leader(act: Act, force: Force, counter: BriefLeader) -> Leader:
    ratings = {name: getattr(counter, name) for name in ("initiative", "tactical", "command", "seniority")}
    leader = Leader(
        id=SOURCES.new_id(side_audience(force.side)),
        campaign_id=force.campaign_id,
        side=force.side,
        force=force,
        counter=counter.counter or counter.id,
        name=counter.name,
        given_name=counter.given_name,
        stars=counter.rank_stars,
        cavalry=counter.cavalry,
        **ratings,
    )
    check_columns(leader, {**ratings, "stars": leader.stars})
    return act.create(leader)


def _muster_points(act: Act, force: Force, leaders: Mapping[str, Leader], item: BriefItem) -> None:
    """One row a strength point; the carry stays with the first of an item of several."""
    for n in range(item.size):
        point = StrengthPoint(id=SOURCES.new_id(side_audience(force.side)), campaign_id=force.campaign_id)
        point.side, point.force = force.side, force
        point.arm, point.quality = item.arm, item.quality
        point.under = leaders[item.under] if item.under else None
        point.carry = str(item.carried_loss) if n == 0 else "0"
        act.create(point)


def _contact(campaign: Campaign, hex_id: str, brief: Brief) -> Contact:
    return Contact(
        id=SOURCES.new_id(PUBLIC),
        campaign=campaign,
        name=brief.name,
        hex=hex_id,
        attacker=brief.attacker,
        hexside=brief.hexside_crossed,
        hexside_name=brief.hexside_name,
        fought_on=brief.date,
        stands_per_sp=brief.ratio.stands_per_sp,
        batteries_per_sp=brief.ratio.batteries_per_sp,
        strategic_table=as_json(brief.strategic_table) if brief.strategic_table else {},
    )
