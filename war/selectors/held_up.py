"""Which wars wait for battles on the table: from contacts alone, so that everybody may know it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet

from campaign.prepared import prepared
from campaign.visibility import Viewer
from rulesets.civil_war.war.locks import every_theater_in
from war.models import Contact, ContactState
from war.selectors.worlds import world_seen_by

ON_TABLE = (ContactState.AGREED, ContactState.TAKEN_UP)


def held_up(viewers: Mapping[int, Viewer]) -> frozenset[int]:
    """Return those campaigns in which a battle on the table holds up every theater in play."""
    hexes = defaultdict[int, set[str]](set)
    for campaign_id, hex_ in _on_table(sorted(viewers)):
        hexes[campaign_id].add(hex_)
    return frozenset(id_ for id_, found in hexes.items() if every_theater_in(world_seen_by(viewers[id_]), found))


@prepared
def _on_table(campaign_ids: Sequence[int]) -> QuerySet[Contact, tuple[int, str]]:
    waiting = Contact.objects.filter(campaign__id__in=campaign_ids, state__in=ON_TABLE, postponed=False)
    return waiting.order_by("id").values_list("campaign_id", "hex")
