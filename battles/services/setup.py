"""Set up a battle from a Brief: a contact on the map, or a one-off battle; by the umpire, or by both sides."""

from typing import Any

from battles.models import Battle
from battles.selectors.setups import agreed_brief, setup_rules
from battles.selectors.todos import AGREED_SETUP
from battles.services.begin import begin_one_off
from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.gate import heavy
from campaign.models import Campaign
from campaign.services import decisions
from campaign.services.record import RUNNING, Act
from campaign.visibility import Viewer
from rulesets.core.brief import Brief
from war.models import Contact
from war.services.set_up import set_up


@heavy
def set_up_chosen(
    viewer: Viewer, brief: Brief, *, name: str = "", version: int | None = None, key: str | None = None
) -> Battle | Contact | None:
    """Set up the umpire's choice at once; without an umpire, ask the other side, which can read all of it.

    `name` is that of a sample.
    """
    if viewer.is_umpire:
        return _lay(viewer, viewer.campaign_id, brief, version=version, key=key)
    brief = setup_rules(viewer.campaign_id).require(brief)
    chosen = {"brief": name} if name else {"setup": brief.to_json()}
    payload = chosen | {"words": f"set up {brief.name}"}
    decisions.decide(viewer, kind=AGREED_SETUP, payload=payload, version=version, key=key)
    return None


def _lay(
    viewer: Viewer | None, campaign_id: int, brief: Brief, *, version: int | None = None, key: str | None = None
) -> Battle | Contact:
    said: dict[str, Any] = {"campaign_id": campaign_id, "version": version, "key": key}
    brief = setup_rules(campaign_id).require(brief)
    if Campaign.objects.filter(id=campaign_id, one_off=True).exists():
        return begin_one_off(viewer, name=brief.name, brief=brief, **said)
    return set_up(viewer, brief=brief, **said)


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _laid(campaign_id: int, payload: Payload) -> None:
    _lay(None, campaign_id, agreed_brief(payload))


DECISION = Decision(
    AGREED_SETUP, "Set up a battle", _note, allowed=RUNNING, afterwards=_laid, page="battles:proposed-setup"
)
