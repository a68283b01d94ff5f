"""Keep the names and records of brigades, in the act that settles their battle (decision 0046)."""

from campaign.audiences import side_audience
from campaign.ids import hex_id, read_id
from campaign.services.record import Act
from campaign.sources import SOURCES
from rulesets.core.brief import Brief
from rulesets.core.brigades import RecordLine, continued
from rulesets.core.plain import as_json
from rulesets.core.report import Report, ReportBrigade
from war.models import Brigade


def keep_brigades(act: Act, brief: Brief, report: Report, side: str, theater: str) -> None:
    """Write each brigade of a side as it fought, with one more battle in its record; a new one has no other."""
    earlier, fought = brief.sides[side].brigades, report.sides[side].brigades
    same = continued(earlier, fought)
    rows = {hex_id(row.pk): row for row in Brigade.objects.filter(id__in=[read_id(one.id) for one in earlier])}
    for n, brigade in enumerate(fought):
        row = rows.get(earlier[same[n]].id) if n in same else None
        is_new = row is None
        if row is None:
            row = Brigade(id=SOURCES.new_id(side_audience(side)), campaign_id=act.campaign_id, side=side)
        row.name, row.commander, row.scope = brigade.name, brigade.commander, theater
        row.points = dict(brigade.points)
        row.record = [*row.record, as_json(_line(brief, brigade))]
        act.create(row) if is_new else act.save(row)


def _line(brief: Brief, brigade: ReportBrigade) -> RecordLine:
    lost = brigade.lost
    arrived = lost.never_arrived < brigade.stands
    return RecordLine(brief.name, brief.turn, brigade.stands, lost.for_good, arrived)
