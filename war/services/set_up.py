"""Set up a Brief on a map: forces, leaders, strength points, and a contact that waits for its battle."""

from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.models import CAMPAIGN_STREAM, Campaign
from campaign.selectors.procedures import refusing
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.brief import Brief
from rulesets.core.plain import as_json
from war.models import Contact, TurnTrack
from war.selectors.places import place_of
from war.selectors.state import book_of, sheet_of, sheet_on
from war.services.map_rows import MapRows


def set_up(
    viewer: Viewer | None, *, brief: Brief, campaign_id: int = 0, version: int | None = None, key: str | None = None
) -> Contact:
    """Put everything in a Brief on a campaign's map."""
    with open_act(
        viewer, stream=CAMPAIGN_STREAM, kind="map.set_up", campaign_id=campaign_id, version=version, key=key
    ) as act:
        campaign = Campaign.objects.get(id=act.campaign_id)
        hex_id = place_of(sheet_of(campaign), brief).id
        with refusing():
            state = book_of(campaign).setup(brief, sheet_on(campaign), hex_id)
        if Contact.objects.filter(campaign=campaign, hex=hex_id).exists():
            raise Refusal(f"A battle is already set up at {brief.place}.", field="brief")
        _set_turn(act, brief)
        for force in state.forces.values():
            MapRows().write(act, [force])  # a setup's ids are each side's own
        contact = act.create(_contact(act, campaign, hex_id, brief))
        act.tell(PUBLIC, f"Two armies met at {brief.place}: {contact.name}.", turn=brief.turn)
    return contact


def _set_turn(act: Act, brief: Brief) -> None:
    track = TurnTrack.objects.filter(campaign_id=act.campaign_id).first()
    if track is None:
        track = TurnTrack(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id)
        track.turn, track.season = brief.turn, brief.season
        act.create(track)


def _contact(act: Act, campaign: Campaign, hex_id: str, brief: Brief) -> Contact:
    return Contact(
        id=SOURCES.new_id(PUBLIC),
        campaign=campaign,
        name=brief.name,
        hex=hex_id,
        since=act.at,
        attacker=brief.attacker,
        hexside=brief.hexside_crossed,
        hexside_name=brief.hexside_name,
        work=brief.work,
        entered_from=brief.entered_from,
        fought_on=brief.date,
        stands_per_sp=brief.ratio.stands_per_sp,
        batteries_per_sp=brief.ratio.batteries_per_sp,
        strategic_table=as_json(brief.strategic_table) if brief.strategic_table else {},
    )
